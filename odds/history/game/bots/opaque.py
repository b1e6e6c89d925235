"""The two large pieces of machinery that bots use, behind pointers: what a fight is worth, and the engine's next step.

Compiled, a desk holds pointers to them, so that the compiler need not work through them again for every function that
leads to them; interpreted, it holds the functions themselves. Numba's subset.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.history.advise.evaluate import outcome_worth
from odds.history.faces import RISKY, STRONG, attacker_die, count_rerolls, fill_table, weigh_faces
from odds.history.fight import ARENA_SIZE, Numbers, set_up
from odds.history.game.bots.desk import (
    ARENA,
    DICE_AT,
    EMPTY_FIGHT,
    FACES,
    LINE_DEFLECTS,
    OUR_ROWS,
    PRIZES_AT,
    ROOM,
    TABLE,
    THEIR_ROWS,
    VALUES,
    WEIGHTS,
    Desk,
    make_desk,
)
from odds.history.game.engine import act, happen
from odds.history.game.state import CHANCE, NODE
from odds.history.game.turn import advance


def weigh(scratch: Numbers, notes: Numbers, ours: int, theirs: int, challenge: int) -> int:
    """Return what the fight of the laid-out rows is worth to the attacker, over all faces and re-rolls (R8, R9).

    Args:
        scratch, notes: Of the desk; `VALUES` is left as the worth of every pair of faces.
        ours, theirs: Units on both sides.
        challenge: Whether the defender is a player.
    """
    # Slices are views when compiled and copies when not; what is to be kept is written to the notes.
    arena = scratch[ARENA : ARENA + ARENA_SIZE]
    table = scratch[TABLE:FACES]
    dice = scratch[DICE_AT:ROOM]
    set_up(arena, notes, OUR_ROWS, ours, notes, THEIR_ROWS, theirs, None)
    fill_table(arena, dice, notes[LINE_DEFLECTS] > 0, notes[EMPTY_FIGHT] > 0, table)
    total = 0
    for pair in range(36):
        # Neighbouring faces often come out alike.
        if pair == 0 or table[pair] != table[pair - 1]:
            notes[VALUES + pair] = outcome_worth(arena, table[pair], notes, PRIZES_AT)
        else:
            notes[VALUES + pair] = notes[VALUES + pair - 1]
        total += notes[VALUES + pair]
    rerolls = count_rerolls(arena, 0) + count_rerolls(arena, 1)
    if rerolls == 0:
        return total // 36
    weights = scratch[WEIGHTS:DICE_AT]
    their_die = STRONG + RISKY - attacker_die(ours)
    own_rerolls = count_rerolls(arena, 0)
    weigh_faces(
        notes, own_rerolls, rerolls - own_rerolls, challenge != 0, dice, their_die, scratch[FACES:WEIGHTS], weights
    )
    total = 0
    for pair in range(36):
        total += weights[pair] * notes[VALUES + pair]
    return int(total // 6 ** (2 + rerolls))


def move(state: Numbers, pieces: Sequence[int], scratch: Numbers, number: int) -> int:
    """Apply an action or an outcome of chance, whichever is awaited, and run on to the next; return what then is."""
    if state[NODE] >= CHANCE:
        happen(state, pieces, number)
    else:
        act(state, pieces, number)
    advance(state, pieces, scratch)
    return state[NODE]


def plain_desk(state: Sequence[int]) -> Desk:
    """Return a desk for interpreted bots, in games under the rulings of a position."""
    return make_desk(state, list, (weigh, move))
