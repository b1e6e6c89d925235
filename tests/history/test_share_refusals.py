"""Share codes that are refused: damaged, foreign, too large, or with nonsense inside; never another query."""

from __future__ import annotations

import json
import random
import re
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.errors import InputError
from odds.history.cards import Unit
from odds.history.query import Query
from odds.history.share import KINDS, MOST_CODE, MOST_DECODED, decode_query, encode_query
from odds.history.share_questions import AttackQuestion, CompareQuestion, ExplainQuestion, RerollQuestion
from tests.history.share_codes import GOLDEN_CODE, code_of, sealed, signed


def refusal(code: str, kind: str = "attack") -> str:
    with pytest.raises(InputError) as caught:
        decode_query(code, kind)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("--from: ")
    assert str(caught.value).isprintable()
    return str(caught.value)


@settings(deadline=None, max_examples=400)
@given(st.integers(0, len(GOLDEN_CODE) - 1), st.characters() | st.sampled_from("odsADx019 -_\n\u200b"))
def test_one_wrong_character_is_never_another_query(place: int, letter: str) -> None:
    code = GOLDEN_CODE[:place] + letter + GOLDEN_CODE[place + 1 :]
    if letter == GOLDEN_CODE[place]:
        assert decode_query(code, "attack")
    else:
        refusal(code)


def test_every_letter_at_every_place_is_noticed() -> None:
    letters = random.Random(1)
    for place, right in enumerate(GOLDEN_CODE):
        for letter in {letters.choice("0123456789"), letters.choice("abcxyzABCXYZ"), right.swapcase()} - {right}:
            refusal(GOLDEN_CODE[:place] + letter + GOLDEN_CODE[place + 1 :])


@pytest.mark.parametrize("place", range(0, len(GOLDEN_CODE) - 1, 7))
def test_lost_doubled_and_swapped_characters_are_noticed(place: int) -> None:
    before, here, after = GOLDEN_CODE[:place], GOLDEN_CODE[place], GOLDEN_CODE[place + 1 :]
    refusal(before + after)
    # Anything in front of the code is none of it, so its first letter can stand twice.
    if place:
        refusal(before + here + here + after)
    if here != after[0]:
        refusal(before + after[0] + here + after[1:])
    refusal(GOLDEN_CODE[: place + 1])


@pytest.mark.parametrize(
    "code",
    [
        "\n".join(GOLDEN_CODE[start : start + 40] for start in range(0, len(GOLDEN_CODE), 40)),
        f"  {GOLDEN_CODE} \r\n",
        "\u200b".join(GOLDEN_CODE),
        f"\ufeff{GOLDEN_CODE}",
        f"Attack: 47.2 % to win\n\nThe same anywhere, by odds attack --from and this code:\n{GOLDEN_CODE}\n",
    ],
)
def test_what_chats_do_to_a_code_does_no_harm(code: str) -> None:
    assert decode_query(code, "attack") == decode_query(GOLDEN_CODE, "attack")


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("", "'' is no share code"),
        ("Catapult, Archer", "is no share code; one begins with odds1-"),
        ("odds0-abc", "is no share code"),
        ("odds-abc", "is no share code"),
        ("\x1b[31m", "'\\x1b[31m' is no share code"),
        ("odds1-", "damaged or incomplete"),
        ("odds1-abc", "damaged or incomplete"),
        ("odds1-" + "0" * 40, "damaged or incomplete"),
        ("odds1-" + "é" * 40, "damaged or incomplete"),
        ("odds1-" + "0" * MOST_CODE, "no share code is that long"),
        (sealed(b'["attack",{}]', 2), "the code is of version 2, this odds reads version 1; update odds"),
        ("odds999999999-", "version 999999999"),
        (signed("odds1-0"), "damaged"),
        (signed("odds1-zz"), "damaged"),
        (signed("odds1-0g"), "damaged"),
        (signed("odds1-é".encode().decode("latin-1").replace("Ã©", "-")), "damaged"),
        (sealed(b""), "there is no query in it"),
        (sealed(b"\xff\xfe"), "there is no query in it"),
        (sealed(b"[" * 30_000), "there is no query in it"),
        (sealed(b'{"a":' * 10_000), "there is no query in it"),
        (sealed(b'["attack",NaN]'), "there is no query in it"),
        (sealed(b'["attack",{"seed":' + b"9" * 9_999 + b"}]"), "there is no query in it"),
        (sealed(b"17"), "there is no query in it"),
        (sealed(b"null"), "there is no query in it"),
        (sealed(b'"attack"'), "there is no query in it"),
        (sealed(b'["attack",{},{}]'), "there is no query in it"),
        (code_of("attack", []), "there is no query in it"),
        (code_of(["attack"], {}), "there is no query in it"),
        (code_of("compare", {}), "made by odds compare, not by odds attack; give it to odds compare --from"),
        (code_of("\x1b[31mhack", {}), "made by a command this odds does not have ('\\x1b[31mhack')"),
    ],
)
def test_what_is_no_code_of_an_attack_is_named(code: str, told: str) -> None:
    assert told in refusal(code)


def test_every_command_is_told_from_every_other() -> None:
    for made_by in KINDS:
        code = encode_query(made_by, {})
        assert decode_query(code, made_by) == {}
        for other in set(KINDS) - {made_by}:
            assert f"made by odds {made_by}, not by odds {other}" in refusal(code, other)


def test_a_bomb_is_not_unfolded() -> None:
    bomb = sealed(b" " * 50_000_000)
    assert len(bomb) < MOST_CODE
    tracemalloc.start()
    try:
        assert "more than 64 KiB" in refusal(bomb)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_64_kib_are_the_most_either_way() -> None:
    least = len('["attack",{"a":""}]')
    whole = {"a": "x" * (MOST_DECODED - least)}
    assert decode_query(encode_query("attack", whole), "attack") == whole
    with pytest.raises(InputError, match="--share: the query takes 65,537 bytes, a code holds 65,536"):
        encode_query("attack", {"a": whole["a"] + "x"})
    assert "more than 64 KiB" in refusal(sealed(b'["attack",{"a":"' + b"x" * (MOST_DECODED - least + 1) + b'"}]'))


def test_the_least_compressible_query_fits_a_code() -> None:
    letters = random.Random(1)
    payload = {"a": "".join(chr(letters.randrange(0x20, 0x7F)) for _ in range(60_000))}
    code = encode_query("attack", payload)
    assert len(code) < MOST_CODE
    assert decode_query(code, "attack") == payload


GOOD: dict[str, Any] = {
    "method": "auto",
    "query": {
        "attackers": [{"name": "A"}],
        "defenders": [{"name": "B", "kind": "elite"}],
        "objective": "win",
        "rulings": {"deflection_per": "line", "empty_side_fights": True},
    },
}


def changed(path: str, value: object) -> str:
    """Return the code of the good query with one value changed, `path` being keys and places."""
    payload = json.loads(json.dumps(GOOD))
    at = payload
    *keys, last = (int(key) if key.isdigit() else key for key in path.split("."))
    for key in keys:
        at = at[key]
    at[last] = value
    return code_of("attack", payload)


def test_the_good_query_is_good() -> None:
    asked = AttackQuestion.read(code_of("attack", GOOD))
    assert asked.query == Query((Unit("A"),), (Unit("B", kind="elite"),))


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("method", "guess", "method is none of auto, exact, monte-carlo"),
        ("method", ["auto"], "method is none of"),
        ("fights", 0, "fights is no whole number from 1"),
        ("fights", True, "fights is no whole number"),
        ("fights", 1.5, "fights is no whole number"),
        ("precision", "0.1", "precision is no number"),
        ("precision", True, "precision is no number"),
        ("precision", 10**400, "precision is no number"),
        ("precision", float("inf"), "there is no query in it"),
        ("seed", -1, "seed is no whole number"),
        ("seed", 2**63, "seed is no whole number"),
        ("seed", None, "seed is no whole number"),
        ("surprise", 1, "it has an unknown key 'surprise'"),
        ("query", [], "query is no object"),
        ("query.surprise", 1, "query has an unknown key 'surprise'"),
        ("query.attackers", {}, "query.attackers is no list"),
        ("query.attackers", [], "attackers: an attacker has 1 to 4 units from hand, not 0 (R1)"),
        ("query.attackers", [{"name": "A", "times": 6}], "query.attackers[1].times is no whole number from 1 to 5"),
        ("query.attackers", [{"name": "A", "times": 5}], "attackers: an attacker has 1 to 4 units"),
        ("query.attackers", [{"name": "A", "times": 5}] * 2, "query.attackers has more than 5 units"),
        ("query.attackers.0", "Archer", "query.attackers[1] is no object"),
        ("query.attackers.0.name", 7, "query.attackers[1].name is no text"),
        ("query.attackers.0.name", "\x1b[31m", "query.attackers[1].name is no text of up to 200 printable letters"),
        ("query.attackers.0.name", "x" * 201, "no text of up to 200 printable letters"),
        ("query.attackers.0.melee", 100, "query.attackers[1].melee is no whole number from 0 to 99"),
        ("query.attackers.0.melee", -1, "melee is no whole number"),
        ("query.attackers.0.melee", 10**400, "melee is no whole number"),
        ("query.attackers.0.toughness", 0, "toughness is no whole number from 1 to 99"),
        ("query.attackers.0.ambush", 10, "ambush is no whole number from 0 to 9"),
        ("query.attackers.0.left", "a b", "left is no label"),
        ("query.attackers.0.kind", "god", "kind is none of basic, elite, hero"),
        ("query.attackers.0.kind", {}, "kind is none of"),
        ("query.attackers.0.provenance", "mine", "provenance is none of"),
        ("query.attackers.0.copies", 0, "copies is no whole number from 1 to 99"),
        ("query.attackers.0.wings", 1, "query.attackers[1] has an unknown key 'wings'"),
        ("query.attackers.0.\x1bkey", 1, "unknown key '\\x1bkey'"),
        ("query.attackers.0.token", 1, "query.attackers[1].token is no object"),
        ("query.attackers.0.token", {"name": "t", "melee": -100}, "token.melee is no whole number from -99 to 99"),
        ("query.attackers.0.token", {"name": "t", "reinforcement": 1}, "unknown key 'reinforcement'"),
        ("query.attackers.0.token", {"name": "t", "special": "fly"}, "special is none of hunt"),
        ("query.attackers.0.token", {"name": "t", "special": "hunt"}, "is not assigned to a unit"),
        ("query.defenders.0.token", {"name": "t"}, "--against: B + 't': board defenders have no war tokens (R7)"),
        ("query.deck", [{"name": "C", "times": 201}], "query.deck[1].times is no whole number from 1 to 200"),
        ("query.deck", [{"name": "C", "token": {"name": "t"}}], "--deck: C + 't': a card in a pile has no war token"),
        ("query.challenge", 1, "query.challenge is neither true nor false"),
        ("query.reinforced", True, "query is one of odds reroll"),
        ("query.relics", {"V": 1}, "query.relics has an unknown key 'V'"),
        ("query.relics", {"I": 9}, "query.relics.I is no whole number from 0 to 8"),
        ("query.their_relics", {"I": 1}, "--their-relics: only a challenged defender has open relics"),
        ("query.medals", [1], "--medals: medals are won in a challenge only"),
        ("query.medals", [1] * 5, "query.medals is no list of up to 4"),
        ("query.medals", [100], "query.medals has a value that is no whole number from 0 to 99"),
        ("query.objective", "glory", "--objective: the objective is 'win' or 'vp', not 'glory'"),
        ("query.rulings", [], "query.rulings is no object"),
        ("query.rulings.deflection_per", "day", "deflection_per is 'line' or 'fight'"),
        ("query.rulings.deflection_per", [], "query.rulings.deflection_per is no text"),
        ("query.rulings.luck", True, "unknown ruling 'luck'"),
        ("query.cards", 1, "query.cards is no object"),
        ("query.cards", {"values": "printed"}, "query.cards.name is no text"),
        ("query.cards", {"name": "s", "values": "true"}, "query.cards.values is none of printed"),
        (
            "query.cards",
            {"name": "s", "values": "custom", "members": [2]},
            "members has a value that is no whole number",
        ),
        ("query.cards", {"name": "s", "values": "custom", "medals": [[1]]}, "medals has an entry that is no id"),
    ],
)
def test_bad_values_inside_are_named(path: str, value: object, told: str) -> None:
    with pytest.raises(InputError) as caught:
        AttackQuestion.read(changed(path, value))
    message = str(caught.value)
    assert told in message
    assert message.startswith("--from: ")
    assert message.isprintable()


@pytest.mark.parametrize(
    ("question", "payload", "told"),
    [
        (CompareQuestion, {"names": ["a"], "line_ups": []}, "names do not fit the line-ups"),
        (CompareQuestion, {"names": ["a", "b", "c"], "line_ups": [[{"name": "A"}]]}, "names do not fit the line-ups"),
        (CompareQuestion, {"names": ["a", "b"], "line_ups": [[]]}, "attackers: an attacker has 1 to 4 units"),
        (CompareQuestion, {"names": ["a", "b"], "line_ups": [[]] * 6}, "line_ups is no list of up to 5"),
        (ExplainQuestion, {"faces": [1]}, "faces are two"),
        (ExplainQuestion, {"faces": [1, 7]}, "faces has a value that is no whole number from 1 to 6"),
        (ExplainQuestion, {"faces": [1, 2], "seed": 1}, "faces are two, and without a seed"),
        (RerollQuestion, {"faces": [1, 2], "side": "attacker"}, "query is none of odds reroll"),
    ],
)
def test_bad_options_inside_are_named(question: Any, payload: dict[str, Any], told: str) -> None:
    kind = question.__name__.removesuffix("Question").lower()
    with pytest.raises(InputError, match=re.escape(told)):
        question.read(code_of(kind, {"query": GOOD["query"], **payload}))
