"""The two large pieces of machinery that bots use, behind pointers: what a fight is worth, and the engine's next step.

Compiled, a desk holds pointers to them, so that the compiler need not work through them again for every function that
leads to them; interpreted, it holds the functions themselves. Numba's subset.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from odds.history.advise.evaluate import fight_worth
from odds.history.fight import SIDE_ROWS, Numbers, set_up
from odds.history.game.engine import act, happen
from odds.history.game.state import CHANCE, NODE
from odds.history.game.turn import advance


def weigh(
    arena: Numbers,
    rows: Numbers,
    ours: int,
    theirs: int,
    challenge: int,
    settings: Sequence[int],
    prizes: Sequence[Any],
    powers: Sequence[Any],
    dice: Sequence[int],
    table: Numbers,
    values: MutableSequence[Any],
    faces: MutableSequence[Any],
    weights: MutableSequence[Any],
) -> int:
    """Return what the fight of the laid-out rows is worth to the attacker, over all faces and re-rolls (R8, R9).

    Args:
        arena, settings, prizes, powers, dice, table, values, faces, weights: Of the desk; `values` is left with the
            worth of every pair of faces.
        rows, ours, theirs: Both line-ups as rows, and their numbers.
        challenge: Whether the defender is a player.
    """
    set_up(arena, rows, 0, ours, rows, SIDE_ROWS, theirs, None)
    total = fight_worth(arena, dice, challenge != 0, settings, prizes, 0, powers, table, values, faces, weights)
    return int(total // (36 * powers[len(powers) - 1]))


def move(state: Numbers, pieces: Sequence[int], scratch: Numbers, number: int) -> int:
    """Apply an action or an outcome of chance, whichever is awaited, and run on to the next; return what then is."""
    if state[NODE] >= CHANCE:
        happen(state, pieces, number)
    else:
        act(state, pieces, number)
    advance(state, pieces, scratch)
    return state[NODE]
