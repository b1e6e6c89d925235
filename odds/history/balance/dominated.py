"""Cards that another card beats in every printed field: a check of the data, no fight needed."""

from __future__ import annotations

from collections.abc import Iterable

from odds.history.cards import ACCURACIES, COUNTED_SYMBOLS, Unit
from odds.history.rules import LINES

#: Printed numbers of which more is better, for whoever has the card.
FIELDS = (*LINES, "toughness", *COUNTED_SYMBOLS, *ACCURACIES)


def dominates(one: Unit, other: Unit) -> bool:
    """Return whether a card is at least as good as another in every field and better in one.

    More is better in every number, and a half shield is better than none; half shields of different labels (R4)
    cannot be compared.
    """
    numbers = [(getattr(one, name), getattr(other, name)) for name in FIELDS]
    shields = [(getattr(one, side), getattr(other, side)) for side in ("left", "right")]
    if any(mine < theirs for mine, theirs in numbers) or any(theirs not in ("", mine) for mine, theirs in shields):
        return False
    return any(mine > theirs for mine, theirs in numbers) or any(mine != theirs for mine, theirs in shields)


def dominated_cards(units: Iterable[Unit]) -> dict[Unit, list[Unit]]:
    """Return each card that others of its kind dominate, with these.

    Elites and heroes are compared within their era, since eras are not meant to be equal; basic cards with all.
    """
    every = list(units)
    found: dict[Unit, list[Unit]] = {}
    for unit in every:
        rivals = [one for one in every if one.kind == unit.kind and (unit.kind == "basic" or one.owner == unit.owner)]
        better = [one for one in rivals if dominates(one, unit)]
        if better:
            found[unit] = better
    return found
