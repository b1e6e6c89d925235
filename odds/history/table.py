"""The position at a game table: what one player sees, knows or assumes when it is to move.

Only values here. `table_files` reads and checks them, `table_write` writes them back, `table_update` enters what
happened in a fight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from odds.history.cards import CardSet, Unit, WarToken
from odds.history.rules import DEFAULT_RULINGS, ERAS, Rulings

#: The version of the table file's format that this program reads and writes.
FORMAT = 1

#: D, phase 2: open cards of each era on the board.
OPEN_PLACES = 3

#: D: war tokens a player's area holds.
MOST_TOKENS = 3

#: D: cards a player below it draws up to in the recovery.
HAND_SIZE = 4

#: A: own medals a player begins with.
MEDALS_PER_SABATON = 4

#: D: the most players of one game.
MOST_PLAYERS = 5


@dataclass(frozen=True)
class EraBoard:
    """One era's quadrant of the board.

    Args:
        open: The three open places from left to right; `None` is an empty one.
        stack: The cards of the stack, order unknown. Where the file has none: all elites and heroes of the era
            that are seen nowhere else.
        discard: The era's discard pile.
        stack_given: Whether the stack was said, not completed.
    """

    open: tuple[Unit | None, ...] = (None,) * OPEN_PLACES
    stack: tuple[Unit, ...] = ()
    discard: tuple[Unit, ...] = ()
    stack_given: bool = False


@dataclass(frozen=True)
class Opponent:
    """Another player, as far as it is known.

    Args:
        sabaton: Who it is.
        era: Where its Sabaton stands; empty if not on the board yet.
        army: All cards it owns, heroes set aside included; if not said, the basic units of its Sabaton.
        discard: Its discard pile, a part of the army.
        hand_size: Cards in its hand.
        tokens: Its war tokens, which lie open.
        relics: Its relics of each era.
        own_medals_left: Medals with its own portrait it still has, 0 to 4.
        army_given: Whether the army was said.
        set_aside: Heroes that have had their one fight (R20), a part of the army.
        honour: Its honour tokens (R19).
        medals: Medals it won from others, if known.
    """

    sabaton: str
    era: str = ""
    army: tuple[Unit, ...] = ()
    discard: tuple[Unit, ...] = ()
    hand_size: int = HAND_SIZE
    tokens: tuple[WarToken, ...] = ()
    relics: Mapping[str, int] = field(default_factory=dict)
    own_medals_left: int = MEDALS_PER_SABATON
    army_given: bool = False
    set_aside: tuple[Unit, ...] = ()
    honour: int = 0
    medals: tuple[int, ...] = ()


@dataclass(frozen=True)
class Table:
    """A whole position, seen by one player.

    Args:
        card_set: The card set all cards are from.
        sabaton: Who I am.
        eras: Where I may stand: one era after the jump, two before; empty if not known.
        hand: My hand.
        deck: My draw pile, order unknown.
        discard: My discard pile.
        tokens: My war tokens, at most three.
        relics: My relics of each era.
        medals: Values of the medals I won from others.
        own_medals_left: Medals with my own portrait I still have, 0 to 4.
        board: All four eras.
        players: The other players by name of their Sabaton.
        relics_gone: Relics of each era seen elsewhere: in the relic discard.
        rulings: The open rulings.
        notes: What was absent and therefore assumed, a line each.
        set_aside: My heroes that have had their one fight (R20); they still score.
        honour: My honour tokens (R19).
        dismissed: Cards that have left the game (D, phase 1).
    """

    card_set: CardSet
    sabaton: str
    eras: tuple[str, ...] = ()
    hand: tuple[Unit, ...] = ()
    deck: tuple[Unit, ...] = ()
    discard: tuple[Unit, ...] = ()
    tokens: tuple[WarToken, ...] = ()
    relics: Mapping[str, int] = field(default_factory=dict)
    medals: tuple[int, ...] = ()
    own_medals_left: int = MEDALS_PER_SABATON
    board: Mapping[str, EraBoard] = field(default_factory=lambda: {era: EraBoard() for era in ERAS})
    players: Mapping[str, Opponent] = field(default_factory=dict)
    relics_gone: Mapping[str, int] = field(default_factory=dict)
    rulings: Rulings = DEFAULT_RULINGS
    notes: tuple[str, ...] = ()
    set_aside: tuple[Unit, ...] = ()
    honour: int = 0
    dismissed: tuple[Unit, ...] = ()

    def ring(self) -> Iterator[Place]:
        """Yield the twelve places of the board ring: era I's three, then II, III, IV (D, phase 2)."""
        for era in ERAS:
            for place, unit in enumerate(self.board[era].open):
                yield Place(era, place, unit)


class Place(NamedTuple):
    """One of the twelve places of the board ring: its era, its number there from 0, and the open card."""

    era: str
    number: int
    unit: Unit | None


def connected(left: Unit | None, right: Unit | None) -> bool:
    """Tell whether two open cards that lie side by side are connected.

    The board keeps the order that the defender board has (D, phase 2), so it is R4 for a pair of defenders: the
    left card's right half shield and the right card's left one bear the same label.
    """
    return left is not None and right is not None and left.right == right.left != ""


__all__ = [
    "FORMAT",
    "HAND_SIZE",
    "MEDALS_PER_SABATON",
    "MOST_PLAYERS",
    "MOST_TOKENS",
    "OPEN_PLACES",
    "EraBoard",
    "Opponent",
    "Place",
    "Table",
    "connected",
]
