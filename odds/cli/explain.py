"""`odds explain`: one fight of an attack told line by line."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from odds.cli.card_options import CardsOption, RulingsOption
from odds.cli.options import (
    AgainstOption,
    AttackersArgument,
    ChallengeOption,
    DeckOption,
    StackOption,
    read_query,
)
from odds.cli.share import FromOption, ShareOption, is_given, read_code, share_lines
from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET
from odds.history.provenance import set_notes
from odds.history.query import Query

if TYPE_CHECKING:
    from odds.history.courses import Course

#: The fight the rulebook tells (p. 8): attackers, defenders, the attacker's draw pile, and the faces rolled.
GOLDEN_ATTACKERS = "Catapult, Archer, Conscript"
GOLDEN_DEFENDERS = "Genoese Crossbowmen, Trưng Sisters"
GOLDEN_DECK = "Spy"
GOLDEN_FACES = (1, 6)
EXAMPLE = "The rulebook's example."
EXAMPLE_LINE_UPS = "The line-ups of the rulebook's example."

#: The widest the story gets, and the narrowest terminal it is fitted to.
WIDTH = 80
LEAST_WIDTH = 30


def explain(
    context: typer.Context,
    attackers: AttackersArgument = "",
    against: AgainstOption = "",
    deck: DeckOption = "",
    stack: StackOption = "",
    challenge: ChallengeOption = False,
    rulings: RulingsOption = None,
    cards: CardsOption = DEFAULT_SET,
    attacker_face: Annotated[int | None, typer.Option(metavar="1..6", help="The attacker's final face.")] = None,
    defender_face: Annotated[int | None, typer.Option(metavar="1..6", help="The defender's final face.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Draw cards and roll dice with this seed.")] = None,
    typical: Annotated[
        bool, typer.Option("--typical", help="The most likely course (what is told without faces and seed).")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
    share: ShareOption = False,
    from_code: FromOption = None,
) -> None:
    """Tell a fight line by line: sums, dice, damage, who stands, who wins.

    Without a line-up it tells the rulebook's example.

    Faces 1 to 6 (ranged,normal,melee):

    strong die 1,0,0 | 1,0,0 | 0,1,0 | 0,1,0 | 0,0,1 | 0,0,2

    risky die 1,1,1 | -1,-1,-1 | 0,0,3 | -1,0,0 | 0,2,0 | 0,-1,0
    """
    from odds.history import narrate  # not for those who ask for something else

    if from_code is not None:
        from odds.history.share_questions import ExplainQuestion

        asked = ExplainQuestion.read(read_code(context, from_code))
        query, faces, seed, is_example = asked.query, asked.faces, asked.seed, asked.example
    else:
        faces = _faces(attacker_face, defender_face, seed, typical)
        is_example = _is_example(context)
        if is_example:
            attackers, against, deck = GOLDEN_ATTACKERS, GOLDEN_DEFENDERS, GOLDEN_DECK
            if seed is None and not typical:
                faces = faces or GOLDEN_FACES
        query = read_query(
            attackers, against, deck=deck, stack=stack, challenge=challenge, rulings=rulings, cards=cards
        )
    course = _course(query, faces, seed)
    story = narrate.narrate(query, course.attackers, course.defenders, course.attacker_face, course.defender_face)
    notes = _card_notes(query, course)
    code = ""
    if share:
        from odds.history.share_questions import ExplainQuestion

        code = ExplainQuestion(query, faces, seed, is_example).code()
    if as_json:
        answer = story.to_dict() | {"notes": [*course.notes, *notes]} | ({"share": code} if share else {})
        typer.echo(json.dumps(answer, ensure_ascii=False, allow_nan=False))
        return
    width = _width()
    example = [EXAMPLE if faces == GOLDEN_FACES else EXAMPLE_LINE_UPS] if is_example else []
    for paragraph in (*example, *course.notes, *story.paragraphs, *notes):
        for line in narrate.wrap(paragraph, width):
            typer.echo(line)
    for line in share_lines(code, "explain") if share else ():
        typer.echo(line)


def _faces(
    attacker_face: int | None, defender_face: int | None, seed: int | None, typical: bool
) -> tuple[int, int] | None:
    """Return the faces if both are given, having refused options that contradict each other."""
    options = {"--attacker-face": attacker_face, "--defender-face": defender_face}
    named = [option for option, face in options.items() if face is not None]
    if seed is not None and typical:
        raise InputError("a fight is drawn by chance or the most likely one; choose one", "--seed, --typical")
    if named and (seed is not None or typical):
        other = "--typical" if typical else "--seed"
        raise InputError("the faces are given or chosen; choose one", ", ".join([*named, other]))
    for option, face in options.items():
        if face is not None and not 1 <= face <= 6:
            raise InputError(f"a face is a number from 1 to 6, not {face}", option)
    if attacker_face is None and defender_face is None:
        return None
    if attacker_face is None or defender_face is None:
        missing = next(option for option, face in options.items() if face is None)
        raise InputError(f"only one face is given; add {missing}", named[0])
    return attacker_face, defender_face


def _is_example(context: typer.Context) -> bool:
    """Tell whether no line-up is given, having refused half a fight."""
    given = {name for name in ("attackers", "against", "deck", "stack", "challenge") if is_given(context, name)}
    if given and "attackers" not in given:
        raise InputError("name the attackers, front unit first, or give no line-up at all for the example", "attackers")
    if given and "against" not in given:
        raise InputError("name the defenders, front unit first (none in a challenge if nobody deployed)", "--against")
    return not given


def _course(query: Query, faces: tuple[int, int] | None, seed: int | None) -> Course:
    from odds.history.courses import given_course, seeded_course, typical_course

    if faces:
        return given_course(query, *faces)
    if seed is not None:
        return seeded_course(query, seed)
    return typical_course(query)


def _card_notes(query: Query, course: Course) -> list[str]:
    """Return the line about a card set's values, if they matter here and are not the printed ones (E)."""
    if query.card_set is None:
        return []
    known = {unit.name for unit in query.card_set.units} | {token.name for token in query.card_set.war_tokens}
    used = [*course.attackers, *course.defenders]
    named = {unit.name for unit in used} | {unit.token.name for unit in used if unit.token}
    return set_notes(query.card_set) if known & named else []


def _width() -> int:
    """Return the columns to fill: a narrow terminal's, else 80."""
    if not sys.stdout.isatty():
        return WIDTH
    return max(LEAST_WIDTH, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))


__all__ = ["explain"]
