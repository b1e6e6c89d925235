"""Unit phrases: what each way of writing means, what each refusal says, and that writing inverts reading."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds.errors import InputError
from odds.history.cards import ACCURACIES, COUNTED_SYMBOLS, CardSet, Unit, WarToken
from odds.history.phrases import (
    read_token,
    read_units,
    spell_token,
    spell_unit,
    write_units,
)

ARCHER = Unit("Archer", 1, owner="Pär", id="par-1", copies=2)
SAME_ARCHER = replace(ARCHER, owner="Chris", id="chris-1")
SPY = Unit("Spy", 1, owner="Pär", id="par-2")
OTHER_SPY = Unit("Spy", 2, owner="Chris", id="chris-2")
SISTERS = Unit("Trưng Sisters", melee=3, kind="elite", owner="I", id="e-1")
GUARDS = Unit("3rd Guards, Foot", normal=2, kind="elite", owner="II", id="e-2")
NONE = Unit("None", kind="elite", owner="II", id="e-3")
TWINS = [Unit("Twin", value, kind="hero", owner="III", id=f"e-{3 + value}") for value in (1, 2)]
X_MEN = Unit("X Men", kind="elite", owner="IV", id="e-6")
PLUS = WarToken("+2 melee", melee=2, ambush=1, id="t-1")
RALLY = WarToken('Rally, the "big"', 1, 1, 1, id="t-2")
BOOSTS = [WarToken("Boost", value, id=f"t-{2 + value}") for value in (1, 2)]
HUNT = WarToken("Hunt", special="hunt", id="t-5")
SET = CardSet(
    "small",
    "A small set",
    (ARCHER, SAME_ARCHER, SPY, OTHER_SPY, SISTERS, GUARDS, NONE, *TWINS, X_MEN),
    (PLUS, RALLY, *BOOSTS, HUNT),
)


def read(phrase: str, **options: object) -> tuple[Unit, ...]:
    return read_units(phrase, SET, what="attackers", **options)  # type: ignore[arg-type]


def refusal(phrase: str, **options: object) -> str:
    with pytest.raises(InputError) as error:
        read(phrase, **options)
    assert error.value.where == "attackers"
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400
    return error.value.message


@pytest.mark.parametrize("phrase", ["", "  ", "none", " None\n"])
def test_no_units(phrase: str) -> None:
    assert read(phrase) == ()


@pytest.mark.parametrize(
    ("phrase", "units"),
    [
        ("Archer", [ARCHER]),
        ("ARCH, trung, e-2", [ARCHER, SISTERS, GUARDS]),
        ("Archer (Chris), spy (pär)", [SAME_ARCHER, SPY]),
        ("2 Archer", [ARCHER, ARCHER]),
        ("2x Archer,2× trung", [ARCHER, ARCHER, SISTERS, SISTERS]),
        ("2×Archer", [ARCHER, ARCHER]),
        ('"3rd Guards, Foot", 2x"3rd"', [GUARDS] * 3),
        ("“3rd Guards, Foot”, „3rd“", [GUARDS] * 2),
        ("2 X", [X_MEN] * 2),
        ("2 x X", [X_MEN] * 2),
        ('"none"', [NONE]),
    ],
)
def test_cards_by_name(phrase: str, units: list[Unit]) -> None:
    assert list(read(phrase)) == units


@pytest.mark.parametrize(
    ("phrase", "unit"),
    [
        ("2/3/1", Unit("2/3/1", 2, 3, 1)),
        ("2 / 3 / 1 : 3", Unit("2/3/1:3", 2, 3, 1, 3)),
        (
            "Tank=2/3/1:3 reinforcement heroic-death:2 left right:lion",
            Unit("Tank", 2, 3, 1, 3, reinforcement=1, heroic_death=2, left="*", right="lion"),
        ),
        ('"1st, Foot" = 0/0/9 hero', Unit("1st, Foot", melee=9, kind="hero")),
        (
            "0/0/1 heroic_death re-roll:2",
            Unit("0/0/1 heroic-death reroll:2", 0, 0, 1, heroic_death=1, reroll=2),
        ),
        ("0/0/1 hero", Unit("0/0/1 hero", 0, 0, 1, kind="hero")),
        ("0/0/1 elite", Unit("0/0/1", 0, 0, 1, kind="elite")),
        (
            "T=1/1/1 Verstärkung UBERFALL:2 ueberfall",
            None,
        ),
        (
            "T=1/1/1 Verstärkung ueberfall:2 heldentod Umlenkung:3 Wurfwiederholung zielgenauigkeit:1/0/2 "
            "links:a-b rechts Held",
            Unit("T", 1, 1, 1, 1, 1, 2, 1, 1, 0, 2, 3, 1, left="a-b", right="*", kind="hero"),
        ),
        ("T=1/1/1 heroic death re roll:2", Unit("T", 1, 1, 1, heroic_death=1, reroll=2)),
        ("T=1/1/1 ambush:0", Unit("T", 1, 1, 1)),
    ],
)
def test_spelled_out_units(phrase: str, unit: Unit | None) -> None:
    if unit is None:
        assert "twice" in refusal(phrase)
    else:
        assert read(phrase) == (unit,)


def test_the_kind_of_a_spelled_out_unit_depends_on_the_place() -> None:
    assert [unit.kind for unit in read("1/1/1, 1/1/1 basic, 1/1/1 held", spelled_kind="elite")] == [
        "elite",
        "basic",
        "hero",
    ]


@pytest.mark.parametrize(
    ("phrase", "token"),
    [
        ('Archer + "+2 melee"', PLUS),
        ("Archer + +2 melee", PLUS),
        ("Archer +2 melee", PLUS),
        ("Archer+2 melee", PLUS),
        ("Archer + rally", RALLY),
        ('Archer + "Rally, the ""big"""', RALLY),
        ("Archer + t-4", BOOSTS[1]),
        ("Archer + 2 melee", WarToken("+2 melee", melee=2)),
        ("Archer + 2 ranged -1 normal", WarToken("+2 ranged -1 normal", 2, -1)),
        ("Archer + +2 ranged +1 normal", WarToken("+2 ranged +1 normal", 2, 1)),
        ('Archer + "+2 ranged, −1 Nahkampf"', WarToken("+2 ranged -1 melee", 2, 0, -1)),
        ("Archer + 0/0/-2 Überfall", WarToken("-2 melee ambush", melee=-2, ambush=1)),
        (
            "Archer + reroll:2 accuracy:0/1/0",
            WarToken("reroll:2 accuracy:0/1/0", reroll=2, accuracy_normal=1),
        ),
        ("Archer + 2 heroic death", WarToken("heroic-death:2", heroic_death=2)),
        ("Archer + 0/0/0", WarToken("0/0/0")),
    ],
)
def test_war_tokens(phrase: str, token: WarToken) -> None:
    assert read(phrase) == (replace(ARCHER, token=token),)


def test_a_token_on_every_repeat_and_on_a_spelled_out_unit() -> None:
    one = replace(SISTERS, token=PLUS)
    tank = Unit("T", 1, 1, 1, accuracy_ranged=1, token=PLUS)
    assert read('2 trung + "+2 melee", T=+1/1/1 accuracy:+1/0/0 + "+2 m"') == (one, one, tank)


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("Archr", "item 1: no unit is called 'Archr'; nearest: Archer, "),
        ("Archer, T", "item 2: 'T' could be Trưng Sisters, Twin"),
        ("Spy", "Spy (Pär), Spy (Chris)"),
        ("Twin", "by its id: e-4, e-5"),
        ("Archer,,Spy", "item 2: there is no unit"),
        ("Archer,", "item 2: there is no unit"),
        ('""', "item 1: there is no unit"),
        ("3rd Guards", "double quotes"),
        ("3rd=1/1/1", "double quotes"),
        ("2", "number without a unit"),
        ("2.5 Archer", "begins with a digit"),
        ("-1 Archer", "negative number"),
        ("0 Archer", "counts no unit"),
        ("999999 Archer", "item 1: that makes more than 200 units"),
        ("9" * 900 + " Archer", "more than 200"),
        ("150 Archer, 51 Archer", "item 2: that makes more than 200"),
        ("a" * 2000, "too long"),
        ("a" * 70_000, "64 KiB"),
        ("é" * 40_000, "64 KiB"),
        ('Archer, "Spy', "item 2: a quote is not closed"),
        ("=1/1/1", "no name in front of ="),
        ("T=", "three numbers"),
        ("T=Archer", "three numbers"),
        ("1/2", "three numbers"),
        ("1/2/3/4", "three numbers"),
        ("1//3", "not nothing"),
        ("1/-2/3", "from 0 to 99, not '-2'"),
        ("100/0/0", "from 0 to 99, not '100'"),
        ("1/" + "9" * 500 + "/1", "from 0 to 99"),
        ("1/2/x", "not 'x'"),
        ("1/2/3:0", "toughness: write a whole number from 1 to 99"),
        ("1/2/3:100", "from 1 to 99"),
        ("1/2/3:", "toughness"),
        ("1/2/3 toughness:2", "as in 2/3/1:3"),
        ("1/2/3 ambusch", "unknown symbol 'ambusch'; nearest: ambush"),
        ("1/2/3 ambush:10", "from 0 to 9"),
        ("1/2/3 ambush:-1", "from 0 to 9"),
        ("1/2/3 ambush Überfall", "twice"),
        ("1/2/3 hero elite", "kind is given twice"),
        ("1/2/3 left left:lion", "twice"),
        ("1/2/3 hero:1", "no number"),
        ("1/2/3 left:", "no label"),
        ("1/2/3 left:a.b", "no label"),
        ("1/2/3 accuracy", "accuracy:1/0/0"),
        ("1/2/3 accuracy:2", "accuracy:1/0/0"),
        ("1/2/3 half shield", "left or right"),
        ("1/2/3 hunt", "unknown symbol"),
        ("1/2/3 melee", "unknown symbol"),
        ("a\x1bb=1/1/1", "is no name"),
        ("a" * 101 + "=1/1/1", "is no name"),
        ("+2 melee", "no unit in front of the +"),
        ("Archer +", "no war token behind the +"),
        ('Archer + ""', "no war token behind the +"),
        ('Archer + " "', "no war token behind the +"),
        ('Archer + "a" + "b"', "two war tokens; a unit takes at most one (R7)"),
        ("Archer + ambush + ambush", "(R7)"),
        ('Archer + "a" +2 melee', "(R7)"),
        ("Archer + +2 melee +2 melee", "twice"),
        ("Archer + 1/1/1 +2 melee", "twice"),
        ("Archer + 1/1/1 1/1/1", "twice"),
        ("Archer + hunt", "outside the fight"),
        ("Archer + move-up:draw-2", "outside the fight"),
        ("Archer + toughness:2", "toughness is not on a war token"),
        ("Archer + +2 reinforcement", "R2"),
        ("Archer + ambush links", "R4"),
        ("Archer + elite", "unknown symbol"),
        ("Archer + boost", "by its id: t-3, t-4"),
        ("Archer + foo", "no war token is called 'foo'; nearest: "),
        ("Archer + +100 melee", "from -99 to 99"),
        ("Archer + -100/0/0", "from -99 to 99"),
        ("Archer + 1/2", "three numbers"),
        ("Archer + 5", "no line"),
        ("Archer + melee", "no value"),
        ("Archer + 2 melle", "nearest: melee"),
        ("Archer + 2 ambush:2", "no line"),
        ("Archer + ambush:10", "from 0 to 9"),
    ],
)
def test_refusals(phrase: str, said: str) -> None:
    assert said in refusal(phrase)


def test_tokens_are_refused_where_none_can_be() -> None:
    message = refusal('Spy (Pär), Archer + "+2 melee"', tokens=False)
    assert "item 2: no tokens on pile cards or board defenders (R7)" in message


def test_the_limit_can_be_set() -> None:
    assert len(read("4 Archer", limit=4)) == 4
    assert "at most 4" in refusal("5 Archer", limit=4)


@pytest.mark.parametrize("phrase", ["Archer," * 9000, "1/1/1 " + "x" * 900 + ",", "2 " * 30_000, "+" * 60_000])
def test_a_long_phrase_is_refused_fast(phrase: str) -> None:
    begin = time.perf_counter()
    refusal(phrase)
    assert time.perf_counter() - begin < 2


def test_a_set_without_tokens_still_reads_values() -> None:
    bare = CardSet("bare", "Bare", (ARCHER,))
    assert read_token("+2 melee", bare) == WarToken("+2 melee", melee=2)


@pytest.mark.parametrize(
    ("units", "phrase"),
    [
        ([], "none"),
        ([ARCHER, ARCHER, SISTERS, ARCHER], "2 Archer, Trưng Sisters, Archer"),
        ([SAME_ARCHER, OTHER_SPY], "Archer (Chris), Spy (Chris)"),
        ([GUARDS, NONE, X_MEN], '"3rd Guards, Foot", "None", "X Men"'),
        ([TWINS[1]], "e-5"),
        ([replace(ARCHER, melee=7)], "Archer=1/0/7"),
        ([replace(ARCHER, token=RALLY)] * 2, '2 Archer + "Rally, the ""big"""'),
        ([replace(ARCHER, token=BOOSTS[0])], 'Archer + "t-3"'),
        ([replace(ARCHER, token=WarToken("+2 melee", melee=2))], 'Archer + "0/0/2"'),
        ([Unit("1/1/1", 1, 1, 1, kind="elite")], "1/1/1 elite"),
    ],
)
def test_writing(units: list[Unit], phrase: str) -> None:
    assert write_units(units, SET) == phrase


def test_writing_without_a_set() -> None:
    units = [
        SAME_ARCHER,
        Unit("T", 1, left="*"),
        replace(SPY, token=PLUS),
        replace(SPY, token=WarToken("", 1)),
    ]
    phrase = write_units(units)
    assert phrase == 'Archer (Chris), T=1/0/0 left, Spy (Pär) + "+2 melee", Spy (Pär) + "+1 ranged"'
    assert read(phrase)[:3] == tuple(units[:3])


def test_spelling_the_cards_of_a_set() -> None:
    assert spell_unit(ARCHER) == "Archer=1/0/0"
    assert spell_unit(GUARDS, spelled_kind="elite") == '"3rd Guards, Foot"=0/2/0'
    assert spell_token(PLUS) == "+2 melee ambush"


NAMES = st.text(st.sampled_from("aZé ,\"=+/:(1x2×“'-.„"), min_size=1, max_size=8) | st.sampled_from(
    ["none", "Archer", "2/3/1", "1/0/0 hero", "x", "X y"]
)
SMALL = st.integers(0, 9)
SYMBOLS = {name: SMALL for name in (*COUNTED_SYMBOLS, *ACCURACIES) if name != "reinforcement"}
LABELS = st.sampled_from(["", "*", "lion", "a-b", "é_1"])


def called_by_values(token: WarToken) -> WarToken:
    return replace(token, name=spell_token(token))


TOKENS = st.builds(
    called_by_values,
    st.builds(WarToken, st.just(""), *[st.integers(-99, 99) | st.just(0)] * 3, **SYMBOLS),
) | st.sampled_from([PLUS, RALLY, *BOOSTS, WarToken("+2 melee", melee=2)])
SPELLED = st.builds(
    Unit,
    NAMES.map(lambda name: " ".join(name.split())).filter(bool),
    *[st.integers(0, 99)] * 3,
    toughness=st.integers(1, 99),
    reinforcement=SMALL,
    left=LABELS,
    right=LABELS,
    kind=st.sampled_from(["basic", "elite", "hero"]),
    **SYMBOLS,
)
UNITS = st.builds(
    lambda unit, token: replace(unit, token=token),
    st.sampled_from(SET.units) | SPELLED,
    st.none() | TOKENS,
)


@given(st.lists(UNITS, max_size=5), st.sampled_from(["basic", "elite"]))
def test_what_is_written_reads_back(units: list[Unit], kind: str) -> None:
    phrase = write_units(units, SET, spelled_kind=kind)
    assert read(phrase, spelled_kind=kind) == tuple(units)


@given(SPELLED, st.sampled_from(["basic", "elite"]))
def test_a_unit_spelled_out_reads_back(unit: Unit, kind: str) -> None:
    assert read(spell_unit(unit, spelled_kind=kind), spelled_kind=kind) == (unit,)


@given(SPELLED.map(lambda unit: replace(unit, name="")))
def test_a_unit_called_by_its_values_needs_no_name(unit: Unit) -> None:
    (named,) = read(spell_unit(unit))
    assert replace(named, name="") == unit
    assert "=" not in spell_unit(named)
    assert read(spell_unit(named)) == (named,)


FUZZ_WORDS = """
    Archer Spy trung 2/3/1 1/2 :3 ambush :2 left :lion hero accuracy melee hunt none (Pär)
    0/0/-2 heroic death 999999 x × + " "" , = / ( ) “ ” -1 +2 ٣ ²
"""
PIECES = st.sampled_from([*FUZZ_WORDS.split(), *" \n\u2028\0\ud800", "2 ", "x ", "+2 melee"])


@given(st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=40))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        units = read(text)
    except InputError as refused:
        line, where = str(refused), refused.where
    else:
        assert len(units) <= 200
        assert read(write_units(units, SET)) == units
        return
    assert where == "attackers"
    assert len(line.splitlines()) == 1
    assert line.isprintable()
