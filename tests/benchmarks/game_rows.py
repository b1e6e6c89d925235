"""Whole games: random and greedy ones a second, two workers, memory, cost by rounds and players, start."""

from __future__ import annotations

import resource
import tempfile
from statistics import median

from odds.history.card_files import read_card_set
from odds.history.game import compiled
from odds.history.game.simulate import simulate
from odds.history.rules import SABATONS
from tests.benchmarks.measure import Row, count, ratio_of, seconds, side_by_side
from tests.benchmarks.start_rows import run_python

RANDOM_TARGET = 5_000
GREEDY_TARGET = 10
WORKERS_TARGET = 1.7
COMPILE_SECONDS = 60.0
START_SECONDS = 2.0

#: How far a cost may lie off a straight line through its ends.
LINEAR = 0.25

#: A command that hardly does more than start.
START = ("-m", "odds", "game", "simulate", "--players", "greedy,random", "--games", "1", "--seed", "1")


def rows(quick: bool) -> list[Row]:
    """Measure whole games; the first compile only where there is time for it."""
    simulate("greedy,random", 1, seed=1)
    compiled.play_random(read_card_set(), SABATONS[:4], 1, seed=1)
    games = 2_000 if quick else 10_000
    return [
        _random(games),
        _greedy(20 if quick else 100),
        _workers("random games", games, lambda workers: _play_random(games, threads=workers)),
        _workers(
            "greedy games",
            40 if quick else 200,
            lambda workers: simulate("greedy,greedy", 40 if quick else 200, seed=1, workers=workers, keep=False),
        ),
        _memory(games),
        *_linear(games // 4),
        *_start(quick),
    ]


def _play_random(games: int, players: int = 4, long: bool = False, threads: int = 1) -> object:
    return compiled.play_random(read_card_set(), SABATONS[:players], games, seed=1, long=long, threads=threads)


def _random(games: int) -> Row:
    speed = games / median(seconds(lambda: _play_random(games)) for _ in range(3))
    what = "random games, 4 players, 6 rounds, one thread"
    return Row(what, f"{count(speed)}/s", "", "", f">= {RANDOM_TARGET:,}/s", speed >= RANDOM_TARGET)


def _greedy(games: int) -> Row:
    speed = games / seconds(lambda: simulate("greedy,greedy,greedy,greedy", games, seed=1, keep=False))
    what = "greedy games, 4 players, 6 rounds, one thread"
    return Row(what, f"{speed:.0f}/s", "", "", f">= {GREEDY_TARGET}/s", speed >= GREEDY_TARGET)


def _workers(what: str, games: int, play: object) -> Row:
    assert callable(play)
    times = side_by_side([lambda: play(1), lambda: play(2)], 3)
    ratio = median(one / two for one, two in zip(*times, strict=True))
    one, two = (f"{games / median(taken):,.0f}/s" for taken in times)
    return Row(f"{what}, two workers", two, f"one {one}", f"{ratio:.2f}x", ">= 1.7x", ratio >= WORKERS_TARGET)


def _memory(games: int) -> Row:
    """Play ten times as many games; the process must not grow."""
    simulate("random,random", games, seed=1, keep=False)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    simulate("random,random", 10 * games, seed=1, keep=False)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return Row(f"memory over {10 * games:,} games", f"+{grown:.1f} MB", f"after {games:,}", "", "flat", grown < 8)


def _linear(games: int) -> list[Row]:
    """Cost of a game by rounds and by players."""
    by_rounds = side_by_side([lambda: _play_random(games), lambda: _play_random(games, long=True)], 3)
    rounds = median(long / short for short, long in zip(*by_rounds, strict=True))
    works = [lambda players=players: _play_random(games, players) for players in range(2, 6)]
    by_players = [median(times) / players for players, times in enumerate(side_by_side(works, 3), 2)]
    spread = max(by_players) / min(by_players)
    each = ", ".join(f"{1e6 * taken / games:.0f}" for taken in by_players)
    return [
        Row("cost of 8 rounds against 6", f"{rounds:.2f}x", "8 / 6 = 1.33", "", "linear", abs(rounds - 4 / 3) < LINEAR),
        Row("us a player and game, 2 to 5 players", each, "", f"{spread:.2f}x", "linear", spread < 1 + LINEAR),
    ]


def _start(quick: bool) -> list[Row]:
    """Start with a full cache, beside the import of numba alone, then with an empty one."""
    later, peer = side_by_side(
        [lambda: run_python(*START), lambda: run_python("-c", "import numba")],
        5 if quick else 15,
    )
    most = max(later)
    found = [
        Row(
            "start and one greedy game, cached, the slowest",
            f"{most:.2f} s",
            f"median {median(later):.2f} s, import numba {median(peer):.2f} s",
            f"{ratio_of(later, peer):.1f}x",
            "< 2 s",
            most < START_SECONDS,
        )
    ]
    if not quick:
        with tempfile.TemporaryDirectory() as folder:
            first = seconds(lambda: run_python(*START, ODDS_CACHE_DIR=folder))
        found.append(Row("the same, first compile", f"{first:.0f} s", "", "", "< 60 s", first < COMPILE_SECONDS))
    return found
