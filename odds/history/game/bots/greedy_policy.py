"""The greedy bot's choices: at each decision the best expected points of the attack at hand. Numba's subset.

It reads of the position what its seat may know, and samples the rest. Nothing is kept from one decision to the next: a
plan made when the target is chosen is found again when the line-up is deployed.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.history.faces import GAIN, plan_attacker
from odds.history.fight import CARD, SIDE_ROWS, UNIT_WIDTH, WORTH, Numbers
from odds.history.game.actions import (
    ASSIGN,
    CHALLENGE,
    DEPLOY,
    DISMISS,
    DONE,
    DRAW_2,
    DROP,
    GEAR,
    JUMP,
    KEEP,
    KEEP_MEDAL,
    KEEP_RELIC,
    ROLL,
    SHUFFLE,
    STOP,
    TAKE,
    TAKE_1,
    USE,
)
from odds.history.game.battle import SIDE_AT, fill_rows
from odds.history.game.bots.attacks import (
    best_attack,
    guess_hand,
    list_own_cards,
    list_stack,
    list_zone,
    sort_by_strength,
)
from odds.history.game.bots.desk import (
    BEST,
    CARD_COST,
    GROWTH,
    GRUDGE,
    GUESSED,
    HAND_MOST,
    HANDS,
    HELD,
    HERO_COST,
    OURS,
    POINT,
    REROLLS_MOST,
    STACK,
    THEIR_TOKENS,
    THEIRS,
    TOKEN_COST,
    WIDTH,
    WORLDS,
    Desk,
)
from odds.history.game.bots.desk import PILE as DECK_LIST
from odds.history.game.bots.line_ups import WORST, add_token, deal_worlds, find_line_up, rows_worth, strength
from odds.history.game.bots.stakes import (
    CARD_PRICE,
    HERO_PRICE,
    TOKEN_PRICE,
    medal_value,
    next_relic,
    set_board_prizes,
    set_challenge_prizes,
)
from odds.history.game.legal import token_use
from odds.history.game.pieces import KIND_VALUES, MOVE_UP, TOKEN_SIZE, TOKENS, UNIT_CLASS, UNIT_SIZE, UNITS
from odds.history.game.piles import unit_kind
from odds.history.game.state import (
    ARMY,
    ARMY_SIZE,
    BOARD,
    BOARD_FIGHT,
    CARDS,
    CHALLENGED,
    COUNT,
    DECIDER,
    DECK,
    DISCARD,
    ERA,
    FACE,
    FIGHT,
    HAND,
    MAX_UNITS,
    NODE,
    NODE_ATTACK,
    NODE_ATTACK_TOKENS,
    NODE_DEFEND,
    NODE_DEFEND_TOKENS,
    NODE_GEAR,
    NODE_JUMP,
    NODE_REROLL,
    NODE_TARGET,
    OWN_TOKENS,
    PLAYER,
    PLAYER_SIZE,
    REROLLS,
    ROUND,
    ROUNDS,
    SIDE,
    TOKEN_COUNT,
    TURN,
    UNIT_TOKENS,
    UNIT_ZONE,
    ZONE_SIZE,
)
from odds.history.rules import ATTACKER_SLOTS, DEFENDER_HAND_SLOTS

#: Budget of the greedy bot: sampled draws of reinforcement, line-ups built on at once, sampled hands.
GREEDY_WORLDS = 2
GREEDY_WIDTH = 8
GREEDY_HANDS = 2

#: Against a defence: the attacker's sampled hands, and its line-ups built on.
DEFENCE_HANDS = 2
DEFENCE_WIDTH = 4


def choose_greedily(
    state: Numbers, pieces: Sequence[int], desk: Desk, actions: Sequence[int], count: int, stream: int
) -> int:
    """Return the greedy bot's choice.

    Args:
        state, pieces: The position and the numbers of the pieces. An era is tried on the position and put back.
        desk: The desk.
        actions, count: The legal actions, and how many there are.
        stream: The stream of chance for this decision.
    """
    be_greedy(desk.notes)
    return choose_well(state, pieces, desk, actions, count, stream)


def be_greedy(notes: Numbers) -> None:
    """Set what the greedy bot reckons with: the prices of advice, points as they are counted now, a small budget."""
    notes[TOKEN_COST] = TOKEN_PRICE
    notes[HERO_COST] = HERO_PRICE
    notes[CARD_COST] = CARD_PRICE
    notes[GRUDGE] = 0
    notes[GROWTH] = 0
    notes[WORLDS] = GREEDY_WORLDS
    notes[WIDTH] = GREEDY_WIDTH
    notes[HANDS] = GREEDY_HANDS


def choose_well(
    state: Numbers, pieces: Sequence[int], desk: Desk, actions: Sequence[int], count: int, stream: int
) -> int:
    """Return the choice under the prices and the budget on the desk."""
    node = state[NODE]
    seat = state[DECIDER]
    if count == 1:
        return actions[0]
    if node == NODE_JUMP:
        return choose_era(state, pieces, desk, seat, actions, count, stream)
    if node == NODE_TARGET:
        return best_attack(state, pieces, desk, seat, stream)[1]
    if node == NODE_ATTACK:
        return choose_card(state, pieces, desk, seat, stream)
    if node == NODE_ATTACK_TOKENS:
        return choose_token(state, pieces, desk, seat, actions, count)
    if node == NODE_REROLL:
        return choose_roll(state, pieces, desk, seat)
    if node == NODE_DEFEND:
        return choose_defender(state, pieces, desk, seat, stream)
    if node == NODE_DEFEND_TOKENS:
        return choose_defender_token(state, pieces, desk, seat, actions, count, stream)
    return choose_simply(state, pieces, seat, actions, count)


def choose_simply(state: Numbers, pieces: Sequence[int], seat: int, actions: Sequence[int], count: int) -> int:
    """Return the choice where no fight needs to be weighed: the action that ranks first, of equals the earliest."""
    best = actions[0]
    for index in range(1, count):
        if rank_of(state, pieces, seat, actions[index]) > rank_of(state, pieces, seat, best):
            best = actions[index]
    return best


def rank_of(state: Numbers, pieces: Sequence[int], seat: int, action: int) -> int:
    """Return how good an action looks that needs no fight weighed; only actions of one decision compare."""
    if action >= DISMISS:
        return -keeping(pieces, action - DISMISS)
    if action >= TAKE:
        return strength(pieces, action - TAKE)
    if action >= KEEP_RELIC:
        return next_relic(state, pieces, seat, action - KEEP_RELIC)
    if action >= KEEP_MEDAL:
        return medal_value(pieces, action - KEEP_MEDAL)
    if action >= USE:
        # A move-up is used when the next war token would find no room, or the game ends.
        full = state[PLAYER + seat * PLAYER_SIZE + TOKEN_COUNT] == OWN_TOKENS or state[ROUND] == state[ROUNDS]
        gear = token_use(pieces, action - USE) - MOVE_UP
        return rank_gear(state, pieces, seat, gear) if full and state[NODE] == NODE_GEAR else -1
    if action >= DROP:
        return -token_rank(pieces, action - DROP)
    if action >= GEAR:
        return rank_gear(state, pieces, seat, action - GEAR)
    return 1 if action == STOP else 0


def keeping(pieces: Sequence[int], unit: int) -> int:
    """Return how much a card is worth keeping: its points before its strength."""
    return POINT * pieces[KIND_VALUES + pieces[UNITS + unit * UNIT_SIZE + UNIT_CLASS]] + strength(pieces, unit)


def token_rank(pieces: Sequence[int], token: int) -> int:
    """Return how much a war token is worth keeping: what it adds, with a hunt and move-ups before small values."""
    if token_use(pieces, token) != 0:
        return 3
    total = 0
    for field in range(CARD):
        total += pieces[TOKENS + token * TOKEN_SIZE + field]
    return 2 * total


def rank_gear(state: Numbers, pieces: Sequence[int], seat: int, gear: int) -> int:
    """Return how good a gear action looks: 0 is as good as passing."""
    deck = state[ZONE_SIZE + DECK + seat]
    discard = state[ZONE_SIZE + DISCARD + seat]
    if gear == TAKE_1:
        return 5
    if gear == SHUFFLE:
        return 4 if deck < 2 and discard > 0 else min(2, deck + discard)
    if gear == DRAW_2:
        return 3 if deck > 0 else -1
    return 1 if deck > 0 and has_dead_weight(state, pieces, seat) else -1


def has_dead_weight(state: Numbers, pieces: Sequence[int], seat: int) -> bool:
    """Return whether a hand card without points is weaker than the cards of the deck are on average."""
    weakest = 1 << 30
    total = 0
    army = ARMY + seat * MAX_UNITS
    for place in range(state[PLAYER + seat * PLAYER_SIZE + ARMY_SIZE]):
        unit = state[army + place]
        if state[UNIT_ZONE + unit] == HAND + seat:
            weakest = min(weakest, keeping(pieces, unit))
        elif state[UNIT_ZONE + unit] == DECK + seat:
            total += strength(pieces, unit)
    return weakest < POINT and weakest * state[ZONE_SIZE + DECK + seat] < total


def choose_era(
    state: Numbers, pieces: Sequence[int], desk: Desk, seat: int, actions: Sequence[int], count: int, stream: int
) -> int:
    """Return the jump to the era with the best attack."""
    best = actions[0]
    most = WORST
    for index in range(count):
        if JUMP <= actions[index] < CHALLENGE:
            worth = jump_worth(state, pieces, desk, seat, actions[index] - JUMP, stream)
            if worth > most:
                most = worth
                best = actions[index]
    return best


def jump_worth(state: Numbers, pieces: Sequence[int], desk: Desk, seat: int, era: int, stream: int) -> int:
    """Return what the best attack from an era is worth; the position is left as it was."""
    place = PLAYER + seat * PLAYER_SIZE + ERA
    before = state[place]
    state[place] = era
    worth = best_attack(state, pieces, desk, seat, stream)[0]
    state[place] = before
    return worth


def lay_defence(state: Numbers, notes: Numbers) -> None:
    """List the defenders on the board, with their war tokens."""
    base = BOARD + SIDE
    notes[THEIRS] = state[base + COUNT]
    for slot in range(notes[THEIRS]):
        notes[THEIRS + 1 + slot] = state[base + CARDS + slot]
        notes[THEIR_TOKENS + slot] = state[base + UNIT_TOKENS + slot]


def set_stakes(state: Numbers, pieces: Sequence[int], desk: Desk, seat: int) -> None:
    """Set what the fight of this turn is worth to a seat that takes part in it."""
    if state[FIGHT] == BOARD_FIGHT:
        set_board_prizes(state, pieces, seat, desk.notes, desk.prizes)
    else:
        is_attacker = seat == state[TURN]
        set_challenge_prizes(state, pieces, state[TURN], state[CHALLENGED], is_attacker, desk.notes, desk.prizes)


def choose_card(state: Numbers, pieces: Sequence[int], desk: Desk, seat: int, stream: int) -> int:
    """Return the next card of the best line-up, or that it is complete (R1)."""
    notes = desk.notes
    challenge = state[FIGHT] != BOARD_FIGHT
    list_own_cards(state, seat, notes)
    lay_defence(state, notes)
    if challenge:
        stream = guess_hand(state, state[CHALLENGED], notes, GUESSED, STACK, stream)
    else:
        list_stack(state, pieces, state[PLAYER + seat * PLAYER_SIZE + ERA], notes)
    deal_worlds(notes, notes[WORLDS], stream)
    set_stakes(state, pieces, desk, seat)
    begun = state[BOARD + COUNT]
    notes[OURS] = begun
    for slot in range(begun):
        notes[OURS + 1 + slot] = state[BOARD + CARDS + slot]
    find_line_up(pieces, desk, begun, notes[WORLDS], notes[WIDTH], challenge)
    if notes[BEST] == begun:
        return DONE
    return DEPLOY + unit_kind(pieces, notes[BEST + 1 + begun])


def lay_fight(state: Numbers, pieces: Sequence[int], desk: Desk) -> None:
    """Lay the fight on the board out as rows, reinforcement and tokens included."""
    for side in range(2):
        fill_rows(state, pieces, desk.scratch, side)
        for index in range(SIDE_ROWS):
            desk.rows[side * SIDE_ROWS + index] = desk.scratch[SIDE_AT + side * SIDE_ROWS + index]
    for slot in range(state[BOARD + SIDE + COUNT]):
        unit = state[BOARD + SIDE + CARDS + slot]
        worth = POINT * pieces[KIND_VALUES + pieces[UNITS + unit * UNIT_SIZE + UNIT_CLASS]]
        desk.rows[SIDE_ROWS + slot * UNIT_WIDTH + WORTH] = worth if state[FIGHT] == BOARD_FIGHT else 0


def choose_token(
    state: Numbers, pieces: Sequence[int], desk: Desk, seat: int, actions: Sequence[int], count: int
) -> int:
    """Return the war token and unit that gain most, if that is more than a token's price (R7)."""
    challenge = state[FIGHT] != BOARD_FIGHT
    ours = state[BOARD + COUNT]
    theirs = state[BOARD + SIDE + COUNT]
    set_stakes(state, pieces, desk, seat)
    lay_fight(state, pieces, desk)
    most = rows_worth(desk, ours, theirs, challenge)
    best = DONE
    for index in range(count):
        if actions[index] >= ASSIGN:
            token = (actions[index] - ASSIGN) // ATTACKER_SLOTS
            row = (actions[index] - ASSIGN) % ATTACKER_SLOTS * UNIT_WIDTH
            lay_fight(state, pieces, desk)
            add_token(pieces, desk.rows, row, token, 1)
            worth = rows_worth(desk, ours, theirs, challenge) - desk.notes[TOKEN_COST]
            if worth > most:
                most = worth
                best = actions[index]
    return best


def choose_roll(state: Numbers, pieces: Sequence[int], desk: Desk, seat: int) -> int:
    """Return whether to roll the own die again: if going on is better than the face on top (R9)."""
    set_stakes(state, pieces, desk, seat)
    lay_fight(state, pieces, desk)
    rows_worth(desk, state[BOARD + COUNT], state[BOARD + SIDE + COUNT], state[FIGHT] != BOARD_FIGHT)
    own_face = state[BOARD + FACE]
    their_face = state[BOARD + SIDE + FACE]
    own_rolls = min(REROLLS_MOST // 2, state[BOARD + REROLLS])
    if seat == state[TURN]:
        plan_attacker(desk.values, own_rolls, their_face, desk.faces)
        kept = desk.values[6 * own_face + their_face] * desk.powers[own_rolls]
        return ROLL if desk.faces[GAIN + 6 * own_face + their_face] > kept else KEEP
    total = 0
    for face in range(6):
        plan_attacker(desk.values, own_rolls, face, desk.faces)
        total += desk.faces[GAIN + 6 * own_face + face]
    # With more re-rolls left going on can only get better.
    return ROLL if total < 6 * desk.faces[GAIN + 6 * own_face + their_face] else KEEP


def defence_worth(
    state: Numbers, pieces: Sequence[int], desk: Desk, seat: int, hands: int, width: int, stream: int
) -> int:
    """Return what an attack on the deployment in `THEIRS` is worth: the attacker's gain as the defender weighs it."""
    notes = desk.notes
    total = 0
    list_zone(state, seat, DECK + seat, notes, STACK, MAX_UNITS)
    for _ in range(hands):
        stream = guess_hand(state, state[TURN], notes, HELD, DECK_LIST, stream)
        stream = deal_worlds(notes, 1, stream)
        notes[OURS] = 0
        total += find_line_up(pieces, desk, 0, 1, width, True)
    return total // hands


def choose_defender(state: Numbers, pieces: Sequence[int], desk: Desk, seat: int, stream: int) -> int:
    """Return the next card of the best of a few deployments, or that it is complete.

    Tried are what is deployed, and with it the strongest one, two or three cards more, in either order.
    """
    notes = desk.notes
    set_stakes(state, pieces, desk, seat)
    lay_defence(state, notes)
    begun = notes[THEIRS]
    least = defence_worth(state, pieces, desk, seat, DEFENCE_HANDS, DEFENCE_WIDTH, stream)
    best = DONE
    list_zone(state, seat, HAND + seat, notes, GUESSED, HAND_MOST)
    sort_by_strength(pieces, notes, GUESSED)
    for cards in range(1, min(notes[GUESSED], DEFENDER_HAND_SLOTS - begun) + 1):
        for order in range(2 if cards > 1 else 1):
            for place in range(cards):
                source = place if order == 0 else cards - 1 - place
                notes[THEIRS + 1 + begun + place] = notes[GUESSED + 1 + source]
                notes[THEIR_TOKENS + begun + place] = -1
            notes[THEIRS] = begun + cards
            worth = defence_worth(state, pieces, desk, seat, DEFENCE_HANDS, DEFENCE_WIDTH, stream)
            worth += notes[CARD_COST] * cards
            if worth < least:
                least = worth
                best = DEPLOY + unit_kind(pieces, notes[THEIRS + 1 + begun])
    return best


def choose_defender_token(
    state: Numbers, pieces: Sequence[int], desk: Desk, seat: int, actions: Sequence[int], count: int, stream: int
) -> int:
    """Return the war token and unit that hurt an attack most, if that is more than a token's price (R7)."""
    notes = desk.notes
    set_stakes(state, pieces, desk, seat)
    lay_defence(state, notes)
    least = defence_worth(state, pieces, desk, seat, DEFENCE_HANDS, DEFENCE_WIDTH, stream)
    best = DONE
    for index in range(count):
        if actions[index] >= ASSIGN:
            slot = (actions[index] - ASSIGN) % ATTACKER_SLOTS
            notes[THEIR_TOKENS + slot] = (actions[index] - ASSIGN) // ATTACKER_SLOTS
            worth = defence_worth(state, pieces, desk, seat, DEFENCE_HANDS, DEFENCE_WIDTH, stream)
            worth += notes[TOKEN_COST]
            if worth < least:
                least = worth
                best = actions[index]
            notes[THEIR_TOKENS + slot] = -1
    return best
