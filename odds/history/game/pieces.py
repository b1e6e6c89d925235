"""What is printed on the pieces of a card set as one flat read-only sequence, made once.

Every copy of a piece is a piece of its own with its number; equal copies have successive numbers, and the first
of them, its *kind*, names them all in actions and outcomes. Units are numbered by owner, Sabatons first, then eras;
relics by era.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from odds.errors import InputError
from odds.history.cards import GEAR_ACTIONS, CardSet, Medal, Relic, Tile, Unit, WarToken
from odds.history.encode import DICE, encode_unit
from odds.history.faces import SHOWN
from odds.history.fight import UNIT_WIDTH
from odds.history.game.state import MAX_FIELDS, MAX_MEDALS, MAX_RELICS, MAX_TILES, MAX_TOKENS, MAX_UNITS
from odds.history.names import same_card
from odds.history.rules import ATTACKER_SLOTS, ERAS, KINDS, RELIC_DRAWS, RELIC_POINTS, SABATONS, UNIT_POINTS

UNIT_COUNT = 0
RELIC_COUNT = 1
TILE_COUNT = 2
TOKEN_COUNT = 3
MEDAL_COUNT = 4
FIELDS = 5  # token fields at the gear
WHEEL_LENGTH = 6
ARROWS = 7  # ARROWS + 0, 1
ARROW_COUNT = 2
DRAWS_OF = 10  # DRAWS_OF + units on the attacker board: relics drawn (R18)
RELIC_VALUES = DRAWS_OF + ATTACKER_SLOTS + 1  # RELIC_VALUES + relics of an era (C)
KIND_VALUES = RELIC_VALUES + len(RELIC_POINTS)  # KIND_VALUES + class of a unit (C)
DICE_AT = KIND_VALUES + len(KINDS)  # the flat dice of `encode`: values of the faces, and their first twins
WHEEL = DICE_AT + SHOWN
MAX_WHEEL = 32
OWNER_FIRST = WHEEL + MAX_WHEEL  # OWNER_FIRST + owner: first unit; the next entry ends them
UNITS = OWNER_FIRST + len(SABATONS) + len(ERAS) + 1
UNIT_KIND = UNIT_WIDTH  # after the unit's row of `fight`
UNIT_CLASS = UNIT_WIDTH + 1  # 0 basic, 1 elite, 2 hero
UNIT_OWNER = UNIT_WIDTH + 2  # Sabaton, or FIRST_ERA + era
UNIT_SIZE = UNIT_WIDTH + 3
TOKENS = UNITS + MAX_UNITS * UNIT_SIZE
TOKEN_KIND = UNIT_WIDTH  # after what it adds to a unit's row
TOKEN_USE = UNIT_WIDTH + 1  # 0 a fight token, 1 hunt, MOVE_UP + gear action
TOKEN_SIZE = UNIT_WIDTH + 2
RELICS = TOKENS + MAX_TOKENS * TOKEN_SIZE
RELIC_KIND = 0
RELIC_ERA = 1
RELIC_SIZE = 2
TILES = RELICS + MAX_RELICS * RELIC_SIZE
TILE_ERA = 0  # TILE_ERA + 0, 1
TILE_FIELD = 2  # field it points to, from 0
TILE_SIZE = 3
MEDALS = TILES + MAX_TILES * TILE_SIZE
MEDAL_KIND = 0
MEDAL_OWNER = 1
MEDAL_VALUE = 2
MEDAL_SIZE = 3
PIECES_SIZE = MEDALS + MAX_MEDALS * MEDAL_SIZE

FIRST_ERA = len(SABATONS)
ELITE = KINDS.index("elite")
HERO = KINDS.index("hero")
HUNTING = 1
MOVE_UP = 2

#: Medals of one Sabaton there is room for.
MOST_MEDALS = 6

P = TypeVar("P", Unit, WarToken, Relic)


@dataclass(frozen=True)
class Pieces:
    """The pieces of a card set, numbered.

    Args:
        card_set: Where they come from.
        units, war_tokens, relics, tiles, medals: The piece of each number, copies one by one.
        numbers: The flat sequence the engine reads, `PIECES_SIZE` integers.
    """

    card_set: CardSet
    units: tuple[Unit, ...]
    war_tokens: tuple[WarToken, ...]
    relics: tuple[Relic, ...]
    tiles: tuple[Tile, ...]
    medals: tuple[Medal, ...]
    numbers: tuple[int, ...]

    def kinds(self, offset: int, size: int, field: int, count: int) -> list[int]:
        """Return the kind of each piece of a table of `numbers`."""
        return [self.numbers[offset + size * number + field] for number in range(count)]


@lru_cache(maxsize=8)
def number_pieces(card_set: CardSet) -> Pieces:
    """Number the pieces of a card set.

    Raises:
        InputError: The set lacks what a whole game needs, or has more pieces than there is room for.
    """
    owners = (*SABATONS, *ERAS)
    units = _copies(sorted(card_set.units, key=lambda unit: (owners.index(unit.owner), KINDS.index(unit.kind))))
    tokens = _copies(card_set.war_tokens)
    relics = _copies(sorted(card_set.relics, key=lambda relic: ERAS.index(relic.era)))
    medals = tuple(sorted(card_set.medals, key=lambda medal: (SABATONS.index(medal.owner), medal.value)))
    pieces = Pieces(card_set, units, tokens, relics, card_set.tiles, medals, ())
    _check(pieces)
    return replace(pieces, numbers=tuple(_flatten(pieces)))


def _copies(rows: Iterable[P]) -> tuple[P, ...]:
    """Return each copy as a piece, equal rows of one owner next to each other."""
    grouped: list[list[P]] = []
    for row in rows:
        group = next((group for group in grouped if _are_copies(group[0], row)), None)
        copies = [row] * row.copies
        if group is None:
            grouped.append(copies)
        else:
            group.extend(copies)
    return tuple(piece for group in grouped for piece in group)


def _are_copies(one: Any, other: Any) -> bool:
    places = [getattr(piece, "owner", getattr(piece, "era", "")) for piece in (one, other)]
    return places[0] == places[1] and same_card(one, other)


def _check(pieces: Pieces) -> None:
    card_set = pieces.card_set
    where = card_set.folder or card_set.name
    gear = card_set.gear
    if gear is None:
        raise InputError("a whole game needs the [gear] of set.toml; this set has none", where)
    if len(gear.arrows) != ARROW_COUNT or not 0 < len(gear.wheel) <= MAX_WHEEL:
        raise InputError(f"a whole game needs {ARROW_COUNT} arrows and a wheel of at most {MAX_WHEEL} actions", where)
    if not 0 <= gear.token_fields <= MAX_FIELDS:
        raise InputError(f"a whole game has at most {MAX_FIELDS} token fields, not {gear.token_fields}", where)
    if len(pieces.tiles) < 3:
        raise InputError(f"a whole game needs at least 3 time-travel tiles, not {len(pieces.tiles)}", where)
    for what, found, most in (
        ("unit cards", pieces.units, MAX_UNITS),
        ("war tokens", pieces.war_tokens, MAX_TOKENS),
        ("relics", pieces.relics, MAX_RELICS),
        ("time-travel tiles", pieces.tiles, MAX_TILES),
        ("valour medals", pieces.medals, MAX_MEDALS),
    ):
        if len(found) > most:
            raise InputError(f"a whole game has room for {most} {what}, not {len(found)}", where)
    for sabaton in SABATONS:
        medals = sum(medal.owner == sabaton for medal in pieces.medals)
        if medals > MOST_MEDALS:
            raise InputError(f"a whole game has at most {MOST_MEDALS} medals of a Sabaton, not {medals}", where)


def _flatten(pieces: Pieces) -> list[int]:
    numbers = [0] * PIECES_SIZE
    gear = pieces.card_set.gear
    assert gear is not None
    numbers[UNIT_COUNT] = len(pieces.units)
    numbers[RELIC_COUNT] = len(pieces.relics)
    numbers[TILE_COUNT] = len(pieces.tiles)
    numbers[TOKEN_COUNT] = len(pieces.war_tokens)
    numbers[MEDAL_COUNT] = len(pieces.medals)
    numbers[FIELDS] = gear.token_fields
    numbers[WHEEL_LENGTH] = len(gear.wheel)
    numbers[ARROWS : ARROWS + ARROW_COUNT] = gear.arrows
    numbers[WHEEL : WHEEL + len(gear.wheel)] = [GEAR_ACTIONS.index(action) for action in gear.wheel]
    for count, draws in RELIC_DRAWS.items():
        numbers[DRAWS_OF + count] = draws
    numbers[RELIC_VALUES : RELIC_VALUES + len(RELIC_POINTS)] = RELIC_POINTS
    numbers[KIND_VALUES : KIND_VALUES + len(KINDS)] = [UNIT_POINTS[kind] for kind in KINDS]
    numbers[DICE_AT : DICE_AT + SHOWN] = DICE[:SHOWN]
    _flatten_units(pieces.units, numbers)
    _flatten_tokens(pieces.war_tokens, numbers)
    for number, relic in enumerate(pieces.relics):
        row = [_first_copy(pieces.relics, number), ERAS.index(relic.era)]
        numbers[RELICS + number * RELIC_SIZE : RELICS + (number + 1) * RELIC_SIZE] = row
    for number, tile in enumerate(pieces.tiles):
        row = [ERAS.index(tile.era_a), ERAS.index(tile.era_b), tile.token_field - 1]
        numbers[TILES + number * TILE_SIZE : TILES + (number + 1) * TILE_SIZE] = row
    for number, medal in enumerate(pieces.medals):
        kind = number
        while kind > 0 and (pieces.medals[kind - 1].owner, pieces.medals[kind - 1].value) == (medal.owner, medal.value):
            kind -= 1
        row = [kind, SABATONS.index(medal.owner), medal.value]
        numbers[MEDALS + number * MEDAL_SIZE : MEDALS + (number + 1) * MEDAL_SIZE] = row
    return numbers


def _flatten_units(units: Sequence[Unit], numbers: list[int]) -> None:
    owners = (*SABATONS, *ERAS)
    for number, unit in enumerate(units):
        extra = [_first_copy(units, number), KINDS.index(unit.kind), owners.index(unit.owner)]
        numbers[UNITS + number * UNIT_SIZE : UNITS + (number + 1) * UNIT_SIZE] = [*encode_unit(unit, number), *extra]
    for index in range(len(owners) + 1):
        numbers[OWNER_FIRST + index] = sum(owners.index(unit.owner) < index for unit in units)


def _flatten_tokens(tokens: Sequence[WarToken], numbers: list[int]) -> None:
    bare = Unit("")
    for number, token in enumerate(tokens):
        added = [0] * UNIT_WIDTH
        use = 0
        if token.special:
            hunts = token.special == "hunt"
            use = HUNTING if hunts else MOVE_UP + GEAR_ACTIONS.index(token.special.removeprefix("move-up:"))
        else:
            with_it, without = encode_unit(bare.with_token(token)), encode_unit(bare)
            added = [one - other for one, other in zip(with_it, without, strict=True)]
        row = [*added, _first_copy(tokens, number), use]
        numbers[TOKENS + number * TOKEN_SIZE : TOKENS + (number + 1) * TOKEN_SIZE] = row


def _first_copy(pieces: Sequence[Any], number: int) -> int:
    while number > 0 and _are_copies(pieces[number - 1], pieces[number]):
        number -= 1
    return number
