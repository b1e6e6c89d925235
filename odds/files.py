"""Files that are there whole or not at all: written beside their place, then renamed into it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

#: How the name of a file ends while it is being written.
_ENDING = ".new"


@contextlib.contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Give a path to write to; it takes the place of `path` at the end, and after an error nothing of it is left.

    When this returns the file is on the disk, should the power fail then.

    Raises:
        OSError: It cannot be written.
    """
    building = path.with_name(f".{path.name[:80]}.{os.getpid()}{_ENDING}")
    try:
        yield building
        _sync(building, os.O_RDWR)
        building.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            building.unlink(missing_ok=True)
        raise
    with contextlib.suppress(OSError):  # not every system opens folders
        _sync(path.parent, os.O_RDONLY)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, as `whole` does.

    Raises:
        OSError: It cannot be written.
    """
    with whole(path) as building:
        building.write_bytes(data)


def half_written(folder: Path, name: str) -> Iterator[Path]:
    """Yield what a killed program has left of files whose name fits a pattern."""
    yield from folder.glob(f".{name}.*{_ENDING}")


def _sync(path: Path, mode: int) -> None:
    handle = os.open(path, mode)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
