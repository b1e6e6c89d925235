"""Plays a game between bots and notes what stands on both boards when dice are about to be rolled. Numba's subset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from odds.chance import advance, draw_below
from odds.history.fight import Numbers
from odds.history.game.bots.desk import Desk
from odds.history.game.bots.streams import decision_stream, seat_stream
from odds.history.game.legal import list_actions
from odds.history.game.outcomes import chance_total, nth_outcome
from odds.history.game.pieces import UNIT_COUNT
from odds.history.game.piles import unit_kind
from odds.history.game.state import (
    BOARD,
    CARDS,
    CHALLENGE_FIGHT,
    CHALLENGED,
    CHANCE,
    CHANCE_DIE,
    COUNT,
    DECIDER,
    DECK,
    DEPLOYED,
    ERA,
    FIGHT,
    LONG_ROUNDS,
    MAX_SEATS,
    MAX_UNITS,
    NODE,
    NODE_OVER,
    PLAYER,
    PLAYER_SIZE,
    SEATS,
    SIDE,
    STACK,
    TURN,
    TURNS,
    UNIT_TOKENS,
    UNIT_ZONE,
)
from odds.history.rules import ATTACKER_SLOTS

# Notes: how many numbers are in use, the turn noted last, then a note a fight.
USED = 0
LAST_TURN = 1
FIRST = 2

# A note: its length, the turn, the attacker's seat and era, 1 in a challenge, and both sides.
LENGTH = 0
NOTED_TURN = 1
SEAT = 2
NOTED_ERA = 3
CHALLENGE = 4
SIDES = 5
# A side: units deployed, then a kind and a war token (-1 for none) each, cards of the pile, then their kinds.

_MOST = SIDES + 2 * (2 + 2 * ATTACKER_SLOTS + MAX_UNITS)
#: Room for the notes of a game.
ROOM = FIRST + LONG_ROUNDS * MAX_SEATS * _MOST


def note_side(state: Numbers, pieces: Numbers, notes: Numbers, at: int, side: int, zone: int) -> int:
    """Note a side's deployed units and its pile as it was before reinforcement (R2); return where the note ends."""
    base = BOARD + side * SIDE
    deployed = state[base + DEPLOYED]
    notes[at] = deployed
    at += 1
    for slot in range(deployed):
        notes[at] = unit_kind(pieces, state[base + CARDS + slot])
        notes[at + 1] = state[base + UNIT_TOKENS + slot]
        at += 2
    size = at
    at += 1
    for slot in range(deployed, state[base + COUNT]):
        notes[at] = unit_kind(pieces, state[base + CARDS + slot])
        at += 1
    for unit in range(pieces[UNIT_COUNT]):
        if state[UNIT_ZONE + unit] == zone:
            notes[at] = unit_kind(pieces, unit)
            at += 1
    notes[size] = at - size - 1
    return at


def note_fight(state: Numbers, pieces: Numbers, notes: Numbers) -> None:
    """Note the fight whose dice are about to be rolled, once a turn."""
    if state[NODE] != CHANCE_DIE or state[TURNS] == notes[LAST_TURN]:
        return
    notes[LAST_TURN] = state[TURNS]
    start = FIRST + notes[USED]
    seat = state[TURN]
    era = state[PLAYER + seat * PLAYER_SIZE + ERA]
    challenge = state[FIGHT] == CHALLENGE_FIGHT
    notes[start + NOTED_TURN] = state[TURNS]
    notes[start + SEAT] = seat
    notes[start + NOTED_ERA] = era
    notes[start + CHALLENGE] = 1 if challenge else 0
    at = note_side(state, pieces, notes, start + SIDES, 0, DECK + seat)
    at = note_side(state, pieces, notes, at, 1, DECK + state[CHALLENGED] if challenge else STACK + era)
    notes[start + LENGTH] = at - start
    notes[USED] = at - FIRST


def play_and_note(
    state: Numbers,
    pieces: Numbers,
    desk: Desk,
    choose: Any,
    policies: Sequence[int],
    actions: Numbers,
    streams: Numbers,
    stream: int,
    notes: Numbers,
) -> None:
    """Play a game to its end as `policies.play_out` does, and note its fights.

    Args:
        state, pieces: The position at the beginning, and the numbers of the pieces.
        desk: The desk the bots share.
        choose: `policies.choose`, or a pointer to it.
        policies: The policy of each seat.
        actions: Room for `ACTIONS`.
        streams: Room for the streams of the seats.
        stream: The game's stream of chance.
        notes: Filled; `ROOM` numbers, zeros.
    """
    for seat in range(state[SEATS]):
        streams[seat] = seat_stream(stream, seat)
    while state[NODE] != NODE_OVER:
        if state[NODE] >= CHANCE:
            note_fight(state, pieces, notes)
            number = 0
            total = chance_total(state, pieces)
            if total > 1:
                stream, number = draw_below(stream, total)
            desk.move(state, pieces, desk.scratch, nth_outcome(state, pieces, number))
            continue
        seat = state[DECIDER]
        count = list_actions(state, pieces, actions)
        action = choose(policies[seat], state, pieces, desk, actions, count, decision_stream(streams[seat]))
        streams[seat] = advance(streams[seat])
        desk.move(state, pieces, desk.scratch, action)
