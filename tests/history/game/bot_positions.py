"""Decisions of games between bots, for the tests of bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from odds import chance
from odds.history.game.bots.policies import POLICIES
from odds.history.game.bots.streams import decision_stream, seat_stream
from odds.history.game.game import Game
from odds.history.game.simulate_compiled import choose_compiled

#: A seed that is no seed of a game.
REDEALS = 1_000_003


def seat_seed(game: Game, seat: int) -> int:
    """Return the seed of a seat's bot."""
    return seat_stream(chance.trial_state(chance.seed_start(game.seed), 0), seat)


def decision_of(game: Game, seat: int, decision: int) -> int:
    """Return where the stream of a seat's decision begins."""
    return decision_stream((seat_seed(game, seat) + chance.GOLDEN * decision) & chance.MASK)


def decisions(players: Sequence[str], bots: Sequence[str], seed: int, redeals: int) -> Iterator[tuple[Game, list[int]]]:
    """Play a game between compiled bots; yield each decision, and what the bot chooses in it and in redeals of it.

    Args:
        players: Sabatons.
        bots: The bot of each seat.
        seed: Seed of the game.
        redeals: How often the cards the seat cannot see are dealt anew.
    """
    game = Game.new(players, seed=seed)
    game.settle()
    made = [0] * len(players)
    while not game.is_over:
        seat = game.player
        assert seat is not None
        dealt = [game.determinize(seat, REDEALS + number).state for number in range(redeals)]
        positions = np.array([game.state, *dealt], np.int64)
        starts = [decision_of(game, seat, made[seat])] * len(positions)
        chosen = choose_compiled(POLICIES[bots[seat]], positions, game.pieces.numbers, starts)
        yield game, chosen
        made[seat] += 1
        game.apply(chosen[0])
        game.settle()
