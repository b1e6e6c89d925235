"""Rows of the report of balance: the worth of each card, and what another set changes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from odds.history.balance.means import holm, mean_by_game
from odds.history.balance.places import Group, Worths
from odds.history.cards import CardSet, Unit
from odds.history.names import same_card
from odds.history.rules import KINDS, SABATONS

Array = np.ndarray[Any, np.dtype[Any]]

#: An outlier is worth this much more or less than its reference card: as a chance to win, or in VP.
OUTLIER = {"win": 0.15, "vp": 0.4}

#: A corrected p-value below this is no accident.
LEVEL = 0.05


@dataclass(frozen=True)
class Worth:
    """What a card is worth in a role.

    Attributes:
        name, id, owner, kind: The card; a basic card of several Sabatons has the first one's id and all their names.
        role: `"attack"` or `"defend"`.
        measure: `"win"` or `"vp"`.
        worth: What it adds to the chance to win, or to expected VP, in place of the reference card; for a defender
            what it takes from the attacker's.
        low, high: 95 % interval of the worth, by games; not a number where there are too few.
        p, p_adjusted: p-value of a worth of 0, and the same corrected by Holm's method over all rows.
        fights: Recorded fights it was put into.
        value: Mean chance to win, or VP, of the attacker with the card in its place.
        reference: Name of the reference card: the median one of its kind, for elites and defending heroes of its era.
        outlier: Whether `p_adjusted` is below `LEVEL` and the worth at least `OUTLIER` from 0.
        dominated_by: Names of the cards that dominate it.
    """

    name: str
    id: str
    owner: str
    kind: str
    role: str
    measure: str
    worth: float
    low: float
    high: float
    p: float
    p_adjusted: float
    fights: int
    value: float
    reference: str
    outlier: bool
    dominated_by: str

    @property
    def is_reference(self) -> bool:
        """Whether this is the reference card itself, whose worth is 0 by definition."""
        return self.name == self.reference and self.worth == self.low == self.high == 0


@dataclass(frozen=True)
class Change:
    """What the other set changes of a card in a role, in the same places of the same fights.

    Attributes:
        name, id, owner, kind, role, measure, fights: As in `Worth`; the name is the first set's.
        before, after: Its worth with the values of either set, against the first set's reference card.
        worth, low, high: The change, and its 95 % interval by games.
        p, p_adjusted: p-value of no change, and corrected by Holm's method over the cards that differ.
    """

    name: str
    id: str
    owner: str
    kind: str
    role: str
    measure: str
    before: float
    after: float
    worth: float
    low: float
    high: float
    p: float
    p_adjusted: float
    fights: int


def references_of(group: Group, values: Array) -> dict[tuple[str, str], int]:
    """Return the reference card of each kind (and era): the one with the median mean, of two the lower.

    Args:
        group: The cards.
        values: What each place is worth with each of them; shape (places, cards).

    Returns:
        Places in `group.cards`, by kind and era (`_rivals`).
    """
    if not len(values):
        return {}
    means = values.mean(axis=0)
    found: dict[tuple[str, str], int] = {}
    for key in dict.fromkeys(_rivals(group.role, unit) for unit in group.cards):
        rivals = [place for place, unit in enumerate(group.cards) if _rivals(group.role, unit) == key]
        rivals.sort(key=lambda place: (means[place], group.cards[place].id))
        found[key] = rivals[(len(rivals) - 1) // 2]
    return found


def _rivals(role: str, unit: Unit) -> tuple[str, str]:
    """Return what a card has in common with those it is compared with."""
    era = unit.owner if unit.kind == "elite" or (unit.kind == "hero" and role == "defend") else ""
    return unit.kind, era


def rows_of_worths(
    card_set: CardSet,
    group: Group,
    values: Array,
    references: dict[tuple[str, str], int],
    measure: str,
    dominated: dict[Unit, list[Unit]],
) -> list[Worth]:
    """Return the rows of a group, not yet corrected; none without places.

    Args:
        card_set: The set, for the owners of basic cards.
        group: The cards and places.
        values: What each place is worth with each card; shape (places, cards).
        references: `references_of`.
        measure: `"win"` or `"vp"`.
        dominated: Cards that others dominate, with these.
    """
    games = np.array([place.record.game for place in group.places])
    rows = []
    for place, unit in enumerate(group.cards if len(values) else ()):
        reference = references[_rivals(group.role, unit)]
        mean = mean_by_game(values[:, place] - values[:, reference], games)
        rows.append(
            Worth(
                *_called(card_set, unit),
                role=group.role,
                measure=measure,
                worth=mean.value,
                low=mean.low,
                high=mean.high,
                p=mean.p,
                p_adjusted=mean.p,
                fights=len(values),
                value=float(values[:, place].mean()) * (1 if group.role == "attack" else -1),
                reference=group.cards[reference].name,
                outlier=False,
                dominated_by=", ".join(one.name for one in dominated.get(unit, [])),
            )
        )
    return rows


def _called(card_set: CardSet, unit: Unit) -> tuple[str, str, str, str]:
    """Return a card's name, id, owners and kind."""
    owners = [unit.owner]
    if unit.kind == "basic":
        same = {one.owner for one in card_set.units_of("basic") if one.name == unit.name and same_card(one, unit)}
        owners = [owner for owner in SABATONS if owner in same]
    return unit.name, unit.id, ", ".join(owners), unit.kind


def rows_of_changes(
    card_set: CardSet,
    other_set: CardSet,
    group: Group,
    values: Array,
    references: dict[tuple[str, str], int],
    measure: str,
    solver: Worths,
) -> list[Change]:
    """Return a row for each card of a group whose printed values differ in another set, not yet corrected.

    Args:
        card_set, group, values, references, measure: As `rows_of_worths`.
        other_set: The set to compare with, by ids.
        solver: Solves the fights with the other set's cards.
    """
    theirs = {unit.id: unit for unit in other_set.units}
    pairs = [
        (place, theirs[unit.id])
        for place, unit in enumerate(group.cards)
        if unit.id in theirs and not same_card(replace(unit, name=theirs[unit.id].name), theirs[unit.id])
    ]
    if not pairs or not len(values):
        return []
    games = np.array([place.record.game for place in group.places])
    changed = solver.of(group, [card for _, card in pairs])
    rows = []
    for column, (place, _) in enumerate(pairs):
        unit = group.cards[place]
        mean = mean_by_game(changed[:, column] - values[:, place], games)
        reference = values[:, references[_rivals(group.role, unit)]].mean()
        rows.append(
            Change(
                *_called(card_set, unit),
                role=group.role,
                measure=measure,
                before=float(values[:, place].mean() - reference),
                after=float(changed[:, column].mean() - reference),
                worth=mean.value,
                low=mean.low,
                high=mean.high,
                p=mean.p,
                p_adjusted=mean.p,
                fights=len(values),
            )
        )
    return rows


def corrected_worths(rows: Sequence[Worth]) -> list[Worth]:
    """Return rows with their p-values corrected and the outliers marked, by role and kind, best first.

    Reference cards are no tests: their difference is 0 by definition.
    """
    tested = [row for row in rows if not row.is_reference]
    adjusted = dict(zip(map(id, tested), holm([row.p for row in tested]), strict=True))
    done = []
    for row in rows:
        p = adjusted.get(id(row), 1.0)
        done.append(replace(row, p_adjusted=p, outlier=p < LEVEL and abs(row.worth) >= OUTLIER[row.measure]))
    return sorted(done, key=lambda row: (row.role, KINDS.index(row.kind), -row.worth, row.id))


def corrected_changes(rows: Sequence[Change]) -> list[Change]:
    """Return rows with their p-values corrected, the largest change first."""
    adjusted = holm([row.p for row in rows])
    done = [replace(row, p_adjusted=p) for row, p in zip(rows, adjusted, strict=True)]
    return sorted(done, key=lambda row: (-abs(row.worth), row.id, row.role))
