"""The desk a bot works at: scratch sequences in numba's subset, made once and used again for every decision.

Nothing is remembered from one decision to the next: what a function reads here, the decision under way has written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from odds.history.advise.bound import PRIZES
from odds.history.encode import DICE
from odds.history.faces import FACES_SCRATCH
from odds.history.fight import ARENA_SIZE, SIDE_ROWS, Numbers
from odds.history.game import state as positions
from odds.history.game.actions import ACTIONS
from odds.history.game.battle import SCRATCH_SIZE
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

# What lies where in `notes`. Worth of each pair of faces of the fight weighed last, first because `faces` wants it so;
# both sides' line-ups as rows, the defender's from THEIR_ROWS on; what is won (`advise.bound`); the rulings.
VALUES = 0
OUR_ROWS = VALUES + 36
THEIR_ROWS = OUR_ROWS + SIDE_ROWS
PRIZES_AT = THEIR_ROWS + SIDE_ROWS
LINE_DEFLECTS = PRIZES_AT + PRIZES  # R14
EMPTY_FIGHT = LINE_DEFLECTS + 1  # R15
# Lists: how many, then the units.
HELD = EMPTY_FIGHT + 1  # the attacker's hand
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


# What lies where in `scratch`, behind the engine's own: scratch of `opaque.weigh`, and the dice it reads.
ARENA = SCRATCH_SIZE
TABLE = ARENA + ARENA_SIZE
FACES = TABLE + 36
WEIGHTS = FACES + FACES_SCRATCH
DICE_AT = WEIGHTS + 36
ROOM = DICE_AT + len(DICE)


class Desk(NamedTuple):
    """Scratch sequences of whole numbers; few, because the compiler hands each of them to every function.

    Args:
        weigh, move: What a fight is worth, and the engine's next step (`opaque`).
        notes: What the decision under way has written down, as above.
        scratch: Scratch of the engine and of fights.
        listed, options: Room for actions: of the search for targets, and of a position played on.
        imagined: A position that a bot plays on in its mind.
    """

    weigh: Any
    move: Any
    notes: Numbers
    scratch: Numbers
    listed: Numbers
    options: Numbers
    imagined: Numbers


def make_desk(
    state: Sequence[int],
    make: Callable[[list[int]], Numbers],
    machinery: tuple[Any, Any],
) -> Desk:
    """Make a desk for games under the rulings of a position.

    Args:
        state: A position of the game.
        make: Turns a list into the kind of sequence that is needed: an array for compiled bots.
        machinery: `opaque.weigh` and `opaque.move`, or pointers to them (`opaque.plain_desk` has the functions).
    """
    notes = [0] * NOTES_SIZE
    notes[LINE_DEFLECTS] = state[positions.LINE_DEFLECTION]
    notes[EMPTY_FIGHT] = state[positions.EMPTY_FIGHTS]
    scratch = [0] * ROOM
    scratch[DICE_AT:ROOM] = DICE
    weigh, move = machinery
    return Desk(
        weigh=weigh,
        move=move,
        notes=make(notes),
        scratch=make(scratch),
        listed=make([0] * ACTIONS),
        options=make([0] * ACTIONS),
        imagined=make([0] * STATE_SIZE),
    )
