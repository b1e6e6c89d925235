"""Why an action is not possible: one sentence for whoever tried it."""

from __future__ import annotations

from odds.history.fight import Numbers
from odds.history.game.actions import (
    ACTIONS,
    ASSIGN,
    CHALLENGE,
    CONQUER,
    DEPLOY,
    DISMISS,
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
    USE,
)
from odds.history.game.legal import are_linked, arrow_action, has_hunt
from odds.history.game.pieces import ARROW_COUNT
from odds.history.game.state import (
    ACTIVE,
    BOARD,
    CARDS,
    CHANCE,
    COUNT,
    DECIDER,
    ERA,
    GEAR_DONE,
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
    NODE_OVER,
    NODE_PUSH,
    NODE_REROLL,
    NODE_TAKE,
    NODE_TARGET,
    PLACE_CARD,
    PLACES,
    PLAYER,
    PLAYER_SIZE,
    PUSHES,
    SEATS,
    SIDE,
    UNIT_TOKENS,
)
from odds.history.game.words import GEAR_WORDS, Words
from odds.history.rules import ATTACKER_SLOTS, ERAS, TOKENS_PER_SIDE

#: The decisions in which each kind of action is possible at all.
_NODES = {
    PUSH: {NODE_PUSH},
    STOP: {NODE_PUSH},
    PASS: {NODE_GEAR},
    DONE: {NODE_DEFEND, NODE_DEFEND_TOKENS, NODE_ATTACK, NODE_ATTACK_TOKENS},
    ROLL: {NODE_REROLL},
    KEEP: {NODE_REROLL},
    GEAR: {NODE_GEAR},
    JUMP: {NODE_JUMP},
    CHALLENGE: {NODE_TARGET},
    CONQUER: {NODE_TARGET},
    DROP: {NODE_DROP},
    USE: {NODE_PUSH, NODE_GEAR, NODE_JUMP, NODE_TARGET, NODE_DEFEND, NODE_ATTACK},
    ASSIGN: {NODE_DEFEND_TOKENS, NODE_ATTACK_TOKENS},
    KEEP_MEDAL: {NODE_KEEP_MEDAL},
    KEEP_RELIC: {NODE_KEEP_RELIC},
    DEPLOY: {NODE_DEFEND, NODE_ATTACK},
    TAKE: {NODE_TAKE},
    DISMISS: {NODE_DISMISS},
    HUNT: {NODE_TARGET},
}


def kind_of(action: int) -> int:
    """Return the kind of an action number (`actions`)."""
    return max(kind for kind in _NODES if kind <= action)


def why_not(state: Numbers, words: Words, action: int) -> str:
    """Return why an action that is not legal at a position is not."""
    if not 0 <= action < ACTIONS:
        return f"there is no action {action}; the numbers run from 0 to {ACTIONS - 1}"
    phrase = f"'{words.action(state, action)}' is not possible"
    node = state[NODE]
    if node == NODE_OVER:
        return f"{phrase}: the game is over"
    if node >= CHANCE:
        return f"{phrase}: chance has to answer first ({words.question(state)})"
    kind = kind_of(action)
    if node not in _NODES[kind]:
        return f"{phrase} now; to decide is {words.question(state)}"
    return f"{phrase}: {_reason(state, words, kind, action - kind)}"


def _reason(state: Numbers, words: Words, kind: int, argument: int) -> str:
    seat = state[DECIDER]
    who = words.player(state, seat)
    era = state[PLAYER + seat * PLAYER_SIZE + ERA]
    if kind == STOP:
        if state[PUSHES] == 0:
            return "at least one tile is pushed in a turn (D1)"
        return "the active tile lets nobody jump from here, so another one is pushed (D1)"
    if kind == DONE:
        return "an attacker deploys at least one card (R1)"
    if kind == GEAR:
        return _gear_reason(state, words, argument)
    if kind == JUMP:
        tile = words.tiles[state[ACTIVE]]
        stands = f"{who} stands there and never stays (D1)"
        return stands if argument == era else f"the active tile is {tile}"
    if kind == CHALLENGE:
        if argument >= state[SEATS] or argument == seat:
            return "there is no such opponent"
        return f"{words.player(state, argument)} does not stand in era {ERAS[era]} (D2b)"
    if kind == CONQUER:
        return _run_reason(state, words, argument, era)
    if kind == HUNT:
        if not has_hunt(state, words.pieces.numbers, seat):
            return f"{who} has no hunt token (D2)"
        return f"that card is not in era {ERAS[era]}'s discard pile (D2)"
    if kind == ASSIGN:
        return _token_reason(state, words, argument)
    if kind in (DROP, USE):
        return f"{who} has no such token, or it cannot be used so now"
    if kind in (DEPLOY, DISMISS):
        return f"no such card is in {who}'s hand"
    return f"no such card is in {who}'s discard pile" if kind == TAKE else "it was not drawn"


def _gear_reason(state: Numbers, words: Words, gear: int) -> str:
    active = [arrow_action(state, words.pieces.numbers, arrow) for arrow in range(ARROW_COUNT)]
    if gear not in active:
        return f"the arrows point to {' and '.join(GEAR_WORDS[each] for each in active)} (D1)"
    done = all((state[GEAR_DONE] >> arrow) & 1 for arrow in range(ARROW_COUNT) if active[arrow] == gear)
    return "it has been done in this turn (D1)" if done else "there is no card for it (D1)"


def _run_reason(state: Numbers, words: Words, argument: int, era: int) -> str:
    start, length = divmod(argument, RUN)
    places = [(start + offset) % PLACES for offset in range(length + 1)]
    for place in places:
        if state[PLACE_CARD + place] < 0:
            return f"place {words.place(place)} is empty"
    for place in places[:-1]:
        if not are_linked(state, words.pieces.numbers, place):
            other = words.open_card(state, (place + 1) % PLACES)
            return f"{words.open_card(state, place)} and {other} are not connected (D2a, R4)"
    return f"one of the cards must be of era {ERAS[era]}, where the attacker stands (D2a)" if places else ""


def _token_reason(state: Numbers, words: Words, argument: int) -> str:
    slot = argument % ATTACKER_SLOTS
    side = 1 if state[NODE] == NODE_DEFEND_TOKENS else 0
    base = BOARD + side * SIDE
    if slot >= state[base + COUNT]:
        return f"there is no unit on slot {slot + 1}"
    on_units = [state[base + UNIT_TOKENS + each] for each in range(state[base + COUNT])]
    if on_units[slot] >= 0:
        return f"{words.units[state[base + CARDS + slot]]} has a war token already; one a unit (R7)"
    if sum(each >= 0 for each in on_units) >= TOKENS_PER_SIDE:
        return f"{TOKENS_PER_SIDE} tokens are the most in a fight (R7)"
    return f"{words.player(state, state[DECIDER])} has no such fight token"
