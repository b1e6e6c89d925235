"""Chance: random streams, intervals for what is estimated, and when to stop.

The streams are SplitMix64 (Steele, Lea, Flood 2014). Trial t of a run begins at `mix(seed) + GOLDEN * t * 2**24`, so
trials never overlap, and a result depends on the seed alone, not on threads, blocks or machines. The functions
stay inside numba's subset; compiled, the state is an unsigned 64-bit number.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import SupportsIndex

from odds.errors import InputError

GOLDEN = 0x9E3779B97F4A7C15
MASK = 0xFFFFFFFFFFFFFFFF
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB
_LOW = 0xFFFFFFFF

#: Streams may draw this many numbers before they meet the next one (a power of two).
DRAWS_PER_TRIAL_BITS = 24

#: The largest seed.
MAX_SEED = 2**63 - 1

#: 97.5 % point of the normal distribution.
Z_95 = 1.959963984540054

#: Fewest blocks whose means give an interval by Student's t.
MIN_BLOCKS = 32


def mix(state: int) -> int:
    """Return the 64 random bits that belong to a state."""
    bits = state
    bits = ((bits ^ (bits >> 30)) * _MIX_1) & MASK
    bits = ((bits ^ (bits >> 27)) * _MIX_2) & MASK
    return bits ^ (bits >> 31)


def advance(state: int) -> int:
    """Return the state after one draw."""
    return (state + GOLDEN) & MASK


def trial_state(start: int, trial: int) -> int:
    """Return where the stream of a trial begins in the run that begins at `start`."""
    return (start + GOLDEN * (trial << DRAWS_PER_TRIAL_BITS)) & MASK


def draw_below(state: int, bound: int) -> tuple[int, int]:
    """Return the next state and a whole number from 0 up to `bound`, all equally likely.

    Lemire's multiplication on 32 bits with exact rejection; `bound` is at least 1 and below 2**31.
    """
    while True:
        state = advance(state)
        product = (mix(state) >> 32) * bound
        low = product & _LOW
        if low >= bound or low >= (_LOW + 1) % bound:
            return state, product >> 32


def seed_start(seed: int) -> int:
    """Return where the run of a seed begins (0 to `MAX_SEED`)."""
    return mix(advance(seed & MASK))


def read_seed(seed: SupportsIndex, where: str = "--seed") -> int:
    """Return a seed as Python's own whole number; a cell of a table is NumPy's.

    Args:
        seed: The seed.
        where: What is named in an error.

    Raises:
        InputError: No whole number from 0 to `MAX_SEED`.
    """
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number <= MAX_SEED:
        raise InputError(f"a seed is a whole number from 0 to {MAX_SEED}, not {seed}", where)
    return number


def fresh_seed() -> int:
    """Return a seed nobody chose, short enough to be typed again."""
    import secrets

    return secrets.randbelow(2**31)


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a probability, from a count (or mean count) of successes."""
    share = successes / trials
    spread = Z_95 * Z_95 / trials
    centre = (share + spread / 2) / (1 + spread)
    half = Z_95 * math.sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    low = 0.0 if successes <= 0 else max(0.0, centre - half)
    high = 1.0 if successes >= trials else min(1.0, centre + half)
    return low, high


def student_95(freedom: int) -> float:
    """Return the 97.5 % point of Student's t, for 20 degrees of freedom or more.

    Fisher and Cornish's expansion (Abramowitz and Stegun 26.7.5); its error here is below 0.00001.
    """
    z = Z_95
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / math.pow(freedom, power) for power, term in enumerate(terms, 1))


def block_interval(sums: Sequence[float], sizes: Sequence[int]) -> tuple[float, float]:
    """Return the 95 % interval of a probability from the sums of independent blocks of samples.

    Student's t over the block means; with fewer than `MIN_BLOCKS` blocks, or where all means agree, Wilson's
    interval of as many counted fights, which is never narrower than it may be.

    Args:
        sums: Sum of the samples (each 0 to 1) of each block.
        sizes: Samples of each block; all but the last are equal.
    """
    total = sum(sizes)
    mean = sum(sums) / total
    blocks = len(sums)
    if blocks < MIN_BLOCKS:
        return wilson(min(max(mean, 0.0), 1.0) * total, total)
    variance = sum(size * (part / size - mean) ** 2 for part, size in zip(sums, sizes, strict=True))
    error = math.sqrt(variance / (blocks - 1) / total)
    if error == 0.0:
        return wilson(min(max(mean, 0.0), 1.0) * total, total)
    half = student_95(blocks - 1) * error
    return max(0.0, mean - half), min(1.0, mean + half)
