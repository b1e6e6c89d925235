"""Many games step by step through numba: the functions of `engine` and `vector`, compiled (`batch` is their face).

A kernel works on the games `first` to `last` of its arrays, one row a game, so that threads share the work.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from odds import chance, compilation
from odds.history import faces, fight, rules
from odds.history.game import actions, battle, engine, legal, outcomes, pieces, piles, scoring, state, turn, vector
from odds.history.game import compiled as engine_compiled

#: Registers the functions of the engine as compilable when it is imported.
ENGINE_KERNELS = engine_compiled.KERNELS

for _function in compilation.functions_of(vector):
    compilation.make_compilable(_function)

#: Instead of an action: begin the next game of this row; leave it alone.
BEGIN = -1
REST = -2


def settle(position: Any, numbers: Any, scratch: Any, stream: Any) -> Any:
    """Answer every chance up to the next decision or the end; return the state of the stream (as `Game.settle`)."""
    while position[state.NODE] >= state.CHANCE:
        case = 0
        total = int(outcomes.chance_total(position, numbers))
        if total > 1:
            stream, case = chance.draw_below(stream, total)
        engine.apply_outcome(position, numbers, scratch, outcomes.nth_outcome(position, numbers, case))
    return stream


compilation.make_compilable(settle, inline="never")


def step_games(
    first: int,
    last: int,
    commands: Any,
    begun: Any,
    numbers: Any,
    start: Any,
    stride: Any,
    auto_reset: bool,
    positions: Any,
    upcoming: Any,
    streams: Any,
    choices: Any,
    counts: Any,
    ended: Any,
    results: Any,
) -> None:
    """Do one action in each game, answer the chance after it, and list what can be done next.

    Args:
        first, last: The games.
        commands: A legal action of each game, or `BEGIN` or `REST`.
        begun, numbers: The position at the beginning and the numbers of the pieces.
        start: Where the run's streams begin, unsigned.
        stride: By how much the number of a game grows when its row begins the next one, unsigned.
        auto_reset: Whether a game that ends gives way to the next one at once.
        positions: The games' positions; shape (games, STATE_SIZE).
        upcoming: Number of the game each row plays next, unsigned; it is the trial of the game's stream.
        streams: Where the streams stand, unsigned.
        choices, counts: Legal actions, shape (games, ACTIONS), and how many there are.
        ended: Filled: whether the game came to its end in this step.
        results: Filled where it did; shape (games, seats * SCORE_SIZE).
    """
    scratch: Any = np.zeros(battle.SCRATCH_SIZE, np.int64)
    for game in range(first, last):
        command = commands[game]
        ended[game] = False
        if command == REST:
            continue
        position = positions[game]
        stream = int(streams[game])
        if command >= 0:
            engine.apply_action(position, numbers, scratch, command)
            stream = settle(position, numbers, scratch, stream)
            if position[state.NODE] == state.NODE_OVER:
                ended[game] = True
                scoring.score_all(position, numbers, results[game], 0)
        if command == BEGIN or (auto_reset and ended[game]):
            for index in range(state.STATE_SIZE):
                position[index] = begun[index]
            stream = settle(position, numbers, scratch, chance.trial_state(start, int(upcoming[game])))
            upcoming[game] += stride
        streams[game] = stream
        counts[game] = legal.list_actions(position, numbers, choices[game])


def first_illegal(commands: Any, choices: Any, counts: Any) -> int:
    """Return the first game whose action is not legal, -1 where there is none; one that is over takes any."""
    for game in range(len(commands)):
        found = counts[game] == 0
        for index in range(counts[game]):
            found = found or choices[game, index] == commands[game]
        if not found:
            return game
    return -1


def fill_masks(first: int, last: int, choices: Any, counts: Any, masks: Any) -> None:
    """Set the legal actions' entries of `masks`, shape (games, ACTIONS), to 1, the others to 0."""
    for game in range(first, last):
        for action in range(actions.ACTIONS):
            masks[game, action] = 0
        for index in range(counts[game]):
            masks[game, choices[game, index]] = 1


def fill_vectors(first: int, last: int, positions: Any, numbers: Any, seats: Any, vectors: Any) -> None:
    """Write what a seat of each game knows to `vectors`, shape (games, VECTOR_SIZE); a row of 0 for a seat of -1."""
    for game in range(first, last):
        for index in range(vector.VECTOR_SIZE):
            vectors[game, index] = 0
        if seats[game] >= 0:
            vector.write_vector(positions[game], numbers, seats[game], vectors[game])


#: Modules the kernels are made of: a change in any of them makes cached kernels stale.
_SOURCES = (
    *(chance, fight, faces, rules, actions, state, pieces),
    *(piles, legal, outcomes, battle, turn, scoring, engine, vector),
)

KERNELS = compilation.Kernels(
    [*(Path(module.__file__) for module in _SOURCES if module.__file__ is not None), Path(__file__)],
    {
        "step_games": step_games,
        "first_illegal": first_illegal,
        "fill_masks": fill_masks,
        "fill_vectors": fill_vectors,
    },
    compilation.tell,
    "the game, once, some 40 seconds",
)
