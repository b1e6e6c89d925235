"""The desk a bot works at: scratch sequences in numba's subset, made once and used again for every decision.

Nothing is remembered from one decision to the next: what a function reads here, the decision under way has written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from odds.history.advise.bound import PRIZES
from odds.history.advise.evaluate import EMPTY_FIGHTS, PER_LINE, SETTINGS
from odds.history.encode import DICE
from odds.history.faces import FACES_SCRATCH
from odds.history.fight import ARENA_SIZE, SIDE_ROWS, Numbers
from odds.history.game import state as positions
from odds.history.game.actions import ACTIONS
from odds.history.game.battle import SCRATCH_SIZE
from odds.history.game.bots.opaque import move, weigh
from odds.history.game.state import MAX_UNITS, STATE_SIZE
from odds.history.rules import ATTACKER_HAND_SLOTS, ATTACKER_SLOTS, DEFENDER_SLOTS

#: One victory point in the whole numbers that bots reckon with.
POINT = 1000

#: Hand cards a bot weighs, and re-rolls of both sides it weighs together.
HAND_MOST = 16
REROLLS_MOST = 12

#: Line-ups that are built on at once, and draws of both piles that are sampled, at most.
WIDTH_MOST = 24
WORLDS_MOST = 8

# Lists in `notes`: how many, then the units.
HELD = 0  # the attacker's hand
PILE = HELD + 1 + HAND_MOST  # the attacker's deck
STACK = PILE + 1 + MAX_UNITS  # the pile of the defenders' reinforcement
OURS = STACK + 1 + MAX_UNITS  # units deployed by the attacker
THEIRS = OURS + 1 + ATTACKER_SLOTS  # units deployed by the defender
THEIR_TOKENS = THEIRS + 1 + DEFENDER_SLOTS  # THEIR_TOKENS + slot: the war token of a deployed unit, -1 for none
GUESSED = THEIR_TOKENS + DEFENDER_SLOTS  # a sampled hand
OWN_DRAWS = GUESSED + 1 + HAND_MOST  # OWN_DRAWS + DRAWS_WIDTH * world: reinforcement the attacker would draw
DRAWS_WIDTH = 1 + ATTACKER_SLOTS
THEIR_DRAWS = OWN_DRAWS + DRAWS_WIDTH * WORLDS_MOST
#: The beam: line-ups built on, and the longer ones; each its worth, its hand cards as a set, and the cards.
ENTRY = 2 + ATTACKER_HAND_SLOTS
BEAM = THEIR_DRAWS + DRAWS_WIDTH * WORLDS_MOST
LONGER = BEAM + ENTRY * WIDTH_MOST
BEST = LONGER + ENTRY * WIDTH_MOST  # the best line-up: how many cards, and which
RELIC_COUNTS = BEST + 1 + ATTACKER_HAND_SLOTS  # relics that can be drawn, by what one of them adds
STEPS_MOST = 16
# What the bot at the desk reckons with, in parts of `POINT`: the price of a war token used, of a hero's only fight,
# of a hand card deployed, and how much what an opponent gains counts against it.
TOKEN_COST = RELIC_COUNTS + STEPS_MOST
HERO_COST = TOKEN_COST + 1
CARD_COST = HERO_COST + 1
GRUDGE = CARD_COST + 1
#: What a conquered card adds besides its points: this for each point of strength above the army's average.
GROWTH = GRUDGE + 1
AVERAGE = GROWTH + 1
# Its budget: sampled draws of reinforcement, line-ups built on at once, sampled hands of who could be challenged.
WORLDS = AVERAGE + 1
WIDTH = WORLDS + 1
HANDS = WIDTH + 1
NOTES_SIZE = HANDS + 1


class Desk(NamedTuple):
    """Scratch sequences of whole numbers.

    Args:
        weigh, move: What a fight is worth, and the engine's next step (`opaque`).
        arena, table, values, faces, weights: Scratch of a fight (`fight`, `faces`).
        settings, prizes, powers: What a fight is worth (`advise.evaluate`).
        dice: The flat dice (`encode`).
        rows: Both sides' line-ups as rows: the attacker's, then the defender's from `SIDE_ROWS` on.
        notes: Lists of units, as above.
        listed, options: Room for actions: of the search for targets, and of a position played on.
        scratch: Scratch of the engine.
        imagined: A position that a bot plays on in its mind.
    """

    weigh: Any
    move: Any
    arena: Numbers
    table: Numbers
    values: Numbers
    faces: Numbers
    weights: Numbers
    settings: Numbers
    prizes: Numbers
    powers: Numbers
    dice: Numbers
    rows: Numbers
    notes: Numbers
    listed: Numbers
    options: Numbers
    scratch: Numbers
    imagined: Numbers


def make_desk(
    state: Sequence[int],
    make: Callable[[list[int]], Numbers] = list,
    machinery: tuple[Any, Any] = (weigh, move),
) -> Desk:
    """Make a desk for games under the rulings of a position.

    Args:
        state: A position of the game.
        make: Turns a list into the kind of sequence that is needed: an array for compiled bots.
        machinery: `opaque.weigh` and `opaque.move`, or pointers to them.
    """
    settings = [0] * SETTINGS
    settings[PER_LINE] = state[positions.LINE_DEFLECTION]
    settings[EMPTY_FIGHTS] = state[positions.EMPTY_FIGHTS]

    def room(size: int) -> Numbers:
        return make([0] * size)

    return Desk(
        weigh=machinery[0],
        move=machinery[1],
        arena=room(ARENA_SIZE),
        table=room(36),
        values=room(36),
        faces=room(FACES_SCRATCH),
        weights=room(36),
        settings=make(settings),
        prizes=room(PRIZES),
        powers=make([6**power for power in range(REROLLS_MOST + 1)]),
        dice=make(list(DICE)),
        rows=room(2 * SIDE_ROWS),
        notes=room(NOTES_SIZE),
        listed=room(ACTIONS),
        options=room(ACTIONS),
        scratch=room(SCRATCH_SIZE),
        imagined=room(STATE_SIZE),
    )
