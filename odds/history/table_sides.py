"""The two sides of a fight while its cards go where they belong: me, another player, or the board's eras."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from odds.errors import InputError
from odds.history.cards import Unit, WarToken
from odds.history.table import HAND_SIZE, EraBoard, Opponent, Table

T = TypeVar("T")


def without(pile: Sequence[T], gone: Iterable[T], missing: str, option: str) -> list[T]:
    """Return a pile without some of its pieces.

    Args:
        pile: The pieces there.
        gone: Those to take out.
        missing: The error where one is not there, with `{}` for its name.
        option: Where the error is placed.

    Raises:
        InputError: A piece is not in the pile as often.
    """
    left = list(pile)
    for piece in gone:
        if piece not in left:
            raise InputError(missing.format(getattr(piece, "name", piece)), option)
        left.remove(piece)
    return left


class Side:
    """A player while a fight is entered: what both kinds of players have."""

    def __init__(self, name: str, owner: Table | Opponent) -> None:
        self.name = name
        self.discard = list(owner.discard)
        self.set_aside = list(owner.set_aside)
        self.tokens = list(owner.tokens)
        self.relics = Counter(owner.relics)
        self.medals = list(owner.medals)
        self.own_medals_left = owner.own_medals_left
        self.honour = owner.honour

    @property
    def label(self) -> str:
        """The key of the player's table in the file."""
        return f"players.{self.name}"

    def deploy(self, units: Sequence[Unit], option: str) -> None:
        """Take a line-up out of the hand."""
        raise NotImplementedError

    def reinforce(self, units: Sequence[Unit], option: str) -> None:
        """Take reinforcements from the deck (R2)."""
        raise NotImplementedError

    def conquer(self, units: Sequence[Unit]) -> None:
        """Put conquered cards onto the discard pile (R17)."""
        self.discard += units

    def recover(self, units: Iterable[Unit]) -> None:
        """Put fighters onto the discard pile, heroes aside (D, phase 3; R20)."""
        for unit in units:
            (self.set_aside if unit.kind == "hero" else self.discard).append(unit)

    def use_tokens(self, tokens: Sequence[WarToken], option: str) -> None:
        """Put used war tokens away."""
        self.tokens = without(self.tokens, tokens, f"'{{}}' is not in {self.label}.tokens as often", option)

    def lose_medal(self) -> None:
        """Give up a medal with the own portrait, if any is left (R19)."""
        self.own_medals_left = max(0, self.own_medals_left - 1)

    def win_medal(self, value: int | None) -> None:
        """Keep a medal of the loser's (R19), if its value is known."""
        if value is not None:
            self.medals.append(value)


class Me(Side):
    """The player whose position it is."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.sabaton, table)
        self.hand = list(table.hand)
        self.deck = list(table.deck)
        #: A deck that was not said may hold any card.
        self.deck_known = not any("me.deck" in note.partition(":")[0].split(", ") for note in table.notes)

    @property
    def label(self) -> str:
        """The key of my table in the file."""
        return "me"

    def deploy(self, units: Sequence[Unit], option: str) -> None:
        """Take a line-up out of the hand."""
        self.hand = without(self.hand, units, "{} is not in me.hand as often", option)

    def reinforce(self, units: Sequence[Unit], option: str) -> None:
        """Take reinforcements from the deck (R2)."""
        if self.deck_known:
            self.deck = without(self.deck, units, "{} is not in me.deck as often", option)

    def draw(self, units: Sequence[Unit], option: str) -> None:
        """Take cards from the deck into the hand; when it runs out the discard pile is the new one (D, phase 3)."""
        want = max(0, HAND_SIZE - len(self.hand))
        if len(units) > want:
            raise InputError(
                f"{len(units)} cards drawn; the hand is drawn up to {HAND_SIZE}, which takes {want}", option
            )
        if self.deck_known:
            self._take(units, option)
        self.hand += units

    def _take(self, units: Sequence[Unit], option: str) -> None:
        if len(units) <= len(self.deck):
            self.deck = without(self.deck, units, "{} is not in me.deck as often", option)
            return
        last = list((Counter(units) - Counter(self.deck)).elements())
        if len(last) > len(units) - len(self.deck):
            raise InputError(
                f"the {len(self.deck)} cards of me.deck are drawn first; {last[0].name} is not there", option
            )
        self.deck = without(self.discard, last, "{} is in neither me.deck nor me.discard", option)
        self.discard = []

    def written(self, table: Table) -> Table:
        """Return the position with what this side has now."""
        return replace(
            table,
            hand=tuple(self.hand),
            deck=tuple(self.deck),
            discard=tuple(self.discard),
            set_aside=tuple(self.set_aside),
            tokens=tuple(self.tokens),
            relics=dict(+self.relics),
            medals=tuple(self.medals),
            own_medals_left=self.own_medals_left,
            honour=self.honour,
        )


class Other(Side):
    """Another player, of whom the army and the size of the hand are known at best."""

    def __init__(self, player: Opponent) -> None:
        super().__init__(player.sabaton, player)
        self.player = player
        self.army = list(player.army)
        self.hand_size = player.hand_size

    def deploy(self, units: Sequence[Unit], option: str) -> None:
        """Take a line-up out of the hand."""
        if len(units) > self.hand_size:
            raise InputError(f"{self.name} deploys {len(units)} cards from a hand of {self.hand_size}", option)
        self._show(units, option)
        self.hand_size -= len(units)

    def reinforce(self, units: Sequence[Unit], option: str) -> None:
        """Take reinforcements from the deck (R2)."""
        self._show(units, option)

    def _show(self, units: Sequence[Unit], option: str) -> None:
        """Note cards that are seen now; they come from the army, where that was said."""
        kept = Counter(self.army) - Counter(self.discard) - Counter(self.set_aside)
        for unit in (Counter(units) - kept).elements():
            if self.player.army_given:
                raise InputError(f"{unit.name} is not among the cards {self.name} has in hand or deck", option)
            if unit.kind == "basic" and unit.owner:
                raise InputError(f"{unit.name} ({unit.owner}) is not among {self.name}'s basic units any more", option)
            self.army.append(unit)

    def conquer(self, units: Sequence[Unit]) -> None:
        """Put conquered cards onto the discard pile (R17)."""
        self.army += units
        super().conquer(units)

    def draw_up(self) -> None:
        """Draw up to four; when the deck runs out the discard pile is the new one (D, phase 3)."""
        want = max(0, HAND_SIZE - self.hand_size)
        deck = len(self.army) - len(self.discard) - len(self.set_aside) - self.hand_size
        if want > deck:
            deck += len(self.discard)
            self.discard = []
        self.hand_size += min(want, deck)

    def written(self) -> Opponent:
        """Return the player with what it has now."""
        changed = Counter(self.army) != Counter(self.player.army)
        return replace(
            self.player,
            army=tuple(self.army),
            army_given=self.player.army_given or changed,
            discard=tuple(self.discard),
            set_aside=tuple(self.set_aside),
            hand_size=self.hand_size,
            tokens=tuple(self.tokens),
            relics=dict(+self.relics),
            medals=tuple(self.medals),
            own_medals_left=self.own_medals_left,
            honour=self.honour,
        )


class Era:
    """One era of the board while a fight is entered."""

    def __init__(self, name: str, board: EraBoard) -> None:
        self.name = name
        self.open = list(board.open)
        self.stack = list(board.stack)
        self.stack_given = board.stack_given
        self.discard = list(board.discard)

    def take_open(self, unit: Unit) -> None:
        """Take an open card from its place."""
        self.open[self.open.index(unit)] = None

    def take_hidden(self, units: Sequence[Unit], option: str, *, shuffled: bool) -> None:
        """Take cards from the top of the stack.

        Args:
            units: The cards that were revealed.
            option: Where an error is placed.
            shuffled: Whether the discard pile becomes the stack when that runs out (not for reinforcement, R2).
        """
        for unit in units:
            if not self.stack and shuffled:
                self.stack, self.discard = self.discard, []
                self.stack_given = True
            if not self.stack_given and not unit.owner:
                continue  # a spelled-out card, of which a completed stack knows nothing
            self.stack = without(self.stack, [unit], f"{{}} is not in board.{self.name}.stack as often", option)

    def refill(self, units: Sequence[Unit], option: str) -> None:
        """Put revealed cards onto the empty places, from left to right."""
        empty = [number for number, unit in enumerate(self.open) if unit is None]
        if len(units) > len(empty):
            raise InputError(f"{len(units)} cards for the {len(empty)} empty places of era {self.name}", option)
        self.take_hidden(units, option, shuffled=True)
        for number, unit in zip(empty, units, strict=False):
            self.open[number] = unit

    def written(self) -> EraBoard:
        """Return the era as it is now."""
        return EraBoard(tuple(self.open), tuple(self.stack), tuple(self.discard), self.stack_given)
