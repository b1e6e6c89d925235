"""The table as text: what lies open is named, and what is connected is shown so."""

from __future__ import annotations

import random

from odds.history.game.game import Game
from odds.history.game.observe import Kinds
from odds.history.rules import ERAS, SABATONS


def one_line(text: str) -> str:
    return " ".join(text.split())


def named(game: Game, kinds: Kinds) -> str:
    names = [game.pieces.units[kind].name for kind in kinds]
    counted = [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]
    return ", ".join(counted) or "none"


def test_open_cards_connections_and_discards_are_shown() -> None:
    """R4 between neighbours, over the end of an era, too: a card's right half and the next one's left are alike."""
    linked_cards = linked_eras = filled_discards = 0
    for seed in range(12):
        choose = random.Random(seed)
        game = Game.new(SABATONS[: choose.randint(2, 5)], seed=seed)
        game.settle()
        while not game.is_over:
            if choose.random() < 0.05:
                view = game.observation(0)
                ring = [game.pieces.units[kind] if kind >= 0 else None for kind in view.open_cards]
                text = one_line(str(game))
                for era, name in enumerate(ERAS):
                    shown = ""
                    for place in range(3 * era, 3 * era + 3):
                        here, there = ring[place], ring[(place + 1) % 12]
                        linked = here and there and here.right and here.right == there.left
                        shown += here.name if here else "-"
                        if place % 3 < 2:
                            shown += " = " if linked else " | "
                            linked_cards += bool(linked)
                        elif linked:
                            shown += " ="
                            linked_eras += 1
                    discard = named(game, view.era_discards[era])
                    assert f"Era {name} {shown} (stack {len(view.stacks[era])}; discard: {discard}" in text
                for player in view.players:
                    filled_discards += bool(player.discard)
                    piles = f"discard: {named(game, player.discard)}; set aside: {named(game, player.aside)};"
                    assert f"deck {player.deck_size}; {piles}" in text
            game.apply(choose.choice(game.legal_actions()))
            game.settle()
    assert min(linked_cards, linked_eras, filled_discards) > 20
