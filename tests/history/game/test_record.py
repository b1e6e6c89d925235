"""Records: written as the game goes, read again step by step, gone on with where they end."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from odds.errors import InputError
from odds.history.card_files import data_folder
from odds.history.game.game import Game
from odds.history.game.record import checksum_of, new_header
from odds.history.game.record_read import Record, keep_record, load_record, read_record, resume_record
from odds.history.game.record_session import Session, find_phrase
from odds.history.game.record_tale import Place, game_at, read_place, retell
from odds.history.game.state import OUTCOME, TURNS
from odds.history.rules import Rulings

GAMES = Path(__file__).parents[2] / "data" / "games"


def play_on(session: Session, chooser: random.Random, decisions: int = 100_000) -> None:
    """Go on at random, now and then taking decisions back."""
    session.settle()
    for number in range(decisions):
        if session.game.is_over:
            break
        session.act(chooser.choice(list(session.choices())))
        session.settle()
        if number % 40 == 39:
            session.undo(2)
            session.settle()


def kept_game(path: Path, seed: int, decisions: int = 100_000, **options: object) -> Session:
    """Play a game at random with a record of it."""
    players = ("Pär", "Chris", "Tommy", "Joakim", "Hannes")[: 2 + seed % 4]
    game = Game.new(players, seed=seed, **options)  # type: ignore[arg-type]
    session = Session(game)
    keep_record(session, path)
    play_on(session, random.Random(seed), decisions)
    assert session.writer is not None
    session.writer.close()
    return session


@pytest.mark.parametrize("seed", range(4))
def test_a_record_read_again_is_the_game(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "game.txt"
    session = kept_game(path, seed, long=seed == 1, first="Chris" if seed == 2 else None)
    record = load_record(str(path))
    assert record.session.game.is_over
    assert record.session.game.state == session.game.state
    assert record.session.game.history == session.game.history
    assert record.notes == []
    assert record.kept == path.stat().st_size
    assert record.session.undone == session.undone > 0
    lines = path.read_text(encoding="utf-8").splitlines()
    for entry in record.session.entries:
        assert lines[entry.line - 1].endswith(entry.phrase)


def test_the_head_says_what_the_game_is_played_with(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    rulings = Rulings(deflection_per="fight", empty_side_fights=False)
    game = Game.new(("Tommy", "Pär"), long=True, seed=5, first="Pär", rulings=rulings)
    header = new_header(game, ("me", "random"))
    keep_record(Session(game, header), path)
    text = path.read_text(encoding="utf-8")
    assert text == header.text()
    for line in (
        "format: 1",
        f"cards: reconstructed {checksum_of(game.pieces.card_set)}",
        "players: Tommy, Pär",
        "control: me, random",
        "first: Pär",
        "rounds: 8",
        "chance: seed",
        "seed: 5",
        "rulings: deflection_per=fight, empty_side_fights=false",
    ):
        assert line in text.splitlines()
    record = load_record(str(path))
    assert record.header == header
    assert record.session.game.state == game.state
    assert [item.name for item in tmp_path.iterdir()] == ["game.txt"]
    with pytest.raises(InputError, match="is there already"):
        keep_record(Session(game, header), path)
    assert path.read_text(encoding="utf-8") == text


def test_a_record_cut_off_anywhere_goes_on_as_it_would_have(tmp_path: Path) -> None:
    whole = tmp_path / "whole.txt"
    session = kept_game(whole, 4, decisions=60)
    chosen = [entry.number for entry in session.entries if entry.kind == "action"]
    data = whole.read_bytes()
    head = data.index(b"\n---\n") + 5
    # Undo lines are not decisions to be made again; a cut behind the last of them leaves only plain steps.
    first = data.rindex(b"\nundo\n") + 6
    assert first > head
    ends = [at for at in range(first, len(data)) if data[at] == ord("\n")]
    cuts = [*range(first, len(data), 67), data.rindex("Pär".encode()) + 2, data.rindex(b"# Round") + 3, len(data)]
    kept_whole = 0
    for cut in [*cuts, *ends[::5]]:
        path = tmp_path / "cut.txt"
        path.write_bytes(data[:cut])
        record = load_record(str(path))
        torn = data[:cut].rpartition(b"\n")[2]
        if data[:cut].endswith(b"\n") or torn.startswith(b"#"):
            assert record.notes == []
        elif record.torn:
            assert record.torn == torn
            assert len(record.notes) == 1
        else:
            assert cut in ends
            kept_whole += 1
        again = resume_record(record, path)
        beside = path.with_name("cut.txt.cut")
        assert (beside.read_bytes() if beside.exists() else b"\n") == record.torn + b"\n"
        beside.unlink(missing_ok=True)
        again.settle()
        for action in chosen[sum(entry.kind == "action" for entry in again.entries) :]:
            again.act(action)
            again.settle()
        assert path.read_bytes() == data
        path.unlink()
    assert kept_whole > 5


def test_a_finished_record_gets_its_last_comment(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = kept_game(path, 0)
    data = path.read_bytes()
    end = f"\n# The end: {', '.join(session.standings())}\n".encode()
    assert data.endswith(end)
    path.write_bytes(data[: -len(end) + 4])
    resume_record(load_record(str(path)), path)
    assert path.read_bytes() == data


def test_a_torn_last_line_is_left_out_with_a_note(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    kept_game(path, 0, decisions=12)
    data = path.read_bytes()
    lines = data.count(b"\n")
    record = read_record(data + "Pär: pu".encode()[:-1])
    assert record.notes == [f"line {lines + 1} was not written to its end and is left out: 'Pär: p'"]
    assert record.kept == len(data)
    # After a power cut a file can end in zeros.
    assert read_record(data + b"\0" * 300).kept == len(data)


def test_comments_blank_lines_and_line_ends_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = kept_game(path, 0, decisions=12)
    text = path.read_text(encoding="utf-8")
    told = text.replace("\n", "\n\n  # what a move!\n").replace("- open", "  -   open")
    for data in (told.encode(), text.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + text.encode()):
        record = read_record(data)
        assert record.session.game.state == session.game.state
        assert record.kept == len(data)


def test_chance_that_is_not_the_seeds_is_noted_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    kept_game(path, 0, decisions=8)
    text = path.read_text(encoding="utf-8")
    assert "seed: 0\n" in text
    record = read_record(text.replace("seed: 0\n", "seed: 99\n").encode())
    assert len(record.notes) == 1
    assert "chance is not what seed 99 gives" in record.notes[0]


def departs(text: str, old: str, new: str) -> str:
    """Return the error of a record with its last `old` replaced, having checked that it names the line."""
    at = text.rindex(old)
    line = text[:at].count("\n") + 1
    with pytest.raises(InputError) as error:
        read_record((text[:at] + new + text[at + len(old) :]).encode())
    assert error.value.where == f"record line {line}"
    assert "\n" not in error.value.message
    return error.value.message


def test_a_step_that_departs_from_the_rules_is_named_by_its_line() -> None:
    text = (GAMES / "two-random.txt").read_text(encoding="utf-8")
    assert "legal is" in departs(text, ": jump to ", ": jump  to V")
    message = departs(text, "- die ", "- die 9/9/9")
    assert "it cannot be" in message
    assert "possible is die " in message
    assert "is an outcome of chance, but to come is" in departs(text, "Pär: jump to", "- jump to")
    assert "cannot decide here; to come is Pär" in departs(text, "Pär: jump to", "Chris: jump to")
    assert "is no step" in departs(text, "Pär: jump to", "Pér: jump to")
    assert "is no step" in departs(text, "Pär: jump to", "jump to")
    # A phrase must be whole: half of one is damage, though a player may type it.
    phrase = next(line for line in reversed(text.splitlines()) if ": deploy" in line)
    assert "legal is deploy" in departs(text, phrase, phrase[:-1])
    opened = next(line for line in text.splitlines() if line.startswith("- open"))
    assert "chance answers first" in departs(text, opened, f"Pär: push a tile\n{opened}")
    with pytest.raises(InputError, match="comes after the end of the game"):
        read_record(text.encode() + "Pär: push a tile\n".encode())


def test_why_an_action_is_not_legal_is_said() -> None:
    text = (GAMES / "two-random.txt").read_text(encoding="utf-8")
    message = departs(text, "Pär: stop pushing", "Pär: pass")
    assert "not possible" in message
    assert "legal is" in message


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("format: 1", "format: 2", "a newer one may know it"),
        ("players: Pär, Chris", "players: Pär, Bob", "no Sabaton is called 'Bob'"),
        ("players: Pär, Chris", "players: Pär, Pär", "plays twice"),
        ("control: me, me", "control: me", "each of the 2 seats"),
        ("rounds: 6", "rounds: 7", "6 or 8"),
        ("seed: 11", "seed: eleven", "whole number"),
        ("chance: seed", "chance: luck", "seed or table"),
        ("first: by chance", "first: Tommy", "does not play"),
        ("empty_side_fights=true", "empty_side_fights=maybe", "true or false"),
        ("seed: 11\n", "", "no line 'seed: …'"),
        ("seed: 11\n", "seed: 11\nseed: 12\n", "there twice"),
        ("seed: 11\n", "seeds: 11\n", "nearest: 'seed: …'"),
        ("\n---\n", "\n", "the head does not end before '- Chris begins'; write a line '---' between head and steps"),
        ("\n---\n", "\n----\n", "the head does not end before '----'; write a line '---'"),
        ("\n---\n", "\nPär: push a tile\n", "the head does not end before 'Pär: push a tile'"),
        ("\n---\n", "\nby: me\n---\n", "'by: me' is no line of the head; nearest: "),
        ("control: me, me", "control: me, \x1b[2Jme", r"'control: me, \x1b[2Jme' has a letter that cannot be printed"),
        ("program: odds", "program: \u202eodds", r"'program: \u202eodds 0.1.0' has a letter that cannot be printed"),
    ],
)
def test_a_damaged_head_is_named_by_its_line(old: str, new: str, told: str) -> None:
    text = (GAMES / "two-random.txt").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(InputError, match=r"^record line [0-9]+: ") as error:
        read_record(text.replace(old, new, 1).encode())
    assert told in error.value.message


@pytest.mark.parametrize("first", ["Tommy", "Bob"])
def test_who_cannot_begin_is_told_in_the_line_that_says_it(first: str) -> None:
    text = (GAMES / "two-random.txt").read_text(encoding="utf-8").replace("first: by chance", f"first: {first}")
    line = text.splitlines().index(f"first: {first}") + 1
    with pytest.raises(InputError, match=f"^record line {line}: .*{first}"):
        read_record(text.encode())


def test_a_record_that_ends_before_its_game_says_so() -> None:
    text = (GAMES / "two-random.txt").read_text(encoding="utf-8")
    longer = read_record(text.replace("rounds: 6", "rounds: 8").encode())
    assert not longer.session.game.is_over
    line = text.count("\n")
    note = f"line {line} says that the game ended there, but 8 rounds are not over: the head or the end was edited"
    assert longer.notes == [note]
    # What is said before the last step is not about the end: it may have been taken back.
    assert read_record(text.encode()).notes == []
    half = text[: text.index("\n# Round 4")].replace("# Round 2, ", "# The end: ")
    assert "# The end" in half
    assert read_record((half + "\n").encode()).notes == []


@pytest.mark.parametrize("data", [b"", b"\0\0\n", b"hello\n", b"[me]\nsabaton = 1\n", "# só\n".encode()])
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="this is no record of a game"):
        read_record(data)


def test_bytes_that_are_no_text_are_named_by_their_line() -> None:
    data = (GAMES / "two-random.txt").read_bytes().replace(b"- open", b"- \xff\xfe", 1)
    line = data[: data.index(b"\xff")].count(b"\n") + 1
    with pytest.raises(InputError, match=f"record line {line}: this line is not UTF-8"):
        read_record(data)


def test_another_card_set_is_refused_and_the_right_one_taken(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(data_folder() / "history" / "reconstructed", folder)
    units = folder / "units.csv"
    rows = units.read_text(encoding="utf-8").splitlines()
    last = rows[-1].split(",")
    last[rows[0].split(",").index("ranged")] = "9"
    units.write_text("\n".join([*rows[:-1], ",".join(last)]) + "\n", encoding="utf-8")
    path = tmp_path / "game.txt"
    session = kept_game(path, 0, decisions=5, cards=str(folder))
    with pytest.raises(InputError, match="name the folder of the right one with --cards DIR"):
        load_record(str(path))
    assert load_record(str(path), str(folder)).session.game.state == session.game.state
    units.write_bytes(units.read_bytes().replace(b"\n", b"\r\n"))
    assert load_record(str(path), str(folder)).session.game.state == session.game.state
    elsewhere = path.read_text(encoding="utf-8").replace("cards: reconstructed", "cards: somewhere else")
    with pytest.raises(InputError, match=r"'somewhere else'.* name its folder with --cards"):
        read_record(elsewhere.encode())


def with_spaces(folder: Path, **names: str) -> str:
    """Copy the shipped card set with basic units called otherwise."""
    shutil.copytree(data_folder() / "history" / "reconstructed", folder)
    units = folder / "units.csv"
    text = units.read_text(encoding="utf-8")
    for old, new in names.items():
        assert f",{old},basic," in text
        text = text.replace(f",{old},basic,", f",{new},basic,")
    units.write_text(text, encoding="utf-8", newline="\n")
    return str(folder)


def test_spaces_in_a_card_s_name_are_read_as_they_were_written(tmp_path: Path) -> None:
    cards = with_spaces(tmp_path / "mine", Spy="Spi  on", Scout="Spi on", Archer="Ar   cher  s", Militia="Mi  li tia")
    path = tmp_path / "game.txt"
    session = kept_game(path, 1, cards=cards)
    text = path.read_text(encoding="utf-8")
    for name in ("draw Spi  on", "draw Spi on", "deploy Ar   cher  s"):
        assert f" {name}\n" in text
    assert load_record(str(path), cards).session.game.history == session.game.history
    # A hand or an editor may count the spaces otherwise; where two cards differ in nothing else it cannot be told.
    record = read_record(
        text.replace("Mi  li tia", "Mi li   tia").replace("Ar   cher", "Ar cher").encode(), cards=cards
    )
    assert record.session.game.state == session.game.state
    phrases = {4: "draw Spi on", 7: "draw Spi  on"}
    assert find_phrase(phrases, "draw Spi on") == 4
    assert find_phrase(phrases, "draw Spi  on") == 7
    assert find_phrase(phrases, "draw Spion") is None
    with pytest.raises(InputError, match="could mean two different things"):
        find_phrase(phrases, "draw Spi   on")


def test_undo_before_any_decision_is_refused() -> None:
    text = (GAMES / "two-random.txt").read_text(encoding="utf-8")
    head = text.index("\n---\n") + 5
    with pytest.raises(InputError, match="nothing to take back"):
        read_record((text[:head] + "undo\n").encode())


def stored() -> Record:
    return load_record(str(GAMES / "two-random.txt"))


def test_the_stored_game_ends_as_it_did() -> None:
    record = stored()
    last = record.session.heading().strip()
    assert record.session.game.is_over
    assert (GAMES / "two-random.txt").read_text(encoding="utf-8").splitlines()[-1] == last


def test_fights_are_told_as_the_game_decided_them() -> None:
    fights = 0
    for told in retell(stored().session):
        if told.story is None:
            continue
        fights += 1
        state = told.session.game.state
        if state[TURNS] == told.entry.turn:
            assert told.story.code == state[OUTCOME]
        assert told.story.paragraphs
    assert fights == 12  # two players, six rounds, each with a fight


def test_a_game_is_shown_as_it_stood() -> None:
    session = stored().session
    for turn in (0, 3, 12):
        stood = game_at(session, Place(turn=turn))
        assert stood.entries == [entry for entry in session.entries if entry.turn <= turn]
    line = session.entries[30].line
    assert game_at(session, Place(line=line)).entries == session.entries[:31]
    assert game_at(session, Place(turn=99)).game.state == session.game.state
    assert read_place("12", "--at") == read_place("turn:12", "--at") == Place(turn=12)
    assert read_place("line:40", "--at") == Place(line=40)
    for text in ("", "last", "line:", "-1", "row:3"):
        with pytest.raises(InputError, match="--at: write a turn"):
            read_place(text, "--at")


def test_an_illegal_step_changes_neither_game_nor_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = kept_game(path, 0, decisions=3)
    session = resume_record(load_record(str(path)), path)
    before, state = path.read_bytes(), list(session.game.state)
    illegal = next(action for action in range(700) if action not in session.choices())
    with pytest.raises(InputError):
        session.act(illegal)
    with pytest.raises(InputError):
        session.happen(0)
    with pytest.raises(InputError, match="nothing to take back"):
        session.undo(1000)
    assert session.game.state == state
    assert path.read_bytes() == before


def test_whatever_is_damaged_is_refused_in_one_line_or_is_a_legal_game() -> None:
    data = (GAMES / "two-random.txt").read_bytes()
    chooser = random.Random(4)
    told = []
    for _ in range(60):
        damaged = bytearray(data)
        place = chooser.randrange(len(damaged))
        if chooser.random() < 0.5:
            damaged[place] = chooser.randrange(256)
        else:
            del damaged[place : place + chooser.randint(1, 40)]
        try:
            read_record(bytes(damaged))
        except InputError as error:
            told.append(str(error))
    assert len(told) > 30
    assert all(line.startswith("record") and "\n" not in line for line in told)
