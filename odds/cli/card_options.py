"""Which cards and which rulings a command plays with: options, and reading what was typed for them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from odds.errors import InputError
from odds.history.cards import CardSet, as_rulings
from odds.history.rules import Rulings
from odds.inputs import read_up_to

#: The longest file of rulings.
MAX_RULINGS = 64 * 1024

CardsOption = Annotated[str, typer.Option("--cards", metavar="DIR|NAME", help="The card set.")]
RulingsOption = Annotated[
    list[str] | None,
    typer.Option("--rulings", metavar="FILE|KEY=VALUE", help="Rulings: a TOML file, or one as key=value; repeatable."),
]


def read_rulings(given: list[str] | None, card_set: CardSet) -> Rulings:
    """Return the rulings: those of the card set, then files and `key=value` in the order given.

    Raises:
        InputError: An unknown ruling or value, or a file that cannot be read.
    """
    rulings = card_set.rulings
    for item in given or []:
        key, equals, value = item.partition("=")
        values = {key.strip(): value.strip()} if equals else _rulings_file(item)
        rulings = as_rulings({**rulings.to_dict(), **values}, card_set)
    return rulings


def _rulings_file(name: str) -> dict[str, object]:
    import tomllib

    try:
        data = read_up_to(Path(name), MAX_RULINGS)
    except InputError as error:
        raise InputError(f"cannot read '{name}': {error.message}; give a TOML file or key=value", "--rulings") from None
    if len(data) > MAX_RULINGS:
        raise InputError(f"'{name}' is more than {MAX_RULINGS // 1024} KiB; rulings are a few lines", "--rulings")
    try:
        values = tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"'{name}' is no TOML file: {error}", "--rulings") from None
    table = values.get("rulings", values)
    if not isinstance(table, dict):
        raise InputError(f"'{name}': rulings is a table", "--rulings")
    return table


__all__ = ["CardsOption", "RulingsOption", "read_rulings"]
