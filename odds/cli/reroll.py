"""`odds reroll`: both dice lie there; keep or roll again?"""

from __future__ import annotations

import json
from typing import Annotated

import typer

from odds.cli.card_options import CardsOption, RulingsOption
from odds.cli.options import (
    AgainstOption,
    AttackersArgument,
    ChallengeOption,
    MedalsOption,
    ObjectiveOption,
    RelicsGoneOption,
    RelicsOption,
    TheirRelicsOption,
    read_query,
)
from odds.cli.report import wrap
from odds.cli.share import FromOption, ShareOption, read_code, require, share_lines
from odds.history.card_files import DEFAULT_SET
from odds.history.provenance import set_notes
from odds.history.reroll import Reroll, keep_or_roll
from odds.history.words import counted, percent, points


def reroll(
    context: typer.Context,
    attackers: AttackersArgument = "",
    against: AgainstOption = "",
    attacker_face: Annotated[
        int, typer.Option(metavar="1..6", help="The attacker's face on the table.", show_default=False)
    ] = 0,
    defender_face: Annotated[
        int, typer.Option(metavar="1..6", help="The defender's face on the table.", show_default=False)
    ] = 0,
    side: Annotated[str, typer.Option(metavar="attacker|defender", help="Whose re-roll it is.")] = "attacker",
    left: Annotated[int | None, typer.Option(metavar="N", help="Re-rolls left; else all the units show.")] = None,
    challenge: ChallengeOption = False,
    relics: RelicsOption = "",
    relics_gone: RelicsGoneOption = "",
    their_relics: TheirRelicsOption = None,
    medals: MedalsOption = None,
    rulings: RulingsOption = None,
    cards: CardsOption = DEFAULT_SET,
    objective: ObjectiveOption = "win",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
    share: ShareOption = False,
    from_code: FromOption = None,
) -> None:
    """Tell whether to keep a die or roll it again, with both values (R9).

    The line-ups are complete, with their reinforcement: up to 5 attackers and 4 defenders. Faces are numbered as in
    odds explain --help.
    """
    if from_code is not None:
        from odds.history.share_questions import RerollQuestion

        asked = RerollQuestion.read(read_code(context, from_code))
        query, side, left = asked.query, asked.side, asked.left
        attacker_face, defender_face = asked.attacker_face, asked.defender_face
    else:
        require(
            context,
            attackers="name your units, front unit first",
            against="name the defenders, front unit first",
            attacker_face="write the attacker's face, 1 to 6",
            defender_face="write the defender's face, 1 to 6",
        )
        query = read_query(
            attackers,
            against,
            challenge=challenge,
            rulings=rulings,
            cards=cards,
            relics=relics,
            relics_gone=relics_gone,
            their_relics=their_relics,
            medals=medals,
            objective=objective,
            reinforced=True,
        )
    found = keep_or_roll(query, attacker_face, defender_face, side, left)
    note = "".join(set_notes(query.card_set))
    code = ""
    if share:
        from odds.history.share_questions import RerollQuestion

        code = RerollQuestion(query, attacker_face, defender_face, side, left).code()
    if as_json:
        told = as_dict(found, query.objective, note) | ({"share": code} if share else {})
        typer.echo(json.dumps(told, ensure_ascii=False))
        return
    faces = f"With the faces as they lie: {outcome(found)}."
    for text in (sentence(found, query.objective), faces, note and f"{note}."):
        for line in wrap(text[:1].upper() + text[1:]) if text else ():
            typer.echo(line)
    for line in share_lines(code, "reroll") if share else ():
        typer.echo(line)


def as_dict(found: Reroll, objective: str, note: str) -> dict[str, object]:
    """Return the answer as JSON's object."""
    return {
        "schema": 1,
        "objective": objective,
        "side": found.side,
        "left": found.left,
        "decision": "roll" if found.rolls else "keep",
        "forced": found.forced,
        "keep": float(found.keep),
        "roll": float(found.roll),
        "fractions": {"keep": str(found.keep), "roll": str(found.roll)},
        "result": found.result,
        "notes": [note] if note else [],
    }


def outcome(found: Reroll) -> str:
    """Return who wins if nobody rolls again."""
    return "nobody wins" if found.result == "nobody" else f"the {found.result} wins"


def sentence(found: Reroll, objective: str) -> str:
    """Return the decision in one sentence."""

    def told(value: object) -> str:
        number = float(value)  # type: ignore[arg-type]
        return percent(number) + " for the attacker" if objective == "win" else f"{points(number)} VP"

    decision = "Roll" if found.rolls else "Keep"
    rest = f"with {counted(found.left, 're-roll')} left"
    why = "; the rules decide: a board defender rolls again exactly while its face has a negative value" * found.forced
    return f"{decision} ({rest}): keeping is worth {told(found.keep)}, rolling {told(found.roll)}{why}."
