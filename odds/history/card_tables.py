"""Reading the text files of a card set, cell by cell, so that every wrong cell is named by its place.

Spreadsheets differ: a byte order mark, CRLF, semicolons or tabs, accents in two characters and empty
lines at the end are read; whatever could only be guessed at is a `Problem`.
"""

from __future__ import annotations

import csv
import io
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from odds.history.names import fold, nearest, shown

#: A card set is a few dozen kilobytes; what is larger is something else.
MAX_BYTES = 1 << 20

#: What separates cells, the likeliest first.
DELIMITERS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong or doubtful in a card set.

    Args:
        file: The file's name in the folder; empty where the folder itself is meant.
        message: What is wrong and how to mend it.
        line: The line as an editor counts, from 1; 0 where the whole file is meant.
        column: The column's or key's name; empty where the whole line is meant.
    """

    file: str
    message: str
    line: int = 0
    column: str = ""

    @property
    def where(self) -> str:
        """The place, as in "units.csv line 12, column toughness"."""
        place = f"{self.file} line {self.line}" if self.line else self.file
        word = "key" if self.file.endswith(".toml") else "column"
        return f"{place}, {word} {self.column}" if self.column else place

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.file else self.message


@dataclass(slots=True)
class Row:
    """One line of a table; its methods read a cell and note a problem where it is wrong.

    Every method returns a value that is good to go on with; whether the row as a whole is good is told by
    `good`.
    """

    file: str
    line: int
    cells: dict[str, str]
    problems: list[Problem]
    good: bool = True

    def wrong(self, column: str, message: str) -> None:
        """Note that the cell of `column` is wrong."""
        self.good = False
        self.problems.append(Problem(self.file, message, self.line, column))

    def text(self, column: str, *, needed: bool = False) -> str:
        """Return a cell's text; a `needed` one must have a letter or digit in it."""
        cell = self.cells.get(column)
        if cell is None:  # the column is missing, which is a problem of the header
            self.good = False
            return ""
        if not cell.isprintable() and not (column == "note" and cell.replace("\n", " ").isprintable()):
            self.wrong(column, f"{shown(cell)} has a line break or an unprintable character; remove it")
        elif needed and not cell:
            self.wrong(column, "is empty; fill it in")
        elif needed and not any(map(str.isalnum, cell)):
            self.wrong(column, f"{shown(cell)} has no letter or digit, so it could not be called by it")
        return cell

    def number(self, column: str, low: int, high: int, *, blank: int | None = 0) -> int:
        """Return a cell's number from `low` to `high`; an empty cell is `blank`, or wrong if that is None."""
        cell = self.cells.get(column)
        if cell is None:
            self.good = False
            return low
        if not cell:
            if blank is not None:
                return blank
            self.wrong(column, f"is empty; write a whole number from {low} to {high}")
            return low
        digits = cell[1:] if cell[0] in "+-−" else cell
        if not (digits.isascii() and digits.isdigit()):
            self.wrong(column, f"{shown(cell, 20)} is not a whole number; write one from {low} to {high}")
            return low
        # Five digits are out of every range already, and Python refuses to convert thousands of them.
        value = int(digits.lstrip("0")[:5] or "0")
        value = -value if cell[0] in "-−" else value
        if not low <= value <= high:
            self.wrong(column, f"is from {low} to {high}, not {shown(cell, 20)}")
            return low
        return value

    def choice(self, column: str, choices: Sequence[str]) -> str:
        """Return a cell that must be one of `choices`."""
        cell = self.cells.get(column)
        if cell is None:
            self.good = False
        elif cell not in choices:
            hint = f", nearest is {nearest(cell, choices, 1)[0]}" if cell else ""
            what = f"{shown(cell, 30)} is unknown" if cell else "is empty"
            self.wrong(column, f"{what}{hint}; write one of {', '.join(choices)}")
        return cell if cell in choices and cell is not None else choices[0]


@dataclass(slots=True)
class Table:
    """The rows of one CSV file and the problems found so far."""

    file: str
    rows: list[Row] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


class _Unreadable(Exception):
    """Why a file is not read, and the line it shows at."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message, self.line = message, line


def read_text(folder: Path, file: str, problems: list[Problem]) -> str | None:
    """Return a file's text in composed characters (NFC), or None with the reason noted in `problems`."""
    try:
        text = _decoded(_bytes(folder / file))
    except _Unreadable as error:
        problems.append(Problem(file, error.message, error.line))
        return None
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def _bytes(path: Path) -> bytes:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise _Unreadable("is not a file; a card set's files are plain text files")
        if status.st_size > MAX_BYTES:
            raise _Unreadable(f"has {status.st_size:,} bytes; more than {MAX_BYTES:,} is no card set")
        return path.read_bytes()
    except FileNotFoundError:
        raise _Unreadable("is missing" + _lookalike(path)) from None
    except OSError as error:
        raise _Unreadable(f"cannot be read: {error.strerror or error}") from None


def _decoded(data: bytes) -> str:
    how_to = "save it as UTF-8 (in a spreadsheet: 'CSV UTF-8')"
    if not data.strip():
        raise _Unreadable("is empty")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _Unreadable(f"is UTF-16, not UTF-8; {how_to}")
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise _Unreadable(f"has a NUL byte, so it is no text file; {how_to}", line)
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        # error.object has no byte order mark any more, which changes no line.
        line = error.object.count(b"\n", 0, error.start) + 1
        raise _Unreadable(f"is not UTF-8 (byte 0x{error.object[error.start]:02X}); {how_to}", line) from None


def _lookalike(path: Path) -> str:
    """Return a hint where the folder has a file that could be meant."""
    try:
        others = [other.name for other in path.parent.iterdir()]
    except OSError:
        return ""
    wanted = {fold(path.stem), fold(path.stem.rstrip("s"))}
    like = [name for name in others if fold(name.split(".")[0]) in wanted]
    return f"; rename {shown(like[0])}, or save it in this format" if like else ""


def read_table(folder: Path, file: str, columns: Sequence[str], optional: Sequence[str] = ()) -> Table:
    """Read a CSV file whose first line names its columns.

    Args:
        folder: The card set's folder.
        file: The file's name.
        columns: The columns it must have, in any order.
        optional: Columns it may have besides.

    Returns:
        The rows that have as many cells as the header, and every problem with file, header and the others.
    """
    table = Table(file)
    text = read_text(folder, file, table.problems)
    if text is None:
        return table
    records = _records(text, file, table.problems)
    line, header = next(records, (1, []))
    if not table.problems:
        while header and not header[-1]:  # a spreadsheet's empty columns at the right
            header.pop()
        if not _header_problems(table, line, header, columns, optional):
            return table
        table.rows.extend(_rows(table, records, header))
    return table


def _records(text: str, file: str, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """Yield the line and the stripped cells of each record that is not blank; stop at a broken one."""
    stream = io.StringIO(text, newline="")
    first = stream.readline()
    start = 1
    if first.lower().startswith("sep=") and len(first.rstrip("\r\n")) == 5:  # a spreadsheet's own hint
        delimiter, start = first[4], 2
    else:
        delimiter = max(DELIMITERS, key=first.count)
        stream.seek(0)
    reader = csv.reader(stream, delimiter=delimiter, strict=True)
    line = start
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                yield line, stripped
            line = start + reader.line_num
    except csv.Error as error:
        message = f"cannot be split into cells: {error}"
        if "unexpected end" in str(error):
            message = "a quote opened in this row is never closed; close it, or remove it"
        elif "expected after" in str(error):
            message = "a quoted cell goes on after its closing quote; write a quote inside a cell twice"
        problems.append(Problem(file, message, line))


def _header_problems(
    table: Table, line: int, header: list[str], columns: Sequence[str], optional: Sequence[str]
) -> bool:
    """Note what is wrong with a header; return whether its rows are worth reading."""
    known = (*columns, *optional)
    if not any(name in known for name in header):
        message = f"the first line must name the columns: {','.join(columns)}"
        table.problems.append(Problem(table.file, message, line))
        return False
    for place, name in enumerate(header):
        if name in header[:place] and name:
            table.problems.append(Problem(table.file, "this column stands twice; remove one", line, name))
        elif name not in known:
            hint = f"the nearest known is {nearest(name, known, 1)[0]}" if name else "it has no name"
            message = f"unknown column {shown(name, 30)}; {hint}"
            table.problems.append(Problem(table.file, message, line))
    for name in columns:
        if name not in header:
            table.problems.append(Problem(table.file, "this column is missing", line, name))
    return True


def _rows(table: Table, records: Iterable[tuple[int, list[str]]], header: list[str]) -> Iterator[Row]:
    for line, cells in records:
        if len(cells) < len(header):
            message = f"has {len(cells)} cells, the header {len(header)}; is the file cut off?"
            table.problems.append(Problem(table.file, message, line))
        elif any(cells[len(header) :]):
            message = f"has {len(cells)} cells, the header {len(header)}; quote a cell with a delimiter in it"
            table.problems.append(Problem(table.file, message, line))
        else:
            yield Row(table.file, line, dict(zip(header, cells, strict=False)), table.problems)
