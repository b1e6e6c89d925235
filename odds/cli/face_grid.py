"""The 6 × 6 grid of `odds attack --faces`: what each pair of faces does."""

from __future__ import annotations

from collections.abc import Iterator

from odds.errors import InputError
from odds.history.encode import DICE
from odds.history.exact import INTERPRETED_PAIRS, enumerate_pairs
from odds.history.faces import RISKY, STRONG, attacker_die, fill_table
from odds.history.fight import ARENA_SIZE, SIDE_ROWS, SLOTS, count_bits, set_up, winner
from odds.history.query import Query, encode
from odds.history.rules import RISKY_DIE, STRONG_DIE
from odds.history.words import percent

_LETTERS = "WL-"


def face_grids(query: Query) -> Iterator[str]:
    """Yield a grid for each way the dice can be given out (R8).

    A cell tells who wins and how many stand on both sides; where reinforcement is drawn, how often the
    attacker wins with these faces.

    Raises:
        InputError: Too many drawn line-ups to fight one by one.
    """
    pairs = enumerate_pairs(query, encode(query), INTERPRETED_PAIRS)
    if pairs is None:
        raise InputError(f"more than {INTERPRETED_PAIRS} drawn pairs of line-ups; leave it out", "--faces")
    tables: dict[int, list[tuple[int, list[int]]]] = {}
    arena = [0] * ARENA_SIZE
    ours, theirs = pairs.attackers, pairs.defenders
    for own in range(len(ours)):
        for other in range(len(theirs)):
            set_up(
                arena,
                ours.rows,
                own * SIDE_ROWS,
                ours.counts[own],
                theirs.rows,
                other * SIDE_ROWS,
                theirs.counts[other],
                None,
            )
            table = [0] * 36
            rulings = query.rulings
            fill_table(arena, DICE, rulings.deflection_per == "line", rulings.empty_side_fights, table)
            weight = ours.weights[own] * theirs.weights[other]
            tables.setdefault(attacker_die(ours.counts[own]), []).append((weight, table))
    for die, found in tables.items():
        yield from _grid(die, found, alone=len(tables) == 1)


def _grid(die: int, tables: list[tuple[int, list[int]]], alone: bool) -> Iterator[str]:
    own, other = ("strong", "risky") if die == STRONG else ("risky", "strong")
    when = "" if alone else f", with {'up to 3' if die == STRONG else 'more than 3'} attackers"
    yield f"Faces: your {own} die down, their {other} die across{when}"
    yield " " * 12 + "".join(f"{face:>8}" for face in range(1, 7)).rstrip()
    faces = {STRONG: STRONG_DIE, RISKY: RISKY_DIE}
    for face, values in enumerate(faces[die]):
        cells = (_cell(tables, 6 * face + theirs) for theirs in range(6))
        yield f"{face + 1}  {_values(values):9}" + "".join(f"{cell:>8}" for cell in cells)
    yield "across: " + "  ".join(
        f"{face} is {_values(values)}" for face, values in enumerate(faces[STRONG + RISKY - die][:3], 1)
    )
    yield "        " + "  ".join(
        f"{face} is {_values(values)}" for face, values in enumerate(faces[STRONG + RISKY - die][3:], 4)
    )
    if len(tables) == 1:
        yield "W win, L lose, - nobody; standing attackers:defenders"


def _values(face: tuple[int, int, int]) -> str:
    return "/".join(str(value) for value in face)


def _cell(tables: list[tuple[int, list[int]]], pair: int) -> str:
    if len(tables) == 1:
        code = tables[0][1][pair]
        ours, theirs = count_bits(code), count_bits(code >> SLOTS)
        return f"{_LETTERS[winner(ours, theirs)]} {ours}:{theirs}"
    total = sum(weight for weight, _ in tables)
    won = sum(
        weight for weight, table in tables if winner(count_bits(table[pair]), count_bits(table[pair] >> SLOTS)) == 0
    )
    return percent(won / total).replace(" ", "")
