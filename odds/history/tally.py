"""Adding up fights: what every outcome of a pair of line-ups contributes to the odds (R16-R19).

Numba's subset, like `fight`. A *tally* is a flat sequence of sums of weights; divided by the total weight they are
probabilities and expected copies. Interpreted the sums are Python's whole numbers, compiled they are 64-bit
integers (exact odds) or floats (sampled odds).
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from odds.chance import draw_below, trial_state
from odds.history.faces import (
    RISKY,
    STRONG,
    attacker_die,
    count_rerolls,
    fill_table,
    outcome_value,
    weigh_faces,
)
from odds.history.fight import (
    CARD,
    POSITION,
    REINFORCEMENT,
    ROWS,
    SIDE_ROWS,
    SLOTS,
    STANDING,
    START,
    UNIT_WIDTH,
    Numbers,
    count_bits,
    set_up,
    winner,
)
from odds.history.rules import UNITS_PER_HONOUR_TOKEN

# A tally.
RESULT = 0  # RESULT + winner (0 attacker, 1 defender, 2 nobody)
DEPLOYED = 3  # DEPLOYED + units on the attacker board
WON_WITH = 9  # WON_WITH + units on the attacker board, fights won only (R18)
ATTACKERS_LEFT = 15  # ATTACKERS_LEFT + standing attackers
DEFENDERS_LEFT = 21  # DEFENDERS_LEFT + standing defenders
HONOUR = 27  # HONOUR + honour tokens of a beaten defender (R19), fights won only
CONQUERED = 30  # CONQUERED + card: defeated copies (R17)


def tally_outcome(tally: MutableSequence[Any], arena: Numbers, code: int, weight: Any) -> None:
    """Add one outcome with its weight."""
    attackers = arena[START + STANDING]
    defenders = arena[START + POSITION + STANDING]
    attackers_left = count_bits(code)
    defenders_left = count_bits(code >> SLOTS)
    won = winner(attackers_left, defenders_left)
    tally[RESULT + won] += weight
    tally[DEPLOYED + attackers] += weight
    tally[ATTACKERS_LEFT + attackers_left] += weight
    tally[DEFENDERS_LEFT + defenders_left] += weight
    if won == 0:
        tally[WON_WITH + attackers] += weight
        tally[HONOUR + (attackers - attackers_left) // UNITS_PER_HONOUR_TOKEN] += weight
    for slot in range(defenders):
        if (code >> (SLOTS + slot)) & 1 == 0:
            tally[CONQUERED + arena[ROWS + SIDE_ROWS + slot * UNIT_WIDTH + CARD]] += weight


def tally_pair(
    arena: Numbers,
    dice: Sequence[int],
    challenge: bool,
    deflection_per_line: bool,
    empty_side_fights: bool,
    prizes: Sequence[Any],
    powers: Sequence[Any],
    weight: Any,
    table: Numbers,
    values: MutableSequence[Any],
    scratch: MutableSequence[Any],
    weights: MutableSequence[Any],
    tally: MutableSequence[Any],
) -> None:
    """Add all faces of the fight that `set_up` prepared, with re-rolls played as R9 has it.

    Args:
        powers: 6**0, 6**1, …, up to the most re-rolls the two sides of any pair of this tally show.
        weight: Weight of this pair of line-ups.
        table, values, weights: 36 numbers of scratch each.
        scratch: `FACES_SCRATCH` numbers.
        tally: Grows by `weight * 36 * powers[-1]` in all.
    """
    fill_table(arena, dice, deflection_per_line, empty_side_fights, table)
    own_rerolls = count_rerolls(arena, 0)
    their_rerolls = count_rerolls(arena, 1)
    if own_rerolls + their_rerolls > 0:
        for pair in range(36):
            values[pair] = outcome_value(arena, table[pair], prizes)
        their_die = STRONG + RISKY - attacker_die(arena[START + STANDING])
        weigh_faces(values, own_rerolls, their_rerolls, challenge, dice, their_die, scratch, weights)
    else:
        for pair in range(36):
            weights[pair] = powers[0]
    weight = weight * powers[len(powers) - 1 - own_rerolls - their_rerolls]
    for pair in range(36):
        if weights[pair] > 0:
            tally_outcome(tally, arena, table[pair], weight * weights[pair])


def tally_line_ups(
    first: int,
    last: int,
    attackers: Sequence[int],
    attacker_counts: Sequence[int],
    attacker_weights: Sequence[Any],
    defenders: Sequence[int],
    defender_counts: Sequence[int],
    defender_weights: Sequence[Any],
    dice: Sequence[int],
    challenge: bool,
    deflection_per_line: bool,
    empty_side_fights: bool,
    prizes: Sequence[Any],
    powers: Sequence[Any],
    arena: Numbers,
    table: Numbers,
    values: MutableSequence[Any],
    scratch: MutableSequence[Any],
    weights: MutableSequence[Any],
    tally: MutableSequence[Any],
) -> None:
    """Add every pair of the attackers' line-ups `first` to `last` with all of the defenders'.

    Line-ups are `SIDE_ROWS` numbers each, one after the other; counts are their units.
    """
    for ours in range(first, last):
        for theirs in range(len(defender_counts)):
            set_up(
                arena,
                attackers,
                ours * SIDE_ROWS,
                attacker_counts[ours],
                defenders,
                theirs * SIDE_ROWS,
                defender_counts[theirs],
                None,
            )
            tally_pair(
                arena,
                dice,
                challenge,
                deflection_per_line,
                empty_side_fights,
                prizes,
                powers,
                attacker_weights[ours] * defender_weights[theirs],
                table,
                values,
                scratch,
                weights,
                tally,
            )


def reinforce(
    units: Numbers,
    count: int,
    slots: int,
    pile: Sequence[int],
    pile_size: int,
    drawn: Numbers,
    state: int,
) -> tuple[int, int]:
    """Draw a line-up's reinforcement from a shuffled pile (R2), without replacement.

    Args:
        units: The line-up; drawn cards are added behind its first `count` units.
        slots: Slots of the board, the virtual one included (R1).
        pile: Rows of the pile's cards.
        drawn: Scratch for `SLOTS` positions.
        state: The random stream.

    Returns:
        The state of the stream afterwards, and the units now in the line-up.
    """
    due = 0
    for slot in range(count):
        due += units[slot * UNIT_WIDTH + REINFORCEMENT]
    added = 0
    while added < due and count < slots and added < pile_size:
        state, position = draw_below(state, pile_size - added)
        place = 0
        while place < added and position >= drawn[place]:
            position += 1
            place += 1
        for index in range(added, place, -1):
            drawn[index] = drawn[index - 1]
        drawn[place] = position
        for index in range(UNIT_WIDTH):
            units[count * UNIT_WIDTH + index] = pile[position * UNIT_WIDTH + index]
        due += pile[position * UNIT_WIDTH + REINFORCEMENT]
        added += 1
        count += 1
    return state, count


def sample_line_ups(
    first: int,
    last: int,
    start: int,
    attackers: Numbers,
    attacker_count: int,
    attacker_slots: int,
    deck: Sequence[int],
    deck_size: int,
    defenders: Numbers,
    defender_count: int,
    defender_slots: int,
    stack: Sequence[int],
    stack_size: int,
    dice: Sequence[int],
    challenge: bool,
    deflection_per_line: bool,
    empty_side_fights: bool,
    prizes: Sequence[Any],
    powers: Sequence[Any],
    arena: Numbers,
    table: Numbers,
    drawn: Numbers,
    values: MutableSequence[Any],
    scratch: MutableSequence[Any],
    weights: MutableSequence[Any],
    tally: MutableSequence[Any],
) -> None:
    """Add the trials `first` to `last`: reinforcement drawn on both sides, the dice weighed exactly."""
    for trial in range(first, last):
        state = trial_state(start, trial)
        state, ours = reinforce(attackers, attacker_count, attacker_slots, deck, deck_size, drawn, state)
        state, theirs = reinforce(defenders, defender_count, defender_slots, stack, stack_size, drawn, state)
        set_up(arena, attackers, 0, ours, defenders, 0, theirs, None)
        tally_pair(
            arena,
            dice,
            challenge,
            deflection_per_line,
            empty_side_fights,
            prizes,
            powers,
            powers[0],
            table,
            values,
            scratch,
            weights,
            tally,
        )


def sample_faces(
    first: int,
    last: int,
    start: int,
    arena: Numbers,
    dice: Sequence[int],
    deflection_per_line: bool,
    empty_side_fights: bool,
    cumulated: Sequence[float],
    table: Numbers,
    rolled: Numbers,
    tally: MutableSequence[Any],
) -> None:
    """Add the trials `first` to `last` of one known pair of line-ups: faces rolled, the fight looked up.

    A fight is decided by its faces, so each pair of faces is fought once and the trials count the pairs.

    Args:
        cumulated: For each pair of faces the probability that the final pair is this one or an earlier one
            (36 numbers; with re-rolls, by R9).
        table, rolled: 36 numbers of scratch each.
        tally: Grows by 1 a trial.
    """
    fill_table(arena, dice, deflection_per_line, empty_side_fights, table)
    for pair in range(36):
        rolled[pair] = 0
    for trial in range(first, last):
        state = trial_state(start, trial)
        state, high = draw_below(state, 1 << 26)
        state, low = draw_below(state, 1 << 27)
        chance = (high * (1 << 27) + low) / float(1 << 53)
        pair = int(chance * 36)  # right where no re-roll makes some pairs likelier, else a place to begin
        while pair > 0 and chance < cumulated[pair - 1]:
            pair -= 1
        while pair < 35 and chance >= cumulated[pair]:
            pair += 1
        rolled[pair] += 1
    for pair in range(36):
        if rolled[pair] > 0:
            tally_outcome(tally, arena, table[pair], rolled[pair])
