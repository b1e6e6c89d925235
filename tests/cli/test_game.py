"""`odds game play`, `replay` and `show` as people at a table use them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from odds.history.game.record_read import load_record
from tests.cli.test_attack import odds, refused

GAMES = Path(__file__).parents[1] / "data" / "games"
STORED = str(GAMES / "two-random.txt")


def play(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    done = odds("game", "play", *arguments, stdin=typed.encode())
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    # A path stands on one line, however long it is.
    assert max(len(line) for line in done.stdout.splitlines() if ".txt" not in line) <= 80
    return done


def begin(path: Path, typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Begin a game of Pär, a person, against a random Chris."""
    return play(
        *("--players", "me,random", "--seed", "3", "--first", "Pär", "--record", str(path), *arguments), typed=typed
    )


def steps(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8").partition("\n---\n")[2]
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_choices_are_numbers_words_or_their_beginning(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    done = begin(path, "push\n1\nPASS\nx\n9\n\n")
    taken = [line for line in steps(path) if line.startswith("Pär: ")]
    assert taken == ["Pär: push a tile", "Pär: stop pushing", "Pär: pass"]
    assert "'x' is none of the choices; nearest:" in done.stdout
    assert "there is no number 9; the list has 2. (? for help)" in done.stdout
    assert "Round 1 of 6, headquarters marker: Pär" in done.stdout
    assert "reconstructed values, not the printed values." in done.stdout
    hand = next(line for line in done.stdout.splitlines() if line.startswith("Hand"))
    assert hand.count(",") == 3
    # The end of the input is as good as q.
    assert done.stdout.splitlines()[-1] == f"  odds game play --resume {path}"


def test_only_one_choice_needs_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    begin(path, "\nq\n")
    assert "Pär: push a tile" in steps(path)


def test_undo_odds_board_help_fight_and_save(tmp_path: Path) -> None:
    path, copy = tmp_path / "game.txt", tmp_path / "copy.txt"
    done = begin(path, f"u\nf\n?\n1\nu\nb\nl\n1\nstop\no\ns\ns {copy}\ns {copy}\nq\n")
    assert "There is nothing to take back" in done.stdout
    assert "There has been no fight yet." in done.stdout
    assert "odds of the attack under consideration" in done.stdout
    assert "Taken back: Pär: push a tile" in done.stdout
    assert done.stdout.count("Hand    ") == 2
    assert "After a jump to era " in done.stdout
    assert "is there already" in " ".join(done.stdout.split())
    assert steps(path).count("undo") == 1
    # What is drawn after a decision taken back and made again is the same.
    tiles = [line for line in steps(path) if line.startswith("- tile")]
    assert tiles[-1] == tiles[-2]
    assert copy.read_bytes() == path.read_bytes()


def test_a_whole_game_of_bots_is_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    done = play("--players", "random,random", "--seats", "tommy, hannes", "--seed", "5", "--record", str(path))
    record = load_record(str(path))
    assert record.session.game.is_over
    assert record.header.players == ("Tommy", "Hannes")
    assert record.header.control == ("random", "random")
    assert "== Round 6, " in done.stdout
    assert "    Fight: " in done.stdout
    assert done.stdout.splitlines()[-1].endswith((" wins.", " share the win."))


@pytest.mark.parametrize("share", [0.3, 0.8])
def test_an_interrupted_game_resumed_is_the_uninterrupted_one(tmp_path: Path, share: float) -> None:
    whole, cut = tmp_path / "whole.txt", tmp_path / "cut.txt"
    play("--players", "random,random,random", "--seed", "8", "--record", str(whole))
    data = whole.read_bytes()
    cut.write_bytes(data[: int(len(data) * share)])
    done = play("--resume", str(cut))
    assert cut.read_bytes() == data
    torn = data[: int(len(data) * share)].rpartition(b"\n")[2]
    assert ("was not written to its end" in done.stdout) == bool(torn)
    # A game that is over stays as it is.
    play("--resume", str(cut))
    assert cut.read_bytes() == data


def test_a_killed_game_goes_on_as_it_would_have(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.txt", tmp_path / "killed.txt"
    options = ("--players", "random,random,random,random", "--seed", "8", "--record")
    play(*options, str(whole))
    game = subprocess.Popen(
        [sys.executable, "-m", "odds", "game", "play", *options, str(killed)], stdout=subprocess.DEVNULL
    )
    while not (killed.exists() and killed.stat().st_size > 3000):
        time.sleep(0.01)
    game.kill()
    game.wait(60)
    assert whole.read_bytes().startswith(killed.read_bytes())
    play("--resume", str(killed))
    assert killed.read_bytes() == whole.read_bytes()


def test_a_bot_of_ones_own_is_loaded_only_when_it_is_named_again(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    players = "me,odds.history.game.bots.random_bot:RandomBot"
    play("--players", players, "--record", str(path), typed="q\n")
    assert f"add --players {players}" in refused(odds("game", "play", "--resume", str(path)))
    assert "the record says me, odds." in refused(odds("game", "play", "--resume", str(path), "--players", "me,random"))
    play("--resume", str(path), "--players", players)


def test_two_people_at_one_device_do_not_see_each_others_hands(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = "\n1\nstop\npass\n1\n1\n1\ndone\n"
    done = play("--players", "me,me", "--seed", "3", "--first", "Pär", "--record", str(path), typed=f"\n{typed}{typed}")
    first, passed, second = done.stdout.partition("-- Pass the device to Chris. --")
    assert passed
    assert "-- Pass the device to Pär. --" in first
    session = load_record(str(path)).session
    drawn = {
        name: [entry.phrase for entry in session.entries if entry.phrase.startswith("draw ") and entry.who == name]
        for name in ("Pär", "Chris")
    }
    assert first.count("(Chris)") >= 4
    for phrase in drawn["Chris"]:
        assert f"{phrase} (Chris)" not in first
    assert "draw a card (Chris)" in " ".join(first.split())
    for phrase in drawn["Pär"]:
        assert f"{phrase} (Pär)" not in second
    assert "Hand    " in second


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_a_terminal_is_cleared_before_the_device_is_passed_on(tmp_path: Path) -> None:
    import pty

    main, other = pty.openpty()
    command = ("game", "play", "--players", "me,me", "--record", str(tmp_path / "game.txt"))
    game = subprocess.Popen([sys.executable, "-m", "odds", *command], stdin=other, stdout=other, stderr=other)
    os.close(other)
    os.write(main, b"\n1\nq\n")
    told = b""
    while b"The game is kept" not in told:
        told += os.read(main, 4096)
    assert game.wait(60) == 0
    os.close(main)
    screens = told.decode().split("\033[2J\033[3J\033[H")
    assert len(screens) == 2
    assert "Hand    " not in screens[0]
    assert "-- Pass the device to " in screens[1]


#: A game at a real table up to the first dice.
BEFORE_THE_DICE = """\
Pär begins
Dacian Falxmen, Balearic Slingers, Roman
Hussite, Swiss Hal, Mongol, Iron Brigade, French Cui
Papal, Nisei, Harlem, Italian
Hunt, +1 ranged, +2 melee
l
II-IV field 1
III-IV field 1
Corinthian Helmet, gas mask
Pikeman, Saboteur, Spy, Militia
push
II-III field 3
stop
pass
jump to III
conquer Iron Brigade
Militia
Spy
done
"""

TABLE = f"""{BEFORE_THE_DICE}\
7
5
1/1/1
keep
Landsknechts
Heroic death
Archer, Catapult
push
I-III field 3
stop
pass
jump to II
conquer Swiss
Medic
done
"""


def test_a_game_with_the_real_box_is_told_and_advised(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    done = play("--table", "--seats", "Pär,Chris", "--me", "Pär", "--record", str(path), typed=TABLE)
    told = steps(path)
    assert "- draw Militia" in told
    assert told.count("- draw a hidden card") == 4
    assert "- die 0/0/1" in told
    assert "- die 1/1/1" in told
    assert told[-1] == "Chris: done"
    assert "Chris: deploy Medic" in told
    assert "a face is 1 to 6, not '7'." in done.stdout
    assert "The best line-ups, front unit first:" in done.stdout
    assert "Better: " in done.stdout
    assert load_record(str(path)).header.hidden == ("Chris",)
    # Gone on with, it asks for what comes next.
    again = play("--resume", str(path), typed="u\nq\n")
    assert "Taken back: Chris: done" in again.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--players", "me,nobody"), "no bot is called 'nobody'"),
        (("--players", "me"), "2 to 5 players"),
        (("--players", "me,me,me,me,me,me"), "2 to 5 players, not 6"),
        (("--players", "me,random", "--seats", "Pär,Chris,Tommy"), "2 players for 3 seats"),
        (("--seats", "Pär,Bob"), "no Sabaton is called 'Bob'"),
        (("--first", "Tommy"), "does not play and cannot begin"),
        (("--me", "Pär"), "--table only"),
        (("--table", "--seed", "3"), "chance comes from the table"),
        (("--table", "--me", "Tommy"), "does not play in this game"),
        (("--seed", "-1"), "a seed is"),
        (("--cards", "nowhere"), "no card set"),
        (("--resume", "nowhere.txt"), "cannot read the record 'nowhere.txt'"),
        (("--resume", "-"), "name a file"),
        (("--resume", STORED, "--seed", "1", "--long"), "leave out --long, --seed"),
        (("--record", "nowhere/game.txt", "--players", "random,random"), "cannot write the record"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(arguments: tuple[str, ...], told: str) -> None:
    assert told in refused(odds("game", "play", *arguments))


def test_a_record_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("mine", encoding="utf-8")
    options = ("--players", "me,random", "--record", str(path))
    assert "is there already" in refused(odds("game", "play", *options))
    assert path.read_text(encoding="utf-8") == "mine"
    play(*options, "--force")
    assert path.read_text(encoding="utf-8").startswith("# A game of A Battle through History")


def test_without_a_name_the_record_is_called_after_the_seed(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    for name in ("odds-game-3.txt", "odds-game-3-2.txt"):
        done = subprocess.run(
            [sys.executable, "-m", "odds", "game", "play", "--players", "me,random", "--seed", "3"],
            cwd=tmp_path,
            env=environment,
            input=b"",
            capture_output=True,
        )
        assert done.returncode == 0, done.stderr
        assert (tmp_path / name).exists()


def test_ctrl_c_keeps_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    command = [sys.executable, "-m", "odds", "game", "play", "--players", "me,random", "--record", str(path)]
    game = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert game.stdout is not None
    while not (path.exists() and "- draw" in path.read_text(encoding="utf-8")):
        time.sleep(0.05)
        assert game.poll() is None
    time.sleep(0.5)
    game.send_signal(signal.SIGINT)
    _, error = game.communicate(timeout=60)
    assert game.returncode == 130
    assert f"--resume {path}" in error.decode()
    assert "Traceback" not in error.decode()
    load_record(str(path))


def test_replay_tells_the_game_turn_by_turn() -> None:
    done = odds("game", "replay", STORED)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "Pär, Chris; 6 rounds, seed 11"
    assert sum(line.startswith("Round ") for line in lines) == 12
    assert sum(line.startswith("    Fight: ") for line in lines) == 12
    assert lines[-1].endswith(" wins.")
    told = odds("game", "replay", STORED, "--narrate").stdout
    assert max(map(len, told.splitlines())) <= 80
    assert told.count("units standing [R16]") + told.count("nobody wins") >= 12
    assert odds("game", "replay", "-", stdin=Path(STORED).read_bytes()).stdout == done.stdout


def test_replay_stops_where_it_is_told() -> None:
    whole = odds("game", "replay", STORED).stdout
    until = odds("game", "replay", STORED, "--until", "3").stdout
    body, _, rest = until.partition("\nTo come: ")
    assert whole.startswith(body)
    assert "(turn 3)" in body
    assert "(turn 4)" not in body
    assert "Points" in rest
    line = next(
        n for n, text in enumerate(Path(STORED).read_text(encoding="utf-8").splitlines(), 1) if ": jump" in text
    )
    assert odds("game", "replay", STORED, "--until", f"line:{line}").stdout.count(": jump to") == 1
    assert "write a turn" in refused(odds("game", "replay", STORED, "--until", "soon"))
    assert "--until: the record goes to turn " in refused(odds("game", "replay", STORED, "--until", "99"))


def test_replay_as_json() -> None:
    done = odds("game", "replay", STORED, "--json", "--narrate")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    record = load_record(STORED)
    assert told["schema"] == 1
    assert told["players"] == ["Pär", "Chris"]
    assert told["seed"] == 11
    assert [step["phrase"] for step in told["steps"]] == [entry.phrase for entry in record.session.entries]
    assert sum("fight" in step for step in told["steps"]) == 12
    assert told["over"] is True
    assert told["scores"] == record.session.game.scores()
    assert told["returns"] == record.session.game.returns()


def test_an_edited_record_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "edited.txt"
    lines = Path(STORED).read_text(encoding="utf-8").splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("- die "))
    lines[number - 1] = "- die 3/3/3\n"
    path.write_text("".join(lines), encoding="utf-8")
    for command in ("replay", "show"):
        error = refused(odds("game", command, str(path)))
        assert f"{path} line {number}: " in error
        assert "it cannot be 'die 3/3/3'; possible is die " in error
    assert f"line {number}" in refused(odds("game", "play", "--resume", str(path)))
    assert path.read_text(encoding="utf-8") == "".join(lines)


def test_show_prints_the_table_as_it_stands_or_stood() -> None:
    done = odds("game", "show", STORED)
    assert done.returncode == 0, done.stderr
    assert "Round 6 of 6" in done.stdout
    assert "Hand    " not in done.stdout
    assert done.stdout.splitlines()[-1].endswith(" wins.")
    early = odds("game", "show", STORED, "--at", "0", "--player", "chris")
    assert "Round 1 of 6" in early.stdout
    assert "Hand    " in early.stdout
    assert max(map(len, (done.stdout + early.stdout).splitlines())) <= 80
    assert "does not play" in refused(odds("game", "show", STORED, "--player", "Tommy"))
    assert "--at: the record goes to turn " in refused(odds("game", "show", STORED, "--at", "99"))
    assert "--at: the record's last step is in line " in refused(odds("game", "show", STORED, "--at", "line:9999"))


def test_nobody_waits_for_a_compiler(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from odds.cli import run\n"
        f"assert run(['game', 'replay', {STORED!r}]) == 0\n"
        f"assert run(['game', 'show', {STORED!r}]) == 0\n"
        f"assert run(['game', 'play', '--players', 'me,random', '--record', {str(tmp_path / 'g.txt')!r}]) == 0\n"
        "print(sorted({'numpy', 'numba', 'pandas', 'matplotlib'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"1\nstop\no\n", capture_output=True, check=True)
    assert done.stdout.decode().splitlines()[-1] == "[]"
