"""The axes of a sweep: fields of cards, rulings and options, each with the values it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from odds.errors import InputError
from odds.history.cards import ACCURACIES, COUNTED_SYMBOLS, CardSet, Unit, WarToken
from odds.history.names import matches, nearest, same_card, shown
from odds.history.rules import KINDS, LINES, MAX_SYMBOLS, MAX_TOKEN_VALUE, MAX_TOUGHNESS, MAX_UNIT_VALUE, Rulings
from odds.history.spelled import is_label

#: Values one axis may have.
MOST_VALUES = 100_000

#: Fields of a card that can be an axis, with the least and the greatest number; others take words.
UNIT_FIELDS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(LINES, (0, MAX_UNIT_VALUE)),
    "toughness": (1, MAX_TOUGHNESS),
    **dict.fromkeys((*COUNTED_SYMBOLS, *ACCURACIES), (0, MAX_SYMBOLS)),
}
UNIT_WORDS = ("left", "right", "kind")
_TOKEN_SYMBOLS = ("ambush", "heroic_death", *ACCURACIES, "deflection", "reroll")
TOKEN_FIELDS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(LINES, (-MAX_TOKEN_VALUE, MAX_TOKEN_VALUE)),
    **dict.fromkeys(_TOKEN_SYMBOLS, (0, MAX_SYMBOLS)),
}

RULINGS = "rulings"

Read = Callable[[str, object, str], object]


@dataclass(frozen=True)
class Axis:
    """One axis of a grid.

    Args:
        name: Its column: `Trưng Sisters.melee`, `rulings.deflection_per`, `objective`.
        values: What it takes, in order.
        field: The card's field, the ruling or the option.
        card: The card as the spec names it; empty for rulings and options.
        ids: Ids of the cards it changes, by card set.
        is_token: Whether these are war tokens, by card set.
    """

    name: str
    values: tuple[Any, ...]
    field: str
    card: str = ""
    ids: tuple[frozenset[str], ...] = ()
    is_token: tuple[bool, ...] = ()

    @property
    def is_ruling(self) -> bool:
        """Whether it is a ruling."""
        return not self.card and self.name.startswith(f"{RULINGS}.")


@dataclass(frozen=True)
class Grid:
    """All axes; points are numbered with the last axis fastest."""

    axes: tuple[Axis, ...]

    @property
    def size(self) -> int:
        """How many points there are; 1 without axes."""
        return prod(len(axis.values) for axis in self.axes)

    def digits(self, point: int) -> list[int]:
        """Return which value each axis takes at a point."""
        found = []
        for axis in reversed(self.axes):
            point, digit = divmod(point, len(axis.values))
            found.append(digit)
        return found[::-1]

    def point(self, digits: Sequence[int]) -> int:
        """Return the number of a point, the inverse of `digits`."""
        number = 0
        for axis, digit in zip(self.axes, digits, strict=True):
            number = number * len(axis.values) + digit
        return number

    def every_value(self) -> Iterator[int]:
        """Yield points that have each value of an option or ruling once, all else as at the first point.

        What one axis says does not depend on the others, and cards' fields are checked where they are read: these
        points are enough to tell whether all can be answered.
        """
        for position, axis in enumerate(self.axes):
            for digit in range(len(axis.values) if not axis.card else 1):
                yield self.point([digit if place == position else 0 for place in range(len(self.axes))])

    def values(self, point: int) -> list[Any]:
        """Return the value of each axis at a point."""
        return [axis.values[digit] for axis, digit in zip(self.axes, self.digits(point), strict=True)]


def read_grid(
    table: object, card_sets: Sequence[CardSet], options: Sequence[str], read: Read, where: str = "grid"
) -> Grid:
    """Read the table `[grid]` of a spec.

    Args:
        table: What TOML made of it.
        card_sets: The card sets swept over; a card's axis must mean a card in each of them.
        options: Options that can be an axis.
        read: Checks one value of an option: its name, the value, where it stands.
        where: What the table is called in an error.

    Raises:
        InputError: An unknown card, field, ruling or option, a wrong value, an axis without values.
    """
    if not isinstance(table, Mapping):
        raise InputError('write axes as KEY = [VALUES] or "CARD".FIELD = [VALUES]', where)
    axes: list[Axis] = []
    for key, given in table.items():
        if not isinstance(given, Mapping) or (key in options and _is_range(given)):
            if key not in options:
                near = ", ".join(nearest(key, options))
                raise InputError(f"unknown option {shown(key)}; nearest: {near}; a card has a .FIELD", where)
            place = f"{where}.{key}"
            axes.append(Axis(key, tuple(read(key, value, place) for value in _values(given, place)), key))
        elif key == RULINGS:
            axes += [_ruling_axis(name, values, f"{where}.{RULINGS}") for name, values in given.items()]
        else:
            if not given:
                raise InputError(f'no field; write "{key}".melee = [2, 3]', f"{where}.{key}")
            axes += [_card_axis(key, name, values, card_sets, where) for name, values in given.items()]
    return Grid(tuple(axes))


def _is_range(given: Mapping[str, object]) -> bool:
    return set(given) <= {"from", "to", "step"}


def _values(given: object, where: str) -> list[object]:
    """Return an axis's values: a list, or `{ from = 1, to = 9, step = 2 }`."""
    if isinstance(given, Mapping) and _is_range(given) and {"from", "to"} <= set(given):
        first, last, step = given["from"], given["to"], given.get("step", 1)
        if not all(type(number) is int for number in (first, last, step)) or step < 1:
            raise InputError("from, to and step are whole numbers, step at least 1", where)
        given = list(range(first, min(last, first + step * MOST_VALUES) + 1, step))
    if not isinstance(given, list):
        raise InputError(f"an axis is a list of values, as in [{given!r}], or {{ from = 1, to = 3 }}", where)
    if not given:
        raise InputError("the axis has no values, so the grid is empty; give at least one or leave it out", where)
    if len(given) > MOST_VALUES:
        raise InputError(f"{len(given):,} values; an axis has at most {MOST_VALUES:,}", where)
    repeated = [value for index, value in enumerate(given[:1000]) if value in given[:index]]
    if repeated:
        raise InputError(f"the value {repeated[0]!r} stands twice", where)
    return given


def _ruling_axis(name: str, given: object, where: str) -> Axis:
    place = f"{where}.{name}"
    values = tuple(
        Rulings.from_dict({name: value}, where).to_dict()[name] for value in _values(given, place)
    )  # an unknown name is refused with those there are
    return Axis(f"{RULINGS}.{name}", values, name)


def _card_axis(card: str, field: str, given: object, card_sets: Sequence[CardSet], where: str) -> Axis:
    place = f"{where}.{shown(card)}.{field}"
    ids, is_token = [], []
    for card_set in card_sets:
        found, token = _cards(card, card_set, f"{where}.{shown(card)}")
        ids.append(frozenset(piece.id for piece in found))
        is_token.append(token)
    limits = TOKEN_FIELDS if any(is_token) else UNIT_FIELDS
    words = () if any(is_token) else UNIT_WORDS
    if field not in limits and field not in words:
        known = ", ".join((*limits, *words))
        if field == "copies":
            raise InputError("copies are no axis, they change which line-ups there are; write two card sets", place)
        raise InputError(f"{shown(field)} is no field that can vary; the fields are {known}", place)
    values = tuple(_field_value(field, value, limits, place) for value in _values(given, place))
    return Axis(f"{card}.{field}", values, field, card, tuple(ids), tuple(is_token))


def _cards(card: str, card_set: CardSet, where: str) -> tuple[list[Unit] | list[WarToken], bool]:
    """Return the units a name means in a set, or else its war tokens, and whether it is these."""
    try:
        units = matches(card, card_set.units)
    except InputError as no_unit:
        try:
            return matches(card, card_set.war_tokens, "war token"), True
        except InputError:
            raise no_unit.at(where) from None
    if any(not same_card(units[0], other) for other in units[1:]):
        owners = ", ".join(dict.fromkeys(f"{unit.name} ({unit.owner})" for unit in units))
        raise InputError(f"different cards have this name; say one of {owners}", where)
    return units, False


def _field_value(field: str, value: object, limits: Mapping[str, tuple[int, int]], where: str) -> object:
    if field in limits:
        low, high = limits[field]
        if type(value) is not int or not low <= value <= high:
            raise InputError(f"{field} is a whole number from {low} to {high}, not {value!r}", where)
        return value
    if field == "kind":
        if value not in KINDS:
            raise InputError(f"a kind is one of {', '.join(KINDS)}, not {value!r}", where)
        return value
    if not isinstance(value, str) or (value and not is_label(value)):
        raise InputError(f"a half shield's label is a word, '*' or '' (none), not {value!r} (R4)", where)
    return value


@dataclass(frozen=True)
class Changes:
    """What a point of the grid makes of the cards: new units and war tokens by id."""

    units: Mapping[str, Unit]
    tokens: Mapping[str, WarToken]

    def __bool__(self) -> bool:
        return bool(self.units or self.tokens)

    def of(self, unit: Unit) -> Unit:
        """Return a unit as this point has it, its war token, too; a spelled-out unit stays as it is."""
        changed = self.units.get(unit.id, unit) if unit.id else unit
        token = unit.token
        if token is not None and token.id in self.tokens:
            token = self.tokens[token.id]
        return unit if changed is unit and token is unit.token else replace(changed, token=token)

    def made(self, card_set: CardSet) -> CardSet:
        """Return a card set as this point has it."""
        if not self:
            return card_set
        units = tuple(self.units.get(unit.id, unit) for unit in card_set.units)
        return replace(card_set, units=units, war_tokens=tuple(self.tokens.get(t.id, t) for t in card_set.war_tokens))


def setting_at(
    grid: Grid, point: int, card_set: CardSet, number: int, options: Mapping[str, Any], rulings: Rulings
) -> tuple[dict[str, Any], Rulings, Changes]:
    """Return options, rulings and changed cards at a point of the grid.

    Args:
        grid, point: The grid, and the number of the point.
        card_set, number: A card set, the `number`-th of the sweep.
        options, rulings: What holds where no axis says otherwise.
    """
    chosen: dict[str, Any] = dict(options)
    ruled: dict[str, object] = dict(rulings.to_dict())
    for axis, value in zip(grid.axes, grid.values(point), strict=True):
        if axis.is_ruling:
            ruled[axis.field] = value
        elif not axis.card:
            chosen[axis.field] = value
    return chosen, Rulings.from_dict(ruled, RULINGS), changes_at(grid, point, card_set, number)


def changes_at(grid: Grid, point: int, card_set: CardSet, number: int) -> Changes:
    """Return what a point of the grid changes in a card set, the `number`-th of the sweep."""
    units: dict[str, Any] = {}
    tokens: dict[str, Any] = {}
    for axis, value in zip(grid.axes, grid.values(point), strict=True):
        if not axis.card:
            continue
        pieces: tuple[Any, ...] = card_set.war_tokens if axis.is_token[number] else card_set.units
        changed = tokens if axis.is_token[number] else units
        for piece in pieces:
            if piece.id in axis.ids[number]:
                changed[piece.id] = replace(changed.get(piece.id, piece), **{axis.field: value})
    return Changes(units, tokens)
