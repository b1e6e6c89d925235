"""The question after the roll (R9): keep the die or roll it again?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from odds.errors import InputError
from odds.history.encode import DICE
from odds.history.faces import (
    BEST,
    FACES_SCRATCH,
    GAIN,
    RISKY,
    STRONG,
    attacker_die,
    count_rerolls,
    has_negative,
    minimise,
    outcome_value,
    plan_attacker,
)
from odds.history.fight import SLOTS, STANDING, START, count_bits, winner
from odds.history.monte_carlo import weighed_faces
from odds.history.query import Query, encode

SIDES = ("attacker", "defender")


@dataclass(frozen=True)
class Reroll:
    """Keep or roll, with what either is worth to the attacker.

    Attributes:
        side: Whose die it is, `"attacker"` or `"defender"`.
        left: Re-rolls that side has left, this one included.
        rolls: Whether to roll again; who is indifferent keeps the die.
        forced: Whether the rules decide, not a player: a board defender's die (R9).
        keep, roll: The attacker's objective either way, with best play by both sides afterwards: the chance to
            win, or VP under the objective `"vp"`.
        result: Who wins with the faces that lie there: `"attacker"`, `"defender"` or `"nobody"`.
    """

    side: str
    left: int
    rolls: bool
    forced: bool
    keep: Fraction
    roll: Fraction
    result: str


def keep_or_roll(
    query: Query, attacker_face: int, defender_face: int, side: str = "attacker", left: int | None = None
) -> Reroll:
    """Return whether to roll a die again, exactly.

    Args:
        query: The fight with complete line-ups (`reinforced`).
        attacker_face, defender_face: The faces that lie there, 1 to 6.
        side: Whose re-roll it is. The defender has all its re-rolls before the attacker's first.
        left: Re-rolls that side has left; by default all that its units show.

    Raises:
        InputError: Faces that no die has, an unknown side, or no re-roll left.
    """
    for name, face in (("--attacker-face", attacker_face), ("--defender-face", defender_face)):
        if not 1 <= face <= 6:
            raise InputError(f"a face is 1 to 6, not {face}", name)
    if side not in SIDES:
        raise InputError(f"the side is 'attacker' or 'defender', not '{side}'", "--side")
    encoded = encode(query)
    arena, table, _ = weighed_faces(query, encoded)
    shown = [count_rerolls(arena, number) for number in range(2)]
    number = SIDES.index(side)
    left = shown[number] if left is None else left
    if not 1 <= left <= shown[number]:
        raise InputError(
            f"the {side}'s units show {shown[number]} re-rolls; {left} cannot be left (R9)"
            if shown[number]
            else f"the {side}'s units show no re-roll (R9)",
            "--left",
        )
    values = [outcome_value(arena, code, encoded.prizes) for code in table]
    ours, theirs = attacker_face - 1, defender_face - 1
    scratch = [0] * FACES_SCRATCH
    code = table[6 * ours + theirs]
    result = (*SIDES, "nobody")[winner(count_bits(code), count_bits(code >> SLOTS))]
    if side == "attacker":
        plan_attacker(values, left - 1, theirs, scratch)
        keep = Fraction(values[6 * ours + theirs])
        roll = Fraction(sum(scratch[GAIN + 6 * face + theirs] for face in range(6)), 6**left)
        return Reroll(side, left, roll > keep, False, keep / encoded.scale, roll / encoded.scale, result)
    for face in range(6):
        plan_attacker(values, shown[0], face, scratch)
    keep = Fraction(scratch[GAIN + 6 * ours + theirs], 6 ** shown[0])
    if query.challenge:
        minimise(scratch, ours, left - 1, 1)
        roll = Fraction(sum(scratch[BEST + face] for face in range(6)), 6 ** (shown[0] + left))
        return Reroll(side, left, roll < keep, False, keep / encoded.scale, roll / encoded.scale, result)
    die = STRONG + RISKY - attacker_die(arena[START + STANDING])
    gains = [Fraction(scratch[GAIN + 6 * ours + face], 6 ** shown[0]) for face in range(6)]
    roll = _forced(gains, [has_negative(DICE, die, face) for face in range(6)], left)
    forced = has_negative(DICE, die, theirs)
    return Reroll(side, left, forced, True, keep / encoded.scale, roll / encoded.scale, result)


def _forced(gains: list[Fraction], negative: list[bool], left: int) -> Fraction:
    """Return the value of rolling a board defender's die, which rolls on while its face is negative."""
    rolling = sum(gains, Fraction(0)) / 6
    for _ in range(left - 1):
        rolling = (
            sum((rolling if again else gain for gain, again in zip(gains, negative, strict=True)), Fraction(0)) / 6
        )
    return rolling
