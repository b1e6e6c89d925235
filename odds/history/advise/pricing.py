"""What an attack is ranked by: the objective, and what its means cost.

Weights are per win (1 for a certain one), per victory point of units, relics, medals, per victory point the fight gives
a challenged opponent, per war token used, per hero whose only fight is used up (R20), per hand card deployed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction

from odds.errors import InputError

OBJECTIVES = ("win", "vp")

#: The largest weight, either way.
MOST = 1000


@dataclass(frozen=True)
class Weights:
    """The weights of an objective.

    The defaults are those of `vp`: victory points as section C counts them. A used token costs a third of an elite
    unit, because it could serve a later fight; a hero's only fight half of one; each deployed card 0.05, because
    a card kept in hand can be chosen next turn and one played goes to the discard pile. What an opponent gets
    counts nothing, because it is no loss of yours: set `opponent=-1` in a game of two.

    Args:
        win: Worth of a win as such.
        unit, relic, medal: Worth of each VP of units, relics and medals won.
        opponent: Worth of each VP the fight gives a challenged opponent (honour tokens, a medal).
        token, hero_use, card: Worth of a used token, a hero's only fight, a deployed hand card; negative is a price.
    """

    win: Fraction = Fraction(0)
    unit: Fraction = Fraction(1)
    relic: Fraction = Fraction(1)
    medal: Fraction = Fraction(1)
    opponent: Fraction = Fraction(0)
    token: Fraction = Fraction(-3, 10)
    hero_use: Fraction = Fraction(-1, 2)
    card: Fraction = Fraction(-1, 20)

    def to_dict(self) -> dict[str, str]:
        """Return the weights as they are typed, by name."""
        return {item.name.replace("_", "-"): decimal(getattr(self, item.name)) for item in fields(self)}


#: Nothing counts but the chance to win; what an attack spends breaks ties only.
WIN_ONLY = Weights(
    win=Fraction(1),
    unit=Fraction(0),
    relic=Fraction(0),
    medal=Fraction(0),
    token=Fraction(0),
    hero_use=Fraction(0),
    card=Fraction(0),
)


def decimal(value: Fraction) -> str:
    """Return a weight as a decimal number."""
    return f"{float(value):g}"


def weights_of(objective: str = "vp", changed: Mapping[str, object] | None = None) -> Weights:
    """Return the weights of an objective, some of them changed.

    Args:
        objective: `"win"` or `"vp"`.
        changed: Weights by name, over those of the objective.

    Raises:
        InputError: An unknown objective or weight, or no number from -1000 to 1000.
    """
    if objective not in OBJECTIVES:
        raise InputError(f"the objective is 'win' or 'vp', not '{objective}'", "--objective")
    values = {item.name: getattr(WIN_ONLY if objective == "win" else Weights(), item.name) for item in fields(Weights)}
    for name, value in (changed or {}).items():
        key = _key(name)
        if key not in values:
            known = ", ".join(item.replace("_", "-") for item in values)
            raise InputError(f"unknown weight '{name}'; the weights are {known}", "--weights")
        values[key] = _number(name, value)
    return Weights(**values)


def _key(name: object) -> str:
    return str(name).replace("-", "_").lower()


def _number(name: str, value: object) -> Fraction:
    try:
        number = Fraction(str(value).strip())
    except (ValueError, ZeroDivisionError):
        raise InputError(f"the weight {name} is a number such as -0.3, not '{value}'", "--weights") from None
    if abs(number) > MOST or number.denominator > 1_000_000:
        raise InputError(f"the weight {name} is from -{MOST} to {MOST} with six decimals, not {value}", "--weights")
    return number


def read_weights(phrase: str) -> dict[str, str]:
    """Return the weights a phrase such as `win=2,token=-0.3` names.

    Raises:
        InputError: An item without `=`, or one named twice.
    """
    found: dict[str, str] = {}
    for item in filter(None, (part.strip() for part in phrase.split(","))):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not value:
            raise InputError(f"'{item}' is no weight; write name=number, such as token=-0.3", "--weights")
        if _key(name) in map(_key, found):
            raise InputError(f"the weight {name} is named twice", "--weights")
        found[name] = value
    return found
