"""`Game` as an interface: phrases, chance, undo, clones, observations, and refusals that change nothing."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET, find_card_set
from odds.history.game import state as at
from odds.history.game.actions import ACTIONS
from odds.history.game.game import Game
from odds.history.rules import SABATONS

from .table import check_pieces, outcomes, own, phrases, play, set_up


def play_some(game: Game, steps: int, seed: int) -> None:
    """Play so many decisions at random, or to the end."""
    choose = random.Random(seed)
    for _ in range(steps):
        game.settle()
        if game.is_over:
            return
        game.apply(choose.choice(game.legal_actions()))
    game.settle()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_actions_and_outcomes_round_trip_between_number_and_phrase(seats: int) -> None:
    game = Game.new(SABATONS[:seats], seed=seats)
    choose = random.Random(seats)
    while not game.is_over:
        if game.chance is not None:
            found = game.chance.outcomes()
            assert len({each.phrase for each in found}) == len(found)
            assert sum(each.weight for each in found) == game.chance.total > 0
            game.apply_chance(choose.choice(found).phrase)
            continue
        legal = game.legal_actions()
        assert legal
        assert len(set(legal)) == len(legal)
        words = [game.describe(action) for action in legal]
        assert [game.parse(phrase) for phrase in words] == legal
        assert len(set(words)) == len(words)
        game.apply(choose.choice(words))
        check_pieces(game)


def test_every_action_number_has_a_phrase() -> None:
    game = set_up()
    assert all(game.describe(action) for action in range(ACTIONS))
    with pytest.raises(InputError, match=f"there is no action {ACTIONS}"):
        game.describe(ACTIONS)


def test_a_history_replays_to_the_same_position() -> None:
    game = Game.new(("Pär", "Chris", "Joakim"), seed=8)
    play_some(game, 10_000, 8)
    again = Game.new(("Pär", "Chris", "Joakim"), seed=9)
    for step in game.history:
        (again.apply if step.kind == "action" else again.apply_chance)(step.phrase)
    assert again.state == game.state
    assert again.history == game.history


def test_the_same_seed_is_the_same_game() -> None:
    games = [Game.new(("Pär", "Tommy"), seed=12) for _ in range(2)]
    for game in games:
        play_some(game, 200, 5)
    assert games[0].history == games[1].history
    other = Game.new(("Pär", "Tommy"), seed=13)
    other.settle()
    assert other.history != games[0].history[: len(other.history)]


def test_the_stream_is_not_moved_by_answers_from_outside() -> None:
    one, two = Game.new(seed=5, first="Pär"), Game.new(seed=5, first="Pär")
    one.settle()
    for step in one.history[:5]:
        two.apply_chance(step.phrase)
    two.roll()
    assert two.history[5].phrase in {step.phrase for step in one.history} or two.history[5].kind == "chance"


def test_undo_goes_back_one_decision_with_its_chance() -> None:
    game = Game.new(seed=3)
    game.settle()
    states = []
    choose = random.Random(1)
    while not game.is_over:
        states.append((list(game.state), list(game.history)))
        game.apply(choose.choice(game.legal_actions()))
        game.settle()
    for state, history in reversed(states):
        game.undo()
        assert game.state == state
        assert game.history == history
    with pytest.raises(InputError, match="nothing to take back"):
        game.undo()


def test_after_undo_chance_answers_the_same() -> None:
    game = set_up()
    game.apply("push a tile")
    first = game.roll()
    game.undo()
    game.apply("push a tile")
    assert game.roll() == first


def test_a_clone_goes_its_own_way() -> None:
    game = set_up()
    play_some(game, 30, 2)
    state = list(game.state)
    copy = game.clone()
    assert copy.history == game.history
    play_some(copy, 30, 3)
    assert game.state == state
    copy.undo()
    other = game.clone()
    play_some(game, 30, 4)
    play_some(other, 30, 4)
    assert other.state == game.state


def test_an_illegal_action_changes_nothing() -> None:
    game = set_up()
    play_some(game, 20, 6)
    legal = set(game.legal_actions())
    state, history = list(game.state), list(game.history)
    for action in [*range(ACTIONS), -1, ACTIONS]:
        if action not in legal:
            with pytest.raises(InputError, match=r"\w") as refused:
                game.apply(action)
            assert "\n" not in str(refused.value)
    with pytest.raises(InputError, match="no chance is awaited"):
        game.roll()
    assert (game.state, game.history) == (state, history)


@pytest.mark.parametrize("seed", range(6))
def test_every_refusal_has_a_reason_at_every_decision(seed: int) -> None:
    game = Game.new(SABATONS[: 2 + seed % 4], seed=seed)
    choose = random.Random(seed)
    nodes = set()
    while not game.is_over:
        game.settle()
        if game.is_over:
            break
        legal = game.legal_actions()
        if game.state[at.NODE] not in nodes:
            nodes.add(game.state[at.NODE])
            for action in set(range(ACTIONS)) - set(legal):
                with pytest.raises(InputError, match="is not possible"):
                    game.apply(action)
        game.apply(choose.choice(legal))
    assert len(nodes) >= 8


def test_a_wrong_phrase_is_answered_with_the_nearest_ones() -> None:
    game = set_up()
    with pytest.raises(InputError, match=r"'pusch a tile' is no action now \(Pär: push a tile or stop\)"):
        game.apply("pusch a tile")


def test_the_beginning_or_the_end_of_a_phrase_is_enough_where_it_is_clear() -> None:
    game = set_up(hands={"Pär": ("Catapult", "Archer", "Archer", "Spy")})
    game.apply("push")
    game.settle()
    play(game, "stop", "pass")
    eras = phrases(game)
    game.apply(eras[0].removeprefix("jump "))
    assert game.describe(game.legal_actions()[0]).startswith("conquer")


def test_a_phrase_of_another_action_is_not_taken_for_a_beginning() -> None:
    game = set_up(tiles=("tile I-II field 1", "tile II-III field 2"))
    play(game, "push a tile", "tile I-IV field 3", "stop pushing", "pass")
    assert phrases(game) == ["jump to II", "jump to III"]
    with pytest.raises(InputError, match="'jump to I' is not possible: the active tile is II-III field 2"):
        game.apply("jump to I")


def test_an_impossible_outcome_is_refused_and_changes_nothing() -> None:
    game = set_up()
    game.apply("push a tile")
    state = list(game.state)
    with pytest.raises(InputError, match="the next time-travel tile: it cannot be 'tile V'"):
        game.apply_chance("tile V")
    with pytest.raises(InputError, match="it cannot be outcome 99"):
        game.apply_chance(99)
    with pytest.raises(InputError, match="chance has to answer first"):
        game.apply("push a tile")
    assert game.state == state


def test_a_card_that_is_not_in_the_deck_is_not_taken_for_another() -> None:
    game = Game.new(seed=1, first="Pär")
    with pytest.raises(InputError, match="it cannot be 'open Saladin'"):
        game.apply_chance("open Saladin")


def test_the_players_can_be_named_by_seat_or_name() -> None:
    game = set_up()
    assert game.seat("chris") == game.seat(1) == 1
    with pytest.raises(InputError, match="Tommy does not play in this game"):
        game.observation("Tommy")
    with pytest.raises(InputError, match="there is no seat 2"):
        game.observation(2)


@pytest.mark.parametrize("wrong", [None, 1.5, [], {}, np.array([0, 1])])
def test_what_is_of_a_wrong_type_is_refused_as_what_is_wrong_otherwise(wrong: Any) -> None:
    game, begun = set_up(), Game.new(seed=1, first="Pär")
    before = list(game.state), list(begun.state)
    refused = {
        "action: an action here is its number, not ": lambda: game.describe(wrong),
        "action: an action here is its phrase, as text, not ": lambda: game.parse(wrong),
        "action: an action is its number or its phrase, not ": lambda: game.apply(wrong),
        "chance: an outcome is its number or its phrase, not ": lambda: begun.apply_chance(wrong),
        "player: is a seat's number or a player's name, not ": lambda: game.observation(wrong),
        "player: is a seat's number or a player's name, not": lambda: game.determinize(wrong, 1),
        "seed: is a whole number, not ": lambda: game.determinize(0, wrong),
        "cards: is a card set's folder or name, or a CardSet, not ": lambda: Game.new(cards=wrong),
        "players: are names in the order of the seats, as in ['Pär', 'Chris']; ": lambda: Game.new(["Pär", wrong]),
    }
    for message, call in refused.items():
        with pytest.raises(InputError) as error:
            call()
        assert str(error.value).startswith(message)
        assert "\n" not in str(error.value)
    assert (game.state, begun.state) == before


@pytest.mark.parametrize("wrong", [None, 3, "Pär,Chris"])
def test_players_are_a_list_of_names(wrong: Any) -> None:
    with pytest.raises(InputError, match=rf"players: are names in the order .*\], not {wrong!r}"):
        Game.new(wrong)


@pytest.mark.parametrize(
    ("first", "message"),
    [
        (0, "first: is the name of the player who begins, not 0"),
        ("X", "first: no Sabaton is called 'X'; nearest: "),
        ("Tommy", "first: Tommy does not play and cannot begin"),
    ],
)
def test_who_begins_is_a_player_and_else_the_argument_is_named(first: Any, message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}"):
        Game.new(("Pär", "Chris"), first=first)


def test_whole_numbers_of_numpy_are_numbers() -> None:
    game = set_up()
    assert game.describe(np.int64(0)) == game.describe(0)
    assert game.observation(np.int8(1)) == game.observation(1)
    assert game.determinize(0, np.int64(3)).state == game.determinize(0, 3).state


def test_a_card_set_can_be_named_by_its_path(tmp_path: Path) -> None:
    folder = shutil.copytree(find_card_set(DEFAULT_SET), tmp_path / "mine")
    assert Game.new(seed=1, cards=folder).pieces.card_set.folder == str(folder)
    with pytest.raises(InputError, match="there is no card set "):
        Game.new(seed=1, cards=tmp_path / "nowhere")


def test_an_observation_has_no_card_of_another_hand() -> None:
    game = set_up(hands={"Chris": ("Medic", "Scout", "Pikeman", "Archer")})
    theirs = game.observation(0).players[1]
    assert (theirs.hand, theirs.deck, theirs.hand_size, theirs.deck_size) == ((), None, 4, 4)
    assert theirs.unseen == theirs.army
    mine = game.observation(1).players[1]
    assert sorted(mine.hand + (mine.deck or ())) == sorted(theirs.unseen)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_dealing_the_unseen_cards_anew_leaves_the_observation_the_same(seats: int) -> None:
    game = Game.new(SABATONS[:seats], seed=seats)
    choose = random.Random(seats)
    changed = 0
    while not game.is_over:
        game.settle()
        if game.is_over:
            break
        for seat in range(seats):
            dealt = game.determinize(seat, choose.randrange(1 << 30))
            assert dealt.observation(seat) == game.observation(seat)
            assert dealt.history == []
            check_pieces(dealt)
            changed += dealt.state != game.state
        game.apply(choose.choice(game.legal_actions()))
    assert changed > 100


def test_unseen_cards_are_dealt_uniformly() -> None:
    game = set_up(hands={"Chris": ("Medic", "Scout", "Pikeman", "Archer")})
    unit = game.words.units.index("Medic")
    held = sum(game.determinize(0, seed).state[at.UNIT_ZONE + unit] == at.HAND + 1 for seed in range(4000))
    assert abs(held - 2000) < 5 * 1000**0.5


def test_cards_shuffled_in_are_in_hand_only_as_far_as_cards_were_drawn_since() -> None:
    game = set_up(hands={"Chris": ("Medic", "Scout", "Pikeman", "Archer")}, first="Chris")
    number = own(game, "Chris", "Hannibal Barca", at.DISCARD)
    game.state[at.TURNED] = 1
    play(game, "push a tile")
    game.settle()
    play(game, "stop pushing", "gear: shuffle", "draw Catapult")
    held = [game.determinize(0, seed).state[at.UNIT_ZONE + number] == at.HAND + 1 for seed in range(400)]
    # One of the five cards then in the deck was drawn.
    assert abs(sum(held) - 80) < 5 * 64**0.5


def test_medals_are_dealt_anew_as_far_as_a_player_does_not_know_them() -> None:
    game = set_up(("Pär", "Chris", "Tommy"))
    own_medals = [n for n in range(20) if game.state[at.MEDAL_ZONE + n] == at.OWNED + 1]
    # In turn 2 Tommy won one of Chris's medals, in turn 3 Pär won another and gave a third one back.
    game.state[at.MEDAL_ZONE + own_medals[0]] = at.WON + 2
    game.state[at.MEDAL_TURN + own_medals[0]] = 2
    game.state[at.MEDAL_ZONE + own_medals[1]] = at.WON
    game.state[at.MEDAL_TURN + own_medals[1]] = 3
    game.state[at.MEDAL_SEEN + own_medals[2]] = 3
    game.state[at.PLAYER + at.PLAYER_SIZE + at.OWN_MEDALS] = 2
    dealt = [game.determinize(0, seed).state[at.MEDAL_ZONE :][:20] for seed in range(200)]
    assert all(zones[own_medals[1]] == at.WON for zones in dealt)
    assert all(zones[own_medals[2]] == at.OWNED + 1 for zones in dealt)
    assert {zones[own_medals[0]] for zones in dealt} == {at.WON + 2, at.OWNED + 1}
    others = {game.determinize(1, seed).state[at.MEDAL_ZONE + own_medals[1]] for seed in range(200)}
    assert others == {at.WON, at.WON + 2, at.OWNED + 1}


def test_a_private_chance_is_seen_by_the_drawer_only() -> None:
    game = Game.new(seed=1, first="Pär")
    while game.chance is not None:
        assert game.chance.private == (game.chance.node == at.CHANCE_CARD)
        game.roll()
    drawn = [step for step in game.history if step.phrase.startswith("draw")]
    assert [step.player for step in drawn] == [0] * 4 + [1] * 4


def test_the_table_fits_80_columns_and_shows_only_the_hand_asked_for() -> None:
    game = Game.new(SABATONS, seed=2)
    for _ in range(40):
        text = str(game)
        assert max(map(len, text.splitlines())) <= 80
        assert "Hand " not in text
        assert "Hand " in game.show("Joakim")
        play_some(game, 7, 3)


def test_an_observation_can_be_written_as_plain_data() -> None:
    assert asdict(set_up().observation(0))["players"][1]["hand_size"] == 4


def test_rulings_can_be_given_by_name() -> None:
    game = Game.new(seed=1, rulings={"empty_side_fights": False})
    assert game.rulings.empty_side_fights is False
    assert game.state[at.EMPTY_FIGHTS] == 0
    with pytest.raises(InputError, match="unknown ruling"):
        Game.new(seed=1, rulings={"empty_fights": False})


def test_outcomes_merge_equal_cards() -> None:
    game = Game.new(seed=1, first="Pär")
    while game.chance is None or game.chance.node != at.CHANCE_CARD:
        game.roll()
    assert outcomes(game)["draw Archer"] == 2
    assert sum(outcomes(game).values()) == 8


def test_a_game_needs_no_heavy_library() -> None:
    program = (
        "import sys\n"
        "from odds.history.game.game import Game\n"
        "game = Game.new(seed=1)\n"
        "game.settle()\n"
        "print(game)\n"
        "assert not {'numba', 'numpy', 'pandas', 'matplotlib'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, timeout=120)
