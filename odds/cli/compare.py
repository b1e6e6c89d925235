"""`odds compare`: two or more line-ups against one target, side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated

import typer

from odds.cli.attack import LateProgress
from odds.cli.card_options import CardsOption, RulingsOption
from odds.cli.options import (
    AgainstOption,
    ChallengeOption,
    ChartOption,
    DeckOption,
    MedalsOption,
    ObjectiveOption,
    RelicsGoneOption,
    RelicsOption,
    StackOption,
    TheirRelicsOption,
    complete_names,
    read_queries,
)
from odds.cli.outputs import check_chart_file, save_chart
from odds.cli.report import note_lines, wrap
from odds.cli.share import FromOption, ShareOption, read_code, require, share_lines
from odds.history.card_files import DEFAULT_SET
from odds.history.cards import CardSet
from odds.history.compare import Comparison
from odds.history.compare import compare as compare_line_ups
from odds.history.monte_carlo import Progress
from odds.history.query import Query
from odds.history.words import names, percent, points


def compare(
    context: typer.Context,
    line_ups: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LINE-UP LINE-UP…",
            help="Your line-ups, one phrase each, front unit first.",
            autocompletion=complete_names,
        ),
    ] = None,
    against: AgainstOption = "",
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
    share: ShareOption = False,
    from_code: FromOption = None,
) -> None:
    """Set line-ups side by side against one target: outcomes, spoils, who is left.

    odds compare "Catapult, Archer" "Catapult, Archer, Conscript" --against Genoese --deck Spy
    """
    if chart is not None:
        check_chart_file(chart)
    seed = None
    if from_code is not None:
        from odds.history.share_questions import CompareQuestion

        asked = CompareQuestion.read(read_code(context, from_code))
        called, queries, seed = asked.names, asked.queries, asked.seed
    else:
        mend = "name two or more line-ups, each in quotes, front unit first"
        require(context, line_ups=mend, against="name the defenders, front unit first")
        called, queries = read_queries(
            line_ups or [],
            against,
            deck=deck,
            stack=stack,
            challenge=challenge,
            rulings=rulings,
            cards=cards,
            relics=relics,
            relics_gone=relics_gone,
            their_relics=their_relics,
            medals=medals,
            objective=objective,
        )
    with LateProgress() as progress:
        found = replace(compare_queries(queries, seed, progress.told), names=called)
    code = share_code(found, queries) if share else ""
    if chart is not None:
        _draw(chart, found, names(queries[0].defenders))
    if as_json:
        answers = [{"line_up": name, **odds.to_dict()} for name, odds in zip(found.names, found.odds, strict=True)]
        told = {"schema": 1, "line_ups": answers} | ({"share": code} if share else {})
        typer.echo(json.dumps(told, ensure_ascii=False, allow_nan=False))
    else:
        for line in (*report(found), *(share_lines(code, "compare") if share else ())):
            typer.echo(line)


def compare_queries(queries: Sequence[Query], seed: int | None, progress: Progress) -> Comparison:
    """Return the odds of queries that are equal but for their attackers.

    Args:
        queries: One for each line-up.
        seed: The seed where one is needed; drawn if absent.
        progress: Told the work done and to do.
    """
    query = queries[0]
    return compare_line_ups(
        [query.attackers for query in queries],
        query.defenders,
        deck=query.deck,
        stack=query.stack,
        challenge=query.challenge,
        relics=query.relics,
        relics_gone=query.relics_gone,
        their_relics=query.their_relics,
        medals=query.medals,
        rulings=query.rulings,
        cards=query.card_set or CardSet("custom", "", (), values="custom"),
        objective=query.objective,
        drawn_seed=seed,
        progress=progress,
    )


def share_code(found: Comparison, queries: tuple[Query, ...]) -> str:
    """Return the code that asks the same and gets the same answer: with the seed that was drawn, if one was."""
    from odds.history.share_questions import CompareQuestion

    seed = next((odds.seed for odds in found.odds if odds.seed is not None), None)
    return CompareQuestion(found.names, queries, seed).code()


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
    notes = (note for odds in found.odds for note in odds.notes if not note.startswith("ruling"))
    yield from note_lines(dict.fromkeys(notes))


def _draw(path: str, found: Comparison, against: str) -> None:
    from odds import charts

    notes = dict.fromkeys(note for odds in found.odds for note in odds.notes if note.startswith("card set"))
    save_chart(charts.comparison_chart(found.to_frame(), f"Which line-up against {against}?", list(notes)), path)
