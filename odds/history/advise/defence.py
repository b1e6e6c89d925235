"""What an answer to a challenge says: the deployments, best first, and how they were found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from odds.history.advise.pricing import Weights
from odds.history.advise.ranked import Ranked
from odds.history.cards import Unit
from odds.history.provenance import values_provenance
from odds.history.table import Table

if TYPE_CHECKING:
    import pandas as pd

#: Version of the JSON answer.
SCHEMA = 1


@dataclass(frozen=True)
class Deployed:
    """One deployment with what the challenger gets of it.

    Args:
        line_up: The units put down, front unit first, with their war tokens.
        challenger: The challenger's figures, its best answer averaged over its hands.
    """

    line_up: tuple[Unit, ...]
    challenger: Ranked

    @property
    def score(self) -> Any:
        """What the challenger expects by its objective; the lower, the better for you."""
        return self.challenger.score

    @property
    def tokens(self) -> int:
        """War tokens put down."""
        return sum(unit.token is not None for unit in self.line_up)

    def to_dict(self, rank: int) -> dict[str, Any]:
        """Return it as plain values; see `Defence.to_frame`."""
        one = self.challenger
        low, high = one.bounds
        return {
            "rank": rank,
            "line_up": ", ".join(_named(unit) for unit in self.line_up),
            "cards": len(self.line_up),
            "tokens": self.tokens,
            "score": float(one.score),
            "low": low,
            "high": high,
            "win": float(one.lose),
            "lose": float(one.win),
            "nobody": float(one.nobody),
            "gained_vp": float(one.opponent_vp),
            "given_vp": float(one.vp),
            "given_relic_vp": float(one.relic_vp),
            "given_medal_vp": float(one.medal_vp),
            "exact": one.exact,
        }


def _named(unit: Unit) -> str:
    return f"{unit.name} + '{unit.token.name}'" if unit.token else unit.name


@dataclass(frozen=True)
class Defence:
    """What can be put down against a challenge, best first.

    Attributes:
        table: The position.
        by: The challenger.
        objective: `"win"`, `"vp"` or `"weights"`, the challenger's.
        weights: What the challenger wants.
        ranked: The best deployments, those that leave the challenger least.
        considered: How many deployments there are.
        settled: Whether the first is sure to be the best; sampled, 95 % sure.
        seed: Seed of sampled hands, or `None`.
        samples: Hands of the challenger that the best deployments met, 0 where all were weighed.
        notes: What was assumed, and what else the reader should know.
        deals: How often hands were dealt for them.
    """

    table: Table
    by: str
    objective: str
    weights: Weights
    ranked: tuple[Deployed, ...]
    considered: int
    settled: bool
    seed: int | None
    samples: int
    notes: tuple[str, ...]
    deals: int = 0

    @property
    def best(self) -> Deployed:
        """The deployment that leaves the challenger least."""
        return self.ranked[0]

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of `to_frame`."""
        return [deployed.to_dict(number) for number, deployed in enumerate(self.ranked, 1)]

    def to_frame(self) -> pd.DataFrame:
        """Return the deployments as a table, best first.

        Columns: `rank` from 1; `line_up` (front unit first, with tokens), `cards`, `tokens`; `score`, what the
        challenger expects, with its 95 % interval `low` and `high`; your `win` and `lose` probabilities, `nobody`;
        `gained_vp` that you get (medal, honour tokens); `given_vp` that the challenger gets, of it `given_relic_vp`
        and `given_medal_vp`; `exact`.
        """
        import pandas as pd

        return pd.DataFrame(self.rows())

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON answer's object."""
        card_set = self.table.card_set
        return {
            "schema": SCHEMA,
            "by": self.by,
            "objective": self.objective,
            "weights": self.weights.to_dict(),
            "notes": list(self.notes),
            "method": "exact" if self.seed is None else "monte-carlo",
            "seed": self.seed,
            "samples": self.samples or None,
            "settled": self.settled,
            "considered": self.considered,
            "card_set": card_set.name,
            "card_values": values_provenance(card_set),
            "rulings": self.table.rulings.to_dict(),
            "deployments": self.rows(),
        }


__all__ = ["Defence", "Deployed"]
