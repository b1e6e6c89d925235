"""Dealing anew what a player cannot see (for bots that think about what may be).

What is dealt anew: how each other player's unseen cards split into hand and deck, which medal lies where, and which
ones others have seen go back. Piles have no order, so there is nothing to redeal in them. The deal depends on the
seed and on what the player knows, and on nothing else: who deals again and again learns nothing of how things are.
What everybody knows stays true: cards taken from an open discard pile are in hand, cards shuffled in are in hand
only as far as cards have been drawn since, and a medal the player has seen go back is not one that had been won
before. Deals are as likely as the draws make them; what somebody's way of playing may tell is not weighed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import comb

from odds.chance import draw_below
from odds.history.fight import Numbers
from odds.history.game.battle import winning_seat
from odds.history.game.pieces import MEDAL_COUNT, MEDAL_OWNER, MEDAL_SIZE, MEDALS
from odds.history.game.state import (
    ARMY,
    ARMY_SIZE,
    BOX,
    DECK,
    DRAWN,
    FRESH,
    HAND,
    IN_HAND,
    KNOWN,
    MAX_MEDALS,
    MAX_UNITS,
    MEDAL_SEEN,
    MEDAL_TURN,
    MEDAL_ZONE,
    PLAYER,
    PLAYER_SIZE,
    SABATON,
    SEATS,
    SHUFFLED_IN,
    UNIT_ZONE,
    WON,
)
from odds.history.rules import MEDALS_DRAWN

#: A turn later than any: medals still in their pile can be any that are not won.
_LATER = 1 << 30


def redeal(state: Numbers, pieces: Sequence[int], seat: int, stream: int) -> int:
    """Deal anew, in place, what a seat cannot see; return the state of the stream afterwards."""
    for other in range(state[SEATS]):
        if other != seat:
            stream = redeal_cards(state, other, stream)
    for owner in range(state[SEATS]):
        stream = redeal_medals(state, pieces, seat, owner, stream)
    return stream


def redeal_cards(state: Numbers, other: int, stream: int) -> int:
    """Deal the unseen cards of another player anew to its hand and deck."""
    army = ARMY + other * MAX_UNITS
    owned = [state[army + place] for place in range(state[PLAYER + other * PLAYER_SIZE + ARMY_SIZE])]
    unseen = [
        unit
        for unit in owned
        if state[UNIT_ZONE + unit] in (HAND + other, DECK + other) and state[KNOWN + unit] != IN_HAND
    ]
    held = sum(state[UNIT_ZONE + unit] == HAND + other for unit in unseen)
    fresh = [unit for unit in unseen if state[KNOWN + unit] == SHUFFLED_IN]
    old = [unit for unit in unseen if state[KNOWN + unit] != SHUFFLED_IN]
    # Of the cards in hand this many have been drawn since the shuffle, the others were in hand before it.
    drawn = min(held, state[PLAYER + other * PLAYER_SIZE + FRESH])
    in_deck = max(0, len(old) - (held - drawn))
    weights = [comb(len(fresh), count) * comb(in_deck, drawn - count) for count in range(drawn + 1)]
    stream, count = _weighted(weights, stream)
    stream, from_fresh = _sample(fresh, count, stream)
    stream, from_old = _sample(old, held - count, stream)
    for unit in unseen:
        state[UNIT_ZONE + unit] = HAND + other if unit in from_fresh or unit in from_old else DECK + other
    return stream


def redeal_medals(state: Numbers, pieces: Sequence[int], seat: int, owner: int, stream: int) -> int:
    """Deal anew which of an owner's medals lie face down, and which ones others than `seat` have won."""
    sabaton = state[PLAYER + owner * PLAYER_SIZE + SABATON]
    medals = [
        medal
        for medal in range(pieces[MEDAL_COUNT])
        if pieces[MEDALS + medal * MEDAL_SIZE + MEDAL_OWNER] == sabaton and state[MEDAL_ZONE + medal] != BOX
    ]
    drawn_by_seat = winning_seat(state) == seat
    hidden = [
        medal
        for medal in medals
        if state[MEDAL_ZONE + medal] != WON + seat and not (drawn_by_seat and state[MEDAL_ZONE + medal] == DRAWN)
    ]
    # Sorted: in the order of the medals they would tell where each one is.
    slots = sorted((state[MEDAL_ZONE + medal], state[MEDAL_TURN + medal]) for medal in hidden)
    turns = [turn if zone >= WON else _LATER for zone, turn in slots]
    seen = [state[MEDAL_SEEN + seat * MAX_MEDALS + medal] for medal in hidden]
    possible = [
        order
        for order in permutations(range(len(hidden)))
        if all(turns[slot] > seen[number] for number, slot in enumerate(order))
    ]
    stream, choice = draw_below(stream, len(possible))
    for number, slot in enumerate(possible[choice]):
        state[MEDAL_ZONE + hidden[number]], state[MEDAL_TURN + hidden[number]] = slots[slot]
    for other in range(state[SEATS]):
        if other != seat:
            stream = redeal_returned(state, medals, other, stream)
    return stream


def redeal_returned(state: Numbers, medals: Sequence[int], other: int, stream: int) -> int:
    """Deal anew which of an owner's medals another player has seen go back: one that lay there, for each it won."""
    seen = MEDAL_SEEN + other * MAX_MEDALS
    for medal in medals:
        state[seen + medal] = 0
    for won in sorted(medals, key=lambda medal: state[MEDAL_TURN + medal]):
        if state[MEDAL_ZONE + won] != WON + other:
            continue
        turn = state[MEDAL_TURN + won]
        left = [medal for medal in medals if state[MEDAL_ZONE + medal] < WON or state[MEDAL_TURN + medal] > turn]
        stream, returned = _sample(left, min(len(left), MEDALS_DRAWN - 1), stream)
        for medal in returned:
            state[seen + medal] = turn
    return stream


def _weighted(weights: Sequence[int], stream: int) -> tuple[int, int]:
    """Draw an index with these weights."""
    total = sum(weights)
    number = 0
    if total > 1:
        # Beyond one draw's range the number is put together from parts of 2**30.
        while True:
            number, reach = 0, 1
            while reach < total:
                stream, part = draw_below(stream, 1 << 30)
                number, reach = (number << 30) + part, reach << 30
            if number < reach - reach % total:
                number %= total
                break
    for index, weight in enumerate(weights):
        if number < weight:
            return stream, index
        number -= weight
    return stream, 0


def _sample(units: Sequence[int], count: int, stream: int) -> tuple[int, set[int]]:
    """Draw some units without replacement."""
    left = list(units)
    taken: set[int] = set()
    for _ in range(count):
        stream, index = draw_below(stream, len(left))
        taken.add(left.pop(index))
    return stream, taken
