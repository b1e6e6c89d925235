"""What is printed on the pieces: units, war tokens, relics, tiles, medals, and the set they make up.

Only values here; `card_files` reads and checks them from a folder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from odds.errors import InputError
from odds.history.rules import DEFAULT_RULINGS, Rulings

#: Symbols a unit can show, in the order of `units.csv`.
COUNTED_SYMBOLS = ("reinforcement", "ambush", "heroic_death", "deflection", "reroll")
ACCURACIES = ("accuracy_ranged", "accuracy_normal", "accuracy_melee")

#: The half shield label used where an owner tells no kinds apart (R4).
DEFAULT_LABEL = "*"


@dataclass(frozen=True, slots=True)
class WarToken:
    """A war token: values and symbols it adds to one unit (R7), or a special use outside the fight (D).

    Args:
        name: The name it is called by.
        ranged, normal, melee: Values added in each battle line, -99 to 99.
        ambush, heroic_death, accuracy_ranged, accuracy_normal, accuracy_melee, deflection, reroll:
            Symbols added, 0 to 9.
        special: Empty, `"hunt"`, or `"move-up:ACTION"` with a gear action.
        id, copies, provenance, note: As in `war_tokens.csv`.
    """

    name: str
    ranged: int = 0
    normal: int = 0
    melee: int = 0
    ambush: int = 0
    heroic_death: int = 0
    accuracy_ranged: int = 0
    accuracy_normal: int = 0
    accuracy_melee: int = 0
    deflection: int = 0
    reroll: int = 0
    special: str = ""
    id: str = ""
    copies: int = 1
    provenance: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit card, with the war token assigned to it, if any.

    Args:
        name: The printed name.
        ranged, normal, melee: Values in the three battle lines, 0 to 99.
        toughness: Damage points it takes before it is defeated (R11), 1 to 99.
        reinforcement, ambush, heroic_death, accuracy_ranged, accuracy_normal, accuracy_melee, deflection,
        reroll: Symbols shown, 0 to 9.
        left, right: Labels of the half shields (R4); empty for none, `"*"` where no kinds are told apart.
        kind: `"basic"`, `"elite"` or `"hero"`.
        owner: A Sabaton (basic) or an era I-IV (elite, hero); empty for a spelled-out unit.
        token: The war token assigned to it (R7), or `None`.
        id, copies, provenance, note: As in `units.csv`.
    """

    name: str
    ranged: int = 0
    normal: int = 0
    melee: int = 0
    toughness: int = 1
    reinforcement: int = 0
    ambush: int = 0
    heroic_death: int = 0
    accuracy_ranged: int = 0
    accuracy_normal: int = 0
    accuracy_melee: int = 0
    deflection: int = 0
    reroll: int = 0
    left: str = ""
    right: str = ""
    kind: str = "basic"
    owner: str = ""
    id: str = ""
    copies: int = 1
    provenance: str = ""
    note: str = ""
    token: WarToken | None = None

    def with_token(self, token: WarToken | None) -> Unit:
        """Return this unit with `token` assigned (R7: at most one a unit).

        Raises:
            InputError: The unit has a token already, or the token is none for a fight (hunt, move up).
        """
        if token is not None and self.token is not None:
            raise InputError(f"{self.name} has a war token already; a unit takes at most one (R7)")
        if token is not None and token.special:
            raise InputError(f"'{token.name}' is not assigned to a unit; it is used outside the fight (D)")
        return replace(self, token=token)


@dataclass(frozen=True, slots=True)
class Relic:
    """A relic card of one era, as in `relics.csv`."""

    name: str
    era: str
    id: str = ""
    copies: int = 1
    provenance: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """A time-travel tile: two eras and the token field it points to (1 to 3), as in `tiles.csv`."""

    id: str
    era_a: str
    era_b: str
    token_field: int
    provenance: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Medal:
    """A valour medal of one Sabaton with its printed value in VP, as in `medals.csv`."""

    id: str
    owner: str
    value: int
    provenance: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Gear:
    """The gears of history: actions around the wheel and where the board's arrows point (D, phase 1).

    Args:
        wheel: Gear actions in the order they stand on the wheel.
        arrows: Positions (0-based) of the arrows at the wheel's start; after t turns of one step the active
            actions are `wheel[(arrow + t) % len(wheel)]`.
        token_fields: War tokens lying open at the gear.
    """

    wheel: tuple[str, ...]
    arrows: tuple[int, ...]
    token_fields: int = 3


#: The gear actions of phase 1 (D).
GEAR_ACTIONS = ("draw-2", "take-1", "dismiss", "shuffle")


@dataclass(frozen=True)
class CardSet:
    """All pieces of one edition of the game, read from a folder by `card_files.read_card_set`."""

    name: str
    title: str
    units: tuple[Unit, ...]
    war_tokens: tuple[WarToken, ...] = ()
    relics: tuple[Relic, ...] = ()
    tiles: tuple[Tile, ...] = ()
    medals: tuple[Medal, ...] = ()
    gear: Gear | None = None
    rulings: Rulings = DEFAULT_RULINGS
    folder: str = field(default="", compare=False)
    #: What `set.toml` says of the values' source; empty where the rows' provenance tells it.
    values: str = ""

    def units_of(self, kind: str = "", owner: str = "") -> Iterator[Unit]:
        """Yield the units of a kind and an owner; an empty argument takes all."""
        return (unit for unit in self.units if kind in ("", unit.kind) and owner in ("", unit.owner))


def as_rulings(rulings: Rulings | Mapping[str, object] | None, card_set: CardSet) -> Rulings:
    """Return the rulings asked for, over those of the card set.

    Raises:
        InputError: Neither rulings nor a mapping of them, or a ruling or value there is not.
    """
    if isinstance(rulings, Rulings):
        return rulings
    if rulings is not None and not isinstance(rulings, Mapping):
        raise InputError(f"rulings are a mapping, as in {{'empty_side_fights': False}}, not {rulings!r}", "--rulings")
    return Rulings.from_dict({**card_set.rulings.to_dict(), **dict(rulings or {})}, "--rulings")


def cards_checksum(card_set: CardSet) -> str:
    """Return a checksum of all that is printed on a set's pieces, wherever its folder is."""
    pieces = (card_set.units, card_set.war_tokens, card_set.relics, card_set.tiles, card_set.medals)
    text = repr((card_set.name, *pieces, card_set.gear, card_set.rulings))
    return hashlib.sha256(text.encode()).hexdigest()
