"""What an attack comes to, from the tally of its best play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from odds.history import tally
from odds.history.advise import evaluate, passes
from odds.history.advise.position import Position
from odds.history.advise.targets import Target
from odds.history.cards import Unit
from odds.history.rules import ATTACKER_SLOTS, TOKENS_PER_SIDE


@dataclass(frozen=True)
class Ranked:
    """One attack with what it brings and spends, all expectations under its best play.

    Attributes:
        number: Its number in the position.
        target, line_up: Whom it fights, and with which hand cards, front unit first.
        score: Its worth to the objective.
        win, lose, nobody: Probabilities of the three outcomes (R16).
        unit_vp, relic_vp, medal_vp: Expected VP of units conquered, of the relic and of the medal.
        opponent_vp: Expected VP the fight gives a challenged opponent.
        tokens: Expected war tokens used, that of a hunt among them.
        heroes: Expected heroes whose only fight it is (R20).
        conquered: Expected copies by name (R17).
        exact: Whether the figures are exact (Fractions), not sampled.
        interval: 95 % interval of the score, or `None` where it is exact.
    """

    number: int
    target: Target
    line_up: tuple[Unit, ...]
    score: Any
    win: Any
    lose: Any
    nobody: Any
    unit_vp: Any
    relic_vp: Any
    medal_vp: Any
    opponent_vp: Any
    tokens: Any
    heroes: Any
    conquered: dict[str, Any]
    exact: bool = True
    interval: tuple[float, float] | None = None

    @property
    def vp(self) -> Any:
        """Expected VP: units, relic and medal."""
        return self.unit_vp + self.relic_vp + self.medal_vp

    @property
    def cards(self) -> int:
        """Hand cards deployed."""
        return len(self.line_up)

    @property
    def bounds(self) -> tuple[float, float]:
        """The 95 % interval of the score; twice the score where it is exact."""
        return self.interval or (float(self.score), float(self.score))

    def quality(self) -> tuple[Any, ...]:
        """Return what attacks are ranked by: the score, and between equals every good in turn.

        The first of a ranking by it is dominated by no other attack.
        """
        return (
            self.score,
            self.win,
            self.unit_vp,
            self.relic_vp,
            self.medal_vp,
            -self.tokens,
            -self.heroes,
            -self.cards,
            -self.opponent_vp,
        )


def rank(position: Position, attack: int, found: Sequence[int], total: int) -> Ranked:
    """Return what an attack comes to.

    Args:
        position: The decision.
        attack: The attack's number.
        found: Its tally (see `passes.value_attacks`).
        total: What the weights of its pairs of draws add up to.
    """
    whole = total * position.faces_weight
    prizes = position.prizes[position.target(attack)]
    target = position.targets[position.target(attack)]
    line_up = position.line_up(attack)

    def share(index: int) -> Fraction:
        return Fraction(found[index], whole)

    win, lose, nobody = (share(tally.RESULT + result) for result in range(3))
    conquered: dict[str, Fraction] = {}
    unit_vp = Fraction(0)
    if target.kind != "challenge":
        for card, (name, points) in enumerate(position.cards):
            copies = share(tally.CONQUERED + card)
            if copies:
                conquered[name] = conquered.get(name, Fraction(0)) + copies
                unit_vp += copies * points
    relic_vp = sum(
        (share(tally.WON_WITH + count) * prizes.relics[count] for count in range(ATTACKER_SLOTS + 1)), Fraction(0)
    )
    medal_vp = win * prizes.medal
    honour = sum((tokens * share(tally.HONOUR + tokens) for tokens in range(3)), Fraction(0))
    opponent_vp = honour * prizes.honour + lose * prizes.lost_medal
    extra = tally.CONQUERED + position.settings[evaluate.CONQUERED_CARDS]
    tokens = sum((used * share(extra + passes.TOKENS_USED + used) for used in range(TOKENS_PER_SIDE + 1)), Fraction(0))
    tokens += int(target.kind == "hunt")
    heroes = share(extra + passes.HEROES_USED)
    weights = position.weights
    score = (
        weights.win * win
        + weights.unit * unit_vp
        + weights.relic * relic_vp
        + weights.medal * medal_vp
        + weights.opponent * opponent_vp
        + weights.token * tokens
        + weights.hero_use * heroes
        + weights.card * len(line_up)
    )
    return Ranked(
        attack,
        target,
        line_up,
        score,
        win,
        lose,
        nobody,
        unit_vp,
        relic_vp,
        medal_vp,
        opponent_vp,
        tokens,
        heroes,
        conquered,
    )
