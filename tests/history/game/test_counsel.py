"""The look aside at the odds, from what the player who decides knows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest

from odds.history.game.actions import CONQUER, DROP, HUNT, RUN
from odds.history.game.counsel import counsel, fight_query
from odds.history.game.game import Game
from odds.history.game.state import (
    NODE,
    NODE_DEFEND,
    NODE_GEAR,
    NODE_JUMP,
    NODE_KEEP_RELIC,
    NODE_PUSH,
    NODE_TARGET,
    PLACES,
)
from odds.history.odds import attack
from odds.history.words import percent, points
from tests.history.game.table import deal, give_token, go_to_fight, set_up


def golden() -> Game:
    game = set_up(hands={"Pär": ("Catapult", "Archer", "Conscript", "Spy")}, open_cards={"II": ["Genoese Crossbowmen"]})
    deal(game, "Pär", "Catapult", "Archer", "Conscript", "Spy")
    go_to_fight(game, "II")
    return game


def test_the_best_attack_has_the_odds_that_attack_gives() -> None:
    game = golden()
    deal(game, "Pär", "Catapult", "Archer", "Pikeman")
    game.apply("conquer Genoese Crossbowmen")
    told = counsel(game)
    view = game.observation("Pär")
    relics, others = (Counter(game.pieces.relics[number].era for number in player.relics) for player in view.players)
    line_up = told[1].partition(": ")[2]
    odds = attack(line_up, "Genoese Crossbowmen", relics=relics, relics_gone=others, objective="vp")
    assert told[1] == f"  {percent(odds.win)} to win, {points(odds.expected_vp, signed=True)} VP: {line_up}"
    assert "every draw counted" in told[-1]


def test_few_draws_are_counted_and_many_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reinforcement: the figures are those of `attack` with both piles known, unless they are too many to weigh."""
    game = golden()
    game.apply("conquer Genoese Crossbowmen")
    game.apply("deploy Spy")
    told = counsel(game)
    assert "every draw counted" in told[-1]
    view = game.observation("Pär")
    own = view.players[view.turn]
    assert own.deck
    relics, others = (Counter(game.pieces.relics[number].era for number in player.relics) for player in view.players)
    piles = {
        name: [game.pieces.units[kind] for kind in kinds]
        for name, kinds in (("deck", own.deck), ("stack", view.stacks[1]))
    }
    for line in (told[1], *told[3:-1]):
        line_up = line.partition(": ")[2]
        odds = attack(
            line_up, "Genoese Crossbowmen", relics=relics, relics_gone=others, objective="vp", method="exact", **piles
        )
        assert line == f"  {percent(odds.win)} to win, {points(odds.expected_vp, signed=True)} VP: {line_up}"
    monkeypatch.setattr("odds.history.game.counsel._MOST_PAIRS", 1)
    assert "200 draws of the piles sampled" in counsel(game)[-1]
    assert counsel(game) == counsel(game)


def test_the_odds_tell_nothing_of_hidden_cards() -> None:
    game = golden()
    for phrase in (None, "conquer Genoese Crossbowmen", "deploy Catapult", "deploy Archer"):
        if phrase:
            game.apply(phrase)
        told = counsel(game)
        for seed in range(3):
            assert counsel(game.determinize("Pär", seed)) == told


def test_deployed_cards_are_weighed_alone_and_as_a_beginning() -> None:
    game = golden()
    game.apply("conquer Genoese Crossbowmen")
    assert counsel(game)[0] == "The best line-ups, front unit first:"
    game.apply("deploy Catapult")
    told = counsel(game)
    assert told[0] == "With the cards deployed alone:"
    assert told[1].endswith(": Catapult")
    assert all(": Catapult" in line for line in told[3:-1])


def test_tokens_and_rerolls_are_weighed_when_they_are_to_be_chosen() -> None:
    game = golden()
    give_token(game, "Pär", "+2 melee")
    for phrase in ("conquer Genoese Crossbowmen", "deploy Spy", "done"):
        game.apply(phrase)
    assert "put token" in game.describe(game.legal_actions()[-1])
    told = counsel(game)
    query = fight_query(game, game.observation("Pär"), True)
    assert [unit.name for unit in query.attackers] == ["Spy"]
    assert told[0].startswith("As it is: ")
    assert len(told) == 1 + min(3, len(game.legal_actions()) - 1)
    assert all(" on slot 1 (Spy): " in line for line in told[1:])
    game.apply("done")
    game.apply_chance(0)
    game.apply_chance(0)
    assert game.question == "Pär: roll again or keep the die"
    assert counsel(game)[0].startswith("Better: ")


def test_before_the_jump_both_eras_are_weighed() -> None:
    game = set_up(tiles=("I-II field 1", "II-IV field 1"))
    told = counsel(game)
    assert told[0] == "After a jump to era I, with the cards as they are:"
    assert "After a jump to era II, with the cards as they are:" in told
    assert max(map(len, told)) < 160


def test_where_there_is_nothing_to_weigh_it_says_so() -> None:
    assert counsel(Game.new(seed=1)) == ["Nothing is to be decided now."]


def test_where_there_are_no_odds_it_tells_what_a_bot_would_do() -> None:
    """At every decision without an attack to weigh: the greedy bot's choice, which needs no hidden card."""
    game = Game.new(("Pär", "Chris", "Tommy"), seed=5)
    game.settle()
    choose = random.Random(3)
    asked: Counter[int] = Counter()
    while not game.is_over and asked.total() < 60:
        seat = game.player
        assert seat is not None
        told = " ".join(counsel(game)) if game.state[NODE] not in (NODE_PUSH, NODE_GEAR, NODE_JUMP) else ""
        if "the greedy bot would: " in told:
            asked[game.state[NODE]] += 1
            phrase = told.partition("the greedy bot would: ")[2].removesuffix(".")
            assert phrase in map(game.describe, game.legal_actions())
            assert " ".join(counsel(game.determinize(seat, 7))) == told
        game.apply(choose.choice(game.legal_actions()))
        game.settle()
    assert {NODE_DEFEND, NODE_KEEP_RELIC, NODE_TARGET} <= asked.keys()


def test_what_it_names_first_is_the_best_of_all_attacks_or_near() -> None:
    """Against every attack weighed by `advise`, its conquests and all; building line-ups card by card loses little."""
    choose = random.Random(11)
    losses: list[float] = []
    for seed in range(12):
        game = Game.new(("Pär", "Chris"), seed=seed)
        game.settle()
        while not game.is_over and len(losses) < 6:
            seat = game.player
            assert seat is not None
            view = game.observation(seat)
            own = view.players[seat]
            hunts = max(game.legal_actions()) >= HUNT
            if game.state[NODE] == NODE_TARGET and not hunts and 2 <= len(own.hand) <= 3:
                told = next(line for line in counsel(game) if " to win, " in line)
                losses.append(best_worth(game, seat) - worth_told(told, own.hand))
            game.apply(choose.choice(game.legal_actions()))
            game.settle()
    assert len(losses) == 6
    assert all(abs(loss) < 0.011 for loss in losses)  # what is told is rounded to a hundredth


def worth_told(line: str, hand: Sequence[int]) -> float:
    """Return VP less 0.05 for each card deployed, from a line of the counsel."""
    value, _, attack = line.partition(" VP: ")
    units = attack.partition(" against ")[0].count(",") + 1
    assert units <= len(hand)
    return float(value.rpartition(" ")[2]) - 0.05 * units


def best_worth(game: Game, seat: int) -> float:
    """Return the same of the best attack on the board, every line-up and every draw of it weighed by `attack`."""
    view = game.observation(seat)
    own = view.players[seat]
    units = game.pieces.units
    era = own.era
    assert era is not None
    every = Counter(relic.era for relic in game.pieces.relics)
    relics, stack = (
        Counter(game.pieces.relics[kind].era for kind in kinds) for kinds in (own.relics, view.relic_stack)
    )
    best = -1.0
    hand = [units[kind] for kind in own.hand]
    line_ups = {order for count in range(1, len(hand) + 1) for order in permutations(hand, count)}
    for action in game.legal_actions():
        if CONQUER <= action < DROP:
            start, length = divmod(action - CONQUER, RUN)
            run = [units[view.open_cards[(start + offset) % PLACES]] for offset in range(length + 1)]
            for line_up in line_ups:
                odds = attack(
                    line_up,
                    run,
                    deck=[units[kind] for kind in own.deck or ()],
                    stack=[units[kind] for kind in view.stacks[era]],
                    relics=relics,
                    relics_gone={era: every[era] - relics[era] - stack[era] for era in every},
                    objective="vp",
                    cards=game.pieces.card_set,
                )
                best = max(best, odds.expected_vp - 0.05 * len(line_up))
    return best
