"""The rooms' arrows point downwards only, and one question loads no heavy library."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "odds"
HEAVY = {"numpy", "numba", "pandas", "matplotlib"}
#: What the rules are run by as they are: these modules compile, but do not know the compiler.
INTERPRETED = ("fight", "faces", "quick", "tally", "sampling")
#: From the top downwards; a room reaches none above it, directly or through others.
FLOORS = (
    ("odds.__main__",),
    ("odds.cli",),
    ("odds.sweeps", "odds.charts"),
    ("odds.history.advise",),
    ("odds.history.odds",),
    ("odds.history.fight",),
)


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imported(name: str) -> frozenset[str]:
    """Return all names a module imports, at its top or inside its functions."""
    path = MODULES[name]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return frozenset(_imported(ast.parse(path.read_text(encoding="utf-8")), package))


def _imported(node: ast.AST, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        rooms = package.split(".")
        above = rooms[: len(rooms) - node.level + 1] if node.level else []
        base = ".".join([*above, *filter(None, [node.module])])
        for alias in node.names:
            inner = f"{base}.{alias.name}"
            yield inner if inner in MODULES else base
    elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        for part in node.orelse:
            yield from _imported(part, package)
    else:
        for part in ast.iter_child_nodes(node):
            yield from _imported(part, package)


def direct(name: str) -> frozenset[str]:
    """Return the modules of this project that a module imports.

    The packages' own names (`odds`, `odds.history`) are left out: they hold lazy shortcuts into the rooms.
    """
    return (imported(name) & MODULES.keys()) - {"odds", "odds.history", name}


@cache
def reached(name: str) -> frozenset[str]:
    """Return the modules of this project that a module imports, directly or through others."""
    seen: set[str] = set()
    ahead = [name]
    while ahead:
        for target in direct(ahead.pop()) - seen:
            seen.add(target)
            ahead.append(target)
    return frozenset(seen)


def within(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def floor_of(name: str) -> int | None:
    return next((n for n, rooms in enumerate(FLOORS) if any(within(name, room) for room in rooms)), None)


def libraries(name: str) -> set[str]:
    return {target.split(".")[0] for target in imported(name)}


def test_the_walk_sees_lazy_imports() -> None:
    assert MODULES.keys() >= {"odds.cli.cards", "odds.history.fight", "odds.__main__"}
    assert "odds.history.card_template" in direct("odds.cli.cards")
    assert "odds.history.fight" in reached("odds.history.faces")


@pytest.mark.parametrize("name", [name for name in MODULES if floor_of(name) is not None])
def test_imports_run_downwards_only(name: str) -> None:
    floors = {target: floor_of(target) for target in reached(name)}
    own = floor_of(name)
    assert own is not None
    assert not {target for target, floor in floors.items() if floor is not None and floor < own}


def test_the_rules_import_in_no_ring() -> None:
    assert not {name for name in MODULES if within(name, "odds.history") and name in reached(name)}


def test_history_knows_no_command_line() -> None:
    for name in MODULES:
        if within(name, "odds.history"):
            assert not {target for target in reached(name) if within(target, "odds.cli")}, name
            assert not libraries(name) & {"typer", "click", "rich"}, name


def test_charts_know_no_rules() -> None:
    for name in MODULES:
        if within(name, "odds.charts"):
            assert not {target for target in reached(name) if within(target, "odds.history")}, name


@pytest.mark.parametrize("room", [room for room in INTERPRETED if f"odds.history.{room}" in MODULES])
def test_the_rules_know_no_compiler(room: str) -> None:
    name = f"odds.history.{room}"
    for module in {name, *reached(name)}:
        assert not libraries(module) & HEAVY, module


KNOWN = {
    "known line-ups": ("attack", "Catapult, Archer", "--against", "Genoese Crossbowmen, Trưng Sisters"),
    "the example": (
        *("attack", "Catapult, Archer, Conscript", "--deck", "Spy"),
        *("--against", "Genoese Crossbowmen, Trưng Sisters"),
    ),
    "json": ("attack", "Catapult, Archer", "--against", "Genoese Crossbowmen", "--json"),
    "every symbol": (
        "attack",
        "2/3/1:3 heroic-death:2 left right, 1/1/1 ambush deflection reroll left right",
        "--against",
        "0/2/2 accuracy:1/1/1 left right, 1/0/4:2 heroic-death left right",
    ),
    "explain": ("explain",),
    "cards": ("cards", "list"),
}
PROBE = """
import runpy, sys
sys.argv = ["odds", *sys.argv[1:]]
try:
    runpy.run_module("odds", run_name="__main__")
except SystemExit as end:
    assert not end.code, end.code
finally:
    print(*sys.modules, file=sys.stderr)
"""


def loaded_by(arguments: tuple[str, ...], folder: Path) -> set[str]:
    """Run a command in a process of its own; return the names of the modules it loaded."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("arguments", KNOWN.values(), ids=KNOWN)
def test_one_question_loads_no_heavy_library(arguments: tuple[str, ...], tmp_path: Path) -> None:
    loaded = loaded_by(arguments, tmp_path)
    assert "typer" in loaded
    assert not loaded & HEAVY


def test_simulated_games_load_only_the_game(tmp_path: Path) -> None:
    """Starting them must not wait for pandas, for processes of bots that are not there, or for other commands."""
    loaded = loaded_by(("game", "simulate", "--players", "random,random", "--games", "1", "--seed", "1"), tmp_path)
    assert "odds.history.game.simulate_compiled" in loaded
    assert not loaded & {
        "pandas",
        "matplotlib",
        "concurrent.futures.process",
        "odds.history.odds",
        "odds.history.table",
    }
