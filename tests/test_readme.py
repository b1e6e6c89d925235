"""The README keeps its word: its commands and its Python run, and what it shows is what they print.

The first two `sh` blocks make environments of their own; `.ci/run` runs those.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
#: Every fenced block as (language, content).
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
INSTALLING = [block.strip() for language, block in BLOCKS if language == "sh"][:2]
#: Commands whose output the README does not show.
COMMANDS = [
    line for language, block in BLOCKS if language == "sh" for line in block.splitlines() if line.startswith("odds ")
]
#: (command, the output the README shows for it).
CONSOLES = [
    (command, output)
    for language, block in BLOCKS
    if language == "console"
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]
#: (code, the output the README shows for it, if the next block is one).
SCRIPTS = [
    (block, shown if following == "text" else None)
    for (language, block), (following, shown) in zip(BLOCKS, [*BLOCKS[1:], ("", "")], strict=True)
    if language == "python"
]


def run(arguments: list[str], folder: Path, code: str | None = None) -> str:
    """Run this Python in `folder`, as from a plain pipe, and return what it prints."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "MPLBACKEND": "Agg"}
    for name in ("COLUMNS", "FORCE_COLOR"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        input=code or "",
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{arguments}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def run_command(command: str, folder: Path) -> str:
    name, *arguments = shlex.split(command)
    assert name == "odds"
    return run(["-m", "odds", *arguments], folder)


def plain(output: str) -> str:
    return "\n".join(line.rstrip() for line in output.strip("\n").splitlines())


def test_every_kind_of_example_is_found() -> None:
    assert len(COMMANDS) >= 5
    assert len(CONSOLES) >= 2
    assert SCRIPTS


@pytest.mark.parametrize("command", INSTALLING, ids=["try", "test"])
def test_the_two_commands_are_one_line_that_makes_its_own_environment(command: str) -> None:
    assert "\n" not in command
    assert command.startswith("python3 -m venv .venv && .venv/bin/python -m pip install ")


def test_the_first_command_is_the_example_that_is_shown() -> None:
    assert INSTALLING[0].endswith(f"&& .venv/bin/{CONSOLES[0][0]}")
    assert INSTALLING[1].endswith("&& .venv/bin/python -m pytest -q -n auto")


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command: str, tmp_path: Path) -> None:
    assert run_command(command, tmp_path)


@pytest.mark.parametrize(("command", "output"), CONSOLES, ids=[command for command, _ in CONSOLES])
def test_shown_output(command: str, output: str, tmp_path: Path) -> None:
    assert plain(run_command(command, tmp_path)) == plain(output)


@pytest.mark.parametrize(("code", "output"), SCRIPTS, ids=[str(n) for n in range(1, len(SCRIPTS) + 1)])
def test_python(code: str, output: str | None, tmp_path: Path) -> None:
    printed = run(["-"], tmp_path, code)
    if output is not None:
        assert plain(printed) == plain(output)


def test_links_within_the_project_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
    headings = {
        re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", README, re.MULTILINE)
    }
    for anchor in re.findall(r"\]\(#([^)]+)\)", README):
        assert anchor in headings, anchor
