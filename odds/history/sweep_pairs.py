"""The compiled half of `exact` and `monte_carlo`: arrays made, threads fed, tallies added in a fixed order."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from odds.compilation import numba_config
from odds.history.compiled import DICE_ARRAY, KERNELS
from odds.history.draws import LineUps
from odds.history.faces import FACES_SCRATCH
from odds.history.fight import ARENA_SIZE, SLOTS, UNIT_WIDTH
from odds.history.query import Encoded, Query
from odds.history.tally import CONQUERED
from odds.threads import threads_to_use

#: States and trials of a stream, compiled; with the compiler off `chance` counts in Python's own integers.
_unsigned: Any = int if numba_config.DISABLE_JIT else np.uint64


def _integers(values: Any) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array(values, dtype=np.int64)


def _rulings(query: Query) -> tuple[bool, bool, bool]:
    return query.challenge, query.rulings.deflection_per == "line", query.rulings.empty_side_fights


def tally_compiled(
    query: Query,
    encoded: Encoded,
    attackers: LineUps,
    defenders: LineUps,
    rerolls: int,
    progress: Callable[[int, int], None] | None = None,
) -> list[int]:
    """Return the exact sums over all pairs of line-ups; the caller has checked that 64 bits hold them."""
    ours = [_integers(part) for part in (attackers.rows, attackers.counts, attackers.weights)]
    theirs = [_integers(part) for part in (defenders.rows, defenders.counts, defenders.weights)]
    prizes = _integers(encoded.prizes)
    powers = _integers([6**power for power in range(rerolls + 1)])
    size = CONQUERED + len(encoded.cards)

    def part(first: int, last: int) -> Any:
        tally = np.zeros(size, np.int64)
        KERNELS(
            "tally_line_ups",
            first,
            last,
            *ours,
            *theirs,
            DICE_ARRAY,
            *_rulings(query),
            prizes,
            powers,
            np.zeros(ARENA_SIZE, np.int64),
            np.zeros(36, np.int64),
            np.zeros(36, np.int64),
            np.zeros(FACES_SCRATCH, np.int64),
            np.zeros(36, np.int64),
            tally,
        )
        return tally

    part(0, 0)  # compiled before the threads meet it
    count = len(attackers)
    pieces = min(count, 256)
    edges = [count * piece // pieces for piece in range(pieces + 1)]
    total = np.zeros(size, np.int64)
    with ThreadPoolExecutor(threads_to_use()) as pool:
        try:
            for last, tally in zip(edges[1:], pool.map(part, edges[:-1], edges[1:]), strict=True):
                total += tally
                if progress:
                    progress(last * len(defenders), count * len(defenders))
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return [int(value) for value in total]


class BlockSampler:
    """Samples blocks of drawn line-ups, compiled; a block's tally depends on the seed and its trials alone."""

    def __init__(self, query: Query, encoded: Encoded, start: int, rerolls: int) -> None:
        self._query = query
        self._encoded = encoded
        self._start = _unsigned(start)
        self._own_count = len(encoded.attackers) // UNIT_WIDTH
        self._their_count = len(encoded.defenders) // UNIT_WIDTH
        self._deck = _integers([number for row in encoded.deck for number in row])
        self._stack = _integers([number for row in encoded.stack for number in row])
        self._prizes = np.array(encoded.prizes, dtype=np.float64)
        self._powers = np.array([6.0**power for power in range(rerolls + 1)])

    def block(self, first: int, last: int) -> Any:
        """Return the tally of trials `first` to `last`, as probabilities added up."""
        encoded, query = self._encoded, self._query
        tally = np.zeros(CONQUERED + len(encoded.cards))
        KERNELS(
            "sample_line_ups",
            _unsigned(first),
            _unsigned(last),
            self._start,
            self._padded(encoded.attackers),
            self._own_count,
            query.own_slots,
            self._deck,
            len(encoded.deck),
            self._padded(encoded.defenders),
            self._their_count,
            query.their_slots,
            self._stack,
            len(encoded.stack),
            DICE_ARRAY,
            *_rulings(query),
            self._prizes,
            self._powers,
            np.zeros(ARENA_SIZE, np.int64),
            np.zeros(36, np.int64),
            np.zeros(SLOTS, np.int64),
            np.zeros(36),
            np.zeros(FACES_SCRATCH),
            np.zeros(36),
            tally,
        )
        return tally / (36.0 * self._powers[-1])

    @staticmethod
    def _padded(rows: list[int]) -> Any:
        padded = np.zeros(SLOTS * UNIT_WIDTH, np.int64)
        padded[: len(rows)] = rows
        return padded


class FaceSampler:
    """Fights blocks of one known pair of line-ups, compiled."""

    def __init__(self, query: Query, encoded: Encoded, start: int, arena: list[int], cumulated: list[float]) -> None:
        self._query = query
        self._size = CONQUERED + len(encoded.cards)
        self._start = _unsigned(start)
        self._arena = _integers(arena)
        self._cumulated = np.array(cumulated)

    def block(self, first: int, last: int) -> Any:
        """Return the tally of trials `first` to `last`."""
        tally = np.zeros(self._size, np.int64)
        KERNELS(
            "sample_faces",
            _unsigned(first),
            _unsigned(last),
            self._start,
            self._arena.copy(),
            DICE_ARRAY,
            *_rulings(self._query)[1:],
            self._cumulated,
            np.zeros(36, np.int64),
            np.zeros(36, np.int64),
            tally,
        )
        return tally
