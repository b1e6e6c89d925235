"""Moving pieces and counting piles. Numba's subset: flat integer sequences only."""

from __future__ import annotations

from collections.abc import Sequence

from odds.history.fight import Numbers
from odds.history.game.pieces import (
    FIRST_ERA,
    HERO,
    OWNER_FIRST,
    TILE_COUNT,
    TOKEN_COUNT,
    UNIT_CLASS,
    UNIT_KIND,
    UNIT_OWNER,
    UNIT_SIZE,
    UNITS,
)
from odds.history.game.state import (
    ACTIVE,
    ARMY,
    ARMY_SIZE,
    AT_GEAR,
    DECK,
    DISCARD,
    ERA_DISCARD,
    FRESH,
    HAND,
    IN_HAND,
    IN_USE,
    KNOWN,
    MAX_UNITS,
    OWNED,
    OWNED_TOKENS,
    PILE,
    PLAYER,
    PLAYER_SIZE,
    SHUFFLED_IN,
    STACK,
    TILE_ZONE,
    TILES_LEFT,
    TOKEN_ZONE,
    TOKENS_LEFT,
    UNIT_ZONE,
    UNKNOWN,
    USED_UP,
    WAITING,
    ZONE_SIZE,
)
from odds.history.game.state import TOKEN_COUNT as TOKENS_HELD


def unit_kind(pieces: Sequence[int], unit: int) -> int:
    """Return the first of the equal copies of a unit."""
    return pieces[UNITS + unit * UNIT_SIZE + UNIT_KIND]


def unit_era(pieces: Sequence[int], unit: int) -> int:
    """Return the era of an elite or hero."""
    return pieces[UNITS + unit * UNIT_SIZE + UNIT_OWNER] - FIRST_ERA


def is_hero(pieces: Sequence[int], unit: int) -> bool:
    """Return whether a unit is a hero."""
    return pieces[UNITS + unit * UNIT_SIZE + UNIT_CLASS] == HERO


def move_unit(state: Numbers, unit: int, zone: int) -> None:
    """Put a unit into a zone; what was known of it in its old one is over."""
    state[ZONE_SIZE + state[UNIT_ZONE + unit]] -= 1
    state[ZONE_SIZE + zone] += 1
    state[UNIT_ZONE + unit] = zone
    state[KNOWN + unit] = UNKNOWN


def enlist(state: Numbers, seat: int, unit: int) -> None:
    """Add a unit to the cards a seat owns, kept in ascending order."""
    size = PLAYER + seat * PLAYER_SIZE + ARMY_SIZE
    army = ARMY + seat * MAX_UNITS
    place = state[size]
    while place > 0 and state[army + place - 1] > unit:
        state[army + place] = state[army + place - 1]
        place -= 1
    state[army + place] = unit
    state[size] += 1


def discharge(state: Numbers, seat: int, unit: int) -> None:
    """Take a unit off the cards a seat owns."""
    size = PLAYER + seat * PLAYER_SIZE + ARMY_SIZE
    army = ARMY + seat * MAX_UNITS
    place = 0
    while state[army + place] != unit:
        place += 1
    state[size] -= 1
    while place < state[size]:
        state[army + place] = state[army + place + 1]
        place += 1
    state[army + place] = 0


def hand_size(state: Numbers, seat: int) -> int:
    """Return how many cards a seat holds."""
    return state[ZONE_SIZE + HAND + seat]


def find_unit(state: Numbers, pieces: Sequence[int], kind: int, zone: int) -> int:
    """Return the copy of a kind that lies in a zone; of several one everybody knows to be there."""
    found = -1
    unit = kind
    while unit < MAX_UNITS and pieces[UNITS + unit * UNIT_SIZE + UNIT_KIND] == kind:
        if state[UNIT_ZONE + unit] == zone and (found < 0 or state[KNOWN + unit] == IN_HAND):
            if state[KNOWN + unit] == IN_HAND:
                return unit
            found = unit
        unit += 1
    return found


def leave_hand(state: Numbers, pieces: Sequence[int], seat: int, kind: int, zone: int) -> int:
    """Move a card of a kind from a hand to a zone, and return it."""
    unit = find_unit(state, pieces, kind, HAND + seat)
    fresh = PLAYER + seat * PLAYER_SIZE + FRESH
    if state[KNOWN + unit] == SHUFFLED_IN and state[fresh] > 0:
        state[fresh] -= 1
    move_unit(state, unit, zone)
    return unit


def draw_unit(state: Numbers, pieces: Sequence[int], seat: int, kind: int) -> None:
    """Draw a card of a kind from the own deck into the hand."""
    unit = find_unit(state, pieces, kind, DECK + seat)
    known = state[KNOWN + unit]
    move_unit(state, unit, HAND + seat)
    state[KNOWN + unit] = known
    state[PLAYER + seat * PLAYER_SIZE + FRESH] += 1


def shuffle_in(state: Numbers, seat: int) -> None:
    """Shuffle a seat's discard pile into its deck, and note what everybody then knows.

    With an empty deck its owner's hand is known: all its other cards lie open. Else the cards shuffled in
    are not in hand before they are drawn again.
    """
    army = ARMY + seat * MAX_UNITS
    was_empty = state[ZONE_SIZE + DECK + seat] == 0
    state[PLAYER + seat * PLAYER_SIZE + FRESH] = 0
    for place in range(state[PLAYER + seat * PLAYER_SIZE + ARMY_SIZE]):
        unit = state[army + place]
        zone = state[UNIT_ZONE + unit]
        if zone == HAND + seat:
            if was_empty:
                state[KNOWN + unit] = IN_HAND
            elif state[KNOWN + unit] == SHUFFLED_IN:
                state[KNOWN + unit] = UNKNOWN
        elif zone == DISCARD + seat:
            move_unit(state, unit, DECK + seat)
            state[KNOWN + unit] = UNKNOWN if was_empty else SHUFFLED_IN
        elif zone == DECK + seat:
            state[KNOWN + unit] = UNKNOWN


def stack_units(state: Numbers, pieces: Sequence[int], era: int) -> int:
    """Return how many cards an era's stack has; an empty one is first made of its discard pile (D3)."""
    if state[ZONE_SIZE + STACK + era] == 0 and state[ZONE_SIZE + ERA_DISCARD + era] > 0:
        first = pieces[OWNER_FIRST + FIRST_ERA + era]
        for unit in range(first, pieces[OWNER_FIRST + FIRST_ERA + era + 1]):
            if state[UNIT_ZONE + unit] == ERA_DISCARD + era:
                move_unit(state, unit, STACK + era)
    return state[ZONE_SIZE + STACK + era]


def restack(state: Numbers, zones: int, count: int, left: int) -> int:
    """Return how many pieces a stack has; an empty one is first made of its discard pile.

    Args:
        state: The position.
        zones: Where the zones of these pieces begin.
        count: How many of these pieces there are.
        left: Where the size of their stack is kept.
    """
    if state[left] == 0:
        for piece in range(count):
            if state[zones + piece] == USED_UP:
                state[zones + piece] = PILE
                state[left] += 1
    return state[left]


def tokens_in_stack(state: Numbers, pieces: Sequence[int]) -> int:
    """Return how many war tokens the stack has, its discard pile shuffled anew if need be (D3)."""
    return restack(state, TOKEN_ZONE, pieces[TOKEN_COUNT], TOKENS_LEFT)


def tiles_in_stack(state: Numbers, pieces: Sequence[int]) -> int:
    """Return how many tiles the stack has, its discard pile shuffled anew if need be (D1)."""
    return restack(state, TILE_ZONE, pieces[TILE_COUNT], TILES_LEFT)


def find_piece(state: Numbers, zones: int, kind: int, zone: int) -> int:
    """Return the first copy of a kind of relic, token or medal in a zone; it must be there."""
    piece = kind
    while state[zones + piece] != zone:
        piece += 1
    return piece


def take_token(state: Numbers, seat: int, token: int) -> None:
    """Put a war token into a seat's own area, kept in ascending order."""
    player = PLAYER + seat * PLAYER_SIZE
    place = state[player + TOKENS_HELD]
    while place > 0 and state[player + OWNED_TOKENS + place - 1] > token:
        state[player + OWNED_TOKENS + place] = state[player + OWNED_TOKENS + place - 1]
        place -= 1
    state[player + OWNED_TOKENS + place] = token
    state[player + TOKENS_HELD] += 1
    state[TOKEN_ZONE + token] = OWNED + seat


def spend_token(state: Numbers, seat: int, kind: int, zone: int) -> int:
    """Move a war token of a kind from a seat's own area to a zone, and return it."""
    token = find_piece(state, TOKEN_ZONE, kind, OWNED + seat)
    player = PLAYER + seat * PLAYER_SIZE
    place = 0
    while state[player + OWNED_TOKENS + place] != token:
        place += 1
    state[player + TOKENS_HELD] -= 1
    while place < state[player + TOKENS_HELD]:
        state[player + OWNED_TOKENS + place] = state[player + OWNED_TOKENS + place + 1]
        place += 1
    state[player + OWNED_TOKENS + place] = -1
    state[TOKEN_ZONE + token] = zone
    return token


def discard_tokens(state: Numbers, pieces: Sequence[int]) -> None:
    """Put the war tokens used in this turn onto their discard pile (D3)."""
    for token in range(pieces[TOKEN_COUNT]):
        if state[TOKEN_ZONE + token] == IN_USE:
            state[TOKEN_ZONE + token] = USED_UP


def push_tile(state: Numbers, tile: int) -> None:
    """Push a tile in: it takes the waiting position, the waiting tile becomes active, the active one goes (D1)."""
    state[TILE_ZONE + tile] = AT_GEAR
    state[TILES_LEFT] -= 1
    if state[ACTIVE] >= 0:
        state[TILE_ZONE + state[ACTIVE]] = USED_UP
    state[ACTIVE] = state[WAITING]
    state[WAITING] = tile
