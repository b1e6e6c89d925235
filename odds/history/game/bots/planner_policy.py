"""The planner's choices: the greedy bot's, with a longer view. Numba's subset.

- Which tile to push, which gear actions to do and with which card: each is played on, with sampled chance, to the
  attack of this turn, and judged by that attack, the deck that is left and the war tokens held.
- A conquered card is worth its points and what it does for the deck in the rounds left; a dismissed one likewise.
- What an opponent gains counts against it: a medal at risk, honour tokens, a relic less for the other.
- Prices of tokens, heroes and cards fall as the game ends, when nothing is left to save them for.
- Of relics equal in points it keeps the one whose set gains more by the next.
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.chance import advance as next_state
from odds.chance import draw_below, mix
from odds.history.fight import Numbers
from odds.history.game.actions import KEEP_RELIC
from odds.history.game.bots.attacks import best_attack
from odds.history.game.bots.desk import (
    AVERAGE,
    CARD_COST,
    GROWTH,
    GRUDGE,
    HERO_COST,
    POINT,
    TOKEN_COST,
    Desk,
)
from odds.history.game.bots.greedy_policy import (
    GLANCE_HANDS,
    GLANCE_WIDTH,
    GLANCE_WORLDS,
    best_jump,
    choose_simply,
    set_budget,
)
from odds.history.game.bots.line_ups import WORST, strength
from odds.history.game.bots.stakes import (
    CARD_PRICE,
    HERO_PRICE,
    TOKEN_PRICE,
    next_relic,
    owned_of_era,
    relic_step,
)
from odds.history.game.legal import list_actions
from odds.history.game.outcomes import chance_total, nth_outcome
from odds.history.game.pieces import KIND_VALUES, RELIC_ERA, RELIC_SIZE, RELICS, UNIT_CLASS, UNIT_SIZE, UNITS
from odds.history.game.state import (
    ARMY,
    ARMY_SIZE,
    CHANCE,
    DECIDER,
    MAX_UNITS,
    NODE,
    NODE_JUMP,
    NODE_OVER,
    NODE_TARGET,
    PLAYER,
    PLAYER_SIZE,
    ROUND,
    ROUNDS,
    SEATS,
    STATE_SIZE,
    TOKEN_COUNT,
)

#: Budget: sampled courses of each choice before the attack, and what `greedy_policy` calls its own.
COURSES = 4
PLAN_WORLDS = 4
PLAN_WIDTH = 24
PLAN_HANDS = 4

#: What one point of the army's average strength is worth in each round left, in parts of `POINT`.
STRENGTH_WORTH = 100

#: Prices reach their full height with so many rounds left.
FULL_PRICE_ROUNDS = 2


def rounds_left(state: Numbers) -> int:
    """Return how many rounds follow this one."""
    return state[ROUNDS] - state[ROUND]


def be_far_sighted(state: Numbers, pieces: Sequence[int], notes: Numbers) -> None:
    """Set what the planner reckons with."""
    seat = state[DECIDER]
    left = min(rounds_left(state), FULL_PRICE_ROUNDS)
    notes[TOKEN_COST] = TOKEN_PRICE * left // FULL_PRICE_ROUNDS
    notes[HERO_COST] = HERO_PRICE * left // FULL_PRICE_ROUNDS
    notes[CARD_COST] = CARD_PRICE * left // FULL_PRICE_ROUNDS
    notes[GRUDGE] = POINT // (state[SEATS] - 1)
    size = state[PLAYER + seat * PLAYER_SIZE + ARMY_SIZE]
    notes[AVERAGE] = total_strength(state, pieces, seat) // max(1, size)
    notes[GROWTH] = STRENGTH_WORTH * rounds_left(state) // (size + 1)
    set_budget(notes, PLAN_WORLDS, PLAN_WIDTH, PLAN_HANDS)


def total_strength(state: Numbers, pieces: Sequence[int], seat: int) -> int:
    """Return the strength of all cards a seat owns."""
    army = ARMY + seat * MAX_UNITS
    total = 0
    for place in range(state[PLAYER + seat * PLAYER_SIZE + ARMY_SIZE]):
        total += strength(pieces, state[army + place])
    return total


def army_points(state: Numbers, pieces: Sequence[int], seat: int) -> int:
    """Return the points of all cards a seat owns."""
    army = ARMY + seat * MAX_UNITS
    total = 0
    for place in range(state[PLAYER + seat * PLAYER_SIZE + ARMY_SIZE]):
        total += pieces[KIND_VALUES + pieces[UNITS + state[army + place] * UNIT_SIZE + UNIT_CLASS]]
    return total


def choose_relic(state: Numbers, pieces: Sequence[int], seat: int, actions: Sequence[int], count: int) -> int:
    """Return the relic to keep: the most points now, then with the next of its era."""
    best = actions[0]
    most = -1
    for index in range(count):
        relic = actions[index] - KEEP_RELIC
        owned = owned_of_era(state, pieces, seat, pieces[RELICS + relic * RELIC_SIZE + RELIC_ERA])
        worth = 100 * next_relic(state, pieces, seat, relic) + relic_step(pieces, owned + 1)
        if worth > most:
            most = worth
            best = actions[index]
    return best


def choose_course(
    state: Numbers, pieces: Sequence[int], desk: Desk, actions: Sequence[int], count: int, stream: int
) -> int:
    """Return the action whose sampled courses up to the attack are worth most; all meet the same chance."""
    seat = state[DECIDER]
    set_budget(desk.notes, GLANCE_WORLDS, GLANCE_WIDTH, GLANCE_HANDS)
    best = actions[0]
    most = WORST
    for index in range(count):
        worth = 0
        course = stream
        for _ in range(COURSES):
            course = next_state(course)
            for place in range(STATE_SIZE):
                desk.imagined[place] = state[place]
            desk.move(desk.imagined, pieces, desk.scratch, actions[index])
            worth += course_worth(pieces, desk, seat, mix(course))
        if worth > most:
            most = worth
            best = actions[index]
    return best


def course_worth(pieces: Sequence[int], desk: Desk, seat: int, stream: int) -> int:
    """Play the imagined position on to the seat's attack; return what that, the army and its tokens are worth."""
    state = desk.imagined
    attack = 0
    number = 0
    while state[NODE] != NODE_OVER:
        node = state[NODE]
        if node >= CHANCE:
            stream, number = draw_below(stream, chance_total(state, pieces))
            desk.move(state, pieces, desk.scratch, nth_outcome(state, pieces, number))
            continue
        if state[DECIDER] != seat or node > NODE_TARGET:
            break
        if node == NODE_TARGET:
            attack = best_attack(state, pieces, desk, seat, stream)[0]
            break
        count = list_actions(state, pieces, desk.options)
        if node == NODE_JUMP:
            attack = best_jump(state, pieces, desk, seat, desk.options, count, stream)[0]
            break
        desk.move(state, pieces, desk.scratch, choose_simply(state, pieces, seat, desk.options, count))
    player = PLAYER + seat * PLAYER_SIZE
    size = max(1, state[player + ARMY_SIZE])
    quality = STRENGTH_WORTH * rounds_left(state) * total_strength(state, pieces, seat) // size
    kept = desk.notes[TOKEN_COST] * state[player + TOKEN_COUNT]
    return attack + quality + kept + POINT * army_points(state, pieces, seat)
