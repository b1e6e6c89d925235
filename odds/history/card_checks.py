"""What is doubtful in a card set although it can be read: warnings, never errors.

An edition may depart from the component counts (A) or from the rules' word on heroes (R20); an owner who
types in 108 cards wants to be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from odds.history.card_folder import Folder
from odds.history.card_header import FILE as HEADER_FILE
from odds.history.card_rows import AS_PRINTED, Rows
from odds.history.card_tables import Problem
from odds.history.cards import ACCURACIES, DEFAULT_LABEL, GEAR_ACTIONS, Unit, WarToken
from odds.history.names import fold, same_card
from odds.history.rules import ERAS, LINES, RELICS_PER_ERA, SABATONS

#: Component counts (A).
BASICS_PER_SABATON = 8
ELITES_PER_ERA = 15
HEROES_PER_ERA = 2
WAR_TOKENS = 20
TILES = 12
MEDALS_PER_SABATON = 4

#: Gear actions that are active at once (D, phase 1), and token fields at the gear.
ACTIVE_ACTIONS = 2
TOKEN_FIELDS = 3

T = TypeVar("T")

_ABILITIES = ("ambush", "heroic_death", *ACCURACIES, "deflection", "reroll")


def find_warnings(folder: Folder) -> Iterator[Problem]:
    """Yield every warning about a folder, file by file."""
    yield from _header(folder)
    yield from _unit_counts(folder.units)
    yield from _heroes(folder.units)
    yield from _names(folder.units)
    yield from _labels(folder.units)
    yield from _tokens(folder.war_tokens)
    relics = [(relic.era, relic.copies) for relic in folder.relics]
    yield from _count_each(folder.relics, "relics of era", ERAS, RELICS_PER_ERA, relics)
    if folder.tiles.complete:
        yield from _count(folder.tiles.file, "time-travel tiles", len(folder.tiles.pieces), TILES)
    medals = [(medal.owner, 1) for medal in folder.medals]
    yield from _count_each(folder.medals, "medals of", SABATONS, MEDALS_PER_SABATON, medals)
    for line, medal in folder.medals.pieces:
        if medal.value == 0:
            yield Problem(folder.medals.file, "a medal worth nothing; enter its value", line, "value")
    yield from _claims(folder)


def _header(folder: Folder) -> Iterator[Problem]:
    gear = folder.header.gear
    if gear is None:
        if not any(error.file == HEADER_FILE for error in folder.errors):
            yield Problem(HEADER_FILE, "no [gear]: fights work, whole games do not", 0, "gear")
        return
    missing = [action for action in GEAR_ACTIONS if action not in gear.wheel]
    if missing:
        yield Problem(HEADER_FILE, f"no {', '.join(missing)} on the wheel (D)", 0, "gear.wheel")
    if len(gear.arrows) != ACTIVE_ACTIONS:
        message = f"{len(gear.arrows)} arrows; the game has {ACTIVE_ACTIONS} active actions (D)"
        yield Problem(HEADER_FILE, message, 0, "gear.arrows")
    if gear.token_fields != TOKEN_FIELDS:
        message = f"{gear.token_fields} token fields; the game has {TOKEN_FIELDS} (D)"
        yield Problem(HEADER_FILE, message, 0, "gear.token_fields")


def _count(file: str, what: str, found: int, expected: int) -> Iterator[Problem]:
    if found != expected:
        yield Problem(file, f"{found} {what}; the game has {expected} (A)")


def _count_each(
    rows: Rows[T], what: str, owners: Iterable[str], expected: int, pairs: Iterable[tuple[str, int]]
) -> Iterator[Problem]:
    """Yield a warning for each owner with another number of pieces; a file with errors is not counted.

    Args:
        rows: The file's rows.
        what: The pieces, in front of an owner's name.
        owners: The owners that should have `expected` pieces each.
        pairs: The owner and the copies of each piece.
    """
    if not rows.complete:
        return
    found = dict.fromkeys(owners, 0)
    for owner, copies in pairs:
        found[owner] += copies
    for owner, copies in found.items():
        yield from _count(rows.file, f"{what} {owner}", copies, expected)


def _unit_counts(units: Rows[Unit]) -> Iterator[Problem]:
    for kind, what, owners, expected in (
        ("basic", "basic units of", SABATONS, BASICS_PER_SABATON),
        ("elite", "elite units of era", ERAS, ELITES_PER_ERA),
        ("hero", "heroes of era", ERAS, HEROES_PER_ERA),
    ):
        pairs = [(unit.owner, unit.copies) for unit in units if unit.kind == kind]
        yield from _count_each(units, what, owners, expected, pairs)


def _heroes(units: Rows[Unit]) -> Iterator[Problem]:
    """Yield what R20 says of every hero and one does not show."""
    for line, unit in units.pieces:
        if unit.kind != "hero":
            continue
        lacks = []
        if not unit.reinforcement:
            lacks.append("reinforcement")
        if not (unit.left and unit.right):
            lacks.append("both half shields")
        if not any(getattr(unit, ability) for ability in _ABILITIES):
            lacks.append("one more ability")
        if lacks:
            yield Problem(units.file, f"hero {unit.name} lacks {', '.join(lacks)} (R20)", line)


def _names(units: Rows[Unit]) -> Iterator[Problem]:
    """Yield elites entered twice, and names that mean different cards."""
    first: dict[str, list[tuple[int, Unit]]] = {}
    for line, unit in units.pieces:
        others = first.setdefault(fold(unit.name), [])
        for other_line, other in others:
            if same_card(unit, other):
                if unit.kind != "basic":
                    message = f"{unit.name} is the same card as in line {other_line}; entered twice?"
                    yield Problem(units.file, message, line, "name")
                break
        else:
            if others:
                say = "its id" if any(unit.owner == other.owner for _, other in others) else "its owner"
                example = unit.id if say == "its id" else f"{unit.name} ({unit.owner})"
                message = f"{unit.name} is another card in line {others[0][0]}; say {say}, as in {example}"
                yield Problem(units.file, message, line, "name")
            others.append((line, unit))


def _labels(units: Rows[Unit]) -> Iterator[Problem]:
    """Yield half shields that can connect with no other (R4)."""
    left: dict[str, int] = {}
    right: dict[str, int] = {}
    for line, unit in units.pieces:
        if unit.left:
            left.setdefault(unit.left, line)
        if unit.right:
            right.setdefault(unit.right, line)
    for column, mine, theirs in (("left", left, right), ("right", right, left)):
        for label, line in mine.items():
            if label not in theirs:
                other = "right" if column == "left" else "left"
                kind = "half shield" if label == DEFAULT_LABEL else f"half shield '{label}'"
                message = f"no unit has a {other} {kind}, so this one never connects (R4)"
                yield Problem(units.file, message, line, column)


def _tokens(tokens: Rows[WarToken]) -> Iterator[Problem]:
    if tokens.complete:
        yield from _count(tokens.file, "war tokens", sum(token.copies for token in tokens), WAR_TOKENS)
    for line, token in tokens.pieces:
        adds = any(getattr(token, column) for column in (*LINES, *_ABILITIES))
        if token.special and adds:
            message = f"{token.name} is used outside the fight ({token.special}); what it adds never counts"
            yield Problem(tokens.file, message, line)
        elif not token.special and not adds:
            yield Problem(tokens.file, f"{token.name} adds nothing; enter its values or symbols", line)


def _claims(folder: Folder) -> Iterator[Problem]:
    """Yield where `values` in set.toml says more than the rows do (E)."""
    values = folder.header.values
    if values == "printed":
        for rows in (folder.war_tokens, folder.relics, folder.tiles, folder.medals):
            made_up = [(line, piece.provenance) for line, piece in rows.pieces if piece.provenance not in AS_PRINTED]
            if made_up:
                line, provenance = made_up[0]
                message = f"{len(made_up)} rows are not printed (this one: {provenance}), unlike the units"
                yield Problem(rows.file, message, line, "provenance")
    elif values == "mixed" and not any(unit.provenance == "printed" for unit in folder.units):
        message = "says that printed values are among others, but no unit row is printed"
        yield Problem(HEADER_FILE, message, 0, "values")
