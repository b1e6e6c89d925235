"""`odds game play`: a game in the terminal, by people and bots, or with the real box beside it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from odds.cli import EXIT_INTERRUPTED
from odds.cli.card_options import CardsOption, RulingsOption, read_rulings
from odds.cli.report import as_sentence
from odds.cli.share import is_given
from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET, read_card_set

if TYPE_CHECKING:
    from odds.history.game.record_read import Record
    from odds.history.game.record_session import Session
    from odds.history.game.record_write import Writer

#: Who plays where nobody says so.
DEFAULT_PLAYERS = "me,greedy"

#: Sabatons by seat where nobody says so.
DEFAULT_SEATS = ("Pär", "Chris", "Tommy", "Joakim", "Hannes")


#: Options that a record answers, so that --resume does not take them.
_OF_A_NEW_GAME = ("seats", "long", "seed", "first", "rulings", "record", "table", "me", "force")


def play(
    context: typer.Context,
    players: Annotated[
        str, typer.Option(metavar="me,greedy,…", help="Who plays each seat: me (a person), a bot, module:Class.")
    ] = DEFAULT_PLAYERS,
    seats: Annotated[str, typer.Option(metavar="Pär,Chris,…", help="The Sabatons, clockwise.")] = "",
    long: Annotated[bool, typer.Option("--long", help="Eight rounds instead of six.")] = False,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Seed of draws, dice and bots.")] = None,
    first: Annotated[str, typer.Option(metavar="NAME", help="Who begins; drawn where nobody is named.")] = "",
    record: Annotated[
        str, typer.Option(metavar="FILE", help="Where the record is kept; odds-game-SEED.txt if not said.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace a record that is there.")] = False,
    resume: Annotated[str, typer.Option(metavar="FILE", help="Go on with a record.")] = "",
    table: Annotated[
        bool, typer.Option("--table", help="Played with the real box: tell the dice, draws and reveals; get advice.")
    ] = False,
    me: Annotated[
        str, typer.Option(metavar="NAME,…", help="With --table: whose cards are told, the first seat if not said.")
    ] = "",
    rulings: RulingsOption = None,
    cards: CardsOption = DEFAULT_SET,
) -> None:
    """Play a game: people at one device and bots in any seats.

    odds game play --players me,me,greedy --seats Tommy,Joakim,Chris

    odds game play --table --seats Pär,Chris,Tommy --me Pär

    Every choice is a number or its words; ? tells what else can be typed.
    """
    from odds.cli.game_desk import Desk, Quit, bots_of
    from odds.cli.game_report import head_lines, wrapped
    from odds.cli.game_tell import say
    from odds.history.game.bots import search_current_folder
    from odds.history.game.record import PERSON
    from odds.history.game.record_read import keep_record, resume_record

    search_current_folder(players)
    if resume:
        given = [f"--{name}" for name in _OF_A_NEW_GAME if is_given(context, name)]
        if given:
            raise InputError(f"the record says that; leave out {', '.join(given)}", "--resume")
        control = players if is_given(context, "players") else ""
        old = _read_record(resume, cards if is_given(context, "cards") else None, control)
        session, path = old.session, Path(resume)
    else:
        who = players
        if not is_given(context, "players"):
            who = "" if table else ",".join([PERSON, *["greedy"] * (max(2, len(_names(seats))) - 1)])
        session = _new(who, seats, long, seed, first, table, me, read_rulings(rulings, read_card_set(cards)), cards)
        old = None
        if record == "-":
            raise InputError("a record is kept in a file, not in standard output; name one", "--record")
        path = Path(record) if record else _free_name(session.header.seed)
    bots = bots_of(session)
    if old is None:
        keep_record(session, path, force)
    else:
        resume_record(old, path)
    writer = session.writer
    assert writer is not None
    desk = Desk(session, bots, writer)
    writer.tell = lambda text: desk.teller.notice(as_sentence(text))
    for line in head_lines(session.header, session.game):
        typer.echo(line)
    for note in old.notes if old else ():
        say(wrapped(as_sentence(note)))
    say(wrapped(f"The record is kept in {path}. Type ? for help."))
    own_cards = cards if is_given(context, "cards") else ""
    try:
        try:
            desk.run()
        finally:
            # Before anything is said of where the game is kept.
            _secure(writer)
    except Quit:
        typer.echo("The game is kept. To go on with it:")
        typer.echo(f"  {_going_on(writer.path, session, own_cards)}")
    except KeyboardInterrupt:
        sys.stdout.flush()
        going_on = _going_on(writer.path, session, own_cards)
        print(f"\nodds: interrupted; the record is kept: {going_on}", file=sys.stderr)
        raise typer.Exit(EXIT_INTERRUPTED) from None
    finally:
        writer.close()


def _secure(writer: Writer) -> None:
    """Have the whole record on the disk; where its place takes nothing more, somewhere else.

    Raises:
        InputError: It is not where it should be; the message says where it is.
    """
    from odds.history.game.record_write import quoted

    try:
        writer.secure()
    except InputError as error:
        saved = writer.rescue()
        if saved is None:
            raise
        where = f"the whole game is kept in {quoted(saved)}; --resume goes on with it"
        raise InputError(f"{error.message}; {where}") from None


def _going_on(path: Path, session: Session, cards: str) -> str:
    """Return the command that goes on with a record.

    Args:
        path: The record.
        session: The game.
        cards: The card set that was named, if one was.
    """
    command = ["odds", "game", "play", "--resume", str(path)]
    if cards:
        command += ["--cards", cards]
    control = session.header.control
    if any(":" in name for name in control):  # bots of one's own are loaded only when they are named
        command += ["--players", ",".join(control)]
    return shlex.join(command)


def _new(
    players: str,
    seats: str,
    long: bool,
    seed: int | None,
    first: str,
    table: bool,
    me: str,
    rulings: object,
    cards: str,
) -> Session:
    """Return a new game, at its beginning.

    Raises:
        InputError: Options that do not fit each other, or unknown players.
    """
    from odds.history.game.game import Game
    from odds.history.game.record import PERSON, new_header
    from odds.history.game.record_session import Session
    from odds.history.rules import Rulings

    assert isinstance(rulings, Rulings)
    sabatons = _names(seats)
    control = _players(players) or [PERSON] * (len(sabatons) or 2)
    if not sabatons:
        if len(control) > len(DEFAULT_SEATS):
            raise InputError(f"the game is for 2 to 5 players, not {len(control)}", "--players")
        sabatons = list(DEFAULT_SEATS[: len(control)])
    if len(control) != len(sabatons):
        raise InputError(f"{len(control)} players for {len(sabatons)} seats; name one for each", "--players")
    if table and seed is not None:
        raise InputError("with --table chance comes from the table; leave it out", "--seed")
    if me and not table:
        raise InputError("whose cards are told is asked with --table only; a player at the device is 'me'", "--me")
    try:
        game = Game.new(sabatons, long=long, seed=seed, cards=cards, first=first or None, rulings=rulings)
    except InputError as error:
        raise error.at({"first": "--first", "players": "--seats"}.get(error.where, error.where)) from None
    hidden: list[str] = []
    if table:
        try:
            told = {game.seat(name) for name in _names(me)} if me else {0}
        except InputError as error:
            raise error.at("--me") from None
        hidden = [
            name
            for seat, (name, who) in enumerate(zip(game.players, control, strict=True))
            if seat not in told and who == PERSON
        ]
    return Session(game, new_header(game, control, table=table, hidden=hidden))


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _players(text: str) -> list[str]:
    """Return who plays each seat; `me` and the bots in whatever case."""
    return [name if ":" in name else name.lower() for name in _names(text)]


def _free_name(seed: int) -> Path:
    """Return a name for a record that no file has yet."""
    path = Path(f"odds-game-{seed}.txt")
    number = 1
    while path.exists():
        number += 1
        path = Path(f"odds-game-{seed}-{number}.txt")
    return path


def _read_record(file: str, cards: str | None, players: str) -> Record:
    """Return the record of a game that goes on; its file is not changed yet.

    Args:
        file: The record.
        cards: The card set, where it is named.
        players: Who plays, where it is said again.

    Raises:
        InputError: A record that cannot be gone on with. One that names a bot of one's own: a file from somebody
            else must not have this program load whatever it names, so the players have to be said again.
    """
    from odds.history.game.record_read import load_record

    if file == "-":
        raise InputError("a game that goes on is written where it is read; name a file", "--resume")
    record = load_record(file, cards)
    control = list(record.header.control)
    if players and _players(players) != control:
        raise InputError(f"the record says {', '.join(control)}; leave it out", "--players")
    if not players and any(":" in name for name in control):
        raise InputError(
            f"the record names a bot of one's own; to load it, add --players {','.join(control)}", "--resume"
        )
    return record


__all__ = ["play"]
