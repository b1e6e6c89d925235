"""Challenges with hidden hands against the oracle, and what holds of them whatever the numbers."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from odds.errors import InputError
from odds.history.advise import search
from odds.history.advise.advice import advise
from odds.history.advise.defend import defence_of, defend
from odds.history.advise.duel import duel_of, value_challenge
from odds.history.advise.duel_cards import Duel, Holding, deploy, deployments
from odds.history.advise.duel_draws import Piles
from odds.history.advise.duel_exact import Found, expectations, solve_exactly
from odds.history.advise.duel_replies import Replies
from odds.history.advise.duel_sampled import deal_hands, solve_by_sampling, student
from odds.history.advise.position import Prizes
from odds.history.advise.pricing import Weights
from odds.history.advise.targets import Target
from odds.history.card_files import read_card_set
from odds.history.cards import Unit, WarToken
from odds.history.draws import LineUps
from odds.history.table_files import parse_table
from tests import advise_oracle
from tests.advise_oracle import Challenge, Hidden, Position
from tests.history.advise_positions import random_challenge, to_product
from tests.history.bridge import to_token, to_units
from tests.oracle import Line

TARGET = Target("challenge", "II", (), (), "Chris")
FIGURES = ("score", "win", "lose", "nobody")


def to_duel(position: Position, challenge: Challenge) -> Duel:
    """The challenge for the package; equal tokens keep equal names."""
    mine = to_product(position)
    prizes = challenge.prizes or {}
    return Duel(
        hand=mine.hand,
        deck=mine.deck,
        tokens=mine.tokens,
        pool=to_units(challenge.pool),
        hand_size=challenge.hand_size,
        their_tokens=tuple(to_token(token) for token in challenge.tokens),
        prizes=Prizes(
            tuple(Fraction(prizes.get(units, 0)) for units in range(6)),
            lost_medal=Fraction(position.lose_price),
            honour=Fraction(position.honour_price),
        ),
        weights=Weights(
            win=position.win_weight,
            opponent=Fraction(-1),
            token=-position.token_price,
            hero_use=-position.hero_price,
            card=-position.card_price,
        ),
        rulings=mine.rulings,
    )


def tokens_on(line: Line) -> int:
    return sum(unit.token is not None for unit in line)


def solved_by_oracle(position: Position, challenge: Challenge) -> Hidden:
    """The oracle's value where the indifferent defender puts down fewer cards, then fewer tokens."""
    total = Hidden()
    for hand, chance in advise_oracle.hands(challenge.pool, challenge.hand_size).items():
        options = advise_oracle.deployments(position, challenge, hand)
        chosen, expected = min(options, key=lambda option: (option[1], len(option[0]), tokens_on(option[0])))
        answer = advise_oracle.reply(position, challenge, hand, chosen)
        total.deployed[hand] = chosen, expected
        for name in FIGURES:
            setattr(total, name, getattr(total, name) + chance * getattr(answer, name))
    return total


@pytest.mark.parametrize("seed", range(48))
def test_equals_the_oracle(seed):
    rng = random.Random(f"duel {seed}")
    position, challenge = random_challenge(rng)
    position = replace(
        position, lose_price=Fraction(rng.choice((0, 3)), 8), honour_price=Fraction(rng.choice((0, 1)), 8)
    )
    challenge = replace(challenge, pile="unseen")
    found = solve_exactly(to_duel(position, challenge), TARGET)
    expected = solved_by_oracle(position, challenge)
    assert found.ranked.exact
    assert found.ranked.interval is None
    assert {name: getattr(found.ranked, name) for name in FIGURES} == {
        name: getattr(expected, name) for name in FIGURES
    }


@pytest.mark.parametrize("seed", range(16))
def test_what_a_challenged_player_expects_of_each_deployment_equals_the_oracle(seed):
    """It reckons with the deck it has, while the attacker takes all that is not on the table for it."""
    position, challenge = random_challenge(random.Random(f"defend {seed}"))
    duel = to_duel(position, challenge)
    for fighters in advise_oracle.hands(challenge.pool, challenge.hand_size):
        hand = duel.theirs.hand_of(to_units(fighters))
        options = deployments(hand, duel.their_tokens)
        found = expectations(duel, Replies(duel), options, duel.theirs.without(hand))
        expected = {
            to_units(line_up): worth for line_up, worth in advise_oracle.deployments(position, challenge, fighters)
        }
        assert {deploy(duel, option): worth for option, worth in zip(options, found, strict=True)} == expected


RIFLES = Unit("Rifles", ranged=20, toughness=9)
WEAK = Unit("Weak", toughness=9)
STRONG = Unit("Strong", ranged=40, toughness=9)


def by_hand(**changes: object) -> Duel:
    """Rifles against a player that holds Weak or Strong; a win is worth 4 VP."""
    values: dict[str, object] = {
        "hand": (RIFLES,),
        "deck": (),
        "tokens": (),
        "pool": (WEAK, STRONG),
        "hand_size": 1,
        "their_tokens": (),
        "prizes": Prizes((Fraction(0),) * 6, Fraction(4), Fraction(3), Fraction(1)),
        "weights": Weights(),
    }
    return Duel(**(values | changes))  # type: ignore[arg-type]


def test_worked_by_hand():
    """Whoever has the larger ranged value deals nine points at once, whatever the dice, and no unit takes more;
    the dice alone deal six at most. So Strong wins, and Weak, which falls, may as well stay in hand.
    """
    duel = by_hand()
    found = solve_exactly(duel, TARGET)
    assert found.hands == {(0,): (), (1,): ((1, -1),)}
    one = found.ranked
    assert (one.win, one.lose, one.nobody) == (Fraction(1, 2), Fraction(1, 2), 0)
    assert (one.medal_vp, one.opponent_vp, one.relic_vp, one.unit_vp) == (2, Fraction(3, 2), 0, 0)
    assert one.score == 2 - Fraction(1, 20)
    assert (one.number, one.target, one.line_up) == (-1, TARGET, ())


def test_a_token_makes_the_weak_strong():
    """With +40 ranged put on it Weak wins as surely as Strong, which needs no token."""
    token = WarToken("+40", ranged=40)
    found = solve_exactly(by_hand(their_tokens=(token,)), TARGET)
    assert found.hands == {(0,): ((0, 0),), (1,): ((1, -1),)}
    assert found.ranked.lose == 1


def test_an_empty_hand_deploys_nothing_and_loses():
    found = solve_exactly(by_hand(hand_size=0), TARGET)
    assert found.hands == {(): ()}
    assert (found.ranked.win, found.ranked.score) == (1, 4 - Fraction(1, 20))


def test_nothing_to_win():
    duel = by_hand(prizes=Prizes((Fraction(0),) * 6), weights=Weights(card=Fraction(0)))
    found = solve_exactly(duel, TARGET).ranked
    assert (found.score, found.vp, found.opponent_vp, found.win) == (0, 0, 0, 1)  # all is one, so nothing is put down


# ------------------------------------------------------------------------------------- cards of the shipped set


def shipped(phrase: str, owner: str) -> tuple[Unit, ...]:
    """Units of the shipped set by name."""
    card_set = read_card_set("reconstructed")
    known = {unit.name: unit for unit in card_set.units if unit.owner in (owner, "II", "III")}
    return tuple(known[name] for name in phrase.split(", "))


def middling(**changes: object) -> Duel:
    """Three of six cards against three of five, both with reinforcement: some 100,000 fights."""
    return by_hand(
        hand=shipped("Catapult, Conscript, Archer", "Pär"),
        deck=shipped("Spy, Pikeman, Genoese Crossbowmen", "Pär"),
        pool=shipped("Catapult, Archer, Conscript, Scout, Janissaries", "Chris"),
        hand_size=3,
        prizes=Prizes(tuple(map(Fraction, (0, 2, 2, 1, 1, 0))), Fraction(4), Fraction(3), Fraction(1)),
        **changes,
    )


@pytest.fixture(scope="module")
def solved() -> Found:
    return solve_exactly(middling(), TARGET)


def test_no_deployment_beats_the_chosen_one(solved):
    duel = middling()
    hands = duel.theirs.hands(duel.hand_size)
    every = list(dict.fromkeys(option for hand, _ in hands for option in deployments(hand, ())))
    expected = dict(zip(every, expectations(duel, Replies(duel), every), strict=True))
    assert len(solved.hands) == len(hands) == 10
    for hand, chosen in solved.hands.items():
        options = deployments(hand, ())
        assert expected[chosen] == min(expected[option] for option in options)
        assert chosen == next(option for option in options if expected[option] == expected[chosen])


def prefer(monkeypatch, fights: int) -> None:
    """Interpret up to so many fights."""
    for name in ("INTERPRETED_FIGHTS", "INTERPRETED_FIGHTS_WARM"):
        monkeypatch.setattr(search, name, fights)


def test_compiled_and_interpreted_agree(solved, monkeypatch):
    duel = middling()
    jobs = [(hand, chosen) for hand, _ in duel.mine.hands(3)[:6] for chosen in solved.hands.values()]
    prefer(monkeypatch, fights=-1)
    compiled = Replies(duel).best(jobs)
    prefer(monkeypatch, fights=10**9)
    assert Replies(duel).best(jobs) == compiled
    assert all(isinstance(reply.score, Fraction) for reply in compiled)


def test_sampled_agrees_with_exact(solved):
    """The plans reckon with the 20 hands of the attacker as often as they come; 40 blocks; within 5 standard errors."""
    found = solve_by_sampling(middling(), TARGET, 11, 1e9, most_blocks=40, race=((4, 12), (20, 1))).ranked
    assert found.interval is not None
    assert not found.exact
    error = (found.interval[1] - found.interval[0]) / 2 / student(39)
    assert 0 < abs(float(found.score) - float(solved.ranked.score)) < 5 * error
    assert error < 0.1


def test_the_same_seed_gives_the_same_answer():
    one, other = (solve_by_sampling(middling(), TARGET, 5, 1e9, most_blocks=3, race=((1, 4), (2, 1))) for _ in "ab")
    assert one == other
    assert "seed 5" in one.notes[0]


def test_sampling_stops_in_time_and_says_how_much_it_did():
    found = solve_by_sampling(middling(), TARGET, 5, 0.0)
    assert "3 hands of the defender" in found.notes[0]  # three blocks of one hand: five cards, three in hand


@pytest.mark.parametrize("copies", [(1,), (2, 1), (1, 1, 1, 1), (3, 2, 2)])
def test_hands_come_as_often_as_they_are_dealt(copies):
    holding = Holding(tuple(Unit(f"U{number}") for number in range(len(copies))), copies)
    for size in range(holding.size + 1):
        found = holding.hands(size)
        assert sum(ways for _, ways in found) == comb(holding.size, size)
        assert len({hand for hand, _ in found}) == len(found) == holding.count_hands(size)
        assert all(len(holding.without(hand)) == holding.size - size for hand, _ in found)


def test_a_deal_gives_every_card_once():
    holding = Holding(tuple(Unit(f"U{number}") for number in range(5)), (1, 2, 1, 1, 1))
    dealt = deal_hands(holding, 3, 9, 4)
    assert sorted(card for hand in dealt for card in hand) == list(holding.everything())
    assert deal_hands(holding, 0, 9, 4) == [()]


def test_draws_are_spread_over_both_sides():
    """Where there are too many pairs of draws, a sample has as many as were asked for."""
    replies = Piles(middling(), 6)
    ours, theirs = LineUps([], [0] * 3, [1] * 3, 3), LineUps([], [0] * 4, [2] * 4, 8)
    pairs = list(replies.pair_up(ours, theirs))
    assert sum(weight for _, _, weight in pairs) == 6
    assert {draw for draw, _, _ in pairs} == {0, 1, 2}
    assert not replies.exact
    assert len(list(Piles(middling(), 12).pair_up(ours, theirs))) == 12


# ------------------------------------------------------------------------------------------------ the position

TABLE = """\
format = 1
[me]
sabaton = "Pär"
eras = ["II"]
hand = "Catapult, Archer"
deck = "Spy"
discard = ""
tokens = []
relics = {I = 1}
medals = []
own_medals_left = 1
[players.Chris]
era = "II"
army = "Scout, Medic, Archer, Militia"
discard = "Militia"
hand_size = 2
relics = {II = 1}
own_medals_left = 4
"""


def test_a_challenge_of_a_table():
    table = parse_table(TABLE)
    duel, notes = duel_of(table, TARGET, Weights())
    assert [unit.name for unit in duel.pool] == ["Scout", "Medic", "Archer"]
    assert (duel.hand_size, notes) == (2, [])
    medals = [medal.value for medal in table.card_set.medals if medal.owner == "Chris"]
    better = [max(pair) for pair in combinations(medals, 2)]
    assert duel.prizes.medal == Fraction(sum(better), len(better))
    own = [medal.value for medal in table.card_set.medals if medal.owner == "Pär"]
    assert duel.prizes.lost_medal == Fraction(sum(own), len(own))
    assert duel.prizes.relics == (0, 1, 1, 1, 1, 0)  # the only relic is of an era I have none of
    assert duel.prizes.honour == 1


@pytest.mark.parametrize(("old", "new"), [("own_medals_left = 4", "own_medals_left = 0"), ("relics = {II = 1}", "")])
def test_a_player_with_nothing_gives_nothing(old, new):
    duel, _ = duel_of(parse_table(TABLE.replace(old, new)), TARGET, Weights())
    assert (duel.prizes.medal == 0) == ("medals" in old)
    assert (duel.prizes.relics == (0,) * 6) == ("relics" in old)


def test_advise_ranks_challenges_beside_the_rest():
    table = parse_table(TABLE)
    best = advise(table).best
    found = value_challenge(table, Target("challenge", "II", (), (), "Chris"), Weights(), None, None)
    assert best == found.ranked
    assert best is not None
    assert best.exact


def test_defend_finds_what_the_exact_enumeration_finds():
    table = parse_table(TABLE)
    defence = defend(table, by="chris")
    duel, _ = defence_of(table, "Chris", Weights())
    hand = duel.theirs.hand_of(table.hand)
    options = deployments(hand, ())
    expected = expectations(duel, Replies(duel), options, duel.theirs.without(hand))
    assert defence.considered == len(options) == 5
    assert [one.score for one in defence.ranked] == sorted(expected)[:3]
    assert defence.best.line_up == deploy(duel, options[expected.index(min(expected))])
    assert all(one.challenger.win + one.challenger.lose + one.challenger.nobody == 1 for one in defence.ranked)
    frame = defence.to_frame()
    assert list(frame["rank"]) == [1, 2, 3]
    assert frame["win"][0] == float(defence.best.challenger.lose)


def test_defend_samples_what_it_is_told_to():
    table = parse_table(TABLE)
    exact = defend(table, by="Chris")
    sampled = defend(table, by="Chris", method="monte-carlo", seed=3, seconds=0.01)
    assert sampled.best.line_up == exact.best.line_up
    assert (sampled.seed, sampled.samples) == (3, 4)
    assert sampled == defend(table, method="monte-carlo", seed=3, seconds=0.01)
    assert sampled.best.challenger.interval is not None


@pytest.mark.parametrize(
    ("text", "by", "complaint"),
    [
        (TABLE.split("[players")[0], "", "TABLE: the table has no other player"),
        (TABLE, "Tommy", "--by: .*write one of Chris"),
        (TABLE + "[players.Tommy]\n", "", "--by: who challenges you"),
        (TABLE.replace("hand_size = 2", "hand_size = 0"), "", "--by: Chris holds no card"),
    ],
)
def test_defend_refuses(text, by, complaint):
    with pytest.raises(InputError, match=complaint):
        defend(parse_table(text), by=by)
