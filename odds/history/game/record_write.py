"""Writing a record as the game goes: a process that is killed loses at most the action under way."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

from odds.errors import InputError
from odds.files import replaceable, sync_folder, whole
from odds.history.names import shown

_APPEND = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)

#: The end of the name of the file that keeps what was cut off a record.
CUT_ENDING = ".cut"


class Writer:
    """Appends to a record. Each text is handed to the system at once; at the end of an action it is on the disk.

    While a writer is open no other can be, in whatever process: the file is locked where the system has `flock`
    (elsewhere nothing is locked). The system itself gives the lock up when the process ends, however it ends.

    The whole record is in memory, too. Where the file has gone it is written anew at its place; where another file is
    there, or somebody else has written into it, that one stays as it is and the record goes on under a free name
    beside it. What cannot be written waits for the next time.

    Attributes:
        path: Where the record is kept.
        tell: Is told in a sentence when the record had to be written anew or cannot be written; where nobody is told,
            what cannot be written is an error.
    """

    def __init__(self, path: Path, always: bool = False) -> None:
        """Open a record that is there.

        Args:
            path: The record.
            always: Have every text on the disk, not only at the end of an action: where people tell the outcomes.

        Raises:
            InputError: It cannot be written, or another process has it open.
        """
        self.path = path
        self.tell: Callable[[str], None] | None = None
        self._always = always
        self._failed = False
        try:
            self._place = replaceable(path)
            # What the path means from here on, should somebody go to another folder.
            self._named = Path(os.path.abspath(path))
            self._file = os.open(self._place, _APPEND)
        except (OSError, ValueError) as error:
            raise _cannot_write(path, error) from None
        try:
            _lock(self._file, path)
            self._text = bytearray(_read(self._file))
        except BaseException:
            os.close(self._file)
            raise
        # How much of the text the file has.
        self._written = len(self._text)

    @property
    def text(self) -> bytes:
        """The whole record, whatever has become of its file."""
        return bytes(self._text)

    def cut(self, size: int) -> None:
        """Cut off what the record has beyond a size.

        Raises:
            InputError: The file cannot be written.
        """
        try:
            os.ftruncate(self._file, size)
        except OSError as error:
            raise _cannot_write(self.path, error) from None
        del self._text[size:]
        self._written = len(self._text)

    def write(self, text: str, boundary: bool = True) -> None:
        """Append a text.

        Args:
            text: Whole lines.
            boundary: Whether an action ends with it.

        Raises:
            InputError: It cannot be written, and nobody is told so.
        """
        self._text += text.encode()
        try:
            self._append(boundary or self._always)
        except OSError as error:
            trouble = _cannot_write(self.path, error)
            if self.tell is None:
                raise trouble from None
            if not self._failed:
                self.tell(f"{trouble.message}; the game goes on in memory, and what is missing is tried again")
            self._failed = True
            return
        if self._failed:
            self._failed = False
            self._say(f"the record {quoted(self.path)} is complete again")

    def secure(self) -> None:
        """Have the whole record on the disk, whatever has become of its file.

        Raises:
            InputError: It cannot be written.
        """
        try:
            self._append(True, fully=True)
        except OSError as error:
            raise _cannot_write(self.path, error) from None
        self._failed = False

    def rescue(self) -> Path | None:
        """Write the whole record into the folder of temporary files; return the file, `None` where that fails, too."""
        for number in range(1, 100):
            path = Path(tempfile.gettempdir(), f"{self.path.stem}-{number}{self.path.suffix}")
            with contextlib.suppress(InputError):
                self.copy(path)
                return path
        return None

    def copy(self, path: Path) -> None:
        """Write the whole record to another file, in one step.

        Raises:
            InputError: There is such a file, or it cannot be written.
        """
        _create(path, self.text, False, "name another file")

    def close(self) -> None:
        """Close the record."""
        with contextlib.suppress(OSError):
            os.close(self._file)

    def _append(self, sync: bool, fully: bool = False) -> None:
        """Write what the file has not.

        Args:
            sync: Have it on the disk.
            fully: Look whether all of the file is as it was written, not only how long it is.

        Raises:
            OSError: It cannot be written; what the file has is known.
        """
        if not self._is_ours() or (fully and _read(self._file) != self._text[: self._written]):
            self._move()
        while self._written < len(self._text):
            self._written += os.write(self._file, self._text[self._written :])
        if sync:
            os.fsync(self._file)

    def _is_ours(self) -> bool:
        """Return whether the file that is written is still the one at its place, with nothing else written into it."""
        own = os.fstat(self._file)
        try:
            there = os.stat(self._named)
        except OSError:
            return False
        if not os.path.samestat(own, there):
            return False
        if own.st_size > self._written:
            # Ctrl-C may have come when a text was written already, but not yet counted.
            os.lseek(self._file, self._written, os.SEEK_SET)
            if os.read(self._file, own.st_size - self._written) == self._text[self._written : own.st_size]:
                self._written = own.st_size
        return own.st_size == self._written

    def _move(self) -> None:
        """Begin a file with the whole record in it: at its place if nothing is there, else beside it.

        Raises:
            OSError: No file can be begun.
        """
        file, path, place = self._begin()
        with contextlib.suppress(InputError):  # somebody who is that quick finds a record that grows
            _lock(file, path)
        os.close(self._file)
        self._file, self._written = file, 0
        sync_folder(place.parent)
        lost, self.path, self._place = self.path, path, place
        self._named = self._named.with_name(path.name)
        if path == lost:
            self._say(f"the record {quoted(path)} had gone; it is written anew")
        else:
            self._say(
                f"{quoted(lost)} was changed or replaced by somebody else and stays as it is; "
                f"the record is kept in {quoted(path)} from its beginning"
            )

    def _begin(self) -> tuple[int, Path, Path]:
        """Begin an empty file, where there is none; return it, what it is called and where it is.

        Raises:
            OSError: No file can be begun.
        """
        for number in count(1):
            path, place = self.path, self._place
            if number > 1:
                path = path.with_name(f"{path.stem}-{number}{path.suffix}")
                place = self._named.with_name(path.name)
            with contextlib.suppress(FileExistsError):
                return os.open(place, _APPEND | os.O_CREAT | os.O_EXCL, 0o666), path, place
        raise AssertionError

    def _say(self, text: str) -> None:
        if self.tell is not None:
            self.tell(text)


def create_record(path: Path, text: str, force: bool = False) -> None:
    """Write a new record's head in one step, never half.

    Args:
        path: The record.
        text: Its head.
        force: Replace a file that is there.

    Raises:
        InputError: There is such a file, it is a record that another process has open, or it cannot be written.
    """
    _create(path, text.encode(), force, "--resume goes on with it, --force replaces it, or name another file")


def _create(path: Path, data: bytes, force: bool, mend: str) -> None:
    try:
        with whole(path) as building:
            building.write_bytes(data)
            if path.exists():
                if not force:
                    raise InputError(f"{quoted(path)} is there already; {mend}")
                _check_free(path)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise _cannot_write(path, error) from None


def keep_cut(path: Path, data: bytes) -> Path:
    """Keep what is cut off a record in a file beside it; return that file.

    Raises:
        InputError: It cannot be written.
    """
    beside = path.with_name(path.name + CUT_ENDING)
    try:
        with replaceable(beside).open("ab") as file:
            file.write(data + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise _cannot_write(beside, error) from None
    return beside


def _check_free(path: Path) -> None:
    """Refuse to replace a record that another process has open.

    Raises:
        InputError: One has.
        OSError: It cannot be opened.
    """
    file = os.open(path, os.O_RDONLY)
    try:
        _lock(file, path)
    finally:
        os.close(file)


def _lock(file: int, path: Path) -> None:
    """Lock an open file for as long as it is open. A file system without locks is done without.

    Raises:
        InputError: Another process has locked it.
    """
    try:
        import fcntl
    except ImportError:  # Windows has none
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(
            f"the record {quoted(path)} is being played in another terminal; quit there first, or name another file"
        ) from None
    except OSError:
        pass


def _read(file: int) -> bytes:
    """Return all that is in an open file."""
    size = os.fstat(file).st_size
    os.lseek(file, 0, os.SEEK_SET)
    data = bytearray()
    while len(data) < size:
        more = os.read(file, size - len(data))
        if not more:
            break
        data += more
    return bytes(data)


def quoted(path: Path) -> str:
    """Return a file's name for a message, whole: the reader may have to type it."""
    return shown(str(path), 4096)


def _cannot_write(path: Path, error: Exception) -> InputError:
    reason = getattr(error, "strerror", None) or str(error)
    return InputError(f"cannot write the record {quoted(path)}: {reason}")


__all__ = ["Writer", "create_record", "keep_cut", "quoted"]
