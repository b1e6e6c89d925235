"""Phase 2, the fight (rules, section D, and R1, R2, R7-R9, R17-R20), sentence by sentence."""

from __future__ import annotations

import pytest

from odds.errors import InputError
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

#: Cards without half shields on the facing sides, so that nothing is connected unless a test wants it.
LONE = {
    "I": ("Dacian Falxmen", "Carthaginian War Elephants", "Scythian Horse Archers"),
    "II": ("Viking Berserkers", "Mongol Lancers", "English Longbowmen"),
    "III": ("Papal Swiss Guard", "Green Jacket Rifles", "Landsknechts"),
    "IV": ("Stosstruppen", "Mark IV Tanks", "Harlem Hellfighters"),
}


def ready(era: str = "II", players: tuple[str, ...] = ("Pär", "Chris"), **cards: tuple[str, ...]) -> Game:
    """A game in which Pär stands in an era and chooses what to fight; `cards` replace those of `LONE`."""
    game = set_up(players, open_cards={**LONE, **cards}, fields=("Ambush", "Accuracy", "Re-roll"))
    for name in ("Ambush", "Accuracy", "Re-roll"):
        assert name in [game.words.tokens[token] for token in game.observation(0).fields]
    go_to_fight(game, era)
    # The token taken on the way is put back, so that a test has just the tokens it gives.
    for token in game.observation(0).players[0].tokens:
        piles.spend_token(game.state, 0, token, at.USED_UP)
    return game


def challenged(*, deal_chris: tuple[str, ...] = ("Catapult", "Archer"), **options: object) -> Game:
    """A game in which Pär in era II has challenged Chris."""
    game = ready(**options)  # type: ignore[arg-type]
    stand(game, "Chris", "II")
    deal(game, "Chris", *deal_chris)
    game.apply("challenge Chris")
    return game


def names(game: Game, units: tuple[int, ...]) -> list[str]:
    return [game.words.units[unit] for unit in units]


def won(game: Game) -> Game:
    """Return the game after dice with which the attacker wins, its other choices made."""
    while game.state[at.RESULT] < 0:
        if game.chance is None:
            game.apply(game.legal_actions()[0])
        elif game.chance.node != at.CHANCE_DIE:
            game.roll()
        else:
            for outcome in game.chance.outcomes():
                tried = game.clone()
                tried.apply_chance(outcome.number)
                tried = won(tried)
                if tried.state[at.RESULT] == 0:
                    return tried
            return tried
    return game


def conquests(game: Game) -> list[str]:
    return [phrase.removeprefix("conquer ") for phrase in phrases(game) if phrase.startswith("conquer")]


def test_one_of_the_three_open_cards_of_the_own_era_is_conquered() -> None:
    assert conquests(ready()) == list(LONE["II"])


def test_connected_cards_can_be_fought_in_an_unbroken_run_of_three_at_most_keeping_their_order() -> None:
    game = ready(
        I=("Dacian Falxmen", "Carthaginian War Elephants", "Companion Cavalry"),
        II=("Varangian Guard", "Knights Templar", "Anglo-Saxon Housecarls"),
    )
    one, two, three = "Varangian Guard", "Knights Templar", "Anglo-Saxon Housecarls"
    assert conquests(game) == [one, f"{one}, {two}", f"{one}, {two}, {three}", two, f"{two}, {three}", three]
    game.apply(f"conquer {one}, {two}, {three}")
    assert names(game, game.observation(0).defenders.cards) == [one, two, three]
    assert game.observation(1).open_cards[3:6] == (-1, -1, -1)


def test_a_run_may_cross_into_a_neighbouring_era_but_has_a_card_of_the_own_one() -> None:
    game = ready(
        I=("Dacian Falxmen", "Roman Legionaries", "Theban Sacred Band"),
        II=("Varangian Guard", "Mongol Lancers", "English Longbowmen"),
    )
    first, second, third = "Roman Legionaries", "Theban Sacred Band", "Varangian Guard"
    assert conquests(game) == [
        f"{first}, {second}, {third}",
        f"{second}, {third}",
        third,
        "Mongol Lancers",
        "English Longbowmen",
    ]
    with pytest.raises(InputError, match="one of the cards must be of era II, where the attacker stands"):
        game.apply(f"conquer {first}, {second}")


def test_the_board_is_a_ring_from_era_iv_back_to_era_i() -> None:
    game = ready(
        "I",
        I=("Roman Legionaries", "Dacian Falxmen", "Carthaginian War Elephants"),
        IV=("Stosstruppen", "Mark IV Tanks", "Harlem Hellfighters"),
    )
    assert "Harlem Hellfighters, Roman Legionaries" in conquests(game)


def test_cards_that_are_not_connected_are_no_run() -> None:
    game = ready()
    with pytest.raises(InputError, match="Viking Berserkers and Mongol Lancers are not connected"):
        game.apply("conquer Viking Berserkers, Mongol Lancers")


def test_an_empty_place_is_not_conquered_and_breaks_a_run() -> None:
    game = ready(II=("Varangian Guard", "Knights Templar", "Anglo-Saxon Housecarls"))
    number = game.state[at.PLACE_CARD + 4]
    game.state[at.PLACE_CARD + 4] = -1
    piles.move_unit(game.state, number, at.ERA_DISCARD + 1)
    assert "Varangian Guard" in conquests(game)
    assert "Anglo-Saxon Housecarls" in conquests(game)
    assert not [run for run in conquests(game) if "Varangian Guard, " in run]


def test_only_a_player_whose_sabaton_stands_in_the_own_era_can_be_challenged() -> None:
    game = ready(players=("Pär", "Chris", "Tommy", "Joakim"))
    stand(game, "Chris", "II")
    stand(game, "Tommy", "III")
    assert [phrase for phrase in phrases(game) if phrase.startswith("challenge")] == ["challenge Chris"]
    with pytest.raises(InputError, match="Tommy does not stand in era II"):
        game.apply("challenge Tommy")
    with pytest.raises(InputError, match="Joakim does not stand in era II"):
        game.apply("challenge Joakim")


def test_the_fight_is_compulsory_while_one_holds_a_card() -> None:
    game = ready()
    assert {phrase.split()[0] for phrase in phrases(game)} == {"conquer"}


def test_an_empty_hand_skips_the_phase() -> None:
    game = set_up(open_cards=LONE)
    move_cards(game, "Pär", at.HAND, at.DISCARD)
    move_cards(game, "Pär", at.DECK, at.DISCARD)
    game.state[at.TURNED] = 4
    go_to_fight(game, "II")
    game.settle()
    assert game.player == 1
    assert game.observation(0).players[0].hand_size == 4


def test_nothing_to_fight_skips_the_phase() -> None:
    game = set_up(open_cards=LONE)
    for place in range(3, 6):
        piles.move_unit(game.state, game.state[at.PLACE_CARD + place], at.ERA_DISCARD + 1)
        game.state[at.PLACE_CARD + place] = -1
    go_to_fight(game, "II")
    game.settle()
    assert game.player == 1
    assert game.state[at.PLACE_CARD + 4] >= 0


def test_hunt_fights_a_card_of_the_own_eras_discard_pile_alone() -> None:
    game = ready()
    give_token(game, "Pär", "Hunt")
    assert not [phrase for phrase in phrases(game) if phrase.startswith("hunt")]
    for era, name in ((1, "Knights Templar"), (2, "Zulu Impi")):
        number = game.words.units.index(name)
        piles.move_unit(game.state, number, at.ERA_DISCARD + era)
    assert [phrase for phrase in phrases(game) if phrase.startswith("hunt")] == ["hunt Knights Templar"]
    with pytest.raises(InputError, match="that card is not in era II's discard pile"):
        game.apply("hunt Zulu Impi")
    discarded = game.observation(1).token_discard
    game.apply("hunt Knights Templar")
    view = game.observation(1)
    assert names(game, view.defenders.cards) == ["Knights Templar"]
    assert view.players[0].tokens == ()
    assert view.token_discard == discarded  # the token goes there with the fight's other ones (D3)
    assert min(view.open_cards) >= 0
    check_pieces(game)


def test_a_hunt_needs_the_token() -> None:
    game = ready()
    piles.move_unit(game.state, game.words.units.index("Knights Templar"), at.ERA_DISCARD + 1)
    with pytest.raises(InputError, match="Pär has no hunt token"):
        game.apply("hunt Knights Templar")


def test_a_hunt_alone_makes_a_fight_possible() -> None:
    game = set_up(open_cards=LONE)
    for place in range(3, 6):
        piles.move_unit(game.state, game.state[at.PLACE_CARD + place], at.ERA_DISCARD + 1)
        game.state[at.PLACE_CARD + place] = -1
    give_token(game, "Pär", "Hunt")
    go_to_fight(game, "II")
    assert set(phrases(game)) == {f"hunt {name}" for name in LONE["II"]}


def test_an_attacker_deploys_one_to_four_cards_from_hand_the_first_at_the_front() -> None:
    game = ready()
    deal(game, "Pär", "Catapult", "Archer", "Archer", "Militia", "Saboteur")
    game.apply("conquer Viking Berserkers")
    assert phrases(game) == ["deploy Catapult", "deploy Archer", "deploy Militia", "deploy Saboteur"]
    with pytest.raises(InputError, match="an attacker deploys at least one card"):
        game.apply("done")
    with pytest.raises(InputError, match="no such card is in Pär's hand"):
        game.apply("deploy Spy")
    play(game, "deploy Archer", "deploy Militia", "deploy Archer")
    assert phrases(game) == ["done", "deploy Catapult", "deploy Saboteur"]
    game.apply("deploy Catapult")
    assert names(game, game.observation(1).attackers.cards) == ["Archer", "Militia", "Archer", "Catapult"]
    assert game.chance is not None


def test_attackers_reinforcement_comes_from_the_own_deck_until_the_virtual_slot_is_filled() -> None:
    game = ready()
    deal(game, "Pär", "Conscript", "Catapult", "Archer", "Archer")
    play(game, "conquer Mongol Lancers", "deploy Catapult", "deploy Archer", "deploy Archer", "deploy Conscript")
    assert game.question == "the attacker's reinforcement from Pär's deck"
    assert set(outcomes(game)) == {f"reinforcement {name}" for name in ("Spy", "Militia", "Pikeman", "Saboteur")}
    game.apply_chance("reinforcement Spy")
    assert names(game, game.observation(1).attackers.cards)[-1] == "Spy"
    assert game.state[at.NODE] == at.CHANCE_DIE


def test_a_reinforcement_that_shows_the_symbol_goes_on() -> None:
    game = ready()
    deal(game, "Pär", "Conscript")
    own(game, "Pär", "Janissaries", at.DECK)
    play(game, "conquer Mongol Lancers", "deploy Conscript")
    assert game.chance is not None
    play(game, "reinforcement Janissaries")
    assert game.question == "the attacker's reinforcement from Pär's deck"
    game.apply_chance("reinforcement Spy")
    assert game.observation(1).attackers.deployed == 1
    assert len(game.observation(1).attackers.cards) == 3


def test_an_empty_deck_gives_no_reinforcement_and_is_not_reshuffled() -> None:
    game = ready()
    deal(game, "Pär", "Conscript")
    move_cards(game, "Pär", at.DECK, at.DISCARD)
    play(game, "conquer Mongol Lancers", "deploy Conscript")
    assert game.state[at.NODE] == at.CHANCE_DIE
    assert len(game.observation(0).players[0].discard) == 7


def test_board_defenders_reinforcement_comes_from_the_stack_of_the_attackers_era() -> None:
    game = ready(
        "I",
        I=("Roman Legionaries", "Dacian Falxmen", "Carthaginian War Elephants"),
        IV=("Stosstruppen", "Mark IV Tanks", "Warsaw Insurgents"),
    )
    deal(game, "Pär", "Catapult")
    play(game, "conquer Warsaw Insurgents, Roman Legionaries", "deploy Catapult")
    assert game.question == "the defender's reinforcement from era I's stack"
    stack = names(game, game.observation(1).stacks[0])
    assert set(outcomes(game)) == {f"reinforcement {name}" for name in stack}
    play(game, "reinforcement Leonidas of Sparta", "reinforcement Cretan Archers")
    assert len(game.observation(1).defenders.cards) == 4
    assert game.state[at.NODE] == at.CHANCE_DIE


def test_a_challenged_player_deploys_none_to_three_cards_first_and_openly() -> None:
    game = challenged(deal_chris=("Catapult", "Archer", "Militia", "Medic"))
    assert game.player == 1
    assert phrases(game) == ["done", "deploy Catapult", "deploy Archer", "deploy Militia", "deploy Medic"]
    none = game.clone()
    none.apply("done")
    assert none.player == 0
    play(game, "deploy Medic", "deploy Catapult", "deploy Militia")
    assert game.player == 0
    assert names(game, game.observation(0).defenders.cards) == ["Medic", "Catapult", "Militia"]
    check_pieces(game)


def test_a_challenged_player_assigns_its_tokens_when_it_deploys() -> None:
    game = challenged()
    give_token(game, "Chris", "+2 melee")
    give_token(game, "Chris", "+2 melee")
    play(game, "deploy Catapult", "done")
    assert game.player == 1
    assert phrases(game) == ["done", "put token +2 melee on slot 1 (Catapult)"]
    game.apply("put token +2 melee on slot 1 (Catapult)")
    assert game.player == 0
    view = game.observation(0)
    assert [game.words.tokens[token] for token in view.defenders.tokens] == ["+2 melee"]
    assert [game.words.tokens[token] for token in view.players[1].tokens] == ["+2 melee"]


def test_a_challenged_player_uses_move_up_before_it_deploys() -> None:
    game = challenged(deal_chris=("Catapult",))
    give_token(game, "Chris", "Move up: take 1")
    number = own(game, "Chris", "Knights Templar", at.DISCARD)
    assert phrases(game) == ["done", "deploy Catapult", "use token Move up: take 1"]
    used = game.clone()
    play(used, "use token Move up: take 1", "take Knights Templar")
    assert used.player == 1
    assert used.observation(0).players[1].hand == (number,)
    assert phrases(used) == ["done", "deploy Catapult", "deploy Knights Templar"]
    game.apply("deploy Catapult")
    assert game.player == 0


def test_a_challenged_player_with_an_empty_hand_defends_with_nobody() -> None:
    game = ready()
    stand(game, "Chris", "II")
    move_cards(game, "Chris", at.HAND, at.DISCARD)
    game.apply("challenge Chris")
    assert game.player == 0
    assert game.state[at.NODE] == at.NODE_ATTACK


def test_a_challenged_players_reinforcement_comes_from_its_deck() -> None:
    game = challenged(deal_chris=("Conscript",))
    deal(game, "Pär", "Catapult")
    play(game, "deploy Conscript", "deploy Catapult")
    assert game.question == "the defender's reinforcement from Chris's deck"
    assert len(outcomes(game)) == 7


def test_tokens_go_to_units_after_reinforcement_one_each_three_at_most() -> None:
    game = ready()
    for name in ("+2 melee", "+2 ranged", "Hunt"):
        give_token(game, "Pär", name)
    deal(game, "Pär", "Conscript")
    play(game, "conquer Mongol Lancers", "deploy Conscript", "reinforcement Spy")
    assert phrases(game) == [
        "done",
        "put token +2 melee on slot 1 (Conscript)",
        "put token +2 melee on slot 2 (Spy)",
        "put token +2 ranged on slot 1 (Conscript)",
        "put token +2 ranged on slot 2 (Spy)",
    ]
    game.apply("put token +2 melee on slot 2 (Spy)")
    with pytest.raises(InputError, match="Spy has a war token already"):
        game.apply("put token +2 ranged on slot 2 (Spy)")
    game.apply("put token +2 ranged on slot 1 (Conscript)")
    assert game.state[at.NODE] == at.CHANCE_DIE
    with pytest.raises(InputError, match="chance has to answer first"):
        game.apply("done")


@pytest.mark.parametrize(
    ("cards", "attacker"),
    [(("Catapult", "Archer", "Archer"), "strong"), (("Catapult", "Archer", "Archer", "Spy"), "risky")],
)
def test_up_to_three_attackers_have_the_strong_die(cards: tuple[str, ...], attacker: str) -> None:
    game = ready()
    deal(game, "Pär", *cards)
    play(game, "conquer Mongol Lancers", *(f"deploy {card}" for card in cards))
    assert game.question == f"Pär's {attacker} die"
    strong = {"die 1/0/0": 2, "die 0/1/0": 2, "die 0/0/1": 1, "die 0/0/2": 1}
    risky = dict.fromkeys(("die 1/1/1", "die -1/-1/-1", "die 0/0/3", "die -1/0/0", "die 0/2/0", "die 0/-1/0"), 1)
    assert outcomes(game) == (strong if attacker == "strong" else risky)
    game.roll()
    assert outcomes(game) == (risky if attacker == "strong" else strong)


def test_the_boards_die_is_rolled_again_exactly_while_negative_then_the_attacker_decides() -> None:
    game = ready(II=("Samurai Retainers", "Mongol Lancers", "English Longbowmen"))
    deal(game, "Pär", "Spy")
    play(game, "conquer Samurai Retainers", "deploy Spy", "die 1/0/0", "die -1/0/0")
    assert game.question == "the board's risky die"
    game.apply_chance("die 0/-1/0")
    assert phrases(game) == ["keep the die", "roll again"]
    kept = game.clone()
    kept.apply("keep the die")
    assert kept.state[at.RESULT] >= 0
    game.apply("roll again")
    assert game.question == "Pär's strong die"
    game.apply_chance("die 0/0/2")
    assert game.state[at.RESULT] >= 0


def test_the_boards_die_is_not_rolled_again_where_nothing_is_negative() -> None:
    game = ready(II=("Samurai Retainers", "Mongol Lancers", "English Longbowmen"))
    deal(game, "Pär", "Catapult")
    play(game, "conquer Samurai Retainers", "deploy Catapult", "die 1/0/0", "die 0/0/3")
    assert game.state[at.RESULT] >= 0


def test_between_players_the_defender_does_all_its_re_rolls_first() -> None:
    game = challenged(deal_chris=("Catapult",))
    own(game, "Chris", "Samurai Retainers", at.HAND)
    deal(game, "Pär", "Spy")
    play(game, "deploy Samurai Retainers", "done", "deploy Spy", "die 1/0/0", "die 1/1/1")
    assert game.player == 1
    game.apply("roll again")
    assert game.question == "Chris's risky die"
    game.apply_chance("die -1/-1/-1")
    assert game.player == 0
    game.apply("keep the die")
    assert game.state[at.RESULT] >= 0


def test_the_golden_fight_of_page_8_as_a_turn() -> None:
    game = ready(II=("Genoese Crossbowmen", "Mongol Lancers", "English Longbowmen"))
    # The Trưng Sisters must stand to the right of the Crossbowmen, connected with them.
    number = game.words.units.index("Trưng Sisters")
    piles.move_unit(game.state, game.state[at.PLACE_CARD + 4], at.STACK + 1)
    piles.move_unit(game.state, number, at.OPEN)
    game.state[at.PLACE_CARD + 4] = number
    deal(game, "Pär", "Catapult", "Archer", "Conscript", "Militia")
    play(
        game,
        "conquer Genoese Crossbowmen, Trưng Sisters",
        "deploy Catapult",
        "deploy Archer",
        "deploy Conscript",
        "done",
        "reinforcement Spy",
        "die 1/1/1",
        "die 0/0/2",
    )
    # The Spy may roll again; Pär keeps the die, as in the example.
    assert game.state[at.NODE] == at.NODE_REROLL
    game.apply("keep the die")
    assert game.state[at.RESULT] == 0
    assert game.question == "Pär draws a relic"
    game.roll()
    own_view = game.observation(0).players[0]
    assert len(own_view.relics) == 2
    assert "Genoese Crossbowmen" in names(game, own_view.army)
    assert "Trưng Sisters" in names(game, game.observation(0).era_discards[1])
    standing = [bool(game.state[at.OUTCOME] >> slot & 1) for slot in range(7)]
    assert standing == [False, False, False, True, False, False, True]
    game.settle()
    assert len(game.observation(0).players[0].discard) == 5
    assert game.state[at.TURN] == 1


def test_defeated_defenders_are_taken_whatever_the_result_the_others_go_to_their_eras_discard_pile() -> None:
    game = ready(II=("Viking Berserkers", "Mongol Lancers", "English Longbowmen"))
    deal(game, "Pär", "Catapult")
    # The Berserkers' heroic death brings the Catapult down, too: nobody wins.
    give_token(game, "Pär", "+2 normal")
    play(game, "conquer Viking Berserkers", "deploy Catapult", "put token +2 normal on slot 1 (Catapult)")
    play(game, "die 0/1/0", "die -1/-1/-1")
    assert game.state[at.RESULT] == 2
    assert game.observation(1).players[0].army[-1] == game.words.units.index("Viking Berserkers")
    assert not game.observation(1).players[0].relics[1:]
    assert (game.state[at.MEDALS_DUE], game.state[at.RELICS_DUE]) == (0, 0)
    assert [each.honour for each in game.observation(1).players] == [0, 0]
    check_pieces(game)


@pytest.mark.parametrize(("attackers", "draws"), [(1, 4), (2, 3), (3, 2), (4, 1)])
def test_a_winning_attacker_draws_relics_by_its_units_and_keeps_one(attackers: int, draws: int) -> None:
    game = ready(II=("English Longbowmen", "Mongol Lancers", "Viking Berserkers"))
    cards = ("Hannibal Barca", "Saladin", "Joan of Arc", "Leonidas of Sparta")[:attackers]
    deal(game, "Pär", "Catapult")
    move_cards(game, "Pär", at.HAND, at.DECK)
    move_cards(game, "Pär", at.DECK, at.DISCARD)
    for card in cards:
        own(game, "Pär", card, at.HAND)
    play(game, "conquer English Longbowmen", *(f"deploy {card}" for card in cards))
    game = won(game)
    before = len(game.observation(0).relic_stack)
    drawn = 0
    while game.chance is not None and game.chance.node == at.CHANCE_RELIC:
        game.roll()
        drawn += 1
    assert drawn == draws
    if draws > 1:
        assert len(phrases(game)) == draws
        assert all(phrase.startswith("keep relic") for phrase in phrases(game))
        game.apply(game.legal_actions()[-1])
    view = game.observation(1)
    assert len(view.relic_stack) == before - draws
    assert len(view.relic_discard) == draws - 1
    assert len(view.players[0].relics) == 2


def test_with_the_virtual_slot_filled_no_relic_is_drawn() -> None:
    game = ready(II=("English Longbowmen", "Mongol Lancers", "Viking Berserkers"))
    deal(game, "Pär", "Conscript", "Pikeman", "Archer", "Archer")
    own(game, "Pär", "Imperial Old Guard", at.DECK)
    play(game, "conquer English Longbowmen", "deploy Pikeman", "deploy Archer", "deploy Archer", "deploy Conscript")
    play(game, "reinforcement Imperial Old Guard", "die 1/1/1", "die 0/0/1")
    assert game.state[at.RESULT] == 0
    assert game.chance is None or game.chance.node != at.CHANCE_RELIC
    assert len(game.observation(0).players[0].relics) == 1


def test_an_empty_relic_stack_is_made_of_its_discard_pile_and_what_is_there_is_drawn() -> None:
    game = ready(II=("English Longbowmen", "Mongol Lancers", "Viking Berserkers"))
    stack = [number for number in range(32) if game.state[at.RELIC_ZONE + number] == at.PILE]
    for number in stack[:-2]:
        give_relic(game, "Chris", game.words.relics[number])
    for number in stack[-2:]:
        game.state[at.RELIC_ZONE + number] = at.USED_UP
    game.state[at.RELICS_LEFT] = 0
    deal(game, "Pär", "Catapult")
    move_cards(game, "Pär", at.DECK, at.DISCARD)
    own(game, "Pär", "Hannibal Barca", at.HAND)
    play(game, "conquer English Longbowmen", "deploy Hannibal Barca", "done")
    play(game, "die 0/0/2", "die 0/-1/0")
    assert len(outcomes(game)) == 2
    game.settle()
    assert len(phrases(game)) == 2
    check_pieces(game)


def beaten_defender(*, costly: bool) -> Game:
    """Pär beats Chris, with the loss of two units of four where it is costly, else of none."""
    game = challenged(deal_chris=("Catapult", "Archer", "Militia", "Medic"))
    if not costly:
        deal(game, "Pär", "Pikeman", "Archer", "Archer", "Militia")
        play(game, "done", "deploy Pikeman", "deploy Archer", "deploy Archer", "deploy Militia")
        play(game, "die 0/0/3", "die 0/0/1")
        return game
    own(game, "Chris", "Osowiec Garrison", at.HAND)
    deal(game, "Pär", "Militia", "Saboteur", "Catapult")
    own(game, "Pär", "Imperial Old Guard", at.HAND)
    play(game, "deploy Osowiec Garrison", "done", "deploy Militia", "deploy Saboteur", "deploy Catapult")
    play(game, "deploy Imperial Old Guard", "die 0/2/0", "die 0/0/1")
    return game


def test_a_beaten_defender_gets_an_honour_token_for_two_units_it_defeated() -> None:
    game = beaten_defender(costly=True)
    assert game.state[at.RESULT] == 0
    assert game.state[at.OUTCOME] == 0b01100
    assert game.observation(0).players[1].honour == 1
    assert game.observation(0).honour_left == 7


def test_a_defender_who_defeated_nobody_gets_no_honour_token() -> None:
    game = beaten_defender(costly=False)
    assert game.state[at.RESULT] == 0
    assert game.observation(0).players[1].honour == 0


def test_honour_tokens_end_with_their_supply() -> None:
    game = challenged(deal_chris=("Catapult",))
    own(game, "Chris", "Osowiec Garrison", at.HAND)
    game.state[at.HONOUR_LEFT] = 0
    game.state[at.PLAYER + at.HONOUR] = 8
    deal(game, "Pär", "Militia", "Saboteur", "Catapult")
    own(game, "Pär", "Imperial Old Guard", at.HAND)
    play(game, "deploy Osowiec Garrison", "done", "deploy Militia", "deploy Saboteur", "deploy Catapult")
    play(game, "deploy Imperial Old Guard", "die 0/2/0", "die 0/0/1")
    assert game.state[at.RESULT] == 0
    assert game.observation(0).players[1].honour == 0


def test_the_winner_draws_two_of_the_losers_medals_keeps_one_and_gives_one_back_unseen_by_others() -> None:
    game = beaten_defender(costly=False)
    chance = game.chance
    assert chance is not None
    assert (chance.phrase, chance.player, chance.private) == ("Pär draws one of Chris's medals", 0, True)
    assert outcomes(game) == {"medal 1": 1, "medal 2": 1, "medal 3": 1, "medal 5": 1}
    play(game, "medal 5", "medal 2")
    assert phrases(game) == ["keep medal 2", "keep medal 5"]
    assert len(game.observation(0).drawn_medals) == 2
    assert game.observation(1).drawn_medals == ()
    game.apply("keep medal 5")
    mine, theirs = game.observation(0), game.observation(1)
    assert [game.words.medals[medal] for medal in mine.medals] == ["5"]
    assert [game.words.medals[medal] for medal, _ in mine.returned_medals] == ["2"]
    assert theirs.medals == theirs.returned_medals == ()
    assert theirs.players[0].won_medals == (1,)
    assert theirs.players[1].own_medals == 3
    check_pieces(game)


def test_of_one_medal_left_the_winner_keeps_it_and_of_none_nothing() -> None:
    for left in (1, 0):
        game = challenged(deal_chris=("Catapult",))
        medals = [number for number in range(20) if game.state[at.MEDAL_ZONE + number] == at.OWNED + 1]
        for number in medals[left:]:
            game.state[at.MEDAL_ZONE + number] = at.WON
        game.state[at.PLAYER + at.PLAYER_SIZE + at.OWN_MEDALS] = left
        deal(game, "Pär", "Pikeman", "Archer", "Archer", "Militia")
        play(game, "done", "deploy Pikeman", "deploy Archer", "deploy Archer", "deploy Militia")
        play(game, "die 0/0/3", "die 0/0/1")
        if left:
            game.roll()
        assert game.chance is not None
        assert game.chance.node == at.CHANCE_RELIC
        assert len(game.observation(0).medals) == 4


def test_a_winning_attacker_also_keeps_one_of_the_defenders_relics_and_the_others_go_back() -> None:
    game = challenged(deal_chris=("Catapult",))
    for name in ("Gas Mask", "Rune Stone", "Powder Horn"):
        if name not in [game.words.relics[relic] for view in game.observation(0).players for relic in view.relics]:
            give_relic(game, "Chris", name)
    theirs = game.observation(0).players[1].relics
    deal(game, "Pär", "Pikeman", "Archer")
    play(game, "done", "deploy Pikeman", "deploy Archer", "die 0/0/1", "die 0/0/3")
    play(game, "medal 5", "medal 2", "keep medal 2")
    assert set(outcomes(game)) == {f"relic {game.words.relics[relic]}" for relic in theirs}
    for _ in range(3):
        game.roll()
    kept = game.legal_actions()[0]
    game.apply(kept)
    view = game.observation(1)
    assert len(view.players[0].relics) == 2
    assert len(view.players[1].relics) == len(theirs) - 1
    assert view.relic_discard == ()
    check_pieces(game)


def test_of_fewer_relics_than_draws_what_is_there_is_drawn() -> None:
    game = challenged(deal_chris=("Catapult",))
    deal(game, "Pär", "Pikeman")
    play(game, "done", "deploy Pikeman", "die 0/0/1", "die 0/0/3", "medal 5", "medal 2", "keep medal 2")
    game.roll()
    assert len(game.observation(0).players[0].relics) == 2
    assert game.observation(0).players[1].relics == ()


def test_a_winning_defender_gets_only_the_medal() -> None:
    game = challenged(deal_chris=("Catapult",))
    own(game, "Chris", "Imperial Old Guard", at.HAND)
    deal(game, "Pär", "Catapult")
    play(game, "deploy Imperial Old Guard", "deploy Catapult", "deploy Catapult", "die 0/0/1", "die 0/0/3")
    assert game.state[at.RESULT] == 1
    assert game.state[at.RELICS_DUE] == 0
    chance = game.chance
    assert chance is not None
    assert (chance.phrase, chance.player) == ("Chris draws one of Pär's medals", 1)
    play(game, "medal 1", "medal 3")
    assert game.player == 1
    game.apply("keep medal 3")
    view = game.observation(1)
    assert [game.words.medals[medal] for medal in view.medals] == ["3"]
    assert [len(each.relics) for each in view.players] == [1, 1]
    assert [each.honour for each in view.players] == [0, 0]


def test_with_no_winner_nobody_gets_anything() -> None:
    game = challenged(deal_chris=("Catapult",))
    own(game, "Chris", "Osowiec Garrison", at.HAND)
    deal(game, "Pär", "Catapult")
    give_token(game, "Pär", "+1 ranged")
    play(game, "deploy Osowiec Garrison", "done", "deploy Catapult", "put token +1 ranged on slot 1 (Catapult)")
    play(game, "die 1/0/0", "die -1/0/0")
    assert game.state[at.RESULT] == 2
    view = game.observation(0)
    assert (game.state[at.MEDALS_DUE], game.state[at.RELICS_DUE]) == (0, 0)
    assert [len(each.won_medals) for each in view.players] == [0, 0]
    assert [len(each.relics) for each in view.players] == [1, 1]
    assert [each.honour for each in view.players] == [0, 0]
    assert view.honour_left == 8


def test_a_players_cards_are_never_stolen() -> None:
    game = beaten_defender(costly=True)
    armies = [set(game.observation(seat).players[seat].army) for seat in range(2)]
    finish_turn(game)
    assert [set(game.observation(seat).players[seat].army) for seat in range(2)] == armies
