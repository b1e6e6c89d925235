"""`odds defend` from the outside."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_attack import odds, refused

TABLE = """\
format = 1
[me]
sabaton = "Pär"
hand = "Catapult, Archer"
deck = "Spy"
tokens = ["+2 melee"]
[players.Chris]
army = "Scout, Medic, Archer"
hand_size = 2
[players.Tommy]
"""
SHORT = ["--me", "Pär", "--by", "Chris", "--hand", "Catapult, Archer", "--deck", "Spy", "--tokens", "+2 melee"]
SHORT += ["--against-army", "Scout, Medic, Archer", "--against-hand", "2"]


@pytest.fixture
def table(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text(TABLE, encoding="utf-8")
    return str(file)


def test_says_what_to_put_down(table):
    done = odds("defend", table, "--by", "chris")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Chris challenges you. Put down:"
    assert [line[:2] for line in lines if line[:1].isdigit()] == ["1.", "2.", "3."]
    assert "(+2 melee)" in lines[2]
    assert "you win " in lines[3]
    assert "Exact: " in done.stdout
    assert "reconstructed values, not the printed" in done.stdout.replace("\n", " ")
    assert max(map(len, lines)) <= 80
    assert done.stderr == ""


def test_the_short_form_is_the_same_question(table):
    said = json.loads(odds("defend", table, "--by", "Chris", "--json").stdout)
    found = json.loads(odds("defend", *SHORT, "--json").stdout)
    assert found["deployments"] == said["deployments"]
    assert found["method"] == "exact"
    assert found["considered"] == 11  # none; either alone, with the token or without; both in either order, 3 ways each


def test_json_is_sampled_as_told(table):
    arguments = ("defend", table, "--by", "Chris", "--json", "--method", "monte-carlo", "--seed", "7", "--time", "0.01")
    done = odds(*arguments)
    found = json.loads(done.stdout)
    assert (found["method"], found["seed"], found["by"]) == ("monte-carlo", 7, "Chris")
    assert found["samples"] >= 4
    best = found["deployments"][0]
    assert best["low"] <= best["score"] <= best["high"]
    assert not best["exact"]
    assert odds(*arguments).stdout == done.stdout


def test_the_objective_changes_what_is_kept_low(table):
    found = json.loads(odds("defend", table, "--by", "Chris", "--json", "--objective", "win").stdout)
    best = found["deployments"][0]
    assert best["score"] == best["lose"]
    weighed = json.loads(odds("defend", table, "--by", "Chris", "--json", "--weights", "win=2,card=0").stdout)
    assert (weighed["objective"], weighed["weights"]["win"]) == ("weights", "2")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "name a table file"),
        (["no.toml"], "cannot read 'no.toml'"),
        (["TABLE"], "--by: who challenges you? name one of Chris, Tommy"),
        (["TABLE", "--by", "Hannes"], "--by: "),
        (["TABLE", "--by", "Chris", "--hand", "Archer"], "leave out --hand"),
        (["TABLE", "--by", "Chris", "--objective", "glory"], "--objective: "),
        (["TABLE", "--by", "Chris", "--weights", "win=much"], "--weights: "),
        (["TABLE", "--by", "Chris", "--time", "0"], "--time: "),
        (["TABLE", "--by", "Chris", "--seed", "-1"], "--seed: "),
        (["TABLE", "--by", "Chris", "--method", "guess"], "the method is one of"),
        (["--me", "Pär", "--by", "Pär", "--hand", "Archer"], "--by: Pär is you"),
        (["--me", "Prä", "--by", "Chris", "--hand", "Archer"], "--me: "),
        ([*SHORT[:-3], "Scuot"], "--against-army: "),
        ([*SHORT[:-1], "4"], "--against-hand: 4 cards in hand"),
    ],
)
def test_bad_input_is_one_line(table, arguments, complaint):
    said = refused(odds("defend", *(table if argument == "TABLE" else argument for argument in arguments)))
    assert complaint in said
