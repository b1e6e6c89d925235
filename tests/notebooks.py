"""Running the notebooks: `python -m tests.notebooks` executes them all again and keeps what they print and draw.

Needs the extra `notebooks`. What changes from run to run, such as times, is left out of the files.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from odds.files import write_whole

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "notebooks"

#: The kernel and the language, without the version of the Python that happened to run it.
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

#: Longest time a cell may take, in seconds; a first compile on a busy machine is what takes longest.
LONGEST = 600


def paths() -> list[Path]:
    """Return the notebooks' files, by name."""
    return sorted(FOLDER.glob("*.ipynb"))


def execute(path: Path) -> Any:
    """Return a notebook executed from top to bottom in an empty folder, stripped of what is volatile.

    Raises:
        nbclient.exceptions.CellExecutionError: A cell failed.
    """
    import nbformat
    from nbclient import NotebookClient

    notebook: Any = nbformat.read(path, as_version=4)
    # The kernel sees this checkout, and works in a folder without any file that a reader would not have.
    path_for_kernel = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook,
            timeout=LONGEST,
            kernel_name="python3",
            record_timing=False,
            resources={"metadata": {"path": folder}},
        )
        client.execute(env=os.environ | {"PYTHONPATH": path_for_kernel})
    notebook.metadata = METADATA
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            # The compiler's word on a machine without a warm cache; a warning would be one, too, and is a fault.
            cell.outputs = [output for output in cell.outputs if not _is_progress(output)]
    return notebook


def _is_progress(output: Any) -> bool:
    return output.get("name") == "stderr" and str(output["text"]).startswith("compiling the ")


def as_text(notebook: Any) -> str:
    """Return a notebook as its file has it."""
    import nbformat

    return str(nbformat.writes(notebook, version=4)).rstrip("\n") + "\n"


def refresh(path: Path) -> None:
    """Execute a notebook and write it, whole or not at all."""
    write_whole(path, as_text(execute(path)).encode())


if __name__ == "__main__":
    for one in paths():
        refresh(one)
        sys.stdout.write(f"{one.relative_to(ROOT)}: {one.stat().st_size:,} bytes\n")
