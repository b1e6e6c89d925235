"""What a share code of `odds advise` holds: the position and every option its answer depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from odds import chance
from odds.history.advise.pricing import OBJECTIVES, read_weights, weights_of
from odds.history.odds import METHODS
from odds.history.share import decode_query, encode_query
from odds.history.share_fields import Fields, without_defaults
from odds.history.share_table import table_from_dict, table_to_dict
from odds.history.table import Table


@dataclass(frozen=True)
class AdviseQuestion:
    """What `odds advise` is asked: arguments as `advise`."""

    table: Table
    objective: str = "vp"
    weights: Mapping[str, str] = field(default_factory=dict)
    method: str = "auto"
    precision: float | None = None
    seconds: float | None = None
    seed: int | None = None

    def code(self) -> str:
        """Return the share code."""
        options = {
            "objective": self.objective,
            "weights": ",".join(f"{name}={value}" for name, value in self.weights.items()) or None,
            "method": self.method,
            "precision": self.precision,
            "seconds": self.seconds,
            "seed": self.seed,
        }
        return encode_query("advise", {"table": table_to_dict(self.table)} | without_defaults(options))

    @classmethod
    def read(cls, code: str) -> AdviseQuestion:
        """Return what a code of `odds advise` asks.

        Raises:
            InputError: A code that cannot be read, or holds anything that cannot be asked.
        """
        entry = Fields(decode_query(code, "advise"), "")
        question = cls(
            table=table_from_dict(entry.take("table")),
            objective=entry.choice("objective", OBJECTIVES),
            weights={name: str(value) for name, value in read_weights(entry.text("weights", "")).items()},
            method=entry.choice("method", METHODS),
            precision=entry.maybe_number("precision"),
            seconds=entry.maybe_number("seconds"),
            seed=entry.maybe_whole("seed", 0, chance.MAX_SEED),
        )
        entry.end()
        weights_of(question.objective, question.weights)
        return question
