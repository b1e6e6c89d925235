"""Print the benchmark's table: `python -m tests.benchmarks [--quick] [NAME ...]`."""

from __future__ import annotations

import argparse
import importlib

from tests.benchmarks.measure import Row, show

#: Names of the groups of rows, in the order they are measured, and the modules that measure them.
GROUPS = {
    "start": "start_rows",
    "exact": "exact_rows",
    "draws": "draw_rows",
    "icepool": "icepool_rows",
    "numpy": "numpy_rows",
    "advise": "advise_rows",
    "compile": "compile_rows",
    "sweep": "sweep_rows",
    "game": "game_rows",
}


def main() -> None:
    """Measure the groups asked for and print one table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"groups to measure: {', '.join(GROUPS)} (all)")
    parser.add_argument("--quick", action="store_true", help="fewer repeats; rougher figures")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in GROUPS]
    if unknown:
        parser.error(f"no group '{unknown[0]}'; the groups are {', '.join(GROUPS)}")
    found: list[Row] = []
    for name in options.names or GROUPS:
        module = importlib.import_module(f"tests.benchmarks.{GROUPS[name]}")
        try:
            found += module.rows(options.quick)
        except ModuleNotFoundError as error:
            found.append(Row(name, f"needs {error.name}", "", "", "pip install .[benchmark]", None))
    print(show(found))


if __name__ == "__main__":
    main()
