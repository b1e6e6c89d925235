"""Keep or roll again (R9): against plain recursion over the oracle's fights, and by hand."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest

from odds.errors import InputError
from odds.history.query import Query
from odds.history.reroll import keep_or_roll
from tests import oracle
from tests.history.bridge import random_line_ups, to_units


def naive(attackers, defenders, challenge: bool):
    """Value to the attacker of a turn of each side: (attacker's face, defender's face, re-rolls left)."""
    worth = {faces: oracle.attacker_wins(result) for faces, result in oracle.fight_table(attackers, defenders).items()}
    own_rerolls = sum(unit.total("reroll") for unit in attackers)
    their_die = oracle.dice(len(attackers))[1]

    def mean(values):
        return sum(values, Fraction(0)) / 6

    @cache
    def attacker_rolls(d, left):
        return mean(attacker_turn(face, d, left - 1) for face in oracle.DIE_NUMBERS)

    @cache
    def attacker_turn(a, d, left):
        return worth[a, d] if left == 0 else max(worth[a, d], attacker_rolls(d, left))

    @cache
    def defender_rolls(a, left):
        return mean(defender_turn(a, face, left - 1) for face in oracle.DIE_NUMBERS)

    @cache
    def defender_turn(a, d, left):
        keep = attacker_turn(a, d, own_rerolls)
        if left == 0:
            return keep
        if challenge:
            return min(keep, defender_rolls(a, left))
        return defender_rolls(a, left) if min(their_die[d - 1]) < 0 else keep

    return worth, attacker_rolls, attacker_turn, defender_rolls


def test_values_equal_plain_recursion():
    rng = random.Random(20)
    compared = 0
    while compared < 150:
        attackers, defenders = random_line_ups(rng)
        rerolls = [sum(unit.total("reroll") for unit in side) for side in (attackers, defenders)]
        challenge = rng.random() < 0.5
        if sum(rerolls) == 0 or not (attackers and defenders) or max(rerolls) > 8:
            continue
        if not challenge and any(unit.token for unit in defenders):
            continue
        if max(sum(unit.token is not None for unit in side) for side in (attackers, defenders)) > 3:
            continue
        compared += 1
        query = Query(to_units(attackers), to_units(defenders), challenge=challenge, reinforced=True)
        worth, attacker_rolls, attacker_turn, defender_rolls = naive(attackers, defenders, challenge)
        a, d = rng.randint(1, 6), rng.randint(1, 6)
        for side, shown in zip(("attacker", "defender"), rerolls, strict=True):
            if not shown:
                continue
            left = rng.randint(1, shown)
            found = keep_or_roll(query, a, d, side, left)
            if side == "attacker":
                assert (found.keep, found.roll) == (worth[a, d], attacker_rolls(d, left))
                assert found.rolls == (found.roll > found.keep)
            else:
                assert (found.keep, found.roll) == (attacker_turn(a, d, rerolls[0]), defender_rolls(a, left))
                negative = min(oracle.dice(len(attackers))[1][d - 1]) < 0
                assert found.rolls == (found.roll < found.keep if challenge else negative)


def read(phrase: str):
    fighters = oracle.read_phrase(phrase)
    return to_units(fighters)


def test_by_hand_one_reroll_for_the_last_melee_face():
    # Attacker 0/0/0 with the strong die, defender 0/0/1 whose risky face 4 (-1,0,0) adds nothing: the melee lines are
    # face 6 (+2): 2:1, one damage, the defender falls and the attacker wins. Every other face leaves 0:1 or 1:1 in
    # melee; a normal or ranged +1 before that defeats the defender (toughness 1) at once. So all faces but 5 win:
    # face 5 gives 1:1 in melee, no damage, one unit each, a tie that the attacker wins, too.
    query = Query(read("A=0/0/0 reroll"), read("D=0/0/1"), reinforced=True)
    found = keep_or_roll(query, 5, 4)
    assert (found.keep, found.roll, found.rolls, found.result) == (1, 1, False, "attacker")


def test_by_hand_rolling_is_worth_the_share_of_winning_faces():
    # Defender 0/0/2 of toughness 2 with face 4: a +1 in ranged or normal leaves it standing with one damage, and in
    # melee 0:2 defeats the attacker: lost. Face 5: 1:2 in melee, lost. Face 6: 2:2, a tie, won. So 1 of 6.
    query = Query(read("A=0/0/0 reroll"), read("D=0/0/2:2"), reinforced=True)
    found = keep_or_roll(query, 1, 4)
    assert (found.keep, found.roll, found.rolls, found.result) == (0, Fraction(1, 6), True, "defender")


def test_points_are_told_in_vp():
    # As above; a win of one unit draws 4 of 32 unseen relics, each worth 1 VP.
    query = Query(read("A=0/0/0 reroll"), read("D=0/0/2:2"), objective="vp", reinforced=True)
    assert keep_or_roll(query, 6, 4).keep == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((0, 1), "--attacker-face"),
        ((1, 7), "--defender-face"),
        ((1, 1, "crowd"), "--side"),
        ((1, 1, "defender"), "--left"),
        ((1, 1, "attacker", 2), "--left"),
        ((1, 1, "attacker", 0), "--left"),
    ],
)
def test_bad_input_is_named(arguments, told):
    query = Query(read("A=0/0/0 reroll"), read("D=0/0/1"), reinforced=True)
    with pytest.raises(InputError, match=told):
        keep_or_roll(query, *arguments)
