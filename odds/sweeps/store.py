"""The folder of a sweep: parts written whole or not at all, a journal of those done, and the manifest.

While a sweep runs the folder holds `manifest.json` with `"complete": false`, finished parts, and `parts.jsonl`,
a line for each part with its checksum, written before the part gets its name: so a part that is there is
listed, whatever ends the program. The last part done, the list moves into the manifest and the journal goes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from odds.errors import InputError
from odds.files import half_written, write_whole

MANIFEST = "manifest.json"
JOURNAL = "parts.jsonl"

#: Version of the manifest.
SCHEMA = 1


@dataclass(frozen=True)
class Written:
    """One part that is done."""

    part: int
    rows: int
    sha256: str

    def to_dict(self, name: str) -> dict[str, Any]:
        """Return it as the manifest lists it."""
        return {"file": name, "rows": self.rows, "sha256": self.sha256}


def _line(written: Written) -> str:
    """Return a part's line in the journal."""
    return json.dumps({"part": written.part, "rows": written.rows, "sha256": written.sha256}) + "\n"


def sha256(data: bytes) -> str:
    """Return the checksum of a part's bytes."""
    return hashlib.sha256(data).hexdigest()


def file_sha256(path: Path) -> str:
    """Return the checksum of a file, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Store:
    """The folder of one sweep.

    Args:
        folder: The folder.
        head: The manifest without `complete` and `parts`: what makes this sweep this sweep.
        parts: How many parts there are.
        form: `"csv"` or `"parquet"`.
    """

    def __init__(self, folder: Path, head: dict[str, Any], parts: int, form: str) -> None:
        self.folder = folder
        self.head = head
        self.parts = parts
        self.form = form
        self.done: dict[int, Written] = {}
        self._journal: IO[str] | None = None

    def name(self, part: int) -> str:
        """Return the file name of a part."""
        return f"part-{part:05d}.{self.form}"

    @contextlib.contextmanager
    def opened(self, resume: bool) -> Iterator[Store]:
        """Open the folder for writing, new or to resume; nobody else can meanwhile.

        Raises:
            InputError: A folder with something else in it, another sweep, a damaged part.
        """
        fresh = self._prepare(resume)
        try:
            if fresh:
                write_whole(self.folder / MANIFEST, self._manifest(complete=False))
            if not self._is_complete():
                self._journal = (self.folder / JOURNAL).open("a+", encoding="utf-8")
                self._lock(self._journal)
                self._read_journal()
        except OSError as error:
            self._close()
            raise self.unwritable(error) from None
        try:
            yield self
        finally:
            self._close()

    def _close(self) -> None:
        if self._journal is not None:
            with contextlib.suppress(OSError):
                self._journal.close()
            self._journal = None

    def _prepare(self, resume: bool) -> bool:
        """Make the folder or check what is in it; return whether the sweep is a new one."""
        if self.folder.exists() and not self.folder.is_dir():
            raise InputError(f"'{self.folder}' is a file; name a folder", "--out")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            names = {item.name for item in self.folder.iterdir()}
        except OSError as error:
            raise self.unwritable(error) from None
        if MANIFEST not in names:
            # A first manifest that was never finished leaves nothing but its beginning.
            others = names - {path.name for path in half_written(self.folder, MANIFEST)}
            if others:
                raise InputError(f"'{self.folder}' is not empty and holds no sweep; name a new folder", "--out")
            return True
        found = read_manifest(self.folder)
        self._refuse_other(found)
        if not resume:
            state = "a finished" if found["complete"] else "an unfinished"
            what = f"'{self.folder}' holds {state} sweep of this spec"
            raise InputError(f"{what}; add --resume, or name a new folder", "--out")
        if found["complete"]:
            self._reopen(found)
        return False

    def _reopen(self, found: dict[str, Any]) -> None:
        """Take over a finished sweep; where parts have been deleted since, it is an unfinished one again."""
        listed = {part: Written(part, item["rows"], item["sha256"]) for part, item in enumerate(found["parts"])}
        self.done = {part: written for part, written in listed.items() if (self.folder / self.name(part)).exists()}
        self._check_parts()
        if len(self.done) < self.parts:
            lines = [_line(written) for written in self.done.values()]
            try:
                write_whole(self.folder / JOURNAL, "".join(lines).encode())
                write_whole(self.folder / MANIFEST, self._manifest(complete=False))
            except OSError as error:
                raise self.unwritable(error) from None

    def _is_complete(self) -> bool:
        return len(self.done) == self.parts and not (self.folder / JOURNAL).exists()

    def _refuse_other(self, found: dict[str, Any]) -> None:
        """Refuse a folder whose manifest is not that of this sweep, and say in what."""
        for key, what in (
            ("spec_sha256", "of another spec"),
            ("kind", "of another kind"),
            ("card_sets", "with other card values"),
            ("program", f"written by {found.get('program')}"),
            ("format", f"of {found.get('format')} files"),
        ):
            if found.get(key) != self.head[key]:
                raise InputError(
                    f"'{self.folder}' holds a sweep {what}, not this one; nothing was changed, name a new folder",
                    "--out",
                )
        if found != {**found, **self.head}:
            place = str(self.folder / MANIFEST)
            raise InputError("was changed by hand; nothing was written, name a new folder", place)

    def _lock(self, journal: IO[str]) -> None:
        """Keep a second program from writing into the folder; the lock ends with this process."""
        try:
            import fcntl
        except ImportError:  # not on this operating system
            return
        try:
            fcntl.flock(journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._close()
            raise InputError(f"another program is writing into '{self.folder}'; wait for it to end", "--out") from None

    def _read_journal(self) -> None:
        """Take over the parts that are done, throw away what was begun."""
        journal = self._journal
        if journal is None:
            return
        journal.seek(0)
        lines = journal.read().split("\n")
        if lines[-1]:  # a line that was never finished: its part never got its name
            journal.truncate(len("\n".join([*lines[:-1], ""]).encode()))
        for number, line in enumerate(lines[:-1], 1):
            try:
                item = json.loads(line)
                written = Written(int(item["part"]), int(item["rows"]), str(item["sha256"]))
            except (ValueError, KeyError, TypeError):
                place = f"{self.folder / JOURNAL}, line {number}"
                raise InputError("is damaged; delete the folder and start anew", place) from None
            self.done[written.part] = written
        listed = set(self.done)
        self.done = {part: written for part, written in self.done.items() if (self.folder / self.name(part)).exists()}
        for part in range(self.parts):
            if part not in listed and (self.folder / self.name(part)).exists():
                place = str(self.folder / self.name(part))
                raise InputError(f"is not listed in {JOURNAL}; delete it and run again with --resume", place)
        self._check_parts()
        for beside in half_written(self.folder, f"part-*.{self.form}"):
            beside.unlink(missing_ok=True)

    def _check_parts(self) -> None:
        """Refuse parts that are not what was written.

        Raises:
            InputError: Names the file.
        """
        for part, written in sorted(self.done.items()):
            path = self.folder / self.name(part)
            check_part(path, written.sha256)

    def add(self, part: int, rows: int, data: bytes) -> None:
        """Write one part: to the disk, into the journal, then under its name.

        Raises:
            InputError: The disk is full or the folder cannot be written; what was done is kept.
        """
        path = self.folder / self.name(part)
        written = Written(part, rows, sha256(data))
        try:
            self._note(written)
            write_whole(path, data)
        except OSError as error:
            raise self.unwritable(error) from None
        finally:
            # Ctrl-C may come when the part has its name already.
            if path.exists():
                self.done[part] = written

    def _note(self, written: Written) -> None:
        if self._journal is None:
            raise RuntimeError("the store is not open for writing")
        self._journal.write(_line(written))
        self._journal.flush()
        os.fsync(self._journal.fileno())

    def finish(self) -> None:
        """List all parts in the manifest; the journal is not needed any more."""
        try:
            write_whole(self.folder / MANIFEST, self._manifest(complete=True))
            self._close()
            (self.folder / JOURNAL).unlink(missing_ok=True)
        except OSError as error:
            raise self.unwritable(error) from None

    def _manifest(self, complete: bool) -> bytes:
        parts = [self.done[part].to_dict(self.name(part)) for part in range(self.parts)] if complete else []
        manifest = {**self.head, "complete": complete, "parts": parts}
        return (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()

    def kept(self) -> str:
        """Return how much is done, for a message."""
        return f"{len(self.done):,} of {self.parts:,} parts are kept in '{self.folder}'"

    def unwritable(self, error: OSError) -> InputError:
        """Return the error of a folder or disk that takes no more."""
        reason = error.strerror or str(error)
        return InputError(f"cannot write: {reason}; {self.kept()}, mend it and run again with --resume", "--out")


def check_part(path: Path, checksum: str) -> None:
    """Refuse a part that is not what was written.

    Raises:
        InputError: It is gone, cannot be read, or was changed.
    """
    try:
        found = file_sha256(path)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}; run the sweep again with --resume", str(path)) from None
    if found != checksum:
        raise InputError(
            "is not what was written (checksum); nothing was changed, delete it and run again with --resume", str(path)
        )


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a sweep's folder.

    Raises:
        InputError: No manifest, or one that cannot be read.
    """
    path = folder / MANIFEST
    try:
        found = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"no sweep can be read here: {error.strerror}", str(path)) from None
    except ValueError as error:
        raise InputError(f"is damaged: {error}", str(path)) from None
    wanted = {"schema", "complete", "parts", "columns", "format"}
    if not isinstance(found, dict) or not wanted <= set(found) or found["schema"] != SCHEMA:
        raise InputError("is no manifest of a sweep that this version reads", str(path))
    return found
