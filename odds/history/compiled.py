"""The fight through numba: the same functions, compiled, for questions with thousands of fights.

Arrays in, arrays out; no rule is written here.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from odds import chance, compilation
from odds.history import faces, fight, quick, rules, tally
from odds.history.encode import DICE

Array = np.ndarray[Any, np.dtype[Any]]

DICE_ARRAY = np.array(DICE, dtype=np.int64)

#: 6 to the power of this still fits a 64-bit integer with room for the weights of the draws.
LARGEST_EXACT = 2**62

for _module, _names in (
    (chance, ("mix", "advance", "trial_state", "draw_below")),
    (
        fight,
        (
            "count_units",
            "sum_symbols",
            "enter",
            "connect",
            "set_up",
            "begin_line",
            "absorb",
            "defeat",
            "deal",
            "fight_line",
            "outcome_now",
            "is_over",
            "copy_positions",
            "fight",
            "count_bits",
            "winner",
        ),
    ),
    (quick, ("can_be_quick", "quick_set_up", "quick_fight")),
    (
        faces,
        (
            "attacker_die",
            "fill_table",
            "quick_pairs",
            "fight_pairs",
            "share_pairs",
            "deal_shares",
            "fill_pairs",
            "count_rerolls",
            "outcome_value",
            "weigh_faces",
            "plan_attacker",
            "minimise",
            "roll_while_negative",
            "has_negative",
        ),
    ),
    (tally, ("tally_outcome", "tally_pair", "reinforce")),
):
    for _name in _names:
        compilation.make_compilable(getattr(_module, _name))


def fill_tables(attackers: Any, defenders: Any, dice: Any, per_line: Any, empty_fights: Any, tables: Any) -> None:
    """Fill the outcome table of each match-up; rows are flat line-ups."""
    arena: Any = np.zeros(fight.ARENA_SIZE, np.int64)
    for index in range(attackers.shape[0]):
        ours = attackers[index]
        theirs = defenders[index]
        own_count = fight.count_units(ours, 0, fight.SLOTS)
        their_count = fight.count_units(theirs, 0, fight.SLOTS)
        fight.set_up(arena, ours, 0, own_count, theirs, 0, their_count, None)
        faces.fill_table(arena, dice, per_line, empty_fights, tables[index])


def fight_faces(
    attackers: Any, defenders: Any, rolled: Any, dice: Any, per_line: Any, empty_fights: Any, codes: Any
) -> None:
    """Fight each match-up with its own faces (counted from 1); every fight goes the whole way."""
    arena: Any = np.zeros(fight.ARENA_SIZE, np.int64)
    for index in range(attackers.shape[0]):
        ours = attackers[index]
        theirs = defenders[index]
        own_count = fight.count_units(ours, 0, fight.SLOTS)
        their_count = fight.count_units(theirs, 0, fight.SLOTS)
        fight.set_up(arena, ours, 0, own_count, theirs, 0, their_count, None)
        own = faces.attacker_die(own_count)
        other = faces.STRONG + faces.RISKY - own
        codes[index] = fight.fight(
            arena,
            dice,
            own + 3 * (rolled[index, 0] - 1),
            other + 3 * (rolled[index, 1] - 1),
            per_line,
            empty_fights,
            None,
        )


#: Every file whose code ends up in a kernel of the fight.
SOURCES = [
    *(Path(module.__file__) for module in (chance, fight, quick, faces, tally, rules) if module.__file__ is not None),
    Path(__file__),
]

KERNELS = compilation.Kernels(
    SOURCES,
    {
        "fill_tables": fill_tables,
        "fight_faces": fight_faces,
        "tally_line_ups": tally.tally_line_ups,
        "sample_line_ups": tally.sample_line_ups,
        "sample_faces": tally.sample_faces,
    },
    compilation.tell,
)


def in_threads(kernel: str, length: int, threads: int, part: Any) -> None:
    """Run a kernel over the parts of a range, one a thread.

    Args:
        kernel: Name of the kernel.
        length: Length of the range.
        threads: How many threads.
        part: Called with the first and last index of a part; returns the kernel's arguments.
    """
    edges = [length * thread // threads for thread in range(threads + 1)]
    spans = [(first, last) for first, last in pairwise(edges) if last > first]
    if not spans:
        return
    KERNELS(kernel, *part(*spans[0])) if len(spans) == 1 else _fan_out(kernel, spans, part)


def _fan_out(kernel: str, spans: list[tuple[int, int]], part: Any) -> None:
    first = spans[0][0]
    KERNELS(kernel, *part(first, first))  # compiled before the threads meet it; an empty span does nothing
    with ThreadPoolExecutor(len(spans)) as pool:
        for done in [pool.submit(KERNELS, kernel, *part(first, last)) for first, last in spans]:
            done.result()


def tables_of(attackers: Array, defenders: Array, per_line: bool, empty_fights: bool, threads: int = 1) -> Array:
    """Return the 36 outcome codes of each match-up.

    Args:
        attackers, defenders: Flat line-ups, int64, shape (match-ups, SIDE_ROWS).
        per_line, empty_fights: The rulings (R14, R15).
        threads: Threads to use.

    Returns:
        Codes, int16, shape (match-ups, 36).
    """
    tables = np.empty((len(attackers), 36), np.int16)
    in_threads(
        "fill_tables",
        len(attackers),
        threads,
        lambda first, last: (
            attackers[first:last],
            defenders[first:last],
            DICE_ARRAY,
            per_line,
            empty_fights,
            tables[first:last],
        ),
    )
    return tables


def codes_of(
    attackers: Array, defenders: Array, rolled: Array, per_line: bool, empty_fights: bool, threads: int = 1
) -> Array:
    """Return the outcome code of each match-up with its faces (1 to 6), shape (match-ups, 2)."""
    codes = np.empty(len(attackers), np.int64)
    in_threads(
        "fight_faces",
        len(attackers),
        threads,
        lambda first, last: (
            attackers[first:last],
            defenders[first:last],
            rolled[first:last],
            DICE_ARRAY,
            per_line,
            empty_fights,
            codes[first:last],
        ),
    )
    return codes
