"""The numbers of a chart as a CSV file: written whole or not at all, and read back with clear errors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from odds.charts.kinds import COLUMNS
from odds.errors import InputError
from odds.files import whole

if TYPE_CHECKING:
    import pandas as pd

#: Columns of words; all others that a chart draws are numbers.
WORDS = frozenset(
    ("owner", "row", "era", "target", "line_up", "die", "line", "name", "ability", "kind", "winner", "ruling", "change")
) | {"bot", "source"}

#: More than a table of the full matrix of match-ups takes.
MOST_BYTES = 1 << 28


def write_table(frame: pd.DataFrame, path: Path) -> None:
    """Write the numbers as CSV in UTF-8; floats are written so that they are read back the same.

    Raises:
        OSError: The file cannot be written.
    """
    with whole(path) as building:
        frame.to_csv(building, index=False, encoding="utf-8", lineterminator="\n")


def read_table(path: Path, kind: str) -> pd.DataFrame:
    """Read the numbers of a kind of chart from a CSV file.

    Raises:
        InputError: A file that cannot be read or is no such table, with the column and line that is wrong.
    """
    import pandas as pd

    where = str(path)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"more than {MOST_BYTES >> 20} MiB; that is no table of a chart", where)
        frame = pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot read it: {error.strerror}", where) from None
    except UnicodeDecodeError:
        raise InputError("the file is not UTF-8; save it as CSV in UTF-8", where) from None
    except (pd.errors.ParserError, pd.errors.EmptyDataError) as error:
        raise InputError(f"the file is no CSV table: {error}", where) from None
    if not isinstance(frame.index, pd.RangeIndex):
        raise InputError("the file is no CSV table: its rows have more cells than its header", where)
    missing = [name for name in COLUMNS[kind] if name not in frame.columns]
    if missing:
        raise InputError(f"no column {', '.join(missing)}; a chart of {kind} needs {', '.join(COLUMNS[kind])}", where)
    for name in frame.columns:
        if name in COLUMNS[kind] or name.endswith(("low", "high")):
            if name not in WORDS:
                frame[name] = _numbers(frame[name], name, where)
        elif name in ("games", "players", "fights"):
            frame[name] = _numbers(frame[name], name, where)
    return frame


def _numbers(texts: pd.Series[str], name: str, where: str) -> pd.Series[float]:
    import pandas as pd

    numbers = pd.to_numeric(texts, errors="coerce")
    bad = numbers.isna() | numbers.isin([float("inf"), float("-inf")])
    if bad.any():
        place = int(bad.to_numpy().argmax())
        raise InputError(f"'{texts.iloc[place]}' is no number", f"{where}: line {place + 2}: {name}")
    return numbers
