"""Many games at once: the same games as `Game`, whatever the threads, and refusals that change nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from odds.chance import seed_start, trial_state
from odds.errors import InputError
from odds.history.game import state as at
from odds.history.game.actions import ACTIONS
from odds.history.game.batch import Batch
from odds.history.game.game import Game
from odds.history.game.scoring import SHARE, TOTAL
from odds.history.game.vector import VECTOR_SIZE, write_vector
from odds.history.rules import SABATONS

PLAYERS = ("Pär", "Chris", "Tommy")


def twin(batch: Batch, trial: int, **options: Any) -> Game:
    """Begin the game of a trial interpreted."""
    game = Game.new(batch.players, seed=batch.seed, **options)
    game._stream = trial_state(seed_start(batch.seed), trial)
    game.settle()
    return game


def seen(game: Game, seat: int) -> list[int]:
    row = [0] * VECTOR_SIZE
    write_vector(game.state, game.pieces.numbers, seat, row)
    return row


def check_row(batch: Batch, row: int, game: Game) -> None:
    """Demand that all a batch says of a row is what the interpreted game says."""
    legal = game.legal_actions()
    actions, counts = batch.legal_actions()
    assert actions[row].tolist() == legal + [-1] * (actions.shape[1] - len(legal))
    assert counts[row] == len(legal)
    assert np.flatnonzero(batch.masks()[row]).tolist() == sorted(legal)
    assert batch.deciders()[row] == (-1 if game.player is None else game.player)
    assert batch.over()[row] == game.is_over
    assert batch.returns()[row].tolist() == game.returns()
    if game.player is not None:
        assert batch.observations()[row].tolist() == seen(game, game.player)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"long": True}), (5, {"first": "Chris", "rulings": {"empty_side_fights": False}})],
)
def test_a_row_is_the_game_of_the_seed_and_trial(seats: int, options: dict[str, Any]) -> None:
    batch = Batch(SABATONS[:seats], 3, seed=seats, **options)
    games = [twin(batch, trial, **options) for trial in range(3)]
    assert games[0].state == settled(Game.new(batch.players, seed=seats, **options)).state
    generator = np.random.default_rng(seats)
    while not batch.over().all():
        assert batch.positions().tolist() == [game.state for game in games]
        row = int(generator.integers(3))
        check_row(batch, row, games[row])
        actions = batch.choose_at_random(generator)
        ended = batch.step(actions)
        for game, action, end in zip(games, actions.tolist(), ended.tolist(), strict=True):
            if action >= 0:
                game.apply(action)
                game.settle()
                assert end == game.is_over
    for row, game in enumerate(games):
        check_row(batch, row, game)
        assert batch.scores()[row, :, TOTAL].tolist() == [points["total"] for points in game.scores()]
    assert not batch.step([0, 0, 0]).any()
    assert batch.positions().tolist() == [game.state for game in games]


def settled(game: Game) -> Game:
    game.settle()
    return game


def played(steps: int, games: int, threads: int, **options: Any) -> tuple[Batch, list[Any]]:
    """Play so many steps at random; return what was seen of them, too."""
    batch = Batch(PLAYERS, games, seed=6, threads=threads, **options)
    generator = np.random.default_rng(1)
    story: list[Any] = []
    for _ in range(steps):
        ended = batch.step(batch.choose_at_random(generator))
        story.append((ended.tolist(), batch.returns().tolist(), batch.trials().tolist()))
    return batch, story


def test_the_same_games_come_from_any_number_of_threads() -> None:
    (one, story), (two, other) = (played(400, 31, threads, auto_reset=True) for threads in (1, 3))
    assert one.positions().tolist() == two.positions().tolist()
    assert story == other
    assert (one.masks() == two.masks()).all()
    assert (one.observations(1) == two.observations(1)).all()
    assert one.trials().max() >= 31


def test_the_next_game_of_a_row_is_a_trial_of_its_own() -> None:
    batch = Batch(PLAYERS, 2, seed=3, auto_reset=True)
    generator = np.random.default_rng(2)
    ended = np.zeros(2, np.bool_)
    while not ended[0]:
        ended = batch.step(batch.choose_at_random(generator))
    assert batch.trials()[0] == 2
    assert batch.positions()[0].tolist() == twin(batch, 2).state
    assert not batch.over().any()


def test_rewards_of_games_that_give_way_come_in_the_step_of_their_end() -> None:
    batch, story = played(400, 31, 1, auto_reset=True)
    ends = 0
    for ended, returns, _ in story:
        for end, shares in zip(ended, returns, strict=True):
            winners = [share for share in shares if share > 0]
            assert winners == ([1 / len(winners)] * len(winners) if end else [])
            ends += end
    assert ends == (batch.trials() // 31).sum() > 20
    assert ((batch.scores()[:, :, SHARE] > 0).any(1) == np.array(story[-1][0])).all()


def test_a_row_as_a_game_goes_on_as_the_row_does() -> None:
    batch, _ = played(60, 4, 1)
    game = batch.game(3)
    assert batch.game(3).state == game.state
    generator = np.random.default_rng(5)
    for _ in range(40):
        actions = batch.choose_at_random(generator)
        batch.step(actions)
        game.apply(int(actions[3]))
        game.settle()
        assert batch.positions()[3].tolist() == game.state
    with pytest.raises(InputError, match="there is no game 4"):
        batch.game(4)


def test_beginning_anew_plays_the_next_games_or_those_of_a_seed() -> None:
    batch = Batch(PLAYERS, 3, seed=6)
    first = batch.positions()
    batch.step(batch.legal_actions()[0][:, 0])
    batch.reset()
    assert batch.trials().tolist() == [3, 4, 5]
    assert batch.positions()[2].tolist() == twin(batch, 5).state
    batch.reset(6)
    assert (batch.positions() == first).all()
    batch.reset(7)
    assert (batch.positions() == Batch(PLAYERS, 3, seed=7).positions()).all()
    assert (batch.positions() != first).any()


@pytest.mark.parametrize("wrong", [-1, -2, ACTIONS, 4])
def test_an_action_that_is_not_legal_changes_no_game(wrong: int) -> None:
    batch, _ = played(30, 4, 1)
    before = batch.positions()
    actions = batch.legal_actions()[0][:, 0].tolist()
    assert wrong not in batch.legal_actions()[0][2]
    actions[2] = wrong
    with pytest.raises(InputError, match=r"^game 2: action: .* is not possible|^game 2: action: there is no action"):
        batch.step(actions)
    assert (batch.positions() == before).all()


def test_observations_are_those_of_the_seat_asked_for() -> None:
    batch, _ = played(50, 3, 1)
    rows = batch.observations([2, -1, 0])
    assert rows[0].tolist() == seen(batch.game(0), 2)
    assert rows[1].tolist() == [0] * VECTOR_SIZE
    assert rows[2].tolist() == seen(batch.game(2), 0)
    with pytest.raises(InputError, match="the seats are 0 to 2"):
        batch.observations(3)


def test_arrays_to_fill_are_filled_or_refused() -> None:
    batch, _ = played(50, 3, 1)
    masks, rows = np.ones((3, ACTIONS), np.int8), np.ones((3, VECTOR_SIZE), np.uint8)
    assert batch.masks(masks) is masks
    assert (masks == batch.masks()).all()
    assert batch.observations(out=rows) is rows
    assert (rows == batch.observations()).all()
    with pytest.raises(InputError, match="array of int8 and shape"):
        batch.masks(rows)
    with pytest.raises(InputError, match="C-contiguous"):
        batch.observations(out=np.asfortranarray(rows))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games: at least 1 is needed, not 0"),
        ({"threads": 0}, "threads: at least 1 is needed"),
        ({"seed": -1}, "seed: a seed is a whole number"),
        ({"players": ("Pär",)}, "the game is for 2 to 5 players"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Batch(**{"players": PLAYERS, "games": 2, "seed": 1, **arguments})


@pytest.mark.parametrize("actions", [[1, 2], [[0, 0, 0]], [0.0, 0.0, 0.0], ["a", "b", "c"]])
def test_actions_of_a_wrong_shape_or_type_are_refused(actions: Any) -> None:
    with pytest.raises(InputError, match="actions: one whole number for each of the 3 games is needed"):
        Batch(PLAYERS, 3, seed=1).step(actions)


def test_positions_fit_their_numbers() -> None:
    batch, _ = played(400, 31, 1)
    assert batch.positions().max() < 2**12
    assert batch.positions().min() >= -1
    assert batch.positions().shape == (31, at.STATE_SIZE)
