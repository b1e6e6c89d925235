"""`odds advise`: the best attack of a position."""

from __future__ import annotations

import csv
import io
import json
from typing import Annotated

import typer

from odds.cli.attack import LateProgress
from odds.cli.card_options import CardsOption, RulingsOption, read_rulings
from odds.cli.options import read_table_file, read_text, refuse_second_stdin
from odds.cli.share import FromOption, ShareOption, is_given, read_code, share_lines
from odds.errors import InputError
from odds.history.advise.advice import TOP, Advice
from odds.history.advise.advice import advise as advise_table
from odds.history.advise.pricing import read_weights
from odds.history.card_files import DEFAULT_SET, read_card_set
from odds.history.table import Table

#: Options of the short form; a table file has all that they say.
SHORT_FORM = ("hand", "board", "deck", "discard", "tokens", "relics", "relics_gone", "stack", "era", "me", "rulings")


def advise(
    context: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table file; - to read it.")] = "",
    hand: Annotated[str, typer.Option(metavar="UNITS", help="Short form: your hand.")] = "",
    board: Annotated[
        list[str] | None,
        typer.Option("--board", metavar="'II: A, B, C'", help="Short form: an era's open cards; yours first."),
    ] = None,
    deck: Annotated[str | None, typer.Option(metavar="UNITS", help="Short form: your draw pile.")] = None,
    discard: Annotated[str | None, typer.Option(metavar="UNITS", help="Short form: your discard pile.")] = None,
    tokens: Annotated[str | None, typer.Option(metavar="TOKENS", help="Short form: your war tokens.")] = None,
    stack: Annotated[str | None, typer.Option(metavar="UNITS", help="Short form: your era's stack.")] = None,
    relics: Annotated[str | None, typer.Option(metavar="I:2,IV:1", help="Short form: relics you own.")] = None,
    relics_gone: Annotated[str | None, typer.Option(metavar="I:3", help="Short form: other relics seen.")] = None,
    era: Annotated[
        str | None, typer.Option(metavar="II", help="Short form: where you stand; two before the jump.")
    ] = None,
    me: Annotated[str | None, typer.Option(metavar="NAME", help="Short form: which Sabaton you are.")] = None,
    rulings: RulingsOption = None,
    cards: CardsOption = DEFAULT_SET,
    objective: Annotated[str, typer.Option(metavar="vp|win", help="What attacks are ranked by.")] = "vp",
    weights: Annotated[
        str,
        typer.Option(
            metavar="token=-0.3,…", help="Change the objective: win unit relic medal opponent token hero-use card."
        ),
    ] = "",
    method: Annotated[str, typer.Option(metavar="auto|exact|monte-carlo", help="How to weigh the draws.")] = "auto",
    precision: Annotated[
        float | None, typer.Option(metavar="P", help="Sample until the best score's 95 % interval is ± P.")
    ] = None,
    seconds: Annotated[float | None, typer.Option("--time", metavar="S", help="Seconds to search for.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Seed of sampled draws.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="List every attack, not the best three.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print a CSV table.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    risk: Annotated[bool, typer.Option("--risk", help="Add the whole distribution: at least k units, k VP.")] = False,
    share: ShareOption = False,
    from_code: FromOption = None,
) -> None:
    """Rank every attack of a position: targets, line-ups, war tokens, re-rolls.

    odds advise table.toml

    odds advise --hand "Catapult, Archer, Conscript, Spy" --board "II: Genoese Crossbowmen, Trưng Sisters"
    """
    if as_csv and as_json:
        raise InputError("--csv or --json, not both", "--csv")
    if risk and (as_csv or as_json or everything):
        raise InputError("--risk adds to the text; leave out --csv, --json and --all", "--risk")
    if share and as_csv:
        raise InputError("--share adds a line to the text or to --json; leave out --csv", "--share")
    if from_code is not None:
        from odds.history.share_advise import AdviseQuestion

        asked = AdviseQuestion.read(read_code(context, from_code))
        position = asked.table
        objective, method = asked.objective, asked.method
        changed = asked.weights
        precision, seconds, seed, repeat = asked.precision, asked.seconds, asked.seed, asked.repeat
    else:
        typed = [name for name in SHORT_FORM if is_given(context, name)]
        short: dict[str, object] = {
            "hand": hand,
            "board": board or [],
            "deck": deck,
            "discard": discard,
            "tokens": tokens,
            "relics": relics,
            "relics_gone": relics_gone,
            "stack": stack,
            "era": era,
            "sabaton": me,
        }
        position = read_position(table, typed, short, rulings, cards, is_given(context, "cards"))
        changed = read_weights(weights)
        repeat = {}
    with LateProgress() as progress:
        advice = advise_table(
            position,
            objective=objective,
            weights=changed,
            method=method,
            precision=precision,
            seconds=seconds,
            seed=seed,
            everything=everything,
            progress=progress.told,
            repeat=repeat,
        )
    code = ""
    if share:
        from odds.history.share_advise import AdviseQuestion

        used = advice.search.seed if seed is None else seed
        code = AdviseQuestion(
            position,
            objective,
            changed,
            method,
            precision,
            seconds,
            used,
            advice.search.repeat,
        ).code()
    for line in _lines(advice, everything, as_csv, as_json, risk, code):
        typer.echo(line)


def read_position(
    table: str, typed: list[str], short: dict[str, object], rulings: list[str] | None, cards: str, cards_given: bool
) -> Table:
    """Return the position of a table file, or of the short form.

    Raises:
        InputError: Both, neither, or what the readers refuse.
    """
    if table:
        return read_table_file(table, typed, cards if cards_given else None)
    if "hand" not in typed or "board" not in typed:
        raise InputError("name a table file, or your --hand and the --board (see odds table new)", "TABLE")
    from odds.history.table_quick import quick_table

    card_set = read_card_set(cards)
    refuse_second_stdin(*(value for value in short.values() if isinstance(value, str)))
    read = {
        name: read_text(value, "--" + name.replace("_", "-")) if isinstance(value, str) else value
        for name, value in short.items()
    }
    return quick_table(**read, cards=card_set, rulings=read_rulings(rulings, card_set))  # type: ignore[arg-type]


def _lines(advice: Advice, everything: bool, as_csv: bool, as_json: bool, risk: bool, code: str) -> list[str]:
    from odds.cli.advise_report import report

    if as_json:
        told = advice.to_dict()
        if not everything:
            told["attacks"] = told["attacks"][:TOP]
        if code:
            told["share"] = code
        return [json.dumps(told, ensure_ascii=False, allow_nan=False)]
    if as_csv:
        rows = advice.rows() if everything else advice.rows()[:TOP]
        text = io.StringIO()
        if rows:
            writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return text.getvalue().splitlines()
    return [*report(advice, everything, risk), *(share_lines(code, "advise") if code else ())]
