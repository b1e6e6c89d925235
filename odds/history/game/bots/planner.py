"""The planner."""

from __future__ import annotations

from odds.history.game.bots.flat_bot import FlatBot
from odds.history.game.bots.policies import PLANNER


class PlannerBot(FlatBot):
    """Plans the whole turn, and for the rounds to come (`planner_policy`)."""

    policy = PLANNER
