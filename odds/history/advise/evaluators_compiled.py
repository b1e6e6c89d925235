"""The passes over attacks through numba: the same functions as `evaluators` runs, in threads."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from odds import compilation
from odds.history import compiled
from odds.history.advise import bound, compilable, evaluate, passes
from odds.history.advise.draw_pairs import Draws
from odds.history.advise.evaluators import (
    SCRATCH_SIZES,
    Values,
    attacks_of,
    caps_of,
    draws_of,
    objective_of,
    tally_size,
)
from odds.history.advise.position import Position
from odds.threads import threads_to_use

Array = np.ndarray[Any, np.dtype[Any]]

KERNELS = compilation.Kernels(
    [*compiled.SOURCES, *(Path(str(module.__file__)) for module in (bound, compilable, evaluate, passes))],
    {"value_attacks": passes.value_attacks, "bound_attacks": passes.bound_attacks},
    compilation.tell,
    "the search for the best attack, once, some 40 seconds",
)

#: Attacks a thread takes at once, at most.
PIECE = 64


def _integers(values: Any) -> Array:
    return np.array(values, dtype=np.int64)


class Compiled:
    """The passes compiled; as `evaluators.Interpreted`, for questions with thousands of fights."""

    def __init__(self, position: Position, draws: Draws, threads: int | None = None) -> None:
        self._position = position
        self._threads = threads or threads_to_use()
        self._attacks = [_integers(part) for part in attacks_of(position)]
        self._objective = [_integers(part) for part in objective_of(position)]
        self._assignments = [_integers(position.spans), _integers(position.assignments)]
        self.use(draws)

    def use(self, draws: Draws) -> None:
        """Take other draws for the passes to come."""
        self._caps = np.array(caps_of(self._position, draws), dtype=np.float64)
        self._draws = [_integers(part) for part in draws_of(draws)]

    def value(self, order: Sequence[int], choices: list[int] | None = None, tallied: bool = True) -> Values:
        """Return the worth of some attacks; for a single one, `choices` is filled with the assignments chosen.

        Without `tallied` the tallies stay empty, which takes less time.
        """
        asked = _integers(list(order))
        chosen = np.zeros(0 if choices is None else len(choices), np.int64)
        scores, tallies = self.arrays(asked, chosen, tallied)
        if choices is not None:
            choices[:] = chosen.tolist()
        return Values(scores[asked].tolist(), tallies[asked].tolist())

    def arrays(self, asked: Array, chosen: Array, tallied: bool = True) -> tuple[Array, Array]:
        """Return the scores and the tallies by attack, filled in for those asked for (see `passes.value_attacks`)."""
        scores = np.zeros(self._position.attack_count)
        size = tally_size(self._position) if tallied else 0
        tallies = np.zeros((self._position.attack_count, size), np.int64)

        def part(first: int, last: int) -> None:
            KERNELS(
                "value_attacks",
                first,
                last,
                asked,
                *self._attacks,
                *self._draws,
                compiled.DICE_ARRAY,
                *self._objective,
                *self._assignments,
                1.0,
                *_scratch(),
                np.zeros(36, np.int64),
                scores,
                tallies,
                chosen,
            )

        self._run(part, len(asked))
        return scores, tallies

    def limit(self, order: Sequence[int], floors: Sequence[Any], any_order: bool = False) -> list[float]:
        """Return a bound on the worth of some attacks; below an attack's floor it need not be tight.

        With `any_order` it holds for every order of an attack's cards.
        """
        asked = _integers(list(order))
        limits = np.zeros(self._position.attack_count)
        least = np.array(floors, dtype=np.float64)

        def part(first: int, last: int) -> None:
            arena, line, _, _, bonus, values, scratch, weights = _scratch()
            KERNELS(
                "bound_attacks",
                first,
                last,
                asked,
                *self._attacks,
                *self._draws,
                compiled.DICE_ARRAY,
                *self._objective,
                1.0,
                arena,
                line,
                bonus,
                values,
                scratch,
                weights,
                int(any_order),
                self._caps,
                least,
                limits,
            )

        self._run(part, len(asked))
        return [float(limits[attack]) for attack in order]

    def _run(self, part: Any, length: int) -> None:
        """Run a pass in pieces, which threads take as they come free."""
        part(0, 0)  # compiled before the threads meet it
        size = max(1, min(PIECE, length // (4 * self._threads)))
        pieces = [(first, min(first + size, length)) for first in range(0, length, size)]
        if self._threads == 1 or len(pieces) < 2:
            part(0, length)
            return
        with ThreadPoolExecutor(self._threads) as pool:
            try:
                for _ in pool.map(lambda piece: part(*piece), pieces):
                    pass
            except KeyboardInterrupt:
                pool.shutdown(cancel_futures=True)
                raise


def _scratch() -> tuple[Array, ...]:
    """Return the scratch of a pass in the order of its arguments: arena to weights."""
    return tuple(np.zeros(size, np.int64) for size in SCRATCH_SIZES)


__all__ = ["KERNELS", "Compiled"]
