"""Two peers that rank every ordered line-up of a hand against one target: plain Python, and icepool.

Neither shares code with odds; both are written as a careful owner of the game would. Each has a short fight for cards
without symbols and a full one (R3 to R16, the default rulings) for the others. Piles are empty.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any, NamedTuple

Face = tuple[int, int, int]
Ranking = list[tuple[Fraction, tuple[int, ...]]]  # chance to win, hand's cards by number, front first

STRONG: tuple[Face, ...] = ((1, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 0), (0, 0, 1), (0, 0, 2))
RISKY: tuple[Face, ...] = ((1, 1, 1), (-1, -1, -1), (0, 0, 3), (-1, 0, 0), (0, 2, 0), (0, -1, 0))


class Card(NamedTuple):
    """A unit; its fields are called as those of the package's units, so that `Unit(**card._asdict())` is the same."""

    name: str
    ranged: int = 0
    normal: int = 0
    melee: int = 0
    toughness: int = 1
    ambush: int = 0
    heroic_death: int = 0
    accuracy_ranged: int = 0
    accuracy_normal: int = 0
    accuracy_melee: int = 0
    deflection: int = 0
    reroll: int = 0
    left: str = ""
    right: str = ""

    @property
    def values(self) -> Face:
        """The values in the three battle lines."""
        return self[1:4]

    @property
    def accuracy(self) -> Face:
        """The accuracy symbols in the three battle lines."""
        return self[7:10]


Units = Sequence[Card]
Fight = Callable[[Units, Units, Face, Face], bool]


def cards(number: int, symbols: bool, seed: int) -> list[Card]:
    """Return random cards; with symbols each stands on a quarter of them, a half shield on half of them."""
    rng = random.Random(seed)
    names = ("ambush", "heroic_death", "accuracy_ranged", "accuracy_normal", "accuracy_melee", "deflection", "reroll")
    dealt = []
    for index in range(number):
        card = Card(f"card {index + 1}", *(rng.randint(0, 3) for _ in range(3)), rng.randint(1, 3))
        if symbols:
            card = card._replace(**{name: int(rng.random() < 0.25) for name in names})
            card = card._replace(**{side: rng.choice(("", "", "*", "lion")) for side in ("left", "right")})
        dealt.append(card)
    return dealt


def has_symbols(units: Units) -> bool:
    """Return whether a card shows a symbol or a half shield."""
    return any(any(card[5:12]) or card.left or card.right for card in units)


# --------------------------------------------------------------------------------------- without symbols


def short_fight(attackers: Units, defenders: Units, own_face: Face, their_face: Face) -> bool:
    """Return whether the attacker wins a fight without symbols (R10, R11, R16)."""
    own_left = [card[4] for card in attackers]
    their_left = [card[4] for card in defenders]
    for line in range(3):
        own, their = own_face[line], their_face[line]
        for slot, left in enumerate(own_left):
            if left:
                own += attackers[slot][1 + line]
        for slot, left in enumerate(their_left):
            if left:
                their += defenders[slot][1 + line]
        surplus = (own if own > 0 else 0) - (their if their > 0 else 0)
        if surplus > 0:
            fall(their_left, surplus)
        elif surplus:
            fall(own_left, -surplus)
    standing = len(own_left) - own_left.count(0)
    return standing > 0 and standing >= len(their_left) - their_left.count(0)


def fall(lefts: list[int], damage: int) -> None:
    """Deal damage from the front to the back, where so many points each fell a unit."""
    for slot, left in enumerate(lefts):
        if damage < left:
            lefts[slot] -= damage
            return
        lefts[slot] = 0
        damage -= left


# ------------------------------------------------------------------------------------------ with symbols


class Army:
    """One side of a full fight under way; front unit first."""

    __slots__ = ("kept", "left", "quota", "shields", "standing", "units")

    def __init__(self, units: Units, shields: list[int]):
        self.units = units
        self.left = [card.toughness for card in units]
        self.shields = shields  # slot i: a marker between units i and i + 1
        self.quota: list[int] = []
        self.kept = 0  # heroic points accuracy still keeps off
        self.standing = list(range(len(units)))

    def begin(self, line: int, face: Face) -> int:
        """Begin a battle line and return what the side adds up to in it (R10, R13, R14)."""
        strength = face[line]
        self.kept = 0
        for slot in self.standing:
            strength += self.units[slot][1 + line]
            self.kept += self.units[slot][7 + line]
        self.quota = [card.deflection for card in self.units]
        return max(0, strength)

    def hit(self, slot: int, other: Army) -> None:
        """Deal a point to a unit, its heroic death included (R5, R11, R12)."""
        for shield in (slot - 1, slot):
            if shield in self.shields:
                self.shields.remove(shield)
                return
        self.left[slot] -= 1
        if self.left[slot]:
            return
        self.standing.remove(slot)
        for _ in range(self.units[slot].heroic_death):
            if other.kept:
                other.kept -= 1
            elif other.standing:
                other.hit(other.standing[0], self)

    def damage(self, points: int, other: Army) -> None:
        """Deal a line's damage (R11, R14)."""
        for _ in range(points):
            if not self.standing:
                return
            slot = self.standing[0]
            for drawing in self.standing:
                if self.quota[drawing]:
                    self.quota[drawing] -= 1
                    slot = drawing
                    break
            self.hit(slot, other)


def full_fight(attackers: Units, defenders: Units, own_face: Face, their_face: Face) -> bool:
    """Return whether the attacker wins a fight with symbols (R3 to R16)."""
    own_pairs = [
        i for i in range(len(attackers) - 1) if attackers[i].left and attackers[i].left == attackers[i + 1].right
    ]
    their_pairs = [
        i for i in range(len(defenders) - 1) if defenders[i].right and defenders[i].right == defenders[i + 1].left
    ]
    own = Army(attackers, own_pairs[sum(card.ambush for card in defenders) :])
    their = Army(defenders, their_pairs[sum(card.ambush for card in attackers) :])
    for line in range(3):
        surplus = own.begin(line, own_face) - their.begin(line, their_face)
        if surplus > 0:
            their.damage(surplus, own)
        else:
            own.damage(-surplus, their)
    return len(own.standing) > 0 and len(own.standing) >= len(their.standing)


# ----------------------------------------------------------------------------------------------- ranking


def ranked(chance: Callable[[Units, Units, Fight], Fraction], hand: Units, target: Units) -> Ranking:
    """Return the line-ups of 1 to 4 cards with their chance, the best first, then the shortest."""
    fight = full_fight if has_symbols([*hand, *target]) else short_fight
    found = [
        (chance([hand[slot] for slot in slots], target, fight), slots)
        for count in range(1, 5)
        for slots in permutations(range(len(hand)), count)
    ]
    return sorted(found, key=lambda entry: -entry[0])


def naive_ranking(hand: Units, target: Units) -> Ranking:
    """Rank in plain Python: each pair of different faces is fought once."""
    return ranked(naive_chance, hand, target)


def naive_chance(attackers: Units, defenders: Units, fight: Fight) -> Fraction:
    """Return the chance to win, over dice and re-rolls (R8, R9)."""
    own_die, their_die = (STRONG, RISKY) if len(attackers) <= 3 else (RISKY, STRONG)
    wins = {
        faces: fight(attackers, defenders, *faces)
        for faces in product(dict.fromkeys(own_die), dict.fromkeys(their_die))
    }
    own_rolls = sum(card.reroll for card in attackers)
    their_rolls = sum(card.reroll for card in defenders)
    if not own_rolls + their_rolls:
        return Fraction(sum(wins[faces] for faces in product(own_die, their_die)), 36)
    chances = face_chances(their_die, their_rolls)
    return sum((chances[face] * own_chance(own_die, face, wins, own_rolls) for face in chances), Fraction(0))


def face_chances(die: Sequence[Face], rolls: int) -> dict[Face, Fraction]:
    """Return the chances of the defender's faces when negative ones are rolled again."""
    chances = dict.fromkeys(die, Fraction(0))
    again = Fraction(1)
    for left in range(rolls, -1, -1):
        rolled = again / 6
        again = Fraction(0)
        for face in die:
            if left and min(face) < 0:
                again += rolled
            else:
                chances[face] += rolled
    return chances


def own_chance(die: Sequence[Face], face: Face, wins: dict[tuple[Face, ...], bool], rolls: int) -> Fraction:
    """Return the chance to win against a face: a die that does not win is rolled again."""
    lost = 6 - sum(wins[own, face] for own in die)
    return 1 - Fraction(lost, 6) ** (rolls + 1)


def icepool_ranking(hand: Units, target: Units) -> Ranking:
    """Rank with icepool: its dice, its `map` and `reroll`."""
    import icepool

    own_dice: Any = (icepool.Die(STRONG), icepool.Die(RISKY))

    def chance(attackers: Units, defenders: Units, fight: Fight) -> Fraction:
        own, their = own_dice if len(attackers) <= 3 else own_dice[::-1]
        own_rolls = sum(card.reroll for card in attackers)
        their_rolls = sum(card.reroll for card in defenders)
        if their_rolls:
            their = their.reroll(lambda *face: min(face) < 0, depth=their_rolls, star=True)
        if not own_rolls:
            won = icepool.map(
                lambda own_face, their_face: fight(attackers, defenders, own_face, their_face), own, their, star=False
            )
            return Fraction(won.probability(True))

        def against(their_face: Face) -> Any:
            won = own.map(lambda own_face: fight(attackers, defenders, own_face, their_face), star=False)
            # Its reroll cannot do with nothing but faces to roll again.
            return won.reroll([False], depth=own_rolls) if True in won else won

        return Fraction(their.map(against, star=False).probability(True))

    return ranked(chance, hand, target)
