"""Monte Carlo with reinforcement drawn on both sides, the dice weighed exactly in every sample."""

from __future__ import annotations

import sys
from functools import partial
from statistics import median

import numpy as np

from odds import chance
from odds.history.cards import Unit
from odds.history.query import Encoded, Query, encode
from odds.history.sweep_pairs import BlockSampler
from tests.benchmarks.measure import Row, count, seconds

PAIRS_PER_SECOND = 60_000
#: Faces a drawn pair is resolved for, and how many of them differ.
FACES, DISTINCT = 36, 24
RESOLVED_PER_SECOND = 1_500_000
PILE = 20
MOST_GROWTH = 50  # MB
FIGHTS = 10_000_000


def random_units(number: int, seed: int, reinforcement: bool = False) -> tuple[Unit, ...]:
    """Return random units: values 0-3, toughness 1-3, a quarter of them with each symbol, half with half shields."""
    random = np.random.default_rng(seed)

    def has(share: float = 0.25) -> int:
        return int(random.random() < share)

    return tuple(
        Unit(
            name=f"Unit {index}",
            **{name: int(random.integers(0, 4)) for name in ("ranged", "normal", "melee")},
            toughness=int(random.integers(1, 4)),
            reinforcement=1 if reinforcement else has(),
            **{name: has() for name in ("ambush", "heroic_death", "deflection")},
            **{f"accuracy_{line}": has() for line in ("ranged", "normal", "melee")},
            left="*" if has(0.5) else "",
            right="*" if has(0.5) else "",
        )
        for index in range(number)
    )


def drawing_query(seed: int) -> tuple[Query, Encoded]:
    """Return a fight of three against two in which everybody calls for reinforcement from piles of 20 cards."""
    query = Query(
        attackers=random_units(3, seed, reinforcement=True),
        defenders=random_units(2, seed + 1, reinforcement=True),
        deck=random_units(PILE, seed + 2),
        stack=random_units(PILE, seed + 3),
    )
    return query, encode(query)


def peak_memory() -> float:
    """Return the most memory this process ever held, in MB; not a number where the system does not tell."""
    try:
        import resource
    except ImportError:
        return float("nan")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def rows(quick: bool) -> list[Row]:
    """Measure several random fights on one thread, and the memory of ten million."""
    size, repeats = 4_096, 3 if quick else 9
    samplers = [
        BlockSampler(query, encoded, chance.seed_start(1), encoded.most_rerolls)
        for query, encoded in (drawing_query(seed) for seed in range(10, 60, 10))
    ]
    for sampler in samplers:
        sampler.block(0, size)
    times = [
        sum(seconds(partial(sampler.block, turn * size, (turn + 1) * size)) for sampler in samplers)
        for turn in range(repeats)
    ]
    speed = size * len(samplers) / median(times)
    before = peak_memory()
    done = 0
    while done * FACES < FIGHTS:
        for sampler in samplers:
            sampler.block(done, done + size)
            done += size
    growth = peak_memory() - before
    return [
        Row(
            "Monte Carlo, draws on both sides, 1 thread",
            f"{count(speed)} drawn pairs/s",
            "",
            "",
            f">= {count(PAIRS_PER_SECOND)}",
            speed >= PAIRS_PER_SECOND,
        ),
        Row(
            "… resolved fights",
            f"{count(speed * DISTINCT)}/s that differ, {count(speed * FACES)}/s in all",
            "",
            "",
            f">= {count(RESOLVED_PER_SECOND)}",
            speed * DISTINCT >= RESOLVED_PER_SECOND,
        ),
        Row(
            f"… memory added by {count(done * FACES)} fights",
            f"{growth:.1f} MB",
            "",
            "",
            f"< {MOST_GROWTH} MB",
            growth < MOST_GROWTH,
        ),
    ]
