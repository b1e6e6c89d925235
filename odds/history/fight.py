"""The rules of one fight (R3-R16), written once.

Plain Python inside numba's subset: flat integer sequences, no objects, no imports. One question is answered
by running these functions as they are; `odds.history.compiled` compiles the very same functions for the
questions with thousands of fights. A change here changes both.

A line-up is a flat sequence of `UNIT_WIDTH` integers a slot, front unit first; war tokens are already added
to the row of their unit (R7). The *arena* is one flat scratch sequence of `ARENA_SIZE` integers that holds both
sides: what does not change in a fight, the position at its start, and the position now.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

# A unit's row.
RANGED = 0  # the three battle lines stand next to each other: RANGED + line
TOUGHNESS = 3  # 0 marks an empty slot
REINFORCEMENT = 4
AMBUSH = 5
HEROIC_DEATH = 6
ACCURACY = 7  # ACCURACY + line
DEFLECTION = 10
REROLL = 11
LEFT = 12  # half shields: number of the label, 0 for none
RIGHT = 13
CARD = 14  # which card of the question it is: for counting what is conquered, no rule reads it
WORTH = 15  # what defeating it adds to the objective; no rule of this module reads it
UNIT_WIDTH = 16

ATTACKER = 0
DEFENDER = 1

SLOTS = 5  # room for the larger board (R1)

# One side's position: what changes while the fight goes on.
STANDING = 0  # units standing
FRONT = 1  # slot of the front-most standing unit
SUM = 2  # SUM + line: values of the standing units
ACCURATE = 5  # ACCURATE + line: accuracy symbols of the standing units
GUARD = 8  # points of heroic-death damage still prevented in this line (R13)
DRAWING = 9  # points of line damage its deflecting units still draw (R14)
HEALTH = 10  # HEALTH + slot: damage the unit still takes; 0 is defeated or empty
MARKER = 15  # MARKER + slot: 1 while a marker lies between this slot and the next (R4)
QUOTA = 20  # QUOTA + slot: points the unit still draws on itself (R14)
POSITION = 25

# The arena: the rows of both sides, their positions at the start and now, heroic-death damage under way.
ROWS = 0
SIDE_ROWS = SLOTS * UNIT_WIDTH
START = ROWS + 2 * SIDE_ROWS
NOW = START + 2 * POSITION
PENDING = NOW + 2 * POSITION
QUICK = PENDING + 2 * (2 * SLOTS + 1)  # scratch of `odds.history.quick`
QUICK_SIDE = 48
FACES = QUICK + 2 * QUICK_SIDE  # scratch of `odds.history.faces`
ARENA_SIZE = FACES + 2 * POSITION + 9 + 24 * (2 + 2 * POSITION)

# An outcome is one integer: bit s set while attacker slot s stands, bit SLOTS + s while defender slot s does.
OUTCOMES = 1 << (2 * SLOTS)

# What the optional event list is told, as (kind, side, …); `odds.history.narrate` puts it into words.
EVENT_CONNECTED = 0  # side, slot: a marker between slot and slot + 1
EVENT_AMBUSHED = 1  # side, slot: that marker is removed by ambush
EVENT_LINE = 2  # line, attackers' sum, defenders' sum (neither below 0), damage
EVENT_MARKER = 3  # side, slot: that marker takes a point
EVENT_DAMAGE = 4  # side, slot, points, health left
EVENT_DEFEATED = 5  # side, slot
EVENT_HEROIC_DEATH = 6  # side that suffers, slot of the dead unit, points dealt, points prevented
EVENT_DEFLECTED = 7  # side, slot, points drawn onto that slot
EVENT_EMPTY = 8  # line: not fought, because a side is empty

Numbers = MutableSequence[int]


def count_units(units: Sequence[int], first: int, slots: int) -> int:
    """Return how many slots are filled from the front, in the line-up that begins at index `first`."""
    count = 0
    while count < slots and units[first + count * UNIT_WIDTH + TOUGHNESS] > 0:
        count += 1
    return count


def sum_symbols(units: Sequence[int], first: int, count: int, field: int) -> int:
    """Return the symbols of one field over the first `count` units of a line-up."""
    total = 0
    for slot in range(count):
        total += units[first + slot * UNIT_WIDTH + field]
    return total


def enter(arena: Numbers, side: int, units: Sequence[int], first: int, count: int) -> None:
    """Put a line-up on its board: copy its rows and set its position at the start."""
    side &= 1
    first = max(0, first)
    rows = ROWS + side * SIDE_ROWS
    start = START + side * POSITION
    for index in range(count * UNIT_WIDTH):
        arena[rows + index] = units[first + index]
    for index in range(POSITION):
        arena[start + index] = 0
    arena[start + STANDING] = count
    for slot in range(count):
        row = rows + slot * UNIT_WIDTH
        arena[start + HEALTH + slot] = arena[row + TOUGHNESS]
        for line in range(3):
            arena[start + SUM + line] += arena[row + RANGED + line]
            arena[start + ACCURATE + line] += arena[row + ACCURACY + line]


def connect(arena: Numbers, side: int, count: int, ambushes: int, events: Any) -> None:
    """Lay a side's connection markers (R4), less those the other side's ambush removes (R6).

    The front lies between the boards, so behind an attacker stands the card to its left and behind a
    defender the card to its right (R3).
    """
    side &= 1
    rows = ROWS + side * SIDE_ROWS
    start = START + side * POSITION
    back_half = LEFT if side == ATTACKER else RIGHT
    front_half = RIGHT if side == ATTACKER else LEFT
    for slot in range(count - 1):
        label = arena[rows + slot * UNIT_WIDTH + back_half]
        if label != 0 and label == arena[rows + (slot + 1) * UNIT_WIDTH + front_half]:
            if events is not None:
                events.append((EVENT_CONNECTED, side, slot))
            if ambushes > 0:
                ambushes -= 1
                if events is not None:
                    events.append((EVENT_AMBUSHED, side, slot))
            else:
                arena[start + MARKER + slot] = 1


def set_up(
    arena: Numbers,
    attackers: Sequence[int],
    attackers_first: int,
    attackers_count: int,
    defenders: Sequence[int],
    defenders_first: int,
    defenders_count: int,
    events: Any,
) -> None:
    """Set up a fight after reinforcement (R2): both line-ups, connections (R4), ambush (R6).

    Tokens are part of the rows. An ambush token works after R6, yet it removes the same markers as an
    ambush symbol of the unit would: each takes the front-most one that is left (R7).
    """
    enter(arena, ATTACKER, attackers, attackers_first, attackers_count)
    enter(arena, DEFENDER, defenders, defenders_first, defenders_count)
    against_attackers = sum_symbols(defenders, defenders_first, defenders_count, AMBUSH)
    against_defenders = sum_symbols(attackers, attackers_first, attackers_count, AMBUSH)
    connect(arena, ATTACKER, attackers_count, against_attackers, events)
    connect(arena, DEFENDER, defenders_count, against_defenders, events)


def begin_line(arena: Numbers, side: int, line: int, deflection_per_line: bool) -> None:
    """Note what counts for the whole line: accuracy of the units standing now (R13), deflection (R14)."""
    side &= 1  # never changes it; it tells the compiler that no index counts from the end
    now = NOW + side * POSITION
    arena[now + GUARD] = arena[now + ACCURATE + line]
    if not (deflection_per_line or line == 0):
        return
    rows = ROWS + side * SIDE_ROWS
    drawing = 0
    for slot in range(SLOTS):
        quota = 0
        if arena[now + HEALTH + slot] > 0:
            quota = arena[rows + slot * UNIT_WIDTH + DEFLECTION]
        arena[now + QUOTA + slot] = quota
        drawing += quota
    arena[now + DRAWING] = drawing


def absorb(arena: Numbers, side: int, slot: int, points: int, events: Any) -> int:
    """Let points fall on one unit, its markers first, the front-side one before the other (R5, R11).

    Returns how many points were used up; fewer than `points` when the unit is defeated before.
    """
    side &= 1  # never changes it; it tells the compiler that no index counts from the end
    now = NOW + side * POSITION
    used = 0
    if slot > 0 and arena[now + MARKER + slot - 1] > 0 and used < points:
        arena[now + MARKER + slot - 1] = 0
        used += 1
        if events is not None:
            events.append((EVENT_MARKER, side, slot - 1))
    if arena[now + MARKER + slot] > 0 and used < points:
        arena[now + MARKER + slot] = 0
        used += 1
        if events is not None:
            events.append((EVENT_MARKER, side, slot))
    damage = min(points - used, arena[now + HEALTH + slot])
    if damage > 0:
        arena[now + HEALTH + slot] -= damage
        if events is not None:
            events.append((EVENT_DAMAGE, side, slot, damage, arena[now + HEALTH + slot]))
    return used + damage


def defeat(arena: Numbers, side: int, slot: int, events: Any) -> int:
    """Turn a defeated unit over: it is out of all later sums (R11). Returns the heroic-death points that
    fall on the other side, after that side's accuracy (R12, R13).
    """
    side &= 1  # never changes it; it tells the compiler that no index counts from the end
    now = NOW + side * POSITION
    row = ROWS + side * SIDE_ROWS + slot * UNIT_WIDTH
    if events is not None:
        events.append((EVENT_DEFEATED, side, slot))
    arena[now + STANDING] -= 1
    arena[now + DRAWING] -= arena[now + QUOTA + slot]
    arena[now + QUOTA + slot] = 0
    for line in range(3):
        arena[now + SUM + line] -= arena[row + RANGED + line]
        arena[now + ACCURATE + line] -= arena[row + ACCURACY + line]
    if arena[now + STANDING] > 0:
        front = arena[now + FRONT]
        while arena[now + HEALTH + front] == 0:
            front += 1
        arena[now + FRONT] = front
    points = arena[row + HEROIC_DEATH]
    if points == 0:
        return 0
    guard = NOW + (1 - side) * POSITION + GUARD
    prevented = min(points, arena[guard])
    arena[guard] -= prevented
    if events is not None:
        events.append((EVENT_HEROIC_DEATH, 1 - side, slot, points - prevented, prevented))
    return points - prevented


def deal(arena: Numbers, side: int, points: int, events: Any) -> None:
    """Deal a line's damage to one side, with everything it sets off (R5, R11-R14).

    Points fall one after the other, on the deflecting unit that still draws them (R14), else on the
    front-most standing unit; they are taken together here as long as they fall on the same unit, since
    nothing else happens before it is defeated. Heroic death interrupts: its points come before the next
    point of what was being dealt, and so do those it sets off in turn (R12). Points beyond the last unit
    are lost.
    """
    depth = 0
    arena[PENDING] = side
    arena[PENDING + 1] = points
    while depth >= 0:
        entry = PENDING + 2 * depth
        target = arena[entry] & 1
        now = NOW + target * POSITION
        if arena[entry + 1] == 0 or arena[now + STANDING] == 0:
            depth -= 1
            continue
        slot = arena[now + FRONT]
        portion = arena[entry + 1]
        deflected = depth == 0 and arena[now + DRAWING] > 0
        if deflected:
            while arena[now + QUOTA + slot] == 0:
                slot += 1
            portion = min(portion, arena[now + QUOTA + slot])
            if events is not None:
                events.append((EVENT_DEFLECTED, target, slot, portion))
        used = absorb(arena, target, slot, portion, events)
        arena[entry + 1] -= used
        if deflected:
            arena[now + QUOTA + slot] -= used
            arena[now + DRAWING] -= used
        if arena[now + HEALTH + slot] == 0:
            heroic = defeat(arena, target, slot, events)
            if heroic > 0:
                depth += 1
                arena[PENDING + 2 * depth] = 1 - target
                arena[PENDING + 2 * depth + 1] = heroic


def fight_line(
    arena: Numbers,
    line: int,
    attacker_die: int,
    defender_die: int,
    deflection_per_line: bool,
    events: Any,
) -> None:
    """Fight one battle line: sums of the units standing when it begins and the dice, then the damage (R10)."""
    begin_line(arena, ATTACKER, line, deflection_per_line)
    begin_line(arena, DEFENDER, line, deflection_per_line)
    attack = max(0, arena[NOW + SUM + line] + attacker_die)
    defence = max(0, arena[NOW + POSITION + SUM + line] + defender_die)
    if events is not None:
        events.append((EVENT_LINE, line, attack, defence, abs(attack - defence)))
    if attack > defence:
        deal(arena, DEFENDER, attack - defence, events)
    elif defence > attack:
        deal(arena, ATTACKER, defence - attack, events)


def outcome_now(arena: Numbers) -> int:
    """Return who stands now, as an outcome code: one bit a slot."""
    code = 0
    for slot in range(SLOTS):
        if arena[NOW + HEALTH + slot] > 0:
            code |= 1 << slot
        if arena[NOW + POSITION + HEALTH + slot] > 0:
            code |= 1 << (SLOTS + slot)
    return code


def is_over(arena: Numbers, empty_side_fights: bool) -> bool:
    """Return whether no further line is fought: a side is empty, with the ruling off (R15)."""
    return not empty_side_fights and (arena[NOW + STANDING] == 0 or arena[NOW + POSITION + STANDING] == 0)


def copy_positions(arena: Numbers, source: int, target: int) -> None:
    """Copy both sides' positions from one place of the arena to another."""
    if source < 0 or target < 0:  # never; it tells the compiler that no index counts from the end
        return
    for index in range(2 * POSITION):
        arena[target + index] = arena[source + index]


def fight(
    arena: Numbers,
    dice: Sequence[int],
    attacker_face: int,
    defender_face: int,
    deflection_per_line: bool,
    empty_side_fights: bool,
    events: Any,
) -> int:
    """Fight the three lines of a fight that `set_up` prepared; the arena can be fought again and again.

    Args:
        arena: The arena after `set_up`.
        dice: The die faces, flat; `attacker_face` and `defender_face` are the indices of the first of the
            three values of the faces on top (R8).
        deflection_per_line, empty_side_fights: The rulings (R14, R15).
        events: `None`, or a list that is told what happens.

    Returns:
        The outcome code: which slots still stand.
    """
    copy_positions(arena, START, NOW)
    for line in range(3):
        if is_over(arena, empty_side_fights):
            if events is not None:
                events.append((EVENT_EMPTY, line))
            continue
        fight_line(
            arena,
            line,
            dice[attacker_face + line],
            dice[defender_face + line],
            deflection_per_line,
            events,
        )
    return outcome_now(arena)


def count_bits(mask: int) -> int:
    """Return how many of the lowest `SLOTS` bits are set."""
    count = 0
    for slot in range(SLOTS):
        count += (mask >> slot) & 1
    return count


def winner(attackers_standing: int, defenders_standing: int) -> int:
    """Return who wins (R16): 0 the attacker, 1 the defender, 2 nobody."""
    if attackers_standing == 0 and defenders_standing == 0:
        return 2
    if attackers_standing >= defenders_standing:
        return 0
    return 1
