"""The best replies to open line-ups of a challenged player, for many hands of the attacker at once.

Line-ups that draw nothing are worth the same whatever hand they come from, so they are weighed once; a line-up that
draws has the deck that its hand leaves (R2). All hands of one batch are attacks of a single `Position`, whose hand is
everything the attacker may hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

from odds import chance
from odds.history.advise.duel_cards import Deployment, Duel, Hand, deploy
from odds.history.advise.evaluate import LINE_UP_WIDTH
from odds.history.advise.position import (
    MOST_DRAWS,
    Draws,
    Pairs,
    Position,
    attacker_row,
    build,
    order_line_ups,
)
from odds.history.advise.ranked import Ranked, rank
from odds.history.advise.sampled import deal
from odds.history.advise.search import evaluator_for
from odds.history.advise.targets import Target
from odds.history.cards import Unit
from odds.history.draws import LineUps, TooManyError, can_draw, enumerate_line_ups, symbols_of
from odds.history.encode import pad
from odds.history.fight import REINFORCEMENT, REROLL, SIDE_ROWS, UNIT_WIDTH
from odds.history.rules import ATTACKER_HAND_SLOTS, ATTACKER_SLOTS, DEFENDER_SLOTS

#: Floats hold whole numbers up to this exactly.
EXACT_FLOATS = 2**53

#: Attacks of one batch: more would only take memory.
BATCH_ATTACKS = 400_000

#: Hands that meet a deployment from which on their common line-ups are weighed once.
SHARING_HANDS = 24

#: Draws of one line-up that are listed even where fewer are weighed, and those sampled where there are more.
LISTED_DRAWS = 2_000
SAMPLED_DRAWS = 64

#: Cards due, and the hand cards in front of them.
Due = tuple[int, int]
NO_DRAW: Due = (0, 0)

LineUp = tuple[int, ...]


@dataclass(frozen=True)
class Reply:
    """The attacker's best reply to a deployment.

    Args:
        score: Its worth to the attacker's objective: a Fraction where it was summed exactly, else a float.
        line_up: The cards it deploys, front unit first, as `Duel.mine` numbers them.
    """

    score: Any
    line_up: LineUp


@dataclass(frozen=True)
class HandLines:
    """The line-ups of one hand of the attacker.

    Args:
        line_ups: Each with the cards that are due behind it; the shortest first, then in the hand's order.
        draws: What can come behind them, for each kind of cards due.
    """

    line_ups: list[tuple[LineUp, Due]]
    draws: dict[Due, LineUps]


class Replies:
    """Weighs the attacker's replies of a duel, in batches.

    Args:
        duel: The challenge.
        most_draws: Pairs of draws of both sides to weigh for a line-up; where there are more they are sampled.
        seed: Seed of sampled draws.
    """

    def __init__(self, duel: Duel, most_draws: int = MOST_DRAWS, seed: int = 0) -> None:
        self.duel = duel
        self.exact = True
        self.fights = 0
        self._most_draws = most_draws
        self._sampled = 0
        self._start = chance.seed_start(seed)
        self._rows = [attacker_row(unit) for unit in duel.mine.cards]
        self._lines: dict[Hand, HandLines] = {}

    def best(self, jobs: Sequence[tuple[Hand, Deployment]], pile: Hand | None = None) -> list[Reply]:
        """Return the best reply of each job: a hand of the attacker and a deployment.

        The attacker takes all cards of the defender that are not on the table for its pile.

        Args:
            jobs: Hands and deployments.
            pile: The defender's real deck, if what comes of a reply is to be counted with it.
        """
        found: list[Reply] = []
        first = 0
        while first < len(jobs):
            last, attacks = first, 0
            while last < len(jobs) and attacks < BATCH_ATTACKS:
                attacks += len(self.lines(jobs[last][0]).line_ups)
                last += 1
            found += self._best(jobs[first:last])
            first = last
        if pile is None:
            return found
        drawing = [number for number, (_, deployment) in enumerate(jobs) if self._draws_cards(deployment)]
        if drawing:
            ranked = self.figures([jobs[number] for number in drawing], [found[number] for number in drawing], pile)
            for number, one in zip(drawing, ranked, strict=True):
                found[number] = replace(found[number], score=one.score if self.exact else float(one.score))
        return found

    def figures(
        self, jobs: Sequence[tuple[Hand, Deployment]], replies: Sequence[Reply], pile: Hand | None = None
    ) -> list[Ranked]:
        """Return what replies come to; `pile` as in `best`."""
        batch = _Batch(self, jobs, replies, pile)
        values = batch.evaluate(tallied=True)
        position, draws = batch.position, batch.draws
        return [
            rank(position, attack, values.tallies[attack], draws.pairs.totals[position.combination(attack)])
            for (attack,) in batch.attacks
        ]

    def lines(self, hand: Hand) -> HandLines:
        """Return the line-ups of a hand."""
        if hand not in self._lines:
            self._lines[hand] = self._make_lines(hand)
        return self._lines[hand]

    def _make_lines(self, hand: Hand) -> HandLines:
        held = sorted(set(hand))
        copies = [hand.count(card) for card in held]
        deck = [self._rows[card] for card in self.duel.mine.without(hand)]
        line_ups: list[tuple[LineUp, Due]] = []
        for places in order_line_ups(copies, ATTACKER_HAND_SLOTS):
            cards = tuple(held[place] for place in places)
            symbols = sum(self._rows[card][REINFORCEMENT] for card in cards)
            due = min(symbols, ATTACKER_SLOTS - len(cards)) if deck else 0
            line_ups.append((cards, (due, len(cards)) if due else NO_DRAW))
        draws = {due: self._drawn(deck, due) for _, due in line_ups}
        return HandLines(line_ups, draws)

    def _drawn(self, deck: list[list[int]], due: Due) -> LineUps:
        """Return the cards that come behind `due[1]` hand cards when `due[0]` are due (R2)."""
        symbols, front = due
        stand_in = [0] * (UNIT_WIDTH * front)
        if due != NO_DRAW:
            stand_in[REINFORCEMENT] = symbols
        found = self.completed(stand_in, ATTACKER_SLOTS, deck if symbols else [])
        rows: list[int] = []
        for first in range(0, len(found.rows), SIDE_ROWS):
            rows += pad(found.rows[first + front * UNIT_WIDTH : first + SIDE_ROWS])
        return LineUps(rows, [count - front for count in found.counts], found.weights, found.total)

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

    def _best(self, jobs: Sequence[tuple[Hand, Deployment]]) -> list[Reply]:
        batch = _Batch(self, jobs, None, None)
        scores = batch.scores()
        return [batch.best(attacks, scores) for attacks in batch.attacks]

    def _draws_cards(self, deployment: Deployment) -> bool:
        cards = self.duel.theirs.cards
        return len(self.duel.pool) > len(deployment) and any(cards[card].reinforcement for card, _ in deployment)


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
    state = chance.trial_state(start, trial)
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        state, place = chance.draw_below(state, last + 1)
        order[last], order[place] = order[place], order[last]
    return order


class _Batch:
    """Jobs as the attacks of one position, and their draws."""

    def __init__(
        self,
        replies: Replies,
        jobs: Sequence[tuple[Hand, Deployment]],
        replies_to: Sequence[Reply] | None,
        pile: Hand | None,
    ) -> None:
        self._replies = replies
        duel = replies.duel
        targets = {deployment: number for number, deployment in enumerate(dict.fromkeys(job[1] for job in jobs))}
        base = build(
            duel.mine.cards,
            (),
            duel.tokens,
            [Target("challenge", duel.era, deploy(duel, one), self._stack(one, pile), duel.player) for one in targets],
            [duel.prizes],
            duel.weights,
            duel.rulings,
            line_ups=(),
        )
        self._sets: list[LineUps] = []
        self._set_numbers: dict[tuple[Hand, Due], int] = {}
        self._flat: list[int] = []
        self._line_numbers: dict[tuple[LineUp, int], int] = {}
        self._hand_lines: dict[Hand, tuple[list[int], list[int]]] = {}
        self._attacks: list[int] = []
        self._known: dict[tuple[int, int], int] = {}
        self._most_own_rerolls = 0
        self._targets = len(targets)
        #: For each attack its set of draws and target, as `Pairs` numbers them.
        self._combinations: list[int] = []
        #: For each job the numbers of its attacks.
        self.attacks: list[Sequence[int]] = []
        # Only where many hands meet each deployment do they have enough line-ups in common to look for them.
        shared = len(jobs) >= SHARING_HANDS * len(targets)
        for number, (hand, deployment) in enumerate(jobs):
            only = replies_to[number].line_up if replies_to else None
            self.attacks.append(self._add(hand, targets[deployment], only, shared))
        self.position: Position = replace(
            base,
            prizes=base.prizes * len(targets),
            prize_numbers=base.prize_numbers * len(targets),
            line_ups=self._flat,
            attacks=self._attacks,
            due=[NO_DRAW] * len(self._sets),
            most_rerolls=base.most_rerolls + self._most_own_rerolls,
        )
        self.draws = self._all_draws()

    def _stack(self, deployment: Deployment, pile: Hand | None) -> tuple[Unit, ...]:
        """Return what can reinforce a deployment."""
        theirs = self._replies.duel.theirs
        if not any(theirs.cards[card].reinforcement for card, _ in deployment):
            return ()
        rest = theirs.without(tuple(card for card, _ in deployment)) if pile is None else pile
        return tuple(theirs.cards[card] for card in rest)

    def _add(self, hand: Hand, target: int, only: LineUp | None, shared: bool) -> Sequence[int]:
        """Add the attacks of a job and return their numbers."""
        if only is None and hand in self._hand_lines:
            numbers, sets = self._hand_lines[hand]
        else:
            numbers, sets = self._number(hand, only)
            if only is None:
                self._hand_lines[hand] = numbers, sets
        first = len(self._combinations)
        if not shared:
            self._attacks += [number for line in numbers for number in (line, target)]
            self._combinations += [self._targets * draw_set + target for draw_set in sets]
            return range(first, len(self._combinations))
        attacks = []
        for line, draw_set in zip(numbers, sets, strict=True):
            attack = self._known.setdefault((line, target), len(self._combinations))
            if attack == len(self._combinations):
                self._attacks += [line, target]
                self._combinations.append(self._targets * draw_set + target)
            attacks.append(attack)
        return attacks

    def _number(self, hand: Hand, only: LineUp | None) -> tuple[list[int], list[int]]:
        """Return the numbers of a hand's line-ups, or of only one of them, and of their sets of draws."""
        lines = self._replies.lines(hand)
        numbers, sets = [], []
        for cards, due in lines.line_ups:
            if only is not None and cards != only:
                continue
            draw_set = self._draw_set(hand, lines, due)
            line = self._line_numbers.get((cards, draw_set))
            if line is None:
                line = self._line_numbers[cards, draw_set] = len(self._line_numbers)
                self._flat += [len(cards), *cards, *[0] * (ATTACKER_HAND_SLOTS - len(cards)), draw_set]
                self._note_rerolls(hand, cards, due)
            numbers.append(line)
            sets.append(draw_set)
        return numbers, sets

    def _draw_set(self, hand: Hand, lines: HandLines, due: Due) -> int:
        key = (hand if due != NO_DRAW else (), due)
        number = self._set_numbers.get(key)
        if number is None:
            number = self._set_numbers[key] = len(self._sets)
            self._sets.append(lines.draws[due])
        return number

    def _note_rerolls(self, hand: Hand, cards: LineUp, due: Due) -> None:
        rows = self._replies._rows
        shown = sum(rows[card][REROLL] for card in cards)
        if due != NO_DRAW:
            deck = sorted((rows[card][REROLL] for card in self._replies.duel.mine.without(hand)), reverse=True)
            shown += sum(deck[: ATTACKER_SLOTS - len(cards)])
        self._most_own_rerolls = max(self._most_own_rerolls, shown)

    def _all_draws(self) -> Draws:
        position = self.position
        theirs = [
            self._replies.completed(rows, DEFENDER_SLOTS, stack)
            for rows, stack in zip(position.defender_rows, position.stack_rows, strict=True)
        ]
        their_firsts = _firsts(theirs)
        own_firsts = _firsts(self._sets)
        combinations = len(theirs) * len(self._sets)
        pairs = Pairs([0] * (2 * combinations), [], [], [1] * combinations)
        for combination in sorted(set(self._combinations)):
            draw_set, target = divmod(combination, len(theirs))
            ours, other = self._sets[draw_set], theirs[target]
            pairs.spans[2 * combination] = len(pairs.weights)
            for draw, line_up, weight in self._replies.pair_up(ours, other):
                pairs.pairs.extend((own_firsts[draw_set] + draw, their_firsts[target] + line_up))
                pairs.weights.append(weight)
            pairs.spans[2 * combination + 1] = len(pairs.weights)
            pairs.totals[combination] = sum(pairs.weights[pairs.spans[2 * combination] :])
        return Draws(
            [number for ours in self._sets for number in ours.rows],
            [count for ours in self._sets for count in ours.counts],
            [number for other in theirs for number in other.rows],
            [count for other in theirs for count in other.counts],
            pairs,
        )

    def evaluate(self, tallied: bool) -> Any:
        """Return the values of all attacks."""
        pairs = self.draws.pairs
        fights = sum(pairs.count(combination) * number for combination, number in Counter(self._combinations).items())
        self._replies.fights += fights
        evaluator = evaluator_for(self.position, self.draws, fights)
        return evaluator.value(range(self.position.attack_count), tallied=tallied)

    def best(self, attacks: Sequence[int], scores: Sequence[Any]) -> Reply:
        """Return the first of the best attacks of a job."""
        position = self.position
        totals = self.draws.pairs.totals
        common = lcm(*{totals[self._combinations[attack]] for attack in attacks})
        best, most = attacks[0], None
        for attack in attacks:
            score = scores[attack] * (common // totals[self._combinations[attack]])
            if most is None or score > most:
                best, most = attack, score
        total = common * position.scale * 36 * 6**position.most_rerolls
        first = position.attacks[2 * best] * LINE_UP_WIDTH
        cards = tuple(position.line_ups[first + 1 : first + 1 + position.line_ups[first]])
        return Reply(Fraction(int(most), total) if self._replies.exact else float(most) / total, cards)  # type: ignore[arg-type]

    def scores(self) -> list[Any]:
        """Return the score of every attack, a sum of weight × worth."""
        found = self.evaluate(tallied=False).scores
        largest = largest_score(self.position) * lcm(*set(self.draws.pairs.totals))
        if not isinstance(found[0], int) and largest >= EXACT_FLOATS:
            self._replies.exact = False
        return list(found)


def _firsts(line_ups: Sequence[LineUps]) -> list[int]:
    firsts = [0]
    for found in line_ups:
        firsts.append(firsts[-1] + len(found))
    return firsts


def largest_score(position: Position) -> int:
    """Return more than what all faces of one fight are worth, either way."""
    worth = max((abs(number) for number in position.prize_numbers), default=0) * 3
    prices = sum(abs(number) for number in position.settings[3:6]) * 5
    return (worth + prices) * 36 * int(6**position.most_rerolls)


__all__ = ["Replies", "Reply", "shuffled"]
