"""What can be drawn in a challenge: behind the line-ups of each hand of the attacker, and behind deployments (R2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from odds import chance
from odds.history.advise.choices import NO_DRAW, Due, attacker_row, due_behind, order_line_ups
from odds.history.advise.draw_pairs import MOST_DRAWS, only_behind
from odds.history.advise.duel_cards import Duel, Hand
from odds.history.advise.sampled import deal, shuffle
from odds.history.draws import LineUps, TooManyError, can_draw, enumerate_line_ups, symbols_of
from odds.history.encode import pad
from odds.history.fight import REINFORCEMENT, UNIT_WIDTH
from odds.history.rules import ATTACKER_HAND_SLOTS, ATTACKER_SLOTS

#: Draws of one line-up that are listed even where fewer are weighed, and those sampled where there are more.
LISTED_DRAWS = 2_000
SAMPLED_DRAWS = 64

LineUp = tuple[int, ...]


@dataclass(frozen=True)
class HandLines:
    """The line-ups of one hand of the attacker.

    Args:
        line_ups: Each with the cards that are due behind it; the shortest first, then in the hand's order.
        draws: What can come behind them, for each kind of cards due.
    """

    line_ups: list[tuple[LineUp, Due]]
    draws: dict[Due, LineUps]


class Piles:
    """The draws of a challenge.

    Args:
        duel: The challenge.
        most_draws: Pairs of draws of both sides to weigh for a line-up; where there are more they are sampled.
        seed: Seed of sampled draws.
    """

    def __init__(self, duel: Duel, most_draws: int = MOST_DRAWS, seed: int = 0) -> None:
        self.duel = duel
        #: Rows of the attacker's cards.
        self.rows = [attacker_row(unit) for unit in duel.mine.cards]
        #: Whether all draws were weighed so far, none of them sampled.
        self.exact = True
        #: Whether all sums were whole numbers so far; else they are floats, as exact as those can be.
        self.whole = True
        self._most_draws = most_draws
        self._sampled = 0
        self._start = chance.seed_start(seed)
        self._lines: dict[Hand, HandLines] = {}

    def lines(self, hand: Hand) -> HandLines:
        """Return the line-ups of a hand."""
        if hand not in self._lines:
            self._lines[hand] = self._make_lines(hand)
        return self._lines[hand]

    def _make_lines(self, hand: Hand) -> HandLines:
        held = sorted(set(hand))
        copies = [hand.count(card) for card in held]
        deck = [self.rows[card] for card in self.duel.mine.without(hand)]
        line_ups: list[tuple[LineUp, Due]] = []
        for places in order_line_ups(copies, ATTACKER_HAND_SLOTS):
            cards = tuple(held[place] for place in places)
            line_ups.append((cards, due_behind(cards, self.rows, deck)))
        draws = {due: self._drawn(deck, due) for _, due in line_ups}
        return HandLines(line_ups, draws)

    def _drawn(self, deck: list[list[int]], due: Due) -> LineUps:
        """Return the cards that come behind `due[1]` hand cards when `due[0]` are due (R2)."""
        symbols, front = due
        stand_in = [0] * (UNIT_WIDTH * front)
        if due != NO_DRAW:
            stand_in[REINFORCEMENT] = symbols
        return only_behind(self.completed(stand_in, ATTACKER_SLOTS, deck if symbols else []), front)

    def completed(self, deployed: list[int], slots: int, pile: list[list[int]]) -> LineUps:
        """Return the line-ups that deployed units and a pile lead to: all of them, or a sample."""
        if not can_draw(deployed, slots, range(len(pile))):
            return LineUps(pad(deployed), [len(deployed) // UNIT_WIDTH], [1], 1)
        try:
            return enumerate_line_ups(deployed, slots, pile, max(self._most_draws, LISTED_DRAWS))
        except TooManyError:
            self.exact = False
        ways: dict[tuple[int, ...], int] = {}
        for trial in range(SAMPLED_DRAWS):
            order = shuffled(len(pile), self._start, trial)
            cards = deal(pile, order, symbols_of(deployed, REINFORCEMENT), slots - len(deployed) // UNIT_WIDTH)
            line_up = (*deployed, *(field for card in cards for field in pile[card]))
            ways[line_up] = ways.get(line_up, 0) + 1
        return LineUps(
            [field for line_up in ways for field in pad(line_up)],
            [len(line_up) // UNIT_WIDTH for line_up in ways],
            list(ways.values()),
            SAMPLED_DRAWS,
        )

    def pair_up(self, ours: LineUps, theirs: LineUps) -> Iterator[tuple[int, int, int]]:
        """Yield pairs of draws of both sides with their weights: all of them, or a sample that spreads over both.

        The sample takes equally spaced points of either list's weights, with a random start, and marries them in
        a random order; so each draw comes up as often as its weight says, on average.
        """
        if len(ours) * len(theirs) <= self._most_draws:
            for draw, own_weight in enumerate(ours.weights):
                for line_up, their_weight in enumerate(theirs.weights):
                    yield draw, line_up, own_weight * their_weight
            return
        self.exact = False
        self._sampled += 1
        points = self._most_draws
        order = shuffled(points, self._start, self._sampled)
        _, first = chance.draw_below(chance.trial_state(self._start, self._sampled), 1 << 20)
        own, other = (spread(found, points, first / 2**20) for found in (ours, theirs))
        married = Counter((own[place], other[order[place]]) for place in range(points))
        for (draw, line_up), count in married.items():
            yield draw, line_up, count


def spread(found: LineUps, points: int, start: float) -> list[int]:
    """Return equally spaced points of a list's weights, as numbers of its entries; `start` is below 1."""
    picks: list[int] = []
    entry, below = 0, 0
    for point in range(points):
        place = (point + start) * found.total / points
        while below + found.weights[entry] <= place and entry < len(found) - 1:
            below += found.weights[entry]
            entry += 1
        picks.append(entry)
    return picks


def shuffled(count: int, start: int, trial: int) -> list[int]:
    """Return the order of a shuffled pile: the same for the same start and trial."""
    return shuffle(count, chance.trial_state(start, trial))[1]


__all__ = ["HandLines", "LineUp", "Piles", "shuffled"]
