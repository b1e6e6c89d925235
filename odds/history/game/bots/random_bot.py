"""The random bot."""

from __future__ import annotations

from odds.history.game.bots.flat_bot import FlatBot
from odds.history.game.bots.policies import RANDOM


class RandomBot(FlatBot):
    """Chooses every legal action with the same chance."""

    policy = RANDOM
