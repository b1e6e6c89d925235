"""Random small positions of an attacker, as the oracle's plain data and as the package's units and tokens."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from odds.history.cards import Unit, WarToken
from odds.history.rules import Rulings
from tests.advise_oracle import Challenge, Position, Target, count_work
from tests.history.bridge import LABELS, random_fighter, random_token, to_token, to_units
from tests.oracle import Fighter, Line, Token

MOST_WORK = 80  # complete line-ups with tokens; the oracle takes 2 to 5 ms for each


@dataclass(frozen=True)
class ProductTarget:
    """A target in the package's units."""

    defenders: tuple[Unit, ...]
    stack: tuple[Unit, ...]
    challenge: bool


@dataclass(frozen=True)
class ProductPosition:
    """What lies on the table in the package's units; prizes and prices are the position's own."""

    hand: tuple[Unit, ...]
    deck: tuple[Unit, ...]
    tokens: tuple[WarToken, ...]
    targets: tuple[ProductTarget, ...]
    rulings: Rulings


def to_product(position: Position) -> ProductPosition:
    """The same position for the package; different tokens get different names."""
    names: dict[Token, str] = {}
    for token in position.tokens:
        names.setdefault(token, f"token {len(names) + 1}")
    return ProductPosition(
        to_units(position.hand),
        to_units(position.deck),
        tuple(replace(to_token(token), name=names[token]) for token in position.tokens),
        tuple(
            ProductTarget(to_units(target.defenders), to_units(target.stack), target.challenge)
            for target in position.targets
        ),
        Rulings(**position.rulings),  # type: ignore[arg-type]
    )


def random_position(rng: random.Random, most_work: int = MOST_WORK, challenges: bool = False) -> Position:
    """A position with at most so much work for the oracle; with ``challenges`` some targets are open line-ups of
    players, war tokens on them."""
    while True:
        position = _any_position(rng, challenges)
        if count_work(position) <= most_work:
            return position


def _any_position(rng: random.Random, challenges: bool) -> Position:
    deflecting = rng.random() < 0.5
    drawing = rng.random() < 0.6
    tokens = tuple(_token(rng, deflecting) for _ in range(rng.choice((0, 1, 1, 2, 2, 3))))
    if len(tokens) > 1 and rng.random() < 0.3:
        tokens = (tokens[0], *tokens[:-1])  # two alike
    return Position(
        hand=_cards(rng, "H", rng.choice((1, 1, 2, 2, 3, 4)), deflecting, drawing),
        deck=_cards(rng, "P", rng.randint(0, 3), deflecting, drawing),
        targets=tuple(
            _target(rng, index, deflecting, drawing, challenges and rng.random() < 0.5)
            for index in range(rng.choice((1, 1, 2)))
        ),
        tokens=tokens,
        prizes=_prizes(rng),
        win_weight=_amount(rng, (0, 0, 8)),
        unit_weight=_amount(rng, (8, 8, 4, 0)),
        token_price=_amount(rng, (0, 0, 1, 1, 4)),
        hero_price=_amount(rng, (0, 0, 2, 4)),
        card_price=_amount(rng, (0, 0, 1)),
        rulings={"deflection_per": rng.choice(("line", "fight")), "empty_side_fights": rng.random() < 0.5},
    )


def _amount(rng: random.Random, eighths: Sequence[int]) -> Fraction:
    """A number of eighths, so that it is exact as a double, too."""
    return Fraction(rng.choice(eighths), 8)


def _prizes(rng: random.Random) -> dict[int, Fraction]:
    """What a win brings with 1 to 5 units: the less, the more units (R18)."""
    worth = sorted((Fraction(rng.randint(0, 16), 8) for _ in range(4)), reverse=True)
    return dict(zip(range(1, 6), (*worth, Fraction(0)), strict=True))


def _target(rng: random.Random, index: int, deflecting: bool, drawing: bool, challenge: bool) -> Target:
    defenders = _cards(rng, f"D{index}.", rng.choice((0, 1, 2, 3) if challenge else (1, 2, 3)), deflecting, drawing)
    if challenge:
        defenders = tuple(
            replace(unit, token=_token(rng, deflecting)) if rng.random() < 0.3 else unit for unit in defenders
        )
    return Target(defenders, _cards(rng, f"S{index}.", rng.randint(0, 3), deflecting, drawing), challenge)


def _token(rng: random.Random, deflecting: bool) -> Token:
    token = random_token(rng, deflecting, draws=True)
    return replace(token, reroll=min(1, token.reroll))


def _cards(rng: random.Random, side: str, count: int, deflecting: bool, drawing: bool) -> Line:
    """So many cards, now and then two alike; a name belongs to one card."""
    cards: list[Fighter] = []
    for number in range(count):
        if cards and rng.random() < 0.2:
            cards.append(rng.choice(cards))
            continue
        unit = random_fighter(rng, f"{side}{number}", tokens=False, deflecting=deflecting, draws=True)
        calls = drawing and rng.random() < 0.3
        rolls = rng.choice((0, 0, 0, 0, 0, 1, 1, 2))  # the oracle is slow with many
        cards.append(replace(unit, reinforcement=rng.choice((1, 1, 2)) if calls else 0, reroll=rolls))
    return tuple(cards)


def random_challenge(rng: random.Random) -> tuple[Position, Challenge]:
    """A tiny challenge with hidden hands; the position's targets are empty."""
    deflecting = rng.random() < 0.5
    position = _any_position(rng, challenges=False)
    cards = _cards(rng, "A", rng.choice((1, 2, 2, 3)), deflecting, drawing=rng.random() < 0.3)
    kept = rng.randint(1, min(2, len(cards)))
    pool = _cards(rng, "D", rng.choice((1, 2, 2, 3)), deflecting, drawing=rng.random() < 0.3)
    tokens = tuple(_token(rng, deflecting) for _ in range(rng.choice((0, 0, 1))))
    own = position.tokens[: rng.choice((0, 0, 1))]
    challenge = Challenge(pool, rng.randint(0, min(2, len(pool))), tokens, _prizes(rng))
    return replace(position, hand=cards[:kept], deck=cards[kept:], targets=(), tokens=own), challenge


def random_ring(rng: random.Random) -> list[Fighter | None]:
    """The 12 places of the board ring; a sixth of them empty, most halves there and of few labels."""
    return [None if rng.random() < 1 / 6 else _place(rng, place) for place in range(12)]


def _place(rng: random.Random, place: int) -> Fighter:
    left, right = (rng.choice(("", *LABELS[:2], LABELS[0])) for _ in range(2))
    return replace(random_fighter(rng, f"R{place}", tokens=False, draws=True), left=left, right=right)
