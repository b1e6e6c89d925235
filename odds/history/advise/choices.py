"""What a hand and its war tokens let an attacker choose, in numbers: line-ups, and tokens on their units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from odds.history.advise import evaluate
from odds.history.cards import Unit, WarToken
from odds.history.encode import encode_unit
from odds.history.fight import CARD, REINFORCEMENT, SLOTS
from odds.history.rules import ATTACKER_SLOTS, TOKENS_PER_SIDE

#: The cards due behind a line-up, and the hand cards in front of them; `NO_DRAW` where nothing is drawn.
Due = tuple[int, int]
NO_DRAW: Due = (0, 0)


def attacker_row(unit: Unit) -> list[int]:
    """Return an attacker's row; its CARD is 1 for a hero."""
    return encode_unit(unit, card=int(unit.kind == "hero"))


def merge(units: Sequence[Unit]) -> tuple[list[Unit], list[int]]:
    """Return the different cards of some units and how many there are of each; names keep alike ones apart."""
    found: dict[tuple[Any, ...], list[Any]] = {}
    for unit in units:
        found.setdefault((unit.name, *attacker_row(unit)), [unit, 0])[1] += 1
    return [unit for unit, _ in found.values()], [count for _, count in found.values()]


def index_of(cards: Sequence[Unit], unit: Unit) -> int:
    """Return the number of a unit among different cards."""
    found = unit.name, attacker_row(unit)
    return next(number for number, card in enumerate(cards) if (card.name, attacker_row(card)) == found)


def order_line_ups(copies: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """Yield every different ordered line-up of 1 to `most` cards, short ones first (R1)."""
    for length in range(1, most + 1):
        yield from (
            line_up
            for line_up in product(range(len(copies)), repeat=length)
            if all(line_up.count(card) <= copies[card] for card in set(line_up))
        )


def due_behind(line_up: Sequence[int], rows: Sequence[Sequence[int]], deck: Sequence[object]) -> Due:
    """Return how many cards are due behind a line-up of hand cards (R2), and how many these are.

    Args:
        line_up: The hand cards' numbers.
        rows: The rows of the cards with these numbers.
        deck: The cards that can come; an empty one gives none.
    """
    symbols = sum(rows[card][REINFORCEMENT] for card in line_up)
    due = min(symbols, ATTACKER_SLOTS - len(line_up)) if deck else 0
    return (due, len(line_up)) if due else NO_DRAW


def token_row(token: WarToken) -> list[int]:
    """Return what a war token adds to its unit's row."""
    row = encode_unit(Unit(token.name, toughness=0, token=token))
    row[CARD] = 0
    return row


def assign(tokens: Sequence[WarToken]) -> tuple[list[int], list[int]]:
    """Return every different assignment of tokens to 0 to 5 units, at most one a unit (R7).

    Equal tokens change places with each other to no effect, so the earlier one always stands further in front.

    Returns:
        Spans and assignments as `evaluate.choose_tokens` reads them.
    """
    held = len(tokens)
    spans = [0] * (2 * evaluate.SUBSETS * (SLOTS + 1))
    assignments = [-1] * TOKENS_PER_SIDE
    for units in range(SLOTS + 1):
        for subset in range(1, 1 << held):
            span = 2 * (evaluate.SUBSETS * units + subset)
            spans[span] = len(assignments) // TOKENS_PER_SIDE
            used = [token for token in range(held) if (subset >> token) & 1]
            if not _skips_an_equal(tokens, used):
                for slots in product(range(units), repeat=len(used)):
                    if len(set(slots)) == len(slots) and _in_order(tokens, used, slots):
                        placed = dict(zip(used, slots, strict=True))
                        assignments += [placed.get(token, -1) for token in range(TOKENS_PER_SIDE)]
            spans[span + 1] = len(assignments) // TOKENS_PER_SIDE
    return spans, assignments


def _skips_an_equal(tokens: Sequence[WarToken], used: Sequence[int]) -> bool:
    """Return whether a subset leaves out a token equal to a later one that it uses."""
    return any(
        other < token and other not in used and tokens[other] == tokens[token]
        for token in used
        for other in range(token)
    )


def _in_order(tokens: Sequence[WarToken], used: Sequence[int], slots: Sequence[int]) -> bool:
    return all(
        tokens[used[first]] != tokens[used[second]] or slots[first] < slots[second]
        for second in range(len(used))
        for first in range(second)
    )


__all__ = [
    "NO_DRAW",
    "Due",
    "assign",
    "attacker_row",
    "due_behind",
    "index_of",
    "merge",
    "order_line_ups",
    "token_row",
]
