"""Rows of a sweep of games are the seats of the games that `odds.simulate` plays."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import odds
from odds.columns import frame as frame_of
from odds.history.sweep_games import GameSweep, prepare

CARDS = odds.read_card_set()
GRID = {
    "Archer": {"melee": [0, 6]},
    "long": [False, True],
    "rulings": {"empty_side_fights": [True, False]},
    "seed": [3, 4],
}


def spec(**more: Any) -> dict[str, Any]:
    games = {"players": ["random, Random", "random,random,random"], "games": 4}
    return {"kind": "games", "seed": 3, "games": games} | more


def work(**more: Any) -> GameSweep:
    body = {key: value for key, value in spec(**more).items() if key in ("games", "grid", "sample")}
    return prepare(body, [CARDS], 3)


def simulated(row: Any, games: int) -> pd.DataFrame:
    """Return the games of a row's point of the grid, played without a sweep."""
    melee = row.get("Archer.melee")
    units = tuple(
        replace(unit, melee=melee) if melee is not None and unit.name == "Archer" else unit for unit in CARDS.units
    )
    return odds.simulate(
        row["players"],
        games,
        seed=row["seed"],
        long=row.get("long") == "true",
        cards=replace(CARDS, units=units),
        rulings={"empty_side_fights": row.get("rulings.empty_side_fights") != "false"},
    ).to_frame()


def test_rows_are_the_games_of_simulation():
    frame = odds.sweep(spec(grid=GRID))
    assert len(frame) == 16 * 4 * (2 + 3)
    axes = ["Archer.melee", "long", "rulings.empty_side_fights", "seed", "players"]
    points = frame.groupby(axes, sort=False)
    assert len(points) == 16 * 2
    for _, rows in points:
        played = simulated(rows.iloc[0], 4)
        pd.testing.assert_frame_equal(rows[played.columns].reset_index(drop=True), played)
    different = frame.groupby("Archer.melee")["total"].sum()
    assert different.nunique() == 2


def test_own_and_compiled_bots():
    bots = ["tests.history.game.test_simulate:Last,random"]
    frame = odds.sweep(spec(games={"players": bots, "games": 2}))
    played = simulated(frame.iloc[0], 2)
    pd.testing.assert_frame_equal(frame[played.columns], played)


@pytest.mark.parametrize("more", [{"grid": {"long": [False, True]}}, {"games": {"players": "random,random"}}])
def test_rows_are_the_same_however_they_are_cut(more: dict[str, Any]):
    """Parts that begin and end inside a game, and a random sample."""
    one = work(**more, **({} if "grid" in more else {"sample": {"games": 9}}))
    whole = frame_of(one.columns, one.compute(0, one.rows))
    cuts = [0, 1, 6, 7, 13, one.rows]
    parts = [frame_of(one.columns, one.compute(*cut)) for cut in pairwise(cuts)]
    pd.testing.assert_frame_equal(pd.concat(parts, ignore_index=True), whole)


def test_the_manifest_says_how_to_play_the_games_again(tmp_path: Path):
    frame = odds.sweep(spec(grid={"long": [False, True]}, seed=8), tmp_path / "out")
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    pd.testing.assert_frame_equal(odds.sweep(manifest["spec"]), frame)
    row = frame.iloc[-1]
    again = (
        odds.simulate(row["players"], int(row["game"]) + 1, seed=row["seed"], long=str(row["long"]).lower() == "true")
        .to_frame()
        .iloc[-1]
    )
    assert again["total"] == row["total"]


def test_a_sample_draws_points_and_bots():
    bots = {"players": ["random,random", "random,tests.history.game.test_simulate:Last"]}
    frame = odds.sweep(spec(games=bots, grid={"long": [False, True]}, sample={"games": 12}))
    assert frame["game"].tolist() == [game for game in range(12) for _ in range(2)]
    assert len(frame[["long", "players"]].drop_duplicates()) == 4
    for game, rows in frame.groupby("game"):
        played = simulated(rows.iloc[0], int(game) + 1)
        played = played[played["game"] == game]
        pd.testing.assert_frame_equal(rows[played.columns].reset_index(drop=True), played.reset_index(drop=True))


def test_seats_that_are_not_even_are_told():
    assert not work(games={"players": ["random,random"], "games": 4}).notes
    (note,) = work().notes
    assert note.startswith("seats: 4 games are no multiple of 3 players")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"games": {}}, 'games.players: is a list of bots, one word for each seat, as in ["greedy,random"]'),
        ({"games": {"players": ["greedy"]}}, "games: players: a game has 2 to 5 players, not 1"),
        ({"games": {"players": ["greedy,gredy"]}}, "no bot is called 'gredy', nearest: greedy"),
        ({"games": {"players": ["random,random"] * 2}}, "games.players: the same bots stand twice"),
        ({"games": {"players": "random,random", "games": 0}}, "games.games: is a whole number from 1 to 10,000,000"),
        ({"games": {"players": "random,random", "long": 1}}, "games.long: is true or false, not 1"),
        ({"games": {"bots": 1}}, "games: unknown key 'bots'"),
        ({"grid": {"seed": [-1]}}, "grid.seed: a seed is a whole number from 0"),
        ({"grid": {"Trưng": {"kind": ["hero"]}}}, "grid.Trưng.kind: the kind decides in which pile a card begins"),
        ({"sample": {"games": 5}}, "games.games: is for a grid; a sample says its own"),
        ({"games": {"players": "random,random"}, "sample": {"rows": 5}}, "sample: unknown key 'rows'"),
        (
            {"games": {"players": ["random,random", "random,random,random"]}, "sample": {"games": 5}},
            "games.players: a sample's games all have the same number of players",
        ),
        ({"fights": {}}, 'fights: belongs to specs of kind = "fights"; this one is of games'),
        ({"bots": {}}, "unknown key 'bots'"),
    ],
)
def test_wrong_specs_are_refused_by_name(tmp_path: Path, more: dict[str, Any], told: str):
    with pytest.raises(odds.InputError) as refused:
        odds.sweep(spec(**more), tmp_path / "out")
    assert told in str(refused.value)
    assert not (tmp_path / "out").exists()
