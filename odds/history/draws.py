"""Reinforcement (R2): every line-up that draws from piles of unknown order can lead to, with exact weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from odds.history.encode import pad
from odds.history.fight import REINFORCEMENT, UNIT_WIDTH


@dataclass(frozen=True)
class LineUps:
    """The line-ups one side can end up with.

    Args:
        rows: `SIDE_ROWS` numbers a line-up, one after the other.
        counts: Units of each.
        weights: How often each comes up, in whole numbers.
        total: What the weights add up to.
    """

    rows: list[int]
    counts: list[int]
    weights: list[int]
    total: int

    def __len__(self) -> int:
        return len(self.counts)


class TooManyError(Exception):
    """There are more line-ups than were allowed; sample them instead."""


def symbols_of(rows: Sequence[int], field: int) -> int:
    """Return the symbols of one field over a flat sequence of rows."""
    return sum(rows[field::UNIT_WIDTH])


def can_draw(line_up: Sequence[int], slots: int, pile: Sequence[int]) -> bool:
    """Return whether a line-up draws any card at all (R2)."""
    return bool(pile) and len(line_up) // UNIT_WIDTH < slots and symbols_of(line_up, REINFORCEMENT) > 0


def enumerate_line_ups(line_up: Sequence[int], slots: int, pile: Sequence[Sequence[int]], most: int) -> LineUps:
    """Enumerate what a line-up and its pile lead to (R2); equal cards of the pile are merged.

    Args:
        line_up: The deployed units' rows, flat.
        slots: Slots of the board with the virtual one (R1).
        pile: One row for each card of the pile; its order is unknown, draws are without replacement.
        most: How many line-ups to allow.

    Raises:
        TooManyError: There are more than `most`.
    """
    kinds: dict[tuple[int, ...], int] = {}
    for row in pile:
        kinds[tuple(row)] = kinds.get(tuple(row), 0) + 1
    cards = list(kinds)
    left = [kinds[card] for card in cards]
    found: list[tuple[list[int], int, int]] = []

    def draw(rows: list[int], due: int, drawn: int, weight: int) -> None:
        if due == 0 or len(rows) // UNIT_WIDTH == slots or drawn == len(pile):
            if len(found) >= most:
                raise TooManyError
            found.append((rows, drawn, weight))
            return
        for index, card in enumerate(cards):
            if left[index]:
                copies = left[index]
                left[index] -= 1
                draw(rows + list(card), due - 1 + card[REINFORCEMENT], drawn + 1, weight * copies)
                left[index] += 1

    draw(list(line_up), symbols_of(line_up, REINFORCEMENT), 0, 1)
    # A branch that stops early stands for every order of the cards it left in the pile.
    longest = max(drawn for _, drawn, _ in found)
    rest = [1] * (longest + 1)
    for drawn in range(longest - 1, -1, -1):
        rest[drawn] = rest[drawn + 1] * (len(pile) - drawn)
    rows = [number for line, _, _ in found for number in pad(line)]
    return LineUps(
        rows,
        [len(line) // UNIT_WIDTH for line, _, _ in found],
        [weight * rest[drawn] for _, drawn, weight in found],
        rest[0],
    )
