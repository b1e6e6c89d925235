"""Worker processes of which none is left behind, whatever happens."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor


def _begin_worker() -> None:
    """Set a worker process up: Ctrl-C is the parent's, and without the parent there is no work."""
    import threading
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    sentinel = parent.sentinel

    def follow() -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back; processes started meanwhile never see it, not even while they begin."""
    if not hasattr(signal, "pthread_sigmask"):  # not on this operating system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Give an executor of spawned processes; at the end none is left, whatever it was doing."""
    # Spawned: a process forked beside numba's threads can hang.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_begin_worker)
    try:
        with _interrupts_held():
            for _ in range(workers):  # each starts a process
                pool.submit(os.getpid)
        yield pool
    except BaseException:
        # Nobody waits for parts that nobody will read.
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown(cancel_futures=True)
