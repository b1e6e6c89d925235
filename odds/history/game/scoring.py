"""The points at the end of a game, by source, and who wins (C). Numba's subset."""

from __future__ import annotations

from collections.abc import Sequence

from odds.history.fight import Numbers
from odds.history.game.pieces import (
    HERO,
    KIND_VALUES,
    MEDAL_COUNT,
    MEDAL_SIZE,
    MEDAL_VALUE,
    MEDALS,
    RELIC_COUNT,
    RELIC_ERA,
    RELIC_SIZE,
    RELIC_VALUES,
    RELICS,
    UNIT_CLASS,
    UNIT_SIZE,
    UNITS,
)
from odds.history.game.state import (
    ARMY,
    ARMY_SIZE,
    ERA_COUNT,
    HONOUR,
    MAX_UNITS,
    MEDAL_ZONE,
    OWNED,
    OWNED_RELICS,
    PLAYER,
    PLAYER_SIZE,
    RELIC_ZONE,
    SEATS,
    WON,
)
from odds.history.rules import RELIC_POINTS

# Sources of points, in the order of `score`; then what ties are broken by.
UNIT_POINTS = 0
HERO_POINTS = 1
SOURCE_RELICS = 2
SOURCE_MEDALS = 3
SOURCE_HONOUR = 4
SOURCES = 5
TOTAL = 5
RELIC_CARDS = 6  # relic cards, the first thing that breaks a tie
HEROES = 7  # heroes, the second
SHARE = 8  # players that share first place with this one, itself too; 0 for who does not win
SCORE_SIZE = 9


def score(state: Numbers, pieces: Sequence[int], seat: int, row: Numbers, first: int) -> None:
    """Write a seat's points as they are now (C), `SCORE_SIZE` numbers from index `first` on, but for SHARE."""
    for index in range(SCORE_SIZE):
        row[first + index] = 0
    player = PLAYER + seat * PLAYER_SIZE
    army = ARMY + seat * MAX_UNITS
    for place in range(state[player + ARMY_SIZE]):
        kind = pieces[UNITS + state[army + place] * UNIT_SIZE + UNIT_CLASS]
        if kind == HERO:
            row[first + HEROES] += 1
            row[first + HERO_POINTS] += pieces[KIND_VALUES + kind]
        else:
            row[first + UNIT_POINTS] += pieces[KIND_VALUES + kind]
    for era in range(ERA_COUNT):
        owned = 0
        for relic in range(pieces[RELIC_COUNT]):
            if state[RELIC_ZONE + relic] == OWNED + seat and pieces[RELICS + relic * RELIC_SIZE + RELIC_ERA] == era:
                owned += 1
        row[first + SOURCE_RELICS] += pieces[RELIC_VALUES + min(owned, len(RELIC_POINTS) - 1)]
    for medal in range(pieces[MEDAL_COUNT]):
        if state[MEDAL_ZONE + medal] == WON + seat:
            row[first + SOURCE_MEDALS] += pieces[MEDALS + medal * MEDAL_SIZE + MEDAL_VALUE]
    row[first + SOURCE_HONOUR] = state[player + HONOUR]
    row[first + RELIC_CARDS] = state[player + OWNED_RELICS]
    for source in range(SOURCES):
        row[first + TOTAL] += row[first + source]


def score_all(state: Numbers, pieces: Sequence[int], rows: Numbers, at: int) -> None:
    """Write the points of all seats from index `at` on, `SCORE_SIZE` numbers each, and who wins: most points, then
    most relic cards, then most heroes, else shared (C).
    """
    seats = state[SEATS]
    for seat in range(seats):
        score(state, pieces, seat, rows, at + seat * SCORE_SIZE)
    best = 0
    share = 1
    for seat in range(1, seats):
        ahead = compare(rows, at + seat * SCORE_SIZE, at + best * SCORE_SIZE)
        if ahead > 0:
            best = seat
            share = 1
        elif ahead == 0:
            share += 1
    for seat in range(seats):
        if compare(rows, at + seat * SCORE_SIZE, at + best * SCORE_SIZE) == 0:
            rows[at + seat * SCORE_SIZE + SHARE] = share


def compare(rows: Numbers, one: int, other: int) -> int:
    """Return 1 where the points at one index stand before those at another, -1 where behind, 0 where level."""
    for field in (TOTAL, RELIC_CARDS, HEROES):
        ahead = rows[one + field] - rows[other + field]
        if ahead != 0:
            return 1 if ahead > 0 else -1
    return 0
