"""The short form of a position for the impatient: a hand, and the open cards of one era or more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET, read_card_set
from odds.history.cards import CardSet, Unit
from odds.history.names import matches, same_card
from odds.history.rules import ERAS, SABATONS, Rulings
from odds.history.table import FORMAT, Table
from odds.history.table_fields import (
    ERA_WORDS,
    SABATON_WORDS,
    Fields,
    Source,
    pick_at,
    read_pile,
    split_outside_quotes,
    view_of,
)
from odds.history.table_files import TableReader

#: The options that the keys of a table file are in the short form.
_OPTIONS = {
    "me.hand": "--hand",
    "me.deck": "--deck",
    "me.discard": "--discard",
    "me.tokens": "--tokens",
    "me.relics": "--relics",
    "me.medals": "--medals",
    "me.eras": "--era",
    "me.sabaton": "--me",
    "relics_gone": "--relics-gone",
    "rulings": "--rulings",
    "board": "--board",
}

#: What stands for an empty place of the board.
_EMPTY = ("", "-", "–", "—", '""', "empty", "none")


class _Options(Source):
    """Places errors at the options the keys were typed as."""

    def __init__(self) -> None:
        super().__init__("", "")

    def error(self, key: str, message: str) -> InputError:
        option = next((option for start, option in _OPTIONS.items() if key.startswith(start)), "")
        return InputError(message, "--stack" if key.startswith("board.") and key.endswith(".stack") else option)


def quick_table(
    *,
    hand: str,
    board: str | Sequence[str],
    deck: str | None = None,
    discard: str | None = None,
    tokens: str | Sequence[str] | None = None,
    relics: str | Mapping[str, int] | None = None,
    relics_gone: str | Mapping[str, int] | None = None,
    stack: str | None = None,
    era: str | Sequence[str] | None = None,
    sabaton: str | None = None,
    cards: str | CardSet = DEFAULT_SET,
    rulings: Rulings | None = None,
) -> Table:
    """Return a position from the short form.

    Args:
        hand: My hand.
        board: The open cards, `"II: Genoese Crossbowmen, Trưng Sisters, -; III: …"`, or one text an era; a `-` is
            an empty place, and the era may be left out where all cards named are of one.
        deck, discard, relics, relics_gone: As in a table file.
        tokens: My war tokens, separated by commas or as a list.
        stack: The stack of the first era I may stand in.
        era: Where I may stand, one era or two; the first one named in `board` if it is not said.
        sabaton: Who I am; not needed where the cards tell, or where it makes no difference.
        cards: The card set.
        rulings: The open rulings, where they are not the card set's.

    Raises:
        InputError: Placed at the option (`--hand`, `--board`, …) it is about.
    """
    card_set = cards if isinstance(cards, CardSet) else read_card_set(cards)
    places = read_quadrants([board] if isinstance(board, str) else board, card_set, "--board")
    quadrants: dict[str, dict[str, object]] = {name: {"open": cards} for name, cards in places.items()}
    names = [
        part for text in ([era] if isinstance(era, str) else era or []) for part in text.split(",") if part.strip()
    ]
    eras = [pick_at("--era", name, ERA_WORDS, "era") for name in names] or list(quadrants)[:1]
    if stack is not None:
        quadrants.setdefault(eras[0], {})["stack"] = stack
    said = {"hand": hand, "deck": deck, "discard": discard, "tokens": tokens, "relics": relics}
    me = {key: value for key, value in said.items() if value is not None}
    document: dict[str, object] = {"format": FORMAT, "board": quadrants}
    if relics_gone is not None:
        document["relics_gone"] = relics_gone

    def table_of(name: str) -> Table:
        values = document | {"me": {"sabaton": name, "eras": eras, **me}}
        table = TableReader(Fields(_Options(), values), card_set).table()
        return table if rulings is None else replace(table, rulings=rulings)

    if sabaton is not None:
        return table_of(pick_at("--me", sabaton, SABATON_WORDS, "Sabaton"))
    return _guessed([text for text in (hand, deck, discard) if text], card_set, table_of)


def read_quadrants(phrases: Sequence[str], card_set: CardSet, option: str) -> dict[str, list[str]]:
    """Return the places that phrases like `II: Trưng Sisters, -; III: …` name, by era; empty ones are empty.

    Args:
        phrases: Each has one era or several, separated by semicolons.
        card_set: Tells the era where none is written.
        option: Where an error is placed.

    Raises:
        InputError: No era, an era named twice, or one that cannot be told from the cards.
    """
    found: dict[str, list[str]] = {}
    for text in phrases:
        for part in split_outside_quotes(text, ";"):
            if not part:
                continue
            era, places = _read_quadrant(part, card_set, option)
            if era in found:
                raise InputError(f"era {era} stands there twice; put its cards together", option)
            found[era] = places
    if not found:
        raise InputError('no card; write the era and its cards, as in "II: Trưng Sisters, -, Saladin"', option)
    return found


def _read_quadrant(text: str, card_set: CardSet, option: str) -> tuple[str, list[str]]:
    head, colon, rest = text.partition(":")
    words = head.split()
    name = words[-1].upper() if words and (len(words) == 1 or words[0].casefold() == "era") else ""
    era = name if colon and name in ERAS else ""
    places = ["" if part.casefold() in _EMPTY else part for part in split_outside_quotes(rest if era else text, ",")]
    return era or _era_of(places, text, card_set, option), places


def _era_of(places: Sequence[str], text: str, card_set: CardSet, option: str) -> str:
    """Return the era that all cards of a quadrant are of."""
    owners: set[str] = set()
    for place in filter(None, places):
        try:
            owners |= {unit.owner for unit in matches(place, card_set.units)}
        except InputError as error:
            if "=" in place or "/" in place:  # spelled out, it tells no era
                owners.add("")
            else:
                raise InputError(error.message, option) from None
    if len(owners) == 1 and owners <= set(ERAS):
        return owners.pop()
    raise InputError(f"begin with the era, as in II: {text[:40].strip()}", option)


def _guessed(phrases: Sequence[str], card_set: CardSet, table_of: Callable[[str], Table]) -> Table:
    """Return the position for the only Sabaton whose cards fit, or for any where it makes no difference."""
    names = [name for name in SABATONS if all(_reads(phrase, view_of(card_set, name)) for phrase in phrases)]
    found: list[Table] = []
    first: InputError | None = None
    for name in names:
        try:
            found.append(table_of(name))
        except InputError as error:
            first = first or error
    if not found and first is not None:
        raise first
    if not found:
        try:
            read_pile(", ".join(phrases), [card_set], "basic")
        except InputError as error:
            raise InputError(error.message, "--hand") from None
        raise InputError("no Sabaton has all these basic units; a player has its own only", "--hand")
    if all(_same_cards(_own(found[0]), _own(other)) for other in found[1:]):
        return found[0]
    owners = " or ".join(table.sabaton for table in found)
    raise InputError(f"the cards could be {owners}'s, which differ; say who you are with --me", "--hand")


def _reads(phrase: str, view: CardSet) -> bool:
    try:
        read_pile(phrase, [view], "basic")
    except InputError:
        return False
    return True


def _own(table: Table) -> tuple[Unit, ...]:
    return table.hand + table.deck + table.discard


def _same_cards(units: Sequence[Unit], others: Sequence[Unit]) -> bool:
    return len(units) == len(others) and all(same_card(one, other) for one, other in zip(units, others, strict=True))
