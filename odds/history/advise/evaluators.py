"""Running the passes over attacks, interpreted: the compiled twin is `evaluators_compiled`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from odds.history.advise import evaluate, passes
from odds.history.advise.bound import PRIZE_LOSE, PRIZES
from odds.history.advise.draw_pairs import Draws
from odds.history.advise.evaluate import CARD_PRICE, HERO_PRICE, TOKEN_PRICE
from odds.history.advise.position import Position
from odds.history.encode import DICE
from odds.history.faces import FACES_SCRATCH
from odds.history.fight import ARENA_SIZE, SIDE_ROWS, SLOTS, UNIT_WIDTH, WORTH
from odds.history.tally import CONQUERED

_Flat = list[int]

#: Lengths of the scratch of a pass, in the order of its arguments: arena to weights.
SCRATCH_SIZES = (ARENA_SIZE, SIDE_ROWS, 36, 36, 3, 36, FACES_SCRATCH, 36)


@dataclass(frozen=True)
class Values:
    """What a pass found.

    Args:
        scores: For each attack asked for, in that order, weight × worth added up (see `passes.value_attacks`).
        tallies: For each of them the tally of its best play.
    """

    scores: list[Any]
    tallies: list[list[int]]


class Evaluator(Protocol):
    """Evaluates attacks of one position with one list of draws."""

    def value(self, order: Sequence[int], choices: list[int] | None = None, tallied: bool = True) -> Values:
        """Return the worth of some attacks; for a single one, `choices` is filled with the assignments chosen.

        Without `tallied` the tallies stay empty, which takes less time.
        """

    def limit(self, order: Sequence[int], floors: Sequence[Any], any_order: bool = False) -> list[Any]:
        """Return a bound on the worth of some attacks; below an attack's floor it need not be tight.

        With `any_order` it holds for every order of an attack's cards.
        """


def tally_size(position: Position) -> int:
    """Return the length of an attack's tally."""
    return CONQUERED + position.settings[evaluate.CONQUERED_CARDS] + passes.TALLY_EXTRA


def caps_of(position: Position, draws: Draws) -> list[int]:
    """Return for each defending line-up a worth, over all faces, that no fight against it exceeds."""
    whole = position.faces_weight
    spared = SLOTS * sum(max(0, -position.settings[price]) for price in (HERO_PRICE, CARD_PRICE, TOKEN_PRICE))
    best = [
        max(0, *position.prize_numbers[PRIZES * target : PRIZES * target + PRIZE_LOSE])
        for target in range(len(position.targets))
    ]
    caps = [0] * len(draws.defender_counts)
    # The first set of draws meets every line-up of every target.
    for target, prize in enumerate(best):
        for pair in range(*draws.pairs.spans[2 * target : 2 * target + 2]):
            line_up = draws.pairs.pairs[2 * pair + 1]
            rows = draws.defenders[line_up * SIDE_ROWS : (line_up + 1) * SIDE_ROWS]
            caps[line_up] = whole * (sum(rows[WORTH::UNIT_WIDTH]) + prize + spared)
    return caps


# What a pass takes of a decision, in the order of its arguments: of the attacks, of the draws, then behind the dice.


def attacks_of(position: Position) -> tuple[_Flat, _Flat, _Flat, _Flat]:
    """Return the attacks and what they are made of."""
    return position.attacks, position.line_ups, position.challenges, position.hand_rows


def draws_of(draws: Draws) -> tuple[_Flat, _Flat, _Flat, _Flat, _Flat, _Flat, _Flat]:
    """Return the draws of both sides and their pairs."""
    pairs = draws.pairs
    return draws.rows, draws.counts, draws.defenders, draws.defender_counts, pairs.spans, pairs.pairs, pairs.weights


def objective_of(position: Position) -> tuple[_Flat, _Flat, _Flat, _Flat]:
    """Return the settings, what can be won, the powers of re-rolls and the war tokens."""
    return position.settings, position.prize_numbers, position.powers, position.token_rows


class Interpreted:
    """The passes as plain Python, for small questions: no library to load, no compiler to wait for."""

    def __init__(self, position: Position, draws: Draws) -> None:
        self._position = position
        self._question = *attacks_of(position), *draws_of(draws), DICE, *objective_of(position)
        self._caps = caps_of(position, draws)

    def value(self, order: Sequence[int], choices: list[int] | None = None, tallied: bool = True) -> Values:
        """Return the worth of some attacks; for a single one, `choices` is filled with the assignments chosen.

        Without `tallied` the tallies stay empty, which takes less time.
        """
        position = self._position
        scores: list[int] = [0] * position.attack_count
        size = tally_size(position) if tallied else 0
        tallies: dict[int, list[int]] = {attack: [0] * size for attack in order}
        passes.value_attacks(
            0,
            len(order),
            order,
            *self._question,
            position.spans,
            position.assignments,
            1,
            *_scratch(),
            [0] * 36,
            scores,
            tallies,
            [] if choices is None else choices,
        )
        return Values([scores[attack] for attack in order], [tallies[attack] for attack in order])

    def limit(self, order: Sequence[int], floors: Sequence[Any], any_order: bool = False) -> list[int]:
        """Return a bound on the worth of some attacks; below an attack's floor it need not be tight.

        With `any_order` it holds for every order of an attack's cards.
        """
        position = self._position
        limits: list[int] = [0] * position.attack_count
        arena, line, _, _, bonus, values, scratch, weights = _scratch()
        passes.bound_attacks(
            0,
            len(order),
            order,
            *self._question,
            1,
            arena,
            line,
            bonus,
            values,
            scratch,
            weights,
            int(any_order),
            self._caps,
            floors,
            limits,
        )
        return [limits[attack] for attack in order]


def _scratch() -> tuple[_Flat, _Flat, _Flat, _Flat, _Flat, _Flat, _Flat, _Flat]:
    """Return the scratch of a pass in the order of its arguments: arena to weights."""
    return tuple([0] * size for size in SCRATCH_SIZES)  # type: ignore[return-value]
