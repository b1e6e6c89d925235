"""Rows of a sweep of fights are the answers of `odds.attack`; specs that cannot be are refused by name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import odds

CARDS = odds.read_card_set()
SAME = (
    *("win", "lose", "nobody", "expected_unit_vp", "expected_relic_vp", "expected_vp", "expected_honour_vp"),
    *("opponent_vp", "expected_medal_vp", "method", "fights"),
)


def check(row: Any, answer: odds.Odds) -> None:
    """Hold a row to the answer of one question."""
    for name in SAME:
        if name in row:
            value, wanted = row[name], getattr(answer, name)
            assert (pd.isna(value) and wanted is None) or value == wanted, (name, value, wanted)
    assert row["expected_conquered"] == answer.conquered["expected"]
    for outcome in ("win", "lose", "nobody"):
        assert row[f"{outcome}_fraction"] == (answer.fractions[outcome] if answer.fractions else "")
    for name in ("attacker_survivors", "defender_survivors", "attackers_deployed"):
        expected = sum(units * share for units, share in getattr(answer, name).items())
        assert row[f"expected_{name}"] == pytest.approx(expected, rel=1e-12)


def changed(name: str, **values: Any) -> odds.CardSet:
    return replace(CARDS, units=tuple(replace(unit, **values) if unit.name == name else unit for unit in CARDS.units))


def test_a_grid_over_cards_tokens_rulings_and_options():
    frame = odds.sweep(
        {
            "attackers": {"line_ups": ["Catapult, Archer + '+2 melee', Conscript", "Archer, Spy"]},
            "targets": {"line_ups": ["Genoese Crossbowmen, Trưng Sisters"], "eras": ["IV"]},
            "fights": {"relics": "I:2"},
            "grid": {
                "Trưng Sisters": {"melee": [2, 4]},
                "+2 melee": {"melee": [-1, 3]},
                "rulings": {"empty_side_fights": [True, False]},
                "objective": ["win", "vp"],
            },
        }
    )
    assert len(frame) == 16 * 2 * 16
    assert frame["row"].tolist() == list(range(512))
    assert list(frame.columns[:6]) == [
        *("row", "card_set", "Trưng Sisters.melee", "+2 melee.melee", "rulings.empty_side_fights", "objective"),
    ]
    for _, row in frame.iloc[::7].iterrows():
        cards = changed("Trưng Sisters", melee=row["Trưng Sisters.melee"])
        tokens = tuple(
            replace(token, melee=row["+2 melee.melee"]) if token.name == "+2 melee" else token
            for token in cards.war_tokens
        )
        rulings = {"empty_side_fights": row["rulings.empty_side_fights"]}
        options = {"cards": replace(cards, war_tokens=tokens), "objective": row["objective"], "relics": "I:2"}
        check(row, odds.attack(row["attackers"], row["defenders"], rulings=rulings, **options))


def test_piles_are_drawn_from_exactly_and_by_sampling():
    spec = {
        "seed": 3,
        "attackers": {"line_ups": ["Catapult, Conscript", "Archer"]},
        "targets": {"line_ups": ["Zulu Impi", "Genoese Crossbowmen"]},
        "fights": {"stack": "Night Witches, Iceni Chariots", "method": "exact"},
        "grid": {"deck": ["", "Spy (Pär), 2 Militia"], "Spy (Pär)": {"melee": [0, 3]}},
    }
    frame = odds.sweep(spec)
    assert len(frame) == 16
    for _, row in frame.iterrows():
        units = tuple(
            replace(unit, melee=row["Spy (Pär).melee"]) if unit.id == "par-spy" else unit for unit in CARDS.units
        )
        cards = replace(CARDS, units=units)
        piles = {"deck": row["deck"], "stack": "Night Witches, Iceni Chariots"}
        check(row, odds.attack(row["attackers"], row["defenders"], cards=cards, **piles))
    del spec["grid"]["Spy (Pär)"]
    spec["fights"] |= {"method": "monte-carlo", "fights": 300}
    frame = odds.sweep(spec)
    assert frame["seed"].is_unique
    for _, row in frame.iterrows():
        options = {"deck": row["deck"], "stack": "Night Witches, Iceni Chariots", "method": "monte-carlo"}
        answer = odds.attack(row["attackers"], row["defenders"], fights=300, seed=row["seed"], **options)
        check(row, answer)
        assert (row["win_low"], row["win_high"]) == answer.win_interval


def test_a_challenge_counts_medals_and_honour():
    frame = odds.sweep(
        {
            "attackers": {"line_ups": ["Spy (Pär), Catapult, Pikeman", "9/9/9"]},
            "targets": {"line_ups": ["Archer (Pär) + '+2 melee', Spy (Pär)", "none"]},
            "fights": {"challenge": True, "their_relics": "I:2,IV:1"},
            "grid": {"medals": ["1,5", ""], "objective": ["win", "vp"]},
        }
    )
    assert len(frame) == 16
    for _, row in frame.iterrows():
        medals = [int(value) for value in row["medals"].split(",")] if row["medals"] else None
        options = {"their_relics": "I:2,IV:1", "medals": medals, "objective": row["objective"]}
        check(row, odds.challenge(row["attackers"], row["defenders"], **options))


def test_many_re_rolls_are_answered_one_by_one():
    frame = odds.sweep(
        {
            "attackers": {"line_ups": ["1/1/1 reroll:9, 1/1/1 reroll:9", "1/1/1 reroll:2"]},
            "targets": {"line_ups": ["1/2/3:2 reroll:9"]},
            "fights": {"objective": "vp"},
        }
    )
    for _, row in frame.iterrows():
        check(row, odds.attack(row["attackers"], row["defenders"], objective="vp"))


def test_hands_owners_and_sizes():
    frame = odds.sweep(
        {
            "attackers": {"hands": ["Archer (Pär), Spy (Pär), Catapult"], "owners": ["Pär"], "sizes": [2]},
            "targets": {"eras": "all", "kinds": ["hero"]},
        }
    )
    assert len(frame) == (6 + 7 * 6 + 1) * 8
    assert set(frame["home"]) == {"Pär", "Archer (Pär), Spy (Pär), Catapult"}
    assert sorted(set(frame["era"])) == ["I", "II", "III", "IV"]


def test_card_sets_one_after_the_other():
    other = replace(changed("Archer", melee=5), name="changed")
    frame = odds.sweep({"attackers": {"line_ups": ["Archer (Pär)"]}, "targets": {"eras": ["I"]}}, cards=[CARDS, other])
    assert frame["card_set"].tolist() == ["reconstructed"] * 15 + ["changed"] * 15
    for cards in (CARDS, other):
        for _, row in frame[frame["card_set"] == cards.name].iterrows():
            check(row, odds.attack(row["attackers"], row["defenders"], cards=cards))


def sample(**more: Any) -> dict[str, Any]:
    return {
        "attackers": {"owners": ["Pär"]},
        "targets": {"eras": "all"},
        "grid": {"Spy (Pär)": {"melee": {"from": 0, "to": 9}}},
        "sample": {"rows": 300},
    } | more


def test_a_random_sample_depends_on_its_seed_alone():
    frame = odds.sweep(sample(seed=4))
    assert frame.equals(odds.sweep(sample(seed=4, part_rows=7)))
    assert not frame.equals(odds.sweep(sample(seed=5)))
    longer = odds.sweep(sample(seed=4, sample={"rows": 400}))
    assert frame.equals(longer.iloc[:300])
    assert set(frame["Spy (Pär).melee"]) == set(range(10))
    assert len(set(frame["defenders"])) > 50


def test_one_axis_value_for_all_owners_of_a_card():
    spec = {
        "attackers": {"owners": "all", "sizes": [1]},
        "targets": {"eras": ["I"]},
        "grid": {"Conscript": {"melee": [9]}},
    }
    frame = odds.sweep(spec)
    changed_cards = changed("Conscript", melee=9)
    wanted = frame[frame["attackers"].str.contains("Conscript")]
    assert len(wanted) == 5 * 15
    for _, row in wanted.iterrows():
        check(row, odds.attack(row["attackers"], row["defenders"], cards=changed_cards))


WHOLE = """
[attackers]
line_ups = ["Archer (Pär)"]
[targets]
eras = ["I"]
"""
WRONG = {
    "unknown key": ("colour = 1\n" + WHOLE, "unknown key 'colour'"),
    "unknown key of a table": (WHOLE + "[fights]\nstak = ''", "fights: unknown key 'stak', nearest is stack"),
    "unknown key of the targets": (WHOLE + "era = ['I']", "targets: unknown key 'era'"),
    "kind": ("kind = 'duels'\n" + WHOLE, "kind: is one of fights"),
    "format": ("format = 9\n" + WHOLE, "format: is 1 in this version, not 9"),
    "no attackers": ("[targets]\neras = 'all'", "attackers: no line-ups, so there is nothing to sweep"),
    "no targets": ("[attackers]\nline_ups = ['Archer']", "targets: no line-ups"),
    "empty line-ups": ("[attackers]\nline_ups = []\n[targets]\neras = 'all'", "attackers.line_ups: is empty"),
    "empty sizes": ("[attackers]\nowners = 'all'\nsizes = []\n[targets]\neras = 'all'", "attackers.sizes: is empty"),
    "empty eras": ("[attackers]\nline_ups = ['Archer']\n[targets]\neras = []", "targets.eras: is empty"),
    "empty axis": (WHOLE + "[grid]\n'Archer (Pär)'.melee = []", "the grid is empty"),
    "axis of one value": (WHOLE + "[grid]\n'Archer (Pär)'.melee = 3", r"is a list of values, as in \[3\]"),
    "value too large": (WHOLE + "[grid]\n'Archer (Pär)'.melee = [100]", "from 0 to 99, not 100"),
    "value twice": (WHOLE + "[grid]\n'Archer (Pär)'.melee = [1, 1]", "the value 1 stands twice"),
    "unknown field": (WHOLE + "[grid]\n'Archer (Pär)'.speed = [1]", "'speed' is no field that can vary"),
    "copies": (WHOLE + "[grid]\n'Archer (Pär)'.copies = [1]", "copies are no axis"),
    "unknown card": (WHOLE + "[grid]\nArchr.melee = [1]", "no unit is called 'Archr'; nearest: Archer"),
    "unknown option": (WHOLE + "[grid]\ndek = ['Spy']", "unknown option 'dek'; nearest: deck"),
    "unknown ruling": (WHOLE + "[grid]\nrulings.dice = [1]", "unknown ruling 'dice'"),
    "objective": (WHOLE + "[grid]\nobjective = ['fun']", "grid.objective: is one of win, vp"),
    "unknown unit": (WHOLE.replace("Archer (Pär)", "Archr"), "attackers.line_ups, item 1"),
    "too many units": (WHOLE.replace("Archer (Pär)", "5 Archer (Pär)"), "attackers, line-up 1: .*R1"),
    "token on the board": (WHOLE + "line_ups = [\"Zulu + '+2 melee'\"]", "targets.line_ups, item 1"),
    "wrong pile": (WHOLE + "[grid]\ndeck = ['Spi']", "deck.*'Spi'"),
    "too many relics": (WHOLE + "[grid]\nrelics = ['I:9']", "relics"),
    "fights without sampling": (WHOLE + "[fights]\nfights = 10", "fights: is for sampled fights"),
    "seed": ("seed = -1\n" + WHOLE, "seed: is a whole number from 0"),
    "part_rows": ("part_rows = 0\n" + WHOLE, "part_rows: is a whole number from 1"),
    "sample": (WHOLE + "[sample]\nrows = 0", "sample.rows: is a whole number from 1"),
    "cards": ("cards = 'nowhere'\n" + WHOLE, "cards: no card set 'nowhere'"),
    "no TOML": ("[attackers", "is no TOML file"),
    "a date": (WHOLE + "[fights]\ndeck = 2020-01-01", "fights.deck"),
    "planned": ("kind = 'games'\n" + WHOLE, "kind"),
}


@pytest.mark.parametrize(("text", "told"), WRONG.values(), ids=WRONG)
def test_wrong_specs_are_refused_by_name(tmp_path: Path, text: str, told: str):
    spec = tmp_path / "spec.toml"
    spec.write_text(text)
    with pytest.raises(odds.InputError, match=told) as refused:
        odds.sweep(spec, tmp_path / "out")
    assert str(refused.value).startswith(str(spec))
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "out").exists()


def test_a_spec_that_is_not_there(tmp_path: Path):
    with pytest.raises(odds.InputError, match=r"spec\.toml: cannot read the spec: No such file"):
        odds.sweep(tmp_path / "spec.toml")
