"""Challenges with too many hands to weigh them all: hands are dealt, in blocks that are alike and independent.

A block shuffles what the defender may hold and deals it out, so that its hands have every card equally often; what
the attacker may hold is dealt out likewise for the defender's plans. From each hand the deployments race: all meet the
same first hands of the attacker, the better ones meet more of them, until one is left; the attacker answers that one
with its real hand, over all draws. War tokens of the defender go on the line-ups that were best without. The blocks'
mean has an interval by Student's t. It covers the hands that were dealt. A defender that reckons with some hands
instead of all plans a little worse than the best one, so the value leans to the attacker by what that is worth.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from math import fsum
from typing import Any

from odds import chance
from odds.history.advise.duel_cards import Deployment, Duel, Hand, Holding, deployments
from odds.history.advise.duel_draws import shuffled
from odds.history.advise.duel_exact import Found, average, count_replies
from odds.history.advise.duel_replies import Replies
from odds.history.advise.sampled import standard_error
from odds.history.advise.targets import Target
from odds.history.words import counted

#: Blocks that are dealt at least, whatever the time, and at most.
FEWEST_BLOCKS = 3
MOST_BLOCKS = 200

#: Hands of the defender in a block at most.
HANDS_A_BLOCK = 4

#: Pairs of draws of a line-up that the defender's plans reckon with.
PLANNED_DRAWS = 6

#: Streams of a block: the defender's hands, then each deal of the attacker's.
STREAMS_A_BLOCK = 64

#: Races, the thorough one first: how many hands of the attacker have been met, and who races on.
RACES = (
    ((2, 14), (4, 6), (8, 3), (16, 1)),
    ((1, 14), (3, 6), (6, 3), (12, 1)),
    ((1, 4), (2, 2), (4, 1)),
)

#: Fights per second to choose the race by, and blocks that should be done in time.
SPEED = 100_000
WANTED_BLOCKS = 8

#: 97.5 % points of Student's t for 2 to 19 degrees of freedom; `chance.student_95` has the others.
STUDENT: tuple[float, ...] = (
    *(4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201),
    *(2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093),
)

Race = tuple[tuple[int, int], ...]


def student(freedom: int) -> float:
    """Return the 97.5 % point of Student's t for 2 degrees of freedom or more."""
    return STUDENT[freedom - 2] if freedom < len(STUDENT) + 2 else chance.student_95(freedom)


def interval_of(means: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of independent blocks, three or more."""
    centre = fsum(means) / len(means)
    half = student(len(means) - 1) * standard_error(means)
    return centre - half, centre + half


def solve_by_sampling(
    duel: Duel,
    target: Target,
    seed: int,
    seconds: float,
    most_blocks: int = MOST_BLOCKS,
    race: Race | None = None,
    repeated: int | None = None,
) -> Found:
    """Return about what a challenge is worth.

    Args:
        duel, target: The challenge.
        seed: Seed of the hands that are dealt.
        seconds: Blocks are added until this time is over.
        most_blocks: Or until there are so many.
        race: How the defender plans; by default as thoroughly as the time allows.
        repeated: How many blocks an earlier run took, to find the same whatever the clock says.
    """
    started = time.monotonic()
    plans, answers = Replies(duel, PLANNED_DRAWS, seed), Replies(duel)
    a_block = max(1, min(HANDS_A_BLOCK, duel.theirs.size // max(1, duel.hand_size)))
    if race is None:
        limit = seconds * SPEED / WANTED_BLOCKS
        race, fights = race_for(duel, a_block, limit)
        # Rather few hands in a block than fewer blocks than an interval needs.
        a_block = max(1, min(a_block, int(a_block * limit * WANTED_BLOCKS / FEWEST_BLOCKS / fights)))
    real = duel.mine.hand_of(duel.hand)
    figures: list[Any] = []
    means: list[float] = []
    hands: dict[Hand, Deployment] = {}
    while len(means) < most_blocks:
        stream = len(means) * STREAMS_A_BLOCK
        dealt = deal_hands(duel.theirs, duel.hand_size, seed, stream)[:a_block]
        planned = planned_hands(duel, race[-1][0], seed, stream + 1)
        chosen = [options[0] for options in race_hands(duel, plans, dealt, race, planned)]
        jobs = [(real, deployment) for deployment in chosen]
        found = answers.figures(jobs, answers.best(jobs))
        hands.update(zip(dealt, chosen, strict=True))
        figures.append(average(found, [1] * len(found), target))
        means.append(float(figures[-1].score))
        spent = time.monotonic() - started
        if repeated is not None:
            if len(means) >= repeated:
                break
        elif len(means) >= FEWEST_BLOCKS and spent + spent / len(means) > seconds:
            break
    ranked = average(figures, [1] * len(figures), target)
    note = (
        f"challenge of {target.player or 'a player'}: sampled, seed {seed}: {counted(len(means) * len(dealt), 'hand')} "
        f"of the defender, whose plans reckon with {counted(race[-1][0], 'hand')} of yours"
    )
    return Found(replace(ranked, exact=False, interval=interval_of(means)), [note], hands, len(means))


def race_for(duel: Duel, hands: int, fights: float, least: int = 1) -> tuple[Race, int]:
    """Return the most thorough race that hands of the defender can run with at most so many fights, and how many.

    Where all take more, it is the least thorough one.

    Args:
        duel: The challenge.
        hands: How many hands race.
        fights: The fights, as predicted.
        least: How many deployments of a hand are to be left at the end.
    """
    held = tuple(range(duel.hand_size))
    bare, full = (len(deployments(held, tokens)) for tokens in ((), duel.their_tokens))
    each = count_replies(duel, duel.mine.hand_of(duel.hand))
    for race in RACES:
        rounds = tuple((until, max(kept, least)) for until, kept in race)
        racing, met, entries = bare, 0, 0
        for number, (until, kept) in enumerate(rounds):
            entries += racing * (until - met)
            if number == 0 and full > bare:
                entries += until * min(racing, token_line_ups(kept)) * full // bare
            racing, met = min(racing, kept), until
        if hands * entries * each <= fights:
            break
    return rounds, hands * entries * each


def token_line_ups(kept: int) -> int:
    """Return how many line-ups of a hand get all war tokens, where so many deployments race on."""
    return max(2, kept // 3)


def deal_hands(holding: Holding, size: int, seed: int, trial: int) -> list[Hand]:
    """Return hands of a shuffled pile dealt out, one at least; each is any of them, all alike likely."""
    cards = holding.everything()
    order = shuffled(len(cards), chance.seed_start(seed), trial)
    return [
        tuple(sorted(cards[place] for place in order[size * number : size * (number + 1)]))
        for number in range(max(1, len(cards) // size) if size else 1)
    ]


def planned_hands(duel: Duel, count: int, seed: int, trial: int) -> list[Hand]:
    """Return hands of the attacker that the defender reckons with; the deals' streams begin at `trial`."""
    found: list[Hand] = []
    while len(found) < count:
        found += deal_hands(duel.mine, len(duel.hand), seed, trial)
        trial += 1
    return found[:count]


def race_hands(
    duel: Duel, replies: Replies, hands: Sequence[Hand], race: Race, planned: Sequence[Hand]
) -> list[list[Deployment]]:
    """Return for each hand of the defender the deployments that are left of the race, in the order they had."""
    racing = [deployments(hand, ()) for hand in hands]
    known: dict[tuple[Hand, Deployment], float] = {}
    for number, (until, kept) in enumerate(race):
        meet(replies, racing, planned[:until], known)
        if number == 0 and duel.their_tokens:
            best = [keep(options, planned[:until], known, token_line_ups(kept)) for options in racing]
            racing = [with_all_tokens(hand, options, duel) for hand, options in zip(hands, best, strict=True)]
            meet(replies, racing, planned[:until], known)
        racing = [keep(options, planned[:until], known, kept) for options in racing]
    return racing


def meet(
    replies: Replies,
    racing: Sequence[Sequence[Deployment]],
    planned: Sequence[Hand],
    known: dict[tuple[Hand, Deployment], float],
) -> None:
    """Let every deployment meet every planned hand that it has not met yet."""
    jobs = dict.fromkeys((hand, option) for options in racing for option in options for hand in planned)
    waiting = [job for job in jobs if job not in known]
    for job, reply in zip(waiting, replies.best(waiting) if waiting else (), strict=True):
        known[job] = float(reply.score)


def keep(
    options: Sequence[Deployment], planned: Sequence[Hand], known: dict[tuple[Hand, Deployment], float], count: int
) -> list[Deployment]:
    """Return the deployments that the attacker expects least from, in the order they had."""
    worth = {option: fsum(known[hand, option] for hand in planned) for option in options}
    # Rounded, so that equals stay in the order of the indifferent.
    best = set(sorted(options, key=lambda option: round(worth[option], 9))[:count])
    return [option for option in options if option in best]


def with_all_tokens(hand: Hand, options: Sequence[Deployment], duel: Duel) -> list[Deployment]:
    """Return the deployments of a hand whose cards stand as in one of the options, with any tokens."""
    bare = {tuple(card for card, _ in option) for option in options}
    return [option for option in deployments(hand, duel.their_tokens) if tuple(card for card, _ in option) in bare]


__all__ = ["deal_hands", "interval_of", "planned_hands", "race_for", "race_hands", "solve_by_sampling"]
