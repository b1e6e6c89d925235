"""Sampled draws: near the exact values, settled only when it is, the same for the same seed."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from odds.history.advise import evaluators_compiled, sampled
from odds.history.advise.draw_pairs import Draws
from odds.history.advise.evaluators_compiled import Compiled
from odds.history.advise.position import Position
from odds.history.advise.sampled import BLOCK, FIRST_BLOCKS, MOST_BLOCKS, Sampler, deal, search_by_sampling
from odds.history.advise.search import search_exactly
from odds.history.encode import encode_unit
from odds.history.fight import SIDE_ROWS
from tests.advise_oracle import Position as OraclePosition
from tests.advise_oracle import Target
from tests.history.advise_bridge import all_draws, many_positions, rank_all, to_position
from tests.history.bridge import random_fighter, random_token, to_unit
from tests.oracle import Fighter

NO_END = 1e9  # seconds


@cache
def drawing(number: int) -> tuple[tuple[Position, Draws], ...]:
    """Random positions in which both sides draw, with all their draws: at most 15 attacks, 60 pairs of draws each."""
    rng = random.Random(5)
    positions = [_drawing(rng) for _ in range(number)]
    return tuple((position, all_draws(position)) for position in positions)


def _drawing(rng: random.Random) -> Position:
    def units(side: str, symbols: tuple[int, ...]) -> tuple[Fighter, ...]:
        return tuple(
            replace(random_fighter(rng, f"{side}{place}", tokens=False), reinforcement=due, reroll=0)
            for place, due in enumerate(symbols)
        )

    target = Target(units("D", (1, 0)), units("S", (0, 0, 1, 0)))
    prizes = {count: Fraction(5 - count, 4) for count in range(1, 6)}
    tokens = (random_token(rng, deflecting=True, draws=False),)
    return to_position(
        OraclePosition(
            units("H", (1, 1, 0)), units("P", (0, 0, 1, 0, 0)), (target,), tokens, prizes, token_price=Fraction(1, 8)
        )
    )


@cache
def exact_scores(index: int) -> dict[int, Fraction]:
    """The exact score of every attack of one of those positions."""
    position, draws = drawing(8)[index]
    return {one.number: one.score for one in rank_all(position, draws, Compiled(position, draws, 1))}


@pytest.fixture
def short(monkeypatch):
    """Searches of at most 64 blocks."""
    monkeypatch.setattr(sampled, "MOST_BLOCKS", 64)


def test_the_means_are_near_the_exact_values(short):
    off = 0
    for index, (position, _) in enumerate(drawing(8)):
        exact = exact_scores(index)
        found = search_by_sampling(position, 7, precision=1e-12, seconds=NO_END, everything=True)
        assert (found.samples, found.seed) == (BLOCK * 64, 7)
        for one in found.ranked:
            low, high = one.interval
            # Half an interval is 1.96 standard errors, a little more for Student's t: 2.5 halves are less than 5.
            assert abs(one.score - exact[one.number]) <= Fraction(5, 4) * Fraction(high - low), (index, one)
            assert low <= float(one.score) <= high or abs(float(one.score) - low) < 1e-9
            assert not one.exact
            off += one.score != exact[one.number]
    assert off > 20  # so something was sampled


def test_a_search_is_settled_only_if_the_true_best_is_first(short):
    settled = 0
    for index, (position, _) in enumerate(drawing(8)):
        exact = exact_scores(index)
        for seed in range(5):
            found = search_by_sampling(position, seed, seconds=NO_END)
            settled += found.settled
            if found.settled:
                assert exact[found.ranked[0].number] == max(exact.values()), (index, seed)
    assert settled >= 10


def test_the_same_seed_gives_the_same_answer_and_another_one_another():
    position, _ = drawing(8)[0]
    first, again, other = (search_by_sampling(position, seed, precision=0.05) for seed in (3, 3, 4))
    assert first.ranked == again.ranked
    assert first.samples == again.samples
    assert first.ranked != other.ranked


def test_one_and_two_threads_give_the_same_answer(monkeypatch):
    monkeypatch.setattr(evaluators_compiled, "PIECE", 2)
    for position, _ in drawing(8)[:3]:
        found = []
        for threads in (1, 2):
            monkeypatch.setattr(evaluators_compiled, "threads_to_use", lambda threads=threads: threads)
            found.append(search_by_sampling(position, 3, precision=0.05).ranked)
        assert found[0] == found[1]


def test_sampling_stops_at_the_precision_asked_for():
    position, _ = drawing(8)[0]
    samples = []
    for precision in (0.2, 0.05, 0.02):
        found = search_by_sampling(position, 3, precision=precision, seconds=NO_END)
        leader = max(found.ranked, key=lambda one: one.score)
        low, high = leader.interval
        assert (high - low) / 2 <= precision
        assert found.samples % BLOCK == 0
        assert not found.interrupted
        samples.append(found.samples)
    assert BLOCK * FIRST_BLOCKS <= samples[0] < samples[1] < samples[2] < BLOCK * MOST_BLOCKS


def test_sampling_stops_when_the_time_is_over_and_says_so(monkeypatch):
    position, _ = drawing(8)[0]
    clock = iter(range(1000))
    # The clock is asked at the start, then after each block.
    monkeypatch.setattr(sampled.time, "monotonic", lambda: float(next(clock)))
    found = search_by_sampling(position, 3, seconds=4.5, everything=True)
    assert found.samples == 5 * BLOCK
    assert (found.interrupted, found.settled) == (True, False)
    assert len(found.ranked) == found.considered == position.attack_count


def test_without_a_limit_the_time_is_ten_seconds(monkeypatch):
    position, _ = drawing(8)[0]
    clock = iter(float(number) for number in range(0, 10_000, 3))
    monkeypatch.setattr(sampled.time, "monotonic", lambda: next(clock))
    assert search_by_sampling(position, 3).samples == 4 * BLOCK  # looks at 3, 6, 9 and 12 seconds


def test_attacks_leave_the_race_and_the_best_three_stay(short):
    left = 0
    for position, _ in drawing(8)[:5]:
        found = search_by_sampling(position, 3, precision=1e-12, seconds=NO_END)
        assert len(found.ranked) >= min(3, position.attack_count)
        assert found.everything == (len(found.ranked) == position.attack_count)
        left += position.attack_count - len(found.ranked)
    assert left > 20


def test_a_question_without_draws_is_sampled_to_its_exact_values():
    sure = 0
    for _, position in many_positions(seed=8, number=40, most_work=30):
        draws = all_draws(position)
        if len(draws.pairs.weights) > len(draws.pairs.totals):
            continue
        expected = search_exactly(position, draws, everything=True).ranked
        found = search_by_sampling(position, 1, precision=1.0, everything=True)
        for one, other in zip(found.ranked, expected, strict=True):
            assert (one.number, one.quality()) == (other.number, other.quality())
            assert one.interval == pytest.approx((float(one.score),) * 2, abs=1e-9)
        sure += 1
    assert sure > 5


# ------------------------------------------------------------------------------------------------- draws


def pile(*symbols: int) -> list[list[int]]:
    return [encode_unit(to_unit(Fighter(f"card {n}", 0, 0, 0, reinforcement=due))) for n, due in enumerate(symbols)]


@pytest.mark.parametrize(
    ("symbols", "order", "due", "room", "cards"),
    [
        ((0, 0, 0), (2, 0, 1), 2, 4, (2, 0)),
        ((0, 0, 0), (2, 0, 1), 0, 4, ()),
        ((0, 0, 0), (2, 0, 1), 9, 1, (2,)),  # no room
        ((0, 0, 0), (2, 0, 1), 9, 9, (2, 0, 1)),  # the pile is empty
        ((0, 1, 0), (1, 2, 0), 1, 4, (1, 2)),  # a reinforcement calls another
        ((0, 2, 0), (1, 2, 0), 1, 4, (1, 2, 0)),
        ((0, 2, 0), (1, 2, 0), 1, 2, (1, 2)),
        ((), (), 2, 2, ()),
    ],
)
def test_reinforcement_is_dealt_from_the_top(symbols, order, due, room, cards):
    assert deal(pile(*symbols), order, due, room) == cards


def test_a_block_depends_on_its_number_alone():
    position, _ = drawing(8)[0]
    one, other = Sampler(position, 3), Sampler(position, 3)
    blocks = [one.block(number) for number in range(4)]
    assert other.block(3) == blocks[3]
    assert other.block(0) == blocks[0] != blocks[1]
    assert Sampler(position, 4).block(0) != blocks[0]


def sampled_pairs(position: Position, combination: int, draws: Draws) -> Iterator[tuple[tuple[int, ...], int]]:
    """What a list of pairs has of one set of draws and target: rows of both sides, and the weight."""
    for pair in range(*draws.pairs.spans[2 * combination : 2 * combination + 2]):
        draw, theirs = draws.pairs.pairs[2 * pair : 2 * pair + 2]
        rows = draws.rows[draw * SIDE_ROWS : (draw + 1) * SIDE_ROWS]
        others = draws.defenders[theirs * SIDE_ROWS : (theirs + 1) * SIDE_ROWS]
        yield (*rows, *others), draws.pairs.weights[pair]


def test_every_pair_of_draws_comes_as_often_as_it_should():
    blocks, compared = 120, 0
    for index, (position, draws) in enumerate(drawing(8)):
        sampler = Sampler(position, 11)
        taken = [sampler.block(number) for number in range(blocks)]
        for combination, total in enumerate(draws.pairs.totals):
            counted: Counter[tuple[int, ...]] = Counter()
            expected: Counter[tuple[int, ...]] = Counter()
            for block in taken:
                assert block.pairs.totals[combination] == BLOCK
                for rows, weight in sampled_pairs(position, combination, block):
                    counted[rows] += weight
            for rows, weight in sampled_pairs(position, combination, draws):
                expected[rows] += weight
            assert counted.keys() <= expected.keys()
            number = blocks * BLOCK
            for rows, weight in expected.items():
                share = weight / total
                error = (number * share * (1 - share)) ** 0.5
                assert abs(counted[rows] - number * share) <= 5 * error, (index, combination)
                compared += 1
    assert compared > 50


def test_all_line_ups_meet_the_same_shuffles():
    position, _ = drawing(8)[0]
    rng = random.Random(1)
    sampler = Sampler(position, rng.randrange(1000))
    for number in range(3):
        orders = sampler._shuffle(number)
        assert sorted(orders[0]) == list(range(len(position.deck)))
        assert orders == sampler._shuffle(number)
