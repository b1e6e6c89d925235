"""Reading what a command was given: a file or standard input, and never much more of it than it takes."""

from __future__ import annotations

import sys
from pathlib import Path

from odds.errors import InputError


def read_up_to(name: str | Path, most: int) -> bytes:
    """Return the bytes of a file, of which one more than `most` tells that there are too many.

    Args:
        name: The file; the text `-` for standard input.
        most: The bytes the caller takes.

    Raises:
        InputError: It cannot be read. The message is the reason alone; the caller says what it was for.
    """
    try:
        if name == "-":
            return sys.stdin.buffer.read(most + 1)
        with Path(name).open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:  # a name with a NUL is no OSError
        raise InputError(getattr(error, "strerror", None) or str(error)) from None


def read_named(text: str, most: int, where: str) -> bytes | None:
    """Return what `-` (standard input) or `@FILE` stands for, as `read_up_to`; `None` for a text that is itself meant.

    Raises:
        InputError: It cannot be read; placed at `where`.
    """
    if text != "-" and not text.startswith("@"):
        return None
    try:
        return read_up_to("-" if text == "-" else Path(text[1:]), most)
    except InputError as error:
        called = "standard input" if text == "-" else f"'{text[1:]}'"
        raise InputError(f"cannot read {called}: {error.message}", where) from None
