"""The desk of `odds game play`: who sees what, what is taken back, what an answer is an answer to."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from odds.history.game.game import Game
from odds.history.game.record import PERSON, new_header
from odds.history.game.record_read import keep_record, load_record
from odds.history.game.record_session import Session
from tests.cli.test_game import BEFORE_THE_DICE, steps


def play(*arguments: str, typed: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Play at the desk with what is typed, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "odds", "game", "play", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        timeout=120,
        check=False,
    )


#: Pär's first turn at a device for two, up to the fight, by numbers.
FIRST_TURN = "\n1\n1\n3\n1\n1\n1\n1\n1\n1\n1\n1\n"
TWO = ("--players", "me,me", "--seed", "2", "--first", "Pär")


def test_a_decision_taken_back_at_the_hand_over_is_its_owners_again(tmp_path: Path) -> None:
    """Chris takes back what Pär decided: the device goes back to Pär, and Chris sees no hand."""
    path = tmp_path / "game.txt"
    done = play(*TWO, "--record", str(path), typed=f"{FIRST_TURN}u\n\nl\n")
    _, taken, after = done.stdout.partition("Taken back: Pär: done\n")
    assert taken
    assert after.startswith("\n-- Pass the device to Pär. --\nPär, press Enter")
    assert "Chris > " not in after
    assert "Pär > l" in after
    before = done.stdout.partition("-- Pass the device to Chris. --")[2].partition("Taken back")[0]
    assert "Hand    " not in before


def test_how_a_turn_ended_is_told_before_the_device_is_passed_on(tmp_path: Path) -> None:
    """Dice, fight and what everybody sees come while the player in turn still holds the device; no drawn card does."""
    path = tmp_path / "game.txt"
    done = play(*TWO, "--record", str(path), typed=FIRST_TURN)
    told = " ".join(done.stdout.rpartition("Pär > 1\n")[2].partition("-- Pass the device to Chris. --")[0].split())
    last = [step.removeprefix("- ") for step in steps(path)]
    dice = [step for step in last if step.startswith("die ")]
    assert len(dice) == 2
    assert all(die in told for die in dice)
    assert "Fight: " in told
    assert "draw" not in told


def medal_kept(path: Path) -> tuple[Session, int]:
    """Record a random game up to where a seat has kept a medal and another is to decide; return it and that seat."""
    choose = random.Random(1)
    while True:
        game = Game.new(("Pär", "Chris"), seed=choose.randrange(1 << 30))
        session = Session(game, new_header(game, [PERSON, PERSON], table=False, hidden=[]))
        keep_record(session, path, True)
        seat, last = -1, ""
        while not game.is_over:
            if game.player is None:
                session.roll()
                continue
            if last.startswith("keep medal") and game.player != seat:
                return session, seat
            seat, action = game.player, choose.choice(game.legal_actions())
            last = game.describe(action)
            session.act(action)
        assert session.writer is not None
        session.writer.close()


def test_a_medal_taken_back_is_not_named_to_others(tmp_path: Path) -> None:
    """What only one player may know is "keep a medal" to whoever takes it back at the hand-over."""
    path = tmp_path / "game.txt"
    session, before = medal_kept(path)
    assert session.writer is not None
    session.writer.close()
    done = play("--resume", str(path), typed="u\n\n")
    name = session.game.players[before]
    assert f"Taken back: {name}: keep a medal\n" in done.stdout
    assert "keep medal" not in done.stdout.partition(f"{name}, press Enter")[0]
    assert "keep medal" in done.stdout


def test_a_die_is_told_by_its_values_with_commas_and_answers_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    done = play("--table", "--seats", "Pär,Chris", "--record", str(path), typed=f"{BEFORE_THE_DICE}0, 0, 1\n")
    assert [step for step in steps(path) if step.startswith("- die ")] == ["- die 0/0/1"]
    assert done.stdout.rstrip().endswith(f"odds game play --resume {path}")
    told = play("--resume", str(path), typed="5,1\n")
    assert "Traceback" not in told.stderr
    assert [step for step in steps(path) if step.startswith("- die ")] == ["- die 0/0/1"]


def test_what_is_told_beyond_the_question_answers_no_later_one(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    surplus = BEFORE_THE_DICE.replace("Pikeman, Saboteur, Spy, Militia", "Pikeman, Saboteur, Spy, Militia, Catapult")
    done = play("--table", "--seats", "Pär,Chris", "--record", str(path), typed=surplus)
    assert "Told but not asked for, so left out: Catapult." in done.stdout
    assert "- draw Catapult" not in steps(path)
    assert steps(path)[-1] == "Pär: done"


def test_the_last_fight_can_be_told_after_a_break(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    play(*TWO, "--record", str(path), typed=FIRST_TURN)
    done = play("--resume", str(path), typed="\nf\n")
    assert "There has been no fight yet" not in done.stdout
    assert "[R16]" in done.stdout


def test_commands_and_players_are_understood_in_capitals(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    done = play("--players", "ME,Random", "--first", "Pär", "--seed", "2", "--record", str(path), typed="B\nQ\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Hand    ") == 2
    assert load_record(str(path)).header.control == ("me", "random")


def test_who_plays_the_seats_that_are_named_without_players(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    done = play("--seats", "Tommy,Chris,Pär", "--record", str(path), typed="q\n")
    assert done.returncode == 0, done.stderr
    assert load_record(str(path)).header.control == ("me", "greedy", "greedy")


def test_the_command_to_go_on_with_loads_the_same_cards_and_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "firstbot.py").write_text(
        "class First:\n    def __init__(self, seed):\n        pass\n\n    def choose(self, view):\n"
        "        return view.legal[0]\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    game = ("--players", "me,firstbot:First", "--cards", "reconstructed", "--first", "Pär", "--record", "game.txt")
    done = play(*game, typed="q\n", folder=tmp_path)
    command = done.stdout.rstrip().splitlines()[-1].split()
    assert command[:4] == ["odds", "game", "play", "--resume"]
    again = play(*command[3:], typed="q\n", folder=tmp_path)
    assert again.returncode == 0, again.stderr
    assert again.stdout.rstrip().splitlines()[-1].split() == command


def test_a_faulty_bot_is_named_and_the_record_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "faulty.py").write_text(
        "class Bot:\n    def __init__(self, seed):\n        pass\n\n    def choose(self, view):\n"
        "        raise ValueError('first line\\nsecond line')\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    path = tmp_path / "game.txt"
    done = play("--players", "me,faulty:Bot", "--first", "Chris", "--record", str(path), typed="\n")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("odds: --players: the bot 'faulty:Bot' failed (round 1, Chris: ")
    load_record(str(path))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--first", "Bob"), "odds: --first: "),
        (("--first", "Joakim"), "odds: --first: "),
        (("--seats", "Pär,Bob"), "odds: --seats: "),
        (("--table", "--me", "Bob"), "odds: --me: "),
        (("--table", "--me", "Joakim"), "odds: --me: "),
    ],
)
def test_a_wrong_name_is_refused_at_the_option_it_stands_in(
    arguments: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    done = play(*arguments, "--record", str(tmp_path / "game.txt"), typed="")
    assert done.returncode == 2
    assert done.stderr.startswith(told)
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "game.txt").exists()


def test_a_copy_is_written_from_memory(tmp_path: Path) -> None:
    """`s FILE` after the record was deleted keeps the game, and `s` brings the record back."""
    script = (
        "import os, sys, builtins\n"
        "typed = iter(['1', 's copy.txt', 's', 'q'])\n"
        "def answer():\n"
        "    text = next(typed)\n"
        "    if text == 's copy.txt':\n"
        "        os.unlink('game.txt')\n"
        "    return text\n"
        "builtins.input = answer\n"
        "from odds.cli import run\n"
        "options = ['--players', 'me,random', '--first', 'Pär', '--seed', '4', '--record', 'game.txt']\n"
        "sys.exit(run(['game', 'play', *options]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "A copy is kept in copy.txt." in done.stdout
    assert steps(tmp_path / "copy.txt") == steps(tmp_path / "game.txt")
    assert load_record(str(tmp_path / "copy.txt")).session.entries


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_what_is_said_at_the_hand_over_is_said_again_when_the_screen_was_cleared(tmp_path: Path) -> None:
    import pty

    main, other = pty.openpty()
    command = ("game", "play", *TWO, "--record", str(tmp_path / "game.txt"))
    game = subprocess.Popen([sys.executable, "-m", "odds", *command], stdin=other, stdout=other, stderr=other)
    os.close(other)
    os.write(main, f"{FIRST_TURN}u\nq\n".encode())
    told = b""
    while b"The game is kept" not in told:
        told += os.read(main, 4096)
    assert game.wait(60) == 0
    os.close(main)
    last = told.decode().rpartition("\033[2J\033[3J\033[H")[2]
    assert last.startswith("Taken back: Pär: done\r\n")
    assert "-- Pass the device to Pär. --" in last
