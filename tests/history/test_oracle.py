"""The oracle against the rulebook's golden fight and against every case worked out by hand."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise

import pytest

from tests.history.rule_cases import ODDS_CASES, REINFORCEMENT_CASES, RELIC_CASES, RULE_CASES
from tests.oracle import (
    RELICS_DRAWN,
    RISKY_DIE,
    STRONG_DIE,
    Fighter,
    Token,
    best_relic_worth,
    exact,
    fight,
    fight_table,
    gain,
    read_phrase,
    reinforced,
)


def label(case):
    return f"{case.rule}-{case.what}"


# Values that agree with what the rules tell of the fight on p. 8; what it leaves open is chosen freely.
CATAPULT = Fighter("Catapult", 1, 0, 0, left="*")
ARCHER = Fighter("Archer", 0, 1, 0, right="*")
CONSCRIPT = Fighter("Conscript", 0, 0, 1, reinforcement=1)
SPY = Fighter("Spy", 0, 0, 0)
CROSSBOWMEN = Fighter("Genoese Crossbowmen", 0, 1, 0, right="*", worth=1)
SISTERS = Fighter("Trưng Sisters", 0, 1, 3, toughness=2, ambush=1, left="*", worth=1)


@pytest.mark.parametrize("faces", [(1, 6), ((1, 1, 1), (0, 0, 2))], ids=["die numbers", "die values"])
def test_golden_fight(faces):
    result = fight((CATAPULT, ARCHER, CONSCRIPT, SPY), (CROSSBOWMEN, SISTERS), *faces)
    assert result.winner == "attacker"
    assert result.attackers_standing == (False, False, False, True)
    assert result.defenders_standing == (False, True)
    assert [unit.name for unit in result.conquered] == ["Genoese Crossbowmen"]
    assert [line for line in result.log if ":" in line][:-1] == ["ranged 2:0", "normal 2:1", "melee 2:5"]
    assert RELICS_DRAWN[result.attackers_on_board] == 1


def test_golden_fight_needs_the_conscripts_reinforcement():
    ((complete, chance),) = reinforced((CATAPULT, ARCHER, CONSCRIPT), (SPY,), 5)
    assert complete == (CATAPULT, ARCHER, CONSCRIPT, SPY)
    assert chance == 1


@pytest.mark.parametrize("case", RULE_CASES, ids=label)
def test_rule_case(case):
    result = fight(
        read_phrase(case.attackers),
        read_phrase(case.defenders),
        case.attacker_face,
        case.defender_face,
        **case.rulings,
    )
    story = "\n".join(result.log)
    assert result.attackers_standing == case.attackers_standing, story
    assert result.defenders_standing == case.defenders_standing, story
    assert result.winner == case.winner, story


@pytest.mark.parametrize("case", REINFORCEMENT_CASES, ids=label)
def test_reinforcement(case):
    found = defaultdict(Fraction)
    for lineup, chance in reinforced(read_phrase(case.lineup), read_phrase(case.pile), case.slots):
        found[tuple(unit.name for unit in lineup)] += chance
    assert found == case.results


@pytest.mark.parametrize("case", ODDS_CASES, ids=label)
def test_odds(case):
    odds = exact(
        read_phrase(case.attackers),
        read_phrase(case.defenders, worth=1),
        read_phrase(case.deck),
        read_phrase(case.stack, worth=1),
        case.challenge,
        **case.rulings,
    )
    assert (odds.win, odds.lose, odds.nobody) == (case.win, case.lose, case.nobody)
    assert odds.value == case.win
    for told, found in (
        (case.attackers_deployed, odds.attackers_deployed),
        (case.conquered, odds.conquered),
        (case.unit_vp, odds.unit_vp),
    ):
        assert told is None or told == found


@pytest.mark.parametrize("case", RELIC_CASES, ids=label)
def test_relics(case):
    assert best_relic_worth(case.pool, case.owned, RELICS_DRAWN[case.attackers]) == case.worth


def test_relics_of_one_era():
    assert [gain("II", {"II": owned}) for owned in range(7)] == [1, 1, 2, 2, 3, 0, 0]


def test_every_rule_has_its_cases():
    rules = Counter(case.rule for case in (*RULE_CASES, *REINFORCEMENT_CASES, *ODDS_CASES, *RELIC_CASES))
    for number in (4, 5, 6, 8, 10, 11, 12, 13, 14, 15, 16):
        assert rules[f"R{number}"] >= 3
    for number in (2, 3, 7, 9, 17, 18):
        assert rules[f"R{number}"] >= 2


def test_read_phrase():
    tank, first, second, plain = read_phrase(
        "Tank=2/3/1:3 reinforcement heroic-death:2 left right:lion accuracy:1/0/2 hero"
        ' + "-1/0/2 ambush reroll:2", 2 A=0/1/0 deflection elite, 1/0/0'
    )
    assert tank == Fighter(
        "Tank",
        2,
        3,
        1,
        toughness=3,
        reinforcement=1,
        heroic_death=2,
        accuracy=(1, 0, 2),
        left="*",
        right="lion",
        worth=3,
        token=Token(-1, 0, 2, ambush=1, reroll=2),
    )
    assert first == second == Fighter("A", 0, 1, 0, deflection=1, worth=1)
    assert plain == Fighter("1/0/0", 1, 0, 0)
    assert read_phrase('"No, 9"=0/0/0 + "+2 melee -1 ranged"')[0] == Fighter(
        "No, 9", 0, 0, 0, token=Token(ranged=-1, melee=2)
    )
    assert read_phrase("none") == read_phrase("") == ()
    with pytest.raises(ValueError, match="not a spelled-out unit"):
        read_phrase("Archer")


def test_tokens_as_dicts():
    assert Fighter("A", 0, 0, 0, token={"melee": -2, "ambush": 1}).token == Token(melee=-2, ambush=1)


@pytest.mark.parametrize("units", [3, 4])
def test_die_numbers_and_values_mean_the_same(units):
    ours, theirs = (STRONG_DIE, RISKY_DIE) if units == 3 else (RISKY_DIE, STRONG_DIE)
    attackers = read_phrase(f"{units} A=1/1/0 heroic-death")
    for (a, d), result in fight_table(attackers, (CROSSBOWMEN, SISTERS)).items():
        assert result == fight(attackers, (CROSSBOWMEN, SISTERS), ours[a - 1], theirs[d - 1])


def test_without_re_rolls_and_piles_the_odds_are_the_table():
    attackers, defenders = (CATAPULT, ARCHER, SPY), (CROSSBOWMEN, SISTERS)
    winners = Counter(result.winner for result in fight_table(attackers, defenders).values())
    odds = exact(attackers, defenders)
    assert (odds.win, odds.lose) == (Fraction(winners["attacker"], 36), Fraction(winners["defender"], 36))
    assert odds.win + odds.lose + odds.nobody == sum(odds.attacker_survivors.values()) == 1


def test_re_rolls_serve_the_objective_asked():
    def standing(result):
        return Fraction(sum(result.attackers_standing))

    lineups = [read_phrase(f"A=0/0/0 reroll:{count}, B=0/0/0") for count in range(4)]
    values = [exact(lineup, (CROSSBOWMEN, SISTERS), objective=standing).value for lineup in lineups]
    assert all(more >= less for less, more in pairwise(values))
    assert values[0] < values[3]


def test_a_challenge_conquers_nothing_and_fills_up_from_the_defenders_own_deck():
    odds = exact(
        read_phrase("A=9/9/9:9"),
        read_phrase("X=0/0/0 reinforcement", worth=1),
        stack=read_phrase("Y=0/0/0", worth=1),
        challenge=True,
    )
    assert odds.defender_survivors == {0: 1}
    assert (odds.conquered, odds.unit_vp) == ({}, 0)
