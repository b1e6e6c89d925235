"""The draws of both sides of a decision (R2): every pair of them with its exact weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from odds.history.advise.position import Position
from odds.history.draws import LineUps, TooManyError, enumerate_line_ups
from odds.history.encode import pad
from odds.history.fight import REINFORCEMENT, SIDE_ROWS, UNIT_WIDTH
from odds.history.rules import ATTACKER_SLOTS, DEFENDER_SLOTS

#: Line-ups that one set of draws may have before it is sampled.
MOST_DRAWS = 100_000

#: Pairs of draws that all sets and targets may have together before they are sampled.
MOST_PAIRS = 1_500_000


@dataclass(frozen=True)
class Pairs:
    """Pairs of draws of both sides (see `passes`).

    Args:
        spans: For each set of draws and target its first pair and the one after its last.
        pairs: The attackers' draw and the defending line-up of each pair.
        weights: Weight of each pair.
        totals: For each set of draws and target what its weights add up to.
    """

    spans: list[int]
    pairs: list[int]
    weights: list[int]
    totals: list[int]

    def count(self, number: int) -> int:
        """Return how many pairs a set of draws and a target have."""
        return self.spans[2 * number + 1] - self.spans[2 * number]


@dataclass(frozen=True)
class Draws:
    """The draws of both sides as rows: what each set of draws and each target can lead to.

    Args:
        rows, counts: The attackers' drawn cards, `SIDE_ROWS` numbers a draw, and how many they are.
        defenders, defender_counts: The complete defending line-ups.
        pairs: Which pairs of them to weigh.
    """

    rows: list[int]
    counts: list[int]
    defenders: list[int]
    defender_counts: list[int]
    pairs: Pairs

    @classmethod
    def of(cls, own: Sequence[LineUps], theirs: Sequence[LineUps], pairs: Pairs) -> Draws:
        """Return the draws of all sets and the line-ups of all targets, one after the other as `pairs` numbers them."""
        return cls(
            [number for ours in own for number in ours.rows],
            [count for ours in own for count in ours.counts],
            [number for other in theirs for number in other.rows],
            [count for other in theirs for count in other.counts],
            pairs,
        )


def enumerate_draws(position: Position, most: int = MOST_PAIRS) -> Draws | None:
    """Enumerate every draw of both sides with its exact weight, or return `None` where there are too many (R2)."""
    try:
        own = [_own_draws(position, due, front) for due, front in position.due]
        theirs = [
            enumerate_line_ups(rows, DEFENDER_SLOTS, stack, MOST_DRAWS)
            for rows, stack in zip(position.defender_rows, position.stack_rows, strict=True)
        ]
    except TooManyError:
        return None
    if sum(map(len, own)) * sum(map(len, theirs)) > most:
        return None
    pairs = Pairs([], [], [], [])
    own_first = 0
    for ours in own:
        their_first = 0
        for other in theirs:
            pairs.spans.append(len(pairs.weights))
            for draw, line_up in product(range(len(ours)), range(len(other))):
                pairs.pairs.extend((own_first + draw, their_first + line_up))
                pairs.weights.append(ours.weights[draw] * other.weights[line_up])
            pairs.spans.append(len(pairs.weights))
            pairs.totals.append(ours.total * other.total)
            their_first += len(other)
        own_first += len(ours)
    return Draws.of(own, theirs, pairs)


def _own_draws(position: Position, due: int, front: int) -> LineUps:
    """Return the draws of one set: the cards that come behind `front` hand cards when `due` are due."""
    stand_in = [0] * (UNIT_WIDTH * max(front, 1))
    stand_in[REINFORCEMENT] = due
    found = enumerate_line_ups(stand_in, ATTACKER_SLOTS, position.deck_rows if due else (), MOST_DRAWS)
    return only_behind(found, len(stand_in) // UNIT_WIDTH)


def only_behind(found: LineUps, front: int) -> LineUps:
    """Return line-ups without their first `front` units."""
    rows: list[int] = []
    for first in range(0, len(found.rows), SIDE_ROWS):
        rows += pad(found.rows[first + front * UNIT_WIDTH : first + SIDE_ROWS])
    return LineUps(rows, [count - front for count in found.counts], found.weights, found.total)
