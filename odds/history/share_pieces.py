"""Units, war tokens and queries as plain values for a share code, card values included, and back.

Whoever reads a code needs nothing of the sender's card set: each piece is spelled out. Values at their default are
left out, and so are notes about a card, which no answer shows. What is absent is read as the default that `Unit`
and `WarToken` have today; these defaults are a part of version 1 of the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from itertools import groupby
from typing import Any

from odds.errors import InputError
from odds.history.card_header import VALUES
from odds.history.card_rows import MAX_COPIES, MAX_MEDAL, PROVENANCES, SPECIALS
from odds.history.cards import ACCURACIES, COUNTED_SYMBOLS, CardSet, Medal, Unit, WarToken
from odds.history.phrases import MAX_MEDALS
from odds.history.provenance import values_provenance
from odds.history.query import MAX_PILE, Query
from odds.history.rules import (
    ATTACKER_SLOTS,
    DEFENDER_SLOTS,
    ERAS,
    KINDS,
    LINES,
    MAX_SYMBOLS,
    MAX_TOKEN_VALUE,
    MAX_TOUGHNESS,
    MAX_UNIT_VALUE,
    RELICS_PER_ERA,
    Rulings,
)
from odds.history.share_fields import WHERE, Fields, as_text, refuse, without_defaults
from odds.history.spelled import is_label

#: Symbols a war token can add (R7: reinforcement comes before the tokens).
_TOKEN_SYMBOLS = (*(symbol for symbol in COUNTED_SYMBOLS if symbol != "reinforcement"), *ACCURACIES)
_UNIT_SYMBOLS = (*COUNTED_SYMBOLS, *ACCURACIES)

#: Pieces a card set can have of one sort; a guard, far beyond any box of the game.
_MOST_PIECES = 1_000


def token_to_dict(token: WarToken) -> dict[str, object]:
    """Return a war token as plain values."""
    return _said(token)


def token_from_dict(value: object, place: str = "token") -> WarToken:
    """Return the war token that plain values spell out.

    Raises:
        InputError: Anything no war token has, named by `place` and key.
    """
    entry = Fields(value, place)
    cells: dict[str, Any] = {line: entry.whole(line, -MAX_TOKEN_VALUE, MAX_TOKEN_VALUE, 0) for line in LINES}
    cells |= {symbol: entry.whole(symbol, 0, MAX_SYMBOLS, 0) for symbol in _TOKEN_SYMBOLS}
    token = WarToken(special=entry.choice("special", SPECIALS, ""), **cells, **_common(entry))
    entry.end()
    return token


def unit_to_dict(unit: Unit) -> dict[str, object]:
    """Return a unit, its war token included, as plain values."""
    token = {} if unit.token is None else {"token": token_to_dict(unit.token)}
    return _said(replace(unit, token=None)) | token


def unit_from_dict(value: object, place: str = "unit") -> Unit:
    """Return the unit that plain values spell out.

    Raises:
        InputError: Anything no unit has, named by `place` and key.
    """
    entry = Fields(value, place)
    cells: dict[str, Any] = {line: entry.whole(line, 0, MAX_UNIT_VALUE, 0) for line in LINES}
    cells |= {symbol: entry.whole(symbol, 0, MAX_SYMBOLS, 0) for symbol in _UNIT_SYMBOLS}
    token = token_from_dict(entry.take("token"), f"{place}.token") if "token" in entry else None
    unit = Unit(
        toughness=entry.whole("toughness", 1, MAX_TOUGHNESS, 1),
        left=_label(entry, "left"),
        right=_label(entry, "right"),
        kind=entry.choice("kind", KINDS, "basic"),
        owner=entry.text("owner", ""),
        **cells,
        **_common(entry),
    )
    entry.end()
    try:
        return unit.with_token(token)
    except InputError as error:
        refuse(place, error.message)


def units_to_list(units: Iterable[Unit]) -> list[dict[str, object]]:
    """Return a line-up or a pile as plain values, its order kept, neighbours that are equal said once."""
    runs = ((unit, len(list(equal))) for unit, equal in groupby(units))
    return [unit_to_dict(unit) | ({"times": count} if count > 1 else {}) for unit, count in runs]


def units_from_list(value: object, place: str, most: int = MAX_PILE) -> tuple[Unit, ...]:
    """Return the line-up or pile of up to `most` units that plain values spell out.

    Raises:
        InputError: Anything that is none, named by `place` and key.
    """
    if not isinstance(value, list):
        refuse(place, "is no list")
    units: list[Unit] = []
    for number, item in enumerate(value, 1):
        entry = Fields(item, f"{place}[{number}]")
        count = entry.whole("times", 1, most, 1)
        if len(units) + count > most:
            refuse(place, f"has more than {most} units")
        unit = unit_from_dict(entry.rest(), entry.place)
        units += [unit] * count
    return tuple(units)


def card_set_to_dict(
    card_set: CardSet, units: Iterable[Unit], tokens: Iterable[WarToken] = (), *, medals: bool = False
) -> dict[str, object]:
    """Return what an answer needs of a card set: its name, where its values come from, which pieces are from it.

    Args:
        card_set: The set.
        units, tokens: The pieces that occur.
        medals: Whether the medals of the set matter, too.
    """
    ours, signs = _distinct(units, tokens)
    pieces: list[Unit | WarToken] = [*ours, *signs]
    set_units, set_tokens = _distinct(card_set.units, card_set.war_tokens)
    known = {*set_units, *set_tokens}
    members = [number for number, piece in enumerate(pieces) if piece in known]
    # Other rows of a card that occurs count as its copies; a card the set only shares a name with is told apart.
    cards = {(unit.owner, unit.name) for unit in ours}
    names = {piece.name for piece in pieces if piece not in known}
    more = [unit for unit in set_units if unit not in ours and ((unit.owner, unit.name) in cards or unit.name in names)]
    names |= {token.name for token in signs}
    more_tokens = [token_to_dict(token) for token in set_tokens if token not in signs and token.name in names]
    said = {
        "name": card_set.name,
        "values": values_provenance(card_set),
        "more": units_to_list(more),
        "more_tokens": more_tokens,
        "medals": [[medal.id, medal.owner, medal.value] for medal in card_set.medals] if medals else None,
    }
    return without_defaults(said) | ({} if members == _with_id(pieces) else {"members": members})


def card_set_from_dict(value: object, place: str, units: Iterable[Unit], tokens: Iterable[WarToken] = ()) -> CardSet:
    """Return the part of the sender's card set that matters.

    Args:
        value: What `card_set_to_dict` returned.
        place: What it is called in an error.
        units, tokens: The pieces that occur.

    Raises:
        InputError: Anything no card set has, named by `place` and key.
    """
    entry = Fields(value, place)
    ours, signs = _distinct(units, tokens)
    pieces: list[Unit | WarToken] = [*ours, *signs]
    members: Iterable[int] = _with_id(pieces)
    if "members" in entry:
        members = entry.wholes("members", 0, len(pieces) - 1, len(pieces))
    listed = [pieces[number] for number in members]
    more = units_from_list(entry.take("more", []), entry.at("more"), _MOST_PIECES)
    more_tokens = [token_from_dict(item, entry.at("more_tokens")) for item in entry.items("more_tokens", _MOST_PIECES)]
    name = entry.text("name")
    card_set = CardSet(
        name=name,
        title=name,
        units=(*(piece for piece in listed if isinstance(piece, Unit)), *more),
        war_tokens=(*(piece for piece in listed if isinstance(piece, WarToken)), *more_tokens),
        medals=tuple(_medal(item, entry.at("medals")) for item in entry.items("medals", _MOST_PIECES)),
        values=entry.choice("values", VALUES),
    )
    entry.end()
    return card_set


def query_to_dict(query: Query) -> dict[str, object]:
    """Return a query as plain values, card values included."""
    card_set = query.card_set
    units = (*query.attackers, *query.defenders, *query.deck, *query.stack)
    said = without_defaults(
        {
            "attackers": units_to_list(query.attackers),
            "defenders": units_to_list(query.defenders),
            "deck": units_to_list(query.deck),
            "stack": units_to_list(query.stack),
            "challenge": query.challenge,
            "relics": dict(query.relics) or None,
            "relics_gone": dict(query.relics_gone) or None,
            "their_relics": None if query.their_relics is None else dict(query.their_relics),
            "reinforced": query.reinforced,
            "objective": query.objective,
            "rulings": query.rulings.to_dict(),
            "cards": None if card_set is None else card_set_to_dict(card_set, units),
        }
    )
    # No medals at all is not the same as not known.
    return said if query.medals is None else said | {"medals": list(query.medals)}


def query_from_dict(value: object, place: str = "query") -> Query:
    """Return the query that plain values spell out, checked as any other.

    Raises:
        InputError: Anything no query has, named by `place` and key, or what the rules do not allow.
    """
    entry = Fields(value, place)
    piles: dict[str, Any] = {
        name: units_from_list(entry.take(name, []), entry.at(name), most)
        for name, most in (
            ("attackers", ATTACKER_SLOTS),
            ("defenders", DEFENDER_SLOTS),
            ("deck", MAX_PILE),
            ("stack", MAX_PILE),
        )
    }
    units = [unit for pile in piles.values() for unit in pile]
    values: dict[str, Any] = piles | {
        "challenge": entry.truth("challenge"),
        "relics": entry.counts("relics", ERAS, RELICS_PER_ERA),
        "relics_gone": entry.counts("relics_gone", ERAS, RELICS_PER_ERA),
        "their_relics": entry.counts("their_relics", ERAS, RELICS_PER_ERA) if "their_relics" in entry else None,
        "medals": entry.wholes("medals", 0, MAX_MEDAL, MAX_MEDALS) if "medals" in entry else None,
        "rulings": rulings_from_dict(entry.take("rulings", {}), entry.at("rulings")),
        "objective": entry.text("objective"),
        "card_set": card_set_from_dict(entry.take("cards"), entry.at("cards"), units) if "cards" in entry else None,
        "reinforced": entry.truth("reinforced"),
    }
    entry.end()
    try:
        return Query(**values)
    except InputError as error:
        raise error.at(WHERE) from None


def rulings_from_dict(value: object, place: str) -> Rulings:
    """Return the open rulings that plain values name.

    Raises:
        InputError: An unknown ruling or value.
    """
    entry = Fields(value, place)
    values: dict[str, object] = {}
    for key, ruling in entry.rest().items():
        as_text(key, place, 40)
        values[key] = ruling if isinstance(ruling, bool) else as_text(ruling, entry.at(key), 20)
    return Rulings.from_dict(values, WHERE)


def _said(piece: Unit | WarToken) -> dict[str, object]:
    """Return the fields of a piece that are not at their default, its note left out."""
    values = {item.name: (getattr(piece, item.name), item.default) for item in fields(piece) if item.name != "note"}
    return {name: value for name, (value, default) in values.items() if value != default}


def _common(entry: Fields) -> dict[str, Any]:
    """Read what every piece has."""
    return {
        "name": entry.text("name"),
        "id": entry.text("id", ""),
        "copies": entry.whole("copies", 1, MAX_COPIES, 1),
        "provenance": entry.choice("provenance", PROVENANCES, ""),
    }


def _label(entry: Fields, side: str) -> str:
    """Read a half shield's label (R4)."""
    label = entry.text(side, "", 100)
    if label and not is_label(label):
        refuse(entry.at(side), "is no label of a half shield")
    return label


def _medal(value: object, place: str) -> Medal:
    if not isinstance(value, list) or len(value) != 3:
        refuse(place, "has an entry that is no id, owner and value")
    entry = Fields(dict(zip(("id", "owner", "value"), value, strict=True)), place)
    return Medal(entry.text("id"), entry.text("owner"), entry.whole("value", 0, MAX_MEDAL))


def _distinct(units: Iterable[Unit], tokens: Iterable[WarToken]) -> tuple[Sequence[Unit], Sequence[WarToken]]:
    """Return the different units without their war tokens, and the different tokens, those on units included.

    Their notes are left out, as a code leaves them out.
    """
    units = tuple(units)
    on_units = (unit.token for unit in units if unit.token is not None)
    return (
        list(dict.fromkeys(replace(unit, token=None, note="") for unit in units)),
        list(dict.fromkeys(replace(token, note="") for token in (*tokens, *on_units))),
    )


def _with_id(pieces: Iterable[Unit | WarToken]) -> list[int]:
    """Return the places of the pieces that have an id: of the card set unless said otherwise."""
    return [number for number, piece in enumerate(pieces) if piece.id]


__all__ = [
    "card_set_from_dict",
    "card_set_to_dict",
    "query_from_dict",
    "query_to_dict",
    "rulings_from_dict",
    "token_from_dict",
    "token_to_dict",
    "unit_from_dict",
    "unit_to_dict",
    "units_from_list",
    "units_to_list",
]
