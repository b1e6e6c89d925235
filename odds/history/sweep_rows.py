"""The rows of a sweep of fights: which columns they have, and filling them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from odds.columns import NONE, NUMBER, TEXT, WHOLE, Array, Coded, Column, Data, Words
from odds.history import exact, match_ups, tally
from odds.history.cards import CardSet, Unit
from odds.history.odds import Odds
from odds.history.phrases import write_units
from odds.history.rules import ATTACKER_SLOTS, DEFENDER_SLOTS, Rulings
from odds.history.sweep_grid import Grid
from odds.history.sweep_points import Rows
from odds.history.sweep_spec import Listed

#: Axes that have their column among the results.
OWN_COLUMN = ("method", "fights", "seed")

RESULTS = (
    Column("method", TEXT, "", "exact or monte-carlo"),
    Column("win", NUMBER, "probability", "the attacker wins (R16)"),
    Column("lose", NUMBER, "probability", "the defender wins"),
    Column("nobody", NUMBER, "probability", "nobody wins"),
    Column("win_fraction", TEXT, "probability", "win as an exact fraction; empty where it is sampled"),
    Column("lose_fraction", TEXT, "probability", "lose as an exact fraction; empty where it is sampled"),
    Column("nobody_fraction", TEXT, "probability", "nobody as an exact fraction; empty where it is sampled"),
    Column("expected_attackers_deployed", NUMBER, "units", "units on the attacker board, reinforcements included"),
    Column("expected_attacker_survivors", NUMBER, "units", "attackers standing at the end"),
    Column("expected_defender_survivors", NUMBER, "units", "defenders standing at the end"),
    Column("expected_conquered", NUMBER, "units", "units conquered from the board (R17)"),
    Column("expected_unit_vp", NUMBER, "VP", "worth of the units conquered"),
    Column("expected_relic_vp", NUMBER, "VP", "worth of the relic kept (R18)"),
    Column("expected_vp", NUMBER, "VP", "units, relic and medal together"),
)
SAMPLED = (
    Column("fights", WHOLE, "fights", "fights sampled; empty where the row is exact", optional=True),
    Column("seed", WHOLE, "", "seed of the row's sample, as for odds attack --seed", optional=True),
    Column("win_low", NUMBER, "probability", "lower end of the 95 % interval of win; empty where exact"),
    Column("win_high", NUMBER, "probability", "upper end of the 95 % interval of win; empty where exact"),
)
CHALLENGE = (
    Column("expected_medal_vp", NUMBER, "VP", "worth of the medal won (R19); empty where medals are not known"),
    Column("expected_honour_vp", NUMBER, "VP", "honour tokens the beaten defender gets (R19)"),
    Column("opponent_vp", NUMBER, "VP", "what the fight gives the opponent"),
)


@dataclass(frozen=True)
class World:
    """One card set of a sweep, with the line-ups and targets listed from it."""

    card_set: CardSet
    attackers: list[Listed]
    targets: list[Listed]
    rulings: Rulings
    phrases: dict[Unit, str] = field(default_factory=dict, compare=False, repr=False)

    def phrase(self, units: Sequence[Unit]) -> str:
        """Return a phrase that the card set reads back to these units."""
        for unit in units:
            if unit not in self.phrases:
                self.phrases[unit] = write_units([unit], self.card_set)
        return ", ".join([self.phrases[unit] for unit in units]) or "none"


def axis_column(name: str, values: Sequence[Any]) -> Column:
    """Return the column of an axis: whole numbers, numbers or words, as its values are."""
    if all(type(value) is int for value in values):
        return Column(name, WHOLE, "", "axis of the grid")
    if all(isinstance(value, float) for value in values):
        return Column(name, NUMBER, "", "axis of the grid")
    return Column(name, TEXT, "", "axis of the grid")


class Filling:
    """The columns of a part while they are filled: `row`, `card_set` and the axes are there from the start."""

    def __init__(self, columns: Sequence[Column], card_sets: Sequence[CardSet], grid: Grid, rows: Rows) -> None:
        self.rows = rows
        count = len(rows.numbers)
        self._words = {column.name: Words(count) for column in columns if column.kind == TEXT}
        self._numbers: dict[str, Array] = {
            column.name: np.full(count, NONE, np.int64) if column.kind == WHOLE else np.full(count, np.nan)
            for column in columns
            if column.kind != TEXT
        }
        self._numbers["row"][:] = rows.numbers
        self._words["card_set"].put(slice(None), rows.worlds, [card_set.name for card_set in card_sets])
        for index, axis in enumerate(grid.axes):
            if axis.name in OWN_COLUMN:
                continue
            stride = prod(len(later.values) for later in grid.axes[index + 1 :])
            digits = rows.points // stride % len(axis.values)
            if axis.name in self._words:
                self._words[axis.name].put(slice(None), digits, [word_of(value) for value in axis.values])
            else:
                self._numbers[axis.name][:] = np.array(axis.values)[digits]

    def put(self, where: int, values: Mapping[str, Any]) -> None:
        """Write values of one row; what the table has no column for is left out."""
        for name, value in values.items():
            if name in self._words:
                self._words[name].put([where], np.zeros(1, np.int64), [word_of(value)])
            elif name in self._numbers:
                self._numbers[name][where] = value

    def put_rows(self, where: Array, data: Data, taken: Any = slice(None)) -> None:
        """Write columns of the rows `where`: of `data` the rows `taken`."""
        for name, values in data.items():
            if isinstance(values, Coded):
                self.put_words(where, name, values.codes[taken], values.values)
            else:
                self._numbers[name][where] = values[taken]

    def put_words(self, where: Any, column: str, codes: Array, words: Sequence[str]) -> None:
        """Write a column of words of the rows `where`: `words[code]` for each code."""
        self._words[column].put(where, codes, words)

    def finished(self) -> dict[str, Array | Coded]:
        """Return the columns."""
        return {**self._numbers, **{name: words.coded() for name, words in self._words.items()}}


class Table(Filling):
    """The columns of a part of a sweep of fights."""

    def __init__(self, columns: Sequence[Column], worlds: Sequence[World], grid: Grid, rows: Rows) -> None:
        super().__init__(columns, [world.card_set for world in worlds], grid, rows)
        for number, world in enumerate(worlds):
            self._name(np.flatnonzero(rows.worlds == number), world)

    def _name(self, where: Array, world: World) -> None:
        """Write which line-ups of a card set stand in the rows `where`."""
        for listed, numbers, names, homes in (
            (world.attackers, self.rows.ours, "attackers", "home"),
            (world.targets, self.rows.theirs, "defenders", "era"),
        ):
            used, codes = np.unique(numbers[where], return_inverse=True)
            phrases = [world.phrase(listed[index].units) for index in used]
            self._words[names].put(where, codes, phrases)
            self._words[homes].put(where, codes, [listed[index].home for index in used])

    def put_many(self, where: Array, found: match_ups.MatchUps) -> None:
        """Write exact results of many rows."""
        self._set(where, "method", "exact")
        for column, index in (("win", match_ups.WON), ("lose", match_ups.WON + 1), ("nobody", match_ups.WON + 2)):
            self._numbers[column][where] = found.share(index)
            different, codes = np.unique(found.sums[:, index], return_inverse=True)
            fractions = [str(Fraction(int(ways), found.ways)) for ways in different]
            self._words[f"{column}_fraction"].put(where, codes.reshape(-1), fractions)
        for column, values in (
            ("expected_attackers_deployed", found.deployed),
            ("expected_attacker_survivors", found.attackers_left),
            ("expected_defender_survivors", found.defenders_left),
            ("expected_conquered", found.conquered),
            ("expected_unit_vp", found.unit_vp),
            ("expected_relic_vp", found.relic_vp),
            ("expected_medal_vp", found.medal_vp),
            ("expected_honour_vp", found.honour_vp),
            ("opponent_vp", found.opponent_vp),
            ("expected_vp", found.vp),
        ):
            if column in self._numbers:
                self._numbers[column][where] = values

    def put_one(self, where: int, odds: Odds, sums: exact.Sums, seed: int) -> None:
        """Write the answer of one row."""
        low, high = odds.win_interval or (np.nan, np.nan)
        medal = np.nan if odds.expected_medal_vp is None else odds.expected_medal_vp
        values = {
            "method": odds.method,
            **{
                f"{name}_fraction": odds.fractions[name] if odds.fractions else "" for name in ("win", "lose", "nobody")
            },
            "fights": NONE if odds.fights is None else odds.fights,
            "seed": seed,
            "win_low": low,
            "win_high": high,
            "win": odds.win,
            "lose": odds.lose,
            "nobody": odds.nobody,
            "expected_attackers_deployed": _mean(sums, tally.DEPLOYED, ATTACKER_SLOTS),
            "expected_attacker_survivors": _mean(sums, tally.ATTACKERS_LEFT, ATTACKER_SLOTS),
            "expected_defender_survivors": _mean(sums, tally.DEFENDERS_LEFT, DEFENDER_SLOTS),
            "expected_conquered": odds.conquered["expected"],
            "expected_unit_vp": odds.expected_unit_vp,
            "expected_relic_vp": odds.expected_relic_vp,
            "expected_medal_vp": medal,
            "expected_honour_vp": odds.expected_honour_vp,
            "opponent_vp": odds.opponent_vp,
            "expected_vp": odds.expected_vp,
        }
        self.put(where, values)

    def _set(self, where: Any, column: str, word: str) -> None:
        self._words[column].put(where, np.zeros(len(where), np.int64), [word])


def _mean(sums: exact.Sums, first: int, most: int) -> float:
    return float(sum(count * sums.sums[first + count] for count in range(most + 1)) / sums.total)


def word_of(value: Any) -> str:
    """Return a value of an axis as a word of its column."""
    return str(value).lower() if isinstance(value, bool) else str(value)
