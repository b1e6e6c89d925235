"""Positions in share codes: every card, token and option comes back, without the sender's card set."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.errors import InputError
from odds.history.card_files import read_card_set
from odds.history.cards import Unit, WarToken
from odds.history.provenance import values_provenance
from odds.history.rules import ERAS, SABATONS, Rulings
from odds.history.share import decode_query, encode_query
from odds.history.share_table import table_from_dict, table_to_dict
from odds.history.table import EraBoard, Opponent, Table
from odds.history.table_checks import find_faults, unseen_cards
from tests.history.share_pieces import BARE_UNITS, RULINGS, TOKENS

CARDS = read_card_set()
#: Cards and tokens that are from no set: they can lie anywhere, as often as you like.
STRANGERS = st.lists(BARE_UNITS.map(lambda unit: replace(unit, id="", owner="", kind="elite", note="")), max_size=2)
STRANGE_TOKENS = st.lists(TOKENS.map(lambda token: replace(token, id="")), max_size=1)


def through_a_code(table: Table) -> Table:
    payload = {"table": table_to_dict(table)}
    return table_from_dict(decode_query(encode_query("advise", payload), "advise")["table"])


def dealt(draw: st.DrawFn, units: list[Unit], piles: int) -> list[tuple[Unit, ...]]:
    """Return cards dealt out to that many piles."""
    places = draw(st.lists(st.integers(0, piles - 1), min_size=len(units), max_size=len(units)))
    return [tuple(unit for unit, place in zip(units, places, strict=True) if place == pile) for pile in range(piles)]


def copies(kind: str, owner: str) -> list[Unit]:
    return [unit for unit in CARDS.units_of(kind, owner) for _ in range(unit.copies)]


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Positions that do not contradict themselves, with anything in them that a position can have."""
    me, *others = draw(st.permutations(SABATONS).map(lambda names: names[: draw(st.integers(1, 5))]))
    board: dict[str, EraBoard] = {}
    armies: list[list[Unit]] = [[] for _ in others]
    mine: list[Unit] = copies("basic", me)
    dismissed: list[Unit] = []
    for era in ERAS:
        stack, discard, taken, gone, some = dealt(draw, [*copies("elite", era), *copies("hero", era)], 5)
        places = draw(st.permutations([*some[:3], None, None, None]))[:3]
        strange = tuple(draw(STRANGERS))
        board[era] = EraBoard(tuple(places), (*stack, *strange), discard, draw(st.booleans()))
        for number, part in enumerate(dealt(draw, list(taken), len(others) + 1)):
            (armies[number] if number < len(others) else mine).extend(part)
        dismissed += gone
    players = {
        name: opponent(draw, name, [*copies("basic", name), *army]) for name, army in zip(others, armies, strict=True)
    }
    hand, deck, discard, aside = dealt(draw, [*mine, *draw(STRANGERS)], 4)
    tokens = draw(st.lists(st.sampled_from(CARDS.war_tokens), unique=True, max_size=2))
    table = Table(
        card_set=CARDS,
        sabaton=me,
        eras=tuple(draw(st.lists(st.sampled_from(ERAS), unique=True, max_size=2))),
        hand=hand,
        deck=deck,
        discard=(*discard, *(unit for unit in aside if unit.kind != "hero")),
        tokens=(*tokens, *draw(STRANGE_TOKENS)),
        relics=draw(st.dictionaries(st.sampled_from(ERAS), st.integers(0, 2))),
        medals=tuple(medal.value for medal in CARDS.medals if medal.owner != me)[: draw(st.integers(0, 2))],
        own_medals_left=draw(st.integers(0, 4)),
        board=board,
        players=players,
        relics_gone=draw(st.dictionaries(st.sampled_from(ERAS), st.integers(0, 1))),
        rulings=draw(RULINGS),
        notes=tuple(draw(st.lists(st.sampled_from(["me.deck: not said, taken as none", "Trưng"]), max_size=2))),
        set_aside=tuple(unit for unit in aside if unit.kind == "hero"),
        honour=draw(st.integers(0, 1)),
        dismissed=tuple(dismissed),
    )
    assert not list(find_faults(table))
    return table


def opponent(draw: st.DrawFn, name: str, army: list[Unit]) -> Opponent:
    discard = dealt(draw, army, 2)[0]
    heroes = [unit for unit in army if unit.kind == "hero" and unit not in discard]
    aside = dealt(draw, heroes, 2)[0]
    return Opponent(
        sabaton=name,
        era=draw(st.sampled_from(["", *ERAS])),
        army=tuple(army),
        discard=discard,
        hand_size=draw(st.integers(0, min(4, len(army) - len(discard) - len(aside)))),
        tokens=tuple(draw(STRANGE_TOKENS)),
        relics=draw(st.dictionaries(st.sampled_from(ERAS), st.integers(0, 1))),
        own_medals_left=draw(st.integers(0, 4)),
        army_given=draw(st.booleans()),
        set_aside=aside,
        honour=draw(st.integers(0, 1)),
        medals=(),
    )


def noteless(value: Any) -> Any:
    """Return a position's values as plain ones, notes of cards left out, and its card set."""
    if isinstance(value, Unit | WarToken):
        return replace(value, note="")
    if isinstance(value, Table | EraBoard | Opponent):
        return {item.name: noteless(getattr(value, item.name)) for item in fields(value) if item.name != "card_set"}
    if isinstance(value, dict):
        return {key: noteless(one) for key, one in value.items()}
    return tuple(map(noteless, value)) if isinstance(value, tuple) else value


@settings(deadline=None, max_examples=40)
@given(tables())
def test_positions_come_back_with_everything_in_them(table: Table) -> None:
    found = through_a_code(table)
    assert noteless(found) == noteless(table)
    assert table_to_dict(found) == table_to_dict(table)
    assert found.card_set.name == table.card_set.name
    assert values_provenance(found.card_set) == values_provenance(table.card_set)
    assert [(medal.id, medal.owner, medal.value) for medal in found.card_set.medals] == [
        (medal.id, medal.owner, medal.value) for medal in table.card_set.medals
    ]


def full() -> Table:
    """Return a position in which nothing is at its default."""
    era = {era: copies("elite", era) for era in ERAS}
    hero = copies("hero", "I")[0]
    army = (*copies("basic", "Chris"), era["III"][0], hero)
    return Table(
        card_set=CARDS,
        sabaton="Pär",
        eras=("II", "III"),
        hand=tuple(copies("basic", "Pär")[:4]),
        deck=tuple(copies("basic", "Pär")[4:6]),
        discard=tuple(copies("basic", "Pär")[6:7]),
        tokens=CARDS.war_tokens[:2],
        relics={"I": 2},
        medals=(next(medal.value for medal in CARDS.medals if medal.owner == "Chris"),),
        own_medals_left=3,
        board={
            one: EraBoard((era[one][1], None, era[one][2]), tuple(era[one][3:9]), (era[one][9],), True) for one in ERAS
        },
        players={
            "Chris": Opponent(
                *("Chris", "II", army, army[:2], 3, CARDS.war_tokens[4:5], {"IV": 1}, 2, True, (hero,), 1),
                medals=(next(medal.value for medal in CARDS.medals if medal.owner == "Tommy"),),
            )
        },
        relics_gone={"II": 1},
        rulings=Rulings("fight", False),
        notes=("something was assumed",),
        set_aside=(copies("hero", "II")[0],),
        honour=2,
        dismissed=(copies("basic", "Pär")[7],),
    )


def test_nothing_a_position_knows_is_left_out() -> None:
    table = full()
    assert not list(find_faults(table))
    said = table_to_dict(table)
    assert set(said) == {item.name for item in fields(Table)} - {"card_set"} | {"cards"}
    assert set(said["board"]["II"]) == {item.name for item in fields(EraBoard)}  # type: ignore[index]
    assert set(said["players"][0]) == {item.name for item in fields(Opponent)}  # type: ignore[index]
    assert noteless(through_a_code(table)) == noteless(table)


def test_a_position_needs_no_copy_of_the_card_set() -> None:
    edited = replace(
        CARDS,
        name="mine",
        values="",
        units=tuple(replace(unit, melee=unit.melee + 7, provenance="custom") for unit in CARDS.units),
    )
    table = Table(card_set=edited, sabaton="Pär", hand=tuple(edited.units_of("basic", "Pär"))[:3])
    found = through_a_code(table)
    assert [unit.melee for unit in found.hand] == [unit.melee for unit in table.hand]
    assert (found.card_set.name, values_provenance(found.card_set)) == ("mine", "custom")
    assert set(found.card_set.units) >= set(noteless(table.hand))


def test_cards_on_several_rows_keep_all_their_copies() -> None:
    row = replace(next(CARDS.units_of("basic", "Pär")), copies=1, note="")
    twice = replace(CARDS, units=(row, replace(row, id="again"), *CARDS.units_of("elite")))
    table = Table(card_set=twice, sabaton="Pär", hand=(row, row))
    assert not list(find_faults(table))
    found = through_a_code(table)
    assert found.hand == (row, row)
    assert unseen_cards(found.card_set, "Pär", [row]) == (row,)


def bad(**changed: object) -> str:
    """Return what is said of the full position with some values changed."""
    value = json.loads(json.dumps(table_to_dict(full()))) | changed
    with pytest.raises(InputError) as caught:
        table_from_dict(value)
    assert str(caught.value).startswith("--from: ")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_bad_positions_are_named() -> None:
    said: Any = table_to_dict(full())
    chris = said["players"][0]
    assert "table.sabaton is no text" in bad(sabaton=None)
    assert "table has an unknown key 'mood'" in bad(mood="fine")
    assert "unknown era" in bad(eras=["V"])
    assert "table.eras is no list of up to 2" in bad(eras=["I", "II", "III"])
    assert "table.board has an unknown key 'V'" in bad(board={"V": {}})
    assert "table.board is no object" in bad(board=[])
    assert "table.board.I.open has not 3 places" in bad(board={"I": {"open": [None]}})
    assert "table.board.I.open.melee is no whole number" in bad(
        board={"I": {"open": [None, None, {"name": "A", "melee": 1.5}]}}
    )
    assert "table.board.I.stack is no list" in bad(board={"I": {"stack": "all"}})
    assert "table.hand has a card with a war token on it" in bad(hand=[{"name": "A", "token": {"name": "t"}}])
    assert "table.tokens is no list of up to 3" in bad(tokens=[{"name": "t"}] * 4)
    assert "table.relics.I is no whole number from 0 to 8" in bad(relics={"I": 9})
    assert "names a player twice" in bad(players=[chris, chris])
    assert "table.players[1].hand_size is no whole number" in bad(players=[chris | {"hand_size": -1}])
    assert "table.players[1].era is none of I, II, III, IV" in bad(players=[chris | {"era": "X"}])
    assert "table.cards is no object" in bad(cards=None)
    assert "table.cards.medals has an entry" in bad(cards=said["cards"] | {"medals": [["m", "Pär"]]})


def test_positions_that_contradict_themselves_are_refused() -> None:
    said: Any = table_to_dict(full())
    assert "--from: relics_gone: 10 relics of era I" in bad(relics_gone={"I": 8})
    assert "but the card set has 1 copy of it" in bad(deck=said["hand"])
