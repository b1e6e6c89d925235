"""Share codes: what goes in comes out, and nothing else ever does."""

from __future__ import annotations

import json
import re
from dataclasses import fields, replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from odds.history.card_files import read_card_set
from odds.history.cards import Unit, WarToken
from odds.history.odds import answer
from odds.history.phrases import read_units
from odds.history.provenance import values_provenance
from odds.history.query import Query
from odds.history.rules import Rulings
from odds.history.share import decode_query, encode_query
from odds.history.share_pieces import (
    query_from_dict,
    query_to_dict,
    token_from_dict,
    token_to_dict,
    unit_from_dict,
    unit_to_dict,
)
from odds.history.share_questions import AttackQuestion, CompareQuestion, ExplainQuestion, RerollQuestion
from tests.history.share_codes import GOLDEN_CODE, REROLL_CODE
from tests.history.share_pieces import (
    BARE_UNITS,
    NAMES,
    PILES,
    RELICS,
    RULINGS,
    SPECIAL_TOKENS,
    card_sets,
    line_ups,
)


def golden() -> Query:
    cards = read_card_set()
    return Query(
        read_units("Catapult, Archer, Conscript", cards, what="attackers"),
        read_units("Genoese Crossbowmen, Trưng Sisters", cards, what="--against"),
        read_units("Spy", cards, what="--deck"),
        rulings=cards.rulings,
        card_set=cards,
    )


def noteless(query: Query) -> dict[str, Any]:
    """Return what of a query has to survive: all but notes of cards, and the set's name and source only."""
    values = {**vars(query), "card_set": None}
    for name in ("attackers", "defenders", "deck", "stack"):
        values[name] = tuple(without_note(unit) for unit in values[name])
    card_set = query.card_set
    return values if card_set is None else {**values, "card_set": (card_set.name, values_provenance(card_set))}


def without_note(unit: Unit) -> Unit:
    return replace(unit, note="", token=None if unit.token is None else replace(unit.token, note=""))


def listed_names(query: Query) -> set[str]:
    """Return the names of the pieces of a query that its card set knows."""
    if query.card_set is None:
        return set()
    units = [unit for name in ("attackers", "defenders", "deck", "stack") for unit in getattr(query, name)]
    names = {unit.name for unit in units} | {unit.token.name for unit in units if unit.token}
    return names & {piece.name for piece in (*query.card_set.units, *query.card_set.war_tokens)}


@st.composite
def queries(draw: st.DrawFn, reinforced: bool | None = None) -> Query:
    if reinforced is None:
        reinforced = draw(st.booleans())
    challenge = draw(st.booleans())
    piles = {
        "attackers": draw(line_ups(1, 5 if reinforced else 4, 3)),
        "defenders": draw(line_ups(0 if challenge else 1, 4 if reinforced else 3, 3 if challenge else 0)),
        "deck": draw(PILES),
        "stack": draw(PILES),
    }
    units = [unit for pile in piles.values() for unit in pile]
    bare = list(dict.fromkeys(replace(unit, token=None) for unit in units))
    tokens = list(dict.fromkeys(unit.token for unit in units if unit.token))
    return Query(
        **piles,
        challenge=challenge,
        relics=draw(RELICS),
        relics_gone=draw(RELICS),
        their_relics=draw(st.none() | RELICS) if challenge else None,
        medals=draw(st.none() | st.lists(st.integers(0, 99), max_size=4).map(tuple)) if challenge else None,
        rulings=draw(RULINGS),
        objective=draw(st.sampled_from(["win", "vp"])),
        card_set=draw(st.none() | card_sets(bare, tokens)),
        reinforced=reinforced,
    )


# --------------------------------------------------------------------------------------------------- round trips


@settings(deadline=None)
@given(BARE_UNITS, SPECIAL_TOKENS, st.text(max_size=5))
def test_units_and_tokens_come_back_with_every_value(unit: Unit, token: WarToken, note: str) -> None:
    assert token_from_dict(json.loads(json.dumps(token_to_dict(replace(token, note=note))))) == token
    armed = replace(unit, token=replace(token, special=""))
    assert unit_from_dict(json.loads(json.dumps(unit_to_dict(replace(armed, note=note))))) == armed


@settings(deadline=None)
@given(queries())
def test_queries_come_back_with_every_option(query: Query) -> None:
    found = query_from_dict(decode_query(encode_query("advise", query_to_dict(query)), "advise"))
    assert noteless(found) == noteless(query)
    assert listed_names(found) == listed_names(query)
    assert query_to_dict(found) == query_to_dict(query)


SEEDS = st.none() | st.integers(0, 2**63 - 1)
FACES = st.tuples(st.integers(1, 6), st.integers(1, 6))


def same(found: Any, asked: Any) -> None:
    """Hold what a code gave back to what it was made of."""
    assert found.code() == asked.code()
    for name, value in vars(asked).items():
        got = getattr(found, name)
        if name == "query":
            assert noteless(got) == noteless(value)
        elif name == "queries":
            # The first one's card set is the one that counts.
            assert [one.attackers for one in got] == [one.attackers for one in value]
            assert noteless(replace(got[1], attackers=got[0].attackers)) == noteless(got[0])
            assert noteless(got[0]) == noteless(value[0])
        else:
            assert got == value


@settings(deadline=None, max_examples=50)
@given(
    queries(reinforced=False),
    st.sampled_from(["auto", "exact", "monte-carlo"]),
    st.none() | st.integers(1, 10**10),
    st.none() | st.floats(1e-5, 0.49),
    SEEDS,
)
def test_a_code_of_attack_holds_every_option(query, method, fights, precision, seed) -> None:
    asked = AttackQuestion(query, method, fights, precision, seed)
    same(AttackQuestion.read(asked.code()), asked)


@settings(deadline=None, max_examples=50)
@given(queries(reinforced=False), st.lists(st.tuples(NAMES, line_ups(1, 4, 3)), min_size=2, max_size=6), SEEDS)
def test_a_code_of_compare_holds_every_option(query, named, seed) -> None:
    asked = CompareQuestion(
        tuple(name for name, _ in named), tuple(replace(query, attackers=units) for _, units in named), seed
    )
    same(CompareQuestion.read(asked.code()), asked)


@settings(deadline=None, max_examples=50)
@given(queries(reinforced=False), st.none() | FACES, SEEDS, st.booleans())
def test_a_code_of_explain_holds_every_option(query, faces, seed, example) -> None:
    asked = ExplainQuestion(query, faces, None if faces else seed, example)
    same(ExplainQuestion.read(asked.code()), asked)


@settings(deadline=None, max_examples=50)
@given(queries(reinforced=True), FACES, st.sampled_from(["attacker", "defender"]), st.none() | st.integers(1, 72))
def test_a_code_of_reroll_holds_every_option(query, faces, side, left) -> None:
    asked = RerollQuestion(query, *faces, side, left)
    same(RerollQuestion.read(asked.code()), asked)


def test_the_golden_fight_is_short_and_made_of_letters_and_digits() -> None:
    code = AttackQuestion(golden()).code()
    assert re.fullmatch("odds1-[0-9A-Za-z]+", code)
    assert len(code) < 300


def test_a_card_set_keeps_apart_what_is_its_own() -> None:
    cards = read_card_set()
    units = read_units("Archer (Pär), Archer=5/5/5, Tank=1/1/1", cards, what="attackers")
    query = replace(golden(), attackers=units)
    found = AttackQuestion.read(AttackQuestion(query).code()).query.card_set
    assert found is not None
    assert (found.name, values_provenance(found)) == ("reconstructed", "reconstructed")
    assert without_note(units[0]) in found.units
    assert units[1] not in found.units
    assert "Tank" not in {unit.name for unit in found.units}


def test_nothing_a_query_knows_is_left_out() -> None:
    """A field that is added to a query or to a piece has to be added to the code, too."""
    query = replace(RerollQuestion.read(REROLL_CODE).query, card_set=read_card_set())
    said = query_to_dict(query)
    assert set(said) == {item.name for item in fields(Query)} - {"card_set"} | {"cards"}
    unit, token = query.attackers[0], query.attackers[0].token
    assert token is not None
    assert set(unit_to_dict(unit)) == {item.name for item in fields(Unit)} - {"note"}
    assert set(token_to_dict(replace(token, special="hunt"))) == {item.name for item in fields(WarToken)} - {"note"}


# --------------------------------------------------------------------------------------------- version 1 for ever


def test_later_versions_read_the_golden_code() -> None:
    asked = AttackQuestion.read(GOLDEN_CODE)
    assert (asked.method, asked.fights, asked.precision, asked.seed) == ("auto", None, None, None)
    basic = {"owner": "Hannes", "provenance": "reconstructed"}
    elite = {"kind": "elite", "owner": "II", "provenance": "derived"}
    query = asked.query
    assert query.attackers == (
        Unit("Catapult", 1, left="*", id="hannes-catapult", **basic),
        Unit("Archer", 0, 1, accuracy_ranged=1, right="*", id="hannes-archer", **basic),
        Unit("Conscript", 0, 0, 1, reinforcement=1, right="*", id="hannes-conscript", **basic),
    )
    assert query.defenders == (
        Unit("Genoese Crossbowmen", 0, 4, 2, accuracy_normal=1, right="*", id="genoese-crossbowmen", **elite),
        Unit("Trưng Sisters", 0, 1, 3, toughness=2, ambush=1, left="*", id="trung-sisters", **elite),
    )
    assert query.deck == (Unit("Spy", reroll=1, owner="Pär", id="par-spy", provenance="derived"),)
    assert query.card_set is not None
    assert (query.card_set.name, values_provenance(query.card_set)) == ("reconstructed", "reconstructed")
    assert answer(query).fractions == {"win": "11/54", "lose": "43/54", "nobody": "0"}


def test_later_versions_read_a_code_with_every_option() -> None:
    asked = RerollQuestion.read(REROLL_CODE)
    assert (asked.attacker_face, asked.defender_face, asked.side, asked.left) == (3, 2, "defender", 1)
    token = WarToken("all", -3, 2, 1, 1, 2, 3, 4, 5, 6, 7, copies=2, provenance="custom", id="token-all")
    hero = Unit(
        "Held", 99, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, "lion", "*", "hero", "IV", "hero-1", 3, "printed", "", token
    )
    assert asked.query.attackers == (hero, Unit("Tank", 1, toughness=9))
    assert asked.query.defenders == (Unit("Wall", melee=4, reroll=2, kind="elite", owner="II"),)
    assert asked.query.deck == asked.query.stack == (Unit("Spy"),) * 3
    assert asked.query.challenge
    assert asked.query.relics == {"I": 2, "IV": 0}
    assert asked.query.relics_gone == {"II": 3}
    assert asked.query.their_relics == {"III": 1}
    assert asked.query.medals == (1, 5)
    assert asked.query.rulings == Rulings("fight", False)
    assert asked.query.objective == "vp"
    assert asked.query.card_set is None
