"""What `odds attack` and `odds explain` have in common: options, and reading them into a query."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET, read_card_set
from odds.history.cards import CardSet
from odds.history.odds import as_rulings
from odds.history.phrases import read_medals, read_relics, read_units
from odds.history.query import Query
from odds.history.rules import Rulings

#: The longest phrase that is read from standard input or a file.
MAX_PHRASE = 64 * 1024


def complete_names(incomplete: str) -> list[str]:
    """Return the phrase typed so far with its last unit completed, for every card that fits.

    What was typed stays as it is, whatever its case and accents: shells drop a completion that changes it.
    """
    from odds.history.names import fold

    try:
        card_set = read_card_set(DEFAULT_SET)
    except InputError:
        return []
    last = incomplete.rpartition(",")[2].lstrip()
    space = " " if incomplete.endswith(",") else ""
    known = dict.fromkeys(unit.name for unit in card_set.units)
    return [
        incomplete + space + name[len(last) :]
        for name in known
        if fold(name).startswith(fold(last)) and fold(name[: len(last)]) == fold(last)
    ]


AttackersArgument = Annotated[
    str,
    typer.Argument(
        metavar="ATTACKERS", help="Your units, front unit first; - or @FILE to read.", autocompletion=complete_names
    ),
]
AgainstOption = Annotated[
    str,
    typer.Option(
        "--against",
        metavar="DEFENDERS",
        help="The defenders, front unit first.",
        autocompletion=complete_names,
    ),
]
DeckOption = Annotated[
    str,
    typer.Option(metavar="UNITS", help="Your draw pile, order unknown (reinforcement).", autocompletion=complete_names),
]
StackOption = Annotated[
    str,
    typer.Option(
        metavar="UNITS",
        help="The era stack; in a challenge the defender's draw pile.",
        autocompletion=complete_names,
    ),
]
ChallengeOption = Annotated[bool, typer.Option("--challenge", help="The defender is a player.")]
RulingsOption = Annotated[
    list[str] | None,
    typer.Option("--rulings", metavar="FILE|KEY=VALUE", help="Rulings: a TOML file, or one as key=value; repeatable."),
]
RelicsOption = Annotated[str, typer.Option(metavar="I:2,IV:1", help="Relics you own.")]
RelicsGoneOption = Annotated[str, typer.Option(metavar="I:3", help="Other relics you have seen.")]
TheirRelicsOption = Annotated[str | None, typer.Option(metavar="I:2", help="Challenge: the defender's open relics.")]
MedalsOption = Annotated[str | None, typer.Option(metavar="1,5", help="Challenge: values of the loser's own medals.")]
ChartOption = Annotated[str | None, typer.Option("--chart", metavar="FILE", help="Draw it: .png, .pdf or .svg.")]
ObjectiveOption = Annotated[str, typer.Option(metavar="win|vp", help="What re-rolls are played for.")]
CardsOption = Annotated[str, typer.Option("--cards", metavar="DIR|NAME", help="The card set.")]


def read_text(text: str, what: str) -> str:
    """Return a phrase: as it stands, from standard input (`-`), or from a file (`@FILE`).

    Raises:
        InputError: A file that cannot be read, or more than 64 KiB.
    """
    try:
        if text == "-":
            data = sys.stdin.buffer.read(MAX_PHRASE + 1)
        elif text.startswith("@"):
            with Path(text[1:]).open("rb") as file:
                data = file.read(MAX_PHRASE + 1)
        else:
            data = text.encode("utf-8", "surrogateescape")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot read '{text[1:] if text != '-' else 'standard input'}': {reason}", what) from None
    if len(data) > MAX_PHRASE:
        raise InputError(f"more than {MAX_PHRASE // 1024} KiB of text; no line-up or pile is that long", what)
    if b"\0" in data:
        raise InputError("there is a NUL character in it; that is no text", what)
    try:
        return data.decode("utf-8-sig").strip().replace("\r\n", "\n").replace("\n", ", ")
    except UnicodeDecodeError:
        raise InputError("the text is not UTF-8; save it as UTF-8", what) from None


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
        with Path(name).open("rb") as file:
            data = file.read(MAX_PHRASE + 1)
        if len(data) > MAX_PHRASE:
            raise InputError(f"'{name}' is more than {MAX_PHRASE // 1024} KiB; rulings are a few lines", "--rulings")
        values = tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise InputError(
            f"cannot read '{name}': {error.strerror}; give a TOML file or key=value", "--rulings"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"'{name}' is no TOML file: {error}", "--rulings") from None
    table = values.get("rulings", values)
    if not isinstance(table, dict):
        raise InputError(f"'{name}': rulings is a table", "--rulings")
    return table


def read_query(
    attackers: str,
    against: str,
    *,
    deck: str = "",
    stack: str = "",
    challenge: bool = False,
    rulings: list[str] | None = None,
    cards: str = DEFAULT_SET,
    relics: str = "",
    relics_gone: str = "",
    their_relics: str | None = None,
    medals: str | None = None,
    objective: str = "win",
    reinforced: bool = False,
) -> Query:
    """Read what was typed into a checked query.

    Raises:
        InputError: Named by the option it concerns.
    """
    if [attackers, against, deck, stack].count("-") > 1:
        raise InputError("only one phrase can be read from standard input (-)")
    card_set = read_card_set(cards)
    kind = "basic" if challenge else "elite"

    def units(text: str, what: str, spelled_kind: str = "basic", tokens: bool = True) -> tuple:  # type: ignore[type-arg]
        phrase = read_text(text, what)
        return read_units(phrase, card_set, what=what, spelled_kind=spelled_kind, tokens=tokens)

    return Query(
        attackers=units(attackers, "attackers"),
        defenders=units(against, "--against", kind, tokens=challenge),
        deck=units(deck, "--deck", tokens=False),
        stack=units(stack, "--stack", kind, tokens=False),
        challenge=challenge,
        relics=read_relics(relics, "--relics"),
        relics_gone=read_relics(relics_gone, "--relics-gone"),
        their_relics=None if their_relics is None else read_relics(their_relics, "--their-relics"),
        medals=None if medals is None else read_medals(medals, "--medals"),
        rulings=read_rulings(rulings, card_set),
        objective=objective,
        card_set=card_set,
        reinforced=reinforced,
    )


__all__ = ["read_query", "read_rulings", "read_text"]
