"""Simulation: the same games for any number of workers, tables that agree, bots of one's own."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numba.core import config

from odds.errors import InputError
from odds.history.card_files import read_card_set
from odds.history.game import simulate_compiled
from odds.history.game.bots import View
from odds.history.game.bots.policies import CARDS_OWNED
from odds.history.game.scoring import TOTAL
from odds.history.game.simulate import simulate
from odds.history.game.simulate_games import Plan, _play_interpreted, play_block
from odds.history.game.simulate_tables import GAME_COLUMNS, ROUND_COLUMNS, SUMMARY_COLUMNS, TABLES
from odds.history.rules import Rulings

#: Games over several blocks of a worker; fewer where nothing is compiled.
MANY = 12 if config.DISABLE_JIT else 1100

OWN = "tests.history.game.test_simulate:Last"


class Last:
    """A bot of one's own: the last legal action."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> int:
        """Choose the last of the legal actions."""
        return view.legal[-1]


class Cheat:
    """A bot that chooses what is not legal."""

    def __init__(self, seed: int) -> None:
        del seed

    def choose(self, view: View) -> int:
        """Choose an action that there is not."""
        return -1


class Broken(Cheat):
    """A bot that fails."""

    def choose(self, view: View) -> int:
        """Divide by nothing."""
        return 1 // 0


def plan_of(*players: str, seed: int = 1, long: bool = False) -> Plan:
    return Plan(players, read_card_set(), Rulings(), seed, long)


@pytest.mark.parametrize("long", [False, True])
def test_compiled_games_are_those_of_the_classes(long: bool) -> None:
    """The same games, from the kernel and from the bots' classes, number for number."""
    plan = plan_of("random", "random", "random", seed=5, long=long)
    block = play_block(plan, 7, 12)
    for row in range(5):
        results = np.zeros_like(block.results[row]).reshape(-1)
        rounds = np.zeros_like(block.rounds[row]).reshape(-1)
        decided = np.zeros_like(block.decided[row])
        _play_interpreted(plan, 7 + row, results, rounds, decided)
        assert (results == block.results[row].reshape(-1)).all()
        assert (rounds == block.rounds[row].reshape(-1)).all()
        assert (decided == block.decided[row]).all()


def test_any_number_of_workers_plays_the_same_games() -> None:
    one, two, three = (simulate("random,random", MANY, seed=3, workers=workers) for workers in (1, 2, 3))
    pd.testing.assert_frame_equal(one.to_frame(), two.to_frame(), check_exact=True)
    pd.testing.assert_frame_equal(one.rounds_frame(), three.rounds_frame(), check_exact=True)
    for name in SUMMARY_COLUMNS:
        pd.testing.assert_frame_equal(one.table(name), three.table(name), check_exact=True)
    other = simulate("random,random", MANY, seed=4)
    assert not one.to_frame().equals(other.to_frame())


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")
def test_the_kernel_compiled_while_the_bots_are_is_the_one_that_plays() -> None:
    """It is compiled for types written down; with other arguments numba would compile it once more."""
    simulate("random,random", 2, seed=1)
    (compiled,) = simulate_compiled.KERNELS._compiled["play_bots"].signatures
    assert compiled == simulate_compiled._SIGNATURES["play_bots"]


def test_a_game_does_not_depend_on_how_many_are_played() -> None:
    few, many = (simulate("random,random,random", games, seed=9).to_frame() for games in (7, 20))
    pd.testing.assert_frame_equal(few, many.iloc[: len(few)], check_exact=True)


def test_seats_and_sabatons_go_round() -> None:
    """Three bots over fifteen games: each in each seat five times, and with each Sabaton as often as another."""
    plan = plan_of("random", OWN, "greedy")
    games = np.arange(15)
    bots = plan.bots_of(games)
    sabatons = plan.sabatons_of(games)
    for bot in range(3):
        assert [int((bots[:, seat] == bot).sum()) for seat in range(3)] == [5, 5, 5]
        assert sorted(np.bincount(sabatons[bots == bot], minlength=5).tolist()) == [3, 3, 3, 3, 3]
    assert all(len(set(row)) == 3 for row in sabatons.tolist())


def test_the_tables_agree() -> None:
    simulation = simulate("random,random,random", 30, seed=6)
    games, rounds = simulation.to_frame(), simulation.rounds_frame()
    assert list(games.columns) == [column.name for column in GAME_COLUMNS]
    assert list(rounds.columns) == [column.name for column in ROUND_COLUMNS]
    assert (len(games), len(rounds)) == (90, 630)
    sources = ["units", "heroes", "relics", "medals", "honour"]
    assert (games[sources].sum(axis=1) == games["total"]).all()
    last = rounds[rounds["round"] == 6].reset_index(drop=True)
    pd.testing.assert_frame_equal(last[["game", "seat", *sources]], games[["game", "seat", *sources]])
    start = rounds[rounds["round"] == 0]
    assert set(start["cards"]) == {8}
    assert set(start["relics"]) == {1}
    assert set(start["units"]) == {0}
    assert games.groupby("game")["win"].sum().tolist() == pytest.approx([1.0] * 30, abs=1e-12)
    best = games.groupby("game")["total"].transform("max")
    assert (games["total"][games["win"] > 0] == best[games["win"] > 0]).all()


def test_the_means_are_those_of_the_games() -> None:
    simulation = simulate("random,random", 40, seed=8)
    games = simulation.to_frame()
    bot = simulation.rows("bots")[0]
    assert bot["games"] == 80
    assert bot["win"] == 0.5
    for source in ("units", "relics", "total", "decisions"):
        assert bot[source] == games[source].sum() / 80
    for row in simulation.rows("strategies"):
        part = games[games["seat"] == row["seat"]]
        assert (row["games"], row["win"]) == (40, part["win"].mean())
        assert row["low"] < row["win"] < row["high"]
    points = simulation.table("points")
    for source in ("units", "relics", "medals"):
        assert points[points["source"] == source]["vp"].sum() == pytest.approx(games[source].mean(), abs=1e-9)
    gains = simulation.rounds_frame().sort_values(["game", "seat", "round"]).groupby(["game", "seat"])["relics"].diff()
    relics = points[points["source"] == "relics"].set_index("round")
    for number in range(1, 7):
        gained = gains[simulation.rounds_frame()["round"] == number]
        half = 1.959963984540054 * gained.std() / math.sqrt(80)
        row = relics.loc[number]
        assert (row["low"], row["high"]) == pytest.approx((gained.mean() - half, gained.mean() + half), abs=1e-9)
        assert row["games"] == 80
    deck = simulation.table("deck")
    after = simulation.rounds_frame().groupby("round")["cards"].mean()
    assert deck["cards"].tolist() == pytest.approx(after.tolist(), abs=1e-12)
    assert (deck["low"] <= deck["cards"]).all()


def test_without_keeping_the_means_are_the_same_and_the_games_are_not_there() -> None:
    kept, lean = (simulate("random,random", 20, seed=2, keep=keep) for keep in (True, False))
    for name in SUMMARY_COLUMNS:
        pd.testing.assert_frame_equal(kept.table(name), lean.table(name), check_exact=True)
    with pytest.raises(InputError, match="keep=True"):
        lean.to_frame()


def test_the_tables_are_written_whole(tmp_path: Path) -> None:
    simulation = simulate("random,random", 10, seed=2)
    files = simulation.write(tmp_path / "out")
    names = [*(f"{name}.csv" for name in TABLES), "simulation.json"]
    assert [file.name for file in files] == names
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == sorted(names)
    about = json.loads((tmp_path / "out" / "simulation.json").read_text(encoding="utf-8"))
    assert (about["players"], about["games"], about["seed"], about["rounds"]) == (["random", "random"], 10, 2, 6)
    assert about["rulings"] == Rulings().to_dict()
    assert [column["name"] for column in about["tables"]["games"]] == [column.name for column in GAME_COLUMNS]
    read = pd.read_csv(tmp_path / "out" / "games.csv")
    assert read.astype(simulation.to_frame().dtypes.to_dict()).equals(simulation.to_frame())


def test_tables_that_are_there_are_not_replaced_unasked(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("precious")
    simulation = simulate("random,random", 2, seed=2)
    with pytest.raises(InputError, match=r"there is a deck\.csv already"):
        simulation.write(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["deck.csv"]
    simulation.write(tmp_path, force=True)
    assert (tmp_path / "deck.csv").read_text() != "precious"


def test_tables_as_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    simulation = simulate("random,random", 10, seed=2)
    simulation.write(tmp_path, "parquet")
    read = pd.read_parquet(tmp_path / "rounds.parquet")
    assert read["total"].tolist() == simulation.rounds_frame()["total"].tolist()


def test_the_charts_take_the_tables() -> None:
    """Every column the charts of games ask for is there."""
    from odds.charts.kinds import COLUMNS

    simulation = simulate("random,random", 10, seed=2)
    for name in ("strategies", "points", "deck"):
        assert set(COLUMNS[name]) <= set(simulation.table(name).columns)


def test_a_bot_of_ones_own_plays_in_processes_as_alone() -> None:
    alone, spread = (simulate([OWN, "random"], 6, seed=4, workers=workers) for workers in (1, 2))
    pd.testing.assert_frame_equal(alone.to_frame(), spread.to_frame(), check_exact=True)
    assert {row["bot"] for row in alone.rows("bots")} == {OWN, "random"}
    assert int(alone.blocks[0].rounds[0, 0, :, CARDS_OWNED].sum()) == 16
    assert int(alone.blocks[0].results[:, :, TOTAL].min()) >= 0


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("Cheat", r"chose '-1', which is not one of view.legal \(round 1, .*\)"),
        ("Broken", r"failed \(round 1, .*\): ZeroDivisionError: "),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_fails_is_named(bot: str, message: str, workers: int) -> None:
    with pytest.raises(InputError, match=message):
        simulate([f"tests.history.game.test_simulate:{bot}", "random"], 6, seed=4, workers=workers)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": "random"}, "2 to 5 players, not 1"),
        ({"players": ["random"] * 6}, "2 to 5 players, not 6"),
        ({"players": "random,rendom"}, "no bot is called 'rendom', nearest: random"),
        ({"players": 3}, "players: are bots by name, as in .*, not 3"),
        ({"players": ["random", None]}, r"players: are bots by name, as in .*, not \['random', None\]"),
        ({"games": 1.5}, "games: is a whole number from 1 to 10000000, not 1.5"),
        ({"workers": "two"}, "workers: is a whole number from 1 to 1024, not 'two'"),
        ({"cards": 3}, "cards: is a card set's folder or name, or a CardSet, not 3"),
        ({"games": 0}, "games: is a whole number from 1 to"),
        ({"workers": 0}, "workers: is a whole number from 1 to"),
        ({"seed": -1}, "seed: a seed is a whole number from 0 to"),
        ({"cards": "no-such-set"}, "no-such-set"),
        ({"rulings": "empty_side_fights=false"}, "--rulings: rulings are a mapping"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        simulate(**{"players": "random,random", "games": 4, **arguments})


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="minutes without the compiler")
def test_the_progress_is_told() -> None:
    told: list[int] = []
    simulate("random,random", 1200, seed=1, keep=False, progress=told.append)
    assert told == [500, 1000, 1200]
