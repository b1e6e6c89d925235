"""What it is worth to challenge another player whose hand is hidden (D, phase 2b; R1).

The game: I choose whom to challenge. The defender, whose hand is any of those it may hold, all alike likely, deploys
0 to 3 cards with its war tokens so that my best reply is worth least, on average over the hands I may hold: it knows
which cards my hand and deck have together, not which are where. Then I see what lies there and answer with my real
hand; tokens and re-rolls come when the rules have them. I take all of the defender's cards that are not on the table
for its deck, and so does the defender when it weighs what I shall do.

Small challenges are weighed exactly, others by sampled hands (see `duel_sampled`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from odds import chance
from odds.history.advise.duel_cards import Duel
from odds.history.advise.duel_exact import Found, is_small, solve_exactly
from odds.history.advise.duel_sampled import solve_by_sampling
from odds.history.advise.notes import holds_move_up
from odds.history.advise.position import Prizes
from odds.history.advise.pricing import Weights
from odds.history.advise.targets import Target
from odds.history.cards import CardSet, Unit, WarToken
from odds.history.table import Opponent, Table
from odds.history.worth import medal_worth, relic_prizes

#: Fights that are weighed exactly where nobody chose: some five seconds compiled, mostly far less.
EXACT_FIGHTS = 1_000_000

#: Where nobody said how long to search, seconds.
DEFAULT_SECONDS = 5.0


def value_challenge(
    table: Table,
    target: Target,
    weights: Weights,
    seconds: float | None,
    seed: int | None,
    repeated: int | None = None,
) -> Found:
    """Return what challenging a player is worth.

    Args:
        table: The position; I challenge with its hand.
        target: Whom to challenge, and in which era.
        weights: My objective, which the defender minimises.
        seconds: How long to sample for; five if absent.
        seed: Seed of sampled hands; drawn if absent.
        repeated: Blocks an earlier run took, to find the same.
    """
    duel, notes = duel_of(table, target, weights)
    limit = DEFAULT_SECONDS if seconds is None else seconds
    found = solve(duel, target, limit, seed, repeated=repeated)
    return Found(found.ranked, notes + found.notes, found.hands, found.blocks)


def solve(
    duel: Duel,
    target: Target,
    seconds: float = DEFAULT_SECONDS,
    seed: int | None = None,
    most: int = EXACT_FIGHTS,
    repeated: int | None = None,
) -> Found:
    """Return what a challenge is worth: exactly with at most so many fights, else by sampled hands."""
    if is_small(duel, most):
        return solve_exactly(duel, target)
    seed = chance.fresh_seed() if seed is None else seed
    return solve_by_sampling(duel, target, seed, seconds, repeated=repeated)


def duel_of(table: Table, target: Target, weights: Weights) -> tuple[Duel, list[str]]:
    """Return the duel of challenging a player, and what was assumed for it."""
    opponent = table.players[target.player]
    pool = unseen_hand(opponent)
    duel = Duel(
        hand=table.hand,
        deck=table.deck,
        tokens=table.tokens,
        pool=pool,
        hand_size=min(opponent.hand_size, len(pool)),
        their_tokens=fight_tokens(opponent.tokens),
        prizes=prizes_of(table.card_set, player_of(table), player_of(opponent)),
        weights=weights,
        rulings=table.rulings,
        player=target.player,
        era=target.era,
    )
    return duel, notes_about(opponent)


def notes_about(opponent: Opponent) -> list[str]:
    """Return what a duel with an opponent does not weigh."""
    if holds_move_up(opponent.tokens):
        return [f"players.{opponent.sabaton}: its move up is not weighed"]
    return []


def unseen_hand(opponent: Opponent) -> tuple[Unit, ...]:
    """Return the cards an opponent may hold: its army but for the discard pile and heroes set aside (R20)."""
    left = list(opponent.army)
    for unit in (*opponent.discard, *opponent.set_aside):
        if unit in left:
            left.remove(unit)
    return tuple(left)


def fight_tokens(tokens: Sequence[WarToken]) -> tuple[WarToken, ...]:
    """Return the tokens that can be put on units (R7)."""
    return tuple(token for token in tokens if not token.special)


#: A player as prizes see it: its Sabaton, its relics of each era, its own medals left.
Player = tuple[str, Any, int]


def player_of(owner: Table | Opponent) -> Player:
    """Return a player of a position as prizes see it."""
    return owner.sabaton, owner.relics, owner.own_medals_left


def prizes_of(card_set: CardSet, attacker: Player, defender: Player) -> Prizes:
    """Return what a fight between two players brings (R18, R19): relics the defender owns, medals, honour tokens."""
    return Prizes(
        relics=tuple(relic_prizes(defender[1], attacker[1])),
        medal=medal_prize(card_set, defender[0], defender[2]),
        lost_medal=medal_prize(card_set, attacker[0], attacker[2]),
        honour=Fraction(1),
    )


def medal_prize(card_set: CardSet, sabaton: str, left: int) -> Fraction:
    """Return the expected VP of the medal a beaten player gives away (R19): the better of two of its own.

    Nobody knows which of its medals are left, so any of them are alike likely.
    """
    values = [medal.value for medal in card_set.medals if medal.owner == sabaton]
    if left <= 0 or not values:
        return Fraction(0)
    return Fraction(sum(values), len(values)) if left == 1 else medal_worth(values)


__all__ = [
    "Duel",
    "Found",
    "duel_of",
    "medal_prize",
    "player_of",
    "prizes_of",
    "solve",
    "solve_exactly",
    "unseen_hand",
    "value_challenge",
]
