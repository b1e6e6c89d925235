"""`odds game show`: how a recorded game stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from odds.cli.game_replay import CardsOption, RecordArgument
from odds.cli.report import as_sentence
from odds.errors import InputError

if TYPE_CHECKING:
    from odds.history.game.record_session import Session


def show(
    file: RecordArgument,
    at: Annotated[
        str, typer.Option("--at", metavar="TURN|line:N", help="As it stood after a turn (0: the set-up) or line.")
    ] = "",
    player: Annotated[str, typer.Option(metavar="NAME", help="Show this player's hand, deck and medals, too.")] = "",
    cards: CardsOption = "",
) -> None:
    """Print the table as it stands at the end of a record, or earlier."""
    from odds.cli.game_report import head_lines, score_lines, wrapped
    from odds.history.game.record_read import load_record
    from odds.history.game.record_tale import check_place, game_at, read_place

    place = read_place(at, "--at") if at else None
    record = load_record(file, cards or None)
    if place is not None:
        check_place(record.session, place, "--at")
    session = record.session if place is None else game_at(record.session, place)
    seat = _seat(session, player) if player else None
    for line in head_lines(record.header, session.game):
        typer.echo(line)
    for note in record.notes:
        for line in wrapped(as_sentence(note)):
            typer.echo(line)
    typer.echo()
    typer.echo(session.game.show(seat))
    typer.echo()
    for line in score_lines(session):
        typer.echo(line)


def _seat(session: Session, player: str) -> int:
    """Return the seat of a player whose cards are to be shown.

    Raises:
        InputError: Nobody of this game, or somebody whose cards the record does not know: those that stand for them
            in the game would be taken for the real ones.
    """
    try:
        seat = session.game.seat(player)
    except InputError as error:
        raise InputError(error.message, "--player") from None
    if seat in session.hidden:
        names = session.game.players
        told = [name for number, name in enumerate(names) if number not in session.hidden]
        raise InputError(
            f"the record does not know what {names[seat]} holds, only what {' and '.join(told) or 'nobody'} does",
            "--player",
        )
    return seat


__all__ = ["show"]
