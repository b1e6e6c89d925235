"""The close look at an attack adds up to its figures; weights and the golden position."""

from fractions import Fraction

import pytest

from odds import advise, attack, read_table
from odds.errors import InputError
from odds.history.advise.detail import MOST_PAIRS, look_closely
from odds.history.advise.pricing import MOST, WIN_ONLY, Weights, read_weights, weights_of
from odds.history.advise.ranked import Ranked
from odds.history.odds import Odds
from odds.history.rules import RELICS_PER_ERA
from odds.history.worth import relic_prizes
from tests.history.advise_bridge import all_draws, many_positions, rank_all, table_position

GOLDEN = """
format = 1
cards = "reconstructed"
[me]
sabaton = "Pär"
eras = ["II"]
hand = "Catapult, Archer, Conscript"
deck = "Spy"
discard = ""
tokens = []
relics = {IV = 1}
medals = []
[board.I]
open = ["", "", ""]
stack = ""
[board.II]
open = ["Genoese Crossbowmen", "Trưng Sisters", ""]
stack = ""
[board.III]
open = ["", "", ""]
stack = ""
[board.IV]
open = ["", "", ""]
stack = ""
"""


# ------------------------------------------------------------------------------------------------ detail


def test_a_close_look_adds_up_to_the_attacks_figures():
    plans = draws_seen = 0
    for index, (_, position) in enumerate(many_positions(seed=3, number=60, most_work=50)):
        draws = all_draws(position)
        for ranked in rank_all(position, draws):
            detail = look_closely(position, draws, ranked.number, {}, {})
            assert detail.covered == sum(case.probability for case in detail.cases) == 1, index
            assert sum(case.probability * case.win for case in detail.cases) == ranked.win
            assert sum(detail.units.values()) == sum(detail.points.values()) == 1
            # No relic can be drawn here, so the points are those of the units.
            assert sum(points * chance for points, chance in detail.points.items()) == ranked.unit_vp
            expected = sum(units * chance for units, chance in detail.units.items())
            if ranked.target.kind == "board":
                assert expected == sum(ranked.conquered.values())
            likely = [chance for chance, _ in detail.by_face.values()]
            assert sum(likely) == 1
            assert sum(won for _, won in detail.by_face.values()) == ranked.win
            used = sum(case.probability * sum(slot >= 0 for slot in case.tokens) for case in detail.cases)
            assert used == ranked.tokens
            probabilities = [case.probability for case in detail.cases]
            assert probabilities == sorted(probabilities, reverse=True)
            for case in detail.cases:
                placed = [slot for slot in case.tokens if slot >= 0]
                assert len(placed) == len(set(placed))
                assert all(slot < len(ranked.line_up) + len(case.own) for slot in placed)
            plans += ranked.tokens > 0
            draws_seen += len(detail.cases) > 1
    assert min(plans, draws_seen) > 15


def test_a_close_look_draws_relics_by_the_units_on_the_board():
    found = advise(read_table(GOLDEN), everything=True)
    for ranked in found.ranked:
        detail = found.look_closely(ranked)
        assert detail is not None
        assert sum(points * chance for points, chance in detail.points.items()) == ranked.vp
        assert sum(detail.points.values()) == 1


def test_a_close_look_at_too_many_draws_takes_the_likeliest():
    position = table_position("full_position")
    draws = all_draws(position)
    many = max(range(position.attack_count), key=lambda attack: draws.pairs.count(position.combination(attack)))
    assert draws.pairs.count(position.combination(many)) > MOST_PAIRS
    detail = look_closely(position, draws, many, {}, {})
    assert len(detail.cases) == MOST_PAIRS
    first, last = draws.pairs.spans[2 * position.combination(many) :][:2]
    weights = sorted(draws.pairs.weights[first:last], reverse=True)
    assert detail.covered == Fraction(sum(weights[:MOST_PAIRS]), sum(weights))


# ------------------------------------------------------------------------------------- the golden position


def check_as_attack(one: Ranked) -> Odds:
    """Check an attack of the golden position against the odds that `attack` gives it, and return these."""
    odds = attack(
        ", ".join(unit.name for unit in one.line_up),
        ", ".join(unit.name for unit in one.target.defenders),
        deck="Spy",
        relics="IV:1",
        objective="vp",
    )
    assert odds.fractions is not None
    assert (one.win, one.lose, one.nobody) == tuple(
        Fraction(odds.fractions[name]) for name in ("win", "lose", "nobody")
    )
    assert float(one.unit_vp) == odds.expected_unit_vp
    return odds


def test_the_golden_position_has_the_fight_of_page_8_among_its_attacks():
    table = read_table(GOLDEN)
    found = advise(table, everything=True)
    # Two cards and the run of both, 3 + 6 + 6 line-ups each.
    assert found.search.considered == len(found.ranked) == 3 * 15
    assert found.search.settled
    (told,) = (
        one
        for one in found.ranked
        if [unit.name for unit in one.line_up] == ["Catapult", "Archer", "Conscript"]
        and [unit.name for unit in one.target.defenders] == ["Genoese Crossbowmen", "Trưng Sisters"]
    )
    odds = check_as_attack(told)
    assert float(told.relic_vp) == odds.expected_relic_vp
    # The prize of a win with 4 units is one relic (R18); all eras have 8, one of IV is owned.
    pool = {era: RELICS_PER_ERA - (era == "IV") for era in ("I", "II", "III", "IV")}
    assert told.relic_vp == told.win * relic_prizes(pool, {"IV": 1})[4]
    assert told.score == told.vp - 3 * Fraction(1, 20)


def test_every_attack_of_the_golden_position_is_what_attack_says():
    found = advise(read_table(GOLDEN), everything=True)
    for one in found.ranked[::4]:
        check_as_attack(one)


def test_the_golden_position_pruned_is_the_golden_position():
    table = read_table(GOLDEN)
    for objective in ("vp", "win"):
        everything = advise(table, objective=objective, everything=True).ranked
        pruned = advise(table, objective=objective).ranked
        assert [one.quality() for one in pruned[:3]] == [one.quality() for one in everything[:3]]


# ----------------------------------------------------------------------------------------------- weights


def test_objectives_and_changes():
    assert weights_of() == weights_of("vp") == Weights()
    assert weights_of("win") == WIN_ONLY
    assert weights_of("win", {"hero-use": "-0.5", "TOKEN": -1, "card": Fraction(1, 3)}) == Weights(
        win=Fraction(1),
        unit=Fraction(0),
        relic=Fraction(0),
        medal=Fraction(0),
        token=Fraction(-1),
        hero_use=Fraction(-1, 2),
        card=Fraction(1, 3),
    )
    assert weights_of("vp", {"unit": 0.1}).unit == Fraction(1, 10)
    assert weights_of("vp", {"unit": MOST, "win": -MOST}).unit == MOST


@pytest.mark.parametrize(
    ("objective", "changed", "words"),
    [
        ("glory", None, "'win' or 'vp', not 'glory'"),
        (
            "vp",
            {"glory": 1},
            "unknown weight 'glory'; the weights are win, unit, relic, medal, opponent, token, hero-use",
        ),
        ("vp", {"unit": "much"}, "such as -0.3, not 'much'"),
        ("vp", {"unit": "1/0"}, "such as -0.3, not '1/0'"),
        ("vp", {"unit": "nan"}, "such as -0.3, not 'nan'"),
        ("vp", {"unit": float("inf")}, "such as -0.3, not 'inf'"),
        ("vp", {"unit": "1000.1"}, "from -1000 to 1000"),
        ("vp", {"unit": "0.0000001"}, "six decimals"),
        ("vp", {"unit": None}, "such as -0.3, not 'None'"),
    ],
)
def test_a_wrong_objective_or_weight_is_refused(objective, changed, words):
    with pytest.raises(InputError) as caught:
        weights_of(objective, changed)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_weights_are_read_from_a_phrase():
    assert read_weights("") == {}
    assert read_weights(" win=2, hero-use = -0.5,,token=1/3 ") == {"win": "2", "hero-use": "-0.5", "token": "1/3"}


@pytest.mark.parametrize(
    ("phrase", "words"),
    [
        ("win", "'win' is no weight"),
        ("win=", "'win=' is no weight"),
        ("win=1,win=2", "win is named twice"),
    ],
)
def test_a_wrong_phrase_of_weights_is_refused(phrase, words):
    with pytest.raises(InputError) as caught:
        read_weights(phrase)
    assert words in str(caught.value)
    assert "--weights" in str(caught.value)


def test_one_weight_spelled_in_two_ways_is_refused():
    with pytest.raises(InputError, match="named twice"):
        read_weights("hero-use=1,hero_use=2")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"method": "magic"}, "--method"),
        ({"precision": 0.0}, "--precision"),
        ({"precision": float("nan")}, "--precision"),
        ({"precision": 0.1, "method": "exact"}, "--precision"),
        ({"seconds": 0}, "--time"),
        ({"seconds": float("nan")}, "--time"),
        ({"seed": -1}, "--seed"),
        ({"objective": "glory"}, "--objective"),
        ({"weights": {"glory": 1}}, "--weights"),
    ],
)
def test_options_out_of_range_are_refused(options, words):
    with pytest.raises(InputError) as caught:
        advise(read_table(GOLDEN), **options)
    assert words in str(caught.value)
