"""The whole game, move by move (D): apply an action or an outcome of chance, and play at random.

Numba's subset; `compiled` compiles the very same functions. The flat interface:

- `begin(state, pieces, scratch, …)` starts a game;
- `state[NODE]` says what is awaited: `NODE_OVER`, a decision of `state[DECIDER]`, or, from `CHANCE` on, a chance;
- `legal.list_actions` and `apply_action` for decisions;
- `outcomes.chance_total`, `outcomes.nth_outcome`, `outcomes.list_outcomes` and `apply_outcome` for chance.

`state` has room for `STATE_SIZE` integers, `scratch` for `SCRATCH_SIZE`, `actions` for `ACTIONS`; `pieces` is
`number_pieces(card_set).numbers`. Both `apply` functions take only what is legal; they do not check it.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.chance import draw_below
from odds.history.fight import Numbers
from odds.history.game.actions import (
    ASSIGN,
    CHALLENGE,
    CONQUER,
    DEPLOY,
    DISMISS,
    DONE,
    DROP,
    GEAR,
    HUNT,
    JUMP,
    KEEP,
    KEEP_MEDAL,
    KEEP_RELIC,
    PASS,
    PUSH,
    RUN,
    STOP,
    TAKE,
    USE,
)
from odds.history.game.battle import (
    assign,
    deploy,
    dismiss,
    draw_relic,
    keep_medal,
    keep_relic,
    set_on_board,
)
from odds.history.game.legal import arrow_action, hunt_token, list_actions, token_use
from odds.history.game.outcomes import chance_total, loser, nth_outcome, reinforcing_zone
from odds.history.game.pieces import (
    ARROW_COUNT,
    FIRST_ERA,
    MEDAL_COUNT,
    MEDAL_OWNER,
    MEDAL_SIZE,
    MEDALS,
    MOVE_UP,
    OWNER_FIRST,
    RELIC_COUNT,
    TILE_COUNT,
    TOKEN_COUNT,
)
from odds.history.game.piles import draw_unit, enlist, find_piece, find_unit, move_unit, push_tile, spend_token
from odds.history.game.state import (
    ACTIVE,
    ATTACKERS,
    BOARD,
    BOARD_FIGHT,
    CHALLENGE_FIGHT,
    CHALLENGED,
    CHANCE,
    CHANCE_CARD,
    CHANCE_DIE,
    CHANCE_FIELD,
    CHANCE_FIRST,
    CHANCE_MEDAL,
    CHANCE_OPEN,
    CHANCE_REINFORCEMENT,
    CHANCE_RELIC,
    CHANCE_START_RELIC,
    CHANCE_TILE,
    CHOICE,
    COUNT,
    CURSOR,
    DECIDER,
    DECK,
    DEFENDERS,
    DEPLOYED,
    DISCARD,
    DRAWER,
    DRAWN,
    DRAWS,
    EMPTY_FIGHTS,
    ERA,
    ERA_COUNT,
    ERA_DISCARD,
    ERA_PLACES,
    FACE,
    FIELD_TOKEN,
    FIGHT,
    FIRST,
    GEAR_DONE,
    HAND,
    HONOUR_LEFT,
    IN_HAND,
    IN_USE,
    KNOWN,
    LINE_DEFLECTION,
    MAX_FIELDS,
    MAX_OWN_TOKENS,
    MEDAL_ZONE,
    MEDALS_DUE,
    NODE,
    NODE_OVER,
    ON_FIELD,
    OPEN,
    OWN_MEDALS,
    OWNED,
    OWNED_RELICS,
    OWNED_TOKENS,
    PILE,
    PLACE_CARD,
    PLACES,
    PLAYER,
    PLAYER_SIZE,
    PUSHES,
    RELIC_ZONE,
    RELICS_LEFT,
    REROLLS,
    RESULT,
    ROLLING,
    ROUND,
    ROUNDS,
    SABATON,
    SEATS,
    SIDE,
    STACK,
    STATE_SIZE,
    STEP,
    STEP_ATTACK,
    STEP_COUNT_REROLLS,
    STEP_DEFEND,
    STEP_DEFEND_TOKENS,
    STEP_DICE,
    STEP_GEAR,
    STEP_JUMP,
    STEP_PUSH,
    STEP_REINFORCE,
    STEP_TARGET,
    STEP_TILE,
    STEP_TOKEN,
    TILE_ZONE,
    TILES_LEFT,
    TOKEN_ZONE,
    TOKENS_LEFT,
    TURN,
    TURNED,
    USED_UP,
    WAITING,
    ZONE_SIZE,
)
from odds.history.game.turn import advance, begin_draws, begin_gear, go_on
from odds.history.rules import ATTACKER_SLOTS, HONOUR_TOKENS


def begin(
    state: Numbers,
    pieces: Sequence[int],
    scratch: Numbers,
    sabatons: Sequence[int],
    rounds: int,
    first: int,
    line_deflection: bool,
    empty_fights: bool,
) -> None:
    """Begin a game: all pieces in their piles, the first chance awaited (D).

    Args:
        state, pieces, scratch: As in the module's description.
        sabatons: The Sabaton of each seat, clockwise.
        rounds: Rounds of the game, 6 or 8.
        first: The seat that begins, or -1 to leave it to chance.
        line_deflection, empty_fights: The rulings (R14, R15).
    """
    for index in range(STATE_SIZE):
        state[index] = 0
    state[SEATS] = len(sabatons)
    state[ROUNDS] = rounds
    state[ROUND] = 1
    state[FIRST] = first
    state[ACTIVE] = -1
    state[WAITING] = -1
    state[CHALLENGED] = -1
    state[RESULT] = -1
    state[HONOUR_LEFT] = HONOUR_TOKENS
    state[LINE_DEFLECTION] = 1 if line_deflection else 0
    state[EMPTY_FIGHTS] = 1 if empty_fights else 0
    for index in range(2 * SIDE):
        state[BOARD + index] = -1
    for side in range(2):
        for field in (COUNT, DEPLOYED, REROLLS):
            state[BOARD + side * SIDE + field] = 0
    for index in range(PLACES):
        state[PLACE_CARD + index] = -1
    for index in range(MAX_FIELDS):
        state[FIELD_TOKEN + index] = -1
    stock(state, pieces)
    for seat in range(len(sabatons)):
        seat_player(state, pieces, seat, sabatons[seat])
    advance(state, pieces, scratch)


def stock(state: Numbers, pieces: Sequence[int]) -> None:
    """Lay out the piles: era stacks, relics, tiles, war tokens; the Sabatons' cards and medals in the box (D)."""
    state[ZONE_SIZE] = pieces[OWNER_FIRST + FIRST_ERA + ERA_COUNT]
    for era in range(ERA_COUNT):
        for unit in range(pieces[OWNER_FIRST + FIRST_ERA + era], pieces[OWNER_FIRST + FIRST_ERA + era + 1]):
            move_unit(state, unit, STACK + era)
    for relic in range(pieces[RELIC_COUNT]):
        state[RELIC_ZONE + relic] = PILE
    for tile in range(pieces[TILE_COUNT]):
        state[TILE_ZONE + tile] = PILE
    for token in range(pieces[TOKEN_COUNT]):
        state[TOKEN_ZONE + token] = PILE
    state[RELICS_LEFT] = pieces[RELIC_COUNT]
    state[TILES_LEFT] = pieces[TILE_COUNT]
    state[TOKENS_LEFT] = pieces[TOKEN_COUNT]


def seat_player(state: Numbers, pieces: Sequence[int], seat: int, sabaton: int) -> None:
    """Seat a player: the Sabaton's units as deck, its medals face down, the figure off the board (D)."""
    player = PLAYER + seat * PLAYER_SIZE
    state[player + SABATON] = sabaton
    state[player + ERA] = -1
    for index in range(MAX_OWN_TOKENS):
        state[player + OWNED_TOKENS + index] = -1
    for unit in range(pieces[OWNER_FIRST + sabaton], pieces[OWNER_FIRST + sabaton + 1]):
        move_unit(state, unit, DECK + seat)
        enlist(state, seat, unit)
    for medal in range(pieces[MEDAL_COUNT]):
        if pieces[MEDALS + medal * MEDAL_SIZE + MEDAL_OWNER] == sabaton:
            state[MEDAL_ZONE + medal] = OWNED + seat
            state[player + OWN_MEDALS] += 1


def apply_action(state: Numbers, pieces: Sequence[int], scratch: Numbers, action: int) -> None:
    """Apply a legal action and run on to the next decision or chance."""
    act(state, pieces, action)
    advance(state, pieces, scratch)


def apply_outcome(state: Numbers, pieces: Sequence[int], scratch: Numbers, outcome: int) -> None:
    """Apply a possible outcome of the chance awaited and run on to the next decision or chance."""
    happen(state, pieces, outcome)
    advance(state, pieces, scratch)


def act(state: Numbers, pieces: Sequence[int], action: int) -> None:
    """Do what a legal action does at once, without running on."""
    seat = state[DECIDER]
    if action >= HUNT:
        hunt(state, pieces, seat, action - HUNT)
    elif action >= DISMISS:
        state[CHOICE] = 0
        dismiss(state, pieces, seat, action - DISMISS)
        begin_draws(state, seat, 1, 0)
    elif action >= TAKE:
        state[CHOICE] = 0
        unit = find_unit(state, pieces, action - TAKE, DISCARD + seat)
        move_unit(state, unit, HAND + seat)
        state[KNOWN + unit] = IN_HAND
    elif action >= DEPLOY:
        deploy(state, pieces, 1 if state[STEP] == STEP_DEFEND else 0, action - DEPLOY)
    elif action >= KEEP_RELIC:
        keep_relic(state, pieces, find_piece(state, RELIC_ZONE, action - KEEP_RELIC, DRAWN))
    elif action >= KEEP_MEDAL:
        kept = find_piece(state, MEDAL_ZONE, action - KEEP_MEDAL, DRAWN)
        keep_medal(state, pieces, kept, loser(state))
    elif action >= ASSIGN:
        side = 1 if state[STEP] == STEP_DEFEND_TOKENS else 0
        assign(state, side, (action - ASSIGN) // ATTACKER_SLOTS, (action - ASSIGN) % ATTACKER_SLOTS)
    elif action >= USE:
        token = spend_token(state, seat, action - USE, IN_USE)
        begin_gear(state, seat, token_use(pieces, token) - MOVE_UP)
    elif action >= DROP:
        spend_token(state, seat, action - DROP, USED_UP)
        go_on(state, STEP_GEAR)
    elif action >= CONQUER:
        conquer(state, (action - CONQUER) // RUN, (action - CONQUER) % RUN + 1)
    elif action >= CHALLENGE:
        state[FIGHT] = CHALLENGE_FIGHT
        state[CHALLENGED] = action - CHALLENGE
        go_on(state, STEP_DEFEND)
    elif action >= JUMP:
        state[PLAYER + seat * PLAYER_SIZE + ERA] = action - JUMP
        go_on(state, STEP_TARGET)
    elif action >= GEAR:
        turn_gear(state, pieces, seat, action - GEAR)
    else:
        apply_plain(state, seat, action)


def apply_plain(state: Numbers, seat: int, action: int) -> None:
    """Apply an action without an argument."""
    if action == PUSH:
        go_on(state, STEP_TILE)
    elif action == STOP:
        go_on(state, STEP_TOKEN)
    elif action == PASS:
        go_on(state, STEP_JUMP)
    elif action == DONE:
        step = state[STEP]
        if step == STEP_DEFEND:
            go_on(state, STEP_DEFEND_TOKENS)
        elif step == STEP_DEFEND_TOKENS:
            go_on(state, STEP_ATTACK)
        elif step == STEP_ATTACK:
            go_on(state, STEP_REINFORCE)
        else:
            go_on(state, STEP_COUNT_REROLLS)
    else:
        base = BOARD if seat == state[TURN] else BOARD + SIDE
        if action == KEEP:
            state[base + REROLLS] = 0
        else:
            state[base + REROLLS] -= 1
            state[base + FACE] = -1
            go_on(state, STEP_DICE)


def turn_gear(state: Numbers, pieces: Sequence[int], seat: int, gear: int) -> None:
    """Do an active gear action: the first arrow's that shows it and is not done (D1)."""
    for arrow in range(ARROW_COUNT):
        if (state[GEAR_DONE] >> arrow) & 1 == 0 and arrow_action(state, pieces, arrow) == gear:
            state[GEAR_DONE] |= 1 << arrow
            break
    begin_gear(state, seat, gear)


def conquer(state: Numbers, start: int, length: int) -> None:
    """Put a run of open cards on the defender board, left to right from the front line (D2a, R3)."""
    state[FIGHT] = BOARD_FIGHT
    for offset in range(length):
        place = PLACE_CARD + (start + offset) % PLACES
        put_defender(state, state[place])
        state[place] = -1
    go_on(state, STEP_ATTACK)


def put_defender(state: Numbers, unit: int) -> None:
    """Put a card of the board on the defender board."""
    move_unit(state, unit, DEFENDERS)
    set_on_board(state, 1, unit)
    state[BOARD + SIDE + DEPLOYED] += 1


def hunt(state: Numbers, pieces: Sequence[int], seat: int, kind: int) -> None:
    """Use a hunt token: fight a card of the own era's discard pile alone (D2)."""
    spend_token(state, seat, hunt_token(state, pieces, seat), IN_USE)
    era = state[PLAYER + seat * PLAYER_SIZE + ERA]
    state[FIGHT] = BOARD_FIGHT
    put_defender(state, find_unit(state, pieces, kind, ERA_DISCARD + era))
    go_on(state, STEP_ATTACK)


def happen(state: Numbers, pieces: Sequence[int], outcome: int) -> None:
    """Do what a possible outcome of the chance awaited does at once, without running on."""
    node = state[NODE]
    if node == CHANCE_CARD:
        draw_unit(state, pieces, state[DRAWER], outcome)
        state[DRAWS] -= 1
    elif node == CHANCE_DIE:
        state[BOARD + state[ROLLING] * SIDE + FACE] = outcome
    elif node == CHANCE_REINFORCEMENT:
        side = state[ROLLING]
        unit = find_unit(state, pieces, outcome, reinforcing_zone(state))
        move_unit(state, unit, ATTACKERS if side == 0 else DEFENDERS)
        set_on_board(state, side, unit)
    elif node == CHANCE_OPEN:
        unit = find_unit(state, pieces, outcome, STACK + state[CURSOR] // ERA_PLACES)
        move_unit(state, unit, OPEN)
        state[PLACE_CARD + state[CURSOR]] = unit
    elif node == CHANCE_TILE:
        push_tile(state, outcome)
        if state[STEP] == STEP_TILE:
            state[PUSHES] += 1
            state[TURNED] += 1
            go_on(state, STEP_PUSH)
    elif node == CHANCE_FIELD:
        token = find_piece(state, TOKEN_ZONE, outcome, PILE)
        state[TOKEN_ZONE + token] = ON_FIELD
        state[TOKENS_LEFT] -= 1
        state[FIELD_TOKEN + state[CURSOR]] = token
    elif node == CHANCE_RELIC:
        zone = PILE if state[FIGHT] == BOARD_FIGHT else OWNED + state[CHALLENGED]
        draw_relic(state, find_piece(state, RELIC_ZONE, outcome, zone))
    elif node == CHANCE_MEDAL:
        seat = loser(state)
        state[MEDAL_ZONE + find_piece(state, MEDAL_ZONE, outcome, OWNED + seat)] = DRAWN
        state[PLAYER + seat * PLAYER_SIZE + OWN_MEDALS] -= 1
        state[MEDALS_DUE] -= 1
    elif node == CHANCE_START_RELIC:
        relic = find_piece(state, RELIC_ZONE, outcome, PILE)
        state[RELIC_ZONE + relic] = OWNED + state[CURSOR]
        state[PLAYER + state[CURSOR] * PLAYER_SIZE + OWNED_RELICS] += 1
        state[RELICS_LEFT] -= 1
        state[CURSOR] += 1
    elif node == CHANCE_FIRST:
        state[FIRST] = outcome


def play_at_random(state: Numbers, pieces: Sequence[int], scratch: Numbers, actions: Numbers, stream: int) -> int:
    """Play a game to its end, each decision uniform over its legal actions.

    One number of the stream answers a decision or chance with several cases, none where there is only one.

    Returns:
        The state of the stream afterwards.
    """
    while state[NODE] != NODE_OVER:
        number = 0
        if state[NODE] >= CHANCE:
            total = chance_total(state, pieces)
            if total > 1:
                stream, number = draw_below(stream, total)
            happen(state, pieces, nth_outcome(state, pieces, number))
        else:
            total = list_actions(state, pieces, actions)
            if total > 1:
                stream, number = draw_below(stream, total)
            act(state, pieces, actions[number])
        advance(state, pieces, scratch)
    return stream
