"""Reading `set.toml`, the head of a card set: its name, where its values come from, gear and rulings."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from odds.errors import InputError
from odds.history.card_tables import Problem, read_text
from odds.history.cards import GEAR_ACTIONS, Gear
from odds.history.names import nearest, shown
from odds.history.rules import DEFAULT_RULINGS, Rulings
from odds.history.toml_text import fault_of, is_whole

FILE = "set.toml"

#: The version of the folder's format that this program reads.
FORMAT = 1

#: Where a set's values can come from, as reports say it.
VALUES = ("printed", "reconstructed", "mixed", "custom")

_KEYS = ("format", "name", "title", "values", "gear", "rulings")
_GEAR_KEYS = ("wheel", "arrows", "token_fields")


@dataclass(slots=True)
class Header:
    """What `set.toml` says; what is wrong in it has its default here and a problem beside it."""

    name: str = ""
    title: str = ""
    values: str = ""
    gear: Gear | None = None
    rulings: Rulings = DEFAULT_RULINGS


class _Reader:
    """The document with its problems, each placed at the line of its key."""

    def __init__(self, text: str, problems: list[Problem]) -> None:
        self.lines = text.splitlines()
        self.problems = problems

    def wrong(self, key: str, message: str) -> None:
        self.problems.append(Problem(FILE, message, self._line(key), key))

    def unknown(self, table: Mapping[str, object], known: Iterable[str], prefix: str = "") -> None:
        for key in table:
            if key not in known:
                close = nearest(key, known, 1)[0]
                self.wrong(prefix + key, f"unknown key; the nearest known is {prefix}{close}")

    def text(self, table: Mapping[str, object], key: str) -> str:
        value = table.get(key)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            state = "is missing" if value is None else "is no plain text"
            self.wrong(key, f'{state}; write {key} = "…"')
            return ""
        return value.strip()

    def _line(self, key: str) -> int:
        """Return the line a key or its table stands at, 0 if it stands nowhere plainly."""
        table, _, name = key.rpartition(".")
        inside = ""
        for number, line in enumerate(self.lines, 1):
            head = re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line)
            if head:
                inside = head[1].strip("\"'")
                if inside == key:
                    return number
            elif inside == table and re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", line):
                return number
        return 0


def read_header(folder: Path, problems: list[Problem]) -> Header:
    """Read a folder's `set.toml`, noting in `problems` whatever is wrong with it."""
    header = Header()
    text = read_text(folder, FILE, problems)
    if text is None:
        return header
    try:
        document: dict[str, Any] = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason, line = fault_of(error, text)
        problems.append(Problem(FILE, f"is no valid TOML: {reason}", line))
        return header
    reader = _Reader(text, problems)
    reader.unknown(document, _KEYS)
    if not (is_whole(document.get("format")) and document["format"] == FORMAT):
        reader.wrong("format", f"this program reads format {FORMAT}; write format = {FORMAT}")
    header.name = reader.text(document, "name")
    header.title = reader.text(document, "title")
    if "values" in document:
        if document["values"] in VALUES:
            header.values = document["values"]
        else:
            reader.wrong("values", f"write one of {', '.join(VALUES)}, or leave the key out")
    header.gear = _gear(reader, document.get("gear"))
    header.rulings = _rulings(reader, document.get("rulings"))
    return header


def _gear(reader: _Reader, table: object) -> Gear | None:
    """Return the gears of history (D, phase 1), None where the set has none or they are wrong."""
    if table is None:
        return None
    if not isinstance(table, dict):
        reader.wrong("gear", "is a table: write [gear] and its keys below it")
        return None
    before = len(reader.problems)
    reader.unknown(table, _GEAR_KEYS, "gear.")
    wheel, arrows, token_fields = table.get("wheel"), table.get("arrows"), table.get("token_fields", 3)
    places = len(wheel) if isinstance(wheel, list) else 0
    if not isinstance(wheel, list) or not wheel or any(action not in GEAR_ACTIONS for action in wheel):
        reader.wrong("gear.wheel", f"is the list of actions around the wheel, of {', '.join(GEAR_ACTIONS)}")
    if (
        not isinstance(arrows, list)
        or not arrows
        or not all(is_whole(arrow) and 0 <= arrow < (places or arrow + 1) for arrow in arrows)
        or len(set(arrows)) < len(arrows)
    ):
        last = f" to {places - 1}" if places else " the first"
        reader.wrong("gear.arrows", f"is the list of the arrows' places on the wheel, each once, from 0{last}")
    if not is_whole(token_fields) or not 1 <= token_fields <= 9:
        given = shown(str(token_fields), 20)
        reader.wrong("gear.token_fields", f"is a whole number from 1 to 9, not {given}")
    if len(reader.problems) > before:
        return None
    return Gear(tuple(wheel or ()), tuple(arrows or ()), token_fields)


def _rulings(reader: _Reader, table: object) -> Rulings:
    if table is None:
        return DEFAULT_RULINGS
    if not isinstance(table, dict):
        reader.wrong("rulings", "is a table: write [rulings] and its keys below it")
        return DEFAULT_RULINGS
    known = [item.name for item in fields(Rulings)]
    reader.unknown(table, known, "rulings.")
    good: dict[str, object] = {}
    for key in (key for key in table if key in known):
        try:
            Rulings.from_dict({key: table[key]})
            good[key] = table[key]
        except InputError as error:
            reader.wrong(f"rulings.{key}", error.message)
    return Rulings.from_dict(good)
