"""`odds game`: whole games: play, replay, show, simulate."""

from __future__ import annotations

import typer

from odds.cli.game_play import play
from odds.cli.game_replay import replay
from odds.cli.game_show import show
from odds.cli.game_simulate import simulate

app = typer.Typer(help="Play whole games, replay their records, simulate them.", no_args_is_help=True)

app.command("play")(play)
app.command("replay")(replay)
app.command("show")(show)
app.command("simulate")(simulate)

__all__ = ["app"]
