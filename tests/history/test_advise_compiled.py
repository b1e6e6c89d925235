"""The compiled passes count what the interpreted ones count, to the last integer, in any number of threads.

The file is also run with the compiler off (NUMBA_DISABLE_JIT) and with bounds checked (NUMBA_BOUNDSCHECK).
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from odds.history.advise import evaluators_compiled, search
from odds.history.advise.draw_pairs import Draws
from odds.history.advise.evaluators import Interpreted
from odds.history.advise.evaluators_compiled import Compiled
from odds.history.advise.position import Position
from tests.history.advise_bridge import all_draws, many_positions, random_weights, to_position

EXACT = 2**53  # whole numbers up to here are exact as doubles


def decisions(seed: int, number: int, most_work: int = 80) -> Iterator[tuple[Position, Draws]]:
    """Random positions with all their draws, half of them with weights of their own."""
    rng = random.Random(-seed)
    for simple, position in many_positions(seed, number, most_work):
        chosen = position if rng.random() < 0.5 else to_position(simple, random_weights(rng))
        yield chosen, all_draws(chosen)


def check_equality(seed: int, number: int) -> None:
    exact = bounded = 0
    for index, (position, draws) in enumerate(decisions(seed, number)):
        if search.largest_sum(position, draws) >= search.LARGEST_SUM:
            continue
        order = list(range(position.attack_count))
        random.Random(index).shuffle(order)
        slow, fast = Interpreted(position, draws), Compiled(position, draws, threads=1)
        expected, found = slow.value(order), fast.value(order)
        assert found.tallies == expected.tallies, (seed, index)
        if max(map(abs, expected.scores)) < EXACT:
            assert found.scores == expected.scores, (seed, index)
            exact += 1
        floors = [float("-inf")] * len(draws.pairs.totals)
        limits = slow.limit(order, floors)
        if max(map(abs, limits)) < EXACT:
            assert fast.limit(order, floors) == limits, (seed, index)
            middle = [sorted(limits)[len(limits) // 2]] * len(draws.pairs.totals)
            assert fast.limit(order, middle) == slow.limit(order, middle), (seed, index)
            bounded += 1
    assert min(exact, bounded) > number // 2


def test_the_tallies_and_bounds_are_the_interpreted_ones():
    check_equality(seed=1, number=150)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_the_tallies_and_bounds_of_many_positions_are_the_interpreted_ones(seed):
    check_equality(seed, number=300)


def test_one_and_two_threads_find_the_same(monkeypatch):
    monkeypatch.setattr(evaluators_compiled, "PIECE", 3)
    for position, draws in decisions(seed=21, number=12):
        order = list(range(position.attack_count))
        one, two = (Compiled(position, draws, threads) for threads in (1, 2))
        floors = [float("-inf")] * len(draws.pairs.totals)
        assert one.value(order) == two.value(order)
        assert one.limit(order, floors) == two.limit(order, floors)


def test_the_search_ranks_as_it_does_interpreted(monkeypatch):
    for position, draws in decisions(seed=31, number=30):
        found = []
        for evaluator in (Compiled, Interpreted):
            monkeypatch.setattr(search, "evaluator_for", lambda *question, chosen=evaluator: chosen(*question[:2]))
            result = search.search_exactly(position, draws)
            assert result.settled
            found.append(result.ranked[:3])
        assert found[0] == found[1]


def test_the_assignments_chosen_are_the_interpreted_ones():
    for position, draws in decisions(seed=41, number=20):
        for attack in range(position.attack_count):
            pairs = draws.pairs.count(position.combination(attack))
            expected, found = [-1] * pairs, np.full(pairs, -1)
            Interpreted(position, draws).value([attack], expected)
            Compiled(position, draws, 1).value([attack], found)
            assert found.tolist() == expected
            assert -1 not in expected


def test_other_draws_can_be_taken_up():
    (position, draws), *_ = (pair for pair in decisions(seed=51, number=30) if len(pair[1].pairs.weights) > 4)
    order = list(range(position.attack_count))
    double = replace(draws, pairs=replace(draws.pairs, weights=[2 * weight for weight in draws.pairs.weights]))
    evaluator = Compiled(position, double, 1)
    doubled = evaluator.value(order).tallies
    evaluator.use(draws)
    once = evaluator.value(order).tallies
    assert doubled == [[2 * number for number in tally] for tally in once]


def test_no_attack_at_all_is_evaluated_to_nothing():
    ((position, draws),) = decisions(seed=61, number=1)
    found = Compiled(position, draws, 1).value([])
    assert (found.scores, found.tallies) == ([], [])
    assert Compiled(position, draws, 1).limit([], [0.0] * len(draws.pairs.totals)) == []


# ------------------------------------------------------------------------------------- which one is taken


def test_sums_beyond_64_bits_are_left_to_the_interpreter():
    ((position, draws),) = decisions(seed=61, number=1)
    assert isinstance(search.evaluator_for(position, draws, 10**6), Compiled)
    rolling = replace(position, most_rerolls=20)
    assert 36 * 6**20 < search.LARGEST_SUM <= search.largest_sum(rolling, draws)
    assert isinstance(search.evaluator_for(rolling, draws, 10**6), Interpreted)


def test_the_largest_sum_is_beyond_every_number_of_a_pass():
    for index, (position, draws) in enumerate(decisions(seed=71, number=60, most_work=60)):
        found = Interpreted(position, draws).value(range(position.attack_count))
        largest = max(abs(number) for tally in found.tallies for number in tally)
        assert largest <= search.largest_sum(position, draws), index


def test_small_questions_are_interpreted_and_large_ones_compiled(monkeypatch):
    ((position, draws),) = decisions(seed=61, number=1)
    name = "odds.history.advise.evaluators_compiled"
    for limit, warm in ((search.INTERPRETED_FIGHTS_WARM, True), (search.INTERPRETED_FIGHTS, False)):
        if not warm:
            monkeypatch.delitem(sys.modules, name)
        assert isinstance(search.evaluator_for(position, draws, limit), Interpreted)
        assert not isinstance(search.evaluator_for(position, draws, limit + 1), Interpreted)
