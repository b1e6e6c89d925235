"""Line-ups of numbered cards for `match_ups`, and the same fights with the two dice swapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from odds.history import match_ups
from odds.history.cards import Unit
from odds.history.encode import DICE, encode_unit
from odds.history.faces import PLACE, RISKY, SHOWN, TWIN
from odds.history.fight import REROLL, SLOTS, UNIT_WIDTH
from odds.history.match_ups import MatchUps, Side, Terms
from odds.history.query import Query
from odds.history.rules import DEFENDER_SLOTS, Rulings
from odds.threads import threads_to_use

Array = np.ndarray[Any, np.dtype[Any]]


def terms(rulings: Rulings, objective: str = "win", relics: Mapping[str, int] | None = None) -> Terms:
    """Return what holds for fights against the board.

    Args:
        rulings: The open rulings.
        objective: What re-rolls are played for, `"win"` or `"vp"`.
        relics: Relics owned, of each era.
    """
    anybody = (Unit("anybody"),)
    return match_ups.terms_of(Query(anybody, anybody, rulings=rulings, objective=objective, relics=dict(relics or {})))


def check(line_ups: Sequence[Sequence[Unit]], targets: Sequence[Sequence[Unit]]) -> None:
    """Refuse line-ups the rules do not allow.

    Raises:
        InputError: Too many units or none, too many war tokens, a token on a board defender.
    """
    for line_up in line_ups:
        Query(tuple(line_up), (Unit("anybody"),), reinforced=True)
    for target in targets:
        Query((Unit("anybody"),), tuple(target), reinforced=True)


def encode(line_ups: Sequence[Sequence[Unit]]) -> Side:
    """Put attackers' line-ups into numbers."""
    places: dict[Unit, int] = {}
    index = np.full((len(line_ups), SLOTS), -1, np.int64)
    for number, units in enumerate(line_ups):
        for slot, unit in enumerate(units):
            index[number, slot] = places.setdefault(unit, len(places))
    return encode_indices(list(places), index)


def encode_indices(cards: Sequence[Unit], index: Array) -> Side:
    """Put attackers' line-ups of numbered cards into numbers.

    Args:
        cards: The cards.
        index: Which card stands in each slot, -1 for none, shape (line-ups, up to 5).
    """
    table = np.zeros((len(cards) + 1, UNIT_WIDTH), np.int64)  # the last row is the empty slot
    for place, unit in enumerate(cards):
        table[place] = encode_unit(unit)
    slots = np.full((len(index), SLOTS), -1, np.int64)
    slots[:, : index.shape[1]] = index
    rows = table[slots]
    return Side(
        rows.reshape(-1),
        (slots >= 0).sum(axis=1),
        rows[:, :, REROLL].sum(axis=1),
        np.zeros((len(index), DEFENDER_SLOTS), np.int64),
    )


def solve(
    attackers: Side, defenders: Side, ours: Array, theirs: Array, held: Terms, threads: int | None = None
) -> MatchUps:
    """Return the exact results of match-ups, by default on all processors; see `match_ups.solve`."""
    return match_ups.solve(attackers, defenders, ours, theirs, held, threads_to_use() if threads is None else threads)


def solve_fights(
    fights: Sequence[tuple[Sequence[Unit], Sequence[Unit]]], held: Terms, threads: int | None = None
) -> MatchUps:
    """Return the exact results of fights, each a pair of line-ups after reinforcement (R2)."""
    every = np.arange(len(fights))
    attackers = encode([ours for ours, _ in fights])
    defenders = match_ups.defending_side([theirs for _, theirs in fights], held)
    return solve(attackers, defenders, every, every, held, threads)


def swapped_dice() -> list[int]:
    """Return the flat dice with the strong and the risky die in each other's place."""
    half = (TWIN - RISKY) // 3
    swapped = DICE[RISKY:TWIN] + DICE[:RISKY] + DICE[TWIN + half : SHOWN] + DICE[TWIN : TWIN + half]
    shown = (PLACE - SHOWN) // 4
    for block in (1, 0, 3, 2):
        swapped = swapped + DICE[SHOWN + shown * block : SHOWN + shown * (block + 1)]
    return swapped + DICE[PLACE:]


def solve_swapped(attackers: Side, defenders: Side, ours: Array, theirs: Array, held: Terms) -> Array:
    """Return the chance to win of match-ups in which each side rolls the other one's die: what if R8 had it so?"""
    ours, theirs = np.ascontiguousarray(ours, np.int64), np.ascontiguousarray(theirs, np.int64)
    rerolls = int((attackers.rerolls[ours] + defenders.rerolls[theirs]).max(initial=0))
    powers = np.array([6**power for power in range(rerolls + 1)], np.int64)
    sums = np.zeros((len(ours), match_ups.SUMS), np.int64)
    match_ups.KERNELS(
        *("tally_match_ups", 0, len(ours)),
        *(attackers.rows, attackers.counts, defenders.rows, defenders.counts, ours, theirs),
        np.array(swapped_dice(), np.int64),
        *(held.challenge, held.rulings.deflection_per == "line", held.rulings.empty_side_fights),
        *(np.array(held.prizes, np.int64), powers, sums),
    )
    return np.asarray(sums[:, match_ups.WON] / (36 * int(powers[-1])))
