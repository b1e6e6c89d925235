"""Symbol-free fights, counted one by one: odds' Monte Carlo against a vectorised one in NumPy."""

from __future__ import annotations

from statistics import median
from typing import Any

import numpy as np

from odds import chance
from odds.history.cards import Unit
from odds.history.compiled import tables_of
from odds.history.fight import SLOTS, UNIT_WIDTH
from odds.history.many import resolve_many
from odds.history.monte_carlo import weighed_faces
from odds.history.query import Query, encode
from odds.history.rules import RISKY_DIE, STRONG_DIE, STRONG_DIE_UNITS
from odds.history.sweep_pairs import FaceSampler
from tests.benchmarks.match_ups import Array, line_ups, winner_counts
from tests.benchmarks.measure import Row, count, ratio_of, side_by_side

FASTER, AIM = 8, 15
MOST_ERRORS = 5
STRONG, RISKY = np.array(STRONG_DIE), np.array(RISKY_DIE)


def winners(attackers: Array, defenders: Array, own_faces: Array, their_faces: Array) -> Array:
    """Fight many fights at once: 0 the attacker wins, 1 the defender, 2 nobody.

    Args:
        attackers, defenders: Values and toughness, shape (fights or 1, units, 4); no unit, no toughness.
        own_faces, their_faces: What the dice show, shape (fights, 3).
    """
    fights = len(own_faces)
    own_left = np.repeat(attackers[:, :, 3].T, fights // len(attackers), axis=1)
    their_left = np.repeat(defenders[:, :, 3].T, fights // len(defenders), axis=1)
    own_values, their_values = attackers.transpose(2, 1, 0).copy(), defenders.transpose(2, 1, 0).copy()
    for line in range(3):
        attack = own_faces[:, line].copy()
        for slot, left in enumerate(own_left):
            attack += own_values[line, slot] * (left > 0)
        defence = their_faces[:, line].copy()
        for slot, left in enumerate(their_left):
            defence += their_values[line, slot] * (left > 0)
        surplus = np.maximum(attack, 0) - np.maximum(defence, 0)
        for sides, damage in ((their_left, np.maximum(surplus, 0)), (own_left, np.maximum(-surplus, 0))):
            for left in sides:
                taken = np.minimum(damage, left)
                left -= taken
                damage -= taken
    own_standing, their_standing = (own_left > 0).sum(axis=0), (their_left > 0).sum(axis=0)
    return np.where(own_standing + their_standing == 0, 2, np.where(own_standing >= their_standing, 0, 1))


def sample(attackers: Array, defenders: Array, fights: int, random: np.random.Generator) -> Array:
    """Return how often each side wins in rolled fights of one match-up, in blocks that stay in the cache."""
    own, their = (STRONG, RISKY) if attackers.shape[1] <= STRONG_DIE_UNITS else (RISKY, STRONG)
    own, their = own.astype(attackers.dtype), their.astype(attackers.dtype)
    won = np.zeros(3, np.int64)
    for first in range(0, fights, 8_192):
        rolled = random.integers(0, 36, min(8_192, fights - first), dtype=np.uint8)
        faces = own[rolled // 6], their[rolled % 6]
        won += np.bincount(winners(attackers, defenders, *faces), minlength=3)
    return won


def _units(line_up: Array) -> tuple[Unit, ...]:
    return tuple(
        Unit(name=f"Unit {slot}", ranged=row[0], normal=row[1], melee=row[2], toughness=row[3])
        for slot, row in enumerate(line_up.reshape(SLOTS, UNIT_WIDTH).tolist())
        if row[3] > 0
    )


def _lean(line_up: Array, dtype: Any = np.int16) -> Array:
    units = line_up.reshape(-1, SLOTS, UNIT_WIDTH)[:, :, :4].astype(dtype)
    return units[:, units[:, :, 3].any(axis=0)] if len(units) == 1 else units


def rows(quick: bool) -> list[Row]:
    """Measure one fight rolled again and again, and many fights with given faces."""
    return [*_one_match_up(quick), *_many_match_ups(quick)]


def _one_match_up(quick: bool) -> list[Row]:
    number, fights, repeats = (5, 50_000, 5) if quick else (10, 100_000, 11)
    ours, theirs = line_ups(number, False, 7, most_units=4), line_ups(number, False, 8, most_units=3)
    exact = winner_counts(tables_of(ours, theirs, True, True)) / 36
    samplers = []
    for attackers, defenders in zip(ours, theirs, strict=True):
        query = Query(_units(attackers), _units(defenders))
        encoded = encode(query)
        arena, _, weights = weighed_faces(query, encoded)
        cumulated = (np.cumsum(weights) / sum(weights)).tolist()
        samplers.append(FaceSampler(query, encoded, chance.seed_start(11), arena, cumulated))
    random = np.random.default_rng(12)
    pairs = [(_lean(attackers), _lean(defenders)) for attackers, defenders in zip(ours, theirs, strict=True)]
    sampled = [np.array([sampler.block(0, fights)[:3] for sampler in samplers])]
    sampled.append(np.array([sample(*pair, fights, random) for pair in pairs]))
    own, peer = side_by_side(
        [
            lambda: [sampler.block(0, fights) for sampler in samplers],
            lambda: [sample(*pair, fights, random) for pair in pairs],
        ],
        repeats,
    )
    spread = np.sqrt(exact * (1 - exact) / fights)
    errors = []
    for counts in sampled:
        difference = np.abs(counts / fights - exact)
        # Where the exact result is 0 or 1, any difference is an error without measure.
        errors.append(float(np.max(difference / np.maximum(spread, 1e-12))))
    within = max(errors) <= MOST_ERRORS
    return [
        _against(f"Monte Carlo of one match-up, {number} of them, 1 thread", own, peer, number * fights),
        Row(
            "… farthest from the exact result",
            f"{errors[0]:.1f} standard errors",
            f"NumPy {errors[1]:.1f}",
            "",
            f"<= {MOST_ERRORS}",
            within,
        ),
    ]


def _many_match_ups(quick: bool) -> list[Row]:
    fights, repeats = (20_000, 5) if quick else (100_000, 11)
    ours, theirs = line_ups(fights, False, 9), line_ups(fights, False, 10, most_units=4)
    random = np.random.default_rng(13)
    rolled = random.integers(1, 7, (fights, 2))
    attackers, defenders = (side.reshape(fights, SLOTS, UNIT_WIDTH) for side in (ours, theirs))
    strong_attacks = (attackers[:, :, 3] > 0).sum(axis=1)[:, None] <= STRONG_DIE_UNITS
    lean = _lean(ours), _lean(theirs)

    def vectorised() -> Array:
        own = np.where(strong_attacks, STRONG[rolled[:, 0] - 1], RISKY[rolled[:, 0] - 1]).astype(np.int16)
        their = np.where(strong_attacks, RISKY[rolled[:, 1] - 1], STRONG[rolled[:, 1] - 1]).astype(np.int16)
        return winners(*lean, own, their)

    def compiled() -> Array:
        return resolve_many(attackers, defenders, rolled, threads=1).winner

    equal = np.array_equal(vectorised(), compiled())
    own_times, peer_times = side_by_side([compiled, vectorised], repeats)
    return [
        _against("resolve_many, every fight its own line-ups, 1 thread", own_times, peer_times, fights),
        Row("… results equal", f"{equal} ({fights:,} fights)", "", "", "equal", equal),
    ]


def _against(what: str, own: list[float], peer: list[float], fights: int) -> Row:
    ratio = ratio_of(peer, own)
    return Row(
        what,
        f"{count(fights / median(own))} fights/s",
        f"NumPy {count(fights / median(peer))}/s",
        f"{ratio:.1f} x",
        f">= {FASTER} x (aim {AIM})",
        ratio >= FASTER,
    )
