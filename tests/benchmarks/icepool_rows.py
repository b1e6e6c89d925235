"""Symbol-free fights: odds' exact solve against icepool's."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from statistics import median
from typing import Any

import icepool

from odds.history.compiled import tables_of
from odds.history.fight import SLOTS, UNIT_WIDTH
from odds.history.rules import RISKY_DIE, STRONG_DIE, STRONG_DIE_UNITS
from tests.benchmarks.match_ups import Array, line_ups, winner_counts
from tests.benchmarks.measure import Row, count, ratio_of, side_by_side

FASTER, AIM = 100, 200
RESULTS = ("attacker", "defender", "nobody")
STRONG: Any = icepool.Die(STRONG_DIE)
RISKY: Any = icepool.Die(RISKY_DIE)

Plain = tuple[tuple[int, int, int, int], ...]


def fall(units: Sequence[Sequence[int]], left: list[int], damage: int) -> None:
    """Deal damage from the front to the back: `left` is what each unit still takes."""
    for slot in range(len(units)):
        taken = min(damage, left[slot])
        left[slot] -= taken
        damage -= taken


def fight(attackers: Plain, defenders: Plain, own_face: tuple[int, ...], their_face: tuple[int, ...]) -> str:
    """Return who wins with two faces; a unit is its three values and its toughness."""
    own_left = [unit[3] for unit in attackers]
    their_left = [unit[3] for unit in defenders]
    for line in range(3):
        attack = own_face[line] + sum(unit[line] for unit, left in zip(attackers, own_left, strict=True) if left)
        defence = their_face[line] + sum(unit[line] for unit, left in zip(defenders, their_left, strict=True) if left)
        surplus = max(0, attack) - max(0, defence)
        fall(defenders, their_left, max(0, surplus))
        fall(attackers, own_left, max(0, -surplus))
    own_standing = sum(left > 0 for left in own_left)
    their_standing = sum(left > 0 for left in their_left)
    if own_standing == their_standing == 0:
        return "nobody"
    return "attacker" if own_standing >= their_standing else "defender"


def solve(attackers: Plain, defenders: Plain) -> Any:
    """Return icepool's die of who wins; icepool merges equal faces, so 24 fights are fought."""
    own, their = (STRONG, RISKY) if len(attackers) <= STRONG_DIE_UNITS else (RISKY, STRONG)
    return icepool.map(
        lambda own_face, their_face: fight(attackers, defenders, own_face, their_face), own, their, star=False
    )


def plain(line_up: Array) -> Plain:
    """Return a line-up as icepool's fight reads it."""
    return tuple(tuple(int(number) for number in row[:4]) for row in line_up.reshape(SLOTS, UNIT_WIDTH) if row[3] > 0)  # type: ignore[misc]


def rows(quick: bool) -> list[Row]:
    """Measure both on the same match-ups; the exact results have to be equal."""
    number, repeats = (100, 5) if quick else (200, 15)
    many = 50  # the compiled side solves this many times as many, so that it can be timed
    ours, theirs = line_ups(number * many, False, 5), line_ups(number * many, False, 6)
    pairs = [(plain(ours[index]), plain(theirs[index])) for index in range(number)]
    counts = winner_counts(tables_of(ours, theirs, True, True))
    equal = all(
        [Fraction(int(ways), 36) for ways in counts[index]]
        == [Fraction(die.quantity(result), die.denominator()) for result in RESULTS]
        for index, die in enumerate(solve(*pair) for pair in pairs)
    )
    own, peer = side_by_side(
        [
            lambda: winner_counts(tables_of(ours, theirs, True, True)),
            lambda: [solve(*pair) for pair in pairs],
        ],
        repeats,
    )
    ratio = ratio_of(peer, own) * many
    return [
        Row(
            "exact, no symbols, counts of who wins, 1 thread",
            f"{count(number * many / median(own))} match-ups/s",
            f"icepool {icepool.__version__} {count(number / median(peer))}/s",
            f"{ratio:.0f} x",
            f">= {FASTER} x (aim {AIM})",
            ratio >= FASTER,
        ),
        Row("… results equal", f"{equal} ({number} match-ups)", "", "", "equal", equal),
    ]
