"""Running a sweep: which parts are missing, who computes them, what happens when something breaks."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass
from typing import Any

from odds.errors import InputError
from odds.processes import processes
from odds.sweeps import pools
from odds.sweeps.spec import Job, Work

#: Told the rows done and all rows.
Progress = Callable[[int, int], None]

#: Parts under way for each worker: one is computed, one waits.
AHEAD = 2

#: Seconds between looks at whether a cluster is still there.
LOOK = 1.0


@dataclass(frozen=True)
class Plan:
    """How a sweep is cut into parts.

    Args:
        job: The job.
        work: The same, prepared.
        part_rows: Rows of each part but the last.
    """

    job: Job
    work: Work
    part_rows: int

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return -(-self.work.rows // self.part_rows)

    def span(self, part: int) -> tuple[int, int]:
        """Return the first row of a part, and the row after its last."""
        return part * self.part_rows, min((part + 1) * self.part_rows, self.work.rows)


def plan_of(job: Job, work: Work) -> Plan:
    """Return the plan of a job."""
    return Plan(job, work, job.part_rows or work.part_rows)


class BrokenError(InputError):
    """Workers died or a cluster went away."""


def compute(
    plan: Plan,
    todo: list[int],
    form: str,
    done: Callable[[int, Any], None],
    workers: int = 1,
    scheduler: str | None = None,
) -> None:
    """Compute parts and hand each over as soon as it is there, in whatever order they come.

    Args:
        plan: The plan.
        todo: The parts to compute.
        form: What `pools.compute_part` returns for each.
        done: Told a part and what came of it.
        workers: Processes on this machine; 1 is this process.
        scheduler: Address of a Dask scheduler, instead.

    Raises:
        InputError: A row that cannot be answered.
        BrokenError: Workers died twice, or the cluster went away.
    """
    waiting = list(reversed(todo))
    if not waiting:
        return
    if scheduler is not None:
        with pools.cluster(scheduler) as (executor, threads):
            _feed(plan, waiting, form, done, executor, threads)
        return
    workers = min(workers, len(waiting))
    if workers == 1:
        _feed(plan, waiting, form, done, pools.Inline(), 0)
        return
    plan.work.warm()
    try:
        with processes(workers) as executor:
            _feed(plan, waiting, form, done, executor, workers)
    except BrokenExecutor:
        # One worker killed is bad luck; its pool is gone with it, the parts under way begin anew.
        try:
            with processes(workers) as executor:
                _feed(plan, waiting, form, done, executor, workers)
        except BrokenExecutor:
            raise BrokenError(
                "worker processes died twice, killed or out of memory (a script needs its `if __name__ == '__main__'`)",
                "workers",
            ) from None


def _feed(
    plan: Plan, waiting: list[int], form: str, done: Callable[[int, Any], None], executor: Executor, workers: int
) -> None:
    """Keep an executor busy until nothing waits; parts that did not come back are left in `waiting`."""
    from odds import __version__

    compute_one = pools.compute_part_beside_others if workers else pools.compute_part
    running: dict[Future[Any], int] = {}
    try:
        while waiting or running:
            while waiting and len(running) < max(1, AHEAD * workers):
                part = waiting.pop()
                # Noted before it can fail: a part that cannot even be sent still waits.
                try:
                    future = executor.submit(compute_one, plan.job, *plan.span(part), form, __version__)
                except BaseException:
                    waiting.append(part)
                    raise
                running[future] = part
            finished, _ = wait(running, timeout=LOOK, return_when=FIRST_COMPLETED)
            for future in sorted(finished, key=running.__getitem__):
                result = future.result()
                done(running.pop(future), result)
            if not finished and isinstance(executor, pools.Watched) and executor.is_lost:
                raise CancelledError
    except (CancelledError, OSError) as error:
        if not isinstance(executor, pools.Watched):
            raise
        raise BrokenError("the Dask cluster went away", "--scheduler") from error
    except RuntimeError as error:
        # A client whose scheduler is gone refuses new tasks.
        if not isinstance(executor, pools.Watched) or not executor.is_lost:
            raise
        raise BrokenError("the Dask cluster went away", "--scheduler") from error
    finally:
        waiting.extend(sorted(running.values(), reverse=True))
