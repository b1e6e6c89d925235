"""Share codes on the command line: `--share` adds one to the answer, `--from` repeats a query out of one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from odds.cli.report import wrap
from odds.errors import InputError
from odds.inputs import read_named

#: What a code does not hold: where an answer goes and how it looks.
OUTPUT_OPTIONS = ("from_code", "share", "faces", "chart", "as_json", "as_csv", "everything", "risk")

#: The most that is read for a code, in bytes: the longest code, wrapped as a chat may wrap it.
MOST_READ = 128 * 1024

ShareOption = Annotated[bool, typer.Option("--share", help="Add a code that asks the same anywhere, by --from.")]
FromOption = Annotated[
    str | None, typer.Option("--from", metavar="CODE", help="Ask what a share code holds; - or @FILE to read it.")
]


def is_given(context: typer.Context, name: str) -> bool:
    """Tell whether a parameter was typed, as opposed to left at its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def require(context: typer.Context, **wanted: str) -> None:
    """Refuse a query that lacks a parameter it can't do without.

    Args:
        context: What was typed.
        wanted: For each parameter what to write.

    Raises:
        InputError: The first that is missing, with what to write.
    """
    for name, mend in wanted.items():
        if not is_given(context, name):
            raise InputError(f"{mend}, or repeat a shared query with --from", _called(context, name))


def read_code(context: typer.Context, text: str) -> str:
    """Return the share code that `--from` gives: as it stands, from standard input (`-`), or from a file (`@FILE`).

    Raises:
        InputError: A file that cannot be read or is no text, or options beside the code that would change the query.
    """
    extra = [
        _called(context, str(item.name))
        for item in context.command.params
        if item.name not in OUTPUT_OPTIONS and is_given(context, str(item.name))
    ]
    if extra:
        raise InputError(f"the code holds the whole query; leave out {', '.join(extra)}", "--from")
    data = read_named(text, MOST_READ, "--from")
    if data is None:
        return text
    if len(data) > MOST_READ:
        raise InputError(f"more than {MOST_READ // 1024} KiB of text; no share code is that long", "--from")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("the text is not UTF-8, so it is no share code", "--from") from None


def share_lines(code: str, command: str) -> Iterator[str]:
    """Yield what `--share` adds to a text: how to use the code, and on the last line the code alone."""
    yield ""
    yield from wrap(f"The same anywhere, by odds {command} --from and this code:")
    yield code


def _called(context: typer.Context, name: str) -> str:
    """Return what a parameter is called by a player: `--deck`, or an argument's name."""
    item = next(item for item in context.command.params if item.name == name)
    if item.param_type_name == "argument":
        return "line-ups" if name == "line_ups" else name
    return max(item.opts, key=len)


__all__ = ["FromOption", "ShareOption", "is_given", "read_code", "require", "share_lines"]
