"""Reading the keys of a table file one by one, so that every wrong value is named by its line and key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from odds.errors import InputError
from odds.history.cards import CardSet, Unit, WarToken
from odds.history.names import nearest, pick, shown
from odds.history.phrases import read_relics, read_token, read_units
from odds.history.rules import ERAS, RELICS_PER_ERA, SABATONS
from odds.history.toml_text import fault_of, is_whole

T = TypeVar("T")

#: What a player may write for an era.
ERA_WORDS = {**{era: era for era in ERAS}, **{f"era {era}": era for era in ERAS}}
SABATON_WORDS = {name: name for name in SABATONS}


class Source:
    """The text of a table file, where errors find the line of a key.

    Args:
        text: The whole file.
        where: What the file is called in an error.
    """

    def __init__(self, text: str, where: str) -> None:
        self.where = where
        self._lines = text.splitlines()

    def error(self, key: str, message: str) -> InputError:
        """Return the error about a key such as `board.II.open`, with its line where it stands plainly."""
        line = self._line(key)
        place = f"{self.where} line {line}" if line else self.where
        return InputError(message, f"{place}, key {key}" if key else place)

    def _line(self, key: str) -> int:
        """Return the line a key, or else the table or key it is in, stands at; 0 if none is found."""
        table, _, name = key.rpartition(".")
        head = ""
        for number, line in enumerate(self._lines, 1):
            opened = re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line)
            if opened:
                head = re.sub(r"[\"'\s]", "", opened[1])
                if head == key:
                    return number
            elif head == table and re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*[=.]", line):
                return number
        return self._line(table) if table else 0


def read_document(text: str, where: str) -> Fields:
    """Return the top of a TOML text.

    Raises:
        InputError: The text is not TOML; with the line, where the reader of TOML gives one.
    """
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason, line = fault_of(error, text)
        reason = reason or "nested too deeply"
        place = f"{where} line {line}" if line else where
        wrong = text.splitlines()[line - 1] if 0 < line <= text.count("\n") + 1 and text else ""
        if wrong.lstrip().startswith("[") and not wrong.isascii():
            reason += " (a name with accents goes in double quotes here)"
        raise InputError(f"this is no valid TOML: {reason}; see odds table new for an example", place) from None
    return Fields(Source(text, where), document)


class Fields:
    """One table of the file. Every method reads one key, and raises `InputError` where its value is wrong.

    Args:
        source: Where the table is from.
        values: The keys and values as TOML has them.
        path: The table's own key, empty at the top.
    """

    def __init__(self, source: Source, values: Mapping[str, object], path: str = "") -> None:
        self.source = source
        self.values = values
        self.path = path

    def key(self, name: str) -> str:
        """Return the whole key of a name in this table."""
        return f"{self.path}.{name}" if self.path else name

    def wrong(self, name: str, message: str) -> InputError:
        """Return an error about a key of this table."""
        return self.source.error(self.key(name), message)

    def has(self, name: str) -> bool:
        """Tell whether a key is there."""
        return name in self.values

    def refuse_unknown(self, known: Iterable[str]) -> None:
        """Refuse a key that is none of the `known` ones."""
        for name in self.values:
            if name not in known:
                close = nearest(name, known, 1)[0]
                raise self.wrong(name, f"unknown key; the nearest known is {self.key(close)}")

    def section(self, name: str) -> Fields:
        """Return a table inside this one, an empty one if it is absent."""
        values = self.values.get(name, {})
        if not isinstance(values, dict):
            raise self.wrong(name, f"this is a table; write [{self.key(name)}] and its keys below it")
        return Fields(self.source, values, self.key(name))

    def sections(self, words: Mapping[str, str], what: str) -> dict[str, Fields]:
        """Return the tables inside this one by what their names mean, in the order of the file."""
        found: dict[str, Fields] = {}
        for name in self.values:
            meant = self.meaning(name, name, words, what)
            if meant in found:
                raise self.wrong(name, f"{meant} stands here twice; put both together")
            found[meant] = self.section(name)
        return found

    def meaning(self, name: str, word: str, words: Mapping[str, str], what: str) -> str:
        """Return what a word stands for; an unknown one is an error about the key `name`."""
        return self._read(name, lambda: pick(word, words, what))

    def text(self, name: str, default: str = "") -> str:
        """Return a text."""
        value = self.values.get(name, default)
        if not isinstance(value, str):
            raise self.wrong(name, f'write a text in quotes, as in {name} = "…", not {_given(value)}')
        return value

    def whole(self, name: str, low: int, high: int, default: int, why: str = "") -> int:
        """Return a whole number from `low` to `high`."""
        value = self.values.get(name, default)
        if not isinstance(value, int) or not is_whole(value) or not low <= value <= high:
            raise self.wrong(name, f"write a whole number from {low} to {high}{why}, not {_given(value)}")
        return value

    def texts(self, name: str) -> list[str] | None:
        """Return a list of texts, a single text as a list of one; `None` if the key is absent."""
        value = self.values.get(name)
        if value is None or isinstance(value, str):
            return value if value is None else [value]
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise self.wrong(name, f'write a list of texts, as in {name} = ["…", "…"], not {_given(value)}')
        return list(value)

    def eras(self, name: str, most: int) -> tuple[str, ...]:
        """Return the eras a list names, each once."""
        eras = [self.meaning(name, word, ERA_WORDS, "era") for word in self.texts(name) or [] if word.strip()]
        if len(eras) > most or len(set(eras)) < len(eras):
            many = "up to 2 eras, each once: one after the jump, two before it" if most > 1 else "one era"
            raise self.wrong(name, f"name {many} (D)")
        return tuple(eras)

    def units(self, name: str, views: Sequence[CardSet], kind: str) -> tuple[Unit, ...]:
        """Return the cards a pile names, none if it is absent.

        Args:
            name: The key: a unit phrase, or a list of them.
            views: Where names are looked up; the first that knows them all is taken.
            kind: The kind of a spelled-out unit that says none.
        """
        phrases = [phrase for phrase in self.texts(name) or [] if phrase.strip()]
        return self._read(name, lambda: read_pile(", ".join(phrases), views, kind))

    def unit(self, name: str, number: int, phrase: str, views: Sequence[CardSet], kind: str) -> Unit | None:
        """Return the one card of a place, `None` for an empty one."""
        units = self._read(name, lambda: read_pile(phrase, views, kind))
        if len(units) > 1:
            raise self.wrong(name, f'place {number + 1} names {len(units)} cards; write a list, as in ["…", "…", ""]')
        return units[0] if units else None

    def tokens(self, name: str, card_set: CardSet) -> tuple[WarToken, ...]:
        """Return the war tokens a list names."""
        texts = self.texts(name) or []
        if isinstance(self.values.get(name), str):
            texts = [part.strip('"') for part in split_outside_quotes(texts[0], ",")]
        return self._read(name, lambda: tuple(read_token(text, card_set) for text in texts if text.strip()))

    def relics(self, name: str) -> dict[str, int]:
        """Return counts of relics by era, from a table or a phrase; only eras with relics are named."""
        value = self.values.get(name, {})
        if isinstance(value, str):
            counts = self._read(name, lambda: read_relics(value, ""))
        else:
            table = self.section(name)
            counts = {}
            for era in table.values:
                meant = table.meaning(era, era, ERA_WORDS, "era")
                if meant in counts:
                    raise table.wrong(era, f"era {meant} stands here twice; write one count for it")
                counts[meant] = table.whole(era, 0, RELICS_PER_ERA, 0, " (relics of one era)")
        return {era: counts[era] for era in ERAS if counts.get(era)}

    def medals(self, name: str) -> tuple[int, ...]:
        """Return a list of medal values."""
        values = self.values.get(name, [])
        if not isinstance(values, list) or not all(is_whole(value) for value in values):
            raise self.wrong(name, f"write a list of medal values, as in {name} = [1, 5], not {_given(values)}")
        return tuple(values)

    def _read(self, name: str, read: Callable[[], T]) -> T:
        try:
            return read()
        except InputError as error:
            raise self.wrong(name, error.message) from None


def read_pile(phrase: str, views: Sequence[CardSet], kind: str) -> tuple[Unit, ...]:
    """Return the cards a phrase names, looked up in the first of some views that knows them all.

    Raises:
        InputError: No view knows them; as the first one has it.
    """
    first: InputError | None = None
    for view in views:
        try:
            return read_units(phrase, view, what="", spelled_kind=kind, tokens=False)
        except InputError as error:
            first = first or error
    assert first is not None
    raise first


def pick_at(option: str, word: str, words: Mapping[str, str], what: str) -> str:
    """Return what a word stands for, as `pick`; an unknown one is an error placed at `option`."""
    try:
        return pick(word, words, what)
    except InputError as error:
        raise error.at(option) from None


def split_outside_quotes(text: str, separator: str) -> list[str]:
    """Return the parts of a text between separators that stand outside double quotes, without outer blanks."""
    pieces = re.split(rf"{separator}(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", text)
    return [piece.strip() for piece in pieces]


@lru_cache(maxsize=64)
def _units_seen(units: tuple[Unit, ...], owner: str) -> tuple[Unit, ...]:
    if owner in ERAS:
        return tuple(unit for unit in units if unit.owner == owner)
    return tuple(unit for unit in units if unit.kind != "basic" or unit.owner == owner)


def view_of(card_set: CardSet, owner: str) -> CardSet:
    """Return a card set as the owner of a pile sees it, so that a name means a card that can lie there.

    Args:
        card_set: The whole set.
        owner: A Sabaton, whose piles hold its own basic units and conquered cards, or an era, whose piles hold
            its elite units and heroes.
    """
    return replace(card_set, units=_units_seen(card_set.units, owner))


def _given(value: object) -> str:
    return shown(str(value), 30)
