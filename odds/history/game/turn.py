"""What happens by itself between two decisions or chances (D): the set-up, the turn's steps, the recovery.

Numba's subset. `advance` runs the steps until somebody has to decide or chance has to answer. A step returns whether
the game waits now.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.history.fight import Numbers
from odds.history.game.actions import DISMISS_1, DRAW_2, SHUFFLE, TAKE_1
from odds.history.game.battle import (
    board_seat,
    collect,
    count_rerolls,
    is_due,
    keep_medal,
    keep_relic,
    resolve,
    shows_negative,
    winning_seat,
)
from odds.history.game.legal import (
    has_target,
    list_assignments,
    list_gear,
    list_move_ups,
    may_jump_anywhere,
)
from odds.history.game.outcomes import elites_in_stack, loser, reinforcing_zone
from odds.history.game.pieces import (
    ARROW_COUNT,
    FIELDS,
    MEDAL_COUNT,
    RELIC_COUNT,
    TILE_FIELD,
    TILE_SIZE,
    TILES,
)
from odds.history.game.piles import (
    discard_tokens,
    hand_size,
    restack,
    shuffle_in,
    stack_units,
    take_token,
    tiles_in_stack,
    tokens_in_stack,
)
from odds.history.game.state import (
    ACTIVE,
    BOARD,
    BOARD_FIGHT,
    CHALLENGE_FIGHT,
    CHALLENGED,
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
    CHOOSER,
    COUNT,
    CURSOR,
    DECIDER,
    DECK,
    DISCARD,
    DRAWER,
    DRAWN,
    DRAWS,
    ERA_PLACES,
    FACE,
    FIELD_TOKEN,
    FIGHT,
    FIRST,
    GEAR_DONE,
    HAND_SIZE,
    MEDAL_ZONE,
    MEDALS_DUE,
    MOST_PUSHES,
    NODE,
    NODE_ATTACK,
    NODE_ATTACK_TOKENS,
    NODE_DEFEND,
    NODE_DEFEND_TOKENS,
    NODE_DISMISS,
    NODE_DROP,
    NODE_GEAR,
    NODE_JUMP,
    NODE_KEEP_MEDAL,
    NODE_KEEP_RELIC,
    NODE_OVER,
    NODE_PUSH,
    NODE_REROLL,
    NODE_TAKE,
    NODE_TARGET,
    OUTCOME,
    OWN_MEDALS,
    OWN_TOKENS,
    OWNED_RELICS,
    PLACE_CARD,
    PLACES,
    PLAYER,
    PLAYER_SIZE,
    PUSHES,
    REFILLING,
    RELIC_ZONE,
    RELICS_DUE,
    RELICS_LEFT,
    REROLLS,
    RESULT,
    ROLLING,
    ROUND,
    ROUNDS,
    SEATS,
    SIDE,
    STEP,
    STEP_ATTACK,
    STEP_ATTACK_TOKENS,
    STEP_COLLECT,
    STEP_COUNT_REROLLS,
    STEP_DEFEND,
    STEP_DEFEND_TOKENS,
    STEP_DICE,
    STEP_DROP,
    STEP_FIGHT,
    STEP_FIRST,
    STEP_GEAR,
    STEP_JUMP,
    STEP_MEDALS,
    STEP_NEXT,
    STEP_OVER,
    STEP_PUSH,
    STEP_REFILL_BOARD,
    STEP_REFILL_CHALLENGED,
    STEP_REFILL_FIELDS,
    STEP_REFILL_HAND,
    STEP_REINFORCE,
    STEP_RELICS,
    STEP_REROLL,
    STEP_SET_BOARD,
    STEP_SET_FIELDS,
    STEP_SET_HANDS,
    STEP_SET_RELICS,
    STEP_SET_TILES,
    STEP_TARGET,
    STEP_TILE,
    STEP_TOKEN,
    TOKEN_COUNT,
    TURN,
    TURNS,
    ZONE_SIZE,
)
from odds.history.rules import ATTACKER_HAND_SLOTS, DEFENDER_HAND_SLOTS


def wait(state: Numbers, node: int, seat: int) -> bool:
    """Note what is awaited, and of whom."""
    state[NODE] = node
    state[DECIDER] = seat
    return True


def go_on(state: Numbers, step: int) -> bool:
    """Go on with a step, at its beginning."""
    state[STEP] = step
    state[CURSOR] = 0
    return False


def begin_draws(state: Numbers, seat: int, cards: int, refilling: int) -> None:
    """Let a seat draw cards: for an action what its deck has, in the recovery with reshuffling (D1, D3)."""
    state[DRAWER] = seat
    state[DRAWS] = cards
    state[REFILLING] = refilling


def begin_gear(state: Numbers, seat: int, gear: int) -> None:
    """Begin a gear action (D1)."""
    if gear == DRAW_2:
        begin_draws(state, seat, 2, 0)
    elif gear in (TAKE_1, DISMISS_1):
        state[CHOICE] = gear + 1
        state[CHOOSER] = seat
    elif gear == SHUFFLE:
        shuffle_in(state, seat)
        begin_draws(state, seat, 1, 0)


def draw_on(state: Numbers) -> bool:
    """Go on with the cards a seat has still to draw."""
    seat = state[DRAWER]
    if state[ZONE_SIZE + DECK + seat] == 0 and state[REFILLING] == 1 and state[ZONE_SIZE + DISCARD + seat] > 0:
        shuffle_in(state, seat)
    if state[ZONE_SIZE + DECK + seat] == 0:
        state[DRAWS] = 0
        return False
    return wait(state, CHANCE_CARD, seat)


def fill_places(state: Numbers, pieces: Sequence[int], next_step: int) -> bool:
    """Fill the board's empty places: with elites at the set-up, from the whole stack later (D, D3)."""
    while state[CURSOR] < PLACES:
        if state[PLACE_CARD + state[CURSOR]] < 0:
            era = state[CURSOR] // ERA_PLACES
            if state[STEP] == STEP_SET_BOARD:
                available = elites_in_stack(state, pieces, era)
            else:
                available = stack_units(state, pieces, era)
            if available > 0:
                return wait(state, CHANCE_OPEN, -1)
        state[CURSOR] += 1
    return go_on(state, next_step)


def fill_fields(state: Numbers, pieces: Sequence[int], next_step: int) -> bool:
    """Fill the empty token fields of the gear (D, D3)."""
    while state[CURSOR] < pieces[FIELDS]:
        if state[FIELD_TOKEN + state[CURSOR]] < 0 and tokens_in_stack(state, pieces) > 0:
            return wait(state, CHANCE_FIELD, -1)
        state[CURSOR] += 1
    return go_on(state, next_step)


def set_up_step(state: Numbers, pieces: Sequence[int], step: int) -> bool:
    """Go on with the set-up (D)."""
    if step == STEP_FIRST:
        if state[FIRST] < 0:
            return wait(state, CHANCE_FIRST, -1)
        return go_on(state, STEP_SET_BOARD)
    if step == STEP_SET_BOARD:
        return fill_places(state, pieces, STEP_SET_FIELDS)
    if step == STEP_SET_FIELDS:
        return fill_fields(state, pieces, STEP_SET_TILES)
    if step == STEP_SET_TILES:
        if state[ACTIVE] < 0:
            return wait(state, CHANCE_TILE, -1)
        return go_on(state, STEP_SET_RELICS)
    if step == STEP_SET_RELICS:
        if state[CURSOR] < state[SEATS] and state[RELICS_LEFT] > 0:
            return wait(state, CHANCE_START_RELIC, state[CURSOR])
        return go_on(state, STEP_SET_HANDS)
    if state[CURSOR] < state[SEATS]:
        begin_draws(state, state[CURSOR], HAND_SIZE, 0)
        state[CURSOR] += 1
        return False
    state[TURN] = state[FIRST]
    return begin_turn(state)


def begin_turn(state: Numbers) -> bool:
    """Begin the turn of the player in turn."""
    state[TURNS] += 1
    state[PUSHES] = 0
    state[GEAR_DONE] = 0
    state[FIGHT] = 0
    state[CHALLENGED] = -1
    state[RESULT] = -1
    state[OUTCOME] = 0
    return go_on(state, STEP_PUSH)


def travel_step(state: Numbers, pieces: Sequence[int], scratch: Numbers, step: int) -> bool:
    """Go on with phase 1 (D1)."""
    seat = state[TURN]
    if step == STEP_PUSH:
        if state[PUSHES] == MOST_PUSHES:
            return go_on(state, STEP_TOKEN)
        return wait(state, NODE_PUSH, seat)
    if step == STEP_TILE:
        tiles_in_stack(state, pieces)
        return wait(state, CHANCE_TILE, -1)
    if step == STEP_TOKEN:
        field = FIELD_TOKEN + pieces[TILES + state[ACTIVE] * TILE_SIZE + TILE_FIELD]
        if state[field] >= 0:
            take_token(state, seat, state[field])
            state[field] = -1
        if state[PLAYER + seat * PLAYER_SIZE + TOKEN_COUNT] > OWN_TOKENS:
            return go_on(state, STEP_DROP)
        return go_on(state, STEP_GEAR)
    if step == STEP_DROP:
        return wait(state, NODE_DROP, seat)
    if step == STEP_GEAR:
        state[NODE] = NODE_GEAR
        done = state[GEAR_DONE] == (1 << ARROW_COUNT) - 1
        if done or list_move_ups(state, pieces, seat, scratch, list_gear(state, pieces, seat, scratch)) == 0:
            return go_on(state, STEP_JUMP)
        return wait(state, NODE_GEAR, seat)
    if not may_jump_anywhere(state, pieces):
        return go_on(state, STEP_TARGET)
    return wait(state, NODE_JUMP, seat)


def deploy_step(state: Numbers, pieces: Sequence[int], scratch: Numbers, step: int) -> bool:
    """Go on with choosing a fight and deploying to it (D2)."""
    seat = state[TURN]
    if step == STEP_TARGET:
        if hand_size(state, seat) == 0 or not has_target(state, pieces, seat):
            return go_on(state, STEP_COLLECT)
        return wait(state, NODE_TARGET, seat)
    if step == STEP_DEFEND:
        other = state[CHALLENGED]
        state[NODE] = NODE_DEFEND
        deployed = state[BOARD + SIDE + COUNT]
        idle = hand_size(state, other) == 0
        if idle and deployed == 0:
            idle = list_move_ups(state, pieces, other, scratch, 0) == 0
        if deployed == DEFENDER_HAND_SLOTS or idle:
            return go_on(state, STEP_DEFEND_TOKENS)
        return wait(state, NODE_DEFEND, other)
    if step == STEP_DEFEND_TOKENS:
        other = state[CHALLENGED]
        if list_assignments(state, pieces, other, 1, scratch, 0) == 0:
            return go_on(state, STEP_ATTACK)
        return wait(state, NODE_DEFEND_TOKENS, other)
    if step == STEP_ATTACK:
        if state[BOARD + COUNT] == ATTACKER_HAND_SLOTS or hand_size(state, seat) == 0:
            return go_on(state, STEP_REINFORCE)
        return wait(state, NODE_ATTACK, seat)
    if step == STEP_REINFORCE:
        while state[CURSOR] < 2:
            state[ROLLING] = state[CURSOR]
            if is_due(state, pieces, state[CURSOR]) and can_reinforce(state):
                return wait(state, CHANCE_REINFORCEMENT, board_seat(state, state[CURSOR]))
            state[CURSOR] += 1
        return go_on(state, STEP_ATTACK_TOKENS)
    if list_assignments(state, pieces, seat, 0, scratch, 0) == 0:
        return go_on(state, STEP_COUNT_REROLLS)
    return wait(state, NODE_ATTACK_TOKENS, seat)


def can_reinforce(state: Numbers) -> bool:
    """Return whether the pile of the side that draws reinforcement has a card (R2)."""
    return state[ZONE_SIZE + reinforcing_zone(state)] > 0


def fight_step(state: Numbers, pieces: Sequence[int], scratch: Numbers, step: int) -> bool:
    """Go on with dice, re-rolls, the fight and what is kept of its prizes (R8, R9, R18, R19)."""
    if step == STEP_COUNT_REROLLS:
        count_rerolls(state, pieces)
        return go_on(state, STEP_DICE)
    if step == STEP_DICE:
        for side in range(2):
            if state[BOARD + side * SIDE + FACE] < 0:
                state[ROLLING] = side
                return wait(state, CHANCE_DIE, board_seat(state, side))
        return go_on(state, STEP_REROLL)
    if step == STEP_REROLL:
        return reroll_step(state, pieces)
    if step == STEP_FIGHT:
        resolve(state, pieces, scratch)
        return go_on(state, STEP_MEDALS)
    if step == STEP_MEDALS:
        if state[MEDALS_DUE] > 0 and state[PLAYER + loser(state) * PLAYER_SIZE + OWN_MEDALS] > 0:
            return wait(state, CHANCE_MEDAL, winning_seat(state))
        state[MEDALS_DUE] = 0
        drawn = count_drawn(state, MEDAL_ZONE, pieces[MEDAL_COUNT]) if state[FIGHT] == CHALLENGE_FIGHT else 0
        if drawn > 1:
            return wait(state, NODE_KEEP_MEDAL, winning_seat(state))
        if drawn == 1:
            keep_medal(state, pieces, first_drawn(state, MEDAL_ZONE, pieces[MEDAL_COUNT]), loser(state))
        return go_on(state, STEP_RELICS)
    if state[RELICS_DUE] > 0 and relics_there(state, pieces) > 0:
        return wait(state, CHANCE_RELIC, state[TURN])
    state[RELICS_DUE] = 0
    drawn = count_drawn(state, RELIC_ZONE, pieces[RELIC_COUNT]) if state[RESULT] == 0 else 0
    if drawn > 1:
        return wait(state, NODE_KEEP_RELIC, state[TURN])
    if drawn == 1:
        keep_relic(state, pieces, first_drawn(state, RELIC_ZONE, pieces[RELIC_COUNT]))
    return go_on(state, STEP_COLLECT)


def reroll_step(state: Numbers, pieces: Sequence[int]) -> bool:
    """Go on with the re-rolls: all of the defender's first, then the attacker's (R9)."""
    theirs = BOARD + SIDE
    if state[FIGHT] == CHALLENGE_FIGHT:
        if state[theirs + REROLLS] > 0:
            return wait(state, NODE_REROLL, state[CHALLENGED])
    elif state[theirs + REROLLS] > 0:
        if shows_negative(state, pieces):
            state[theirs + REROLLS] -= 1
            state[theirs + FACE] = -1
            return go_on(state, STEP_DICE)
        state[theirs + REROLLS] = 0
    if state[BOARD + REROLLS] > 0:
        return wait(state, NODE_REROLL, state[TURN])
    return go_on(state, STEP_FIGHT)


def relics_there(state: Numbers, pieces: Sequence[int]) -> int:
    """Return how many relics the winner can draw from (R18, R19)."""
    if state[FIGHT] == BOARD_FIGHT:
        return restack(state, RELIC_ZONE, pieces[RELIC_COUNT], RELICS_LEFT)
    return state[PLAYER + state[CHALLENGED] * PLAYER_SIZE + OWNED_RELICS]


def count_drawn(state: Numbers, zones: int, pieces_count: int) -> int:
    """Return how many relics or medals are drawn and not kept yet."""
    count = 0
    for piece in range(pieces_count):
        if state[zones + piece] == DRAWN:
            count += 1
    return count


def first_drawn(state: Numbers, zones: int, pieces_count: int) -> int:
    """Return the first relic or medal drawn, -1 for none."""
    for piece in range(pieces_count):
        if state[zones + piece] == DRAWN:
            return piece
    return -1


def recover_step(state: Numbers, pieces: Sequence[int], step: int) -> bool:
    """Go on with phase 3 and the end of the turn (D3)."""
    if step == STEP_COLLECT:
        collect(state, pieces)
        discard_tokens(state, pieces)
        return go_on(state, STEP_REFILL_BOARD)
    if step == STEP_REFILL_BOARD:
        return fill_places(state, pieces, STEP_REFILL_FIELDS)
    if step == STEP_REFILL_FIELDS:
        return fill_fields(state, pieces, STEP_REFILL_HAND)
    if step == STEP_REFILL_HAND:
        begin_draws(state, state[TURN], max(0, HAND_SIZE - hand_size(state, state[TURN])), 1)
        return go_on(state, STEP_REFILL_CHALLENGED)
    if step == STEP_REFILL_CHALLENGED:
        if state[CHALLENGED] >= 0:
            begin_draws(state, state[CHALLENGED], max(0, HAND_SIZE - hand_size(state, state[CHALLENGED])), 1)
        return go_on(state, STEP_NEXT)
    if step == STEP_NEXT:
        next_seat = (state[TURN] + 1) % state[SEATS]
        if next_seat == state[FIRST]:
            if state[ROUND] == state[ROUNDS]:
                return go_on(state, STEP_OVER)
            state[ROUND] += 1
        state[TURN] = next_seat
        return begin_turn(state)
    return wait(state, NODE_OVER, -1)


def advance(state: Numbers, pieces: Sequence[int], scratch: Numbers) -> None:
    """Run the game on until somebody decides, chance answers, or it is over."""
    waits = False
    while not waits:
        step = state[STEP]
        if state[DRAWS] > 0:
            waits = draw_on(state)
        elif state[CHOICE] > 0:
            waits = wait(state, NODE_TAKE if state[CHOICE] == TAKE_1 + 1 else NODE_DISMISS, state[CHOOSER])
        elif step < STEP_PUSH:
            waits = set_up_step(state, pieces, step)
        elif step < STEP_TARGET:
            waits = travel_step(state, pieces, scratch, step)
        elif step < STEP_COUNT_REROLLS:
            waits = deploy_step(state, pieces, scratch, step)
        elif step < STEP_COLLECT:
            waits = fight_step(state, pieces, scratch, step)
        else:
            waits = recover_step(state, pieces, step)
