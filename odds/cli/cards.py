"""`odds cards`: what the cards say, whether a card set is sound, and a new set to fill in."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from odds.cli.report import as_sentence
from odds.errors import InputError
from odds.history.card_files import (
    DEFAULT_SET,
    check_card_set,
    find_card_set,
    first_error,
    read_card_set,
)
from odds.history.card_rows import UNIT_COLUMNS
from odds.history.card_tables import Problem
from odds.history.cards import ACCURACIES, CardSet, Relic, Unit, WarToken
from odds.history.names import ABILITY_WORDS, matches, owner_of, pick, same_card
from odds.history.provenance import set_note
from odds.history.rules import ERAS, KINDS, LINES, SABATONS, UNIT_POINTS
from odds.history.spelled import spell_symbols

app = typer.Typer(help="Look at cards, check a card set, start a new one.", no_args_is_help=True)

#: Table width where no terminal says how wide it is, and the widest that still reads well.
PLAIN_WIDTH = 80
MAX_WIDTH = 120

_KIND_WORDS = {
    **{kind: kind for kind in KINDS},
    "Grundeinheit": "basic",
    "Eliteeinheit": "elite",
    "Held": "hero",
}
_OWNER_WORDS = {**{owner: owner for owner in (*SABATONS, *ERAS)}, **{f"era {era}": era for era in ERAS}}

CardsOption = Annotated[
    str, typer.Option("--cards", metavar="DIR|NAME", help="The card set: a folder, or a shipped set's name.")
]


@app.command("list")
def list_units(
    kind: Annotated[str, typer.Option(metavar="KIND", help="Only basic, elite or hero units.")] = "",
    owner: Annotated[str, typer.Option(metavar="OWNER", help="Only a Sabaton's or an era's units.")] = "",
    ability: Annotated[
        list[str] | None,
        typer.Option(metavar="WORD", help="Only units with this ability, in English or German; repeatable."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON array, with the keys of units.csv.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="CSV, as units.csv.")] = False,
    cards: CardsOption = DEFAULT_SET,
) -> None:
    """List the units of a card set."""
    if as_json and as_csv:
        raise InputError("choose one of --json and --csv")
    kind = _at("--kind", kind, _KIND_WORDS)
    owner = _at("--owner", owner, _OWNER_WORDS)
    abilities = [_at("--ability", word, ABILITY_WORDS) for word in ability or ()]
    card_set = read_card_set(cards)
    units = [u for u in card_set.units_of(kind, owner) if all(_shows(u, word) for word in abilities)]
    if as_json or as_csv:
        typer.echo(_about(card_set), err=True)
        rows = [{column: getattr(unit, column) for column in UNIT_COLUMNS} for unit in units]
        if as_json:
            typer.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        else:
            from odds.history.card_template import csv_text

            typer.echo(csv_text(UNIT_COLUMNS, rows), nl=False)
        return
    typer.echo(_about(card_set))
    if not units:
        typer.echo("No unit of the set is like that.")
        return
    for line in _table([_cells(unit) for unit in units], _width()):
        typer.echo(line)
    count = sum(unit.copies for unit in units)
    typer.echo(f"{count} card{'' if count == 1 else 's'}; R/N/M: ranged, normal, melee; T: toughness")


# A war token's name can begin with a minus sign, which is then no option.
@app.command(context_settings={"ignore_unknown_options": True})
def show(
    name: Annotated[str, typer.Argument(help="A unit's, token's or relic's name, its beginning, or an id.")],
    cards: CardsOption = DEFAULT_SET,
) -> None:
    """Show everything about a card or token."""
    card_set = read_card_set(cards)
    pieces: list[Unit | WarToken | Relic] = [*card_set.units, *card_set.war_tokens, *card_set.relics]
    found = matches(name, pieces, "card")
    groups: list[list[Unit | WarToken | Relic]] = []
    for piece in found:
        for group in groups:
            if same_card(group[0], piece):
                group.append(piece)
                break
        else:
            groups.append([piece])
    typer.echo(_about(card_set))
    for group in groups:
        typer.echo()
        for line in _description(group, _width()):
            typer.echo(line)


@app.command()
def check(
    folder: Annotated[
        str, typer.Argument(metavar="[DIR]", help="The card set's folder, or a shipped set's name.")
    ] = "",
    cards: Annotated[
        str, typer.Option("--cards", metavar="DIR|NAME", help="The same, as for the other commands.")
    ] = "",
) -> None:
    """Name every error in a card set by file, line and column, and whatever looks doubtful."""
    if folder and cards:
        raise InputError("name the card set once, as DIR or with --cards")
    path = find_card_set(folder or cards or DEFAULT_SET)
    report = check_card_set(path)
    for problem in report.errors:
        typer.echo(str(problem))
    for problem in report.warnings:
        typer.echo(f"warning: {problem}")
    typer.echo(f"{path}: {_counted(report.errors, 'error')}, {_counted(report.warnings, 'warning')}")
    if report.errors:
        raise first_error(path, report.errors)


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make; it must not exist yet.")],
    cards: Annotated[
        str,
        typer.Option("--cards", metavar="DIR|NAME", help="Start from a copy of this set, not empty."),
    ] = "",
) -> None:
    """Make a card set's folder to fill in, with a line for every card of the game."""
    from odds.history.card_template import new_card_set

    files = new_card_set(folder, read_card_set(cards) if cards else None)
    typer.echo(f"{folder}: wrote {', '.join(files)}")
    typer.echo(f"Fill them in ({files[0]} says how); 'odds cards check {folder}' names what is left.")


def _at(option: str, text: str, words: dict[str, str]) -> str:
    """Return what an option's word stands for, empty if the option is not given."""
    if not text:
        return ""
    try:
        return pick(text, words, option.removeprefix("--"))
    except InputError as error:
        raise error.at(option) from None


def _about(card_set: CardSet) -> str:
    """Return the line that names a set and says where its values come from (E)."""
    return as_sentence(set_note(card_set))


def _shows(unit: Unit, ability: str) -> bool:
    if ability == "connection":
        return bool(unit.left or unit.right)
    if ability == "accuracy":
        return any(getattr(unit, column) for column in ACCURACIES)
    return bool(getattr(unit, ability))


def _abilities(piece: Unit | WarToken) -> str:
    """Return the symbols as a unit phrase spells them: "reinforcement, heroic-death:2, left"."""
    return ", ".join(spell_symbols(piece))


def _values(piece: Unit | WarToken) -> str:
    return "/".join(str(getattr(piece, line)) for line in LINES)


def _cells(unit: Unit) -> tuple[str, ...]:
    name = unit.name if unit.copies == 1 else f"{unit.copies} {unit.name}"
    return name, unit.kind, unit.owner, _values(unit), str(unit.toughness), _abilities(unit)


def _table(rows: Sequence[tuple[str, ...]], width: int) -> Iterator[str]:
    """Yield a table's lines; long names and abilities go on in the next line, nothing is cut."""
    header = ("Name", "Kind", "Owner", "R/N/M", "T", "Abilities")
    widths = [max(len(row[place]) for row in (header, *rows)) for place in range(len(header))]
    widths[0] = min(widths[0], 26)
    widths[-1] = max(width - sum(widths[:-1]) - 2 * (len(widths) - 1), 16)
    yield _line(header, widths)
    yield _line(["-" * length for length in widths], widths)
    for row in rows:
        wrapped = [textwrap.wrap(cell, length) or [""] for cell, length in zip(row, widths, strict=True)]
        for number in range(max(len(lines) for lines in wrapped)):
            yield _line([lines[number] if number < len(lines) else "" for lines in wrapped], widths)


def _line(cells: Iterable[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(length) for cell, length in zip(cells, widths, strict=True)).rstrip()


def _description(group: Sequence[Unit | WarToken | Relic], width: int) -> Iterator[str]:
    """Yield the lines about one card; `group` has a row for each owner of it."""
    piece = group[0]
    yield piece.name
    facts: list[tuple[str, str]] = []
    owners = ", ".join(_copies(owner_of(one), one.copies) for one in group)
    if isinstance(piece, Unit):
        points = UNIT_POINTS[piece.kind]
        facts.append(("Unit", f"{piece.kind}, worth {points} VP"))
        facts.append(("Owner", owners))
    elif isinstance(piece, Relic):
        facts.append(("Relic", f"era {owners}"))
    else:
        facts.append(("War token", piece.special or "for one unit in a fight"))
        facts.append(("Copies", str(piece.copies)))
    if isinstance(piece, Unit | WarToken) and not getattr(piece, "special", ""):
        facts.extend((line.capitalize(), str(getattr(piece, line))) for line in LINES)
        if isinstance(piece, Unit):
            facts.append(("Toughness", str(piece.toughness)))
        facts.append(("Abilities", _abilities(piece) or "none"))
    facts.append(("Values", ", ".join(dict.fromkeys(one.provenance for one in group))))
    facts.append(("Note", " / ".join(dict.fromkeys(one.note for one in group if one.note))))
    facts.append(("Id", ", ".join(one.id for one in group)))
    for label, text in facts:
        if text:
            yield from textwrap.wrap(
                text,
                width,
                initial_indent=f"  {label:<11}",
                subsequent_indent=" " * 13,
                break_on_hyphens=False,
            )


def _copies(owner: str, copies: int) -> str:
    return owner if copies == 1 else f"{owner} ({copies} copies)"


def _counted(problems: Sequence[Problem], what: str) -> str:
    return f"{len(problems) or 'no'} {what}{'' if len(problems) == 1 else 's'}"


def _width() -> int:
    """Return the columns to fill: the terminal's up to a readable width, 80 where there is none."""
    if not sys.stdout.isatty():
        return PLAIN_WIDTH
    return min(max(shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns, 60), MAX_WIDTH)
