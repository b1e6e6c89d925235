"""The greedy bot."""

from __future__ import annotations

from odds.history.game.bots.flat_bot import FlatBot
from odds.history.game.bots.policies import GREEDY


class GreedyBot(FlatBot):
    """Makes the attack with the most expected points (`greedy_policy`), one turn at a time."""

    policy = GREEDY
