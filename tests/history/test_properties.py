"""What is true of every fight and every question, whatever the cards say."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

import odds
from odds.history.cards import Unit, WarToken
from odds.history.draws import LineUps, enumerate_line_ups
from odds.history.encode import DICE, encode_unit
from odds.history.faces import FACES_SCRATCH, RISKY, STRONG, weigh_faces
from odds.history.fight import CARD, EVENT_DEFEATED, SIDE_ROWS, SLOTS, UNIT_WIDTH, fight
from odds.history.odds import Odds
from odds.history.rules import Rulings
from tests.history.bridge import ALL_RULINGS, arena_of, fight_code, standing

SYMBOLS = st.sampled_from([0, 0, 0, 1, 2])
LABELS = st.sampled_from(["", "", "*", "lion", "eagle"])
VALUES = st.integers(0, 4)
FACES = st.tuples(st.integers(1, 6), st.integers(1, 6))
RULINGS = st.sampled_from(ALL_RULINGS)

TOKENS = st.builds(
    WarToken,
    st.just("token"),
    *[st.integers(-4, 3)] * 3,
    ambush=SYMBOLS,
    heroic_death=SYMBOLS,
    accuracy_normal=SYMBOLS,
    deflection=SYMBOLS,
)


MAYBE_A_TOKEN = st.none() | TOKENS


def units(token: st.SearchStrategy = MAYBE_A_TOKEN, **changed: st.SearchStrategy) -> st.SearchStrategy[Unit]:
    symbols = ("ambush", "heroic_death", "accuracy_ranged", "accuracy_normal", "accuracy_melee", "deflection")
    told = dict.fromkeys(symbols, SYMBOLS) | {"left": LABELS, "right": LABELS} | changed
    return st.builds(Unit, st.sampled_from("ABCD"), *[VALUES] * 3, toughness=st.integers(1, 4), token=token, **told)


def line_ups(unit: st.SearchStrategy[Unit], least: int, most: int) -> st.SearchStrategy[tuple[Unit, ...]]:
    return st.lists(unit, min_size=least, max_size=most).map(tuple)


ATTACKERS = line_ups(units(), 1, 5)
DEFENDERS = line_ups(units(), 0, 4)


# ----------------------------------------------------------------------------------------------- one fight


def mirrored(line_up: tuple[Unit, ...]) -> tuple[Unit, ...]:
    return tuple(replace(unit, left=unit.right, right=unit.left) for unit in line_up)


def rolled(attackers, defenders, faces: tuple[int, int], rulings: Rulings) -> int:
    """Fight with faces of the flat dice (0 to 11: the strong die's, then the risky one's)."""
    arena = arena_of(attackers, defenders)
    per_line = rulings.deflection_per == "line"
    return fight(arena, DICE, 3 * faces[0], 3 * faces[1], per_line, rulings.empty_side_fights, None)


ANY_FACE = st.integers(0, 11)


@settings(deadline=None, max_examples=150)
@given(line_ups(units(), 1, 5), line_ups(units(), 1, 5), st.tuples(ANY_FACE, ANY_FACE), RULINGS)
def test_a_mirror_exchanges_the_sides(ours, theirs, faces, rulings) -> None:
    """R3: sides that change boards with their shields turned round and their faces kept fare the same.

    Only who wins a tie tells the sides apart (R16), and who has which die (R8).
    """
    here = rolled(ours, theirs, faces, rulings)
    there = rolled(mirrored(theirs), mirrored(ours), faces[::-1], rulings)
    low = (1 << SLOTS) - 1
    assert (here & low, here >> SLOTS) == (there >> SLOTS, there & low)


@settings(deadline=None, max_examples=150)
@given(ATTACKERS, DEFENDERS, FACES, RULINGS)
def test_only_deployed_units_stand_and_the_others_were_defeated(ours, theirs, faces, rulings) -> None:
    events: list[tuple[int, ...]] = []
    code = fight_code(arena_of(ours, theirs, events), len(ours), faces, rulings, events)
    up = standing(code, len(ours), len(theirs))  # no bit behind the last unit
    assert sum(up[0]) <= len(ours)
    assert sum(up[1]) <= len(theirs)
    fallen = sum(not stands for side in up for stands in side)
    assert fallen == sum(event[0] == EVENT_DEFEATED for event in events)


plain = units(token=st.none(), heroic_death=st.just(0), deflection=st.just(0))


@settings(deadline=None, max_examples=150)
@given(line_ups(plain, 1, 5), line_ups(plain, 1, 4), FACES, RULINGS, st.data())
def test_more_toughness_never_hurts(ours, theirs, faces, rulings, data) -> None:
    """Without heroic death, deflection and negative values, with the same faces: all own units that stood
    still stand, and all others that fell still fall. (A unit that lives on adds to its side's sums and takes
    what would fall on those behind it.)
    """
    before = standing(fight_code(arena_of(ours, theirs), len(ours), faces, rulings), len(ours), len(theirs))
    side = data.draw(st.integers(0, 1))
    line_up = [ours, theirs][side]
    slot = data.draw(st.integers(0, len(line_up) - 1))
    tougher = list(line_up)
    tougher[slot] = replace(tougher[slot], toughness=tougher[slot].toughness + data.draw(st.integers(1, 5)))
    pair = (tuple(tougher), theirs) if side == 0 else (ours, tuple(tougher))
    after = standing(fight_code(arena_of(*pair), len(ours), faces, rulings), len(ours), len(theirs))
    assert all(new or not old for old, new in zip(before[side], after[side], strict=True))
    assert all(old or not new for old, new in zip(before[1 - side], after[1 - side], strict=True))


@settings(deadline=None, max_examples=100)
@given(ATTACKERS, DEFENDERS, FACES, RULINGS)
def test_names_of_shields_do_not_matter(ours, theirs, faces, rulings) -> None:
    """R4: other labels that are equal where the old ones were change nothing."""
    new = {"": "", "*": "eagle", "lion": "oak", "eagle": "*"}

    def renamed(line_up):
        return tuple(replace(unit, left=new[unit.left], right=new[unit.right]) for unit in line_up)

    expected = fight_code(arena_of(ours, theirs), len(ours), faces, rulings)
    assert fight_code(arena_of(renamed(ours), renamed(theirs)), len(ours), faces, rulings) == expected


@settings(deadline=None, max_examples=100)
@given(ATTACKERS, DEFENDERS, FACES, RULINGS)
def test_a_token_is_as_good_as_the_same_symbols_on_the_unit(ours, theirs, faces, rulings) -> None:
    """R7: what a token adds could as well be printed on the unit (values below 0 can't)."""

    def printed(unit: Unit) -> Unit:
        token = unit.token
        if token is None or min(unit.ranged + token.ranged, unit.normal + token.normal, unit.melee + token.melee) < 0:
            return unit
        names = ("ranged", "normal", "melee", "ambush", "heroic_death", "accuracy_normal", "deflection")
        sums = {name: getattr(unit, name) + getattr(token, name) for name in names}
        return replace(unit, token=None, **sums)

    expected = fight_code(arena_of(ours, theirs), len(ours), faces, rulings)
    pair = tuple(map(printed, ours)), tuple(map(printed, theirs))
    assert fight_code(arena_of(*pair), len(ours), faces, rulings) == expected


# ----------------------------------------------------------------------------------------- draws and odds

cards = units(token=st.none(), reinforcement=SYMBOLS, reroll=st.sampled_from([0, 0, 0, 1]))
PILES = line_ups(cards, 0, 3).flatmap(
    lambda pile: st.lists(st.sampled_from(pile), max_size=4).map(tuple) if pile else st.just(())
)


def chances_of(found: LineUps, forget: int) -> dict[tuple[int, ...], Fraction]:
    """Chances of the line-ups, with one column left out."""
    chances: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for index, (count, weight) in enumerate(zip(found.counts, found.weights, strict=True)):
        rows = found.rows[index * SIDE_ROWS : index * SIDE_ROWS + count * UNIT_WIDTH]
        rows[forget::UNIT_WIDTH] = [0] * count
        chances[tuple(rows)] += Fraction(weight, found.total)
    return chances


@settings(deadline=None, max_examples=100)
@given(line_ups(cards, 1, 4), PILES, st.sampled_from([4, 5]))
def test_merging_equal_cards_changes_nothing(line_up, pile, slots) -> None:
    """R2: told apart by a card number, the cards of a pile come up as often as merged ones."""
    rows = [number for unit in line_up for number in encode_unit(unit)]
    merged = enumerate_line_ups(rows, slots, [encode_unit(unit) for unit in pile], 10**6)
    apart = enumerate_line_ups(rows, slots, [encode_unit(unit, n) for n, unit in enumerate(pile)], 10**6)
    assert sum(merged.weights) == merged.total
    assert sum(apart.weights) == apart.total
    assert len(merged) <= len(apart)
    assert chances_of(merged, CARD) == chances_of(apart, CARD)


def ask(ours, theirs, deck, stack, rulings, **options) -> Odds:
    return odds.attack(ours, theirs, deck=deck, stack=stack, rulings=rulings, method="exact", **options)


@settings(deadline=None, max_examples=40)
@given(
    line_ups(cards, 1, 4), line_ups(cards, 1, 3), PILES, PILES, RULINGS, st.sampled_from(["win", "vp"]), st.booleans()
)
def test_outcomes_add_up(ours, theirs, deck, stack, rulings, objective, challenge) -> None:
    found = ask(ours, theirs, deck, stack, rulings, objective=objective, challenge=challenge)
    assert sum(Fraction(text) for text in found.fractions.values()) == 1
    for shares in (found.attackers_deployed, found.attacker_survivors, found.defender_survivors):
        assert abs(sum(shares.values()) - 1) < 1e-12
        assert all(share > 0 for share in shares.values())
    drawn = min(5, len(ours) + len(deck))
    assert all(len(ours) <= count <= drawn for count in found.attackers_deployed)
    assert all(count <= drawn for count in found.attacker_survivors)
    assert all(count <= min(4, len(theirs) + len(stack)) for count in found.defender_survivors)
    if not challenge:
        expected = found.conquered["expected"]
        survivors = sum(count * share for count, share in found.defender_survivors.items())
        assert 0 <= expected + survivors <= min(4, len(theirs) + len(stack)) + 1e-9
        if not stack:
            assert abs(expected + survivors - len(theirs)) < 1e-9


@settings(deadline=None, max_examples=40)
@given(line_ups(cards, 1, 3), line_ups(cards, 1, 3), PILES, PILES, RULINGS, st.randoms(use_true_random=False))
def test_the_order_of_a_pile_does_not_matter(ours, theirs, deck, stack, rulings, chance) -> None:
    found = ask(ours, theirs, deck, stack, rulings)
    shuffled = [list(pile) for pile in (deck, stack)]
    for pile in shuffled:
        chance.shuffle(pile)
    again = ask(ours, theirs, *shuffled, rulings)
    assert again.fractions == found.fractions
    assert again.attackers_deployed == found.attackers_deployed
    assert again.conquered["by_unit"] == found.conquered["by_unit"]
    assert again.expected_vp == found.expected_vp


# -------------------------------------------------------------------------------------------------- re-rolls


@settings(deadline=None, max_examples=150)
@given(
    st.lists(st.integers(0, 3), min_size=36, max_size=36),
    st.integers(0, 4),
    st.integers(0, 4),
    st.booleans(),
    st.sampled_from([STRONG, RISKY]),
)
def test_re_rolls_serve_who_decides(values, ours, theirs, challenge, die) -> None:
    """R9: ways add up; the attacker's next re-roll never lowers its value, a player's never raises it."""

    def value(own: int, other: int) -> Fraction:
        weights = [0] * 36
        weigh_faces(values, own, other, challenge, DICE, die, [0] * FACES_SCRATCH, weights)
        assert sum(weights) == 6 ** (2 + own + other)
        assert min(weights) >= 0
        worth = sum(weight * each for weight, each in zip(weights, values, strict=True))
        return Fraction(worth, 6 ** (2 + own + other))

    assert value(ours + 1, theirs) >= value(ours, theirs)
    if challenge:
        assert value(ours, theirs + 1) <= value(ours, theirs)
    elif die == STRONG:
        assert value(ours, theirs + 1) == value(ours, theirs)
