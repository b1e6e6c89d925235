"""The short form of a challenge for the impatient: your hand, and what the challenger may hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET, read_card_set
from odds.history.cards import CardSet
from odds.history.rules import Rulings
from odds.history.table import FORMAT, Table
from odds.history.table_fields import SABATON_WORDS, Fields, Source, pick_at
from odds.history.table_files import TableReader

#: The options that the keys of a table file are in the short form.
_OPTIONS = {
    "me.hand": "--hand",
    "me.deck": "--deck",
    "me.tokens": "--tokens",
    "me.relics": "--relics",
    "me.sabaton": "--me",
}
_OTHERS = {
    "army": "--against-army",
    "hand_size": "--against-hand",
    "tokens": "--against-tokens",
    "relics": "--against-relics",
}


class _Options(Source):
    """Places errors at the options the keys were typed as."""

    def __init__(self) -> None:
        super().__init__("", "")

    def error(self, key: str, message: str) -> InputError:
        other = _OTHERS.get(key.rpartition(".")[2], "--by") if key.startswith("players") else ""
        return InputError(message, other or next((_OPTIONS[start] for start in _OPTIONS if key.startswith(start)), ""))


def quick_challenge(
    *,
    sabaton: str,
    by: str,
    hand: str,
    deck: str | None = None,
    tokens: str | Sequence[str] | None = None,
    relics: str | Mapping[str, int] | None = None,
    against_army: str | None = None,
    against_hand: int | None = None,
    against_tokens: str | Sequence[str] | None = None,
    against_relics: str | Mapping[str, int] | None = None,
    cards: str | CardSet = DEFAULT_SET,
    rulings: Rulings | None = None,
) -> Table:
    """Return the position of a challenge from the short form.

    Args:
        sabaton, by: Who I am, and who challenges me.
        hand, deck, tokens, relics: Mine, as in a table file.
        against_army: What the challenger may hold; its basic units if absent.
        against_hand: Cards in the challenger's hand; four if absent.
        against_tokens, against_relics: The challenger's.
        cards: The card set.
        rulings: The open rulings, where they are not the card set's.

    Raises:
        InputError: Placed at the option (`--hand`, `--against-army`, …) it is about.
    """
    card_set = cards if isinstance(cards, CardSet) else read_card_set(cards)
    mine = {"hand": hand, "deck": deck, "tokens": tokens, "relics": relics}
    others = {"army": against_army, "hand_size": against_hand, "tokens": against_tokens, "relics": against_relics}
    me = pick_at("--me", sabaton, SABATON_WORDS, "Sabaton")
    other = pick_at("--by", by, SABATON_WORDS, "Sabaton")
    if me == other:
        raise InputError(f"{other} is you; name the challenger", "--by")
    document: dict[str, object] = {
        "format": FORMAT,
        "me": {"sabaton": me, **_said(mine)},
        "players": {other: _said(others)},
    }
    table = TableReader(Fields(_Options(), document), card_set).table()
    return table if rulings is None else replace(table, rulings=rulings)


def _said(values: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in values.items() if value is not None}


__all__ = ["quick_challenge"]
