"""Line-ups side by side are the answers of `attack`, told in one table."""

from __future__ import annotations

import pytest

import odds
from odds.errors import InputError

LINE_UPS = ["Catapult, Archer", "Catapult, Archer, Conscript", "Archer"]


def test_each_column_is_the_answer_of_attack():
    found = odds.compare(LINE_UPS, "Genoese", deck="Spy")
    frame = found.to_frame()
    assert list(frame.columns) == LINE_UPS
    for line_up in LINE_UPS:
        alone = odds.attack(line_up, "Genoese", deck="Spy")
        column = frame[line_up]
        assert (column["win"], column["lose"], column["nobody"]) == (alone.win, alone.lose, alone.nobody)
        assert column["units conquered"] == alone.conquered["expected"]
        assert column["VP"] == alone.expected_vp
        for count, share in alone.attacker_survivors.items():
            assert column[f"attackers standing {count}"] == share


def test_best_is_by_win_and_by_points():
    # B: sure to win, but with 4 units only one relic is drawn; A: sure to win with the same spoils and more relics.
    found = odds.compare(["4 1/0/0", "9/9/9"], "0/0/0", relics={"I": 4}, relics_gone={"I": 3})
    by_win, by_points = found.best()
    assert found.odds[by_win].win == max(one.win for one in found.odds)
    assert found.odds[by_points].expected_vp == max(one.expected_vp for one in found.odds)
    assert by_points == 1


def test_sampled_line_ups_share_one_seed():
    found = odds.compare(LINE_UPS[:2], "Genoese", deck="Spy", fights=100)
    assert found.odds[0].seed == found.odds[1].seed is not None


@pytest.mark.parametrize(
    ("line_ups", "told"), [(["Archer"], "2 to 6"), (["Archer"] * 7, "2 to 6"), (["Archer", "Archr"], "line-up 2")]
)
def test_bad_input_is_named(line_ups, told):
    with pytest.raises(InputError, match=told):
        odds.compare(line_ups, "Genoese")
