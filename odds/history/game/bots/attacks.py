"""What a seat can fight, and how good its best attack is. Numba's subset.

A seat's own hand and deck are known to it; of another's it knows the cards that may be in hand, and the hand
is sampled from them.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.chance import draw_below
from odds.history.fight import Numbers
from odds.history.game.bots.desk import HAND_MOST, HELD, STACK, THEIRS
from odds.history.game.bots.desk import PILE as DECK_LIST
from odds.history.game.pieces import FIRST_ERA, OWNER_FIRST
from odds.history.game.state import (
    ARMY,
    ARMY_SIZE,
    DECK,
    HAND,
    IN_HAND,
    KNOWN,
    MAX_UNITS,
    PLAYER,
    PLAYER_SIZE,
    UNIT_ZONE,
    ZONE_SIZE,
)
from odds.history.game.state import STACK as STACK_ZONE
from odds.history.rules import DEFENDER_HAND_SLOTS

#: Sampled hands of a player who could be challenged.
HANDS = 2


def list_own_cards(state: Numbers, seat: int, notes: Numbers) -> None:
    """List a seat's own hand and deck as the attacker's."""
    list_zone(state, seat, HAND + seat, notes, HELD, HAND_MOST)
    list_zone(state, seat, DECK + seat, notes, DECK_LIST, MAX_UNITS)


def list_zone(state: Numbers, seat: int, zone: int, notes: Numbers, into: int, most: int) -> None:
    """List the units of a seat that lie in a zone."""
    army = ARMY + seat * MAX_UNITS
    notes[into] = 0
    for place in range(state[PLAYER + seat * PLAYER_SIZE + ARMY_SIZE]):
        unit = state[army + place]
        if state[UNIT_ZONE + unit] == zone and notes[into] < most:
            notes[into] += 1
            notes[into + notes[into]] = unit


def list_stack(state: Numbers, pieces: Sequence[int], era: int, notes: Numbers) -> None:
    """List an era's stack as the pile of the defenders' reinforcement."""
    notes[STACK] = 0
    for unit in range(pieces[OWNER_FIRST + FIRST_ERA + era], pieces[OWNER_FIRST + FIRST_ERA + era + 1]):
        if state[UNIT_ZONE + unit] == STACK_ZONE + era:
            notes[STACK] += 1
            notes[STACK + notes[STACK]] = unit


def guess_hand(state: Numbers, other: int, notes: Numbers, hand: int, pile: int, stream: int) -> int:
    """Sample another seat's hand from the cards that may be in it; the rest is its deck.

    Args:
        state: The position; where the unseen cards really are is not read.
        other: The seat whose hand it is.
        notes: Of the desk.
        hand, pile: The lists to fill.
        stream: The stream of chance.

    Returns:
        The state of the stream afterwards.
    """
    army = ARMY + other * MAX_UNITS
    notes[hand] = 0
    notes[pile] = 0
    for place in range(state[PLAYER + other * PLAYER_SIZE + ARMY_SIZE]):
        unit = state[army + place]
        zone = state[UNIT_ZONE + unit]
        if zone != HAND + other and zone != DECK + other:
            continue
        if state[KNOWN + unit] == IN_HAND and notes[hand] < HAND_MOST:
            notes[hand] += 1
            notes[hand + notes[hand]] = unit
        elif state[KNOWN + unit] != IN_HAND:
            notes[pile] += 1
            notes[pile + notes[pile]] = unit
    held = min(state[ZONE_SIZE + HAND + other], HAND_MOST)
    while notes[hand] < held and notes[pile] > 0:
        stream, number = draw_below(stream, notes[pile])
        notes[hand] += 1
        notes[hand + notes[hand]] = notes[pile + 1 + number]
        notes[pile + 1 + number] = notes[pile + notes[pile]]
        notes[pile] -= 1
    return stream


def guess_defence(state: Numbers, pieces: Sequence[int], other: int, notes: Numbers, stream: int) -> int:
    """Sample what a challenged player may deploy: the strongest cards of a sampled hand, the strongest in front.

    Returns:
        The state of the stream afterwards.
    """
    hand = THEIRS  # shares no list that the attacker's search needs
    pile = STACK
    held = min(state[ZONE_SIZE + HAND + other], DEFENDER_HAND_SLOTS + 1)
    stream = guess_pool(state, other, notes, pile)
    return draw_strongest(pieces, notes, hand, pile, held, stream)


def guess_pool(state: Numbers, other: int, notes: Numbers, pile: int) -> int:
    """Placeholder replaced below."""
    return 0


def draw_strongest(pieces: Sequence[int], notes: Numbers, hand: int, pile: int, held: int, stream: int) -> int:
    """Placeholder replaced below."""
    return 0
