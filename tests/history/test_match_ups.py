"""Many match-ups at once: the same odds as one question each, to the last bit."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest

import odds
from odds.history import line_ups, match_up_matrix, match_ups
from odds.history.rules import SABATONS, Rulings

CARDS = odds.read_card_set()
SIDES = (
    "Catapult, Archer, Conscript, Spy (Pär)",
    "Spy (Pär), Spy (Tommy), Militia",
    "Archer",
    "3/1/0:2 heroic-death:2 left right ambush deflection, 1/2/3 reroll:2 left right accuracy:1/0/1",
    "Alvin York, Joan of Arc",
    "2 Archer + '+2 melee', Militia + 'Re-roll'",
)
TARGETS = (
    "Genoese Crossbowmen, Trưng Sisters",
    "Airborne Pathfinders",
    "Night Witches, Iceni Chariots, Zulu Impi",
    "Joan of Arc, 0/2/2:3 deflection heroic-death left right",
)


@pytest.mark.parametrize("objective", ["win", "vp"])
@pytest.mark.parametrize("rulings", [Rulings(), Rulings("fight", False)])
def test_matrix_is_the_odds_of_each_attack(objective: str, rulings: Rulings):
    ours = [read(side, "basic") for side in SIDES]
    theirs = [read(target, "elite") for target in TARGETS]
    found = match_up_matrix.matrix(ours, theirs, objective=objective, rulings=rulings)
    frame = found.to_frame()
    for row, side in enumerate(SIDES):
        for column, target in enumerate(TARGETS):
            alone = odds.attack(side, target, objective=objective, rulings=rulings)
            line = frame.iloc[row * len(TARGETS) + column]
            for name in ("win", "lose", "nobody", "expected_unit_vp", "expected_relic_vp", "expected_vp"):
                assert line[name] == getattr(alone, name), (side, target, name)
            assert line["expected_conquered"] == alone.conquered["expected"]
            assert found.table("win")[row, column] == alone.win
            assert line["attackers_deployed"] == max(alone.attackers_deployed)
            for name in ("attacker_survivors", "defender_survivors"):
                expected = sum(units * share for units, share in getattr(alone, name).items())
                assert line[f"expected_{name}"] == pytest.approx(expected, rel=1e-14)


def read(phrase: str, kind: str) -> tuple[odds.Unit, ...]:
    from odds.history.odds import as_units

    return as_units(phrase, CARDS, "line-up", kind)


def test_a_sample_of_the_large_matrix(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(match_ups, "BLOCK", 100)  # several blocks for the threads
    ours = [line_up for _, line_up in line_ups.basic_line_ups(CARDS, ["Pär"], [2])]
    theirs = [target for _, target in line_ups.single_targets(CARDS, ["II"])]
    table = match_up_matrix.matrix(ours, theirs, threads=1).table("win")
    assert table.shape == (len(ours), 15)
    np.testing.assert_array_equal(table, match_up_matrix.matrix(ours, theirs, threads=2).table("win"))
    chosen = random.Random(3)
    for _ in range(40):
        row, column = chosen.randrange(len(ours)), chosen.randrange(15)
        assert table[row, column] == odds.attack(list(ours[row]), list(theirs[column])).win


def test_line_ups_are_those_of_every_hand():
    for owner in SABATONS:
        deck = line_ups.basic_deck(CARDS, owner)
        assert len(deck) == 8
        found = [line_up for _, line_up in line_ups.basic_line_ups(CARDS, [owner])]
        assert len(found) == len(set(found))
        assert set(found) == {hand for size in range(1, 5) for hand in permutations(deck, size)}
    assert len(line_ups.single_targets(CARDS)) == 60
    assert [era for era, _ in line_ups.single_targets(CARDS, ["II"], ["hero"])] == ["II", "II"]


def test_more_re_rolls_than_64_bits_hold_are_refused():
    ours = [read("0/0/0 reroll:9, 0/0/0 reroll:9, 0/0/0 reroll:9", "basic")]
    with pytest.raises(odds.InputError, match="re-rolls"):
        match_up_matrix.matrix(ours, [read("0/0/0", "elite")])


def test_nothing_to_compare_is_refused():
    with pytest.raises(odds.InputError, match="at least one line-up"):
        match_up_matrix.matrix([], [read("0/0/0", "elite")])
    with pytest.raises(odds.InputError, match="R1"):
        match_up_matrix.matrix([read("6 0/0/0", "basic")], [read("0/0/0", "elite")])
