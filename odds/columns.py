"""Tables as columns: what a column means, its values in little memory, and the same as CSV, Parquet or a DataFrame.

Knows no game. The same columns always give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

Array = np.ndarray[Any, np.dtype[Any]]

#: Kinds of columns: words, whole numbers (below 0: none), numbers (not a number: none).
TEXT, WHOLE, NUMBER = "text", "whole number", "number"

#: A whole number that stands for none.
NONE = -1

FORMS = ("csv", "parquet")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table.

    Args:
        name: Its name.
        kind: `TEXT`, `WHOLE` or `NUMBER`.
        unit: What its numbers count: `"probability"`, `"units"`, `"VP"`, or empty.
        meaning: What it says, one line.
        optional: Whether a whole number below 0 means none.
    """

    name: str
    kind: str
    unit: str
    meaning: str
    optional: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the column's description as plain values."""
        described = {"name": self.name, "type": self.kind, "unit": self.unit, "meaning": self.meaning}
        return described | {"optional": self.optional}

    @classmethod
    def from_dict(cls, described: Mapping[str, Any]) -> Column:
        """Return the column that `to_dict` described."""
        return cls(*(described[key] for key in ("name", "type", "unit", "meaning", "optional")))


@dataclass(frozen=True)
class Coded:
    """A column of words: `values[code]` for each code."""

    codes: Array
    values: list[str]


class Words:
    """A column of words while it is filled, each different word kept once."""

    def __init__(self, rows: int) -> None:
        self._codes = np.zeros(rows, np.int64)
        self._known: dict[str, int] = {"": 0}

    def put(self, where: Any, codes: Any, values: Sequence[str]) -> None:
        """Set rows `where` to `values[codes]`."""
        numbers = np.array([self._known.setdefault(value, len(self._known)) for value in values], np.int64)
        self._codes[where] = numbers[codes]

    def coded(self) -> Coded:
        """Return the finished column."""
        return Coded(self._codes, list(self._known))


Data = Mapping[str, "Array | Coded"]


def csv_bytes(columns: Sequence[Column], data: Data) -> bytes:
    """Return a table as CSV in UTF-8, with a header; numbers are read back to the same doubles."""
    lists = [_csv_cells(column, data[column.name]) for column in columns]
    header = ",".join(_quoted(column.name) for column in columns)
    lines = map(",".join, zip(*lists, strict=True))
    return "\n".join([header, *lines, ""]).encode()


def _csv_cells(column: Column, values: Array | Coded) -> list[str]:
    if isinstance(values, Coded):
        return _taken([_quoted(value) for value in values.values], values.codes)
    # Many rows share few different numbers: each is written once.
    different, codes = np.unique(values, return_inverse=True)
    if len(different) == len(values):
        return [_cell(column, value) for value in values.tolist()]
    return _taken([_cell(column, value) for value in different.tolist()], codes.reshape(-1))


def _taken(values: list[str], codes: Array) -> list[str]:
    table = np.empty(len(values), object)
    table[:] = values
    cells: list[str] = table[codes].tolist()
    return cells


def _cell(column: Column, value: Any) -> str:
    if column.kind == WHOLE:
        return "" if column.optional and value < 0 else str(value)
    return repr(value) if value == value else ""


def _quoted(text: str) -> str:
    if any(letter in text for letter in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text


def parquet_bytes(columns: Sequence[Column], data: Data) -> bytes:
    """Return a table as a Parquet file.

    Raises:
        ModuleNotFoundError: pyarrow, the extra `parquet`, is not installed.
    """
    pa: Any = import_module("pyarrow")
    pq: Any = import_module("pyarrow.parquet")
    arrays: dict[str, Any] = {}
    for column in columns:
        values = data[column.name]
        if isinstance(values, Coded):
            coded = pa.DictionaryArray.from_arrays(pa.array(values.codes), pa.array(values.values, pa.string()))
            arrays[column.name] = coded.cast(pa.string())
        elif column.kind == WHOLE:
            arrays[column.name] = pa.array(values, pa.int64(), mask=values < 0 if column.optional else None)
        else:
            arrays[column.name] = pa.array(values, pa.float64(), from_pandas=True)
    buffer = BytesIO()
    pq.write_table(pa.table(arrays), buffer)
    return buffer.getvalue()


def frame(columns: Sequence[Column], data: Data) -> pd.DataFrame:
    """Return a table as a DataFrame: words as `str`, whole numbers as `Int64` where some are missing."""
    import pandas as pd

    found: dict[str, Any] = {}
    for column in columns:
        values = data[column.name]
        if isinstance(values, Coded):
            found[column.name] = np.array(values.values, object)[values.codes]
        elif column.kind == WHOLE and column.optional:
            found[column.name] = pd.arrays.IntegerArray(values.astype(np.int64), values < 0)
        else:
            found[column.name] = values
    return pd.DataFrame(found)


def read_frame(columns: Sequence[Column], files: Iterable[Path], form: str) -> pd.DataFrame:
    """Return the tables of files put one below the other, with the types `frame` gives."""
    import pandas as pd

    types: Any = {column.name: _type(column) for column in columns}
    blanks: Any = {column.name: [""] for column in columns if column.kind != TEXT}
    # Numbers are read back to the last bit; from 3.1 on pandas does so by itself.
    release = tuple(int(number) for number in pd.__version__.split(".")[:2])
    exactly: Any = {} if release >= (3, 1) else {"float_precision": "round_trip"}
    parts = []
    for file in files:
        if form == "parquet":
            parts.append(pd.read_parquet(file).astype(types))
        else:
            parts.append(pd.read_csv(file, dtype=types, keep_default_na=False, na_values=blanks, **exactly))
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame({name: [] for name in types})


def _type(column: Column) -> str:
    if column.kind == TEXT:
        return "str"
    if column.kind == NUMBER:
        return "float64"
    return "Int64" if column.optional else "int64"
