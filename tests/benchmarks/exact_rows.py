"""Exact odds of many match-ups, compiled, against the bare kernel."""

from __future__ import annotations

from statistics import median

import numpy as np

from odds.history.compiled import tables_of
from tests.benchmarks import bare_kernel
from tests.benchmarks.match_ups import line_ups, winner_counts
from tests.benchmarks.measure import Row, count, ratio_of, side_by_side

#: Symbols may cost this share of the bare kernel's speed.
SYMBOLS_SHARE = 150_000 / 485_000
PLAIN_SHARE = 0.6
TWO_THREADS = 1.7


def rows(quick: bool) -> list[Row]:
    """Measure both kinds of match-ups and a second thread."""
    number, repeats = (10_000, 9) if quick else (20_000, 41)
    with_symbols = line_ups(number, True, 1), line_ups(number, True, 2)
    plain = line_ups(number, False, 3), line_ups(number, False, 4)
    lean = [bare_kernel.lean(side) for side in plain]
    works = [
        lambda: tables_of(*with_symbols, True, True),
        lambda: tables_of(*plain, True, True),
        lambda: bare_kernel.solve(*lean),
        lambda: tables_of(*with_symbols, True, True, 2),
    ]
    equal = np.array_equal(winner_counts(tables_of(*plain, True, True)), bare_kernel.solve(*lean))
    for work in works:
        work()
    symbols, bare_fights, bare, threads = side_by_side(works, repeats)
    limit = f"bare kernel {count(number / median(bare))}/s"
    found = []
    for what, times, share in (
        ("exact match-ups, all symbols, 1 thread", symbols, SYMBOLS_SHARE),
        ("exact match-ups, no symbols, 1 thread", bare_fights, PLAIN_SHARE),
    ):
        ratio = ratio_of(bare, times)
        found.append(
            Row(what, f"{count(number / median(times))}/s", limit, f"{ratio:.0%}", f">= {share:.0%}", ratio >= share)
        )
    ratio = ratio_of(symbols, threads)
    found.append(
        Row(
            "exact match-ups, all symbols, 2 threads",
            f"{count(number / median(threads))}/s",
            f"1 thread {count(number / median(symbols))}/s",
            f"{ratio:.2f} x",
            f">= {TWO_THREADS} x",
            ratio >= TWO_THREADS,
        )
    )
    found.append(Row("… the bare kernel's counts equal", str(equal), "", "", "equal", equal))
    return found
