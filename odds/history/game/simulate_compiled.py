"""Whole games between bots through numba: the functions of `bots.policies`, compiled."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numba.core.errors
import numpy as np

from odds import chance, compilation
from odds.history import faces, fight, quick, rules
from odds.history.advise import bound, compilable, evaluate, pricing
from odds.history.game import actions, battle, engine, legal, outcomes, pieces, piles, scoring, state, turn
from odds.history.game import compiled as engine_compiled
from odds.history.game.bots import (
    attacks,
    desk,
    fight_policy,
    greedy_policy,
    line_ups,
    opaque,
    planner_policy,
    policies,
    stakes,
    streams,
)

Array = np.ndarray[Any, np.dtype[Any]]

#: Registers the functions of the engine as compilable when it is imported, as `compilable` does those of advice.
ENGINE_KERNELS = engine_compiled.KERNELS

#: Modules whose functions are compiled.
_BOTS = (opaque, streams, stakes, line_ups, attacks, fight_policy, greedy_policy, planner_policy, policies)

for _module in _BOTS:
    for _function in compilation.functions_of(_module):
        compilation.make_compilable(_function, inline="never", no_cfunc_wrapper=True, no_cpython_wrapper=True)


def play_bots(
    start: Any,
    first: Any,
    last: Any,
    begun: Any,
    numbers: Any,
    seats: Any,
    work: Any,
    chooser: Any,
    own: Any,
    results: Any,
    rounds: Any,
    decided: Any,
) -> None:
    """Play the games `first` to `last` of a run; game g has the stream of trial g.

    Args:
        start: Where the run's streams begin (`chance.seed_start`), unsigned.
        first, last: Games, unsigned.
        begun: The position at the beginning of each game, shape (games, STATE_SIZE).
        numbers: The numbers of the pieces.
        seats: The policy of each seat in each game, shape (games, seats).
        work: The bots' desk.
        chooser: A pointer to `policies.choose`.
        own: Room for the seats' streams, unsigned.
        results: Filled; a row of `SCORE_SIZE` numbers for each seat, shape (games, seats * SCORE_SIZE).
        rounds: Filled, as `policies.play_out` has them; shape (games, (rounds + 1) * seats * ROUND_SIZE).
        decided: Filled with the decisions of each seat, shape (games, seats).
    """
    position: Any = np.zeros(state.STATE_SIZE, np.int64)
    listed: Any = np.zeros(actions.ACTIONS, np.int64)
    for row, game in enumerate(range(first, last)):
        for index in range(state.STATE_SIZE):
            position[index] = begun[row, index]
        stream = chance.trial_state(start, game)
        for seat in range(position[state.SEATS]):
            own[seat] = streams.seat_stream(stream, seat)
        policies.play_out(position, numbers, work, listed, seats[row], own, stream, rounds[row], decided[row], chooser)
        scoring.score_all(position, numbers, results[row], 0)


def choose_bots(policy: Any, positions: Any, numbers: Any, work: Any, chooser: Any, starts: Any, chosen: Any) -> None:
    """Let a policy choose in many positions.

    Args:
        policy: Its number.
        positions: Positions that await a decision, shape (positions, STATE_SIZE).
        numbers: The numbers of the pieces.
        work: The bots' desk.
        chooser: A pointer to `policies.choose`.
        starts: Where the stream of each decision begins, unsigned.
        chosen: Filled with the actions.
    """
    listed: Any = np.zeros(actions.ACTIONS, np.int64)
    for row in range(len(positions)):
        count = legal.list_actions(positions[row], numbers, listed)
        chosen[row] = chooser(policy, positions[row], numbers, work, listed, count, starts[row])


#: Modules the kernels are made of besides: a change in any of them makes cached kernels stale.
_SOURCES = (
    *(chance, fight, faces, quick, rules, bound, compilable, evaluate, pricing),
    *(actions, state, pieces, piles, legal, outcomes, battle, turn, scoring, engine, desk),
    *_BOTS,
)

KERNELS = compilation.Kernels(
    [*(Path(module.__file__) for module in _SOURCES if module.__file__ is not None), Path(__file__)],
    {"play_bots": play_bots, "choose_bots": choose_bots},
)

# Numba types neither of these fully.
_cfunc: Any = numba.cfunc
_types: Any = numba.types

#: Types of the pointers' arguments.
_NUMBER: Any = numba.int64
_ROW: Any = _types.Array(_NUMBER, 1, "C")

#: States and trials of a stream, compiled; with the compiler off `chance` counts in Python's own integers.
_unsigned: Any = int if compilation.numba_config.DISABLE_JIT else np.uint64

#: Pointers' types: what they return and take.
_WEIGH: Any = _NUMBER(_ROW, _ROW, _NUMBER, _NUMBER, _NUMBER)
_MOVE: Any = _NUMBER(_ROW, _ROW, _ROW, _NUMBER)
_DESK: Any = _types.NamedTuple([_types.FunctionType(_WEIGH), _types.FunctionType(_MOVE), *[_ROW] * 5], desk.Desk)
_CHOOSE: Any = _NUMBER(_NUMBER, _ROW, _ROW, _DESK, _ROW, _NUMBER, numba.uint64)

#: Types of the arguments of kernels.
_table: Any = _types.Array(_NUMBER, 2, "C")
_SIGNATURES = {
    "play_bots": (
        *(numba.uint64, numba.uint64, numba.uint64, _table, _ROW, _table, _DESK, _types.FunctionType(_CHOOSE)),
        *(_types.Array(numba.uint64, 1, "C"), _table, _table, _table),
    )
}

#: Functions that choose for all policies up to a number: the lower, the sooner compiled.
_CHOOSERS = (policies.choose_at_random, policies.choose_now, policies.choose)


@cache
def pointers(policy: int, kernel: str = "") -> tuple[Any, Any, Any]:
    """Return pointers to `opaque.weigh`, `opaque.move` and a function that chooses for all policies up to `policy`.

    They are compiled once and kept beside the kernels; at the first time a second process compiles the last of them.

    Args:
        policy: The highest policy that plays.
        kernel: A key of `_SIGNATURES`, to be compiled meanwhile.
    """
    with _helper(policy):
        weigh, move = machinery()
        if kernel and not compilation.numba_config.DISABLE_JIT:
            KERNELS.prepare(kernel, _SIGNATURES[kernel])
    return weigh, move, chooser(policy)


@cache
def machinery() -> tuple[Any, Any]:
    """Return pointers to `opaque.weigh` and `opaque.move`."""
    if compilation.numba_config.DISABLE_JIT:
        return opaque.weigh, opaque.move
    return _pointer(opaque.weigh, _WEIGH), _pointer(opaque.move, _MOVE)


@cache
def chooser(policy: int) -> Any:
    """Return a pointer to a function that chooses for all policies up to this one."""
    if compilation.numba_config.DISABLE_JIT:
        return _CHOOSERS[policy]
    return _pointer(_CHOOSERS[policy], _CHOOSE)


@contextlib.contextmanager
def _helper(policy: int) -> Iterator[None]:
    """Let another process compile the choices meanwhile, if they are not kept yet and there is where to keep them."""
    helper = None
    compiles = not compilation.numba_config.DISABLE_JIT and KERNELS.folder is not None
    if compiles and policy > 0 and not _is_kept(_CHOOSERS[policy]):
        announce()
        command = f"from {__name__} import chooser; chooser({policy})"
        with contextlib.suppress(OSError):  # without it they are compiled here
            helper = subprocess.Popen(
                [sys.executable, "-P", "-c", command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
    try:
        yield
        if helper:
            helper.wait()
    finally:
        if helper and helper.poll() is None:
            helper.kill()
            helper.wait()


def _is_kept(function: Any) -> bool:
    """Return whether a pointer's function is compiled on disk."""
    return KERNELS.folder is not None and any(KERNELS.folder.rglob(f"*.{function.__name__}-*.nbc"))


def _pointer(function: Any, signature: Any) -> Any:
    """Return a pointer to a function; a damaged cache is thrown away and built anew."""
    is_kept = _is_kept(function)
    if not is_kept:
        announce()
    try:
        return _cached_pointer(function, signature, is_kept)
    except numba.core.errors.NumbaError:
        raise
    except Exception:
        # Numba raises whatever unpickling a damaged file raises.
        if KERNELS.folder is None:
            raise
        shutil.rmtree(KERNELS.folder, ignore_errors=True)
        KERNELS.folder.mkdir(parents=True, exist_ok=True)
        return _cached_pointer(function, signature, False)


def _cached_pointer(function: Any, signature: Any, is_kept: bool) -> Any:
    before = compilation.numba_config.CACHE_DIR
    compilation.numba_config.CACHE_DIR = str(KERNELS.folder) if KERNELS.folder else before
    try:
        make = _cfunc(signature, cache=KERNELS.folder is not None, _nrt=False)
        return compilation.load_or_compile(lambda: make(function), is_kept)
    finally:
        compilation.numba_config.CACHE_DIR = before


@cache
def announce() -> None:
    """Say that there is something to compile, once."""
    where = f"kept in {KERNELS.folder}" if KERNELS.folder else "no folder to keep it in"
    compilation.tell(f"compiling the bots, once for each kind, about a minute ({where}) …")


def _array(values: Sequence[int]) -> Any:
    return np.array(values, np.int64)


def play_compiled(
    begun: Array,
    numbers: Sequence[int],
    seats: Array,
    seed: int,
    first_game: int,
    results: Array,
    rounds: Array,
    decided: Array,
) -> None:
    """Play games with the policies compiled; fills `results`, `rounds` and `decided` (`play_bots`).

    Args:
        begun: The position at the beginning of each game; shape (games, STATE_SIZE).
        numbers: The numbers of the pieces.
        seats: The policy of each seat in each game; shape (games, seats).
        seed: Seed of the run.
        first_game: Number of the first game.
        results, rounds, decided: As `play_bots` has them.
    """

    weigh, move, choose = pointers(int(seats.max()), "play_bots")
    KERNELS(
        "play_bots",
        _unsigned(chance.seed_start(seed)),
        _unsigned(first_game),
        _unsigned(first_game + len(seats)),
        begun,
        _array(numbers),
        seats,
        desk.make_desk(begun[0].tolist(), _array, (weigh, move)),
        choose,
        [0] * state.MAX_SEATS if compilation.numba_config.DISABLE_JIT else np.zeros(state.MAX_SEATS, np.uint64),
        results,
        rounds,
        decided,
    )


def choose_compiled(policy: int, positions: Array, numbers: Sequence[int], starts: Sequence[int]) -> list[int]:
    """Return what a policy chooses in each of many positions of games under the same rulings.

    Args:
        policy: Its number (`bots.policies`).
        positions: Positions that await a decision; int64, shape (positions, STATE_SIZE).
        numbers: The numbers of the pieces.
        starts: Where the stream of each decision begins (`bots.streams.decision_stream`).
    """
    chosen = np.zeros(len(positions), np.int64)
    weigh, move, choose = pointers(policy)
    work = desk.make_desk(positions[0].tolist(), _array, (weigh, move))
    streams_of: Any = starts if compilation.numba_config.DISABLE_JIT else np.array(starts, np.uint64)
    KERNELS("choose_bots", policy, positions, _array(numbers), work, choose, streams_of, chosen)
    found: list[int] = chosen.tolist()
    return found
