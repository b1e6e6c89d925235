"""What a seat can fight, and how good its best attack is. Numba's subset.

A seat's own hand and deck are known to it; of another's it knows the cards that may be in hand, and the hand
is sampled from them.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.chance import draw_below
from odds.history.fight import Numbers
from odds.history.game.actions import CHALLENGE, CONQUER, DROP, HUNT, RUN
from odds.history.game.bots.desk import (
    GUESSED,
    HAND_MOST,
    HANDS,
    HELD,
    OURS,
    STACK,
    THEIR_TOKENS,
    THEIRS,
    TOKEN_COST,
    WIDTH,
    WORLDS,
    Desk,
)
from odds.history.game.bots.desk import PILE as DECK_LIST
from odds.history.game.bots.line_ups import WORST, deal_worlds, find_line_up, most_prize, strength
from odds.history.game.bots.stakes import set_board_prizes, set_challenge_prizes
from odds.history.game.legal import list_targets
from odds.history.game.pieces import FIRST_ERA, OWNER_FIRST
from odds.history.game.state import (
    ARMY,
    ARMY_SIZE,
    DECK,
    ERA,
    HAND,
    IN_HAND,
    KNOWN,
    MAX_UNITS,
    PLACE_CARD,
    PLACES,
    PLAYER,
    PLAYER_SIZE,
    UNIT_ZONE,
    ZONE_SIZE,
)
from odds.history.game.state import STACK as STACK_ZONE
from odds.history.rules import DEFENDER_HAND_SLOTS

#: Line-ups built on at once against a sampled hand: more would be idle, as the hand is a guess.
CHALLENGE_WIDTH = 4


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


def sort_by_strength(pieces: Sequence[int], notes: Numbers, units: int) -> None:
    """Sort a list of units, the strongest first; equals keep their order."""
    for place in range(1, notes[units]):
        unit = notes[units + 1 + place]
        earlier = place
        while earlier > 0 and strength(pieces, notes[units + earlier]) < strength(pieces, unit):
            notes[units + 1 + earlier] = notes[units + earlier]
            earlier -= 1
        notes[units + 1 + earlier] = unit


def guess_defence(state: Numbers, pieces: Sequence[int], other: int, notes: Numbers, stream: int) -> int:
    """Sample what a challenged player may deploy: the strongest cards of a sampled hand, the strongest in front.

    Returns:
        The state of the stream afterwards.
    """
    stream = guess_hand(state, other, notes, GUESSED, STACK, stream)
    sort_by_strength(pieces, notes, GUESSED)
    notes[THEIRS] = min(notes[GUESSED], DEFENDER_HAND_SLOTS)
    for place in range(notes[THEIRS]):
        notes[THEIRS + 1 + place] = notes[GUESSED + 1 + place]
        notes[THEIR_TOKENS + place] = -1
    return stream


def lay_target(state: Numbers, notes: Numbers, action: int) -> None:
    """List the defenders that an action against the board would meet."""
    if action >= HUNT:
        notes[THEIRS] = 1
        notes[THEIRS + 1] = action - HUNT
        notes[THEIR_TOKENS] = -1
        return
    start = (action - CONQUER) // RUN
    notes[THEIRS] = (action - CONQUER) % RUN + 1
    for offset in range(notes[THEIRS]):
        notes[THEIRS + 1 + offset] = state[PLACE_CARD + (start + offset) % PLACES]
        notes[THEIR_TOKENS + offset] = -1


def best_attack(state: Numbers, pieces: Sequence[int], desk: Desk, seat: int, stream: int) -> tuple[int, int, int]:
    """Find the best attack of a seat from the era it stands in.

    Args:
        state, pieces, desk: The position, the numbers of the pieces, the desk.
        seat: Whose attack; its hand must be known. The budget is on the desk.
        stream: The stream of chance.

    Returns:
        Its worth (0 with nothing to fight), its action (-1 for none), the state of the stream afterwards.
    """
    notes = desk.notes
    best = WORST
    chosen = -1
    list_own_cards(state, seat, notes)
    if notes[HELD] == 0:
        return 0, -1, stream
    targets = list_targets(state, pieces, seat, desk.listed)
    notes[OURS] = 0
    for index in range(targets):
        action = desk.listed[index]
        if CHALLENGE <= action < CONQUER:
            set_challenge_prizes(state, pieces, seat, action - CHALLENGE, True, notes)
            if most_prize(notes, 1) <= best:
                continue
            worth, stream = challenge_worth(state, pieces, desk, action - CHALLENGE, stream)
            if worth > best:
                best = worth
                chosen = action
    list_stack(state, pieces, state[PLAYER + seat * PLAYER_SIZE + ERA], notes)
    stream = deal_worlds(notes, notes[WORLDS], stream)
    set_board_prizes(state, pieces, seat, notes)
    for index in range(targets):
        action = desk.listed[index]
        if CONQUER <= action < DROP or action >= HUNT:
            lay_target(state, notes, action)
            price = notes[TOKEN_COST] if action >= HUNT else 0
            worth = find_line_up(pieces, desk, 0, notes[WORLDS], notes[WIDTH], False, best + price) - price
            if worth > best:
                best = worth
                chosen = action
    return (best, chosen, stream) if chosen >= 0 else (0, -1, stream)


def challenge_worth(state: Numbers, pieces: Sequence[int], desk: Desk, other: int, stream: int) -> tuple[int, int]:
    """Return what challenging another seat is worth over sampled hands of it, and the state of the stream afterwards.

    The own cards must be listed, and the prizes set.
    """
    notes = desk.notes
    total = 0
    for _ in range(notes[HANDS]):
        stream = guess_defence(state, pieces, other, notes, stream)
        stream = deal_worlds(notes, 1, stream)
        total += find_line_up(pieces, desk, 0, 1, min(notes[WIDTH], CHALLENGE_WIDTH), True, WORST)
    return total // notes[HANDS], stream
