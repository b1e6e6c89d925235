"""Places a card could have had in recorded fights, and what each fight is worth with each card in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from odds import chance
from odds.history import match_ups
from odds.history.balance.fights import Recorded
from odds.history.cards import CardSet, Unit
from odds.history.match_ups import Terms
from odds.history.names import same_card
from odds.history.query import Query
from odds.history.rules import ERAS, Rulings
from odds.history.studies import solver
from odds.history.studies.spread import Fight, Stream

Array = np.ndarray[Any, np.dtype[Any]]

MEASURES = ("win", "vp")

#: Kinds of cards that are conquered.
STRONG = ("elite", "hero")

#: Match-ups that are solved at once.
PART = 1 << 16


@dataclass(frozen=True)
class Place:
    """A slot of a recorded fight in which one card is exchanged.

    Args:
        record: The fight.
        slot: The slot of the attackers (role `"attack"`) or of the defenders, from 0.
    """

    record: Recorded
    slot: int


@dataclass(frozen=True)
class Group:
    """Cards that compete for the same places.

    Args:
        role: `"attack"` or `"defend"`.
        places: The places.
        cards: The cards, equal ones once.
    """

    role: str
    places: list[Place]
    cards: list[Unit]


def different(units: Iterable[Unit]) -> list[Unit]:
    """Return units, those that are the same card of the same kind and name once."""
    found: list[Unit] = []
    for unit in units:
        if not any(
            same_card(unit, other) for other in found if other.name == unit.name and _home(other) == _home(unit)
        ):
            found.append(unit)
    return found


def _home(unit: Unit) -> str:
    """Return the era of an elite or hero; basic cards have a Sabaton instead, which makes no difference here."""
    return "" if unit.kind == "basic" else unit.owner


def groups_of(card_set: CardSet, records: Sequence[Recorded], seed: int, measure: str) -> list[Group]:
    """Return the groups of cards with their places.

    A fight gives each group at most one place, drawn by chance of those that hold such a card: basic cards attack in
    the place of basic cards, elites and heroes in the place of elites and heroes of any era; they defend on the board
    in the place of one of their own era. A challenge that nobody defends is left out, since no card matters there, and
    points are counted against the board only, where they hang on the fight alone.
    """
    start = chance.mix(chance.advance(chance.seed_start(seed)))
    basics: list[Place] = []
    conquered: list[Place] = []
    defending: dict[str, list[Place]] = {era: [] for era in ERAS}
    for number, record in enumerate(records):
        fight = record.fight
        if not fight.defenders or (record.challenge and measure == "vp"):
            continue
        stream = Stream(chance.trial_state(start, number))
        for places, kinds in ((basics, ("basic",)), (conquered, STRONG)):
            slot = _drawn_slot(fight.attackers, kinds, stream)
            if slot is not None:
                places.append(Place(record, slot))
        slot = None if record.challenge else _drawn_slot(fight.defenders, STRONG, stream)
        if slot is not None:
            defending[fight.defenders[slot].owner].append(Place(record, slot))
    strong = [unit for unit in card_set.units if unit.kind in STRONG]
    return [
        Group("attack", basics, different(card_set.units_of("basic"))),
        Group("attack", conquered, different(strong)),
        *(Group("defend", places, different(u for u in strong if u.owner == era)) for era, places in defending.items()),
    ]


def _drawn_slot(units: Sequence[Unit], kinds: Sequence[str], stream: Stream) -> int | None:
    """Return a slot with a card of some kinds, by chance, or `None` where there is none."""
    slots = [slot for slot, unit in enumerate(units) if unit.kind in kinds]
    return slots[stream.below(len(slots))] if slots else None


def exchanged(fight: Fight, role: str, slot: int, card: Unit) -> Fight:
    """Return a fight with a card in one place; the war token stays there, and both piles are drawn from as before.

    Where the card lies in the pile of that side, the one it replaces lies there instead.
    """
    attacks = role == "attack"
    units = list(fight.attackers if attacks else fight.defenders)
    pile = fight.deck if attacks else fight.stack
    old = units[slot]
    units[slot] = card.with_token(old.token)
    if any(unit.reinforcement for unit in units) and card in pile:
        at = pile.index(card)
        pile = (*pile[:at], replace(old, token=None), *pile[at + 1 :])
    if attacks:
        return replace(fight, attackers=tuple(units), deck=pile)
    return replace(fight, defenders=tuple(units), stack=pile)


class Worths:
    """Solves recorded fights with other cards in them.

    Args:
        rulings: The rulings.
        measure: `"win"` or `"vp"`, which re-rolls are played for, too.
    """

    def __init__(self, rulings: Rulings, measure: str) -> None:
        self._measure = measure
        anybody = (Unit("anybody"),)
        self._terms: dict[bool, Terms] = {
            challenge: match_ups.terms_of(
                Query(
                    anybody,
                    anybody,
                    rulings=rulings,
                    objective=measure if not challenge else "win",
                    challenge=challenge,
                )
            )
            for challenge in (False, True)
        }

    def of(self, group: Group, cards: Sequence[Unit], told: Callable[[int], object] | None = None) -> Array:
        """Return what each place is worth with each card in it; shape (places, cards).

        That is the attacker's chance to win, or its expected VP of units and a relic, exact over the dice; for
        defenders the same with the sign turned: what they deny.

        Args:
            group: The role and the places.
            cards: The cards, of the group or of another set.
            told: Called with the number of match-ups solved, bit by bit.
        """
        values = np.zeros((len(group.places), len(cards)))
        step = max(1, PART // max(1, len(cards)))
        for first in range(0, len(group.places), step):
            places = group.places[first : first + step]
            for challenge in (False, True):
                rows = [row for row, place in enumerate(places) if place.record.challenge == challenge]
                if rows:
                    asked = [places[row] for row in rows]
                    values[[first + row for row in rows]] = self._solve(group.role, asked, cards, challenge)
            if told:
                told(len(places) * len(cards))
        return values if group.role == "attack" else -values

    def _solve(self, role: str, places: Sequence[Place], cards: Sequence[Unit], challenge: bool) -> Array:
        ours: dict[tuple[Unit, ...], int] = {}
        theirs: dict[tuple[Unit, ...], int] = {}
        own, other = [], []
        for place in places:
            for card in cards:
                line_up, target = exchanged(place.record.fight, role, place.slot, card).reinforced()
                own.append(ours.setdefault(line_up, len(ours)))
                other.append(theirs.setdefault(target, len(theirs)))
        held = self._terms[challenge]
        solved = solver.solve(
            solver.encode(list(ours)),
            match_ups.defending_side(list(theirs), held),
            *(np.array(own, np.int64), np.array(other, np.int64), held),
        )
        found = solved.win if self._measure == "win" else solved.vp
        return np.asarray(found.reshape(len(places), len(cards)))
