"""What the commands about fights have in common: options, and reading what was typed into a query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer

from odds.cli.card_options import read_rulings
from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET, read_card_set
from odds.history.phrases import read_medals, read_relics, read_units
from odds.history.query import Query
from odds.history.table import Table
from odds.inputs import read_named

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
RelicsOption = Annotated[str, typer.Option(metavar="I:2,IV:1", help="Relics you own.")]
RelicsGoneOption = Annotated[str, typer.Option(metavar="I:3", help="Other relics you have seen.")]
TheirRelicsOption = Annotated[str | None, typer.Option(metavar="I:2", help="Challenge: the defender's open relics.")]
MedalsOption = Annotated[str | None, typer.Option(metavar="1,5", help="Challenge: values of the loser's own medals.")]
ChartOption = Annotated[str | None, typer.Option("--chart", metavar="FILE", help="Draw it: .png, .pdf or .svg.")]
ObjectiveOption = Annotated[str, typer.Option(metavar="win|vp", help="What re-rolls are played for.")]


def read_text(text: str, what: str) -> str:
    """Return a phrase: as it stands, from standard input (`-`), or from a file (`@FILE`).

    Raises:
        InputError: A file that cannot be read, or more than 64 KiB.
    """
    data = read_named(text, MAX_PHRASE, what)
    if data is None:
        data = text.encode("utf-8", "surrogateescape")
    if len(data) > MAX_PHRASE:
        raise InputError(f"more than {MAX_PHRASE // 1024} KiB of text; no line-up or pile is that long", what)
    if b"\0" in data:
        raise InputError("there is a NUL character in it; that is no text", what)
    try:
        return data.decode("utf-8-sig").strip().replace("\r\n", "\n").replace("\n", ", ")
    except UnicodeDecodeError:
        raise InputError("the text is not UTF-8; save it as UTF-8", what) from None


def refuse_second_stdin(*phrases: str) -> None:
    """Refuse a query of which more than one phrase is to be read from standard input.

    Raises:
        InputError: There are two or more.
    """
    if phrases.count("-") > 1:
        raise InputError("only one phrase can be read from standard input (-)")


def read_table_file(name: str, typed: Sequence[str], cards: str | None) -> Table:
    """Return the position of a table file.

    Args:
        name: The file; `-` for standard input.
        typed: The options of the short form that were typed, of which there must be none.
        cards: The card set, where it is not the one the file names.

    Raises:
        InputError: Options of the short form beside it, or what the reader refuses.
    """
    if typed:
        options = ", ".join("--" + option.replace("_", "-") for option in typed)
        raise InputError(f"the table file says all of that; leave out {options}", "TABLE")
    from odds.history.table_files import read_table

    return read_table(name, cards=cards)


def read_query(attackers: str, against: str, *, deck: str = "", stack: str = "", **options: Any) -> Query:
    """Read what was typed into a checked query.

    Args:
        attackers, against, deck, stack: What was typed: a phrase, `-` or `@FILE`.
        options: As `query_of`.

    Raises:
        InputError: Named by the option it concerns.
    """
    (phrase,), typed = _read_phrases({"attackers": attackers}, against, deck, stack)
    return query_of(phrase, **typed, **options)


def read_queries(
    line_ups: Sequence[str], against: str, *, deck: str = "", stack: str = "", **options: Any
) -> tuple[tuple[str, ...], tuple[Query, ...]]:
    """Read several line-ups against one target.

    Args:
        line_ups: What was typed for each line-up; the rest as `read_query`.

    Returns:
        What each line-up is called, which is its phrase, and a query for each.

    Raises:
        InputError: Named by the option it concerns, or by the number of the line-up.
    """
    places = [f"line-up {number}" for number in range(1, len(line_ups) + 1)]
    phrases, typed = _read_phrases(dict(zip(places, line_ups, strict=True)), against, deck, stack)
    queries: list[Query] = []
    for place, phrase in zip(places, phrases, strict=True):
        try:
            if queries:
                assert queries[0].card_set is not None
                units = read_units(phrase, queries[0].card_set, what="attackers")
                queries.append(replace(queries[0], attackers=units))
            else:
                queries.append(query_of(phrase, **typed, **options))
        except InputError as error:
            raise error.at(place) if error.where == "attackers" else error from None
    return tuple(" ".join(phrase.split()) for phrase in phrases), tuple(queries)


def _read_phrases(line_ups: Mapping[str, str], against: str, deck: str, stack: str) -> tuple[list[str], dict[str, Any]]:
    """Return the phrases of line-ups, given by the place of their errors, and those of the other piles, as `query_of`
    takes them.
    """
    refuse_second_stdin(*line_ups.values(), against, deck, stack)
    phrases = [read_text(text, place) for place, text in line_ups.items()]
    piles = {"against": against, "deck": deck, "stack": stack}
    return phrases, {name: read_text(text, f"--{name}") for name, text in piles.items()}


def query_of(
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
    """Return the checked query that phrases and options make.

    Raises:
        InputError: Named by the option it concerns.
    """
    card_set = read_card_set(cards)
    kind = "basic" if challenge else "elite"
    return Query(
        attackers=read_units(attackers, card_set, what="attackers"),
        defenders=read_units(against, card_set, what="--against", spelled_kind=kind, tokens=challenge),
        deck=read_units(deck, card_set, what="--deck", tokens=False),
        stack=read_units(stack, card_set, what="--stack", spelled_kind=kind, tokens=False),
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


__all__ = ["query_of", "read_queries", "read_query", "read_table_file", "read_text"]
