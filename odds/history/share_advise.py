"""What share codes of `odds advise` and `odds defend` hold: the position and every option the answer depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from odds.history.advise.pricing import OBJECTIVES, read_weights, weights_of
from odds.history.advise.search import DRAWS
from odds.history.odds import METHODS
from odds.history.rules import SABATONS
from odds.history.share import decode_query, encode_query
from odds.history.share_fields import Fields, without_defaults
from odds.history.share_table import table_from_dict, table_to_dict
from odds.history.table import Table

#: The most blocks of any sampled part.
MOST_REPEATED = 100_000


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
    repeat: Mapping[str, int] = field(default_factory=dict)

    def code(self) -> str:
        """Return the share code."""
        options = {
            "objective": self.objective,
            "weights": _spelled(self.weights),
            "method": self.method,
            "precision": self.precision,
            "seconds": self.seconds,
            "seed": self.seed,
            "repeat": dict(self.repeat) or None,
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
            weights=read_weights(entry.text("weights", "")),
            method=entry.choice("method", METHODS),
            precision=entry.maybe_number("precision"),
            seconds=entry.maybe_number("seconds"),
            seed=entry.seed(),
            repeat=entry.counts("repeat", (DRAWS, *SABATONS), MOST_REPEATED),
        )
        entry.end()
        weights_of(question.objective, question.weights)
        return question


@dataclass(frozen=True)
class DefendQuestion:
    """What `odds defend` is asked: arguments as `defend`."""

    table: Table
    by: str = ""
    objective: str = "vp"
    weights: Mapping[str, str] = field(default_factory=dict)
    method: str = "auto"
    seconds: float | None = None
    seed: int | None = None
    deals: int | None = None

    def code(self) -> str:
        """Return the share code."""
        options = {
            "by": self.by or None,
            "objective": self.objective,
            "weights": _spelled(self.weights),
            "method": self.method,
            "seconds": self.seconds,
            "seed": self.seed,
            "deals": self.deals,
        }
        return encode_query("defend", {"table": table_to_dict(self.table)} | without_defaults(options))

    @classmethod
    def read(cls, code: str) -> DefendQuestion:
        """Return what a code of `odds defend` asks.

        Raises:
            InputError: A code that cannot be read, or holds anything that cannot be asked.
        """
        entry = Fields(decode_query(code, "defend"), "")
        question = cls(
            table=table_from_dict(entry.take("table")),
            by=entry.text("by", ""),
            objective=entry.choice("objective", OBJECTIVES),
            weights=read_weights(entry.text("weights", "")),
            method=entry.choice("method", METHODS),
            seconds=entry.maybe_number("seconds"),
            seed=entry.seed(),
            deals=entry.maybe_whole("deals", 1, MOST_REPEATED),
        )
        entry.end()
        weights_of(question.objective, question.weights)
        return question


def _spelled(weights: Mapping[str, str]) -> str | None:
    """Return changed weights as `read_weights` reads them, `None` for none."""
    return ",".join(f"{name}={value}" for name, value in weights.items()) or None
