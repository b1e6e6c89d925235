"""Rows of a sweep of advice are the best attacks of `odds.advise`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import odds
from odds.history.line_ups import basic_deck
from odds.history.phrases import read_units
from odds.history.table_quick import quick_table

CARDS = odds.read_card_set()
BOARDS = ["II: Genoese Crossbowmen, Trưng Sisters, -", "I: Theban Sacred Band, -, Hannibal Barca"]


def spec(**more: Any) -> dict[str, Any]:
    return {
        "kind": "advice",
        "positions": {"hands": ["Catapult, Archer, Spy"], "boards": BOARDS},
        "advice": {"tokens": "+2 melee", "sabaton": "Pär"},
    } | more


def check(row: Any, advice: odds.Advice) -> None:
    """Hold a row to the advice on one position."""
    first, *_ = advice.rows()
    for name in ("kind", "target", "line_up", "cards", "score", "win", "lose", "nobody", "vp", "unit_vp", "relic_vp"):
        assert row[name] == first[name], name
    assert (row["target_era"], row["attacks"]) == (first["era"], advice.search.considered)
    best, second = advice.shortlist(2)
    assert row["ahead"] == float(best.score - second.score)


def test_rows_are_the_best_attacks():
    grid = {"Genoese": {"normal": [0, 3]}, "objective": ["win", "vp"], "rulings": {"empty_side_fights": [True, False]}}
    frame = odds.sweep(spec(grid=grid))
    assert len(frame) == 16
    for _, row in frame.iterrows():
        units = tuple(
            replace(unit, normal=row["Genoese.normal"]) if unit.name == "Genoese Crossbowmen" else unit
            for unit in CARDS.units
        )
        rulings = odds.Rulings(empty_side_fights=row["rulings.empty_side_fights"] == "true")
        table = quick_table(
            hand=row["hand"],
            board=row["board"],
            tokens="+2 melee",
            sabaton="Pär",
            cards=replace(CARDS, units=units),
            rulings=rulings,
        )
        check(row, odds.advise(table, objective=row["objective"], method="exact"))


def test_every_hand_of_a_deck_draws_from_the_rest():
    positions = {"owners": ["Pär"], "boards": BOARDS[:1]}
    frame = odds.sweep(spec(positions=positions, advice={}, sample={"rows": 6}, seed=2))
    deck = sorted(unit.id for unit in basic_deck(CARDS, "Pär"))
    for _, row in frame.iterrows():
        rest = list(deck)
        for unit in read_units(row["hand"], CARDS, what="hand"):
            rest.remove(unit.id)
        pile = ", ".join(rest)
        table = quick_table(hand=row["hand"], board=row["board"], deck=pile, sabaton="Pär")
        check(row, odds.advise(table, method="exact"))
    assert len(odds.sweep(spec(positions=positions | {"owners": ["Pär"]}, sample={"rows": 2}))) == 2


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"positions": {"boards": BOARDS}}, "positions.hands: none, so there is nothing to sweep"),
        ({"positions": {"hands": ["Archer"]}}, "positions.boards: none"),
        ({"positions": {"hands": ["Archr"], "boards": BOARDS}}, "Archr"),
        ({"positions": {"hands": ["Archer"], "boards": ["II: Saladdin"]}}, "positions.boards, item 1: .*Saladdin"),
        ({"positions": {"hands": ["Archer"], "bords": []}}, "positions: unknown key 'bords', nearest is boards"),
        ({"advice": {"objective": "fun"}}, "advice.objective: is one of win, vp"),
        ({"advice": {"deck": 3}}, "advice.deck: is a phrase in quotes"),
        ({"grid": {"tokens": ["Banana"]}}, "tokens.*Banana"),
        ({"fights": {}}, 'fights: belongs to specs of kind = "fights"; this one is of advice'),
    ],
)
def test_wrong_specs_are_refused_by_name(tmp_path: Path, more: dict[str, Any], told: str):
    with pytest.raises(odds.InputError, match=told):
        odds.sweep(spec(**more), tmp_path / "out")
    assert not (tmp_path / "out").exists()
