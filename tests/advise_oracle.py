"""The oracle of the best attack: every line-up, draw, token and roll tried in turn, Fractions throughout.

It stands on the oracle of fights and shares nothing with the package. Line-ups are front unit first, hands and
piles are sequences whose equal cards are interchangeable. Rule numbers are those of the project's rules.

Where choices are worth the same: fewer war tokens, then the assignment that comes first in ``assignments``; a die
is kept (R9); a challenged player deploys fewer cards, then fewer tokens, then what comes first in its hand.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from math import lcm

from tests.oracle import (
    ATTACKER_SLOTS,
    DEFENDER_SLOTS,
    DIE_NUMBERS,
    Fighter,
    Line,
    Result,
    Token,
    dice,
    fight,
    reinforced,
)

HERO_WORTH = 3
TOKENS_A_SIDE = 3  # R7
HAND_SLOTS, DEFENDER_HAND_SLOTS = 4, 3  # R1
PLACES, PLACES_AN_ERA, LONGEST_RUN = 12, 3, 3  # D, phase 2a


@dataclass(frozen=True)
class Target:
    """Whom to attack: defenders with the pile that reinforces them. ``prizes`` are its own, if it has some."""

    defenders: Line
    stack: Line = ()  # the era's; a challenged player's own deck
    challenge: bool = False  # the defenders are a player's, their tokens assigned
    prizes: Mapping[int, Fraction] | None = None


@dataclass(frozen=True)
class Position:
    """What the attacker holds, whom it can attack, and what it wants.

    ``prizes`` tell the worth of a win by the units on the attacker board. Prices are paid whatever the result:
    for each token assigned, each hero on the attacker board (reinforcements count), each card from hand.
    """

    hand: Line
    deck: Line = ()
    targets: Sequence[Target] = ()
    tokens: Sequence[Token] = ()
    prizes: Mapping[int, Fraction] = field(default_factory=dict)
    win_weight: Fraction = Fraction(0)
    unit_weight: Fraction = Fraction(1)
    token_price: Fraction = Fraction(0)
    hero_price: Fraction = Fraction(0)
    card_price: Fraction = Fraction(0)
    lose_price: Fraction = Fraction(0)
    honour_price: Fraction = Fraction(0)  # for each honour token a beaten, challenged player gets (R19)
    rulings: Mapping[str, object] = field(default_factory=dict)


Assignment = tuple[tuple[int, Token], ...]  # (place in the complete line-up, token)


@dataclass
class Attack:
    """What one attack comes to when tokens and dice are played as well as can be."""

    target: int
    line_up: tuple[Fighter, ...]
    score: Fraction = Fraction(0)
    win: Fraction = Fraction(0)
    lose: Fraction = Fraction(0)
    nobody: Fraction = Fraction(0)
    defeated_worth: Fraction = Fraction(0)  # VP of conquered units, none in a challenge
    prize: Fraction = Fraction(0)
    tokens_used: Fraction = Fraction(0)
    heroes: Fraction = Fraction(0)
    #: Complete line-ups of both sides -> tokens assigned.
    plan: dict[tuple[Line, Line], Assignment] = field(default_factory=dict)
    #: No other assignment of as many tokens is worth the same but comes to something else.
    unequivocal: bool = True


# ------------------------------------------------------------------------------------------- one attack


def line_ups(hand: Line, most: int = HAND_SLOTS, least: int = 1) -> list[tuple[Fighter, ...]]:
    """All distinct ordered line-ups of so many cards of a hand (R1), the shortest first, then in the hand's order."""
    found: dict[tuple[Fighter, ...], None] = {}
    for count in range(least, min(most, len(hand)) + 1):
        found.update(dict.fromkeys(permutations(hand, count)))
    return list(found)


def assignments(units: Line, tokens: Sequence[Token]) -> list[Assignment]:
    """All distinct ways to put tokens on units (R7), those with fewer tokens first."""
    found: dict[Assignment, None] = {}
    for count in range(min(TOKENS_A_SIDE, len(tokens), len(units)) + 1):
        for places in combinations(range(len(units)), count):
            for chosen in permutations(tokens, count):
                found[tuple(zip(places, chosen, strict=True))] = None
    return list(found)


def equipped(units: Line, assignment: Assignment) -> tuple[Fighter, ...]:
    complete = list(units)
    for place, token in assignment:
        assert complete[place].token is None
        complete[place] = replace(complete[place], token=token)
    return tuple(complete)


def completions(line_up: Line, pile: Line, slots: int) -> dict[tuple[Fighter, ...], Fraction]:
    """The chance of each complete line-up (R2)."""
    chances: dict[tuple[Fighter, ...], Fraction] = {}
    for complete, chance in reinforced(line_up, pile, slots):
        chances[tuple(complete)] = chances.get(tuple(complete), Fraction(0)) + chance
    return chances


def attack(position: Position, index: int, line_up: Line) -> Attack:
    """The best of one attack: a target by its number, cards of the hand front first."""
    target = position.targets[index]
    total = Attack(index, tuple(line_up))
    for ours, our_chance in completions(line_up, position.deck, ATTACKER_SLOTS).items():
        for theirs, their_chance in completions(target.defenders, target.stack, DEFENDER_SLOTS).items():
            best, others = best_assignment(position, target, ours, theirs)
            total.plan[ours, theirs] = best.plan[ours, theirs]
            total.unequivocal = total.unequivocal and all(figures(other) == figures(best) for other in others)
            for name, amount in figures(best).items():
                setattr(total, name, getattr(total, name) + amount * our_chance * their_chance)
    cards = position.card_price * len(line_up)
    total.score -= cards
    return total


FIGURES = ("score", "win", "lose", "nobody", "defeated_worth", "prize", "tokens_used", "heroes")


def figures(found: Attack) -> dict[str, Fraction]:
    return {name: getattr(found, name) for name in FIGURES}


def best_assignment(position: Position, target: Target, ours: Line, theirs: Line) -> tuple[Attack, list[Attack]]:
    """The assignment chosen for complete line-ups, and all that are worth the same with as many tokens."""
    tried = [with_tokens(position, target, ours, theirs, tokens) for tokens in assignments(ours, position.tokens)]
    best = tried[0]
    for other in tried[1:]:
        if other.score > best.score:  # fewer tokens come first
            best = other
    return best, [other for other in tried if (other.score, other.tokens_used) == (best.score, best.tokens_used)]


def with_tokens(position: Position, target: Target, ours: Line, theirs: Line, assignment: Assignment) -> Attack:
    """What complete line-ups come to with tokens assigned, over the dice (R8) and re-rolls (R9).

    The price of cards is left out, because reinforcements cost nothing.
    """

    attackers = equipped(ours, assignment)
    table = outcomes(attackers, theirs, position.rulings)
    told = {id(result): told_of(result, position, target) for result in table.values()}
    cells = {faces: told[id(result)] for faces, result in table.items()}
    worth, win, lose, nobody, defeated, prize = rolled(cells, attackers, theirs, target.challenge)
    used, heroes = len(assignment), sum(unit.worth == HERO_WORTH for unit in ours)
    return Attack(
        0,
        attackers,
        worth - position.token_price * used - position.hero_price * heroes,
        win,
        lose,
        nobody,
        defeated,
        prize,
        Fraction(used),
        Fraction(heroes),
        {(tuple(ours), tuple(theirs)): assignment},
    )


Told = tuple[Fraction, ...]  # worth to the objective, win, lose, nobody, worth of the defeated, prize


def told_of(result: Result, position: Position, target: Target) -> Told:
    return (
        worth_of(result, position, target),
        *(Fraction(result.winner == winner) for winner in ("attacker", "defender", "nobody")),
        defeated_worth(result, target),
        prize_of(result, position, target),
    )


def rolled(cells: Mapping[tuple[int, int], Told], attackers: Line, defenders: Line, challenge: bool) -> Told:
    """The mean over both dice when each side rolls again as R9 has it.

    Whole numbers, because Fractions are slow: with n rolls to come all is counted 6 ** n fold.
    """
    scale = lcm(*(amount.denominator for told in cells.values() for amount in told))
    whole = {faces: tuple(int(amount * scale) for amount in told) for faces, told in cells.items()}
    defender_die = dice(len(attackers))[1]
    own, their = (sum(unit.total("reroll") for unit in side) for side in (attackers, defenders))

    @cache
    def attackers_turn(a: int, d: int, left: int) -> tuple[int, ...]:
        keep = tuple(amount * 6**left for amount in whole[a, d])
        if left == 0:
            return keep
        again = total([attackers_turn(new, d, left - 1) for new in DIE_NUMBERS])
        return again if again[0] > keep[0] else keep

    @cache
    def defenders_turn(a: int, d: int, left: int) -> tuple[int, ...]:
        keep = tuple(amount * 6**left for amount in attackers_turn(a, d, own))
        if left == 0 or not (challenge or min(defender_die[d - 1]) < 0):
            return keep
        again = total([defenders_turn(a, new, left - 1) for new in DIE_NUMBERS])
        return keep if challenge and again[0] >= keep[0] else again

    everything = total([defenders_turn(a, d, their) for a in DIE_NUMBERS for d in DIE_NUMBERS])
    return tuple(Fraction(amount, scale * 36 * 6 ** (own + their)) for amount in everything)


def total(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*rows, strict=True))


def outcomes(attackers: Line, defenders: Line, rulings: Mapping[str, object]) -> dict[tuple[int, int], Result]:
    """The fight for every pair of die numbers; equal faces are fought once."""
    own, their = dice(len(attackers))
    fought: dict[tuple, Result] = {}
    table: dict[tuple[int, int], Result] = {}
    for a in DIE_NUMBERS:
        for d in DIE_NUMBERS:
            faces = own[a - 1], their[d - 1]
            if faces not in fought:
                fought[faces] = fight(attackers, defenders, *faces, **rulings)
            table[a, d] = fought[faces]
    return table


def worth_of(result: Result, position: Position, target: Target) -> Fraction:
    """What a result is worth before anything is paid for what was used."""
    worth = position.unit_weight * defeated_worth(result, target) + prize_of(result, position, target)
    if result.winner == "attacker":
        worth += position.win_weight
        if target.challenge:
            worth -= position.honour_price * (result.attackers_standing.count(False) // 2)
    if result.winner == "defender":
        worth -= position.lose_price
    return worth


def defeated_worth(result: Result, target: Target) -> Fraction:
    """R17: spoils of the board whatever the result; a challenge has none."""
    return Fraction(0 if target.challenge else sum(unit.worth for unit in result.conquered))


def prize_of(result: Result, position: Position, target: Target) -> Fraction:
    """R18: what a win brings, by the units on the attacker board."""
    prizes = position.prizes if target.prizes is None else target.prizes
    return Fraction(prizes.get(result.attackers_on_board, 0) if result.winner == "attacker" else 0)


def all_attacks(position: Position) -> list[Attack]:
    """Every attack of the hand: targets in their order, distinct line-ups in that of ``line_ups``."""
    return [
        attack(position, index, line_up)
        for index in range(len(position.targets))
        for line_up in line_ups(position.hand)
    ]


def best_attack(position: Position) -> Attack | None:
    """The first attack of the highest score; none with an empty hand or no target."""
    return max(all_attacks(position), key=lambda found: found.score, default=None)


# ------------------------------------------------------------------------------------- the board's ring


def runs(ring: Sequence[Fighter | None], era: int) -> list[tuple[tuple[int, ...], tuple[Fighter, ...]]]:
    """All targets of an era (0 to 3): places on the ring of 12, left to right, and the cards there.

    D, phase 2a: at least one open card of the era; neighbours in a run show the same label on the halves that face
    each other (R4); 3 cards at most. The left-most card is the front unit (R3).
    """
    assert len(ring) == PLACES
    home = range(PLACES_AN_ERA * era, PLACES_AN_ERA * (era + 1))
    found = []
    for start in range(PLACES):
        for length in range(1, LONGEST_RUN + 1):
            places = tuple((start + step) % PLACES for step in range(length))
            if any(place in home for place in places) and unbroken([ring[place] for place in places]):
                found.append((places, tuple(ring[place] for place in places)))
    return found


def unbroken(cards: Sequence[Fighter | None]) -> bool:
    if None in cards:
        return False
    return all(left.right != "" and left.right == right.left for left, right in pairwise(cards))


# ----------------------------------------------------------------------------- challenges, hands hidden


@dataclass(frozen=True)
class Challenge:
    """A challenged player as both sides know it before it deploys.

    ``pool`` are its cards not lying in its discard: ``hand_size`` of them, any alike likely, are its hand and the
    rest its deck. It believes the same of the attacker, whose pool are hand and deck of the position.

    What the attacker takes the defender's pile for when it deploys is ``attacker_believes``: "unseen", all cards of
    the pool that are not on the table, or "deck", the very deck. What then reinforces is ``pile``: the "deck", or
    "unseen", if the defender, too, shall reckon as the attacker does.
    """

    pool: Line
    hand_size: int
    tokens: Sequence[Token] = ()
    prizes: Mapping[int, Fraction] | None = None
    attacker_believes: str = "unseen"
    pile: str = "deck"


@dataclass
class Hidden:
    """The value of challenging, and what the defender deploys from each hand with what it expects."""

    score: Fraction = Fraction(0)
    win: Fraction = Fraction(0)
    lose: Fraction = Fraction(0)
    nobody: Fraction = Fraction(0)
    deployed: dict[Line, tuple[Line, Fraction]] = field(default_factory=dict)
    replies: dict[Line, Line] = field(default_factory=dict)  # the attacker's line-up against each hand's


def hidden_challenge(position: Position, challenge: Challenge) -> Hidden:
    """Challenge with the hand of the position, before the defender deploys (D, phase 2b; R1)."""
    total = Hidden()
    for hand, chance in hands(challenge.pool, challenge.hand_size).items():
        chosen, expected = best_deployment(position, challenge, hand)
        answer = reply(position, challenge, hand, chosen)
        total.deployed[hand] = chosen, expected
        total.replies[hand] = answer.line_up
        for name in ("score", "win", "lose", "nobody"):
            setattr(total, name, getattr(total, name) + chance * getattr(answer, name))
    return total


def best_deployment(position: Position, challenge: Challenge, hand: Line) -> tuple[Line, Fraction]:
    """What a challenged player with this hand deploys and what it expects the attacker to get."""
    return min(deployments(position, challenge, hand), key=lambda pair: pair[1])


def deployments(position: Position, challenge: Challenge, hand: Line) -> list[tuple[Line, Fraction]]:
    """Every deployment of a hand with the attacker's expected score: fewer cards first, then fewer tokens."""
    attackers = hands((*position.hand, *position.deck), len(position.hand))
    found = []
    for cards in line_ups(hand, DEFENDER_HAND_SLOTS, least=0):
        for assignment in assignments(cards, challenge.tokens):
            deployed = equipped(cards, assignment)
            expected = Fraction(0)
            for theirs, chance in attackers.items():
                deck = without((*position.hand, *position.deck), theirs)
                expected += chance * reply(replace(position, hand=theirs, deck=deck), challenge, hand, deployed).score
            found.append((deployed, expected))
    return found


def reply(position: Position, challenge: Challenge, hand: Line, deployed: Line) -> Attack:
    """What the attacker's best answer by its belief comes to: fewer cards first, then the hand's order."""
    piles = {
        "deck": without(challenge.pool, hand),
        "unseen": without(challenge.pool, [replace(unit, token=None) for unit in deployed]),
    }
    targets = [
        Target(deployed, piles[name], challenge=True, prizes=challenge.prizes)
        for name in (challenge.attacker_believes, challenge.pile)
    ]
    chosen = best_attack(replace(position, targets=targets[:1]))
    return attack(replace(position, targets=targets[1:]), 0, chosen.line_up)


def hands(pool: Line, size: int) -> dict[Line, Fraction]:
    """The chance of each hand of so many cards; equal cards merged, the pool's order kept."""
    ways = Counter(combinations(sorted(pool, key=list(pool).index), size))
    return {hand: Fraction(number, ways.total()) for hand, number in ways.items()}


def without(pool: Line, cards: Line) -> tuple[Fighter, ...]:
    rest = list(pool)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


def count_work(position: Position) -> int:
    """Complete line-ups with tokens that ``all_attacks`` has to solve, found without a fight."""
    return sum(solves(position, target, line_up) for target in position.targets for line_up in line_ups(position.hand))


def solves(position: Position, target: Target, line_up: Line) -> int:
    theirs = len(completions(target.defenders, target.stack, DEFENDER_SLOTS))
    return theirs * sum(
        len(assignments(ours, position.tokens)) for ours in completions(line_up, position.deck, ATTACKER_SLOTS)
    )
