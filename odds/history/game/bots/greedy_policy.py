"""The greedy bot's choices: at each decision the best expected points of the attack at hand. Numba's subset.

It reads of the position what its seat may know, and samples the rest. Nothing is kept from one decision to the next: a
plan made when the target is chosen is found again when the line-up is deployed.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.history.fight import CARD, Numbers
from odds.history.game.actions import (
    CHALLENGE,
    DISMISS,
    DRAW_2,
    DROP,
    GEAR,
    JUMP,
    KEEP_MEDAL,
    KEEP_RELIC,
    SHUFFLE,
    STOP,
    TAKE,
    TAKE_1,
    USE,
)
from odds.history.game.bots.attacks import (
    best_attack,
)
from odds.history.game.bots.desk import (
    CARD_COST,
    GROWTH,
    GRUDGE,
    HANDS,
    HERO_COST,
    POINT,
    TOKEN_COST,
    WIDTH,
    WORLDS,
    Desk,
)
from odds.history.game.bots.fight_policy import (
    choose_card,
    choose_defender,
    choose_defender_token,
    choose_roll,
    choose_token,
)
from odds.history.game.bots.line_ups import WORST, strength
from odds.history.game.bots.stakes import (
    CARD_PRICE,
    HERO_PRICE,
    TOKEN_PRICE,
    medal_value,
    next_relic,
)
from odds.history.game.legal import token_use
from odds.history.game.pieces import KIND_VALUES, MOVE_UP, TOKEN_SIZE, TOKENS, UNIT_CLASS, UNIT_SIZE, UNITS
from odds.history.game.state import (
    ARMY,
    ARMY_SIZE,
    DECIDER,
    DECK,
    DISCARD,
    ERA,
    HAND,
    MAX_UNITS,
    NODE,
    NODE_ATTACK,
    NODE_ATTACK_TOKENS,
    NODE_DEFEND,
    NODE_DEFEND_TOKENS,
    NODE_GEAR,
    NODE_JUMP,
    NODE_REROLL,
    NODE_TARGET,
    OWN_TOKENS,
    PLAYER,
    PLAYER_SIZE,
    ROUND,
    ROUNDS,
    TOKEN_COUNT,
    UNIT_ZONE,
    ZONE_SIZE,
)

#: Budget of the greedy bot: sampled draws of reinforcement, line-ups built on at once, sampled hands.
GREEDY_WORLDS = 2
GREEDY_WIDTH = 3
GREEDY_HANDS = 2

#: Line-ups it builds on when it deploys, against the one target it has chosen.
DEPLOYING_WIDTH = 8

#: The same for a glance at what may follow: an era before the jump, a choice before the attack.
GLANCE_WORLDS = 1
GLANCE_WIDTH = 2
GLANCE_HANDS = 1


def be_greedy(state: Numbers, notes: Numbers) -> None:
    """Set what the greedy bot reckons with: the prices of advice, points as they are counted now, a small budget."""
    notes[TOKEN_COST] = TOKEN_PRICE
    notes[HERO_COST] = HERO_PRICE
    notes[CARD_COST] = CARD_PRICE
    notes[GRUDGE] = 0
    notes[GROWTH] = 0
    if state[NODE] == NODE_JUMP:
        set_budget(notes, GLANCE_WORLDS, GLANCE_WIDTH, GLANCE_HANDS)
    else:
        width = DEPLOYING_WIDTH if state[NODE] == NODE_ATTACK else GREEDY_WIDTH
        set_budget(notes, GREEDY_WORLDS, width, GREEDY_HANDS)


def set_budget(notes: Numbers, worlds: int, width: int, hands: int) -> None:
    """Set the budget of an attack: sampled draws, line-ups built on at once, sampled hands."""
    notes[WORLDS] = worlds
    notes[WIDTH] = width
    notes[HANDS] = hands


def choose_well(
    state: Numbers, pieces: Sequence[int], desk: Desk, actions: Sequence[int], count: int, stream: int
) -> int:
    """Return the choice under the prices and the budget on the desk.

    Args:
        state, pieces: The position and the numbers of the pieces. An era is tried on the position and put back.
        desk: The desk.
        actions, count: The legal actions, and how many there are.
        stream: The stream of chance for this decision.
    """
    node = state[NODE]
    seat = state[DECIDER]
    if node == NODE_JUMP:
        return best_jump(state, pieces, desk, seat, actions, count, stream)[1]
    if node == NODE_TARGET:
        return best_attack(state, pieces, desk, seat, stream)[1]
    if node == NODE_ATTACK:
        return choose_card(state, pieces, desk, seat, stream)
    if node == NODE_ATTACK_TOKENS:
        return choose_token(state, pieces, desk, seat, actions, count)
    if node == NODE_REROLL:
        return choose_roll(state, pieces, desk, seat)
    if node == NODE_DEFEND:
        return choose_defender(state, pieces, desk, seat, stream)
    if node == NODE_DEFEND_TOKENS:
        return choose_defender_token(state, pieces, desk, seat, actions, count, stream)
    return choose_simply(state, pieces, seat, actions, count)


def choose_simply(state: Numbers, pieces: Sequence[int], seat: int, actions: Sequence[int], count: int) -> int:
    """Return the choice where no fight needs to be weighed: the action that ranks first, of equals the earliest."""
    best = actions[0]
    for index in range(1, count):
        if rank_of(state, pieces, seat, actions[index]) > rank_of(state, pieces, seat, best):
            best = actions[index]
    return best


def rank_of(state: Numbers, pieces: Sequence[int], seat: int, action: int) -> int:
    """Return how good an action looks that needs no fight weighed; only actions of one decision compare."""
    if action >= DISMISS:
        return -keeping(pieces, action - DISMISS)
    if action >= TAKE:
        return strength(pieces, action - TAKE)
    if action >= KEEP_RELIC:
        return next_relic(state, pieces, seat, action - KEEP_RELIC)
    if action >= KEEP_MEDAL:
        return medal_value(pieces, action - KEEP_MEDAL)
    if action >= USE:
        # A move-up is used when the next war token would find no room, or the game ends.
        full = state[PLAYER + seat * PLAYER_SIZE + TOKEN_COUNT] == OWN_TOKENS or state[ROUND] == state[ROUNDS]
        gear = token_use(pieces, action - USE) - MOVE_UP
        return rank_gear(state, pieces, seat, gear) if full and state[NODE] == NODE_GEAR else -1
    if action >= DROP:
        return -token_rank(pieces, action - DROP)
    if action >= GEAR:
        return rank_gear(state, pieces, seat, action - GEAR)
    return 1 if action == STOP else 0


def keeping(pieces: Sequence[int], unit: int) -> int:
    """Return how much a card is worth keeping: its points before its strength."""
    return POINT * pieces[KIND_VALUES + pieces[UNITS + unit * UNIT_SIZE + UNIT_CLASS]] + strength(pieces, unit)


def token_rank(pieces: Sequence[int], token: int) -> int:
    """Return how much a war token is worth keeping: what it adds, with a hunt and move-ups before small values."""
    if token_use(pieces, token) != 0:
        return 3
    total = 0
    for field in range(CARD):
        total += pieces[TOKENS + token * TOKEN_SIZE + field]
    return 2 * total


def rank_gear(state: Numbers, pieces: Sequence[int], seat: int, gear: int) -> int:
    """Return how good a gear action looks: 0 is as good as passing."""
    deck = state[ZONE_SIZE + DECK + seat]
    discard = state[ZONE_SIZE + DISCARD + seat]
    if gear == TAKE_1:
        return 5
    if gear == SHUFFLE:
        return 4 if deck < 2 and discard > 0 else min(2, deck + discard)
    if gear == DRAW_2:
        return 3 if deck > 0 else -1
    return 1 if deck > 0 and has_dead_weight(state, pieces, seat) else -1


def has_dead_weight(state: Numbers, pieces: Sequence[int], seat: int) -> bool:
    """Return whether a hand card without points is weaker than the cards of the deck are on average."""
    weakest = 1 << 30
    total = 0
    army = ARMY + seat * MAX_UNITS
    for place in range(state[PLAYER + seat * PLAYER_SIZE + ARMY_SIZE]):
        unit = state[army + place]
        if state[UNIT_ZONE + unit] == HAND + seat:
            weakest = min(weakest, keeping(pieces, unit))
        elif state[UNIT_ZONE + unit] == DECK + seat:
            total += strength(pieces, unit)
    return weakest < POINT and weakest * state[ZONE_SIZE + DECK + seat] < total


def best_jump(
    state: Numbers, pieces: Sequence[int], desk: Desk, seat: int, actions: Sequence[int], count: int, stream: int
) -> tuple[int, int]:
    """Return what the best attack after one of the jumps in `actions` is worth, and that jump.

    Each era is tried on the position, which is left as it was; with no jump among the actions the first one returns.
    """
    best = actions[0]
    most = WORST
    place = PLAYER + seat * PLAYER_SIZE + ERA
    before = state[place]
    for index in range(count):
        if JUMP <= actions[index] < CHALLENGE:
            state[place] = actions[index] - JUMP
            worth = best_attack(state, pieces, desk, seat, stream)[0]
            if worth > most:
                most = worth
                best = actions[index]
    state[place] = before
    return most, best
