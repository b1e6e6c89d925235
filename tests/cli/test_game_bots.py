"""Bots of one's own on the command line: where they are found, and how a run with them ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from odds.history.game.bots import search_current_folder

ROOT = Path(__file__).resolve().parents[2]

BOTS = """\
import time


class First:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, view):
        return view.legal[0]


class Slow(First):
    def choose(self, view):
        print("waiting", flush=True)
        time.sleep(600)
        return view.legal[0]
"""


def environment() -> dict[str, str]:
    """Return an environment in which `python -m odds` finds modules as the installed `odds` does: not in the folder
    it is called from.
    """
    return os.environ | {"PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1", "PYTHONUTF8": "1"}


def odds(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "odds", *arguments],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a bot in it."""
    (tmp_path / "mybot.py").write_text(BOTS, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_bot_is_found_in_the_current_folder(workers: str, folder: Path) -> None:
    asked = ("game", "simulate", "--players", "mybot:First,random", "--games", "6", "--seed", "1")
    done = odds(folder, *asked, "--workers", workers)
    assert (done.returncode, done.stderr) == (0, "")
    assert "mybot:First               6" in done.stdout


def test_a_bot_that_is_nowhere_is_told_where_it_may_lie(folder: Path) -> None:
    done = odds(folder, "game", "simulate", "--players", "nobot:First,random", "--games", "2")
    hint = "module:Class names a file module.py in the current folder, or a module that is installed"
    assert done.stderr == f"odds: players: 'nobot:First': No module named 'nobot'; {hint}\n"
    assert done.returncode == 2


def test_the_current_folder_comes_last_and_only_for_a_bot_of_ones_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", ["elsewhere"])
    search_current_folder("random,greedy")
    assert sys.path == ["elsewhere"]
    for _ in range(2):
        search_current_folder("random,mybot:First")
        assert sys.path == ["elsewhere", str(Path.cwd())]


def test_a_file_of_the_current_folder_stands_in_for_no_library(folder: Path) -> None:
    for name in ("colorsys", "pandas"):
        (folder / f"{name}.py").write_text("raise SystemExit(9)", encoding="utf-8")
    (folder / "other.py").write_text("import colorsys\nfrom mybot import First\n", encoding="utf-8")
    done = odds(folder, "game", "simulate", "--players", "other:First,random", "--games", "2", "--out", "tables")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_current_folder_that_is_gone_is_not_searched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> str:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(os, "getcwd", gone)
    monkeypatch.setattr(sys, "path", ["elsewhere"])
    search_current_folder("mybot:First")
    assert sys.path == ["elsewhere"]
