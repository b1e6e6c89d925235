"""A sweep from beginning to end: read the spec, compute what is missing, keep it in a folder or return it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from odds import columns as tables
from odds.errors import InputError
from odds.history.cards import CardSet, cards_checksum
from odds.history.provenance import set_note, values_provenance
from odds.sweeps import pools, run
from odds.sweeps.spec import Job, Work, read_job
from odds.sweeps.store import SCHEMA, Store, check_part, read_manifest

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Report:
    """What a run of a sweep into a folder did.

    Args:
        folder: The folder.
        rows: All rows of the sweep.
        parts: All parts.
        computed: Parts computed in this run; the others were there.
        notes: What a reader should know, the source of the card values among it.
    """

    folder: Path
    rows: int
    parts: int
    computed: int
    notes: list[str]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in a sweep; its text says what is kept."""


def notes_of(job: Job, work: Work) -> list[str]:
    """Return what a sweep assumes, and where its card values come from, a line a card set."""
    return list(dict.fromkeys([*work.notes, *(set_note(one) for one in job.card_sets)]))


def head_of(job: Job, plan: run.Plan, form: str) -> dict[str, Any]:
    """Return the manifest of a sweep without what is done: equal heads, equal results."""
    from odds import __version__

    head = {
        "schema": SCHEMA,
        "program": f"odds {__version__}",
        "kind": job.kind,
        "spec": {"kind": job.kind, "seed": job.seed, **job.spec},
        "spec_sha256": job.checksum,
        "seed": job.seed,
        "card_sets": [
            {"name": one.name, "values": values_provenance(one), "sha256": cards_checksum(one)} for one in job.card_sets
        ],
        "notes": notes_of(job, plan.work),
        "rows": plan.work.rows,
        "part_rows": plan.part_rows,
        "format": form,
        "columns": [column.to_dict() for column in plan.work.columns],
    }
    plain: dict[str, Any] = json.loads(json.dumps(head))
    return plain


def run_sweep(
    job: Job,
    work: Work,
    out: Path,
    *,
    workers: int = 1,
    scheduler: str | None = None,
    resume: bool = False,
    form: str = "csv",
    progress: run.Progress | None = None,
) -> Report:
    """Compute a sweep into a folder: parts and a manifest.

    Args:
        job, work: The job, and the same prepared (`read_job`).
        out: The folder, a new or an empty one; with `resume` one this sweep has begun in.
        workers: Processes on this machine; the result does not depend on it.
        scheduler: Address of a Dask scheduler, instead.
        resume: Go on with what is in the folder.
        form: `"csv"`, or `"parquet"` with the extra of that name.
        progress: Told the rows done and all rows.

    Raises:
        InputError: A folder of something else, a damaged part, a full disk, workers that died.
        Interrupted: Ctrl-C; finished parts are kept.
    """
    check_form(form)
    plan = run.plan_of(job, work)
    store = Store(out, head_of(job, plan, form), plan.parts, form)
    with store.opened(resume):
        todo = [part for part in range(plan.parts) if part not in store.done]
        rows = sum(written.rows for written in store.done.values())

        def done(part: int, data: bytes) -> None:
            nonlocal rows
            first, last = plan.span(part)
            store.add(part, last - first, data)
            rows += last - first
            if progress:
                progress(rows, work.rows)

        if progress:
            progress(rows, work.rows)
        try:
            run.compute(plan, todo, form, done, workers, scheduler)
            store.finish()
        except KeyboardInterrupt:
            raise Interrupted(f"{store.kept()}; --resume does the rest") from None
        except run.BrokenError as error:
            raise InputError(f"{error.message}; {store.kept()}, run again with --resume", error.where) from None
    return Report(out, work.rows, plan.parts, len(todo), notes_of(job, work))


def check_form(form: str) -> None:
    """Refuse a format before anything is computed.

    Raises:
        InputError: An unknown format, or one whose extra is not installed.
    """
    if form not in tables.FORMS:
        raise InputError(f"is one of {', '.join(tables.FORMS)}, not '{form}'", "--format")
    if form == "parquet" and find_spec("pyarrow") is None:
        raise InputError("needs the extra parquet: pip install 'battle-odds[parquet]'", "--format")


def sweep(
    spec: str | Path | Mapping[str, Any],
    out: str | Path | None = None,
    *,
    cards: CardSet | Sequence[CardSet] | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    resume: bool = False,
    format: str = "csv",
    progress: run.Progress | None = None,
) -> pd.DataFrame:
    """Compute a sweep and return all its rows; `odds sweep` from Python.

    Args:
        spec: A TOML file, or what would be in it as a mapping.
        out: A folder to keep parts and manifest in; without it nothing is written.
        cards: Card sets to use instead of those the spec names.
        workers: Processes on this machine. More than 1 are spawned: a script needs its
            `if __name__ == "__main__":`. The result does not depend on it.
        scheduler: Address of a Dask scheduler, instead.
        resume: Go on with what is in the folder.
        format: `"csv"`, or `"parquet"` with the extra of that name.
        progress: Told the rows done and all rows.

    Returns:
        A row a question; the manifest, or `frame.attrs["columns"]`, says what each column means and in which unit.

    Raises:
        InputError: As the command line tells it.
    """
    job, work = read_job(spec, cards)
    if out is not None:
        options: dict[str, Any] = {"workers": workers, "scheduler": scheduler, "resume": resume, "progress": progress}
        run_sweep(job, work, Path(out), form=format, **options)
        return read_sweep(out)
    plan = run.plan_of(job, work)
    parts: dict[int, pd.DataFrame] = {}

    def done(part: int, data: tables.Data) -> None:
        parts[part] = tables.frame(work.columns, data)
        if progress:
            progress(sum(map(len, parts.values())), work.rows)

    run.compute(plan, list(range(plan.parts)), pools.FRAME, done, workers, scheduler)
    import pandas as pd

    frame = pd.concat([parts[part] for part in range(plan.parts)], ignore_index=True)
    frame.attrs |= {"columns": [column.to_dict() for column in work.columns], "notes": notes_of(job, work)}
    return frame


def read_sweep(folder: str | Path) -> pd.DataFrame:
    """Return all rows of a finished sweep's folder, its parts checked against the manifest.

    Raises:
        InputError: No finished sweep, or a part that is not what was written.
    """
    path = Path(folder)
    manifest = read_manifest(path)
    if not manifest["complete"]:
        raise InputError("the sweep is not finished; run it again with --resume", str(path))
    for item in manifest["parts"]:
        check_part(path / item["file"], item["sha256"])
    columns = [tables.Column.from_dict(item) for item in manifest["columns"]]
    frame = tables.read_frame(columns, [path / item["file"] for item in manifest["parts"]], manifest["format"])
    frame.attrs |= {"columns": manifest["columns"], "notes": manifest["notes"]}
    return frame
