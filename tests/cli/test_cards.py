"""`odds cards`: what each command prints, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from odds.cli.cards import app
from odds.errors import InputError
from odds.history.card_files import check_card_set, read_card_set
from odds.history.card_rows import UNIT_COLUMNS
from tests.history.card_folders import RELICS, SET, TOKENS, UNITS, small, whole, with_cell

NUMBERS = ("copies", *UNIT_COLUMNS[5:17])


def run(*words: str | Path, **environment: str) -> Result:
    result = CliRunner().invoke(app, [str(word) for word in words], env=environment)
    if result.exception is not None and not isinstance(result.exception, SystemExit | InputError):
        raise result.exception
    return result


def refusal(*words: str | Path) -> str:
    result = run(*words)
    assert isinstance(result.exception, InputError), result.output
    assert "\n" not in str(result.exception)
    return str(result.exception)


def names(result: Result) -> list[str]:
    return [unit["name"] for unit in json.loads(result.stdout)]


# --- list


def test_list_is_a_table_for_80_columns(tmp_path: Path) -> None:
    lines = run("list", "--cards", whole(tmp_path / "game"), COLUMNS="200", FORCE_COLOR="1").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert len([line for line in lines if line.startswith("Unit ")]) == 108
    assert lines[-1].startswith("108 cards")
    assert not any("\x1b" in line for line in lines)


def test_list_shows_a_unit_in_full(tmp_path: Path) -> None:
    lines = run("list", "--cards", small(tmp_path)).stdout.splitlines()
    assert lines[0] == "Card set 'small': printed values, as entered by its owner."
    assert lines[1].split() == ["Name", "Kind", "Owner", "R/N/M", "T", "Abilities"]
    assert lines[3].split() == ["2", "Archer", "basic", "Pär", "1/0/0", "1"]
    guard = " ".join(" ".join(line.split()) for line in lines[5:-2])
    assert guard == ("Guard elite II 0/1/2 3 ambush, heroic-death:2, deflection, reroll, accuracy:1/0/3, left, right")
    assert lines[-1].startswith("5 cards;")


def test_a_long_name_goes_on_in_the_next_line(tmp_path: Path) -> None:
    name = "The Very Long Name of a Unit That Nobody Would Print"
    result = run("list", "--cards", small(tmp_path, units=with_cell(UNITS, 4, "name", name)))
    assert max(map(len, result.stdout.splitlines())) <= 80
    first_column = " ".join(line[:26].strip() for line in result.stdout.splitlines())
    assert name in first_column


def test_json_has_the_keys_of_the_file_and_whole_numbers(tmp_path: Path) -> None:
    result = run("list", "--json", "--cards", small(tmp_path))
    units = json.loads(result.stdout)
    assert [list(unit) for unit in units] == [list(UNIT_COLUMNS)] * 4
    assert all(type(unit[key]) is int for unit in units for key in NUMBERS)
    rows = csv.DictReader(io.StringIO(UNITS))
    for unit, row in zip(units, rows, strict=True):
        assert {key: str(value) for key, value in unit.items()} == {
            key: (value or "0") if key in NUMBERS else value for key, value in row.items()
        }
    assert result.stderr == "Card set 'small': printed values, as entered by its owner.\n"


def test_csv_reads_back_as_the_same_units(tmp_path: Path) -> None:
    result = run("list", "--csv", "--cards", small(tmp_path / "a"))
    assert "Card set" not in result.stdout
    again = read_card_set(str(small(tmp_path / "b", units=result.stdout)))
    assert again.units == read_card_set(str(tmp_path / "a")).units


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--kind", "basic"], ["Archer", "Archer"]),
        (["--kind", "Held"], ["Queen"]),
        (["--kind", "ELITEEINHEIT"], ["Guard"]),
        (["--owner", "Pär"], ["Archer"]),
        (["--owner", "par"], ["Archer"]),
        (["--owner", "PAER"], ["Archer"]),
        (["--owner", "ii"], ["Guard", "Queen"]),
        (["--owner", "I"], []),
        (["--ability", "reinforcement"], ["Queen"]),
        (["--ability", "Verstärkung"], ["Queen"]),
        (["--ability", "ambush"], ["Guard"]),
        (["--ability", "überfall"], ["Guard"]),
        (["--ability", "heroic-death"], ["Guard"]),
        (["--ability", "Heldentod"], ["Guard"]),
        (["--ability", "accuracy"], ["Guard"]),
        (["--ability", "Zielgenauigkeit"], ["Guard"]),
        (["--ability", "deflection"], ["Guard"]),
        (["--ability", "Umlenkung"], ["Guard"]),
        (["--ability", "re-roll"], ["Guard", "Queen"]),
        (["--ability", "Wurfwiederholung"], ["Guard", "Queen"]),
        (["--ability", "connection"], ["Guard", "Queen"]),
        (["--ability", "Verbindung"], ["Guard", "Queen"]),
        (["--ability", "reroll", "--ability", "ambush"], ["Guard"]),
        (["--ability", "reroll", "--kind", "hero", "--owner", "II"], ["Queen"]),
    ],
)
def test_filters(options: list[str], expected: list[str], tmp_path: Path) -> None:
    assert names(run("list", "--json", *options, "--cards", small(tmp_path))) == expected


def test_a_filter_that_leaves_nothing_says_so(tmp_path: Path) -> None:
    result = run("list", "--owner", "I", "--cards", small(tmp_path))
    assert result.exit_code == 0
    assert "No unit" in result.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--kind", "knight"], "--kind: the kind 'knight' is unknown; write one of basic, elite, hero"),
        (["--owner", "V"], "--owner: the owner 'V' is unknown"),
        (["--ability", "magic"], "--ability: the ability 'magic' is unknown"),
        (["--ability", "re"], "could be several things"),
        (["--json", "--csv"], "one of --json and --csv"),
        (["--cards", "nowhere"], "there is no card set 'nowhere'"),
    ],
)
def test_list_refuses(words: list[str], says: str, tmp_path: Path) -> None:
    cards = [] if "--cards" in words else ["--cards", str(small(tmp_path))]
    assert says in refusal("list", *words, *cards)


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("reconstructed", "reconstructed values, not the printed values"),
        ("custom", "custom values, not the printed values"),
        ("mixed", "printed values mixed with others"),
        ("printed", "printed values, as entered by its owner"),
    ],
)
def test_every_list_says_where_its_values_come_from(claim: str, says: str, tmp_path: Path) -> None:
    folder = small(tmp_path, set=f'values = "{claim}"\n{SET}')
    assert says in run("list", "--cards", folder).stdout.splitlines()[0]
    assert says in run("show", "guard", "--cards", folder).stdout.splitlines()[0]


# --- show


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "guard",
            ["Guard", "elite, worth 1 VP", "Owner      II", "Ranged     0", "Toughness  3", "heroic-death:2"],
        ),
        ("QUE", ["Queen", "hero, worth 3 VP", "reinforcement, reroll, left, right"]),
        (
            "archer",
            ["Archer", "basic, worth 0 VP", "Pär (2 copies), Chris", "long, thin", "archer-1, archer-2"],
        ),
        ("Archer (par)", ["Pär (2 copies)\n", "Id         archer-1\n"]),
        ("+2 melee", ["+2 melee", "for one unit in a fight", "Copies     3", "Melee      2"]),
        ("-2 melee", ["Melee      -2", "Abilities  ambush"]),
        ("hunt", ["War token  hunt", "Copies     2"]),
        ("move", ["move-up:draw-2"]),
        ("cup", ["Relic      era I (2 copies)"]),
    ],
)
def test_show(query: str, expected: list[str], tmp_path: Path) -> None:
    result = run("show", query, "--cards", small(tmp_path))
    assert result.exit_code == 0
    for text in expected:
        assert text in result.stdout


def test_show_tells_different_cards_of_one_name_apart(tmp_path: Path) -> None:
    result = run("show", "archer", "--cards", small(tmp_path, units=with_cell(UNITS, 3, "melee", "7")))
    assert [line for line in result.stdout.splitlines() if line == "Archer"] == ["Archer", "Archer"]
    assert "Melee      7" in result.stdout


def test_show_names_the_three_nearest(tmp_path: Path) -> None:
    said = refusal("show", "Gaurd", "--cards", small(tmp_path))
    assert said.startswith("no card is called 'Gaurd'; nearest: Guard, ")
    assert said.count(",") == 2


def test_show_refuses_a_beginning_of_several_names(tmp_path: Path) -> None:
    relics = with_cell(RELICS, 2, "name", "Guardian Stone")
    assert "could be Guard" not in run("show", "Guard", "--cards", small(tmp_path, relics=relics)).output
    assert "'gua' could be Guard, Guardian Stone" in refusal("show", "gua", "--cards", tmp_path)


# --- check


def test_check_of_a_sound_set(tmp_path: Path) -> None:
    folder = whole(tmp_path / "game")
    result = run("check", folder)
    assert (result.exit_code, result.stdout) == (0, f"{folder}: no errors, no warnings\n")


def test_check_names_every_problem_in_a_line_of_its_own(tmp_path: Path) -> None:
    units = with_cell(with_cell(UNITS, 2, "toughness", "0"), 4, "melee", "1.0")
    folder = small(tmp_path, units=units, war_tokens=with_cell(TOKENS, 2, "melee", "x"))
    result = run("check", folder)
    lines = result.stdout.splitlines()
    assert lines[:3] == [str(error) for error in check_card_set(folder).errors]
    assert lines[0].startswith("units.csv line 2, column toughness: ")
    assert lines[1].startswith("units.csv line 4, column melee: ")
    assert lines[2].startswith("war_tokens.csv line 2, column melee: ")
    assert all(line.startswith("warning: ") for line in lines[3:-1])
    assert re.fullmatch(r".*: 3 errors, \d+ warnings", lines[-1])
    assert isinstance(result.exception, InputError)
    assert "units.csv line 2, column toughness: is from 1 to 99, not '0' (2 more" in str(result.exception)


def test_warnings_alone_are_fine(tmp_path: Path) -> None:
    result = run("check", "--cards", small(tmp_path))
    assert result.exit_code == 0
    assert "warning: relics.csv: 2 relics of era I; the game has 8 (A)" in result.stdout.splitlines()
    assert re.search(r": no errors, \d+ warnings$", result.stdout)


def test_check_takes_one_folder(tmp_path: Path) -> None:
    assert "name the card set once" in refusal("check", small(tmp_path), "--cards", tmp_path)
    assert "there is no card set" in refusal("check", tmp_path / "nowhere")
    assert "is a file" in refusal("check", tmp_path / "units.csv")


# --- new


def test_new_makes_a_folder_that_check_understands(tmp_path: Path) -> None:
    result = run("new", tmp_path / "mine")
    assert result.exit_code == 0
    assert "README.md" in result.stdout
    assert "units.csv line 2, column name: is empty; fill it in" in run("check", tmp_path / "mine").stdout
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_new_can_start_from_a_copy(tmp_path: Path) -> None:
    source = small(tmp_path / "old")
    assert run("new", tmp_path / "mine", "--cards", source).exit_code == 0
    assert read_card_set(str(tmp_path / "mine")).units == read_card_set(str(source)).units


def test_new_takes_an_empty_folder_and_leaves_a_full_one_alone(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert run("new", tmp_path / "empty").exit_code == 0
    before = {path: path.read_bytes() for path in (tmp_path / "empty").iterdir()}
    assert "is not empty" in refusal("new", tmp_path / "empty")
    assert before == {path: path.read_bytes() for path in (tmp_path / "empty").iterdir()}


def test_new_refuses_what_is_no_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("mine")
    assert "is a file" in refusal("new", tmp_path / "file")
    assert "does not exist; make it first" in refusal("new", tmp_path / "no" / "where")
    assert "cannot write" in refusal("new", tmp_path / ("x" * 300))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert "the folder you are in" in refusal("new", ".")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "here"]
    assert (tmp_path / "file").read_text() == "mine"
