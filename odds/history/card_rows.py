"""From the rows of a card set's tables to pieces: what each column may hold, one reader a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from odds.history.card_tables import Problem, Row, Table, read_table
from odds.history.cards import (
    ACCURACIES,
    COUNTED_SYMBOLS,
    GEAR_ACTIONS,
    Medal,
    Relic,
    Tile,
    Unit,
    WarToken,
)
from odds.history.names import nearest, same_card, shown
from odds.history.rules import (
    ERAS,
    KINDS,
    LINES,
    MAX_SYMBOLS,
    MAX_TOKEN_VALUE,
    MAX_TOUGHNESS,
    MAX_UNIT_VALUE,
    SABATONS,
)
from odds.history.spelled import is_label

UNITS_FILE = "units.csv"
TOKENS_FILE = "war_tokens.csv"
RELICS_FILE = "relics.csv"
TILES_FILE = "tiles.csv"
MEDALS_FILE = "medals.csv"

#: The columns of each file, in the order the program writes them.
UNIT_COLUMNS = (
    "id",
    "name",
    "kind",
    "owner",
    "copies",
    *LINES,
    "toughness",
    "reinforcement",
    "ambush",
    "heroic_death",
    *ACCURACIES,
    "deflection",
    "reroll",
    "left",
    "right",
    "provenance",
    "note",
)
_TOKEN_SYMBOLS = ("ambush", "heroic_death", *ACCURACIES, "deflection", "reroll")
TOKEN_COLUMNS = ("id", "name", "copies", *LINES, *_TOKEN_SYMBOLS, "special", "provenance", "note")
RELIC_COLUMNS = ("id", "name", "era", "copies", "provenance", "note")
TILE_COLUMNS = ("id", "era_a", "era_b", "token_field", "provenance", "note")
MEDAL_COLUMNS = ("id", "owner", "value", "provenance", "note")

#: Unit columns a token cannot have, because R2 and R4 come before the tokens (R7).
NOT_ON_TOKENS = ("toughness", "reinforcement", "left", "right")

#: Where a row's values can come from.
PROVENANCES = ("attested", "derived", "reconstructed", "printed", "custom")

#: Those of them by which a card has its printed values (E).
AS_PRINTED = ("printed", "attested")

#: What a token can do outside a fight (D); anything else is a token for a fight.
SPECIALS = ("hunt", *(f"move-up:{action}" for action in GEAR_ACTIONS))

MAX_COPIES = 99
MAX_MEDAL = 99

T = TypeVar("T")


@dataclass(slots=True)
class Rows(Generic[T]):
    """The good pieces of one file with their lines, and whether every row was good."""

    file: str
    pieces: list[tuple[int, T]] = field(default_factory=list)
    complete: bool = True

    def __iter__(self) -> Iterator[T]:
        return (piece for _, piece in self.pieces)


def _rows_of(table: Table, errors: list[Problem]) -> Iterator[Row]:
    """Yield the rows of a table, noting ids that stand twice, and hand its problems over at the end."""
    seen: dict[str, int] = {}
    for row in table.rows:
        key = row.text("id", needed=True).casefold()
        if key and key in seen:
            row.wrong("id", f"{shown(row.cells['id'])} stands in line {seen[key]} already; ids are unique")
        seen.setdefault(key, row.line)
        yield row
    # The sort puts what was found late, as a second name, at its line again.
    errors.extend(sorted(table.problems, key=lambda problem: problem.line))


def read_units(path: Path, errors: list[Problem]) -> Rows[Unit]:
    """Read the unit cards of the folder `path`; every problem is added to `errors`."""
    table = read_table(path, UNITS_FILE, UNIT_COLUMNS)
    units: Rows[Unit] = Rows(table.file)
    basics: dict[tuple[str, str], tuple[int, Unit]] = {}
    if not table.rows and not table.problems:
        table.problems.append(Problem(table.file, "has no rows below its header; enter the unit cards"))
    for row in _rows_of(table, errors):
        kind = row.choice("kind", KINDS)
        values: dict[str, Any] = {line: row.number(line, 0, MAX_UNIT_VALUE) for line in LINES}
        values |= {name: row.number(name, 0, MAX_SYMBOLS) for name in (*COUNTED_SYMBOLS, *ACCURACIES)}
        unit = Unit(
            name=row.text("name", needed=True),
            kind=kind,
            owner=_owner(row, kind),
            toughness=row.number("toughness", 1, MAX_TOUGHNESS, blank=None),
            left=_label(row, "left"),
            right=_label(row, "right"),
            **values,
            **_common(row),
        )
        if unit.kind == "basic" and row.good:
            line, first = basics.setdefault((unit.owner, unit.name.casefold()), (row.line, unit))
            if not same_card(first, unit):
                message = f"{shown(unit.name)} has other values in line {line}; one name, one set of values"
                row.wrong("name", message)
        if row.good:
            units.pieces.append((row.line, unit))
    units.complete = not table.problems
    return units


def read_tokens(path: Path, errors: list[Problem]) -> Rows[WarToken]:
    """Read the war tokens (R7) of the folder `path`; every problem is added to `errors`."""
    table = read_table(path, TOKENS_FILE, TOKEN_COLUMNS, NOT_ON_TOKENS)
    tokens: Rows[WarToken] = Rows(table.file)
    for row in _rows_of(table, errors):
        values: dict[str, Any] = {line: row.number(line, -MAX_TOKEN_VALUE, MAX_TOKEN_VALUE) for line in LINES}
        values |= {name: row.number(name, 0, MAX_SYMBOLS) for name in _TOKEN_SYMBOLS}
        for column in NOT_ON_TOKENS:
            if row.cells.get(column, "") not in ("", "0"):
                row.wrong(column, "must stay empty; a token comes after reinforcement and connections (R7)")
        special = row.text("special")
        if special and special not in SPECIALS:
            near = nearest(special, SPECIALS, 1)[0]
            row.wrong("special", f"{shown(special, 30)} is unknown, nearest is {near}; or leave it empty")
        token = WarToken(name=row.text("name", needed=True), special=special, **values, **_common(row))
        if row.good:
            tokens.pieces.append((row.line, token))
    tokens.complete = not table.problems
    return tokens


def read_relics(path: Path, errors: list[Problem]) -> Rows[Relic]:
    """Read the relic cards of the folder `path`; every problem is added to `errors`."""
    table = read_table(path, RELICS_FILE, RELIC_COLUMNS)
    relics: Rows[Relic] = Rows(table.file)
    for row in _rows_of(table, errors):
        relic = Relic(name=row.text("name", needed=True), era=row.choice("era", ERAS), **_common(row))
        if row.good:
            relics.pieces.append((row.line, relic))
    relics.complete = not table.problems
    return relics


def read_tiles(path: Path, errors: list[Problem], token_fields: int) -> Rows[Tile]:
    """Read the time-travel tiles (D) of the folder `path`, which point to one of `token_fields` fields."""
    table = read_table(path, TILES_FILE, TILE_COLUMNS)
    tiles: Rows[Tile] = Rows(table.file)
    for row in _rows_of(table, errors):
        era_a, era_b = row.choice("era_a", ERAS), row.choice("era_b", ERAS)
        if row.cells.get("era_a") and row.cells["era_a"] == row.cells.get("era_b"):
            row.wrong("era_b", f"is era {era_b} as era_a is; a tile's two eras differ (D)")
        token_field = row.number("token_field", 1, token_fields, blank=None)
        common = _common(row, copies=False)
        if row.good:
            tiles.pieces.append((row.line, Tile(era_a=era_a, era_b=era_b, token_field=token_field, **common)))
    tiles.complete = not table.problems
    return tiles


def read_medals(path: Path, errors: list[Problem]) -> Rows[Medal]:
    """Read the valour medals (R19) of the folder `path`; every problem is added to `errors`."""
    table = read_table(path, MEDALS_FILE, MEDAL_COLUMNS)
    medals: Rows[Medal] = Rows(table.file)
    for row in _rows_of(table, errors):
        owner, value = row.choice("owner", SABATONS), row.number("value", 0, MAX_MEDAL)
        medal = Medal(owner=owner, value=value, **_common(row, copies=False))
        if row.good:
            medals.pieces.append((row.line, medal))
    medals.complete = not table.problems
    return medals


def _common(row: Row, *, copies: bool = True) -> dict[str, Any]:
    """Return the cells every piece has: its id, its copies, where it comes from, a note."""
    cells: dict[str, Any] = {
        "id": row.cells.get("id", ""),
        "provenance": row.choice("provenance", PROVENANCES),
        "note": row.text("note"),
    }
    if copies:
        cells["copies"] = row.number("copies", 1, MAX_COPIES, blank=None)
    return cells


def _owner(row: Row, kind: str) -> str:
    """Return a unit's owner: a Sabaton for basic units, an era for elites and heroes (A)."""
    if row.cells.get("kind") not in KINDS:
        return row.choice("owner", (*SABATONS, *ERAS))
    fitting, others = (SABATONS, ERAS) if kind == "basic" else (ERAS, SABATONS)
    owner = row.cells.get("owner", "")
    if owner in others:
        what = "a Sabaton's" if kind == "basic" else "an era's"
        write = f"write one of {', '.join(fitting)}"
        row.wrong("owner", f"a unit of kind {kind} is {what}, not {owner}'s; {write}")
        return owner
    return row.choice("owner", fitting)


def _label(row: Row, column: str) -> str:
    """Return a half shield's label (R4): empty, `*`, or a word that a unit phrase can spell."""
    label = row.text(column)
    if label and not is_label(label):
        row.wrong(column, f"{shown(label, 30)} is no label; write a word, * or nothing (no half shield)")
    return label


def refuse_false_claim(units: Rows[Unit], errors: list[Problem]) -> None:
    """Note the unit rows that are not printed in a set that says its values are (E)."""
    for line, unit in units.pieces:
        if unit.provenance not in AS_PRINTED:
            message = f"is {unit.provenance}, but set.toml says that all values are printed; mend either"
            errors.append(Problem(units.file, message, line, "provenance"))
