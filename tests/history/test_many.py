"""`odds.resolve_many`: shapes, one line-up for all fights, bad input."""

from __future__ import annotations

import numpy as np
import pytest

import odds
from odds.history import many

FACES = np.array([(ours, theirs) for ours in range(1, 7) for theirs in range(1, 7)])


def test_one_line_up_for_all_is_the_same_as_one_each(monkeypatch):
    monkeypatch.setattr(many, "PART", 10)  # several parts, the last one shorter
    attackers, defenders = "Catapult, Archer", "Genoese, Trung"
    one = odds.resolve_many(attackers, defenders, FACES)
    each = odds.resolve_many([attackers] * 36, [defenders] * 36, FACES)
    mixed = odds.resolve_many(attackers, [defenders] * 36, FACES)
    for other in (each, mixed):
        for name in ("winner", "attackers_standing", "defenders_standing", "attackers_deployed", "defenders_deployed"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_all_faces_make_the_exact_odds():
    found = odds.resolve_many("Catapult, Archer", "Genoese", FACES)
    exact = odds.attack("Catapult, Archer", "Genoese")
    assert f"{(found.winner == 0).sum()}/36" == "28/36"
    assert exact.fractions["win"] == "7/9"


def test_frame_tells_every_fight():
    frame = odds.resolve_many("Catapult, Archer", "Genoese", FACES).to_frame()
    assert len(frame) == 36
    assert (frame["attackers_surviving"] + frame["attackers_defeated"] == 2).all()
    assert set(frame["winner"].cat.categories) == {"attacker", "defender", "nobody"}


def test_no_fights_are_no_rows():
    assert len(odds.resolve_many("Archer", "Genoese", np.empty((0, 2), int))) == 0


@pytest.mark.parametrize(
    ("attackers", "defenders", "faces", "told"),
    [
        ("Archer", "Genoese", [[1, 7]], "1 to 6"),
        ("Archer", "Genoese", [[0, 1]], "1 to 6"),
        ("Archer", "Genoese", [1, 2], "shape"),
        ("Archer", "Genoese", [[1.5, 2]], "whole numbers"),
        (["Archer"] * 2, "Genoese", [[1, 1]] * 3, "2 line-ups for 3"),
        ("Archer", "5 0/0/0", [[1, 1]], "more than 4"),
        ("6 Archer", "Genoese", [[1, 1]], "5 slots"),
        (np.zeros((1, 2, 3), int), "Genoese", [[1, 1]], "shape"),
    ],
)
def test_bad_input_is_named(attackers, defenders, faces, told):
    with pytest.raises(odds.InputError, match=told):
        odds.resolve_many(attackers, defenders, faces)


def test_an_empty_slot_in_front_is_refused():
    line_up = odds.encode_line_ups(["Archer, Archer"])
    line_up[0, 0] = 0
    with pytest.raises(odds.InputError, match="empty slot"):
        odds.resolve_many(line_up, "Genoese", [[1, 1]])
