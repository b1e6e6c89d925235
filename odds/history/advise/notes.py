"""What answers about a position say alike: what was not weighed, what is not sure, whose card values they are."""

from __future__ import annotations

from collections.abc import Iterable

from odds.history.card_files import values_provenance
from odds.history.cards import CardSet, WarToken
from odds.history.odds import card_note

MOVE_UP = "move up: not weighed; perform its action first if you mean to, then ask again with the new hand"

NOT_SETTLED = "not settled: the first and the second can't be told apart yet; give it more --time"


def holds_move_up(tokens: Iterable[WarToken]) -> bool:
    """Tell whether one of some war tokens moves units up (D), which changes a hand before the fight."""
    return any(token.special.startswith("move-up") for token in tokens)


def values_notes(card_set: CardSet) -> list[str]:
    """Return the note on where a set's values come from, none if they are the printed ones (E)."""
    values = values_provenance(card_set)
    return [] if values == "printed" else [card_note(card_set.name, values)]


__all__ = ["MOVE_UP", "NOT_SETTLED", "holds_move_up", "values_notes"]
