"""A game as a PettingZoo environment (the extra `pettingzoo`), for programs that learn.

    from odds.history.game.environment import env

    game = env(("Pär", "Chris", "Tommy"))
    game.reset(seed=1)
    for agent in game.agent_iter():
        seen, reward, terminated, truncated, _ = game.last()
        over = terminated or truncated
        game.step(None if over else game.action_space(agent).sample(seen["action_mask"]))

- Agents are the seats, `player_0` onwards, clockwise. Whoever has to decide is selected; the order is not fixed, and
  a player may decide several times in a row.
- Actions are the numbers of `actions`, the same in every game with a card set.
- An observation is a dict: "observation", what the seat may know as `vector` describes it, and "action_mask", 1 for
  each legal action; all 0 for whoever does not decide.
- Rewards come at the end only: each seat's share of the win (`Game.returns`), 1 for the winner, 0 for the others.
- Chance is answered by the environment. `reset(seed=…)` plays the game of `Game.new(seed=…)`; `reset()` goes on to
  the next game of the seed before, or of one that is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is needed for this: pip install 'battle-odds[pettingzoo]'", name=missing.name
    ) from None

from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET
from odds.history.cards import CardSet
from odds.history.game.actions import ACTIONS
from odds.history.game.batch import Batch
from odds.history.game.vector import VECTOR_SIZE
from odds.history.rules import Rulings

Array = np.ndarray[Any, np.dtype[Any]]

RENDER_MODES = ("ansi", "human")


def env(*arguments: Any, **options: Any) -> Any:
    """Return an environment that also refuses calls in a wrong order; arguments as `BattleEnvironment`."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(BattleEnvironment(*arguments, **options)))


class BattleEnvironment(AECEnv):  # type: ignore[misc]  # PettingZoo types nothing
    """A game for two to five agents that decide one at a time.

    The rules run compiled; the first use on a machine compiles for some seconds. An action that is not legal raises
    `InputError` with the reason and changes nothing (PettingZoo's `TerminateIllegalWrapper` ends the game instead).
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo's own form)
        "name": "battle_through_history_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: Sequence[str] = ("Pär", "Chris"),
        *,
        long: bool = False,
        cards: str | CardSet = DEFAULT_SET,
        first: str | None = None,
        rulings: Rulings | Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Lay out the game.

        Args:
            players, long, cards, first, rulings: As in `Game.new`.
            render_mode: "ansi": `render` returns the table as text; "human": it prints it; `None`: neither.

        Raises:
            InputError: As `Game.new`, or an unknown render mode.
        """
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise InputError(f"there is no {render_mode!r}; choose from {', '.join(RENDER_MODES)}", "render_mode")
        self.render_mode = render_mode
        self._game = Batch(players, 1, long=long, cards=cards, first=first, rulings=rulings)
        self.possible_agents = [f"player_{seat}" for seat in range(len(self._game.players))]
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 255, (VECTOR_SIZE,), np.uint8),
                    "action_mask": Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._is_new = True
        self.agents: list[str] = []

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first one of a seed, or the next one.

        Args:
            seed: Seed of the game's chance.
            options: Not used.
        """
        if seed is not None or not self._is_new:
            self._game.reset(seed)
        self._is_new = False
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._decider()]

    def _decider(self) -> int:
        return int(self._game.deciders()[0])

    def observe(self, agent: str) -> dict[str, Array]:
        """Return what an agent may know, and what it can do now."""
        seat = self.possible_agents.index(agent)
        mask = self._game.masks()[0]
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": self._game.observations(seat)[0], "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Do the selected agent's action and answer the chance after it; `None` where the game is over.

        Raises:
            InputError: The action is not legal; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InputError(f"{agent} has to decide; None is for agents whose game is over", "action")
        try:
            self._game.step([int(action)])
        except InputError as error:
            raise InputError(error.message, "action") from None  # there is only one game to speak of
        self._cumulative_rewards[agent] = 0.0
        if self._game.over()[0]:
            self.rewards = dict(zip(self.agents, self._game.returns()[0].tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[self._decider()]
        self._accumulate_rewards()

    def state(self) -> Array:
        """Return the whole flat position (`state`), hidden cards too: for training that may look at everything."""
        return np.asarray(self._game.positions()[0])

    def render(self) -> str | None:
        """Return or print the table as the render mode says."""
        if self.render_mode is None:
            return None
        text = str(self._game.game(0))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""
