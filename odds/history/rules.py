"""The numbers of the rules: slots, die faces, relic and scoring tables, and the open rulings.

Each constant names its rule (R1-R20 of a fight, section C for points). Nothing here computes a fight;
`odds.history.fight` does.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Literal

from odds.errors import InputError

#: The battle lines in the order they are fought (R10).
LINES = ("ranged", "normal", "melee")

#: The Sabatons a player can be (A).
SABATONS = ("Hannes", "Chris", "Joakim", "Pär", "Tommy")

#: The eras of the board, clockwise (A, D).
ERAS = ("I", "II", "III", "IV")

#: Card kinds (A).
KINDS = ("basic", "elite", "hero")

#: R1: cards an attacker deploys from hand, and all slots of its board with the virtual one.
ATTACKER_HAND_SLOTS = 4
ATTACKER_SLOTS = 5

#: R1: cards on the defender board before reinforcement, and all slots with the virtual one.
DEFENDER_HAND_SLOTS = 3
DEFENDER_SLOTS = 4

#: R7: war tokens a side may assign in one fight.
TOKENS_PER_SIDE = 3

#: R8: the strong die, one (ranged, normal, melee) triple a face.
STRONG_DIE = ((1, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 0), (0, 0, 1), (0, 0, 2))

#: R8: the risky die.
RISKY_DIE = ((1, 1, 1), (-1, -1, -1), (0, 0, 3), (-1, 0, 0), (0, 2, 0), (0, -1, 0))

#: R8: up to this many units on the attacker board give the attacker the strong die.
STRONG_DIE_UNITS = 3

#: R18: relics drawn by a winning attacker with n units on the attacker board; one is kept.
RELIC_DRAWS = {1: 4, 2: 3, 3: 2, 4: 1, 5: 0}

#: A: relics of each era in the game.
RELICS_PER_ERA = 8

#: C: victory points of a card of each kind.
UNIT_POINTS = {"basic": 0, "elite": 1, "hero": 3}

#: C: victory points of 0, 1, 2, … relics of one era; five or more count the last.
RELIC_POINTS = (0, 1, 2, 4, 6, 9)

#: R19: defeated attacker units for one honour token, and the supply of tokens.
UNITS_PER_HONOUR_TOKEN = 2
HONOUR_TOKENS = 8

#: R19: medals of the loser the winner looks at, to keep one.
MEDALS_DRAWN = 2

#: Limits of what can be entered: unit values, token values, toughness, symbols of one kind.
MAX_UNIT_VALUE = 99
MAX_TOKEN_VALUE = 99
MAX_TOUGHNESS = 99
MAX_SYMBOLS = 9


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rules a table may play either way (the ⚙ switches of the rules).

    Args:
        deflection_per: R14. `"line"`: a unit with k deflection symbols draws the first k points of each
            line's damage; `"fight"`: the first k points of the whole fight.
        empty_side_fights: R15. `True`: a side without standing units still adds its die in the lines that
            are left; `False`: no further line is fought once a side is empty. The line under way is
            finished either way, because its damage is one dealing (R10).
    """

    deflection_per: Literal["line", "fight"] = "line"
    empty_side_fights: bool = True

    def to_dict(self) -> dict[str, str | bool]:
        """Return the rulings as plain values, keyed by name."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, object], where: str = "rulings") -> Rulings:
        """Build rulings from named values; what is absent keeps its default.

        Raises:
            InputError: An unknown name, or a value the ruling does not know.
        """
        known = {field.name: field.default for field in fields(cls)}
        for name, value in values.items():
            if name not in known:
                raise InputError(f"unknown ruling '{name}'; the rulings are {', '.join(known)}", where)
            known[name] = cls._checked(name, value, where)
        return cls(**known)  # type: ignore[arg-type]

    @staticmethod
    def _checked(name: str, value: object, where: str) -> object:
        if name == "deflection_per":
            if value in ("line", "fight"):
                return value
            raise InputError(f"deflection_per is 'line' or 'fight', not '{value}'", where)
        truths = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if isinstance(value, bool):
            return value
        if str(value).lower() in truths:
            return truths[str(value).lower()]
        raise InputError(f"{name} is true or false, not '{value}'", where)


#: The rulings of the shipped rules.
DEFAULT_RULINGS = Rulings()
