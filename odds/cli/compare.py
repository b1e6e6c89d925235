"""`odds compare`: two or more line-ups against one target, side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from odds.cli.attack import LateProgress, check_chart_file
from odds.cli.options import (
    AgainstOption,
    CardsOption,
    ChallengeOption,
    ChartOption,
    DeckOption,
    MedalsOption,
    ObjectiveOption,
    RelicsGoneOption,
    RelicsOption,
    RulingsOption,
    StackOption,
    TheirRelicsOption,
    complete_names,
    read_rulings,
    read_text,
)
from odds.cli.report import wrap
from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET, read_card_set
from odds.history.compare import Comparison
from odds.history.compare import compare as compare_line_ups
from odds.history.phrases import read_medals, read_relics
from odds.history.words import percent, points


def compare(
    line_ups: Annotated[
        list[str],
        typer.Argument(
            metavar="LINE-UP LINE-UP…",
            help="Your line-ups, one phrase each, front unit first.",
            autocompletion=complete_names,
        ),
    ],
    against: AgainstOption,
    deck: DeckOption = "",
    stack: StackOption = "",
    relics: RelicsOption = "",
    relics_gone: RelicsGoneOption = "",
    challenge: ChallengeOption = False,
    their_relics: TheirRelicsOption = None,
    medals: MedalsOption = None,
    rulings: RulingsOption = None,
    cards: CardsOption = DEFAULT_SET,
    objective: ObjectiveOption = "win",
    chart: ChartOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON: the answer of odds attack for each.")] = False,
) -> None:
    """Set line-ups side by side against one target: outcomes, spoils, who is left.

    odds compare "Catapult, Archer" "Catapult, Archer, Conscript" --against Genoese --deck Spy
    """
    card_set = read_card_set(cards)
    if chart is not None:
        check_chart_file(chart)
    if [*line_ups, against, deck, stack].count("-") > 1:
        raise InputError("only one phrase can be read from standard input (-)")
    with LateProgress() as progress:
        found = compare_line_ups(
            [read_text(line_up, f"line-up {number}") for number, line_up in enumerate(line_ups, 1)],
            read_text(against, "--against"),
            deck=read_text(deck, "--deck"),
            stack=read_text(stack, "--stack"),
            challenge=challenge,
            relics=read_relics(relics, "--relics"),
            relics_gone=read_relics(relics_gone, "--relics-gone"),
            their_relics=None if their_relics is None else read_relics(their_relics, "--their-relics"),
            medals=None if medals is None else read_medals(medals, "--medals"),
            rulings=read_rulings(rulings, card_set),
            cards=card_set,
            objective=objective,
            progress=progress.told,
        )
    if chart is not None:
        _draw(Path(chart), found, against)
    if as_json:
        answers = [{"line_up": name, **odds.to_dict()} for name, odds in zip(found.names, found.odds, strict=True)]
        typer.echo(json.dumps({"schema": 1, "line_ups": answers}, ensure_ascii=False, allow_nan=False))
    else:
        for line in report(found):
            typer.echo(line)


def report(found: Comparison) -> Iterator[str]:
    """Yield the comparison as text: line-ups lettered, then a row a quantity, a column a line-up."""
    letters = [chr(ord("A") + index) for index in range(len(found.names))]
    for letter, name in zip(letters, found.names, strict=True):
        yield from wrap(f"{letter}  {name}")
    yield ""
    yield " " * 20 + "".join(f"{letter:>9}" for letter in letters)
    for what, values in found.rows():
        cells = (points(value) if "VP" in what or "conquered" in what else percent(value) for value in values)
        yield f"{what:20}" + "".join(f"{cell:>9}" for cell in cells)
    yield ""
    by_win, by_points = found.best()
    if by_win == by_points:
        yield from wrap(f"{letters[by_win]} is best, by chance to win and by VP.")
    else:
        yield from wrap(f"{letters[by_win]} wins most often, {letters[by_points]} brings most VP.")
    for note in dict.fromkeys(note for odds in found.odds for note in odds.notes if not note.startswith("ruling")):
        yield from wrap(f"{note[0].upper()}{note[1:]}.")


def _draw(path: Path, found: Comparison, against: str) -> None:
    from odds import charts

    notes = dict.fromkeys(note for odds in found.odds for note in odds.notes if note.startswith("card set"))
    figure = charts.comparison_chart(found.to_frame(), f"Which line-up against {against}?", list(notes))
    try:
        charts.save(figure, path)
    except OSError as error:
        raise InputError(f"cannot write '{path}': {error.strerror}", "--chart") from None
