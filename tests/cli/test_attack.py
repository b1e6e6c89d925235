"""`odds attack` as a player uses it: output, exit codes, one line for bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = ["Catapult, Archer, Conscript", "--deck", "Spy", "--against", "Genoese Crossbowmen, Trưng Sisters"]
KEYS = [
    "schema",
    "objective",
    "notes",
    "method",
    "fights",
    "seed",
    "card_set",
    "card_values",
    "rulings",
    "win",
    "lose",
    "nobody",
    "win_interval",
    "fractions",
    "attackers_deployed",
    "attacker_survivors",
    "defender_survivors",
    "conquered",
    "expected_unit_vp",
    "expected_relic_vp",
    "expected_medal_vp",
    "expected_honour_vp",
    "opponent_vp",
    "expected_vp",
    "verdict",
]


def odds(*arguments: str, stdin: bytes | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "80", **env}
    done = subprocess.run(
        [sys.executable, "-m", "odds", *arguments],
        input=stdin or b"",
        capture_output=True,
        env=environment,
        timeout=120,
    )
    return subprocess.CompletedProcess(arguments, done.returncode, done.stdout.decode(), done.stderr.decode())


def answer(*arguments: str, **env: str) -> dict:
    done = odds("attack", *arguments, "--json", **env)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refused(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2
    assert done.stdout == ""
    # Before the first use on a machine the kernels are compiled, which is said once.
    told = [line for line in done.stderr.splitlines() if not line.startswith("compiling ")]
    assert len(told) == 1
    assert "Traceback" not in done.stderr
    return told[0] + "\n"


def test_json_has_the_contract_s_keys_in_order_and_nothing_else_on_stdout():
    found = answer(*GOLDEN)
    assert list(found) == KEYS
    assert found["schema"] == 1
    assert found["card_values"] == "reconstructed"
    assert found["method"] == "exact"
    assert found["attackers_deployed"] == {"4": 1.0}
    assert sum(found[name] for name in ("win", "lose", "nobody")) == pytest.approx(1)


def test_text_leads_with_the_verdict_and_fits_a_phone():
    done = odds("attack", *GOLDEN, "--faces")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Attack: ")
    assert max(map(len, lines)) <= 60
    assert "not the" in done.stdout
    assert "\x1b" not in done.stdout
    assert done.stderr == ""


def test_sampled_answer_reports_its_seed_and_repeats():
    first = answer(*GOLDEN, "--fights", "500")
    again = answer(*GOLDEN, "--fights", "500", "--seed", str(first["seed"]))
    assert first == again
    assert (first["method"], first["fights"], first["fractions"]) == ("monte-carlo", 500, None)
    low, high = first["win_interval"]
    assert low <= first["win"] <= high


def test_challenge_counts_medals_honour_and_their_relics():
    found = answer("9/9/9", "--challenge", "--against", "0/0/0", "--their-relics", "I:1", "--medals", "2,5")
    # A sure win: the only relic (1 VP), the better of the two medals (5 VP).
    assert found["win"] == 1.0
    assert found["expected_relic_vp"] == 1.0
    assert found["expected_medal_vp"] == 5.0
    assert found["expected_vp"] == 6.0
    assert found["conquered"] == {"expected": 0.0, "by_unit": {}}


def test_unknown_medals_are_null_and_said():
    found = answer("9/9/9", "--challenge", "--against", "none")
    assert found["expected_medal_vp"] is None
    assert any("--medals" in note for note in found["notes"])


def test_reinforcement_without_a_pile_is_said_once():
    notes = answer("Conscript", "--against", "0/0/0")["notes"]
    assert sum("--deck" in note for note in notes) == 1


def test_rulings_from_option_and_file(tmp_path: Path):
    by_option = answer("Archer", "--against", "Genoese", "--rulings", "empty_side_fights=false")
    file = tmp_path / "table.toml"
    file.write_text("[rulings]\nempty_side_fights = false\n", encoding="utf-8")
    assert answer("Archer", "--against", "Genoese", "--rulings", str(file)) == by_option
    assert by_option["rulings"]["empty_side_fights"] is False
    assert any("R15" in note for note in by_option["notes"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["", "--against", "Genoese"], "1 to 4 units from hand"),
        (["6 Archer", "--against", "Genoese"], "1 to 4 units from hand"),
        (["Archer", "--against", "none"], "--challenge"),
        (["Archer", "--against", "4 0/0/0"], "1 to 3 units"),
        (["Archr", "--against", "Genoese"], "nearest: Archer"),
        (["999999 Archer", "--against", "Genoese"], "more than 200"),
        (["1/2/1000000000", "--against", "Genoese"], "0 to 99"),
        (["1/2/3:0", "--against", "Genoese"], "toughness"),
        (["Archer", "--against", "Genoese + '+2 melee'"], "R7"),
        (["Archer", "--against", "Genoese", "--deck", "Archer + '+2 melee'"], "R7"),
        (["Archer + '+2 melee' + '+2 melee'", "--against", "Genoese"], "one"),
        (["Archer", "--against", "Genoese", "--method", "exact", "--fights", "9"], "--method"),
        (["Archer", "--against", "Genoese", "--method", "guess"], "auto, exact, monte-carlo"),
        (["Archer", "--against", "Genoese", "--fights", "0"], "--fights"),
        (["Archer", "--against", "Genoese", "--fights", "many"], "--fights"),
        (["Archer", "--against", "Genoese", "--precision", "nan"], "--precision"),
        (["Archer", "--against", "Genoese", "--seed", "-1"], "--seed"),
        (["Archer", "--against", "Genoese", "--objective", "fame"], "--objective"),
        (["Archer", "--against", "Genoese", "--relics", "V:1"], "--relics"),
        (["Archer", "--against", "Genoese", "--relics", "I:5", "--relics-gone", "I:4"], "9 relics"),
        (["Archer", "--against", "Genoese", "--medals", "5"], "--challenge"),
        (["Archer", "--against", "Genoese", "--their-relics", "I:1"], "--challenge"),
        (["Archer", "--against", "Genoese", "--rulings", "peace=true"], "unknown ruling"),
        (["Archer", "--against", "Genoese", "--rulings", "no-such-file.toml"], "--rulings"),
        (["Archer", "--against", "Genoese", "--cards", "no-such-set"], "no-such-set"),
        (["Archer", "--against", "Genoese", "--chart", "chart.bmp"], "--chart"),
        (["Archer", "--against", "Genoese", "--chart", "no/such/folder/chart.svg"], "--chart"),
        (["Archer", "--against", "Genoese", "--json", "--faces"], "--faces"),
        (["@no-such-file", "--against", "Genoese"], "no-such-file"),
        (["-", "--against", "-"], "standard input"),
        (["Archer"], "--against"),
        (["Archer", "--against", "Genoese", "--bogus"], "--bogus"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: list[str], told: str):
    assert told in refused(odds("attack", *arguments))


def test_faces_of_too_many_draws_are_refused_before_anything_is_printed():
    deck = ", ".join(f"{value}/0/{value} reinforcement" for value in range(12))
    done = odds("attack", "Conscript", "--deck", deck, "--against", "Genoese", "--faces")
    assert "--faces" in refused(done)


def test_phrases_from_standard_input_and_a_file(tmp_path: Path):
    direct = answer(*GOLDEN)
    file = tmp_path / "deck.txt"
    file.write_bytes("\ufeffSpy\r\n".encode())
    done = odds(
        "attack", "-", "--deck", f"@{file}", "--against", GOLDEN[-1], "--json", stdin=b"Catapult, Archer,\nConscript\n"
    )
    assert done.returncode == 2  # a comma at the end of a line and the line's end are two separators
    done = odds(
        "attack", "-", "--deck", f"@{file}", "--against", GOLDEN[-1], "--json", stdin=b"Catapult\nArcher\nConscript\n"
    )
    assert json.loads(done.stdout) == direct


def test_a_phrase_beyond_64_kib_is_refused():
    assert "64 KiB" in refused(odds("attack", "-", "--against", "Genoese", stdin=b"A" * 70_000))


def test_text_that_is_no_utf8_is_refused():
    assert "UTF-8" in refused(odds("attack", "-", "--against", "Genoese", stdin=b"Tr\xfcng"))


def test_plain_locale_gives_the_right_answer():
    assert answer(*GOLDEN, LC_ALL="C", PYTHONUTF8="0") == answer(*GOLDEN)


def test_pipe_closed_early_is_silent():
    command = [sys.executable, "-m", "odds", "attack", *GOLDEN, "--faces"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.parametrize("ending", ["png", "pdf", "svg"])
def test_chart_is_written_whole(tmp_path: Path, ending: str):
    file = tmp_path / f"chart.{ending}"
    done = odds("attack", *GOLDEN, "--chart", str(file))
    assert done.returncode == 0, done.stderr
    assert file.stat().st_size > 1000
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_svg_of_the_same_odds_is_the_same_bytes(tmp_path: Path):
    for name in ("one.svg", "two.svg"):
        odds("attack", *GOLDEN, "--chart", str(tmp_path / name))
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("Tr", "Trưng Sisters"), ("tru", "trung Sisters"), ("Catapult, Arc", "Catapult, Archer"), ("Spy,", "Spy, Archer")],
)
def test_shell_completion_knows_card_names(typed: str, offered: str):
    line = f'odds attack "{typed}'
    done = odds(_ODDS_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS=line)
    assert done.returncode == 0, done.stderr
    assert offered in done.stdout


def test_no_command_prints_help_and_is_no_error():
    done = odds()
    assert done.returncode == 0
    assert "attack" in done.stdout


def test_version():
    assert odds("--version").stdout.startswith("odds ")
