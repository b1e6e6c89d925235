"""Sampled odds: close to the exact ones, the same on any machine, and honest about their precision."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction

import numba
import numpy as np
import pytest

import odds
from odds import chance, compilation
from odds.history import monte_carlo, tally
from odds.history.encode import encode_unit, pad
from odds.history.fight import CARD, SLOTS, UNIT_WIDTH
from odds.history.monte_carlo import Sampled, sample
from odds.history.phrases import read_units
from odds.history.query import Query, encode
from odds.history.tally import reinforce
from tests.history.bridge import random_fighter, to_units
from tests.history.rule_case import ReinforcementCase
from tests.history.rule_cases import REINFORCEMENT_CASES
from tests.history.test_rules import NO_CARDS, label, units_of

COMPILER = not numba.config.DISABLE_JIT
needs_compiler = pytest.mark.skipif(not COMPILER, reason="compares with the compiler")
# Unsigned scalars warn when they wrap; inside a kernel they do so silently.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")

FIGHTS = 20_000 if COMPILER else 600
ERRORS = 5  # standard errors a sampled figure may be off; once in 1.7 million figures chance alone does it

# ------------------------------------------------------------------------------------------------ streams

#: Outputs of SplitMix64 for the seed 1234567, as published with the reference implementation.
SPLITMIX64 = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


def test_splitmix64_test_vectors() -> None:
    state, found = 1234567, []
    for _ in SPLITMIX64:
        state = chance.advance(state)
        found.append(chance.mix(state))
    assert tuple(found) == SPLITMIX64


def test_trials_are_2_to_the_24_draws_apart() -> None:
    state = start = chance.seed_start(42)
    assert chance.trial_state(start, 0) == start
    golden = 0x9E3779B97F4A7C15
    for trial in (1, 2, 1000, 10**10):
        state = (start + golden * trial * 2**24) % 2**64
        assert chance.trial_state(start, trial) == state


def test_a_seed_of_a_table_is_a_seed() -> None:
    """A cell of a DataFrame is NumPy's number; what is drawn with it, and what is told, is the same."""
    query = QUESTIONS["piles on both sides"]
    one, other = (odds.attack(**query, fights=2_000, seed=seed) for seed in (5, np.int64(5)))
    assert other.to_dict() == one.to_dict()
    assert type(other.seed) is int
    assert odds.simulate("random,random", 1, seed=np.int64(5)).seed == 5
    for none in (-1, chance.MAX_SEED + 1, 1.5, "7"):
        with pytest.raises(odds.InputError, match="--seed: a seed is a whole number from 0"):
            odds.attack(**query, fights=2_000, seed=none)  # type: ignore[arg-type]


def test_seeds_start_apart() -> None:
    starts = {chance.seed_start(seed) for seed in [*range(1000), chance.MAX_SEED]}
    assert len(starts) == 1001
    assert all(0 <= start < 2**64 for start in starts)
    assert chance.seed_start(0) == 16294208416658607535  # the published first output for seed 0


def below(word: int, bound: int) -> int | None:
    """Lemire's choice for one 32-bit word, worked out with whole numbers: None is a rejection."""
    product = word * bound
    return None if product % 2**32 < 2**32 % bound else product // 2**32


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 7, 20, 2**16, 2**31 - 1])
def test_draw_below_takes_the_words_lemire_keeps(bound: int) -> None:
    state = chance.seed_start(bound)
    for _ in range(500):
        expected, position = None, state
        while expected is None:
            position = chance.advance(position)
            expected = below(chance.mix(position) >> 32, bound)
        state, drawn = chance.draw_below(state, bound)
        assert (state, drawn) == (position, expected)


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6, 7, 20, 200])
def test_every_number_is_kept_for_equally_many_words(bound: int) -> None:
    """Uniform exactly: the words kept for number k are those with k * 2**32 <= word * bound - rejected."""
    least = 2**32 % bound
    counts = set()
    for drawn in range(bound):
        first = -(-(drawn * 2**32 + least) // bound)
        last = ((drawn + 1) * 2**32 - 1) // bound
        assert below(first, bound) == below(last, bound) == drawn
        assert first == 0 or below(first - 1, bound) in (None, drawn - 1)
        counts.add(last - first + 1)
    assert counts == {2**32 // bound}


def test_draw_below_rejects_as_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**32 = 3 * 1431655765 + 1: of all words only 0 is rejected for the bound 3."""
    words = iter([0, 0, 1, 1431655765, 1431655766, 2863311530, 2863311531, 2**32 - 1])
    monkeypatch.setattr(chance, "mix", lambda state: next(words) << 32)
    assert [chance.draw_below(0, 3)[1] for _ in range(6)] == [0, 0, 1, 1, 2, 2]
    assert next(words, None) is None


@needs_compiler
def test_compiled_streams_are_the_interpreted_ones() -> None:
    import odds.history.compiled  # noqa: F401  its functions are compilable

    compilation.tell_compiler()

    trial_state, draw_below, mix = chance.trial_state, chance.draw_below, chance.mix

    @numba.njit
    def draw(start, first, last, bound, out):
        index = 0
        for trial in range(first, last):
            state = trial_state(start, trial)
            for _ in range(4):
                state, drawn = draw_below(state, bound)
                out[index, 0] = drawn
                out[index, 1] = mix(state)
                index += 1

    for seed, first in ((0, 0), (7, 123_456), (chance.MAX_SEED, 10**10)):
        start = chance.seed_start(seed)
        for bound in (1, 6, 20, 2**31 - 1):
            out = np.zeros((80, 2), np.uint64)
            draw(np.uint64(start), np.uint64(first), np.uint64(first + 20), bound, out)
            expected = []
            for trial in range(first, first + 20):
                state = chance.trial_state(start, trial)
                for _ in range(4):
                    state, drawn = chance.draw_below(state, bound)
                    expected.append([drawn, chance.mix(state)])
            assert out.tolist() == expected


# ---------------------------------------------------------------------------------------------- intervals


def test_wilson_against_known_values() -> None:
    # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29; score method without correction.
    for successes, trials, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        found = chance.wilson(successes, trials)
        assert (round(found[0], 4), round(found[1], 4)) == (low, high)
    assert chance.wilson(20, 20)[1] == 1.0
    assert chance.wilson(20, 20)[0] == pytest.approx(1 - chance.wilson(0, 20)[1], abs=1e-15)


@pytest.mark.parametrize(
    ("freedom", "point"),
    [(20, 2.0860), (25, 2.0595), (30, 2.0423), (31, 2.0395), (40, 2.0211), (60, 2.0003), (120, 1.9799)],
)
def test_student_against_the_table(freedom: int, point: float) -> None:
    assert round(chance.student_95(freedom), 4) == point


def test_student_becomes_normal() -> None:
    assert chance.student_95(10**9) == pytest.approx(1.959963984540054, abs=1e-8)


def test_block_interval_by_hand() -> None:
    # 32 blocks of 10 samples with sums 4 and 6 in turns: mean 0.5, block means 0.4 and 0.6, each 0.1 away;
    # variance of a block mean 32 * 0.01 / 31, of the mean of 32 of them 0.01 / 31.
    low, high = chance.block_interval([4, 6] * 16, [10] * 32)
    half = 2.0395134 * math.sqrt(0.01 / 31)
    assert (low, high) == (pytest.approx(0.5 - half, abs=1e-7), pytest.approx(0.5 + half, abs=1e-7))
    # A shorter last block counts by its size.
    low, high = chance.block_interval([4, 6] * 16 + [2.5], [10] * 32 + [5])
    assert (low + high) / 2 == pytest.approx(0.5)
    assert chance.block_interval([4] * 31, [10] * 31) == chance.wilson(124, 310)
    assert chance.block_interval([5] * 40, [10] * 40) == chance.wilson(200, 400)


# --------------------------------------------------------------------------------------------------- draws


@pytest.mark.parametrize("case", REINFORCEMENT_CASES, ids=label)
def test_sampled_reinforcement(case: ReinforcementCase) -> None:
    """Drawn line-ups come up as often as worked out by hand, within 5 standard errors."""
    line_up, pile = units_of(case.lineup), units_of(case.pile)
    names = sorted({unit.name for unit in line_up + pile})
    rows = [number for unit in pile for number in encode_unit(unit, names.index(unit.name))]
    start, trials = chance.seed_start(20_25), 6_000
    found: Counter[tuple[str, ...]] = Counter()
    for trial in range(trials):
        units = pad(number for unit in line_up for number in encode_unit(unit, names.index(unit.name)))
        state = chance.trial_state(start, trial)
        _, count = reinforce(units, len(line_up), case.slots, rows, len(pile), [0] * SLOTS, state)
        found[tuple(names[card] for card in units[CARD : count * UNIT_WIDTH : UNIT_WIDTH])] += 1
    assert set(found) == set(case.results)
    for line, share in case.results.items():
        assert_close(found[line] / trials, share, trials)


def assert_close(found: float, share: Fraction | float, trials: int) -> None:
    """Within 5 standard errors of a counted share (for one with weighed dice that is generous)."""
    error = math.sqrt(float(share) * (1 - float(share)) / trials)
    assert abs(found - float(share)) <= ERRORS * error + 1e-12, (found, float(share), error)


# ------------------------------------------------------------------------------------ sampled against exact

QUESTIONS: dict[str, dict[str, object]] = {
    "known line-ups": {"attackers": "A=1/0/2:2, B=0/2/0 heroic-death", "defenders": "X=1/1/1:2, Y=0/1/2 reroll"},
    "re-rolls of both in a challenge": {
        "attackers": "A=1/0/1:2 reroll:2, B=0/1/0",
        "defenders": "X=0/1/1:2 reroll, Y=1/0/0",
        "challenge": True,
    },
    "piles on both sides": {
        "attackers": "A=1/0/1 reinforcement:2, B=0/1/0 left",
        "defenders": "X=0/1/1 reinforcement right, Y=1/0/0 left",
        "deck": "3 C=2/0/1 right, 2 D=0/0/3:2 reinforcement, E=1/1/1 heroic-death:2",
        "stack": "2 Z=1/2/1:2 hero, W=0/0/2 ambush deflection, 2 V=2/0/0 reinforcement",
    },
    "piles, re-rolls and victory points": {
        "attackers": "A=1/0/1 reinforcement reroll, B=0/1/0",
        "defenders": "X=0/1/1 reinforcement reroll",
        "deck": "3 C=2/0/1 reroll, 2 D=0/0/3:2 reinforcement",
        "stack": "2 Z=1/2/1:2 hero, W=0/0/2 ambush",
        "objective": "vp",
        "relics": {"II": 3},
    },
    "the other rulings": {
        "attackers": "A=1/0/1 reinforcement, B=0/1/0 deflection:2",
        "defenders": "X=0/1/1 reinforcement deflection",
        "deck": "3 C=2/0/1, 2 D=0/0/3:2",
        "stack": "2 Z=1/2/1:2, W=0/0/2",
        "rulings": {"deflection_per": "fight", "empty_side_fights": False},
    },
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_sampled_odds_are_close_to_the_exact_ones(name: str) -> None:
    exact = odds.attack(**QUESTIONS[name], method="exact")
    found = odds.attack(**QUESTIONS[name], fights=FIGHTS, seed=11)
    assert (found.method, found.fights, found.seed, found.fractions) == ("monte-carlo", FIGHTS, 11, None)
    for key in ("win", "lose", "nobody"):
        assert_close(getattr(found, key), getattr(exact, key), FIGHTS)
    for key in ("attackers_deployed", "attacker_survivors", "defender_survivors"):
        told, true = getattr(found, key), getattr(exact, key)
        assert set(told) <= set(true)
        for count, share in true.items():
            assert_close(told.get(count, 0.0), share, FIGHTS)
        assert sum(told.values()) == pytest.approx(1, abs=1e-12)
    for unit, copies in exact.conquered["by_unit"].items():
        # Copies of one name number 4 at most: the standard error is below 2 / sqrt(fights).
        assert abs(found.conquered["by_unit"][unit] - copies) <= ERRORS * 2 / math.sqrt(FIGHTS)
    # Some value within 0 and 4 heroes and a relic, 15 points: standard error below 7.5 / sqrt(fights).
    assert abs(found.expected_vp - exact.expected_vp) <= ERRORS * 7.5 / math.sqrt(FIGHTS)
    assert found.win_interval is not None
    low, high = found.win_interval
    assert low <= found.win <= high
    assert 0 < high - low <= 2.1 * 1.96 * 0.5 / math.sqrt(FIGHTS)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    """Of 200 intervals of 95 % at least 178 hold the truth (fewer: once in 20,000 tries of an honest one)."""
    runs, fights = 200, 1_000 if COMPILER else 128
    for name in ("known line-ups", "piles on both sides"):
        query = query_of(name)
        truth = odds.attack(**QUESTIONS[name], method="exact").win
        encoded, held = encode(query), 0
        for seed in range(runs if COMPILER else 30):
            low, high = sample(query, encoded, seed, fights).win_interval
            held += low <= truth <= high
        assert held >= (178 if COMPILER else 23)


def query_of(name: str) -> Query:
    question = dict(QUESTIONS[name])
    units = {
        key: read_units(question.pop(key, ""), NO_CARDS, what=key)
        for key in ("attackers", "defenders", "deck", "stack")
    }
    rulings = odds.Rulings(**question.pop("rulings", {}))
    return Query(**units, rulings=rulings, **question)


# ------------------------------------------------------------------------- same seed, same answer, anywhere


def run(query: Query, seed: int, fights: int | None, precision: float | None = None) -> Sampled:
    return sample(query, encode(query), seed, fights, precision)


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_number_of_threads_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    query = query_of(name)
    fights = 10_000 if COMPILER else 130
    found = []
    for threads in (1, 2, 3):
        monkeypatch.setattr(monte_carlo, "threads_to_use", lambda threads=threads: threads)
        found.append(run(query, 5, fights))
    assert found[0] == found[1] == found[2]
    assert found[0] != run(query, 6, fights)


def test_a_precision_stops_at_the_same_block_on_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    query = query_of("piles on both sides")
    found = []
    for threads in (1, 2):
        monkeypatch.setattr(monte_carlo, "threads_to_use", lambda threads=threads: threads)
        monkeypatch.setattr(monte_carlo, "PRECISION_BLOCK", 1_024 if COMPILER else 8)
        found.append(run(query, 5, None, 0.002 if COMPILER else 0.06))
    assert found[0] == found[1]


@needs_compiler
@pytest.mark.parametrize("name", QUESTIONS)
def test_interpreted_samples_are_the_compiled_ones(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    query, found = query_of(name), []
    for limit in (10**9, -1):
        monkeypatch.setattr(monte_carlo, "INTERPRETED_FIGHTS", limit)
        monkeypatch.setattr(monte_carlo, "INTERPRETED_FIGHTS_WARM", limit)
        found.append(run(query, 3, 1_500))
    interpreted, compiled = found
    assert interpreted.dice_weighed == compiled.dice_weighed
    if not compiled.dice_weighed:
        assert interpreted == compiled
    # Weighed dice are whole numbers on one side and doubles on the other: only the last digits may differ.
    assert interpreted.sums.sums == pytest.approx(compiled.sums.sums, rel=1e-12, abs=1e-12)
    assert interpreted.win_interval == pytest.approx(compiled.win_interval, rel=1e-9)


def test_samples_of_a_block_do_not_depend_on_the_block() -> None:
    """Fights 0 to 500 are the first 500 of any longer run; more fights add to them."""
    query = query_of("piles on both sides")
    encoded = encode(query)
    sampler, _, _ = monte_carlo._sampler(query, encoded, 9, 10**6 if COMPILER else 1)
    whole = np.array(sampler.block(0, 300), dtype=float)
    parts = sum(np.array(sampler.block(first, first + 100), dtype=float) for first in (0, 100, 200))
    assert parts.tolist() == pytest.approx(whole.tolist(), rel=1e-12)


# --------------------------------------------------------------------------------------------------- stopping


@pytest.mark.parametrize("name", ["known line-ups", "piles on both sides"])
def test_a_precision_is_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    precision = 0.005 if COMPILER else 0.05
    monkeypatch.setattr(monte_carlo, "PRECISION_BLOCK", 1_024 if COMPILER else 8)
    found = run(query_of(name), 1, None, precision)
    low, high = found.win_interval
    assert (high - low) / 2 <= precision
    blocks = found.fights // monte_carlo.PRECISION_BLOCK
    assert blocks >= chance.MIN_BLOCKS
    assert found.fights == blocks * monte_carlo.PRECISION_BLOCK
    assert sum(found.sums.sums[tally.RESULT : tally.RESULT + 3]) == pytest.approx(found.fights)


def test_a_precision_stops_soon_after_it_is_reached() -> None:
    """A counted share needs (1.96 / precision)**2 p (1 - p) fights; looking at a geometric pace adds a quarter."""
    if not COMPILER:
        pytest.skip("needs many fights")
    name, precision = "known line-ups", 0.002
    share = odds.attack(**QUESTIONS[name], method="exact").win
    needed = (1.96 / precision) ** 2 * share * (1 - share)
    found = run(query_of(name), 2, None, precision)
    assert 0.97 * needed <= found.fights <= 1.3 * needed + monte_carlo.PRECISION_BLOCK


def test_fights_are_the_most_under_a_precision() -> None:
    found = run(query_of("known line-ups"), 2, 1_500, 0.0001)
    low, high = found.win_interval
    assert found.fights == 1_500
    assert (high - low) / 2 > 0.0001


@pytest.mark.parametrize("fights", [1, 2, 63, 64, 65, 1_000, 1_001])
def test_exactly_the_fights_asked_for(fights: int) -> None:
    for name in ("known line-ups", "piles on both sides"):
        found = run(query_of(name), 2, fights)
        assert found.fights == found.sums.total == fights
        assert sum(found.sums.sums[tally.RESULT : tally.RESULT + 3]) == pytest.approx(fights)


class Stop:
    """Presses Ctrl-C when it is told of progress for the first time."""

    def __call__(self, done: int, to_do: int) -> None:
        assert 0 < done <= to_do
        raise KeyboardInterrupt


def test_ctrl_c_keeps_what_is_known() -> None:
    found = sample(query_of("piles on both sides"), encode(query_of("piles on both sides")), 2, 1_280, None, Stop())
    assert found.interrupted
    assert 0 < found.fights < 1_280
    assert sum(found.sums.sums[tally.RESULT : tally.RESULT + 3]) == pytest.approx(found.fights)
    low, high = found.win_interval
    assert low <= found.sums.sums[tally.RESULT] / found.fights <= high


def test_random_questions_interpreted_and_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few draws of many questions: the two ways agree on line-ups nobody picked by hand."""
    if not COMPILER:
        pytest.skip("compares with the compiler")
    rng = random.Random(12)
    for _ in range(25):
        cards = [
            to_units(random_fighter(rng, f"U{n}", tokens=False, draws=True) for n in range(count))
            for count in (rng.randint(1, 4), rng.randint(1, 3), rng.randint(0, 5), rng.randint(0, 5))
        ]
        query = Query(*cards, objective=rng.choice(("win", "vp")), challenge=rng.random() < 0.5)
        found = []
        for limit in (10**9, -1):
            monkeypatch.setattr(monte_carlo, "INTERPRETED_FIGHTS", limit)
            monkeypatch.setattr(monte_carlo, "INTERPRETED_FIGHTS_WARM", limit)
            found.append(run(query, 4, 64).sums.sums)
        assert found[0] == pytest.approx(found[1], rel=1e-11, abs=1e-11), query
