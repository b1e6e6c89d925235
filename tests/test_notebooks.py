"""The notebooks: a question first, its answer in numbers last, public names only, outputs that are there and small.

`-m slow` executes them (extra `notebooks`) and holds what they print to what the files keep;
`python -m tests.notebooks` renews the files.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import odds
from tests.notebooks import METADATA, ROOT, as_text, execute, paths

MOST_BYTES = 300_000
LIBRARIES = {"numpy", "pandas", "matplotlib"}
PUBLIC = {*odds.__all__, "charts"}

NOTEBOOKS = pytest.mark.parametrize("path", paths(), ids=[path.stem for path in paths()])


def read(path: Path) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def cells(path: Path, kind: str) -> list[dict[str, Any]]:
    return [cell for cell in read(path)["cells"] if cell["cell_type"] == kind]


def code(path: Path) -> ast.Module:
    """Return all code of a notebook, the notebook's own commands (%) left out."""
    lines = "\n".join(source(cell) for cell in cells(path, "code")).splitlines()
    return ast.parse("\n".join(line for line in lines if not line.startswith("%")))


def foreign_names(tree: ast.Module) -> Iterator[str]:
    """Yield what a notebook uses beyond the public names, the three libraries and the standard library."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                room, _, rest = alias.name.partition(".")
                known = rest in ("", "charts") if room == "odds" else room in LIBRARIES | sys.stdlib_module_names
                if not known:
                    yield alias.name
        elif isinstance(node, ast.ImportFrom):
            room = str(node.module).partition(".")[0]
            if room == "odds":
                allowed = PUBLIC if node.module == "odds" else set()
                yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name not in allowed)
            elif room not in LIBRARIES | sys.stdlib_module_names:
                yield str(node.module)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "odds" and node.attr not in PUBLIC:
            yield f"odds.{node.attr}"


def outputs(path: Path) -> list[dict[str, Any]]:
    return [output for cell in cells(path, "code") for output in cell["outputs"]]


def printed(notebook: Any) -> list[str]:
    """Return what each code cell prints; tables and figures depend on the libraries' versions.

    What a first use says while it compiles goes to standard error and is no output of the notebook.
    """
    return [
        "".join("".join(output["text"]) for output in cell["outputs"] if output.get("name") == "stdout")
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def test_the_notebooks_are_there() -> None:
    assert {path.stem for path in paths()} >= {"should-i-attack", "three-or-four-units", "your-own-cards"}
    listed = (ROOT / "notebooks" / "README.md").read_text(encoding="utf-8")
    for path in paths():
        assert f"]({path.name})" in listed


def test_foreign_names_are_seen() -> None:
    tree = ast.parse(
        "import odds.history\nimport scipy\nfrom odds.charts import base\nfrom odds import cli\nodds.kernel()\n"
        "import odds, numpy.linalg, pathlib\nfrom odds import charts, attack\nodds.advise()\n"
    )
    assert sorted(foreign_names(tree)) == ["odds.charts.base", "odds.cli", "odds.history", "odds.kernel", "scipy"]


@NOTEBOOKS
def test_it_opens_with_the_question_and_says_whose_values_they_are(path: Path) -> None:
    first = read(path)["cells"][0]
    assert first["cell_type"] == "markdown"
    title, question, *rest = re.split(r"\n\n", source(first))
    assert re.fullmatch(r"# .+", title)
    assert re.fullmatch(r"\*\*[^*]+\?\*\*", question, re.DOTALL), "one question, in bold"
    told = " ".join("\n".join(rest).split())
    assert "reconstructed values, *not the printed values*" in told
    assert "seed" in told


@NOTEBOOKS
def test_it_closes_with_the_answer_in_numbers(path: Path) -> None:
    head, answer = read(path)["cells"][-2:]
    assert source(head) == "## Answer"
    assert 'f"' in source(answer), "computed, so that it is current"
    text = "".join(answer["outputs"][0]["text"])
    assert len(re.findall(r"\d+(?:\.\d+)?", text)) >= 5
    assert "not the printed values" in text


@NOTEBOOKS
def test_it_uses_public_names_only(path: Path) -> None:
    assert list(foreign_names(code(path))) == []


@NOTEBOOKS
def test_its_outputs_are_there_in_order_and_without_a_fault(path: Path) -> None:
    run = cells(path, "code")
    assert [cell["execution_count"] for cell in run] == list(range(1, len(run) + 1))
    assert {output["output_type"] for output in outputs(path)} <= {"stream", "display_data", "execute_result"}
    assert not [output for output in outputs(path) if output.get("name") == "stderr"]
    assert [output for output in outputs(path) if "image/png" in output.get("data", {})], "a figure"


@NOTEBOOKS
def test_it_is_small_and_holds_nothing_of_the_machine_that_ran_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < MOST_BYTES
    seen = re.sub(r'"image/png": "[^"]*"', "", text)
    assert not re.search(r"(?<![\w.])/(?:home|root|tmp|usr|work|opt|Users|private)/|[A-Z]:\\\\", seen)
    assert not re.search(r" object at 0x| at 0x[0-9a-f]{6,}", seen)
    notebook = read(path)
    assert notebook["metadata"] == METADATA
    assert all(cell["metadata"] == {} for cell in notebook["cells"])


@NOTEBOOKS
def test_its_links_lead_somewhere(path: Path) -> None:
    for cell in cells(path, "markdown"):
        for target in re.findall(r"\]\(([^)#:]+)\)", source(cell)):
            assert (path.parent / target).exists(), target


@pytest.mark.slow
@NOTEBOOKS
def test_it_prints_today_what_the_file_keeps(path: Path) -> None:
    pytest.importorskip("nbclient", reason="needs the extra notebooks")
    pytest.importorskip("ipykernel", reason="needs the extra notebooks")
    again = execute(path)
    assert printed(again) == printed(read(path))
    assert len(as_text(again).encode()) < MOST_BYTES
