"""Hands of an attacker against open line-ups of a challenged player, put into numbers.

Line-ups that draw nothing are worth the same whatever hand they come from, so they are weighed once; a line-up that
draws has the deck that its hand leaves (R2). All hands of one batch are attacks of a single `Position`, whose hand is
everything the attacker may hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

from odds.history.advise.choices import NO_DRAW, Due
from odds.history.advise.draw_pairs import Draws, Pairs
from odds.history.advise.duel_cards import Deployment, Hand, deploy
from odds.history.advise.duel_draws import HandLines, LineUp, Piles
from odds.history.advise.position import Position, build
from odds.history.advise.search import evaluator_for
from odds.history.advise.targets import Target
from odds.history.cards import Unit
from odds.history.draws import LineUps
from odds.history.fight import REROLL
from odds.history.rules import ATTACKER_HAND_SLOTS, ATTACKER_SLOTS, DEFENDER_SLOTS

#: Floats hold whole numbers up to this exactly.
EXACT_FLOATS = 2**53

#: Hands that meet a deployment from which on their common line-ups are weighed once.
SHARING_HANDS = 24


@dataclass(frozen=True)
class Reply:
    """The attacker's best reply to a deployment.

    Args:
        score: Its worth to the attacker's objective: a Fraction where it was summed exactly, else a float.
        line_up: The cards it deploys, front unit first, as `Duel.mine` numbers them.
    """

    score: Any
    line_up: LineUp


class Batch:
    """Jobs as the attacks of one position, and their draws."""

    def __init__(
        self,
        piles: Piles,
        jobs: Sequence[tuple[Hand, Deployment]],
        only: Sequence[LineUp] | None,
        pile: Hand | None,
    ) -> None:
        self._piles = piles
        duel = piles.duel
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
            line_up = None if only is None else only[number]
            self.attacks.append(self._add(hand, targets[deployment], line_up, shared))
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
        theirs = self._piles.duel.theirs
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
        lines = self._piles.lines(hand)
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
        rows = self._piles.rows
        shown = sum(rows[card][REROLL] for card in cards)
        if due != NO_DRAW:
            deck = sorted((rows[card][REROLL] for card in self._piles.duel.mine.without(hand)), reverse=True)
            shown += sum(deck[: ATTACKER_SLOTS - len(cards)])
        self._most_own_rerolls = max(self._most_own_rerolls, shown)

    def _all_draws(self) -> Draws:
        position = self.position
        theirs = [
            self._piles.completed(rows, DEFENDER_SLOTS, stack)
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
            for draw, line_up, weight in self._piles.pair_up(ours, other):
                pairs.pairs.extend((own_firsts[draw_set] + draw, their_firsts[target] + line_up))
                pairs.weights.append(weight)
            pairs.spans[2 * combination + 1] = len(pairs.weights)
            pairs.totals[combination] = sum(pairs.weights[pairs.spans[2 * combination] :])
        return Draws.of(self._sets, theirs, pairs)

    def evaluate(self, tallied: bool) -> Any:
        """Return the values of all attacks."""
        pairs = self.draws.pairs
        fights = sum(pairs.count(combination) * number for combination, number in Counter(self._combinations).items())
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
        total = common * position.scale * position.faces_weight
        score = Fraction(int(most), total) if self._piles.whole else float(most) / total  # type: ignore[arg-type]
        return Reply(score, position.deployed_cards(best))

    def scores(self) -> list[Any]:
        """Return the score of every attack, a sum of weight × worth."""
        found = self.evaluate(tallied=False).scores
        largest = largest_score(self.position) * lcm(*set(self.draws.pairs.totals))
        if not isinstance(found[0], int) and largest >= EXACT_FLOATS:
            self._piles.whole = False
        return list(found)


def _firsts(line_ups: Sequence[LineUps]) -> list[int]:
    firsts = [0]
    for found in line_ups:
        firsts.append(firsts[-1] + len(found))
    return firsts


def largest_score(position: Position) -> int:
    """Return more than what all faces of one fight are worth, either way."""
    worth = max((abs(number) for number in position.prize_numbers), default=0) * 3
    return (worth + position.most_spent) * position.faces_weight


__all__ = ["Batch", "Reply"]
