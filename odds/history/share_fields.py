"""Reading what a share code holds: every value checked for its type and range, no key left unread."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import NoReturn

from odds import chance
from odds.errors import InputError
from odds.history.names import shown

#: Where errors in a code are placed: the option that took it.
WHERE = "--from"

#: The longest name of a card, a token or a set, in letters.
MOST_LETTERS = 200

#: The largest number that is not whole, far beyond any precision or time.
_MOST_NUMBER = 10**12

#: Control characters, lone surrogates, line and paragraph separators: nothing a name needs, harm to a terminal.
_REFUSED = frozenset({"Cc", "Cs", "Zl", "Zp"})


def refuse(place: str, problem: str) -> NoReturn:
    """Raise the error for a value that no query has."""
    raise InputError(f"the code holds a query this program does not know: {place} {problem}; ask for it anew", WHERE)


class Fields:
    """An object out of a code, read key by key.

    Args:
        value: What should be an object.
        place: What it is called in an error.
    """

    def __init__(self, value: object, place: str) -> None:
        if not isinstance(value, dict):
            refuse(place, "is no object")
        self.place = place
        self._values: dict[str, object] = dict(value)

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def rest(self) -> dict[str, object]:
        """Return all that was not read so far, which counts as read then."""
        rest, self._values = self._values, {}
        return rest

    def at(self, key: str) -> str:
        """Return what a value is called in an error."""
        return f"{self.place}.{key}" if self.place else key

    def take(self, key: str, default: object = None) -> object:
        """Return a value of any type, `default` where the key is absent."""
        return self._values.pop(key, default)

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number within its limits; without a `default` the key must be there."""
        value = self.take(key, default)
        if not is_whole(value, low, high):
            refuse(self.at(key), f"is no whole number from {low} to {high}")
        return int(value)  # type: ignore[call-overload, no-any-return]

    def maybe_whole(self, key: str, low: int, high: int) -> int | None:
        """Return a whole number within its limits, or `None` where the key is absent."""
        return self.whole(key, low, high) if key in self else None

    def seed(self) -> int | None:
        """Return the seed, or `None` where there is none."""
        return self.maybe_whole("seed", 0, chance.MAX_SEED)

    def maybe_number(self, key: str) -> float | None:
        """Return a number, or `None` where the key is absent."""
        if key not in self:
            return None
        value = self.take(key)
        # Neither a number too large for a double nor an infinite one.
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _MOST_NUMBER:
            refuse(self.at(key), "is no number")
        return float(value)

    def truth(self, key: str) -> bool:
        """Return true or false, false where the key is absent."""
        value = self.take(key, False)
        if not isinstance(value, bool):
            refuse(self.at(key), "is neither true nor false")
        return value

    def text(self, key: str, default: str | None = None, most: int = MOST_LETTERS) -> str:
        """Return a text without control characters; without a `default` the key must be there."""
        return as_text(self.take(key, default), self.at(key), most)

    def choice(self, key: str, known: Iterable[str], default: str | None = None) -> str:
        """Return one of the `known` words; without a `default` the key must be there."""
        known = tuple(known)
        value = self.take(key, default)
        if not isinstance(value, str) or (value not in known and value != default):
            refuse(self.at(key), f"is none of {', '.join(known)}")
        return value

    def items(self, key: str, most: int) -> list[object]:
        """Return a list's values, none where the key is absent."""
        value = self.take(key, [])
        if not isinstance(value, list) or len(value) > most:
            refuse(self.at(key), f"is no list of up to {most}")
        return value

    def wholes(self, key: str, low: int, high: int, most: int) -> tuple[int, ...]:
        """Return a list of whole numbers within their limits, none where the key is absent."""
        values = self.items(key, most)
        for value in values:
            if not is_whole(value, low, high):
                refuse(self.at(key), f"has a value that is no whole number from {low} to {high}")
        return tuple(values)  # type: ignore[arg-type]

    def texts(self, key: str, most: int, most_letters: int = MOST_LETTERS) -> tuple[str, ...]:
        """Return a list of texts, none where the key is absent."""
        return tuple(as_text(value, self.at(key), most_letters) for value in self.items(key, most))

    def counts(self, key: str, known: Iterable[str], high: int) -> dict[str, int]:
        """Return whole numbers from 0 to `high` by `known` names, none where the key is absent."""
        entry = Fields(self.take(key, {}), self.at(key))
        counts = {name: entry.whole(name, 0, high) for name in known if name in entry}
        entry.end()
        return counts

    def fields(self, key: str) -> Fields:
        """Return an object inside this one; the key must be there."""
        return Fields(self.take(key), self.at(key))

    def end(self) -> None:
        """Refuse keys nobody read: what they ask for must not be dropped without a word."""
        if self._values:
            refuse(self.place or "it", f"has an unknown key {shown(min(self._values), 30)}")


def is_whole(value: object, low: int, high: int) -> bool:
    """Tell whether a value is a whole number within its limits (true and false are not)."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def as_text(value: object, place: str, most: int = MOST_LETTERS) -> str:
    """Return a text that can be shown on a terminal and is not longer than `most` letters."""
    if not isinstance(value, str):
        refuse(place, "is no text")
    if len(value) > most or any(unicodedata.category(letter) in _REFUSED for letter in value):
        refuse(place, f"is no text of up to {most} printable letters")
    return value


def without_defaults(values: Mapping[str, object]) -> dict[str, object]:
    """Return what has to be said: what is neither `None` nor false nor an empty list or text."""
    return {key: value for key, value in values.items() if value is not None and value is not False and value != []}


__all__ = ["MOST_LETTERS", "WHERE", "Fields", "as_text", "is_whole", "refuse", "without_defaults"]
