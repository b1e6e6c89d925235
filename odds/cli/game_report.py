"""What `odds game play`, `replay` and `show` print alike: a game's head, its steps and its points."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from odds.cli.report import as_sentence
from odds.history.game.game import POINT_SOURCES, Game
from odds.history.game.record import PERSON, Header
from odds.history.game.record_session import Entry, Session
from odds.history.narrate import Story
from odds.history.provenance import set_notes

WIDTH = 80


def wrapped(text: str, indent: str = "", more: str = "  ") -> list[str]:
    """Return a text in lines of 80 columns, those after the first indented deeper."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent + more, break_on_hyphens=False
    ) or [""]


def head_lines(header: Header, game: Game) -> Iterator[str]:
    """Yield what a game is: players, rounds, where its chance comes from, rulings, card values."""
    seats = ", ".join(
        name if control == PERSON else f"{name} ({control})"
        for name, control in zip(header.players, header.control, strict=True)
    )
    chance = "chance from the table" if header.table else f"seed {header.seed}"
    yield from wrapped(f"{seats}; {game.rounds} rounds, {chance}")
    rulings = ", ".join(f"{name}={str(value).lower()}" for name, value in header.rulings.to_dict().items())
    yield from wrapped(f"Card set {header.cards}; rulings: {rulings}")
    for note in set_notes(game.pieces.card_set):
        yield from wrapped(as_sentence(note))


def step_text(entry: Entry, seat: int | None = None) -> str:
    """Return a step in words; with a seat, as the player there sees it."""
    phrase = entry.phrase
    if seat is not None and entry.only is not None and entry.only != seat:
        phrase = _unseen(entry)
    if entry.kind == "action" or not entry.who:
        return f"{entry.who}: {phrase}" if entry.who else phrase
    return f"{phrase} ({entry.who})"


def _unseen(entry: Entry) -> str:
    if entry.kind == "action":
        return "keep a medal"
    return "draw a medal" if entry.phrase.startswith("medal") else "draw a card"


def turn_title(entry: Entry) -> str:
    """Return the title of a step's turn."""
    return f"Round {entry.round}, {entry.in_turn}'s turn (turn {entry.turn})" if entry.turn else "Set-up (turn 0)"


def fight_text(story: Story, challenge: bool) -> str:
    """Return how a fight ended, in one line."""
    ours, theirs = story.attackers_standing, story.defenders_standing
    who = "nobody wins" if story.winner == "nobody" else f"the {story.winner} wins"
    text = f"Fight: {who}, {sum(ours)} : {sum(theirs)} units standing"
    taken = [unit.name for unit, stands in zip(story.defenders, theirs, strict=True) if not stands]
    return text if challenge or not taken else f"{text}; conquered: {', '.join(taken)}"


def step_lines(
    entries: Sequence[Entry], stories: Mapping[int, str], first: int = 0, seat: int | None = None
) -> Iterator[str]:
    """Yield steps, what chance answered on the line of the decision before it.

    Args:
        entries: The steps.
        stories: What is told behind a step, by its place in `entries`, counted from `first`.
        first: The number of the first one.
        seat: Whose view it is; everybody's if not said.
    """
    waiting: list[str] = []
    for number, entry in enumerate(entries, first):
        if entry.kind == "action" and waiting:
            yield from wrapped("; ".join(waiting), "  ")
            waiting = []
        waiting.append(step_text(entry, seat))
        if number in stories:
            yield from wrapped("; ".join(waiting), "  ")
            yield from stories[number].split("\n")
            waiting = []
    if waiting:
        yield from wrapped("; ".join(waiting), "  ")


def score_lines(session: Session) -> Iterator[str]:
    """Yield the points as they are, by source, and at the end who wins."""
    game = session.game
    columns = (*POINT_SOURCES, "total")
    yield f"{'Points':<10}" + "".join(f"{name:>9}" for name in columns)
    for seat, (name, row) in enumerate(zip(game.players, game.scores(), strict=True)):
        unknown = seat in session.hidden and row["medals"]
        if unknown:
            row["total"] -= row["medals"]
        cells = ("?" if unknown and column == "medals" else str(row[column]) for column in columns)
        yield f"{name:<10}" + "".join(f"{cell:>9}" for cell in cells)
    if not game.is_over:
        return
    if any(seat in session.hidden and row["medals"] for seat, row in enumerate(game.scores())):
        yield "The game is over; add the medals the others have won."
        return
    winners = [name for name, share in zip(game.players, game.returns(), strict=True) if share]
    totals = [row["total"] for row in game.scores()]
    if len(winners) > 1:
        yield f"{' and '.join(winners)} share the win."
    elif totals.count(max(totals)) > 1:
        yield f"{winners[0]} wins: of those with most points by relics, or else by heroes."
    else:
        yield f"{winners[0]} wins."


__all__ = ["fight_text", "head_lines", "score_lines", "step_lines", "step_text", "turn_title", "wrapped"]
