"""The wheel is whole: installed into an empty environment and started elsewhere, it answers a question."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("build", reason="needs the package build, which the extra dev has")

ROOT = Path(__file__).resolve().parents[1]
#: The folders a build may leave behind or need not see.
LEFT_OUT = shutil.ignore_patterns(".*", "build", "dist", "__pycache__", "*.egg-info")
EXAMPLE = (
    "attack",
    "Catapult, Archer, Conscript",
    "--deck",
    "Spy",
    "--against",
    "Genoese Crossbowmen, Trưng Sisters",
)


def clean_environment() -> dict[str, str]:
    """Return the environment without what would let the installed package see this checkout."""
    dropped = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
    return {name: value for name, value in os.environ.items() if name not in dropped} | {"PYTHONUTF8": "1"}


def run(arguments: list[str], folder: Path) -> str:
    done = subprocess.run(
        arguments,
        cwd=folder,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{arguments}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built from a copy of the checkout."""
    source = tmp_path_factory.mktemp("source") / "checkout"
    shutil.copytree(ROOT, source, ignore=LEFT_OUT)
    shutil.copy(ROOT / ".gitignore", source)
    target = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--outdir", str(target)], source)
    assert len(list(target.glob("*.tar.gz"))) == 1
    (built,) = target.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a new environment with the wheel; its dependencies are borrowed from here."""
    folder = tmp_path_factory.mktemp("environment")
    run([sys.executable, "-m", "venv", str(folder)], folder)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    run([str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)], folder)
    own = Path(run([str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], folder).strip())
    # A line in a .pth file adds a folder behind the environment's own packages and does not read the .pth
    # files in there, so an editable install of this checkout stays out of sight.
    borrowed = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    (own / "borrowed.pth").write_text("\n".join(borrowed) + "\n", encoding="utf-8")
    return python


def test_the_wheel_holds_the_card_sets_and_nothing_else_of_the_checkout(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    shipped = {
        f"odds/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "data").rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }
    assert {name for name in names if name.startswith("odds/data/")} == shipped
    assert "odds/data/history/reconstructed/units.csv" in names
    assert "odds/py.typed" in names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"odds", "battle_odds"}


def test_the_installed_wheel_answers_from_another_folder(installed: Path, tmp_path: Path) -> None:
    where = run([str(installed), "-c", "import odds; print(odds.__file__)"], tmp_path).strip()
    assert Path(where).resolve().is_relative_to(installed.parents[1].resolve())
    answer = run([str(installed), "-m", "odds", *EXAMPLE], tmp_path)
    assert "not the printed values" in " ".join(answer.split())
    command = next(installed.parent.glob("odds*"))
    assert run([str(command), *EXAMPLE], tmp_path) == answer


def test_the_installed_wheel_is_used_from_python(installed: Path, tmp_path: Path) -> None:
    code = "import odds; print(odds.attack('Catapult', 'Genoese').method)"
    assert run([str(installed), "-c", code], tmp_path).strip() == "exact"
