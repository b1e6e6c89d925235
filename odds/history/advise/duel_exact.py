"""Challenges weighed exactly: every hand of both sides, every deployment, every reply."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import comb
from typing import Any

from odds.history.advise.duel_cards import Deployment, Duel, Hand, deployments
from odds.history.advise.duel_replies import Replies, Reply
from odds.history.advise.ranked import Ranked
from odds.history.advise.targets import Target
from odds.history.rules import DEFENDER_HAND_SLOTS

#: Hands of the defender, or of the attacker, that are enumerated at most.
MOST_HANDS = 3_000

#: Scores this close are equal where they are no Fractions.
NOISE = 1e-9

#: What to say where a pile was too long.
SAMPLED_DRAWS_NOTE = "a pile has too many orders to count, so some draws were sampled"

#: Figures of an attack that are averaged over hands.
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
        blocks: Blocks of hands that were sampled, 0 where all were weighed.
    """

    ranked: Ranked
    notes: list[str] = field(default_factory=list)
    hands: dict[Hand, Deployment] = field(default_factory=dict)
    blocks: int = 0


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
    return Found(replace(ranked, exact=replies.exact), [] if replies.exact else [SAMPLED_DRAWS_NOTE], chosen)


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


__all__ = [
    "MOST_HANDS",
    "SAMPLED_DRAWS_NOTE",
    "Found",
    "are_few",
    "average",
    "choose_deployments",
    "count_replies",
    "expectations",
    "is_small",
    "solve_exactly",
]
