"""The PettingZoo environment: PettingZoo's own tests, the games of the seeds, and nothing hidden in what is seen."""

from __future__ import annotations

import random
import sys
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from odds.errors import InputError
from odds.history.game.game import Game
from odds.history.game.vector import VECTOR_SIZE, write_vector
from odds.history.rules import SABATONS

pytest.importorskip("pettingzoo", reason="needs the extra pettingzoo")

from odds.history.game.environment import BattleEnvironment, env

#: PettingZoo's tests warn of what its own environments with action masks do, too; of anything else they must not.
MASKED = (
    pytest.mark.filterwarnings("error"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
)


def masked(test: Any) -> Any:
    for mark in MASKED:
        test = mark(test)
    return test


@masked
@pytest.mark.parametrize("seats", [2, 5])
def test_pettingzoo_finds_the_interface_as_it_should_be(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import api_test

    # Cycles enough to play a game to its end.
    api_test(env(SABATONS[:seats]), num_cycles=250)
    assert "Passed API test" in capsys.readouterr().out


@masked
def test_pettingzoo_finds_the_same_games_from_the_same_seed() -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: env(("Pär", "Chris", "Tommy")), num_cycles=200)


@masked
def test_pettingzoo_can_measure_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Clock:
        """Stands for the module `time`; a call takes 20 ms, so that the measurement is 250 cycles long."""

        now = 0.0

        def time(self) -> float:
            self.now += 0.02
            return self.now

    benchmark = import_module("pettingzoo.test.performance_benchmark")
    monkeypatch.setattr(benchmark, "time", Clock())
    random.seed(1)
    benchmark.performance_benchmark(env(("Pär", "Chris")))
    assert "Finished performance benchmark" in capsys.readouterr().out


def seen(game: Game, seat: int) -> list[int]:
    row = [0] * VECTOR_SIZE
    write_vector(game.state, game.pieces.numbers, seat, row)
    return row


@pytest.mark.parametrize("seats", [2, 4])
def test_it_plays_the_game_of_the_seed_and_shows_nothing_hidden(seats: int) -> None:
    played = env(SABATONS[:seats], render_mode="ansi")
    played.reset(seed=7)
    game = Game.new(SABATONS[:seats], seed=7)
    game.settle()
    choose = random.Random(seats)
    dealt_anew = 0
    while not game.is_over:
        assert played.agent_selection == f"player_{game.player}"
        for seat, agent in enumerate(played.agents):
            observation = played.observe(agent)
            assert observation in played.observation_space(agent)
            mask = np.flatnonzero(observation["action_mask"]).tolist()
            assert mask == (sorted(game.legal_actions()) if seat == game.player else [])
            # What is seen stays the same when all that the seat cannot see is dealt anew.
            other = game.determinize(seat, choose.randrange(1 << 30))
            dealt_anew += other.state != game.state
            assert observation["observation"].tolist() == seen(other, seat)
        assert played.state().tolist() == game.state
        action = choose.choice(game.legal_actions())
        game.apply(action)
        game.settle()
        assert played.step(action) is None
    assert dealt_anew > 100
    assert played.render() == str(game)
    assert list(played.rewards.values()) == game.returns()
    assert all(played.terminations.values())
    for seat in range(seats):
        _, reward, terminated, truncated, _ = played.last()
        assert (reward, terminated, truncated) == (game.returns()[seat], True, False)
        played.step(None)
    assert played.agents == []


def test_without_a_seed_it_goes_on_to_the_next_game() -> None:
    one, two = BattleEnvironment(), BattleEnvironment()
    states = []
    for played in (one, two):
        played.reset(seed=5)
        states.append([played.state().tolist()])
        played.reset()
        states[-1].append(played.state().tolist())
        played.reset(seed=5)
        states[-1].append(played.state().tolist())
    assert states[0] == states[1]
    assert states[0][0] == states[0][2] != states[0][1]


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    played = BattleEnvironment(first="Pär")
    played.reset(seed=1)
    before = played.state().tolist()
    with pytest.raises(InputError, match=r"^action: 'keep the die' is not possible now"):
        played.step(5)
    with pytest.raises(InputError, match="player_0 has to decide"):
        played.step(None)
    assert played.state().tolist() == before
    assert played.agent_selection == "player_0"


def test_the_table_is_shown_as_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match="render_mode: there is no 'rgb'; choose from ansi, human"):
        BattleEnvironment(render_mode="rgb")
    played = BattleEnvironment(render_mode="human")
    played.reset(seed=1)
    assert played.render() is None
    assert capsys.readouterr().out.startswith("Round 1 of 6")
    silent = BattleEnvironment()
    silent.reset(seed=1)
    assert silent.render() is None


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "odds.history.game.environment")
    with pytest.raises(ModuleNotFoundError, match=r"pettingzoo is needed for this: pip install 'battle-odds\[petting"):
        import_module("odds.history.game.environment")
