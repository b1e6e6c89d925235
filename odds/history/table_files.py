"""Reading and checking table files: a position at the game table, as `odds table new` explains it.

Everything that contradicts itself is refused by name, line and key. What is absent is assumed, and `Table.notes` has
a line for it, which begins with the keys it is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path

from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET, read_card_set, shipped_sets
from odds.history.cards import CardSet, Unit, WarToken
from odds.history.names import shown
from odds.history.rules import ERAS, HONOUR_TOKENS, SABATONS, Rulings
from odds.history.table import (
    FORMAT,
    HAND_SIZE,
    MEDALS_PER_SABATON,
    MOST_TOKENS,
    OPEN_PLACES,
    EraBoard,
    Opponent,
    Table,
)
from odds.history.table_checks import find_faults, lost_medals, piles, unseen_cards
from odds.history.table_fields import ERA_WORDS, SABATON_WORDS, Fields, read_document, view_of
from odds.inputs import read_up_to

#: The largest table file; a long one has four kilobytes.
MAX_BYTES = 64 * 1024

_TOP_KEYS = ("format", "cards", "me", "board", "players", "relics_gone", "dismissed", "rulings")
_ME_KEYS = (
    *("sabaton", "eras", "hand", "deck", "discard", "set_aside", "tokens", "relics", "medals"),
    *("own_medals_left", "honour"),
)
_BOARD_KEYS = ("open", "stack", "discard")
_PLAYER_KEYS = (
    *("era", "army", "discard", "set_aside", "hand_size", "tokens", "relics", "medals"),
    *("own_medals_left", "honour"),
)


def read_table(path_or_text: str | Path, *, cards: str | CardSet | None = None) -> Table:
    """Return the position a table file describes.

    Args:
        path_or_text: The file, `-` for standard input, or the text itself, which has more than one line.
        cards: The card set to read with, instead of the one the file names.

    Raises:
        InputError: A file that cannot be read, or anything in it that is wrong or contradicts itself.
    """
    if isinstance(path_or_text, str) and "\n" in path_or_text:
        return parse_table(path_or_text, cards=cards)
    name = str(path_or_text)
    where = "standard input" if name == "-" else name
    return parse_table(read_text(name), where, cards=cards, folder=None if name == "-" else Path(name).parent)


def read_text(name: str) -> str:
    """Return the text of a table file, `-` for standard input.

    Raises:
        InputError: No such file, one that is too big, or one that is not UTF-8 text.
    """
    where = "standard input" if name == "-" else name
    try:
        data = read_up_to(name, MAX_BYTES)
    except InputError as error:
        raise InputError(f"cannot read {shown(where)}: {error.message}; odds table new makes a table file") from None
    return decode(data, where)


def decode(data: bytes, where: str) -> str:
    """Return the bytes of a table file as text, line ends as TOML wants them.

    Raises:
        InputError: More than 64 KiB, or no UTF-8 text.
    """
    if len(data) > MAX_BYTES:
        raise InputError(f"more than {MAX_BYTES // 1024} KiB; a table file has a few", where)
    if b"\0" in data:
        raise InputError("there is a NUL character in it; that is no table file", where)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InputError("the text is not UTF-8; save it as UTF-8", where) from None


def parse_table(
    text: str, where: str = "table", *, cards: str | CardSet | None = None, folder: Path | None = None
) -> Table:
    """Return the position the text of a table file describes.

    Args:
        text: TOML.
        where: What the file is called in an error.
        cards: The card set to read with, instead of the one the file names.
        folder: Where a card set's folder is looked for first; the file's own.

    Raises:
        InputError: Anything that is wrong or contradicts itself, with its line and key.
    """
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise InputError(f"more than {MAX_BYTES // 1024} KiB; a table file has a few", where)
    top = read_document(text, where)
    if str(top.values.get("format")) != str(FORMAT):
        raise top.wrong("format", f"this program reads format {FORMAT}; write format = {FORMAT} in the first line")
    top.refuse_unknown(_TOP_KEYS)
    return TableReader(top, _card_set(top, cards, folder)).table()


def _card_set(top: Fields, cards: str | CardSet | None, folder: Path | None) -> CardSet:
    """Return the card set asked for, else the one the file names, beside the file or from the working folder."""
    if isinstance(cards, CardSet):
        return cards
    if cards:
        return read_card_set(cards)
    name = top.text("cards", DEFAULT_SET)
    if name not in shipped_sets() and folder is not None and name.strip():
        beside = folder / Path(name)
        with suppress(OSError, ValueError):  # a name too long, a NUL
            name = str(beside) if beside.is_dir() else name
    try:
        return read_card_set(name)
    except InputError as error:
        raise top.wrong("cards", str(error)) from None


class TableReader:
    """Reads one document; gathers the notes on what it assumes."""

    def __init__(self, top: Fields, card_set: CardSet) -> None:
        self.top = top
        self.card_set = card_set
        self.notes: list[str] = []
        #: Own medals left, of the Sabatons of whom the file says it.
        self.medals_left: dict[str, int] = {}

    def table(self) -> Table:
        """Return the position, checked and with its notes."""
        me = self.top.section("me")
        if not self.top.has("me") or not me.has("sabaton"):
            names = ", ".join(SABATONS)
            raise self.top.wrong("me", f'who are you? write [me] and below it sabaton = "…", one of {names}')
        sabaton = me.meaning("sabaton", me.text("sabaton"), SABATON_WORDS, "Sabaton")
        table = self._me(me, sabaton)
        table = replace(
            table,
            board=self._board(),
            players=self._players(table),
            relics_gone=self.top.relics("relics_gone"),
            rulings=self._rulings(),
        )
        self._refuse_faults(table)
        table = self._with_stacks(table)
        return replace(table, notes=tuple(self.notes))

    def _me(self, me: Fields, sabaton: str) -> Table:
        me.refuse_unknown(_ME_KEYS)
        views = (view_of(self.card_set, sabaton), self.card_set)
        self._note_absent(me, ("eras",), "not said where you may stand")
        self._note_absent(me, ("hand", "deck", "discard", "tokens", "relics", "medals"), "not said, taken as none")
        tokens = self._tokens(me)
        return Table(
            card_set=self.card_set,
            sabaton=sabaton,
            eras=me.eras("eras", 2),
            hand=me.units("hand", views, "basic"),
            deck=me.units("deck", views, "basic"),
            discard=me.units("discard", views, "basic"),
            set_aside=me.units("set_aside", views, "hero"),
            tokens=tokens,
            relics=me.relics("relics"),
            medals=me.medals("medals"),
            own_medals_left=self._own_medals_left(me, sabaton),
            honour=me.whole("honour", 0, HONOUR_TOKENS, 0, " (honour tokens, R19)"),
            dismissed=self.top.units("dismissed", views, "basic"),
        )

    def _tokens(self, section: Fields) -> tuple[WarToken, ...]:
        tokens = section.tokens("tokens", self.card_set)
        if len(tokens) > MOST_TOKENS:
            raise section.wrong("tokens", f"{len(tokens)} war tokens; a player holds at most {MOST_TOKENS} (D)")
        return tokens

    def _own_medals_left(self, section: Fields, sabaton: str) -> int:
        left = section.whole("own_medals_left", 0, MEDALS_PER_SABATON, MEDALS_PER_SABATON, " (own medals, A)")
        if section.has("own_medals_left"):
            self.medals_left[sabaton] = left
        return left

    def _board(self) -> dict[str, EraBoard]:
        section = self.top.section("board")
        given = section.sections(ERA_WORDS, "era")
        absent = [era for era in ERAS if era not in given]
        if absent:
            keys = ", ".join(f"board.{era}" for era in absent)
            self.notes.append(f"{keys}: not said, no open cards there")
        return {era: self._era(era, given[era]) if era in given else EraBoard() for era in ERAS}

    def _era(self, era: str, section: Fields) -> EraBoard:
        section.refuse_unknown(_BOARD_KEYS)
        views = (view_of(self.card_set, era), self.card_set)
        phrases = section.texts("open") or []
        if isinstance(section.values.get("open"), str):  # one phrase for all places, none of them empty
            units = section.units("open", views, "elite")
            places: list[Unit | None] = [*units]
        else:
            places = [section.unit("open", n, phrase, views, "elite") for n, phrase in enumerate(phrases)]
        if len(places) > OPEN_PLACES:
            raise section.wrong("open", f"{len(places)} open cards; an era has {OPEN_PLACES} places (D)")
        if len(places) < OPEN_PLACES:
            self.notes.append(f"{section.key('open')}: not all 3 places said, the rest is empty")
            places += [None] * (OPEN_PLACES - len(places))
        return EraBoard(
            open=tuple(places),
            stack=section.units("stack", views, "elite"),
            discard=section.units("discard", views, "elite"),
            stack_given=section.has("stack"),
        )

    def _players(self, table: Table) -> dict[str, Opponent]:
        section = self.top.section("players")
        given = section.sections(SABATON_WORDS, "Sabaton")
        if table.sabaton in given:
            raise section.wrong(
                table.sabaton, f"{table.sabaton} is you (me.sabaton); list only the others under players"
            )
        return {name: self._player(name, player, table) for name, player in given.items()}

    def _player(self, name: str, section: Fields, table: Table) -> Opponent:
        section.refuse_unknown(_PLAYER_KEYS)
        views = (view_of(self.card_set, name), self.card_set)
        discard = section.units("discard", views, "basic")
        set_aside = section.units("set_aside", views, "hero")
        army = section.units("army", views, "basic")
        if not section.has("army"):
            basics = unseen_cards(self.card_set, name, table.dismissed)
            army = (*basics, *_beyond((*discard, *set_aside), basics))
            self.notes.append(f"{section.key('army')}: not said, taken as {name}'s basic units and what its piles show")
        most = max(0, len(army) - len(discard) - len(set_aside))
        size = section.whole("hand_size", 0, 200, min(HAND_SIZE, most), " (cards in hand)")
        if not section.has("hand_size"):
            self.notes.append(f"{section.key('hand_size')}: not said, taken as {size}")
        if not section.has("era"):
            self.notes.append(f"{section.key('era')}: not said, taken as not on the board")
        tokens = self._tokens(section)
        return Opponent(
            sabaton=name,
            era="".join(section.eras("era", 1)),
            army=army,
            discard=discard,
            hand_size=size,
            tokens=tokens,
            relics=section.relics("relics"),
            own_medals_left=self._own_medals_left(section, name),
            army_given=section.has("army"),
            set_aside=set_aside,
            honour=section.whole("honour", 0, HONOUR_TOKENS, 0, " (honour tokens, R19)"),
            medals=section.medals("medals"),
        )

    def _rulings(self) -> Rulings:
        section = self.top.section("rulings")
        section.refuse_unknown([item.name for item in fields(Rulings)])
        values: dict[str, object] = {**self.card_set.rulings.to_dict()}
        for name, value in section.values.items():
            try:
                values[name] = getattr(Rulings.from_dict({name: value}), name)
            except InputError as error:
                raise section.wrong(name, error.message) from None
        return Rulings.from_dict(values)

    def _refuse_faults(self, table: Table) -> None:
        for fault in find_faults(table):
            raise self.top.source.error(fault.key, fault.message)
        for key, sabaton, medals in [
            ("me.medals", table.sabaton, table.medals),
            *((f"players.{name}.medals", name, player.medals) for name, player in table.players.items()),
        ]:
            lost = lost_medals(sabaton, self.medals_left)
            if len(medals) > lost:
                raise self.top.source.error(
                    key, f"{len(medals)} medals won, but the others have lost {lost} only (own_medals_left)"
                )

    def _with_stacks(self, table: Table) -> Table:
        """Return the position with the stacks that were not said: what is seen nowhere else."""
        seen = [unit for _, units in piles(table) for unit in units]
        board = {
            era: part if part.stack_given else replace(part, stack=unseen_cards(self.card_set, era, seen))
            for era, part in table.board.items()
        }
        for era in table.eras:
            if not board[era].stack_given:
                self.notes.append(
                    f"board.{era}.stack: not said, taken as the {len(board[era].stack)} elite units and heroes of "
                    f"era {era} seen nowhere else"
                )
        return replace(table, board=board)

    def _note_absent(self, section: Fields, names: Sequence[str], what: str) -> None:
        absent = ", ".join(section.key(name) for name in names if not section.has(name))
        if absent:
            self.notes.append(f"{absent}: {what}")


def _beyond(units: Sequence[Unit], known: Sequence[Unit]) -> list[Unit]:
    """Return those of some cards that are not among the known ones as often."""
    left = list(known)
    more = []
    for unit in units:
        if unit in left:
            left.remove(unit)
        else:
            more.append(unit)
    return more


__all__ = ["MAX_BYTES", "TableReader", "decode", "parse_table", "read_table", "read_text"]
