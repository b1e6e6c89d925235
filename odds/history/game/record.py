"""The head of a game's record: what is needed to play the game again, and how it is written and read.

A record is a text file in UTF-8. Its head is `key: value` lines and ends with a line `---`. Then comes one line
for each decision (`Pär: deploy Archer`), for each outcome of chance (`- die 1/0/0`) and for each decision taken back
(`undo`). Lines that begin with `#` and blank lines say nothing. Since outcomes are written down, a record can be
replayed whatever becomes of the generator; the seed only serves to go on with a game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from odds import chance
from odds.errors import InputError
from odds.history.card_files import read_card_set
from odds.history.cards import CardSet
from odds.history.game.game import Game
from odds.history.game.seats import seat_numbers
from odds.history.game.state import FIRST, LONG_ROUNDS, SHORT_ROUNDS
from odds.history.names import nearest, shown
from odds.history.rules import SABATONS, Rulings

#: The version of the format that this program writes, and the newest it reads.
FORMAT = 1

#: The line between head and steps.
END_OF_HEAD = "---"

#: Who decides for a seat that no bot plays.
PERSON = "me"

#: What a record says of who begins where chance decided.
BY_CHANCE = "by chance"

#: Where chance comes from: the game's own stream, or the people at a table with the real box.
FROM_SEED, FROM_TABLE = "seed", "table"

#: The files of a card set that its checksum is made of.
CARD_FILES = ("set.toml", "units.csv", "war_tokens.csv", "relics.csv", "tiles.csv", "medals.csv")

_TITLE = (
    "# A game of A Battle through History, kept by odds (an unofficial fan project).",
    "# 'Name: …' is a decision, '- …' an outcome of chance, 'undo' takes a decision back.",
)
_KEYS = ("format", "program", "cards", "players", "control", "first", "rounds", "chance", "seed", "rulings", "hidden")
_OPTIONAL = ("hidden",)


@dataclass(frozen=True)
class Header:
    """The head of a record.

    Args:
        players: Sabatons by seat, clockwise.
        control: Who decides for each seat: `"me"` for a person, else a bot's name.
        cards, checksum: Name of the card set, and the checksum of its files.
        seed: Seed of the game's stream.
        rulings: The open rulings.
        long: Whether the game has eight rounds.
        first: Sabaton that begins; empty where chance decides.
        table: Whether chance comes from the people at a table.
        hidden: Sabatons whose hand and medals the record does not know.
        program: The program that wrote it.
    """

    players: tuple[str, ...]
    control: tuple[str, ...]
    cards: str
    checksum: str
    seed: int
    rulings: Rulings
    long: bool = False
    first: str = ""
    table: bool = False
    hidden: tuple[str, ...] = ()
    program: str = ""

    def text(self) -> str:
        """Return the head as the record begins with it."""
        rulings = ", ".join(f"{name}={str(value).lower()}" for name, value in self.rulings.to_dict().items())
        values = {
            "format": str(FORMAT),
            "program": self.program,
            "cards": f"{self.cards} {self.checksum}",
            "players": ", ".join(self.players),
            "control": ", ".join(self.control),
            "first": self.first or BY_CHANCE,
            "rounds": str(LONG_ROUNDS if self.long else SHORT_ROUNDS),
            "chance": FROM_TABLE if self.table else FROM_SEED,
            "seed": str(self.seed),
            "rulings": rulings,
            "hidden": ", ".join(self.hidden),
        }
        lines = [f"{key}: {value}" for key, value in values.items() if value or key not in _OPTIONAL]
        return "\n".join((*_TITLE, *lines, END_OF_HEAD)) + "\n"

    def card_set(self, cards: str | CardSet | None = None) -> CardSet:
        """Return the card set the game is played with.

        Args:
            cards: A card set, its folder or name; by default the shipped one the record names.

        Raises:
            InputError: Another set than the record's, or one that was changed since.
        """
        named = f"the record was played with card set {shown(self.cards)}, checksum {self.checksum}"
        if cards is None:
            try:
                found = read_card_set(self.cards)
            except InputError:
                raise InputError(f"{named}, and none of that name ships; name its folder with --cards DIR") from None
        else:
            found = cards if isinstance(cards, CardSet) else read_card_set(cards)
        checksum = checksum_of(found)
        if checksum != self.checksum:
            raise InputError(
                f"{named}; {shown(found.name)} here has {checksum}; name the folder of the right one with --cards DIR"
            )
        return found

    def new_game(self, card_set: CardSet) -> Game:
        """Return the game at its beginning, before the set-up."""
        return Game.new(
            self.players,
            long=self.long,
            seed=self.seed,
            cards=card_set,
            first=self.first or None,
            rulings=self.rulings,
        )


def checksum_of(card_set: CardSet) -> str:
    """Return 16 hexadecimal digits of the SHA-256 of a card set's files, whatever their line ends.

    A set that was read from no folder has that of its values.
    """
    digest = hashlib.sha256()
    if not card_set.folder:
        digest.update(repr(card_set).encode())
        return digest.hexdigest()[:16]
    for name in CARD_FILES:
        path = Path(card_set.folder) / name
        data = path.read_bytes().replace(b"\r\n", b"\n") if path.is_file() else b""
        digest.update(f"{name} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:16]


def new_header(
    game: Game,
    control: Sequence[str] = (),
    *,
    table: bool = False,
    hidden: Sequence[str] = (),
) -> Header:
    """Return the head of a game's record.

    Args:
        game: The game, at its beginning.
        control: Who decides for each seat; people where nothing is said.
        table: Whether chance comes from the people at a table.
        hidden: Sabatons whose hand and medals the record does not know.

    Raises:
        InputError: The game is under way; what happened before would be missing.
    """
    if game.history:
        raise InputError("a record begins with the game, and this one is under way", "record")
    from odds import __version__

    card_set = game.pieces.card_set
    first = game.state[FIRST]
    return Header(
        players=game.players,
        control=tuple(control) or (PERSON,) * len(game.players),
        cards=card_set.name,
        checksum=checksum_of(card_set),
        seed=game.seed,
        rulings=game.rulings,
        long=game.rounds == LONG_ROUNDS,
        first=game.players[first] if first >= 0 else "",
        table=table,
        hidden=tuple(hidden),
        program=f"odds {__version__}",
    )


def read_header(lines: Sequence[str], name: str) -> tuple[Header, int]:
    """Read the head of a record.

    Args:
        lines: The record's lines.
        name: What the record is called in an error.

    Returns:
        The head, and the number of lines it takes.

    Raises:
        InputError: No record, one of a newer format, or a head that is damaged, named by the line.
    """
    values: dict[str, str] = {}
    places: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text == END_OF_HEAD:
            return _Fields(values, places, name).header(number), number
        if not text or text.startswith("#"):
            continue
        key, colon, value = text.partition(":")
        where = f"{name} line {number}"
        if not colon or key not in _KEYS:
            raise InputError(_no_line_of_head(text, key, bool(values)), where)
        if any(not letter.isprintable() and not letter.isspace() for letter in text):
            # A terminal would obey it where the head is told.
            raise InputError(f"{shown(text)} has a letter that cannot be printed; leave it out", where)
        if key in values:
            raise InputError(f"'{key}' is there twice; leave one of the lines out", where)
        values[key], places[key] = value.strip(), number
        if key == "format":
            _check_format(value.strip(), where)
    if not values:
        raise InputError(f"this is no record of a game; one begins with 'format: {FORMAT}'", name)
    raise InputError(f"the head does not end; write a line '{END_OF_HEAD}' after it", f"{name} line {len(lines)}")


def _no_line_of_head(text: str, key: str, begun: bool) -> str:
    """Return what is wrong with a line that stands in the head.

    Args:
        text: The line.
        key: What stands before its colon.
        begun: Whether a line of a head came before it.
    """
    if not begun:
        return f"this is no record of a game; one begins with 'format: {FORMAT}'"
    if text.startswith(END_OF_HEAD[0]) or text == "undo" or key in SABATONS:
        return f"the head does not end before {shown(text)}; write a line '{END_OF_HEAD}' between head and steps"
    return f"{shown(text)} is no line of the head; nearest: '{nearest(key, _KEYS, 1)[0]}: …'"


def _check_format(text: str, where: str) -> None:
    if not text.isdecimal() or not 1 <= int(text) <= FORMAT:
        raise InputError(f"format {shown(text)} is unknown; this odds reads {FORMAT}; a newer one may know it", where)


@dataclass(frozen=True)
class _Fields:
    """The values of a head, and the lines they are on."""

    values: Mapping[str, str]
    places: Mapping[str, int]
    name: str

    def wrong(self, key: str, message: str) -> NoReturn:
        raise InputError(message, f"{self.name} line {self.places[key]}")

    def header(self, end: int) -> Header:
        """Return the head, all its values checked."""
        for key in _KEYS:
            if key not in self.values and key not in _OPTIONAL:
                raise InputError(f"the head has no line '{key}: …'", f"{self.name} line {end}")
        players = self.sabatons("players")
        cards, _, checksum = self.values["cards"].rpartition(" ")
        if not cards:
            self.wrong("cards", f"write the card set's name and checksum, not {shown(self.values['cards'])}")
        first = self.values["first"]
        for key, begins in (("players", None), ("first", None if first == BY_CHANCE else first)):
            try:
                sabatons, seat = seat_numbers(players, begins)
            except InputError as error:
                self.wrong(key, error.message)
        return Header(
            players=players,
            control=self.control(len(players)),
            cards=cards,
            checksum=checksum,
            seed=self.number("seed", 0, chance.MAX_SEED),
            rulings=self.rulings(),
            long=self.number("rounds", SHORT_ROUNDS, LONG_ROUNDS, step=LONG_ROUNDS - SHORT_ROUNDS) == LONG_ROUNDS,
            first="" if seat < 0 else SABATONS[sabatons[seat]],
            table=self.one_of("chance", (FROM_SEED, FROM_TABLE)) == FROM_TABLE,
            hidden=self.hidden(players),
            program=self.values["program"],
        )

    def sabatons(self, key: str) -> tuple[str, ...]:
        names = tuple(name.strip() for name in self.values[key].split(","))
        for name in names:
            if name not in SABATONS:
                self.wrong(key, f"no Sabaton is called {shown(name)}; they are {', '.join(SABATONS)}")
        return names

    def hidden(self, players: Sequence[str]) -> tuple[str, ...]:
        if not self.values.get("hidden"):
            return ()
        names = self.sabatons("hidden")
        for name in names:
            if name not in players:
                self.wrong("hidden", f"{name} does not play in this game")
        return names

    def control(self, seats: int) -> tuple[str, ...]:
        names = tuple(name.strip() for name in self.values["control"].split(","))
        if len(names) != seats or not all(names):
            self.wrong("control", f"name who decides for each of the {seats} seats: {PERSON} or a bot")
        return names

    def number(self, key: str, least: int, most: int, step: int = 1) -> int:
        text = self.values[key]
        allowed = f"{least} to {most}" if step == 1 else f"{least} or {most}"
        if not (text.isascii() and text.isdecimal() and len(text) < 20):
            self.wrong(key, f"'{key}' is a whole number, {allowed}, not {shown(text)}")
        number = int(text)
        if not least <= number <= most or (number - least) % step:
            self.wrong(key, f"'{key}' is {allowed}, not {number}")
        return number

    def one_of(self, key: str, words: Sequence[str]) -> str:
        if self.values[key] not in words:
            self.wrong(key, f"'{key}' is {' or '.join(words)}, not {shown(self.values[key])}")
        return self.values[key]

    def rulings(self) -> Rulings:
        given: dict[str, object] = {}
        for item in self.values["rulings"].split(","):
            key, _, value = item.partition("=")
            given[key.strip()] = value.strip()
        try:
            return Rulings.from_dict(given)
        except InputError as error:
            self.wrong("rulings", error.message)


__all__ = ["FORMAT", "PERSON", "Header", "checksum_of", "new_header", "read_header"]
