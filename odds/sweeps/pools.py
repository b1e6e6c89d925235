"""Who computes the parts: this process or a Dask cluster, both as executors as `odds.processes` is; and one part."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from functools import lru_cache
from importlib import import_module
from typing import Any

from odds import columns as tables
from odds.errors import InputError
from odds.sweeps.spec import Job, Work
from odds.threads import one_of_many

#: Seconds to wait for a scheduler, and for its first worker.
PATIENCE = 20

FRAME = "frame"


@lru_cache(maxsize=2)
def _work_of(key: _Key) -> Work:
    return key.job.work()


class _Key:
    """A job as a key: equal for equal checksums, so that a worker prepares a job once."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._checksum = job.checksum, tuple(id(card_set) for card_set in job.card_sets)

    def __hash__(self) -> int:
        return hash(self._checksum[0])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._checksum[0] == other._checksum[0] and self.job == other.job


def compute_part(job: Job, first: int, last: int, form: str, version: str) -> Any:
    """Return the rows `first` to `last` of a job: bytes of a CSV or Parquet file, or columns for a frame.

    Raises:
        InputError: Another version of the program works here than asked.
    """
    from odds import __version__

    if version != __version__:
        what = f"the workers run odds {__version__}, this is {version}"
        raise InputError(f"{what}; install the same version", "--scheduler")
    work = _work_of(_Key(job))
    data = work.compute(first, last)
    if form == FRAME:
        return data
    encode = tables.parquet_bytes if form == "parquet" else tables.csv_bytes
    return encode(work.columns, data)


def compute_part_beside_others(job: Job, first: int, last: int, form: str, version: str) -> Any:
    """Return what `compute_part` does, with one thread: other workers have the other processors."""
    with one_of_many():
        return compute_part(job, first, last, form, version)


class Inline(Executor):
    """An executor that computes in this process, at once."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return a future that is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextlib.contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Give an executor on the workers of a Dask cluster, and how many threads they have.

    Raises:
        InputError: The extra `dask` is not installed, no scheduler answers, or it has no workers.
    """
    try:
        distributed: Any = import_module("distributed")
    except ModuleNotFoundError:
        raise InputError("needs the extra dask: pip install 'battle-odds[dask]'", "--scheduler") from None
    # Its log tells of every broken connection; what that means for the sweep is said in one line.
    log = logging.getLogger("distributed")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        with _connected(distributed, address) as client:
            yield Watched(client), sum(client.nthreads().values())
    finally:
        log.setLevel(level)


@contextlib.contextmanager
def _connected(distributed: Any, address: str) -> Iterator[Any]:
    """Give a client of a scheduler that has workers."""
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"no Dask scheduler answers at '{address}': {reason}", "--scheduler") from None
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except (TimeoutError, OSError):
            raise InputError(f"the scheduler at '{address}' has no workers; start some", "--scheduler") from None
        yield client
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=2)


class Watched(Executor):
    """A Dask client's executor that can say whether its scheduler is still there."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._inner = client.get_executor(pure=False)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Send a task to the cluster."""
        future: Future[Any] = self._inner.submit(fn, *args, **kwargs)
        return future

    @property
    def is_lost(self) -> bool:
        """Whether the scheduler is gone."""
        return bool(self._client.status != "running")
