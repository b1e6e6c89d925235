"""Sweeps: the whole matrix, writing against computing, and Dask beside local processes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from odds import columns
from odds.history import line_ups, match_up_matrix
from odds.history.card_files import read_card_set
from odds.sweeps.api import run_sweep
from odds.sweeps.spec import Job, Work, read_job
from odds.threads import one_of_many
from tests.benchmarks.measure import Row, count, ratio_of, seconds, side_by_side

MATRIX_SECONDS = 60.0
DASK_SHARE = 1.15
WORKERS = 2

#: Time of a task of the cluster's row, and fights to measure how many make it.
TASK_SECONDS = 1.1
SOME_FIGHTS = 100_000


def rows(quick: bool) -> list[Row]:
    """Measure the matrix, the writing, and, unless in a hurry, a cluster on this machine."""
    return [_matrix(), *_writing(3 if quick else 9), *_cluster(8 if quick else 60)]


def _matrix() -> Row:
    cards = read_card_set()
    ours = [line_up for _, line_up in line_ups.basic_line_ups(cards)]
    theirs = [target for _, target in line_ups.single_targets(cards)]
    match_up_matrix.matrix(ours[:1], theirs[:1])
    taken = seconds(lambda: match_up_matrix.matrix(ours, theirs).to_frame())
    what = f"matrix of {len(ours):,} line-ups x {len(theirs)} elites, exact, as a DataFrame"
    number = len(ours) * len(theirs)
    return Row(what, f"{taken:.1f} s", f"{count(number / taken)}/s", "", "< 60 s", taken < MATRIX_SECONDS)


def _writing(repeats: int) -> list[Row]:
    _, work = read_job({"attackers": {"owners": "all"}, "targets": {"eras": "all"}})
    number = 100_000
    work.warm()
    data = work.compute(0, number)
    folder = Path(tempfile.mkdtemp())
    forms = {"CSV": columns.csv_bytes, "Parquet": columns.parquet_bytes}
    works: list[Any] = [lambda: work.compute(0, number)]
    for form, encode in forms.items():
        works.append(lambda form=form, encode=encode: (folder / form).write_bytes(encode(work.columns, data)))
    computing, *writing = side_by_side(works, repeats)
    return [
        Row(
            f"writing {number:,} exact rows as {form}",
            f"{median(times):.2f} s",
            f"computing {median(computing):.2f} s",
            f"{ratio_of(times, computing):.0%}",
            "< 100%",
            ratio_of(times, computing) < 1,
        )
        for form, times in zip(forms, writing, strict=True)
    ]


def _cluster(tasks: int) -> list[Row]:
    """Set a LocalCluster beside local processes: the same tasks, start and first compile aside."""
    import distributed

    fights = _fights_of_a_task()
    job, work = _tasks(tasks, fights)
    begin, _ = _tasks(2 * WORKERS, fights, seed=2)
    with distributed.LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        _seconds(begin, scheduler=address)
        there = _seconds(job, scheduler=address)
    here = _seconds(job, workers=WORKERS) - _seconds(begin, workers=WORKERS)
    here *= tasks / (tasks - 2 * WORKERS)
    share = there / here
    return [
        Row(
            f"Dask, {WORKERS} workers, {work.rows} tasks",
            f"{there:.1f} s",
            f"local processes {here:.1f} s, {here * WORKERS / tasks:.2f} s a task",
            f"{share:.0%}",
            f"<= {DASK_SHARE:.0%}",
            share <= DASK_SHARE,
        )
    ]


def _fights_of_a_task() -> int:
    """Return how many fights, drawn from piles, take one thread `TASK_SECONDS` on this machine."""
    _, work = _tasks(1, SOME_FIGHTS)
    work.warm()
    with one_of_many():
        return round(SOME_FIGHTS * TASK_SECONDS / seconds(lambda: work.compute(0, 1)))


def _tasks(tasks: int, fights: int, seed: int = 1) -> tuple[Job, Work]:
    return read_job(
        {
            "seed": seed,
            "part_rows": 1,
            "attackers": {"line_ups": ["Catapult, Archer (Pär), Conscript"]},
            "targets": {"line_ups": ["Genoese Crossbowmen, Trưng Sisters"]},
            "fights": {"deck": "Spy (Pär), 2 Militia, Pikeman", "method": "monte-carlo", "fights": fights},
            "sample": {"rows": tasks},
        }
    )


def _seconds(job: Job, **options: Any) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return seconds(lambda: run_sweep(job, job.work(), Path(folder) / "out", **options))
