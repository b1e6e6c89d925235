"""Lists of line-ups: every ordered line-up of a hand, of an owner's basic deck, and every single target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from odds.history.cards import CardSet, Unit
from odds.history.rules import ATTACKER_HAND_SLOTS, ERAS, SABATONS

LineUp = tuple[Unit, ...]

#: Sizes of line-ups an attacker can deploy from hand (R1).
SIZES = tuple(range(1, ATTACKER_HAND_SLOTS + 1))


def ordered_line_ups(hand: Sequence[Unit], sizes: Iterable[int] = SIZES) -> Iterator[LineUp]:
    """Yield every distinct ordered line-up of cards of a hand, front unit first (R1: order matters).

    Args:
        hand: The cards; equal cards may stand in it twice.
        sizes: How many cards are deployed, in this order; sizes larger than the hand yield nothing.
    """
    for size in sizes:
        yield from dict.fromkeys(permutations(hand, size))


def basic_deck(card_set: CardSet, owner: str) -> LineUp:
    """Return the cards of a Sabaton's basic deck, each as often as there are copies (A)."""
    return tuple(unit for unit in card_set.units_of("basic", owner) for _ in range(unit.copies))


def basic_line_ups(
    card_set: CardSet, owners: Iterable[str] = SABATONS, sizes: Iterable[int] = SIZES
) -> list[tuple[str, LineUp]]:
    """Return every distinct ordered line-up of every hand of the owners' basic decks, with its owner.

    A hand holds 4 of the deck's 8 cards, so every line-up of up to 4 cards is one of some hand (D, R1).
    """
    wanted = tuple(sizes)
    return [(owner, line_up) for owner in owners for line_up in ordered_line_ups(basic_deck(card_set, owner), wanted)]


def single_targets(
    card_set: CardSet, eras: Iterable[str] = ERAS, kinds: Iterable[str] = ("elite",)
) -> list[tuple[str, LineUp]]:
    """Return every unit of the kinds alone as a target, with its era, era by era (A: 15 elites an era)."""
    wanted = tuple(kinds)
    return [(era, (unit,)) for era in eras for kind in wanted for unit in card_set.units_of(kind, era)]
