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
def _solve(attackers: Any, defenders: Any, strong: Any, risky: Any, most: int, wins: Any) -> None:
    own_left = np.empty(SLOTS, np.int64)
    their_left = np.empty(SLOTS, np.int64)
    for index in range(len(attackers)):
        ours, theirs = attackers[index], defenders[index]
        own_count = 0
        while own_count < SLOTS and ours[own_count, 3] > 0:
            own_count += 1
        their_count = 0
        while their_count < SLOTS and theirs[their_count, 3] > 0:
            their_count += 1
        own_die, their_die = (strong, risky) if own_count <= most else (risky, strong)
        won, lost, nobody = 0, 0, 0
        for own_face in range(len(own_die)):
            for their_face in range(len(their_die)):
                own_front, their_front = 0, 0
                for slot in range(own_count):
                    own_left[slot] = ours[slot, 3]
                for slot in range(their_count):
                    their_left[slot] = theirs[slot, 3]
                for line in range(3):
                    attack = own_die[own_face, line]
                    for slot in range(own_front, own_count):
                        attack += ours[slot, line]
                    defence = their_die[their_face, line]
                    for slot in range(their_front, their_count):
                        defence += theirs[slot, line]
                    damage = max(0, attack) - max(0, defence)
                    while damage > 0 and their_front < their_count:
                        taken = min(damage, their_left[their_front])
                        damage -= taken
                        their_left[their_front] -= taken
                        if their_left[their_front] == 0:
                            their_front += 1
                    while damage < 0 and own_front < own_count:
                        taken = min(-damage, own_left[own_front])
                        damage += taken
                        own_left[own_front] -= taken
                        if own_left[own_front] == 0:
                            own_front += 1
                ways = own_die[own_face, 3] * their_die[their_face, 3]
                own_standing, their_standing = own_count - own_front, their_count - their_front
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
