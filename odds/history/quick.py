"""A quick path through the fights in which nobody behind the front deflects, equal to `fight` there.

Why it is equal: a front-most unit that deflects (R14) draws what falls on it anyway. So every point, of a
line's damage or of heroic death, falls on the front-most standing unit (R11, R12). A unit takes its toughness,
and before it the marker between it and the next unit behind; the marker in front of it went with the first
point on its neighbour (R5). So a side's position is one number, the points it has taken, and a unit falls when
they reach the sum of toughness and markers up to it. Points on one side add up whatever their order, and
accuracy (R13) prevents a fixed number of a line's heroic-death points, so the order within a line does not
matter either.
`tests/history/test_fight_equality.py` holds the two to each other and to the oracle.
"""

from __future__ import annotations

from odds.history.fight import (
    ACCURACY,
    DEFLECTION,
    HEROIC_DEATH,
    MARKER,
    POSITION,
    QUICK,
    QUICK_SIDE,
    RANGED,
    ROWS,
    SIDE_ROWS,
    SLOTS,
    STANDING,
    START,
    TOUGHNESS,
    UNIT_WIDTH,
    Numbers,
)

# One side's quick scratch; FALLEN is an index 0 to 5, how many units have fallen.
LIMIT = 0  # LIMIT + fallen: points at which the next unit falls
REVENGE = 6  # REVENGE + fallen: heroic-death points of that unit
VALUES = 11  # VALUES + 6 * line + fallen: sum of the units that stand
PRECISE = 29  # PRECISE + 6 * line + fallen: their accuracy symbols

#: More than any side can take: 5 units of toughness 99 with markers stay far below.
NEVER = 1 << 30


def can_be_quick(arena: Numbers) -> bool:
    """Return whether no unit of either side deflects but the front-most one."""
    for side in range(2):
        for slot in range(1, arena[START + side * POSITION + STANDING]):
            if arena[ROWS + side * SIDE_ROWS + slot * UNIT_WIDTH + DEFLECTION] > 0:
                return False
    return True


def quick_set_up(arena: Numbers, side: int) -> None:
    """Work out one side's limits and sums from the arena that `fight.set_up` prepared."""
    side &= 1
    rows = ROWS + side * SIDE_ROWS
    start = START + side * POSITION
    base = QUICK + side * QUICK_SIDE
    count = arena[start + STANDING]
    total = 0
    for slot in range(count):
        row = rows + slot * UNIT_WIDTH
        total += arena[row + TOUGHNESS] + arena[start + MARKER + slot]
        arena[base + LIMIT + slot] = total
        arena[base + REVENGE + slot] = arena[row + HEROIC_DEATH]
    arena[base + LIMIT + count] = NEVER
    for line in range(3):
        values = 0
        precise = 0
        arena[base + VALUES + 6 * line + count] = 0
        arena[base + PRECISE + 6 * line + count] = 0
        for behind in range(count):
            slot = count - 1 - behind
            row = rows + slot * UNIT_WIDTH
            values += arena[row + RANGED + line]
            precise += arena[row + ACCURACY + line]
            arena[base + VALUES + 6 * line + slot] = values
            arena[base + PRECISE + 6 * line + slot] = precise


def quick_fight(
    arena: Numbers,
    dice: Numbers,
    attacker_face: int,
    defender_face: int,
    empty_side_fights: bool,
) -> int:
    """Fight the three lines after `quick_set_up` of both sides; arguments and outcome code as `fight`."""
    attackers = arena[START + STANDING]
    defenders = arena[START + POSITION + STANDING]
    ours = QUICK
    theirs = QUICK + QUICK_SIDE
    our_fallen = 0
    their_fallen = 0
    our_points = 0
    their_points = 0
    for line in range(3):
        if not empty_side_fights and (our_fallen == attackers or their_fallen == defenders):
            break
        attack = max(0, arena[ours + VALUES + 6 * line + our_fallen] + dice[attacker_face + line])
        defence = max(0, arena[theirs + VALUES + 6 * line + their_fallen] + dice[defender_face + line])
        if attack == defence:
            continue
        our_guard = arena[ours + PRECISE + 6 * line + our_fallen]
        their_guard = arena[theirs + PRECISE + 6 * line + their_fallen]
        if attack > defence:
            their_points += attack - defence
        else:
            our_points += defence - attack
        falling = True
        while falling:
            falling = False
            while their_points >= arena[theirs + LIMIT + their_fallen]:
                points = arena[theirs + REVENGE + their_fallen]
                their_fallen += 1
                prevented = min(points, our_guard)
                our_guard -= prevented
                our_points += points - prevented
            while our_points >= arena[ours + LIMIT + our_fallen]:
                points = arena[ours + REVENGE + our_fallen]
                our_fallen += 1
                prevented = min(points, their_guard)
                their_guard -= prevented
                their_points += points - prevented
                falling = falling or points > prevented
    our_standing = ((1 << attackers) - 1) & ~((1 << our_fallen) - 1)
    their_standing = ((1 << defenders) - 1) & ~((1 << their_fallen) - 1)
    return our_standing | (their_standing << SLOTS)
