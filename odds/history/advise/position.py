"""A decision put into numbers: the hand's line-ups, the targets, the draws of both sides, tokens, prizes.

`passes` computes with these flat sequences, interpreted as lists, compiled as arrays of the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

from odds.history.advise import evaluate
from odds.history.advise.bound import PRIZE_HONOUR, PRIZE_LOSE, PRIZES
from odds.history.advise.choices import (
    Due,
    assign,
    attacker_row,
    due_behind,
    index_of,
    merge,
    order_line_ups,
    token_row,
)
from odds.history.advise.pricing import Weights
from odds.history.advise.targets import Target
from odds.history.cards import Unit, WarToken
from odds.history.draws import symbols_of
from odds.history.encode import encode_unit
from odds.history.fight import REINFORCEMENT, REROLL, SLOTS, UNIT_WIDTH
from odds.history.rules import (
    ATTACKER_HAND_SLOTS,
    ATTACKER_SLOTS,
    DEFENDER_SLOTS,
    TOKENS_PER_SIDE,
    UNITS_PER_HONOUR_TOKEN,
    Rulings,
)
from odds.history.worth import unit_points

#: Objectives whose whole numbers would be larger are rounded to a billionth.
LARGEST_SCALE = 10**9


@dataclass(frozen=True)
class Prizes:
    """What a target's fight brings besides its units, in VP.

    Args:
        relics: Expected VP of the relic with 0 to 5 units on the attacker board (R18).
        medal: Expected VP of the medal a won challenge brings (R19), 0 against the board.
        lost_medal: Expected VP of the medal a lost challenge gives away.
        honour: VP of each honour token a beaten defender gets, 0 against the board.
    """

    relics: tuple[Fraction, ...]
    medal: Fraction = Fraction(0)
    lost_medal: Fraction = Fraction(0)
    honour: Fraction = Fraction(0)


@dataclass(frozen=True)
class Position:
    """Everything a pass over the attacks of one decision needs.

    Args:
        hand: The hand's different cards.
        deck: The own draw pile.
        tokens: The tokens held that can be assigned, at most three.
        targets, prizes: The targets, and what each fight brings.
        weights: The objective.
        rulings: The open rulings.
        scale: What 1 of the objective is in whole numbers.
        line_ups: All different line-ups of hand cards, flat (see `evaluate`).
        attacks: A line-up and a target for each attack, flat.
        hand_rows, token_rows: The rows of the hand's cards and of the tokens, flat.
        spans, assignments: Ways to put the tokens on the units (see `evaluate.choose_tokens`).
        settings: The settings of the question (see `evaluate`).
        prize_numbers: Each target's prizes in whole numbers (see `bound`).
        due: For each set of draws the cards due and the hand cards in front of them.
        deck_rows: The rows of the own draw pile.
        defender_rows, stack_rows: For each target its defenders' rows, flat, and the rows of their reinforcement.
        cards: What can be conquered: each card's name and VP, as the rows' CARD numbers them.
        most_rerolls: The most re-rolls any fight of this decision shows.
        challenges: For each target 1 if a player defends, -1 if it is hunted, else 0.
    """

    hand: tuple[Unit, ...]
    deck: tuple[Unit, ...]
    tokens: tuple[WarToken, ...]
    targets: tuple[Target, ...]
    prizes: tuple[Prizes, ...]
    weights: Weights
    rulings: Rulings
    scale: int
    line_ups: list[int]
    attacks: list[int]
    hand_rows: list[int]
    token_rows: list[int]
    spans: list[int]
    assignments: list[int]
    settings: list[int]
    prize_numbers: list[int]
    due: list[Due]
    deck_rows: list[list[int]]
    defender_rows: list[list[int]]
    stack_rows: list[list[list[int]]]
    cards: list[tuple[str, int]]
    most_rerolls: int
    challenges: list[int] = field(default_factory=list)

    @property
    def attack_count(self) -> int:
        """How many attacks there are."""
        return len(self.attacks) // 2

    @property
    def powers(self) -> list[int]:
        """6**0, 6**1, …, up to the most re-rolls, as the passes take them."""
        return [6**power for power in range(self.most_rerolls + 1)]

    @property
    def faces_weight(self) -> int:
        """What the weights of all faces of one fight add up to."""
        return int(36 * 6**self.most_rerolls)

    @property
    def most_spent(self) -> int:
        """As much as the prices of one attack can come to, either way: each of them for every slot."""
        prices = (evaluate.TOKEN_PRICE, evaluate.HERO_PRICE, evaluate.CARD_PRICE)
        return SLOTS * sum(abs(self.settings[price]) for price in prices)

    def combination(self, attack: int) -> int:
        """Return which set of draws and target an attack has, as `Pairs` numbers them."""
        draws = self.line_ups[self.attacks[2 * attack] * evaluate.LINE_UP_WIDTH + evaluate.LINE_UP_DRAWS]
        return len(self.targets) * draws + self.attacks[2 * attack + 1]

    def line_up(self, attack: int) -> tuple[Unit, ...]:
        """Return the units an attack deploys from hand, front unit first."""
        return tuple(self.hand[card] for card in self.deployed_cards(attack))

    def group(self, attack: int) -> tuple[int, tuple[int, ...]]:
        """Return what an attack has in common with those that deploy the same cards in another order."""
        return self.target(attack), tuple(sorted(self.deployed_cards(attack)))

    def deployed_cards(self, attack: int) -> tuple[int, ...]:
        """Return the numbers of the hand cards an attack deploys, front unit first."""
        first = self.attacks[2 * attack] * evaluate.LINE_UP_WIDTH + evaluate.LINE_UP_CARDS
        return tuple(self.line_ups[first : first + self.deployed(attack)])

    def deployed(self, attack: int) -> int:
        """Return how many hand cards an attack deploys."""
        return self.line_ups[self.attacks[2 * attack] * evaluate.LINE_UP_WIDTH + evaluate.LINE_UP_COUNT]

    def target(self, attack: int) -> int:
        """Return the number of an attack's target."""
        return self.attacks[2 * attack + 1]


def build(
    hand: Sequence[Unit],
    deck: Sequence[Unit],
    tokens: Sequence[WarToken],
    targets: Sequence[Target],
    prizes: Sequence[Prizes],
    weights: Weights,
    rulings: Rulings,
    line_ups: Sequence[Sequence[Unit]] | None = None,
) -> Position:
    """Put a decision into numbers.

    Args:
        hand, deck, tokens: What the attacker has; tokens that are none for a fight are left out.
        targets, prizes: The targets with their defenders known, and what each fight brings.
        weights: The objective.
        rulings: The open rulings.
        line_ups: The line-ups to weigh, of hand cards; by default all.
    """
    cards, copies = merge(hand)
    usable = tuple(token for token in tokens if not token.special)[:TOKENS_PER_SIDE]
    chosen = (
        list(order_line_ups(copies, ATTACKER_HAND_SLOTS))
        if line_ups is None
        else [tuple(index_of(cards, unit) for unit in line_up) for line_up in line_ups]
    )
    hand_rows = [attacker_row(unit) for unit in cards]
    due: dict[Due, int] = {}
    flat: list[int] = []
    for line_up in chosen:
        number = due.setdefault(due_behind(line_up, hand_rows, deck), len(due))
        flat += [len(line_up), *line_up, *[0] * (ATTACKER_HAND_SLOTS - len(line_up)), number]
    scale, prize_numbers = _scaled_prizes(prizes, weights)
    numbered, defender_rows, stack_rows = _defenders(targets, weights, scale)
    token_rows = [token_row(token) for token in usable]
    spans, assignments = assign(usable)
    position = Position(
        hand=tuple(cards),
        deck=tuple(deck),
        tokens=usable,
        targets=tuple(targets),
        prizes=tuple(prizes),
        weights=weights,
        rulings=rulings,
        scale=scale,
        line_ups=flat,
        attacks=[number for target in range(len(targets)) for line in range(len(chosen)) for number in (line, target)],
        hand_rows=[number for row in hand_rows for number in row],
        token_rows=[number for row in token_rows for number in row]
        + [0] * UNIT_WIDTH * (TOKENS_PER_SIDE - len(usable)),
        spans=spans,
        assignments=assignments,
        settings=[
            int(rulings.deflection_per == "line"),
            int(rulings.empty_side_fights),
            int(is_bounded(weights, prizes)),
            round(-weights.token * scale),
            round(-weights.hero_use * scale),
            round(-weights.card * scale),
            len(usable),
            len(numbered),
        ],
        prize_numbers=prize_numbers,
        due=list(due),
        deck_rows=[attacker_row(unit) for unit in deck],
        defender_rows=defender_rows,
        stack_rows=stack_rows,
        cards=numbered,
        most_rerolls=0,
        challenges=[{"challenge": 1, "hunt": -1}.get(target.kind, 0) for target in targets],
    )
    return replace(position, most_rerolls=_most_rerolls(position))


def is_bounded(weights: Weights, prizes: Sequence[Prizes]) -> bool:
    """Return whether the bound of `bound` holds: it is good to win, to conquer, to keep units and tokens."""
    gains = min(weights.win, weights.unit, weights.relic, weights.medal) >= 0
    spends = max(weights.token, weights.opponent) <= 0
    return (
        gains
        and spends
        and all(
            weights.win
            + weights.medal * prize.medal
            + weights.relic * relic
            + weights.opponent * prize.honour * (ATTACKER_SLOTS // UNITS_PER_HONOUR_TOKEN)
            >= 0
            for prize in prizes
            for relic in prize.relics
        )
    )


def _scaled_prizes(prizes: Sequence[Prizes], weights: Weights) -> tuple[int, list[int]]:
    """Return what 1 of the objective is in whole numbers, and each target's prizes in them."""
    values: list[Fraction] = []
    for prize in prizes:
        worth = [Fraction(0)] * PRIZES
        for count, relic in enumerate(prize.relics):
            worth[count] = weights.win + weights.relic * relic + weights.medal * prize.medal
        worth[PRIZE_LOSE] = weights.opponent * prize.lost_medal
        worth[PRIZE_HONOUR] = weights.opponent * prize.honour
        values += worth
    scale = lcm(
        *(value.denominator for value in [*values, weights.unit, weights.token, weights.hero_use, weights.card])
    )
    scale = min(scale, LARGEST_SCALE)
    return scale, [round(value * scale) for value in values]


def _defenders(
    targets: Sequence[Target], weights: Weights, scale: int
) -> tuple[list[tuple[str, int]], list[list[int]], list[list[list[int]]]]:
    """Return the cards that can be conquered, and the rows of each target's defenders and stack."""
    numbers: dict[tuple[str, str], int] = {}
    cards: list[tuple[str, int]] = []

    def row(unit: Unit, challenge: bool) -> list[int]:
        number = numbers.setdefault((unit.name, unit.kind), len(cards))
        if number == len(cards):
            cards.append((unit.name, unit_points(unit.kind)))
        worth = 0 if challenge else round(weights.unit * unit_points(unit.kind) * scale)
        return encode_unit(unit, number, worth)

    rows, stacks = [], []
    for target in targets:
        challenge = target.kind == "challenge"
        rows.append([number for unit in target.defenders for number in row(unit, challenge)])
        stacks.append([row(unit, challenge) for unit in target.stack])
    return cards, rows, stacks


def _most_rerolls(position: Position) -> int:
    """Return the most re-rolls a fight can show: the attackers' best line-up with draws and tokens, the defenders'."""
    by_draws: dict[int, int] = {}
    width = evaluate.LINE_UP_WIDTH
    for first in range(0, len(position.line_ups), width):
        count = position.line_ups[first]
        cards = position.line_ups[first + 1 : first + 1 + count]
        shown = sum(position.hand_rows[card * UNIT_WIDTH + REROLL] for card in cards)
        draws = position.line_ups[first + evaluate.LINE_UP_DRAWS]
        by_draws[draws] = max(by_draws.get(draws, 0), shown)
    deck = sorted((row[REROLL] for row in position.deck_rows), reverse=True)
    own = max(
        (
            shown + (sum(deck[: ATTACKER_SLOTS - position.due[draws][1]]) if position.due[draws][0] else 0)
            for draws, shown in by_draws.items()
        ),
        default=0,
    )
    theirs = 0
    for rows, stack in zip(position.defender_rows, position.stack_rows, strict=True):
        room = DEFENDER_SLOTS - len(rows) // UNIT_WIDTH if symbols_of(rows, REINFORCEMENT) else 0
        drawn = sum(sorted((row[REROLL] for row in stack), reverse=True)[:room])
        theirs = max(theirs, symbols_of(rows, REROLL) + drawn)
    return own + symbols_of(position.token_rows, REROLL) + theirs
