"""Records as `odds game replay`, `show` and `play --resume` meet them: told by a table, damaged, shared or gone."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from odds.history.game.game import Game
from odds.history.game.record import new_header
from odds.history.game.record_read import keep_record, load_record
from odds.history.game.record_session import Session
from tests.cli.test_attack import odds, refused

GAMES = Path(__file__).parents[1] / "data" / "games"
STORED = str(GAMES / "two-random.txt")


def test_a_record_that_ends_before_its_game_says_so(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    text = Path(STORED).read_text(encoding="utf-8")
    path.write_text(text.replace("rounds: 6", "rounds: 8"), encoding="utf-8")
    done = odds("game", "replay", str(path))
    assert done.returncode == 0
    assert "\nThe record ends before the game does.\nTo come: " in done.stdout
    assert "says that the game ended there, but 8 rounds are not over" in " ".join(done.stdout.split())
    told = json.loads(odds("game", "replay", str(path), "--json").stdout)
    assert told["over"] is False
    assert len(told["notes"]) == 1
    for arguments in ((), ("--until", "3")):
        assert "ends before" not in odds("game", "replay", STORED, *arguments).stdout


def test_the_option_is_named_that_asks_for_nobody() -> None:
    assert refused(odds("game", "show", STORED, "--player", "x")).startswith("odds: --player: no Sabaton is called 'x'")
    assert refused(odds("game", "show", STORED, "--player", "Tommy")) == (
        "odds: --player: Tommy does not play in this game\n"
    )


def test_nothing_of_a_record_is_obeyed_by_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    text = Path(STORED).read_text(encoding="utf-8")
    path.write_text(text.replace("control: me, me", "control: me, \x1b[2Jx"), encoding="utf-8")
    for command in ("replay", "show"):
        error = refused(odds("game", command, str(path)))
        assert error == (
            rf"odds: {path} line 7: 'control: me, \x1b[2Jx' has a letter that cannot be printed; leave it out" + "\n"
        )


def table_game(path: Path, seed: int) -> Session:
    """Keep a record of a whole game at a table, told by Pär, who does not see the others' cards."""
    game = Game.new(("Pär", "Chris", "Tommy"), seed=seed)
    session = Session(game, new_header(game, table=True, hidden=("Chris", "Tommy")))
    keep_record(session, path)
    chooser = random.Random(seed)
    while not game.is_over:
        if game.player is None:
            session.happen(chooser.choice(list(session.outcomes())))
        else:
            session.act(chooser.choice(list(session.choices())))
    assert session.writer is not None
    session.writer.close()
    return session


def test_what_a_record_does_not_know_is_null(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = table_game(path, 3)
    won = [view.won_medals for view in session.game.observation(0).players]
    assert len(won[1]) > 0 == len(won[2])
    told = json.loads(odds("game", "replay", str(path), "--json").stdout)
    assert told["hidden"] == ["Chris", "Tommy"]
    scores = session.game.scores()
    assert told["scores"][0] == scores[0]
    assert told["scores"][1] == {**scores[1], "medals": None, "total": None}
    assert told["scores"][2] == scores[2]
    assert told["over"] is True
    assert told["returns"] == [None, None, None]
    # Before the end nobody has a share, and that is known.
    early = json.loads(odds("game", "replay", str(path), "--json", "--until", "1").stdout)
    assert early["returns"] == [0, 0, 0]
    assert session.standings()[1] == f"Chris {scores[1]['total'] - scores[1]['medals']} and its medals"
    assert "?" in next(
        line for line in odds("game", "show", str(path)).stdout.splitlines() if line.startswith("Chris  ")
    )


def test_what_a_record_does_not_know_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    table_game(path, 3)
    error = refused(odds("game", "show", str(path), "--player", "chris"))
    assert error == "odds: --player: the record does not know what Chris holds, only what Pär does\n"
    assert "Hand  " in odds("game", "show", str(path), "--player", "Pär").stdout
    assert "Hand  " not in odds("game", "show", str(path)).stdout


BEGIN = ("--players", "me,random", "--seed", "3", "--first", "Pär", "--record")


@contextmanager
def playing(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Play a game that waits for what is typed; it has asked for the first decision."""
    command = [sys.executable, "-m", "odds", "game", "play", *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as game:
        ask(game, b"")
        yield game
        game.kill()


def ask(game: subprocess.Popen[bytes], typed: bytes) -> bytes:
    """Type a line, and return what the game says up to the next question."""
    assert game.stdin is not None
    assert game.stdout is not None
    game.stdin.write(typed)
    game.stdin.flush()
    told = b""
    while not told.endswith(b" > "):
        more = game.stdout.read1()  # type: ignore[attr-defined]
        assert more, told
        told += more
    return told


def unwrapped(text: str) -> str:
    """Return a text without its spaces and line ends, wherever a long path has put them."""
    return "".join(text.split())


def test_a_record_is_played_in_one_terminal_only(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    with playing(*BEGIN, str(path)) as game:
        before = path.read_bytes()
        for arguments in (("--resume", str(path)), (*BEGIN, str(path), "--force")):
            error = refused(odds("game", "play", *arguments))
            told = f"the record '{path}' is being played in another terminal; quit there first, or name another file"
            assert error == f"odds: {told}\n"
        assert path.read_bytes() == before
        # It can be read all the while.
        assert odds("game", "show", str(path)).returncode == 0
        ask(game, b"push\n")
        game.kill()
    assert odds("game", "play", "--resume", str(path), stdin=b"q\n").returncode == 0


def test_a_game_whose_record_was_deleted_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    with playing(*BEGIN, str(path)) as game:
        path.unlink()
        told = unwrapped(ask(game, b"push\n").decode())
        assert unwrapped(f"The record '{path}' had gone; it is written anew.") in told
        assert path.read_text(encoding="utf-8").count("Pär: push a tile") == 1
        path.unlink()
        # Nothing more is written, but the game is said to be kept.
        out, error = game.communicate(b"q\n", timeout=60)
        assert (game.returncode, error) == (0, b"")
        assert b"The game is kept." in out
    assert load_record(str(path)).session.entries[-2].phrase == "push a tile"


def test_a_game_whose_record_was_edited_goes_on_beside_it(tmp_path: Path) -> None:
    path, beside = tmp_path / "game.txt", tmp_path / "game-2.txt"
    with playing(*BEGIN, str(path)) as game:
        with path.open("a", encoding="utf-8") as file:
            file.write("# mine\n")
        theirs = path.read_bytes()
        out, error = game.communicate(b"push\nq\n", timeout=60)
        assert (game.returncode, error) == (0, b"")
        assert out.decode().splitlines()[-1] == f"  odds game play --resume {beside}"
    assert path.read_bytes() == theirs
    assert load_record(str(beside)).session.entries[-2].phrase == "push a tile"


def test_a_game_that_cannot_be_kept_where_it_should_be_is_kept_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    folder = tmp_path / "games"
    folder.mkdir()
    path = folder / "game.txt"
    with playing(*BEGIN, str(path)) as game:
        folder.rename(tmp_path / "away")
        told = unwrapped(ask(game, b"push\n").decode())
        assert unwrapped(f"Cannot write the record '{path}': {os.strerror(2)}; the game goes on in memory") in told
        out, error = game.communicate(b"q\n", timeout=60)
        assert game.returncode == 2
        assert b"kept" not in out
        saved = tmp_path / "game-1.txt"
        where = f"the whole game is kept in '{saved}'; --resume goes on with it"
        assert error.decode() == f"odds: cannot write the record '{path}': {os.strerror(2)}; {where}\n"
        assert ": push a tile" in saved.read_text(encoding="utf-8")
        load_record(str(saved))


def test_a_record_that_was_edited_or_moved_in_play_is_kept_beside_it(tmp_path: Path) -> None:
    """An edit of the same length is noticed when the record is saved, a link that leads elsewhere at once."""
    path = tmp_path / "game.txt"
    with playing(*BEGIN, str(path)) as game:
        ask(game, b"push\n")
        data = path.read_bytes().replace(b": push", b"; push")
        with path.open("r+b") as file:
            file.write(data)
        told = unwrapped(ask(game, b"s\n").decode())
        assert unwrapped(f"Everything so far is kept in {tmp_path / 'game-2.txt'}.") in told
        game.communicate(b"q\n", timeout=60)
    assert path.read_bytes() == data
    load_record(str(tmp_path / "game-2.txt"))
    link, other = tmp_path / "link.txt", tmp_path / "other.txt"
    (tmp_path / "real.txt").touch()
    other.write_text("mine", encoding="utf-8")
    link.symlink_to("real.txt")
    with playing(*BEGIN, str(link), "--force") as game:
        link.unlink()
        link.symlink_to("other.txt")
        ask(game, b"push\n")
        game.communicate(b"q\n", timeout=60)
    assert other.read_text(encoding="utf-8") == "mine"
    load_record(str(tmp_path / "link-2.txt"))


def test_a_record_whose_bot_is_not_there_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    whole = Path(STORED).read_bytes().replace(b"control: me, me", b"control: me, nobot:Nobody")
    torn = whole[: whole.index(b"- die ") + 3]
    path.write_bytes(torn)
    error = refused(odds("game", "play", "--resume", str(path), "--players", "me,nobot:Nobody"))
    assert "nobot" in error
    assert path.read_bytes() == torn
    assert list(tmp_path.iterdir()) == [path]


def test_standard_output_is_no_record() -> None:
    assert "--record: a record is kept in a file" in refused(odds("game", "play", *BEGIN, "-"))


def test_what_is_no_file_is_no_record(tmp_path: Path) -> None:
    for force in ((), ("--force",)):
        error = refused(odds("game", "play", *BEGIN, str(tmp_path), *force))
        assert error == f"odds: cannot write the record '{tmp_path}': Is a directory\n"
    assert "the record '.': Is a directory" in refused(odds("game", "play", *BEGIN, "."))
    path = tmp_path / "game.txt"
    path.write_text("mine", encoding="utf-8")
    assert "--force replaces it" in refused(odds("game", "play", *BEGIN, str(path)))


def test_a_last_step_without_a_line_end_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    data = Path(STORED).read_bytes()
    end = data.index(b"\n", data.rindex(b"- die "))
    path.write_bytes(data[:end])
    done = odds("game", "play", "--resume", str(path), "--players", "me,me", stdin=b"q\n")
    assert done.returncode == 0, done.stderr
    assert "not written to its end" not in done.stdout
    assert path.read_bytes().startswith(data[: end + 1])
    path.write_bytes(data[: end - 1])
    done = odds("game", "play", "--resume", str(path), stdin=b"q\n")
    told = unwrapped(done.stdout)
    assert unwrapped("was not written to its end and is left out") in told
    assert unwrapped(f"What was left out is kept in '{path}.cut'.") in told
    assert (tmp_path / "game.txt.cut").read_bytes() == data[: end - 1].rpartition(b"\n")[2] + b"\n"
