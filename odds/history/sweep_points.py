"""Which question stands in which row of a sweep: the product of card sets, grid and two lists, or a sample of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from odds import chance
from odds.columns import Array
from odds.errors import InputError
from odds.history.sweep_grid import Grid
from odds.history.sweep_spec import check_keys

#: Rows a sweep may have.
MOST_ROWS = 10_000_000_000


@dataclass(frozen=True)
class Rows:
    """What stands in each row of a part; arrays of shape (rows,).

    Attributes:
        numbers: Number of the row in the sweep.
        worlds: Which card set.
        points: Which point of the grid.
        ours, theirs: Which of the card set's first and second list.
    """

    numbers: Array
    worlds: Array
    points: Array
    ours: Array
    theirs: Array

    def groups(self) -> Iterator[tuple[int, int, Array]]:
        """Yield each card set and point of the grid with its rows, as positions in the part."""
        order = np.lexsort((self.points, self.worlds))
        worlds, points = self.worlds[order], self.points[order]
        edges = np.flatnonzero(np.diff(worlds) | np.diff(points)) + 1
        for where in np.split(order, edges):
            if len(where):
                yield int(self.worlds[where[0]]), int(self.points[where[0]]), where


class Product:
    """All rows of a sweep: card sets, then the grid, then the first list, then the second, which is fastest.

    Args:
        sizes: Lengths of the two lists of each card set.
        grid: The grid.
        seed: Seed of the random sample.
        sample: The table `[sample]` of a spec; `None` takes every row of the product.

    Raises:
        InputError: A sample without its number of rows, or far too many rows.
    """

    def __init__(self, sizes: Sequence[tuple[int, int]], grid: Grid, seed: int, sample: object) -> None:
        self._sizes = np.array(sizes, np.int64).reshape(-1, 2)
        self._grid = grid
        self._seed = seed
        pairs = [ours * theirs for ours, theirs in sizes]
        self._sampled = _sample_rows(sample)
        self.rows: int = self._sampled or grid.size * sum(pairs)
        if grid.size > 2**62:
            raise InputError(f"{grid.size:,} points are more than can be numbered; take fewer axes", "grid")
        if self.rows > MOST_ROWS:
            raise InputError(f"{self.rows:,} rows; a sweep has at most {MOST_ROWS:,}, take a [sample]", "grid")
        # A sample may be of more rows than a 64-bit number counts.
        self._firsts = None if self._sampled else np.cumsum([0, *(grid.size * count for count in pairs)])

    def part(self, first: int, last: int) -> Rows:
        """Return what stands in the rows `first` to `last`."""
        numbers = np.arange(first, last, dtype=np.int64)
        if self._firsts is None:
            drawn = np.array([self._drawn(row) for row in range(first, last)], np.int64).reshape(-1, 4)
            return Rows(numbers, *drawn.T)
        worlds = np.searchsorted(self._firsts, numbers, side="right") - 1
        inside = numbers - self._firsts[worlds]
        theirs = self._sizes[worlds, 1]
        pairs = self._sizes[worlds, 0] * theirs
        return Rows(numbers, worlds, inside // pairs, inside % pairs // theirs, inside % pairs % theirs)

    def _drawn(self, row: int) -> tuple[int, int, int, int]:
        """Return what stands in a row of a random sample: the row's own stream decides, each choice uniform."""
        state = chance.trial_state(chance.seed_start(self._seed), row)
        state, world = chance.draw_below(state, len(self._sizes))
        digits = []
        for axis in self._grid.axes:
            state, digit = chance.draw_below(state, len(axis.values))
            digits.append(digit)
        state, ours = chance.draw_below(state, int(self._sizes[world, 0]))
        state, theirs = chance.draw_below(state, int(self._sizes[world, 1]))
        return world, self._grid.point(digits), ours, theirs


def row_seed(seed: int, row: int) -> int:
    """Return the seed of a row's sampled fights; it depends on the sweep's seed and the row alone."""
    return chance.mix(chance.advance(chance.trial_state(chance.seed_start(seed), row))) >> 1


def _sample_rows(table: object) -> int:
    if table is None:
        return 0
    rows = check_keys(table, ("rows",), "sample").get("rows")
    if type(rows) is not int or not 1 <= rows <= MOST_ROWS:
        raise InputError(f"is a whole number from 1 to {MOST_ROWS:,}, not {rows!r}", "sample.rows")
    return rows
