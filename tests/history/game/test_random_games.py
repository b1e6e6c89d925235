"""Random games: interpreted equal to compiled, no piece lost, always something to do, and counted positions."""

from __future__ import annotations

import pytest

from odds.chance import draw_below, seed_start, trial_state
from odds.compilation import numba_config
from odds.history.card_files import read_card_set
from odds.history.game import compiled
from odds.history.game import state as at
from odds.history.game.actions import ACTIONS
from odds.history.game.battle import SCRATCH_SIZE
from odds.history.game.engine import apply_action, apply_outcome, begin, play_at_random
from odds.history.game.game import Game
from odds.history.game.legal import list_actions
from odds.history.game.outcomes import chance_total, list_outcomes, nth_outcome
from odds.history.game.pieces import number_pieces
from odds.history.game.scoring import SCORE_SIZE, TOTAL, score_all
from odds.history.rules import SABATONS, Rulings

from .table import check_state, set_up

PIECES = number_pieces(read_card_set())
NUMBERS = PIECES.numbers

#: Players and whether the long game is played.
TABLES = [(seats, long) for seats in (2, 3, 4, 5) for long in (False, True)]


def begun(seats: int, long: bool, rulings: Rulings | None = None) -> list[int]:
    state = [0] * at.STATE_SIZE
    used = rulings or Rulings()
    rounds = at.LONG_ROUNDS if long else at.SHORT_ROUNDS
    per_line = used.deflection_per == "line"
    begin(state, NUMBERS, [0] * SCRATCH_SIZE, list(range(seats)), rounds, -1, per_line, used.empty_side_fights)
    return state


def test_the_pieces_are_those_of_the_rules() -> None:
    counts = [len(part) for part in (PIECES.units, PIECES.relics, PIECES.tiles, PIECES.war_tokens, PIECES.medals)]
    assert counts == [108, 32, 12, 20, 20]


@pytest.mark.parametrize(("seats", "long"), TABLES)
def test_no_piece_is_lost_and_there_is_always_something_to_do(seats: int, long: bool) -> None:
    for game in range(12):
        state, scratch, actions = begun(seats, long), [0] * SCRATCH_SIZE, [0] * ACTIONS
        stream = trial_state(seed_start(77), game)
        while state[at.NODE] != at.NODE_OVER:
            check_state(state, PIECES)
            if state[at.NODE] >= at.CHANCE:
                total = chance_total(state, NUMBERS)
                assert total > 0
                stream, case = draw_below(stream, total)
                outcome = nth_outcome(state, NUMBERS, case)
                outcomes, ways = [0] * ACTIONS, [0] * ACTIONS
                listed = list_outcomes(state, NUMBERS, outcomes, ways)
                assert len(set(outcomes[:listed])) == listed  # equal pieces are one outcome
                apply_outcome(state, NUMBERS, scratch, outcome)
            else:
                count = list_actions(state, NUMBERS, actions)
                assert count > 0
                assert len(set(actions[:count])) == count
                stream, case = draw_below(stream, count)
                apply_action(state, NUMBERS, scratch, actions[case])
        check_state(state, PIECES)
        assert state[at.TURNS] == seats * (8 if long else 6)


@pytest.mark.parametrize(("seats", "long"), TABLES)
def test_interpreted_and_compiled_games_are_the_same(seats: int, long: bool) -> None:
    rulings = Rulings() if long else Rulings(deflection_per="fight", empty_side_fights=False)
    games = 15
    played = compiled.play_random(
        PIECES.card_set, SABATONS[:seats], games, seed=5, long=long, rulings=rulings, keep_finals=True
    )
    for game in range(games):
        state = begun(seats, long, rulings)
        play_at_random(state, NUMBERS, [0] * SCRATCH_SIZE, [0] * ACTIONS, trial_state(seed_start(5), game))
        assert state == played.finals[game].tolist()
        rows = [0] * (seats * SCORE_SIZE)
        score_all(state, NUMBERS, rows, 0)
        assert rows == played.scores[game].ravel().tolist()


def test_a_game_stepped_through_the_interface_is_the_compiled_one() -> None:
    played = compiled.play_random(PIECES.card_set, ("Pär", "Chris", "Tommy"), 3, seed=9, keep_finals=True)
    for number in range(3):
        game = Game.new(("Pär", "Chris", "Tommy"), seed=9)
        stream = trial_state(seed_start(9), number)
        while not game.is_over:
            legal = game.legal_actions()
            total = game.chance.total if game.chance else len(legal)
            case = 0
            if total > 1:
                stream, case = draw_below(stream, total)
            if game.chance:
                game.apply_chance(nth_outcome(game.state, NUMBERS, case))
            else:
                game.apply(legal[case])
        assert game.state == played.finals[number].tolist()
        assert [row["total"] for row in game.scores()] == played.scores[number, :, TOTAL].tolist()


def test_the_same_games_come_from_any_number_of_threads_and_any_blocks() -> None:
    players = ("Pär", "Chris", "Tommy", "Hannes")
    whole = compiled.play_random(PIECES.card_set, players, 60, seed=3)
    threads = compiled.play_random(PIECES.card_set, players, 60, seed=3, threads=2)
    parts = [compiled.play_random(PIECES.card_set, players, 30, seed=3, first_game=first) for first in (0, 30)]
    assert whole.scores.tolist() == threads.scores.tolist()
    assert whole.scores.tolist() == [row for part in parts for row in part.scores.tolist()]
    assert whole.scores.tolist() != compiled.play_random(PIECES.card_set, players, 60, seed=4).scores.tolist()


def fuzz(games: int) -> None:
    for seats, long in TABLES:
        played = compiled.play_random(PIECES.card_set, SABATONS[:seats], games, seed=seats, long=long, keep_finals=True)
        assert (played.finals[:, at.NODE] == at.NODE_OVER).all()
        assert (played.finals[:, at.TURNS] == seats * (8 if long else 6)).all()
        assert (played.scores[:, :, :SCORE_SIZE] >= 0).all()
        assert ((played.scores[:, :, TOTAL] <= 150) & (played.scores[:, :, :5].sum(2) == played.scores[:, :, 5])).all()
        for final in played.finals[:: max(1, games // 200)]:
            check_state(final.tolist(), PIECES)


def test_a_few_thousand_games_end_as_they_should() -> None:
    fuzz(5 if numba_config.DISABLE_JIT else 500)


@pytest.mark.slow
def test_a_hundred_thousand_games_end_as_they_should() -> None:
    fuzz(12_500)


def perft(state: list[int], depth: int) -> int:
    """Count the sequences of decisions and outcomes of so many steps, equal cards merged."""
    if depth == 0 or state[at.NODE] == at.NODE_OVER:
        return 1
    found, weights = [0] * ACTIONS, [0] * ACTIONS
    is_chance = state[at.NODE] >= at.CHANCE
    count = list_outcomes(state, NUMBERS, found, weights) if is_chance else list_actions(state, NUMBERS, found)
    if depth == 1:
        return count
    total = 0
    for number in found[:count]:
        after = list(state)
        (apply_outcome if is_chance else apply_action)(after, NUMBERS, [0] * SCRATCH_SIZE, number)
        total += perft(after, depth - 1)
    return total


OPENING = {
    "tiles": ("tile I-II field 1", "tile III-IV field 3"),
    "hands": {"Pär": ("Catapult", "Archer", "Archer", "Conscript"), "Chris": ("Catapult", "Archer", "Medic", "Scout")},
    "open_cards": {
        "I": ("Roman Legionaries", "Theban Sacred Band", "Macedonian Phalanx"),
        "II": ("Varangian Guard", "Knights Templar", "Anglo-Saxon Housecarls"),
        "III": ("Spanish Tercio", "Potsdam Grenadiers", "Imperial Old Guard"),
        "IV": ("Harlem Hellfighters", "Nisei Combat Team", "Warsaw Insurgents"),
    },
    "fields": ("+2 melee", "Hunt", "Move up: draw 2"),
}


#: Counts by depth, from 0.
PERFT_OPENING = [1, 1, 10, 20, 130, 320, 1677, 5651, 19314]
PERFT_FIGHT = [1, 13, 52, 180, 660, 2832, 19488]


def test_positions_counted_from_the_opening() -> None:
    game = set_up(**OPENING)  # type: ignore[arg-type]
    assert [perft(game.state, depth) for depth in range(len(PERFT_OPENING))] == PERFT_OPENING


def test_positions_counted_from_the_choice_of_a_fight() -> None:
    game = set_up(**OPENING)  # type: ignore[arg-type]
    for phrase in ("push a tile", "tile I-III field 3", "stop pushing", "pass", "jump to III"):
        (game.apply if game.chance is None else game.apply_chance)(phrase)
    assert [perft(game.state, depth) for depth in range(len(PERFT_FIGHT))] == PERFT_FIGHT
