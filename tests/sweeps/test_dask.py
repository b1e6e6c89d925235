"""The same sweep on a real Dask cluster of several processes; what happens when parts of it die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import odds
from odds.sweeps import spec
from tests.sweeps.test_running import contents, squares

distributed = pytest.importorskip("distributed")

ROOT = Path(__file__).resolve().parents[2]

FIGHTS = {
    "part_rows": 100,
    "attackers": {"owners": ["Pär"], "sizes": [2]},
    "targets": {"eras": ["I"]},
    "grid": {"Archer (Pär)": {"melee": [0, 2]}},
}


@pytest.fixture(autouse=True)
def _squares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(spec.KINDS, "squares", "tests.sweeps.kinds")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.fixture
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as found:
        yield found


def test_a_cluster_gives_the_same_bytes(tmp_path: Path, cluster: Any):
    address = cluster.scheduler_address
    odds.sweep(FIGHTS, tmp_path / "cluster", scheduler=address)
    odds.sweep(FIGHTS, tmp_path / "here")
    assert contents(tmp_path / "cluster") == contents(tmp_path / "here")
    assert odds.sweep(FIGHTS, scheduler=address).equals(odds.read_sweep(tmp_path / "here"))
    # A row that cannot be answered is refused as it is here.
    with pytest.raises(odds.InputError, match="row 5: cannot be answered"):
        odds.sweep(squares(refused=5), tmp_path / "refused", scheduler=address)
    # A worker killed half-way: the cluster does its part again.
    killed = squares(rows=30, kill=13, once=str(tmp_path / "killed"))
    assert odds.sweep(killed, scheduler=address)["square"].tolist() == [row**2 for row in range(30)]
    assert (tmp_path / "killed").exists()


def test_a_killed_scheduler_loses_nothing_that_was_finished(tmp_path: Path):
    address_file = tmp_path / "scheduler.json"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
        return subprocess.Popen(
            [*command, "--scheduler-file", str(address_file)],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    running = [start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")]
    try:
        while not address_file.exists():
            time.sleep(0.05)
        address = distributed.Client(scheduler_file=str(address_file), set_as_default=False)
        running += [start("worker", "--nthreads", "1", "--no-nanny", "--no-dashboard") for _ in range(2)]
        question = squares(rows=60, seconds=0.2)

        def kill(done: int, most: int) -> None:
            if done >= 12:
                running[0].send_signal(signal.SIGKILL)

        with pytest.raises(odds.InputError, match=r"the Dask cluster went away; \d+ of 20 parts are kept .*--resume"):
            odds.sweep(question, tmp_path / "out", scheduler=address.scheduler.address, progress=kill)
    finally:
        for program in running:
            program.kill()
            program.wait()
    kept = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("part-*")}
    assert 4 <= len(kept) < 20
    odds.sweep(question, tmp_path / "out", resume=True, workers=2)
    assert {name: (tmp_path / "out" / name).stat().st_mtime_ns for name in kept} == kept
    odds.sweep(question, tmp_path / "whole", workers=2)
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_no_scheduler_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("odds.sweeps.pools.PATIENCE", 1)
    with pytest.raises(odds.InputError, match=r"--scheduler: no Dask scheduler answers at 'tcp://127\.0\.0\.1:9'"):
        odds.sweep(squares(), scheduler="tcp://127.0.0.1:9")
    with pytest.raises(odds.InputError, match=r"--scheduler: no Dask scheduler answers at 'nonsense://x'"):
        odds.sweep(squares(), scheduler="nonsense://x")
