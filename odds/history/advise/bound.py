"""A bound no war token can beat: one relaxed fight that is at least as good for the attacker as the real one.

Numba's subset, like `fight`. What is relaxed, always in the attacker's favour:

- The tokens' line values count in every line while any attacker stands; negative ones do not count.
- The attackers' heroic death (R12) falls on the defenders before the first line, all of it; the defenders' never.
- Where a side deflects (R14), its damage falls wherever that is best for the attacker.
- Where the order of the attackers is left open, their damage falls so, too, and they have as many markers as any order
  could give them: one bound for all orders of the same cards.

Why it is a bound: without heroic death and deflection a side's position is the points it has taken (see `quick`).
If the attackers have taken no more and the defenders no fewer points than in the real fight, the attackers' sum is
no lower and the defenders' no higher, so the next line keeps it so; `relax_side` makes the sums monotone in the
points where negative values would break that. More re-rolls never hurt who decides (R9), and R9's choices are made
over the relaxed values. It holds while the objective likes to win, to conquer and to keep units; `search` uses it
under that condition only, and a property test compares with every assignment.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from odds.history.faces import RISKY, STRONG, TWIN, attacker_die, count_rerolls, weigh_faces
from odds.history.fight import (
    AMBUSH,
    ATTACKER,
    DEFENDER,
    DEFLECTION,
    HEROIC_DEATH,
    LEFT,
    MARKER,
    POSITION,
    QUICK,
    QUICK_SIDE,
    RANGED,
    REROLL,
    RIGHT,
    ROWS,
    SIDE_ROWS,
    STANDING,
    START,
    TOUGHNESS,
    UNIT_WIDTH,
    WORTH,
    Numbers,
    winner,
)
from odds.history.quick import LIMIT, NEVER, VALUES

# Of the quick path's scratch: what the fallen units of the defender are worth. GAIN + fallen, 0 to 4.
GAIN = 6

# The prizes of an objective, whole numbers: PRIZE_WIN + units on the attacker board, then of a lost fight, then of each
# honour token a beaten defender gets (R19).
PRIZE_WIN = 0
PRIZE_LOSE = 6
PRIZE_HONOUR = 7
PRIZES = 8


def sum_tokens(tokens: Sequence[int], subset: int, field: int, positive: bool) -> int:
    """Return a field's sum over a subset of the tokens, of positive ones only if asked for."""
    total = 0
    number = 0
    while subset >> number > 0:
        value = tokens[number * UNIT_WIDTH + field]
        if (subset >> number) & 1 == 1 and (value > 0 or not positive):
            total += value
        number += 1
    return total


def most_markers(line: Sequence[int], units: int) -> int:
    """Return how many markers an attacking line-up could have in any order: each takes a left and a right half (R4)."""
    left = 0
    right = 0
    for slot in range(units):
        left += min(1, line[slot * UNIT_WIDTH + LEFT])
        right += min(1, line[slot * UNIT_WIDTH + RIGHT])
    return min(left, right, units - 1)


def spare_markers(arena: Numbers, line: Sequence[int], units: int) -> int:
    """Return how many markers more than in the fight in the arena another order of the attackers could have."""
    left = most_markers(line, units)
    for slot in range(arena[START + POSITION + STANDING]):
        left -= arena[ROWS + SIDE_ROWS + slot * UNIT_WIDTH + AMBUSH]
    left = max(0, left)
    for slot in range(units):
        left -= arena[START + MARKER + slot]
    return max(0, left)


def relax_side(arena: Numbers, side: int, deflects: bool, markers_lost: int, spare: int) -> None:
    """Work out one side's relaxed limits and sums from the arena that `set_up` prepared.

    Args:
        side: Whose.
        deflects: Whether its damage may fall on any unit, as is best for the attacker.
        markers_lost: Markers that ambush tokens remove, the front-most first (R6).
        spare: Markers it might have besides.
    """
    side &= 1
    rows = ROWS + side * SIDE_ROWS
    start = START + side * POSITION
    base = QUICK + side * QUICK_SIDE
    count = arena[start + STANDING]
    total = 0
    for slot in range(count):
        marker = arena[start + MARKER + slot]
        if marker > 0 and markers_lost > 0:
            markers_lost -= 1
            marker = 0
        total += arena[rows + slot * UNIT_WIDTH + TOUGHNESS] + marker
        arena[base + LIMIT + slot] = total
    if deflects and side == ATTACKER:
        # With f units lost the others may each be left with one point of toughness.
        for slot in range(count):
            arena[base + LIMIT + slot] = total + spare - count + slot + 1
    elif deflects:
        sort_field(arena, rows, count, TOUGHNESS, base + LIMIT, False)
        for slot in range(1, count):
            arena[base + LIMIT + slot] += arena[base + LIMIT + slot - 1]
    arena[base + LIMIT + count] = NEVER
    for line in range(3):
        relax_values(arena, side, line, deflects)
    if side == DEFENDER:
        relax_gains(arena, deflects)


def relax_values(arena: Numbers, side: int, line: int, deflects: bool) -> None:
    """Work out the sum of a line with 0, 1, … units fallen, the best the attacker can hope for."""
    side &= 1
    rows = ROWS + side * SIDE_ROWS
    base = QUICK + side * QUICK_SIDE + VALUES + 6 * line
    count = arena[START + side * POSITION + STANDING]
    if deflects:
        # Who falls first: the attackers' lowest values, the defenders' highest ones.
        sort_field(arena, rows, count, RANGED + line, base, side == DEFENDER)
    else:
        for slot in range(count):
            arena[base + slot] = arena[rows + slot * UNIT_WIDTH + RANGED + line]
    arena[base + count] = 0
    for behind in range(count):
        slot = count - 1 - behind
        arena[base + slot] += arena[base + slot + 1]
    if side == ATTACKER:
        for behind in range(count):
            slot = count - 1 - behind
            arena[base + slot] = max(arena[base + slot], arena[base + slot + 1])
    else:
        for slot in range(1, count + 1):
            arena[base + slot] = min(arena[base + slot], arena[base + slot - 1])


def relax_gains(arena: Numbers, deflects: bool) -> None:
    """Work out what the first 0, 1, … defenders to fall are worth, the dearest first where any may fall."""
    base = QUICK + QUICK_SIDE + GAIN
    rows = ROWS + SIDE_ROWS
    count = arena[START + POSITION + STANDING]
    if deflects:
        sort_field(arena, rows, count, WORTH, base + 1, True)
    else:
        for slot in range(count):
            arena[base + 1 + slot] = arena[rows + slot * UNIT_WIDTH + WORTH]
    arena[base] = 0
    for slot in range(count):
        arena[base + 1 + slot] += arena[base + slot]


def sort_field(arena: Numbers, rows: int, count: int, field: int, target: int, descending: bool) -> None:
    """Write one field of a side's units to `target`, in order."""
    for slot in range(count):
        value = arena[rows + slot * UNIT_WIDTH + field]
        place = slot
        while place > 0 and (
            (descending and arena[target + place - 1] < value) or (not descending and arena[target + place - 1] > value)
        ):
            arena[target + place] = arena[target + place - 1]
            place -= 1
        arena[target + place] = value


def relaxed_value(
    arena: Numbers,
    dice: Sequence[int],
    attacker_face: int,
    defender_face: int,
    empty_side_fights: bool,
    bonus: Sequence[int],
    heroic: int,
    prizes: Sequence[Any],
    prizes_first: int,
) -> Any:
    """Return what the relaxed fight with these faces is worth; `relax_side` prepared both sides."""
    attackers = arena[START + STANDING]
    defenders = arena[START + POSITION + STANDING]
    ours = QUICK
    theirs = QUICK + QUICK_SIDE
    our_fallen = 0
    their_fallen = 0
    our_points = 0
    their_points = heroic
    while their_points >= arena[theirs + LIMIT + their_fallen]:
        their_fallen += 1
    for line in range(3):
        if not empty_side_fights and (our_fallen == attackers or their_fallen == defenders):
            break
        attack = arena[ours + VALUES + 6 * line + our_fallen] + dice[attacker_face + line]
        if our_fallen < attackers:
            attack += bonus[line]
        attack = max(0, attack)
        defence = max(0, arena[theirs + VALUES + 6 * line + their_fallen] + dice[defender_face + line])
        if attack > defence:
            their_points += attack - defence
            while their_points >= arena[theirs + LIMIT + their_fallen]:
                their_fallen += 1
        else:
            our_points += defence - attack
            while our_points >= arena[ours + LIMIT + our_fallen]:
                our_fallen += 1
    value = prizes[0] * 0 + arena[theirs + GAIN + their_fallen]
    won = winner(attackers - our_fallen, defenders - their_fallen)
    if won == 0:
        value += prizes[prizes_first + PRIZE_WIN + attackers] + prizes[prizes_first + PRIZE_HONOUR] * (our_fallen // 2)
    elif won == 1:
        value += prizes[prizes_first + PRIZE_LOSE]
    return value


def bound_tokens(
    arena: Numbers,
    tokens: Sequence[int],
    subset: int,
    spare: int,
    dice: Sequence[int],
    challenge: bool,
    empty_side_fights: bool,
    prizes: Sequence[Any],
    prizes_first: int,
    powers: Sequence[Any],
    bonus: Numbers,
    values: MutableSequence[Any],
    scratch: MutableSequence[Any],
    weights: MutableSequence[Any],
) -> Any:
    """Return a bound on what any assignment of a subset of tokens to the fight in the arena is worth.

    Args:
        arena: The arena after `set_up` without these tokens.
        tokens, subset: Rows of the tokens held, and a bit for each one that is used.
        spare: -1 to bound this order of the attackers, else markers that another order could have more: then the
            bound holds for all orders.
        prizes, prizes_first: The prizes, and where this target's begin.
        powers: 6**0, 6**1, …, up to the most re-rolls any fight of this question shows.
        bonus: Scratch of 3 numbers.
        values, weights, scratch: As `tally_pair`.

    Returns:
        A sum over all faces with weights that add up to `36 * powers[-1]`.
    """
    attackers = arena[START + STANDING]
    defenders = arena[START + POSITION + STANDING]
    heroic = sum_tokens(tokens, subset, HEROIC_DEATH, True)
    our_deflection = sum_tokens(tokens, subset, DEFLECTION, True)
    their_deflection = 0
    for slot in range(attackers):
        heroic += arena[ROWS + slot * UNIT_WIDTH + HEROIC_DEATH]
        our_deflection += arena[ROWS + slot * UNIT_WIDTH + DEFLECTION]
    for slot in range(defenders):
        their_deflection += arena[ROWS + SIDE_ROWS + slot * UNIT_WIDTH + DEFLECTION]
    for line in range(3):
        bonus[line] = sum_tokens(tokens, subset, RANGED + line, True)
    relax_side(arena, ATTACKER, our_deflection > 0 or spare >= 0, 0, max(0, spare))
    relax_side(arena, DEFENDER, their_deflection > 0, sum_tokens(tokens, subset, AMBUSH, True), 0)
    own = attacker_die(attackers)
    other = STRONG + RISKY - own
    for attacker_face in range(6):
        own_twin = dice[TWIN + own // 3 + attacker_face]
        for defender_face in range(6):
            their_twin = dice[TWIN + other // 3 + defender_face]
            if own_twin < attacker_face or their_twin < defender_face:
                values[6 * attacker_face + defender_face] = values[6 * own_twin + their_twin]
            else:
                values[6 * attacker_face + defender_face] = relaxed_value(
                    arena,
                    dice,
                    own + 3 * attacker_face,
                    other + 3 * defender_face,
                    empty_side_fights,
                    bonus,
                    heroic,
                    prizes,
                    prizes_first,
                )
    own_rerolls = count_rerolls(arena, 0) + sum_tokens(tokens, subset, REROLL, True)
    their_rerolls = count_rerolls(arena, 1)
    total = prizes[0] * 0
    if own_rerolls + their_rerolls == 0:
        for pair in range(36):
            total += values[pair]
    else:
        weigh_faces(values, own_rerolls, their_rerolls, challenge, dice, other, scratch, weights)
        for pair in range(36):
            total += weights[pair] * values[pair]
    return total * powers[len(powers) - 1 - own_rerolls - their_rerolls]
