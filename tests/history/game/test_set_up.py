"""The set-up and the frame of a game (rules, section D), sentence by sentence."""

from __future__ import annotations

from collections import Counter

import pytest

from odds.errors import InputError
from odds.history.game import state as at
from odds.history.game.game import Game
from odds.history.rules import ERAS, SABATONS

from .table import check_pieces, finish_turn, outcomes, phrases, set_up


def test_per_era_three_elites_lie_open_and_the_heroes_are_in_the_stack() -> None:
    game = Game.new(("Pär", "Chris"), seed=4, first="Pär")
    while game.chance is not None and game.chance.node == at.CHANCE_OPEN:
        names = {unit.name: unit.kind for unit in game.pieces.units}
        assert {names[phrase.removeprefix("open ")] for phrase in outcomes(game)} == {"elite"}
        game.roll()
    view = game.observation(0)
    for era, name in enumerate(ERAS):
        cards = [game.pieces.units[unit] for unit in view.open_cards[3 * era : 3 * era + 3]]
        assert [(card.kind, card.owner) for card in cards] == [("elite", name)] * 3
        kinds = Counter(game.pieces.units[unit].kind for unit in view.stacks[era])
        assert kinds == {"elite": 12, "hero": 2}


def test_three_war_tokens_lie_on_the_fields() -> None:
    game = set_up()
    view = game.observation(0)
    assert len(view.fields) == 3
    assert min(view.fields) >= 0
    assert len(view.token_stack) == 17


def test_tiles_are_pushed_until_one_is_active_and_the_gear_stands_at_its_start() -> None:
    game = set_up(tiles=("tile I-II field 1", "tile III-IV field 3"))
    view = game.observation(0)
    assert view.active is not None
    assert view.waiting is not None
    assert game.words.tiles[view.active] == "I-II field 1"
    assert game.words.tiles[view.waiting] == "III-IV field 3"
    assert game.state[at.TURNED] == 0


def test_each_player_begins_with_eight_basics_four_of_them_in_hand_four_medals_and_a_relic() -> None:
    game = set_up(("Hannes", "Joakim", "Tommy"), first="Tommy")
    for seat, name in enumerate(game.players):
        own = game.observation(seat).players[seat]
        assert own.deck is not None
        assert (len(own.hand), len(own.deck), len(own.discard)) == (4, 4, 0)
        assert all(game.pieces.units[unit].owner == name for unit in own.hand + own.deck)
        assert own.own_medals == 4
        assert len(own.relics) == 1
        assert (own.tokens, own.honour, own.won_medals) == ((), 0, ())


def test_relics_always_lie_open() -> None:
    game = set_up()
    assert game.observation(0).players[1].relics == game.observation(1).players[1].relics != ()


def test_sabatons_start_off_the_board_so_the_first_jump_is_free_to_either_era() -> None:
    game = set_up(tiles=("tile I-II field 1", "tile III-IV field 3"))
    assert game.observation(0).players[0].era is None
    game.apply("push a tile")
    game.settle()
    game.apply("stop pushing")
    game.apply("pass")
    assert phrases(game) == ["jump to III", "jump to IV"]


def test_the_first_player_is_drawn_by_chance_unless_given() -> None:
    game = Game.new(("Pär", "Chris", "Tommy"), seed=1)
    assert outcomes(game) == {"Pär begins": 1, "Chris begins": 1, "Tommy begins": 1}
    game.apply_chance("Tommy begins")
    game.settle()
    assert game.player == 2
    given = Game.new(("Pär", "Chris", "Tommy"), seed=1, first="Chris")
    given.settle()
    assert given.player == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_other_sabatons_cards_and_medals_stay_in_the_box(seats: int) -> None:
    game = set_up(SABATONS[:seats], first=None)
    boxed = [unit for unit, _ in enumerate(game.pieces.units) if game.state[at.UNIT_ZONE + unit] == at.BOX]
    assert {game.pieces.units[unit].owner for unit in boxed} == set(SABATONS[seats:])
    assert len(boxed) == 8 * (5 - seats)
    medals = [medal for medal, _ in enumerate(game.pieces.medals) if game.state[at.MEDAL_ZONE + medal] == at.BOX]
    assert len(medals) == 4 * (5 - seats)
    check_pieces(game)


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (("Pär",), "2 to 5 players, not 1"),
        (("Pär", "Pär"), "Pär plays twice"),
        (("Pär", "Joachim"), "no Sabaton is called 'Joachim'; nearest: Joakim"),
    ],
)
def test_wrong_players_are_refused(players: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Game.new(players, seed=1)


def test_a_first_player_who_does_not_play_is_refused() -> None:
    with pytest.raises(InputError, match="Tommy does not play and cannot begin"):
        Game.new(("Pär", "Chris"), seed=1, first="Tommy")


def test_names_are_matched_without_case_and_accents() -> None:
    assert Game.new(("par", "CHRIS"), seed=1).players == ("Pär", "Chris")


def test_nobody_not_even_the_owner_knows_which_medal_lies_where() -> None:
    game = set_up()
    for seat in range(2):
        view = game.observation(seat)
        assert view.players[0].own_medals == 4
        assert (view.medals, view.drawn_medals) == ((), ())


@pytest.mark.parametrize(("long", "rounds"), [(False, 6), (True, 8)])
def test_six_rounds_or_eight_one_turn_each_clockwise_from_the_headquarters_marker(long: bool, rounds: int) -> None:
    game = set_up(("Pär", "Chris", "Tommy"), first="Chris", long=long)
    turns = []
    while not game.is_over:
        turns.append((game.round, game.turn))
        finish_turn(game)
    assert turns == [(each, seat) for each in range(1, rounds + 1) for seat in (1, 2, 0)]


def test_each_turn_has_all_three_phases() -> None:
    game = set_up()
    finish_turn(game)
    said = [step.phrase for step in game.history]
    begun = said.index("push a tile")
    order = [
        next(number for number, phrase in enumerate(said[begun:]) if phrase.startswith(start))
        for start in ("push", "jump", "deploy", "open")
    ]
    assert order == sorted(order)
