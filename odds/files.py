"""Files that are there whole or not at all: written beside their place, then renamed into it."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

#: How the name of a file ends while it is being written.
_ENDING = ".new"


@contextlib.contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Give a path to write to; it takes the place of `path` at the end, and after an error nothing of it is left.

    Where `path` is a symbolic link, the file it points to is replaced and the link stays. When this returns the file
    is on the disk, should the power fail then.

    Raises:
        OSError: It cannot be written; or something is there that is no regular file, which stays as it is.
    """
    target = replaceable(path)
    building = target.with_name(f".{target.name[:80]}.{os.getpid()}{_ENDING}")
    try:
        yield building
        _sync(building, os.O_RDWR)
        building.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            building.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def replaceable(path: Path) -> Path:
    """Return the place of the file that a path means, links followed.

    Raises:
        OSError: Something is there that is no regular file: a folder, a device, a pipe. A file must not take its place.
    """
    target = Path(os.path.realpath(path))
    try:
        mode = path.stat().st_mode  # /dev/stdout leads to a pipe that has no name
    except FileNotFoundError:
        return target
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return target


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


def sync_folder(folder: Path) -> None:
    """Have on the disk what a folder lists, where the system can."""
    with contextlib.suppress(OSError):  # not every system opens folders
        _sync(folder, os.O_RDONLY)


def _sync(path: Path, mode: int) -> None:
    handle = os.open(path, mode)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
