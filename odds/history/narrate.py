"""A fight told line by line, from the events of the very run of `fight` that decides it.

`narrate` tells a fight whose line-ups and faces are known. Where draws or dice are open, a `Course` says which
ones to tell: `given_course`, `seeded_course` or `typical_course`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from odds.history import fight as rules_of_fight
from odds.history.cards import Unit
from odds.history.encode import DICE, encode_line_up
from odds.history.faces import RISKY, STRONG, attacker_die
from odds.history.fight import (
    ARENA_SIZE,
    ATTACKER,
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
    SLOTS,
    UNIT_WIDTH,
)
from odds.history.query import Query
from odds.history.rules import LINES, MEDALS_DRAWN, RELIC_DRAWS, UNITS_PER_HONOUR_TOKEN
from odds.history.spelled import spell_token, spell_values
from odds.history.words import counted
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
