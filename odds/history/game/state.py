"""Where everything stands in the flat position of a game: offsets, zones, nodes and steps.

A *position* is one flat sequence of `STATE_SIZE` integers, a list when interpreted and an int64 array when
compiled. It is the whole game: hidden cards too. What is awaited is `position[NODE]`: a decision of the
player at seat `position[DECIDER]`, a chance, or nothing any more.

Piles (decks, era stacks, relics, tokens, tiles, medals) have no order here: a card is drawn uniformly from its pile
when somebody draws. Nobody ever sees an order, so that is the same game as one with shuffled piles, and shuffling
is no more than moving a discard pile into its deck.
"""

from __future__ import annotations

from odds.history.rules import ATTACKER_SLOTS, ERAS, SABATONS

MAX_SEATS = len(SABATONS)
ERA_COUNT = len(ERAS)

#: Open places of an era, and of the whole ring (D2a): era I's three, then II, III, IV, back to I.
ERA_PLACES = 3
PLACES = ERA_PLACES * ERA_COUNT

# Room for pieces: more than the game has (A), since an edition may depart from its counts.
MAX_UNITS = 128
MAX_RELICS = 40
MAX_TILES = 16
MAX_TOKENS = 24
MAX_MEDALS = 24
MAX_FIELDS = 4
MAX_OWN_TOKENS = 4  # three, and the one taken before another is given up (D1)

#: D: cards a player draws up to, war tokens in a player's area, tiles pushed in a turn.
HAND_SIZE = 4
OWN_TOKENS = 3
MOST_PUSHES = 3

#: D: rounds of the two games.
SHORT_ROUNDS = 6
LONG_ROUNDS = 8

# Single numbers of a position.
SEATS = 0  # players
ROUNDS = 1  # rounds of the game, 6 or 8
ROUND = 2  # the round under way, from 1
FIRST = 3  # seat with the headquarters marker
TURN = 4  # seat whose turn it is
TURNS = 5  # turns begun
NODE = 6  # what is awaited, below
DECIDER = 7  # seat that decides, or that draws
STEP = 8  # where the turn stands, below
CHOICE = 9  # 1 + gear action whose card is still to be chosen; 0 for none
CHOOSER = 10  # seat that chooses it
DRAWER = 11  # seat that draws cards
DRAWS = 12  # cards it has still to draw
REFILLING = 13  # 1 in the recovery, where an empty deck is shuffled anew (D3)
CURSOR = 14  # place, field or seat the set-up or the recovery has come to
TURNED = 15  # steps the wheel has turned
ACTIVE = 16  # the tile in the active position, -1 for none
WAITING = 17  # the tile in the waiting position
PUSHES = 18  # tiles pushed in this turn
GEAR_DONE = 19  # bit a set: the action at arrow a has been done
FIGHT = 20  # 0 none in this turn, else BOARD_FIGHT or CHALLENGE_FIGHT
CHALLENGED = 21  # seat challenged in this turn, -1 for none
ROLLING = 22  # side whose die is rolled, or that draws reinforcement
RESULT = 23  # winner of this turn's fight: 0 attacker, 1 defender, 2 nobody, -1 no fight yet
OUTCOME = 24  # outcome code of this turn's fight (`fight`)
RELICS_DUE = 25  # relics still to be drawn (R18)
MEDALS_DUE = 26  # medals still to be drawn (R19)
HONOUR_LEFT = 27  # honour tokens in the supply
LINE_DEFLECTION = 28  # ruling deflection_per is "line" (R14)
EMPTY_FIGHTS = 29  # ruling empty_side_fights (R15)
TILES_LEFT = 30  # tiles in the stack
TOKENS_LEFT = 31  # war tokens in the stack
RELICS_LEFT = 32  # relics in the stack

# The two sides of a fight: OWN is the attacker, SIDE numbers further on the defender.
BOARD = 40
COUNT = 0  # units on the board
DEPLOYED = 1  # of these, not reinforcement
FACE = 2  # face on top (0-5), -1 before the roll
REROLLS = 3  # re-rolls left (R9)
CARDS = 4  # CARDS + slot: unit, -1 for none
UNIT_TOKENS = CARDS + ATTACKER_SLOTS  # + slot: the unit's war token, -1 for none
SIDE = UNIT_TOKENS + ATTACKER_SLOTS

# The players.
PLAYER = BOARD + 2 * SIDE
SABATON = 0
ERA = 1  # era it stands in, -1 before the first jump
HONOUR = 2  # honour tokens
ARMY_SIZE = 3  # cards owned
TOKEN_COUNT = 4
OWNED_TOKENS = 5  # OWNED_TOKENS + i: war tokens, ascending
OWN_MEDALS = OWNED_TOKENS + MAX_OWN_TOKENS  # own medals face down
FRESH = OWN_MEDALS + 1  # cards drawn since the deck was last shuffled and still in hand, at most
OWNED_RELICS = FRESH + 1
PLAYER_SIZE = OWNED_RELICS + 1

# Where each piece is (zones below), and what lies where.
UNIT_ZONE = PLAYER + MAX_SEATS * PLAYER_SIZE
RELIC_ZONE = UNIT_ZONE + MAX_UNITS
TILE_ZONE = RELIC_ZONE + MAX_RELICS
TOKEN_ZONE = TILE_ZONE + MAX_TILES
MEDAL_ZONE = TOKEN_ZONE + MAX_TOKENS
PLACE_CARD = MEDAL_ZONE + MAX_MEDALS  # + place: the open card, -1 for none
FIELD_TOKEN = PLACE_CARD + PLACES  # + field: the war token, -1 for none
ZONE_SIZE = FIELD_TOKEN + MAX_FIELDS  # + unit zone: cards in it
KNOWN = ZONE_SIZE + 70  # + unit: what everybody knows of a card in hand or deck, below
MEDAL_TURN = KNOWN + MAX_UNITS  # + medal: turn in which it was won
MEDAL_SEEN = MEDAL_TURN + MAX_MEDALS  # + MAX_MEDALS * seat + medal: last turn this seat drew it and gave it back
ARMY = MEDAL_SEEN + MAX_SEATS * MAX_MEDALS  # + MAX_UNITS * seat + i: cards the seat owns, ascending
STATE_SIZE = ARMY + MAX_SEATS * MAX_UNITS

# Zones of units. From DECK on they belong to a seat or an era: DECK + seat, STACK + era.
BOX = 0
DISMISSED = 1
OPEN = 2
ATTACKERS = 3
DEFENDERS = 4
DECK = 10
HAND = 20
DISCARD = 30
ASIDE = 40
STACK = 50
ERA_DISCARD = 60

# Zones of the other pieces; BOX is the same. OWNED + seat belongs to a seat.
PILE = 1  # the stack
USED_UP = 2  # the discard pile
DRAWN = 3  # relics, medals: drawn, one will be kept
ON_FIELD = 3  # war tokens: on a field of the gear
AT_GEAR = 3  # tiles: active or waiting
IN_USE = 4  # war tokens: on a unit, or used in this turn
OWNED = 10  # own medals face down; relics, war tokens
WON = 20  # medals won from others

# What everybody knows of a card in a hand or a deck.
UNKNOWN = 0
IN_HAND = 1  # taken from the open discard pile, or in hand when the deck ran out
SHUFFLED_IN = 2  # it was in the deck when the deck was last shuffled

BOARD_FIGHT = 1
CHALLENGE_FIGHT = 2

# Nodes: the game is over, a decision, or (from CHANCE on) a chance.
NODE_OVER = 0
NODE_PUSH = 1  # push a tile or stop
NODE_DROP = 2  # give up one of four war tokens
NODE_GEAR = 3  # do a gear action or pass
NODE_TAKE = 4  # take a card from the own discard pile
NODE_DISMISS = 5  # dismiss a hand card
NODE_JUMP = 6
NODE_TARGET = 7  # conquer, challenge or hunt
NODE_DEFEND = 8  # deploy a card to the defender board or be done
NODE_DEFEND_TOKENS = 9
NODE_ATTACK = 10  # deploy a card to the attacker board or be done
NODE_ATTACK_TOKENS = 11
NODE_REROLL = 12
NODE_KEEP_MEDAL = 13
NODE_KEEP_RELIC = 14
CHANCE = 20
CHANCE_FIRST = 20  # the first player
CHANCE_OPEN = 21  # the card for an open place
CHANCE_FIELD = 22  # the war token for a field
CHANCE_TILE = 23
CHANCE_START_RELIC = 24
CHANCE_CARD = 25  # a card from a deck into the hand
CHANCE_REINFORCEMENT = 26
CHANCE_DIE = 27
CHANCE_MEDAL = 28
CHANCE_RELIC = 29

# Steps: where a game or turn stands when nothing else (a card to choose or to draw) is under way.
STEP_FIRST = 0
STEP_SET_BOARD = 1
STEP_SET_FIELDS = 2
STEP_SET_TILES = 3
STEP_SET_RELICS = 4
STEP_SET_HANDS = 5
STEP_PUSH = 6
STEP_TILE = 7
STEP_TOKEN = 8
STEP_DROP = 9
STEP_GEAR = 10
STEP_JUMP = 11
STEP_TARGET = 12
STEP_DEFEND = 13
STEP_DEFEND_TOKENS = 14
STEP_ATTACK = 15
STEP_REINFORCE = 16
STEP_ATTACK_TOKENS = 17
STEP_COUNT_REROLLS = 18
STEP_DICE = 19
STEP_REROLL = 20
STEP_FIGHT = 21
STEP_MEDALS = 22
STEP_RELICS = 23
STEP_COLLECT = 24
STEP_REFILL_BOARD = 25
STEP_REFILL_FIELDS = 26
STEP_REFILL_HAND = 27
STEP_REFILL_CHALLENGED = 28
STEP_NEXT = 29
STEP_OVER = 30
