"""What callers give a game: phrases, numbers, players and cards, read and checked."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from reprlib import repr as brief

from odds.errors import InputError
from odds.history.card_files import read_card_set
from odds.history.cards import CardSet
from odds.history.game.seats import seat_numbers
from odds.history.names import fold


def meant(phrase: str, phrases: Mapping[int, str], known: Callable[[], Iterable[str]]) -> list[int]:
    """Return the numbers whose phrase is meant: the same words, else the same last words, else the same beginning.

    Args:
        phrase: What was typed.
        phrases: What is possible.
        known: Returns all phrases; one that is not possible now is not taken for the beginning of one that is.
    """
    wanted = fold(phrase)
    keys = {number: fold(words) for number, words in phrases.items()}
    exact = [number for number, key in keys.items() if key == wanted]
    if exact or not wanted:
        return exact
    ends = [number for number, words in phrases.items() if wanted in _tails(words)]
    if ends or any(wanted == fold(words) or wanted in _tails(words) for words in known()):
        return ends
    return [number for number, key in keys.items() if key.startswith(wanted)]


def _tails(phrase: str) -> list[str]:
    """Return the ends of a phrase that begin with a whole word, folded."""
    words = phrase.split(" ")
    return [fold(" ".join(words[first:])) for first in range(1, len(words))]


def choices(phrases: Sequence[str]) -> str:
    """Return the first of some phrases, and how many more there are."""
    more = f" and {len(phrases) - 4} more" if len(phrases) > 4 else ""
    return ", ".join(phrases[:4]) + more


def card_set_of(cards: str | PathLike[str] | CardSet) -> CardSet:
    """Return a card set, given as it is, by its folder or by name.

    Raises:
        InputError: There is none, or it has errors.
    """
    if isinstance(cards, CardSet):
        return cards
    if not isinstance(cards, str | PathLike):
        raise InputError(f"is a card set's folder or name, or a CardSet, not {brief(cards)}", "cards")
    return read_card_set(str(cards))


def seats_of(players: Sequence[str], first: str | None) -> tuple[list[int], int]:
    """Return the Sabaton of each seat, and the seat that begins or -1.

    Raises:
        InputError: As `seat_numbers`; about the argument `first` where it is about who begins.
    """
    wanted = "are names in the order of the seats, as in ['Pär', 'Chris']"
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise InputError(f"{wanted}, not {brief(players)}", "players")
    names = list(players)
    for name in names:
        if not isinstance(name, str):
            raise InputError(f"{wanted}; {brief(name)} is no name", "players")
    sabatons, first_seat = seat_numbers(names)
    if first is None:
        return sabatons, first_seat
    if not isinstance(first, str):
        raise InputError(f"is the name of the player who begins, not {brief(first)}", "first")
    try:
        return seat_numbers(names, first)
    except InputError as error:
        raise InputError(error.message, "first") from None


def whole_number(number: object, wanted: str, where: str) -> int:
    """Return a whole number as Python's own, whatever it came as.

    Raises:
        InputError: It is none; `wanted` says what it is to be.
    """
    try:
        return int(operator.index(number))  # type: ignore[arg-type]
    except TypeError:
        raise InputError(f"{wanted}, not {brief(number)}", where) from None
