"""`odds compare` from the outside."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.test_attack import odds, refused

QUESTION = ["Catapult, Archer", "Catapult, Archer, Conscript", "--against", "Genoese", "--deck", "Spy"]


def test_table_fits_and_names_the_best():
    done = odds("compare", *QUESTION)
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "B wins most often, A brings most VP." in done.stdout
    assert "not the" in done.stdout


def test_json_holds_the_answers_of_attack():
    found = json.loads(odds("compare", *QUESTION, "--json").stdout)
    alone = json.loads(odds("attack", QUESTION[0], *QUESTION[2:], "--json").stdout)
    assert found["line_ups"][0] == {"line_up": QUESTION[0], **alone}


def test_chart(tmp_path: Path):
    file = tmp_path / "chart.svg"
    assert odds("compare", *QUESTION, "--chart", str(file)).returncode == 0
    assert file.stat().st_size > 1000


def test_one_line_up_is_refused():
    assert "2 to 6" in refused(odds("compare", "Archer", "--against", "Genoese"))


def test_the_target_from_standard_input_serves_every_line_up(tmp_path: Path):
    file = tmp_path / "first.txt"
    file.write_text("Catapult\nArcher\n", encoding="utf-8")
    done = odds("compare", f"@{file}", QUESTION[1], "--against", "-", *QUESTION[4:], stdin=b"Genoese\n")
    assert done.stdout == odds("compare", *QUESTION).stdout
    assert "only one phrase" in refused(odds("compare", "-", "Archer", "--against", "-"))


def test_a_bad_line_up_is_named_by_its_number():
    assert refused(odds("compare", "Nobody", "Archer", "--against", "Genoese")).startswith(
        "odds: line-up 1: attackers: "
    )
    assert refused(odds("compare", "Archer", "none", "--against", "Genoese")).startswith("odds: line-up 2: attackers: ")
