"""Which battle line decides a fight, and what falls in each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import pandas as pd

from odds.history.cards import CardSet
from odds.history.encode import DICE
from odds.history.faces import RISKY, STRONG, attacker_die
from odds.history.fight import ATTACKER, EVENT_DEFEATED, EVENT_EMPTY, EVENT_LINE, fight, winner
from odds.history.provenance import set_notes
from odds.history.query import Query
from odds.history.rules import DEFAULT_RULINGS, LINES, Rulings
from odds.history.studies.base import Study, mean_interval
from odds.history.studies.pairs import Pair, method, pairs_of
from odds.history.studies.spread import Fight, told
from odds.history.words import names, percent

#: The row of fights in which no line changed who would win: the line-ups alone decided.
NO_LINE = "none"

#: What is added up for each line.
QUANTITIES = (
    "decides",
    "fought",
    "damage_to_attackers",
    "damage_to_defenders",
    "attackers_defeated",
    "defenders_defeated",
)
#: Fights whose story is told face by face at the most.
MOST_TOLD = 5_000


def _course(pair: Pair, index: int, rulings: Rulings) -> list[list[int]]:
    """Fight one pair of faces with its events told; return each line's quantities, those of no line last."""
    own = attacker_die(pair.attackers)
    other = STRONG + RISKY - own
    events: list[tuple[int, ...]] = []
    fight(
        pair.arena,
        DICE,
        own + 3 * (index // 6),
        other + 3 * (index % 6),
        rulings.deflection_per == "line",
        rulings.empty_side_fights,
        events,
    )
    values = [[0] * len(QUANTITIES) for _ in range(len(LINES) + 1)]
    standing = [pair.attackers, pair.defenders]
    leaders = [winner(*standing)]
    line = -1
    for event in events:
        if event[0] in (EVENT_LINE, EVENT_EMPTY):
            if line >= 0:
                leaders.append(winner(*standing))
            line = event[1]
            if event[0] == EVENT_LINE:
                _, _, attack, defence, damage = event
                values[line][1] = 1
                values[line][2 if defence > attack else 3] = damage
        elif event[0] == EVENT_DEFEATED:
            standing[event[1]] -= 1
            values[line][4 if event[1] == ATTACKER else 5] += 1
    leaders.append(winner(*standing))
    turns = [place for place in range(len(LINES)) if leaders[place + 1] != leaders[place]]
    values[turns[-1] if turns else len(LINES)][0] = 1
    return values


def _expected(pairs: Iterable[Pair], rulings: Rulings) -> list[list[Fraction]]:
    """Return the expectation of each quantity in each line."""
    sums = [[Fraction(0)] * len(QUANTITIES) for _ in range(len(LINES) + 1)]
    for pair in pairs:
        for index, share in enumerate(pair.shares):
            if share:
                for line, row in enumerate(_course(pair, index, rulings)):
                    for place, value in enumerate(row):
                        if value:
                            sums[line][place] += value * share
    return sums


def lines(query: Query, seed: int = 0) -> Study:
    """Return which line decides one fight, and the damage and defeats of each line.

    A line decides a fight when it is the last one after which somebody else would win (R16) than before it.

    Args:
        query: The attack.
        seed: Seed of drawn reinforcement, where there are too many line-ups to count.

    Returns:
        Frame with a row a line (`line`: ranged, normal, melee, and `none` for fights that no line turns), and for
        each quantity its expectation and 95 % interval (`…_low`, `…_high`; equal to it where it is exact):
        `decides` (probability), `fought` (probability that the line is fought at all, R15), `damage_to_attackers`,
        `damage_to_defenders` (points dealt by the line, heroic death apart, R10), `attackers_defeated`,
        `defenders_defeated` (units).
    """
    pairs, drawn = pairs_of(query, seed)
    if drawn is None:
        expected = _expected(pairs, query.rulings)
        table = [[(float(value),) * 3 for value in row] for row in expected]
    else:
        scaled = [[[value * drawn for value in row] for row in _expected([pair], query.rulings)] for pair in pairs]
        table = _intervals(scaled)
    return Study(
        "lines",
        f"Which line decides when {names(query.attackers)} attack {names(query.defenders)}?",
        _finding(table),
        _frame(table),
        [method(drawn, seed), *set_notes(query.card_set)],
    )


def lines_of_fights(
    fights: Sequence[Fight], card_set: CardSet | None, rulings: Rulings = DEFAULT_RULINGS, seed: int | None = None
) -> Study:
    """Return which line decides over many fights; the columns are those of `lines`.

    Args:
        fights: The fights.
        card_set: Where their cards come from.
        rulings: The open rulings.
        seed: Their seed, if they were drawn; the intervals are those of the mean over all such fights.
    """
    each = []
    for one in fights[:MOST_TOLD]:
        attackers, defenders = one.reinforced()
        pairs, _ = pairs_of(Query(attackers, defenders, rulings=rulings, reinforced=True))
        each.append(_expected(pairs, rulings))
    table = _intervals(each)
    if seed is None:
        table = [[(mean, mean, mean) for mean, _, _ in row] for row in table]
    return Study(
        "lines",
        "Which battle line decides a fight?",
        _finding(table),
        _frame(table),
        [told(fights[:MOST_TOLD], seed), *set_notes(card_set)],
    )


_Interval = tuple[float, float, float]


def _intervals(each: Sequence[Sequence[Sequence[Fraction]]]) -> list[list[_Interval]]:
    return [
        [mean_interval([float(values[line][place]) for values in each]) for place in range(len(QUANTITIES))]
        for line in range(len(LINES) + 1)
    ]


def _frame(table: Sequence[Sequence[_Interval]]) -> pd.DataFrame:
    rows = []
    for name, row in zip((*LINES, NO_LINE), table, strict=True):
        values: dict[str, object] = {"line": name}
        for quantity, (mean, low, high) in zip(QUANTITIES, row, strict=True):
            values |= {quantity: mean, f"{quantity}_low": low, f"{quantity}_high": high}
        rows.append(values)
    return pd.DataFrame(rows)


def _finding(table: Sequence[Sequence[_Interval]]) -> str:
    shares = {name: row[0][0] for name, row in zip((*LINES, NO_LINE), table, strict=True)}
    best = max(LINES, key=lambda name: shares[name])
    return (
        f"{best.capitalize()} decides most often, {percent(shares[best])} of all fights; "
        f"in {percent(shares[NO_LINE])} no line changes who would win"
    )
