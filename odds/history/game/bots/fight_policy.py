"""Choices in a fight: line-ups, war tokens, re-rolls, on either side. Numba's subset.

The prices and the budget are on the desk.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.history.faces import GAIN, plan_attacker
from odds.history.fight import SIDE_ROWS, UNIT_WIDTH, WORTH, Numbers
from odds.history.game.actions import (
    ASSIGN,
    DEPLOY,
    DONE,
    KEEP,
    ROLL,
)
from odds.history.game.battle import SIDE_AT, fill_rows
from odds.history.game.bots.attacks import (
    guess_hand,
    list_own_cards,
    list_stack,
    list_zone,
    sort_by_strength,
)
from odds.history.game.bots.desk import (
    BEST,
    CARD_COST,
    GUESSED,
    HAND_MOST,
    HELD,
    OUR_ROWS,
    OURS,
    POINT,
    REROLLS_MOST,
    STACK,
    THEIR_ROWS,
    THEIR_TOKENS,
    THEIRS,
    TOKEN_COST,
    VALUES,
    WIDTH,
    WORLDS,
    Desk,
)
from odds.history.game.bots.desk import PILE as DECK_LIST
from odds.history.game.bots.line_ups import WORST, add_token, deal_worlds, find_line_up, rows_worth
from odds.history.game.bots.stakes import (
    set_board_prizes,
    set_challenge_prizes,
)
from odds.history.game.pieces import KIND_VALUES, UNIT_CLASS, UNIT_SIZE, UNITS
from odds.history.game.piles import unit_kind
from odds.history.game.state import (
    BOARD,
    BOARD_FIGHT,
    CARDS,
    CHALLENGED,
    COUNT,
    DECK,
    ERA,
    FACE,
    FIGHT,
    HAND,
    MAX_UNITS,
    PLAYER,
    PLAYER_SIZE,
    REROLLS,
    SIDE,
    TURN,
    UNIT_TOKENS,
)
from odds.history.rules import ATTACKER_SLOTS, DEFENDER_HAND_SLOTS

#: Against a defence: the attacker's sampled hands, and its line-ups built on.
DEFENCE_HANDS = 2
DEFENCE_WIDTH = 1


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
        set_board_prizes(state, pieces, seat, desk.notes)
    else:
        is_attacker = seat == state[TURN]
        set_challenge_prizes(state, pieces, state[TURN], state[CHALLENGED], is_attacker, desk.notes)


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
    find_line_up(pieces, desk, begun, notes[WORLDS], notes[WIDTH], challenge, WORST)
    if notes[BEST] == begun:
        return DONE
    return DEPLOY + unit_kind(pieces, notes[BEST + 1 + begun])


def lay_fight(state: Numbers, pieces: Sequence[int], desk: Desk) -> None:
    """Lay the fight on the board out as rows, reinforcement and tokens included."""
    for side in range(2):
        fill_rows(state, pieces, desk.scratch, side)
        for index in range(SIDE_ROWS):
            desk.notes[OUR_ROWS + side * SIDE_ROWS + index] = desk.scratch[SIDE_AT + side * SIDE_ROWS + index]
    for slot in range(state[BOARD + SIDE + COUNT]):
        unit = state[BOARD + SIDE + CARDS + slot]
        worth = POINT * pieces[KIND_VALUES + pieces[UNITS + unit * UNIT_SIZE + UNIT_CLASS]]
        desk.notes[THEIR_ROWS + slot * UNIT_WIDTH + WORTH] = worth if state[FIGHT] == BOARD_FIGHT else 0


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
            row = OUR_ROWS + (actions[index] - ASSIGN) % ATTACKER_SLOTS * UNIT_WIDTH
            lay_fight(state, pieces, desk)
            add_token(pieces, desk.notes, row, token, 1)
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
        plan_attacker(desk.notes, own_rolls, their_face, desk.scratch)
        kept = desk.notes[VALUES + 6 * own_face + their_face] * 6**own_rolls
        return ROLL if desk.scratch[GAIN + 6 * own_face + their_face] > kept else KEEP
    total = 0
    for face in range(6):
        plan_attacker(desk.notes, own_rolls, face, desk.scratch)
        total += desk.scratch[GAIN + 6 * own_face + face]
    # With more re-rolls left going on can only get better.
    return ROLL if total < 6 * desk.scratch[GAIN + 6 * own_face + their_face] else KEEP


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
        total += find_line_up(pieces, desk, 0, 1, width, True, WORST)
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
