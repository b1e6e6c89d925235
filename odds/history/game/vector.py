"""What a seat knows of a game as a row of small numbers, for programs that learn. Numba's subset.

The row says what `observe.Observation` says and nothing besides, in `VECTOR_SIZE` numbers from 0 to 255; its size is
the same for any number of players. Players are counted clockwise from the observer, who is player 0. Pieces are named
by their kind (`pieces`, as in the actions' numbers); where one may be absent its number is one more and 0 stands for
none. The rulings are not in it: they never change within a game.

| from | numbers | what |
|---|---|---|
| 0 | 18 | players, own seat, node awaited, decider + 1, round, rounds, first player + 1, player in turn + 1, tiles pushed, two active gear actions, which are done (bits), active tile + 1, waiting tile + 1, honour tokens left, fight (0 none, 1 board, 2 challenge), player challenged + 1, result + 1 (0 none yet, 1 attacker, 2 defender, 3 nobody) |
| FIELDS_AT | 4 | war token + 1 of each field |
| PLACES_AT | 12 | open unit + 1 of each place |
| SIDES_AT | 2 x 13 | attackers, then defenders: units deployed, face + 1, re-rolls, unit + 1 and then token + 1 of each slot |
| PLAYERS_AT | 5 x 11 | Sabaton + 1, era + 1, cards in hand, in deck, own medals, honour tokens; medals won of each Sabaton |
| UNITS_AT | 22 x 128 | copies of each unit in era stacks, in era discards; then for each player: in hand as far as known, unseen (the observer's own: in the deck), in the discard pile, set aside |
| RELICS_AT | 8 x 40 | copies of each relic in the stack, the discard pile, drawn, owned by each player |
| TOKENS_AT | 7 x 24 | copies of each war token in the stack, the discard pile, owned by each player |
| TILES_AT | 2 x 16 | 1 for each tile in the stack, the discard pile |
| MEDALS_AT | 4 x 24 | medals the observer has won, has drawn, has given back and not won since; last turn of that |
"""  # noqa: E501 (rows of a table)

from __future__ import annotations

from collections.abc import Sequence

from odds.history.fight import Numbers
from odds.history.game.battle import winning_seat
from odds.history.game.legal import arrow_action
from odds.history.game.pieces import (
    ARROW_COUNT,
    FIELDS,
    MEDAL_COUNT,
    MEDAL_KIND,
    MEDAL_OWNER,
    MEDAL_SIZE,
    MEDALS,
    RELIC_COUNT,
    RELIC_KIND,
    RELIC_SIZE,
    RELICS,
    TILE_COUNT,
    TOKEN_COUNT,
    TOKEN_KIND,
    TOKEN_SIZE,
    TOKENS,
    UNIT_COUNT,
    UNIT_KIND,
    UNIT_SIZE,
    UNITS,
)
from odds.history.game.state import (
    ACTIVE,
    ASIDE,
    BOARD,
    CARDS,
    CHALLENGED,
    COUNT,
    DECIDER,
    DECK,
    DEPLOYED,
    DISCARD,
    DRAWN,
    ERA,
    ERA_DISCARD,
    FACE,
    FIELD_TOKEN,
    FIGHT,
    FIRST,
    GEAR_DONE,
    HAND,
    HONOUR,
    HONOUR_LEFT,
    IN_HAND,
    KNOWN,
    MAX_FIELDS,
    MAX_MEDALS,
    MAX_RELICS,
    MAX_SEATS,
    MAX_TILES,
    MAX_TOKENS,
    MAX_UNITS,
    MEDAL_SEEN,
    MEDAL_ZONE,
    NODE,
    OWN_MEDALS,
    OWNED,
    PILE,
    PLACE_CARD,
    PLACES,
    PLAYER,
    PLAYER_SIZE,
    PUSHES,
    RELIC_ZONE,
    REROLLS,
    RESULT,
    ROUND,
    ROUNDS,
    SABATON,
    SEATS,
    SIDE,
    STACK,
    TILE_ZONE,
    TOKEN_ZONE,
    TURN,
    UNIT_TOKENS,
    UNIT_ZONE,
    USED_UP,
    WAITING,
    WON,
    ZONE_SIZE,
)
from odds.history.rules import ATTACKER_SLOTS

HEAD_SIZE = 18
SIDE_PART = 3 + 2 * ATTACKER_SLOTS  # numbers of a side
MEDALS_WON = 6  # in a player's numbers: + Sabaton
PLAYER_PART = MEDALS_WON + MAX_SEATS  # numbers of a player

# Rows of units, `MAX_UNITS` numbers each; a player's four begin at PLAYER_ROWS + PLAYER_ROW_COUNT * player.
STACK_ROW = 0
ERA_DISCARD_ROW = 1
PLAYER_ROWS = 2
HAND_ROW = 0
UNSEEN_ROW = 1
DISCARD_ROW = 2
ASIDE_ROW = 3
PLAYER_ROW_COUNT = 4

# Rows of relics and war tokens: stack, discard pile, for relics those drawn, then the players'.
RELIC_OWNERS = 3
TOKEN_OWNERS = 2

# Rows of medals.
WON_ROW = 0
DRAWN_ROW = 1
RETURNED_ROW = 2
RETURNED_TURN_ROW = 3
MEDAL_ROWS = 4

FIELDS_AT = HEAD_SIZE
PLACES_AT = FIELDS_AT + MAX_FIELDS
SIDES_AT = PLACES_AT + PLACES
PLAYERS_AT = SIDES_AT + 2 * SIDE_PART
UNITS_AT = PLAYERS_AT + MAX_SEATS * PLAYER_PART
RELICS_AT = UNITS_AT + (PLAYER_ROWS + MAX_SEATS * PLAYER_ROW_COUNT) * MAX_UNITS
TOKENS_AT = RELICS_AT + (RELIC_OWNERS + MAX_SEATS) * MAX_RELICS
TILES_AT = TOKENS_AT + (TOKEN_OWNERS + MAX_SEATS) * MAX_TOKENS
MEDALS_AT = TILES_AT + 2 * MAX_TILES

#: How many numbers an observation has.
VECTOR_SIZE = MEDALS_AT + MEDAL_ROWS * MAX_MEDALS


def write_vector(state: Numbers, pieces: Sequence[int], seat: int, row: Numbers) -> None:
    """Write what a seat knows.

    Args:
        state, pieces: The position and the numbers of the pieces.
        seat: The seat that observes.
        row: Filled; `VECTOR_SIZE` numbers that are 0 before.
    """
    write_head(state, pieces, seat, row)
    write_table(state, pieces, row)
    for other in range(state[SEATS]):
        write_player(state, seat, other, row)
    write_units(state, pieces, seat, row)
    write_relics(state, pieces, seat, row)
    write_tokens(state, pieces, seat, row)
    for tile in range(pieces[TILE_COUNT]):
        if state[TILE_ZONE + tile] == PILE:
            row[TILES_AT + tile] = 1
        elif state[TILE_ZONE + tile] == USED_UP:
            row[TILES_AT + MAX_TILES + tile] = 1
    write_medals(state, pieces, seat, row)


def from_seat(state: Numbers, seat: int, other: int) -> int:
    """Return how many seats clockwise from `seat` another one is."""
    steps = other - seat
    return steps if steps >= 0 else steps + state[SEATS]  # a remainder takes ten times as long


def named(state: Numbers, seat: int, other: int) -> int:
    """Return 1 + how many seats clockwise from `seat` another one is, 0 for none (-1)."""
    return from_seat(state, seat, other) + 1 if other >= 0 else 0


def write_head(state: Numbers, pieces: Sequence[int], seat: int, row: Numbers) -> None:
    """Write where the game stands."""
    row[0] = state[SEATS]
    row[1] = seat
    row[2] = state[NODE]
    row[3] = named(state, seat, state[DECIDER])
    row[4] = state[ROUND]
    row[5] = state[ROUNDS]
    row[6] = named(state, seat, state[FIRST])
    row[7] = named(state, seat, state[TURN])
    row[8] = state[PUSHES]
    for arrow in range(ARROW_COUNT):
        row[9 + arrow] = arrow_action(state, pieces, arrow)
    row[11] = state[GEAR_DONE]
    row[12] = state[ACTIVE] + 1
    row[13] = state[WAITING] + 1
    row[14] = state[HONOUR_LEFT]
    row[15] = state[FIGHT]
    row[16] = named(state, seat, state[CHALLENGED])
    row[17] = state[RESULT] + 1


def name_unit(pieces: Sequence[int], unit: int) -> int:
    """Return 1 + the kind of a unit, 0 for none (-1)."""
    return pieces[UNITS + unit * UNIT_SIZE + UNIT_KIND] + 1 if unit >= 0 else 0


def name_token(pieces: Sequence[int], token: int) -> int:
    """Return 1 + the kind of a war token, 0 for none (-1)."""
    return pieces[TOKENS + token * TOKEN_SIZE + TOKEN_KIND] + 1 if token >= 0 else 0


def write_table(state: Numbers, pieces: Sequence[int], row: Numbers) -> None:
    """Write the token fields, the open places and both sides of the fight."""
    for field in range(pieces[FIELDS]):
        row[FIELDS_AT + field] = name_token(pieces, state[FIELD_TOKEN + field])
    for place in range(PLACES):
        row[PLACES_AT + place] = name_unit(pieces, state[PLACE_CARD + place])
    for side in range(2):
        base = BOARD + side * SIDE
        part = SIDES_AT + side * SIDE_PART
        row[part] = state[base + DEPLOYED]
        row[part + 1] = state[base + FACE] + 1
        row[part + 2] = state[base + REROLLS]
        for slot in range(state[base + COUNT]):
            row[part + 3 + slot] = name_unit(pieces, state[base + CARDS + slot])
            row[part + 3 + ATTACKER_SLOTS + slot] = name_token(pieces, state[base + UNIT_TOKENS + slot])


def write_player(state: Numbers, seat: int, other: int, row: Numbers) -> None:
    """Write what is counted of the player at a seat."""
    player = PLAYER + other * PLAYER_SIZE
    part = PLAYERS_AT + from_seat(state, seat, other) * PLAYER_PART
    row[part] = state[player + SABATON] + 1
    row[part + 1] = state[player + ERA] + 1
    row[part + 2] = state[ZONE_SIZE + HAND + other]
    row[part + 3] = state[ZONE_SIZE + DECK + other]
    row[part + 4] = state[player + OWN_MEDALS]
    row[part + 5] = state[player + HONOUR]


def write_units(state: Numbers, pieces: Sequence[int], seat: int, row: Numbers) -> None:
    """Count the copies of each unit, pile by pile; another player's hand only as far as everybody knows it."""
    for unit in range(pieces[UNIT_COUNT]):
        zone = state[UNIT_ZONE + unit]
        if zone < DECK:
            continue
        if zone >= ERA_DISCARD:
            part = ERA_DISCARD_ROW
        elif zone >= STACK:
            part = STACK_ROW
        elif zone >= ASIDE:
            part = player_row(state, seat, zone - ASIDE, ASIDE_ROW)
        elif zone >= DISCARD:
            part = player_row(state, seat, zone - DISCARD, DISCARD_ROW)
        elif zone >= HAND:
            is_known = zone - HAND == seat or state[KNOWN + unit] == IN_HAND
            part = player_row(state, seat, zone - HAND, HAND_ROW if is_known else UNSEEN_ROW)
        else:
            part = player_row(state, seat, zone - DECK, UNSEEN_ROW)
        row[UNITS_AT + part * MAX_UNITS + pieces[UNITS + unit * UNIT_SIZE + UNIT_KIND]] += 1


def player_row(state: Numbers, seat: int, other: int, part: int) -> int:
    """Return the number of a row of a player's units."""
    return PLAYER_ROWS + from_seat(state, seat, other) * PLAYER_ROW_COUNT + part


def write_relics(state: Numbers, pieces: Sequence[int], seat: int, row: Numbers) -> None:
    """Count the copies of each relic, pile by pile."""
    for relic in range(pieces[RELIC_COUNT]):
        zone = state[RELIC_ZONE + relic]
        if zone < PILE:
            continue
        part = RELIC_OWNERS + from_seat(state, seat, zone - OWNED) if zone >= OWNED else zone - PILE
        row[RELICS_AT + part * MAX_RELICS + pieces[RELICS + relic * RELIC_SIZE + RELIC_KIND]] += 1


def write_tokens(state: Numbers, pieces: Sequence[int], seat: int, row: Numbers) -> None:
    """Count the copies of each war token in the piles and the players' areas."""
    for token in range(pieces[TOKEN_COUNT]):
        zone = state[TOKEN_ZONE + token]
        if zone in (PILE, USED_UP):
            part = zone - PILE
        elif zone >= OWNED:
            part = TOKEN_OWNERS + from_seat(state, seat, zone - OWNED)
        else:
            continue
        row[TOKENS_AT + part * MAX_TOKENS + pieces[TOKENS + token * TOKEN_SIZE + TOKEN_KIND]] += 1


def write_medals(state: Numbers, pieces: Sequence[int], seat: int, row: Numbers) -> None:
    """Write whose medals each player has won, and of the observer which ones it has seen."""
    draws = winning_seat(state) == seat
    for medal in range(pieces[MEDAL_COUNT]):
        zone = state[MEDAL_ZONE + medal]
        seen = state[MEDAL_SEEN + seat * MAX_MEDALS + medal]
        kind = MEDALS_AT + pieces[MEDALS + medal * MEDAL_SIZE + MEDAL_KIND]
        if zone >= WON:
            won = PLAYERS_AT + from_seat(state, seat, zone - WON) * PLAYER_PART + MEDALS_WON
            row[won + pieces[MEDALS + medal * MEDAL_SIZE + MEDAL_OWNER]] += 1
        if zone == WON + seat:
            row[kind + WON_ROW * MAX_MEDALS] += 1
        elif seen > 0:
            row[kind + RETURNED_ROW * MAX_MEDALS] += 1
            row[kind + RETURNED_TURN_ROW * MAX_MEDALS] = max(seen, row[kind + RETURNED_TURN_ROW * MAX_MEDALS])
        if draws and zone == DRAWN:
            row[kind + DRAWN_ROW * MAX_MEDALS] += 1
