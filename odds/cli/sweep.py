"""`odds sweep`: many questions from one spec, answered into a folder that can be resumed."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from odds.cli import EXIT_INTERRUPTED
from odds.cli.report import as_sentence, wrap
from odds.errors import InputError
from odds.history.words import counted
from odds.threads import threads_to_use


def sweep(
    spec: Annotated[str, typer.Argument(metavar="SPEC.toml", help="What to compute.")],
    out: Annotated[str | None, typer.Option("--out", metavar="DIR", help="Folder of the results.")] = None,
    form: Annotated[
        str, typer.Option("--format", metavar="csv|parquet", help="Parquet needs the extra of that name.")
    ] = "csv",
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Processes on this machine; all processors by default.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Dask scheduler, instead (extra dask): tcp://host:8786.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on in a folder this sweep has begun in.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check the spec and say what it means.")] = False,
) -> int:
    """Compute a grid or a random sample of fights, advice or games into a folder: parts and a manifest.

    odds sweep SPEC.toml --out DIR
    """
    from odds.history.game.bots import search_current_folder
    from odds.sweeps import api, run
    from odds.sweeps.spec import read_job

    if workers is not None and (workers < 1 or scheduler is not None):
        raise InputError("is 1 or more, and not beside --scheduler", "--workers")
    api.check_form(form)
    search_current_folder(":")  # the spec may name a bot of one's own
    job, work = read_job(spec)
    if dry_run:
        plan = run.plan_of(job, work)
        for line in _meaning(plan, api.notes_of(job, work)):
            typer.echo(line)
        return 0
    if not out:
        raise InputError("name the folder of the results, or ask for --dry-run", "--out")
    try:
        with Progress() as progress:
            report = api.run_sweep(
                job,
                work,
                Path(out),
                workers=threads_to_use() if workers is None else workers,
                scheduler=scheduler,
                resume=resume,
                form=form,
                progress=progress.told,
            )
    except api.Interrupted as interrupted:
        print(f"odds: interrupted; {interrupted}", file=sys.stderr)
        return EXIT_INTERRUPTED
    for line in _done(report):
        typer.echo(line)
    return 0


def _meaning(plan: Any, notes: list[str]) -> Iterator[str]:
    """Yield what a spec means: rows, parts, columns."""
    work = plan.work
    yield f"{counted(work.rows, 'row')} in {counted(plan.parts, 'part')} of at most {plan.part_rows:,} rows"
    yield ""
    for column in work.columns:
        unit = f" ({column.unit})" if column.unit else ""
        yield from wrap(f"{column.name}: {column.meaning}{unit}")
    yield ""
    for note in notes:
        yield from wrap(as_sentence(note))


def _done(report: Any) -> Iterator[str]:
    """Yield what a run did."""
    yield f"{counted(report.rows, 'row')} in {counted(report.parts, 'part')} in '{report.folder}'"
    if report.computed < report.parts:
        yield f"{report.parts - report.computed:,} of them there before, {report.computed:,} computed now"
    for note in report.notes:
        yield from wrap(as_sentence(note))


class Progress:
    """A bar with the time left, on a terminal; else nothing."""

    SECONDS = 1.0

    def __enter__(self) -> Progress:
        self._begin = time.monotonic()
        self._first: int | None = None
        self._bar: Any = None
        self._task: Any = None
        return self

    def told(self, done: int, most: int) -> None:
        """Show the rows done, once a second has passed; the estimate counts this run's rows only."""
        if self._first is None:
            self._first = done
        if not sys.stderr.isatty() or time.monotonic() - self._begin < self.SECONDS:
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            self._bar = Progress(
                TextColumn("{task.completed:,.0f} of {task.total:,.0f} rows"),
                BarColumn(),
                TextColumn("{task.fields[left]}"),
                console=Console(stderr=True),
                transient=True,
            )
            self._bar.start()
            self._task = self._bar.add_task("rows", total=most, left="")
        self._bar.update(self._task, completed=done, left=self._left(done, most))

    def _left(self, done: int, most: int) -> str:
        """Return how long the rest takes at the pace so far."""
        new = done - (self._first or 0)
        if not new:
            return ""
        return f"about {duration((time.monotonic() - self._begin) / new * (most - done))} left"

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def duration(seconds: float) -> str:
    """Return a time for people: `40 s`, `5 min`, `2 h 10 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
