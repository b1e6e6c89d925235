"""Every pair of line-ups that one question can lead to, with the exact weights of its dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from odds import chance
from odds.history.encode import pad
from odds.history.exact import enumerate_pairs
from odds.history.fight import SIDE_ROWS, SLOTS, UNIT_WIDTH
from odds.history.monte_carlo import weighed_faces
from odds.history.query import Query, encode
from odds.history.tally import reinforce

#: Pairs that are looked at one by one; of more, as many are drawn.
MOST_PAIRS = 2_000


@dataclass(frozen=True)
class Pair:
    """One known pair of line-ups.

    Args:
        arena: The arena after `fight.set_up`.
        attackers, defenders: Units of both line-ups.
        codes: The outcome of each pair of faces.
        shares: Probability of this pair of line-ups with each pair of faces, 36 numbers; over all pairs they add
            up to 1.
    """

    arena: list[int]
    attackers: int
    defenders: int
    codes: list[int]
    shares: list[Fraction]


def pairs_of(query: Query, seed: int = 0) -> tuple[Iterator[Pair], int | None]:
    """Return all pairs of line-ups of a query, and how many of them are only drawn (`None` if all are there).

    Args:
        query: The attack.
        seed: Seed of the draws, where there are more than `MOST_PAIRS` pairs.

    Raises:
        InputError: The seed is out of range.
    """
    seed = chance.read_seed(seed)
    encoded = encode(query)
    every = enumerate_pairs(query, encoded, MOST_PAIRS)
    known = encoded

    def pair(ours: list[int], own_count: int, theirs: list[int], their_count: int, share: Fraction) -> Pair:
        rows = replace(known, attackers=ours[: own_count * UNIT_WIDTH], defenders=theirs[: their_count * UNIT_WIDTH])
        arena, codes, weights = weighed_faces(query, rows)
        total = sum(weights)
        return Pair(arena, own_count, their_count, codes, [share * Fraction(weight, total) for weight in weights])

    def enumerated() -> Iterator[Pair]:
        assert every is not None
        ours, theirs = every.attackers, every.defenders
        for own in range(len(ours)):
            for other in range(len(theirs)):
                yield pair(
                    ours.rows[own * SIDE_ROWS : (own + 1) * SIDE_ROWS],
                    ours.counts[own],
                    theirs.rows[other * SIDE_ROWS : (other + 1) * SIDE_ROWS],
                    theirs.counts[other],
                    Fraction(ours.weights[own] * theirs.weights[other], ours.total * theirs.total),
                )

    def drawn() -> Iterator[Pair]:
        start = chance.seed_start(seed)
        for trial in range(MOST_PAIRS):
            state = chance.trial_state(start, trial)
            sides: list[tuple[list[int], int]] = []
            for rows, slots, pile in (
                (encoded.attackers, query.own_slots, encoded.deck),
                (encoded.defenders, query.their_slots, encoded.stack),
            ):
                line_up = pad(rows)
                cards = [number for row in pile for number in row]
                state, count = reinforce(line_up, len(rows) // UNIT_WIDTH, slots, cards, len(pile), [0] * SLOTS, state)
                sides.append((line_up, count))
            (ours, own_count), (theirs, their_count) = sides
            yield pair(ours, own_count, theirs, their_count, Fraction(1, MOST_PAIRS))

    return (drawn(), MOST_PAIRS) if every is None else (enumerated(), None)


def method(drawn: int | None, seed: int) -> str:
    """Return how the pairs were found, in one line."""
    if drawn is None:
        return "exact: every draw and every pair of faces counted"
    return f"{drawn:,} draws of reinforcement sampled (seed {seed}), their dice exact; 95 % intervals"
