"""`--share` and `--from`: a code asks the same anywhere, and gets the same answer byte for byte."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from odds.cli import run
from odds.history import exact, monte_carlo
from tests.cli.test_attack import odds, refused
from tests.history import card_folders

GOLDEN = ("attack", "Catapult, Archer, Conscript", "--deck", "Spy", "--against", "Genoese Crossbowmen, Trưng Sisters")
KNOWN = ("attack", "Catapult, Archer", "--against", "Genoese")
CHALLENGE = ("Archer + '+2 melee', Catapult", "--against", "Archer (Chris), Scout (Chris)", "--challenge")
COMPARED = ("compare", "Archer", "Conscript, 2 Archer + '+2 melee'", "--against", "Genoese", "--deck", "Spy, Scout")
REROLL = ("reroll", "0/0/0 reroll", "--against", "0/0/2:2", "--attacker-face", "1", "--defender-face", "4")


class Terminal:
    """Runs commands in this process and gives what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str) -> str:
        code = run(list(words))
        out, err = self._capsys.readouterr()
        assert (code, err) == (0, ""), err
        return out

    def refused(self, *words: str) -> str:
        code = run(list(words))
        out, err = self._capsys.readouterr()
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(capsys)


def code_of(terminal: Terminal, *words: str) -> str:
    return terminal(*words, "--share").splitlines()[-1]


@pytest.mark.parametrize(
    "words",
    [
        GOLDEN,
        (*GOLDEN, "--relics", "I:2,IV:1", "--relics-gone", "II:3", "--objective", "vp"),
        (*GOLDEN, "--rulings", "empty_side_fights=false", "--rulings", "deflection_per=fight"),
        (*GOLDEN, "--method", "exact", "--seed", "7"),
        (*GOLDEN, "--method", "monte-carlo", "--fights", "40", "--seed", "7"),
        (*GOLDEN, "--precision", "0.04", "--fights", "40", "--seed", "7"),
        (*KNOWN, "--stack", "Tank=1/2/3:2 left:lion right hero, Queen=0/0/9 reinforcement"),
        ("attack", *CHALLENGE),
        ("attack", *CHALLENGE, "--their-relics", "I:2", "--medals", "1,5", "--stack", "Scout (Chris)"),
        ("attack", "2 Tank=1/2/3 + 'ambush', 1/1/1", "--against", "none", "--challenge", "--medals", "4"),
        ("explain",),
        ("explain", "--typical"),
        ("explain", "--seed", "3"),
        ("explain", *GOLDEN[1:], "--attacker-face", "2", "--defender-face", "5"),
        ("explain", *GOLDEN[1:], "--seed", "11", "--rulings", "empty_side_fights=false"),
        ("explain", *CHALLENGE, "--stack", "Archer"),
        ("explain", "Archer=9/9/9", "--against", "Wall=1/1/1"),
        ("explain", "Tank=9/9/9", "--against", "Wall=1/1/1"),
        COMPARED,
        (*COMPARED, "--objective", "vp", "--relics", "I:2", "--relics-gone", "II:8", "--stack", "Trung"),
        ("compare", *CHALLENGE[:1], *CHALLENGE, "--their-relics", "I:2", "--medals", "1,5"),
        REROLL,
        (*REROLL, "--left", "1", "--objective", "vp", "--relics", "I:2", "--rulings", "deflection_per=fight"),
        ("reroll", "0/0/1", "--against", "0/0/0 reroll:2", *REROLL[4:], "--challenge", "--side", "defender"),
    ],
    ids=lambda words: " ".join(words)[:60],
)
def test_the_answer_is_the_same_byte_for_byte(words: tuple[str, ...], terminal: Terminal) -> None:
    code = code_of(terminal, *words)
    again = (words[0], "--from", code)
    assert terminal(*again) == terminal(*words)
    assert terminal(*again, "--json") == terminal(*words, "--json")
    # Asked for in the answer to a code, the code is the same one.
    assert json.loads(terminal(*again, "--json", "--share"))["share"] == code
    assert terminal(*words, "--share").startswith(terminal(*words))


@pytest.mark.parametrize("words", [GOLDEN, COMPARED, ("explain",), REROLL], ids=lambda words: words[0])
def test_json_gets_the_code_as_its_last_key(words: tuple[str, ...], terminal: Terminal) -> None:
    plain, shared = json.loads(terminal(*words, "--json")), json.loads(terminal(*words, "--json", "--share"))
    assert list(shared) == [*plain, "share"]
    assert shared == {**plain, "share": code_of(terminal, *words)}


def test_a_drawn_seed_is_in_the_code(terminal: Terminal) -> None:
    first = json.loads(terminal(*GOLDEN, "--fights", "40", "--json", "--share"))
    again = json.loads(terminal("attack", "--from", first.pop("share"), "--json"))
    assert again == first
    assert first["seed"] is not None


def test_line_ups_are_sampled_again_with_the_seed_that_was_drawn(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact, "AUTO_PAIRS", 1)
    monkeypatch.setattr(monte_carlo, "DEFAULT_FIGHTS", 40)
    shared = json.loads(terminal(*COMPARED, "Catapult", "--json", "--share"))
    assert [one["method"] for one in shared["line_ups"]] == ["exact", "monte-carlo", "exact"]
    code = shared.pop("share")
    assert json.loads(terminal("compare", "--from", code, "--json")) == shared
    assert not [note for one in shared["line_ups"] for note in one["notes"] if note.startswith("seed")]


def test_output_options_go_with_a_code(terminal: Terminal, tmp_path: Path) -> None:
    code = code_of(terminal, *GOLDEN)
    assert terminal("attack", "--from", code, "--faces") == terminal(*GOLDEN, "--faces")
    for name, words in (("attack.svg", GOLDEN), ("compare.svg", COMPARED)):
        assert terminal(*words, "--chart", str(tmp_path / name)) == terminal(*words)
        chart = tmp_path / name
        drawn = chart.read_bytes()
        chart.unlink()
        terminal(words[0], "--from", code_of(terminal, *words), "--chart", str(chart))
        assert chart.read_bytes() == drawn


@pytest.mark.parametrize("command", ["attack", "compare", "explain"])
def test_cards_come_along(command: str, terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card set can be edited or gone: the code has the values it was made with."""
    folder = card_folders.small(tmp_path / "set")
    line_ups = ("2 Archer (Pär) + '+2 melee'", "Queen")[: 1 + (command == "compare")]
    words = (command, *line_ups, "--against", "Guard", "--deck", "Archer (Chris)", "--cards", str(folder))
    told, code = terminal(*words, "--json"), code_of(terminal, *words)
    guard = card_folders.with_cell(card_folders.UNITS, 4, "melee", "9")
    card_folders.small(folder, units=card_folders.with_cell("".join(guard), 2, "ranged", "7"))
    assert terminal(*words, "--json") != told
    assert terminal(command, "--from", code, "--json") == told
    shutil.rmtree(folder)
    monkeypatch.chdir(tmp_path)
    assert terminal(command, "--from", code, "--json") == told


def test_the_note_on_card_values_stays_true(terminal: Terminal, tmp_path: Path) -> None:
    folder = card_folders.small(tmp_path / "set")
    printed = code_of(terminal, "attack", "Queen", "--against", "Guard", "--cards", str(folder))
    answer = json.loads(terminal("attack", "--from", printed, "--json"))
    assert (answer["card_set"], answer["card_values"]) == ("small", "printed")
    custom = card_folders.UNITS.replace("printed", "custom")
    folder = card_folders.small(tmp_path / "mine", units=custom)
    made_up = code_of(terminal, "reroll", "Queen", "--against", "Guard", *REROLL[4:], "--cards", str(folder))
    told = " ".join(terminal("reroll", "--from", made_up).split())
    assert "Card set 'small': custom values, not the printed values." in told


def test_a_code_is_one_plain_line_below_the_answer() -> None:
    done = odds(*GOLDEN, "--share")
    *_, empty, told, code = done.stdout.splitlines()
    assert (empty, told) == ("", "The same anywhere, by odds attack --from and this code:")
    assert code.startswith("odds1-")
    assert code.isascii()
    assert " " not in code
    assert len(code) < 300


def test_a_code_from_standard_input_and_from_a_file(tmp_path: Path) -> None:
    answer = odds(*GOLDEN)
    shared = odds(*GOLDEN, "--share").stdout
    # The whole answer piped on, its code wrapped as a chat wraps it.
    code = shared.splitlines()[-1]
    wrapped = shared.replace(code, "\r\n".join((code[:70], code[70:140], code[140:])))
    assert odds("attack", "--from", "-", stdin=wrapped.encode()).stdout == answer.stdout
    file = tmp_path / "code.txt"
    file.write_text(f"{code}\n", encoding="utf-8-sig")
    assert odds("attack", "--from", f"@{file}").stdout == answer.stdout
    assert "no share code" in refused(odds("attack", "--from", "-"))
    assert "not UTF-8" in refused(odds("attack", "--from", "-", stdin=b"\xff\xfe\x00"))
    assert "more than 128 KiB" in refused(odds("attack", "--from", "-", stdin=b"x" * 200_000))


def test_bad_codes_are_refused(terminal: Terminal, tmp_path: Path) -> None:
    code = code_of(terminal, *GOLDEN)
    assert "--from: 'Archer' is no share code" in terminal.refused("attack", "--from", "Archer")
    assert "damaged or incomplete" in terminal.refused("attack", "--from", code[:-1])
    assert "version 2" in terminal.refused("attack", "--from", code.replace("odds1", "odds2"))
    for command in ("compare", "explain", "reroll"):
        told = terminal.refused(command, "--from", code)
        assert f"made by odds attack, not by odds {command}; give it to odds attack --from" in told
    assert "cannot read" in terminal.refused("attack", "--from", f"@{tmp_path / 'nothing'}")
    assert "cannot read" in terminal.refused("attack", "--from", f"@{tmp_path}")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("attack", "Archer"), "attackers"),
        (("attack", "--against", "Genoese"), "--against"),
        (("attack", "--deck", "Spy", "--seed", "1"), "--deck, --seed"),
        (("attack", "--cards", "reconstructed"), "--cards"),
        (("compare", "Archer", "Spy"), "line-ups"),
        (("explain", "--typical"), "--typical"),
        (("reroll", "--attacker-face", "1", "--side", "attacker"), "--attacker-face, --side"),
    ],
)
def test_what_would_change_the_query_is_refused_beside_a_code(
    words: tuple[str, ...], named: str, terminal: Terminal
) -> None:
    told = terminal.refused(*words, "--from", "odds1-whatever")
    assert told == f"odds: --from: the code holds the whole query; leave out {named}\n"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("attack",), "attackers: name your units"),
        (("attack", "Archer"), "--against: name the defenders"),
        (("compare",), "line-ups: name two or more line-ups"),
        (("compare", "Archer", "Spy"), "--against: name the defenders"),
        (("reroll",), "attackers: name your units"),
        (("reroll", "Archer"), "--against: name the defenders"),
        (("reroll", "Archer", "--against", "Genoese"), "--attacker-face: write"),
        (("reroll", "Archer", "--against", "Genoese", "--attacker-face", "1"), "--defender-face: write"),
    ],
)
def test_without_a_code_a_query_needs_its_line_ups(words: tuple[str, ...], named: str, terminal: Terminal) -> None:
    told = terminal.refused(*words)
    assert named in told
    assert "or repeat a shared query with --from" in told


def test_a_query_too_large_for_a_code_is_told_before_anything_is_printed(terminal: Terminal) -> None:
    names = ",".join(f"{'n' * 96}{number:04}=1/1/1:2 ambush deflection reroll left" for number in range(200))
    words = (*KNOWN, "--deck", names, "--stack", names, "--share")
    assert "--share: the query takes" in terminal.refused(*words)


def test_no_code_loads_no_heavy_library(terminal: Terminal) -> None:
    code = code_of(terminal, *GOLDEN)
    program = (
        "import sys; from odds.cli import run; run(sys.argv[1:]);"
        "print(*{name.split('.')[0] for name in sys.modules} & {'numpy', 'numba', 'pandas', 'matplotlib'})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "attack", "--from", code, "--share"], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == ""
