"""What a card is worth: the statistics, the places, the fights of recorded games, and the whole answer."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import odds
from odds import chance
from odds.charts import COLUMNS
from odds.errors import InputError
from odds.history.balance import fights as recording
from odds.history.balance import measure, recorder
from odds.history.balance.dominated import dominated_cards, dominates
from odds.history.balance.fights import Recorded, record_fights
from odds.history.balance.means import holm, mean_by_game, p_value
from odds.history.balance.measure import Balance, balance
from odds.history.balance.places import Group, Place, Worths, exchanged, groups_of
from odds.history.balance.rows import OUTLIER, Change, Worth
from odds.history.card_files import read_card_set
from odds.history.cards import CardSet, Unit, WarToken
from odds.history.game.actions import ACTIONS
from odds.history.game.bots import policies
from odds.history.game.bots.opaque import plain_desk
from odds.history.game.bots.streams import seat_stream
from odds.history.game.simulate_games import Plan
from odds.history.game.state import MAX_SEATS
from odds.history.studies.base import mean_interval
from odds.history.studies.spread import Fight, draw_fights

CARDS = read_card_set("reconstructed")
CALLED = {unit.id: unit for unit in CARDS.units}
ARCHER, PIKEMAN, MEDIC = CALLED["par-archer"], CALLED["par-pikeman"], CALLED["tommy-medic"]
CONSCRIPT, SPY = CALLED["par-conscript"], CALLED["par-spy"]
CAROLEANS, IMPI = CALLED["caroleans"], CALLED["zulu-impi"]


def drawn(card_set: CardSet, games: int, seed: int, bot: str = "", progress: object = None) -> list[Recorded]:
    """Return drawn fights in place of those of games, six a game; they name the cards by id, as games do."""
    named = {unit.id: unit for unit in card_set.units}

    def same(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        return tuple(named[unit.id] for unit in units)

    return [
        Recorded(number // 6, number % 6 + 1, 0, fight.defenders[0].owner, False, fight)
        for number, fight in enumerate(
            replace(
                fight,
                attackers=same(fight.attackers),
                defenders=same(fight.defenders),
                deck=same(fight.deck),
                stack=same(fight.stack),
            )
            for fight in draw_fights(CARDS, 6 * games, seed)
        )
    ]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take drawn fights, which need no bots."""
    monkeypatch.setattr(measure, "record_fights", drawn)


def changed(identity: str, **values: int) -> CardSet:
    units = tuple(replace(unit, **values) if unit.id == identity else unit for unit in CARDS.units)
    return replace(CARDS, name="changed", units=units)


def test_holm_corrects_for_the_number_of_tests():
    assert holm([1 / 64, 1 / 16, 1 / 32, 1 / 128]) == [3 / 64, 1 / 16, 1 / 16, 1 / 32]
    assert holm([0.75, 0.5]) == [1.0, 1.0]
    assert holm([]) == []


def test_one_fight_a_game_gives_the_interval_of_independent_samples():
    values = np.array([number % 7 / 7 for number in range(64)])
    found = mean_by_game(values, np.arange(64))
    assert (found.value, found.low, found.high) == pytest.approx(mean_interval(values.tolist()), rel=1e-12)


def test_copies_of_a_fight_within_a_game_tell_nothing_new():
    values = np.array([number % 8 / 8 for number in range(64)])
    once = mean_by_game(values, np.arange(64))
    assert mean_by_game(np.repeat(values, 4), np.repeat(np.arange(64), 4)) == once
    apart = mean_by_game(np.repeat(values, 4), np.arange(256))
    assert apart.high - apart.low < once.high - once.low


def test_too_few_games_give_no_interval_and_no_finding():
    found = mean_by_game(np.ones(40), np.repeat(np.arange(20), 2))
    assert (found.value, found.p) == (1.0, 1.0)
    assert math.isnan(found.low)
    assert math.isnan(mean_by_game(np.array([]), np.array([])).value)


@pytest.mark.parametrize(("t", "freedom", "expected"), [(2.0423, 30, 0.05), (3.6460, 30, 0.001), (1.9840, 100, 0.05)])
def test_p_values_are_those_of_tables(t: float, freedom: int, expected: float):
    assert p_value(t, 1.0, freedom) == pytest.approx(expected, rel=0.003)


def test_p_values_at_the_ends():
    assert p_value(0.0, 0.0, 30) == 1.0
    assert p_value(0.1, 0.0, 30) == 0.0


def test_domination_looks_at_every_field():
    plain = Unit("plain", normal=2, toughness=2)
    assert dominates(replace(plain, melee=1), plain)
    assert dominates(replace(plain, left="*"), plain)
    assert not dominates(replace(plain, name="twin"), plain)
    assert not dominates(replace(plain, normal=5, toughness=1), plain)
    assert not dominates(replace(plain, normal=5, left="lion"), replace(plain, left="bear"))
    for name in ("reinforcement", "ambush", "heroic_death", "deflection", "reroll", "accuracy_melee", "toughness"):
        assert dominates(replace(plain, **{name: 3}), plain), name


def test_dominated_elites_are_looked_for_in_their_era():
    one, two = Unit("one", 1, kind="elite", owner="I"), Unit("two", 2, kind="elite", owner="II")
    assert dominated_cards([one, two]) == {}
    better = replace(one, name="better", normal=1)
    assert dominated_cards([one, two, better]) == {one: [better]}
    basics = [Unit("bare", owner="Pär"), Unit("armed", 1, owner="Chris")]
    assert dominated_cards(basics) == {basics[0]: [basics[1]]}


def test_a_card_takes_over_slot_and_war_token_and_leaves_the_pile():
    token = WarToken("+1 melee", melee=1)
    fight = Fight((CONSCRIPT, ARCHER.with_token(token)), (CAROLEANS,), (SPY, MEDIC), (IMPI,))
    found = exchanged(fight, "attack", 1, MEDIC)
    assert found.attackers == (CONSCRIPT, MEDIC.with_token(token))
    assert found.deck == (SPY, ARCHER)
    assert exchanged(fight, "attack", 1, PIKEMAN).deck == fight.deck
    found = exchanged(fight, "defend", 0, IMPI)
    assert (found.defenders, found.stack, found.attackers) == ((IMPI,), (CAROLEANS,), fight.attackers)


def place_of(fight: Fight, slot: int, challenge: bool = False) -> Place:
    return Place(Recorded(0, 1, 0, "III", challenge, fight), slot)


@pytest.mark.parametrize("measured", ["win", "vp"])
def test_values_are_those_of_single_questions(measured: str):
    fight = Fight((ARCHER, PIKEMAN, SPY), (CAROLEANS, IMPI))
    cards = [ARCHER, MEDIC, CALLED["par-catapult"]]
    group = Group("attack", [place_of(fight, 1)], cards)
    wanted = [odds.attack((ARCHER, card, SPY), fight.defenders, objective=measured) for card in cards]
    found = Worths(CARDS.rulings, measured).of(group, cards)
    assert found.tolist() == [[one.win if measured == "win" else one.expected_vp for one in wanted]]
    strong = [CAROLEANS, CALLED["iron-brigade"]]
    found = Worths(CARDS.rulings, measured).of(Group("defend", [place_of(fight, 0)], strong), strong)
    wanted = [odds.attack(fight.attackers, (card, IMPI), objective=measured) for card in strong]
    assert found.tolist() == [[-(one.win if measured == "win" else one.expected_vp) for one in wanted]]


def test_a_challenge_is_fought_as_one():
    fight = Fight((ARCHER, SPY), (PIKEMAN,))
    places = [place_of(fight, 0, challenge=True), place_of(fight, 0)]
    found = Worths(CARDS.rulings, "win").of(Group("attack", places, [MEDIC]), [MEDIC])
    assert found.tolist() == [
        [odds.challenge((MEDIC, SPY), (PIKEMAN,)).win],
        [odds.attack((MEDIC, SPY), (PIKEMAN,)).win],
    ]


def test_places_hold_cards_of_the_group():
    board = Recorded(0, 1, 0, "III", False, Fight((ARCHER, CAROLEANS), (CALLED["winged-hussars"],)))
    duel = Recorded(0, 2, 1, "III", True, Fight((ARCHER,), (CAROLEANS,)))
    nobody = Recorded(0, 3, 2, "III", True, Fight((ARCHER,), ()))
    basic, strong, *defending = groups_of(CARDS, [board, duel, nobody], 1, "win")
    assert [(place.record, place.slot) for place in basic.places] == [(board, 0), (duel, 0)]
    assert [(place.record, place.slot) for place in strong.places] == [(board, 1)]
    assert [len(group.places) for group in defending] == [0, 0, 1, 0]
    assert {unit.kind for unit in strong.cards} == {"elite", "hero"}
    assert {unit.owner for unit in defending[2].cards} == {"III"}
    assert [unit.name for unit in basic.cards] == list(dict.fromkeys(unit.name for unit in CARDS.units_of("basic")))
    assert len(groups_of(CARDS, [board, duel, nobody], 1, "vp")[0].places) == 1


@pytest.mark.usefixtures("quick")
def test_reference_cards_are_worth_nothing_and_the_median():
    found = balance(games=30, seed=3)
    for role, kind, owner in {(row.role, row.kind, row.owner) for row in found.worths if row.kind == "elite"}:
        rows = [row for row in found.worths if (row.role, row.kind, row.owner) == (role, kind, owner)]
        below = [row for row in rows if row.worth < 0]
        (middle,) = (row for row in rows if row.name == row.reference)
        assert (middle.worth, middle.low, middle.high, middle.p_adjusted) == (0.0, 0.0, 0.0, 1.0)
        assert len(rows) == 15
        assert len(below) <= 7
    assert all(row.low <= row.worth <= row.high for row in found.worths if not math.isnan(row.low))


@pytest.mark.usefixtures("quick")
def test_an_overpowered_card_is_an_outlier_in_both_roles():
    found = balance(changed("iron-brigade", normal=9, melee=9, toughness=9), games=40, seed=3)
    mine = {row.role: row for row in found.outliers if row.id == "iron-brigade"}
    assert set(mine) == {"attack", "defend"}
    assert all(row.worth >= OUTLIER["win"] and row.p_adjusted < 0.05 for row in mine.values())
    beaten = next(row for row in found.worths if row.id == "winged-hussars")
    assert "Iron Brigade" not in beaten.dominated_by  # it has an ambush more
    assert "Iron Brigade" in next(row for row in found.worths if row.id == "landsknechts").dominated_by


@pytest.mark.usefixtures("quick")
def test_a_set_compared_with_itself_has_no_changes():
    found = balance(CARDS, replace(CARDS, name="again"), games=30, seed=3)
    assert found.changes == []
    assert list(found.changes_frame().columns) == list(Change.__dataclass_fields__)


@pytest.mark.usefixtures("quick")
def test_a_change_of_one_value_is_the_difference_in_the_same_fights():
    found = balance(CARDS, changed("iron-brigade", toughness=4), games=30, seed=3)
    assert sorted((row.id, row.role) for row in found.changes) == [
        ("iron-brigade", "attack"),
        ("iron-brigade", "defend"),
    ]
    for row in found.changes:
        assert row.worth == pytest.approx(row.after - row.before, abs=1e-12)
        assert row.worth > 0
    same = {row.role: row.worth for row in balance(CARDS, games=30, seed=3).worths if row.id == "iron-brigade"}
    assert {row.role: row.before for row in found.changes} == pytest.approx(same, abs=1e-12)


@pytest.mark.usefixtures("quick")
def test_the_same_seed_gives_the_same_answer_and_frames_can_be_drawn():
    one, two = (balance(games=30, seed=5, measure="vp") for _ in range(2))
    assert one.worths == two.worths
    frame = one.to_frame()
    assert list(frame.columns) == list(Worth.__dataclass_fields__)
    assert set(COLUMNS["units"]) <= set(frame.columns)
    assert len(frame) == len(one.worths)
    assert any("reconstructed" in note for note in one.notes)


@pytest.mark.usefixtures("quick")
def test_cards_of_one_set_only_are_named():
    fewer = replace(CARDS, name="fewer", units=tuple(unit for unit in CARDS.units if unit.id != "zulu-impi"))
    found: Balance = balance(CARDS, fewer, games=30, seed=3)
    assert "only in reconstructed, not compared: Zulu Impi" in found.notes


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"measure": "luck"}, "--measure"),
        ({"games": 5}, "--games"),
        ({"seed": -1}, "--seed"),
        ({"bot": "nobody"}, "--bot"),
    ],
)
def test_bad_options_are_named(options: dict, where: str):
    with pytest.raises(InputError) as error:
        balance(**options)
    assert error.value.where == where


def test_recorded_fights_are_fights_of_the_game():
    records = record_fights(CARDS, 2, 7, "random")
    assert records[0].game == 0
    assert records[-1].game == 1
    for record in records:
        fight = record.fight
        assert 1 <= len(fight.attackers) <= 4
        assert len(fight.defenders) <= 3
        assert all(unit.kind != "basic" for unit in fight.defenders) or record.challenge
        assert all(unit.owner == record.era for unit in fight.stack) or record.challenge
        # A player's basic cards are those of its Sabaton.
        assert len({unit.owner for unit in (*fight.deck, *fight.attackers) if unit.kind == "basic"}) <= 1
    turns = [record.turn for record in records if record.game == 0]
    assert turns == sorted(set(turns))
    assert turns[-1] <= 24
    assert record_fights(CARDS, 1, 7, "random") == [record for record in records if record.game == 0]


@pytest.mark.parametrize("bot", ["random", "greedy", pytest.param("planner", marks=pytest.mark.slow)])
def test_the_recorder_plays_the_game_of_simulation(bot: str):
    """Interpreted: the same last position as `play_out`, and the same notes as compiled."""
    plan = Plan((bot,) * 4, CARDS, CARDS.rulings, 7, False)
    begun = plan.begun(plan.sabatons_of(np.array([0]))[0].tolist())
    pieces, seats = list(plan.numbers), [policies.POLICIES[bot]] * 4
    stream = chance.trial_state(chance.seed_start(7), 0)
    played, noted, notes = begun.copy(), begun.copy(), [0] * recorder.ROOM
    work = plain_desk(begun)
    recorder.play_and_note(noted, pieces, work, policies.choose, seats, [0] * ACTIONS, [0] * MAX_SEATS, stream, notes)
    policies.play_out(
        *(played, pieces, work, [0] * ACTIONS, seats, [seat_stream(stream, seat) for seat in range(4)], stream),
        *([0] * (plan.rounds + 1) * 4 * policies.ROUND_SIZE, [0] * 4, policies.choose),
    )
    assert noted == played
    assert notes == recording._play(plan, 0)
