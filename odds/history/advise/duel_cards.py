"""A challenge between players before anything is deployed: who may hold what, and what can be deployed (D, phase 2b).

Cards are numbers here: those of one side that fight alike are one card with several copies. A *hand* is a tuple of
them in ascending order; a *deployment* is a tuple of a card and a war token (-1 for none) for each unit, front first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from math import comb, prod

from odds.history.advise.choices import merge, order_line_ups
from odds.history.advise.position import Prizes
from odds.history.advise.pricing import Weights
from odds.history.cards import Unit, WarToken
from odds.history.rules import DEFAULT_RULINGS, DEFENDER_HAND_SLOTS, TOKENS_PER_SIDE, Rulings

Hand = tuple[int, ...]
Deployment = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Holding:
    """The cards one side may hold in hand.

    Args:
        cards: The different cards, those of the known hand first.
        copies: How many there are of each.
    """

    cards: tuple[Unit, ...]
    copies: tuple[int, ...]

    @classmethod
    def of(cls, units: Sequence[Unit]) -> Holding:
        """Return the holding of some units; those that fight alike are one card."""
        cards, copies = merge(units)
        return cls(tuple(cards), tuple(copies))

    @property
    def size(self) -> int:
        """How many cards there are with all copies."""
        return sum(self.copies)

    def everything(self) -> Hand:
        """Return all cards."""
        return tuple(card for card, copies in enumerate(self.copies) for _ in range(copies))

    def hand_of(self, units: Sequence[Unit]) -> Hand:
        """Return the numbers of some of these units."""
        known = {unit: number for number, unit in enumerate(self.cards)}
        return tuple(sorted(known[unit] if unit in known else self._alike(unit) for unit in units))

    def _alike(self, unit: Unit) -> int:
        return next(number for number, card in enumerate(self.cards) if len(merge((card, unit))[0]) == 1)

    def without(self, hand: Hand) -> Hand:
        """Return all cards but those of a hand."""
        return tuple(card for card, copies in enumerate(self.copies) for _ in range(copies - hand.count(card)))

    def count_hands(self, size: int) -> int:
        """Return how many different hands of so many cards there are."""
        ways = [1] + [0] * size
        for copies in self.copies:
            ways = [sum(ways[max(0, cards - copies) : cards + 1]) for cards in range(size + 1)]
        return ways[size]

    def hands(self, size: int) -> list[tuple[Hand, int]]:
        """Return every different hand of so many cards, and in how many ways it comes about."""
        found: list[tuple[Hand, int]] = []

        def take(card: int, hand: Hand) -> None:
            if len(hand) == size:
                found.append((hand, prod(comb(copies, hand.count(held)) for held, copies in enumerate(self.copies))))
                return
            if card < len(self.copies):
                for count in range(min(self.copies[card], size - len(hand)), -1, -1):
                    take(card + 1, hand + (card,) * count)

        take(0, ())
        return found


@dataclass(frozen=True)
class Duel:
    """A challenge: what each side knows before the defender deploys.

    Args:
        hand, deck: The attacker's. The defender knows their cards together, not which are in hand.
        tokens: War tokens of the attacker, assigned after the reinforcement (R7).
        pool: What the defender may hold in hand: its army but for the discard pile and heroes set aside (R20).
        hand_size: How many of them are in its hand, any alike likely; the others are its deck.
        their_tokens: War tokens of the defender, assigned as it deploys (R7).
        prizes: What the fight brings (R18, R19).
        weights: The attacker's objective, which the defender minimises.
        rulings: The open rulings.
        player, era: Who is challenged, and where.
    """

    hand: tuple[Unit, ...]
    deck: tuple[Unit, ...]
    tokens: tuple[WarToken, ...]
    pool: tuple[Unit, ...]
    hand_size: int
    their_tokens: tuple[WarToken, ...]
    prizes: Prizes
    weights: Weights
    rulings: Rulings = DEFAULT_RULINGS
    player: str = ""
    era: str = ""

    @cached_property
    def mine(self) -> Holding:
        """What the attacker may hold."""
        return Holding.of((*self.hand, *self.deck))

    @cached_property
    def theirs(self) -> Holding:
        """What the defender may hold."""
        return Holding.of(self.pool)


def deployments(hand: Hand, tokens: Sequence[WarToken]) -> list[Deployment]:
    """Return all that can be deployed of a hand: fewest cards first, then fewest tokens, then in the hand's order.

    Nothing at all may be deployed; war tokens go on deployed units, one a unit (R1, R7).
    """
    found: dict[Deployment, None] = {(): None}
    bare = line_ups_of(hand)
    for length in range(1, DEFENDER_HAND_SLOTS + 1):
        for used in range(min(length, len(tokens), TOKENS_PER_SIDE) + 1):
            for line_up in bare:
                if len(line_up) == length:
                    found.update(dict.fromkeys(with_tokens(line_up, tokens, used)))
    return list(found)


def line_ups_of(hand: Hand) -> list[Hand]:
    """Return every ordered line-up of 1 to 3 cards of a hand, short ones first."""
    held = sorted(set(hand))
    copies = [hand.count(card) for card in held]
    return [tuple(held[place] for place in places) for places in order_line_ups(copies, DEFENDER_HAND_SLOTS)]


def with_tokens(line_up: Hand, tokens: Sequence[WarToken], used: int) -> list[Deployment]:
    """Return every way to put so many tokens on a line-up; equal tokens are one."""
    first_alike = [tokens.index(token) for token in tokens]
    found: dict[Deployment, None] = {}
    for places in combinations(range(len(line_up)), used):
        for chosen in permutations(first_alike, used):
            placed = dict(zip(places, chosen, strict=True))
            found[tuple((card, placed.get(place, -1)) for place, card in enumerate(line_up))] = None
    return list(found)


def deploy(duel: Duel, deployment: Deployment) -> tuple[Unit, ...]:
    """Return a deployment as units with their tokens."""
    return tuple(
        duel.theirs.cards[card].with_token(duel.their_tokens[token] if token >= 0 else None)
        for card, token in deployment
    )


__all__ = ["Deployment", "Duel", "Hand", "Holding", "deploy", "deployments", "line_ups_of", "with_tokens"]
