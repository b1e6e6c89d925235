"""Time travel, targets, deploying, recovery and points (rules, sections C and D), each sentence in detail."""

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
    finish_turn,
    give_relic,
    give_token,
    go_to_fight,
    move_cards,
    outcomes,
    own,
    phrases,
    play,
    set_up,
    stand,
)
from .test_fights import LONE, challenged, conquests, names, ready
from .test_sentences_fights import lost_run_over_two_eras
from .test_time_travel import at_gear, begun, hand_of

# --- Phase 1


def test_the_wheel_turns_one_step_with_each_push() -> None:
    """D1: with the second and the third push as well, and not at the set-up."""
    game = begun()
    wheel = [game.observation(0).gear]
    for pushes, phrase in enumerate(("tile I-III field 3", "tile I-IV field 2", "tile II-IV field 1"), 1):
        play(game, "push a tile", phrase)
        assert game.state[at.TURNED] == pushes
        wheel.append(game.observation(0).gear)
    one_step_a_push = []
    for turned in range(4):
        fresh = begun()
        fresh.state[at.TURNED] = turned
        one_step_a_push.append(fresh.observation(0).gear)
    assert wheel == one_step_a_push
    assert len(set(wheel)) > 1


def test_shuffle_draws_exactly_one() -> None:
    """D1: *shuffle discard into deck and draw 1*."""
    game = at_gear(5)
    deal(game, "Pär", "Catapult")
    game.apply("gear: shuffle")
    game.apply_chance("draw Spy")
    assert game.chance is None
    assert sorted(hand_of(game, 0)) == ["Catapult", "Spy"]


def test_dismiss_draws_exactly_one() -> None:
    """D1: *dismiss 1 hand card from the game and draw 1*."""
    game = at_gear(1)
    deal(game, "Pär", "Catapult", "Archer")
    play(game, "gear: dismiss 1", "dismiss Archer", "draw Spy")
    assert game.chance is None
    assert sorted(hand_of(game, 0)) == ["Catapult", "Spy"]


# --- Phase 2: what to fight


def test_a_run_may_cross_into_the_era_to_the_right() -> None:
    """D2a: neighbours' eras included, on both sides."""
    game = ready(
        "I",
        I=("Dacian Falxmen", "Roman Legionaries", "Theban Sacred Band"),
        II=("Varangian Guard", "Mongol Lancers", "English Longbowmen"),
    )
    assert conquests(game) == [
        "Dacian Falxmen",
        "Roman Legionaries",
        "Roman Legionaries, Theban Sacred Band",
        "Roman Legionaries, Theban Sacred Band, Varangian Guard",
        "Theban Sacred Band",
        "Theban Sacred Band, Varangian Guard",
    ]
    game.apply("conquer Theban Sacred Band, Varangian Guard")
    assert names(game, game.observation(0).defenders.cards) == ["Theban Sacred Band", "Varangian Guard"]


@pytest.mark.parametrize(("left", "connected"), [("a", True), ("b", False)])
def test_only_half_shields_of_the_same_label_connect_open_cards(left: str, connected: bool) -> None:
    """D2a, R4: the two facing halves exist and bear the same label."""
    shipped = read_card_set()
    labels = {"Varangian Guard": {"left": "b", "right": "a"}, "Knights Templar": {"left": left, "right": "b"}}
    units = tuple(replace(unit, **labels.get(unit.name, {})) for unit in shipped.units)
    names_of_ii = ("Varangian Guard", "Knights Templar", "English Longbowmen")
    game = set_up(cards=replace(shipped, units=units), open_cards={**LONE, "II": names_of_ii})
    go_to_fight(game, "II")
    assert ("Varangian Guard, Knights Templar" in conquests(game)) == connected
    assert "Knights Templar, English Longbowmen" not in conquests(game)


def test_a_hunt_is_for_cards_in_the_own_eras_discard_pile_only() -> None:
    """D2: not for those of an earlier or a later era's, nor for a card a player owns."""
    game = ready()
    give_token(game, "Pär", "Hunt")
    for era, name in ((0, "Spartan Hoplites"), (1, "Knights Templar"), (2, "Zulu Impi")):
        piles.move_unit(game.state, game.words.units.index(name), at.ERA_DISCARD + era)
    own(game, "Pär", "Swiss Halberdiers", at.DISCARD)
    own(game, "Chris", "Hussite War Wagons", at.DISCARD)
    own(game, "Chris", "Saladin", at.ASIDE)
    assert [phrase for phrase in phrases(game) if phrase.startswith("hunt")] == ["hunt Knights Templar"]
    for name in ("Spartan Hoplites", "Swiss Halberdiers", "Hussite War Wagons"):
        with pytest.raises(InputError, match="that card is not in era II's discard pile"):
            game.apply(f"hunt {name}")


# --- Phase 2: deploying


def test_a_challenged_player_moves_up_only_before_it_deploys() -> None:
    """D2: *move up* when challenged before deploying, not after the first card."""
    game = challenged(deal_chris=("Catapult", "Archer"))
    give_token(game, "Chris", "Move up: draw 2")
    assert "use token Move up: draw 2" in phrases(game)
    game.apply("deploy Catapult")
    assert phrases(game) == ["done", "deploy Archer"]


def test_a_challenged_player_with_an_empty_hand_may_move_up() -> None:
    """D2: and deploys what it has drawn."""
    game = ready()
    stand(game, "Chris", "II")
    give_token(game, "Chris", "Move up: draw 2")
    move_cards(game, "Chris", at.HAND, at.DECK)
    game.apply("challenge Chris")
    assert game.player == 1
    assert phrases(game) == ["done", "use token Move up: draw 2"]
    play(game, "use token Move up: draw 2", "draw Catapult", "draw Archer")
    assert phrases(game) == ["done", "deploy Catapult", "deploy Archer"]


# --- Phase 3


def test_a_challenged_players_hero_is_set_aside() -> None:
    """R20, D3: a hero that fought for a challenged player, from hand or as reinforcement."""
    game = challenged(deal_chris=("Catapult",))
    move_cards(game, "Chris", at.DECK, at.DISCARD)
    own(game, "Chris", "Saladin", at.HAND)
    own(game, "Chris", "Hannibal Barca", at.DECK)
    deal(game, "Pär", "Catapult")
    play(game, "deploy Saladin", "done", "deploy Catapult", "reinforcement Hannibal Barca")
    finish_turn(game)
    assert sorted(names(game, game.observation(0).players[1].aside)) == ["Hannibal Barca", "Saladin"]
    assert game.scores()[1]["heroes"] == 6
    check_pieces(game)


def test_a_challenged_players_reinforcement_goes_to_its_owners_discard_pile() -> None:
    """D3: all cards of the fight's players to their owners' discard piles."""
    game = challenged(deal_chris=("Conscript",))
    deal(game, "Pär", "Conscript")
    play(game, "deploy Conscript", "deploy Conscript", "reinforcement Spy", "reinforcement Medic")
    finish_turn(game)
    view = game.observation(0)
    assert sorted(names(game, view.players[0].discard)) == ["Conscript", "Spy"]
    assert sorted(names(game, view.players[1].discard)) == ["Conscript", "Medic"]
    check_pieces(game)


def test_a_challenged_player_draws_up_to_four_reshuffling_the_discard_when_the_deck_runs_out() -> None:
    """D3: as the active player does."""
    game = challenged(deal_chris=("Catapult",))
    move_cards(game, "Chris", at.DECK, at.DISCARD, but=("Medic",))
    deal(game, "Pär", "Catapult")
    play(game, "deploy Catapult", "deploy Catapult")
    while game.state[at.NODE] != at.CHANCE_CARD or game.state[at.DRAWER] != 1:
        if game.chance is None:
            game.apply(game.legal_actions()[0])
        else:
            game.roll()
    assert outcomes(game) == {"draw Medic": 1}
    game.roll()
    assert sum(outcomes(game).values()) == 7
    finish_turn(game)
    view = game.observation(1).players[1]
    assert (view.hand_size, view.deck_size, view.discard) == (4, 4, ())


def test_the_board_is_refilled_in_all_eras_of_a_run_from_each_eras_stack() -> None:
    """D3: refill the board, not the own era only."""
    game = lost_run_over_two_eras()
    assert game.question == "the card for place I 1"
    game.apply_chance("open Spartan Hoplites")
    assert game.question == "the card for place IV 3"
    game.apply_chance("open Night Witches")
    open_cards = names(game, game.observation(0).open_cards)
    assert (open_cards[0], open_cards[11]) == ("Spartan Hoplites", "Night Witches")
    finish_turn(game)
    assert min(game.observation(0).open_cards) >= 0


# --- The points


def test_relics_of_an_era_count_1_2_4_6_9_and_no_more() -> None:
    """C: relics per era 1/2/3/4/5+ are 1/2/4/6/9 points."""
    game = without_relics()
    points = [game.scores()[0]["relics"]]
    for relic in [number for number, each in enumerate(game.pieces.relics) if each.era == "II"][:7]:
        give_relic(game, "Pär", game.words.relics[relic])
        points.append(game.scores()[0]["relics"])
    assert points == [0, 1, 2, 4, 6, 9, 9, 9]


def without_relics() -> Game:
    """A game whose players have put the relics they began with back into the stack."""
    game = set_up()
    for relic in range(len(game.pieces.relics)):
        if game.state[at.RELIC_ZONE + relic] >= at.OWNED:
            game.state[at.RELIC_ZONE + relic] = at.PILE
            game.state[at.RELICS_LEFT] += 1
    for seat in range(2):
        game.state[at.PLAYER + seat * at.PLAYER_SIZE + at.OWNED_RELICS] = 0
    return game
