"""Whom a position lets me fight: open cards alone or in connected runs (D2a), a hunted card, other players (D2b)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from odds.history.cards import Unit
from odds.history.rules import DEFENDER_HAND_SLOTS, ERAS
from odds.history.table import OPEN_PLACES, Table, connected


@dataclass(frozen=True)
class Target:
    """Defenders that can be attacked.

    Args:
        kind: `"board"`, `"hunt"` or `"challenge"`.
        era: The era I stand in for it.
        defenders: The line-up, front unit first; empty for a challenge, whose defender deploys later.
        stack: The pile of the defenders' reinforcement.
        player: The Sabaton challenged, else empty.
    """

    kind: str
    era: str
    defenders: tuple[Unit, ...]
    stack: tuple[Unit, ...] = field(default=(), repr=False)
    player: str = ""


def runs_of(ring: Sequence[Unit | None], era: int) -> list[tuple[Unit, ...]]:
    """Return what can be fought from an era: each open card of it alone, then each connected run with one (D2a).

    A run is one to three cards side by side on the ring, each connected to the next, at least one of them in the
    era; on the defender board it keeps its order from left to right. Equal runs are listed once.

    Args:
        ring: The open places, clockwise; `None` is an empty one.
        era: Number of the era I stand in, 0 to 3.
    """
    size = len(ring)
    found: dict[tuple[Unit, ...], None] = {}
    for length in range(1, DEFENDER_HAND_SLOTS + 1):
        # Only runs that reach into the era's own places.
        for start in range(era * OPEN_PLACES - length + 1, (era + 1) * OPEN_PLACES):
            places = [ring[(start + step) % size] for step in range(length)]
            if all(place is not None for place in places) and all(
                connected(left, right) for left, right in pairwise(places)
            ):
                found[tuple(place for place in places if place is not None)] = None
    return list(found)


def targets_of(table: Table) -> list[Target]:
    """Return every target of a position, for each era I may stand in (before the jump there are two)."""
    found: list[Target] = []
    holds_hunt = any(token.special == "hunt" for token in table.tokens)
    ring = [place.unit for place in table.ring()]
    for era in table.eras:
        board = table.board[era]
        for run in runs_of(ring, ERAS.index(era)):
            found.append(Target("board", era, run, board.stack))
        if holds_hunt:
            for unit in dict.fromkeys(board.discard):
                found.append(Target("hunt", era, (unit,), board.stack))
        for name, opponent in table.players.items():
            if opponent.era == era:
                found.append(Target("challenge", era, (), (), name))
    return found
