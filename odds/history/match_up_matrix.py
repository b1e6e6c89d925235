"""The matrix of match-ups: every line-up against every target, exact, as arrays or a DataFrame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.errors import InputError
from odds.history import rules
from odds.history.cards import Unit
from odds.history.match_ups import Array, MatchUps, attacking_side, defending_side, solve, terms_of
from odds.history.query import Query
from odds.history.rules import Rulings
from odds.history.words import names
from odds.threads import threads_to_use

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Matrix:
    """Every attackers' line-up against every target, exact.

    Attributes:
        attackers, targets: The line-ups of the rows and the columns.
        found: The results, row by row: match-up `row * len(targets) + column`.
    """

    attackers: list[tuple[Unit, ...]]
    targets: list[tuple[Unit, ...]]
    found: MatchUps

    def table(self, quantity: str) -> Array:
        """Return a property of `MatchUps`, such as `"win"` or `"vp"`, of shape (attackers, targets)."""
        values = np.asarray(getattr(self.found, quantity))
        return values.reshape(len(self.attackers), len(self.targets))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a match-up, targets fastest.

        Columns: `attackers`, `targets` (names, front unit first), `attackers_deployed` (units), `win`, `lose`,
        `nobody` (probabilities), `expected_attacker_survivors`, `expected_defender_survivors`,
        `expected_conquered` (units), `expected_unit_vp`, `expected_relic_vp`, `expected_vp` (VP).
        """
        import pandas as pd

        found = self.found
        rows, columns = len(self.attackers), len(self.targets)
        from_codes: Any = pd.Categorical.from_codes
        own = from_codes(*_labels(self.attackers, np.repeat(np.arange(rows), columns)))
        other = from_codes(*_labels(self.targets, np.tile(np.arange(columns), rows)))
        return pd.DataFrame(
            {
                "attackers": own,
                "targets": other,
                "attackers_deployed": found.deployed,
                "win": found.win,
                "lose": found.lose,
                "nobody": found.nobody,
                "expected_attacker_survivors": found.attackers_left,
                "expected_defender_survivors": found.defenders_left,
                "expected_conquered": found.conquered,
                "expected_unit_vp": found.unit_vp,
                "expected_relic_vp": found.relic_vp,
                "expected_vp": found.vp,
            }
        )


def _labels(line_ups: Sequence[Sequence[Unit]], codes: Array) -> tuple[Any, list[str]]:
    """Return codes and categories; line-ups that read the same share one."""
    known: dict[str, int] = {}
    numbers = np.array([known.setdefault(names(line_up), len(known)) for line_up in line_ups], np.int64)
    return numbers[codes], list(known)


def matrix(
    attackers: Iterable[Sequence[Unit]],
    targets: Iterable[Sequence[Unit]],
    *,
    objective: str = "win",
    rulings: Rulings = rules.DEFAULT_RULINGS,
    threads: int | None = None,
) -> Matrix:
    """Return the exact results of every line-up against every target on the board; piles are empty.

    Args:
        attackers: Line-ups of 1 to 5 units, front unit first, reinforcements included.
        targets: Line-ups of 1 to 4 defenders.
        objective: What re-rolls are played for, `"win"` or `"vp"`.
        rulings: The open rulings.
        threads: Threads to use; by default all processors of this process. The result does not depend on it.

    Raises:
        InputError: A line-up the rules do not allow.
    """
    ours = [tuple(line_up) for line_up in attackers]
    theirs = [tuple(line_up) for line_up in targets]
    if not ours or not theirs:
        raise InputError("at least one line-up and one target are needed", "attackers" if not ours else "targets")
    for line_up in ours:
        _query(line_up, theirs[0], objective, rulings)
    for target in theirs:
        _query(ours[0], target, objective, rulings)
    terms = terms_of(_query(ours[0], theirs[0], objective, rulings))
    rows, columns = len(ours), len(theirs)
    found = solve(
        attacking_side(ours),
        defending_side(theirs, terms),
        np.repeat(np.arange(rows), columns),
        np.tile(np.arange(columns), rows),
        terms,
        threads_to_use() if threads is None else threads,
    )
    return Matrix(ours, theirs, found)


def _query(line_up: tuple[Unit, ...], target: tuple[Unit, ...], objective: str, rulings: Rulings) -> Query:
    return Query(line_up, target, objective=objective, rulings=rulings, reinforced=True)
