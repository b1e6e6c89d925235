"""What bots reckon with, against the odds and the worth of relics that are computed elsewhere."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

import odds
from odds.chance import seed_start
from odds.history.card_files import read_card_set
from odds.history.game.bots.attacks import best_attack, guess_hand
from odds.history.game.bots.desk import (
    BEST,
    CARD_COST,
    GROWTH,
    GUESSED,
    HELD,
    HERO_COST,
    OURS,
    OWN_DRAWS,
    POINT,
    STACK,
    THEIR_DRAWS,
    THEIR_TOKENS,
    THEIRS,
    Desk,
)
from odds.history.game.bots.greedy_policy import be_greedy
from odds.history.game.bots.line_ups import WORST, find_line_up, line_up_worth, strength
from odds.history.game.bots.opaque import plain_desk
from odds.history.game.bots.stakes import best_of_counted, count_relics, medal_worth, set_board_prizes
from odds.history.game.game import Game
from odds.history.game.pieces import number_pieces
from odds.history.game.state import (
    DECK,
    ERA,
    HAND,
    MEDAL_ZONE,
    OWN_MEDALS,
    OWNED,
    PILE,
    PLAYER,
    PLAYER_SIZE,
    RELIC_ZONE,
    STATE_SIZE,
    UNIT_ZONE,
    WON,
)
from odds.history.rules import ERAS
from odds.history.worth import relic_worth

PIECES = number_pieces(read_card_set())
STANDING_STILL = [units for units in range(len(PIECES.units)) if PIECES.units[units].reinforcement == 0]


def bare_desk() -> Desk:
    """Return a desk at which only conquered units count."""
    desk = plain_desk([1] * STATE_SIZE)
    for cost in (CARD_COST, HERO_COST, GROWTH):
        desk.notes[cost] = 0
    return desk


def put(desk: Desk, into: int, units: list[int]) -> None:
    desk.notes[into] = len(units)
    desk.notes[into + 1 : into + 1 + len(units)] = units
    if into == THEIRS:
        desk.notes[THEIR_TOKENS : THEIR_TOKENS + len(units)] = [-1] * len(units)


def line_ups(seed: int) -> tuple[list[int], list[int]]:
    """Return random line-ups of cards without reinforcement: hand cards and cards of an era."""
    chooser = random.Random(seed)
    ours = chooser.sample(
        [unit for unit in STANDING_STILL if PIECES.units[unit].kind == "basic"], chooser.randint(1, 4)
    )
    theirs = chooser.sample(
        [unit for unit in STANDING_STILL if PIECES.units[unit].kind != "basic"], chooser.randint(1, 3)
    )
    return ours, theirs


@pytest.mark.parametrize("seed", range(30))
def test_a_line_up_is_worth_what_the_odds_say(seed: int) -> None:
    """Units only, rounded down to a part of a point: the exact odds of the same attack."""
    ours, theirs = line_ups(seed)
    desk = bare_desk()
    put(desk, OURS, ours)
    put(desk, THEIRS, theirs)
    worth = line_up_worth(PIECES.numbers, desk, 1, False)
    known = odds.attack([PIECES.units[unit] for unit in ours], [PIECES.units[unit] for unit in theirs])
    assert known.method == "exact"
    assert worth == int(POINT * known.expected_unit_vp + 1e-9)
    assert line_up_worth(PIECES.numbers, desk, 1, False) == worth  # nothing of the first fight is left over


@pytest.mark.parametrize("seed", range(4))
def test_the_best_line_up_of_four_cards_is_the_best_of_all(seed: int) -> None:
    """With the full width every ordered line-up is tried."""
    from itertools import permutations

    chooser = random.Random(seed)
    hand = chooser.sample([unit for unit in STANDING_STILL if PIECES.units[unit].kind == "basic"], 4)
    desk = bare_desk()
    desk.notes[CARD_COST] = 50
    put(desk, HELD, hand)
    put(desk, THEIRS, line_ups(seed)[1])
    every = {}
    for length in range(1, 5):
        for line_up in permutations(hand, length):
            put(desk, OURS, list(line_up))
            every[line_up] = line_up_worth(PIECES.numbers, desk, 1, False)
    desk.notes[OURS] = 0
    best = find_line_up(PIECES.numbers, desk, 0, 1, 24, False, WORST)
    found = tuple(desk.notes[BEST + 1 : BEST + 1 + desk.notes[BEST]])
    assert best == max(every.values()) == every[found]
    assert find_line_up(PIECES.numbers, desk, 0, 1, 24, False, best + 5 * POINT) == WORST


def test_reinforcement_comes_from_the_sampled_draws() -> None:
    """A card that calls another is worth what the two of them are."""
    caller = next(unit for unit in range(len(PIECES.units)) if PIECES.units[unit].name == "Conscript")
    ours, theirs = [caller], line_ups(3)[1]
    called = next(unit for unit in STANDING_STILL if PIECES.units[unit].name == "Militia")
    desk = bare_desk()
    put(desk, THEIRS, theirs)
    put(desk, OURS, ours)
    put(desk, OWN_DRAWS, [called])
    put(desk, THEIR_DRAWS, [])
    with_draw = line_up_worth(PIECES.numbers, desk, 1, False)
    put(desk, OURS, [caller, called])
    put(desk, OWN_DRAWS, [])
    assert with_draw == line_up_worth(PIECES.numbers, desk, 1, False)


@pytest.mark.parametrize("draws", [0, 1, 2, 3, 4])
def test_relics_are_worth_what_worth_says(draws: int) -> None:
    """The best of some relics, rounded down to a part of a point for each step of points."""
    chooser = random.Random(draws)
    state = [0] * STATE_SIZE
    for relic in range(len(PIECES.relics)):
        state[RELIC_ZONE + relic] = chooser.choice([PILE, PILE, OWNED, OWNED + 1])
    pool, owned = (dict.fromkeys(ERAS, 0) for _ in range(2))
    for relic, piece in enumerate(PIECES.relics):
        pool[piece.era] += state[RELIC_ZONE + relic] == PILE
        owned[piece.era] += state[RELIC_ZONE + relic] == OWNED
    desk = bare_desk()
    total = count_relics(state, PIECES.numbers, 0, PILE, False, desk.notes)
    assert total == sum(pool.values())
    exact = POINT * relic_worth(pool, owned, draws)
    assert 0 <= exact - best_of_counted(desk.notes, total, draws) < 3


def test_a_medal_is_worth_the_mean_best_of_two_not_won_by_oneself() -> None:
    game = Game.new(("Pär", "Chris"), seed=1)
    game.settle()
    state = list(game.state)
    medals = [number for number, medal in enumerate(PIECES.medals) if medal.owner == "Chris"]
    values = [PIECES.medals[medal].value for medal in medals]
    means = [max(pair) for pair in combinations(values, 2)]
    assert medal_worth(state, PIECES.numbers, 0, 1) == POINT * sum(means) // len(means)
    state[MEDAL_ZONE + medals[0]] = WON
    state[PLAYER + PLAYER_SIZE + OWN_MEDALS] = 1
    rest = Fraction(sum(values[1:]), len(values) - 1)
    assert medal_worth(state, PIECES.numbers, 0, 1) == int(POINT * rest)
    state[PLAYER + PLAYER_SIZE + OWN_MEDALS] = 0
    assert medal_worth(state, PIECES.numbers, 0, 1) == 0


def test_another_hand_is_sampled_from_the_cards_that_may_be_in_it() -> None:
    """Every card comes up, and where the cards really are does not matter."""
    game = Game.new(("Pär", "Chris"), seed=2)
    game.settle()
    desk = bare_desk()
    seen: set[int] = set()
    for seed in range(60):
        hands = []
        for position in (game.state, game.determinize(0, 7 + seed).state):
            guess_hand(position, 1, desk.notes, GUESSED, STACK, seed_start(seed))
            hands.append(desk.notes[GUESSED + 1 : GUESSED + 5])
        assert hands[0] == hands[1]
        assert (desk.notes[GUESSED], desk.notes[STACK], len(set(hands[0]))) == (4, 4, 4)
        seen |= set(hands[0])
    lying = {unit for unit in range(len(PIECES.units)) if game.state[UNIT_ZONE + unit] in (HAND + 1, DECK + 1)}
    assert seen == lying


def test_the_best_attack_is_one_of_the_legal_ones() -> None:
    game = Game.new(("Pär", "Chris"), seed=3)
    game.settle()
    state = list(game.state)
    state[PLAYER + ERA] = 2
    desk = plain_desk(state)
    be_greedy(state, desk.notes)
    set_board_prizes(state, PIECES.numbers, 0, desk.notes)
    worth, action, _ = best_attack(state, PIECES.numbers, desk, 0, seed_start(5))
    assert worth > 0
    assert "conquer" in game.describe(action)


def test_strength_ranks_what_is_plainly_better() -> None:
    """More of anything is stronger."""
    weak = [0] * len(PIECES.numbers)
    base = strength(weak, 0)
    from odds.history.game.pieces import UNITS

    for field in range(14):
        better = list(weak)
        better[UNITS + field] = 1
        assert strength(better, 0) > base
