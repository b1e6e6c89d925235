"""Files that commands write beside their answer: figures and tables, refused before the work is done, not after it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from odds.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


def check_chart_file(name: str, option: str = "--chart") -> None:
    """Refuse a chart's file: an ending no chart has, a folder that is not there.

    Raises:
        InputError: Placed at the option.
    """
    _check_file(name, (".png", ".pdf", ".svg"), option)


def check_csv_file(name: str, option: str = "--csv") -> None:
    """Refuse a table's file: another ending than .csv, a folder that is not there.

    Raises:
        InputError: Placed at the option.
    """
    _check_file(name, (".csv",), option)


def _check_file(name: str, endings: tuple[str, ...], option: str) -> None:
    path = Path(name)
    if name.endswith(("/", "\\")):
        raise InputError(f"'{name}' names a folder, not a file", option)
    if path.suffix.lower() not in endings:
        what = f"ends in none of {', '.join(endings)}" if len(endings) > 1 else f"does not end in {endings[0]}"
        raise InputError(f"'{name}' {what}", option)
    if not path.parent.is_dir():
        raise InputError(f"there is no folder '{path.parent}'", option)
    if path.is_dir():
        raise InputError(f"'{name}' is a folder", option)


def save_chart(figure: Figure, name: str, option: str = "--chart") -> None:
    """Write a chart into a file that `check_chart_file` let pass.

    Raises:
        InputError: It cannot be written.
    """
    from odds import charts

    try:
        charts.save(figure, Path(name))
    except OSError as error:
        raise InputError(f"cannot write '{name}': {error.strerror}", option) from None


def save_csv(frame: pd.DataFrame, name: str, option: str = "--csv") -> None:
    """Write a table into a file that `check_csv_file` let pass.

    Raises:
        InputError: It cannot be written.
    """
    from odds.charts import write_table

    try:
        write_table(frame, Path(name))
    except OSError as error:
        raise InputError(f"cannot write '{name}': {error.strerror}", option) from None
