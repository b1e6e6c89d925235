"""Tokens, re-rolls, rulings and spoils of a fight in a turn (R7, R9, R14, R15, R17, R19), each sentence in detail."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from odds.history.game import piles
from odds.history.game import state as at
from odds.history.game.game import Game

from .table import (
    check_pieces,
    deal,
    give_token,
    go_to_fight,
    move_cards,
    own,
    phrases,
    play,
    set_up,
    stand,
)
from .test_fights import LONE, challenged, names, ready


def lost_run_over_two_eras() -> Game:
    """A fight of the first player, lost against the last open card of era IV and the first of era I."""
    game = ready(
        "I",
        I=("Roman Legionaries", "Dacian Falxmen", "Carthaginian War Elephants"),
        IV=("Stosstruppen", "Mark IV Tanks", "Harlem Hellfighters"),
    )
    deal(game, "Pär", "Catapult")
    play(game, "conquer Harlem Hellfighters, Roman Legionaries", "deploy Catapult", "die 1/0/0", "die 1/1/1")
    return game


def facing(
    defenders: Sequence[str],
    attackers: Sequence[str],
    *,
    reinforcement: str = "",
    rulings: dict[str, object] | None = None,
) -> Game:
    """A game in which Pär in era II has challenged Chris and both have deployed just these cards, the dice to roll.

    Args:
        defenders, attackers: Cards in the order they are deployed; a player who has no such basic gets the elite.
        reinforcement: The only card of Pär's deck.
        rulings: As in `Game.new`.
    """
    game = set_up(open_cards=LONE, rulings=rulings)
    go_to_fight(game, "II")
    for token in game.observation(0).players[0].tokens:
        piles.spend_token(game.state, 0, token, at.USED_UP)
    stand(game, "Chris", "II")
    for player, cards in (("Pär", attackers), ("Chris", defenders)):
        basics = [unit.name for unit in game.pieces.units if unit.owner == player]
        deal(game, player, *(card for card in cards if card in basics))
        move_cards(game, player, at.DECK, at.DISCARD)
        for card in cards:
            if card not in basics:
                own(game, player, card, at.HAND)
    if reinforcement:
        own(game, "Pär", reinforcement, at.DECK)
    play(game, "challenge Chris", *(f"deploy {card}" for card in defenders))
    play(game, *(f"deploy {card}" for card in attackers))
    if reinforcement:
        game.apply_chance(f"reinforcement {reinforcement}")
    assert game.state[at.NODE] == at.CHANCE_DIE
    return game


def honour(game: Game) -> list[int]:
    """Return the honour tokens of the attacker, of the defender and of the supply."""
    view = game.observation(0)
    return [*(each.honour for each in view.players), view.honour_left]


# --- War tokens (R7)


@pytest.mark.parametrize(
    ("token", "owner", "dice", "without", "with_token"),
    [
        ("+2 ranged", "Chris", ("die 0/1/0", "die -1/0/0"), 0, 1),
        ("+2 ranged", "Pär", ("die 0/0/1", "die 1/1/1"), 1, 0),
        ("Reckless charge", "Pär", ("die 1/0/0", "die 0/2/0"), 2, 1),
    ],
)
def test_a_token_adds_its_values_in_the_fight(
    token: str, owner: str, dice: tuple[str, str], without: int, with_token: int
) -> None:
    """R7: a token adds line values, also negative ones, to its unit, an attacker's and a challenged player's."""
    plain = challenged(deal_chris=("Archer",))
    deal(plain, "Pär", "Archer")
    helped = plain.clone()
    give_token(helped, owner, token)
    assigned = f"put token {token} on slot 1 (Archer)"
    play(plain, "deploy Archer", "deploy Archer", *dice)
    for player in ("Chris", "Pär"):
        play(helped, "deploy Archer", *([assigned] if player == owner else []))
    play(helped, *dice)
    assert (plain.state[at.RESULT], helped.state[at.RESULT]) == (without, with_token)


def test_a_side_puts_three_fight_tokens_on_its_units_and_no_fourth() -> None:
    """R7: up to three tokens per side; the fourth is there only for the test, an area holds three."""
    game = ready()
    for name in ("+2 melee", "+2 ranged", "+2 normal", "Heroic death"):
        give_token(game, "Pär", name)
    cards = ("Catapult", "Archer", "Militia", "Pikeman")
    deal(game, "Pär", *cards)
    play(game, "conquer Mongol Lancers", *(f"deploy {card}" for card in cards))
    assert len(phrases(game)) == 1 + 4 * 4  # done, or each of the four tokens on each of the four units
    play(game, "put token +2 melee on slot 1 (Catapult)", "put token +2 ranged on slot 2 (Archer)")
    assert "put token +2 normal on slot 3 (Militia)" in phrases(game)
    game.apply("put token +2 normal on slot 3 (Militia)")
    assert game.state[at.NODE] == at.CHANCE_DIE
    assert [game.words.tokens[token] for token in game.observation(0).players[0].tokens] == ["Heroic death"]


def test_a_re_roll_token_gives_its_side_a_re_roll() -> None:
    """R7, R9: the symbols of a token count as its unit's."""
    game = set_up(open_cards=LONE, fields=("Ambush", "Accuracy", "Hunt"))
    go_to_fight(game, "II")
    give_token(game, "Pär", "Re-roll")
    deal(game, "Pär", "Catapult")
    play(game, "conquer Mongol Lancers", "deploy Catapult", "put token Re-roll on slot 1 (Catapult)")
    play(game, "die 1/0/0", "die 0/2/0")
    assert phrases(game) == ["keep the die", "roll again"]
    play(game, "roll again", "die 0/0/1")
    assert game.state[at.RESULT] >= 0


# --- Re-rolls (R9)


def test_a_side_rolls_again_as_often_as_its_units_show_the_symbol_and_keeping_ends_it() -> None:
    """R9: two symbols are two re-rolls; who keeps the die is not asked again."""
    game = ready()
    deal(game, "Pär", "Spy")
    own(game, "Pär", "Samurai Retainers", at.HAND)
    play(game, "conquer Mongol Lancers", "deploy Spy", "deploy Samurai Retainers", "die 1/0/0", "die 0/2/0")
    kept = game.clone()
    kept.apply("keep the die")
    assert kept.state[at.RESULT] >= 0
    play(game, "roll again", "die 0/1/0")
    assert phrases(game) == ["keep the die", "roll again"]
    play(game, "roll again", "die 0/0/1")
    assert game.state[at.RESULT] >= 0


def test_a_challenged_player_rolls_again_as_often_as_its_units_show_the_symbol() -> None:
    """R9: two symbols of the defender are two re-rolls of its die."""
    game = facing(("Samurai Retainers", "Iceni Chariots"), ("Catapult",))
    play(game, "die 1/0/0", "die 0/2/0")
    for face in ("die -1/0/0", "die 0/-1/0"):
        assert game.player == 1
        play(game, "roll again", face)
    assert game.state[at.RESULT] >= 0


def test_the_boards_die_is_rolled_again_while_negative_and_re_rolls_are_left() -> None:
    """R9: two symbols of the board's defenders are two re-rolls, and a third negative face stays."""
    game = ready("IV", IV=("Airborne Pathfinders", "Mark IV Tanks", "Stosstruppen"))
    deal(game, "Pär", "Catapult")
    play(game, "conquer Airborne Pathfinders", "deploy Catapult", "die 1/0/0", "die -1/0/0")
    for face in ("die 0/-1/0", "die -1/-1/-1"):
        assert game.question == "the board's risky die"
        game.apply_chance(face)
    assert game.state[at.RESULT] >= 0


# --- The rulings of the table (R14, R15)


@pytest.mark.parametrize(("ruling", "result"), [("line", 1), ("fight", 0)])
def test_the_ruling_on_deflection_reaches_the_fight(ruling: str, result: int) -> None:
    """R14: per line the Hoplites draw the first point of damage twice and fall; per fight once, and stand."""
    game = facing(("Swiss Halberdiers",), ("Saboteur", "Spartan Hoplites"), rulings={"deflection_per": ruling})
    play(game, "die 0/0/1", "die 0/2/0")
    assert game.state[at.RESULT] == result


@pytest.mark.parametrize(("ruling", "result"), [(True, 2), (False, 0)])
def test_the_ruling_on_empty_sides_reaches_the_fight(ruling: bool, result: int) -> None:
    """R15: the Archer falls in the ranged line; whether its die still fells the Catapult in melee is the ruling's."""
    game = facing(("Archer",), ("Catapult",), rulings={"empty_side_fights": ruling})
    play(game, "die 1/0/0", "die 0/0/3")
    assert game.state[at.RESULT] == result


# --- Spoils against the board (R17)


def reinforced(attackers: Sequence[str], reinforcement: str, *dice: str) -> Game:
    """Pär has conquered the Teutonic Knights, with this reinforcement of theirs, or has tried to."""
    game = ready(II=("Teutonic Knights", "Mongol Lancers", "English Longbowmen"))
    deal(game, "Pär", "Catapult")
    move_cards(game, "Pär", at.HAND, at.DISCARD, but=attackers)
    for card in attackers:
        if card != "Catapult":
            own(game, "Pär", card, at.HAND)
    play(game, "conquer Teutonic Knights", *(f"deploy {card}" for card in attackers))
    play(game, f"reinforcement {reinforcement}", *dice)
    return game


def test_a_defeated_reinforcement_is_conquered_as_well() -> None:
    """R17: every defeated defender goes to the attacker's discard pile, reinforcements too."""
    game = reinforced(("Railway Gun Crew", "Spanish Tercio"), "Genoese Crossbowmen", "die 1/0/0", "die -1/0/0")
    assert game.state[at.RESULT] == 0
    own_view = game.observation(1).players[0]
    for name in ("Teutonic Knights", "Genoese Crossbowmen"):
        assert name in names(game, own_view.army)
        assert name in names(game, own_view.discard)
    assert game.observation(1).era_discards[1] == ()
    check_pieces(game)


def test_a_defender_defeated_in_a_lost_fight_is_conquered_all_the_same() -> None:
    """R17: whatever the result; the reinforcement that stands goes to its era's discard pile."""
    game = reinforced(("Catapult",), "Knights Hospitaller", "die 1/0/0", "die -1/0/0")
    assert game.state[at.RESULT] == 1
    own_view = game.observation(1).players[0]
    assert "Teutonic Knights" in names(game, own_view.army)
    assert "Teutonic Knights" in names(game, own_view.discard)
    assert names(game, game.observation(1).era_discards[1]) == ["Knights Hospitaller"]
    assert (game.state[at.MEDALS_DUE], game.state[at.RELICS_DUE]) == (0, 0)
    check_pieces(game)


def test_survivors_of_a_run_over_two_eras_go_each_to_their_own_eras_discard_pile() -> None:
    """R17: their era's, not the attacker's."""
    game = lost_run_over_two_eras()
    assert game.state[at.RESULT] == 1
    piles_of_eras = [names(game, pile) for pile in game.observation(1).era_discards]
    assert piles_of_eras == [["Roman Legionaries"], [], [], ["Harlem Hellfighters"]]


# --- Spoils of a challenge (R19)


@pytest.mark.parametrize(
    ("defenders", "attackers", "reinforcement", "dice", "fallen", "tokens"),
    [
        (("Knights Templar",), ("Catapult",), "", ("die 0/1/0", "die 1/1/1"), 1, 0),
        (("Osowiec Garrison",), ("Catapult", "Saboteur"), "", ("die 1/0/0", "die 1/1/1"), 2, 1),
        (("Osowiec Garrison",), ("Catapult", "Pikeman", "Saboteur"), "", ("die 1/1/1", "die 1/0/0"), 3, 1),
        (
            ("Osowiec Garrison", "Anzac Infantry"),
            ("Catapult", "Pikeman", "Saboteur", "Conscript"),
            "Imperial Old Guard",
            ("die 0/0/3", "die 1/0/0"),
            4,
            2,
        ),
    ],
)
def test_a_beaten_defender_gets_an_honour_token_for_every_two_fallen_attackers_rounded_down(
    defenders: tuple[str, ...],
    attackers: tuple[str, ...],
    reinforcement: str,
    dice: tuple[str, str],
    fallen: int,
    tokens: int,
) -> None:
    """R19: 1 honour token per 2 attacker units it defeated; the attacker gets none."""
    last = () if reinforcement else ("Imperial Old Guard",)
    game = facing(defenders, attackers + last, reinforcement=reinforcement)
    play(game, *dice)
    assert game.state[at.RESULT] == 0
    standing = (game.state[at.OUTCOME] & 0b11111).bit_count()
    assert game.state[at.BOARD + at.COUNT] - standing == fallen
    assert honour(game) == [0, tokens, 8 - tokens]


def test_a_winning_defender_gets_the_medal_but_no_honour_token_and_no_relic() -> None:
    """R19: however many attackers fell."""
    game = facing(("Imperial Old Guard",), ("Catapult", "Saboteur"))
    play(game, "die 1/0/0", "die 1/1/1")
    assert game.state[at.RESULT] == 1
    assert game.state[at.OUTCOME] & 0b11111 == 0
    assert (game.state[at.MEDALS_DUE], game.state[at.RELICS_DUE]) == (2, 0)
    assert honour(game) == [0, 0, 8]
    play(game, "medal 1", "medal 3", "keep medal 3")
    assert game.state[at.NODE] not in (at.CHANCE_RELIC, at.NODE_KEEP_RELIC)
    assert [len(each.relics) for each in game.observation(0).players] == [1, 1]
    assert [len(each.medals) for each in (game.observation(0), game.observation(1))] == [0, 1]
    assert honour(game) == [0, 0, 8]


def test_with_no_winner_nobody_gets_anything_however_many_fell() -> None:
    """R19: no medal, no relic and no honour token, though two attackers fell."""
    game = facing(("Osowiec Garrison",), ("Catapult", "Saboteur"))
    play(game, "die 1/0/0", "die -1/0/0")
    assert game.state[at.RESULT] == 2
    assert game.state[at.OUTCOME] == 0
    assert (game.state[at.MEDALS_DUE], game.state[at.RELICS_DUE]) == (0, 0)
    assert honour(game) == [0, 0, 8]
    view = game.observation(0)
    assert [(each.won_medals, len(each.relics)) for each in view.players] == [((), 1)] * 2
    check_pieces(game)
