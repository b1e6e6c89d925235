"""`odds chart`: a figure that answers one question, and its numbers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from odds.cli.card_options import CardsOption, RulingsOption, read_rulings
from odds.cli.options import (
    DeckOption,
    RelicsOption,
    StackOption,
    complete_names,
    read_text,
)
from odds.cli.outputs import check_chart_file, check_csv_file, save_chart, save_csv
from odds.cli.report import wrap
from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET, read_card_set
from odds.history.cards import CardSet, Unit
from odds.history.phrases import read_relics, read_units
from odds.history.query import Query
from odds.history.rules import Rulings
from odds.inputs import read_up_to

if TYPE_CHECKING:
    import pandas as pd

    from odds.history.studies import Fight, Study

#: Options each kind of chart understands beside those all have; the last four draw a table that --from names.
KINDS: dict[str, tuple[str, ...]] = {
    "matchups": ("against", "owner", "era", "rows", "take", "measure", "relics", "rulings"),
    "dice": ("against", "owner", "era", "fights", "seed", "relics", "rulings"),
    "lines": ("against", "deck", "stack", "challenge", "owner", "era", "fights", "seed", "rulings"),
    "abilities": ("against", "owner", "era", "fights", "seed", "rulings"),
    "survivors": ("against", "deck", "stack", "challenge", "seed", "rulings"),
    "rulings": ("against", "owner", "era", "fights", "seed", "rulings"),
    "units": (),
    "strategies": (),
    "points": (),
    "deck": (),
}

#: Fights that are drawn where no number is given; the lines are told fight by fight, which takes longer.
FIGHTS = {"lines": 1_000}

#: Options that belong to drawn fights, not to a line-up that was typed in.
DRAWN = ("owner", "fights")


#: Bytes that are read of what lies beside a table.
MOST_ABOUT = 1 << 20


@dataclass(frozen=True)
class Asked:
    """What was typed, read.

    Args:
        kind: The kind of chart.
        given: The options that were typed, by name.
        line_ups: The line-ups by the phrase that names them.
        targets: The defenders of each `--against`.
        card_set, rulings: The card set, and the rulings over those of the set.
    """

    kind: str
    given: dict[str, Any]
    line_ups: dict[str, tuple[Unit, ...]]
    targets: list[tuple[Unit, ...]]
    card_set: CardSet
    rulings: Rulings

    @property
    def one(self) -> tuple[Unit, ...]:
        """The only line-up, none where none was typed.

        Raises:
            InputError: More than one.
        """
        if len(self.line_ups) > 1:
            raise InputError(f"a chart of {self.kind} takes one line-up, not {len(self.line_ups)}", "LINE-UP")
        return next(iter(self.line_ups.values()), ())

    @property
    def seed(self) -> int:
        """The seed typed, or a fresh one."""
        from odds.chance import fresh_seed

        seed = self.given.get("seed")
        return fresh_seed() if seed is None else int(seed)

    def picked(self, *names: str) -> dict[str, Any]:
        """Return the options of these names that were typed, as the studies' functions call them."""
        plural = {"owner": "owners", "era": "eras"}
        return {plural.get(name, name): self.given[name] for name in names if name in self.given}


def chart(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=f"One of {', '.join(KINDS)}.")],
    line_ups: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LINE-UP…]", help="Your units, front unit first.", autocompletion=complete_names),
    ] = None,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The figure: .png, .pdf or .svg.")] = "",
    data: Annotated[str | None, typer.Option("--data", metavar="FILE", help="Write the numbers, too: .csv.")] = None,
    table: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="Draw the numbers of this .csv instead.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="DEFENDERS", help="A target; repeatable.", autocompletion=complete_names),
    ] = None,
    deck: DeckOption = "",
    stack: StackOption = "",
    challenge: Annotated[bool, typer.Option("--challenge", help="The defender is a player.")] = False,
    owner: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Whose basic deck; repeatable.")] = None,
    era: Annotated[list[str] | None, typer.Option(metavar="I|II|III|IV", help="Targets' era; repeatable.")] = None,
    rows: Annotated[str | None, typer.Option(metavar="hand|line-up|units", help="matchups: what a row is.")] = None,
    take: Annotated[str | None, typer.Option(metavar="best|mean", help="matchups: which line-up of a row.")] = None,
    measure: Annotated[str | None, typer.Option(metavar="win|vp", help="matchups: what is drawn.")] = None,
    fights: Annotated[int | None, typer.Option(metavar="N", help="Fights or hands to draw.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Seed of what is drawn.")] = None,
    relics: RelicsOption = "",
    rulings: RulingsOption = None,
    cards: CardsOption = DEFAULT_SET,
) -> None:
    """Draw a figure that answers one question, over one fight or over many.

    odds chart dice --out dice.svg

    odds chart survivors "Catapult, Archer" --against Genoese --out left.png

    --from draws tables: units of odds balance --csv; strategies, points and deck of odds game simulate --out.
    """
    if kind not in KINDS:
        raise InputError(f"'{kind}' is no chart; the kinds are {', '.join(KINDS)}", "KIND")
    given = {
        name: value
        for name, value in {
            "against": against,
            "deck": deck,
            "stack": stack,
            "challenge": challenge,
            "owner": owner,
            "era": era,
            "rows": rows,
            "take": take,
            "measure": measure,
            "fights": fights,
            "seed": seed,
            "relics": relics,
            "rulings": rulings,
        }.items()
        if value is not None and value is not False and value not in ("", [])
    }
    check_files(out, data, table)
    card_set = read_card_set(cards)
    options = {"measure": str(measure)} if kind == "matchups" and measure else {}
    if table is not None:
        _refuse(kind, given, ("measure",) if kind == "matchups" else (), line_ups, "draws a table that is there")
        study = _read(kind, table, card_set)
    else:
        _refuse(kind, given, KINDS[kind], None, f"is no option of a chart of {kind}")
        study = _studied(_asked(kind, given, line_ups or [], card_set))
    _write(study, out, data, options)
    for line in [study.question, *([study.finding] if study.finding else []), *study.notes]:
        for part in wrap(f"{line[0].upper()}{line[1:]}" + ("" if line[-1] in ".?" else ".")):
            typer.echo(part)
    for name in filter(None, (out, data)):
        typer.echo(f"Written: {name}")


def check_files(out: str, data: str | None, table: str | None) -> None:
    """Refuse files before the work is done, not after it.

    Raises:
        InputError: Named by the option.
    """
    if not out:
        raise InputError("name the file of the figure: --out FILE.png, .pdf or .svg", "--out")
    check_chart_file(out, "--out")
    if data is not None:
        check_csv_file(data, "--data")
        if table is not None and Path(data).absolute() == Path(table).absolute():
            raise InputError("this is the table that is read; name another file", "--data")


def _refuse(kind: str, given: dict[str, Any], allowed: Sequence[str], line_ups: list[str] | None, reason: str) -> None:
    for name in given:
        if name not in allowed:
            if reason.startswith("draws"):
                raise InputError(f"--from {reason}; leave this out", f"--{name}")
            if not KINDS[kind]:
                raise InputError(f"this {reason}; it is drawn from {_source(kind)}: --from FILE.csv", f"--{name}")
            raise InputError(f"this {reason}; its options are {_listed(KINDS[kind])}", f"--{name}")
    if line_ups:
        raise InputError(f"--from {reason}; leave the line-up out", "LINE-UP")


def _source(kind: str) -> str:
    return "a table of odds balance --csv" if kind == "units" else f"{kind}.csv of odds game simulate --out"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"--{name}" for name in names)


def _read(kind: str, table: str, card_set: CardSet) -> Study:
    """Return the table that `--from` names, with the notes its columns allow."""
    from odds import charts
    from odds.history.provenance import set_notes
    from odds.history.studies.base import Study

    frame = charts.read_table(Path(table), kind)
    notes = [f"numbers of {Path(table).name}{_run_of(Path(table))}"]
    if "games" in frame.columns:
        notes[0] += f", up to {int(frame['games'].max()):,} games a row" if len(frame) else ""
    if "fights" in frame.columns:
        notes[0] += f", up to {int(frame['fights'].max()):,} fights a row" if len(frame) else ""
    if {"low", "high"} <= set(frame.columns):
        notes[0] += f"; {_intervals(kind, frame)}"
    return Study(kind, charts.QUESTIONS[kind], "", frame, [*notes, *set_notes(card_set)])


def _run_of(path: Path) -> str:
    """Return which games a table of `odds game simulate --out` is of, if the file that says so lies beside it."""
    from odds.history.game.simulate_tables import ABOUT

    try:
        about = json.loads(read_up_to(path.with_name(ABOUT), MOST_ABOUT))
        return f" ({about['games']:,} games of {', '.join(about['players'])}; seed {about['seed']})"
    except (InputError, ValueError, TypeError, LookupError):
        return ""


def _intervals(kind: str, frame: pd.DataFrame) -> str:
    """Return how the 95 % intervals are to be read; those of points, stacked, are told and not drawn."""
    if kind != "points":
        return "bars: 95 % interval"
    return f"95 % intervals of the parts within ±{(frame['high'] - frame['low']).max() / 2:.2f} VP"


def _asked(kind: str, given: dict[str, Any], phrases: Sequence[str], card_set: CardSet) -> Asked:
    """Read phrases and rulings."""
    if not KINDS[kind]:
        raise InputError(f"a chart of {kind} is drawn from {_source(kind)}: --from FILE.csv", "--from")
    targets = given.get("against", [])
    if [*phrases, *targets, given.get("deck"), given.get("stack")].count("-") > 1:
        raise InputError("only one phrase can be read from standard input (-)")
    line_ups = {}
    for number, phrase in enumerate(phrases, 1):
        what = f"line-up {number}"
        text = read_text(phrase, what)
        line_ups[" ".join(text.split())] = read_units(text, card_set, what=what)
    against = "basic" if given.get("challenge") else "elite"
    met = [
        read_units(read_text(target, "--against"), card_set, what="--against", spelled_kind=against)
        for target in targets
    ]
    if line_ups and any(name in given for name in DRAWN):
        name = next(name for name in DRAWN if name in given)
        raise InputError("line-ups are drawn only where none is given; leave this out, or the line-up", f"--{name}")
    return Asked(kind, given, line_ups, met, card_set, read_rulings(given.get("rulings"), card_set))


def _studied(asked: Asked) -> Study:
    """Work out the numbers of a kind of chart."""
    from odds.history import studies

    relics = read_relics(asked.given.get("relics", ""), "--relics")
    if asked.kind == "matchups":
        return studies.matchups(
            asked.card_set,
            line_ups=asked.line_ups,
            targets=asked.targets,
            relics=relics,
            rulings=asked.rulings,
            **asked.picked("owner", "era", "rows", "take", "measure"),
        )
    if asked.kind == "dice":
        return studies.dice(
            asked.card_set,
            attackers=asked.one,
            targets=asked.targets,
            relics=relics,
            rulings=asked.rulings,
            seed=asked.seed,
            **asked.picked("owner", "era", "fights"),
        )
    if asked.kind == "survivors" or (asked.kind == "lines" and asked.one):
        study = studies.survivors if asked.kind == "survivors" else studies.lines
        return study(_query(asked), asked.given.get("seed", 0))
    fights, seed = _fights(asked)
    if asked.kind == "lines":
        return studies.lines_of_fights(fights, asked.card_set, asked.rulings, seed)
    if asked.kind == "rulings":
        return studies.rulings(fights, asked.card_set, asked.rulings, seed)
    return studies.abilities(fights, asked.card_set, asked.rulings, seed, ", ".join(asked.line_ups))


def _query(asked: Asked) -> Query:
    """Return the one fight that is asked about."""
    if not asked.one or len(asked.targets) != 1:
        raise InputError(f"a chart of {asked.kind} is of one fight: name a LINE-UP and one --against", "--against")
    for name in ("era",):
        if name in asked.given:
            raise InputError("the target is named; leave this out", f"--{name}")
    challenge = bool(asked.given.get("challenge"))
    piles = {
        name: read_units(
            read_text(asked.given.get(name, ""), f"--{name}"),
            asked.card_set,
            what=f"--{name}",
            spelled_kind="elite" if name == "stack" and not challenge else "basic",
            tokens=False,
        )
        for name in ("deck", "stack")
    }
    return Query(
        asked.one,
        asked.targets[0],
        deck=piles["deck"],
        stack=piles["stack"],
        challenge=challenge,
        rulings=asked.rulings,
        card_set=asked.card_set,
    )


def _fights(asked: Asked) -> tuple[list[Fight], int | None]:
    """Return the fights of a spread, and the seed that drew them."""
    from odds.history import studies
    from odds.history.studies.spread import FIGHTS as MANY
    from odds.history.studies.spread import elites_of, eras_of

    if asked.one:
        if "seed" in asked.given:
            raise InputError("nothing is drawn with a line-up given; leave this out", "--seed")
        eras = eras_of(asked.given.get("era", []))
        return studies.given_fights(
            asked.one, asked.targets or [(unit,) for unit in elites_of(asked.card_set, eras)]
        ), None
    for name in ("against", "deck", "stack", "challenge"):
        if name in asked.given:
            raise InputError("name a LINE-UP with it, or leave it out and fights are drawn", f"--{name}")
    seed = asked.seed
    count = asked.given.get("fights", FIGHTS.get(asked.kind, MANY))
    return studies.draw_fights(asked.card_set, count, seed, **asked.picked("owner", "era")), seed


def _write(study: Study, out: str, data: str | None, options: dict[str, str]) -> None:
    from odds import charts

    figure = charts.draw(study.kind, study.frame, study.question, study.finding, study.notes, **options)
    save_chart(figure, out, "--out")
    if data is not None:
        save_csv(study.frame, data, "--data")
