"""`odds game simulate`: many games between bots."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from odds.cli.card_options import CardsOption, RulingsOption, read_rulings
from odds.cli.report import as_sentence, wrap
from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET, read_card_set
from odds.history.provenance import set_note
from odds.history.words import percent

if TYPE_CHECKING:
    from odds.history.game.simulate import Simulation

#: Width of the column of bots in the report.
NAME = 20


def simulate(
    players: Annotated[
        str,
        typer.Option(
            metavar="BOT,BOT,…", help="Two to five of random, greedy, planner, or module:Class, a bot of your own."
        ),
    ],
    games: Annotated[int, typer.Option(metavar="N", help="How many games.")] = 1000,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Same seed and players, same games.")] = None,
    workers: Annotated[int, typer.Option(metavar="W", help="Threads; processes where a bot is one of your own.")] = 1,
    long: Annotated[bool, typer.Option("--long", help="Eight rounds instead of six.")] = False,
    rulings: RulingsOption = None,
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="Write the tables into this folder.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Replace tables that are there.")] = False,
    form: Annotated[
        str, typer.Option("--format", metavar="csv|parquet", help="Parquet needs the extra of that name.")
    ] = "csv",
    cards: CardsOption = DEFAULT_SET,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> int:
    """Let bots play many games: who wins, from which seat, with which points.

    odds game simulate --players greedy,random --games 1000 --seed 1

    odds game simulate --players mybot:Mine,random --games 20

    A bot of your own is a class with choose(view) that is called with a seed;
    mybot:Mine is class Mine of mybot.py in the current folder. Its games are
    plain Python: beside greedy a second or two each, beside planner half a
    minute. The program's own bots are compiled, each kind at its first use on
    a machine, in about a minute; later starts take one or two seconds.
    """
    from odds.history.game.bots import search_current_folder
    from odds.history.game.simulate import simulate as play
    from odds.history.game.simulate_tables import refuse_tables

    if form not in ("csv", "parquet"):
        raise InputError(f"is csv or parquet, not '{form}'", "--format")
    if out and not force:
        refuse_tables(Path(out), form)
    search_current_folder(players)
    card_set = read_card_set(cards)
    with Progress(games) as progress:
        simulation = play(
            players,
            games,
            seed=seed,
            long=long,
            cards=card_set,
            rulings=read_rulings(rulings, card_set),
            workers=workers,
            keep=bool(out),
            progress=progress.told,
        )
    files = simulation.write(out, form, force=force) if out else []
    if as_json:
        import json

        typer.echo(json.dumps(as_dict(simulation), ensure_ascii=False))
        return 0
    for line in report(simulation):
        typer.echo(line)
    if files:
        typer.echo()
        for line in wrap(f"Tables in '{out}': {', '.join(file.name for file in files)}."):
            typer.echo(line)
    return 0


def as_dict(simulation: Simulation) -> dict[str, Any]:
    """Return what was played and the means as plain values."""
    return {
        **simulation.about(),
        **{name: simulation.rows(name) for name in ("bots", "strategies")},
    }


def report(simulation: Simulation) -> Iterator[str]:
    """Yield the lines of the answer: win rates by bot and by seat, points by source, length, notes."""
    plan = simulation.plan
    seats = len(plan.players)
    bots = simulation.rows("bots")
    yield f"{simulation.games:,} games of {seats} players, {plan.rounds} rounds, seed {plan.seed}"
    yield ""
    yield f"{'':{NAME}}  games     wins    95 % interval"
    for row in bots:
        yield f"{_short(row['bot'])}  {row['games']:>5,}  {percent(row['win']):>7}  {_interval(row)}"
    yield ""
    yield f"{'':{NAME}}   seat     wins    95 % interval"
    for row in simulation.rows("strategies"):
        yield f"{_short(row['bot'])}  {row['seat']:>5}  {percent(row['win']):>7}  {_interval(row)}"
    yield ""
    sources = ("units", "heroes", "relics", "medals", "honour", "total")
    yield f"{'VP of a player':{NAME}}" + "".join(f"{source:>7}" for source in sources)
    for row in bots:
        yield _short(row["bot"]) + "".join(f"{row[source]:>7.2f}" for source in sources)
    yield ""
    decisions = sum(row["decisions"] * row["games"] for row in bots) / simulation.games
    yield from wrap(f"A game has {plan.rounds * seats} turns and {decisions:.0f} decisions on average.")
    yield from wrap(
        f"A fair share is {percent(1 / seats)}. Seats are rotated; seat 1 begins. A bot in several seats "
        "counts once for each; a tie that is not broken is shared."
    )
    yield from wrap(as_sentence(set_note(plan.card_set)))


def _short(name: str) -> str:
    return f"{name if len(name) <= NAME else '…' + name[1 - NAME :]:{NAME}}"


def _interval(row: dict[str, Any]) -> str:
    return f"{percent(row['low']):>7} to {percent(row['high']):>7}"


class Progress:
    """A line with the games played, on a terminal, once a second has passed; else nothing."""

    SECONDS = 1.0

    def __init__(self, games: int) -> None:
        self._games = games
        self._shown = False

    def __enter__(self) -> Progress:
        self._last = time.monotonic()
        return self

    def told(self, done: int) -> None:
        """Show the games played."""
        now = time.monotonic()
        if not sys.stderr.isatty() or now - self._last < self.SECONDS:
            return
        self._last = now
        self._shown = True
        print(f"\r{done:,} of {self._games:,} games", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


__all__ = ["simulate"]
