"""Finding pieces by name: what matches, what beats what, and what each refusal says."""

from __future__ import annotations

import pytest

from odds.errors import InputError
from odds.history.cards import Unit, WarToken
from odds.history.names import ABILITY_WORDS, fold, match, matches, nearest, pick, shown

ARCHERS = [
    Unit("Archer", 1, owner="Pär", id="par-1"),
    Unit("Archer", 1, owner="Chris", id="chris-1", copies=2),
]
SISTERS = Unit("Trưng Sisters", melee=3, kind="elite", owner="I", id="sisters")
JAEGER = Unit("Jäger", kind="elite", owner="II", id="e7")
UNITS = [*ARCHERS, SISTERS, Unit("Trunk", kind="elite", owner="II", id="e6"), JAEGER]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Trưng Sisters", "trung-sisters"),
        ("Jeanne d’Arc", "JEANNE D'ARC"),
        ("Straße", "strasse"),
        ("Łódź Đorđe Ørsted", "lodz dorde orsted"),
        ("V-2", "v2"),
        ("−2 melee", "-2 melee"),
        ("+ 2 melee", "+2 Melee!"),
    ],
)
def test_spellings_that_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other) != ""


@pytest.mark.parametrize(
    ("one", "other"), [("+2 melee", "-2 melee"), ("+2 melee", "2 melee"), ("1/0/0", "10/0"), ("1/-1", "1/1")]
)
def test_spellings_that_stay_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("trung", SISTERS),
        ("TRUNG SISTERS", SISTERS),
        ("trưng", SISTERS),
        ("sisters", SISTERS),  # by its id
        ("jager", JAEGER),
        ("Jaeger", JAEGER),
        ("E7", JAEGER),
        ("Archer", ARCHERS[0]),
        ("Archer (Chris)", ARCHERS[1]),
        ("arch (par)", ARCHERS[0]),
        ("Archer(Paer)", ARCHERS[0]),
        ("Archer (C)", ARCHERS[1]),
        ("chris-1", ARCHERS[1]),
        ("jäger (II)", JAEGER),
    ],
)
def test_match(query: str, found: Unit) -> None:
    assert match(query, UNITS) is found


def test_an_exact_name_beats_an_id_and_a_prefix() -> None:
    long, short, other = Unit("Spy Master", id="a"), Unit("Spy", id="b"), Unit("Lancer", id="spy")
    assert match("spy", [long, other, short]) is short
    assert match("spy", [long, other]) is other
    assert match("spy", [long]) is long


def test_a_name_written_exactly_beats_one_that_folds_alike() -> None:
    plain, accented = Unit("Lowe", id="a"), Unit("Löwe", id="b")
    assert match("Löwe", [plain, accented]) is accented
    assert match("Lowe", [accented, plain]) is plain


def test_a_name_with_brackets_of_its_own_is_found() -> None:
    guard = Unit("Guard (old)", id="g", kind="elite", owner="I")
    assert match("guard (old)", [guard]) is guard
    assert match("Guard (old) (I)", [guard]) is guard


def test_matches_gives_every_owner_of_the_name() -> None:
    assert matches("archer", UNITS) == ARCHERS


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("tru", "'tru' could be Trưng Sisters, Trunk"),
        ("Archr", "no unit is called 'Archr'; nearest: Archer, "),
        ("Archer (Tommy)", "no unit of owner 'Tommy' (in 'Archer (Tommy)'); owners: Pär, Chris"),
        ("Jäger (I)", "no unit is called 'Jäger (I)'; nearest: Jäger"),
        ("", "no unit is called ''"),
        ("?!", "no unit is called '?!'"),
        ("a\x1b[31m", r"'a\x1b[31m'"),
        ("x" * 999, "…'"),
    ],
)
def test_what_is_not_found_is_told(query: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        match(query, UNITS)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 200


def test_the_three_nearest_names_are_told() -> None:
    names = ["Archer", "Arquebusier", "Lancer", "Marcher", "Knight"]
    with pytest.raises(InputError, match=r"nearest: Archer, Marcher, Arquebusier$"):
        match("Archre", [Unit(name) for name in names])
    assert nearest("knigth", names, 1) == ["Knight"]
    with pytest.raises(InputError, match="the card set has none"):
        match("Archer", [])


def test_one_name_for_different_cards_names_the_owners() -> None:
    units = [ARCHERS[0], Unit("Archer", 2, owner="Tommy", id="t")]
    with pytest.raises(InputError, match=r"say Archer \(Pär\), Archer \(Tommy\)$"):
        match("archer", units)
    assert match("archer (tommy)", units) is units[1]


def test_one_name_for_different_cards_of_one_owner_names_the_ids() -> None:
    units = [
        Unit("Guard", 1, kind="elite", owner="I", id="g1"),
        Unit("Guard", 2, kind="elite", owner="I", id="g2"),
    ]
    with pytest.raises(InputError, match=r"by its id: g1, g2$"):
        match("guard", units)
    assert match("g2", units) is units[1]


def test_tokens_match_by_their_sign() -> None:
    tokens = [WarToken("+2 melee", melee=2), WarToken("−2 melee", melee=-2)]
    assert match("+2 Melee", tokens, "war token") is tokens[0]
    assert match("-2 melee", tokens, "war token") is tokens[1]
    with pytest.raises(InputError, match="no war token is called '2 melee'"):
        match("2 melee", tokens, "war token")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Verstärkung", "reinforcement"),
        ("verstaerkung", "reinforcement"),
        ("ÜBERFALL", "ambush"),
        ("uberfall", "ambush"),
        ("heroic-death", "heroic_death"),
        ("heroic_death", "heroic_death"),
        ("Helden", "heroic_death"),
        ("re-roll", "reroll"),
        ("reroll", "reroll"),
        ("acc", "accuracy"),
    ],
)
def test_pick_an_ability(word: str, meant: str) -> None:
    assert pick(word, ABILITY_WORDS, "ability") == meant


@pytest.mark.parametrize(("word", "says"), [("re", "could be several"), ("", "is unknown"), ("magic", "is unknown")])
def test_pick_refuses(word: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        pick(word, ABILITY_WORDS, "ability")


def test_shown_is_one_short_printable_line() -> None:
    assert shown("a\nb\x07", 60) == r"'a\nb\x07'"
    assert shown("abcdef", 4) == "'abc…'"
