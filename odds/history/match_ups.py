"""Many known match-ups at once, compiled: exact outcomes and worth of each pair of line-ups.

Line-ups are complete here: piles are empty, or their reinforcement is already in the line-ups (R2). Everything
is counted in whole numbers, over 36 * 6 ** (re-rolls) equally likely ends of the dice (R8, R9).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from odds import chance, compilation
from odds.errors import InputError
from odds.history import compiled, faces, fight, quick, rules, tally
from odds.history.cards import Unit
from odds.history.encode import encode_unit, pad
from odds.history.fight import REROLL, SIDE_ROWS, SLOTS, TOUGHNESS, UNIT_WIDTH
from odds.history.query import Query, encode
from odds.history.rules import DEFENDER_SLOTS, Rulings
from odds.history.worth import unit_points

if TYPE_CHECKING:
    pass

Array = np.ndarray[Any, np.dtype[Any]]

# Sums of one match-up.
WON = 0  # ways the attacker, the defender, nobody wins (R16)
OWN_LEFT = 3  # standing attackers, added up over all ways
THEIR_LEFT = 4
HONOUR = 5  # honour tokens of a beaten defender (R19)
DEFEATED = 6  # DEFEATED + slot: ways in which that defender falls
SUMS = DEFEATED + DEFENDER_SLOTS

#: Whole numbers up to here are doubles, too, so that a quotient of two of them is the nearest double.
LARGEST_COUNT = 2**53

#: Match-ups a thread takes at once.
BLOCK = 1 << 14


def tally_match_ups(
    first: Any,
    last: Any,
    attackers: Any,
    attacker_counts: Any,
    defenders: Any,
    defender_counts: Any,
    ours: Any,
    theirs: Any,
    dice: Any,
    challenge: Any,
    per_line: Any,
    empty_fights: Any,
    prizes: Any,
    powers: Any,
    sums: Any,
) -> None:
    """Fill the sums of the match-ups `first` to `last`: line-up `ours[index]` against `theirs[index]`."""
    arena: Any = np.zeros(fight.ARENA_SIZE, np.int64)
    table: Any = np.zeros(36, np.int64)
    values: Any = np.zeros(36, np.int64)
    scratch: Any = np.zeros(faces.FACES_SCRATCH, np.int64)
    weights: Any = np.zeros(36, np.int64)
    counts: Any = np.zeros(tally.CONQUERED + DEFENDER_SLOTS, np.int64)
    for index in range(first, last):
        own = ours[index]
        other = theirs[index]
        fight.set_up(
            arena,
            attackers,
            own * SIDE_ROWS,
            attacker_counts[own],
            defenders,
            other * SIDE_ROWS,
            defender_counts[other],
            None,
        )
        counts[:] = 0
        tally.tally_pair(
            arena,
            dice,
            challenge,
            per_line,
            empty_fights,
            prizes,
            powers,
            powers[0],
            table,
            values,
            scratch,
            weights,
            counts,
        )
        for result in range(3):
            sums[index, WON + result] = counts[tally.RESULT + result]
        for units in range(SLOTS + 1):
            sums[index, OWN_LEFT] += units * counts[tally.ATTACKERS_LEFT + units]
            sums[index, THEIR_LEFT] += units * counts[tally.DEFENDERS_LEFT + units]
        for tokens in range(3):
            sums[index, HONOUR] += tokens * counts[tally.HONOUR + tokens]
        for slot in range(DEFENDER_SLOTS):
            sums[index, DEFEATED + slot] = counts[tally.CONQUERED + slot]


_SOURCES = [
    Path(module.__file__)
    for module in (chance, fight, quick, faces, tally, rules, compiled)
    if module.__file__ is not None
]
KERNELS = compilation.Kernels([*_SOURCES, Path(__file__)], {"tally_match_ups": tally_match_ups}, compilation.tell)


@dataclass(frozen=True)
class Side:
    """Line-ups of one side as the kernel reads them.

    Args:
        rows: Flat rows, int64, shape (line-ups * SIDE_ROWS,).
        counts: Units of each line-up.
        rerolls: Re-roll symbols of each (R9).
        points: VP of the unit in each slot, shape (line-ups, 4); zeros for attackers.
    """

    rows: Array
    counts: Array
    rerolls: Array
    points: Array

    def __len__(self) -> int:
        return len(self.counts)


@dataclass(frozen=True)
class Terms:
    """What is the same for all match-ups of a batch; `terms_of` takes it from a query.

    Args:
        challenge: Whether the defender is a player.
        objective: `"win"` or `"vp"`.
        rulings: The open rulings.
        prizes: What a win is worth to the objective with 0 to 5 units on the attacker board, whole numbers.
        scale: What 1 VP is in the objective's whole numbers.
        relics, medals: VP of a win with 0 to 5 units on the attacker board, over `denominator`; medals are
            `None` where they are not known.
        denominator: Common denominator of these.
    """

    challenge: bool
    objective: str
    rulings: Rulings
    prizes: tuple[int, ...]
    scale: int
    relics: tuple[int, ...]
    medals: tuple[int, ...] | None
    denominator: int


def terms_of(query: Query) -> Terms:
    """Return what a query says of every match-up that is asked under the same terms."""
    encoded = encode(query)
    relics, medals = query.prizes()
    denominator = lcm(*(prize.denominator for prize in [*relics, *(medals or [])]))
    return Terms(
        challenge=query.challenge,
        objective=query.objective,
        rulings=query.rulings,
        prizes=tuple(encoded.prizes),
        scale=encoded.scale,
        relics=tuple(int(prize * denominator) for prize in relics),
        medals=None if medals is None else tuple(int(prize * denominator) for prize in medals),
        denominator=denominator,
    )


def attacking_side(line_ups: Iterable[Sequence[Unit]]) -> Side:
    """Return attackers' line-ups, front unit first, as the kernel reads them."""
    rows = [pad(number for unit in line_up for number in encode_unit(unit)) for line_up in line_ups]
    return _side(rows, np.zeros((len(rows), DEFENDER_SLOTS), np.int64))


def defending_side(line_ups: Iterable[Sequence[Unit]], terms: Terms) -> Side:
    """Return defenders' line-ups, front unit first; each slot counts as a card of its own."""
    rows, points = [], []
    for line_up in line_ups:
        worth = [unit_points(unit.kind) for unit in line_up]
        # R17: only what is conquered from the board becomes the attacker's, as in `query.encode`.
        counted = terms.objective == "vp" and not terms.challenge
        gains = [value * terms.scale if counted else 0 for value in worth]
        numbers = [
            number
            for slot, (unit, gain) in enumerate(zip(line_up, gains, strict=True))
            for number in encode_unit(unit, slot, gain)
        ]
        rows.append(pad(numbers))
        points.append(worth + [0] * (DEFENDER_SLOTS - len(worth)))
    return _side(rows, np.array(points, np.int64).reshape(len(rows), DEFENDER_SLOTS))


def _side(rows: list[list[int]], points: Array) -> Side:
    flat = np.array(rows, np.int64).reshape(len(rows), SIDE_ROWS)
    counts = (flat[:, TOUGHNESS::UNIT_WIDTH] > 0).sum(axis=1)
    rerolls = flat[:, REROLL::UNIT_WIDTH].sum(axis=1)
    return Side(flat.reshape(-1), counts.astype(np.int64), rerolls.astype(np.int64), points)


@dataclass(frozen=True)
class MatchUps:
    """Exact results of many match-ups; every property is an array of shape (match-ups,).

    Attributes:
        sums: Whole numbers, int64, shape (match-ups, SUMS); `match_ups` names the columns.
        ways: What all ways of a match-up add up to, the same for all.
        deployed: Units on the attacker board.
        points: VP of the defender in each slot, shape (match-ups, 4).
        terms: What held for all of them.
    """

    sums: Array
    ways: int
    deployed: Array
    points: Array
    terms: Terms

    def __len__(self) -> int:
        return len(self.sums)

    def share(self, column: int) -> Array:
        """Return a column of the sums as probabilities or expected numbers, each the nearest double."""
        return np.asarray(self.sums[:, column] / self.ways)

    @property
    def win(self) -> Array:
        """Chance that the attacker wins (R16)."""
        return self.share(WON)

    @property
    def lose(self) -> Array:
        """Chance that the defender wins."""
        return self.share(WON + 1)

    @property
    def nobody(self) -> Array:
        """Chance that nobody wins."""
        return self.share(WON + 2)

    @property
    def attackers_left(self) -> Array:
        """Expected attackers standing at the end, units."""
        return self.share(OWN_LEFT)

    @property
    def defenders_left(self) -> Array:
        """Expected defenders standing at the end, units."""
        return self.share(THEIR_LEFT)

    @property
    def conquered(self) -> Array:
        """Expected units conquered from the board (R17); 0 in a challenge."""
        return self._conquered(np.ones_like(self.points)) / self.ways

    @property
    def unit_vp(self) -> Array:
        """Expected VP of the units conquered."""
        return np.asarray(self._unit_sum / self.ways)

    @property
    def relic_vp(self) -> Array:
        """Expected VP of the relic kept (R18)."""
        return np.asarray(self._prize_sum(self.terms.relics) / self._whole)

    @property
    def medal_vp(self) -> Array:
        """Expected VP of the medal won (R19); not a number where the medals are not known."""
        if self.terms.medals is None:
            return np.full(len(self), np.nan)
        return np.asarray(self._prize_sum(self.terms.medals) / self._whole)

    @property
    def honour_vp(self) -> Array:
        """Expected VP of the honour tokens a beaten player gets (R19); 0 against the board."""
        return self.share(HONOUR) if self.terms.challenge else np.zeros(len(self))

    @property
    def opponent_vp(self) -> Array:
        """Expected VP the fight gives a challenged opponent: honour tokens, and a medal if the attack fails."""
        medal = self.terms.medals[0] if self.terms.medals else 0
        honour = self.sums[:, HONOUR] if self.terms.challenge else 0
        return np.asarray((honour * self.terms.denominator + self.sums[:, WON + 1] * medal) / self._whole)

    @property
    def vp(self) -> Array:
        """Expected VP of units, relic and medal together."""
        total = self._unit_sum * self.terms.denominator + self._prize_sum(self.terms.relics)
        if self.terms.medals is not None:
            total = total + self._prize_sum(self.terms.medals)
        return np.asarray(total / self._whole)

    @property
    def _whole(self) -> int:
        return self.ways * self.terms.denominator

    @cached_property
    def _unit_sum(self) -> Array:
        return self._conquered(self.points)

    def _conquered(self, points: Array) -> Array:
        if self.terms.challenge:
            return np.zeros(len(self), np.int64)
        return np.asarray((self.sums[:, DEFEATED:SUMS] * points).sum(axis=1))

    def _prize_sum(self, prizes: tuple[int, ...]) -> Array:
        return np.asarray(self.sums[:, WON] * np.array(prizes, np.int64)[self.deployed])


def fits(rerolls: int, terms: Terms) -> bool:
    """Return whether match-ups with so many re-rolls in all can be counted here; else `exact.solve` does it."""
    heaviest = DEFENDER_SLOTS * max(rules.UNIT_POINTS.values())
    objective = max(terms.prizes) + 1 + heaviest * terms.scale
    points = heaviest * terms.denominator + max(terms.relics) + max(terms.medals or (0,))
    return max(objective, points) * int(6 ** (2 + rerolls)) < LARGEST_COUNT


def solve(attackers: Side, defenders: Side, ours: Array, theirs: Array, terms: Terms, threads: int = 1) -> MatchUps:
    """Return the exact results of match-ups.

    Args:
        attackers, defenders: The line-ups, by `attacking_side` and `defending_side`.
        ours, theirs: Which of them meet, whole numbers of shape (match-ups,).
        terms: What holds for all of them.
        threads: Threads to use; the result does not depend on it.

    Raises:
        InputError: More re-rolls than 64-bit numbers hold.
    """
    ours, theirs = np.ascontiguousarray(ours, np.int64), np.ascontiguousarray(theirs, np.int64)
    rerolls = int((attackers.rerolls[ours] + defenders.rerolls[theirs]).max(initial=0))
    if not fits(rerolls, terms):
        raise InputError(f"{rerolls} re-rolls in one fight are too many to count at once; ask for it alone", "match-up")
    sums = np.zeros((len(ours), SUMS), np.int64)
    powers = np.array([6**power for power in range(rerolls + 1)], np.int64)
    fixed = (
        *(attackers.rows, attackers.counts, defenders.rows, defenders.counts, ours, theirs),
        compiled.DICE_ARRAY,
        *(terms.challenge, terms.rulings.deflection_per == "line", terms.rulings.empty_side_fights),
        *(np.array(terms.prizes, np.int64), powers, sums),
    )
    KERNELS("tally_match_ups", 0, 0, *fixed)  # compiled before the threads meet it
    edges = [*range(0, len(ours), BLOCK), len(ours)]
    if threads == 1 or len(edges) <= 2:
        KERNELS("tally_match_ups", 0, len(ours), *fixed)
    else:
        _in_threads(list(pairwise(edges)), fixed, threads)
    deployed = attackers.counts[ours]
    return MatchUps(sums, 36 * int(powers[-1]), deployed, defenders.points[theirs], terms)


def _in_threads(spans: list[tuple[int, int]], fixed: tuple[Any, ...], threads: int) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(KERNELS, "tally_match_ups", first, last, *fixed) for first, last in spans]:
            done.result()


__all__ = [
    "MatchUps",
    "Side",
    "Terms",
    "attacking_side",
    "defending_side",
    "fits",
    "solve",
    "terms_of",
]
