"""Timing side by side, and the table that is printed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

Work = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Args:
        what: What was measured.
        measured: What it came to.
        peer: The limit or the peer of the same run.
        ratio: The two put together, or empty.
        target: What is asked for.
        met: Whether it was reached; `None` where nothing is asked for.
    """

    what: str
    measured: str
    peer: str
    ratio: str
    target: str
    met: bool | None


def seconds(work: Work) -> float:
    """Return how long one run takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def side_by_side(works: Sequence[Work], repeats: int) -> list[list[float]]:
    """Time several works in turn, so that a busy moment of the machine hits all of them; one list each."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(repeats):
        for taken, work in zip(times, works, strict=True):
            taken.append(seconds(work))
    return times


def ratio_of(times: Sequence[float], peers: Sequence[float]) -> float:
    """Return the median of the rounds' ratios: each round is compared with itself."""
    return median(ours / theirs for ours, theirs in zip(times, peers, strict=True))


def count(number: float) -> str:
    """Return a large number for people: `1.23 M`, `456 k`."""
    if number >= 1e6:
        return f"{number / 1e6:,.2f} M"
    if number >= 1e4:
        return f"{number / 1e3:,.0f} k"
    return f"{number:,.0f}"


def show(rows: Sequence[Row]) -> str:
    """Return the table as text."""
    words = {True: "yes", False: "NO", None: ""}
    lines = [("what", "measured", "limit or peer", "ratio", "target", "met?")]
    lines += [(row.what, row.measured, row.peer, row.ratio, row.target, words[row.met]) for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    lines.insert(1, tuple("-" * width for width in widths))  # type: ignore[arg-type]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
