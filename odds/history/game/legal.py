"""Which actions a position allows (D). Numba's subset."""

from __future__ import annotations

from collections.abc import Sequence

from odds.history.fight import LEFT, RIGHT, Numbers
from odds.history.game.actions import (
    ASSIGN,
    CHALLENGE,
    CONQUER,
    DEPLOY,
    DISMISS,
    DISMISS_1,
    DONE,
    DROP,
    GEAR,
    HUNT,
    JUMP,
    KEEP,
    KEEP_MEDAL,
    KEEP_RELIC,
    PASS,
    PUSH,
    ROLL,
    RUN,
    STOP,
    TAKE,
    TAKE_1,
    USE,
)
from odds.history.game.pieces import (
    ARROW_COUNT,
    ARROWS,
    FIRST_ERA,
    HUNTING,
    MEDAL_COUNT,
    MEDAL_KIND,
    MEDAL_SIZE,
    MEDALS,
    MOVE_UP,
    OWNER_FIRST,
    RELIC_COUNT,
    RELIC_KIND,
    RELIC_SIZE,
    RELICS,
    TILE_ERA,
    TILE_SIZE,
    TILES,
    TOKEN_KIND,
    TOKEN_SIZE,
    TOKEN_USE,
    TOKENS,
    UNIT_SIZE,
    UNITS,
    WHEEL,
    WHEEL_LENGTH,
)
from odds.history.game.piles import unit_kind
from odds.history.game.state import (
    ACTIVE,
    ARMY,
    ARMY_SIZE,
    BOARD,
    COUNT,
    DECIDER,
    DECK,
    DISCARD,
    DRAWN,
    ERA,
    ERA_COUNT,
    ERA_DISCARD,
    ERA_PLACES,
    GEAR_DONE,
    HAND,
    MAX_UNITS,
    MEDAL_ZONE,
    NODE,
    NODE_ATTACK,
    NODE_ATTACK_TOKENS,
    NODE_DEFEND,
    NODE_DEFEND_TOKENS,
    NODE_DISMISS,
    NODE_DROP,
    NODE_GEAR,
    NODE_JUMP,
    NODE_KEEP_MEDAL,
    NODE_KEEP_RELIC,
    NODE_PUSH,
    NODE_REROLL,
    NODE_TAKE,
    NODE_TARGET,
    OWNED_TOKENS,
    PLACE_CARD,
    PLACES,
    PLAYER,
    PLAYER_SIZE,
    PUSHES,
    RELIC_ZONE,
    SEATS,
    SIDE,
    TOKEN_COUNT,
    TURN,
    TURNED,
    UNIT_TOKENS,
    UNIT_ZONE,
    ZONE_SIZE,
)
from odds.history.rules import ATTACKER_SLOTS, TOKENS_PER_SIDE


def arrow_action(state: Numbers, pieces: Sequence[int], arrow: int) -> int:
    """Return the gear action an arrow of the board points to."""
    return pieces[WHEEL + (pieces[ARROWS + arrow] + state[TURNED]) % pieces[WHEEL_LENGTH]]


def can_do(state: Numbers, seat: int, gear: int) -> bool:
    """Return whether a seat can do a gear action: there must be a card to take or to dismiss (D1).

    Who has chosen what to fight keeps a card to fight with.
    """
    if gear == TAKE_1:
        return state[ZONE_SIZE + DISCARD + seat] > 0
    if gear == DISMISS_1:
        if state[NODE] == NODE_ATTACK:
            return state[ZONE_SIZE + HAND + seat] > 1 or state[ZONE_SIZE + DECK + seat] > 0
        return state[ZONE_SIZE + HAND + seat] > 0
    return True


def may_jump(state: Numbers, pieces: Sequence[int], era: int) -> bool:
    """Return whether the player in turn may jump to an era: one of the active tile's, never its own (D1)."""
    tile = TILES + state[ACTIVE] * TILE_SIZE + TILE_ERA
    if era == state[PLAYER + state[TURN] * PLAYER_SIZE + ERA]:
        return False
    return pieces[tile] == era or pieces[tile + 1] == era


def may_jump_anywhere(state: Numbers, pieces: Sequence[int]) -> bool:
    """Return whether the active tile lets the player in turn jump at all."""
    eras = 0
    for era in range(ERA_COUNT):
        if may_jump(state, pieces, era):
            eras += 1
    return eras > 0


def token_use(pieces: Sequence[int], token: int) -> int:
    """Return how a war token is used: 0 in a fight, `HUNTING`, or `MOVE_UP` + gear action."""
    return pieces[TOKENS + token * TOKEN_SIZE + TOKEN_USE]


def token_kind(pieces: Sequence[int], token: int) -> int:
    """Return the first of the equal copies of a war token."""
    return pieces[TOKENS + token * TOKEN_SIZE + TOKEN_KIND]


def list_move_ups(state: Numbers, pieces: Sequence[int], seat: int, actions: Numbers, count: int) -> int:
    """Add the move-up tokens a seat can use now (D2); return how many actions there are."""
    player = PLAYER + seat * PLAYER_SIZE
    last = -1
    for index in range(state[player + TOKEN_COUNT]):
        token = state[player + OWNED_TOKENS + index]
        use = token_use(pieces, token)
        kind = token_kind(pieces, token)
        if use >= MOVE_UP and kind != last and can_do(state, seat, use - MOVE_UP):
            actions[count] = USE + kind
            count += 1
            last = kind
    return count


def list_cards(
    state: Numbers, pieces: Sequence[int], seat: int, zone: int, action: int, actions: Numbers, count: int
) -> int:
    """Add an action for each kind of a seat's cards in a zone; return how many actions there are."""
    army = ARMY + seat * MAX_UNITS
    last = -1
    for place in range(state[PLAYER + seat * PLAYER_SIZE + ARMY_SIZE]):
        unit = state[army + place]
        if state[UNIT_ZONE + unit] == zone:
            kind = unit_kind(pieces, unit)
            if kind != last:
                actions[count] = action + kind
                count += 1
                last = kind
    return count


def list_drops(state: Numbers, pieces: Sequence[int], seat: int, actions: Numbers) -> int:
    """List the war tokens a seat can give up."""
    player = PLAYER + seat * PLAYER_SIZE
    count = 0
    last = -1
    for index in range(state[player + TOKEN_COUNT]):
        kind = token_kind(pieces, state[player + OWNED_TOKENS + index])
        if kind != last:
            actions[count] = DROP + kind
            count += 1
            last = kind
    return count


def list_assignments(state: Numbers, pieces: Sequence[int], seat: int, side: int, actions: Numbers, count: int) -> int:
    """Add the war tokens a seat can put on which units of its side (R7); return how many actions there are."""
    base = BOARD + side * SIDE
    assigned = 0
    for slot in range(state[base + COUNT]):
        if state[base + UNIT_TOKENS + slot] >= 0:
            assigned += 1
    if assigned >= TOKENS_PER_SIDE:
        return count
    player = PLAYER + seat * PLAYER_SIZE
    last = -1
    for index in range(state[player + TOKEN_COUNT]):
        token = state[player + OWNED_TOKENS + index]
        kind = token_kind(pieces, token)
        if kind == last or token_use(pieces, token) != 0:
            continue
        last = kind
        for slot in range(state[base + COUNT]):
            if state[base + UNIT_TOKENS + slot] < 0:
                actions[count] = ASSIGN + ATTACKER_SLOTS * kind + slot
                count += 1
    return count


def are_linked(state: Numbers, pieces: Sequence[int], place: int) -> bool:
    """Return whether the open card of a place is connected to the one on its right (R4, as defenders are)."""
    here = state[PLACE_CARD + place]
    there = state[PLACE_CARD + (place + 1) % PLACES]
    if here < 0 or there < 0:
        return False
    label = pieces[UNITS + here * UNIT_SIZE + RIGHT]
    return label != 0 and label == pieces[UNITS + there * UNIT_SIZE + LEFT]


def list_runs(state: Numbers, pieces: Sequence[int], seat: int, actions: Numbers, count: int) -> int:
    """Add the runs of connected open cards with one of the own era (D2a); return how many actions there are."""
    first_place = ERA_PLACES * state[PLAYER + seat * PLAYER_SIZE + ERA]
    for offset in range(1 - RUN, ERA_PLACES):
        start = (first_place + offset + PLACES) % PLACES
        if state[PLACE_CARD + start] < 0:
            continue
        for length in range(1, RUN + 1):
            if length > 1 and not are_linked(state, pieces, (start + length - 2) % PLACES):
                break
            if offset + length > 0:
                actions[count] = CONQUER + RUN * start + length - 1
                count += 1
    return count


def list_targets(state: Numbers, pieces: Sequence[int], seat: int, actions: Numbers) -> int:
    """List what the player in turn can fight: runs, players in its era, a hunt (D2)."""
    own_era = state[PLAYER + seat * PLAYER_SIZE + ERA]
    if own_era < 0:
        return 0
    count = list_runs(state, pieces, seat, actions, 0)
    for other in range(state[SEATS]):
        if other != seat and state[PLAYER + other * PLAYER_SIZE + ERA] == own_era:
            actions[count] = CHALLENGE + other
            count += 1
    if not has_hunt(state, pieces, seat):
        return count
    last = -1
    for unit in range(pieces[OWNER_FIRST + FIRST_ERA + own_era], pieces[OWNER_FIRST + FIRST_ERA + own_era + 1]):
        if state[UNIT_ZONE + unit] == ERA_DISCARD + own_era and unit_kind(pieces, unit) != last:
            last = unit_kind(pieces, unit)
            actions[count] = HUNT + last
            count += 1
    return count


def has_target(state: Numbers, pieces: Sequence[int], seat: int) -> bool:
    """Return whether the player in turn has anything to fight (D2): whether `list_targets` lists something."""
    own_era = state[PLAYER + seat * PLAYER_SIZE + ERA]
    if own_era < 0:
        return False
    targets = 0
    for place in range(ERA_PLACES * own_era, ERA_PLACES * (own_era + 1)):
        if state[PLACE_CARD + place] >= 0:
            targets += 1
    for other in range(state[SEATS]):
        if other != seat and state[PLAYER + other * PLAYER_SIZE + ERA] == own_era:
            targets += 1
    return targets > 0 or (state[ZONE_SIZE + ERA_DISCARD + own_era] > 0 and has_hunt(state, pieces, seat))


def has_hunt(state: Numbers, pieces: Sequence[int], seat: int) -> bool:
    """Return whether a seat owns a hunt token."""
    return hunt_token(state, pieces, seat) >= 0


def hunt_token(state: Numbers, pieces: Sequence[int], seat: int) -> int:
    """Return the kind of a seat's hunt token, -1 for none."""
    player = PLAYER + seat * PLAYER_SIZE
    for index in range(state[player + TOKEN_COUNT]):
        token = state[player + OWNED_TOKENS + index]
        if token_use(pieces, token) == HUNTING:
            return token_kind(pieces, token)
    return -1


def list_gear(state: Numbers, pieces: Sequence[int], seat: int, actions: Numbers) -> int:
    """List the active gear actions that are not done yet and can be done (D1)."""
    count = 0
    for arrow in range(ARROW_COUNT):
        gear = arrow_action(state, pieces, arrow)
        waits = (state[GEAR_DONE] >> arrow) & 1 == 0 and can_do(state, seat, gear)
        if waits and (count == 0 or actions[0] != GEAR + gear):
            actions[count] = GEAR + gear
            count += 1
    return count


def list_kept(state: Numbers, pieces: Sequence[int], actions: Numbers) -> int:
    """List which of the relics or medals drawn can be kept (R18, R19)."""
    count = 0
    medals = state[NODE] == NODE_KEEP_MEDAL
    pieces_count = pieces[MEDAL_COUNT] if medals else pieces[RELIC_COUNT]
    zones = MEDAL_ZONE if medals else RELIC_ZONE
    last = -1
    for piece in range(pieces_count):
        if state[zones + piece] != DRAWN:
            continue
        if medals:
            kind = pieces[MEDALS + piece * MEDAL_SIZE + MEDAL_KIND]
        else:
            kind = pieces[RELICS + piece * RELIC_SIZE + RELIC_KIND]
        if kind != last:
            actions[count] = (KEEP_MEDAL if medals else KEEP_RELIC) + kind
            count += 1
            last = kind
    return count


def cards_from(state: Numbers, seat: int) -> int:
    """Return the zone of the cards of a seat one of which is chosen at this decision, -1 where none is."""
    node = state[NODE]
    if node == NODE_TAKE:
        return DISCARD + seat
    if node in (NODE_DISMISS, NODE_DEFEND, NODE_ATTACK):
        return HAND + seat
    return -1


def allows_move_up(state: Numbers) -> bool:
    """Return whether move-up tokens can be used at this decision: in the own turn before deploying, or when
    challenged before deploying (D2).
    """
    node = state[NODE]
    if node == NODE_DEFEND:
        return state[BOARD + SIDE + COUNT] == 0
    if node == NODE_ATTACK:
        return state[BOARD + COUNT] == 0
    return node in (NODE_PUSH, NODE_GEAR, NODE_JUMP, NODE_TARGET)


def list_own(state: Numbers, pieces: Sequence[int], seat: int, actions: Numbers) -> int:
    """List what a decision allows but for cards chosen from a hand or discard pile, move-ups and `PASS`."""
    node = state[NODE]
    count = 0
    if node == NODE_PUSH:
        if state[PUSHES] > 0 and may_jump_anywhere(state, pieces):
            actions[0] = STOP
            count = 1
        actions[count] = PUSH
        return count + 1
    if node == NODE_GEAR:
        return list_gear(state, pieces, seat, actions)
    if node == NODE_JUMP:
        for era in range(ERA_COUNT):
            if may_jump(state, pieces, era):
                actions[count] = JUMP + era
                count += 1
        return count
    if node == NODE_TARGET:
        return list_targets(state, pieces, seat, actions)
    if node == NODE_DEFEND or (node == NODE_ATTACK and state[BOARD + COUNT] > 0):
        actions[0] = DONE
        return 1
    if node in (NODE_DEFEND_TOKENS, NODE_ATTACK_TOKENS):
        actions[0] = DONE
        return list_assignments(state, pieces, seat, 1 if node == NODE_DEFEND_TOKENS else 0, actions, 1)
    if node == NODE_REROLL:
        actions[0] = KEEP
        actions[1] = ROLL
        return 2
    if node == NODE_DROP:
        return list_drops(state, pieces, seat, actions)
    if node in (NODE_KEEP_MEDAL, NODE_KEEP_RELIC):
        return list_kept(state, pieces, actions)
    return 0


def list_actions(state: Numbers, pieces: Sequence[int], actions: Numbers) -> int:
    """List the legal actions of a decision.

    Args:
        state, pieces: The position and the numbers of the pieces.
        actions: Filled with action numbers; room for `ACTIONS`.

    Returns:
        How many there are: none at a chance or at the end, at least one at a decision.
    """
    node = state[NODE]
    seat = state[DECIDER]
    count = list_own(state, pieces, seat, actions)
    zone = cards_from(state, seat)
    if zone >= 0:
        action = TAKE if node == NODE_TAKE else DISMISS if node == NODE_DISMISS else DEPLOY
        count = list_cards(state, pieces, seat, zone, action, actions, count)
    if allows_move_up(state):
        count = list_move_ups(state, pieces, seat, actions, count)
    if node == NODE_GEAR:
        actions[count] = PASS
        count += 1
    return count
