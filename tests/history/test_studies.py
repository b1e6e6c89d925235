"""The numbers behind the charts are those of `odds.attack`, and what is drawn depends on the seed alone."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import fsum

import numpy as np
import pytest

import odds
from odds.errors import InputError
from odds.history import fight, match_ups, studies
from odds.history.card_files import read_card_set
from odds.history.cards import CardSet, Unit
from odds.history.encode import DICE, encode_line_up
from odds.history.faces import RISKY, STRONG
from odds.history.phrases import read_units
from odds.history.query import Query
from odds.history.rules import DEFAULT_RULINGS, Rulings
from odds.history.studies import base, solver
from odds.history.studies.pairs import pairs_of
from odds.history.studies.rulings import CLASSES, other_rulings

SHIPPED = read_card_set("reconstructed")
BASIC = ("par-catapult", "par-archer", "par-conscript", "par-spy")
ELITES = ("genoese-crossbowmen", "trung-sisters", "iceni-chariots", "saladin", "samurai-retainers")
#: A set small enough to be fought without the compiler.
SMALL: CardSet = replace(SHIPPED, units=tuple(unit for unit in SHIPPED.units if unit.id in (*BASIC, *ELITES)))


def units(phrase: str, kind: str = "basic") -> tuple[Unit, ...]:
    return read_units(phrase, SHIPPED, what="test", spelled_kind=kind)


def query(attackers: str, defenders: str, deck: str = "", stack: str = "", **options: object) -> Query:
    return Query(
        units(attackers),
        units(defenders, "basic" if options.get("challenge") else "elite"),
        deck=units(deck),
        stack=units(stack, "elite"),
        card_set=SHIPPED,
        **options,  # type: ignore[arg-type]
    )


QUESTIONS = [
    ("Catapult, Archer", "Genoese", "", "", False),
    ("Catapult, Archer, Conscript", "Genoese, Trung", "Spy, 2 Pikeman (Pär)", "", False),
    ("Spy, Archer, 2 1/1/1:2 left right", "Iceni, 0/2/2 reroll heroic-death", "", "", False),
    ("Spy, Scout (Chris), Saboteur (Pär)", "Medic (Chris), Spy", "", "", True),
    ("Archer, Spy", "0/0/2 reinforcement", "", "Genoese, Trung, Iceni", False),
]

# -------------------------------------------------------------------------------------- one fight


@pytest.mark.parametrize(("attackers", "defenders", "deck", "stack", "challenge"), QUESTIONS)
def test_survivors_add_up_to_the_answer_of_attack(attackers, defenders, deck, stack, challenge):
    frame = studies.survivors(query(attackers, defenders, deck, stack, challenge=challenge)).frame
    exact = odds.attack(attackers, defenders, deck=deck, stack=stack, challenge=challenge)
    shares = frame["fraction"].map(Fraction)
    assert sum(shares) == 1
    for who, name in (("attacker", "win"), ("defender", "lose"), ("nobody", "nobody")):
        assert sum(shares[frame["winner"] == who]) == Fraction(exact.fractions[name])
    for side, found in (("attackers", exact.attacker_survivors), ("defenders", exact.defender_survivors)):
        assert found == {count: float(sum(part)) for count, part in shares.groupby(frame[side], sort=True) if sum(part)}
    assert list(frame["probability"]) == list(map(float, shares)) == list(frame["low"]) == list(frame["high"])


def test_too_many_draws_are_sampled_and_said_so(monkeypatch):
    monkeypatch.setattr("odds.history.studies.pairs.MOST_PAIRS", 300)
    deck = ", ".join(f"{ranged}/{normal}/1" for ranged in range(3) for normal in range(6))
    asked = query("0/1/0 reinforcement:2", "Genoese", deck)  # 18 * 17 = 306 draws
    study = studies.survivors(asked, seed=5)
    assert study.frame.equals(studies.survivors(asked, seed=5).frame)
    assert not studies.survivors(asked, seed=6).frame.equals(study.frame)
    assert "300 draws" in study.notes[0]
    assert "seed 5" in study.notes[0]
    assert (study.frame["low"] <= study.frame["probability"]).all()
    assert (study.frame["probability"] <= study.frame["high"]).all()
    assert not study.frame["fraction"].any()
    win = fsum(study.frame.loc[study.frame["winner"] == "attacker", "probability"])
    exact = odds.attack("0/1/0 reinforcement:2", "Genoese", deck=deck).win
    # The chances of single draws vary less than fights that are won or lost would.
    assert 0 < abs(win - exact) < 5 * (exact * (1 - exact) / 300) ** 0.5
    lines = studies.lines(asked, seed=5).frame
    assert (lines["decides_low"] < lines["decides"])[lines["decides"] > 0].any()


@pytest.mark.parametrize(("attackers", "defenders", "deck", "stack", "challenge"), QUESTIONS)
def test_lines_defeat_as_many_as_attack_says(attackers, defenders, deck, stack, challenge):
    asked = query(attackers, defenders, deck, stack, challenge=challenge)
    frame = studies.lines(asked).frame.set_index("line")
    left = studies.survivors(asked).frame
    pairs, _ = pairs_of(asked)
    deployed = [Fraction(0), Fraction(0)]
    for pair in pairs:
        deployed[0] += pair.attackers * sum(pair.shares)
        deployed[1] += pair.defenders * sum(pair.shares)
    for side, before in zip(("attackers", "defenders"), deployed, strict=True):
        gone = before - sum(left[side] * left["fraction"].map(Fraction))
        assert fsum(frame[f"{side}_defeated"]) == pytest.approx(float(gone), abs=1e-12)
    assert fsum(frame["decides"]) == pytest.approx(1, abs=1e-12)
    assert (frame["decides_low"] == frame["decides"]).all()


@pytest.mark.parametrize(
    ("attackers", "defenders", "decides"),
    [
        ("0/0/0", "9/0/0:30", "ranged"),
        ("0/0/0:5", "0/90/0:30", "normal"),
        ("0/0/0:9", "0/0/90:30", "melee"),
        ("9/9/9", "0/0/0", "none"),
        # The attackers' lead is lost in the ranged line and won back in the last one.
        ("0/0/0, 0/0/90:20", "9/0/0:3, 0/0/0:3", "melee"),
    ],
)
def test_the_deciding_line_is_the_last_that_turns_the_winner(attackers, defenders, decides):
    frame = studies.lines(query(attackers, defenders)).frame.set_index("line")
    assert dict(frame["decides"]) == {line: float(line == decides) for line in ("ranged", "normal", "melee", "none")}


def test_lines_that_are_not_fought_are_told():
    asked = replace(query("9/9/9", "0/0/0"), rulings=Rulings(empty_side_fights=False))
    assert list(studies.lines(asked).frame["fought"]) == [1, 0, 0, 0]


# -------------------------------------------------------------------------------------- many fights


def test_the_matrix_is_that_of_attack():
    frame = studies.matchups(SMALL, rows="line-up").frame
    # Catapult, Archer twice, Conscript, Spy: 4 + (12 + 1) + (24 + 9) + (24 + 36) line-ups; four targets.
    assert len(frame) == (4 + 13 + 33 + 60) * 4
    for _, row in frame.iloc[::37].iterrows():
        exact = odds.attack(row["line_up"], row["target"], cards=SMALL)
        assert (row["win"], row["vp"]) == (exact.win, exact.expected_vp)
        assert (row["unit_vp"], row["relic_vp"]) == (exact.expected_unit_vp, exact.expected_relic_vp)


@pytest.mark.parametrize("measure", ["win", "vp"])
def test_a_hand_is_as_good_as_its_best_line_up(measure):
    every = studies.matchups(SMALL, rows="line-up", measure=measure, relics={"II": 4}).frame
    best = studies.matchups(SMALL, measure=measure, relics={"II": 4}).frame
    for _, row in best.iterrows():
        hand = units(row["row"].replace("Archer", "Archer (Pär)"))
        names = {", ".join(unit.name for unit in order) for size in range(1, 5) for order in permutations(hand, size)}
        part = every[every["line_up"].isin(names) & (every["target"] == row["target"])]
        assert row[measure] == part[measure].max()
        exact = odds.attack(row["line_up"], row["target"], cards=SMALL, objective=measure, relics={"II": 4})
        assert row[measure] == (exact.win if measure == "win" else exact.expected_vp)


def test_rows_and_targets_stand_in_order():
    frame = studies.matchups(SMALL).frame
    means = frame.groupby("row", sort=False)["win"].mean()
    assert list(means) == sorted(means, reverse=True)
    assert list(dict.fromkeys(frame["era"])) == ["I", "II"]
    by_target = frame[frame["era"] == "II"].groupby("target", sort=False)["win"].mean()
    assert list(by_target) == sorted(by_target, reverse=True)


def test_line_ups_typed_in_are_rows_in_their_order():
    named = {"b": units("Archer"), "a": units("Catapult, Archer")}
    frame = studies.matchups(SHIPPED, line_ups=named, targets=[units("Genoese, Trung")]).frame
    assert list(frame["row"]) == ["b", "a"]
    assert list(frame["win"]) == [odds.attack(name, "Genoese, Trung").win for name in ("Archer", "Catapult, Archer")]


def test_sizes_are_means_of_the_best_over_hands():
    frame = studies.matchups(SMALL, rows="units", targets=[units("Genoese")]).frame
    one = frame[frame["row"] == "Pär, 1 unit"]
    wins = {name: odds.attack(name, "Genoese", cards=SMALL).win for name in ("Catapult", "Archer", "Conscript", "Spy")}
    # Five cards, so five hands: each leaves one card out, and an Archer is left out twice.
    left_out = ("Catapult", "Archer", "Archer", "Conscript", "Spy")
    kept = [{"Catapult", "Archer", "Conscript", "Spy"} - ({out} if out != "Archer" else set()) for out in left_out]
    assert one["win"].iloc[0] == np.mean([max(wins[name] for name in hand) for hand in kept])


def test_swapped_dice_are_the_other_sides():
    line_ups = ["Catapult, Archer", "Catapult, 2 1/1/1:2 left right, Pikeman (Pär)", "2/2/2:3"]
    targets = ["Genoese", "Trung, Mongol"]
    held = solver.terms(DEFAULT_RULINGS)
    attackers = solver.encode([units(one) for one in line_ups])
    defenders = match_ups.defending_side([units(one) for one in targets], held)
    found = solver.solve_swapped(attackers, defenders, np.repeat([0, 1, 2], 2), np.tile([0, 1], 3), held)
    wins = []
    for ours in line_ups:
        for theirs in targets:
            own, other = units(ours), units(theirs)
            arena = [0] * fight.ARENA_SIZE
            fight.set_up(arena, encode_line_up(own), 0, len(own), encode_line_up(other), 0, len(other), None)
            die, opposite = (STRONG, RISKY) if len(own) > 3 else (RISKY, STRONG)
            codes = [
                fight.fight(arena, DICE, die + 3 * face, opposite + 3 * against, True, True, None)
                for face in range(6)
                for against in range(6)
            ]
            left = [(fight.count_bits(code), fight.count_bits(code >> fight.SLOTS)) for code in codes]
            wins.append(sum(fight.winner(*count) == 0 for count in left) / 36)
    assert list(found) == wins


def test_dice_take_the_best_order_of_each_size():
    hand, targets = "Catapult, Archer (Pär), Conscript, Spy", ["Genoese", "Trung"]
    frame = studies.dice(SHIPPED, attackers=units(hand), targets=[units(one) for one in targets]).frame
    assert list(frame["units"]) == [1, 2, 3, 4]
    assert list(frame["die"]) == ["strong", "strong", "strong", "risky"]
    for _, row in frame.iterrows():
        orders = [", ".join(order) for order in permutations(hand.split(", "), row["units"])]
        won = [max(odds.attack(order, target).win for order in orders) for target in targets]
        assert row["win"] == fsum(won) / 2 == row["win_low"] == row["win_high"]
        worth = [max(odds.attack(order, target, objective="vp").expected_vp for order in orders) for target in targets]
        assert row["vp"] == fsum(worth) / 2
        assert row["relic_if_won"] == 1


def test_the_fifth_unit_is_the_one_drawn():
    hand = units("Catapult, Archer (Pär), Conscript, Spy, Militia (Pär)")
    frame = studies.dice(SHIPPED, attackers=hand, targets=[units("Trung")]).frame
    held = solver.terms(DEFAULT_RULINGS)
    orders = [((*order, hand[4]), units("Trung")) for order in permutations(hand[:4])]
    assert frame["win"].iloc[4] == solver.solve_fights(orders, held).win.max()
    assert frame["relic_if_won"].iloc[4] == 0


def test_drawn_hands_depend_on_the_seed_alone():
    one = studies.dice(SMALL, fights=30, seed=3)
    assert one.frame.equals(studies.dice(SMALL, fights=30, seed=3).frame)
    assert not one.frame.equals(studies.dice(SMALL, fights=30, seed=4).frame)
    assert (one.frame["win_low"] <= one.frame["win"]).all()
    assert "seed 3" in one.notes[0]


def test_an_ability_is_worth_the_difference_of_two_attacks():
    line_up = units("Catapult, Archer")
    targets = [units(name) for name in ("Genoese", "Trung", "Viking")]
    frame = studies.abilities(studies.given_fights(line_up, targets), SHIPPED).frame.set_index("ability")
    assert "reinforcement" not in frame.index
    for ability in ("heroic_death", "accuracy_ranged", "reroll", "ranged", "toughness"):
        gains, more = [], []
        for target in targets:
            for slot in range(2):
                changed = list(line_up)
                changed[slot] = replace(changed[slot], **{ability: getattr(changed[slot], ability) + 1})
                before, after = odds.attack(line_up, target), odds.attack(changed, target)
                gains.append(after.win - before.win)
                more.append(after.expected_vp - before.expected_vp)
        assert frame.loc[ability, "win_gain"] == fsum(gains) / 6
        assert frame.loc[ability, "vp_gain"] == fsum(more) / 6
        assert frame.loc[ability, "changed"] == sum(a != 0 or b != 0 for a, b in zip(gains, more, strict=True)) / 6


def test_rulings_change_as_much_as_attack_says():
    fights = [
        studies.Fight(units(ours), units(theirs))
        for ours, theirs in (
            ("Catapult, Archer", "Genoese"),
            ("9/9/9 deflection:2, 0/0/1", "3/3/3:2"),
            ("Shield Bearer (Hannes), Archer", "Trung"),
        )
    ]
    study = studies.rulings(fights, SHIPPED)
    assert list(dict.fromkeys(study.frame["ruling"])) == ["deflection_per=fight", "empty_side_fights=false"]
    for name, other in other_rulings(DEFAULT_RULINGS):
        part = study.frame[study.frame["ruling"] == name]
        assert list(part["change"]) == list(CLASSES)
        assert sum(part["share"]) == pytest.approx(1, abs=1e-12)
        changes = [
            odds.attack(one.attackers, one.defenders, rulings=other).win - odds.attack(one.attackers, one.defenders).win
            for one in fights
        ]
        assert part["largest"].iloc[0] == pytest.approx(max(map(abs, changes)), abs=1e-15)
        assert part["share"].iloc[0] == sum(change == 0 for change in changes) / 3
    assert next(other_rulings(Rulings("fight", False)))[0] == "deflection_per=line"


# -------------------------------------------------------------------------------------- drawn fights


def test_a_longer_run_begins_with_the_shorter_one():
    assert studies.draw_fights(SHIPPED, 50, 7)[:20] == studies.draw_fights(SHIPPED, 20, 7)
    assert studies.draw_fights(SHIPPED, 20, 8) != studies.draw_fights(SHIPPED, 20, 7)


def test_drawn_fights_keep_to_the_rules():
    fights = studies.draw_fights(SHIPPED, 400, 1, owners=["par"], eras=["ii"])
    assert {len(one.attackers) for one in fights} == {1, 2, 3, 4}
    assert {len(one.defenders) for one in fights} == {1, 2, 3}
    grown = 0
    for one in fights:
        attackers, defenders = one.reinforced()
        Query(attackers, defenders, reinforced=True)
        assert attackers[: len(one.attackers)] == one.attackers
        grown += len(attackers) > len(one.attackers)
        army = [*one.attackers, *one.deck]
        assert len(army) == 12
        assert {unit.owner for unit in army if unit.kind == "basic"} == {"Pär"}
        assert {unit.owner for unit in (*one.defenders, *one.stack)} == {"II"}
        shown = [unit.id for unit in (*one.defenders, *one.stack, *army) if unit.kind != "basic"]
        assert len(shown) == len(set(shown))
    assert grown > 10


def test_a_change_of_a_unit_leaves_the_draws_as_they_are():
    one = next(one for one in studies.draw_fights(SHIPPED, 50, 2) if len(one.reinforced()[0]) > len(one.attackers))
    changed = replace(one, attackers=(replace(one.attackers[0], ranged=50), *one.attackers[1:]))
    assert changed.reinforced()[0][1:] == one.reinforced()[0][1:]


def test_spread_of_lines_agrees_with_single_fights():
    fights = studies.draw_fights(SMALL, 25, 4, eras=["II"])
    spread = studies.lines_of_fights(fights, SMALL, seed=4).frame
    single = [studies.lines(Query(*one.reinforced(), reinforced=True)).frame["defenders_defeated"] for one in fights]
    for line in range(4):
        assert spread["defenders_defeated"].iloc[line] == fsum(part.iloc[line] for part in single) / 25
    assert (spread["decides_low"] <= spread["decides"]).all()


def test_interval_of_a_mean():
    mean, low, high = base.mean_interval([0.0, 1.0] * 200)
    # Variance 100 / 399 of one, Student's t of 399 degrees of freedom.
    assert mean == 0.5
    assert (high - low) / 2 == pytest.approx(1.96593 * (0.25 * 400 / 399 / 400) ** 0.5, rel=1e-5)
    assert base.mean_interval([1.0, 2.0])[0] == 1.5
    assert base.mean_interval([1.0, 2.0])[1] < -1e300


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: studies.matchups(SHIPPED, owners=["Bob"]), "no basic units"),
        (lambda: studies.matchups(SHIPPED, eras=["V"]), "no era"),
        (lambda: studies.matchups(SHIPPED, rows="x"), "--rows: 'x' is none of hand"),
        (lambda: studies.matchups(SHIPPED, take="x"), "--take"),
        (lambda: studies.matchups(SHIPPED, measure="x"), "--measure"),
        (lambda: studies.matchups(SHIPPED, line_ups={"a": units("6 Archer (Pär)")}), "1 to 5 units"),
        (lambda: studies.matchups(replace(SHIPPED, units=())), "has no elite units"),
        (lambda: studies.dice(SHIPPED, fights=0), "--fights"),
        (lambda: studies.dice(SHIPPED, seed=-1), "--seed"),
        (lambda: studies.dice(replace(SMALL, units=SMALL.units[1:])), "fewer than 5 cards"),
        (lambda: studies.draw_fights(SHIPPED, 0, 1), "--fights"),
        (lambda: studies.draw_fights(SHIPPED, 5, -1), "--seed"),
        (lambda: studies.survivors(query("Archer", "Genoese"), seed=-1), "--seed"),
    ],
)
def test_bad_input_is_named(call, told):
    with pytest.raises(InputError, match=told):
        call()
