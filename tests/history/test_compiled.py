"""Keeping compiled kernels: edited rules, damaged files, no place to write, two first starts at once.

Every test starts fresh processes with a cache folder of its own. All but one compile a tiny kernel that calls a
function in another file, which is what numba's own cache does not notice.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import odds
from odds import compilation

PACKAGE = Path(odds.__file__).parent

CALLEE = """
FACTOR = {factor}

def times(value):
    return value * FACTOR
"""

FAMILY = """
import json
import sys
from pathlib import Path

import numpy as np
from numba.extending import register_jitable

import callee
from odds.compilation import Kernels, tell

register_jitable(callee.times)
times = callee.times


def work(values, total):
    for index in range(values.shape[0]):
        total[0] += times(values[index])


def other(values, total):
    total[0] -= values[0]


def fail(values, total):
    total[0] += 1
    if values[0] == 1:
        raise ValueError("a fault of the kernel")


def family():
    sources = [Path(callee.__file__), Path(__file__)]
    return Kernels(sources, {"work": work, "other": other, "fail": fail}, tell)


def answer(kernels):
    total = np.zeros(1, np.int64)
    kernels("work", np.arange(1, 5), total)
    return int(total[0])
"""

ANSWER = """
from family import *
kernels = family()
cached = kernels.is_cached("work")
print(json.dumps([answer(kernels), cached, str(kernels.folder)]))
"""


class Project:
    """A folder with the two source files and a cache folder beside them."""

    def __init__(self, folder: Path, cache: Path | None = None) -> None:
        self.folder = folder / "project"
        self.folder.mkdir()
        self.cache = folder / "cache" if cache is None else cache
        (self.folder / "family.py").write_text(FAMILY)
        self.edit(10)

    def edit(self, factor: int) -> None:
        (self.folder / "callee.py").write_text(CALLEE.format(factor=factor))

    def start(self, script: str = ANSWER) -> subprocess.Popen[str]:
        environment = {
            **os.environ,
            "ODDS_CACHE_DIR": str(self.cache),
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_DISABLE_JIT": "0",
        }
        return subprocess.Popen(
            [sys.executable, "-c", script],
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
        )

    def run(self, script: str = ANSWER) -> tuple[list, str]:
        return ended(self.start(script))

    def files(self, ending: str) -> list[Path]:
        return sorted(self.cache.rglob(f"*.{ending}"))


def ended(process: subprocess.Popen[str]) -> tuple[list, str]:
    """The JSON a process printed, and what it said on standard error."""
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return json.loads(out), err


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_a_second_process_reads_what_the_first_one_kept(project: Project) -> None:
    (total, cached, folder), err = project.run()
    assert (total, cached) == (100, False)
    assert Path(folder).parent == project.cache
    assert err.count("\n") == err.count("compiling the fight kernels") == 1
    assert folder in err
    kept = project.files("nbc")
    assert kept
    stamps = [path.stat().st_mtime_ns for path in kept]
    assert project.run() == ([100, True, folder], "")
    assert [path.stat().st_mtime_ns for path in project.files("nbc")] == stamps


def test_an_edited_rule_has_another_folder_and_another_result(project: Project) -> None:
    (_, _, first), _ = project.run()
    project.edit(7)
    (total, cached, second), err = project.run()
    assert (total, cached) == (70, False)
    assert second != first
    assert "compiling" in err
    project.edit(10)
    assert project.run() == ([100, True, first], "")


DAMAGE = """
from family import *
answer(family())
folder = family().folder
found = []
for ending, keep in (("nbc", 0), ("nbc", 0.5), ("nbc", -1), ("nbi", 0), ("nbi", 0.5), ("nb?", 1)):
    for path in folder.rglob("*." + ending):
        whole = path.read_bytes()
        size = int(len(whole) * keep) if keep == 0.5 else keep if keep >= 0 else len(whole) - 1
        path.write_bytes(whole[:size])
    found.append(answer(family()))
    repaired = family()
    found.append(answer(repaired))
    assert repaired.folder == folder and repaired.is_cached("work")
print(json.dumps(found))
"""


def test_truncated_cache_files_are_made_anew(project: Project) -> None:
    found, _ = project.run(DAMAGE)
    assert found == [100] * 12
    assert project.run()[0][:2] == [100, True]


def test_a_truncated_file_left_by_an_earlier_process(project: Project) -> None:
    (_, _, folder), _ = project.run()
    for path in project.files("nbc"):
        path.write_bytes(path.read_bytes()[:100])
    assert project.run()[0][0] == 100
    assert project.run() == ([100, True, folder], "")


def test_where_nothing_can_be_written_kernels_live_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    project = Project(tmp_path, tmp_path / "file" / "below")
    for _ in range(2):
        (total, cached, folder), err = project.run()
        assert (total, cached, folder) == (100, False, "None")
        assert err.count("\n") == 1
        assert "no folder to keep them in" in err
    assert (tmp_path / "file").read_text() == "in the way"


def test_first_starts_at_once(project: Project) -> None:
    found = [ended(process) for process in [project.start() for _ in range(2)]]
    assert [answer[0] for answer, _ in found] == [100] * 2
    assert project.run()[0][:2] == [100, True]


def test_starts_at_once_on_a_damaged_cache(project: Project) -> None:
    project.run()
    for path in project.files("nbc") + project.files("nbi"):
        path.write_bytes(path.read_bytes()[:50])
    found = [ended(process) for process in [project.start() for _ in range(2)]]
    assert [answer[0] for answer, _ in found] == [100] * 2
    assert project.run()[0][0] == 100


ONCE = """
from family import *
import numba
before = numba.config.CACHE_DIR
kernels = family()
assert numba.config.CACHE_DIR == before
total = np.zeros(1, np.int64)
for name in ("work", "other", "work"):
    kernels(name, np.arange(1, 5), total)
print(json.dumps(int(total[0])))
"""


def test_several_kernels_are_announced_once(project: Project) -> None:
    total, err = project.run(ONCE)
    assert total == 199
    assert err.count("compiling") == 1


FAULT = """
from family import *
kernels = family()
runs = np.zeros(1, np.int64)
told = []
for values in (np.zeros(2, np.int64), np.ones(2, np.int64)):
    try:
        kernels("fail", values, runs)
    except ValueError as fault:
        told.append(str(fault))
try:
    kernels("work", "no array", runs)
except Exception as fault:
    told.append(type(fault).__name__)
print(json.dumps([told, int(runs[0]), answer(kernels)]))
"""


def test_a_fault_of_a_kernel_shows_and_is_not_run_twice(project: Project) -> None:
    (told, runs, total), _ = project.run(FAULT)
    assert told == ["a fault of the kernel", "TypingError"]
    assert runs == 2
    assert total == 100


FIGHTS = """
import json, sys
import numpy as np
from odds.history.many import WINNERS, resolve_many
from odds.history.compiled import KERNELS
faces = np.array([[1, 4], [5, 1], [6, 2]])
found = resolve_many("A=0/0/0", "X=0/0/0", faces)
print(json.dumps([[WINNERS[result] for result in found.winner], KERNELS.is_cached("fight_faces")]))
"""


def test_the_rules_themselves_are_kept_and_announced_once(project: Project) -> None:
    """The real kernels: the first process compiles what it uses and says so, the second one is quiet."""
    winners = ["attacker", "defender", "attacker"]  # the table of R17's cases: S1 K4, S5 K1, S6 K2
    first, err = project.run(FIGHTS)
    assert first == [winners, False]
    assert err.count("\n") == err.count("compiling the fight kernels") == 1
    assert project.run(FIGHTS) == (first, "")


def test_the_checksum_covers_every_file_the_kernels_are_made_of() -> None:
    """Rules and their constants come from the listed files only, so that no edit goes unnoticed."""
    from odds.history.compiled import KERNELS

    listed = {path.resolve() for path in KERNELS._sources}
    glue = PACKAGE / "history" / "compiled.py"
    assert glue in listed
    for path in listed - {glue}:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("odds"):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
                homes = {home_of(name) or home_of(str(node.module)) for name in names}
                assert homes <= listed | {PACKAGE / "errors.py"}, (path, names)
    for function in KERNELS._functions.values():
        assert Path(function.__code__.co_filename).resolve() in listed


def home_of(module: str) -> Path | None:
    path = PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")
    return path.resolve() if path.is_file() else None


def test_an_interrupt_that_the_compiler_swallows_ends_the_compile_at_its_end() -> None:
    before = signal.getsignal(signal.SIGINT), sys.unraisablehook
    done = []

    def compiled(*swallowed: type[BaseException]) -> None:
        with compilation.interruptible():
            with contextlib.suppress(*swallowed):
                signal.raise_signal(signal.SIGINT)
            done.append("compiled")

    with pytest.raises(KeyboardInterrupt):
        compiled(KeyboardInterrupt)
    assert done == ["compiled"]
    with pytest.raises(KeyboardInterrupt):
        compiled()
    assert done == ["compiled"]
    assert (signal.getsignal(signal.SIGINT), sys.unraisablehook) == before
