"""The tables of a simulation: games, rounds, and means by bot."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from odds import chance
from odds.columns import NUMBER, TEXT, WHOLE, Coded, Column, csv_bytes, frame, parquet_bytes
from odds.errors import InputError
from odds.files import write_whole
from odds.history.game.bots.policies import CARDS_OWNED, ROUND_SIZE
from odds.history.game.game import POINT_SOURCES
from odds.history.game.scoring import HEROES, RELIC_CARDS, SHARE, SOURCES, TOTAL
from odds.history.game.simulate_games import Block, Plan
from odds.history.rules import SABATONS

if TYPE_CHECKING:
    import pandas as pd

    from odds.history.game.simulate import Simulation

Array = np.ndarray[Any, np.dtype[Any]]

_POINTS = {
    "units": "points of elite units",
    "heroes": "points of heroes",
    "relics": "points of relics",
    "medals": "points of medals won from others",
    "honour": "honour tokens",
}

_WHO = (
    Column("game", WHOLE, "", "number of the game, from 0"),
    Column("seat", WHOLE, "", "seat, clockwise; 1 begins"),
    Column("bot", TEXT, "", "the bot in it"),
    Column("sabaton", TEXT, "", "its Sabaton"),
)

#: `games.csv`: a row for each game and seat.
GAME_COLUMNS = (
    *_WHO,
    *(Column(source, WHOLE, "VP", f"{meaning} at the end") for source, meaning in _POINTS.items()),
    Column("total", WHOLE, "VP", "all of them"),
    Column("relic_cards", WHOLE, "", "relic cards at the end; they break ties"),
    Column("hero_cards", WHOLE, "", "heroes owned at the end; they break ties next"),
    Column("win", NUMBER, "", "1 for who wins, shared where a tie is not broken, else 0"),
    Column("decisions", WHOLE, "", "decisions the seat made"),
)

#: `rounds.csv`: a row for each game, seat and round; round 0 is the start.
ROUND_COLUMNS = (
    *_WHO,
    Column("round", WHOLE, "", "the round that is over; 0 is the start"),
    *(Column(source, WHOLE, "VP", f"{meaning} so far") for source, meaning in _POINTS.items()),
    Column("total", WHOLE, "VP", "all of them"),
    Column("cards", WHOLE, "units", "cards owned: deck, hand, discard pile, set aside"),
)

_WIN = (
    Column("win", NUMBER, "probability", "share of them it won"),
    Column("low", NUMBER, "probability", "lower end of the 95 % interval (Wilson)"),
    Column("high", NUMBER, "probability", "upper end"),
)
_INTERVAL_OF_A_MEAN = (
    Column("low", NUMBER, "", "lower end of the 95 % interval of the mean, in the same unit"),
    Column("high", NUMBER, "", "upper end"),
    Column("games", WHOLE, "", "games it played, counted once for each of its seats"),
)

#: Tables of means, as the charts of these names want them.
SUMMARY_COLUMNS = {
    "strategies": (
        Column("bot", TEXT, "", "the bot"),
        Column("seat", WHOLE, "", "its seat, clockwise; 1 begins"),
        Column("games", WHOLE, "", "games it played there"),
        *_WIN,
        Column("players", WHOLE, "", "players of a game"),
    ),
    "bots": (
        Column("bot", TEXT, "", "the bot"),
        Column("games", WHOLE, "", "games it played, counted once for each of its seats"),
        *_WIN,
        *(Column(source, NUMBER, "VP", f"mean {meaning}") for source, meaning in _POINTS.items()),
        Column("total", NUMBER, "VP", "mean of all of them"),
        Column("decisions", NUMBER, "", "mean decisions a game"),
    ),
    "points": (
        Column("bot", TEXT, "", "the bot"),
        Column("source", TEXT, "", "source of points"),
        Column("round", WHOLE, "", "round; 0 is the start"),
        Column("vp", NUMBER, "VP", "mean points it gained from this source in that round"),
        *_INTERVAL_OF_A_MEAN,
    ),
    "deck": (
        Column("bot", TEXT, "", "the bot"),
        Column("round", WHOLE, "", "the round that is over; 0 is the start"),
        Column("cards", NUMBER, "units", "mean cards owned"),
        *_INTERVAL_OF_A_MEAN,
    ),
}

#: The file that says what the tables are of.
ABOUT = "simulation.json"

#: All tables that are written.
TABLES = ("games", "rounds", *SUMMARY_COLUMNS)

#: Shares of a win are counted in this part of one: whole numbers for up to five who share.
PARTS = 60


@dataclass
class Totals:
    """Sums over games, by bot (in the order of `names`), whole numbers.

    Args:
        names: The bots, each once.
        games: Games a bot played in each seat; shape (bots, seats).
        wins: Wins in parts of `PARTS`; shape (bots, seats).
        points: What `scoring` counts after each round; shape (bots, rounds + 1, ROUND_SIZE).
        card_squares: Squares of the cards owned; shape (bots, rounds + 1).
        gain_squares: Squares of the points gained in each round, by source; shape (bots, rounds + 1, SOURCES).
        decisions: Decisions; shape (bots,).
    """

    names: list[str]
    games: Array
    wins: Array
    points: Array
    card_squares: Array
    gain_squares: Array
    decisions: Array

    @classmethod
    def of(cls, plan: Plan) -> Totals:
        """Return sums over no game yet."""
        names = list(dict.fromkeys(plan.players))
        bots, seats, rounds = len(names), len(plan.players), plan.rounds + 1
        by_round = (bots, rounds)
        sizes = ((bots, seats), (bots, seats), (*by_round, ROUND_SIZE), by_round, (*by_round, SOURCES), (bots,))
        return cls(names, *(np.zeros(size, np.int64) for size in sizes))

    def add(self, plan: Plan, block: Block) -> None:
        """Add the games of a block."""
        number_of = np.array([self.names.index(player) for player in plan.players])
        players = plan.bots_of(np.arange(block.first, block.first + len(block.results)))
        shares = block.results[:, :, SHARE]
        won = np.where(shares > 0, PARTS // np.maximum(shares, 1), 0)
        gained = np.diff(block.rounds[..., :SOURCES], axis=1, prepend=0)
        for seat in range(len(plan.players)):
            bots = number_of[players[:, seat]]
            np.add.at(self.games[:, seat], bots, 1)
            np.add.at(self.wins[:, seat], bots, won[:, seat])
            np.add.at(self.points, bots, block.rounds[:, :, seat])
            np.add.at(self.card_squares, bots, block.rounds[:, :, seat, CARDS_OWNED] ** 2)
            np.add.at(self.gain_squares, bots, gained[:, :, seat] ** 2)
            np.add.at(self.decisions, bots, block.decided[:, seat])


def _who(plan: Plan, blocks: list[Block]) -> tuple[Array, Array, Array]:
    """Return of each game and seat the game, the player and the Sabaton; shape (games, seats) each."""
    games = np.concatenate([np.arange(block.first, block.first + len(block.results)) for block in blocks])
    seats = len(plan.players)
    return np.repeat(games[:, None], seats, 1), plan.bots_of(games), plan.sabatons_of(games)


def _who_data(plan: Plan, blocks: list[Block], rounds: int) -> dict[str, Any]:
    """Return the columns `_WHO`, each row repeated for some rounds: rounds before seats."""
    games, players, sabatons = _who(plan, blocks)
    names = list(dict.fromkeys(plan.players))
    number_of = np.array([names.index(player) for player in plan.players])
    seats = np.broadcast_to(np.arange(1, len(plan.players) + 1), games.shape)

    def spread(values: Array) -> Array:
        return np.repeat(values[:, None, :], rounds, 1).reshape(-1)

    return {
        "game": spread(games),
        "seat": spread(seats),
        "bot": Coded(spread(number_of[players]), names),
        "sabaton": Coded(spread(sabatons), list(SABATONS)),
    }


def games_data(plan: Plan, blocks: list[Block]) -> dict[str, Any]:
    """Return the columns of `games.csv`."""
    results = np.concatenate([block.results for block in blocks]).reshape(-1, ROUND_SIZE)
    decided = np.concatenate([block.decided for block in blocks]).reshape(-1)
    shares = results[:, SHARE]
    return {
        **_who_data(plan, blocks, 1),
        **{source: results[:, number] for number, source in enumerate(POINT_SOURCES)},
        "total": results[:, TOTAL],
        "relic_cards": results[:, RELIC_CARDS],
        "hero_cards": results[:, HEROES],
        "win": np.where(shares > 0, 1 / np.maximum(shares, 1), 0.0),
        "decisions": decided,
    }


def rounds_data(plan: Plan, blocks: list[Block]) -> dict[str, Any]:
    """Return the columns of `rounds.csv`."""
    rounds = plan.rounds + 1
    every = np.concatenate([block.rounds for block in blocks])
    number = np.broadcast_to(np.arange(rounds)[None, :, None], every.shape[:3]).reshape(-1)
    flat = every.reshape(-1, ROUND_SIZE)
    return {
        **_who_data(plan, blocks, rounds),
        "round": number,
        **{source: flat[:, column] for column, source in enumerate(POINT_SOURCES)},
        "total": flat[:, TOTAL],
        "cards": flat[:, CARDS_OWNED],
    }


def summary_data(plan: Plan, totals: Totals, name: str) -> dict[str, Any]:
    """Return the columns of a table of means.

    Raises:
        InputError: There is no such table.
    """
    if name == "strategies":
        return _strategies(plan, totals)
    if name == "bots":
        return _bots(totals)
    if name == "points":
        return _points(totals)
    if name == "deck":
        return _deck(totals)
    raise InputError(f"there is no table '{name}'; the tables are {', '.join(SUMMARY_COLUMNS)}", "table")


def _intervals(wins: Array, games: Array) -> tuple[Array, Array]:
    ends = [chance.wilson(int(won) / PARTS, int(played)) for won, played in zip(wins, games, strict=True)]
    return np.array([low for low, _ in ends]), np.array([high for _, high in ends])


def _strategies(plan: Plan, totals: Totals) -> dict[str, Any]:
    played = np.argwhere(totals.games > 0)
    bots, seats = played[:, 0], played[:, 1]
    games, wins = totals.games[bots, seats], totals.wins[bots, seats]
    low, high = _intervals(wins, games)
    return {
        "bot": Coded(bots, totals.names),
        "seat": seats + 1,
        "games": games,
        "win": wins / PARTS / games,
        "low": low,
        "high": high,
        "players": np.full(len(bots), len(plan.players)),
    }


def _bots(totals: Totals) -> dict[str, Any]:
    games, wins = totals.games.sum(1), totals.wins.sum(1)
    low, high = _intervals(wins, games)
    means = totals.points[:, -1] / games[:, None]
    return {
        "bot": Coded(np.arange(len(totals.names)), totals.names),
        "games": games,
        "win": wins / PARTS / games,
        "low": low,
        "high": high,
        **{source: means[:, number] for number, source in enumerate(POINT_SOURCES)},
        "total": means[:, TOTAL],
        "decisions": totals.decisions / games,
    }


def _points(totals: Totals) -> dict[str, Any]:
    gained = np.diff(totals.points[:, :, :SOURCES], axis=1, prepend=0)
    bots, rounds, sources = (part.reshape(-1) for part in np.indices(gained.shape))
    return {
        "bot": Coded(bots, totals.names),
        "source": Coded(sources, list(POINT_SOURCES)),
        "round": rounds,
        **_means("vp", gained, totals.gain_squares, totals.games.sum(1)[:, None, None]),
    }


def _deck(totals: Totals) -> dict[str, Any]:
    cards = totals.points[:, :, CARDS_OWNED]
    bots, rounds = (part.reshape(-1) for part in np.indices(cards.shape))
    return {
        "bot": Coded(bots, totals.names),
        "round": rounds,
        **_means("cards", cards, totals.card_squares, totals.games.sum(1)[:, None]),
    }


def _means(name: str, sums: Array, squares: Array, games: Array) -> dict[str, Array]:
    """Return the columns of a mean, its 95 % interval and the games it is over."""
    means = sums / games
    spread = np.maximum(0.0, squares / games - means**2)
    half = chance.Z_95 * np.sqrt(spread / np.maximum(1, games - 1))
    columns = {name: means, "low": means - half, "high": means + half, "games": np.broadcast_to(games, means.shape)}
    return {column: values.reshape(-1) for column, values in columns.items()}


def games_frame(plan: Plan, blocks: list[Block]) -> pd.DataFrame:
    """Return the table of games."""
    _check_kept(blocks)
    return frame(GAME_COLUMNS, games_data(plan, blocks))


def rounds_frame(plan: Plan, blocks: list[Block]) -> pd.DataFrame:
    """Return the table of rounds."""
    _check_kept(blocks)
    return frame(ROUND_COLUMNS, rounds_data(plan, blocks))


def summary_frame(plan: Plan, totals: Totals, name: str) -> pd.DataFrame:
    """Return a table of means."""
    data = summary_data(plan, totals, name)
    return frame(SUMMARY_COLUMNS[name], data)


def summary_rows(plan: Plan, totals: Totals, name: str) -> list[dict[str, Any]]:
    """Return a table of means as plain values, a row each."""
    columns = {
        column: [data.values[code] for code in data.codes] if isinstance(data, Coded) else data.tolist()
        for column, data in summary_data(plan, totals, name).items()
    }
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _check_kept(blocks: list[Block]) -> None:
    if not blocks:
        raise InputError("the games were not kept one by one; simulate with keep=True", "simulation")


def refuse_tables(folder: Path, form: str) -> None:
    """Refuse a folder in which tables of these names are, before games are played.

    Raises:
        InputError: Names the first of them.
    """
    for name in (*(f"{table}.{form}" for table in TABLES), ABOUT):
        if (folder / name).exists():
            raise InputError(f"there is a {name} already; name another folder, or add --force", str(folder))


def encode_games(simulation: Simulation, folder: Path, form: str) -> list[Path]:
    """Write all tables of a simulation into a folder (`Simulation.write`)."""
    _check_kept(simulation.blocks)
    plan, blocks = simulation.plan, simulation.blocks
    tables: dict[str, tuple[Any, Any]] = {
        "games": (GAME_COLUMNS, games_data(plan, blocks)),
        "rounds": (ROUND_COLUMNS, rounds_data(plan, blocks)),
    }
    for name, columns in SUMMARY_COLUMNS.items():
        tables[name] = (columns, summary_data(plan, simulation.totals, name))
    try:
        encode = {"csv": csv_bytes, "parquet": parquet_bytes}[form]
    except KeyError:
        raise InputError(f"is csv or parquet, not '{form}'", "--format") from None
    columns_of = {name: [column.to_dict() for column in columns] for name, (columns, _) in tables.items()}
    about = json.dumps({**simulation.about(), "tables": columns_of}, ensure_ascii=False, indent=1)
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, (columns, data) in tables.items():
            path = folder / f"{name}.{form}"
            write_whole(path, encode(columns, data))
            written.append(path)
        written.append(folder / ABOUT)
        write_whole(written[-1], (about + "\n").encode())
    except ModuleNotFoundError:
        raise InputError("parquet needs the extra: pip install 'battle-odds[parquet]'", "--format") from None
    except OSError as error:
        raise InputError(f"cannot be written to: {error.strerror or error}", str(folder)) from None
    return written
