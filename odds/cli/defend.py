"""`odds defend`: challenged, what to put down?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated

import typer

from odds.cli.advise_report import lead_text, objective_text
from odds.cli.card_options import CardsOption, RulingsOption, read_rulings
from odds.cli.options import (
    read_table_file,
    read_text,
    refuse_second_stdin,
)
from odds.cli.report import chance_text, note_lines, rulings_text, wrap
from odds.cli.share import FromOption, ShareOption, is_given, read_code, share_lines
from odds.errors import InputError
from odds.history.advise.defence import Defence, Deployed
from odds.history.advise.defend import defend as defend_table
from odds.history.advise.pricing import read_weights
from odds.history.card_files import DEFAULT_SET, read_card_set
from odds.history.words import counted, names, points

#: Options of the short form; a table file has all that they say.
SHORT_FORM = (
    *("hand", "deck", "tokens", "relics", "me"),
    *("against_army", "against_hand", "against_tokens", "against_relics", "rulings"),
)


def defend(
    context: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A table file; - to read it.")] = "",
    by: Annotated[str, typer.Option(metavar="NAME", help="Who challenges you.")] = "",
    hand: Annotated[str, typer.Option(metavar="UNITS", help="Short form: your hand.")] = "",
    deck: Annotated[str | None, typer.Option(metavar="UNITS", help="Short form: your draw pile.")] = None,
    tokens: Annotated[str | None, typer.Option(metavar="TOKENS", help="Short form: your war tokens.")] = None,
    relics: Annotated[str | None, typer.Option(metavar="I:2,IV:1", help="Short form: relics you own.")] = None,
    me: Annotated[str, typer.Option(metavar="NAME", help="Short form: which Sabaton you are.")] = "",
    against_army: Annotated[
        str | None, typer.Option(metavar="UNITS", help="Short form: what the challenger may hold.")
    ] = None,
    against_hand: Annotated[
        int | None, typer.Option(metavar="N", help="Short form: cards in the challenger's hand.")
    ] = None,
    against_tokens: Annotated[
        str | None, typer.Option(metavar="TOKENS", help="Short form: the challenger's war tokens.")
    ] = None,
    against_relics: Annotated[
        str | None, typer.Option(metavar="I:2", help="Short form: relics the challenger owns.")
    ] = None,
    rulings: RulingsOption = None,
    cards: CardsOption = DEFAULT_SET,
    objective: Annotated[
        str, typer.Option(metavar="vp|win", help="What the challenger wants, and you deny it.")
    ] = "vp",
    weights: Annotated[
        str,
        typer.Option(
            metavar="token=-0.3,…",
            help="Change the challenger's objective: win relic medal opponent token hero-use card.",
        ),
    ] = "",
    method: Annotated[
        str, typer.Option(metavar="auto|exact|monte-carlo", help="How to weigh the challenger's hands.")
    ] = "auto",
    seconds: Annotated[float | None, typer.Option("--time", metavar="S", help="Seconds to sample for.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Seed of sampled hands.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    share: ShareOption = False,
    from_code: FromOption = None,
) -> None:
    """Challenged by another player: which cards to put down, in which order, with which war tokens.

    odds defend table.toml --by Chris

    odds defend --me Pär --by Chris --hand "Catapult, Archer, Pikeman" --against-army "Scout, Medic, 2 Archer"
    """
    typed = [name for name in SHORT_FORM if is_given(context, name)]
    deals = None
    changed: Mapping[str, str] = read_weights(weights)
    if from_code is not None:
        from odds.history.share_advise import DefendQuestion

        asked = DefendQuestion.read(read_code(context, from_code))
        position, by, objective, method = asked.table, asked.by, asked.objective, asked.method
        changed = asked.weights
        seconds, seed, deals = asked.seconds, asked.seed, asked.deals
    elif table:
        position = read_table_file(table, typed, cards if is_given(context, "cards") else None)
    else:
        if not {"hand", "me"} <= set(typed) or not by:
            raise InputError(
                "name a table file (see odds table new), or who you are (--me), --by whom, and your --hand", "TABLE"
            )
        from odds.history.advise.defend_quick import quick_challenge

        card_set = read_card_set(cards)
        refuse_second_stdin(hand, deck or "", against_army or "")
        position = quick_challenge(
            sabaton=me,
            by=by,
            hand=read_text(hand, "--hand"),
            deck=None if deck is None else read_text(deck, "--deck"),
            tokens=tokens,
            relics=relics,
            against_army=None if against_army is None else read_text(against_army, "--against-army"),
            against_hand=against_hand,
            against_tokens=against_tokens,
            against_relics=against_relics,
            cards=card_set,
            rulings=read_rulings(rulings, card_set),
        )
    defence = defend_table(
        position,
        by=by,
        objective=objective,
        weights=changed,
        method=method,
        seconds=seconds,
        seed=seed,
        repeated=deals,
    )
    code = ""
    if share:
        from odds.history.share_advise import DefendQuestion

        used = defence.seed if seed is None else seed
        code = DefendQuestion(
            position, defence.by, objective, changed, method, seconds, used, defence.deals or None
        ).code()
    if as_json:
        told = defence.to_dict() | ({"share": code} if share else {})
        typer.echo(json.dumps(told, ensure_ascii=False, allow_nan=False))
        return
    for line in [*report(defence), *(share_lines(code, "defend") if share else ())]:
        typer.echo(line)


def report(defence: Defence) -> Iterator[str]:
    """Yield the lines of the answer: the best deployments, how they were found, what was assumed."""
    yield from wrap(f"{defence.by} challenges you. Put down:")
    yield ""
    for number, deployed in enumerate(defence.ranked, 1):
        following = defence.ranked[number] if number < len(defence.ranked) else None
        yield from _deployed(defence, number, deployed, following)
        yield ""
    yield from wrap(_method(defence))
    yield from wrap(
        f"Score, the challenger's, which you keep low: {objective_text(defence.objective, defence.weights)}."
    )
    yield from wrap(f"Rulings: {rulings_text(defence.table.rulings.to_dict())}.")
    yield from note_lines(defence.notes)


def _deployed(defence: Defence, number: int, deployed: Deployed, following: Deployed | None) -> Iterator[str]:
    one = deployed.challenger
    yield from wrap(f"{number}. {names(deployed.line_up) if deployed.line_up else 'nothing'}")
    yield from wrap(
        f"you win {_share(deployed, one.lose)}, {defence.by} {_share(deployed, one.win)}"
        + (f", nobody {_share(deployed, one.nobody)}" if one.nobody else ""),
        "   ",
    )
    yield from wrap(
        f"you give away {points(one.vp)} VP (relic {points(one.relic_vp)}, medal {points(one.medal_vp)}) "
        f"and get {points(one.opponent_vp)} VP (medal, honour tokens)",
        "   ",
    )
    interval = f" ({points(one.interval[0])} to {points(one.interval[1])})" if one.interval else ""
    ahead = ""
    if following is not None:
        ahead = f", {lead_text(following.score - deployed.score)} below the next"
    yield from wrap(f"score {points(one.score)}{interval}{ahead}", "   ")


def _share(deployed: Deployed, probability: float) -> str:
    return chance_text(probability, deployed.challenger.exact)


def _method(defence: Defence) -> str:
    considered = counted(defence.considered, "deployment")
    if defence.seed is None:
        return f"Exact: {considered}, every hand of {defence.by} counted."
    settled = "the best is settled" if defence.settled else "the best is not settled"
    return (
        f"Monte Carlo: {considered}, the last ones against {counted(defence.samples, 'hand')} of {defence.by}, the "
        f"dice counted exactly; {settled} (95 %); seed {defence.seed}."
    )
