"""Bots: what they may know, what they choose, and that each beats the one before."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core import config

from odds.errors import InputError
from odds.history.game.bots import BOTS, View, ask_bot, bot_named
from odds.history.game.bots.policies import POLICIES
from odds.history.game.game import Game
from odds.history.game.simulate import simulate
from odds.history.game.state import NODE, NODE_ATTACK, NODE_GEAR, NODE_JUMP, NODE_PUSH, NODE_TARGET
from tests.history.game.bot_positions import decisions, seat_seed

COMPILER = not config.DISABLE_JIT
needs_compiler = pytest.mark.skipif(not COMPILER, reason="hours without the compiler")


def first_decision(seed: int = 1) -> Game:
    game = Game.new(("Pär", "Chris"), seed=seed)
    game.settle()
    return game


def play_random(bots: Sequence[str], seed: int) -> list[tuple[str, int]]:
    """Play a game with the bots' classes; return its history."""
    game = first_decision(seed)
    players = [bot_named(bot, seed + seat) for seat, bot in enumerate(bots)]
    while not game.is_over:
        assert game.player is not None
        game.apply(ask_bot(players[game.player], game, bots[game.player]))
        game.settle()
    return [(step.kind, step.number) for step in game.history]


def test_every_bot_has_a_policy_and_a_class() -> None:
    assert list(BOTS) == list(POLICIES) == ["random", "greedy", "planner"]
    for number, name in enumerate(BOTS):
        assert getattr(bot_named(name, 1), "policy") == number  # noqa: B009


def test_a_name_of_no_bot_names_the_nearest_and_the_others() -> None:
    with pytest.raises(InputError, match=r"no bot is called 'gready', nearest: greedy; the bots are random, greedy"):
        bot_named("gready", 1)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere.at_all:Bot", "No module named 'nowhere'"),
        ("odds.chance:Bot", "module 'odds.chance' has no 'Bot'"),
        ("odds.chance:GOLDEN", "no class that makes a bot"),
        ("odds.errors:InputError", "could not be made from a seed: AttributeError"),
        ("builtins:int", "no method choose"),
    ],
)
def test_a_bot_of_ones_own_must_exist_and_choose(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        bot_named(name, 1)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def choose(:", "its module cannot be imported: SyntaxError: invalid syntax"),
        ("1 // 0", "its module cannot be imported: ZeroDivisionError"),
        ("raise SystemExit(7)", "its module cannot be imported: SystemExit: 7"),
        ("import nowhere_at_all", "No module named 'nowhere_at_all'"),
        ("def Bot(seed): raise SystemExit(7)", "could not be made from a seed: SystemExit: 7"),
    ],
)
def test_faulty_code_of_a_bot_of_ones_own_is_told(
    code: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "faulty_bot.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "faulty_bot", raising=False)
    with pytest.raises(InputError, match=f"players: .*'faulty_bot:Bot'.*{message}"):
        bot_named("faulty_bot:Bot", 1)
    sys.modules.pop("faulty_bot", None)


class Answering:
    """A bot that does what it is told at its only decision."""

    def __init__(self, answer: Callable[[View], Any]) -> None:
        self.answer = answer

    def choose(self, view: View) -> Any:
        """Choose what was told."""
        return self.answer(view)


def ends(code: object) -> Any:
    raise SystemExit(code)


def adds(view: View) -> int:
    view.legal.append(700)
    return 700


@pytest.mark.parametrize(
    "answer", [lambda view: view.legal[1], lambda view: np.int64(view.legal[1]), lambda view: np.array(view.legal)[1]]
)
def test_a_legal_answer_is_taken_as_a_plain_number(answer: Callable[[View], Any]) -> None:
    game = first_decision()
    game.apply("push a tile")
    game.settle()
    chosen = ask_bot(Answering(answer), game, "mine")
    assert (type(chosen), chosen) == (int, game.legal_actions()[1])


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda view: -1, "chose '-1', which is not one of view.legal"),
        (lambda view: 10**30, "which is not one of view.legal"),
        (adds, "chose '700', which is not one of view.legal"),
        (lambda view: "push a tile", "answered 'push a tile' of type str"),
        (lambda view: None, "answered None of type NoneType"),
        (lambda view: False, "answered False of type bool"),
        (lambda view: np.bool_(False), "of type bool"),
        (lambda view: 0.0, "answered 0.0 of type float"),
        (lambda view: np.array(view.legal), "of type ndarray"),
        (lambda view: np.array(view.legal[0]), "of type ndarray"),
        (lambda view: 1 // 0, "failed ({moment}): ZeroDivisionError: integer division"),
        (lambda view: ends(7), "failed ({moment}): SystemExit: 7"),
    ],
)
def test_a_wrong_answer_names_bot_round_and_question(answer: Callable[[View], Any], message: str) -> None:
    game = first_decision()
    moment = f"round 1, {game.question}"
    before = list(game.state)
    with pytest.raises(InputError) as refused:
        ask_bot(Answering(answer), game, "mine:Own", "--players")
    told = str(refused.value)
    assert told.startswith("--players: the bot 'mine:Own' ")
    assert message.replace("{moment}", moment) in told
    assert f"({moment})" in told
    assert "\n" not in told
    assert game.state == before


def test_ctrl_c_is_not_taken_for_a_fault_of_the_bot() -> None:
    def interrupted(view: View) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask_bot(Answering(interrupted), first_decision(), "mine")


def test_the_same_seeds_give_the_same_game() -> None:
    assert play_random(("random", "random"), 3) == play_random(("random", "random"), 3)
    assert play_random(("random", "random"), 3) != play_random(("random", "random"), 4)


def test_a_decision_does_not_depend_on_how_it_was_come_to() -> None:
    """Who takes a move back, or resumes a game with new bots, meets the same choices."""
    game = first_decision()
    bot = bot_named("random", 5)
    before = bot.choose(View(game))
    game.apply(before)
    game.settle()
    bot.choose(View(game))
    game.undo()
    assert bot.choose(View(game)) == before
    assert bot_named("random", 5).choose(View(game)) == before


def test_a_view_shows_an_observation_and_no_game() -> None:
    game = first_decision()
    view = View(game)
    assert view.seat == game.player
    assert view.observation == game.observation(view.seat)
    assert view.legal == game.legal_actions()
    assert view.describe(view.legal[0]) == game.describe(view.legal[0])
    assert view.determinize(4).observation(view.seat) == view.observation
    assert not any(isinstance(value, Game) for name, value in vars(view).items() if not name.startswith("_View__"))


@needs_compiler
@pytest.mark.parametrize("bot", ["random", "greedy", "planner"])
@pytest.mark.parametrize("players", [("Pär", "Chris"), ("Hannes", "Tommy", "Joakim", "Chris")])
def test_cards_the_seat_cannot_see_do_not_change_the_choice(bot: str, players: tuple[str, ...]) -> None:
    """Every card the seat cannot see is dealt anew; the choice stays the same, at every decision of the game."""
    seen = 0
    differing = 0
    for game, chosen in decisions(players, (bot,) * len(players), 11, 4):
        assert chosen == [chosen[0]] * 5, game.question
        assert chosen[0] in game.legal_actions()
        seen += 1
        differing += game.determinize(game.player or 0, 1_000_003).state != game.state
    assert seen > 60
    assert differing > seen // 2  # else the test would prove nothing


@needs_compiler
@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_interpreted_and_compiled_choose_alike(bot: str) -> None:
    """At the first decision of each kind that the seat meets in a game."""
    met: set[int] = set()
    for game, chosen in decisions(("Pär", "Chris"), (bot, "random"), 2, 0):
        if game.player != 0 or game.state[NODE] in met or len(game.legal_actions()) == 1:
            continue
        met.add(game.state[NODE])
        assert bot_named(bot, seat_seed(game, 0)).choose(View(game)) == chosen[0], game.question
    assert met >= {NODE_PUSH, NODE_GEAR, NODE_JUMP, NODE_TARGET, NODE_ATTACK}


@needs_compiler
def test_greedy_beats_random() -> None:
    """Two players, seats rotated."""
    beats("greedy", "random", players=2, games=40)


@needs_compiler
def test_the_planner_beats_greedy() -> None:
    """One planner among four players, seats rotated; the slow test plays more."""
    beats("planner", "greedy", players=4, games=40)


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [("greedy", "random"), ("planner", "greedy")])
@pytest.mark.parametrize("players", [2, 4])
def test_each_bot_beats_the_one_before(better: str, worse: str, players: int) -> None:
    """One of the better bots among players of the other kind; over 400 games and more, seats rotated."""
    beats(better, worse, players=players, games=400)


def beats(better: str, worse: str, players: int, games: int) -> None:
    """Demand that the 95 % interval of the better bot's wins lies above its equal share."""
    simulation = simulate([better] + [worse] * (players - 1), games, seed=2024, workers=2, keep=False)
    row = next(row for row in simulation.rows("bots") if row["bot"] == better)
    assert row["games"] == games
    assert row["low"] > 1 / players
