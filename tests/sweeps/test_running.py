"""Parts, the folder, and what breaks: nothing finished is lost, nothing of another is overwritten."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import odds
from odds.sweeps import api, spec, store

SAMPLED = """
seed = 5
part_rows = 1
[attackers]
line_ups = ["Catapult, Archer, Conscript", "Conscript, Archer"]
[targets]
eras = ["I"]
[fights]
deck = "Spy, Militia, Pikeman, 2 Archer (Pär)"
method = "monte-carlo"
fights = 5000
"""


def squares(rows: int = 10, **more: Any) -> dict[str, Any]:
    return {"kind": "squares", "squares": {"rows": rows, **more}}


@pytest.fixture(autouse=True)
def _squares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(spec.KINDS, "squares", "tests.sweeps.kinds")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_parts_and_manifest_say_what_was_computed(tmp_path: Path):
    frame = odds.sweep(squares(), tmp_path / "out")
    assert frame["square"].tolist() == [row**2 for row in range(10)]
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["complete"] is True
    assert [part["rows"] for part in manifest["parts"]] == [3, 3, 3, 1]
    assert [part["file"] for part in manifest["parts"]] == sorted(
        path.name for path in (tmp_path / "out").glob("part-*")
    )
    assert manifest["program"] == f"odds {odds.__version__}"
    assert manifest["columns"][1]["meaning"] == "the same, squared"
    assert sorted(contents(tmp_path / "out")) == ["manifest.json", *(f"part-0000{part}.csv" for part in range(4))]


def test_without_a_folder_the_same_rows(tmp_path: Path):
    frame = odds.sweep(squares())
    kept = odds.sweep(squares(), tmp_path / "out")
    assert frame.equals(kept)
    assert frame.attrs["columns"] == kept.attrs["columns"]


def interrupted(folder: Path, row: int = 4) -> dict[str, bytes]:
    """Leave a sweep of squares unfinished after Ctrl-C in the part of a row."""
    question = squares(interrupted=row)
    with pytest.raises(KeyboardInterrupt, match=r"of 4 parts are kept in .*--resume"):
        odds.sweep(question, folder)
    # The same sweep without the interruption has another spec: give the folder its checksum.
    manifest = json.loads((folder / "manifest.json").read_text())
    job, _ = spec.read_job(squares())
    manifest |= {"spec": manifest["spec"] | dict(job.spec), "spec_sha256": job.checksum}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return contents(folder)


def test_resumed_is_the_same_as_uninterrupted(tmp_path: Path):
    before = interrupted(tmp_path / "broken")
    assert set(before) == {"manifest.json", "parts.jsonl", "part-00000.csv"}
    odds.sweep(squares(), tmp_path / "whole")
    odds.sweep(squares(), tmp_path / "broken", resume=True)
    assert contents(tmp_path / "broken") == contents(tmp_path / "whole")


def test_resume_computes_only_what_is_missing(tmp_path: Path):
    out = tmp_path / "out"
    odds.sweep(squares(), out)
    (out / "part-00001.csv").unlink()
    job, work = spec.read_job(squares())
    report = api.run_sweep(job, work, out, resume=True)
    assert (report.computed, report.parts) == (1, 4)
    assert api.run_sweep(job, work, out, resume=True).computed == 0
    odds.sweep(squares(), tmp_path / "whole")
    assert contents(out) == contents(tmp_path / "whole")


def test_a_torn_line_of_the_journal_is_a_part_not_done(tmp_path: Path):
    out = tmp_path / "out"
    interrupted(out)
    with (out / "parts.jsonl").open("a") as journal:
        journal.write('{"part": 1, "ro')
    (out / ".part-00001.csv.4711.new").write_text("row,squ")
    odds.sweep(squares(), out, resume=True)
    odds.sweep(squares(), tmp_path / "whole")
    assert contents(out) == contents(tmp_path / "whole")


def test_a_full_disk_keeps_what_was_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    out = tmp_path / "out"
    real, calls = os.fsync, []

    def full(handle: int) -> None:
        calls.append(handle)
        if len(calls) > 6:
            raise OSError(28, "No space left on device")
        real(handle)

    monkeypatch.setattr(store.os, "fsync", full)
    with pytest.raises(odds.InputError, match=r"No space left on device; [12] of 4 parts are kept .*--resume"):
        odds.sweep(squares(), out)
    monkeypatch.setattr(store.os, "fsync", real)
    assert not list(out.glob(".*"))
    assert 1 <= len(list(out.glob("part-*"))) < 4
    odds.sweep(squares(), out, resume=True)
    odds.sweep(squares(), tmp_path / "whole")
    assert contents(out) == contents(tmp_path / "whole")


@pytest.mark.parametrize("finished", [True, False])
def test_a_part_damaged_by_hand_is_named_and_nothing_overwritten(tmp_path: Path, finished: bool):
    out = tmp_path / "out"
    if finished:
        odds.sweep(squares(), out)
    else:
        interrupted(out)
    (out / "part-00000.csv").write_text("row,square\n0,7\n")
    before = contents(out)
    with pytest.raises(odds.InputError, match=r"part-00000\.csv: is not what was written .* delete it .*--resume"):
        odds.sweep(squares(), out, resume=True)
    assert contents(out) == before
    with pytest.raises(odds.InputError, match=r"part-00000|not finished"):
        odds.read_sweep(out)
    (out / "part-00000.csv").unlink()
    odds.sweep(squares(), out, resume=True)
    odds.sweep(squares(), tmp_path / "whole")
    assert contents(out) == contents(tmp_path / "whole")


def test_a_part_nobody_listed_is_named(tmp_path: Path):
    out = tmp_path / "out"
    interrupted(out)
    (out / "part-00002.csv").write_text("mine")
    before = contents(out)
    with pytest.raises(odds.InputError, match=r"part-00002\.csv: is not listed in parts\.jsonl"):
        odds.sweep(squares(), out, resume=True)
    assert contents(out) == before


@pytest.mark.parametrize("resume", [True, False])
def test_another_sweep_is_left_alone(tmp_path: Path, resume: bool):
    out = tmp_path / "out"
    odds.sweep(squares(), out)
    before = contents(out)
    for other, form, told in (
        (squares(11), "csv", "of another spec"),
        (squares() | {"seed": 2}, "csv", "of another spec"),
        (squares(), "parquet", "of csv files"),
    ):
        if form == "parquet" and not find_spec("pyarrow"):
            continue
        with pytest.raises(odds.InputError, match=f"holds a sweep {told}, not this one; nothing was changed"):
            api.run_sweep(*spec.read_job(other), out, resume=resume, form=form)
    assert contents(out) == before


def test_other_card_values_are_another_sweep(tmp_path: Path):
    from dataclasses import replace

    cards = odds.read_card_set()
    odds.sweep(squares(), tmp_path / "out", cards=cards)
    changed = replace(cards, units=(replace(cards.units[0], melee=9), *cards.units[1:]))
    with pytest.raises(odds.InputError, match="with other card values"):
        odds.sweep(squares(), tmp_path / "out", cards=changed, resume=True)


def test_the_same_sweep_needs_resume(tmp_path: Path):
    odds.sweep(squares(), tmp_path / "out")
    with pytest.raises(odds.InputError, match="holds a finished sweep of this spec; add --resume"):
        odds.sweep(squares(), tmp_path / "out")


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(odds.InputError, match="not empty and holds no sweep"):
        odds.sweep(squares(), tmp_path, resume=True)
    with pytest.raises(odds.InputError, match="is a file"):
        odds.sweep(squares(), tmp_path / "letter.txt")
    assert contents(tmp_path) == {"letter.txt": b"dear"}


def test_a_damaged_manifest_is_named(tmp_path: Path):
    odds.sweep(squares(), tmp_path / "out")
    for text, told in (("{", "is damaged"), ("[]", "no manifest")):
        (tmp_path / "out" / "manifest.json").write_text(text)
        with pytest.raises(odds.InputError, match=rf"manifest\.json: .*{told}"):
            odds.sweep(squares(), tmp_path / "out", resume=True)


def test_two_programs_do_not_write_into_one_folder(tmp_path: Path):
    pytest.importorskip("fcntl")
    interrupted(tmp_path / "out")
    job, work = spec.read_job(squares())
    head = api.head_of(job, api.run.plan_of(job, work), "csv")
    with (
        store.Store(tmp_path / "out", head, 4, "csv").opened(True),
        pytest.raises(odds.InputError, match="another program is writing"),
    ):
        odds.sweep(squares(), tmp_path / "out", resume=True)


def test_a_refused_row_ends_the_sweep_and_keeps_the_parts(tmp_path: Path):
    with pytest.raises(odds.InputError, match="row 5: cannot be answered"):
        odds.sweep(squares(refused=5), tmp_path / "out")
    assert len(list((tmp_path / "out").glob("part-*"))) == 1


def test_workers_give_the_same_bytes(tmp_path: Path):
    odds.sweep(squares(), tmp_path / "one")
    odds.sweep(squares(), tmp_path / "two", workers=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_killed_worker_is_replaced_once(tmp_path: Path):
    question = squares(rows=30, kill=13, once=str(tmp_path / "killed"))
    frame = odds.sweep(question, tmp_path / "out", workers=2)
    assert (tmp_path / "killed").exists()
    assert frame["square"].tolist() == [row**2 for row in range(30)]


def test_workers_that_keep_dying_are_named_and_the_rest_is_kept(tmp_path: Path):
    question = squares(rows=30, kill=28, once=str(tmp_path / "never"), always=True)
    with pytest.raises(odds.InputError, match=r"died twice.* of 10 parts are kept .*--resume"):
        odds.sweep(question, tmp_path / "out", workers=2)
    assert len(list((tmp_path / "out").glob("part-*"))) >= 5


def wait_for_the_end_of_group(group: int) -> None:
    """Fail unless no process of a group is left after 20 seconds: no worker outlives its program."""
    for _ in range(2000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    pytest.fail("workers are left")


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_program_loses_nothing_that_was_finished(tmp_path: Path, ending: signal.Signals):
    (tmp_path / "spec.toml").write_text(SAMPLED)
    command = [sys.executable, "-m", "odds", "sweep", str(tmp_path / "spec.toml"), "--workers", "2"]
    odds.sweep(tmp_path / "spec.toml", tmp_path / "whole")
    out = tmp_path / "out"
    program = subprocess.Popen([*command, "--out", str(out)], stderr=subprocess.PIPE, text=True, start_new_session=True)
    while program.poll() is None and len(list(out.glob("part-*"))) < 2:
        time.sleep(0.005)
    if ending == signal.SIGINT:
        os.killpg(program.pid, ending)  # as a terminal does: the workers, too
    else:
        program.send_signal(ending)
    told = program.communicate(timeout=60)[1]
    wait_for_the_end_of_group(program.pid)
    kept = {path.name: path.stat().st_mtime_ns for path in out.glob("part-*")}
    assert 2 <= len(kept) < 30
    assert json.loads((out / "manifest.json").read_text())["complete"] is False
    if ending == signal.SIGINT:
        assert program.returncode == 130
        assert told == f"odds: interrupted; {len(kept)} of 30 parts are kept in '{out}'; --resume does the rest\n"
    subprocess.run([*command, "--out", str(out), "--resume"], check=True, capture_output=True)
    assert {name: (out / name).stat().st_mtime_ns for name in kept} == kept
    assert contents(out) == contents(tmp_path / "whole")


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("odds.sweeps.api.find_spec", lambda name: None)
    with pytest.raises(odds.InputError, match=r"--format: needs the extra parquet: pip install"):
        odds.sweep(squares(), tmp_path / "out", format="parquet")
    monkeypatch.setattr("odds.sweeps.pools.import_module", missing)
    with pytest.raises(odds.InputError, match=r"--scheduler: needs the extra dask: pip install"):
        odds.sweep(squares(), scheduler="tcp://127.0.0.1:1")


def test_parquet_holds_the_same_rows(tmp_path: Path):
    pytest.importorskip("pyarrow")
    (tmp_path / "spec.toml").write_text(SAMPLED.replace("5000", "200"))
    frames = [odds.sweep(tmp_path / "spec.toml", tmp_path / form, format=form) for form in ("csv", "parquet")]
    assert frames[0].equals(frames[1])
    assert frames[0].equals(odds.sweep(tmp_path / "spec.toml"))
    again = tmp_path / "again"
    odds.sweep(tmp_path / "spec.toml", again, format="parquet", workers=2)
    assert contents(again) == contents(tmp_path / "parquet")
