"""Thousands of games at once, step by step, arrays in and arrays out: for research and programs that learn.

    from odds.history.game.batch import Batch

    batch = Batch(("Pär", "Chris"), 4096, seed=1, auto_reset=True)
    generator = numpy.random.default_rng(1)
    for _ in range(1000):
        seen, masks = batch.observations(), batch.masks()
        ended = batch.step(batch.choose_at_random(generator))
        rewards = batch.returns()

The rules are those of `Game`, compiled: `batch.game(row)` is the game of a row as a `Game`, and goes on as the
row does. The first use on a machine compiles for some seconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from odds import chance, compilation
from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET
from odds.history.cards import CardSet
from odds.history.game.actions import ACTIONS
from odds.history.game.batch_compiled import BEGIN, KERNELS, REST
from odds.history.game.game import Game
from odds.history.game.scoring import SCORE_SIZE, SHARE
from odds.history.game.state import DECIDER, NODE, NODE_OVER, STATE_SIZE
from odds.history.game.vector import VECTOR_SIZE
from odds.history.rules import Rulings

Array = np.ndarray[Any, np.dtype[Any]]

#: States of a stream, compiled; with the compiler off `chance` counts in Python's own integers.
_unsigned: Any = int if compilation.numba_config.DISABLE_JIT else np.uint64


class Batch:
    """Many games of the same players, one a row of every array, each at a decision or over.

    The game of row r has the stream of trial r of the seed, so row 0 is the game of `Game.new(…, seed=seed)`; where a
    row begins anew it plays trial r + games, and so on. Results do not depend on the number of threads.

    Attributes:
        size: How many games there are.
        players: The players' names by seat.
    """

    def __init__(
        self,
        players: Sequence[str],
        games: int,
        seed: int | None = None,
        *,
        long: bool = False,
        cards: str | CardSet = DEFAULT_SET,
        first: str | None = None,
        rulings: Rulings | Mapping[str, object] | None = None,
        auto_reset: bool = False,
        threads: int = 1,
    ) -> None:
        """Begin the games.

        Args:
            players, seed, long, cards, first, rulings: As in `Game.new`.
            games: How many games.
            auto_reset: Whether a row whose game ends begins the next one in the same step.
            threads: Threads that share the rows.

        Raises:
            InputError: As `Game.new`, or fewer than one game or thread.
        """
        for name, count in (("games", games), ("threads", threads)):
            if count < 1:
                raise InputError(f"at least 1 is needed, not {count}", name)
        self._begun = Game.new(players, long=long, seed=seed, cards=cards, first=first, rulings=rulings)
        self.size = games
        self.players = self._begun.players
        self._auto_reset = auto_reset
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._edges = [games * thread // threads for thread in range(threads + 1)]
        self._beginning = np.array(self._begun.state, np.int16)
        self._numbers = np.array(self._begun.pieces.numbers, np.int64)
        # No number of a position comes near 2**15, and half the memory is half the time to fetch it.
        self._positions = np.zeros((games, STATE_SIZE), np.int16)
        self._streams = np.zeros(games, np.uint64)
        self._upcoming = np.zeros(games, np.uint64)
        self._choices = np.zeros((games, ACTIONS), np.int16)
        self._counts = np.zeros(games, np.int64)
        self._ended = np.zeros(games, np.bool_)
        self._results = np.zeros((games, len(self.players) * SCORE_SIZE), np.int64)
        self.reset(self._begun.seed)

    @property
    def seed(self) -> int:
        """The seed of the streams."""
        return self._begun.seed

    def reset(self, seed: int | None = None) -> None:
        """Begin anew in every row: the first games of a seed, or without one each row's next game.

        Raises:
            InputError: A seed that is none.
        """
        if seed is not None:
            seed = chance.read_seed(seed, "seed")
            self._begun.seed = seed
            self._upcoming[:] = np.arange(self.size, dtype=np.uint64)
        self._run(np.full(self.size, BEGIN, np.int64))

    def over(self) -> Array:
        """Return which games are over: bool, shape (games,)."""
        return np.asarray(self._positions[:, NODE] == NODE_OVER)

    def deciders(self) -> Array:
        """Return the seat that decides in each game, -1 where it is over: int64, shape (games,)."""
        return np.where(self.over(), -1, self._positions[:, DECIDER].astype(np.int64))

    def legal_actions(self) -> tuple[Array, Array]:
        """Return the legal actions' numbers: int16, shape (games, most), filled up with -1; and how many each game has:
        int64, shape (games,), 0 where it is over.
        """
        most = max(1, int(self._counts.max()))
        actions = np.where(np.arange(most) < self._counts[:, None], self._choices[:, :most], np.int16(-1))
        return actions, self._counts.copy()

    def masks(self, out: Array | None = None) -> Array:
        """Return what is legal: int8, shape (games, ACTIONS), 1 for a legal action, else 0.

        Args:
            out: An array to fill instead of a new one, which takes longer.

        Raises:
            InputError: `out` has not this type and shape.
        """
        masks = _to_fill(out, (self.size, ACTIONS), np.int8)
        self._share("fill_masks", self._choices, self._counts, masks)
        return masks

    def observations(self, seats: Array | Sequence[int] | int | None = None, out: Array | None = None) -> Array:
        """Return what a seat of each game knows: uint8, shape (games, VECTOR_SIZE), as `vector` describes it.

        Args:
            seats: One seat, or one for each game (-1: a row of zeros); `None` for the deciders.
            out: An array to fill instead of a new one, which takes longer.

        Raises:
            InputError: No such seat, or `out` has not this type and shape.
        """
        seen = self.deciders() if seats is None else self._row_of(seats, "seats")
        if seen.max() >= len(self.players) or seen.min() < -1:
            raise InputError(f"the seats are 0 to {len(self.players) - 1}", "seats")
        vectors = _to_fill(out, (self.size, VECTOR_SIZE), np.uint8)
        self._share("fill_vectors", self._positions, self._numbers, seen, vectors)
        return vectors

    def choose_at_random(self, generator: np.random.Generator) -> Array:
        """Return an action of each game, uniform over the legal ones (-1 where it is over): int64, shape (games,)."""
        places = (generator.random(self.size) * self._counts).astype(np.int64)
        return np.where(self._counts > 0, self._choices[np.arange(self.size), places], -1).astype(np.int64)

    def step(self, actions: Array | Sequence[int]) -> Array:
        """Do an action in each game and answer the chance after it.

        Args:
            actions: An action's number for each game; for one that is over it does not matter.

        Returns:
            Which games came to their end in this step: bool, shape (games,).

        Raises:
            InputError: An action is not legal; the message says in which game and why, and nothing has changed.
        """
        wanted = self._row_of(actions, "actions")
        commands = np.where(self._counts > 0, wanted, REST)
        bad = int(KERNELS("first_illegal", commands, self._choices, self._counts))
        if bad >= 0:
            try:
                self.game(bad).apply(int(wanted[bad]))
            except InputError as error:
                raise error.at(f"game {bad}") from None
        self._run(commands)
        return self._ended.copy()

    def returns(self) -> Array:
        """Return each seat's share of the win (`Game.returns`): float64, shape (games, seats).

        With `auto_reset` the shares are those of the games that ended in the last step; a game that is not over has 0.
        """
        shares = self.scores()[:, :, SHARE]
        return np.where(shares > 0, 1 / np.maximum(shares, 1), 0.0)

    def scores(self) -> Array:
        """Return the points of the games `returns` speaks of, 0 for the others: int64, shape (games, seats,
        `scoring.SCORE_SIZE`), in the order of `scoring`.
        """
        shown = self._ended if self._auto_reset else self.over()
        return np.where(shown[:, None], self._results, 0).reshape(self.size, -1, SCORE_SIZE)

    def trials(self) -> Array:
        """Return the number of the game each row plays, the trial of its stream: int64, shape (games,)."""
        return self._upcoming.astype(np.int64) - self.size

    def positions(self) -> Array:
        """Return a copy of the flat positions (`state`), hidden cards too: int16, shape (games, STATE_SIZE)."""
        return self._positions.copy()

    def game(self, row: int) -> Game:
        """Return a row's game as a `Game` of its own, without a history; its chance goes on as the row's.

        Raises:
            InputError: There is no such row.
        """
        if not 0 <= row < self.size:
            raise InputError(f"there is no game {row}; the games are 0 to {self.size - 1}", "game")
        begun = self._begun
        game = Game(begun.pieces, begun.words, self._positions[row].tolist(), begun.seed, begun.rulings)
        game._stream = int(self._streams[row])
        return game

    def _row_of(self, numbers: Array | Sequence[int] | int, what: str) -> Array:
        """Return one whole number for each game."""
        given = np.asarray(numbers)
        if given.dtype.kind not in "iu" or given.shape not in ((), (self.size,)):
            found = f"{given.dtype} of shape {given.shape}"
            raise InputError(f"one whole number for each of the {self.size} games is needed, not {found}", what)
        return np.ascontiguousarray(given, np.int64) if given.shape else np.full(self.size, given, np.int64)

    def _run(self, commands: Array) -> None:
        self._share(
            "step_games",
            commands,
            self._beginning,
            self._numbers,
            _unsigned(chance.seed_start(self.seed)),
            _unsigned(self.size),
            self._auto_reset,
            self._positions,
            self._upcoming,
            self._streams,
            self._choices,
            self._counts,
            self._ended,
            self._results,
        )

    def _share(self, kernel: str, *arguments: Any) -> None:
        """Run a kernel on all rows, the threads sharing them."""
        if self._pool is None:
            KERNELS(kernel, 0, self.size, *arguments)
            return
        KERNELS(kernel, 0, 0, *arguments)  # compiled before the threads meet it; no row is touched
        for done in [self._pool.submit(KERNELS, kernel, *span, *arguments) for span in pairwise(self._edges)]:
            done.result()


def _to_fill(out: Array | None, shape: tuple[int, int], kind: type[np.generic]) -> Array:
    """Return the array to fill: a new one, or the caller's where it fits."""
    if out is None:
        return np.empty(shape, kind)
    if out.shape != shape or out.dtype != kind or not out.flags.c_contiguous or not out.flags.writeable:
        raise InputError(f"a writable C-contiguous array of {np.dtype(kind)} and shape {shape} is needed", "out")
    return out
