"""The package against every case worked out by hand, each named by its rule, and the rulebook's golden fight."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

import odds
from odds.history.card_files import read_card_set
from odds.history.cards import CardSet, Unit
from odds.history.draws import enumerate_line_ups
from odds.history.encode import encode_unit
from odds.history.fight import CARD, EVENT_LINE, SIDE_ROWS, UNIT_WIDTH
from odds.history.many import WINNERS, resolve_many
from odds.history.phrases import read_units
from odds.history.rules import RELIC_DRAWS, RISKY_DIE, STRONG_DIE, Rulings
from odds.history.worth import relic_worth
from tests import oracle
from tests.history.bridge import arena_of, fight_code, quick_code, standing, to_fighter
from tests.history.rule_case import OddsCase, ReinforcementCase, RelicCase, RuleCase
from tests.history.rule_cases import ODDS_CASES, REINFORCEMENT_CASES, RELIC_CASES, RULE_CASES

NO_CARDS = CardSet("none", "No cards", ())


def label(case: RuleCase | ReinforcementCase | OddsCase | RelicCase) -> str:
    return f"{case.rule}-{case.what}"


def units_of(phrase: str, kind: str = "basic") -> tuple[Unit, ...]:
    return read_units(phrase, NO_CARDS, what="case", spelled_kind=kind)


def winner_of(ours: tuple[bool, ...], theirs: tuple[bool, ...]) -> str:
    """R16, for outcome codes, which do not name the winner."""
    if not any(ours) and not any(theirs):
        return "nobody"
    return "attacker" if sum(ours) >= sum(theirs) else "defender"


DEFLECTING = tuple(case for case in RULE_CASES if "deflection" in case.attackers + case.defenders)
QUICK = tuple(case for case in RULE_CASES if case not in DEFLECTING)


def test_the_quick_path_gets_most_cases_and_every_rule_but_deflection() -> None:
    assert {case.rule for case in QUICK} >= {f"R{n}" for n in (3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16)}
    assert {case.rule for case in DEFLECTING} >= {"R14"}


@pytest.mark.parametrize("case", RULE_CASES, ids=label)
def test_rule_case(case: RuleCase) -> None:
    ours, theirs = units_of(case.attackers), units_of(case.defenders)
    faces = case.attacker_face, case.defender_face
    code = fight_code(arena_of(ours, theirs), len(ours), faces, Rulings(**case.rulings))
    stands = standing(code, len(ours), len(theirs))
    assert stands == (case.attackers_standing, case.defenders_standing)
    assert winner_of(*stands) == case.winner


@pytest.mark.parametrize("case", QUICK, ids=label)
def test_rule_case_on_the_quick_path(case: RuleCase) -> None:
    ours, theirs = units_of(case.attackers), units_of(case.defenders)
    faces = case.attacker_face, case.defender_face
    code = quick_code(arena_of(ours, theirs), len(ours), faces, Rulings(**case.rulings))
    assert standing(code, len(ours), len(theirs)) == (case.attackers_standing, case.defenders_standing)


@pytest.mark.parametrize("case", RULE_CASES, ids=label)
def test_rule_case_resolved_in_bulk(case: RuleCase) -> None:
    ours, theirs = units_of(case.attackers), units_of(case.defenders)
    faces = np.array([[case.attacker_face, case.defender_face]])
    found = resolve_many([ours], [theirs], faces, rulings=Rulings(**case.rulings), cards=NO_CARDS)
    assert WINNERS[found.winner[0]] == case.winner
    assert found.attackers_standing[0].tolist() == [*case.attackers_standing, *[False] * (5 - len(ours))]
    assert found.defenders_standing[0].tolist() == [*case.defenders_standing, *[False] * (4 - len(theirs))]
    assert (found.attackers_deployed[0], found.defenders_deployed[0]) == (len(ours), len(theirs))


@pytest.mark.parametrize("case", REINFORCEMENT_CASES, ids=label)
def test_reinforcement(case: ReinforcementCase) -> None:
    line_up, pile = units_of(case.lineup), units_of(case.pile)
    names = sorted({unit.name for unit in line_up + pile})
    found = enumerate_line_ups(
        [number for unit in line_up for number in encode_unit(unit, names.index(unit.name))],
        case.slots,
        [encode_unit(unit, names.index(unit.name)) for unit in pile],
        1000,
    )
    chances: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for index, (count, weight) in enumerate(zip(found.counts, found.weights, strict=True)):
        rows = found.rows[index * SIDE_ROWS : index * SIDE_ROWS + count * UNIT_WIDTH]
        chances[tuple(names[card] for card in rows[CARD::UNIT_WIDTH])] += Fraction(weight, found.total)
    assert chances == case.results


@pytest.mark.parametrize("case", ODDS_CASES, ids=label)
def test_odds(case: OddsCase) -> None:
    found = odds.attack(
        case.attackers,
        case.defenders,
        deck=case.deck,
        stack=case.stack,
        challenge=case.challenge,
        rulings=case.rulings,
        method="exact",
    )
    assert found.fractions == {"win": str(case.win), "lose": str(case.lose), "nobody": str(case.nobody)}
    assert (found.win, found.lose, found.nobody) == (float(case.win), float(case.lose), float(case.nobody))
    if case.attackers_deployed is not None:
        assert found.attackers_deployed == {count: float(p) for count, p in case.attackers_deployed.items()}
    if case.conquered is not None:
        assert found.conquered["by_unit"] == {name: float(x) for name, x in case.conquered.items()}
        assert found.conquered["expected"] == float(sum(case.conquered.values()))
    if case.unit_vp is not None:
        assert found.expected_unit_vp == float(case.unit_vp)


@pytest.mark.parametrize("case", RELIC_CASES, ids=label)
def test_relics(case: RelicCase) -> None:
    assert relic_worth(case.pool, case.owned, RELIC_DRAWS[case.attackers]) == case.worth


# ---------------------------------------------------------------------------------------- the golden fight

GOLDEN_DEFENDERS = "Genoese Crossbowmen, Trưng Sisters"


def owned_by_one_sabaton(cards: CardSet, names: tuple[str, ...]) -> tuple[Unit, ...]:
    """The basic units of these names; all Sabatons' copies have one set of values."""
    chosen = []
    for name in names:
        copies = [unit for unit in cards.units if unit.name == name]
        assert len({tuple(encode_unit(unit)) for unit in copies}) == 1, name
        chosen.append(copies[0])
    return tuple(chosen)


def golden_line_ups() -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    cards = read_card_set("reconstructed")
    ours = owned_by_one_sabaton(cards, ("Catapult", "Archer", "Conscript", "Spy"))
    return ours, read_units(GOLDEN_DEFENDERS, cards, what="defenders")


def test_golden_fight_with_the_shipped_cards() -> None:
    ours, theirs = golden_line_ups()
    assert RISKY_DIE[0] == (1, 1, 1)
    assert STRONG_DIE[5] == (0, 0, 2)
    events: list[tuple[int, ...]] = []
    rulings = Rulings()
    arena = arena_of(ours, theirs, events)
    code = fight_code(arena, 4, (1, 6), rulings, events)
    assert [event[1:4] for event in events if event[0] == EVENT_LINE] == [(0, 2, 0), (1, 2, 1), (2, 2, 5)]
    assert standing(code, 4, 2) == ((False, False, False, True), (False, True))
    assert quick_code(arena, 4, (1, 6), rulings) == code
    bulk = resolve_many([ours], [theirs], np.array([[1, 6]]))
    assert WINNERS[bulk.winner[0]] == "attacker"
    assert bulk.attackers_standing.tolist() == [[False, False, False, True, False]]
    assert bulk.defenders_standing.tolist() == [[False, True, False, False]]


def test_the_spy_of_the_golden_fight_comes_as_reinforcement() -> None:
    (catapult, archer, conscript, spy), theirs = golden_line_ups()
    found = odds.attack((catapult, archer, conscript), theirs, deck=(spy,), method="exact")
    assert found.attackers_deployed == {4: 1.0}
    expected = oracle.exact(
        [to_fighter(unit) for unit in (catapult, archer, conscript)],
        [to_fighter(unit) for unit in theirs],
        deck=[to_fighter(spy)],
    )
    assert found.fractions == {
        "win": str(expected.win),
        "lose": str(expected.lose),
        "nobody": str(expected.nobody),
    }
    assert found.conquered["by_unit"] == {name: float(x) for name, x in expected.conquered.items()}
