"""Compiling the kernels on a fresh machine, and starting again with the cache."""

from __future__ import annotations

import tempfile
from statistics import median

from tests.benchmarks.measure import Row, ratio_of, seconds, side_by_side
from tests.benchmarks.start_rows import run_python

_RESOLVE = "import odds; odds.resolve_many('1/1/1', '1/1/1', [[1, 1]])"
_SAMPLE = (
    "import odds; odds.attack('1/1/1 reinforcement', '1/1/1', deck='1/2/3, 3/2/1', method='monte-carlo', "
    "fights=5000, seed=1)"
)


def rows(quick: bool) -> list[Row]:
    """Measure the first and the next process of two compiled questions."""
    found = []
    for what, question in (("resolve_many of one fight", _RESOLVE), ("5,000 drawn fights", _SAMPLE)):
        with tempfile.TemporaryDirectory() as folder:
            first = seconds(lambda question=question, folder=folder: run_python("-c", question, ODDS_CACHE_DIR=folder))
            again, bare = side_by_side(
                [
                    lambda question=question, folder=folder: run_python("-c", question, ODDS_CACHE_DIR=folder),
                    lambda: run_python("-c", "import numba"),
                ],
                3 if quick else 7,
            )
        found.append(Row(f"{what}: first process, compiling", f"{first:.1f} s", "", "", "", None))
        found.append(
            Row(
                f"{what}: next process",
                f"{median(again):.2f} s",
                f"import numba {median(bare):.2f} s",
                f"{ratio_of(again, bare):.2f} x",
                "",
                None,
            )
        )
    return found
