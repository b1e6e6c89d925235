"""`odds advise` from the outside."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import odds as api
from tests.cli.test_attack import odds, refused

SHORT = ["--hand", "Catapult, Archer", "--me", "Pär", "--board", "II: Genoese Crossbowmen"]
SAMPLED = ["--method", "monte-carlo", "--seed", "1"]
FULL = Path(__file__).parents[1] / "data" / "tables" / "full_position.toml"


def test_says_what_to_attack_and_why():
    done = odds("advise", *SHORT)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "1. Catapult, Archer against Genoese Crossbowmen (era II)"
    assert lines[1] == "   77.8 % to win; +1.67 VP expected (units 0.89, relic 0.78)"
    assert [line[:2] for line in lines if line[:1].isdigit()] == ["1.", "2.", "3."]
    assert "Exact: 4 attacks, 4 fights, every one evaluated." in lines
    assert "reconstructed values, not the printed" in done.stdout.replace("\n", " ")
    assert max(map(len, lines)) <= 80
    assert done.stderr == ""


def test_every_form_of_the_answer_is_that_of_python():
    table = api.quick_table(hand="Catapult, Archer", sabaton="Pär", board="II: Genoese Crossbowmen")
    rows = api.advise(table, everything=True).rows()
    told = json.loads(odds("advise", *SHORT, "--json", "--all").stdout)["attacks"]
    assert [attack["win"] for attack in told] == [row["win"] for row in rows]
    written = list(csv.DictReader(io.StringIO(odds("advise", *SHORT, "--csv", "--all").stdout)))
    assert [float(row["score"]) for row in written] == [row["score"] for row in rows]
    listed = odds("advise", *SHORT, "--all").stdout.splitlines()[1:5]
    assert [line.split("  ")[-1].split(" against")[0] for line in listed] == [row["line_up"] for row in rows]
    assert len(json.loads(odds("advise", *SHORT, "--json").stdout)["attacks"]) == 3


def test_a_sampled_attack_is_never_certain():
    sure = ["--hand", "Archer, 90/90/90:9 reinforcement", "--deck", "Spy", "--me", "Pär"]
    lines = odds("advise", *sure, "--board", "II: Genoese Crossbowmen", *SAMPLED).stdout.splitlines()
    assert any(line.startswith("   ~100 % to win") for line in lines)
    listed = odds("advise", *sure, "--board", "II: Genoese Crossbowmen", *SAMPLED, "--all").stdout
    assert " ~100 % " in listed
    assert not any(line.split()[1:3] == ["100", "%"] for line in listed.splitlines())


def test_no_time_is_not_nothing_to_fight():
    nothing = odds("advise", "--hand", "Archer", "--me", "Pär", "--board", "II: -, -, -", "--era", "II")
    assert "There is nothing to fight, or nobody to fight with." in nothing.stdout
    late = odds("advise", str(FULL), "--time", "0.000001")
    assert late.returncode == 0
    assert "The time ended before an attack was weighed; give it more" in late.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "TABLE: name a table file, or your --hand and the --board"),
        (["no.toml"], "cannot read 'no.toml'"),
        ([str(FULL), "--hand", "Archer"], "leave out --hand"),
        ([*SHORT, "--objective", "glory"], "--objective: "),
        ([*SHORT, "--weights", "win=much"], "--weights: "),
        ([*SHORT, "--method", "guess"], "the method is one of"),
        ([*SHORT, "--time", "0"], "--time: "),
        ([*SHORT, "--seed", "-1"], "--seed: a seed is a whole number from 0"),
        ([*SHORT, "--csv", "--json"], "--csv: --csv or --json, not both"),
        ([*SHORT, "--risk", "--all"], "--risk: "),
        ([*SHORT[:-1], "V: Genoese"], "--board: "),
        (["--hand", "Archr", *SHORT[2:]], "--hand: "),
        (["--hand", "-", "--deck", "-", *SHORT[2:]], "only one phrase can be read from standard input"),
    ],
)
def test_bad_input_is_one_line(arguments, complaint):
    assert complaint in refused(odds("advise", *arguments))


def test_rulings_nested_too_deep_are_no_fault_of_the_program(tmp_path):
    (tmp_path / "deep.toml").write_text("x = " + "[" * 5000)
    said = refused(odds("advise", *SHORT, "--rulings", str(tmp_path / "deep.toml")))
    assert "is no TOML file" in said
