"""`odds chart` from the outside: files, text, one line for bad input."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import odds as library
from odds.charts import CHARTS
from odds.cli.chart import KINDS
from tests.cli.test_attack import odds, refused


def chart(folder: Path, *arguments: str) -> str:
    done = odds("chart", *arguments, "--out", str(folder / "out.svg"))
    assert done.returncode == 0, done.stderr
    assert max(len(line) for line in done.stdout.splitlines() if not line.startswith("Written: ")) <= 60
    assert "not the printed" in " ".join(done.stdout.split())
    assert (folder / "out.svg").read_text(encoding="utf-8").startswith("<?xml")
    return " ".join(done.stdout.split())


def test_every_chart_can_be_asked_for() -> None:
    assert set(KINDS) == set(CHARTS)


def test_numbers_beside_the_figure_are_those_of_attack(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers.csv"
    told = chart(tmp_path, "survivors", "Catapult, Archer", "--against", "Genoese", "--data", str(numbers))
    frame = pd.read_csv(numbers)
    exact = library.attack("Catapult, Archer", "Genoese")
    assert frame.loc[frame["winner"] == "attacker", "probability"].sum() == pytest.approx(exact.win, abs=1e-15)
    assert "the attacker wins 77.8 %" in told
    assert "Exact" in told


def test_the_numbers_draw_the_same_figure_again(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers.csv"
    chart(tmp_path, "lines", "Catapult, Archer", "--against", "Genoese", "--data", str(numbers))
    told = chart(tmp_path, "lines", "--from", str(numbers))
    assert "Which battle line decides a fight?" in told
    assert "numbers.csv" in (tmp_path / "out.svg").read_text(encoding="utf-8")


def test_the_seed_makes_the_figure(tmp_path: Path) -> None:
    told = chart(tmp_path, "lines", "--fights", "25", "--seed", "5", "--owner", "par", "--era", "II")
    first = (tmp_path / "out.svg").read_bytes()
    chart(tmp_path, "lines", "--fights", "25", "--seed", "5", "--owner", "par", "--era", "II")
    assert (tmp_path / "out.svg").read_bytes() == first
    assert "25 fights drawn (seed 5)" in told


def test_a_seed_that_was_drawn_is_told(tmp_path: Path) -> None:
    assert "fights drawn (seed " in chart(tmp_path, "rulings", "--fights", "25")
    assert "fights drawn (seed 0)" in chart(tmp_path, "rulings", "--fights", "25", "--seed", "0")


@pytest.mark.parametrize(
    "arguments",
    [
        ("matchups", "Catapult, Archer", "Archer", "--era", "II", "--measure", "vp"),
        ("dice", "Catapult, Archer, Conscript, Spy", "--against", "Genoese", "--relics", "I:2"),
        ("abilities", "Catapult, Archer", "--against", "Genoese", "--against", "Trung"),
        ("rulings", "Shield Bearer, Archer", "--era", "I", "--rulings", "empty_side_fights=false"),
        ("survivors", "Spy", "--against", "Medic", "--challenge"),
    ],
)
def test_line_ups_typed_in(arguments: tuple[str, ...], tmp_path: Path) -> None:
    chart(tmp_path, *arguments)


def test_games_are_drawn_from_a_table(tmp_path: Path) -> None:
    table = tmp_path / "games.csv"
    table.write_text("bot,seat,games,win,low,high\ngreedy,1,400,0.6,0.5,0.7\n", encoding="utf-8")
    assert "up to 400 games a row; bars: 95 % interval" in chart(tmp_path, "strategies", "--from", str(table))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("pie", "--out", "a.svg"), "KIND: 'pie' is no chart"),
        (("dice",), "--out: name the file"),
        (("dice", "--out", "a.jpg"), "--out: 'a.jpg' ends in none of"),
        (("dice", "--out", "no/a.svg"), "--out: there is no folder 'no'"),
        (("dice", "--out", "a.svg", "--data", "a.txt"), "--data: 'a.txt' does not end in .csv"),
        (("dice", "--out", "a.svg", "--data", "no/a.csv"), "--data: there is no folder"),
        (("dice", "--out", "a.svg", "--rows", "hand"), "--rows: this is no option of a chart of dice"),
        (("dice", "Archer", "Spy", "--out", "a.svg"), "takes one line-up, not 2"),
        (("dice", "Archer", "--fights", "9", "--out", "a.svg"), "--fights: line-ups are drawn only"),
        (("dice", "--fights", "0", "--out", "a.svg"), "--fights: 1 to"),
        (("survivors", "Archer", "--out", "a.svg"), "--against: a chart of survivors is of one fight"),
        (("survivors", "Archr", "--against", "Genoese", "--out", "a.svg"), "line-up 1"),
        (("lines", "--against", "Genoese", "--out", "a.svg"), "--against: name a LINE-UP with it"),
        (("rulings", "Archer", "--seed", "1", "--out", "a.svg"), "--seed: nothing is drawn"),
        (("units", "--out", "a.svg"), "--from: a chart of units is drawn from a table of odds balance --csv"),
        (("units", "--seed", "1", "--out", "a.svg"), "--seed: this is no option of a chart of units"),
        (("units", "--from", "none.csv", "--out", "a.svg"), "none.csv: cannot read it"),
        (("units", "Archer", "--from", "none.csv", "--out", "a.svg"), "LINE-UP: --from draws a table"),
        (("dice", "--seed", "1", "--from", "none.csv", "--out", "a.svg"), "--seed: --from draws a table"),
        (("matchups", "--owner", "Bob", "--out", "a.svg"), "--owner: 'Bob' has no basic units"),
        (("matchups", "--era", "V", "--out", "a.svg"), "--era: 'V' is no era"),
        (("lines", "-", "--against", "-", "--out", "a.svg"), "only one phrase"),
    ],
)
def test_bad_input_is_one_line(
    arguments: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told in refused(odds("chart", *arguments))
    assert not list(tmp_path.iterdir())
