"""What a sweep of fights asks for: its tables `[attackers]`, `[targets]`, `[fights]`, read and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from odds import chance
from odds.errors import InputError
from odds.history.cards import CardSet
from odds.history.line_ups import SIZES, LineUp, basic_line_ups, ordered_line_ups, single_targets
from odds.history.names import nearest, pick, shown
from odds.history.odds import METHODS, as_relics, as_units
from odds.history.query import Query
from odds.history.rules import ATTACKER_HAND_SLOTS, ERAS, KINDS, SABATONS, Rulings

#: The tables of a spec of this kind, and their keys.
TABLES = {
    "attackers": ("line_ups", "hands", "owners", "sizes"),
    "targets": ("line_ups", "eras", "kinds"),
    "fights": (
        *("deck", "stack", "challenge", "relics", "relics_gone", "their_relics", "medals", "rulings"),
        *("objective", "method", "fights", "precision"),
    ),
}

#: Options that can be an axis of the grid.
AXES = (
    *("deck", "stack", "relics", "relics_gone", "their_relics", "medals"),
    *("objective", "method", "fights", "precision", "seed"),
)

#: Options that every fight has; the other ones are none where nothing is said.
DEFAULTS: dict[str, Any] = {"deck": "", "stack": "", "challenge": False, "objective": "win", "method": "exact"}

#: Line-ups or targets one spec may list.
MOST_LINE_UPS = 1_000_000


@dataclass(frozen=True)
class Listed:
    """A line-up of a spec.

    Args:
        units: The units, front unit first.
        home: The Sabaton or the era it was listed for; empty for a line-up that was named.
    """

    units: LineUp
    home: str = ""


def unknown_key(key: str, known: Sequence[str], where: str = "") -> InputError:
    """Return the error of a key that a table does not have."""
    near = nearest(key, known, 1)[0]
    return InputError(f"unknown key {shown(key)}, nearest is {near}; the keys are {', '.join(known)}", where)


def check_keys(table: object, known: Sequence[str], where: str) -> Mapping[str, Any]:
    """Return a table of a spec.

    Raises:
        InputError: No table, or a key that it does not have.
    """
    if not isinstance(table, Mapping):
        raise InputError(f"is a table, [{where}], not {table!r}", where)
    for key in table:
        if key not in known:
            raise unknown_key(str(key), known, where)
    return table


def read_attackers(table: object, card_set: CardSet) -> list[Listed]:
    """Return the attackers' line-ups: named ones, then all ordered ones of hands, then of basic decks."""
    given = check_keys(table, TABLES["attackers"], "attackers")
    sizes = _sizes(given.get("sizes"))
    listed = [
        Listed(as_units(phrase, card_set, f"attackers.line_ups, item {number}"))
        for number, phrase in enumerate(_phrases(given, "attackers", "line_ups"), 1)
    ]
    for number, phrase in enumerate(_phrases(given, "attackers", "hands"), 1):
        place = f"attackers.hands, item {number}"
        hand = as_units(phrase, card_set, place)
        if len(hand) > 2 * ATTACKER_HAND_SLOTS:
            raise InputError(f"{len(hand)} cards; list the line-ups of at most 8 cards", place)
        listed += [Listed(line_up, phrase) for line_up in ordered_line_ups(hand, sizes)]
    if "owners" in given:
        owners = _words(given["owners"], SABATONS, "attackers.owners", "Sabaton")
        listed += [Listed(line_up, owner) for owner, line_up in basic_line_ups(card_set, owners, sizes)]
    if "sizes" in given and not {"hands", "owners"} & set(given):
        raise InputError("sizes belong to hands or owners; name one of these", "attackers.sizes")
    return _some(listed, "attackers", 'line_ups = ["…"], hands = ["…"] or owners = "all"')


def read_targets(table: object, card_set: CardSet, challenge: bool) -> list[Listed]:
    """Return the defenders: named line-ups, then single units by era."""
    given = check_keys(table, TABLES["targets"], "targets")
    kind = "basic" if challenge else "elite"
    listed = [
        Listed(as_units(phrase, card_set, f"targets.line_ups, item {number}", kind, tokens=challenge))
        for number, phrase in enumerate(_phrases(given, "targets", "line_ups"), 1)
    ]
    if "eras" in given:
        eras = _words(given["eras"], ERAS, "targets.eras", "era")
        kinds = _words(given.get("kinds", ["elite"]), KINDS[1:], "targets.kinds", "kind")
        listed += [Listed(line_up, era) for era, line_up in single_targets(card_set, eras, kinds)]
    elif "kinds" in given:
        raise InputError('kinds belong to eras; add eras = "all"', "targets.kinds")
    return _some(listed, "targets", 'line_ups = ["…"] or eras = "all"')


def _phrases(table: Mapping[str, Any], where: str, key: str) -> list[str]:
    given = table.get(key, [])
    place = f"{where}.{key}"
    if not isinstance(given, list) or not all(isinstance(phrase, str) for phrase in given):
        raise InputError('is a list of unit phrases, as in ["Catapult, Archer"]', place)
    if key in table and not given:
        raise InputError("is empty; give at least one line-up or leave it out", place)
    return given


def _words(given: object, known: Sequence[str], where: str, what: str) -> list[str]:
    """Return words of a list, or all there are for `"all"`."""
    if given == "all":
        return list(known)
    if not isinstance(given, list) or not all(isinstance(word, str) for word in given):
        raise InputError(f'is "all" or a list of {", ".join(known)}', where)
    if not given:
        raise InputError('is empty; give at least one, or "all"', where)
    try:
        return list(dict.fromkeys(pick(word, {one: one for one in known}, what) for word in given))
    except InputError as error:
        raise error.at(where) from None


def _sizes(given: object) -> tuple[int, ...]:
    if given is None:
        return SIZES
    if not isinstance(given, list) or not all(type(size) is int and size in SIZES for size in given):
        raise InputError(f"is a list of whole numbers from 1 to {ATTACKER_HAND_SLOTS} (R1)", "attackers.sizes")
    if not given:
        raise InputError("is empty; give at least one size or leave it out", "attackers.sizes")
    return tuple(dict.fromkeys(given))


def _some(listed: list[Listed], where: str, how: str) -> list[Listed]:
    if not listed:
        raise InputError(f"no line-ups, so there is nothing to sweep; write {how}", where)
    if len(listed) > MOST_LINE_UPS:
        raise InputError(f"{len(listed):,} line-ups; a spec lists at most {MOST_LINE_UPS:,}", where)
    return listed


def read_option(name: str, value: object, where: str) -> object:
    """Return one value of an option of `[fights]` or of an axis, its type checked.

    Raises:
        InputError: A value the option cannot take.
    """
    if name in ("fights", "seed"):
        low, high = (0, chance.MAX_SEED) if name == "seed" else (1, 10_000_000_000)
        if type(value) is not int or not low <= value <= high:
            raise InputError(f"is a whole number from {low} to {high}, not {value!r}", where)
    elif name == "precision":
        if not isinstance(value, float) or not 1e-5 <= value < 0.5:
            raise InputError(f"is a probability from 0.00001 to below 0.5, not {value!r}", where)
    elif name == "challenge":
        if not isinstance(value, bool):
            raise InputError(f"is true or false, not {value!r}", where)
    elif name in ("objective", "method"):
        known = METHODS if name == "method" else ("win", "vp")
        if value not in known:
            raise InputError(f"is one of {', '.join(known)}, not {value!r}", where)
    elif not isinstance(value, str):
        raise InputError(f"is a phrase in quotes, as odds attack takes it, not {value!r}", where)
    return value


def read_options(table: object) -> dict[str, Any]:
    """Return the options of `[fights]` but for its rulings, the defaults filled in."""
    given = check_keys(table, TABLES["fights"], "fights")
    read = {key: read_option(key, value, f"fights.{key}") for key, value in given.items() if key != "rulings"}
    return DEFAULTS | read


def read_rulings(table: object, card_set: CardSet, where: str = "fights") -> Rulings:
    """Return the rulings of a table of a spec over those of the card set."""
    given = table.get("rulings", {}) if isinstance(table, Mapping) else {}
    if not isinstance(given, Mapping):
        raise InputError("is a table, as in { empty_side_fights = false }", f"{where}.rulings")
    return Rulings.from_dict({**card_set.rulings.to_dict(), **given}, f"{where}.rulings")


def build_query(
    attackers: LineUp, defenders: LineUp, options: Mapping[str, Any], rulings: Rulings, card_set: CardSet
) -> Query:
    """Return the query of one fight under options as `read_option` checked them."""
    from odds.history.phrases import read_medals

    challenge = options["challenge"]
    kind = "basic" if challenge else "elite"
    medals = options.get("medals")
    return Query(
        attackers=attackers,
        defenders=defenders,
        deck=as_units(options["deck"], card_set, "deck", tokens=False),
        stack=as_units(options["stack"], card_set, "stack", kind, tokens=False),
        challenge=challenge,
        relics=as_relics(options.get("relics"), "relics") or {},
        relics_gone=as_relics(options.get("relics_gone"), "relics_gone") or {},
        their_relics=as_relics(options.get("their_relics"), "their_relics"),
        medals=read_medals(medals, "medals") if medals else None,
        rulings=rulings,
        objective=options["objective"],
        card_set=card_set,
    )
