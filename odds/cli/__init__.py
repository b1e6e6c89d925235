"""The command `odds`: parsing and printing only; errors become one line and an exit code."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from odds.errors import InputError

#: The commands and command groups in the order of the help: where they are, and whether they are a group. Only the
#: one that is asked for is imported, because start-up rules a single question.
COMMANDS = {
    "attack": ("odds.cli.attack", False),
    "advise": ("odds.cli.advise", False),
    "defend": ("odds.cli.defend", False),
    "explain": ("odds.cli.explain", False),
    "compare": ("odds.cli.compare", False),
    "reroll": ("odds.cli.reroll", False),
    "balance": ("odds.cli.balance", False),
    "sweep": ("odds.cli.sweep", False),
    "table": ("odds.cli.table", True),
    "game": ("odds.cli.game", True),
    "chart": ("odds.cli.chart", False),
    "cards": ("odds.cli.cards", True),
}

EXIT_DONE = 0
EXIT_FAULT = 1
EXIT_INPUT = 2
EXIT_INTERRUPTED = 130


class Commands(TyperGroup):
    """The commands. Ctrl-C in one of them is `Abort`, in all versions of Typer.

    Some make of it a silent exit, which `run` could not tell from the exit of a command that has said what it kept.
    """

    def invoke(self, ctx: Any) -> Any:
        """Run the command that is asked for."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise typer.Abort from error


def build_app(arguments: list[str]) -> typer.Typer:
    """Return the application with the command that the arguments name, or with all of them."""
    app = typer.Typer(
        name="odds",
        cls=Commands,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    named = arguments[0] if arguments and arguments[0] in COMMANDS else None
    for name, (module, is_group) in COMMANDS.items():
        if named in (None, name):
            home = import_module(module)
            if is_group:
                app.add_typer(home.app, name=name)
            else:
                app.command(name)(getattr(home, name))
    return app


def _version(asked: bool) -> None:
    if asked:
        from odds import __version__

        typer.echo(f"odds {__version__}")
        raise typer.Exit


def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Battle odds for the board game A Battle through History: should I attack?

    An unofficial fan project. The shipped card values are a reconstruction, not the printed ones.
    """


def main() -> None:
    """Run the command line and exit: 0 done, 2 bad input, 1 a fault of the program, 130 after Ctrl-C."""
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a letter shows a question mark instead of ending in a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has had enough; that is no error. Nothing may be flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = EXIT_DONE
    sys.exit(code)


def open_closed_streams() -> None:
    """Give the program somewhere to write, and nothing to read, where a standard stream is closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code; what goes wrong is told in one line on standard error."""
    try:
        return build_app(arguments)(args=arguments, prog_name="odds", standalone_mode=False) or EXIT_DONE
    except InputError as error:
        return _complain(str(error), EXIT_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return _complain("interrupted; nothing was kept", EXIT_INTERRUPTED)
    except SystemExit as error:
        # Typer turns a pipe closed early into an exit of its own.
        if isinstance(error.__context__, BrokenPipeError):
            raise BrokenPipeError from None
        raise
    except BrokenPipeError:
        raise
    except Exception as error:
        # Typer's own usage errors carry their message ready to print, under different classes by version.
        if hasattr(error, "format_message"):
            message = " ".join(error.format_message().split())
            if message:
                return _complain(f"{message.rstrip('.')} (see odds --help)", EXIT_INPUT)
            return EXIT_DONE  # a group without a command has printed its help
        if os.environ.get("ODDS_TRACEBACK"):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return _complain(f"a fault of the program, {what}; ODDS_TRACEBACK=1 shows where", EXIT_FAULT)


def _complain(message: str, code: int) -> int:
    print(f"odds: {message}", file=sys.stderr)
    return code
