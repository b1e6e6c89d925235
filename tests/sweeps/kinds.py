"""Kinds of sweeps for the tests: rows that squares fill, and workers that die."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from odds.columns import WHOLE, Column, Data
from odds.errors import InputError

TABLES = ("squares",)


class Squares:
    """Rows and their squares; `kill` names a row whose worker dies, `once` a file that says it has."""

    columns = (Column("row", WHOLE, "", "number of the row"), Column("square", WHOLE, "", "the same, squared"))
    part_rows = 3
    notes = ("squares: nothing is assumed",)

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.rows: int = table["rows"]
        self._table = table

    def compute(self, first: int, last: int) -> Data:
        kill = self._table.get("kill")
        if kill is not None and first <= kill < last and not Path(self._table["once"]).exists():
            if not self._table.get("always"):
                Path(self._table["once"]).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(self._table.get("seconds", 0))
        if first <= self._table.get("refused", -1) < last:
            raise InputError("cannot be answered", f"row {self._table['refused']}")
        if first <= self._table.get("interrupted", -1) < last:
            raise KeyboardInterrupt
        rows = np.arange(first, last)
        return {"row": rows, "square": rows**2}

    def warm(self) -> None:
        pass


def prepare(spec: Mapping[str, Any], card_sets: Any, seed: int) -> Squares:
    return Squares(spec["squares"])
