"""The turn engine through numba: many random games, fast. The same functions as `engine`, compiled.

`play_random` is the one big entry point; compiling it once takes the better part of a minute, later processes load
it from the cache. Kernels that run the engine's functions themselves take positions, pieces and scratch as arrays
of `CELL`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from odds import chance, compilation
from odds.history import compiled as fight_compiled
from odds.history import faces, fight, rules
from odds.history.cards import CardSet
from odds.history.game import actions, battle, engine, legal, outcomes, pieces, piles, scoring, state, turn
from odds.history.game.seats import seat_numbers
from odds.history.rules import Rulings

Array = np.ndarray[Any, np.dtype[Any]]

#: Registers the functions of a fight and of chance as compilable when it is imported.
FIGHT_KERNELS = fight_compiled.KERNELS

#: Modules whose functions are compiled.
_ENGINE = (piles, legal, outcomes, battle, turn, scoring, engine)

for _module in _ENGINE:
    for _function in compilation.functions_of(_module):
        compilation.make_compilable(_function, inline="always" if _function is engine.play_at_random else "never")


#: Numbers of a position, the pieces and the scratch: small ones keep all of a game in the processor's nearest cache.
#: With the compiler off numpy would not widen them.
CELL: Any = np.int64 if compilation.numba_config.DISABLE_JIT else np.int32


def play_games(start: Any, first: Any, last: Any, begun: Any, numbers: Any, results: Any, finals: Any) -> None:
    """Play the games `first` to `last` of a run at random; game g has the stream of trial g.

    Args:
        start: Where the run's streams begin (`chance.seed_start`), unsigned.
        first, last: Games, unsigned.
        begun: The position at the beginning, `STATE_SIZE` integers.
        numbers: The numbers of the pieces.
        results: Filled; a row of `SCORE_SIZE` numbers for each seat, shape (games, seats * SCORE_SIZE).
        finals: Filled with the games' last positions; shape (games or 0, STATE_SIZE).
    """
    position: Any = np.zeros(state.STATE_SIZE, CELL)
    scratch: Any = np.zeros(battle.SCRATCH_SIZE, CELL)
    listed: Any = np.zeros(actions.ACTIONS, CELL)
    for row, game in enumerate(range(first, last)):
        for index in range(state.STATE_SIZE):
            position[index] = begun[index]
        engine.play_at_random(position, numbers, scratch, listed, chance.trial_state(start, game))
        scoring.score_all(position, numbers, results[row], 0)
        if len(finals) > 0:
            for index in range(state.STATE_SIZE):
                finals[row, index] = position[index]


KERNELS = compilation.Kernels(
    [
        Path(module.__file__)
        for module in (chance, fight, faces, rules, actions, state, pieces, *_ENGINE)
        if module.__file__ is not None
    ]
    + [Path(__file__)],
    {"play_games": play_games},
    compilation.tell,
    "the game, once, up to a minute",
)

#: States and trials of a stream, compiled; with the compiler off `chance` counts in Python's own integers.
_unsigned: Any = int if compilation.numba_config.DISABLE_JIT else np.uint64


@dataclass(frozen=True)
class RandomGames:
    """What random games came to.

    Args:
        scores: int64, shape (games, seats, `scoring.SCORE_SIZE`): points by source, total, relic cards, heroes and
            the number of players that share first place, 0 for who does not win.
        finals: int64, shape (games, STATE_SIZE), the last positions; no rows unless asked for.
    """

    scores: Array
    finals: Array


def play_random(
    card_set: CardSet,
    players: tuple[str, ...],
    games: int,
    *,
    seed: int,
    first_game: int = 0,
    long: bool = False,
    first: str | None = None,
    rulings: Rulings | None = None,
    threads: int = 1,
    keep_finals: bool = False,
) -> RandomGames:
    """Play many games in which every decision is uniform over its legal actions.

    Args:
        card_set: The card set.
        players: Sabatons, clockwise.
        games: How many games.
        seed: Seed of the run; the same games for any number of threads.
        first_game: Number of the first game: game g of a seed is always the same.
        long: Eight rounds instead of six.
        first: Who begins; `None` leaves it to chance.
        rulings: The rulings; `None` for the card set's.
        threads: Threads to use.
        keep_finals: Whether to keep the last positions.
    """
    numbered = pieces.number_pieces(card_set)
    sabatons, first_seat = seat_numbers(players, first)
    used = rulings or card_set.rulings
    begun = [0] * state.STATE_SIZE
    engine.begin(
        begun,
        numbered.numbers,
        [0] * battle.SCRATCH_SIZE,
        sabatons,
        state.LONG_ROUNDS if long else state.SHORT_ROUNDS,
        first_seat,
        used.deflection_per == "line",
        used.empty_side_fights,
    )
    begun_array = np.array(begun, CELL)
    numbers = np.array(numbered.numbers, CELL)
    results = np.zeros((games, len(players) * scoring.SCORE_SIZE), np.int64)
    finals = np.zeros((games if keep_finals else 0, state.STATE_SIZE), np.int64)
    start = _unsigned(chance.seed_start(seed))

    def part(begin: int, end: int) -> None:
        span = (_unsigned(first_game + begin), _unsigned(first_game + end))
        KERNELS("play_games", start, *span, begun_array, numbers, results[begin:end], finals[begin:end])

    edges = [games * thread // threads for thread in range(threads + 1)]
    part(0, 0)  # compiled before the threads meet it; an empty span does nothing
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(part, begin, end) for begin, end in pairwise(edges) if end > begin]:
            done.result()
    return RandomGames(results.reshape(games, len(players), scoring.SCORE_SIZE), finals)
