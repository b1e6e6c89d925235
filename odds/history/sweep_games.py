"""A sweep of whole games: every row one seat of a game between bots, as `odds.simulate` plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from odds import chance
from odds.columns import TEXT, WHOLE, Array, Column, Data
from odds.errors import InputError
from odds.history.cards import CardSet
from odds.history.game.bots.policies import POLICIES, RANDOM
from odds.history.game.pieces import number_pieces
from odds.history.game.simulate import MOST_GAMES
from odds.history.game.simulate_games import Plan, play_block, read_players
from odds.history.game.simulate_tables import GAME_COLUMNS, games_data
from odds.history.rules import Rulings
from odds.history.sweep_grid import Grid, read_grid, setting_at
from odds.history.sweep_points import MOST_ROWS, Product, Rows
from odds.history.sweep_rows import OWN_COLUMN, Filling, axis_column
from odds.history.sweep_spec import check_keys, read_rulings

#: The tables of a spec of this kind, and the keys of its own one.
TABLES = ("games", "grid", "sample")
KEYS = ("players", "games", "long", "rulings")

#: Options that can be an axis.
AXES = ("long", "seed")

#: Games of each point of the grid where the spec names no number.
GAMES = 1000

#: Games of a part, some seconds of work: of random bots, of other compiled ones, and of bots that are not compiled.
RANDOM_GAMES = 12_000
COMPILED_GAMES = 60
OTHER_GAMES = 12


@dataclass(frozen=True)
class World:
    """One card set of the sweep, with its rulings."""

    card_set: CardSet
    rulings: Rulings


class GameSweep:
    """The work of a sweep of games; see `odds.sweeps.spec.Work`.

    Game g of a line-up of bots has the same stream of chance at every point of the grid, so that points compare in
    pairs. In a random sample each game has a stream of its own.

    Args:
        spec: The spec's tables.
        card_sets: The card sets named in it.
        seed: Seed of the random sample and of the games.
    """

    def __init__(self, spec: Mapping[str, Any], card_sets: Sequence[CardSet], seed: int) -> None:
        given = check_keys(spec.get("games", {}), KEYS, "games")
        self.options = {"long": _option("long", given.get("long", False), "games.long"), "seed": seed}
        self.players = _line_ups(given.get("players"))
        self.worlds = [World(card_set, read_rulings(given, card_set, "games")) for card_set in card_sets]
        self.grid: Grid = read_grid(spec.get("grid", {}), card_sets, AXES, _option)
        self._sampled = "sample" in spec
        self.games = _games(spec, given)
        each = 1 if self._sampled else self.games
        sample = {"rows": self.games} if self._sampled else None
        self._product = Product([(len(self.players), each)] * len(self.worlds), self.grid, seed, sample)
        #: Rows of one point of the grid before each line-up of bots, and of all of them.
        self._firsts = np.cumsum([0, *(each * len(players) for players in self.players)])
        self.rows: int = self._count_rows()
        self._check()

    def _count_rows(self) -> int:
        if not self._sampled:
            rows = len(self.worlds) * self.grid.size * int(self._firsts[-1])
        elif len({len(players) for players in self.players}) > 1:
            raise InputError("a sample's games all have the same number of players; write two specs", "games.players")
        else:
            rows = self.games * len(self.players[0])
        if rows > MOST_ROWS:
            raise InputError(f"{rows:,} rows; a sweep has at most {MOST_ROWS:,}, take a [sample]", "games")
        return rows

    def _check(self) -> None:
        """Refuse what cannot be played before anything is: bots, card sets without a whole game, cards' kinds."""
        for axis in self.grid.axes:
            if axis.card and axis.field == "kind":
                place = f"grid.{axis.name}"
                raise InputError("the kind decides in which pile a card begins; write two card sets", place)
        for number in range(len(self.worlds)):
            number_pieces(self._plan(number, 0, 0).card_set)

    @property
    def notes(self) -> list[str]:
        """What a reader should know."""
        seats = sorted({len(players) for players in self.players if self.games % len(players)})
        if self._sampled or not seats:
            return []
        uneven = " and ".join(str(number) for number in seats)
        return [f"seats: {self.games} games are no multiple of {uneven} players, so the seats of a bot are not even"]

    @property
    def part_rows(self) -> int:
        """Rows of a part where the spec names no number: whole games of each line-up of bots."""
        bots = {player for players in self.players for player in players}
        games = OTHER_GAMES
        if bots <= set(POLICIES):
            games = RANDOM_GAMES if all(POLICIES[bot] == RANDOM for bot in bots) else COMPILED_GAMES
        seats = [len(players) for players in self.players]
        whole = int(np.lcm.reduce(seats))
        return -(-games * max(seats) // whole) * whole

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the result, in order."""
        return (
            Column("row", WHOLE, "", "number of the row, from 0"),
            Column("card_set", TEXT, "", "name of the card set"),
            *(axis_column(axis.name, axis.values) for axis in self.grid.axes if axis.name not in OWN_COLUMN),
            Column("players", TEXT, "", "the bots of the game, as for odds game simulate --players"),
            Column("seed", WHOLE, "", "seed of the game's run, as for odds game simulate --seed"),
            *GAME_COLUMNS,
        )

    def compute(self, first: int, last: int) -> Data:
        """Return the rows `first` to `last` as columns."""
        rows, seats = self._rows(first, last)
        table = Filling(self.columns, [world.card_set for world in self.worlds], self.grid, rows)
        names = [",".join(players) for players in self.players]
        for world, point, where in rows.groups():
            for line_up in np.unique(rows.ours[where]).tolist():
                mine = where[rows.ours[where] == line_up]
                plan = self._plan(world, point, line_up)
                games = np.unique(rows.theirs[mine])
                at = np.searchsorted(games, rows.theirs[mine]) * len(plan.players) + seats[mine]
                table.put_rows(mine, _play(plan, games), at)
                table.put_rows(mine, {"seed": np.full(len(mine), plan.seed)})
        table.put_words(slice(None), "players", rows.ours, names)
        return table.finished()

    def _rows(self, first: int, last: int) -> tuple[Rows, Array]:
        """Return what stands in the rows `first` to `last`, the game as `theirs`, and the seat of each, from 0."""
        numbers = np.arange(first, last, dtype=np.int64)
        if self._sampled:
            games, seats = np.divmod(numbers, len(self.players[0]))
        else:
            points, inside = np.divmod(numbers, self._firsts[-1])
            line_ups = np.searchsorted(self._firsts, inside, side="right") - 1
            players = np.diff(self._firsts)[line_ups] // self.games
            inside_games, seats = np.divmod(inside - self._firsts[line_ups], players)
            games = (points * len(self.players) + line_ups) * self.games + inside_games
        played = self._product.part(int(games[0]), int(games[-1]) + 1)
        which = games - games[0]
        own = games if self._sampled else played.theirs[which]
        return Rows(numbers, played.worlds[which], played.points[which], played.ours[which], own), seats

    def warm(self) -> None:
        """Compile what the games need, so that workers find it in the cache."""
        # Which bots' choices are compiled goes by the highest policy of a game.
        highest = {max(POLICIES.get(bot, RANDOM) for bot in players): players for players in self.players}
        for players in highest.values():
            play_block(self._plan(0, 0, self.players.index(players)), 0, 1)

    def _plan(self, number: int, point: int, line_up: int) -> Plan:
        """Return what is played at a point of the grid."""
        world = self.worlds[number]
        options, rulings, changes = setting_at(self.grid, point, world.card_set, number, self.options, world.rulings)
        cards = changes.made(world.card_set)
        return Plan(self.players[line_up], cards, rulings, options["seed"], options["long"])


def _play(plan: Plan, games: Array) -> Data:
    """Return the table of some games of a plan, those of a run of numbers together."""
    runs = np.split(games, np.flatnonzero(np.diff(games) != 1) + 1)
    return games_data(plan, [play_block(plan, int(run[0]), int(run[-1]) + 1) for run in runs])


def _games(spec: Mapping[str, Any], given: Mapping[str, Any]) -> int:
    """Return how many games there are of each point and line-up of bots, or of a random sample."""
    where = "games.games"
    number = given.get("games", GAMES)
    if "sample" in spec:
        if "games" in given:
            raise InputError("is for a grid; a sample says its own, [sample] games = N", where)
        number = check_keys(spec["sample"], ("games",), "sample").get("games")
        where = "sample.games"
    if type(number) is not int or not 1 <= number <= MOST_GAMES:
        raise InputError(f"is a whole number from 1 to {MOST_GAMES:,}, not {number!r}", where)
    return number


def _line_ups(given: object) -> list[tuple[str, ...]]:
    """Return the line-ups of bots."""
    phrases = [given] if isinstance(given, str) else given
    if not isinstance(phrases, list) or not phrases or not all(isinstance(phrase, str) for phrase in phrases):
        raise InputError('is a list of bots, one word for each seat, as in ["greedy,random"]', "games.players")
    try:
        line_ups = [read_players(phrase) for phrase in phrases]
    except InputError as error:
        raise error.at("games") from None
    if len(set(line_ups)) < len(line_ups):
        raise InputError("the same bots stand twice; raise games instead", "games.players")
    return line_ups


def _option(name: str, value: Any, where: str) -> object:
    if name == "seed":
        return chance.read_seed(value, where)
    if not isinstance(value, bool):
        raise InputError(f"is true or false, not {value!r}", where)
    return value


def prepare(spec: Mapping[str, Any], card_sets: Sequence[CardSet], seed: int) -> GameSweep:
    """Return the work of a spec of this kind."""
    return GameSweep(spec, card_sets, seed)
