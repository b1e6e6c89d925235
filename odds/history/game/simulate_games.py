"""Who sits where in the games of a simulation, and playing some of them, compiled or interpreted.

Game g of a simulation depends on the seed, the players and g alone. Seat 1 begins. The bots move on by one seat
from game to game, and once round the table the Sabatons do, so that every bot has every seat equally often and
no Sabaton goes with a seat or a bot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from odds import chance
from odds.errors import InputError
from odds.history.cards import CardSet
from odds.history.game.battle import SCRATCH_SIZE
from odds.history.game.bots import ask_bot, bot_class, bot_named
from odds.history.game.bots.policies import POLICIES, ROUND_SIZE, note_rounds
from odds.history.game.bots.streams import seat_stream
from odds.history.game.engine import begin
from odds.history.game.game import Game
from odds.history.game.pieces import number_pieces
from odds.history.game.scoring import SCORE_SIZE, score_all
from odds.history.game.state import LONG_ROUNDS, SHORT_ROUNDS, STATE_SIZE
from odds.history.rules import SABATONS, Rulings

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Plan:
    """What a simulation plays.

    Args:
        players: The bots, by name or `module:Class`.
        card_set: The card set.
        rulings: The rulings.
        seed: Seed of the run.
        long: Eight rounds instead of six.
    """

    players: tuple[str, ...]
    card_set: CardSet
    rulings: Rulings
    seed: int
    long: bool

    @property
    def rounds(self) -> int:
        """Rounds of a game."""
        return LONG_ROUNDS if self.long else SHORT_ROUNDS

    @property
    def is_compiled(self) -> bool:
        """Whether all bots have policies that are compiled."""
        return all(player in POLICIES for player in self.players)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the pieces."""
        return number_pieces(self.card_set).numbers

    def bots_of(self, games: Array) -> Array:
        """Return which player sits in each seat; shape (games, seats)."""
        seats = len(self.players)
        return np.asarray((np.arange(seats) + games[:, None]) % seats)

    def sabatons_of(self, games: Array) -> Array:
        """Return the Sabaton of each seat; shape (games, seats)."""
        seats = len(self.players)
        return np.asarray((np.arange(seats) + games[:, None] // seats) % len(SABATONS))

    def begun(self, sabatons: list[int]) -> list[int]:
        """Return the position at the beginning of a game."""
        position = [0] * STATE_SIZE
        per_line = self.rulings.deflection_per == "line"
        scratch = [0] * SCRATCH_SIZE
        begin(position, self.numbers, scratch, sabatons, self.rounds, 0, per_line, self.rulings.empty_side_fights)
        return position


@dataclass(frozen=True)
class Block:
    """Some games of a simulation.

    Args:
        first: Number of the first game.
        results: Points of each seat (`scoring`); int64, shape (games, seats, SCORE_SIZE).
        rounds: The same after each round, with the cards owned (`bots.policies`); int64, shape (games, rounds + 1,
            seats, ROUND_SIZE).
        decided: Decisions each seat made; int64, shape (games, seats).
    """

    first: int
    results: Array
    rounds: Array
    decided: Array


def play_block(plan: Plan, first: int, last: int) -> Block:
    """Play the games `first` to `last` of a simulation."""
    seats = len(plan.players)
    results = np.zeros((last - first, seats * SCORE_SIZE), np.int64)
    rounds = np.zeros((last - first, (plan.rounds + 1) * seats * ROUND_SIZE), np.int64)
    decided = np.zeros((last - first, seats), np.int64)
    games = np.arange(first, last)
    if plan.is_compiled:
        _play_compiled(plan, games, results, rounds, decided)
    else:
        for row, game in enumerate(games.tolist()):
            _play_interpreted(plan, game, results[row], rounds[row], decided[row])
    return Block(
        first,
        results.reshape(-1, seats, SCORE_SIZE),
        rounds.reshape(-1, plan.rounds + 1, seats, ROUND_SIZE),
        decided,
    )


def _play_compiled(plan: Plan, games: Array, results: Array, rounds: Array, decided: Array) -> None:
    from odds.history.game.simulate_compiled import play_compiled

    sabatons, which = np.unique(plan.sabatons_of(games), axis=0, return_inverse=True)
    beginnings = np.array([plan.begun(row) for row in sabatons.tolist()], np.int64).reshape(-1, STATE_SIZE)
    policies = np.array([POLICIES[player] for player in plan.players], np.int64)[plan.bots_of(games)]
    begun = beginnings[which.reshape(-1)]
    play_compiled(begun, plan.numbers, policies, plan.seed, int(games[0]), results, rounds, decided)


def _play_interpreted(plan: Plan, game_number: int, results: Any, rounds: Any, decided: Any) -> None:
    """Play one game with the bots as they are; fills its rows."""
    one = np.array([game_number])
    sabatons = [SABATONS[sabaton] for sabaton in plan.sabatons_of(one)[0].tolist()]
    names = [plan.players[player] for player in plan.bots_of(one)[0].tolist()]
    stream = chance.trial_state(chance.seed_start(plan.seed), game_number)
    bots = [bot_named(name, seat_stream(stream, seat)) for seat, name in enumerate(names)]
    game = Game.new(sabatons, long=plan.long, seed=0, cards=plan.card_set, first=sabatons[0], rulings=plan.rulings)
    game._stream = stream  # the game's chance is that of trial g of the run, as in the compiled games
    noted = 0
    while not game.is_over:
        seat = game.player
        if seat is None:
            game.roll()
        else:
            game.apply(ask_bot(bots[seat], game, names[seat]))
            decided[seat] += 1
        noted = note_rounds(game.state, plan.numbers, noted, rounds)
    score_all(game.state, plan.numbers, results, 0)


def read_players(players: str | Sequence[str]) -> tuple[str, ...]:
    """Return the bots of a game, one for each seat: `"greedy,random"` or a list.

    Raises:
        InputError: A wrong number of players, or a bot that does not exist.
    """
    given = players.split(",") if isinstance(players, str) else players
    listed = list(given) if isinstance(given, Iterable) else [given]
    if not all(isinstance(player, str) for player in listed):
        raise InputError(f"are bots by name, as in 'greedy,random' or ['greedy', 'random'], not {players!r}", "players")
    names = tuple(player.strip() for player in listed)
    names = tuple(name if ":" in name else name.lower() for name in names)
    if not 2 <= len(names) <= len(SABATONS):
        raise InputError(f"a game has 2 to {len(SABATONS)} players, not {len(names)}", "players")
    for name in names:
        bot_class(name)
    return names
