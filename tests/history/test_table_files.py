"""Table files: what they mean, what is assumed, and that every contradiction is named by its line and key."""

from __future__ import annotations

import io
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from odds.errors import InputError
from odds.history.card_files import read_card_set
from odds.history.rules import ERAS, Rulings
from odds.history.table import EraBoard, connected
from odds.history.table_files import MAX_BYTES, parse_table, read_table
from odds.history.table_template import TEMPLATE
from odds.history.table_write import write_table

TABLES = Path(__file__).parents[1] / "data" / "tables"
ME = 'format = 1\n[me]\nsabaton = "Pär"\n'


def names(units: object) -> list[str]:
    return [unit.name if unit else "" for unit in units]  # type: ignore[attr-defined]


def refused(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_table(text, "game.toml")
    message = str(caught.value)
    assert message.startswith("game.toml")
    assert "\n" not in message
    return message


def test_the_contract() -> None:
    table = read_table(TABLES / "contract.toml")
    assert (table.sabaton, table.eras) == ("Pär", ("II", "III"))
    assert names(table.hand) == ["Catapult", "Archer", "Conscript", "Spy"]
    assert {unit.owner for unit in (*table.hand, *table.deck)} == {"Pär"}
    assert table.tokens[0].name == "+2 melee"
    assert (table.relics, table.medals, table.own_medals_left) == ({"I": 2}, (5,), 4)
    assert names(table.board["II"].open) == ["Genoese Crossbowmen", "Trưng Sisters", ""]
    chris = table.players["Chris"]
    assert (chris.era, chris.hand_size, chris.relics, chris.own_medals_left) == ("II", 4, {"IV": 1}, 4)
    assert Counter(unit.owner for unit in chris.army) == {"Chris": 8}
    assert not chris.army_given
    assert list(table.board) == list(ERAS)
    assert table.board["I"].open == (None, None, None)


def test_a_stack_that_is_not_said_is_what_is_seen_nowhere_else() -> None:
    table = parse_table(
        ME + 'hand = "Saladin"\n[board.II]\nopen = ["Trưng Sisters"]\ndiscard = "Samurai"\n'
        '[players.Chris]\narmy = "Joan, Catapult"\nhand_size = 2\n'
    )
    seen = {"Saladin", "Trưng Sisters", "Samurai Retainers", "Joan of Arc"}
    every = {unit.name for unit in table.card_set.units_of(owner="II")}
    assert set(names(table.board["II"].stack)) == every - seen
    assert not table.board["II"].stack_given


def test_an_empty_stack_is_empty() -> None:
    board = parse_table(ME + '[board.II]\nstack = ""\n').board["II"]
    assert board == EraBoard(stack_given=True)


def test_what_is_absent_is_noted() -> None:
    assert parse_table(ME).notes == (
        "me.eras: not said where you may stand",
        "me.hand, me.deck, me.discard, me.tokens, me.relics, me.medals: not said, taken as none",
        "board.I, board.II, board.III, board.IV: not said, no open cards there",
    )


@pytest.mark.parametrize("path", sorted(TABLES.glob("*.toml")), ids=lambda path: path.stem)
def test_shipped_positions_round_trip(path: Path) -> None:
    table = read_table(path)
    assert read_table(write_table(table)) == table


def test_the_full_position_is_as_large_as_it_says() -> None:
    table = read_table(TABLES / "full_position.toml")
    assert (len(table.hand), len(table.deck), len(table.board["II"].stack), len(table.tokens)) == (6, 8, 15, 2)
    units = [place.unit for place in table.ring() if place.unit]
    assert [connected(one, other) for one, other in pairwise(units)] == [True, True]


def test_the_example_reads_and_round_trips() -> None:
    table = parse_table(TEMPLATE)
    assert read_table(write_table(table)) == table
    assert table.players["Chris"].army_given
    assert names(table.set_aside) == ["Hannibal Barca"]


def test_names_mean_the_owners_cards() -> None:
    table = parse_table(ME + 'hand = "Archer"\n[players.Chris]\ndiscard = "Archer"\n')
    assert table.hand[0].owner == "Pär"
    assert table.players["Chris"].discard[0].owner == "Chris"


def test_words_and_forms_a_player_may_use() -> None:
    table = parse_table(
        'format = 1\n[me]\nsabaton = "par"\neras = "era ii"\nhand = ["arch", "2/3/1:2"]\ntokens = "hunt, +2 melee"\n'
        'relics = "I:2,IV:1"\n[board.iv]\nopen = "Mark, Nisei"\n[players.chris]\n'
    )
    assert (table.sabaton, table.eras, table.relics) == ("Pär", ("II",), {"I": 2, "IV": 1})
    assert [unit.kind for unit in table.hand] == ["basic", "basic"]
    assert [token.name for token in table.tokens] == ["Hunt", "+2 melee"]
    assert names(table.board["IV"].open) == ["Mark IV Tanks", "Nisei Combat Team", ""]
    assert list(table.players) == ["Chris"]


def test_a_spelled_out_card_of_the_board_is_elite() -> None:
    assert parse_table(ME + '[board.II]\nopen = ["Tank=2/3/1"]\n').board["II"].open[0].kind == "elite"  # type: ignore[union-attr]


def test_rulings_of_the_table() -> None:
    table = parse_table(ME + '[rulings]\ndeflection_per = "fight"\n')
    assert table.rulings == Rulings(deflection_per="fight")
    assert parse_table(write_table(table)) == table


def test_an_unsaid_hand_is_no_larger_than_the_army() -> None:
    chris = parse_table(ME + '[players.Chris]\narmy = "Archer, Medic, Scout"\ndiscard = "Scout"\n').players["Chris"]
    assert chris.hand_size == 2


def test_a_card_set_given_is_taken_instead() -> None:
    card_set = read_card_set()
    text = ME.replace("[me]", 'cards = "nowhere"\n[me]')
    assert "no card set 'nowhere'" in refused(text)
    assert parse_table(text, cards=card_set).card_set is card_set


def test_the_card_set_folder_beside_the_file(tmp_path: Path) -> None:
    from odds.history.card_template import new_card_set

    new_card_set(tmp_path / "mine", read_card_set())
    (tmp_path / "game.toml").write_text(ME.replace("[me]", 'cards = "mine"\n[me]'), encoding="utf-8")
    table = read_table(tmp_path / "game.toml")
    assert table.card_set.folder == str(tmp_path / "mine")
    assert read_table(write_table(table)) == table


BOARD = "[board.II]\nopen = "
CHRIS = "[players.Chris]\n"


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ('hand = "Spy"\ndeck = "Spy"\n', "line 5, key me.deck: Spy (Pär) is named 2 times in me.hand and me.deck"),
        ('hand = "3 Archer"\n', "named 3 times in me.hand, but the card set has 2 copies"),
        ('hand = "Saladin"\n[board.II]\ndiscard = "Saladin"\n', "line 6, key board.II.discard: Saladin is named 2"),
        ('hand = "Saladin"\n[board.II]\nstack = "Saladin"\n', "in me.hand and board.II.stack"),
        ('hand = "Saladin"\n[players.Chris]\narmy = "Saladin"\n', "in me.hand and players.Chris.army"),
        ('hand = "Saladin"\nset_aside = "Saladin"\n', "Saladin has had its one fight and is set aside (R20)"),
        ('set_aside = "Samurai"\n', "Samurai Retainers is no hero"),
        ('hand = "Archer (Chris)"\n', "Archer (Chris) is a basic unit of another Sabaton; Pär's piles"),
        ('hand = "Archr"\n', "line 4, key me.hand: item 1: no unit is called 'Archr'"),
        ('hand = "Archer + Ambush"\n', "no tokens on pile cards"),
        ("hand = 3\n", "key me.hand: write a list of texts"),
        ('tokens = ["Ambush", "Ambush"]\n', "'Ambush' is named 2 times, but the card set has 1"),
        ('tokens = ["hunt"]\n[players.Chris]\ntokens = ["hunt", "hunt"]\n', "'Hunt' is named 3 times"),
        ('tokens = ["hunt", "hunt", "accuracy", "ambush"]\n', "4 war tokens; a player holds at most 3"),
        ('[players.Chris]\ntokens = ["hunt", "hunt", "accuracy", "ambush"]\n', "4 war tokens"),
        ('tokens = ["huntt"]\n', "no war token is called 'huntt'"),
        ('eras = ["II", "III", "IV"]\n', "name up to 2 eras"),
        ('eras = ["II", "II"]\n', "each once"),
        ('eras = ["V"]\n', "the era 'V' is unknown"),
        ("relics = {I = 9}\n", "key me.relics.I: write a whole number from 0 to 8"),
        ("relics = {V = 1}\n", "the era 'V' is unknown"),
        ("relics = {I = 5}\n[players.Chris]\nrelics = {I = 4}\n", "9 relics of era I in me.relics and players.Chris"),
        ("relics = {I = true}\n", "not 'True'"),
        ("medals = [7]\n", "no other Sabaton has a medal of 7; the values are 1, 2, 3, 5"),
        ("medals = [5, 5, 5, 5, 5]\n", "5 medals of 5, but other Sabatons have fewer"),
        ("medals = [1, 1, 1]\n[players.Chris]\nmedals = [1, 1, 1]\n", "more medals of 1 are won by all players"),
        ("medals = 5\n", "write a list of medal values"),
        ("own_medals_left = 5\n", "from 0 to 4"),
        ("own_medals_left = 1.5\n", "from 0 to 4"),
        ("honour = 5\n[players.Chris]\nhonour = 4\n", "9 honour tokens; there are 8"),
        ("hunger = 3\n", "line 4, key me.hunger: unknown key; the nearest known is me."),
        (BOARD + '["Viking", "Mongol", "Mamluk", "Samurai"]\n', "line 5, key board.II.open: 4 open cards"),
        (BOARD + '["Spartan Hoplites"]\n', "Spartan Hoplites is an elite unit of era I; era II's cards only"),
        (BOARD + '["Archer (Pär)"]\n', "Archer is a basic unit of Pär"),
        (BOARD + '["2 Viking"]\n', "place 1 names 2 cards"),
        (BOARD + '["Viking", 3]\n', "write a list of texts"),
        ('[board.II]\nstack = "Spartan Hoplites"\n', "era II's cards only"),
        ("[board.V]\n", "key board.V: the era 'V' is unknown"),
        ("[board.II]\n[board.ii]\n", "II stands here twice"),
        ("[board]\nII = 3\n", "this is a table; write [board.II]"),
        ('[players."Pär"]\n', "Pär is you (me.sabaton)"),
        ("[players.Bob]\n", "the Sabaton 'Bob' is unknown"),
        (CHRIS + 'army = "Archer, Scout"\nhand_size = 3\n', "3 cards in hand, but outside discard pile"),
        (CHRIS + "hand_size = 9\n", "Chris's army has 8"),
        (CHRIS + 'army = "Archer"\ndiscard = "Scout"\nhand_size = 0\n', "Scout is not in players.Chris.army"),
        (CHRIS + 'army = "Spy (Pär)"\n', "Spy (Pär) is a basic unit of another Sabaton"),
        (CHRIS + 'era = ["I", "II"]\n', "name one era"),
        (CHRIS + 'hand = "Archer"\n', "unknown key"),
        ('[rulings]\ndeflection_per = "game"\n', "deflection_per is 'line' or 'fight'"),
        ("[rulings]\ndeflection = 1\n", "unknown key; the nearest known is rulings.deflection_per"),
        ("[somebody]\n", "key somebody: unknown key"),
    ],
)
def test_contradictions_are_named(rest: str, said: str) -> None:
    assert said in refused(ME + rest)


def test_more_medals_won_than_the_others_lost() -> None:
    lost = "".join(f"[players.{name}]\nown_medals_left = 4\n" for name in ("Hannes", "Chris", "Joakim", "Tommy"))
    assert "1 medals won, but the others have lost 0 only" in refused(ME + "medals = [5]\n" + lost)
    assert parse_table(ME + "medals = [5]\n" + lost.replace("4", "3", 1)).medals == (5,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "write format = 1 in the first line"),
        ("format = 2\n", "line 1, key format: this program reads format 1"),
        ("format = true\n", "this program reads format 1"),
        ("format = 1\n", "who are you? write [me]"),
        ("format = 1\nme = 3\n", "this is a table"),
        ('format = 1\n[me]\nsabaton = "Bob"\n', "line 3, key me.sabaton: the Sabaton 'Bob' is unknown"),
        ("format = 1\n[me]\nsabaton = 1\n", "write a text in quotes"),
        ("format = 1\n[me\n", "game.toml line 2: this is no valid TOML"),
        ("format = 1\n[players.Pär]\n", "a name with accents goes in double quotes"),
        ("format = 1\nformat = 1\n", "line 2: this is no valid TOML"),
        ("a = " + "[" * 5000, "no valid TOML"),
        ("# " + "x" * MAX_BYTES, "more than 64 KiB"),
    ],
)
def test_files_that_are_none(text: str, said: str) -> None:
    assert said in refused(text)


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"\0\1\2", "NUL"), (b"format = '\xff'", "not UTF-8"), (b"#" * (MAX_BYTES + 1), "more than 64 KiB")],
)
def test_files_that_are_no_text(data: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_bytes(data)
    with pytest.raises(InputError, match=said):
        read_table(tmp_path / "game.toml")


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.toml", "x\0y"):
        with pytest.raises(InputError, match="cannot read"):
            read_table(path)


def test_windows_text_and_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"\xef\xbb\xbf" + ME.replace("\n", "\r\n").encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert read_table("-").sabaton == "Pär"
