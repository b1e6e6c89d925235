"""Reading and checking card sets: what is read, and how each way to spoil a file is named."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.errors import InputError
from odds.history import card_files
from odds.history.card_files import check_card_set, find_card_set, read_card_set
from odds.history.card_template import new_card_set
from odds.history.cards import Gear, Medal, Relic, Tile, Unit, WarToken
from odds.history.provenance import values_provenance
from odds.history.rules import Rulings
from tests.history.card_folders import (
    FILES,
    MEDALS,
    RELICS,
    SET,
    TILES,
    TOKENS,
    UNITS,
    small,
    whole,
    with_cell,
)


def errors(folder: Path) -> list[str]:
    return [str(problem) for problem in check_card_set(folder).errors]


def warnings(folder: Path) -> list[str]:
    return [str(problem) for problem in check_card_set(folder).warnings]


# --- what a sound set gives


def test_every_cell_arrives_in_its_field(tmp_path: Path) -> None:
    card_set = read_card_set(str(small(tmp_path)))
    assert (card_set.name, card_set.title, card_set.folder) == ("small", "A small set", str(tmp_path))
    assert card_set.units == (
        Unit("Archer", 1, owner="Pär", id="archer-1", copies=2, provenance="printed"),
        Unit("Archer", 1, owner="Chris", id="archer-2", provenance="printed", note="long, thin"),
        Unit(
            "Guard",
            0,
            1,
            2,
            3,
            0,
            1,
            2,
            1,
            0,
            3,
            1,
            1,
            "*",
            "*",
            "elite",
            "II",
            id="guard",
            provenance="printed",
        ),
        Unit(
            "Queen",
            1,
            1,
            1,
            2,
            reinforcement=1,
            reroll=1,
            left="*",
            right="*",
            kind="hero",
            owner="II",
            id="queen",
            provenance="printed",
        ),
    )
    assert card_set.war_tokens == (
        WarToken("+2 melee", melee=2, id="plus", copies=3, provenance="printed"),
        WarToken("−2 melee", melee=-2, ambush=1, id="minus", provenance="printed"),
        WarToken("Hunt", special="hunt", id="hunt", copies=2, provenance="printed"),
        WarToken("Move up", special="move-up:draw-2", id="move", provenance="printed"),
    )
    assert card_set.relics == (Relic("Cup", "I", "cup", 2, "printed"),)
    assert card_set.tiles == (Tile("t1", "I", "III", 3, "printed"),)
    assert card_set.medals == (Medal("m1", "Pär", 5, "printed"),)
    assert card_set.gear == Gear(("draw-2", "take-1", "dismiss", "shuffle"), (0, 2), 3)
    assert card_set.rulings == Rulings()


def test_rulings_of_the_set_are_read(tmp_path: Path) -> None:
    toml = SET + '[rulings]\ndeflection_per = "fight"\nempty_side_fights = false\n'
    assert read_card_set(str(small(tmp_path, set=toml))).rulings == Rulings("fight", False)


def semicolons(text: str) -> str:
    return text.replace('"long, thin"', "long; thin").replace(",", ";").replace("long; thin", '"long, thin"')


@pytest.mark.parametrize(
    "spelled",
    [
        pytest.param(lambda text: b"\xef\xbb\xbf" + text.encode(), id="byte order mark"),
        pytest.param(lambda text: text.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(lambda text: text.replace("\n", "\r").encode(), id="CR"),
        pytest.param(lambda text: semicolons(text).encode(), id="semicolons"),
        pytest.param(lambda text: ("sep=;\n" + semicolons(text)).encode(), id="sep line"),
        pytest.param(lambda text: semicolons(text).replace(";", "\t").encode(), id="tabs"),
        pytest.param(lambda text: (text + "\n\n  \n" + "," * 20 + "\n").encode(), id="empty lines at the end"),
        pytest.param(lambda text: text.replace("guard,", "\n,,,\nguard,").encode(), id="empty lines within"),
        pytest.param(lambda text: unicodedata.normalize("NFD", text).encode(), id="accents apart"),
        pytest.param(lambda text: text.replace("\n", ",,\n").encode(), id="empty columns at the right"),
        pytest.param(lambda text: text.replace("Archer", " Archer ").encode(), id="spaces around"),
        pytest.param(lambda text: text.removesuffix("\n").encode(), id="no last line end"),
        pytest.param(lambda text: text.replace(",0,0,1,", ",,,+1,").encode(), id="empty is 0, a plus sign"),
    ],
)
def test_what_spreadsheets_do_to_a_table_changes_nothing(spelled, tmp_path: Path) -> None:
    spoilt = spelled(UNITS)
    assert spoilt != UNITS.encode()
    assert errors(small(tmp_path / "b", units=spoilt)) == []
    assert read_card_set(str(tmp_path / "b")) == read_card_set(str(small(tmp_path / "a")))


def test_set_toml_may_have_a_byte_order_mark_and_crlf(tmp_path: Path) -> None:
    spoilt = b"\xef\xbb\xbf" + SET.replace("\n", "\r\n").encode()
    assert read_card_set(str(small(tmp_path / "b", set=spoilt))) == read_card_set(str(small(tmp_path / "a")))


def test_columns_may_stand_in_any_order(tmp_path: Path) -> None:
    relics = "note,era,name,id,provenance,copies\n,I,Cup,cup,printed,2\n"
    assert read_card_set(str(small(tmp_path, relics=relics))).relics == (Relic("Cup", "I", "cup", 2, "printed"),)


def test_a_note_may_have_several_lines_and_lines_still_count_right(tmp_path: Path) -> None:
    units = UNITS.replace('"long, thin"', '"long,\nthin"')
    assert read_card_set(str(small(tmp_path, units=units))).units[1].note == "long,\nthin"
    assert errors(small(tmp_path, units=units.replace("queen,Queen", "guard,Queen")))[0].startswith(
        "units.csv line 6, column id:"
    )


# --- every way to spoil a cell


@pytest.mark.parametrize(
    ("column", "cell", "says"),
    [
        ("id", "", "is empty"),
        ("id", "archer-1", "stands in line 2 already"),
        ("id", "ARCHER-1", "stands in line 2 already"),
        ("name", "", "is empty"),
        ("name", "?!", "no letter or digit"),
        ("name", "Gu\x1b[31mard", "unprintable"),
        ("name", "Gu\nard", "line break"),
        ("kind", "", "is empty; write one of basic, elite, hero"),
        ("kind", "elit", "'elit' is unknown, nearest is elite"),
        ("kind", "basic", "a Sabaton's, not II's"),
        ("owner", "", "is empty"),
        ("owner", "V", "'V' is unknown"),
        ("owner", "2", "write one of I, II, III, IV"),
        ("owner", "Pär", "an era's, not Pär's"),
        ("copies", "", "is empty"),
        ("copies", "0", "from 1 to 99, not '0'"),
        ("copies", "100", "from 1 to 99"),
        ("ranged", "-1", "from 0 to 99, not '-1'"),
        ("normal", "100", "from 0 to 99"),
        ("melee", "1.0", "not a whole number"),
        ("melee", "1,5", "not a whole number"),
        ("melee", "x", "not a whole number"),
        ("melee", "²", "not a whole number"),
        ("melee", "٣", "not a whole number"),
        ("melee", "1_0", "not a whole number"),
        ("melee", "--1", "not a whole number"),
        ("melee", "-", "not a whole number"),
        ("melee", "1e1", "not a whole number"),
        ("melee", "9" * 5000, "from 0 to 99"),
        ("toughness", "", "is empty; write a whole number from 1 to 99"),
        ("toughness", "0", "from 1 to 99, not '0'"),
        ("toughness", "-3", "from 1 to 99"),
        ("toughness", "100", "from 1 to 99"),
        ("reinforcement", "10", "from 0 to 9"),
        ("ambush", "-1", "from 0 to 9"),
        ("heroic_death", "10", "from 0 to 9"),
        ("accuracy_ranged", "yes", "not a whole number"),
        ("accuracy_normal", "10", "from 0 to 9"),
        ("accuracy_melee", "10", "from 0 to 9"),
        ("deflection", "10", "from 0 to 9"),
        ("reroll", "10", "from 0 to 9"),
        ("left", "two words", "no label"),
        ("right", "a,b", "no label"),
        ("provenance", "", "is empty; write one of attested, derived, reconstructed, printed, custom"),
        ("provenance", "guessed", "'guessed' is unknown"),
        ("note", "a\x07b", "unprintable"),
    ],
)
def test_a_wrong_unit_cell_is_named_by_file_line_and_column(column: str, cell: str, says: str, tmp_path: Path) -> None:
    folder = small(tmp_path, units=with_cell(UNITS, 4, column, cell))
    found = errors(folder)
    place = "owner" if (column, cell) == ("kind", "basic") else column
    assert len(found) == 1
    assert found[0].startswith(f"units.csv line 4, column {place}: ")
    assert says in found[0]
    assert "\n" not in found[0]
    assert "\x1b" not in found[0]
    with pytest.raises(InputError) as caught:
        read_card_set(str(folder))
    assert str(caught.value) == f"{tmp_path}{os.sep}{found[0]}"


@pytest.mark.parametrize(
    ("stem", "line", "column", "cell", "says"),
    [
        ("war_tokens", 2, "melee", "-100", "from -99 to 99"),
        ("war_tokens", 2, "melee", "100", "from -99 to 99"),
        ("war_tokens", 2, "ambush", "-1", "from 0 to 9"),
        ("war_tokens", 2, "name", "", "is empty"),
        ("war_tokens", 2, "id", "hunt", ""),
        ("war_tokens", 4, "special", "hunting", "nearest is hunt"),
        ("war_tokens", 5, "special", "move-up", "nearest is move-up:"),
        ("war_tokens", 5, "special", "move-up:dance", "is unknown"),
        ("relics", 2, "era", "Pär", "'Pär' is unknown"),
        ("relics", 2, "copies", "", "is empty"),
        ("tiles", 2, "era_b", "I", "a tile's two eras differ"),
        ("tiles", 2, "era_a", "", "is empty"),
        ("tiles", 2, "token_field", "4", "from 1 to 3"),
        ("tiles", 2, "token_field", "", "is empty"),
        ("medals", 2, "owner", "II", "'II' is unknown"),
        ("medals", 2, "owner", "Par", "nearest is Pär"),
        ("medals", 2, "value", "-5", "from 0 to 99"),
    ],
)
def test_a_wrong_cell_of_the_other_files_is_named(
    stem: str, line: int, column: str, cell: str, says: str, tmp_path: Path
) -> None:
    text = with_cell(FILES[f"{stem}.csv"], line, column, cell)
    found = errors(small(tmp_path, **{stem: text}))
    assert len(found) == 1
    at = 4 if cell == "hunt" else line  # of two equal ids the second is wrong
    assert found[0].startswith(f"{stem}.csv line {at}, column {column}: ")
    assert says in found[0]


def test_a_tokens_field_may_go_as_far_as_the_gear_has_fields(tmp_path: Path) -> None:
    tiles = with_cell(TILES, 2, "token_field", "4")
    assert errors(small(tmp_path, tiles=tiles, set=SET + "token_fields = 4\n")) == []


@pytest.mark.parametrize("column", ["toughness", "reinforcement", "left", "right"])
def test_a_token_may_have_the_columns_that_come_before_it_only_empty(column: str, tmp_path: Path) -> None:
    lines = TOKENS.splitlines()
    columns = "\n".join(
        [
            f"{lines[0]},{column}",
            *(f"{line},{cell}" for line, cell in zip(lines[1:], ["", 0, "", ""], strict=True)),
        ]
    )
    assert errors(small(tmp_path, war_tokens=columns + "\n")) == []
    found = errors(small(tmp_path, war_tokens=columns.removesuffix(",") + ",1\n"))
    assert len(found) == 1
    assert found[0].startswith(f"war_tokens.csv line 5, column {column}: must stay empty")


def test_every_error_is_found_not_only_the_first(tmp_path: Path) -> None:
    units = with_cell(with_cell(with_cell(UNITS, 2, "toughness", "0"), 2, "kind", "x"), 5, "name", "")
    folder = small(tmp_path, units=units, medals=with_cell(MEDALS, 2, "value", "?"), relics=None)
    places = [problem.where for problem in check_card_set(folder).errors]
    assert places == [
        "units.csv line 2, column kind",
        "units.csv line 2, column toughness",
        "units.csv line 5, column name",
        "relics.csv",
        "medals.csv line 2, column value",
    ]
    with pytest.raises(InputError, match=r"4 more"):
        read_card_set(str(folder))


def test_a_basic_name_of_one_owner_has_one_set_of_values(tmp_path: Path) -> None:
    units = with_cell(with_cell(UNITS, 3, "owner", "Pär"), 3, "melee", "1")
    assert errors(small(tmp_path, units=units)) == [
        "units.csv line 3, column name: 'Archer' has other values in line 2; one name, one set of values"
    ]


def test_a_basic_name_with_other_values_for_another_owner_is_a_warning(tmp_path: Path) -> None:
    folder = small(tmp_path, units=with_cell(UNITS, 3, "melee", "1"))
    assert errors(folder) == []
    assert any("line 3, column name: Archer is another card" in text for text in warnings(folder))
    assert not any("another card" in text for text in warnings(small(tmp_path)))


# --- every way to spoil a file


@pytest.mark.parametrize(
    ("units", "place", "says"),
    [
        pytest.param(None, "units.csv", "is missing", id="missing"),
        pytest.param(b"", "units.csv", "is empty", id="empty"),
        pytest.param(b"\xef\xbb\xbf\r\n", "units.csv line 1", "must name the columns", id="a mark only"),
        pytest.param(b" \n\n", "units.csv", "is empty", id="blank"),
        pytest.param(UNITS.splitlines()[0].encode(), "units.csv", "no rows below its header", id="header only"),
        pytest.param(UNITS.encode("cp1252"), "units.csv line 2", "is not UTF-8 (byte 0xE4)", id="cp1252"),
        pytest.param(b"\xef\xbb\xbf" + UNITS.encode("cp1252"), "units.csv line 2", "(byte 0xE4)", id="mark and cp1252"),
        pytest.param(UNITS.encode("utf-16"), "units.csv", "is UTF-16", id="utf-16"),
        pytest.param(UNITS.replace("Guard", "Gu\0ard").encode(), "units.csv line 4", "NUL byte", id="NUL"),
        pytest.param(
            UNITS.replace('thin"', "thin").encode(),
            "units.csv line 3",
            "quote opened in this row",
            id="open quote",
        ),
        pytest.param(
            UNITS.replace('thin"', 'thin"x').encode(),
            "units.csv line 3",
            "after its closing quote",
            id="quote",
        ),
        pytest.param(
            UNITS.replace('"long, thin"', "long, thin").encode(),
            "units.csv line 3",
            "has 22 cells",
            id="long row",
        ),
        pytest.param(UNITS[:-20].encode(), "units.csv line 5", "is the file cut off?", id="cut off"),
        pytest.param(b"x" * (1 << 20) + b"y", "units.csv", "1,048,577 bytes", id="huge"),
        pytest.param(b"x" * (1 << 20), "units.csv line 1", "cannot be split into cells", id="one long line"),
        pytest.param(bytes(range(1, 256)) * 9, "units.csv line 2", "is not UTF-8", id="garbage"),
        pytest.param(UNITS.split("\n", 1)[1].encode(), "units.csv line 1", "must name the columns", id="no header"),
    ],
)
def test_a_spoilt_file_is_named(units: bytes | None, place: str, says: str, tmp_path: Path) -> None:
    found = check_card_set(small(tmp_path, units=units)).errors
    assert [problem.where for problem in found] == [place]
    assert says in found[0].message


def test_wrong_columns_are_named_with_the_nearest_known(tmp_path: Path) -> None:
    found = errors(small(tmp_path, units=UNITS.replace("toughness", "toughnes")))
    assert found == [
        "units.csv line 1: unknown column 'toughnes'; the nearest known is toughness",
        "units.csv line 1, column toughness: this column is missing",
    ]
    lines = [f"{line},1" for line in UNITS.splitlines()]
    twice = "\n".join([lines[0].removesuffix("1") + "ranged", *lines[1:]])
    assert errors(small(tmp_path, units=twice)) == [
        "units.csv line 1, column ranged: this column stands twice; remove one"
    ]


def test_a_folder_in_a_files_place_is_named(tmp_path: Path) -> None:
    folder = small(tmp_path, units=None)
    (folder / "units.csv").mkdir()
    assert errors(folder) == ["units.csv: is not a file; a card set's files are plain text files"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_a_files_place_is_refused_not_waited_for(tmp_path: Path) -> None:
    folder = small(tmp_path, units=None)
    os.mkfifo(folder / "units.csv")
    assert errors(folder) == ["units.csv: is not a file; a card set's files are plain text files"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    folder = small(tmp_path)
    (folder / "units.csv").chmod(0)
    assert errors(folder) == ["units.csv: cannot be read: Permission denied"]


def test_a_link_to_itself_is_named(tmp_path: Path) -> None:
    folder = small(tmp_path, units=None)
    (folder / "units.csv").symlink_to(folder / "units.csv")
    assert errors(folder)[0].startswith("units.csv: cannot be read: ")


def test_a_file_of_nearly_the_right_name_is_hinted_at(tmp_path: Path) -> None:
    folder = small(tmp_path, units=None)
    (folder / "Unit.xlsx").write_bytes(b"")
    assert errors(folder) == ["units.csv: is missing; rename 'Unit.xlsx', or save it in this format"]


@pytest.mark.parametrize(
    ("toml", "place", "says"),
    [
        ("format = 1\nname = ", "set.toml line 2", "is no valid TOML"),
        ("[" * 100_000, "set.toml line 1", "is no valid TOML"),
        ("a = " + "[" * 100_000, "set.toml", "is no valid TOML"),
        ("format = " + "9" * 5000, "set.toml", "is no valid TOML"),
        (SET.replace("format = 1", "format = 2"), "set.toml line 1, key format", "write format = 1"),
        (SET.replace("format = 1", "format = true"), "set.toml line 1, key format", "write format = 1"),
        (SET.replace("format = 1", ""), "set.toml, key format", "write format = 1"),
        (SET.replace('name = "small"', "name = 3"), "set.toml line 2, key name", "no plain text"),
        (SET.replace('"small"', '""'), "set.toml line 2, key name", "no plain text"),
        (SET.replace('"small"', r'"a\nb"'), "set.toml line 2, key name", "no plain text"),
        (SET.replace("title", "titel"), "set.toml line 3, key titel", "the nearest known is title"),
        ('values = "real"\n' + SET, "set.toml line 1, key values", "printed, reconstructed, mixed, custom"),
        ("values = [1]\n" + SET, "set.toml line 1, key values", "printed, reconstructed, mixed, custom"),
        (SET.replace("[gear]", "[gears]"), "set.toml line 5, key gears", "the nearest known is gear"),
        (
            SET.replace("wheel", "wheels"),
            "set.toml line 6, key gear.wheels",
            "the nearest known is gear.wheel",
        ),
        (
            SET.replace("take-1", "take-2"),
            "set.toml line 6, key gear.wheel",
            "draw-2, take-1, dismiss, shuffle",
        ),
        (
            SET.replace('"take-1"', "[1]"),
            "set.toml line 6, key gear.wheel",
            "draw-2, take-1, dismiss, shuffle",
        ),
        (SET.replace("[0, 2]", "[0, 4]"), "set.toml line 7, key gear.arrows", "0 to 3"),
        (SET.replace("[0, 2]", "[-1]"), "set.toml line 7, key gear.arrows", "0 to 3"),
        (SET.replace("[0, 2]", "[2, 2]"), "set.toml line 7, key gear.arrows", "each once"),
        (SET.replace("[0, 2]", "[true]"), "set.toml line 7, key gear.arrows", "places"),
        (SET.replace("[0, 2]", "[[0]]"), "set.toml line 7, key gear.arrows", "places"),
        (SET.replace("[0, 2]", "2"), "set.toml line 7, key gear.arrows", "places"),
        (SET + "token_fields = 0\n", "set.toml line 8, key gear.token_fields", "from 1 to 9, not '0'"),
        ("gear = 3\n" + SET.split("[gear]")[0], "set.toml line 1, key gear", "is a table"),
        (
            SET + "[rulings]\ndeflection = 1\n",
            "set.toml line 9, key rulings.deflection",
            "rulings.deflection_per",
        ),
        (
            SET + '[rulings]\ndeflection_per = "turn"\n',
            "set.toml line 9, key rulings.deflection_per",
            "'line' or 'fight'",
        ),
        ("rulings = 1\n" + SET, "set.toml line 1, key rulings", "is a table"),
    ],
)
def test_a_wrong_key_of_set_toml_is_named(toml: str, place: str, says: str, tmp_path: Path) -> None:
    found = check_card_set(small(tmp_path, set=toml)).errors
    assert found[0].where == place
    assert says in found[0].message


@pytest.mark.parametrize("name", ["nowhere", "", "  ", "a\0b", "x" * 5000, "~nobody-here/set"])
def test_an_unknown_set_names_the_known_ones(name: str) -> None:
    with pytest.raises(InputError, match="shipped sets"):
        read_card_set(name)


def test_a_file_in_the_folders_place_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "units.csv"
    path.write_text(UNITS)
    with pytest.raises(InputError, match="is a file; name the folder"):
        find_card_set(str(path))
    assert "no folder that can be read" in errors(path)[0]


def test_a_folder_of_something_else_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"\xff\xd8\xff")
    assert len(errors(tmp_path)) == 1
    with pytest.raises(InputError, match="no card set is here"):
        read_card_set(str(tmp_path))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(FILES)), st.data())
def test_no_damage_to_a_file_ends_otherwise_than_in_a_named_problem(file: str, data: st.DataObject) -> None:
    sound = FILES[file].encode()
    start = data.draw(st.integers(0, len(sound)), "start")
    end = data.draw(st.integers(start, len(sound)), "end")
    damage = data.draw(st.one_of(st.binary(max_size=20), st.text(',;"\n\t[]={}-1é*', max_size=8).map(str.encode)))
    with TemporaryDirectory() as folder:
        path = small(Path(folder), **{file.split(".")[0]: sound[:start] + damage + sound[end:]})
        report = check_card_set(path)
        assert all(problem.file == file for problem in report.errors if problem.file != "tiles.csv")
        if report.card_set is None:
            with pytest.raises(InputError) as caught:
                read_card_set(folder)
            assert report.errors[0].where in str(caught.value)
            assert "\n" not in str(caught.value)
        else:
            assert read_card_set(folder) == report.card_set


# --- warnings


def test_the_template_filled_in_is_the_whole_game(tmp_path: Path) -> None:
    report = check_card_set(whole(tmp_path / "game"))
    assert (report.errors, report.warnings) == ((), ())
    card_set = report.card_set
    assert card_set is not None
    kinds = [unit.kind for unit in card_set.units]
    assert (kinds.count("basic"), kinds.count("elite"), kinds.count("hero")) == (40, 60, 8)
    counts = (card_set.war_tokens, card_set.relics, card_set.tiles, card_set.medals)
    assert tuple(map(len, counts)) == (20, 32, 12, 20)


@pytest.mark.parametrize(
    ("stem", "line", "column", "cell", "says"),
    [
        ("units", 2, "copies", "2", "units.csv: 9 basic units of Hannes; the game has 8 (A)"),
        ("units", 42, "copies", "2", "units.csv: 16 elite units of era I; the game has 15 (A)"),
        ("units", 57, "copies", "3", "units.csv: 4 heroes of era I; the game has 2 (A)"),
        ("units", 57, "reinforcement", "", "line 57: hero Unit I-hero-1 lacks reinforcement (R20)"),
        ("units", 57, "left", "", "line 57: hero Unit I-hero-1 lacks both half shields (R20)"),
        ("units", 57, "reroll", "", "line 57: hero Unit I-hero-1 lacks one more ability (R20)"),
        (
            "units",
            43,
            "name",
            "Unit I-elite-01",
            "line 43, column name: Unit I-elite-01 is the same card as in line",
        ),
        ("units", 2, "left", "lion", "line 2, column left: no unit has a right half shield 'lion'"),
        ("war_tokens", 2, "copies", "2", "war_tokens.csv: 21 war tokens; the game has 20 (A)"),
        ("war_tokens", 2, "melee", "", "war_tokens.csv line 2: Token token-01 adds nothing"),
        (
            "war_tokens",
            2,
            "special",
            "hunt",
            "war_tokens.csv line 2: Token token-01 is used outside the fight",
        ),
        ("relics", 2, "copies", "2", "relics.csv: 9 relics of era I; the game has 8 (A)"),
        ("medals", 2, "value", "", "medals.csv line 2, column value: a medal worth nothing"),
        ("medals", 2, "owner", "Chris", "medals.csv: 3 medals of Hannes; the game has 4 (A)"),
    ],
)
def test_a_departure_from_the_game_is_a_warning(
    stem: str, line: int, column: str, cell: str, says: str, tmp_path: Path
) -> None:
    folder = whole(tmp_path / "game")
    path = folder / f"{stem}.csv"
    path.write_text(with_cell(path.read_text("utf-8"), line, column, cell), "utf-8")
    assert errors(folder) == []
    assert any(says in text for text in warnings(folder)), warnings(folder)
    assert read_card_set(str(folder)).units


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (SET[SET.index("[gear]") :], "", "set.toml, key gear: no [gear]"),
        ('"dismiss"', '"draw-2"', "set.toml, key gear.wheel: no dismiss on the wheel"),
        ("[0, 2]", "[0]", "set.toml, key gear.arrows: 1 arrows"),
        ("[0, 2]\n", "[0, 2]\ntoken_fields = 2\n", "set.toml, key gear.token_fields: 2 token fields"),
    ],
)
def test_a_doubtful_gear_is_a_warning(old: str, new: str, says: str, tmp_path: Path) -> None:
    folder = small(tmp_path, set=SET.replace(old, new), tiles=with_cell(TILES, 2, "token_field", "1"))
    assert errors(folder) == []
    assert [text for text in warnings(folder) if text.startswith(says)]
    assert not [text for text in warnings(small(tmp_path)) if text.startswith("set.toml")]


def test_a_file_with_errors_is_not_counted(tmp_path: Path) -> None:
    assert any(text.startswith("relics.csv: ") for text in warnings(small(tmp_path)))
    found = warnings(small(tmp_path, relics=with_cell(RELICS, 2, "era", "?")))
    assert not any(text.startswith("relics.csv: ") for text in found)


# --- where the values come from


@pytest.mark.parametrize(
    ("claim", "rows", "expected"),
    [
        ("", ["printed", "printed"], "printed"),
        ("", ["printed", "attested"], "printed"),
        ("", ["attested", "attested"], "printed"),
        ("", ["attested", "reconstructed"], "reconstructed"),
        ("", ["derived", "reconstructed"], "reconstructed"),
        ("", ["printed", "reconstructed"], "mixed"),
        ("", ["printed", "derived"], "mixed"),
        ("", ["printed", "custom"], "mixed"),
        ("", ["custom", "custom"], "custom"),
        ("", ["custom", "reconstructed"], "custom"),
        ("", ["attested", "derived"], "custom"),
        ("", [], "custom"),
        ("custom", ["printed"], "custom"),
        ("mixed", ["reconstructed"], "mixed"),
        ("reconstructed", ["printed"], "reconstructed"),
        ("printed", ["attested"], "printed"),
    ],
)
def test_values_provenance(claim: str, rows: list[str], expected: str, tmp_path: Path) -> None:
    base = read_card_set(str(small(tmp_path)))
    units = tuple(Unit("X", provenance=provenance) for provenance in rows)
    assert values_provenance(replace(base, values=claim, units=units)) == expected


def test_set_toml_hands_its_claim_on(tmp_path: Path) -> None:
    card_set = read_card_set(str(small(tmp_path, set='values = "custom"\n' + SET)))
    assert values_provenance(card_set) == "custom"


@pytest.mark.parametrize("provenance", ["reconstructed", "derived", "custom"])
def test_made_up_values_cannot_pass_for_printed(provenance: str, tmp_path: Path) -> None:
    units = with_cell(UNITS, 4, "provenance", provenance)
    assert errors(small(tmp_path, units=units)) == []
    found = errors(small(tmp_path, units=units, set='values = "printed"\n' + SET))
    assert len(found) == 1
    assert found[0].startswith(f"units.csv line 4, column provenance: is {provenance}, but set.toml says")


def test_made_up_tokens_beside_printed_units_are_a_warning(tmp_path: Path) -> None:
    tokens = with_cell(TOKENS, 3, "provenance", "reconstructed")
    folder = small(tmp_path, war_tokens=tokens, set='values = "printed"\n' + SET)
    assert errors(folder) == []
    assert any(text.startswith("war_tokens.csv line 3, column provenance: ") for text in warnings(folder))


# --- the template


def test_the_template_names_every_cell_to_fill_in(tmp_path: Path) -> None:
    new_card_set(tmp_path / "new")
    found = check_card_set(tmp_path / "new").errors
    wanted = {("units.csv", line, column) for line in range(2, 110) for column in ("name", "toughness")}
    wanted |= {("war_tokens.csv", line, "name") for line in range(2, 22)}
    wanted |= {("relics.csv", line, "name") for line in range(2, 34)}
    wanted |= {("tiles.csv", line, column) for line in range(2, 14) for column in ("era_a", "era_b", "token_field")}
    assert {(e.file, e.line, e.column) for e in found if e.file != "set.toml"} == wanted
    assert [e.column for e in found if e.file == "set.toml"] == ["gear.wheel", "gear.arrows"]


def test_a_copy_has_the_same_pieces(tmp_path: Path) -> None:
    toml = SET + '[rulings]\ndeflection_per = "fight"\n'
    source = read_card_set(str(small(tmp_path / "old", set='values = "mixed"\n' + toml)))
    new_card_set(tmp_path / "new", source)
    copy = read_card_set(str(tmp_path / "new"))
    assert copy == replace(source, name="new", title="A small set (new)")


@pytest.mark.parametrize("name", ["with space", "Kärtchen", 'quote"d', "tab\tbed", "back\\slash", "{0}"])
def test_the_template_of_an_odd_name_is_sound(name: str, tmp_path: Path) -> None:
    source = read_card_set(str(small(tmp_path / "old")))
    new_card_set(tmp_path / name, source)
    assert errors(tmp_path / name) == []


def test_a_template_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    write = Path.write_bytes

    def fail_late(path: Path, data: bytes) -> int:
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        written.append(path.name)
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", fail_late)
    with pytest.raises(InputError, match="No space left on device"):
        new_card_set(tmp_path / "new")
    assert len(written) == 3
    assert list(tmp_path.iterdir()) == []


# --- the shipped set, speed and weight


def test_the_shipped_set_is_sound_and_says_what_it_is() -> None:
    report = check_card_set(find_card_set("reconstructed"))
    assert (report.errors, report.warnings) == ((), ())
    assert report.card_set is not None
    assert values_provenance(report.card_set) == "reconstructed"
    assert read_card_set() == report.card_set


def test_the_data_is_found_in_a_wheel_and_in_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_files, "__file__", str(tmp_path / "odds" / "history" / "card_files.py"))
    small(tmp_path / "data" / "history" / "checkout")
    assert find_card_set("checkout") == tmp_path / "data" / "history" / "checkout"
    small(tmp_path / "odds" / "data" / "history" / "wheel")
    assert find_card_set("wheel") == tmp_path / "odds" / "data" / "history" / "wheel"
    with pytest.raises(InputError, match="the shipped sets are wheel"):
        find_card_set("checkout")


def test_a_shipped_name_comes_before_a_folder_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_files, "data_folder", lambda: tmp_path / "data")
    shipped = small(tmp_path / "data" / "history" / "mine")
    small(tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    assert find_card_set("mine") == shipped
    assert find_card_set("./mine") == Path("mine")


def test_a_changed_file_of_a_shipped_set_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_files, "data_folder", lambda: tmp_path)
    folder = small(tmp_path / "history" / "mine")
    first = read_card_set("mine")
    assert read_card_set("mine") is first
    small(folder, units=with_cell(UNITS, 4, "melee", "7"))
    os.utime(folder / "units.csv", ns=(1, 1))
    assert read_card_set("mine").units[2].melee == 7


def test_reading_imports_nothing_heavy(tmp_path: Path) -> None:
    heavy = "numpy numba pandas matplotlib typer rich importlib.metadata importlib.resources difflib tempfile"
    code = (
        "import sys; before = set(sys.modules); from odds.history.card_files import read_card_set;"
        "assert read_card_set(sys.argv[1]).units;"
        "print(*(set(sys.modules) - before) & set(sys.argv[2].split()))"
    )
    command = [sys.executable, "-c", code, str(small(tmp_path)), heavy]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root, check=True)
    assert done.stdout.split() == []
