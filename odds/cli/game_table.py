"""Reading what people at a table tell: which of the legal actions, or what chance came out as."""

from __future__ import annotations

from collections.abc import Mapping

from odds.errors import InputError
from odds.history.game.actions import CONQUER, DEPLOY, DISMISS, DROP, HUNT, RUN, TAKE
from odds.history.game.game import Game
from odds.history.game.outcomes import side_die
from odds.history.game.pieces import DICE_AT
from odds.history.game.state import CHANCE_DIE, NODE, PLACE_CARD, PLACES, ROLLING
from odds.history.names import fold, nearest, shown
from odds.history.spelled import spell_values


def read_choice(text: str, phrases: Mapping[int, str], what: str) -> int:
    """Return the number of the phrase a text means: its place in the list from 1, its words, their end or beginning.

    Args:
        text: What was typed.
        phrases: The phrases by number, in the order of the list.
        what: What is asked for, as an error says it.

    Raises:
        InputError: None of them, or several.
    """
    if text.isascii() and text.isdecimal():
        if 1 <= int(text[:9]) <= len(phrases):
            return list(phrases)[int(text) - 1]
        raise InputError(f"there is no number {text}; the list has {len(phrases)}")
    wanted = fold(text)
    whole = {number: fold(words) for number, words in phrases.items()}
    ends = {number: fold(words.partition(" ")[2]) for number, words in phrases.items()}
    for found in (
        [number for number, words in whole.items() if words == wanted],
        [number for number, words in ends.items() if words == wanted],
        [number for number, words in whole.items() if wanted and words.startswith(wanted)],
        [number for number, words in ends.items() if wanted and words.startswith(wanted)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            named = ", ".join(phrases[number] for number in found[:4])
            raise InputError(f"{shown(text)} could be {named}{' and more' if len(found) > 4 else ''}")
    raise InputError(f"{shown(text)} is none of {what}; nearest: {', '.join(nearest(text, phrases.values()))}")


def read_outcome(text: str, game: Game, phrases: Mapping[int, str]) -> int:
    """Return the outcome that a text means; a die's face can be told by its number, 1 to 6.

    Raises:
        InputError: None of them, or several.
    """
    if game.state[NODE] == CHANCE_DIE and text.isascii() and text.isdecimal():
        if len(text) > 1 or not 1 <= int(text) <= 6:
            raise InputError(f"a face is 1 to 6, not {shown(text, 20)}")
        text = _faces(game)[int(text) - 1]
    if game.state[NODE] == CHANCE_DIE:
        text = "/".join(text.replace(",", " ").replace("/", " ").split())
    if len(phrases) == 1 and not text:
        return next(iter(phrases))
    if text.isdecimal():
        if all(words.startswith("medal ") for words in phrases.values()):  # by its value
            return read_choice(f"medal {text}", phrases, "what can come")
        raise InputError("tell what came by its name, not by a number; l lists what can come")
    return read_choice(text, phrases, "what can come")


def outcome_lines(game: Game, phrases: Mapping[int, str]) -> list[str]:
    """Return what a chance can come out as, for whoever asks."""
    if game.state[NODE] == CHANCE_DIE:
        return ["faces: " + ", ".join(f"{number} is {values}" for number, values in enumerate(_faces(game), 1))]
    return [", ".join(phrases.values())]


def _faces(game: Game) -> list[str]:
    at = DICE_AT + side_die(game.state, game.state[ROLLING])
    return [
        "/".join(str(value) for value in game.pieces.numbers[at + 3 * face : at + 3 * face + 3]) for face in range(6)
    ]


def action_cards(game: Game, action: int) -> str:
    """Return what is printed on the cards an action is about, as unit phrases spell it; empty where there are none."""
    units = game.pieces.units
    for first in (HUNT, DISMISS, TAKE, DEPLOY):
        if action >= first:
            return spell_values(units[action - first])
    if CONQUER <= action < DROP:
        start, length = divmod(action - CONQUER, RUN)
        cards = [game.state[PLACE_CARD + (start + offset) % PLACES] for offset in range(length + 1)]
        return "; ".join(spell_values(units[card]) for card in cards)
    return ""


__all__ = ["action_cards", "outcome_lines", "read_choice", "read_outcome"]
