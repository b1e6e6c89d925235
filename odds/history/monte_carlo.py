"""Sampled odds of a query: line-ups drawn (the dice weighed exactly), or known line-ups fought again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from odds import chance
from odds.history.draws import can_draw
from odds.history.encode import DICE
from odds.history.exact import Sums, is_compiled_worthwhile, known_pair
from odds.history.faces import (
    FACES_SCRATCH,
    RISKY,
    STRONG,
    attacker_die,
    count_rerolls,
    fill_table,
    outcome_value,
    weigh_faces,
)
from odds.history.fight import ARENA_SIZE, SLOTS, set_up
from odds.history.query import Encoded, Query
from odds.history.tally import CONQUERED, RESULT, sample_faces, sample_line_ups
from odds.threads import threads_to_use

#: Fights sampled where neither their number nor a precision is asked for.
DEFAULT_FIGHTS = 200_000

#: The most fights that are sampled in one run.
MOST_FIGHTS = 10_000_000_000

#: Fights the interpreter samples before numba could be imported.
INTERPRETED_FIGHTS = 2_000
INTERPRETED_FIGHTS_WARM = 100

#: Fights of a block when a precision is asked for, and the most of one block.
PRECISION_BLOCK = 1_024
LARGEST_BLOCK = 16_384

Progress = Callable[[int, int], None]


class Sampler(Protocol):
    """Samples the trials of one block."""

    def block(self, first: int, last: int) -> Any:
        """Return the tally of trials `first` to `last`."""


@dataclass(frozen=True)
class Sampled:
    """What a Monte Carlo run found.

    Args:
        sums: The tally; its total is the number of fights.
        fights: Fights sampled: drawn pairs of line-ups with their dice weighed exactly, or single fights.
        win_interval: 95 % interval of the attacker's chance to win.
        dice_weighed: Whether the dice were weighed exactly in every sample.
        interrupted: Whether the run was stopped by hand before its end.
    """

    sums: Sums
    fights: int
    win_interval: tuple[float, float]
    dice_weighed: bool
    interrupted: bool


class _InterpretedBlocks:
    """`sample_line_ups` without a compiler; the same trials give the same draws."""

    def __init__(self, query: Query, encoded: Encoded, start: int, rerolls: int) -> None:
        self._query, self._encoded, self._start, self._rerolls = query, encoded, start, rerolls

    def block(self, first: int, last: int) -> list[float]:
        query, encoded = self._query, self._encoded
        ours, own_count, theirs, their_count = known_pair(encoded)
        tally = [0] * (CONQUERED + len(encoded.cards))
        sample_line_ups(
            first,
            last,
            self._start,
            ours,
            own_count,
            query.own_slots,
            [number for row in encoded.deck for number in row],
            len(encoded.deck),
            theirs,
            their_count,
            query.their_slots,
            [number for row in encoded.stack for number in row],
            len(encoded.stack),
            DICE,
            query.challenge,
            query.rulings.deflection_per == "line",
            query.rulings.empty_side_fights,
            encoded.prizes,
            [6**power for power in range(self._rerolls + 1)],
            [0] * ARENA_SIZE,
            [0] * 36,
            [0] * SLOTS,
            [0] * 36,
            [0] * FACES_SCRATCH,
            [0] * 36,
            tally,
        )
        return [value / 6 ** (2 + self._rerolls) for value in tally]


class _InterpretedFaces:
    """`sample_faces` without a compiler."""

    def __init__(self, query: Query, encoded: Encoded, start: int, arena: list[int], cumulated: list[float]) -> None:
        self._query, self._start, self._arena, self._cumulated = query, start, arena, cumulated
        self._size = CONQUERED + len(encoded.cards)

    def block(self, first: int, last: int) -> list[int]:
        tally = [0] * self._size
        rulings = self._query.rulings
        sample_faces(
            first,
            last,
            self._start,
            self._arena,
            DICE,
            rulings.deflection_per == "line",
            rulings.empty_side_fights,
            self._cumulated,
            [0] * 36,
            [0] * 36,
            tally,
        )
        return tally


def weighed_faces(query: Query, encoded: Encoded) -> tuple[list[int], list[int], list[int]]:
    """Return arena, outcome table and face weights (R9) of the deployed line-ups without reinforcement."""
    ours, own_count, theirs, their_count = known_pair(encoded)
    arena = [0] * ARENA_SIZE
    table = [0] * 36
    weights = [0] * 36
    set_up(arena, ours, 0, own_count, theirs, 0, their_count, None)
    rulings = query.rulings
    fill_table(arena, DICE, rulings.deflection_per == "line", rulings.empty_side_fights, table)
    values = [outcome_value(arena, code, encoded.prizes) for code in table]
    their_die = STRONG + RISKY - attacker_die(own_count)
    weigh_faces(
        values,
        count_rerolls(arena, 0),
        count_rerolls(arena, 1),
        query.challenge,
        DICE,
        their_die,
        [0] * FACES_SCRATCH,
        weights,
    )
    return arena, table, weights


def draws_anything(query: Query, encoded: Encoded) -> bool:
    """Return whether either side draws reinforcement."""
    return can_draw(encoded.attackers, query.own_slots, [number for row in encoded.deck for number in row]) or can_draw(
        encoded.defenders, query.their_slots, [number for row in encoded.stack for number in row]
    )


def _sampler(query: Query, encoded: Encoded, seed: int, fights: int) -> tuple[Sampler, bool, bool]:
    compiled = is_compiled_worthwhile(fights, INTERPRETED_FIGHTS, INTERPRETED_FIGHTS_WARM)
    start = chance.seed_start(seed)
    if draws_anything(query, encoded):
        rerolls = encoded.most_rerolls
        if compiled:
            from odds.history.sweep_pairs import BlockSampler

            return BlockSampler(query, encoded, start, rerolls), True, True
        return _InterpretedBlocks(query, encoded, start, rerolls), True, False
    arena, _, weights = weighed_faces(query, encoded)
    total = sum(weights)
    cumulated = [sum(weights[: pair + 1]) / total for pair in range(36)]
    if compiled:
        from odds.history.sweep_pairs import FaceSampler

        return FaceSampler(query, encoded, start, arena, cumulated), False, True
    return _InterpretedFaces(query, encoded, start, arena, cumulated), False, False


def _spans(fights: int, block: int) -> Iterator[tuple[int, int]]:
    return ((first, min(first + block, fights)) for first in range(0, fights, block))


def sample(
    query: Query,
    encoded: Encoded,
    seed: int,
    fights: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Sampled:
    """Sample a query.

    Args:
        query, encoded: The question, and the same in numbers.
        seed: Seed of the run; the same seed gives the same result on any number of threads.
        fights: Fights to sample; with a precision, the most of them.
        precision: Half-width of the 95 % interval of the win chance to stop at.
        progress: Told the fights done and to do.

    Returns:
        The result; after Ctrl-C that of the blocks finished by then.

    Raises:
        KeyboardInterrupt: Stopped before any block was finished.
    """
    most = fights or (MOST_FIGHTS if precision else DEFAULT_FIGHTS)
    block = PRECISION_BLOCK if precision else max(1, min(LARGEST_BLOCK, most // 64))
    sampler, dice_weighed, compiled = _sampler(query, encoded, seed, most)
    threads = 1
    if compiled:
        sampler.block(0, 0)  # compiled before the threads meet it
        threads = threads_to_use()
    wins: list[float] = []
    sizes: list[int] = []
    sums: list[Any] = [0] * (CONQUERED + len(encoded.cards))
    interrupted = False
    next_look = chance.MIN_BLOCKS
    spans = _spans(most, block)
    with ThreadPoolExecutor(threads) as pool:
        try:
            finished = False
            while not finished and (batch := list(islice(spans, 4 * threads))):
                tallies = pool.map(lambda span: sampler.block(*span), batch)
                for (first, last), tally in zip(batch, tallies, strict=True):
                    wins.append(float(tally[RESULT]))
                    sizes.append(last - first)
                    sums = [have + float(new) for have, new in zip(sums, tally, strict=True)]
                    # Looking at a geometric pace keeps luck from leading the stop rule; looking after a
                    # fixed block keeps the number of threads from doing so.
                    if precision and len(wins) >= next_look:
                        low, high = _interval(wins, sizes, dice_weighed)
                        next_look = len(wins) * 5 // 4
                        if finished := (high - low) / 2 <= precision:
                            break
                if progress:
                    progress(sum(sizes), most)
        except KeyboardInterrupt:
            if not wins:
                raise
            interrupted = True
    return Sampled(Sums(sums, sum(sizes)), sum(sizes), _interval(wins, sizes, dice_weighed), dice_weighed, interrupted)


def _interval(wins: list[float], sizes: list[int], dice_weighed: bool) -> tuple[float, float]:
    if dice_weighed:
        return chance.block_interval(wins, sizes)
    return chance.wilson(sum(wins), sum(sizes))


__all__ = ["DEFAULT_FIGHTS", "MOST_FIGHTS", "Sampled", "draws_anything", "sample", "weighed_faces"]
