"""The greedy bot's choices: at each decision the best expected points of the attack at hand. Numba's subset.

It reads of the position what its seat may know, and samples the rest. Nothing is kept from one decision to the next: a
plan made when the target is chosen is found again when the line-up is deployed.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.history.advise.evaluate import fight_worth
from odds.history.faces import GAIN, plan_attacker
from odds.history.fight import SIDE_ROWS, UNIT_WIDTH, WORTH, Numbers
from odds.history.game.actions import (
    ASSIGN,
    DEPLOY,
    DISMISS,
    DISMISS_1,
    DONE,
    DRAW_2,
    DROP,
    GEAR,
    JUMP,
    KEEP,
    KEEP_MEDAL,
    KEEP_RELIC,
    PASS,
    ROLL,
    SHUFFLE,
    TAKE,
    TAKE_1,
    USE,
)
from odds.history.game.battle import SIDE_AT, fill_rows
from odds.history.game.bots.attacks import (
    best_attack,
    guess_hand,
    list_own_cards,
    list_stack,
    list_zone,
    sort_by_strength,
)
from odds.history.game.bots.desk import (
    BEST,
    GUESSED,
    HAND_MOST,
    HELD,
    OURS,
    POINT,
    STACK,
    THEIR_TOKENS,
    THEIRS,
    Desk,
)
from odds.history.game.bots.desk import PILE as DECK_LIST
from odds.history.game.bots.line_ups import WORST, add_token, deal_worlds, find_line_up, rows_worth, strength
from odds.history.game.bots.stakes import (
    CARD_PRICE,
    TOKEN_PRICE,
    medal_value,
    next_relic,
    set_board_prizes,
    set_challenge_prizes,
)
from odds.history.game.legal import token_use
from odds.history.game.pieces import ELITE, KIND_VALUES, TOKEN_SIZE, TOKENS, UNIT_CLASS, UNIT_SIZE, UNITS
from odds.history.game.piles import unit_era
from odds.history.game.state import (
    BOARD,
    BOARD_FIGHT,
    CARDS,
    CHALLENGED,
    COUNT,
    DECIDER,
    DECK,
    DISCARD,
    ERA,
    FACE,
    FIGHT,
    HAND,
    NODE,
    NODE_ATTACK,
    NODE_ATTACK_TOKENS,
    NODE_DEFEND,
    NODE_DEFEND_TOKENS,
    NODE_DROP,
    NODE_GEAR,
    NODE_JUMP,
    NODE_KEEP_MEDAL,
    NODE_KEEP_RELIC,
    NODE_REROLL,
    NODE_TARGET,
    OWN_TOKENS,
    PLAYER,
    PLAYER_SIZE,
    REROLLS,
    ROUND,
    ROUNDS,
    SIDE,
    TOKEN_COUNT,
    TURN,
    UNIT_TOKENS,
    ZONE_SIZE,
)
from odds.history.rules import ATTACKER_SLOTS, DEFENDER_HAND_SLOTS

#: Budget: sampled draws of reinforcement, line-ups built on at once; both again for a jump, and for a defence the
#: attacker's sampled hands and its line-ups built on.
WORLDS = 3
WIDTH = 24
JUMP_WORLDS = 1
JUMP_WIDTH = 4
DEFENCE_HANDS = 2
DEFENCE_WIDTH = 4
