"""`odds balance`: what each card of a set is worth, and what another version of the set changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from odds.cli.attack import LateProgress
from odds.cli.card_options import CardsOption
from odds.cli.outputs import check_chart_file, check_csv_file, save_chart, save_csv
from odds.cli.report import as_sentence, wrap
from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET

if TYPE_CHECKING:
    from odds.history.balance import Balance, Change, Worth

#: Width of the column of names.
NAME = 26

#: What a role is called above its table.
TITLES = {"attack": "As an attacker", "defend": "As a defender on the board"}
KINDS = {"basic": "basic cards", "elite": "elites", "hero": "heroes"}


def balance(
    cards: CardsOption = DEFAULT_SET,
    other: Annotated[
        str | None, typer.Option("--set", metavar="DIR|NAME", help="Compare with this set: what its values change.")
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help="Games of four bots whose fights are used.")] = 200,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Same seed, same answer.")] = None,
    measure: Annotated[str, typer.Option(metavar="win|vp", help="Chance to win, or VP against the board.")] = "win",
    bot: Annotated[str, typer.Option(metavar="greedy|random", help="Who plays the games.")] = "greedy",
    csv: Annotated[str | None, typer.Option("--csv", metavar="FILE", help="Write the table.")] = None,
    chart: Annotated[str | None, typer.Option("--chart", metavar="FILE", help="Draw it: .png, .pdf or .svg.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Ask what each card is worth: the change when it replaces a reference card in fights of real games.

    odds balance --games 200 --seed 1

    With --set: what another version of the set changes, card by card; table, chart and CSV then show that.
    """
    if chart is not None:
        check_chart_file(chart)
    if csv is not None:
        check_csv_file(csv)
    from odds.history.balance import balance as measured

    with LateProgress() as progress:
        found = measured(cards, other, games=games, seed=seed, measure=measure, bot=bot, progress=progress.told)
    if csv is not None:
        save_csv(_table(found), csv)
    if chart is not None:
        _draw(found, chart)
    if as_json:
        import json

        typer.echo(json.dumps(as_dict(found), ensure_ascii=False, allow_nan=False))
        return
    for line in report(found):
        typer.echo(line)


def as_dict(found: Balance) -> dict[str, Any]:
    """Return the answer as plain values; an interval that is not known is null."""
    from odds.history.provenance import values_provenance

    return {
        "schema": 1,
        "card_set": found.card_set.name,
        "card_values": values_provenance(found.card_set),
        "other_set": found.other_set.name if found.other_set else None,
        "measure": found.measure,
        "bot": found.bot,
        "games": found.games,
        "fights": found.fights,
        "seed": found.seed,
        "worths": [_plain(row) for row in found.worths],
        "changes": [_plain(row) for row in found.changes] if found.other_set else None,
        "outliers": [{"id": row.id, "role": row.role} for row in found.outliers],
        "dominated": [{"id": unit.id, "by": [one.id for one in better]} for unit, better in found.dominated.items()],
        "notes": found.notes,
    }


def _plain(row: Worth | Change) -> dict[str, Any]:
    from dataclasses import asdict

    return {name: None if value != value else value for name, value in asdict(row).items()}


def report(found: Balance) -> Iterator[str]:
    """Yield the lines of the answer, at most 80 columns wide."""
    if found.other_set:
        before, after = _called(found)
        yield from wrap(f"What changes from card set '{before}' to '{after}'?")
    else:
        yield from wrap(f"What is a card worth? Card set '{found.card_set.name}'")
    yield from wrap(f"{found.fights:,} fights of {found.games:,} games, four {found.bot} bots, seed {found.seed}")
    if found.other_set:
        yield from _changes(found)
    else:
        yield from _worths(found)
        yield from _findings(found)
    yield ""
    for note in found.notes:
        yield from wrap(as_sentence(note))


def _called(found: Balance) -> tuple[str, str]:
    """Return what both sets are called; by their folders where they share a name, as copies of a set do."""
    one, other = found.card_set, found.other_set or found.card_set
    return (one.name, other.name) if one.name != other.name else (one.folder or one.name, other.folder or other.name)


def _worths(found: Balance) -> Iterator[str]:
    unit = "points of win chance" if found.measure == "win" else "VP"
    for role, title in TITLES.items():
        for kind, called in KINDS.items():
            rows = [row for row in found.worths if (row.role, row.kind) == (role, kind)]
            if not rows:
                continue
            yield ""
            yield f"{title}: {called}, {unit}"
            yield f"{'':{NAME}} {'':4}  worth    95 % interval  corrected p"
            for row in rows:
                mark = "  outlier" if row.outlier else "  reference" if row.is_reference else ""
                yield f"{_name(row)}{_numbers(row)}{mark}"


def _name(row: Worth | Change) -> str:
    name = row.name if len(row.name) <= NAME else row.name[: NAME - 1] + "…"
    era = "" if row.kind == "basic" else row.owner
    return f"{name:{NAME}} {era:4}"


def _numbers(row: Worth | Change) -> str:
    factor, digits = (100, 1) if row.measure == "win" else (1, 2)
    known = row.low == row.low
    ends = f"{row.low * factor:+6.{digits}f} to {row.high * factor:+6.{digits}f}" if known else "too few games"
    return f" {row.worth * factor:+6.{digits}f} {ends:>16}  {_p(row.p_adjusted):>11}"


def _p(value: float) -> str:
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def _findings(found: Balance) -> Iterator[str]:
    from odds.history.balance.rows import LEVEL, OUTLIER

    size = f"{100 * OUTLIER['win']:.0f} points" if found.measure == "win" else f"{OUTLIER['vp']:.2f} VP"
    yield ""
    told = [f"{row.name} ({'attacks' if row.role == 'attack' else 'defends'})" for row in found.outliers]
    yield from wrap(
        f"Outliers (corrected p below {LEVEL}, {size} or more from the reference): {', '.join(told) or 'none'}."
    )
    listed = [f"{unit.name} by {', '.join(one.name for one in better)}" for unit, better in found.dominated.items()]
    yield from wrap(
        "Dominated (another of the kind, of elites and heroes in the same era, is at least as good in every field): "
        f"{'; '.join(listed) or 'none'}."
    )


def _changes(found: Balance) -> Iterator[str]:
    yield ""
    if not found.changes:
        yield from wrap("No card that both sets have differs in its values.")
        return
    yield f"{'Change':{NAME}} {'':4} change    95 % interval  corrected p"
    factor, digits = (100, 1) if found.measure == "win" else (1, 2)
    for row in found.changes:
        yield f"{_name(row)}{_numbers(row)}"
        verb = "attacks" if row.role == "attack" else "defends"
        worth = f"{row.before * factor:+.{digits}f} before, {row.after * factor:+.{digits}f} after"
        yield f"  {verb}: {worth}"


def _table(found: Balance) -> Any:
    return found.changes_frame() if found.other_set else found.to_frame()


def _draw(found: Balance, name: str) -> None:
    from odds import charts

    frame = _table(found).dropna(subset=["low", "high"])
    if frame.empty:
        raise InputError("no card differs, or too few games; there is nothing to draw", "--chart")
    title = "What is each card worth?" if found.other_set is None else "What does the change of values change?"
    figure = charts.draw("units", frame, title, _summary(found), found.notes)
    save_chart(figure, name)


def _summary(found: Balance) -> str:
    """Return the sample in one line."""
    outliers: Sequence[Worth] = found.outliers
    told = f"{found.fights:,} fights of {found.games:,} games (four {found.bot} bots, seed {found.seed})"
    return told if found.other_set else f"{told}; outliers: {len(outliers)}"
