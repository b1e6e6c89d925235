"""Challenges with hidden hands against the oracle, and what holds of them whatever the numbers."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from odds.history.advise.duel import choose_deployments, expectations, solve_exactly
from odds.history.advise.duel_cards import Deployment, Duel, Hand, deploy, deployments
from odds.history.advise.duel_replies import Replies
from odds.history.advise.position import Prizes
from odds.history.advise.pricing import Weights
from odds.history.advise.targets import Target
from odds.history.cards import Unit
from tests import advise_oracle
from tests.advise_oracle import Challenge, Hidden, Position
from tests.history.advise_positions import random_challenge, to_product
from tests.history.bridge import to_token, to_units
from tests.oracle import Line

TARGET = Target("challenge", "II", (), (), "Chris")
FIGURES = ("score", "win", "lose", "nobody")


def to_duel(position: Position, challenge: Challenge) -> Duel:
    """The challenge for the package; equal tokens keep equal names."""
    mine = to_product(position)
    prizes = challenge.prizes or {}
    return Duel(
        hand=mine.hand,
        deck=mine.deck,
        tokens=mine.tokens,
        pool=to_units(challenge.pool),
        hand_size=challenge.hand_size,
        their_tokens=tuple(to_token(token) for token in challenge.tokens),
        prizes=Prizes(
            tuple(Fraction(prizes.get(units, 0)) for units in range(6)),
            lost_medal=Fraction(position.lose_price),
            honour=Fraction(position.honour_price),
        ),
        weights=Weights(
            win=position.win_weight,
            opponent=Fraction(-1),
            token=-position.token_price,
            hero_use=-position.hero_price,
            card=-position.card_price,
        ),
        rulings=mine.rulings,
    )


def tokens_on(line: Line) -> int:
    return sum(unit.token is not None for unit in line)


def solved_by_oracle(position: Position, challenge: Challenge) -> Hidden:
    """The oracle's value where the indifferent defender puts down fewer cards, then fewer tokens."""
    total = Hidden()
    for hand, chance in advise_oracle.hands(challenge.pool, challenge.hand_size).items():
        options = advise_oracle.deployments(position, challenge, hand)
        chosen, expected = min(options, key=lambda option: (option[1], len(option[0]), tokens_on(option[0])))
        answer = advise_oracle.reply(position, challenge, hand, chosen)
        total.deployed[hand] = chosen, expected
        for name in FIGURES:
            setattr(total, name, getattr(total, name) + chance * getattr(answer, name))
    return total


@pytest.mark.parametrize("seed", range(48))
def test_equals_the_oracle(seed):
    rng = random.Random(f"duel {seed}")
    position, challenge = random_challenge(rng)
    position = advise_oracle.replace(
        position, lose_price=Fraction(rng.choice((0, 3)), 8), honour_price=Fraction(rng.choice((0, 1)), 8)
    )
    challenge = advise_oracle.replace(challenge, pile="unseen")
    found = solve_exactly(to_duel(position, challenge), TARGET)
    expected = solved_by_oracle(position, challenge)
    assert found.ranked.exact and found.ranked.interval is None
    assert {name: getattr(found.ranked, name) for name in FIGURES} == {
        name: getattr(expected, name) for name in FIGURES
    }
