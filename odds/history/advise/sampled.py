"""Ranking attacks by sampled draws where there are too many to enumerate.

All attacks meet the same shuffled piles (common random numbers), so what is compared are differences. Draws come in
blocks of equal size; an attack leaves the race once the 95 % interval of its difference to the leader, over the
blocks and corrected for the number of attacks still racing and of looks at them (Bonferroni), lies below zero. Looks
are taken after 8, 16, 32, … blocks only.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from math import fsum, sqrt
from statistics import NormalDist

from odds import chance
from odds.history.advise.draw_pairs import Draws, Pairs
from odds.history.advise.evaluators import Evaluator, Interpreted
from odds.history.advise.position import Position
from odds.history.advise.ranked import rank
from odds.history.advise.search import DRAWS, LARGEST_SUM, Progress, Search, largest_sum
from odds.history.draws import symbols_of
from odds.history.encode import pad
from odds.history.fight import REINFORCEMENT, UNIT_WIDTH
from odds.history.rules import ATTACKER_SLOTS, DEFENDER_SLOTS

#: Draws of a block, and the most blocks.
BLOCK = 16
MOST_BLOCKS = 512

#: Blocks before anyone leaves the race: fewer give no interval worth its name. Then after twice as many, and so on.
FIRST_BLOCKS = 8
LOOKS = 7

#: Where nobody said how long to search, seconds.
DEFAULT_SECONDS = 10.0


class Sampler:
    """Draws blocks of reinforcements: shuffled piles, dealt to every line-up alike."""

    def __init__(self, position: Position, seed: int) -> None:
        self._position = position
        self._start = chance.seed_start(seed)
        piles = [tuple(map(tuple, rows)) for rows in (position.deck_rows, *position.stack_rows)]
        #: The own deck and the different stacks, and which of them is each target's; equal ones are shuffled alike.
        self._piles = [piles[0], *dict.fromkeys(piles[1:])]
        self._stacks = [self._piles.index(stack, 1) for stack in piles[1:]]

    def block(self, number: int, size: int = BLOCK) -> Draws:
        """Return the draws of one block; they depend on the seed, the number and the size alone."""
        position = self._position
        rows: list[int] = []
        counts: list[int] = []
        line_ups: list[int] = []
        line_up_counts: list[int] = []
        own_picks: list[list[int]] = [[] for _ in position.due]
        their_picks: list[list[int]] = [[] for _ in position.targets]
        own_known: dict[tuple[int, tuple[int, ...]], int] = {}
        their_known: dict[tuple[int, tuple[int, ...]], int] = {}
        for sample in range(size):
            orders = self._shuffle(number * size + sample)
            for draws, (due, front) in enumerate(position.due):
                cards = deal(position.deck_rows, orders[0], due, ATTACKER_SLOTS - front) if due else ()
                key = (draws, cards)
                if key not in own_known:
                    own_known[key] = len(counts)
                    rows += pad(field for card in cards for field in position.deck_rows[card])
                    counts.append(len(cards))
                own_picks[draws].append(own_known[key])
            for target, deployed in enumerate(position.defender_rows):
                stack = position.stack_rows[target]
                order = orders[self._stacks[target]]
                due = symbols_of(deployed, REINFORCEMENT)
                cards = deal(stack, order, due, DEFENDER_SLOTS - len(deployed) // UNIT_WIDTH)
                key = (target, cards)
                if key not in their_known:
                    their_known[key] = len(line_up_counts)
                    line_ups += pad([*deployed, *(field for card in cards for field in stack[card])])
                    line_up_counts.append(len(deployed) // UNIT_WIDTH + len(cards))
                their_picks[target].append(their_known[key])
        return Draws(rows, counts, line_ups, line_up_counts, _pair_up(own_picks, their_picks))

    def _shuffle(self, trial: int) -> list[list[int]]:
        """Return an order of each pile."""
        state = chance.trial_state(self._start, trial)
        orders: list[list[int]] = []
        for pile in self._piles:
            state, order = shuffle(len(pile), state)
            orders.append(order)
        return orders


def shuffle(count: int, state: int) -> tuple[int, list[int]]:
    """Return the state of a random stream after it has shuffled a pile, and the pile's order."""
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        state, place = chance.draw_below(state, last + 1)
        order[last], order[place] = order[place], order[last]
    return state, order


def deal(pile: Sequence[Sequence[int]], order: Sequence[int], due: int, room: int) -> tuple[int, ...]:
    """Return the cards that come as reinforcement from a pile in this order (R2)."""
    cards: list[int] = []
    while due > 0 and room > 0 and len(cards) < len(order):
        card = order[len(cards)]
        cards.append(card)
        due += pile[card][REINFORCEMENT] - 1
        room -= 1
    return tuple(cards)


def _pair_up(own_picks: list[list[int]], their_picks: list[list[int]]) -> Pairs:
    pairs = Pairs([], [], [], [])
    for ours in own_picks:
        for theirs in their_picks:
            counted: dict[tuple[int, int], int] = {}
            for pair in zip(ours, theirs, strict=True):
                counted[pair] = counted.get(pair, 0) + 1
            pairs.spans.append(len(pairs.weights))
            for (draw, line_up), count in counted.items():
                pairs.pairs.extend((draw, line_up))
                pairs.weights.append(count)
            pairs.spans.append(len(pairs.weights))
            pairs.totals.append(len(ours))
    return pairs


def search_by_sampling(
    position: Position,
    seed: int,
    top: int = 3,
    precision: float | None = None,
    seconds: float | None = None,
    everything: bool = False,
    progress: Progress | None = None,
    repeated: int | None = None,
) -> Search:
    """Rank attacks by sampled draws.

    Args:
        position: The decision.
        seed: Seed of the draws.
        top: How many attacks stay in the race to the end, so that their figures are as good as the first's.
        precision: Stop when the half-width of the 95 % interval of the best score is this small; without it, when
            the best is settled.
        seconds: Stop after about this time; 10 where neither it nor a precision is given.
        everything: Let no attack leave the race.
        progress: Told the blocks done and to do.
        repeated: How many blocks an earlier search took, to find the same whatever the clock says.
    """
    if seconds is None and precision is None:
        seconds = DEFAULT_SECONDS
    sampler = Sampler(position, seed)
    draws = sampler.block(0)
    # What has to be compiled is no part of the search, so it is called before the clock starts.
    evaluator_of(position, draws, position.attack_count).value([])
    started = time.monotonic()
    search = Search(considered=position.attack_count, seed=seed, settled=False)
    racing = list(range(position.attack_count))
    means: dict[int, list[float]] = {attack: [] for attack in racing}
    tallies: dict[int, list[int]] = {}
    denominator = position.scale * position.faces_weight * BLOCK
    blocks = 0
    while blocks < MOST_BLOCKS:
        draws = sampler.block(blocks) if blocks else draws
        found = evaluator_of(position, draws, len(racing)).value(racing)
        for attack, score, counted in zip(racing, found.scores, found.tallies, strict=True):
            means[attack].append(float(score / denominator))
            known = tallies.get(attack)
            tallies[attack] = counted if known is None else [old + new for old, new in zip(known, counted, strict=True)]
        blocks += 1
        if progress:
            progress(blocks, MOST_BLOCKS)
        leader = max(racing, key=lambda attack: fsum(means[attack]))
        rivals = [attack for attack in racing if attack != leader]
        if repeated is not None:
            late = blocks >= repeated
        else:
            late = seconds is not None and time.monotonic() - started > seconds
        if blocks >= FIRST_BLOCKS and (blocks & (blocks - 1) == 0 or late):
            beaten = {attack for attack in rivals if is_behind(means[attack], means[leader], len(rivals))}
            # Orders that make no difference in any draw are as good as each other: nothing is left to settle.
            equal = {attack for attack in rivals if is_equal(means[attack], means[leader])}
            search.settled = len(beaten | equal) == len(rivals)
            if not everything:
                racing = keep(position, racing, beaten, means, top)
            half = interval_half(means[leader])
            if half <= precision if precision is not None else search.settled:
                break
        if late:
            search.interrupted = not search.settled and precision is None
            break
    search.samples = blocks * BLOCK
    search.repeat = {DRAWS: blocks}
    search.everything = len(racing) == position.attack_count
    for attack in racing:
        centre, half = fsum(means[attack]) / blocks, interval_half(means[attack])
        ranked = rank(position, attack, tallies[attack], blocks * BLOCK)
        # With too few blocks nothing is known of how far off the mean may be.
        search.ranked.append(replace(ranked, exact=False, interval=(centre - half, centre + half)))
    search.ranked.sort(key=lambda ranked: (ranked.quality(), -ranked.number), reverse=True)
    return search


def keep(
    position: Position, racing: Sequence[int], beaten: set[int], means: dict[int, list[float]], top: int
) -> list[int]:
    """Return who goes on racing: whoever is not beaten, and the first of the best sets of cards in any case."""
    best: dict[object, int] = {}
    for attack in sorted(racing, key=lambda attack: -fsum(means[attack])):
        if len(best) < top:
            best.setdefault(position.group(attack), attack)
    return [attack for attack in racing if attack not in beaten or attack in best.values()]


def is_behind(means: Sequence[float], leader: Sequence[float], rivals: int) -> bool:
    """Return whether an attack is behind the leader, 95 % sure for all rivals together."""
    differences = [own - best for own, best in zip(means, leader, strict=True)]
    centre = fsum(differences) / len(differences)
    quantile = NormalDist().inv_cdf(1 - 0.025 / (LOOKS * max(1, rivals))) * _student(len(differences))
    return centre + quantile * standard_error(differences) < -1e-12


def is_equal(means: Sequence[float], leader: Sequence[float]) -> bool:
    """Return whether an attack has been worth the same as the leader in every block."""
    return all(abs(own - best) < 1e-12 for own, best in zip(means, leader, strict=True))


def interval_half(means: Sequence[float]) -> float:
    """Return the half-width of the 95 % interval of a mean of blocks, infinite while there are too few."""
    if len(means) < FIRST_BLOCKS:
        return float("inf")
    return chance.Z_95 * _student(len(means)) * standard_error(means)


def _student(blocks: int) -> float:
    """Return how much wider Student's t is than the normal distribution; below 20 degrees of freedom, as wide as a
    table of its 97.5 % points says (7 degrees: 2.365).
    """
    return chance.student_95(blocks - 1) / chance.Z_95 if blocks > 20 else 1.21


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of independent values, two or more."""
    centre = fsum(values) / len(values)
    return sqrt(fsum((value - centre) ** 2 for value in values) / (len(values) - 1) / len(values))


def evaluator_of(position: Position, draws: Draws, racing: int) -> Evaluator:
    """Return an evaluator of one block, compiled where 64 bits hold its sums and the work is worth it."""
    if racing * BLOCK <= 1 or largest_sum(position, draws) >= LARGEST_SUM:
        return Interpreted(position, draws)
    from odds.history.advise.evaluators_compiled import Compiled

    return Compiled(position, draws)


__all__ = ["Sampler", "search_by_sampling"]
