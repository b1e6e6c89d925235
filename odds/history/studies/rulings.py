"""How much each open ruling matters: the same fights, played the other way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import get_args, get_type_hints

import numpy as np
import pandas as pd

from odds.chance import wilson
from odds.history.cards import CardSet
from odds.history.match_ups import WON
from odds.history.provenance import set_notes
from odds.history.rules import DEFAULT_RULINGS, Rulings
from odds.history.studies import solver
from odds.history.studies.base import Study, mean_interval
from odds.history.studies.spread import Fight, told
from odds.history.words import percent

#: Classes of the change of the win chance: upper ends (inclusive), the first for no change at all.
EDGES = (0.0, 0.01, 0.02, 0.05, 0.1, 1.0)
CLASSES = ("none", "up to 1", "1 to 2", "2 to 5", "5 to 10", "over 10")


def other_rulings(rulings: Rulings) -> Iterator[tuple[str, Rulings]]:
    """Yield every single ruling played another way, with its name as `--rulings` takes it."""
    kinds = get_type_hints(Rulings)
    for item in fields(Rulings):
        now = getattr(rulings, item.name)
        for value in (not now,) if kinds[item.name] is bool else get_args(kinds[item.name]):
            if value != now:
                yield f"{item.name}={str(value).lower()}", replace(rulings, **{item.name: value})


def rulings(
    fights: Sequence[Fight], card_set: CardSet | None, base: Rulings = DEFAULT_RULINGS, seed: int | None = None
) -> Study:
    """Return how much the win chance changes when an open ruling is played the other way.

    Args:
        fights: The fights.
        card_set: Where their cards come from.
        base: The rulings to compare with.
        seed: Their seed, if they were drawn; the intervals are those of all such fights.

    Returns:
        Frame with a row a ruling and class of change: `ruling` (`key=value`, the other way), `change` (absolute change
        of the win chance in percentage points: `"none"`, `"up to 1"`, …), `share` (of the fights), `low`, `high` (95 %
        interval; equal to the share where nothing is drawn), and on every row of a ruling `mean_change` (mean signed
        change of the win chance, a probability), `mean_change_low`, `mean_change_high`, `largest` (largest absolute
        change), `fights`.
    """
    pairs = [fight.reinforced() for fight in fights]
    before = solver.solve_fights(pairs, solver.terms(base))
    rows = []
    summary = []
    for name, other in other_rulings(base):
        after = solver.solve_fights(pairs, solver.terms(other))
        # Re-rolls are weighed over one total in both, so the difference is whole.
        change = (after.sums[:, WON] - before.sums[:, WON]) / before.ways
        mean, low, high = mean_interval(change.tolist())
        if seed is None:
            low = high = mean
        size = np.searchsorted(np.array(EDGES), np.abs(change), side="left")
        for place, label in enumerate(CLASSES):
            count = int((size == place).sum())
            ends = wilson(count, len(fights)) if seed is not None else (count / len(fights),) * 2
            rows.append(
                (name, label, count / len(fights), *ends, mean, low, high, float(np.abs(change).max()), len(fights))
            )
        summary.append((name, float((change != 0).mean()), float(np.abs(change).max())))
    frame = pd.DataFrame(
        rows,
        columns=[
            *("ruling", "change", "share", "low", "high"),
            *("mean_change", "mean_change_low", "mean_change_high", "largest", "fights"),
        ],
    )
    told_each = "; ".join(
        f"with {name} the chance to win changes in {percent(share)} of the fights, by up to {100 * largest:.1f} points"
        for name, share, largest in summary
    )
    return Study(
        "rulings",
        "How much do the open rulings matter?",
        f"{told_each[0].upper()}{told_each[1:]}",
        frame,
        [told(fights, seed), *set_notes(card_set)],
    )
