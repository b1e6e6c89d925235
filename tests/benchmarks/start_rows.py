"""One question from the command line: the whole process, and what it imports."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median

from tests.benchmarks.measure import Row, ratio_of, side_by_side

QUESTION = ("attack", "Catapult, Archer, Conscript", "--against", "2/1/1:2 heroic-death, 1/2/2:2 deflection, 0/1/3")
HEAVY = ("numpy", "numba", "pandas", "matplotlib")
MOST_RATIO = 2.0
#: Runs the command in-process, then says which heavy libraries came along.
_IMPORTED = (
    "import sys\n"
    "from odds.cli import run\n"
    "code = run(sys.argv[1:])\n"
    f"print(*[name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    "sys.exit(code)"
)


def run_python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python with arguments and environment variables.

    Raises:
        RuntimeError: It failed; the message is its last line.
    """
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, encoding="utf-8", env={**os.environ, **variables}
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)[:60]}: {(done.stderr.strip() or 'failed').splitlines()[-1]}")
    return done


def rows(quick: bool) -> list[Row]:
    """Measure `odds attack` with known line-ups against importing what draws its tables."""
    loaded = run_python("-c", _IMPORTED, *QUESTION).stderr.split()
    ours, peer = side_by_side(
        [
            lambda: run_python("-m", "odds", *QUESTION),
            lambda: run_python("-c", "import typer, rich.table"),
        ],
        5 if quick else 15,
    )
    ratio = ratio_of(ours, peer)
    return [
        Row(
            "odds attack, known line-ups, whole process",
            f"{median(ours):.3f} s",
            f"import typer, rich.table {median(peer):.3f} s",
            f"{ratio:.2f} x",
            f"<= {MOST_RATIO} x",
            ratio <= MOST_RATIO,
        ),
        Row("… heavy libraries imported", ", ".join(loaded) or "none", "", "", "none", not loaded),
    ]
