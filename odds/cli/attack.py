"""`odds attack`: the odds of one attack, for a phone held beside the board, or as JSON."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer

from odds.cli import EXIT_INTERRUPTED
from odds.cli.card_options import CardsOption, RulingsOption
from odds.cli.options import (
    AgainstOption,
    AttackersArgument,
    ChallengeOption,
    ChartOption,
    DeckOption,
    MedalsOption,
    ObjectiveOption,
    RelicsGoneOption,
    RelicsOption,
    StackOption,
    TheirRelicsOption,
    read_query,
)
from odds.cli.outputs import check_chart_file, save_chart
from odds.cli.share import FromOption, ShareOption, read_code, require, share_lines
from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET
from odds.history.odds import Odds, answer
from odds.history.query import Query


def attack(
    context: typer.Context,
    attackers: AttackersArgument = "",
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
    method: Annotated[str, typer.Option(metavar="auto|exact|monte-carlo", help="How to compute.")] = "auto",
    fights: Annotated[int | None, typer.Option(metavar="N", help="Fights to sample.")] = None,
    precision: Annotated[
        float | None,
        typer.Option(metavar="P", help="Sample until the 95 % interval of the win chance is ± P (0.001)."),
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Seed of sampled fights.")] = None,
    objective: ObjectiveOption = "win",
    faces: Annotated[bool, typer.Option("--faces", help="Add what each pair of faces does.")] = False,
    chart: ChartOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
    share: ShareOption = False,
    from_code: FromOption = None,
) -> int:
    """Tell how an attack stands: chances, what it conquers, what it is worth.

    odds attack "Catapult, 2 Archer + '+2 melee'" --against "Genoese Crossbowmen, Trưng Sisters"
    """
    if from_code is not None:
        from odds.history.share_questions import AttackQuestion

        asked = AttackQuestion.read(read_code(context, from_code))
        query, method, fights, precision, seed = asked.query, asked.method, asked.fights, asked.precision, asked.seed
    else:
        require(context, attackers="name your units, front unit first", against="name the defenders, front unit first")
        query = read_query(
            attackers,
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
    if faces and as_json:
        raise InputError("--faces adds to the text; leave out --faces or --json", "--faces")
    if chart is not None:
        check_chart_file(chart)
    with LateProgress() as progress:
        odds = answer(query, method, fights, precision, seed, progress.told)
    # All that can be refused is worked out before the first line is printed.
    code = share_code(query, odds, method, fights, precision, seed) if share else ""
    if as_json:
        told = odds.to_dict() | ({"share": code} if share else {})
        lines = [json.dumps(told, ensure_ascii=False, allow_nan=False)]
    else:
        from odds.cli.attack_report import report

        lines = [*report(query, odds, faces=faces), *(share_lines(code, "attack") if share else ())]
    if chart is not None:
        draw_chart(chart, query, odds)
    for line in lines:
        typer.echo(line)
    interrupted = any(note.startswith("interrupted") for note in odds.notes)
    if interrupted:
        print(f"odds: interrupted; kept the {odds.fights:,} fights done by then", file=sys.stderr)
    return EXIT_INTERRUPTED if interrupted else 0


def share_code(
    query: Query, odds: Odds, method: str, fights: int | None, precision: float | None, seed: int | None
) -> str:
    """Return the code that asks the same and gets the same answer: with the seed that was drawn, if one was."""
    from odds.history.share_questions import AttackQuestion

    return AttackQuestion(query, method, fights, precision, seed if odds.seed is None else odds.seed).code()


def draw_chart(name: str, query: Query, odds: Odds) -> None:
    """Draw the odds into a file."""
    from odds import charts
    from odds.history.words import names, percent

    figure = charts.attack_chart(
        odds.to_frame(),
        f"Should I attack? {percent(odds.win)} to win",
        f"{names(query.attackers)} against {names(query.defenders)}",
        [note for note in odds.notes if note.startswith(("card set", "reinforcement"))]
        + ([f"sampled: {odds.fights:,} fights"] if odds.fights else ["exact"]),
    )
    save_chart(figure, name)


class LateProgress:
    """A progress bar on a terminal for work that takes longer than two seconds; else nothing."""

    SECONDS = 2.0

    def __enter__(self) -> LateProgress:
        import time

        self._clock = time.monotonic
        self._start = self._clock()
        self._bar: Any = None
        self._task: Any = None
        return self

    def told(self, done: int, most: int) -> None:
        """Show the work done, once two seconds have passed."""
        if not sys.stderr.isatty() or self._clock() - self._start < self.SECONDS:
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task("fights", total=most)
        self._bar.update(self._task, completed=done)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
