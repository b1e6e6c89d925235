"""`odds balance`: the report, files, JSON, refusals. Drawn fights stand in for those of games."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pandas as pd
import pytest

from odds.charts import read_table
from odds.cli import run
from odds.history.balance import balance, measure
from odds.history.card_files import find_card_set
from tests.cli.test_attack import odds, refused
from tests.history.test_balance import drawn

ASKED = ["balance", "--games", "30", "--seed", "3"]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "record_fights", drawn)


def other_set(folder: Path) -> Path:
    """Write the shipped set with one value changed: the Iron Brigade's toughness."""
    folder.mkdir()
    for file in find_card_set("reconstructed").iterdir():
        data = file.read_text(encoding="utf-8")
        (folder / file.name).write_text(
            data.replace("Iron Brigade,elite,III,1,3,2,2,2,", "Iron Brigade,elite,III,1,3,2,2,4,"), encoding="utf-8"
        )
    return folder


def test_the_report_fits_and_says_how_it_was_found(capsys: pytest.CaptureFixture[str]):
    assert run(ASKED) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 80
    for part in ("30 games", "seed 3", "Outliers", "Dominated", "Holm", "reference", "not the", "As a defender"):
        assert part in told, part


def test_files_and_json_hold_the_same_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    table, figure = tmp_path / "worth.csv", tmp_path / "worth.svg"
    assert run([*ASKED, "--json", "--csv", str(table), "--chart", str(figure)]) == 0
    found = json.loads(capsys.readouterr().out)
    wanted = balance(games=30, seed=3)
    assert [row["worth"] for row in found["worths"]] == [row.worth for row in wanted.worths]
    assert list(found["worths"][0]) == list(asdict(wanted.worths[0]))
    assert (found["changes"], found["games"], found["measure"]) == (None, 30, "win")
    read = read_table(table, "units")
    assert read["worth"].tolist() == [row.worth for row in wanted.worths]
    assert figure.stat().st_size > 10_000


def test_two_sets_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = other_set(tmp_path / "other")
    table = tmp_path / "change.csv"
    assert run([*ASKED, "--set", str(folder), "--csv", str(table), "--chart", str(tmp_path / "change.png")]) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 80
    assert "Iron Brigade" in told
    assert "before" in told
    assert sorted(pd.read_csv(table)["role"]) == ["attack", "defend"]


def test_equal_sets_are_told_to_be_equal(capsys: pytest.CaptureFixture[str]):
    assert run([*ASKED, "--set", "reconstructed"]) == 0
    assert "No card that both sets have differs" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (["--measure", "luck"], "--measure: the measure is"),
        (["--games", "5"], "--games: 30 to"),
        (["--bot", "nobody"], "--bot: "),
        (["--cards", "nowhere"], "nowhere"),
        (["--set", "nowhere"], "nowhere"),
        (["--csv", "worth.txt"], "--csv: "),
        (["--csv", "nowhere/worth.csv"], "--csv: "),
        (["--chart", "worth.txt"], "--chart: "),
    ],
)
def test_bad_input_is_refused_in_one_line(options: list[str], part: str):
    assert part in refused(odds("balance", *options))
