"""Which course of a fight is told: given faces, a seed's rolls and draws, or the most likely one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from odds import chance
from odds.errors import InputError
from odds.history import fight as rules_of_fight
from odds.history.cards import Unit
from odds.history.draws import TooManyError, enumerate_line_ups
from odds.history.encode import DICE, pad
from odds.history.exact import MOST_LINE_UPS, enumerate_pairs
from odds.history.faces import RISKY, STRONG, TWIN, attacker_die
from odds.history.fight import (
    ATTACKER,
    CARD,
    DEFENDER,
    SIDE_ROWS,
    SLOTS,
    UNIT_WIDTH,
)
from odds.history.monte_carlo import weighed_faces
from odds.history.narrate import SIDES, WINNERS
from odds.history.query import Encoded, Query, encode
from odds.history.tally import reinforce
from odds.history.words import counted, percent

#: Pairs of drawn line-ups whose dice are weighed for the typical course; of more, as many are sampled.
TYPICAL_PAIRS = 1_000

#: Seed of that sample: the typical course of an attack is always the same one.
TYPICAL_SEED = 0

#: Both line-ups as rows, padded, each with its number of units.
_Pair = tuple[tuple[int, ...], int, tuple[int, ...], int]


@dataclass(frozen=True)
class Course:
    """What draws and dice came to in one fight.

    Args:
        attackers, defenders: The line-ups after reinforcement, front unit first.
        attacker_face, defender_face: The final faces, 1 to 6.
        notes: How these were chosen, a sentence each.
    """

    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    attacker_face: int
    defender_face: int
    notes: tuple[str, ...] = ()


def given_course(query: Query, attacker_face: int, defender_face: int) -> Course:
    """Return the course with the faces given; where cards are drawn, the likeliest line-ups.

    Raises:
        InputError: The piles have too many orders to look for the likeliest.
    """
    encoded, units = _numbered(query)
    line_ups = []
    notes = []
    for side, rows, slots, pile, option in (
        (ATTACKER, encoded.attackers, query.own_slots, encoded.deck, "--deck"),
        (DEFENDER, encoded.defenders, query.their_slots, encoded.stack, "--stack"),
    ):
        try:
            found = enumerate_line_ups(rows, slots, pile, MOST_LINE_UPS)
        except TooManyError:
            raise InputError(
                f"more than {MOST_LINE_UPS:,} draws to choose from; draw one with --seed instead of faces", option
            ) from None
        best = max(range(len(found)), key=found.weights.__getitem__)
        drawn = _units(found.rows[best * SIDE_ROWS :], found.counts[best], units)
        line_ups.append(drawn)
        if len(found) > 1:
            came = ", ".join(unit.name for unit in drawn[len(rows) // UNIT_WIDTH :])
            share = percent(Fraction(found.weights[best], found.total))
            equal = found.weights.count(found.weights[best])
            kind = f"one of {equal} equally likely draws" if equal > 1 else "the likeliest draw"
            notes.append(f"The {SIDES[side]}'s reinforcement is {kind} of {len(found)}: {came} ({share}) [R2].")
    return Course(line_ups[0], line_ups[1], attacker_face, defender_face, tuple(notes))


def seeded_course(query: Query, seed: int) -> Course:
    """Return the course of one fight played by chance: cards drawn (R2), dice rolled and re-rolled by R9.

    Raises:
        InputError: The seed is out of range.
    """
    seed = chance.read_seed(seed)
    encoded, units = _numbered(query)
    state, (ours, own_count, theirs, their_count) = _draw(
        query, encoded, chance.trial_state(chance.seed_start(seed), 0)
    )
    weights = _face_weights(query, encoded, (ours, own_count, theirs, their_count))[1]
    state, high = chance.draw_below(state, 1 << 26)
    state, low = chance.draw_below(state, 1 << 27)
    point = (high << 27) + low
    total = sum(weights)
    pair, cumulated = 0, weights[0]
    while point * total >= cumulated << 53:
        pair += 1
        cumulated += weights[pair]
    return Course(
        _units(ours, own_count, units),
        _units(theirs, their_count, units),
        pair // 6 + 1,
        pair % 6 + 1,
        (f"Drawn and rolled by chance with seed {seed}.",),
    )


def typical_course(query: Query) -> Course:
    """Return the most likely course.

    Of the outcomes (survivors on both sides, hence the winner) the likeliest; of the draws and face values that
    lead to it the likeliest. Where too many pairs of line-ups can be drawn, some are sampled, and a note says so.
    """
    encoded, units = _numbered(query)
    pairs, sampled = _pairs(query, encoded)
    power: int = 6 ** (2 + encoded.most_rerolls)
    classes: Counter[tuple[int, int]] = Counter()
    courses: Counter[tuple[tuple[int, int], _Pair, int, int]] = Counter()
    for line_ups, weight in pairs.items():
        codes, weights = _face_weights(query, encoded, line_ups)
        scale = weight * (power // sum(weights))
        own = attacker_die(line_ups[1])
        other = STRONG + RISKY - own
        for pair in range(36):
            if weights[pair]:
                left = (
                    rules_of_fight.count_bits(codes[pair]),
                    rules_of_fight.count_bits(codes[pair] >> SLOTS),
                )
                # Faces with the same values are one face here.
                faces = DICE[TWIN + own // 3 + pair // 6], DICE[TWIN + other // 3 + pair % 6]
                classes[left] += scale * weights[pair]
                courses[left, line_ups, *faces] += scale * weights[pair]
    total = sum(classes.values())
    # Ties: the one the attacker likes better, so that the answer does not depend on any order.
    left = max(classes, key=lambda kind: (classes[kind], kind[0], -kind[1]))
    course = max((course for course in courses if course[0] == left), key=courses.__getitem__)
    _, (ours, own_count, theirs, their_count), own_face, other_face = course
    result = WINNERS[rules_of_fight.winner(*left)]
    about = "about " if sampled else ""
    notes = [
        f"The most likely course: {result if result == 'nobody' else f'the {result}'} wins, "
        f"{counted(left[0], 'attacker')} and {counted(left[1], 'defender')} standing "
        f"({about}{percent(Fraction(classes[left], total))} of all fights).",
        f"These {'draws and ' if len(pairs) > 1 else ''}faces, the likeliest that lead there, come in "
        f"{about}{percent(Fraction(courses[course], total))}.",
    ]
    if sampled:
        notes.append(f"Estimated from {TYPICAL_PAIRS:,} drawn pairs of line-ups, as there are too many.")
    return Course(
        _units(ours, own_count, units),
        _units(theirs, their_count, units),
        own_face + 1,
        other_face + 1,
        tuple(notes),
    )


def _numbered(query: Query) -> tuple[Encoded, list[Unit]]:
    """Return the query in numbers, each row's card being the place of its unit in the list returned."""
    encoded = encode(query)
    places: dict[Unit, int] = {}

    def place(unit: Unit) -> int:
        # Copies of a card are one card, whoever owns them.
        return places.setdefault(replace(unit, id="", owner="", copies=1, note="", provenance=""), len(places))

    for flat, units in ((encoded.attackers, query.attackers), (encoded.defenders, query.defenders)):
        flat[CARD::UNIT_WIDTH] = [place(unit) for unit in units]
    for pile, units in ((encoded.deck, query.deck), (encoded.stack, query.stack)):
        for row, unit in zip(pile, units, strict=True):
            row[CARD] = place(unit)
    return encoded, list(places)


def _units(rows: Sequence[int], count: int, units: Sequence[Unit]) -> tuple[Unit, ...]:
    return tuple(units[rows[slot * UNIT_WIDTH + CARD]] for slot in range(count))


def _draw(query: Query, encoded: Encoded, state: int) -> tuple[int, _Pair]:
    """Draw both sides' reinforcement from the stream at `state` (R2)."""
    drawn: list[tuple[tuple[int, ...], int]] = []
    for rows, slots, pile in (
        (encoded.attackers, query.own_slots, encoded.deck),
        (encoded.defenders, query.their_slots, encoded.stack),
    ):
        line_up = pad(rows)
        cards = [number for row in pile for number in row]
        state, count = reinforce(line_up, len(rows) // UNIT_WIDTH, slots, cards, len(pile), [0] * SLOTS, state)
        drawn.append((tuple(line_up), count))
    return state, (*drawn[0], *drawn[1])


def _pairs(query: Query, encoded: Encoded) -> tuple[dict[_Pair, int], bool]:
    """Return the pairs of line-ups with their weights, and whether they are only a sample of all."""
    every = enumerate_pairs(query, encoded, TYPICAL_PAIRS)
    if every is None:
        start = chance.seed_start(TYPICAL_SEED)
        drawn = (_draw(query, encoded, chance.trial_state(start, trial))[1] for trial in range(TYPICAL_PAIRS))
        return dict(Counter(drawn)), True
    line_ups = [
        [
            (tuple(side.rows[place * SIDE_ROWS : (place + 1) * SIDE_ROWS]), side.counts[place], side.weights[place])
            for place in range(len(side))
        ]
        for side in (every.attackers, every.defenders)
    ]
    return {
        (ours, own_count, theirs, their_count): own_weight * their_weight
        for ours, own_count, own_weight in line_ups[0]
        for theirs, their_count, their_weight in line_ups[1]
    }, False


def _face_weights(query: Query, encoded: Encoded, pair: _Pair) -> tuple[list[int], list[int]]:
    """Return the 36 outcome codes of a pair of line-ups and the weights of its final faces (R9)."""
    ours, own_count, theirs, their_count = pair
    known = replace(
        encoded,
        attackers=list(ours[: own_count * UNIT_WIDTH]),
        defenders=list(theirs[: their_count * UNIT_WIDTH]),
    )
    _, codes, weights = weighed_faces(query, known)
    return codes, weights
