"""What an attack is worth in victory points (rules, section C): units, relics, medals, honour tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

from odds.errors import InputError
from odds.history.rules import (
    ATTACKER_SLOTS,
    ERAS,
    MEDALS_DRAWN,
    RELIC_DRAWS,
    RELIC_POINTS,
    RELICS_PER_ERA,
    UNIT_POINTS,
)


def unit_points(kind: str) -> int:
    """Return the VP of a card of a kind: elite 1, hero 3, basic 0."""
    return UNIT_POINTS[kind]


def next_relic_points(owned: int) -> int:
    """Return the VP of one more relic of an era of which `owned` are owned: 1, 1, 2, 2, 3, then 0."""
    last = len(RELIC_POINTS) - 1
    return RELIC_POINTS[min(owned + 1, last)] - RELIC_POINTS[min(owned, last)]


def relic_worth(pool: Mapping[str, int], owned: Mapping[str, int], draws: int) -> Fraction:
    """Return the expected VP of the best of some relics drawn without replacement (R18).

    Args:
        pool: Relics of each era that can be drawn, all equally likely.
        owned: Relics of each era the winner owns.
        draws: Relics drawn; with fewer in the pool, all of them.
    """
    return sum((value * chance for value, chance in relic_distribution(pool, owned, draws).items()), Fraction(0))


def relic_distribution(pool: Mapping[str, int], owned: Mapping[str, int], draws: int) -> dict[int, Fraction]:
    """Return how likely each worth in VP is for the best of some relics drawn without replacement (R18).

    Args:
        pool, owned, draws: As `relic_worth`.
    """
    points = [(next_relic_points(owned.get(era, 0)), count) for era, count in pool.items() if count > 0]
    size = sum(count for _, count in points)
    draws = min(draws, size)
    if draws == 0:
        return {0: Fraction(1)}
    chances = {}
    below = Fraction(0)
    for value in sorted({value for value, _ in points}):
        at_most = sum(count for points_each, count in points if points_each <= value)
        upto = Fraction(comb(at_most, draws), comb(size, draws))
        if upto > below:
            chances[value] = upto - below
        below = upto
    return chances


def unseen_relics(owned: Mapping[str, int], gone: Mapping[str, int], where: str) -> dict[str, int]:
    """Return the relics of each era that are neither owned nor seen elsewhere (A: 8 an era).

    Raises:
        InputError: More relics of an era are named than there are.
    """
    unseen = {}
    for era in ERAS:
        seen = owned.get(era, 0) + gone.get(era, 0)
        if seen > RELICS_PER_ERA:
            raise InputError(f"{seen} relics of era {era} are named, but there are {RELICS_PER_ERA}", where)
        unseen[era] = RELICS_PER_ERA - seen
    return unseen


def relic_prizes(pool: Mapping[str, int], owned: Mapping[str, int]) -> list[Fraction]:
    """Return what the relics of a win are worth with 0 to 5 units on the attacker board (R18)."""
    return [relic_worth(pool, owned, RELIC_DRAWS.get(attackers, 0)) for attackers in range(ATTACKER_SLOTS + 1)]


def medal_worth(values: Sequence[int]) -> Fraction:
    """Return the expected VP of the better of two medals drawn from the loser's (R19).

    Args:
        values: Values of the loser's own medals; with one left that one, with none nothing.
    """
    if not values:
        return Fraction(0)
    drawn = min(MEDALS_DRAWN, len(values))
    expected = Fraction(0)
    below = Fraction(0)
    for value in sorted(set(values)):
        upto = Fraction(comb(sum(other <= value for other in values), drawn), comb(len(values), drawn))
        expected += value * (upto - below)
        below = upto
    return expected
