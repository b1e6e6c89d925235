"""What a chance can come out as (D). Numba's subset.

Outcomes are numbers: the kind of the piece drawn, a face of the die (0-5, the first of equal faces), or the seat that
begins. `nth_outcome` counts through the equally likely cases, `list_outcomes` merges them.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from odds.history.faces import RISKY, STRONG, TWIN, attacker_die
from odds.history.fight import Numbers
from odds.history.game.legal import token_kind
from odds.history.game.pieces import (
    DICE_AT,
    ELITE,
    FIRST_ERA,
    MEDAL_COUNT,
    MEDAL_KIND,
    MEDAL_OWNER,
    MEDAL_SIZE,
    MEDALS,
    OWNER_FIRST,
    RELIC_COUNT,
    RELIC_KIND,
    RELIC_SIZE,
    RELICS,
    TILE_COUNT,
    TOKEN_COUNT,
    UNIT_CLASS,
    UNIT_SIZE,
    UNITS,
)
from odds.history.game.piles import unit_kind
from odds.history.game.state import (
    ARMY,
    ARMY_SIZE,
    BOARD,
    BOARD_FIGHT,
    CHALLENGE_FIGHT,
    CHALLENGED,
    CHANCE_CARD,
    CHANCE_DIE,
    CHANCE_FIELD,
    CHANCE_FIRST,
    CHANCE_MEDAL,
    CHANCE_OPEN,
    CHANCE_REINFORCEMENT,
    CHANCE_RELIC,
    CHANCE_START_RELIC,
    CHANCE_TILE,
    COUNT,
    CURSOR,
    DECK,
    DRAWER,
    ERA,
    ERA_PLACES,
    FIGHT,
    MAX_UNITS,
    MEDAL_ZONE,
    NODE,
    OWN_MEDALS,
    OWNED,
    OWNED_RELICS,
    PILE,
    PLAYER,
    PLAYER_SIZE,
    RELIC_ZONE,
    RELICS_LEFT,
    RESULT,
    ROLLING,
    SABATON,
    SEATS,
    STACK,
    STEP,
    STEP_SET_BOARD,
    TILE_ZONE,
    TILES_LEFT,
    TOKEN_ZONE,
    TOKENS_LEFT,
    TURN,
    UNIT_ZONE,
    ZONE_SIZE,
)


def side_die(state: Numbers, side: int) -> int:
    """Return where a side's die begins in the flat dice (R8)."""
    own = attacker_die(state[BOARD + COUNT])
    return own if side == 0 else STRONG + RISKY - own


def loser(state: Numbers) -> int:
    """Return the seat that lost the challenge of this turn, whose medals are drawn (R19)."""
    return state[CHALLENGED] if state[RESULT] == 0 else state[TURN]


def elites_in_stack(state: Numbers, pieces: Sequence[int], era: int) -> int:
    """Return how many elite units an era's stack has."""
    count = 0
    for unit in range(pieces[OWNER_FIRST + FIRST_ERA + era], pieces[OWNER_FIRST + FIRST_ERA + era + 1]):
        if state[UNIT_ZONE + unit] == STACK + era and pieces[UNITS + unit * UNIT_SIZE + UNIT_CLASS] == ELITE:
            count += 1
    return count


def reinforcing_zone(state: Numbers) -> int:
    """Return the zone from which the side that draws reinforcement gets it (R2)."""
    if state[ROLLING] == 0:
        return DECK + state[TURN]
    if state[FIGHT] == CHALLENGE_FIGHT:
        return DECK + state[CHALLENGED]
    return STACK + state[PLAYER + state[TURN] * PLAYER_SIZE + ERA]


def chance_total(state: Numbers, pieces: Sequence[int]) -> int:
    """Return how many equally likely cases a chance has; 0 where none is awaited."""
    node = state[NODE]
    if node == CHANCE_CARD:
        return state[ZONE_SIZE + DECK + state[DRAWER]]
    if node == CHANCE_REINFORCEMENT:
        return state[ZONE_SIZE + reinforcing_zone(state)]
    if node == CHANCE_DIE:
        return 6
    if node == CHANCE_TILE:
        return state[TILES_LEFT]
    if node == CHANCE_OPEN:
        era = state[CURSOR] // ERA_PLACES
        if state[STEP] == STEP_SET_BOARD:
            return elites_in_stack(state, pieces, era)
        return state[ZONE_SIZE + STACK + era]
    if node == CHANCE_FIELD:
        return state[TOKENS_LEFT]
    if node == CHANCE_START_RELIC:
        return state[RELICS_LEFT]
    if node == CHANCE_RELIC:
        if state[FIGHT] == BOARD_FIGHT:
            return state[RELICS_LEFT]
        return state[PLAYER + state[CHALLENGED] * PLAYER_SIZE + OWNED_RELICS]
    if node == CHANCE_MEDAL:
        return state[PLAYER + loser(state) * PLAYER_SIZE + OWN_MEDALS]
    if node == CHANCE_FIRST:
        return state[SEATS]
    return 0


def nth_of_army(state: Numbers, pieces: Sequence[int], seat: int, zone: int, number: int) -> int:
    """Return the kind of a seat's card number `number` (from 0) in a zone."""
    army = ARMY + seat * MAX_UNITS
    unit = 0
    for place in range(state[PLAYER + seat * PLAYER_SIZE + ARMY_SIZE]):
        unit = state[army + place]
        if state[UNIT_ZONE + unit] == zone:
            if number == 0:
                break
            number -= 1
    return unit_kind(pieces, unit)


def nth_of_stack(state: Numbers, pieces: Sequence[int], era: int, number: int, elites_only: bool) -> int:
    """Return the kind of card number `number` (from 0) of an era's stack."""
    unit = 0
    for unit in range(pieces[OWNER_FIRST + FIRST_ERA + era], pieces[OWNER_FIRST + FIRST_ERA + era + 1]):
        if state[UNIT_ZONE + unit] != STACK + era:
            continue
        if elites_only and pieces[UNITS + unit * UNIT_SIZE + UNIT_CLASS] != ELITE:
            continue
        if number == 0:
            break
        number -= 1
    return unit_kind(pieces, unit)


def nth_in_zone(state: Numbers, zones: int, count: int, zone: int, number: int) -> int:
    """Return piece number `number` (from 0) of those in a zone."""
    for piece in range(count):
        if state[zones + piece] == zone:
            if number == 0:
                return piece
            number -= 1
    return -1


def nth_outcome(state: Numbers, pieces: Sequence[int], number: int) -> int:
    """Return what a chance comes out as in case `number`, from 0 to `chance_total`."""
    node = state[NODE]
    if node == CHANCE_CARD:
        seat = state[DRAWER]
        return nth_of_army(state, pieces, seat, DECK + seat, number)
    if node == CHANCE_REINFORCEMENT:
        zone = reinforcing_zone(state)
        if zone < STACK:
            return nth_of_army(state, pieces, zone - DECK, zone, number)
        return nth_of_stack(state, pieces, zone - STACK, number, False)
    if node == CHANCE_DIE:
        return pieces[DICE_AT + TWIN + side_die(state, state[ROLLING]) // 3 + number]
    if node == CHANCE_TILE:
        return nth_in_zone(state, TILE_ZONE, pieces[TILE_COUNT], PILE, number)
    if node == CHANCE_OPEN:
        return nth_of_stack(state, pieces, state[CURSOR] // ERA_PLACES, number, state[STEP] == STEP_SET_BOARD)
    if node == CHANCE_FIELD:
        return token_kind(pieces, nth_in_zone(state, TOKEN_ZONE, pieces[TOKEN_COUNT], PILE, number))
    if node in (CHANCE_START_RELIC, CHANCE_RELIC):
        zone = PILE
        if node == CHANCE_RELIC and state[FIGHT] == CHALLENGE_FIGHT:
            zone = OWNED + state[CHALLENGED]
        relic = nth_in_zone(state, RELIC_ZONE, pieces[RELIC_COUNT], zone, number)
        return pieces[RELICS + relic * RELIC_SIZE + RELIC_KIND]
    if node == CHANCE_MEDAL:
        return nth_medal(state, pieces, loser(state), number)
    return number


def nth_medal(state: Numbers, pieces: Sequence[int], seat: int, number: int) -> int:
    """Return the kind of medal number `number` (from 0) of a seat's own ones face down."""
    sabaton = state[PLAYER + seat * PLAYER_SIZE + SABATON]
    for medal in range(pieces[MEDAL_COUNT]):
        owner = pieces[MEDALS + medal * MEDAL_SIZE + MEDAL_OWNER]
        if owner == sabaton and state[MEDAL_ZONE + medal] == OWNED + seat:
            if number == 0:
                return pieces[MEDALS + medal * MEDAL_SIZE + MEDAL_KIND]
            number -= 1
    return -1


def list_outcomes(state: Numbers, pieces: Sequence[int], outcomes: Numbers, weights: MutableSequence[Any]) -> int:
    """List what a chance can come out as, and in how many of the equally likely cases.

    Args:
        state, pieces: The position and the numbers of the pieces.
        outcomes, weights: Filled; room for `MAX_UNITS` each.

    Returns:
        How many outcomes there are; none at a decision or at the end.
    """
    count = 0
    for number in range(chance_total(state, pieces)):
        outcome = nth_outcome(state, pieces, number)
        if count > 0 and outcomes[count - 1] == outcome:
            weights[count - 1] += 1
        else:
            outcomes[count] = outcome
            weights[count] = 1
            count += 1
    return count
