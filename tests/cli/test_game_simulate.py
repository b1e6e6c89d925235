"""`odds game simulate`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from numba.core import config

from odds.cli import run
from odds.history.card_files import DEFAULT_SET, find_card_set
from odds.history.game.simulate import simulate

#: Games over two blocks of a worker; fewer where nothing is compiled.
MANY = "12" if config.DISABLE_JIT else "600"

PLAYERS = ["game", "simulate", "--players", "random,random,random"]


def test_the_report_is_narrow_and_says_where_values_come_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*PLAYERS, "--games", "30", "--seed", "7"]) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert text.startswith("30 games of 3 players, 6 rounds, seed 7\n")
    assert "random                   90   33.3 %" in text
    assert "A game has 18 turns and" in text
    assert "reconstructed values, not the" in text


@pytest.mark.parametrize("provenance", ["reconstructed", "custom"])
def test_a_set_that_claims_nothing_is_told_by_its_rows(
    provenance: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without `values` in `set.toml` the answer said "printed values mixed with others" (rules, E)."""
    folder = tmp_path / "set"
    shutil.copytree(find_card_set(DEFAULT_SET), folder)
    header = folder / "set.toml"
    lines = header.read_text(encoding="utf-8").splitlines(keepends=True)
    header.write_text("".join(line for line in lines if not line.startswith("values")), encoding="utf-8")
    for file in folder.glob("*.csv"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("reconstructed", provenance), encoding="utf-8")
    asked = [*PLAYERS, "--games", "3", "--seed", "7", "--cards", str(folder)]
    assert run(asked) == 0
    note = f"Card set 'reconstructed': {provenance} values, not the printed values."
    assert note in " ".join(capsys.readouterr().out.split())
    assert run([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["card_values"] == provenance


def test_the_same_seed_gives_the_same_report_for_any_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    reports = []
    for workers in ("1", "2"):
        assert run([*PLAYERS, "--games", MANY, "--seed", "7", "--workers", workers]) == 0
        reports.append(capsys.readouterr().out)
    assert reports[0] == reports[1]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*PLAYERS, "--games", "6", "--seed", "7", "--long", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["schema"], answer["games"], answer["seed"], answer["rounds"]) == (1, 6, 7, 8)
    assert answer["players"] == ["random"] * 3
    assert answer["card_values"] == "reconstructed"
    assert [row["seat"] for row in answer["strategies"]] == [1, 2, 3]
    assert sum(row["win"] for row in answer["strategies"]) == pytest.approx(1, abs=1e-12)
    assert answer["bots"][0]["games"] == 18


def test_tables_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*PLAYERS, "--games", "6", "--seed", "7", "--out", str(tmp_path / "t")]) == 0
    assert "games.csv" in capsys.readouterr().out
    lines = (tmp_path / "t" / "games.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 19
    assert lines[0].startswith("game,seat,bot,sabaton,units,")


def test_tables_that_are_there_stay_unless_forced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games.csv").write_text("precious")
    asked = [*PLAYERS, "--games", "3", "--seed", "7", "--out", str(tmp_path)]
    assert run(asked) == 2
    assert "there is a games.csv already; name another folder, or add --force" in capsys.readouterr().err
    assert (tmp_path / "games.csv").read_text() == "precious"
    assert run([*asked, "--force"]) == 0
    assert len((tmp_path / "games.csv").read_text(encoding="utf-8").splitlines()) == 10


def test_rulings_are_those_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*PLAYERS, "--games", "60", "--seed", "7", "--rulings", "empty_side_fights=false", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["rulings"]["empty_side_fights"] is False
    played = simulate("random,random,random", 60, seed=7, rulings={"empty_side_fights": False})
    assert answer["bots"] == played.rows("bots")
    assert answer["bots"] != simulate("random,random,random", 60, seed=7).rows("bots")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "random,nobody"], "players: no bot is called 'nobody'"),
        (["--players", "random"], "players: a game has 2 to 5 players, not 1"),
        (["--players", "random,random", "--games", "0"], "games: is a whole number from 1 to"),
        (["--players", "random,random", "--format", "xls"], "--format: is csv or parquet, not 'xls'"),
        (["--games", "4"], "Missing option '--players'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["game", "simulate", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_a_folder_that_cannot_be_written_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert run([*PLAYERS, "--games", "2", "--seed", "1", "--out", str(tmp_path / "file" / "t")]) == 2
    assert "cannot be written to" in capsys.readouterr().err
