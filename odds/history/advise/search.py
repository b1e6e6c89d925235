"""Finding the best attacks: exactly with bounds that prove the rest cannot be better, or by sampled draws."""

from __future__ import annotations

import sys
import time
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import nlargest
from typing import Any

from odds.history.advise.evaluators import Evaluator, Interpreted
from odds.history.advise.position import Draws, Position
from odds.history.advise.ranked import Ranked, rank
from odds.history.fight import SLOTS

#: Fights the interpreter evaluates before numba could be imported; far fewer where that has been paid for.
INTERPRETED_FIGHTS = 1_200
INTERPRETED_FIGHTS_WARM = 60

#: Compiled sums are 64-bit integers.
LARGEST_SUM = 2**62

#: How many attacks are evaluated between two looks at the clock and the bound.
BATCH = 16

#: Attacks with at most so many pairs of draws are searched first: they cost little and set the mark for the others.
CHEAP_PAIRS = (2, 64)

#: Scores this close, relative to 1 of the objective, may be equal: compiled sums are floats.
NOISE = 1e-9

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
    open_limit: float | None = None


def count_fights(position: Position, draws: Draws) -> int:
    """Return how many fights an exhaustive search resolves: attacks × pairs of draws × assignments."""
    assignments = [1] * 6
    for units in range(6):
        first = 2 * 8 * units
        assignments[units] += sum(
            position.spans[span + 1] - position.spans[span] for span in range(first + 2, first + 16, 2)
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
    faces = 36 * 6**position.most_rerolls
    worth = max((abs(number) for number in position.prize_numbers), default=0) + 12 * position.scale * (
        1 + int(abs(position.weights.unit))
    )
    prices: int = sum(abs(number) for number in position.settings[3:6]) * 5
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
    started = time.monotonic()
    search = Search(considered=position.attack_count, fights=count_fights(position, draws))
    evaluator = evaluator_for(position, draws, search.fights)
    denominators = _denominators(position, draws)
    waiting = list(range(position.attack_count))
    if everything or not position.settings[2] or (isinstance(evaluator, Interpreted) and search.fights < 400):
        limits = dict.fromkeys(waiting, float("inf"))
        phases = [waiting]
    else:
        limits = {}
        by_pairs: dict[int, list[int]] = {}
        for attack in waiting:
            by_pairs.setdefault(bisect_left(CHEAP_PAIRS, draws.pairs.count(position.combination(attack))), []).append(
                attack
            )
        phases = [by_pairs[cost] for cost in sorted(by_pairs)]
    leaders = Leaders(position, top)
    done = 0
    for phase in phases:
        if search.interrupted:
            search.open_limit = float("inf") if phase else search.open_limit
            break
        unbounded = [attack for attack in phase if attack not in limits]
        if unbounded:
            floors = [_floor(leaders.mark(), denominator) for denominator in denominators]
            for attack, limit in zip(unbounded, evaluator.limit(unbounded, floors), strict=True):
                limits[attack] = limit / denominators[position.combination(attack)]
            phase = sorted(unbounded, key=lambda attack: -limits[attack])
        for first in range(0, len(phase), BATCH):
            batch = phase[first : first + BATCH]
            batch = [attack for attack in batch if limits[attack] >= leaders.mark()]
            if not batch:
                break
            if seconds is not None and time.monotonic() - started > seconds:
                search.interrupted = True
                search.open_limit = max(limits[attack] for attack in batch)
                break
            found = evaluator.value(batch)
            for attack, score, counted in zip(batch, found.scores, found.tallies, strict=True):
                total = draws.pairs.totals[position.combination(attack)]
                search.ranked.append(rank(position, attack, counted, total))
                leaders.add(attack, float(score / denominators[position.combination(attack)]))
            done += len(batch)
            if progress:
                progress(done, position.attack_count)
    search.ranked.sort(key=lambda ranked: (ranked.quality(), -ranked.number), reverse=True)
    search.everything = len(search.ranked) == position.attack_count
    search.settled = not search.interrupted
    return search


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
    faces = 36 * 6**position.most_rerolls
    return [position.scale * faces * total for total in draws.pairs.totals]


def _floor(mark: float, denominator: int) -> Any:
    return float("-inf") if mark == float("-inf") else mark * denominator


__all__ = ["Search", "count_fights", "evaluator_for", "search_exactly"]
