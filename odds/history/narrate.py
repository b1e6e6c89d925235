"""A fight told line by line, from the events of the very run of `fight` that decides it.

`narrate` tells a fight whose line-ups and faces are known. Where draws or dice are open, a `Course` says which
ones to tell: `given_course`, `seeded_course` or `typical_course`.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from odds import chance
from odds.errors import InputError
from odds.history import fight as rules_of_fight
from odds.history.cards import Unit
from odds.history.draws import TooManyError, enumerate_line_ups
from odds.history.encode import DICE, encode_line_up, pad
from odds.history.exact import MOST_LINE_UPS, enumerate_pairs
from odds.history.faces import RISKY, STRONG, TWIN, attacker_die
from odds.history.fight import (
    ARENA_SIZE,
    ATTACKER,
    CARD,
    DEFENDER,
    EVENT_AMBUSHED,
    EVENT_CONNECTED,
    EVENT_DAMAGE,
    EVENT_DEFEATED,
    EVENT_DEFLECTED,
    EVENT_EMPTY,
    EVENT_HEROIC_DEATH,
    EVENT_LINE,
    EVENT_MARKER,
    SIDE_ROWS,
    SLOTS,
    UNIT_WIDTH,
)
from odds.history.monte_carlo import weighed_faces
from odds.history.query import Encoded, Query, encode
from odds.history.rules import LINES, MEDALS_DRAWN, RELIC_DRAWS, UNITS_PER_HONOUR_TOKEN
from odds.history.spelled import spell_token, spell_values
from odds.history.tally import reinforce
from odds.history.words import counted, percent
from odds.history.worth import unseen_relics

SIDES = ("attacker", "defender")

#: Who wins, by the number `fight.winner` returns (R16).
WINNERS = (*SIDES, "nobody")

#: What the events are called in a story's dictionary.
EVENT_NAMES = {
    EVENT_CONNECTED: "connected",
    EVENT_AMBUSHED: "ambushed",
    EVENT_LINE: "line",
    EVENT_MARKER: "marker",
    EVENT_DAMAGE: "damage",
    EVENT_DEFEATED: "defeated",
    EVENT_HEROIC_DEATH: "heroic-death",
    EVENT_DEFLECTED: "deflected",
    EVENT_EMPTY: "not-fought",
}

#: One event as the kernel tells it: its kind, then what `fight` says behind each `EVENT_` constant.
Event = tuple[int, ...]

_INDENT = "  "
_PAIRED = (EVENT_CONNECTED, EVENT_AMBUSHED, EVENT_MARKER)


@dataclass(frozen=True)
class Story:
    """One fight with known line-ups and faces, and how it went.

    Attributes:
        attackers, defenders: The line-ups after reinforcement, front unit first.
        attackers_deployed, defenders_deployed: How many of them were there before reinforcement (R2).
        attacker_face, defender_face: Numbers of the final faces, 1 to 6, of the die each side has by R8.
        events: What the kernel told.
        code: The outcome code the kernel returned.
        paragraphs: The story; a paragraph that belongs to the one before it is indented.
    """

    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    attackers_deployed: int
    defenders_deployed: int
    attacker_face: int
    defender_face: int
    events: tuple[Event, ...]
    code: int
    paragraphs: tuple[str, ...]

    @property
    def attackers_standing(self) -> tuple[bool, ...]:
        """Which attackers stand at the end, front first."""
        return tuple(bool(self.code >> slot & 1) for slot in range(len(self.attackers)))

    @property
    def defenders_standing(self) -> tuple[bool, ...]:
        """Which defenders stand at the end, front first."""
        return tuple(bool(self.code >> (SLOTS + slot) & 1) for slot in range(len(self.defenders)))

    @property
    def winner(self) -> str:
        """Who wins (R16): `"attacker"`, `"defender"` or `"nobody"`."""
        return WINNERS[rules_of_fight.winner(sum(self.attackers_standing), sum(self.defenders_standing))]

    def lines(self, width: int = 80) -> list[str]:
        """Return the story in lines of at most `width` columns."""
        return [line for paragraph in self.paragraphs for line in wrap(paragraph, width)]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON answer's object; slots are counted from 1 at the front."""
        return {
            "schema": 1,
            "attackers": [unit.name for unit in self.attackers],
            "defenders": [unit.name for unit in self.defenders],
            "attacker_face": self.attacker_face,
            "defender_face": self.defender_face,
            "events": [*self._reinforced(), *(self._event(event) for event in self.events)],
            "winner": self.winner,
            "attackers_standing": list(self.attackers_standing),
            "defenders_standing": list(self.defenders_standing),
        }

    def _reinforced(self) -> Iterator[dict[str, Any]]:
        line_ups = ((self.attackers, self.attackers_deployed), (self.defenders, self.defenders_deployed))
        for side, (units, deployed) in zip(SIDES, line_ups, strict=True):
            for slot in range(deployed, len(units)):
                yield {"event": "reinforced", "side": side, "slot": slot + 1, "unit": units[slot].name}

    def _event(self, event: Event) -> dict[str, Any]:
        kind, *told = event
        answer: dict[str, Any] = {"event": EVENT_NAMES[kind]}
        if kind in (EVENT_LINE, EVENT_EMPTY):
            answer["line"] = LINES[told[0]]
            return answer | dict(zip(("attackers_sum", "defenders_sum", "damage"), told[1:], strict=False))
        side, slot = told[:2]
        # Heroic death names the side that suffers it; the dead unit is the other side's.
        units = (self.attackers, self.defenders)[1 - side if kind == EVENT_HEROIC_DEATH else side]
        answer |= {"side": SIDES[side], "slot": slot + 1, "unit": units[slot].name}
        if kind in _PAIRED:
            answer["next_unit"] = units[slot + 1].name
        keys = ("points", "left") if kind == EVENT_DAMAGE else ("points", "prevented")
        return answer | dict(zip(keys, told[2:], strict=False))


def wrap(paragraph: str, width: int) -> list[str]:
    """Return a paragraph in lines of at most `width` columns, its own indent deepened in the next ones."""
    text = paragraph.lstrip(" ")
    indent = paragraph[: len(paragraph) - len(text)]
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent + _INDENT, break_on_hyphens=False)


def narrate(
    query: Query,
    attackers: Sequence[Unit],
    defenders: Sequence[Unit],
    attacker_face: int,
    defender_face: int,
) -> Story:
    """Fight one fight and tell it.

    Args:
        query: The attack: who was deployed, the rulings, whether the defender is a player.
        attackers, defenders: The line-ups after reinforcement, front unit first.
        attacker_face, defender_face: The final faces, 1 to 6, of the die each side has by R8.
    """
    for face in (attacker_face, defender_face):
        if not 1 <= face <= 6:
            raise ValueError(f"a face is a number from 1 to 6, not {face}")
    events: list[Event] = []
    arena = [0] * ARENA_SIZE
    own_die = attacker_die(len(attackers))
    own_values = own_die + 3 * (attacker_face - 1)
    other_values = STRONG + RISKY - own_die + 3 * (defender_face - 1)
    rules_of_fight.set_up(
        arena,
        encode_line_up(attackers),
        0,
        len(attackers),
        encode_line_up(defenders),
        0,
        len(defenders),
        events,
    )
    code = rules_of_fight.fight(
        arena,
        DICE,
        own_values,
        other_values,
        query.rulings.deflection_per == "line",
        query.rulings.empty_side_fights,
        events,
    )
    faces = (attacker_face, defender_face)
    dice = (tuple(DICE[own_values : own_values + 3]), tuple(DICE[other_values : other_values + 3]))
    teller = _Teller(query, (tuple(attackers), tuple(defenders)), faces, dice, events)
    return Story(
        tuple(attackers),
        tuple(defenders),
        len(query.attackers),
        len(query.defenders),
        attacker_face,
        defender_face,
        tuple(events),
        code,
        tuple(teller.tell()),
    )


class _Teller:
    """Puts the events of one fight into words; who stands and what hit whom is read off the events alone."""

    def __init__(
        self,
        query: Query,
        line_ups: tuple[tuple[Unit, ...], tuple[Unit, ...]],
        faces: tuple[int, int],
        dice: tuple[tuple[int, ...], tuple[int, ...]],
        events: Sequence[Event],
    ) -> None:
        self._query, self._line_ups, self._faces, self._dice, self._events = query, line_ups, faces, dice, events
        self._rows = [encode_line_up(units) for units in line_ups]
        self._labels = _labels(line_ups)
        self._standing = [[True] * len(units) for units in line_ups]
        # Points that were to fall on each side in this line, and those that fell on a unit or marker.
        self._dealt = [0, 0]
        self._taken = [0, 0]
        self._told: dict[int, Callable[..., Iterator[str]]] = {
            EVENT_CONNECTED: self._connected,
            EVENT_AMBUSHED: self._ambushed,
            EVENT_LINE: self._line,
            EVENT_MARKER: self._marker,
            EVENT_DAMAGE: self._damage,
            EVENT_DEFEATED: self._defeated,
            EVENT_HEROIC_DEATH: self._heroic_death,
            EVENT_DEFLECTED: self._deflected,
            EVENT_EMPTY: self._not_fought,
        }

    def tell(self) -> Iterator[str]:
        """Yield the story's paragraphs."""
        for side in (ATTACKER, DEFENDER):
            yield from self._line_up(side)
        yield from self._tokens()
        in_lines = [event[0] in (EVENT_LINE, EVENT_EMPTY) for event in self._events].index(True)
        for event in self._events[:in_lines]:
            yield from self._told[event[0]](*event[1:])
        yield from self._rolled()
        for event in self._events[in_lines:]:
            if event[0] in (EVENT_LINE, EVENT_EMPTY):
                yield from self._lost()
            yield from self._told[event[0]](*event[1:])
        yield from self._lost()
        yield from self._end()

    def _line_up(self, side: int) -> Iterator[str]:
        units = self._line_ups[side]
        deployed = len((self._query.attackers, self._query.defenders)[side])
        if not units:
            yield f"{SIDES[side].capitalize()}s: nobody"
            return
        yield f"{SIDES[side].capitalize()}s, front to back (ranged/normal/melee:toughness):"
        for slot, unit in enumerate(units):
            values = spell_values(unit)
            token = f' + "{unit.token.name}"' if unit.token else ""
            label = self._labels[side][slot]
            came = ", comes as reinforcement [R2]" if slot >= deployed else ""
            yield f"{_INDENT}{slot + 1} {label if label == values else f'{label} {values}'}{token}{came}"
        missing = sum(unit.reinforcement for unit in units) - (len(units) - deployed)
        if missing > 0:
            slots = (self._query.own_slots, self._query.their_slots)[side]
            why = "the virtual slot is filled" if len(units) == slots else "its pile is empty"
            yield f"{_INDENT}no {'more ' if len(units) > deployed else ''}reinforcement: {why} [R2]"

    def _tokens(self) -> Iterator[str]:
        for side, units in enumerate(self._line_ups):
            for slot, unit in enumerate(units):
                if unit.token:
                    line_values = "/".join(str(self._value(side, slot, line)) for line in range(3))
                    token = spell_token(unit.token)
                    yield f"War token on {self._name(side, slot)}: {token}; it counts {line_values} [R7]"

    def _rolled(self) -> Iterator[str]:
        count = len(self._line_ups[ATTACKER])
        kinds = ("strong", "risky") if attacker_die(count) == STRONG else ("risky", "strong")
        yield f"Dice: {counted(count, 'unit')} on the attacker board [R8]"
        for side in (ATTACKER, DEFENDER):
            values = ",".join(map(str, self._dice[side]))
            yield f"{_INDENT}{SIDES[side]}: {kinds[side]} die, face {self._faces[side]}: ({values})"
        if any(unit.reroll or (unit.token and unit.token.reroll) for units in self._line_ups for unit in units):
            yield f"{_INDENT}these are the final faces, after the re-rolls taken or left [R9]"

    def _connected(self, side: int, slot: int) -> Iterator[str]:
        yield f"Connected: {self._pair(side, slot)} [R4]"

    def _ambushed(self, side: int, slot: int) -> Iterator[str]:
        by_token = any(unit.token and unit.token.ambush for unit in self._line_ups[1 - side])
        yield f"{_INDENT}the {SIDES[1 - side]}'s ambush removes this marker [R6{', R7' if by_token else ''}]"

    def _line(self, line: int, attack: int, defence: int, damage: int) -> Iterator[str]:
        parts = " : ".join(
            f"units {self._sum(side, line)}, die {_signed(self._dice[side][line])}" for side in (ATTACKER, DEFENDER)
        )
        yield f"{LINES[line].capitalize()} {attack} : {defence} ({parts}) [R10]"
        if any(self._sum(side, line) + self._dice[side][line] < 0 for side in (ATTACKER, DEFENDER)):
            yield f"{_INDENT}a sum below 0 counts 0"
        for side in (ATTACKER, DEFENDER):
            if not any(self._standing[side]):
                yield f"{_INDENT}the {SIDES[side]} has nobody standing, but its die still counts [R15]"
        self._dealt, self._taken = [0, 0], [0, 0]
        if damage:
            side = DEFENDER if attack > defence else ATTACKER
            self._dealt[side] = damage
            yield f"{_INDENT}{damage} damage to the {SIDES[side]}"
        else:
            yield f"{_INDENT}no damage"

    def _marker(self, side: int, slot: int) -> Iterator[str]:
        self._taken[side] += 1
        yield f"{_INDENT}the marker of {self._pair(side, slot)} takes 1 and is gone [R5]"

    def _damage(self, side: int, slot: int, points: int, left: int) -> Iterator[str]:
        self._taken[side] += points
        # A unit without damage left to take is turned over in the next event.
        end = f"{left} more would defeat it" if left else "defeated [R11]"
        yield f"{_INDENT}{self._name(side, slot)}: {points} damage, {end}"

    def _defeated(self, side: int, slot: int) -> Iterator[str]:
        self._standing[side][slot] = False
        yield from ()

    def _heroic_death(self, side: int, slot: int, points: int, prevented: int) -> Iterator[str]:
        self._dealt[side] += points
        guarded = f", {prevented} prevented by accuracy [R13]" if prevented else ""
        dead = self._name(1 - side, slot)
        yield f"{_INDENT}heroic death of {dead}: {points} damage to the {SIDES[side]} [R12]{guarded}"

    def _deflected(self, side: int, slot: int, points: int) -> Iterator[str]:
        yield f"{_INDENT}{self._name(side, slot)} draws up to {counted(points, 'point')} on itself [R14]"

    def _not_fought(self, line: int) -> Iterator[str]:
        self._dealt, self._taken = [0, 0], [0, 0]
        yield f"{LINES[line].capitalize()}: not fought, a side has nobody standing [R15]"

    def _lost(self) -> Iterator[str]:
        """Say at a line's end which points found nobody any more (R11)."""
        for side in (ATTACKER, DEFENDER):
            lost = self._dealt[side] - self._taken[side]
            if lost:
                yield f"{_INDENT}{lost} damage to the {SIDES[side]} finds nobody standing [R11]"
        self._dealt, self._taken = [0, 0], [0, 0]

    def _end(self) -> Iterator[str]:
        left = [sum(standing) for standing in self._standing]
        for side in (ATTACKER, DEFENDER):
            who = ", ".join(self._names(side, True))
            yield f"Standing of the {SIDES[side]}: {f'{left[side]} ({who})' if who else 'nobody'}"
        result = rules_of_fight.winner(*left)
        why = f"{max(left)} : {min(left)}"
        if result == 2:
            yield "Nobody wins: nobody stands on either side [R16]"
        elif left[ATTACKER] == left[DEFENDER]:
            yield f"The attacker wins: {why}, a tie goes to the attacker [R16]"
        else:
            yield f"The {WINNERS[result]} wins: {why} units standing [R16]"
        yield from self._challenge_spoils(result) if self._query.challenge else self._board_spoils(result)

    def _board_spoils(self, result: int) -> Iterator[str]:
        fallen = ", ".join(self._names(DEFENDER, False))
        yield f"Conquered: {fallen} [R17]" if fallen else "Nothing is conquered [R17]"
        if result == 0:
            unseen = unseen_relics(self._query.relics, self._query.relics_gone, "--relics")
            yield self._relics(sum(unseen.values()), "the relic stack")

    def _challenge_spoils(self, result: int) -> Iterator[str]:
        if result == 2:
            yield "Nobody gets anything [R19]"
            return
        if result == 0:
            theirs = self._query.their_relics
            yield self._relics(None if theirs is None else sum(theirs.values()), "the defender's relics")
            tokens = self._standing[ATTACKER].count(False) // UNITS_PER_HONOUR_TOKEN
            if tokens:
                yield f"The beaten defender gets {counted(tokens, 'honour token')} [R19]"
        medals = self._query.medals
        drawn = MEDALS_DRAWN if medals is None else min(MEDALS_DRAWN, len(medals))
        yield f"The {SIDES[result]} draws {drawn} of the {SIDES[1 - result]}'s own medals and keeps one [R19]"

    def _relics(self, there: int | None, source: str) -> str:
        count = len(self._line_ups[ATTACKER])
        draws = RELIC_DRAWS[count]
        if not draws:
            return "No relic: the attacker's virtual slot is filled [R18]"
        if there is not None and there < draws:
            if not there:
                return f"No relic: there is none in {source} [R18]"
            draws = there
        drawn = counted(draws, "relic")
        keeps = "keeps it" if draws == 1 else "keeps one"
        board = counted(count, "unit")
        return f"The attacker draws {drawn} from {source} and {keeps}: {board} on its board [R18]"

    def _value(self, side: int, slot: int, line: int) -> int:
        return self._rows[side][slot * UNIT_WIDTH + line]

    def _sum(self, side: int, line: int) -> int:
        standing = self._standing[side]
        return sum(self._value(side, slot, line) for slot in range(len(standing)) if standing[slot])

    def _name(self, side: int, slot: int) -> str:
        return self._labels[side][slot]

    def _names(self, side: int, stands: bool) -> list[str]:
        standing = self._standing[side]
        return [self._name(side, slot) for slot in range(len(standing)) if standing[slot] == stands]

    def _pair(self, side: int, slot: int) -> str:
        return f"{self._name(side, slot)} and {self._name(side, slot + 1)}"


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def _labels(line_ups: tuple[tuple[Unit, ...], tuple[Unit, ...]]) -> list[list[str]]:
    """Return what each unit is called: its name, with its side or place where that alone means several."""
    both = {unit.name for unit in line_ups[0]} & {unit.name for unit in line_ups[1]}
    labels: list[list[str]] = []
    for side, units in enumerate(line_ups):
        bare = [unit.name for unit in units]
        labels.append([])
        for slot, name in enumerate(bare):
            owner = f"the {SIDES[side]}'s " if name in both else ""
            place = f" (slot {slot + 1})" if bare.count(name) > 1 else ""
            labels[-1].append(f"{owner}{name}{place}")
    return labels


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
    if not 0 <= seed <= chance.MAX_SEED:
        raise InputError(f"a seed is a whole number from 0 to {chance.MAX_SEED}, not {seed}", "--seed")
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


__all__ = [
    "EVENT_NAMES",
    "SIDES",
    "WINNERS",
    "Course",
    "Story",
    "given_course",
    "narrate",
    "seeded_course",
    "typical_course",
    "wrap",
]
