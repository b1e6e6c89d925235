"""A bot by name: its policy, interpreted."""

from __future__ import annotations

from odds import chance
from odds.history.game.actions import ACTIONS
from odds.history.game.bots.base import View
from odds.history.game.bots.desk import Desk
from odds.history.game.bots.opaque import plain_desk
from odds.history.game.bots.policies import choose
from odds.history.game.bots.streams import decision_stream
from odds.history.game.legal import list_actions


class FlatBot:
    """A policy in numba's subset as a bot.

    It is given a position in which every card its seat cannot see has been dealt anew, so it cannot but choose on
    what its seat knows. It keeps nothing between decisions but its seed.

    Args:
        seed: Where its stream of chance begins (`streams.seat_stream`), or any number.
    """

    #: The number of its policy (`policies`).
    policy = 0

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._desk: Desk | None = None

    def choose(self, view: View) -> int:
        """Return the number of the action chosen."""
        stream = (self.seed + chance.GOLDEN * view.decision) & chance.MASK
        imagined = view.determinize(0)
        state, pieces = imagined.state, imagined.pieces.numbers
        if self._desk is None:
            self._desk = plain_desk(state)
        actions = [0] * ACTIONS
        count = list_actions(state, pieces, actions)
        return choose(self.policy, state, pieces, self._desk, actions, count, decision_stream(stream))
