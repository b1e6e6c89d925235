"""Units as the rows of integers that `fight` computes with."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from odds.history.cards import Unit
from odds.history.fight import SIDE_ROWS, UNIT_WIDTH
from odds.history.rules import RISKY_DIE, STRONG_DIE

#: Numbers of half shield labels (R4): equal labels, equal numbers, for the life of the process.
_LABELS: dict[str, int] = {"": 0}


def label_number(label: str) -> int:
    """Return the number that stands for a half shield label; 0 for none."""
    return _LABELS.setdefault(label, len(_LABELS))


def _flat_dice() -> list[int]:
    """Return the dice as `faces` reads them: values of all faces, then each face's first twin."""
    values = [value for die in (STRONG_DIE, RISKY_DIE) for face in die for value in face]
    twins = [die.index(face) for die in (STRONG_DIE, RISKY_DIE) for face in die]
    places = [0] * 37
    for pair in range(36):
        places[(1 << pair) % 37] = pair
    return values + twins + _pairs_by_value() + places


def _pairs_by_value() -> list[int]:
    """Return sets of pairs of faces, bit 6 * attacker's + defender's: for either side, with either die, in each
    line, those in which its face shows -1, 0, 1, 2 and 3.
    """
    return [
        sum(1 << (6 * pair[0] + pair[1]) for pair in product(range(6), repeat=2) if die[pair[side]][line] == value)
        for side in range(2)
        for die in (STRONG_DIE, RISKY_DIE)
        for line in range(3)
        for value in range(-1, 4)
    ]


#: Both dice, flat (R8).
DICE: list[int] = _flat_dice()


def encode_unit(unit: Unit, card: int = 0, worth: int = 0) -> list[int]:
    """Return a unit's row, its war token added (R7).

    Args:
        unit: The unit.
        card: Which card of the question it is, for counting what is conquered.
        worth: What defeating it adds to the objective.
    """
    row = [
        unit.ranged,
        unit.normal,
        unit.melee,
        unit.toughness,
        unit.reinforcement,
        unit.ambush,
        unit.heroic_death,
        unit.accuracy_ranged,
        unit.accuracy_normal,
        unit.accuracy_melee,
        unit.deflection,
        unit.reroll,
        label_number(unit.left),
        label_number(unit.right),
        card,
        worth,
    ]
    token = unit.token
    if token is not None:
        row[0] += token.ranged
        row[1] += token.normal
        row[2] += token.melee
        row[5] += token.ambush
        row[6] += token.heroic_death
        row[7] += token.accuracy_ranged
        row[8] += token.accuracy_normal
        row[9] += token.accuracy_melee
        row[10] += token.deflection
        row[11] += token.reroll
    return row


def pad(rows: Iterable[int]) -> list[int]:
    """Return a line-up's rows filled up with empty slots to `SIDE_ROWS` numbers."""
    flat = list(rows)
    return flat + [0] * (SIDE_ROWS - len(flat))


def encode_line_up(units: Iterable[Unit]) -> list[int]:
    """Return a line-up as `SIDE_ROWS` numbers, front unit first."""
    return pad(number for unit in units for number in encode_unit(unit))


__all__ = ["DICE", "UNIT_WIDTH", "encode_line_up", "encode_unit", "label_number", "pad"]
