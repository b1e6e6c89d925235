"""Writing card sets: the template an owner of the game fills in, and a copy of a set to change."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path

from odds.errors import InputError
from odds.history.card_checks import (
    BASICS_PER_SABATON,
    ELITES_PER_ERA,
    HEROES_PER_ERA,
    MEDALS_PER_SABATON,
    TILES,
    WAR_TOKENS,
)
from odds.history.card_header import FILE as HEADER_FILE
from odds.history.card_header import FORMAT
from odds.history.card_rows import (
    MEDAL_COLUMNS,
    MEDALS_FILE,
    RELIC_COLUMNS,
    RELICS_FILE,
    TILE_COLUMNS,
    TILES_FILE,
    TOKEN_COLUMNS,
    TOKENS_FILE,
    UNIT_COLUMNS,
    UNITS_FILE,
)
from odds.history.cards import GEAR_ACTIONS, CardSet
from odds.history.names import fold, shown
from odds.history.rules import ERAS, RELICS_PER_ERA, SABATONS, Rulings

#: The explanation written into a new folder.
README_FILE = "README.md"

_README = """# A card set to fill in

One line is one card (or one token, tile, medal). Fill in what is printed, save, and let the program look:

    odds cards check {folder}

It names every cell that is still empty or wrong, by file, line and column. When nothing is left:

    odds attack "…" --against "…" --cards {folder}

**Saving.** Any spreadsheet or text editor will do. Save as CSV in UTF-8; commas, semicolons or tabs are read
alike. Numbers are whole numbers.

## units.csv
- `name`: as printed. The same basic unit of several Sabatons has one line for each of them.
- `kind` is `basic`, `elite` or `hero`; `owner` a Sabaton ({sabatons}) or an era ({eras}).
- `copies`: how many of this card there are. Two equal cards are two lines, or one line with copies 2.
- `ranged`, `normal`, `melee`: the values of the three battle lines (Fernkampf, Normaler Kampf, Nahkampf),
  0-99, empty for 0.
- `toughness`: the damage symbols it takes before it is defeated (Schadenssymbole), 1-99.
- How many symbols are shown, 0-9, empty for none: `reinforcement` (Verstärkung), `ambush` (Überfall),
  `heroic_death` (Heldentod), `accuracy_ranged`, `accuracy_normal`, `accuracy_melee` (Zielgenauigkeit in that
  line), `deflection` (Umlenkung), `reroll` (Wurfwiederholung).
- `left`, `right`: the half shields (Verbindung) at the card's sides, `*` for one and empty for none. If the
  shields are of several kinds, write a word for each kind; only equal words connect.

## war_tokens.csv
The same columns as far as a token can add them; values can be negative. `special` is empty for a token of
the fight, `hunt` (Jagd), or `move-up:ACTION` (Nachrücken!) with one of the actions {actions}.

## relics.csv, tiles.csv, medals.csv
A relic has an era; a time-travel tile two different eras and the token field it points to (1-3); a medal a
Sabaton and a value.

## set.toml
`title` is shown in reports. `wheel` lists the gear's actions clockwise, `arrows` the places on it, from 0,
that are active at the start. They matter for whole games only.

## provenance
Where a line's values come from: `printed` (read off the card), `custom` (your own), or, in sets of this
project, `attested`, `derived`, `reconstructed` (made up). Reports repeat it, and call values printed only if
every unit's are.
"""

_SET = """format = {format}
name = {name}
title = {title}
{values}

# Gear actions: {actions}
{gear}

# How your table reads the rules; leave the lines out for the rulebook's letter.
[rulings]
deflection_per = {deflection}  # or "fight"
empty_side_fights = {empty_side}
"""

Cells = Mapping[str, object]


def new_card_set(target: Path, source: CardSet | None = None) -> list[str]:
    """Write a new card set's folder, whole or not at all.

    Args:
        target: The folder; it must not exist, or be empty.
        source: A card set to start from; the empty template if None.

    Returns:
        The names of the files written.

    Raises:
        InputError: The folder has something in it, or cannot be written.
    """
    try:
        folder = target.expanduser().resolve()
        _refuse(target, folder)
        files = _template(folder.name) if source is None else _copy(folder.name, source)
        _write(folder, files)
    except (OSError, RuntimeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot write the folder {shown(str(target))}: {reason}") from None
    return list(files)


def csv_text(columns: Sequence[str], rows: Iterable[Cells]) -> str:
    """Return rows as CSV with a header line; a number 0 stays 0, a missing cell is empty."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, columns, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def _refuse(target: Path, folder: Path) -> None:
    """Refuse a target that would overwrite something or that has no parent folder."""
    if folder.is_dir():
        if any(folder.iterdir()):
            raise InputError(f"the folder {shown(str(target))} is not empty; name a new one")
        if folder == Path.cwd():
            raise InputError("the card set cannot take the place of the folder you are in; name a new one")
    elif folder.exists():
        raise InputError(f"{shown(str(target))} is a file; name a new folder")
    elif not folder.parent.is_dir():
        raise InputError(f"the folder {shown(str(target.parent))} does not exist; make it first")


def _write(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files into a folder beside the target, then give it the target's name in one step."""
    building = folder.parent / f".{folder.name[:80]}.{os.getpid()}.new"
    building.mkdir()
    try:
        for name, text in files.items():
            # Spreadsheets take a CSV file for UTF-8 only if it begins with a byte order mark.
            encoding = "utf-8-sig" if name.endswith(".csv") else "utf-8"
            (building / name).write_bytes(text.encode(encoding))
        if folder.is_dir():
            folder.rmdir()
        building.rename(folder)
    finally:
        if building.is_dir():
            for path in building.iterdir():
                path.unlink()
            building.rmdir()


def _template(name: str) -> dict[str, str]:
    """Return the files of a set with every row the game has (A) and nothing filled in."""
    gear = "[gear]  # can be deleted if you only want fights\nwheel = []\narrows = []\ntoken_fields = 3"
    claim = '# values = "printed"  # or "mixed", "custom"; without it the rows of units.csv tell'
    return {
        README_FILE: _readme(name),
        HEADER_FILE: _set_toml(name, f"The cards of {name}", claim, gear, Rulings()),
        UNITS_FILE: csv_text(UNIT_COLUMNS, _unit_rows()),
        TOKENS_FILE: csv_text(TOKEN_COLUMNS, _numbered("token", WAR_TOKENS, copies=1)),
        RELICS_FILE: csv_text(
            RELIC_COLUMNS,
            (row for era in ERAS for row in _numbered(f"relic-{era}", RELICS_PER_ERA, era=era, copies=1)),
        ),
        TILES_FILE: csv_text(TILE_COLUMNS, _numbered("tile", TILES)),
        MEDALS_FILE: csv_text(
            MEDAL_COLUMNS,
            (row for owner in SABATONS for row in _numbered(f"medal-{fold(owner)}", MEDALS_PER_SABATON, owner=owner)),
        ),
    }


def _unit_rows() -> Iterator[Cells]:
    for owner in SABATONS:
        yield from _numbered(fold(owner), BASICS_PER_SABATON, kind="basic", owner=owner, copies=1)
    for era in ERAS:
        yield from _numbered(f"{era}-elite", ELITES_PER_ERA, kind="elite", owner=era, copies=1)
        yield from _numbered(f"{era}-hero", HEROES_PER_ERA, kind="hero", owner=era, copies=1)


def _numbered(stem: str, count: int, **cells: object) -> Iterator[Cells]:
    width = len(str(count))
    for number in range(1, count + 1):
        yield {"id": f"{stem}-{number:0{width}}", **cells, "provenance": "printed"}


def _copy(name: str, source: CardSet) -> dict[str, str]:
    """Return the files of a set that has the pieces of `source`, under a name of its own."""
    gear = ""
    if source.gear is not None:
        values = {item.name: getattr(source.gear, item.name) for item in fields(source.gear)}
        gear = "\n".join(["[gear]", *(f"{key} = {json.dumps(value)}" for key, value in values.items())])
    claim = f"values = {_toml(source.values)}" if source.values else ""
    return {
        README_FILE: _readme(name),
        HEADER_FILE: _set_toml(name, f"{source.title} ({name})", claim, gear, source.rulings),
        UNITS_FILE: csv_text(UNIT_COLUMNS, map(asdict, source.units)),
        TOKENS_FILE: csv_text(TOKEN_COLUMNS, map(asdict, source.war_tokens)),
        RELICS_FILE: csv_text(RELIC_COLUMNS, map(asdict, source.relics)),
        TILES_FILE: csv_text(TILE_COLUMNS, map(asdict, source.tiles)),
        MEDALS_FILE: csv_text(MEDAL_COLUMNS, map(asdict, source.medals)),
    }


def _readme(name: str) -> str:
    return _README.format(
        folder=shlex.quote(f"./{name}"),
        sabatons=", ".join(SABATONS),
        eras=", ".join(ERAS),
        actions=", ".join(GEAR_ACTIONS),
    )


def _set_toml(name: str, title: str, values: str, gear: str, rulings: Rulings) -> str:
    return _SET.format(
        format=FORMAT,
        name=_toml(name),
        title=_toml(title),
        values=values,
        actions=", ".join(GEAR_ACTIONS),
        gear=gear,
        deflection=_toml(rulings.deflection_per),
        empty_side=_toml(rulings.empty_side_fights),
    )


def _toml(value: str | bool) -> str:
    """Return a value as TOML writes it, which is JSON's way for plain text and truth values."""
    if isinstance(value, str):
        value = "".join(letter for letter in value if letter.isprintable())
    return json.dumps(value, ensure_ascii=False)
