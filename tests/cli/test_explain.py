"""`odds explain`: what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from odds.cli.explain import explain
from odds.errors import InputError

app = typer.Typer()
app.command()(explain)


def run(*words: str, **environment: str) -> Result:
    result = CliRunner().invoke(app, list(words), env=environment)
    if result.exception is not None and not isinstance(result.exception, SystemExit | InputError):
        raise result.exception
    return result


def refusal(*words: str) -> str:
    result = run(*words)
    assert isinstance(result.exception, InputError), result.output
    assert "\n" not in str(result.exception)
    assert result.stdout == ""
    return str(result.exception)


def test_without_arguments_it_tells_the_golden_fight() -> None:
    lines = run(COLUMNS="200", FORCE_COLOR="1").stdout.splitlines()
    assert lines[0] == "The rulebook's example."
    told = [line.partition(" (")[0] for line in lines if line.startswith(("Ranged", "Normal", "Melee"))]
    assert told == ["Ranged 2 : 0", "Normal 2 : 1", "Melee 2 : 5"]
    assert "  the marker of Genoese Crossbowmen and Trưng Sisters takes 1 and is gone [R5]" in lines
    assert "  Genoese Crossbowmen: 1 damage, defeated [R11]" in lines
    assert "The attacker wins: 1 : 1, a tie goes to the attacker [R16]" in lines
    assert lines[-1] == "card set 'reconstructed': reconstructed values, not the printed values"
    assert max(map(len, lines)) <= 80
    assert not any("\x1b" in line for line in lines)


def test_json() -> None:
    answer = json.loads(run("--json").stdout)
    assert list(answer) == [
        "schema",
        "attackers",
        "defenders",
        "attacker_face",
        "defender_face",
        "events",
        "winner",
        "attackers_standing",
        "defenders_standing",
        "notes",
    ]
    assert answer["schema"] == 1
    assert answer["attackers"] == ["Catapult", "Archer", "Conscript", "Spy"]
    assert answer["defenders"] == ["Genoese Crossbowmen", "Trưng Sisters"]
    assert (answer["attacker_face"], answer["defender_face"]) == (1, 6)
    assert answer["winner"] == "attacker"
    assert answer["attackers_standing"] == [False, False, False, True]
    assert answer["defenders_standing"] == [False, True]
    lines = [event for event in answer["events"] if event["event"] == "line"]
    assert [(line["attackers_sum"], line["defenders_sum"]) for line in lines] == [(2, 0), (2, 1), (2, 5)]


def test_the_example_can_be_played_otherwise() -> None:
    example = run("--attacker-face", "1", "--defender-face", "6").stdout
    assert example == run().stdout
    assert "risky die, face 3: (0,0,3)" in run("--attacker-face", "3", "--defender-face", "6").stdout
    assert "most likely course" in run("--typical").stdout
    assert "by chance with seed 7" in run("--seed", "7").stdout


def test_a_named_fight_is_told_in_its_most_likely_course() -> None:
    words = ("Archer, Conscript", "--against", "trung", "--deck", "2 Spy, Archer")
    assert run(*words).stdout == run(*words, "--typical").stdout
    assert run(*words).stdout.startswith("The most likely course: ")


def test_a_seed_repeats_the_fight() -> None:
    words = ("Archer, Conscript", "--against", "trung", "--deck", "2 Spy, Archer", "--seed")
    assert run(*words, "5").stdout == run(*words, "5").stdout
    assert len({run(*words, str(seed)).stdout.partition("\n")[2] for seed in range(12)}) > 3


def test_spelled_out_units_need_no_note_about_cards() -> None:
    assert "reconstructed" not in run("A=1/1/1", "--against", "B=1/1/1").stdout
    assert "reconstructed" in run("A=1/1/1", "--against", "trung").stdout


def test_an_empty_pile_is_told() -> None:
    assert "  no reinforcement: its pile is empty [R2]" in run("Conscript", "--against", "trung").stdout.splitlines()


def test_rulings_and_challenges() -> None:
    faces = ("--attacker-face", "1", "--defender-face", "1")
    told = run("9/0/0", "--against", "0/0/0", *faces, "--rulings", "empty_side_fights=false").stdout
    assert "Normal: not fought, a side has nobody standing [R15]" in told
    told = run("9/0/0", "--against", "none", "--challenge", *faces).stdout
    assert "Defenders: nobody" in told
    assert "[R19]" in told


def test_a_phrase_from_a_file(tmp_path: Path) -> None:
    phrase = tmp_path / "line-up.txt"
    phrase.write_text("Archer, Catapult\n", encoding="utf-8")
    assert run(f"@{phrase}", "--against", "trung").stdout == run("Archer, Catapult", "--against", "trung").stdout


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--attacker-face", "1"], ["--attacker-face", "--defender-face"]),
        (["--defender-face", "1"], ["--attacker-face", "--defender-face"]),
        (["--attacker-face", "0", "--defender-face", "1"], ["--attacker-face", "not 0"]),
        (["--attacker-face", "1", "--defender-face", "7"], ["--defender-face", "not 7"]),
        (["--attacker-face", "1", "--defender-face", "1", "--seed", "1"], ["--attacker-face", "--seed"]),
        (["--defender-face", "1", "--typical"], ["--defender-face", "--typical"]),
        (["--seed", "1", "--typical"], ["--seed", "--typical"]),
        (["--seed", "-1"], ["--seed"]),
        (["--seed", str(2**63)], ["--seed"]),
        (["Archer"], ["--against"]),
        (["Archer", "--challenge"], ["--against"]),
        (["--against", "trung"], ["attackers"]),
        (["--deck", "Spy"], ["attackers"]),
        (["", "--against", "trung"], ["attackers", "R1"]),
        (["6 Archer", "--against", "trung"], ["attackers", "R1"]),
        (["999999 Archer", "--against", "trung"], ["attackers"]),
        (["Archer", "--against", "none"], ["--against", "R1"]),
        (["Nobody", "--against", "trung"], ["attackers", "Nobody"]),
        (["0/0/0:0", "--against", "trung"], ["attackers", "toughness"]),
        (["1000000000/0/0", "--against", "trung"], ["attackers"]),
        (["Archer", "--against", "trung + ambush"], ["--against", "R7"]),
        (["--cards", "/nowhere"], ["/nowhere"]),
    ],
)
def test_bad_input_is_named(words: list[str], named: list[str]) -> None:
    message = refusal(*words)
    assert all(part in message for part in named), message
