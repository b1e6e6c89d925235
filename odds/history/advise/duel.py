"""What it is worth to challenge another player whose hand is hidden (D, phase 2b; R1).

The game: I choose whom to challenge. The defender, whose hand is any of those it may hold, all alike likely, deploys
0 to 3 cards with its war tokens so that my best reply is worth least, on average over the hands I may hold: it knows
which cards my hand and deck have together, not which are where. Then I see what lies there and answer with my real
hand; tokens and re-rolls come when the rules have them. I take all of the defender's cards that are not on the table
for its deck, and so does the defender when it weighs what I shall do.

Small challenges are weighed exactly, others by sampled hands (see `duel_sampled`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import comb
from typing import Any

from odds import chance
from odds.history.advise.duel_cards import Deployment, Duel, Hand, deployments
from odds.history.advise.duel_replies import Replies, Reply
from odds.history.advise.position import Prizes
from odds.history.advise.pricing import Weights
from odds.history.advise.ranked import Ranked
from odds.history.advise.targets import Target
from odds.history.cards import CardSet, Unit, WarToken
from odds.history.rules import DEFENDER_HAND_SLOTS
from odds.history.table import Opponent, Table
from odds.history.worth import medal_worth, relic_prizes

#: Fights that are weighed exactly where nobody chose: some five seconds compiled, mostly far less.
EXACT_FIGHTS = 1_000_000

#: Hands of the defender, or of the attacker, that are enumerated at most.
MOST_HANDS = 3_000

#: Where nobody said how long to search, seconds.
DEFAULT_SECONDS = 5.0

#: Scores this close are equal where they are no Fractions.
NOISE = 1e-9

#: Figures of an attack that are averaged over the defender's hands.
FIGURES = (
    *("score", "win", "lose", "nobody", "unit_vp", "relic_vp", "medal_vp", "opponent_vp"),
    *("tokens", "heroes"),
)


@dataclass
class Found:
    """What a challenge comes to.

    Args:
        ranked: Its figures under best play of both sides; its line-up is empty, because it depends on what lies there.
        notes: What was assumed, and how it was found.
        hands: For each hand of the defender that was weighed what it deploys.
    """

    ranked: Ranked
    notes: list[str] = field(default_factory=list)
    hands: dict[Hand, Deployment] = field(default_factory=dict)


def value_challenge(table: Table, target: Target, weights: Weights, seconds: float | None, seed: int | None) -> Found:
    """Return what challenging a player is worth.

    Args:
        table: The position; I challenge with its hand.
        target: Whom to challenge, and in which era.
        weights: My objective, which the defender minimises.
        seconds: How long to sample for; five if absent.
        seed: Seed of sampled hands; drawn if absent.
    """
    duel, notes = duel_of(table, target, weights)
    found = solve(duel, target, DEFAULT_SECONDS if seconds is None else seconds, seed)
    return Found(found.ranked, notes + found.notes, found.hands)


def solve(
    duel: Duel, target: Target, seconds: float = DEFAULT_SECONDS, seed: int | None = None, most: int = EXACT_FIGHTS
) -> Found:
    """Return what a challenge is worth: exactly with at most so many fights, else by sampled hands."""
    if is_small(duel, most):
        return solve_exactly(duel, target)
    from odds.history.advise.duel_sampled import solve_by_sampling

    return solve_by_sampling(duel, target, chance.fresh_seed() if seed is None else seed, seconds)


def solve_exactly(duel: Duel, target: Target) -> Found:
    """Return what a challenge is worth over every hand of both sides."""
    replies = Replies(duel)
    real = duel.mine.hand_of(duel.hand)
    chosen = choose_deployments(duel, replies)
    jobs = list(dict.fromkeys((real, deployment) for deployment in chosen.values()))
    best = replies.best(jobs)
    figures = dict(zip((job[1] for job in jobs), replies.figures(jobs, best), strict=True))
    ways = dict(duel.theirs.hands(duel.hand_size))
    ranked = average([figures[deployment] for deployment in chosen.values()], [ways[hand] for hand in chosen], target)
    return Found(replace(ranked, exact=replies.exact), [], chosen)


def choose_deployments(duel: Duel, replies: Replies) -> dict[Hand, Deployment]:
    """Return what the defender deploys from each hand: the attacker expects least from it, weighed exactly.

    Who is indifferent deploys fewer cards, then fewer tokens, then what comes first in its hand.
    """
    options = {hand: deployments(hand, duel.their_tokens) for hand, _ in duel.theirs.hands(duel.hand_size)}
    every = list(dict.fromkeys(option for listed in options.values() for option in listed))
    expected: dict[Deployment, Any] = {(): 0}
    if len(every) > 1:
        expected = dict(zip(every, expectations(duel, replies, every), strict=True))
    return {hand: least(listed, [expected[option] for option in listed]) for hand, listed in options.items()}


def expectations(duel: Duel, replies: Replies, options: Sequence[Deployment], pile: Hand | None = None) -> list[Any]:
    """Return what the attacker expects from each deployment, over all hands it may hold (see `Replies.best`)."""
    hands = duel.mine.hands(len(duel.hand))
    total = sum(ways for _, ways in hands)
    found = replies.best([(hand, option) for option in options for hand, _ in hands], pile)
    return [mean(found[len(hands) * number :], hands) / total for number in range(len(options))]


def mean(found: Sequence[Reply], hands: Sequence[tuple[Hand, int]]) -> Any:
    """Return the sum of the scores of the first replies, one for each hand, times the ways of the hands."""
    return sum(reply.score * ways for reply, (_, ways) in zip(found, hands, strict=False))


def least(options: Sequence[Deployment], expected: Sequence[Any]) -> Deployment:
    """Return the first of the deployments from which the attacker expects least."""
    best = 0
    for number in range(1, len(options)):
        noise = 0 if isinstance(expected[number], Fraction) else NOISE
        if expected[number] < expected[best] - noise:
            best = number
    return options[best]


def average(ranked: Sequence[Ranked], weights: Sequence[int], target: Target) -> Ranked:
    """Return the weighted means of figures as those of a challenge."""
    total = sum(weights)
    means = {
        name: sum(getattr(one, name) * weight for one, weight in zip(ranked, weights, strict=True)) / total
        for name in FIGURES
    }
    return Ranked(number=-1, target=target, line_up=(), conquered={}, **means)


def is_small(duel: Duel, most: int) -> bool:
    """Return whether a challenge has at most so many fights, over every hand of both sides."""
    if duel.theirs.count_hands(duel.hand_size) > MOST_HANDS:
        return False
    listed = (deployments(hand, duel.their_tokens) for hand, _ in duel.theirs.hands(duel.hand_size))
    return are_few(duel, {option for options in listed for option in options}, most)


def are_few(duel: Duel, options: Collection[Deployment], most: int) -> bool:
    """Return whether weighing deployments over all hands of the attacker takes at most so many fights."""
    if duel.mine.count_hands(len(duel.hand)) > MOST_HANDS:
        return False
    cards = duel.theirs.cards
    drawing = sum(any(cards[card].reinforcement for card, _ in option) for option in options)
    met = len(options) - drawing + drawing * max(1, duel.theirs.size - DEFENDER_HAND_SLOTS)
    # With nothing to choose from, no plans are made.
    hands = duel.mine.hands(len(duel.hand))[: None if len(options) > 1 else 1]
    fights = 0
    for hand, _ in hands:
        fights += met * count_replies(duel, hand)
        if fights > most:
            return False
    return True


def count_replies(duel: Duel, hand: Hand) -> int:
    """Return about how many fights weigh all replies of a hand to a deployment that draws nothing."""
    deck = max(1, duel.mine.size - len(hand))
    held = [(card, hand.count(card)) for card in sorted(set(hand))]
    drawing = sum(count for card, count in held if duel.mine.cards[card].reinforcement)
    line_ups = sum(comb(len(hand), length) * _FACTORIALS[length] for length in range(1, 5)) // _copies(held)
    tokens = min(3, sum(not token.special for token in duel.tokens))
    share = drawing / max(1, len(hand))
    return int(max(1, line_ups) * (1 + share * (deck - 1)) * (1, 4, 14, 30)[tokens])


_FACTORIALS = (1, 1, 2, 6, 24)


def _copies(held: Sequence[tuple[int, int]]) -> int:
    ways = 1
    for _, count in held:
        ways *= _FACTORIALS[min(4, count)]
    return ways


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
        prizes=prizes_of(
            table.card_set,
            (table.sabaton, table.relics, table.own_medals_left),
            (opponent.sabaton, opponent.relics, opponent.own_medals_left),
        ),
        weights=weights,
        rulings=table.rulings,
        player=target.player,
        era=target.era,
    )
    return duel, notes_about(opponent)


def notes_about(opponent: Opponent) -> list[str]:
    """Return what a duel with an opponent does not weigh."""
    if any(token.special.startswith("move-up") for token in opponent.tokens):
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
    "prizes_of",
    "solve",
    "solve_exactly",
    "unseen_hand",
    "value_challenge",
]
