"""Pruning keeps the optimum: bounds are bounds, and the search finds what trying everything finds."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from odds.history.advise import evaluate, search
from odds.history.advise.bound import PRIZES, bound_tokens
from odds.history.advise.draw_pairs import Draws
from odds.history.advise.evaluators import Evaluator, Interpreted, Values, caps_of
from odds.history.advise.position import Position
from odds.history.advise.pricing import WIN_ONLY, Weights
from odds.history.advise.ranked import Ranked
from odds.history.encode import DICE
from odds.history.faces import FACES_SCRATCH
from odds.history.fight import ARENA_SIZE, SIDE_ROWS, set_up
from tests.history.advise_bridge import (
    all_draws,
    many_positions,
    random_weights,
    rank_all,
    to_position,
    unbounded,
)

TOP = 3


class Eager(Evaluator):
    """The interpreted evaluator for searches that bound however small they are; counts what it evaluates."""

    def __init__(self, position: Position, draws: Draws) -> None:
        self.inner = Interpreted(position, draws)
        self.evaluated = 0

    def value(self, order: Sequence[int]) -> Values:
        self.evaluated += len(order)
        return self.inner.value(order)

    def limit(self, order: Sequence[int], floors: Sequence[Any], any_order: bool = False) -> list[Any]:
        return self.inner.limit(order, floors, any_order)


@pytest.fixture
def eager(monkeypatch):
    """Searches that bound and look at every attack by itself."""
    monkeypatch.setattr(search, "evaluator_for", lambda position, draws, _fights: Eager(position, draws))
    for name, value in (("BATCH", 1), ("FIRST_BATCH", 1), ("PORTION", 4), ("BOUND_BATCH", 3), ("WORTH_BOUNDING", 0)):
        monkeypatch.setattr(search, name, value)


def best_first(ranked: Sequence[Ranked]) -> list[tuple[Any, ...]]:
    return sorted((one.quality() for one in ranked), reverse=True)


def best_ideas(position: Position, ranked: Sequence[Ranked]) -> list[tuple[Any, ...]]:
    """The best of each of the best three sets of cards against a target: the order of cards is a detail."""
    ideas: dict[object, tuple[Any, ...]] = {}
    for one in sorted(ranked, key=Ranked.quality, reverse=True):
        ideas.setdefault(position.group(one.number), one.quality())
    return list(ideas.values())[:TOP]


def random_decisions(seed: int, number: int, most_work: int = 120) -> Iterator[Position]:
    """Random positions, half of them with weights of their own."""
    rng = random.Random(-seed)
    for simple, position in many_positions(seed, number, most_work):
        yield position if rng.random() < 0.5 else to_position(simple, random_weights(rng))


def check_search(seed: int, number: int, most_work: int) -> None:
    bounded = saved = 0
    for index, position in enumerate(random_decisions(seed, number, most_work)):
        draws = all_draws(position)
        expected = best_first(rank_all(unbounded(position), draws))
        found = search.search_exactly(position, draws, TOP)
        assert [one.quality() for one in found.ranked[:TOP]] == expected[:TOP], (seed, index)
        assert best_ideas(position, found.ranked) == best_ideas(position, rank_all(position, draws)), (seed, index)
        assert (found.settled, found.interrupted, found.seed) == (True, False, None)
        assert found.considered == position.attack_count
        assert found.everything == (len(found.ranked) == position.attack_count)
        bounded += position.settings[evaluate.BOUNDED]
        saved += position.attack_count - len(found.ranked)
    assert bounded > number // 2
    assert saved > number // 3  # so pruning was at work


def test_the_search_finds_what_trying_everything_finds(eager):
    check_search(seed=21, number=300, most_work=60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(22, 32))
def test_many_searches_find_what_trying_everything_finds(eager, seed):
    check_search(seed, number=500, most_work=150)


def test_attacks_of_the_same_worth_keep_their_order_however_they_are_found(eager):
    for position in random_decisions(seed=33, number=40, most_work=60):
        draws = all_draws(position)
        pruned = search.search_exactly(position, draws, TOP).ranked[:TOP]
        everything = search.search_exactly(position, draws, TOP, everything=True).ranked
        assert [one.number for one in pruned] == [one.number for one in everything[:TOP]]


# ------------------------------------------------------------------------------------------------ bounds


def scratch() -> tuple[list[int], ...]:
    return tuple([0] * size for size in (ARENA_SIZE, SIDE_ROWS, 36, 3, 36, FACES_SCRATCH, 36))


def check_tokens(position: Position, draws: Draws, attack: int) -> int:
    """Hold the bound of each subset of the tokens to all its assignments, pair of draws by pair."""
    arena, line, table, bonus, values, faces, weights = scratch()
    powers = [6**power for power in range(position.most_rerolls + 1)]
    combination, target = position.combination(attack), position.target(attack)
    challenge = position.challenges[target] > 0
    checked = 0
    for pair in range(*draws.pairs.spans[2 * combination : 2 * combination + 2]):
        draw, theirs = draws.pairs.pairs[2 * pair : 2 * pair + 2]
        ours = evaluate.compose(
            line,
            position.attacks[2 * attack],
            position.line_ups,
            position.hand_rows,
            draw,
            draws.rows,
            draws.counts,
        )
        defenders = draws.defenders, theirs * SIDE_ROWS, draws.defender_counts[theirs]
        prizes = position.prize_numbers, target * PRIZES
        for subset in range(1 << len(position.tokens)):
            set_up(arena, line, 0, ours, *defenders, None)
            limit = bound_tokens(
                *(arena, position.token_rows, subset, -1, DICE, challenge),
                *(position.rulings.empty_side_fights, *prizes, powers, bonus, values, faces, weights),
            )
            span = 2 * (evaluate.SUBSETS * ours + subset)
            for assignment in range(*position.spans[span : span + 2]) if subset else (0,):
                evaluate.add_tokens(line, position.token_rows, position.assignments, assignment, 1)
                set_up(arena, line, 0, ours, *defenders, None)
                evaluate.add_tokens(line, position.token_rows, position.assignments, assignment, -1)
                value = evaluate.fight_worth(
                    *(arena, DICE, challenge, position.settings, *prizes, powers),
                    *(table, values, faces, weights),
                )
                assert value <= limit, (attack, pair, subset, assignment)
                checked += 1
    return checked


def test_no_assignment_of_tokens_is_worth_more_than_its_bound():
    rng = random.Random(41)
    checked = 0
    for position in random_decisions(seed=41, number=150):
        if position.settings[evaluate.BOUNDED]:
            attack = rng.randrange(position.attack_count)
            checked += check_tokens(position, all_draws(position), attack)
    assert checked > 500


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(42, 52))
def test_no_assignment_of_tokens_of_many_positions_is_worth_more_than_its_bound(seed):
    for position in random_decisions(seed, number=300):
        if position.settings[evaluate.BOUNDED]:
            for attack in range(position.attack_count):
                check_tokens(position, all_draws(position), attack)


def capped(position: Position, draws: Draws, combination: int) -> int:
    """What the caps of the defending line-ups allow a set of draws and a target."""
    caps = caps_of(position, draws)
    return sum(
        draws.pairs.weights[pair] * caps[draws.pairs.pairs[2 * pair + 1]]
        for pair in range(*draws.pairs.spans[2 * combination : 2 * combination + 2])
    )


def bounded_decisions(seed: int, number: int) -> Iterator[tuple[int, Position, Draws, Interpreted]]:
    """Those of the random positions that have bounds, with their number, draws and evaluator."""
    for index, position in enumerate(random_decisions(seed, number)):
        if position.settings[evaluate.BOUNDED]:
            draws = all_draws(position)
            yield index, position, draws, Interpreted(position, draws)


def no_floors(draws: Draws) -> list[float]:
    return [float("-inf")] * len(draws.pairs.totals)


def test_a_bound_for_any_order_is_one_for_each_order():
    looser = 0
    for index, position, draws, evaluator in bounded_decisions(seed=67, number=150):
        order = list(range(position.attack_count))
        none = no_floors(draws)
        best: dict[object, int] = {}
        for attack, limit in zip(order, evaluator.limit(order, none), strict=True):
            group = position.group(attack)
            best[group] = max(limit, best.get(group, limit))
        for attack, limit in zip(order, evaluator.limit(order, none, True), strict=True):
            assert limit >= best[position.group(attack)], (index, attack)
            looser += limit > best[position.group(attack)]
    assert looser > 10


def test_no_attack_is_worth_more_than_its_bound_and_no_bound_more_than_the_cap():
    for index, position, draws, evaluator in bounded_decisions(seed=61, number=120):
        order = list(range(position.attack_count))
        scores = evaluator.value(order).scores
        limits = evaluator.limit(order, no_floors(draws))
        for attack in order:
            cap = capped(position, draws, position.combination(attack))
            assert scores[attack] <= limits[attack] <= cap, (index, attack)


def test_a_bound_given_up_below_a_floor_is_still_a_bound_and_says_that_it_is_below():
    given_up = 0
    for index, position, draws, evaluator in bounded_decisions(seed=71, number=120):
        order = list(range(position.attack_count))
        scores = evaluator.value(order).scores
        exact = evaluator.limit(order, no_floors(draws))
        # A floor that few reach, then one that nobody does: a bound is given up after a while, or almost at once.
        floors = [0] * len(draws.pairs.totals)
        for attack in order:
            combination = position.combination(attack)
            most = capped(position, draws, combination) if index % 2 else exact[attack]
            floors[combination] = max(floors[combination], most)
        for attack, limit in zip(order, evaluator.limit(order, floors), strict=True):
            assert limit >= exact[attack] >= scores[attack], (index, attack)
            floor = floors[position.combination(attack)]
            assert limit == exact[attack] or limit < floor, (index, attack)
            given_up += limit != exact[attack]
    assert given_up > 15


@pytest.mark.parametrize(
    "weights",
    [
        Weights(token=Fraction(1, 10)),
        Weights(unit=Fraction(-1)),
        Weights(win=Fraction(-1)),
        Weights(relic=Fraction(-1)),
        Weights(opponent=Fraction(1)),
    ],
    ids=lambda weights: ",".join(
        name for name, value in weights.to_dict().items() if value != Weights().to_dict()[name]
    ),
)
def test_an_objective_that_the_bound_does_not_hold_for_is_tried_in_full(eager, weights):
    for simple, _ in many_positions(seed=81, number=12, most_work=60):
        position = to_position(simple, weights)
        draws = all_draws(position)
        found = search.search_exactly(position, draws, TOP)
        assert found.everything
        assert [one.quality() for one in found.ranked] == best_first(rank_all(unbounded(position), draws))


# --------------------------------------------------------------------------------------------- dominance


def goods(ranked: Ranked) -> tuple[Any, ...]:
    """What nobody would have less of."""
    return (
        *(ranked.win, ranked.unit_vp, ranked.relic_vp, ranked.medal_vp),
        *(-ranked.tokens, -ranked.heroes, -ranked.cards),
    )


def check_dominance(seed: int, number: int) -> None:
    rng = random.Random(seed)
    for index, (simple, _) in enumerate(many_positions(seed, number, most_work=80)):
        for weights in (Weights(), WIN_ONLY, random_weights(rng)):
            if any(target.challenge for target in simple.targets):
                weights = Weights(**{**weights.__dict__, "opponent": Fraction(0)})
            position = to_position(simple, weights)
            draws = all_draws(position)
            first = search.search_exactly(position, draws, 1).ranked[0]
            for other in rank_all(position, draws):
                better = [own >= best for own, best in zip(goods(other), goods(first), strict=True)]
                assert not all(better) or goods(other) == goods(first), (seed, index, weights, first, other)


def test_what_is_recommended_is_never_dominated(eager):
    check_dominance(seed=91, number=60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(92, 97))
def test_what_is_recommended_in_many_positions_is_never_dominated(eager, seed):
    check_dominance(seed, number=300)


# ------------------------------------------------------------------------------------------------- time


def test_a_search_that_runs_out_of_time_keeps_what_it_found_and_says_so(eager, monkeypatch):
    (_, position), *_ = many_positions(seed=101, number=1, most_work=200)
    draws = all_draws(position)
    clock = iter(range(1000))
    monkeypatch.setattr(search.time, "monotonic", lambda: float(next(clock)))
    found = search.search_exactly(position, draws, TOP, everything=True, seconds=2.5)
    # The clock is asked at the start, then before each attack.
    assert len(found.ranked) == 2
    assert (found.settled, found.interrupted, found.everything) == (False, True, False)


class Compiling(Eager):
    """Takes a minute to compile each pass when it is first called."""

    clock = 0.0
    known: frozenset[str] = frozenset()

    def value(self, order: Sequence[int]) -> Values:
        self.compile("value")
        return super().value(order)

    def limit(self, order: Sequence[int], floors: Sequence[Any], any_order: bool = False) -> list[Any]:
        self.compile("limit")
        return super().limit(order, floors, any_order)

    def compile(self, name: str) -> None:
        if name not in self.known:
            self.known |= {name}
            Compiling.clock += 60


def test_what_has_to_be_compiled_takes_nothing_of_the_time(eager, monkeypatch):
    monkeypatch.setattr(search, "evaluator_for", lambda position, draws, _fights: Compiling(position, draws))
    monkeypatch.setattr(search, "time", SimpleNamespace(monotonic=lambda: Compiling.clock))
    for _, position, draws, _ in bounded_decisions(seed=83, number=5):
        assert search.search_exactly(position, draws, TOP, seconds=5).settled
