"""Exact odds of a query: every drawn pair of line-ups, every pair of faces, in whole numbers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from odds.history.draws import LineUps, TooManyError, enumerate_line_ups
from odds.history.encode import DICE, pad
from odds.history.faces import FACES_SCRATCH
from odds.history.fight import ARENA_SIZE, UNIT_WIDTH
from odds.history.query import Encoded, Query
from odds.history.tally import CONQUERED, tally_line_ups

#: Pairs of line-ups that are enumerated when nobody chose the method: a few seconds compiled.
AUTO_PAIRS = 300_000

#: Pairs that are enumerated when exact odds are demanded: some minutes compiled.
MOST_PAIRS = 30_000_000
MOST_LINE_UPS = 300_000

#: Pairs the interpreter answers before numba could be imported; far fewer where that has been paid for.
INTERPRETED_PAIRS = 1_500
INTERPRETED_PAIRS_WARM = 40

#: Compiled sums are 64-bit integers; what could outgrow them is added up by the interpreter.
LARGEST_SUM = 2**62


@dataclass(frozen=True)
class Sums:
    """A finished tally: sums of weights in the order of `tally`, and the total weight of all outcomes."""

    sums: list[Any]
    total: Any


@dataclass(frozen=True)
class Enumerated:
    """The line-ups both sides can end up with."""

    attackers: LineUps
    defenders: LineUps

    @property
    def pairs(self) -> int:
        """How many pairs of line-ups there are."""
        return len(self.attackers) * len(self.defenders)


def enumerate_pairs(query: Query, encoded: Encoded, most: int) -> Enumerated | None:
    """Enumerate the reinforcement of both sides (R2), or return `None` where there are more than `most` pairs."""
    try:
        attackers = enumerate_line_ups(encoded.attackers, query.own_slots, encoded.deck, min(most, MOST_LINE_UPS))
        room = min(most // len(attackers), MOST_LINE_UPS)
        defenders = enumerate_line_ups(encoded.defenders, query.their_slots, encoded.stack, max(room, 1))
    except TooManyError:
        return None
    return Enumerated(attackers, defenders)


def is_compiled_worthwhile(amount: int, cold_limit: int, warm_limit: int) -> bool:
    """Return whether an amount of work is better compiled; numba costs a second to import, once a process."""
    return amount > (warm_limit if "odds.history.compiled" in sys.modules else cold_limit)


def solve(
    query: Query,
    encoded: Encoded,
    pairs: Enumerated,
    progress: Callable[[int, int], None] | None = None,
) -> Sums:
    """Return the exact sums over all pairs of line-ups, compiled where that pays."""
    rerolls = encoded.most_rerolls
    total = pairs.attackers.total * pairs.defenders.total * 6 ** (2 + rerolls)
    largest = max(total, (max(encoded.prizes) + 1 + 4 * max(_worths(encoded), default=0)) * 6 ** (rerolls + 2))
    if is_compiled_worthwhile(pairs.pairs, INTERPRETED_PAIRS, INTERPRETED_PAIRS_WARM) and largest < LARGEST_SUM:
        from odds.history.sweep_pairs import tally_compiled

        return Sums(tally_compiled(query, encoded, pairs.attackers, pairs.defenders, rerolls, progress), total)
    tally = [0] * (CONQUERED + len(encoded.cards))
    tally_line_ups(
        0,
        len(pairs.attackers),
        pairs.attackers.rows,
        pairs.attackers.counts,
        pairs.attackers.weights,
        pairs.defenders.rows,
        pairs.defenders.counts,
        pairs.defenders.weights,
        DICE,
        query.challenge,
        query.rulings.deflection_per == "line",
        query.rulings.empty_side_fights,
        encoded.prizes,
        [6**power for power in range(rerolls + 1)],
        [0] * ARENA_SIZE,
        [0] * 36,
        [0] * 36,
        [0] * FACES_SCRATCH,
        [0] * 36,
        tally,
    )
    return Sums(tally, total)


def _worths(encoded: Encoded) -> list[int]:
    return encoded.defenders[UNIT_WIDTH - 1 :: UNIT_WIDTH] + [row[UNIT_WIDTH - 1] for row in encoded.stack]


def known_pair(encoded: Encoded) -> tuple[list[int], int, list[int], int]:
    """Return both deployed line-ups, padded, with their counts."""
    return (
        pad(encoded.attackers),
        len(encoded.attackers) // UNIT_WIDTH,
        pad(encoded.defenders),
        len(encoded.defenders) // UNIT_WIDTH,
    )


__all__ = [
    "AUTO_PAIRS",
    "MOST_PAIRS",
    "Enumerated",
    "Sums",
    "enumerate_pairs",
    "is_compiled_worthwhile",
    "known_pair",
    "solve",
]
