"""A recorded game told again: every step in its order, the fights told line by line by `odds.history.narrate`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from odds.errors import InputError
from odds.history.game.actions import KEEP
from odds.history.game.counsel import fight_query
from odds.history.game.game import Game
from odds.history.game.record_session import Entry, Session
from odds.history.game.state import CHANCE_DIE, NODE, NODE_REROLL, RESULT, ROLLING, TURN, TURNS
from odds.history.narrate import Story, narrate


@dataclass(frozen=True)
class Told:
    """A step and what came of it.

    Args:
        entry: The step.
        session: The game after it.
        story: The fight that it brought to its end, if any.
    """

    entry: Entry
    session: Session
    story: Story | None


@dataclass(frozen=True)
class Place:
    """A place in a record: a turn's end (0: the set-up's) or a line."""

    turn: int | None = None
    line: int | None = None

    def is_past(self, entry: Entry) -> bool:
        """Return whether a step comes after this place."""
        if self.turn is not None:
            return entry.turn > self.turn
        return self.line is not None and entry.line > self.line


def read_place(text: str, where: str) -> Place:
    """Return the place that a phrase means: `12` is the end of the twelfth turn, `line:40` the record's line 40.

    Raises:
        InputError: Neither.
    """
    key, colon, number = text.strip().rpartition(":")
    if number.isascii() and number.isdecimal() and len(number) < 10 and (not colon or key in ("turn", "line")):
        return Place(line=int(number)) if key == "line" else Place(turn=int(number))
    raise InputError(
        f"write a turn, like 12 (0 is the set-up), or a line of the record, like line:40; not '{text}'", where
    )


def check_place(session: Session, place: Place, where: str) -> None:
    """Refuse a place that a recorded game has not come to.

    Raises:
        InputError: Named by the option `where`.
    """
    turns = max((entry.turn for entry in session.entries), default=0)
    lines = max((entry.line for entry in session.entries), default=0)
    if place.turn is not None and place.turn > turns:
        raise InputError(f"the record goes to turn {turns}, not {place.turn}", where)
    if place.line is not None and place.line > lines:
        raise InputError(f"the record's last step is in line {lines}, not {place.line}", where)


def retell(session: Session, until: Place | None = None) -> Iterator[Told]:
    """Play a recorded game again, step by step.

    Args:
        session: The game as it was read; it stays as it is.
        until: Where to stop.
    """
    again = restart(session)
    for entry in session.entries:
        if until is not None and until.is_past(entry):
            break
        watch = FightWatch(again.game, entry.number)
        if entry.kind == "action":
            again.act(entry.number, entry.line)
        else:
            again.happen(entry.number, entry.line)
        yield Told(entry, again, watch.story(entry.number))


def restart(session: Session) -> Session:
    """Return the game of a session at its beginning, not written anywhere."""
    return Session(session.header.new_game(session.game.pieces.card_set), session.header)


def game_at(session: Session, place: Place) -> Session:
    """Return a recorded game as it stood at a place."""
    stood = restart(session)
    for told in retell(session, place):
        stood = told.session
    return stood


class FightWatch:
    """Watches a step that may bring a fight to its end: the last die, or a die that is kept.

    Args:
        game: The game before the step.
        action: The action, where a decision is awaited.
    """

    def __init__(self, game: Game, action: int | None = None) -> None:
        self._game = game
        node = game.state[NODE]
        may_end = node == CHANCE_DIE or (node == NODE_REROLL and action == KEEP)
        self._before = game.clone() if may_end else None

    def story(self, outcome: int) -> Story | None:
        """Return the fight that the step has brought to its end, `None` for none.

        Args:
            outcome: The face rolled, where it was a die.
        """
        before = self._before
        if before is None:
            return None
        state = self._game.state
        if state[RESULT] < 0 and state[TURNS] == before.state[TURNS]:
            return None
        view = before.observation(before.state[TURN])
        faces = [view.attackers.face, view.defenders.face]
        if before.state[NODE] == CHANCE_DIE:
            faces[before.state[ROLLING]] = outcome
        assert faces[0] is not None
        assert faces[1] is not None
        complete = fight_query(before, view, True)
        return narrate(fight_query(before, view), complete.attackers, complete.defenders, faces[0] + 1, faces[1] + 1)


__all__ = ["FightWatch", "Place", "Told", "game_at", "read_place", "restart", "retell"]
