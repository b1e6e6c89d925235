"""What is at stake in a fight: relics, medals, honour tokens, and the prices of what is spent. Numba's subset.

Everything is in parts of a victory point (`desk.POINT`). Only what a seat may know is read: a medal face down
may be any of those that the seat has not won itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.history.advise.bound import PRIZE_HONOUR, PRIZE_LOSE, PRIZE_WIN
from odds.history.advise.pricing import Weights
from odds.history.fight import Numbers
from odds.history.game.bots.desk import GRUDGE, POINT, PRIZES_AT, RELIC_COUNTS, STEPS_MOST
from odds.history.game.pieces import (
    DRAWS_OF,
    MEDAL_COUNT,
    MEDAL_OWNER,
    MEDAL_SIZE,
    MEDAL_VALUE,
    MEDALS,
    RELIC_COUNT,
    RELIC_ERA,
    RELIC_SIZE,
    RELIC_VALUES,
    RELICS,
)
from odds.history.game.state import (
    BOX,
    MEDAL_ZONE,
    OWN_MEDALS,
    OWNED,
    PILE,
    PLAYER,
    PLAYER_SIZE,
    RELIC_ZONE,
    RELICS_LEFT,
    SABATON,
    USED_UP,
    WON,
)
from odds.history.rules import ATTACKER_SLOTS, MEDALS_DRAWN, RELIC_POINTS

#: Prices as advice has them: of a war token used, of a hero's only fight, of a hand card deployed.
TOKEN_PRICE = int(-Weights.token * POINT)
HERO_PRICE = int(-Weights.hero_use * POINT)
CARD_PRICE = int(-Weights.card * POINT)


def owned_of_era(state: Numbers, pieces: Sequence[int], seat: int, era: int) -> int:
    """Return how many relics of an era a seat owns."""
    count = 0
    for relic in range(pieces[RELIC_COUNT]):
        if state[RELIC_ZONE + relic] == OWNED + seat and pieces[RELICS + relic * RELIC_SIZE + RELIC_ERA] == era:
            count += 1
    return count


def relic_step(pieces: Sequence[int], owned: int) -> int:
    """Return the points that one relic more of an era adds to `owned` (C)."""
    last = len(RELIC_POINTS) - 1
    return pieces[RELIC_VALUES + min(owned + 1, last)] - pieces[RELIC_VALUES + min(owned, last)]


def next_relic(state: Numbers, pieces: Sequence[int], seat: int, relic: int) -> int:
    """Return the points that a relic would add to a seat's."""
    era = pieces[RELICS + relic * RELIC_SIZE + RELIC_ERA]
    return relic_step(pieces, owned_of_era(state, pieces, seat, era))


def last_relic(state: Numbers, pieces: Sequence[int], seat: int, relic: int) -> int:
    """Return the points that a seat would lose with one of its relics."""
    era = pieces[RELICS + relic * RELIC_SIZE + RELIC_ERA]
    return relic_step(pieces, owned_of_era(state, pieces, seat, era) - 1)


def count_relics(state: Numbers, pieces: Sequence[int], seat: int, zone: int, losing: bool, notes: Numbers) -> int:
    """Count the relics of a zone by the points one of them adds to a seat's, or takes from them.

    Returns:
        How many relics there are.
    """
    total = 0
    for step in range(STEPS_MOST):
        notes[RELIC_COUNTS + step] = 0
    for relic in range(pieces[RELIC_COUNT]):
        if state[RELIC_ZONE + relic] == zone:
            step = last_relic(state, pieces, seat, relic) if losing else next_relic(state, pieces, seat, relic)
            notes[RELIC_COUNTS + min(step, STEPS_MOST - 1)] += 1
            total += 1
    return total


def best_of_counted(notes: Numbers, total: int, draws: int) -> int:
    """Return what the best of some relics drawn from those counted is worth on average."""
    draws = min(draws, total)
    worth = 0
    below = 0
    if draws <= 0:
        return 0
    for step in range(1, STEPS_MOST):
        below += notes[RELIC_COUNTS + step - 1]
        worse = 1
        every = 1
        for drawn in range(draws):
            worse *= max(0, below - drawn)
            every *= total - drawn
        worth += POINT * (every - worse) // every
        if below == total:
            break
    return worth


def medal_worth(state: Numbers, pieces: Sequence[int], seat: int, loser: int) -> int:
    """Return what the best of two of a loser's medals is worth on average to a seat that has not seen them (R19)."""
    sabaton = state[PLAYER + loser * PLAYER_SIZE + SABATON]
    draws = min(MEDALS_DRAWN, state[PLAYER + loser * PLAYER_SIZE + OWN_MEDALS])
    if draws == 0:
        return 0
    total = 0
    pairs = 0
    for one in range(pieces[MEDAL_COUNT]):
        if not may_lie_there(state, pieces, seat, sabaton, one):
            continue
        for other in range(one, pieces[MEDAL_COUNT]):
            if (one == other) != (draws == 1) or not may_lie_there(state, pieces, seat, sabaton, other):
                continue
            total += POINT * max(medal_value(pieces, one), medal_value(pieces, other))
            pairs += 1
    return total // max(1, pairs)


def medal_value(pieces: Sequence[int], medal: int) -> int:
    """Return the points of a medal."""
    return pieces[MEDALS + medal * MEDAL_SIZE + MEDAL_VALUE]


def may_lie_there(state: Numbers, pieces: Sequence[int], seat: int, sabaton: int, medal: int) -> bool:
    """Return whether a medal is one of a Sabaton's that a seat has not won itself."""
    if pieces[MEDALS + medal * MEDAL_SIZE + MEDAL_OWNER] != sabaton:
        return False
    return state[MEDAL_ZONE + medal] != BOX and state[MEDAL_ZONE + medal] != WON + seat


def set_board_prizes(state: Numbers, pieces: Sequence[int], seat: int, notes: Numbers) -> None:
    """Set what a seat wins against the board: a relic (R18)."""
    total = count_relics(state, pieces, seat, PILE, False, notes)
    if state[RELICS_LEFT] == 0:
        total = count_relics(state, pieces, seat, USED_UP, False, notes)
    for units in range(ATTACKER_SLOTS + 1):
        notes[PRIZES_AT + PRIZE_WIN + units] = best_of_counted(notes, total, pieces[DRAWS_OF + units])
    notes[PRIZES_AT + PRIZE_LOSE] = 0
    notes[PRIZES_AT + PRIZE_HONOUR] = 0


def set_challenge_prizes(
    state: Numbers,
    pieces: Sequence[int],
    attacker: int,
    defender: int,
    for_attacker: bool,
    notes: Numbers,
) -> None:
    """Set what a challenge is worth to one of its two sides (R19), counted as the attacker's gain.

    Args:
        state, pieces: The position and the numbers of the pieces.
        attacker, defender: Their seats.
        for_attacker: Whether the attacker weighs it; else the defender, whose gain is the attacker's loss here.
        notes: Of the desk.
    """
    grudge = notes[GRUDGE]
    weigher = attacker if for_attacker else defender
    other = defender if for_attacker else attacker
    lost_medal = grudge * medal_worth(state, pieces, -1, weigher) // POINT
    won_medal = medal_worth(state, pieces, weigher, other)
    total = count_relics(state, pieces, weigher, OWNED + defender, not for_attacker, notes)
    for units in range(ATTACKER_SLOTS + 1):
        relic = best_of_counted(notes, total, pieces[DRAWS_OF + units])
        if for_attacker:
            notes[PRIZES_AT + PRIZE_WIN + units] = relic + grudge * min(relic, POINT) // POINT + won_medal
        else:
            notes[PRIZES_AT + PRIZE_WIN + units] = relic + lost_medal
    notes[PRIZES_AT + PRIZE_LOSE] = -lost_medal if for_attacker else -won_medal
    notes[PRIZES_AT + PRIZE_HONOUR] = -grudge if for_attacker else -POINT
