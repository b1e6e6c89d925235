"""The numbers of actions, the same in every game with a card set.

An action is a kind and, for most kinds, an argument: `number = kind + argument`. Pieces are named by the number of
the first of their equal copies (`pieces`), so copies of a card are one action.

| kind | argument | numbers |
|---|---|---|
| PUSH, STOP, PASS, DONE, ROLL, KEEP | none | 0-5 |
| GEAR | gear action (`cards.GEAR_ACTIONS`: draw 2, take 1, dismiss, shuffle) | 6-9 |
| JUMP | era | 10-13 |
| CHALLENGE | seat | 14-18 |
| CONQUER | 3 * leftmost place (0-11) + cards - 1 | 19-54 |
| DROP | war token given up | 55-78 |
| USE | move-up token | 79-102 |
| ASSIGN | 5 * war token + slot | 103-222 |
| KEEP_MEDAL | medal | 223-246 |
| KEEP_RELIC | relic | 247-286 |
| DEPLOY | unit | 287-414 |
| TAKE | unit | 415-542 |
| DISMISS | unit | 543-670 |
| HUNT | unit | 671-798 |
"""

from __future__ import annotations

from odds.history.game.state import MAX_MEDALS, MAX_RELICS, MAX_SEATS, MAX_TOKENS, MAX_UNITS, PLACES
from odds.history.rules import ATTACKER_SLOTS, DEFENDER_HAND_SLOTS

PUSH = 0  # push another time-travel tile
STOP = 1  # no more tiles
PASS = 2  # no more gear actions
DONE = 3  # no more cards or tokens
ROLL = 4  # roll the own die again
KEEP = 5  # keep the face
GEAR = 6
JUMP = 10
CHALLENGE = 14
CONQUER = CHALLENGE + MAX_SEATS
RUN = DEFENDER_HAND_SLOTS  # cards of the longest run
DROP = CONQUER + RUN * PLACES
USE = DROP + MAX_TOKENS
ASSIGN = USE + MAX_TOKENS
KEEP_MEDAL = ASSIGN + ATTACKER_SLOTS * MAX_TOKENS
KEEP_RELIC = KEEP_MEDAL + MAX_MEDALS
DEPLOY = KEEP_RELIC + MAX_RELICS
TAKE = DEPLOY + MAX_UNITS
DISMISS = TAKE + MAX_UNITS
HUNT = DISMISS + MAX_UNITS

#: How many action numbers there are: the length of a mask.
ACTIONS = HUNT + MAX_UNITS

# Gear actions, as in `cards.GEAR_ACTIONS`.
DRAW_2 = 0
TAKE_1 = 1
DISMISS_1 = 2
SHUFFLE = 3
