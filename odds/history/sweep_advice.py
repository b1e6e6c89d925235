"""A sweep of advice: every row one position, answered with its best attack (`odds.advise`), exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from odds.columns import NUMBER, TEXT, WHOLE, Column, Data
from odds.errors import InputError
from odds.history.advise.advice import Advice, advise
from odds.history.cards import CardSet
from odds.history.line_ups import basic_deck
from odds.history.names import pick
from odds.history.phrases import write_units
from odds.history.rules import ATTACKER_HAND_SLOTS, SABATONS, Rulings
from odds.history.sweep_grid import Grid, read_grid, setting_at
from odds.history.sweep_points import Product
from odds.history.sweep_rows import Filling, axis_column
from odds.history.sweep_spec import check_keys, read_rulings
from odds.history.table import Table
from odds.history.table_quick import quick_table

#: The tables of a spec of this kind.
TABLES = ("positions", "advice", "grid", "sample")

#: Options as `odds.quick_table` takes them, and the objective; each can be an axis, too.
OPTIONS = ("deck", "discard", "tokens", "relics", "relics_gone", "stack", "era", "sabaton", "objective")

#: Rows of a part where the spec names no number.
PART_ROWS = 50

RESULTS = (
    Column("attacks", WHOLE, "attacks", "attacks that were weighed: targets times line-ups"),
    Column("kind", TEXT, "", "the best attack: board, hunt or challenge; empty where there is none"),
    Column("target_era", TEXT, "", "era of its target"),
    Column("target", TEXT, "", "whom it fights, front unit first"),
    Column("line_up", TEXT, "", "with which hand cards, front unit first"),
    Column("cards", WHOLE, "units", "hand cards deployed; empty where there is no attack", optional=True),
    Column("score", NUMBER, "VP or probability", "its worth to the objective under its best play"),
    Column("ahead", NUMBER, "VP or probability", "how much the best attack with other cards or target is behind it"),
    Column("win", NUMBER, "probability", "the attacker wins (R16)"),
    Column("lose", NUMBER, "probability", "the defender wins"),
    Column("nobody", NUMBER, "probability", "nobody wins"),
    Column("vp", NUMBER, "VP", "expected: units, relic and medal"),
    Column("unit_vp", NUMBER, "VP", "expected worth of the units conquered (R17)"),
    Column("relic_vp", NUMBER, "VP", "expected worth of the relic kept (R18)"),
    Column("tokens", NUMBER, "tokens", "expected war tokens used"),
)


@dataclass(frozen=True)
class World:
    """One card set with the hands of the sweep: home, hand, and the draw pile that goes with it, or `None`."""

    card_set: CardSet
    hands: list[tuple[str, str, str | None]]
    boards: list[str]
    rulings: Rulings


class AdviceSweep:
    """The work of a sweep of advice; see `odds.sweeps.spec.Work`.

    Args:
        spec: The spec's tables.
        card_sets: The card sets named in it.
        seed: Seed of the random sample.
    """

    part_rows = PART_ROWS
    notes: tuple[str, ...] = ()

    def __init__(self, spec: Mapping[str, Any], card_sets: Sequence[CardSet], seed: int) -> None:
        given = check_keys(spec.get("advice", {}), (*OPTIONS, "rulings"), "advice")
        self.options = {key: _option(key, value, f"advice.{key}") for key, value in given.items() if key != "rulings"}
        positions = check_keys(spec.get("positions", {}), ("hands", "owners", "boards"), "positions")
        self.worlds = [
            World(
                card_set,
                _hands(positions, card_set),
                _phrases(positions, "boards"),
                read_rulings(given, card_set, "advice"),
            )
            for card_set in card_sets
        ]
        self.grid: Grid = read_grid(spec.get("grid", {}), card_sets, OPTIONS, _option)
        sizes = [(len(world.hands), len(world.boards)) for world in self.worlds]
        for (hands, boards), key in ((size, key) for size in sizes for key in ("hands", "boards")):
            if not (hands if key == "hands" else boards):
                how = 'hands = ["…"] or owners = "all"' if key == "hands" else 'boards = ["II: Trưng Sisters, -, -"]'
                raise InputError(f"none, so there is nothing to sweep; write {how}", f"positions.{key}")
        self._product = Product(sizes, self.grid, seed, spec.get("sample"))
        self.rows: int = self._product.rows
        self._check()

    def _check(self) -> None:
        """Refuse positions that cannot be read before anything is computed: every hand, every board, every axis."""
        for number, world in enumerate(self.worlds):
            for hand in range(len(world.hands)):
                self._position(number, 0, hand, 0)
            for board in range(len(world.boards)):
                self._position(number, 0, 0, board)
            for point in self.grid.every_value():
                self._position(number, point, 0, 0)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the result, in order."""
        return (
            Column("row", WHOLE, "", "number of the row, from 0"),
            Column("card_set", TEXT, "", "name of the card set"),
            *(axis_column(axis.name, axis.values) for axis in self.grid.axes),
            Column("home", TEXT, "", "the Sabaton the hand is of; empty where it was named"),
            Column("hand", TEXT, "", "the hand"),
            Column("board", TEXT, "", "the open cards, left to right"),
            *RESULTS,
        )

    def compute(self, first: int, last: int) -> Data:
        """Return the rows `first` to `last` as columns."""
        rows = self._product.part(first, last)
        table = Filling(self.columns, [world.card_set for world in self.worlds], self.grid, rows)
        for where, (number, point, hand, board) in enumerate(
            zip(rows.worlds, rows.points, rows.ours, rows.theirs, strict=True)
        ):
            world = self.worlds[number]
            home, phrase, _ = world.hands[hand]
            position, objective = self._position(int(number), int(point), int(hand), int(board))
            advice = advise(position, objective=objective, method="exact")
            if advice.search.interrupted:
                raise KeyboardInterrupt
            table.put(where, {"home": home, "hand": phrase, "board": world.boards[board], **_best(advice)})
        return table.finished()

    def warm(self) -> None:
        """Compile what the rows need, so that workers find it in the cache."""
        if self.rows:
            self.compute(0, 1)

    def _position(self, number: int, point: int, hand: int, board: int) -> tuple[Table, str]:
        """Return the position of a row, and the objective."""
        world = self.worlds[number]
        home, phrase, pile = world.hands[hand]
        given, rulings, changes = setting_at(self.grid, point, world.card_set, number, self.options, world.rulings)
        objective = given.pop("objective", "vp")
        if pile is not None:
            given = {"deck": pile, "sabaton": home} | given
        try:
            cards = changes.made(world.card_set)
            table = quick_table(hand=phrase, board=world.boards[board], cards=cards, rulings=rulings, **given)
        except InputError as error:
            places = {"--hand": f"positions.hands, hand {hand + 1}", "--board": f"positions.boards, item {board + 1}"}
            raise InputError(error.message, places.get(error.where, error.where.lstrip("-"))) from None
        return table, objective


def _best(advice: Advice) -> dict[str, Any]:
    """Return the best attack as values of a row."""
    found: dict[str, Any] = {"attacks": advice.search.considered}
    best = advice.best
    if best is None:
        return found
    two = advice.shortlist(2)
    found["ahead"] = float(two[0].score - two[1].score) if len(two) == 2 else float("nan")
    row = advice.rows()[0]
    wanted = ("kind", "target", "line_up", "cards", "score", "win", "lose", "nobody", "vp", "unit_vp", "relic_vp")
    return found | {"target_era": row["era"], "tokens": row["tokens"]} | {name: row[name] for name in wanted}


def _option(name: str, value: object, where: str) -> object:
    if name == "objective":
        if value not in ("win", "vp"):
            raise InputError(f"is one of win, vp, not {value!r}", where)
    elif not isinstance(value, str):
        raise InputError(f"is a phrase in quotes, as odds advise takes it, not {value!r}", where)
    return value


def _phrases(table: Mapping[str, Any], key: str) -> list[str]:
    given = table.get(key, [])
    if not isinstance(given, list) or not all(isinstance(phrase, str) for phrase in given):
        raise InputError("is a list of phrases in quotes", f"positions.{key}")
    return given


def _hands(table: Mapping[str, Any], card_set: CardSet) -> list[tuple[str, str, str | None]]:
    """Return the hands: named ones, then every distinct hand of 4 of basic decks, the rest of which is drawn from."""
    hands: list[tuple[str, str, str | None]] = [("", phrase, None) for phrase in _phrases(table, "hands")]
    given = table.get("owners", [])
    names = list(SABATONS) if given == "all" else given
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError(f'is "all" or a list of {", ".join(SABATONS)}', "positions.owners")
    for name in names:
        try:
            owner = pick(name, {one: one for one in SABATONS}, "Sabaton")
        except InputError as error:
            raise error.at("positions.owners") from None
        deck = basic_deck(card_set, owner)
        for hand in dict.fromkeys(combinations(deck, ATTACKER_HAND_SLOTS)):
            rest = list(deck)
            for unit in hand:
                rest.remove(unit)
            hands.append((owner, write_units(hand, card_set), write_units(rest, card_set)))
    return hands


def prepare(spec: Mapping[str, Any], card_sets: Sequence[CardSet], seed: int) -> AdviceSweep:
    """Return the work of a spec of this kind."""
    return AdviceSweep(spec, card_sets, seed)
