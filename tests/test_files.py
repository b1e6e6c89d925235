"""Files are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from odds.files import half_written, whole, write_whole


def test_a_file_takes_its_place_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "numbers.csv"
    path.write_text("old")
    with whole(path) as building:
        building.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == ["numbers.csv"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_after_an_error_the_old_file_is_there_and_nothing_else(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "numbers.csv"
    path.write_text("old")

    def fail() -> None:
        with whole(path) as building:
            building.write_text("ne")
            raise error

    with pytest.raises(error):
        fail()
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["numbers.csv"]


def test_a_file_is_as_readable_as_any_new_one(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    write_whole(tmp_path / "written", b"")
    assert (tmp_path / "written").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_what_a_killed_program_left_is_found(tmp_path: Path) -> None:
    write_whole(tmp_path / "part-1.csv", b"whole")
    with whole(tmp_path / "part-2.csv") as building:
        building.write_text("ha")
        assert list(half_written(tmp_path, "part-*.csv")) == [building]
        assert not list(half_written(tmp_path, "manifest.json"))
    assert not list(half_written(tmp_path, "part-*.csv"))
