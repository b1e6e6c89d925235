"""The limit: an exact solve without any symbol, as lean as a compiled kernel is written by hand.

It knows values and toughness only: 24 distinct pairs of faces with their weights, three lines, damage from
the front to the back, who has more units standing. What `odds` does beyond it, symbols, markers, rulings, who
exactly stands, is measured as a share of its speed.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numba import njit

from odds.history.fight import RANGED, SLOTS, TOUGHNESS, UNIT_WIDTH
from odds.history.rules import RISKY_DIE, STRONG_DIE, STRONG_DIE_UNITS

Array = np.ndarray[Any, np.dtype[Any]]


def _distinct(die: tuple[tuple[int, int, int], ...]) -> Array:
    return np.array([(*face, ways) for face, ways in Counter(die).items()], dtype=np.int64)


STRONG = _distinct(STRONG_DIE)
RISKY = _distinct(RISKY_DIE)


@njit(nogil=True)
def _behind(units: Any, count: int, sums: Any, limits: Any) -> None:
    """Add up what stands while the first 0, 1, … units have fallen, and the damage at which the next one falls."""
    limits[count] = 1 << 30
    for line in range(3):
        sums[line, count] = 0
        for slot in range(count - 1, -1, -1):
            sums[line, slot] = sums[line, slot + 1] + units[slot, line]
    total = 0
    for slot in range(count):
        total += units[slot, 3]
        limits[slot] = total


@njit(nogil=True)
def _solve(attackers: Any, defenders: Any, strong: Any, risky: Any, most: int, wins: Any) -> None:
    own_sums, their_sums = np.empty((3, SLOTS + 1), np.int64), np.empty((3, SLOTS + 1), np.int64)
    own_limits, their_limits = np.empty(SLOTS + 1, np.int64), np.empty(SLOTS + 1, np.int64)
    for index in range(len(attackers)):
        ours, theirs = attackers[index], defenders[index]
        own_count = 0
        while own_count < SLOTS and ours[own_count, 3] > 0:
            own_count += 1
        their_count = 0
        while their_count < SLOTS and theirs[their_count, 3] > 0:
            their_count += 1
        _behind(ours, own_count, own_sums, own_limits)
        _behind(theirs, their_count, their_sums, their_limits)
        own_die, their_die = (strong, risky) if own_count <= most else (risky, strong)
        won, lost, nobody = 0, 0, 0
        for own_face in range(len(own_die)):
            for their_face in range(len(their_die)):
                own_fallen, their_fallen, own_damage, their_damage = 0, 0, 0, 0
                for line in range(3):
                    attack = max(0, own_sums[line, own_fallen] + own_die[own_face, line])
                    defence = max(0, their_sums[line, their_fallen] + their_die[their_face, line])
                    if attack > defence:
                        their_damage += attack - defence
                        while their_damage >= their_limits[their_fallen]:
                            their_fallen += 1
                    else:
                        own_damage += defence - attack
                        while own_damage >= own_limits[own_fallen]:
                            own_fallen += 1
                ways = own_die[own_face, 3] * their_die[their_face, 3]
                own_standing, their_standing = own_count - own_fallen, their_count - their_fallen
                if own_standing == 0 and their_standing == 0:
                    nobody += ways
                elif own_standing >= their_standing:
                    won += ways
                else:
                    lost += ways
        wins[index, 0] = won
        wins[index, 1] = lost
        wins[index, 2] = nobody


def lean(line_ups: Array) -> Array:
    """Return what the kernel reads of line-ups: three values and the toughness, shape (number, SLOTS, 4)."""
    units = line_ups.reshape(-1, SLOTS, UNIT_WIDTH)
    return np.ascontiguousarray(units[:, :, [RANGED, RANGED + 1, RANGED + 2, TOUGHNESS]])


def solve(attackers: Array, defenders: Array) -> Array:
    """Return won, lost and nobody's pairs of faces, shape (match-ups, 3), from `lean` line-ups."""
    wins = np.empty((len(attackers), 3), np.int64)
    _solve(attackers, defenders, STRONG, RISKY, STRONG_DIE_UNITS, wins)
    return wins
