"""What all studies have in common: their answer, and the interval of a mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from odds.chance import Z_95, student_95

if TYPE_CHECKING:
    import pandas as pd

#: Fewest samples whose spread gives an interval.
LEAST_SAMPLES = 21


@dataclass(frozen=True)
class Study:
    """The answer to one question.

    Attributes:
        kind: Which chart draws it.
        question: What was asked.
        finding: The answer in one sentence.
        frame: The numbers; the function that made it documents the columns.
        notes: How they were found, what was assumed, where the card values come from; a line each.
    """

    kind: str
    question: str
    finding: str
    frame: pd.DataFrame
    notes: list[str] = field(default_factory=list)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of independent samples and its 95 % interval.

    Student's t; with fewer than `LEAST_SAMPLES` samples nothing is known of their spread and the interval has
    no ends.
    """
    count = len(values)
    mean = math.fsum(values) / count
    if count < LEAST_SAMPLES:
        return mean, -math.inf, math.inf
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    point = Z_95 if count > 10_000 else student_95(count - 1)
    half = point * math.sqrt(variance / count)
    return mean, mean - half, mean + half
