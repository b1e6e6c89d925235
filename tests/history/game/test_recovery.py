"""Phase 3, recovery, and the end of the game (rules, sections C and D), sentence by sentence."""

from __future__ import annotations

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
    play,
    set_up,
    stand,
)

LONE = {
    "I": ("Dacian Falxmen", "Carthaginian War Elephants", "Scythian Horse Archers"),
    "II": ("Viking Berserkers", "Mongol Lancers", "English Longbowmen"),
    "III": ("Papal Swiss Guard", "Green Jacket Rifles", "Landsknechts"),
}


def fought(*cards: str, prepare: object = None) -> Game:
    """A game in which Pär has lost a fight against the Mongol Lancers with these cards; recovery begins."""
    game = set_up(open_cards=LONE)
    go_to_fight(game, "II")
    for token in game.observation(0).players[0].tokens:
        piles.spend_token(game.state, 0, token, at.USED_UP)
    deal(game, "Pär", *cards)
    if callable(prepare):
        prepare(game)
    play(game, "conquer Mongol Lancers", *(f"deploy {card}" for card in cards))
    while game.state[at.RESULT] < 0:
        if game.chance is None:
            game.apply(game.legal_actions()[0])
        else:
            worst = [each for each in game.chance.outcomes() if each.phrase in ("die 1/0/0", "die 1/1/1")]
            game.apply_chance(worst[0].number)
    assert game.state[at.RESULT] == 1
    return game


def names(game: Game, units: tuple[int, ...]) -> list[str]:
    return [game.words.units[unit] for unit in units]


def test_all_cards_of_the_attacker_go_to_its_discard_pile_and_survivors_to_their_eras() -> None:
    game = fought("Catapult", "Archer")
    own_view = game.observation(1).players[0]
    assert sorted(names(game, own_view.discard)) == ["Archer", "Catapult"]
    assert names(game, game.observation(1).era_discards[1]) == ["Mongol Lancers"]
    assert len(own_view.army) == 8


def test_a_challenged_player_s_cards_go_to_its_own_discard_pile() -> None:
    game = set_up(open_cards=LONE)
    go_to_fight(game, "II")
    stand(game, "Chris", "II")
    deal(game, "Chris", "Medic", "Militia")
    deal(game, "Pär", "Catapult")
    play(game, "challenge Chris", "deploy Medic", "done", "deploy Catapult")
    finish_turn(game)
    assert names(game, game.observation(0).players[1].discard) == ["Medic"]
    assert names(game, game.observation(0).players[0].discard) == ["Catapult"]
    check_pieces(game)


def test_heroes_that_fought_from_hand_or_as_reinforcement_are_set_aside() -> None:
    def prepare(game: Game) -> None:
        own(game, "Pär", "Saladin", at.DECK)

    game = set_up(open_cards=LONE)
    go_to_fight(game, "II")
    deal(game, "Pär", "Catapult")
    move_cards(game, "Pär", at.DECK, at.DISCARD)
    own(game, "Pär", "Hannibal Barca", at.HAND)
    prepare(game)
    play(game, "conquer Mongol Lancers", "deploy Hannibal Barca", "done")
    assert outcomes(game) == {"reinforcement Saladin": 1}
    finish_turn(game)
    view = game.observation(1).players[0]
    assert sorted(names(game, view.aside)) == ["Hannibal Barca", "Saladin"]
    assert game.scores()[0]["heroes"] == 6


def test_a_conquered_hero_that_has_not_fought_for_its_owner_goes_to_the_discard_pile() -> None:
    game = set_up(open_cards=LONE)
    go_to_fight(game, "II")
    place = at.PLACE_CARD + 4
    piles.move_unit(game.state, game.state[place], at.STACK + 1)
    game.state[place] = game.words.units.index("Saladin")
    piles.move_unit(game.state, game.state[place], at.OPEN)
    deal(game, "Pär", "Catapult")
    for name in ("Imperial Old Guard", "Mark IV Tanks", "Carthaginian War Elephants"):
        if name not in LONE["I"]:
            own(game, "Pär", name, at.HAND)
    play(game, "conquer Saladin", "deploy Mark IV Tanks", "deploy Imperial Old Guard", "deploy Catapult")
    while game.state[at.RESULT] < 0:
        if game.chance is None:
            game.apply(game.legal_actions()[0])
        else:
            game.apply_chance(game.chance.outcomes()[0].number)
    finish_turn(game)
    view = game.observation(1).players[0]
    number = game.words.units.index("Saladin")
    assert number in view.army
    assert view.aside == ()


def test_used_tokens_go_to_the_token_discard() -> None:
    def prepare(game: Game) -> None:
        for name in ("Heroic death", "Move up: draw 2", "Re-roll"):
            if name in [game.words.tokens[token] for token in game.observation(0).token_stack]:
                give_token(game, "Pär", name)

    game = set_up(open_cards=LONE, fields=("Ambush", "Accuracy", "Hunt"))
    go_to_fight(game, "II")
    for token in game.observation(0).players[0].tokens:
        piles.spend_token(game.state, 0, token, at.USED_UP)
    before = len(game.observation(0).token_discard)
    prepare(game)
    deal(game, "Pär", "Catapult")
    game.apply("use token Move up: draw 2")
    game.settle()
    play(game, "conquer Mongol Lancers", "deploy Catapult", "done", "put token Heroic death on slot 1 (Catapult)")
    finish_turn(game)
    view = game.observation(0)
    assert len(view.token_discard) == before + 2
    assert [game.words.tokens[token] for token in view.players[0].tokens] == ["Re-roll"]
    check_pieces(game)


def test_the_board_is_refilled_from_the_stack_heroes_too() -> None:
    game = fought("Catapult")
    assert game.question == "the card for place II 2"
    assert {"open Saladin", "open Joan of Arc"} <= set(outcomes(game))
    assert sum(outcomes(game).values()) == 14
    game.apply_chance("open Saladin")
    assert names(game, game.observation(0).open_cards)[4] == "Saladin"


def test_an_empty_stack_is_made_of_its_discard_pile() -> None:
    def prepare(game: Game) -> None:
        for unit in range(len(game.pieces.units)):
            if game.state[at.UNIT_ZONE + unit] == at.STACK + 1:
                piles.move_unit(game.state, unit, at.ERA_DISCARD + 1)

    game = fought("Catapult", prepare=prepare)
    assert sum(outcomes(game).values()) == 15
    assert game.observation(0).era_discards[1] == ()


def test_a_place_stays_empty_where_no_card_is_left() -> None:
    def prepare(game: Game) -> None:
        for unit in range(len(game.pieces.units)):
            if game.state[at.UNIT_ZONE + unit] == at.STACK + 1:
                piles.move_unit(game.state, unit, at.DISCARD + 1)
                piles.enlist(game.state, 1, unit)

    game = fought("Catapult", prepare=prepare)
    game.apply_chance("open Mongol Lancers")
    assert game.state[at.NODE] != at.CHANCE_OPEN


def test_the_token_fields_are_refilled_from_the_stack_and_its_discard_pile() -> None:
    def prepare(game: Game) -> None:
        for token in range(20):
            if game.state[at.TOKEN_ZONE + token] == at.PILE:
                game.state[at.TOKEN_ZONE + token] = at.USED_UP
        game.state[at.TOKENS_LEFT] = 0

    game = fought("Catapult", prepare=prepare)
    game.roll()
    assert game.question.startswith("the war token for field")
    assert sum(outcomes(game).values()) == 18
    game.roll()
    assert min(game.observation(0).fields) >= 0
    check_pieces(game)


def test_the_active_player_draws_up_to_four_reshuffling_the_discard_when_the_deck_runs_out() -> None:
    def prepare(game: Game) -> None:
        move_cards(game, "Pär", at.DECK, at.DISCARD, but=("Spy",))

    game = fought("Catapult", "Archer", prepare=prepare)
    while game.chance is not None and game.chance.node != at.CHANCE_CARD:
        game.roll()
    assert outcomes(game) == {"draw Spy": 1}
    game.roll()
    assert sum(outcomes(game).values()) == 7
    game.settle()
    view = game.observation(0).players[0]
    assert (view.hand_size, view.deck_size, view.discard) == (4, 4, ())


def test_a_hand_of_more_than_four_cards_stays() -> None:
    game = fought("Catapult", prepare=lambda game: deal(game, "Pär", *("Catapult", *FIVE)))
    game.settle()
    assert game.observation(0).players[0].hand_size == 5


FIVE = ("Archer", "Archer", "Conscript", "Militia", "Spy")


def test_a_challenged_player_draws_up_to_four_after_the_active_one_and_nobody_else_does() -> None:
    game = set_up(("Pär", "Chris", "Tommy"), open_cards=LONE)
    go_to_fight(game, "II")
    stand(game, "Chris", "II")
    for player in ("Pär", "Chris", "Tommy"):
        deal(game, player, "Catapult")
    play(game, "challenge Chris", "deploy Catapult", "deploy Catapult")
    finish_turn(game)
    assert [view.hand_size for view in game.observation(0).players] == [4, 4, 1]
    drawers = [step.player for step in game.history if step.phrase.startswith("draw")][-8:]
    assert drawers == [0] * 4 + [1] * 4


def test_a_player_who_owns_fewer_than_four_cards_draws_what_there_is() -> None:
    def prepare(game: Game) -> None:
        for unit in game.observation(0).players[0].deck or ():
            number = piles.find_unit(game.state, game.pieces.numbers, unit, at.DECK)
            piles.move_unit(game.state, number, at.DISMISSED)
            piles.discharge(game.state, 0, number)

    game = fought("Catapult", "Archer", prepare=prepare)
    game.settle()
    assert game.observation(0).players[0].hand_size == 2
    assert game.player == 1


def ended(game: Game) -> Game:
    """Play a game to its end, the first action every time."""
    while not game.is_over:
        finish_turn(game)
    return game


def test_the_scoring_example_of_page_6() -> None:
    game = set_up(("Tommy", "Hannes"), first="Tommy")
    for name in ("Spartan Hoplites", "Knights Templar", "Zulu Impi", "Saladin", "Joan of Arc"):
        unit = game.words.units.index(name)
        if name == "Joan of Arc":  # dismissed: it does not count
            piles.move_unit(game.state, unit, at.DISMISSED)
            continue
        if game.state[at.UNIT_ZONE + unit] == at.OPEN:
            place = game.state.index(unit, at.PLACE_CARD)
            game.state[place] = -1
        zone = {"Spartan Hoplites": at.DECK, "Knights Templar": at.HAND, "Saladin": at.ASIDE}.get(name, at.DISCARD)
        piles.move_unit(game.state, unit, zone)
        piles.enlist(game.state, 0, unit)
    for relic in range(32):
        if game.state[at.RELIC_ZONE + relic] == at.OWNED:
            game.state[at.RELIC_ZONE + relic] = at.PILE
            game.state[at.RELICS_LEFT] += 1
    game.state[at.PLAYER + at.OWNED_RELICS] = 0
    free = [each for each in range(32) if game.state[at.RELIC_ZONE + each] == at.PILE]
    of_era = {era: [each for each in free if game.pieces.relics[each].era == era] for era in ("I", "IV")}
    for relic in of_era["IV"][:4] + of_era["I"][:1]:
        give_relic(game, "Tommy", game.words.relics[relic])
    five = next(n for n, medal in enumerate(game.pieces.medals) if (medal.owner, medal.value) == ("Hannes", 5))
    game.state[at.MEDAL_ZONE + five] = at.WON
    game.state[at.PLAYER + at.PLAYER_SIZE + at.OWN_MEDALS] -= 1
    assert game.scores()[0] == {"units": 3, "heroes": 3, "relics": 7, "medals": 5, "honour": 0, "total": 18}
    check_pieces(game)


def test_most_points_win() -> None:
    game = ended(set_up(("Pär", "Chris", "Tommy"), seed=3))
    totals = [row["total"] for row in game.scores()]
    assert sum(game.returns()) == 1
    assert [share > 0 for share in game.returns()] == [total == max(totals) for total in totals] or totals.count(
        max(totals)
    ) > 1


def tied(relics: tuple[int, int], heroes: tuple[int, int]) -> list[float]:
    """Return the shares of two players with 6 points each, made of relics, heroes and honour tokens."""
    game = ended(set_up())
    game.state[at.HONOUR_LEFT] = 8
    for unit in range(len(game.pieces.units)):
        for seat in range(2):
            mine = at.DECK <= game.state[at.UNIT_ZONE + unit] < at.STACK
            if mine and game.state[at.UNIT_ZONE + unit] % 10 == seat and game.pieces.units[unit].kind != "basic":
                piles.discharge(game.state, seat, unit)
                piles.move_unit(game.state, unit, at.DISMISSED)
    for relic in range(32):
        game.state[at.RELIC_ZONE + relic] = at.PILE
    for medal in range(20):
        if game.state[at.MEDAL_ZONE + medal] >= at.WON:
            game.state[at.MEDAL_ZONE + medal] = at.BOX
    hero_cards = [unit for unit, card in enumerate(game.pieces.units) if card.kind == "hero"]
    for seat in range(2):
        player = at.PLAYER + seat * at.PLAYER_SIZE
        game.state[player + at.OWNED_RELICS] = relics[seat]
        for number in range(relics[seat]):  # one of each era: a point each
            game.state[at.RELIC_ZONE + 8 * number + seat] = at.OWNED + seat
        for _ in range(heroes[seat]):
            unit = hero_cards.pop()
            piles.move_unit(game.state, unit, at.ASIDE + seat)
            piles.enlist(game.state, seat, unit)
        game.state[player + at.HONOUR] = 6 - relics[seat] - 3 * heroes[seat]
    assert [row["total"] for row in game.scores()] == [6, 6]
    return game.returns()


def test_a_tie_goes_to_more_relic_cards_then_more_heroes_else_it_is_shared() -> None:
    assert tied((2, 3), (1, 0)) == [0, 1]
    assert tied((2, 2), (1, 0)) == [1, 0]
    assert tied((2, 2), (1, 1)) == [0.5, 0.5]


def test_nobody_has_a_share_before_the_end() -> None:
    assert set_up().returns() == [0, 0]
