"""The shapes of the hand-worked cases (plain data, no game code)."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from fractions import Fraction

UP, DOWN = True, False  # a unit still standing, a unit defeated


@dataclass(frozen=True)
class RuleCase:
    """One fight with known faces: complete line-ups (reinforcements already there), front unit first."""

    rule: str
    what: str
    attackers: str
    defenders: str  # "none": a challenged player who deployed nothing
    attacker_face: int  # 1..6 on the die that R8 gives the attacker
    defender_face: int
    _: KW_ONLY
    winner: str  # "attacker", "defender" or "nobody"
    attackers_standing: tuple[bool, ...]
    defenders_standing: tuple[bool, ...]
    rulings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class ReinforcementCase:
    """R2: a line-up, a pile of unknown order, and how likely each complete line-up is (by names)."""

    what: str
    lineup: str
    pile: str
    slots: int  # 5 on the attacker board, 4 on the defender board, the virtual slot included
    results: Mapping[tuple[str, ...], Fraction]
    rule: str = "R2"


@dataclass(frozen=True)
class OddsCase:
    """Exact odds of an attack (or of a challenge), all dice and all draws averaged."""

    rule: str
    what: str
    attackers: str
    defenders: str
    _: KW_ONLY
    win: Fraction
    lose: Fraction
    nobody: Fraction
    deck: str = ""
    stack: str = ""
    challenge: bool = False
    rulings: Mapping[str, object] = field(default_factory=dict)
    attackers_deployed: Mapping[int, Fraction] | None = None
    conquered: Mapping[str, Fraction] | None = None  # expected copies by name, board attacks only
    unit_vp: Fraction | None = None  # their worth (C): elite 1, hero 3, basic 0


@dataclass(frozen=True)
class RelicCase:
    """R18: what the kept relic is worth on average to a winner with so many units on its board."""

    what: str
    pool: Mapping[str, int]  # relics not yet seen, by era
    owned: Mapping[str, int]
    attackers: int
    worth: Fraction
    rule: str = "R18"
