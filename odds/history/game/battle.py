"""The fight of a turn (phase 2): line-ups, reinforcement, dice, spoils (R1, R2, R7-R9, R17-R20).

The fight itself is `odds.history.fight`. Numba's subset.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.history.faces import has_negative
from odds.history.fight import (
    ARENA_SIZE,
    REINFORCEMENT,
    REROLL,
    SIDE_ROWS,
    SLOTS,
    UNIT_WIDTH,
    Numbers,
    count_bits,
    fight,
    set_up,
    winner,
)
from odds.history.game.outcomes import side_die
from odds.history.game.pieces import (
    DICE_AT,
    DRAWS_OF,
    MEDAL_COUNT,
    RELIC_COUNT,
    TOKEN_SIZE,
    TOKENS,
    UNIT_SIZE,
    UNITS,
)
from odds.history.game.piles import discharge, enlist, is_hero, leave_hand, move_unit, spend_token, unit_era
from odds.history.game.state import (
    ASIDE,
    ATTACKERS,
    BOARD,
    BOARD_FIGHT,
    CARDS,
    CHALLENGE_FIGHT,
    CHALLENGED,
    COUNT,
    DEFENDERS,
    DEPLOYED,
    DISCARD,
    DISMISSED,
    DRAWN,
    EMPTY_FIGHTS,
    ERA_DISCARD,
    FACE,
    FIGHT,
    HONOUR,
    HONOUR_LEFT,
    IN_USE,
    LINE_DEFLECTION,
    MAX_MEDALS,
    MEDAL_SEEN,
    MEDAL_TURN,
    MEDAL_ZONE,
    MEDALS_DUE,
    OUTCOME,
    OWN_MEDALS,
    OWNED,
    OWNED_RELICS,
    PILE,
    PLAYER,
    PLAYER_SIZE,
    RELIC_ZONE,
    RELICS_DUE,
    RELICS_LEFT,
    REROLLS,
    RESULT,
    SIDE,
    TURN,
    TURNS,
    UNIT_TOKENS,
    UNIT_ZONE,
    USED_UP,
    WON,
)
from odds.history.rules import (
    ATTACKER_SLOTS,
    DEFENDER_SLOTS,
    MEDALS_DRAWN,
    UNITS_PER_HONOUR_TOKEN,
)

# Scratch of the engine: the arena of the fight and the rows of both sides.
SIDE_AT = ARENA_SIZE  # SIDE_AT + SIDE_ROWS * side
SCRATCH_SIZE = ARENA_SIZE + 2 * SIDE_ROWS


def board_seat(state: Numbers, side: int) -> int:
    """Return the seat that fights on a side; the board's defenders have none: -1."""
    return state[TURN] if side == 0 else state[CHALLENGED]


def set_on_board(state: Numbers, side: int, unit: int) -> None:
    """Put a unit on the first free slot behind a side's line-up; its zone is already the board's."""
    base = BOARD + side * SIDE
    state[base + CARDS + state[base + COUNT]] = unit
    state[base + COUNT] += 1


def deploy(state: Numbers, pieces: Sequence[int], side: int, kind: int) -> None:
    """Deploy a card from hand (R1)."""
    zone = ATTACKERS if side == 0 else DEFENDERS
    unit = leave_hand(state, pieces, board_seat(state, side), kind, zone)
    set_on_board(state, side, unit)
    state[BOARD + side * SIDE + DEPLOYED] += 1


def assign(state: Numbers, side: int, kind: int, slot: int) -> None:
    """Put a war token on a unit (R7)."""
    token = spend_token(state, board_seat(state, side), kind, IN_USE)
    state[BOARD + side * SIDE + UNIT_TOKENS + slot] = token


def is_due(state: Numbers, pieces: Sequence[int], side: int) -> bool:
    """Return whether a side has still reinforcement to draw, and a slot for it (R2)."""
    base = BOARD + side * SIDE
    count = state[base + COUNT]
    if count >= (ATTACKER_SLOTS if side == 0 else DEFENDER_SLOTS):
        return False
    due = state[base + DEPLOYED] - count
    for slot in range(count):
        due += pieces[UNITS + state[base + CARDS + slot] * UNIT_SIZE + REINFORCEMENT]
    return due > 0


def fill_rows(state: Numbers, pieces: Sequence[int], scratch: Numbers, side: int) -> None:
    """Write a side's line-up into the scratch rows, its tokens added (R7)."""
    base = BOARD + side * SIDE
    for slot in range(state[base + COUNT]):
        unit = UNITS + state[base + CARDS + slot] * UNIT_SIZE
        row = SIDE_AT + side * SIDE_ROWS + slot * UNIT_WIDTH
        for index in range(UNIT_WIDTH):
            scratch[row + index] = pieces[unit + index]
        token = state[base + UNIT_TOKENS + slot]
        if token >= 0:
            for index in range(UNIT_WIDTH):
                scratch[row + index] += pieces[TOKENS + token * TOKEN_SIZE + index]


def count_rerolls(state: Numbers, pieces: Sequence[int]) -> None:
    """Note how often each side may roll its die again: the symbols of its units and their tokens (R9)."""
    for side in range(2):
        base = BOARD + side * SIDE
        symbols = 0
        for slot in range(state[base + COUNT]):
            symbols += pieces[UNITS + state[base + CARDS + slot] * UNIT_SIZE + REROLL]
            token = state[base + UNIT_TOKENS + slot]
            if token >= 0:
                symbols += pieces[TOKENS + token * TOKEN_SIZE + REROLL]
        state[base + REROLLS] = symbols


def shows_negative(state: Numbers, pieces: Sequence[int]) -> bool:
    """Return whether the defender's face has a negative value (R9)."""
    return has_negative(pieces, DICE_AT + side_die(state, 1), state[BOARD + SIDE + FACE])


def resolve(state: Numbers, pieces: Sequence[int], scratch: Numbers) -> None:
    """Fight the fight (R3-R16) and hand out what needs no choice (R17-R19)."""
    fill_rows(state, pieces, scratch, 0)
    fill_rows(state, pieces, scratch, 1)
    attackers = state[BOARD + COUNT]
    defenders = state[BOARD + SIDE + COUNT]
    set_up(scratch, scratch, SIDE_AT, attackers, scratch, SIDE_AT + SIDE_ROWS, defenders, None)
    code = fight(
        scratch,
        pieces,
        DICE_AT + side_die(state, 0) + 3 * state[BOARD + FACE],
        DICE_AT + side_die(state, 1) + 3 * state[BOARD + SIDE + FACE],
        state[LINE_DEFLECTION] != 0,
        state[EMPTY_FIGHTS] != 0,
        None,
    )
    left = count_bits(code)
    state[OUTCOME] = code
    state[RESULT] = winner(left, count_bits(code >> SLOTS))
    if state[FIGHT] == BOARD_FIGHT:
        take_spoils(state, pieces, code)
    elif state[RESULT] == 0:
        tokens = min((attackers - left) // UNITS_PER_HONOUR_TOKEN, state[HONOUR_LEFT])
        state[PLAYER + state[CHALLENGED] * PLAYER_SIZE + HONOUR] += tokens
        state[HONOUR_LEFT] -= tokens
    if state[RESULT] == 0:
        state[RELICS_DUE] = pieces[DRAWS_OF + attackers]
    if state[FIGHT] == CHALLENGE_FIGHT and state[RESULT] != 2:
        state[MEDALS_DUE] = MEDALS_DRAWN


def take_spoils(state: Numbers, pieces: Sequence[int], code: int) -> None:
    """Move the board's defenders: the defeated to the attacker's discard pile, the others to their era's (R17)."""
    seat = state[TURN]
    base = BOARD + SIDE
    for slot in range(state[base + COUNT]):
        unit = state[base + CARDS + slot]
        if (code >> (SLOTS + slot)) & 1 == 0:
            move_unit(state, unit, DISCARD + seat)
            enlist(state, seat, unit)
        else:
            move_unit(state, unit, ERA_DISCARD + unit_era(pieces, unit))


def winning_seat(state: Numbers) -> int:
    """Return the seat that won the fight of this turn, -1 for none."""
    if state[RESULT] == 0:
        return state[TURN]
    return state[CHALLENGED] if state[RESULT] == 1 else -1


def keep_medal(state: Numbers, pieces: Sequence[int], kept: int, from_seat: int) -> None:
    """Keep one of the medals drawn and give the others back (R19); `kept` is a medal that was drawn."""
    seat = winning_seat(state)
    for medal in range(pieces[MEDAL_COUNT]):
        if state[MEDAL_ZONE + medal] != DRAWN:
            continue
        if medal == kept:
            state[MEDAL_ZONE + medal] = WON + seat
            state[MEDAL_TURN + medal] = state[TURNS]
        else:
            state[MEDAL_ZONE + medal] = OWNED + from_seat
            state[MEDAL_SEEN + seat * MAX_MEDALS + medal] = state[TURNS]
            state[PLAYER + from_seat * PLAYER_SIZE + OWN_MEDALS] += 1


def keep_relic(state: Numbers, pieces: Sequence[int], kept: int) -> None:
    """Keep one of the relics drawn (R18): the others are discarded, or go back to the player they are of (R19)."""
    seat = state[TURN]
    for relic in range(pieces[RELIC_COUNT]):
        if state[RELIC_ZONE + relic] != DRAWN:
            continue
        if relic == kept:
            state[RELIC_ZONE + relic] = OWNED + seat
            state[PLAYER + seat * PLAYER_SIZE + OWNED_RELICS] += 1
        elif state[FIGHT] == CHALLENGE_FIGHT:
            state[RELIC_ZONE + relic] = OWNED + state[CHALLENGED]
            state[PLAYER + state[CHALLENGED] * PLAYER_SIZE + OWNED_RELICS] += 1
        else:
            state[RELIC_ZONE + relic] = USED_UP


def draw_relic(state: Numbers, relic: int) -> None:
    """Draw a relic to look at: from the stack, or from the challenged player's (R18, R19)."""
    if state[RELIC_ZONE + relic] == PILE:
        state[RELICS_LEFT] -= 1
    else:
        state[PLAYER + state[CHALLENGED] * PLAYER_SIZE + OWNED_RELICS] -= 1
    state[RELIC_ZONE + relic] = DRAWN
    state[RELICS_DUE] -= 1


def collect(state: Numbers, pieces: Sequence[int]) -> None:
    """Clear the boards: each player's cards to the own discard pile (D3), heroes set aside (R20)."""
    for side in range(2):
        base = BOARD + side * SIDE
        seat = board_seat(state, side)
        for slot in range(state[base + COUNT]):
            unit = state[base + CARDS + slot]
            if state[UNIT_ZONE + unit] == ATTACKERS or state[UNIT_ZONE + unit] == DEFENDERS:
                move_unit(state, unit, (ASIDE if is_hero(pieces, unit) else DISCARD) + seat)
            state[base + CARDS + slot] = -1
            state[base + UNIT_TOKENS + slot] = -1
        state[base + COUNT] = 0
        state[base + DEPLOYED] = 0
        state[base + FACE] = -1
        state[base + REROLLS] = 0


def dismiss(state: Numbers, pieces: Sequence[int], seat: int, kind: int) -> None:
    """Dismiss a hand card from the game (D1)."""
    unit = leave_hand(state, pieces, seat, kind, DISMISSED)
    discharge(state, seat, unit)
