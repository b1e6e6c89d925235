"""Phase 1, time travel (rules, section D), sentence by sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from odds.errors import InputError
from odds.history.card_files import read_card_set
from odds.history.game import piles
from odds.history.game import state as at
from odds.history.game.game import Game

from .table import (
    check_pieces,
    deal,
    give_token,
    move_cards,
    outcomes,
    own,
    phrases,
    play,
    set_up,
    stand,
)

TILES = ("tile I-II field 1", "tile III-IV field 3")


def begun(**options: object) -> Game:
    """A game at Pär's first decision, tile I-II active and III-IV waiting, arrows on draw 2 and dismiss."""
    return set_up(tiles=TILES, **options)  # type: ignore[arg-type]


def at_gear(turned: int) -> Game:
    """A game at Pär's gear decision; the wheel has turned so many steps, 1 to 8."""
    game = begun()
    game.state[at.TURNED] = turned - 1
    play(game, "push a tile", "tile I-III field 3", "stop pushing")
    return game


def tokens_of(game: Game, seat: int) -> list[str]:
    return [game.words.tokens[token] for token in game.observation(seat).players[seat].tokens]


def hand_of(game: Game, seat: int) -> list[str]:
    return [game.words.units[unit] for unit in game.observation(seat).players[seat].hand]


def test_one_to_three_tiles_are_pushed_deciding_after_each() -> None:
    game = begun()
    assert phrases(game) == ["push a tile"]
    with pytest.raises(InputError, match="at least one tile is pushed"):
        game.apply("stop pushing")
    play(game, "push a tile", "tile I-III field 3")
    assert phrases(game) == ["stop pushing", "push a tile"]
    play(game, "push a tile", "tile I-IV field 2")
    assert phrases(game) == ["stop pushing", "push a tile"]
    play(game, "push a tile", "tile II-IV field 1")
    assert game.state[at.NODE] == at.NODE_GEAR


def test_a_new_tile_waits_the_waiting_one_becomes_active_the_active_one_is_discarded_and_the_wheel_turns() -> None:
    game = begun()
    before = game.observation(0).gear
    play(game, "push a tile", "tile I-III field 3")
    view = game.observation(0)
    assert view.active is not None
    assert view.waiting is not None
    assert game.words.tiles[view.active] == "III-IV field 3"
    assert game.words.tiles[view.waiting] == "I-III field 3"
    assert [game.words.tiles[tile] for tile in view.tile_discard] == ["I-II field 1"]
    assert before == (0, 2)  # draw 2, dismiss: the wheel of this card set
    assert view.gear == (2, 0)


def test_the_tile_discard_is_shuffled_again_when_the_stack_is_empty() -> None:
    game = begun()
    for tile in range(12):
        if game.state[at.TILE_ZONE + tile] == at.PILE:
            game.state[at.TILE_ZONE + tile] = at.USED_UP
    game.state[at.TILES_LEFT] = 0
    game.apply("push a tile")
    assert len(outcomes(game)) == 10
    game.apply_chance("tile I-III field 3")
    assert game.state[at.TILES_LEFT] == 9
    check_pieces(game)


def test_after_the_last_push_the_token_at_the_field_of_the_active_tile_is_taken() -> None:
    game = begun(fields=("Ambush", "Accuracy", "Hunt"))
    play(game, "push a tile", "tile I-III field 3")
    assert tokens_of(game, 0) == []
    game.apply("stop pushing")
    assert tokens_of(game, 0) == ["Hunt"]
    assert game.observation(0).fields[2] == -1


def test_no_token_is_taken_from_an_empty_field() -> None:
    game = begun(fields=("Ambush", "Accuracy", "Hunt"))
    game.state[at.TOKEN_ZONE + game.state[at.FIELD_TOKEN + 2]] = at.USED_UP
    game.state[at.FIELD_TOKEN + 2] = -1
    play(game, "push a tile", "tile I-III field 3", "stop pushing")
    assert tokens_of(game, 0) == []


def test_with_three_tokens_the_new_one_is_taken_and_any_one_of_the_four_given_up() -> None:
    game = begun(fields=("Ambush", "Accuracy", "Hunt"))
    for name in ("+2 melee", "+2 melee", "Re-roll"):
        give_token(game, "Pär", name)
    play(game, "push a tile", "tile I-III field 3", "stop pushing")
    assert sorted(phrases(game)) == [f"give up token {name}" for name in ("+2 melee", "Hunt", "Re-roll")]
    game.apply("give up token +2 melee")
    assert sorted(tokens_of(game, 0)) == ["+2 melee", "Hunt", "Re-roll"]
    assert [game.words.tokens[token] for token in game.observation(0).token_discard] == ["+2 melee"]
    check_pieces(game)


@pytest.mark.parametrize("order", [("gear: draw 2", "gear: dismiss 1"), ("gear: dismiss 1", "gear: draw 2")])
def test_the_two_active_actions_are_done_in_any_order(order: tuple[str, str]) -> None:
    game = at_gear(1)
    assert sorted(phrases(game)) == ["gear: dismiss 1", "gear: draw 2", "pass"]
    for phrase in order:
        game.apply(phrase)
        if game.state[at.NODE] == at.NODE_DISMISS:
            game.apply(game.legal_actions()[0])
        game.settle()
    assert game.state[at.NODE] == at.NODE_JUMP
    assert game.observation(0).players[0].hand_size == 6


def test_each_action_is_optional_and_done_once() -> None:
    game = at_gear(1)
    game.apply("gear: draw 2")
    game.settle()
    assert phrases(game) == ["gear: dismiss 1", "pass"]
    with pytest.raises(InputError, match="it has been done in this turn"):
        game.apply("gear: draw 2")
    game.apply("pass")
    assert game.state[at.NODE] == at.NODE_JUMP


def test_an_action_the_arrows_do_not_point_to_is_refused() -> None:
    game = at_gear(1)
    with pytest.raises(InputError, match="the arrows point to dismiss 1 and draw 2"):
        game.apply("gear: shuffle")


def test_both_actions_come_before_the_jump() -> None:
    game = at_gear(1)
    with pytest.raises(InputError, match="not possible now; to decide is Pär: which gear action"):
        game.apply("jump to III")
    play(game, "pass", "jump to III")
    assert not [phrase for phrase in phrases(game) if phrase.startswith("gear")]


def test_draw_2_draws_two_cards_from_the_own_deck() -> None:
    game = at_gear(1)
    deal(game, "Pär", "Catapult")
    game.apply("gear: draw 2")
    assert sum(outcomes(game).values()) == 7
    assert outcomes(game)["draw Archer"] == 2
    play(game, "draw Archer", "draw Spy")
    assert sorted(hand_of(game, 0)) == ["Archer", "Catapult", "Spy"]


def test_a_deck_that_runs_out_while_drawing_gives_what_is_there_without_reshuffling() -> None:
    game = at_gear(1)
    deal(game, "Pär", "Catapult", "Archer", "Archer", "Conscript", "Militia", "Pikeman", "Saboteur")
    move_cards(game, "Pär", at.HAND, at.DISCARD, but=("Catapult",))
    play(game, "gear: draw 2", "draw Spy")
    assert game.state[at.NODE] == at.NODE_GEAR
    assert sorted(hand_of(game, 0)) == ["Catapult", "Spy"]
    assert len(game.observation(0).players[0].discard) == 6


def test_take_1_takes_a_card_of_choice_from_the_own_discard_pile() -> None:
    game = at_gear(5)
    deal(game, "Pär", "Catapult", "Archer")
    move_cards(game, "Pär", at.DECK, at.DISCARD, but=("Pikeman", "Saboteur"))
    assert sorted(phrases(game)) == ["gear: shuffle", "gear: take 1", "pass"]
    game.apply("gear: take 1")
    assert phrases(game) == ["take Archer", "take Conscript", "take Spy", "take Militia"]
    game.apply("take Spy")
    assert sorted(hand_of(game, 0)) == ["Archer", "Catapult", "Spy"]


def test_take_1_needs_a_card_in_the_discard_pile() -> None:
    game = at_gear(5)
    assert phrases(game) == ["gear: shuffle", "pass"]
    with pytest.raises(InputError, match="there is no card for it"):
        game.apply("gear: take 1")


def test_dismiss_takes_a_hand_card_out_of_the_game_and_draws_one() -> None:
    game = at_gear(1)
    deal(game, "Pär", "Catapult", "Archer")
    game.apply("gear: dismiss 1")
    assert phrases(game) == ["dismiss Catapult", "dismiss Archer"]
    play(game, "dismiss Archer", "draw Spy")
    assert sorted(hand_of(game, 0)) == ["Catapult", "Spy"]
    assert len(game.observation(1).players[0].army) == 7
    assert game.state[at.ZONE_SIZE + at.DISMISSED] == 1
    check_pieces(game)


def test_shuffle_puts_the_discard_pile_into_the_deck_and_draws_one() -> None:
    game = at_gear(5)
    deal(game, "Pär", "Catapult")
    move_cards(game, "Pär", at.DECK, at.DISCARD, but=("Spy",))
    assert "gear: shuffle" in phrases(game)
    game.apply("gear: shuffle")
    assert sum(outcomes(game).values()) == 7
    game.apply_chance("draw Pikeman")
    own_view = game.observation(0).players[0]
    assert (own_view.hand_size, own_view.deck_size, own_view.discard) == (2, 6, ())


def test_shuffle_is_allowed_with_an_empty_discard_pile() -> None:
    game = at_gear(3)
    assert "gear: shuffle" in phrases(game)
    game.apply("gear: shuffle")
    assert sum(outcomes(game).values()) == 4


def test_the_jump_goes_to_one_of_the_active_tiles_two_eras() -> None:
    game = at_gear(1)
    game.apply("pass")
    assert phrases(game) == ["jump to III", "jump to IV"]
    with pytest.raises(InputError, match="the active tile is III-IV field 3"):
        game.apply("jump to II")
    game.apply("jump to IV")
    assert game.observation(1).players[0].era == 3


def test_the_jump_never_goes_to_the_era_one_stands_in() -> None:
    game = begun()
    stand(game, "Pär", "III")
    play(game, "push a tile", "tile I-III field 3", "stop pushing", "pass")
    assert phrases(game) == ["jump to IV"]
    with pytest.raises(InputError, match="Pär stands there and never stays"):
        game.apply("jump to III")


def test_where_neither_era_is_allowed_another_tile_must_be_pushed_while_the_limit_allows() -> None:
    shipped = read_card_set()
    stuck = replace(shipped, tiles=tuple(replace(tile, era_a="III", era_b="III") for tile in shipped.tiles))
    game = set_up(cards=stuck)
    stand(game, "Pär", "III")
    for _ in range(2):
        game.apply("push a tile")
        game.roll()
        assert phrases(game) == ["push a tile"]
    with pytest.raises(InputError, match="another one is pushed"):
        game.apply("stop pushing")
    game.apply("push a tile")
    game.roll()
    game.apply("pass")
    assert game.state[at.NODE] == at.NODE_TARGET
    assert game.observation(0).players[0].era == 2


def test_a_move_up_token_does_its_gear_action_in_the_own_turn_before_deploying() -> None:
    game = begun()
    give_token(game, "Pär", "Move up: draw 2")
    assert phrases(game) == ["push a tile", "use token Move up: draw 2"]
    play(game, "push a tile", "tile I-III field 3")
    assert "use token Move up: draw 2" in phrases(game)
    game.apply("stop pushing")
    assert "use token Move up: draw 2" in phrases(game)
    game.apply("pass")
    assert "use token Move up: draw 2" in phrases(game)
    game.apply("jump to III")
    assert "use token Move up: draw 2" in phrases(game)
    target = next(phrase for phrase in phrases(game) if phrase.startswith("conquer"))
    game.apply(target)
    assert "use token Move up: draw 2" in phrases(game)
    played = game.clone()
    played.apply("use token Move up: draw 2")
    played.settle()
    assert played.observation(0).players[0].hand_size == 6
    assert played.state[at.NODE] == at.NODE_ATTACK
    check_pieces(played)
    game.apply(next(phrase for phrase in phrases(game) if phrase.startswith("deploy")))
    assert "use token Move up: draw 2" not in phrases(game)


@pytest.mark.parametrize(("token", "zone"), [("Move up: take 1", at.DISCARD), ("Move up: dismiss", at.HAND)])
def test_a_move_up_token_needs_the_card_its_action_needs(token: str, zone: int) -> None:
    game = begun()
    give_token(game, "Pär", token)
    move_cards(game, "Pär", at.HAND, at.DECK)
    assert phrases(game) == ["push a tile"]
    piles.move_unit(game.state, piles.find_unit(game.state, game.pieces.numbers, first_deck_card(game), at.DECK), zone)
    assert phrases(game) == ["push a tile", f"use token {token}"]
    play(game, f"use token {token}")
    assert game.state[at.NODE] in (at.NODE_TAKE, at.NODE_DISMISS)


def first_deck_card(game: Game) -> int:
    deck = game.observation(0).players[0].deck
    assert deck is not None
    return deck[0]


def test_the_last_card_is_not_dismissed_once_a_fight_is_chosen() -> None:
    game = begun()
    give_token(game, "Pär", "Move up: dismiss")
    deal(game, "Pär", "Catapult")
    move_cards(game, "Pär", at.DECK, at.DISCARD)
    play(game, "push a tile", "tile I-III field 3", "stop pushing", "pass", "jump to III")
    assert "use token Move up: dismiss" in phrases(game)
    game.apply(next(phrase for phrase in phrases(game) if phrase.startswith("conquer")))
    assert phrases(game) == ["deploy Catapult"]


def test_an_elite_taken_from_the_discard_pile_is_known_to_all_to_be_in_hand() -> None:
    game = at_gear(5)
    number = own(game, "Pär", "Spartan Hoplites", at.DISCARD)
    play(game, "gear: take 1", "take Spartan Hoplites")
    assert game.observation(1).players[0].hand == (number,)
    for seed in range(20):
        assert game.determinize("Chris", seed).state[at.UNIT_ZONE + number] == at.HAND
