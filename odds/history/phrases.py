"""Unit phrases: `Archer, 2 Spy + "+2 melee", Tank=2/3/1:3 left`, read to units and written back.

Also the short phrases for relics (`I:2,IV:1`) and medals (`1,5`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from odds.errors import InputError
from odds.history import spelled
from odds.history.cards import CardSet, Unit, WarToken
from odds.history.names import P, fold, match, matches, shown
from odds.history.rules import ERAS, RELICS_PER_ERA

#: The longest phrase, in bytes, and the longest item of one, in letters.
MAX_PHRASE = 64 * 1024
MAX_ITEM = 1000

MAX_MEDALS = 4
MAX_MEDAL = 99

#: Opening quotes and what closes them.
_QUOTES = {'"': '"', "“": "”“", "„": "“”", "”": "”"}

#: Stands in a mask for a letter between quotes.
_QUOTED = "\0"

_REPEAT = re.compile(r"([0-9]+)\s*(?:[xX]\s+(?=[^\s=])|[xX](?=[0-9\0])|×\s*(?=[^\s=])|\s+(?=[^\s/]))")
_BARE_NAME = re.compile(r"(?![xX][ 0-9])[^\W\d_](?:[^\W_]|[ '’.()&-])*")


class _Text(NamedTuple):
    """A piece of a phrase without its quotes, and a mask of equal length that hides what they enclosed."""

    text: str
    mask: str

    def cut(self, start: int, end: int | None = None) -> _Text:
        """Return the letters from `start` to `end` without blanks at both ends."""
        mask = self.mask[start:end]
        lead = len(mask) - len(mask.lstrip())
        text = self.text[start:end][lead : len(mask.rstrip())]
        return _Text(text, mask.strip())


def read_units(
    phrase: str,
    card_set: CardSet,
    *,
    what: str,
    spelled_kind: str = "basic",
    tokens: bool = True,
    limit: int = 200,
) -> tuple[Unit, ...]:
    """Return the units a phrase names, front unit first; none for "none" and for an empty phrase.

    Args:
        phrase: Comma-separated names, ids or spelled-out units, each with a count in front and a war token
            behind a `+` if wanted.
        card_set: Where names are looked up.
        what: What the phrase is called in an error.
        spelled_kind: The kind of a spelled-out unit that says none.
        tokens: Whether a unit can bear a war token here.
        limit: The most units the phrase can name.

    Raises:
        InputError: Anything that cannot be read, with `what` and the number of the item.
    """
    number = 0
    units: list[Unit] = []
    try:
        _check_size(phrase)
        if phrase.strip().casefold() in ("", "none"):
            return ()
        number = 1
        for item in _items(phrase):
            count, unit = _read_item(item, card_set, spelled_kind, tokens)
            if len(units) + count > limit:
                raise InputError(f"that makes more than {limit} units; name at most {limit}")
            units.extend([unit] * count)
            number += 1
    except InputError as error:
        place = f"item {number}: " if number else ""
        raise InputError(place + str(error), what) from None
    return tuple(units)


def write_units(units: Sequence[Unit], card_set: CardSet | None = None, *, spelled_kind: str = "basic") -> str:
    """Return a phrase that `read_units` reads back to `units`, "none" for no units.

    Args:
        units: The units, front unit first.
        card_set: The set the phrase will be read with. Without it, every unit of an owner is written with
            its owner, and every war token that has an id by its name.
        spelled_kind: The kind a spelled-out unit will have if it says none.
    """
    items = []
    for unit, equal in groupby(units):
        count = len(list(equal))
        text = _write_unit(unit, card_set, spelled_kind)
        if unit.token is not None:
            text += f" + {_quote(_write_token(unit.token, card_set))}"
        items.append(f"{count} {text}" if count > 1 else text)
    return ", ".join(items) or "none"


def spell_unit(unit: Unit, *, spelled_kind: str = "basic") -> str:
    """Return a unit spelled out by its values, without its war token: `Tank=2/3/1:3 reinforcement left`.

    Args:
        unit: Any unit, of a card set or not.
        spelled_kind: The kind that goes without saying.
    """
    values = spelled.spell_values(unit)
    # A unit called by its values needs no name, the kind being no part of them.
    name = "" if unit.name in ("", values) else _name(unit.name) + "="
    kind = f" {unit.kind}" if unit.kind not in ("hero", spelled_kind) else ""
    return f"{name}{values}{kind}"


def spell_token(token: WarToken) -> str:
    """Return a war token spelled out by its values and symbols: `+2 melee ambush`."""
    return spelled.spell_token(token)


def read_token(text: str, card_set: CardSet) -> WarToken:
    """Return the war token `text` names or, if no token of the set bears that name, spells out.

    Raises:
        InputError: Neither a war token's name nor values a token can have.
    """
    try:
        named = matches(text, card_set.war_tokens, "war token")
        unnamed = None
    except InputError as error:
        named, unnamed = [], error
    if any(_is_name(text, token) for token in named):
        return match(text, card_set.war_tokens, "war token")
    try:
        return spelled.read_token(text)
    except InputError as error:
        if named:
            return match(text, card_set.war_tokens, "war token")
        if unnamed is not None and text and not spelled.is_value(text):
            raise unnamed from None
        raise error from None


def read_relics(phrase: str, what: str) -> dict[str, int]:
    """Return the relics of each era that a phrase like `I:2,IV:1` counts; none for "none" and an empty one.

    Raises:
        InputError: An unknown era, an era named twice, or a count that is not 0 to 8.
    """
    relics: dict[str, int] = {}
    for part in _parts(phrase, what):
        era, colon, count = (piece.strip() for piece in part.replace("=", ":", 1).partition(":"))
        era = era.upper()
        if era not in ERAS or not colon:
            raise InputError(f"{shown(part, 30)} is no count of relics; write them as I:2,IV:1", what)
        if era in relics:
            raise InputError(f"era {era} is named twice; write one count for it", what)
        relics[era] = _whole(count, RELICS_PER_ERA, f"relics of era {era}", what)
    return relics


def read_medals(phrase: str, what: str) -> tuple[int, ...]:
    """Return the values of the 1 to 4 medals that a phrase like `1,5` lists.

    Raises:
        InputError: No medal or too many, or a value that is not 0 to 99.
    """
    medals = tuple(_whole(part, MAX_MEDAL, "a medal", what) for part in _parts(phrase, what))
    if not 1 <= len(medals) <= MAX_MEDALS:
        raise InputError(f"write the values of 1 to {MAX_MEDALS} medals, as in 1,5; got {len(medals)}", what)
    return medals


def _parts(phrase: str, what: str) -> list[str]:
    try:
        _check_size(phrase)
    except InputError as error:
        raise error.at(what) from None
    if phrase.strip().casefold() in ("", "none"):
        return []
    return [part.strip() for part in phrase.split(",")]


def _whole(text: str, high: int, name: str, what: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or int(text) > high:
        got = shown(text, 30) if text else "nothing"
        raise InputError(f"{name}: write a whole number from 0 to {high}, not {got}", what)
    return int(text)


def _check_size(phrase: str) -> None:
    if len(phrase) > MAX_PHRASE or len(phrase.encode("utf-8", "surrogatepass")) > MAX_PHRASE:
        raise InputError(f"the phrase is too long; at most {MAX_PHRASE // 1024} KiB are read")


def _items(phrase: str) -> Iterator[_Text]:
    """Yield the items between the commas of a phrase; a doubled quote between quotes is one quote."""
    text: list[str] = []
    mask: list[str] = []
    closing = ""
    doubled = False
    for letter, following in zip(phrase, phrase[1:] + " ", strict=True):
        if doubled:
            doubled = False
        elif closing and letter in closing:
            if letter == closing == following == '"':
                doubled = True
                text.append(letter)
                mask.append(_QUOTED)
            else:
                closing = ""
        elif closing:
            text.append(letter)
            mask.append(_QUOTED)
        elif letter in _QUOTES:
            closing = _QUOTES[letter]
        elif letter == ",":
            yield _Text("".join(text), "".join(mask)).cut(0)
            text, mask = [], []
        else:
            text.append(letter)
            mask.append(" " if letter.isspace() else letter)
    if closing:
        raise InputError(f"a quote is not closed: {shown(''.join(text), 30)}; put {closing[0]} behind it")
    yield _Text("".join(text), "".join(mask)).cut(0)


def _read_item(item: _Text, card_set: CardSet, kind: str, tokens: bool) -> tuple[int, Unit]:
    """Return how often an item of a phrase names its unit, and the unit with its token."""
    if not item.text.strip():
        raise InputError("there is no unit; take out the comma or write a name")
    if len(item.text) > MAX_ITEM:
        raise InputError(f"{shown(item.text, 30)} is too long; a unit takes at most {MAX_ITEM} letters")
    body, token = _split_token(item)
    repeat = _REPEAT.match(body.mask)
    count = 1
    if repeat:
        count = int(repeat[1]) if len(repeat[1]) < 10 else 10**9
        body = body.cut(repeat.end())
        if count == 0:
            raise InputError(f"{shown(item.text, 30)} counts no unit; write 1 or more, or leave it out")
    unit = _read_body(body, card_set, kind)
    if token is None:
        return count, unit
    if not tokens:
        raise InputError("no tokens on pile cards or board defenders (R7); take out the + and what follows")
    return count, unit.with_token(read_token(token.text.strip(), card_set))


def _read_body(body: _Text, card_set: CardSet, kind: str) -> Unit:
    """Return the unit a name, an id or spelled-out values stand for."""
    if not spelled.looks_spelled(body.mask):
        _refuse_digit(body)
        return match(body.text.strip(), card_set.units)
    name, equals = _Text("", ""), body.mask.find("=")
    if equals >= 0:
        name = body.cut(0, equals)
        body = body.cut(equals + 1)
        _refuse_digit(name)
        if not name.text.strip():
            raise InputError("there is no name in front of =; write one or take out the =")
    return spelled.read_unit(name.text, body.text, kind)


def _refuse_digit(name: _Text) -> None:
    if re.match("[-−][0-9]", name.mask):
        raise InputError(f"{shown(name.text, 30)} begins with a negative number; write a count of 1 or more")
    if name.mask[:1] in tuple("0123456789"):
        if name.mask.isdecimal():
            raise InputError(f"{shown(name.text, 30)} is a number without a unit; write as in 2 Archer")
        raise InputError(
            f"{shown(name.text, 30)} begins with a digit; put a name that does in double quotes, "
            "or write values as in 2/3/1"
        )


def _split_token(item: _Text) -> tuple[_Text, _Text | None]:
    """Split an item at the `+` in front of its war token; `None` where it has none.

    A `+` at a number is that number's sign: `Archer +2 melee` and `Archer + +2 melee` are the same.
    """
    mask = item.mask
    if re.match(r"\+(?!\s*[0-9]+\s*/)", mask):
        raise InputError(f"there is no unit in front of the + of {shown(item.text, 30)}; write one")
    plus = re.search(r"(?<=[^\s=/:+])\s*\+", mask)
    if plus is None:
        return item, None
    body, token = item.cut(0, plus.start()), item.cut(plus.end())
    if mask[plus.end() : plus.end() + 1] in tuple("0123456789"):
        token = item.cut(plus.end() - 1)
    elif not token.text.strip():
        raise InputError('there is no war token behind the +; write as in Archer + "+2 melee"')
    quoted = token.mask.find(_QUOTED)
    if re.search(r"\+(?![0-9])", token.mask[1:]) or (quoted >= 0 and "+" in token.mask[quoted:]):
        raise InputError(f"{shown(body.text, 30)} has two war tokens; a unit takes at most one (R7)")
    return body, token


def _is_name(text: str, token: WarToken) -> bool:
    """Tell whether `text` is the whole name or the id of a token, not the beginning of its name."""
    return fold(text) == fold(token.name) or text.strip().casefold() == token.id.casefold() != ""


def _write_unit(unit: Unit, card_set: CardSet | None, kind: str) -> str:
    """Return a unit without its token: by the shortest name that means it, else by its values."""
    bare = unit.with_token(None)
    owned = f"{unit.name} ({unit.owner})"
    if card_set is None:
        return _name(owned) if unit.owner else spell_unit(unit, spelled_kind=kind)
    if bare in card_set.units:
        for name in (unit.name, owned, unit.id):
            if _means(name, bare, card_set.units):
                return _name(name)
    return spell_unit(unit, spelled_kind=kind)


def _means(name: str, piece: P, pieces: Sequence[P]) -> bool:
    try:
        return match(name, pieces) == piece
    except InputError:
        return False


def _write_token(token: WarToken, card_set: CardSet | None) -> str:
    if card_set is None:
        return token.name if token.id else spell_token(token)
    if token in card_set.war_tokens:
        for name in (token.name, token.id):
            if _means(name, token, card_set.war_tokens):
                return name
    spelling = spell_token(token)
    try:
        taken = read_token(spelling, card_set).id != ""
    except InputError:
        taken = True
    return spelled.spell_token_values(token) if taken else spelling


def _name(name: str) -> str:
    """Return a name as a phrase writes it, in quotes where it needs them."""
    if _BARE_NAME.fullmatch(name) and name.casefold() != "none":
        return name
    return _quote(name)


def _quote(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
