"""The short form of a position."""

from __future__ import annotations

import pytest

from odds.errors import InputError
from odds.history.table_files import parse_table
from odds.history.table_quick import quick_table
from odds.history.table_write import write_table


def opened(table: object, era: str) -> list[str]:
    return [unit.name if unit else "" for unit in table.board[era].open]  # type: ignore[attr-defined]


def test_hand_and_board() -> None:
    table = quick_table(hand="Catapult, Archer, Conscript, Spy, Archer", board="II: Genoese, Trung, -; III: -, Winged")
    assert (table.sabaton, table.eras) == ("Pär", ("II",))  # nobody else has two Archers
    assert opened(table, "II") == ["Genoese Crossbowmen", "Trưng Sisters", ""]
    assert opened(table, "III") == ["", "Winged Hussars", ""]
    assert len(table.board["II"].stack) == 15
    assert parse_table(write_table(table)) == table


def test_all_that_can_be_said() -> None:
    table = quick_table(
        hand="Spy",
        board=["II: Saladin", "III: Caroleans"],
        deck="Archer",
        discard="Militia",
        tokens='"+2 melee", hunt',
        relics="I:2",
        relics_gone={"I": 1},
        stack="Landsknechts, Iron",
        era="III, II",
        sabaton="tommy",
    )
    assert (table.sabaton, table.eras) == ("Tommy", ("III", "II"))
    assert [token.name for token in table.tokens] == ["+2 melee", "Hunt"]
    assert (table.relics, table.relics_gone) == ({"I": 2}, {"I": 1})
    assert table.notes[0] == "me.medals: not said, taken as none"


def test_the_stack_of_the_era_i_stand_in() -> None:
    table = quick_table(hand="Spy", board="III: Caroleans", stack="Joan, Saladin", era="II")
    assert [unit.name for unit in table.board["II"].stack] == ["Joan of Arc", "Saladin"]
    assert opened(table, "II") == ["", "", ""]


def test_the_era_of_the_cards() -> None:
    assert quick_table(hand="Spy", board="Genoese, -, Trung; Winged").eras == ("II",)


@pytest.mark.parametrize(
    ("hand", "board", "said"),
    [
        ("Archr", "II: Saladin", "--hand: item 1: no unit is called 'Archr'"),
        ("3 Archer", "II: Saladin", "--hand: Archer (Hannes) is named 3 times"),
        ("Spy, Medic, Pikeman", "Saladin", "--hand: no Sabaton has all these basic units"),
        ("Saladin", "Saladin", "--board: Saladin is named 2 times in me.hand and board.II.open"),
        ("Spy", "Tank=1/1/1", "--board: begin with the era"),
        ("Spy", "Saladin, Caroleans", "--board: begin with the era"),
        ("Spy", "Saladinn", "--board: no unit is called 'Saladinn'"),
        ("Spy", "knights", "--board: 'knights' could be"),
        ("Spy", "II: Saladin; II: Joan", "--board: era II stands there twice"),
        ("Spy", "II: Saladin, Joan, Viking, Mongol", "--board: 4 open cards"),
        ("Spy", "III: Saladin", "--board: Saladin is a hero of era II"),
        ("Spy", "", "--board: no card; write the era"),
    ],
)
def test_refusals(hand: str, board: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        quick_table(hand=hand, board=board)
    assert said in str(caught.value)


def test_refused_options() -> None:
    for option, value, said in (
        ("era", "V", "--era: the era 'V' is unknown"),
        ("era", "II,III,IV", "--era: name up to 2 eras"),
        ("sabaton", "Bob", "--me: the Sabaton 'Bob' is unknown"),
        ("tokens", "hunt, hunt, hunt, hunt", "--tokens: 4 war tokens"),
        ("relics", "I:9", "--relics: "),
        ("deck", "Spy", "--deck: Spy (Pär) is named 2 times"),
        ("stack", "Saladin", "--stack: Saladin is named 2 times"),
    ):
        with pytest.raises(InputError) as caught:
            quick_table(hand="Spy", board="II: Saladin", **{option: value})  # type: ignore[arg-type]
        assert said in str(caught.value)
