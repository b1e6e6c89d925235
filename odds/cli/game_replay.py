"""`odds game replay`: a recorded game verified and told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from odds.cli.report import as_sentence

if TYPE_CHECKING:
    from odds.history.game.record_read import Record
    from odds.history.game.record_session import Entry
    from odds.history.game.record_tale import Place

RecordArgument = Annotated[str, typer.Argument(metavar="FILE", help="The record of a game; - reads it.")]
CardsOption = Annotated[
    str, typer.Option("--cards", metavar="DIR|NAME", help="The card set, where the record's own is not at hand.")
]


def replay(
    file: RecordArgument,
    narrate: Annotated[bool, typer.Option("--narrate", help="Tell every fight line by line.")] = False,
    until: Annotated[
        str, typer.Option(metavar="TURN|line:N", help="Stop after a turn (0: the set-up) or a line of the record.")
    ] = "",
    cards: CardsOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Verify a record against the rules and tell the game turn by turn."""
    from odds.history.game.record_read import load_record
    from odds.history.game.record_tale import check_place, read_place

    place = read_place(until, "--until") if until else None
    record = load_record(file, cards or None)
    if place is not None:
        check_place(record.session, place, "--until")
    if as_json:
        typer.echo(json.dumps(_answer(record, narrate, place), ensure_ascii=False, allow_nan=False))
        return
    for line in _lines(record, narrate, place):
        typer.echo(line)


def _lines(record: Record, narrated: bool, place: Place | None) -> Iterator[str]:
    from odds.cli.game_report import WIDTH, fight_text, head_lines, score_lines, step_lines, turn_title, wrapped
    from odds.history.game.record_tale import restart, retell
    from odds.history.game.state import CHALLENGE_FIGHT, FIGHT

    yield from head_lines(record.header, record.session.game)
    for note in record.notes:
        yield from wrapped(as_sentence(note))
    if record.session.undone:
        yield from wrapped(f"Decisions taken back and left out here: {record.session.undone}.")
    ended = restart(record.session)
    turn: list[Entry] = []
    stories: dict[int, str] = {}
    challenge = False
    for told in retell(record.session, place):
        if turn and told.entry.turn != turn[0].turn:
            yield from ("", turn_title(turn[0]), *step_lines(turn, stories))
            turn, stories = [], {}
        ended = told.session
        if told.story is not None:
            stories[len(turn)] = "\n".join(
                [f"    {line}" for line in told.story.lines(WIDTH - 4)]
                if narrated
                else wrapped(fight_text(told.story, challenge), "    ")
            )
        challenge = ended.game.state[FIGHT] == CHALLENGE_FIGHT
        turn.append(told.entry)
    if turn:
        yield from ("", turn_title(turn[0]), *step_lines(turn, stories))
    yield ""
    if not ended.game.is_over:
        if len(ended.entries) == len(record.session.entries):
            yield "The record ends before the game does."
        yield from wrapped(f"To come: {ended.game.question}")
    yield from score_lines(ended)


def _answer(record: Record, narrated: bool, place: Place | None) -> dict[str, Any]:
    from odds.history.game.record_tale import restart, retell

    header = record.header
    ended = restart(record.session)
    steps: list[dict[str, Any]] = []
    for told in retell(record.session, place):
        ended = told.session
        step = {key: getattr(told.entry, key) for key in ("line", "turn", "round", "in_turn", "kind", "who", "phrase")}
        if told.story is not None:
            step["winner"] = told.story.winner
            if narrated:
                step["fight"] = told.story.to_dict()
        steps.append(step)
    over = ended.game.is_over
    return {
        "schema": 1,
        "players": list(header.players),
        "control": list(header.control),
        "rounds": ended.game.rounds,
        "seed": header.seed,
        "chance": "table" if header.table else "seed",
        "card_set": header.cards,
        "checksum": header.checksum,
        "rulings": header.rulings.to_dict(),
        "hidden": list(header.hidden),
        "notes": list(record.notes),
        "taken_back": record.session.undone,
        "steps": steps,
        "over": over,
        "to_come": ended.game.question,
        "scores": ended.scores(),
        "returns": ended.returns(),
    }


__all__ = ["replay"]
