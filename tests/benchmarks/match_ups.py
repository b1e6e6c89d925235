"""Random match-ups as the arrays the kernels read."""

from __future__ import annotations

from typing import Any

import numpy as np

from odds.history.fight import (
    ACCURACY,
    AMBUSH,
    DEFLECTION,
    HEROIC_DEATH,
    LEFT,
    RANGED,
    REINFORCEMENT,
    REROLL,
    RIGHT,
    SIDE_ROWS,
    SLOTS,
    TOUGHNESS,
    UNIT_WIDTH,
)

Array = np.ndarray[Any, np.dtype[Any]]

#: Half shields are told apart by this many labels.
LABELS = 2


def line_ups(number: int, symbols: bool, seed: int, most_units: int = SLOTS) -> Array:
    """Return random line-ups, int64, shape (number, SIDE_ROWS).

    One to `most_units` units, values 0-3, toughness 1-3; with symbols every symbol stands on a quarter of the
    units and each half shield on half of them.
    """
    random = np.random.default_rng(seed)
    units = np.zeros((number, SLOTS, UNIT_WIDTH), np.int64)
    shape = (number, SLOTS)
    for line in range(3):
        units[:, :, RANGED + line] = random.integers(0, 4, shape)
    units[:, :, TOUGHNESS] = random.integers(1, 4, shape)
    if symbols:
        counted = (REINFORCEMENT, AMBUSH, HEROIC_DEATH, ACCURACY, ACCURACY + 1, ACCURACY + 2, DEFLECTION, REROLL)
        for field in counted:
            units[:, :, field] = random.random(shape) < 0.25
        for field in (LEFT, RIGHT):
            units[:, :, field] = (random.random(shape) < 0.5) * random.integers(1, LABELS + 1, shape)
    units[np.arange(SLOTS) >= random.integers(1, most_units + 1, number)[:, None]] = 0
    return units.reshape(number, SIDE_ROWS)


def winner_counts(tables: Array) -> Array:
    """Return how many of the 36 pairs of faces each side wins, from outcome tables.

    Returns:
        Shape (match-ups, 3): the attacker, the defender, nobody (R16).
    """
    codes = np.arange(1 << (2 * SLOTS))
    bits = (codes[:, None] >> np.arange(2 * SLOTS)) & 1
    own, their = bits[:, :SLOTS].sum(axis=1), bits[:, SLOTS:].sum(axis=1)
    winners = np.where(own + their == 0, 2, np.where(own >= their, 0, 1)).astype(np.int8)
    won = winners[tables]
    return np.stack([(won == side).sum(axis=1) for side in range(3)], axis=1)
