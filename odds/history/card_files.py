"""Finding, reading and checking card sets: the folders that say what is printed on the pieces.

A card set is a folder with `set.toml`, `units.csv`, `war_tokens.csv`, `relics.csv`, `tiles.csv` and
`medals.csv`. `read_card_set` gives the pieces or the first error; `check_card_set` gives every error, and
the warnings of `card_checks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from odds.errors import InputError
from odds.history.card_folder import read_folder
from odds.history.card_header import FILE as HEADER_FILE
from odds.history.card_tables import Problem
from odds.history.cards import CardSet
from odds.history.names import shown

#: The set used where none is named: the stand-in that ships with the program.
DEFAULT_SET = "reconstructed"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Everything `check_card_set` found; `card_set` is None where there are errors."""

    card_set: CardSet | None
    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


def data_folder() -> Path:
    """Return the folder of the shipped data: beside this package's modules, or in a source checkout."""
    package = Path(__file__).resolve().parent.parent
    shipped = package / "data"
    return shipped if (shipped / "history").is_dir() else package.parent / "data"


def shipped_sets() -> list[str]:
    """Return the names of the card sets that ship with the program."""
    try:
        folders = list((data_folder() / "history").iterdir())
    except OSError:
        return []
    return sorted(path.name for path in folders if (path / HEADER_FILE).is_file())


def find_card_set(name_or_dir: str) -> Path:
    """Return the folder that `--cards DIR|NAME` means.

    A name of a shipped set comes first; a folder of the same name is meant by `./NAME`.

    Raises:
        InputError: Neither a shipped set nor a folder.
    """
    text = name_or_dir.strip()
    names = shipped_sets()
    if text in names:
        return data_folder() / "history" / text
    known = f"the shipped sets are {', '.join(names) or 'missing'}"
    if not text:
        raise InputError(f"no card set named; write a folder or a name ({known})")
    file = False
    try:
        path = Path(text).expanduser()
        if path.is_dir():
            return path
        file = path.exists()
    except (OSError, RuntimeError, ValueError):  # a name too long, no such home, a NUL
        pass
    if file:
        raise InputError(f"{shown(text)} is a file; name the folder the card set is in")
    raise InputError(f"there is no card set {shown(text)}, neither a folder nor a name ({known})")


def read_card_set(name_or_dir: str = DEFAULT_SET) -> CardSet:
    """Return the card set that a folder or a shipped set's name means.

    Raises:
        InputError: No such set, or the first error in it, named by file, line and column.
    """
    path = find_card_set(name_or_dir)
    if path.parent == data_folder() / "history":
        stamps = tuple(sorted((f.name, f.stat().st_mtime_ns) for f in path.iterdir()))
        return _read_shipped(path, stamps)
    return _read(path)


@lru_cache(maxsize=8)
def _read_shipped(path: Path, stamps: tuple[tuple[str, int], ...]) -> CardSet:
    """Read a shipped set once for as long as its files stay as they are."""
    return _read(path)


def _read(path: Path) -> CardSet:
    folder = read_folder(path)
    if folder.errors:
        raise first_error(path, folder.errors)
    return folder.card_set()


def first_error(path: Path, errors: Sequence[Problem]) -> InputError:
    """Return the first of a folder's errors as the one line the program ends with."""
    more = f" ({len(errors) - 1} more; odds cards check lists them)" if len(errors) > 1 else ""
    return InputError(errors[0].message + more, str(path / errors[0].where))


def check_card_set(folder: Path | str) -> CheckReport:
    """Check a card set's folder and return every error and warning; raises nothing."""
    from odds.history.card_checks import find_warnings

    read = read_folder(Path(folder))
    warnings = tuple(find_warnings(read))
    return CheckReport(None if read.errors else read.card_set(), tuple(read.errors), warnings)
