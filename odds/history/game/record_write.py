"""Writing a record as the game goes: a process that is killed loses at most the action under way."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from odds.errors import InputError
from odds.files import whole
from odds.history.names import shown


class Writer:
    """Appends to a record. Each text is handed to the system at once; at the end of an action it is on the disk."""

    def __init__(self, path: Path, always: bool = False) -> None:
        """Open a record that is there.

        Args:
            path: The record.
            always: Have every text on the disk, not only at the end of an action: where people tell the outcomes.

        Raises:
            InputError: It cannot be written.
        """
        self.path = path
        self._always = always
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        except (OSError, ValueError) as error:
            raise _cannot_write(path, error) from None

    def write(self, text: str, boundary: bool = True) -> None:
        """Append a text.

        Args:
            text: Whole lines.
            boundary: Whether an action ends with it.

        Raises:
            InputError: The disk is full, or the file has gone.
        """
        data = text.encode()
        try:
            while data:
                data = data[os.write(self._file, data) :]
            if boundary or self._always:
                os.fsync(self._file)
        except OSError as error:
            raise _cannot_write(self.path, error) from None

    def close(self) -> None:
        """Close the record."""
        with contextlib.suppress(OSError):
            os.close(self._file)


def create_record(path: Path, text: str, force: bool = False) -> None:
    """Write a new record's head in one step, never half.

    Args:
        path: The record.
        text: Its head.
        force: Replace a file that is there.

    Raises:
        InputError: There is such a file, or it cannot be written.
    """
    try:
        with whole(path) as building:
            building.write_text(text, encoding="utf-8", newline="\n")
            if path.exists() and not force:
                raise InputError(f"{shown(str(path))} is there already; --resume goes on with it, or name another file")
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise _cannot_write(path, error) from None


def cut_record(path: Path, size: int) -> None:
    """Cut off what a record has beyond a size: a line that was being written when the program was killed.

    Raises:
        InputError: The file cannot be written.
    """
    try:
        if path.stat().st_size > size:
            os.truncate(path, size)
    except OSError as error:
        raise _cannot_write(path, error) from None


def _cannot_write(path: Path, error: Exception) -> InputError:
    reason = getattr(error, "strerror", None) or str(error)
    return InputError(f"cannot write the record {shown(str(path))}: {reason}", "--record")


__all__ = ["Writer", "create_record", "cut_record"]
