"""What answers about a position say alike: what was not weighed, what is not sure, whose card values they are."""

from __future__ import annotations

from collections.abc import Iterable

from odds.history.cards import WarToken

MOVE_UP = "move up: not weighed; perform its action first if you mean to, then ask again with the new hand"

NOT_SETTLED = "not settled: the first and the second can't be told apart yet; give it more --time"


def holds_move_up(tokens: Iterable[WarToken]) -> bool:
    """Tell whether one of some war tokens moves units up (D), which changes a hand before the fight."""
    return any(token.special.startswith("move-up") for token in tokens)


__all__ = ["MOVE_UP", "NOT_SETTLED", "holds_move_up"]
