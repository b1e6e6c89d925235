"""A sweep of fights: every row one attack, answered exactly or by sampling, many at once where that is possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from odds.columns import NONE, TEXT, WHOLE, Array, Column, Data
from odds.errors import InputError
from odds.history import exact, match_ups, monte_carlo
from odds.history import odds as reports
from odds.history.cards import CardSet, Unit
from odds.history.draws import can_draw
from odds.history.encode import encode_unit
from odds.history.query import Query, encode
from odds.history.rules import ATTACKER_SLOTS, DEFENDER_SLOTS, Rulings
from odds.history.sweep_grid import Changes, Grid, read_grid, setting_at
from odds.history.sweep_points import Product, row_seed
from odds.history.sweep_rows import CHALLENGE, OWN_COLUMN, RESULTS, SAMPLED, Table, World, axis_column
from odds.history.sweep_spec import (
    AXES,
    build_query,
    read_attackers,
    read_option,
    read_options,
    read_rulings,
    read_targets,
)

#: The tables of a spec of this kind.
TABLES = ("attackers", "targets", "fights", "grid", "sample")

#: Rows of a part: exact match-ups are counted by the thousand a second, drawn or sampled fights one by one.
PART_ROWS = 50_000
SLOW_PART_ROWS = 500


class FightSweep:
    """The work of a sweep of fights: rows first to last, each the same whoever computes it.

    Args:
        spec: The spec's tables.
        card_sets: The card sets named in it.
        seed: Seed of the random sample, and of sampled fights.
    """

    def __init__(self, spec: Mapping[str, Any], card_sets: Sequence[CardSet], seed: int) -> None:
        self.options = read_options(spec.get("fights", {}))
        self.worlds = [
            World(
                card_set,
                read_attackers(spec.get("attackers", {}), card_set),
                read_targets(spec.get("targets", {}), card_set, self.options["challenge"]),
                read_rulings(spec.get("fights", {}), card_set),
            )
            for card_set in card_sets
        ]
        self.grid: Grid = read_grid(spec.get("grid", {}), card_sets, AXES, read_option)
        self.seed = seed
        sizes = [(len(world.attackers), len(world.targets)) for world in self.worlds]
        self._product = Product(sizes, self.grid, seed, spec.get("sample"))
        self.rows: int = self._product.rows
        self.check()

    def check(self) -> None:
        """Refuse what the rules do not allow before anything is computed.

        Raises:
            InputError: A line-up, pile or option that cannot be, named by its place in the spec.
        """
        for number, world in enumerate(self.worlds):
            first = world.attackers[0].units, world.targets[0].units
            try:
                query = self._query(number, 0, *first)
            except InputError as error:
                places = {"attackers": "attackers, line-up 1", "--against": "targets, line-up 1"}
                raise InputError(error.message, places.get(error.where, error.where)) from None
            for place, listed in (("attackers", world.attackers), ("targets", world.targets)):
                for index, line_up in enumerate(listed, 1):
                    sides = {"attackers": query.attackers, "defenders": query.defenders}
                    sides["attackers" if place == "attackers" else "defenders"] = line_up.units
                    try:
                        replace(query, **sides)  # type: ignore[arg-type]
                    except InputError as error:
                        raise InputError(error.message, f"{place}, line-up {index}") from None
            for point in self.grid.every_value():
                self._query(number, point, *first)
        methods = self._values_of("method")
        given = [key for key in ("fights", "precision", "seed") if self._values_of(key) != [None]]
        if given and "monte-carlo" not in methods and "auto" not in methods:
            raise InputError('is for sampled fights; add method = "monte-carlo" or leave it out', given[0])

    def _values_of(self, option: str) -> list[Any]:
        axes = [axis for axis in self.grid.axes if axis.name == option]
        return list(axes[0].values) if axes else [self.options.get(option)]

    @property
    def is_slow(self) -> bool:
        """Whether rows are answered one by one: piles to draw from, or fights to sample."""
        return self._values_of("method") != ["exact"] or any(
            value for pile in ("deck", "stack") for value in self._values_of(pile)
        )

    @property
    def notes(self) -> list[str]:
        """What is assumed where the spec says nothing: as the notes of `odds.attack`."""
        found = []
        for pile, whose, listed in (
            ("deck", "the attacker's draw pile", [world.attackers for world in self.worlds]),
            ("stack", "the defender's pile", [world.targets for world in self.worlds]),
        ):
            shown = any(unit.reinforcement for line_ups in listed for one in line_ups for unit in one.units)
            if shown and not any(self._values_of(pile)):
                found.append(f"reinforcement: {whose} was not given ({pile}); taken as empty, nobody comes (R2)")
        if self.options["challenge"]:
            if self._values_of("their_relics") == [None]:
                found.append("relics: the defender's were not given (their_relics); taken as none")
            if self._values_of("medals") == [None]:
                found.append("medals: the loser's were not given (medals); not counted in VP")
        return found

    @property
    def part_rows(self) -> int:
        """Rows of a part where the spec names no number."""
        return SLOW_PART_ROWS if self.is_slow else PART_ROWS

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the result, in order."""
        lead = [
            Column("row", WHOLE, "", "number of the row, from 0"),
            Column("card_set", TEXT, "", "name of the card set"),
            *(axis_column(axis.name, axis.values) for axis in self.grid.axes if axis.name not in OWN_COLUMN),
            Column("home", TEXT, "", "the Sabaton or hand the line-up is from; empty where it was named"),
            Column("attackers", TEXT, "", "the attackers' line-up, front unit first"),
            Column("era", TEXT, "", "the era the target was listed for; empty where it was named"),
            Column("defenders", TEXT, "", "the target, front unit first"),
        ]
        results = list(RESULTS)
        if self._values_of("method") != ["exact"]:
            results[1:1] = SAMPLED
        if self.options["challenge"]:
            results[-1:-1] = CHALLENGE
        return (*lead, *results)

    def compute(self, first: int, last: int) -> Data:
        """Return the rows `first` to `last` as columns."""
        rows = self._product.part(first, last)
        table = Table(self.columns, self.worlds, self.grid, rows)
        for world, point, where in rows.groups():
            self._answer(table, world, point, where)
        return table.finished()

    def warm(self) -> None:
        """Compile what the rows need, so that workers find it in the cache."""
        if self.rows:
            self.compute(0, 1)

    def setting(self, number: int, point: int) -> tuple[dict[str, Any], Rulings, Changes]:
        """Return options, rulings and changed cards at a point of the grid."""
        world = self.worlds[number]
        return setting_at(self.grid, point, world.card_set, number, self.options, world.rulings)

    def _query(self, number: int, point: int, ours: tuple[Unit, ...], theirs: tuple[Unit, ...]) -> Query:
        options, rulings, changes = self.setting(number, point)
        query = build_query(ours, theirs, options, rulings, self.worlds[number].card_set)
        query.prizes()  # refuses more relics than there are
        return _changed(query, changes) if changes else query

    def _answer(self, table: Table, number: int, point: int, where: Array) -> None:
        """Answer the rows `where` of a part, which all stand at one point of the grid."""
        world = self.worlds[number]
        options, rulings, changes = self.setting(number, point)
        own_numbers, ours = np.unique(table.rows.ours[where], return_inverse=True)
        their_numbers, theirs = np.unique(table.rows.theirs[where], return_inverse=True)
        attackers = [_all(changes, world.attackers[index].units) for index in own_numbers]
        defenders = [_all(changes, world.targets[index].units) for index in their_numbers]
        query = build_query(attackers[0], defenders[0], options, rulings, world.card_set)
        query = _changed(query, changes) if changes else query
        terms = match_ups.terms_of(query)
        own, other = match_ups.attacking_side(attackers), match_ups.defending_side(defenders, terms)
        known = (options["method"] != "monte-carlo" and not _samples(options)) & ~(
            _drawing(attackers, query.deck, ATTACKER_SLOTS)[ours]
            | _drawing(defenders, query.stack, DEFENDER_SLOTS)[theirs]
        )
        rerolls = own.rerolls[ours] + other.rerolls[theirs]
        most = next((k for k in range(60) if not match_ups.fits(k, terms)), 60)
        known &= rerolls < most
        if known.any():
            found = match_ups.solve(own, other, ours[known], theirs[known], terms)
            table.put_many(where[known], found)
        for index in np.flatnonzero(~known):
            one = replace(query, attackers=attackers[ours[index]], defenders=defenders[theirs[index]])
            row = int(table.rows.numbers[where[index]])
            table.put_one(where[index], *self._ask(one, options, row))

    def _ask(self, query: Query, options: Mapping[str, Any], row: int) -> tuple[reports.Odds, exact.Sums, int]:
        """Answer one row alone; as `odds.attack`, but under one reading of R15 only."""
        encoded = encode(query)
        method = options["method"]
        if method == "exact" or (method == "auto" and not _samples(options)):
            limit = exact.MOST_PAIRS if method == "exact" else exact.AUTO_PAIRS
            pairs = exact.enumerate_pairs(query, encoded, limit)
            if pairs is not None:
                sums = exact.solve(query, encoded, pairs)
                return reports.report_of(query, encoded, sums, None, None, None), sums, NONE
            if method == "exact":
                how = 'use method = "monte-carlo"'
                raise InputError(f"more than {limit:,} pairs of drawn line-ups; {how}", f"row {row}")
        seed = options.get("seed", row_seed(self.seed, row))
        run = monte_carlo.sample(query, encoded, seed, options.get("fights"), options.get("precision"))
        if run.interrupted:
            raise KeyboardInterrupt
        return reports.report_of(query, encoded, run.sums, None, run, seed), run.sums, seed


def _samples(options: Mapping[str, Any]) -> bool:
    return options["method"] == "auto" and (options.get("fights") is not None or options.get("precision") is not None)


def _changed(query: Query, changes: Changes) -> Query:
    return replace(
        query,
        attackers=_all(changes, query.attackers),
        defenders=_all(changes, query.defenders),
        deck=_all(changes, query.deck),
        stack=_all(changes, query.stack),
    )


def _all(changes: Changes, units: Sequence[Unit]) -> tuple[Unit, ...]:
    return tuple(changes.of(unit) for unit in units) if changes else tuple(units)


def _drawing(line_ups: Sequence[Sequence[Unit]], pile: Sequence[Unit], slots: int) -> Array:
    """Return which line-ups draw reinforcement from a pile (R2)."""
    if not pile:
        return np.zeros(len(line_ups), bool)
    card = encode_unit(pile[0])
    return np.array(
        [can_draw([number for unit in line_up for number in encode_unit(unit)], slots, card) for line_up in line_ups],
        bool,
    )


def prepare(spec: Mapping[str, Any], card_sets: Sequence[CardSet], seed: int) -> FightSweep:
    """Return the work of a spec of this kind."""
    return FightSweep(spec, card_sets, seed)
