"""Finding the best attacks: exactly with bounds that prove the rest cannot be better, or by sampled draws."""

from __future__ import annotations

import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import nlargest
from typing import Any

from odds.history.advise.draw_pairs import Draws
from odds.history.advise.evaluate import BOUNDED, SUBSETS
from odds.history.advise.evaluators import Evaluator, Interpreted
from odds.history.advise.position import Position
from odds.history.advise.ranked import Ranked, rank
from odds.history.fight import SLOTS

#: What the draws of the piles are called in `Search.repeat`.
DRAWS = "draws"

#: Fights the interpreter evaluates before numba could be imported; far fewer where that has been paid for.
INTERPRETED_FIGHTS = 6_000
INTERPRETED_FIGHTS_WARM = 200

#: How many times fewer fights a search with bounds resolves at the least.
SPARED = 3

#: Compiled sums are 64-bit integers.
LARGEST_SUM = 2**62

#: How many attacks are evaluated between two looks at the clock and the bound: few at first, to raise the mark.
FIRST_BATCH = 4
BATCH = 64

#: Attacks that are bounded one by one before the best of them are evaluated.
PORTION = 24

#: Fights below which an exhaustive search is done before its bounds are.
WORTH_BOUNDING = 400

#: Attacks with at most so many pairs of draws are searched first: they cost little and set the mark for the others.
CHEAP_PAIRS = (2, 64)

#: Attacks that are bounded between two looks at the clock.
BOUND_BATCH = 256

#: Scores this close, relative to 1 of the objective, may be equal: compiled sums are floats, prizes may be rounded.
NOISE = 1e-7

Progress = Callable[[int, int], None]


@dataclass
class Search:
    """The state of a search.

    Attributes:
        ranked: The attacks evaluated so far, best first.
        considered: How many attacks there are.
        fights: How many fights an exhaustive search would have to resolve.
        settled: Whether the first is proven the best.
        everything: Whether all attacks were evaluated.
        interrupted: Whether time ran out or a hand stopped it.
        seed: Seed of the sampled draws, or `None`.
        samples: Sampled draws, 0 where the search was exact.
        repeat: How many blocks each sampled part took: the draws of the piles, and each challenged player's hands.
        open_limit: The largest bound of what was not evaluated, where time ran out.
    """

    ranked: list[Ranked] = field(default_factory=list)
    considered: int = 0
    fights: int = 0
    settled: bool = True
    everything: bool = True
    interrupted: bool = False
    seed: int | None = None
    samples: int = 0
    repeat: dict[str, int] = field(default_factory=dict)
    open_limit: float | None = None


def count_fights(position: Position, draws: Draws) -> int:
    """Return how many fights an exhaustive search resolves: attacks × pairs of draws × assignments."""
    assignments = [1] * (SLOTS + 1)
    for units in range(SLOTS + 1):
        first = SUBSETS * units
        assignments[units] += sum(
            position.spans[2 * subset + 1] - position.spans[2 * subset] for subset in range(first + 1, first + SUBSETS)
        )
    known: dict[tuple[int, int], int] = {}
    total = 0
    for attack in range(position.attack_count):
        combination, deployed = position.combination(attack), position.deployed(attack)
        if (combination, deployed) not in known:
            pairs = range(*draws.pairs.spans[2 * combination : 2 * combination + 2])
            known[combination, deployed] = sum(
                assignments[deployed + draws.counts[draws.pairs.pairs[2 * pair]]] for pair in pairs
            )
        total += known[combination, deployed]
    return total


def evaluator_for(position: Position, draws: Draws, fights: int) -> Evaluator:
    """Return the evaluator that answers sooner: by predicted work, and where 64 bits hold the sums."""
    limit = INTERPRETED_FIGHTS_WARM if "odds.history.advise.evaluators_compiled" in sys.modules else INTERPRETED_FIGHTS
    if fights <= limit or largest_sum(position, draws) >= LARGEST_SUM:
        return Interpreted(position, draws)
    from odds.history.advise.evaluators_compiled import Compiled

    return Compiled(position, draws)


def largest_sum(position: Position, draws: Draws) -> int:
    """Return more than any sum a pass makes: of weights, and of one fight's worth."""
    faces = position.faces_weight
    worth = max((abs(number) for number in position.prize_numbers), default=0) + 12 * position.scale * (
        1 + int(abs(position.weights.unit))
    )
    prices = position.most_spent
    # A tally counts up to one hero, or conquered copy, for each slot.
    largest: int = max(max(draws.pairs.totals, default=1) * faces * SLOTS, (worth + prices) * faces * 6)
    return largest


def search_exactly(
    position: Position,
    draws: Draws,
    top: int = 3,
    everything: bool = False,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Search:
    """Find the best attacks over all draws.

    Where the objective allows the bound (see `bound`), attacks are evaluated in the order of what they could reach
    at best, until none that is left can reach the last of the `top`; so the first ones are proven.

    Args:
        position, draws: The decision, with every draw.
        top: How many attacks must be proven best; line-ups of the same cards against the same target count once.
        everything: Evaluate all attacks.
        seconds: Stop after about this time; what was found is kept and said to be unsettled.
        progress: Told the attacks done and to do.
    """
    search = Search(considered=position.attack_count, fights=count_fights(position, draws))
    pruned = not everything and position.settings[BOUNDED] > 0 and search.fights >= WORTH_BOUNDING
    evaluator = evaluator_for(position, draws, search.fights // (SPARED if pruned else 1))
    # What has to be compiled is no part of the search, so it is called before the clock starts.
    evaluator.value([])
    if pruned:
        evaluator.limit([], [float("-inf")] * len(draws.pairs.totals))
    under_way = _ExactSearch(position, draws, evaluator, Leaders(position, top), search, seconds, progress)
    for phase in _phases(position, draws) if pruned else [list(range(position.attack_count))]:
        under_way.go(phase, pruned)
    search.ranked.sort(key=lambda ranked: (ranked.quality(), -ranked.number), reverse=True)
    search.everything = len(search.ranked) == position.attack_count
    search.settled = not search.interrupted
    return search


def _phases(position: Position, draws: Draws) -> list[list[int]]:
    """Return the attacks in phases, those with few pairs of draws first."""
    by_pairs: dict[int, list[int]] = {}
    for attack in range(position.attack_count):
        cost = bisect_left(CHEAP_PAIRS, draws.pairs.count(position.combination(attack)))
        by_pairs.setdefault(cost, []).append(attack)
    return [by_pairs[cost] for cost in sorted(by_pairs)]


class _ExactSearch:
    """An exact search under way: what is known of the best, and until when it goes on."""

    def __init__(
        self,
        position: Position,
        draws: Draws,
        evaluator: Evaluator,
        leaders: Leaders,
        search: Search,
        seconds: float | None,
        progress: Progress | None,
    ) -> None:
        self._position, self._draws, self._evaluator = position, draws, evaluator
        self._leaders, self._search, self._progress = leaders, search, progress
        self._denominators = _denominators(position, draws)
        self._until = None if seconds is None else time.monotonic() + seconds

    def floors(self) -> list[Any]:
        """Return for each set of draws and target the score below which an attack does not matter."""
        mark = self._leaders.mark()
        return [_floor(mark, denominator) for denominator in self._denominators]

    def go(self, phase: list[int], pruned: bool) -> None:
        """Search the attacks of a phase, unless the time is over."""
        if not pruned:
            self._try(phase, dict.fromkeys(phase, float("inf")))
            return
        for attacks, limit in self._portions(phase):
            if self._search.interrupted:
                break
            if limit >= self._leaders.mark():
                limits = self._bound(attacks)
                self._try(sorted(limits, key=lambda attack: -limits[attack]), limits)

    def _portions(self, phase: list[int]) -> Iterator[tuple[list[int], float]]:
        """Yield the attacks a portion at a time, whole sets of the same cards, with a bound on what any reaches.

        The most promising sets come first; a set none of whose orders reaches the mark is left out.
        """
        sets: dict[object, list[int]] = {}
        for attack in phase:
            sets.setdefault(self._position.group(attack), []).append(attack)
        limits = self._bound([attacks[0] for attacks in sets.values()], True)
        promising = sorted(
            (attacks for attacks in sets.values() if attacks[0] in limits), key=lambda attacks: -limits[attacks[0]]
        )
        portion: list[int] = []
        best = float("-inf")
        for attacks in promising:
            limit = limits[attacks[0]]
            if limit < self._leaders.mark():
                break
            portion += attacks
            best = max(best, limit)
            if len(portion) >= PORTION:
                yield portion, best
                portion, best = [], float("-inf")
        if portion:
            yield portion, best

    def _try(self, attacks: list[int], limits: Mapping[int, float]) -> None:
        """Evaluate attacks in this order until no bound of those that are left reaches the mark."""
        first, size = 0, FIRST_BATCH
        while first < len(attacks):
            mark = self._leaders.mark()
            batch = [attack for attack in attacks[first : first + size] if limits[attack] >= mark]
            if not batch:
                break
            if self._is_late():
                self._stop(max(limits[attack] for attack in batch))
                break
            self._evaluate(batch)
            first += size
            size = min(2 * size, BATCH)

    def _bound(self, attacks: list[int], any_order: bool = False) -> dict[int, float]:
        """Return a bound for each attack; of no more of them than there is time for."""
        limits: dict[int, float] = {}
        for first in range(0, len(attacks), BOUND_BATCH):
            if self._is_late():
                self._stop(float("inf"))
                break
            batch = attacks[first : first + BOUND_BATCH]
            for attack, limit in zip(batch, self._evaluator.limit(batch, self.floors(), any_order), strict=True):
                limits[attack] = limit / self._denominators[self._position.combination(attack)]
        return limits

    def _evaluate(self, batch: list[int]) -> None:
        position, search = self._position, self._search
        found = self._evaluator.value(batch)
        for attack, score, counted in zip(batch, found.scores, found.tallies, strict=True):
            combination = position.combination(attack)
            search.ranked.append(rank(position, attack, counted, self._draws.pairs.totals[combination]))
            self._leaders.add(attack, float(score / self._denominators[combination]))
        if self._progress:
            self._progress(len(search.ranked), position.attack_count)

    def _is_late(self) -> bool:
        return self._until is not None and time.monotonic() > self._until

    def _stop(self, limit: float) -> None:
        self._search.interrupted = True
        self._search.open_limit = max(limit, self._search.open_limit or float("-inf"))


class Leaders:
    """The best scores so far, one for each set of cards against a target: orders of the same cards are one idea."""

    def __init__(self, position: Position, top: int) -> None:
        self._position = position
        self._top = top
        self._best: dict[tuple[int, tuple[int, ...]], float] = {}

    def add(self, attack: int, score: float) -> None:
        """Note an attack's score."""
        group = self._position.group(attack)
        self._best[group] = max(score, self._best.get(group, score))

    def mark(self) -> float:
        """Return the score an attack must reach to be among the best; minus infinity while there are too few."""
        if len(self._best) < self._top:
            return float("-inf")
        return nlargest(self._top, self._best.values())[-1] - NOISE


def _denominators(position: Position, draws: Draws) -> list[int]:
    """Return for each set of draws and target what a score is a fraction of."""
    whole = position.scale * position.faces_weight
    return [whole * total for total in draws.pairs.totals]


def _floor(mark: float, denominator: int) -> Any:
    return float("-inf") if mark == float("-inf") else mark * denominator


__all__ = ["Search", "count_fights", "evaluator_for", "search_exactly"]
