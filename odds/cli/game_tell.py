"""Telling at the desk: what has happened, to whoever may know it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import typer

from odds.cli.game_report import fight_text, step_lines, step_text, turn_title, wrapped
from odds.history.game.record_session import Entry, Session
from odds.history.game.record_tale import FightWatch, retell
from odds.history.game.state import CHALLENGE_FIGHT, FIGHT
from odds.history.narrate import Story

#: The seat of nobody in particular: who sees what everybody may see.
NOBODY = -1


def say(lines: str | Iterable[str]) -> None:
    """Print one line or several."""
    for line in [lines] if isinstance(lines, str) else lines:
        typer.echo(line)


class Teller:
    """Tells the steps of a session, to each player what it may know and has not been told yet.

    Args:
        session: The game.
        people: The seats of people.

    Attributes:
        seated: Who sits at the device, `NOBODY` while it is passed on.
    """

    def __init__(self, session: Session, people: Sequence[int]) -> None:
        self._session = session
        # At a real table, or with bots alone, everything that is told is for everybody.
        self._shared = session.header.table or not people
        self._several = len(people) > 1
        self._told = dict.fromkeys(range(len(session.game.players)), len(session.entries))
        self._heading = -1
        self._fights: dict[int, str] = {}
        self._last: Story | None = None
        self._people = people
        self._notices: list[str] = []
        self.seated = people[0] if len(people) == 1 else NOBODY

    @property
    def passes_on(self) -> bool:
        """Whether people who must not see each other's hands share the device."""
        return self._several and not self._shared

    def tells_all_to(self, seat: int) -> bool:
        """Return whether a player at the table may see here what only that player may know."""
        return self._shared or seat == self.seated

    def seat(self, seat: int) -> None:
        """Let a player sit down, or `NOBODY`."""
        self.seated = seat
        self._heading = -1
        if seat != NOBODY:
            self._notices = []

    def watch(self, step: Callable[[], object], action: int | None = None) -> None:
        """Do a step, and note the fight that it ends, if it ends one.

        Args:
            step: Does it.
            action: The action, where it is a decision.
        """
        game = self._session.game
        watch = FightWatch(game, action)
        challenge = game.state[FIGHT] == CHALLENGE_FIGHT
        step()
        story = watch.story(self._session.entries[-1].number)
        if story is not None:
            self._last = story
            text = "\n".join(wrapped(fight_text(story, challenge), "    "))
            self._fights[len(self._session.entries) - 1] = text

    def last_fight(self) -> Story | None:
        """Return the last fight of the game so far, `None` if there has been none."""
        if self._last is None:  # not since the game went on
            stories = [told.story for told in retell(self._session) if told.story is not None]
            self._last = stories[-1] if stories else None
        return self._last

    def tell(self) -> None:
        """Tell whoever sits there what has happened since they last looked."""
        viewer = None if self._shared else self.seated
        if viewer == NOBODY:
            return
        key = 0 if viewer is None else viewer
        self._tell_steps(min(self._told[key], len(self._session.entries)), viewer)
        self._told[key] = len(self._session.entries)

    def notice(self, text: str) -> None:
        """Tell at once what is no step of the game, and note it for those who may not have seen it."""
        say(wrapped(text))
        self._notices.append(text)

    def tell_again(self) -> None:
        """Tell what has been noticed since somebody sat down: the screen has been cleared."""
        for text in self._notices:
            say(wrapped(text))

    def tell_everybody(self) -> None:
        """Tell how the turn of the player who gets up ended, as far as everybody may know."""
        if self.seated != NOBODY:
            self._tell_steps(self._told[self.seated], NOBODY)

    def tell_end(self) -> None:
        """Tell how the game ended, to all who play it."""
        if not self.passes_on:
            self.tell()
        else:
            seats = self._people if self.seated == NOBODY else [self.seated]
            self._tell_steps(min(self._told[seat] for seat in seats), NOBODY)

    def tell_taken_back(self, entry: Entry) -> None:
        """Tell of a decision that has been taken back, and forget what came after it."""
        self.notice(f"Taken back: {step_text(entry, None if self._shared else self.seated)}")
        left = len(self._session.entries)
        self._told = {seat: min(told, left) for seat, told in self._told.items()}
        self._fights = {number: text for number, text in self._fights.items() if number < left}
        self._last = None

    def _tell_steps(self, first: int, viewer: int | None) -> None:
        """Tell the steps from a number on as somebody sees them, a title above each turn."""
        entries = self._session.entries
        while first < len(entries):
            if entries[first].turn != self._heading:
                self._heading = entries[first].turn
                say(["", f"== {turn_title(entries[first])}"])
            turn = [entry for entry in entries[first:] if entry.turn == self._heading]
            say(step_lines(turn, self._fights, first, viewer))
            first += len(turn)


__all__ = ["NOBODY", "Teller", "say"]
