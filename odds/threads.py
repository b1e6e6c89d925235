"""How many threads one piece of work may use: all of the machine, or one where others work beside it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextvars import ContextVar

_alone = ContextVar("alone", default=True)


def threads_to_use() -> int:
    """Return how many threads this piece of work may run on."""
    if not _alone.get():
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextlib.contextmanager
def one_of_many() -> Iterator[None]:
    """Work with one thread: every processor has such a piece of work already."""
    before = _alone.set(False)
    try:
        yield
    finally:
        _alone.reset(before)
