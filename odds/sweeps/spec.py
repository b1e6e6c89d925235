"""Specs of sweeps: reading a TOML file, the keys every kind has, and the job that workers are given."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from odds.chance import MAX_SEED
from odds.columns import Column, Data
from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET, read_card_set, shipped_sets
from odds.history.cards import CardSet
from odds.history.names import shown
from odds.history.sweep_spec import unknown_key
from odds.inputs import read_up_to

#: Version of the spec format.
FORMAT = 1

#: What a sweep can be of, and the module that prepares its work. A module has `TABLES`, the tables of its specs, and
#: `prepare(spec, card_sets, seed)`, which returns its `Work`. The place to plug in another kind.
KINDS = {
    "fights": "odds.history.sweep_fights",
    "advice": "odds.history.sweep_advice",
    "games": "odds.history.sweep_games",
}

#: Keys of every spec, beside the tables of its kind.
KEYS = ("format", "kind", "cards", "seed", "part_rows")

#: Seed where a spec names none: a spec always means the same rows.
DEFAULT_SEED = 1

MOST_PART_ROWS = 1_000_000
MOST_PARTS = 100_000
MAX_SPEC = 16 * 1024 * 1024


class Work(Protocol):
    """What a kind of sweep makes of a spec; the same rows whoever computes them."""

    @property
    def rows(self) -> int:
        """How many rows there are."""

    @property
    def part_rows(self) -> int:
        """Rows of a part where the spec names no number."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the result, in order."""

    @property
    def notes(self) -> Sequence[str]:
        """What was assumed, and what else a reader should know."""

    def compute(self, first: int, last: int) -> Data:
        """Return the rows `first` to `last`."""

    def warm(self) -> None:
        """Compile what the rows need."""


@dataclass(frozen=True)
class Job:
    """A sweep as workers are given it: all they need is in here, no file is read.

    Args:
        kind: A key of `KINDS`.
        home: The module that prepares its work.
        spec: The spec's tables.
        card_sets: The card sets named in it.
        seed: Seed of everything random.
        part_rows: Rows of a part; 0 leaves it to the kind.
    """

    kind: str
    home: str
    spec: Mapping[str, Any]
    card_sets: tuple[CardSet, ...]
    seed: int
    part_rows: int = 0

    @property
    def checksum(self) -> str:
        """Checksum of the spec: equal for specs that mean the same rows in the same order."""
        # The order of axes and card sets decides the order of rows; that of other keys does not.
        axes = [[key, list(value)] if isinstance(value, Mapping) else key for key, value in self._grid().items()]
        text = json.dumps([self.kind, self.seed, self.part_rows, axes, self.spec], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def _grid(self) -> Mapping[str, Any]:
        grid = self.spec.get("grid", {})
        return grid if isinstance(grid, Mapping) else {}

    def work(self) -> Work:
        """Return the work, prepared.

        Raises:
            InputError: A table of the spec that cannot be read.
        """
        work: Work = import_module(self.home).prepare(self.spec, self.card_sets, self.seed)
        return work


def read_spec(path: Path) -> dict[str, Any]:
    """Return what a spec's TOML file says.

    Raises:
        InputError: A file that cannot be read, or is no TOML.
    """
    try:
        data = read_up_to(path, MAX_SPEC)
    except InputError as error:
        raise InputError(f"cannot read the spec: {error.message}", str(path)) from None
    if len(data) > MAX_SPEC:
        raise InputError(f"more than {MAX_SPEC >> 20} MiB; no spec is that long", str(path))
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"is no TOML file: {error}", str(path)) from None


def read_job(
    spec: Path | str | Mapping[str, Any], cards: CardSet | Sequence[CardSet] | None = None
) -> tuple[Job, Work]:
    """Read and check a spec.

    Args:
        spec: The file's path, or what is in it.
        cards: Card sets to use instead of those the spec names.

    Returns:
        The job and its work, prepared.

    Raises:
        InputError: A key, a name or a value the spec cannot have, named by file and place.
    """
    if isinstance(spec, Mapping):
        return _job(spec, cards, Path())
    if not isinstance(spec, str | Path):
        raise InputError(f"is a TOML file's path or a mapping, not {spec!r}", "spec")
    path = Path(spec)
    try:
        return _job(read_spec(path), cards, path.parent)
    except InputError as error:
        raise error if error.where.startswith(str(path)) else error.at(str(path)) from None


def _job(tables: Mapping[str, Any], cards: CardSet | Sequence[CardSet] | None, folder: Path) -> tuple[Job, Work]:
    kind = _kind(tables.get("kind", "fights"))
    known = (*KEYS, *import_module(KINDS[kind]).TABLES)
    for key in tables:
        if key not in known:
            _refuse_key(str(key), kind, known)
    if tables.get("format", FORMAT) != FORMAT:
        raise InputError(f"is {FORMAT} in this version, not {tables['format']!r}", "format")
    seed = _whole(tables, "seed", DEFAULT_SEED, 0, MAX_SEED)
    part_rows = _whole(tables, "part_rows", 0, 1, MOST_PART_ROWS)
    if cards is None:
        card_sets = _card_sets(tables.get("cards", DEFAULT_SET), folder)
    else:
        card_sets = (cards,) if isinstance(cards, CardSet) else tuple(cards)
    body = {key: _plain(value, str(key)) for key, value in tables.items() if key not in KEYS}
    job = Job(kind, KINDS[kind], body, card_sets, seed, part_rows)
    work = job.work()
    if work.rows > MOST_PARTS * (part_rows or work.part_rows):
        raise InputError(f"{work.rows:,} rows in more than {MOST_PARTS:,} parts; make part_rows larger", "part_rows")
    return job, work


def _refuse_key(key: str, kind: str, known: Sequence[str]) -> None:
    """Refuse a key that the specs of a kind do not have; it may be a table of another kind's.

    Raises:
        InputError: Always.
    """
    for other, home in KINDS.items():
        if key in import_module(home).TABLES:
            raise InputError(f'belongs to specs of kind = "{other}"; this one is of {kind}', key)
    raise unknown_key(key, known)


def _kind(kind: object) -> str:
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError(f"is one of {', '.join(KINDS)}, not {kind!r}", "kind")
    return kind


def _whole(tables: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
    if key not in tables:
        return default
    value = tables[key]
    if type(value) is not int or not low <= value <= high:
        raise InputError(f"is a whole number from {low} to {high}, not {value!r}", key)
    return value


def _card_sets(given: object, folder: Path) -> tuple[CardSet, ...]:
    """Return the card sets a spec names; folders are looked up beside the spec."""
    names = [given] if isinstance(given, str) else given
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError("is a card set's name or folder, or a list of them", "cards")
    if not names:
        raise InputError("is empty; name at least one card set or leave it out", "cards")
    return tuple(_card_set(name, folder) for name in names)


def _card_set(name: str, folder: Path) -> CardSet:
    shipped = shipped_sets()
    if name not in shipped and not (folder / name).is_dir():
        known = ", ".join(shipped)
        raise InputError(f"no card set {shown(name)}, neither a folder beside the spec nor one of {known}", "cards")
    try:
        return read_card_set(name if name in shipped else str(folder / name))
    except InputError as error:
        raise error.at("cards") from None


def _plain(value: object, where: str) -> Any:
    """Return a value of a spec as tables, lists, words and numbers; TOML's dates and not-a-number are refused."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner, f"{where}.{key}") for key, inner in value.items()}
    if isinstance(value, list | tuple | range):
        return [_plain(inner, where) for inner in value]
    if not isinstance(value, str | int | float) or value != value:
        raise InputError(f"{value!r} is no value a spec can have", where)
    return value
