"""The oracle: a slow and simple resolver of fights, written from the rules alone.

It shares nothing with the package. Units are objects, chances are Fractions, damage is dealt one point at a
time. It knows nothing of an era's stack or a hand: line-ups and piles are given, front unit first.
Rule numbers (R1-R20, section C) are those of the project's rules.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations

LINES = ("ranged", "normal", "melee")
STRONG_DIE = ((1, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 0), (0, 0, 1), (0, 0, 2))
RISKY_DIE = ((1, 1, 1), (-1, -1, -1), (0, 0, 3), (-1, 0, 0), (0, 2, 0), (0, -1, 0))
ATTACKER_SLOTS, DEFENDER_SLOTS = 5, 4  # R1, the virtual slot included
DIE_NUMBERS = (1, 2, 3, 4, 5, 6)

Values = tuple[int, int, int]  # ranged, normal, melee
Face = int | Values  # the number on a die, 1 to 6, or its three values


@dataclass(frozen=True)
class Token:
    """A war token: what it adds to its unit (R7). Values may be negative."""

    ranged: int = 0
    normal: int = 0
    melee: int = 0
    ambush: int = 0
    heroic_death: int = 0
    accuracy: Values = (0, 0, 0)
    deflection: int = 0
    reroll: int = 0


@dataclass(frozen=True)
class Fighter:
    """A unit card, perhaps with a war token on it. ``left`` and ``right`` are shield labels, "" for none."""

    name: str
    ranged: int
    normal: int
    melee: int
    toughness: int = 1
    reinforcement: int = 0
    ambush: int = 0
    heroic_death: int = 0
    accuracy: Values = (0, 0, 0)
    deflection: int = 0
    reroll: int = 0
    left: str = ""
    right: str = ""
    worth: int = 0  # victory points: elite 1, hero 3
    token: Token | None = None

    def __post_init__(self):
        if isinstance(self.token, dict):
            object.__setattr__(self, "token", Token(**self.token))

    def total(self, name: str) -> int:
        """A value or symbol count of the unit and its token together."""
        return getattr(self, name) + (getattr(self.token, name) if self.token else 0)

    def total_accuracy(self, line: int) -> int:
        return self.accuracy[line] + (self.token.accuracy[line] if self.token else 0)


Line = Sequence[Fighter]  # front unit first


@dataclass
class Result:
    """How a fight ended."""

    winner: str  # "attacker", "defender" or "nobody"
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    attackers_standing: tuple[bool, ...]
    defenders_standing: tuple[bool, ...]
    log: list[str] = field(repr=False)

    @property
    def attackers_on_board(self) -> int:
        return len(self.attackers)

    @property
    def conquered(self) -> tuple[Fighter, ...]:
        """The defeated defenders, which a board attack takes whatever its result (R17)."""
        return tuple(unit for unit, up in zip(self.defenders, self.defenders_standing, strict=True) if not up)


def dice(attackers_on_board: int) -> tuple[tuple[Values, ...], tuple[Values, ...]]:
    """The attacker's and the defender's die (R8)."""
    return (STRONG_DIE, RISKY_DIE) if attackers_on_board <= 3 else (RISKY_DIE, STRONG_DIE)


# ---------------------------------------------------------------------------------------------- one fight


class Side:
    """One side of a fight under way. Position 0 is the front unit."""

    def __init__(self, name: str, units: tuple[Fighter, ...], face: Values):
        self.name = name
        self.units = units
        self.face = face
        self.damage = [0] * len(units)
        self.standing = [True] * len(units)
        self.quota = [unit.total("deflection") for unit in units]  # points it may still draw (R14)
        self.accuracy_left = 0  # heroic points it may still prevent in this line (R13)
        self.markers: list[int] = []  # i: a marker lies between units i and i + 1 (R4)

    def positions_standing(self) -> list[int]:
        return [i for i, up in enumerate(self.standing) if up]

    def strength(self, line: int) -> int:
        """R10: standing units, tokens and die; a negative sum counts 0."""
        total = self.face[line]
        for i in self.positions_standing():
            total += self.units[i].total(LINES[line])
        return max(0, total)


def fight(
    attackers: Line,
    defenders: Line,
    attacker_face: Face,
    defender_face: Face,
    deflection_per: str = "line",
    empty_side_fights: bool = True,
) -> Result:
    """Fight with complete line-ups and known faces: die numbers 1-6 or triples of values (R3 to R16)."""
    attacker_die, defender_die = dice(len(attackers))
    attacking = Side("attackers", tuple(attackers), face_values(attacker_face, attacker_die))
    defending = Side("defenders", tuple(defenders), face_values(defender_face, defender_die))
    log: list[str] = []

    # R4 with R3: behind an attacker stands the card to its left, behind a defender the card to its right.
    for i in range(len(attackers) - 1):
        if attackers[i].left and attackers[i].left == attackers[i + 1].right:
            attacking.markers.append(i)
    for i in range(len(defenders) - 1):
        if defenders[i].right and defenders[i].right == defenders[i + 1].left:
            defending.markers.append(i)
    # R6, R7: every symbol of units and tokens takes one marker, the front-most first.
    for side, other in ((attacking, defending), (defending, attacking)):
        for unit in side.units:
            for _ in range(unit.total("ambush")):
                if other.markers:
                    log.append(f"{unit.name} ambushes marker {other.markers.pop(0) + 1} of the {other.name}")

    for line in range(3):
        if not empty_side_fights and not (any(attacking.standing) and any(defending.standing)):
            log.append("a side is empty, the fight is over")
            break
        fight_line(line, attacking, defending, deflection_per, log)

    ours, theirs = sum(attacking.standing), sum(defending.standing)
    winner = "attacker" if ours >= theirs else "defender"  # R16
    if ours == theirs == 0:
        winner = "nobody"
    log.append(f"{ours} attackers and {theirs} defenders stand: {winner}")
    return Result(winner, attacking.units, defending.units, tuple(attacking.standing), tuple(defending.standing), log)


def face_values(face: Face, die: tuple[Values, ...]) -> Values:
    return die[face - 1] if isinstance(face, int) else tuple(face)


def fight_line(line: int, attacking: Side, defending: Side, deflection_per: str, log: list[str]) -> None:
    for side in (attacking, defending):
        side.accuracy_left = sum(side.units[i].total_accuracy(line) for i in side.positions_standing())
        if deflection_per == "line":
            side.quota = [unit.total("deflection") for unit in side.units]
    ours, theirs = attacking.strength(line), defending.strength(line)
    log.append(f"{LINES[line]} {ours}:{theirs}")
    winner, loser = (attacking, defending) if ours >= theirs else (defending, attacking)
    for _ in range(abs(ours - theirs)):
        target = line_target(loser)
        if target is None:
            log.append("  a point is lost")
        else:
            take_point(loser, target, winner, log)


def line_target(side: Side) -> int | None:
    """Who takes the next point of line damage: a deflecting unit (R14), else the front-most unit (R11)."""
    standing = side.positions_standing()
    for i in standing:
        if side.quota[i] > 0:
            side.quota[i] -= 1
            return i
    return standing[0] if standing else None


def take_point(side: Side, i: int, other: Side, log: list[str]) -> None:
    """One point of damage on unit i: a marker takes it (R5), or the unit does and may fall (R11, R12)."""
    unit = side.units[i]
    for marker in (i - 1, i):  # the front-side one first
        if marker in side.markers:
            side.markers.remove(marker)
            log.append(f"  a point on {unit.name} is taken by marker {marker + 1} of the {side.name}")
            return
    side.damage[i] += 1
    log.append(f"  a point on {unit.name} of the {side.name}")
    if side.damage[i] < unit.toughness:
        return
    side.standing[i] = False
    log.append(f"  {unit.name} falls")
    for _ in range(unit.total("heroic_death")):
        if other.accuracy_left > 0:
            other.accuracy_left -= 1
            log.append(f"  a heroic point of {unit.name} is prevented")
            continue
        standing = other.positions_standing()
        if standing:
            take_point(other, standing[0], side, log)
        else:
            log.append("  a heroic point is lost")


def fight_table(attackers: Line, defenders: Line, **rulings) -> dict[tuple[int, int], Result]:
    """The fight for every pair of die numbers (attacker's, defender's)."""
    return {(a, d): fight(attackers, defenders, a, d, **rulings) for a in DIE_NUMBERS for d in DIE_NUMBERS}


# ------------------------------------------------------------------------------------------ exact chances


def attacker_wins(result: Result) -> Fraction:
    return Fraction(1 if result.winner == "attacker" else 0)


@dataclass
class Exact:
    """Exact chances; distributions list positive chances only."""

    win: Fraction = Fraction(0)
    lose: Fraction = Fraction(0)
    nobody: Fraction = Fraction(0)
    value: Fraction = Fraction(0)  # of the objective
    attackers_deployed: dict[int, Fraction] = field(default_factory=dict)
    attacker_survivors: dict[int, Fraction] = field(default_factory=dict)
    defender_survivors: dict[int, Fraction] = field(default_factory=dict)
    conquered: dict[str, Fraction] = field(default_factory=dict)  # expected copies, empty in a challenge
    unit_vp: Fraction = Fraction(0)  # what they are worth


def exact(
    attackers: Line,
    defenders: Line,
    deck: Line = (),
    stack: Line = (),
    challenge: bool = False,
    objective: Callable[[Result], Fraction] = attacker_wins,
    **rulings,
) -> Exact:
    """Average over all draws (R2), dice (R8) and re-rolls (R9).

    ``deck`` and ``stack`` are the attacker's and the defender's pile, ``rulings`` those of ``fight``.
    ``objective`` gives the Result of a fight a worth: the attacker wants it high, a challenged player low.
    """
    odds = Exact()
    for ours, chance_ours in reinforced(attackers, deck, ATTACKER_SLOTS):
        for theirs, chance_theirs in reinforced(defenders, stack, DEFENDER_SLOTS):
            table = fight_table(ours, theirs, **rulings)
            for faces, chance in final_faces(table, ours, theirs, challenge, objective).items():
                count(odds, table[faces], chance_ours * chance_theirs * chance, challenge, objective)
    return odds


def count(odds: Exact, result: Result, chance: Fraction, challenge: bool, objective) -> None:
    def add(counter: dict, key: object, amount: Fraction) -> None:
        counter[key] = counter.get(key, Fraction(0)) + amount

    odds.win += chance * (result.winner == "attacker")
    odds.lose += chance * (result.winner == "defender")
    odds.nobody += chance * (result.winner == "nobody")
    odds.value += chance * objective(result)
    add(odds.attackers_deployed, result.attackers_on_board, chance)
    add(odds.attacker_survivors, sum(result.attackers_standing), chance)
    add(odds.defender_survivors, sum(result.defenders_standing), chance)
    if not challenge:
        for unit in result.conquered:
            add(odds.conquered, unit.name, chance)
            odds.unit_vp += chance * unit.worth


def reinforced(lineup: Line, pile: Line, slots: int) -> Iterator[tuple[Line, Fraction]]:
    """Every complete line-up with its chance (R2). Equal cards are told apart, so line-ups may repeat."""
    yield from draw_on(tuple(lineup), tuple(pile), slots, sum(unit.reinforcement for unit in lineup))


def draw_on(lineup, pile, slots, to_draw):
    if to_draw == 0 or len(lineup) >= slots or not pile:
        yield lineup, Fraction(1)
        return
    for i, card in enumerate(pile):
        rest = pile[:i] + pile[i + 1 :]
        for complete, chance in draw_on((*lineup, card), rest, slots, to_draw - 1 + card.reinforcement):
            yield complete, chance / len(pile)


def final_faces(table, attackers: Line, defenders: Line, challenge, objective):
    """{(attacker's, defender's die number): chance} when both sides have done their re-rolls (R9)."""
    attacker_rerolls = sum(unit.total("reroll") for unit in attackers)
    defender_rerolls = sum(unit.total("reroll") for unit in defenders)
    defender_die = dice(len(attackers))[1]
    worth = {faces: objective(result) for faces, result in table.items()}

    @cache
    def attacker_turn(a, d, left):
        keep = (worth[a, d], {(a, d): Fraction(1)})
        if left == 0:
            return keep
        again = average([attacker_turn(new, d, left - 1) for new in DIE_NUMBERS])
        return again if again[0] > keep[0] else keep

    @cache
    def defender_turn(a, d, left):
        keep = attacker_turn(a, d, attacker_rerolls)
        if left == 0:
            return keep
        again = average([defender_turn(a, new, left - 1) for new in DIE_NUMBERS])
        if challenge:
            return again if again[0] < keep[0] else keep
        return again if min(defender_die[d - 1]) < 0 else keep

    return average([defender_turn(a, d, defender_rerolls) for a in DIE_NUMBERS for d in DIE_NUMBERS])[1]


def average(branches):
    """The mean of equally likely (worth, {faces: chance}) branches."""
    value, chances = Fraction(0), {}
    for branch_value, branch_chances in branches:
        value += branch_value / len(branches)
        for faces, chance in branch_chances.items():
            chances[faces] = chances.get(faces, Fraction(0)) + chance / len(branches)
    return value, chances


# ------------------------------------------------------------------------------------------------- relics

RELICS_WORTH = {0: 0, 1: 1, 2: 2, 3: 4, 4: 6}  # so many of one era (C); 9 from five on
RELICS_DRAWN = {1: 4, 2: 3, 3: 2, 4: 1, 5: 0}  # by a winner with so many units on its board (R18)


def best_relic_worth(pool: Mapping[str, int], owned: Mapping[str, int], draws: int) -> Fraction:
    """Expected worth of the best of ``draws`` relics from ``pool``; both count relics by era."""
    cards = [era for era, number in pool.items() for _ in range(number)]
    hands = list(combinations(cards, min(draws, len(cards))))
    return Fraction(sum(max((gain(era, owned) for era in hand), default=0) for hand in hands), len(hands))


def gain(era: str, owned: Mapping[str, int]) -> int:
    have = owned.get(era, 0)
    return RELICS_WORTH.get(have + 1, 9) - RELICS_WORTH.get(have, 9)


# ----------------------------------------------------------------------------------------------- phrases


def read_phrase(phrase: str, worth: int = 0) -> tuple[Fighter, ...]:
    """Read spelled-out units, front first; ``worth`` for those that say neither hero nor elite."""
    fighters: list[Fighter] = []
    if phrase.strip().lower() in ("", "none"):
        return ()
    for part in re.findall(r'(?:"[^"]*"|[^,"])+', phrase):
        copies, text, token = re.fullmatch(r'(?:(\d+)\s+)?(.*?)(?:\s*\+\s*"([^"]*)")?', part.strip()).groups()
        unit = re.fullmatch(r'(?:"?([^"=]+?)"?\s*=\s*)?(\d+/\d+/\d+)(?::(\d+))?((?:\s+\S+)*)', text)
        if not unit:
            raise ValueError(f"not a spelled-out unit: {part.strip()!r}")
        name, values, toughness, symbols = unit.groups()
        told = {"worth": worth, "toughness": int(toughness or 1)} | read_words(f"{values} {symbols}")
        if token is not None:
            told["token"] = Token(**read_words(token))
        fighters += [Fighter(name=name or values, **told)] * int(copies or 1)
    return tuple(fighters)


def read_words(text: str) -> dict:
    """Values and symbols: "2/0/0 ambush:2 accuracy:1/0/0 left:lion", "+2 melee"."""
    told: dict = {}
    words = text.split()
    while words:
        word, _, detail = words.pop(0).partition(":")
        if "/" in word:
            told |= dict(zip(LINES, triple(word), strict=True))
        elif re.fullmatch(r"[+-]?\d+", word):
            told[words.pop(0)] = int(word)
        elif word in ("hero", "elite"):
            told["worth"] = {"hero": 3, "elite": 1}[word]
        elif word in ("left", "right"):
            told[word] = detail or "*"
        elif word == "accuracy":
            told[word] = triple(detail)
        else:
            told[word.replace("-", "_")] = int(detail or 1)
    return told


def triple(text: str) -> Values:
    ranged, normal, melee = (int(value) for value in text.split("/"))
    return ranged, normal, melee
