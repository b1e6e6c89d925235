"""The file of a record: one process at a time, and nothing is lost whatever becomes of it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from odds.errors import InputError
from odds.files import whole, write_whole
from odds.history.game.game import Game
from odds.history.game.record_read import keep_record, load_record, read_record, resume_record
from odds.history.game.record_session import Session
from odds.history.game.record_write import Writer, create_record

HEAD = "format: 1\n---\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record that is there."""
    path = tmp_path / "game.txt"
    create_record(path, HEAD)
    return path


def opened(path: Path) -> tuple[Writer, list[str]]:
    """Return a writer that has written a step, and what it tells from then on."""
    told: list[str] = []
    writer = Writer(path)
    writer.tell = told.append
    writer.write("- one\n")
    return writer, told


def test_a_record_is_written_by_one_at_a_time(path: Path) -> None:
    writer, _ = opened(path)
    with pytest.raises(InputError, match=r"game.txt' is being played in another terminal; quit there first"):
        Writer(path)
    with pytest.raises(InputError, match="is being played in another terminal"):
        create_record(path, HEAD, force=True)
    writer.write("- two\n")
    writer.close()
    assert path.read_text() == HEAD + "- one\n- two\n"
    Writer(path).close()
    create_record(path, HEAD, force=True)
    assert os.listdir(path.parent) == ["game.txt"]


def test_a_killed_process_leaves_no_lock(path: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from odds.history.game.record_write import Writer\n"
        "writer = Writer(Path(sys.argv[1]))\n"
        "print('open', flush=True)\n"
        "sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(InputError, match="is being played in another terminal"):
            Writer(path)
        other.kill()
    Writer(path).close()


def test_a_record_that_has_gone_is_written_anew(path: Path) -> None:
    writer, told = opened(path)
    path.unlink()
    writer.write("- two\n")
    assert path.read_text() == HEAD + "- one\n- two\n"
    assert told == [f"the record '{path}' had gone; it is written anew"]
    # The new file is as locked as the old one was.
    with pytest.raises(InputError, match="is being played"):
        Writer(path)
    writer.write("- three\n")
    path.rename(path.with_name("moved.txt"))
    writer.secure()
    assert path.read_text() == path.with_name("moved.txt").read_text() == HEAD + "- one\n- two\n- three\n"
    assert writer.path == path


@pytest.mark.parametrize("how", ["replaced", "edited", "emptied", "a folder"])
def test_a_file_of_somebody_else_stays_as_it_is(path: Path, how: str) -> None:
    writer, told = opened(path)
    path.with_name("game-2.txt").write_text("another game")
    if how == "replaced":
        write_whole(path, b"mine\n")
    elif how == "edited":
        path.write_text(path.read_text() + "mine\n")
    elif how == "emptied":
        path.write_text("")
    else:
        path.unlink()
        path.mkdir()
    theirs = path.read_bytes() if path.is_file() else None
    writer.write("- two\n")
    writer.write("- three\n")
    assert writer.path == path.with_name("game-3.txt")
    assert writer.path.read_text() == HEAD + "- one\n- two\n- three\n"
    assert path.is_dir() if theirs is None else path.read_bytes() == theirs
    assert path.with_name("game-2.txt").read_text() == "another game"
    assert len(told) == 1
    assert "stays as it is; the record is kept in" in told[0]


def test_what_cannot_be_written_is_tried_again(path: Path) -> None:
    writer, told = opened(path)
    away = path.parent.with_name("away")
    path.parent.rename(away)
    writer.write("- two\n")
    writer.write("- three\n")
    assert told == [
        f"cannot write the record '{path}': No such file or directory; the game goes on in memory, and what is missing "
        "is tried again"
    ]
    with pytest.raises(InputError, match="cannot write the record"):
        writer.secure()
    writer.copy(away / "copy.txt")
    assert (away / "copy.txt").read_text() == HEAD + "- one\n- two\n- three\n"
    path.parent.mkdir()
    writer.write("- four\n")
    assert path.read_text() == HEAD + "- one\n- two\n- three\n- four\n"
    assert told[-1] == f"the record '{path}' is complete again"


def test_after_a_full_disk_the_record_is_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer, _ = opened(path)
    writer.tell = None
    system = os.write

    def full(file: int, data: bytes) -> int:
        if len(data) < 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return system(file, data[:3])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(InputError, match=f"cannot write the record '{path}': {os.strerror(errno.ENOSPC)}"):
        writer.write("- two\n")
    assert path.read_text() == HEAD + "- one\n- t"
    monkeypatch.undo()
    writer.write("- three\n")
    assert path.read_text() == HEAD + "- one\n- two\n- three\n"


def test_ctrl_c_amid_a_write_is_not_taken_for_somebody_else(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer, told = opened(path)
    system = os.write

    def interrupted(file: int, data: bytes) -> int:
        system(file, data)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        writer.write("- two\n")
    monkeypatch.undo()
    writer.secure()
    writer.write("- three\n")
    assert path.read_text() == HEAD + "- one\n- two\n- three\n"
    assert told == []


def test_a_copy_is_as_whole_as_the_record(path: Path) -> None:
    writer, _ = opened(path)
    path.unlink()
    copy = path.with_name("copy.txt")
    writer.copy(copy)
    assert copy.read_text() == HEAD + "- one\n"
    with pytest.raises(InputError, match=r"copy.txt' is there already; name another file"):
        writer.copy(copy)


def test_a_record_that_is_there_is_replaced_only_by_force(path: Path) -> None:
    with pytest.raises(InputError, match="is there already; --resume goes on with it, --force replaces it"):
        create_record(path, "new\n")
    assert path.read_text() == HEAD
    create_record(path, "new\n", force=True)
    assert path.read_text() == "new\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with a name")
def test_only_a_regular_file_is_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    link = tmp_path / "link"
    link.symlink_to(pipe)
    for path in (pipe, link):
        for force in (False, True):
            with pytest.raises(InputError, match=f"cannot write the record '{path}': not a regular file"):
                create_record(path, HEAD, force)
        with pytest.raises(InputError, match="not a regular file"):
            Writer(path)
        with pytest.raises(OSError, match="not a regular file"):
            write_whole(path, b"numbers")
    assert pipe.is_fifo()
    assert link.is_symlink()
    for folder in (tmp_path, Path()):
        with pytest.raises(InputError, match=f"cannot write the record '{folder}': Is a directory"):
            create_record(folder, HEAD, force=True)
    assert sorted(os.listdir(tmp_path)) == ["link", "pipe"]


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="the system does not name open files")
def test_a_link_to_an_open_pipe_stays(tmp_path: Path) -> None:
    ends = os.pipe()
    link = tmp_path / "link"
    link.symlink_to(f"/dev/fd/{ends[1]}")
    with pytest.raises(OSError, match="not a regular file"):
        write_whole(link, b"numbers")
    assert link.is_symlink()
    for end in ends:
        os.close(end)


def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    file = tmp_path / "kept" / "game.txt"
    link = tmp_path / "link.txt"
    link.symlink_to(file)
    create_record(link, HEAD)  # the file is not there yet
    create_record(link, "new\n", force=True)
    writer, told = opened(link)
    assert file.read_text() == "new\n- one\n"
    file.unlink()
    writer.write("- two\n")
    assert link.is_symlink()
    assert file.read_text() == "new\n- one\n- two\n"
    assert told == [f"the record '{link}' had gone; it is written anew"]
    with whole(link) as building:
        building.write_text("numbers")
    assert link.is_symlink()
    assert file.read_text() == "numbers"
    assert os.listdir(file.parent) == ["game.txt"]


def begun(path: Path, seed: int = 3) -> Session:
    """Begin a game with a record of it, and push a tile."""
    session = Session(Game.new(seed=seed, first="Pär"))
    keep_record(session, path)
    session.settle()
    act(session, "push a tile")
    return session


def act(session: Session, phrase: str) -> None:
    session.act(next(action for action, words in session.choices().items() if words == phrase))
    session.settle()


def closed(session: Session) -> None:
    assert session.writer is not None
    session.writer.close()


def test_a_record_that_grew_while_it_was_read_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = begun(path)
    record = load_record(str(path))
    act(session, "push a tile")
    closed(session)
    with pytest.raises(InputError, match="was changed while it was read; try again"):
        resume_record(record, path)
    closed(resume_record(load_record(str(path)), path))


def test_a_last_line_without_an_end_stays_if_it_is_a_step(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = begun(path)
    act(session, "stop pushing")
    session.undo()
    closed(session)
    data = path.read_bytes()
    lines = data.rstrip(b"\n").split(b"\n")
    assert lines[-1] == b"undo"
    # After the undo, the decision, an outcome of chance, a remark, the head: all as an editor may leave them.
    for end in (len(lines), len(lines) - 1, len(lines) - 2, len(lines) - 3, lines.index(b"---") + 1):
        cut = b"\n".join(lines[:end])
        for text in (cut, cut + b"\n# how bold"):
            path.write_bytes(text)
            record = load_record(str(path))
            assert (record.notes, record.torn) == ([], b"")
            assert record.session.game.state == read_record(cut + b"\n").session.game.state
            closed(resume_record(record, path))
            assert path.read_bytes() == text + b"\n"
    assert os.listdir(tmp_path) == ["game.txt"]


def test_a_last_line_that_could_be_half_a_step_is_left_out_and_kept_beside(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = begun(path, seed=3)
    for phrase in ("stop pushing", "pass"):
        act(session, phrase)
    while "done" in session.choices().values() or not any(", " in words for words in session.choices().values()):
        session.act(next(iter(session.choices())))
        session.settle()
    both = next(words for words in session.choices().values() if ", " in words)
    one = both.partition(", ")[0]
    assert one in session.choices().values()
    closed(session)
    data = path.read_bytes()
    who = session.game.players[session.game.player or 0]
    state = list(session.game.state)
    for torn in (f"{who}: {one}", f"{who}: {one},", f"{who}:", "und", "Pär: pass\0\0"):
        path.write_bytes(data + torn.encode())
        record = load_record(str(path))
        number = data.count(b"\n") + 1
        assert len(record.notes) == 1
        assert record.notes[0].startswith(f"line {number} was not written to its end and is left out: ")
        assert record.session.game.state == state
        # Reading changes nothing.
        assert path.read_bytes() == data + torn.encode()
        closed(resume_record(record, path))
        beside = tmp_path / "game.txt.cut"
        assert record.notes[1] == f"what was left out is kept in '{beside}'"
        assert beside.read_bytes() == torn.encode() + b"\n"
        assert path.read_bytes() == data
        beside.unlink()
    # The longer of the two is no doubt whole.
    path.write_bytes(data + f"{who}: {both}".encode())
    assert load_record(str(path)).session.entries[-1].phrase == both
