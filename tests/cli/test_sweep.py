"""`odds sweep` from the outside: what it prints, its exit codes, one line for what is wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import odds as package
from odds.cli.sweep import duration
from tests.cli.test_attack import odds, refused

SPEC = """
[attackers]
hands = ["Catapult, Archer (Pär), Conscript"]
sizes = [2, 3]

[targets]
eras = ["II"]
line_ups = ["Genoese Crossbowmen, Trưng Sisters"]

[grid]
"Trưng Sisters".melee = [2, 3, 4]
rulings.empty_side_fights = [true, false]
"""
ROWS = (6 + 6) * 16 * 6


@pytest.fixture
def spec(tmp_path: Path) -> str:
    path = tmp_path / "spec.toml"
    path.write_text(SPEC, encoding="utf-8")
    return str(path)


def test_a_sweep_into_a_folder(tmp_path: Path, spec: str):
    out = tmp_path / "out"
    done = odds("sweep", spec, "--out", str(out))
    assert done.returncode == 0, done.stderr
    # The first run of all may say that it compiles.
    assert [line for line in done.stderr.splitlines() if not line.startswith("compiling")] == []
    lines = done.stdout.splitlines()
    assert lines[0] == f"{ROWS:,} rows in 1 part in '{out}'"
    assert "not the" in done.stdout
    frame = package.read_sweep(out)
    assert len(frame) == ROWS
    assert frame.equals(package.sweep(spec))
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["notes"][-1] == "card set 'reconstructed': reconstructed values, not the printed values"
    assert manifest["notes"][0].startswith("reinforcement: the attacker's draw pile was not given")
    again = odds("sweep", spec, "--out", str(out), "--resume")
    assert again.returncode == 0
    assert "1 of them there before, 0 computed now" in again.stdout


def test_a_dry_run_says_what_a_spec_means(tmp_path: Path, spec: str):
    done = odds("sweep", spec, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{ROWS:,} rows in 1 part")
    assert max(map(len, done.stdout.splitlines())) <= 80
    for column in package.sweep(spec).attrs["columns"]:
        assert f"\n{column['name']}: " in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["spec.toml"]


def test_what_is_wrong_is_one_line(tmp_path: Path, spec: str):
    out = str(tmp_path / "out")
    assert "--out: name the folder" in refused(odds("sweep", spec))
    assert "cannot read the spec" in refused(odds("sweep", str(tmp_path / "none.toml"), "--out", out))
    assert "--format: is one of csv, parquet" in refused(odds("sweep", spec, "--out", out, "--format", "xls"))
    assert "--workers: is 1 or more" in refused(odds("sweep", spec, "--out", out, "--workers", "0"))
    Path(spec).write_text(SPEC.replace("melee", "mele"), encoding="utf-8")
    assert "'mele' is no field that can vary" in refused(odds("sweep", spec, "--out", out))
    assert not Path(out).exists()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "letter").touch()
    Path(spec).write_text(SPEC, encoding="utf-8")
    assert "holds no sweep" in refused(odds("sweep", spec, "--out", out))


def test_folders_of_card_sets_lie_beside_the_spec(tmp_path: Path, spec: str):
    folder = tmp_path / "mine"
    shutil.copytree(package.read_card_set().folder, folder)
    head = (folder / "set.toml").read_text(encoding="utf-8")
    (folder / "set.toml").write_text(head.replace('name = "reconstructed"', 'name = "mine"'), encoding="utf-8")
    Path(spec).write_text('cards = ["reconstructed", "mine"]' + SPEC, encoding="utf-8")
    assert odds("sweep", spec, "--dry-run").stdout.startswith(f"{2 * ROWS:,} rows")
    Path(spec).write_text('cards = "nowhere"' + SPEC, encoding="utf-8")
    assert "no card set 'nowhere', neither a folder beside the spec" in refused(odds("sweep", spec, "--dry-run"))


def test_durations_are_for_people():
    assert [duration(seconds) for seconds in (0.4, 40, 300, 7800)] == ["0 s", "40 s", "5 min", "2 h 10 min"]
