"""Means over fights that come in games: their intervals, p-values, and Holm's correction for many cards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from odds.chance import Z_95, student_95
from odds.history.studies.base import LEAST_SAMPLES

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Mean:
    """A mean over fights.

    Args:
        value: The mean.
        low, high: Its 95 % interval; not a number where there are too few games.
        p: Chance of a mean at least as far from 0 if the true one were 0 (two-sided); 1 with too few games.
    """

    value: float
    low: float
    high: float
    p: float


def mean_by_game(values: Array, games: Array) -> Mean:
    """Return the mean of values whose games are independent, not their fights.

    The mean is a ratio, sum over number; its error comes from the spread of the games' sums about it, by Student's t
    with one degree of freedom less than there are games.

    Args:
        values: One for each fight; shape (fights,).
        games: The game of each fight; shape (fights,).
    """
    if len(values) == 0:
        return Mean(math.nan, math.nan, math.nan, 1.0)
    _, which = np.unique(games, return_inverse=True)
    mean = float(values.sum() / len(values))
    apart = np.bincount(which, weights=values - mean)
    count = len(apart)
    if count < LEAST_SAMPLES:
        return Mean(mean, math.nan, math.nan, 1.0)
    error = math.sqrt(count / (count - 1) * float((apart**2).sum())) / len(values)
    half = (Z_95 if count > 10_000 else student_95(count - 1)) * error
    return Mean(mean, mean - half, mean + half, p_value(mean, error, count - 1))


def p_value(mean: float, error: float, freedom: int) -> float:
    """Return the two-sided p-value of a mean with its standard error, by Student's t.

    t is turned into a normal deviate by Wallace's formula (1959), which is good to three digits here.
    """
    if mean == 0:
        return 1.0
    if error == 0:
        return 0.0
    t = mean / error
    deviate = math.sqrt(freedom * math.log1p(t * t / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
    return math.erfc(deviate / math.sqrt(2))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number by Holm's method (1979).

    Reject what is below 5 % and the chance of even one false alarm is at most 5 %, however the tests hang together:
    the cards here share fights and reference, which Benjamini and Hochberg's weaker promise would have to assume away.
    """
    adjusted = [1.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda index: p_values[index])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted
