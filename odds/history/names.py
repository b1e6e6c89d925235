"""Finding a piece by what a player types: without case, accents or punctuation, by prefix, id or owner.

The single place for it: unit phrases, war tokens, relics and `odds cards show` all match through here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Protocol, TypeVar

from odds.errors import InputError


class Piece(Protocol):
    """Anything with a printed name and an id: a unit, a war token, a relic."""

    @property
    def name(self) -> str:
        """The printed name."""

    @property
    def id(self) -> str:
        """The id of its row; empty where it has none."""


P = TypeVar("P", bound=Piece)

#: Letters that Unicode does not take apart into a plain letter and an accent.
_PLAIN = str.maketrans({"đ": "d", "ð": "d", "ø": "o", "ł": "l", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})

#: The German way to write an umlaut without one ("Jaeger").
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})

#: Fields that do not make two cards of one name different cards.
_NOT_PRINTED = frozenset({"id", "owner", "copies", "provenance", "note"})


#: What players call the abilities, in English and German, and the name used in code.
ABILITY_WORDS = {
    "reinforcement": "reinforcement",
    "Verstärkung": "reinforcement",
    "ambush": "ambush",
    "Überfall": "ambush",
    "heroic death": "heroic_death",
    "Heldentod": "heroic_death",
    "accuracy": "accuracy",
    "Zielgenauigkeit": "accuracy",
    "deflection": "deflection",
    "Umlenkung": "deflection",
    "re-roll": "reroll",
    "Wurfwiederholung": "reroll",
    "connection": "connection",
    "Verbindung": "connection",
    "half shield": "connection",
    "halber Schild": "connection",
}


def fold(text: str) -> str:
    """Return `text` without case, accents, punctuation and spaces: "Trưng Sisters" becomes "trungsisters".

    A sign in front of a number stays, so "+2 melee" and "−2 melee" are two names, and so does the gap
    between two numbers ("1/0" is not "10").
    """
    kept: list[str] = []
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_PLAIN)
    gap, sign = True, ""
    for letter in plain:
        if letter.isalnum():
            if gap and letter.isdecimal():
                if sign:
                    kept.append(sign)
                elif kept and kept[-1].isdecimal():
                    kept.append(".")
            kept.append(letter)
            gap, sign = False, ""
        elif not unicodedata.combining(letter):
            # A hyphen inside a word ("V-2") joins; only one after a gap is a sign.
            if letter == "+" or (letter in "-−" and gap):
                sign = "+" if letter == "+" else "-"
            elif not letter.isspace():
                sign = ""
            gap = True
    return "".join(kept)


def shown(text: str, limit: int = 60) -> str:
    """Return what a user typed, fit for an error line: quoted, unprintable letters escaped, cut if long."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "'" + "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut) + "'"


def nearest(text: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Return up to `count` of the `known` names, the most similar to `text` first."""
    from difflib import SequenceMatcher  # only wanted for an error: not worth its import otherwise

    wanted = fold(text)

    def unlikeness(name: str) -> tuple[bool, float]:
        key = fold(name)
        return not (wanted and key.startswith(wanted)), -SequenceMatcher(None, wanted, key).ratio()

    return sorted(dict.fromkeys(known), key=unlikeness)[:count]


def pick(query: str, words: Mapping[str, str], what: str) -> str:
    """Return what a word stands for, by itself or a unique prefix, compared as `fold` does.

    Args:
        query: The word typed.
        words: What each known word stands for.
        what: What the words are called in an error.

    Raises:
        InputError: An unknown word, or a prefix of words for different things.
    """
    key = fold(query)
    exact = {value for word, value in words.items() if key in _keys(word)}
    found = exact or {v for word, v in words.items() if key and any(k.startswith(key) for k in _keys(word))}
    if len(found) == 1:
        return found.pop()
    state = "could be several things" if found else "is unknown"
    raise InputError(f"the {what} {shown(query, 30)} {state}; write one of {', '.join(words)}")


def owner_of(piece: object) -> str:
    """Return the Sabaton or era a piece belongs to, empty where it has none."""
    return str(getattr(piece, "owner", "") or getattr(piece, "era", ""))


def same_card(one: object, other: object) -> bool:
    """Tell whether two pieces are the same card: equal in all that is printed but id, owner and copies."""
    return type(one) is type(other) and all(
        getattr(one, item.name) == getattr(other, item.name)
        for item in fields(one)  # type: ignore[arg-type]
        if item.name not in _NOT_PRINTED
    )


def matches(query: str, pieces: Sequence[P], what: str = "unit") -> list[P]:
    """Return every piece that bears the name `query` means, in the order of `pieces`.

    An exact name beats an id, an id beats a prefix; all compared as `fold` does. "Archer (Pär)" takes only
    the pieces of that Sabaton or era. The pieces returned can be different cards: `match` refuses that.

    Args:
        query: A name, a unique prefix of one, or an id, with the owner in brackets if wanted.
        pieces: What to look through.
        what: What the pieces are called in an error.

    Raises:
        InputError: No piece, or pieces of several names, answer to `query`.
    """
    found = _exact(query, pieces)
    if found:
        return found
    name, owner = _split_owner(query)
    if owner:
        theirs = _owned(owner, pieces)
        if not theirs:
            owners = dict.fromkeys(owner_of(p) for p in _exact(name, pieces) or pieces if owner_of(p))
            known = ", ".join(owners) or "none"
            raise InputError(f"no {what} of owner {shown(owner)} (in {shown(query)}); owners: {known}")
        found = _exact(name, theirs) or _by_prefix(name, theirs)
        if found:
            return found
    found = _by_prefix(query, pieces)
    if found:
        return found
    near = nearest(name if owner else query, (piece.name for piece in pieces))
    if not near:
        raise InputError(f"no {what} is called {shown(query)}; the card set has none")
    raise InputError(f"no {what} is called {shown(query)}; nearest: {', '.join(near)}")


def match(query: str, pieces: Sequence[P], what: str = "unit") -> P:
    """Return the one card `query` means; the first row where several owners have the same card.

    Raises:
        InputError: As `matches`; also where one name stands for different cards.
    """
    found = matches(query, pieces, what)
    if all(same_card(found[0], other) for other in found[1:]):
        return found[0]
    owners = list(dict.fromkeys(owner_of(piece) for piece in found))
    if len(owners) > 1 and "" not in owners:
        picks = ", ".join(f"{found[0].name} ({owner})" for owner in owners)
        raise InputError(f"{shown(query)} is a different {what} for each owner; say {picks}")
    picks = ", ".join(piece.id for piece in found)
    raise InputError(f"{shown(query)} names different {what}s; say one by its id: {picks}")


@lru_cache(maxsize=4096)
def _keys(name: str) -> frozenset[str]:
    """Return what a name answers to: without accents, and with umlauts written out."""
    composed = unicodedata.normalize("NFC", name.casefold())
    return frozenset((fold(name), fold(composed.translate(_UMLAUTS))))


def _exact(query: str, pieces: Sequence[P]) -> list[P]:
    key = fold(query)
    found = [piece for piece in pieces if key and key in _keys(piece.name)]
    # A query written exactly like one of the names means that one, whatever else folds to the same.
    literal = [piece for piece in found if piece.name == query.strip()]
    if literal or found:
        return literal or found
    wanted = query.strip().casefold()
    return [piece for piece in pieces if wanted and piece.id.casefold() == wanted]


def _by_prefix(query: str, pieces: Sequence[P]) -> list[P]:
    key = fold(query)
    found = [p for p in pieces if key and any(name.startswith(key) for name in _keys(p.name))]
    names = list(dict.fromkeys(piece.name for piece in found))
    if len({fold(name) for name in names}) > 1:
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        raise InputError(f"{shown(query)} could be {', '.join(names[:5])}{more}; write more of the name")
    return found


def _owned(owner: str, pieces: Sequence[P]) -> list[P]:
    key = fold(owner)
    exact = [piece for piece in pieces if owner_of(piece) and key in _keys(owner_of(piece))]
    if exact or not key:
        return exact
    prefixed = [p for p in pieces if any(k.startswith(key) for k in _keys(owner_of(p)))]
    return prefixed if len({owner_of(piece) for piece in prefixed}) == 1 else []


def _split_owner(query: str) -> tuple[str, str]:
    """Split "Archer (Pär)" into its name and owner; the owner is empty where no brackets close the query."""
    text = query.strip()
    if not text.endswith(")") or "(" not in text:
        return text, ""
    name, _, owner = text[:-1].rpartition("(")
    return name.strip(), owner.strip()
