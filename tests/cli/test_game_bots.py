"""Bots of one's own on the command line: where they are found, and how a run with them ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from odds.cli import run
from odds.history.game.bots import search_current_folder
from tests.sweeps.test_running import wait_for_the_end_of_group

ROOT = Path(__file__).resolve().parents[2]

BOTS = """\
import os
import time


class First:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, view):
        return view.legal[0]


class Slow(First):
    def choose(self, view):
        os.write(1, b"waiting\\n")  # at once, so that lines of two processes do not mix
        time.sleep(600)


class Boom(First):
    def choose(self, view):
        raise ValueError("boom")


class Base(First):
    def choose(self, view):
        class Own(BaseException):
            def __str__(self):
                raise ValueError("no text")

        raise Own


class Gone(First):
    def choose(self, view):
        os._exit(7)
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


def test_play_and_sweeps_find_it_there_too(folder: Path) -> None:
    played = odds(folder, "game", "play", "--players", "me,mybot:First", "--first", "Chris", "--record", "game.txt")
    assert (played.returncode, played.stderr) == (0, "")
    assert "Chris: " in (folder / "game.txt").read_text(encoding="utf-8")
    (folder / "spec.toml").write_text(
        'kind = "games"\nseed = 1\n[games]\nplayers = ["mybot:First,random"]\ngames = 2\n', encoding="utf-8"
    )
    swept = odds(folder, "sweep", "spec.toml", "--out", "out", "--workers", "2")
    assert swept.returncode == 0, swept.stderr
    assert "4 rows in " in swept.stdout


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


def test_the_bot_of_the_readme_plays_the_same_games_again_in_any_number_of_processes(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"in a file `mybot\.py`.*?```python\n(.*?)```", readme, re.DOTALL)
    command = re.search(r"^odds (game simulate --players mybot:Mine.*--workers 2)$", readme, re.MULTILINE)
    assert code is not None
    assert command is not None
    (tmp_path / "mybot.py").write_text(code[1], encoding="utf-8")
    asked = [*command[1].split(), "--games", "4", "--seed", "1"]
    spread, alone = odds(tmp_path, *asked), odds(tmp_path, *asked, "--workers", "1")
    assert (spread.returncode, spread.stderr) == (0, "")
    assert spread.stdout == alone.stdout
    assert "mybot:Mine                4 " in spread.stdout


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("to_all", [False, True])
def test_ctrl_c_ends_at_once_what_bots_play_and_says_so(workers: str, to_all: bool, folder: Path) -> None:
    """The bots would sleep for ten minutes; a terminal interrupts their processes, too, `kill -INT` does not."""
    asked = ("game", "simulate", "--players", "mybot:Slow,random", "--games", "8", "--seed", "1", "--out", "tables")
    program = subprocess.Popen(
        [sys.executable, "-m", "odds", *asked, "--workers", workers],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert program.stdout is not None
    try:
        for _ in range(int(workers)):
            assert program.stdout.readline() == "waiting\n"
        (os.killpg if to_all else os.kill)(program.pid, signal.SIGINT)
        told = program.communicate(timeout=60)[1]
    finally:
        program.kill()
    assert (program.returncode, told) == (130, "odds: interrupted; nothing was kept\n")
    wait_for_the_end_of_group(program.pid)
    assert not (folder / "tables").exists()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")
def test_a_bot_that_fails_does_not_wait_for_the_others(folder: Path) -> None:
    """Game 0 fails; game 2, in the other process, begins with a bot that sleeps."""
    players = "mybot:Boom,mybot:Slow,mybot:Slow"
    done = odds(folder, "game", "simulate", "--players", players, "--games", "8", "--workers", "2")
    assert done.returncode == 2
    assert done.stderr.startswith("odds: players: the bot 'mybot:Boom' failed (round 1, ")
    assert done.stderr.count("\n") == 1


def test_a_bot_that_ends_its_process_is_told(folder: Path) -> None:
    done = odds(folder, "game", "simulate", "--players", "mybot:Gone,random", "--games", "8", "--workers", "2")
    what = "a process died in which bots played, ended by a bot, killed or out of memory"
    assert done.stderr == f"odds: workers: {what}; --workers 1 plays in this one\n"
    assert done.returncode == 2


@pytest.mark.parametrize("command", [["game", "simulate", "--players", "random,random"], ["cards", "list"]])
def test_ctrl_c_in_a_command_is_said_in_one_line(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("odds.cli.game_simulate.read_card_set", interrupted)
    monkeypatch.setattr("odds.cli.cards.read_card_set", interrupted)
    assert run(command) == 130
    captured = capsys.readouterr()
    assert (captured.out, captured.err.strip()) == ("", "odds: interrupted; nothing was kept")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_whatever_a_bot_raises_it_is_named(workers: str, folder: Path) -> None:
    asked = ("game", "simulate", "--players", "mybot:Base,random", "--games", "6", "--seed", "1", "--workers", workers)
    done = odds(folder, *asked)
    assert done.returncode == 2
    assert done.stderr.startswith("odds: players: the bot 'mybot:Base' failed (round 1, ")
    assert done.stderr.endswith("): Own: (what it says cannot be read)\n")
