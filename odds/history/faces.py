"""All faces of both dice at once: the outcome table of a fight (R8) and the weights re-rolls give it (R9).

Numba's subset, like `fight`. A *table* is 36 outcome codes, `table[6 * attacker_face + defender_face]` with faces
counted from 0. *Values* are 36 numbers in the same order, what the attacker's objective makes of each outcome.
*Weights* are 36 whole numbers in the same order, how often each pair of faces is the final one; they add up
to 6 to the power of 2 + the re-rolls of both sides.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from odds.history.fight import (
    ATTACKER,
    DEFENDER,
    FACES,
    NOW,
    POSITION,
    REROLL,
    ROWS,
    SIDE_ROWS,
    SLOTS,
    STANDING,
    START,
    SUM,
    UNIT_WIDTH,
    WORTH,
    Numbers,
    begin_line,
    copy_positions,
    count_bits,
    deal,
    is_over,
    outcome_now,
    winner,
)
from odds.history.quick import can_be_quick, quick_fight, quick_set_up
from odds.history.rules import STRONG_DIE_UNITS

# The flat dice: three values a face, first the strong die's six faces, then the risky one's; then for each of
# the twelve faces the first face of its die with the same values.
STRONG = 0
RISKY = 18
TWIN = 36
SHOWN = 48  # sets of pairs by the value a face shows: SHOWN + 30 * side + 15 * (risky die) + 5 * line + value + 1
PLACE = 108  # PLACE + (1 << pair) % 37: that pair (2 is a primitive root of 37)

# Scratch of `fight_pairs` in the arena.
BEGUN = FACES  # positions when the line under way began
SHARE = BEGUN + 2 * POSITION  # SHARE + 0..8: pairs by the attackers' surplus, of which nine may come up
SURPLUSES = 9
WAITING = SHARE + SURPLUSES  # positions still to be fought on: the line, the set of pairs, the positions
ENTRY = 2 + 2 * POSITION
ALL_PAIRS = (1 << 36) - 1

# Scratch of `weigh_faces`.
GAIN = 0  # GAIN + pair: the attacker's value of a pair of faces with all its re-rolls before it
FINAL = 36  # FINAL + 36 * first face + 6 * final face + defender's face: ways from one to the other
WAYS = 252  # WAYS + face: ways to end on a face after rolling
BEST = 258  # BEST + face: value of a face with the re-rolls left
FACES_SCRATCH = 264


def attacker_die(attackers: int) -> int:
    """Return where the attacker's die begins in the flat dice; the defender has the other one (R8)."""
    return STRONG if attackers <= STRONG_DIE_UNITS else RISKY


def fill_table(
    arena: Numbers,
    dice: Sequence[int],
    deflection_per_line: bool,
    empty_side_fights: bool,
    table: Numbers,
) -> None:
    """Fight all 36 pairs of faces of the fight that `set_up` prepared in the arena.

    Faces with the same values are fought once: 24 pairs differ.
    """
    own = attacker_die(arena[START + STANDING])
    if can_be_quick(arena):
        quick_pairs(arena, dice, own, empty_side_fights, table)
    else:
        fight_pairs(arena, dice, own, deflection_per_line, empty_side_fights, table)


def quick_pairs(arena: Numbers, dice: Sequence[int], own: int, empty_side_fights: bool, table: Numbers) -> None:
    """Fight all pairs of faces the quick way; faces with the same values are fought once: 24 pairs differ."""
    other = STRONG + RISKY - own
    quick_set_up(arena, 0)
    quick_set_up(arena, 1)
    for attacker_face in range(6):
        twin = dice[TWIN + own // 3 + attacker_face]
        if twin < attacker_face:
            for defender_face in range(6):
                table[6 * attacker_face + defender_face] = table[6 * twin + defender_face]
            continue
        for defender_face in range(6):
            twin = dice[TWIN + other // 3 + defender_face]
            if twin < defender_face:
                table[6 * attacker_face + defender_face] = table[6 * attacker_face + twin]
                continue
            table[6 * attacker_face + defender_face] = quick_fight(
                arena,
                dice,  # type: ignore[arg-type]
                own + 3 * attacker_face,
                other + 3 * defender_face,
                empty_side_fights,
            )


def fight_pairs(
    arena: Numbers,
    dice: Sequence[int],
    own: int,
    deflection_per_line: bool,
    empty_side_fights: bool,
    table: Numbers,
) -> None:
    """Fight all pairs of faces, line by line; pairs fight together as long as the same damage falls.

    In a line the damage falls point by point (R11), so of two surpluses of the same side the larger one goes on
    where the smaller one ended: each point is dealt once.
    """
    arena[WAITING] = 0
    arena[WAITING + 1] = ALL_PAIRS
    copy_positions(arena, START, WAITING + 2)
    waiting = 1
    while waiting > 0:
        waiting -= 1
        entry = WAITING + waiting * ENTRY
        line = arena[entry]
        pairs = arena[entry + 1]
        copy_positions(arena, entry + 2, NOW)
        if line == 3 or is_over(arena, empty_side_fights):
            fill_pairs(dice, pairs, outcome_now(arena), table)
            continue
        begin_line(arena, ATTACKER, line, deflection_per_line)
        begin_line(arena, DEFENDER, line, deflection_per_line)
        least = share_pairs(arena, dice, own, line, pairs)
        ahead = 0
        for step in range(max(0, -least), SURPLUSES):
            ahead |= arena[SHARE + step]
        if ahead == pairs:
            waiting = deal_shares(arena, dice, line, least, 1, waiting, table)
        elif ahead == 0:
            waiting = deal_shares(arena, dice, line, least, -1, waiting, table)
        else:
            copy_positions(arena, NOW, BEGUN)
            waiting = deal_shares(arena, dice, line, least, 1, waiting, table)
            copy_positions(arena, BEGUN, NOW)
            waiting = deal_shares(arena, dice, line, least, -1, waiting, table)


def share_pairs(arena: Numbers, dice: Sequence[int], own: int, line: int, pairs: int) -> int:
    """Sort pairs of faces by the attackers' surplus in this line (R10), and return the least possible surplus."""
    own_sum = arena[NOW + SUM + line]
    their_sum = arena[NOW + POSITION + SUM + line]
    least = max(0, own_sum) - max(0, their_sum) - 4
    for step in range(SURPLUSES):
        arena[SHARE + step] = 0
    own_shown = SHOWN + 15 * (own // RISKY) + 5 * line
    their_shown = SHOWN + 30 + 15 * (1 - own // RISKY) + 5 * line
    for own_value in range(-1, 4):
        ours = pairs & dice[own_shown + own_value + 1]
        if ours == 0:
            continue
        attack = max(0, own_sum + own_value)
        for their_value in range(-1, 4):
            shared = ours & dice[their_shown + their_value + 1]
            arena[SHARE + attack - max(0, their_sum + their_value) - least] |= shared
    return least


def deal_shares(
    arena: Numbers, dice: Sequence[int], line: int, least: int, sign: int, waiting: int, table: Numbers
) -> int:
    """Deal the damage of each share whose surplus has this sign; no surplus goes with the positive ones.

    Returns:
        How many positions wait to be fought on now.
    """
    dealt = 0
    for index in range(SURPLUSES):
        step = index if sign > 0 else SURPLUSES - 1 - index
        pairs = arena[SHARE + step]
        points = sign * (least + step)
        if pairs == 0 or points < 0 or (points == 0 and sign < 0):
            continue
        deal(arena, DEFENDER if sign > 0 else ATTACKER, points - dealt, None)
        dealt = points
        if line == 2:
            fill_pairs(dice, pairs, outcome_now(arena), table)
            continue
        entry = WAITING + waiting * ENTRY
        arena[entry] = line + 1
        arena[entry + 1] = pairs
        copy_positions(arena, NOW, entry + 2)
        waiting += 1
    return waiting


def fill_pairs(dice: Sequence[int], pairs: int, code: int, table: Numbers) -> None:
    """Note the outcome of a set of pairs of faces."""
    while pairs > 0:
        lowest = pairs & -pairs
        table[dice[PLACE + lowest % 37]] = code
        pairs -= lowest


def count_rerolls(arena: Numbers, side: int) -> int:
    """Return the re-roll symbols a side shows (R9)."""
    total = 0
    for slot in range(arena[START + side * POSITION + STANDING]):
        total += arena[ROWS + side * SIDE_ROWS + slot * UNIT_WIDTH + REROLL]
    return total


def outcome_value(arena: Numbers, code: int, prizes: Sequence[Any]) -> Any:
    """Return what the objective makes of an outcome: worth of the defeated defenders, prize of a win.

    Args:
        arena: The arena after `set_up`; rows carry the worth of each defender.
        code: Outcome code.
        prizes: What a win is worth with 0 to 5 units on the attacker board.
    """
    value = prizes[0] * 0
    for slot in range(arena[START + POSITION + STANDING]):
        if (code >> (SLOTS + slot)) & 1 == 0:
            value += arena[ROWS + SIDE_ROWS + slot * UNIT_WIDTH + WORTH]
    if winner(count_bits(code), count_bits(code >> SLOTS)) == 0:
        value += prizes[arena[START + STANDING]]
    return value


def weigh_faces(
    values: Sequence[Any],
    attacker_rerolls: int,
    defender_rerolls: int,
    challenge: bool,
    dice: Sequence[int],
    defender_die: int,
    scratch: MutableSequence[Any],
    weights: MutableSequence[Any],
) -> None:
    """Weigh the final pairs of faces when both sides re-roll as R9 has it.

    Against the board the defender's die is rolled again exactly while its face has a negative value; then the
    attacker maximises its objective. Between players the defender does all its re-rolls first and minimises
    what the attacker will make of it. Who is indifferent keeps its die.

    Args:
        values: The attacker's objective for each pair of faces.
        attacker_rerolls, defender_rerolls: Re-roll symbols of the two sides.
        challenge: Whether the defender is a player.
        dice, defender_die: The flat dice, and where the defender's die begins in them.
        scratch: `FACES_SCRATCH` numbers of the kind of `values`.
        weights: Filled with 36 whole numbers that add up to 6 ** (2 + both numbers of re-rolls).
    """
    one = values[0] * 0 + 1
    for defender_face in range(6):
        plan_attacker(values, attacker_rerolls, defender_face, scratch)
    for pair in range(36):
        weights[pair] = values[0] * 0
    for first_face in range(6):
        if challenge:
            minimise(scratch, first_face, defender_rerolls, one)
        else:
            roll_while_negative(dice, defender_die, defender_rerolls, scratch, one)
        for final_face in range(6):
            for defender_face in range(6):
                ways = scratch[FINAL + 36 * first_face + 6 * final_face + defender_face]
                weights[6 * final_face + defender_face] += scratch[WAYS + defender_face] * ways


def plan_attacker(values: Sequence[Any], rerolls: int, defender_face: int, scratch: MutableSequence[Any]) -> None:
    """Work out the attacker's best re-rolls against one face of the defender: GAIN and FINAL of that face.

    With j re-rolls left a face is kept if its value times 6**j reaches the sum of the values of rolling on;
    all numbers are whole, over a denominator of 6**j.
    """
    zero = values[0] * 0
    power = zero + 1
    for face in range(6):
        scratch[BEST + face] = values[6 * face + defender_face]
        scratch[WAYS + face] = power  # one roll with no re-roll left
    rolling = zero
    for left in range(1, rerolls + 1):
        rolling = zero
        for face in range(6):
            rolling += scratch[BEST + face]
        power *= 6
        rolled_again = 0
        for face in range(6):
            if values[6 * face + defender_face] * power < rolling:
                rolled_again += 1
        for face in range(6):
            kept = values[6 * face + defender_face] * power
            scratch[BEST + face] = max(kept, rolling)
            if left < rerolls:
                scratch[WAYS + face] *= rolled_again
                if kept >= rolling:
                    scratch[WAYS + face] += power
    for first_face in range(6):
        value = values[6 * first_face + defender_face]
        scratch[GAIN + 6 * first_face + defender_face] = scratch[BEST + first_face]
        keeps = rerolls == 0 or value * power >= rolling
        for final_face in range(6):
            ways = zero
            if keeps and final_face == first_face:
                ways = power
            elif not keeps:
                ways = scratch[WAYS + final_face]
            scratch[FINAL + 36 * first_face + 6 * final_face + defender_face] = ways


def minimise(scratch: MutableSequence[Any], first_face: int, rerolls: int, one: Any) -> None:
    """Work out a defending player's best re-rolls against the attacker's first face: WAYS of each face."""
    power = one
    for face in range(6):
        scratch[BEST + face] = scratch[GAIN + 6 * first_face + face]
        scratch[WAYS + face] = one
    for _ in range(rerolls):
        rolling = one * 0
        for face in range(6):
            rolling += scratch[BEST + face]
        power *= 6
        rolled_again = 0
        for face in range(6):
            if scratch[GAIN + 6 * first_face + face] * power > rolling:
                rolled_again += 1
        for face in range(6):
            kept = scratch[GAIN + 6 * first_face + face] * power
            scratch[BEST + face] = min(kept, rolling)
            scratch[WAYS + face] *= rolled_again
            if kept <= rolling:
                scratch[WAYS + face] += power


def roll_while_negative(dice: Sequence[int], die: int, rerolls: int, scratch: MutableSequence[Any], one: Any) -> None:
    """Roll a board defender's die again exactly while its face has a negative value: WAYS of each face."""
    negatives = 0
    for face in range(6):
        if has_negative(dice, die, face):
            negatives += 1
    power = one
    for face in range(6):
        scratch[WAYS + face] = one
    for _ in range(rerolls):
        power *= 6
        for face in range(6):
            scratch[WAYS + face] *= negatives
            if not has_negative(dice, die, face):
                scratch[WAYS + face] += power


def has_negative(dice: Sequence[int], die: int, face: int) -> bool:
    """Return whether a face shows a negative value in any line."""
    return dice[die + 3 * face] < 0 or dice[die + 3 * face + 1] < 0 or dice[die + 3 * face + 2] < 0
