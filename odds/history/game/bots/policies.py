"""The bots by number, and whole games between them. Numba's subset: simulation compiles these functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from odds.chance import advance as next_state
from odds.chance import draw_below
from odds.history.fight import Numbers
from odds.history.game.bots.desk import Desk
from odds.history.game.bots.greedy_policy import be_greedy, choose_well
from odds.history.game.bots.planner_policy import be_far_sighted, choose_course, choose_relic
from odds.history.game.bots.streams import decision_stream
from odds.history.game.legal import list_actions
from odds.history.game.outcomes import chance_total, nth_outcome
from odds.history.game.scoring import SCORE_SIZE, SHARE, score
from odds.history.game.state import (
    ARMY_SIZE,
    CHANCE,
    DECIDER,
    NODE,
    NODE_DISMISS,
    NODE_GEAR,
    NODE_KEEP_RELIC,
    NODE_OVER,
    NODE_PUSH,
    NODE_TAKE,
    PLAYER,
    PLAYER_SIZE,
    ROUND,
    ROUNDS,
    SEATS,
    TURN,
    TURNS,
)

#: Numbers of the policies, by the name of the bot.
RANDOM = 0
GREEDY = 1
PLANNER = 2
POLICIES = {"random": RANDOM, "greedy": GREEDY, "planner": PLANNER}

# What is noted of a seat after a round: its points by source, as `scoring` has them, and the cards it owns.
ROUND_SIZE = SCORE_SIZE
CARDS_OWNED = SHARE


def choose(
    policy: int, state: Numbers, pieces: Sequence[int], desk: Desk, actions: Sequence[int], count: int, stream: int
) -> int:
    """Return a policy's choice.

    Args:
        policy: Its number.
        state, pieces: The position and the numbers of the pieces. It may be changed meanwhile, and is put back.
        desk: The desk.
        actions, count: The legal actions, and how many there are.
        stream: Where the decision's stream of chance begins.
    """
    # By way of `choose_now` the compiler would work through all the greedy bot's functions once more.
    if policy == RANDOM:
        return choose_at_random(policy, state, pieces, desk, actions, count, stream)
    if count == 1:
        return actions[0]
    if policy == GREEDY:
        be_greedy(state, desk.notes)
    else:
        be_far_sighted(state, pieces, desk.notes)
        if state[NODE] in (NODE_PUSH, NODE_GEAR, NODE_TAKE, NODE_DISMISS) and state[DECIDER] == state[TURN]:
            return choose_course(state, pieces, desk, actions, count, stream)
        if state[NODE] == NODE_KEEP_RELIC:
            return choose_relic(state, pieces, state[DECIDER], actions, count)
    return choose_well(state, pieces, desk, actions, count, stream)


def choose_at_random(
    policy: int, state: Numbers, pieces: Sequence[int], desk: Desk, actions: Sequence[int], count: int, stream: int
) -> int:
    """Return the choice of the random bot; compiled alone where nobody else plays."""
    return actions[draw_below(stream, count)[1]]


def choose_now(
    policy: int, state: Numbers, pieces: Sequence[int], desk: Desk, actions: Sequence[int], count: int, stream: int
) -> int:
    """Return the choice of a policy that does not plan; compiled alone where nobody plans."""
    if policy == RANDOM:
        return choose_at_random(policy, state, pieces, desk, actions, count, stream)
    if count == 1:
        return actions[0]
    be_greedy(state, desk.notes)
    return choose_well(state, pieces, desk, actions, count, stream)


def rounds_played(state: Numbers) -> int:
    """Return how many rounds are over; -1 during the set-up."""
    if state[NODE] == NODE_OVER:
        return state[ROUNDS]
    return state[ROUND] - 1 if state[TURNS] > 0 else -1


def note_rounds(state: Numbers, pieces: Sequence[int], noted: int, rounds: Numbers) -> int:
    """Note how the seats stand at the start and after each round that is over; return the rounds noted."""
    seats = state[SEATS]
    while noted <= rounds_played(state):
        for seat in range(seats):
            at = (noted * seats + seat) * ROUND_SIZE
            score(state, pieces, seat, rounds, at)
            rounds[at + CARDS_OWNED] = state[PLAYER + seat * PLAYER_SIZE + ARMY_SIZE]
        noted += 1
    return noted


def play_out(
    state: Numbers,
    pieces: Sequence[int],
    desk: Desk,
    actions: Numbers,
    policies: Sequence[int],
    streams: Numbers,
    stream: int,
    rounds: Numbers,
    decided: Numbers,
    chooser: Any,
) -> None:
    """Play a game to its end, a policy in each seat.

    Args:
        state, pieces: The position, and the numbers of the pieces.
        desk: The desk the bots share.
        actions: Room for `ACTIONS`.
        policies: The policy of each seat.
        streams: Where the streams of the seats begin (`streams.seat_stream`); they go on.
        stream: The game's stream of chance.
        rounds: Filled: `ROUND_SIZE` numbers for each seat, for the start and each round.
        decided: Filled: how many decisions each seat has made.
        chooser: `choose`, or a pointer to it.
    """
    noted = 0
    for seat in range(state[SEATS]):
        decided[seat] = 0
    while state[NODE] != NODE_OVER:
        if state[NODE] >= CHANCE:
            number = 0
            total = chance_total(state, pieces)
            if total > 1:
                stream, number = draw_below(stream, total)
            desk.move(state, pieces, desk.scratch, nth_outcome(state, pieces, number))
            noted = note_rounds(state, pieces, noted, rounds)
            continue
        seat = state[DECIDER]
        count = list_actions(state, pieces, actions)
        action = chooser(policies[seat], state, pieces, desk, actions, count, decision_stream(streams[seat]))
        streams[seat] = next_state(streams[seat])
        decided[seat] += 1
        desk.move(state, pieces, desk.scratch, action)
        noted = note_rounds(state, pieces, noted, rounds)
