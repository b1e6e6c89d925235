"""What each command's share code holds: its query and every other option its answer depends on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from odds.errors import InputError
from odds.history.compare import LEAST, MOST
from odds.history.monte_carlo import MOST_FIGHTS
from odds.history.odds import METHODS
from odds.history.query import Query
from odds.history.reroll import SIDES
from odds.history.rules import ATTACKER_SLOTS
from odds.history.share import MOST_DECODED, decode_query, encode_query
from odds.history.share_fields import WHERE, Fields, refuse, without_defaults
from odds.history.share_pieces import query_from_dict, query_to_dict, units_from_list, units_to_list

#: Re-rolls a side can show: 5 units and 3 war tokens with up to 9 each (R9).
_MOST_REROLLS = 99


@dataclass(frozen=True)
class AttackQuestion:
    """What `odds attack` is asked: the query, how to compute, and the seed, which a sampled answer reports."""

    query: Query
    method: str = "auto"
    fights: int | None = None
    precision: float | None = None
    seed: int | None = None

    def code(self) -> str:
        """Return the share code."""
        options = {"method": self.method, "fights": self.fights, "precision": self.precision, "seed": self.seed}
        return encode_query("attack", {"query": query_to_dict(self.query)} | without_defaults(options))

    @classmethod
    def read(cls, code: str) -> AttackQuestion:
        """Return what a code of `odds attack` asks.

        Raises:
            InputError: A code that cannot be read, or holds anything that cannot be asked.
        """
        entry = Fields(decode_query(code, "attack"), "")
        question = cls(
            query=_query(entry),
            method=entry.choice("method", METHODS),
            fights=entry.maybe_whole("fights", 1, MOST_FIGHTS),
            precision=entry.maybe_number("precision"),
            seed=entry.seed(),
        )
        entry.end()
        return question


@dataclass(frozen=True)
class CompareQuestion:
    """What `odds compare` is asked.

    Args:
        names: How each line-up is called.
        queries: A query for each line-up, equal but for the attackers.
        seed: The seed that serves the line-ups that are sampled.
    """

    names: tuple[str, ...]
    queries: tuple[Query, ...]
    seed: int | None = None

    def code(self) -> str:
        """Return the share code."""
        payload: dict[str, Any] = {
            "names": list(self.names),
            "query": query_to_dict(self.queries[0]),
            "line_ups": [units_to_list(query.attackers) for query in self.queries[1:]],
        }
        return encode_query("compare", payload | without_defaults({"seed": self.seed}))

    @classmethod
    def read(cls, code: str) -> CompareQuestion:
        """Return what a code of `odds compare` asks.

        Raises:
            InputError: A code that cannot be read, or holds anything that cannot be asked.
        """
        entry = Fields(decode_query(code, "compare"), "")
        first = _query(entry)
        others = [
            units_from_list(item, f"line-up {number}", ATTACKER_SLOTS)
            for number, item in enumerate(entry.items("line_ups", MOST - 1), 2)
        ]
        names = entry.texts("names", MOST, MOST_DECODED)
        if len(names) != len(others) + 1 or len(names) < LEAST:
            refuse("names", "do not fit the line-ups")
        question = cls(names, (first, *_with_attackers(first, others)), entry.seed())
        entry.end()
        return question


@dataclass(frozen=True)
class ExplainQuestion:
    """What `odds explain` is asked.

    Args:
        query: The attack.
        faces: Final faces of attacker and defender, or `None`.
        seed: The seed of cards and dice, or `None`; without faces and seed it is the most likely course.
        example: Whether it is the rulebook's example.
    """

    query: Query
    faces: tuple[int, int] | None = None
    seed: int | None = None
    example: bool = False

    def code(self) -> str:
        """Return the share code."""
        faces = None if self.faces is None else list(self.faces)
        options = without_defaults({"faces": faces, "seed": self.seed, "example": self.example})
        return encode_query("explain", {"query": query_to_dict(self.query)} | options)

    @classmethod
    def read(cls, code: str) -> ExplainQuestion:
        """Return what a code of `odds explain` asks.

        Raises:
            InputError: A code that cannot be read, or holds anything that cannot be asked.
        """
        entry = Fields(decode_query(code, "explain"), "")
        query = _query(entry)
        faces = entry.wholes("faces", 1, 6, 2)
        seed = entry.seed()
        if len(faces) == 1 or (faces and seed is not None):
            refuse("faces", "are two, and without a seed")
        question = cls(query, (faces[0], faces[1]) if faces else None, seed, entry.truth("example"))
        entry.end()
        return question


@dataclass(frozen=True)
class RerollQuestion:
    """What `odds reroll` is asked; arguments as `odds.history.reroll.keep_or_roll`."""

    query: Query
    attacker_face: int
    defender_face: int
    side: str = "attacker"
    left: int | None = None

    def code(self) -> str:
        """Return the share code."""
        payload: dict[str, Any] = {
            "query": query_to_dict(self.query),
            "faces": [self.attacker_face, self.defender_face],
            "side": self.side,
        }
        return encode_query("reroll", payload | without_defaults({"left": self.left}))

    @classmethod
    def read(cls, code: str) -> RerollQuestion:
        """Return what a code of `odds reroll` asks.

        Raises:
            InputError: A code that cannot be read, or holds anything that cannot be asked.
        """
        entry = Fields(decode_query(code, "reroll"), "")
        query = _query(entry, reinforced=True)
        faces = entry.wholes("faces", 1, 6, 2)
        if len(faces) != 2:
            refuse("faces", "are two")
        side, left = entry.choice("side", SIDES), entry.maybe_whole("left", 1, _MOST_REROLLS)
        entry.end()
        return cls(query, faces[0], faces[1], side, left)


def _query(entry: Fields, reinforced: bool = False) -> Query:
    """Read the query; only those of `odds reroll` have complete line-ups."""
    query = query_from_dict(entry.take("query"))
    if query.reinforced != reinforced:
        refuse("query", "is one of odds reroll" if query.reinforced else "is none of odds reroll")
    return query


def _with_attackers(first: Query, line_ups: Sequence[Any]) -> list[Query]:
    """Return the query with each of the line-ups as attackers."""
    try:
        return [replace(first, attackers=units) for units in line_ups]
    except InputError as error:
        raise error.at(WHERE) from None


__all__ = ["AttackQuestion", "CompareQuestion", "ExplainQuestion", "RerollQuestion"]
