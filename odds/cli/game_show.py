"""`odds game show`: how a recorded game stands."""

from __future__ import annotations

from typing import Annotated

import typer

from odds.cli.game_replay import CardsOption, RecordArgument
from odds.cli.report import as_sentence


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
    seat = session.game.seat(player) if player else None
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


__all__ = ["show"]
