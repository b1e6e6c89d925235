"""A game that is played with a record of it: every step is done and written in one go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from odds.errors import InputError
from odds.history.game.actions import KEEP_MEDAL, KEEP_RELIC
from odds.history.game.game import Game
from odds.history.game.record import Header, new_header
from odds.history.game.record_hidden import (
    hidden_phrase,
    possible_actions,
    possible_outcomes,
    reveal_action,
    reveal_outcome,
    stand_in,
)
from odds.history.game.record_write import Writer
from odds.history.game.state import (
    CHANCE_CARD,
    CHANCE_MEDAL,
    DECIDER,
    MAX_MEDALS,
    MEDAL_ZONE,
    NODE,
    TURNS,
    WON,
)
from odds.history.names import shown

#: The line of a decision taken back.
UNDO = "undo"

#: What the remark at the end of a game that is over begins with.
END_REMARK = "# The end:"

#: What the line of an outcome begins with.
CHANCE_MARK = "-"


class Entry(NamedTuple):
    """One step of a recorded game that was not taken back.

    Args:
        kind: "action" or "chance".
        phrase: The action or outcome in words, as the record has it.
        who: The player that decided, drew or rolled; empty for the table.
        only: The one seat that sees it, `None` where all do.
        turn: Turns begun when it happened, 0 in the set-up.
        round: The round, from 1.
        in_turn: Whose turn it was; empty in the set-up.
        line: Its line in the record, 0 where it was not read from one.
        number: The action's or outcome's number.
    """

    kind: str
    phrase: str
    who: str
    only: int | None
    turn: int
    round: int
    in_turn: str
    line: int
    number: int


class Session:
    """A game and its record.

    Attributes:
        game: The game; change it through the session only.
        header: The head of its record.
        entries: What has happened, as long as the game's own history.
        hidden: Seats whose hands and medals the record does not know.
        undone: How many decisions have been taken back.
        writer: What the steps are written with, `None` for not at all.
    """

    def __init__(self, game: Game, header: Header | None = None) -> None:
        self.game = game
        self.header = header or new_header(game)
        self.entries: list[Entry] = []
        self.hidden = frozenset(game.seat(name) for name in self.header.hidden)
        self.undone = 0
        self.writer: Writer | None = None
        self._headed = -1
        # For each decision the position before its card was revealed, where hands are hidden at all.
        self._concealed: list[list[int] | None] = []

    @property
    def turn(self) -> int:
        """Turns begun, 0 in the set-up."""
        return self.game.state[TURNS]

    def choices(self) -> dict[int, str]:
        """Return the phrase of each legal action; of a player whose hand is not known, of each that could be."""
        phrase = hidden_phrase(self.game.state, self.hidden)
        if self.game.player is not None and phrase:
            return {stand_in(self.game): phrase}
        return {action: self.game.describe(action) for action in possible_actions(self.game, self.hidden)}

    def outcomes(self) -> dict[int, str]:
        """Return the phrase of each outcome of the chance that is awaited."""
        phrase = hidden_phrase(self.game.state, self.hidden)
        if self.game.chance is not None and phrase:
            return {stand_in(self.game): phrase}
        words, state = self.game.words, self.game.state
        return {number: words.outcome(state, number) for number in possible_outcomes(self.game, self.hidden)}

    def act(self, action: int, line: int = 0) -> None:
        """Do an action.

        Raises:
            InputError: It is not legal, with the reason; nothing has changed.
        """
        phrase = self.choices().get(action)
        if phrase is None:
            self.game.apply(action)  # raises with the reason
            raise InputError("that is not possible now", "action")
        seat = self.game.state[DECIDER]
        only = seat if KEEP_MEDAL <= action < KEEP_RELIC else None
        before = self._entry("action", phrase, self.game.players[seat], only, line, action)
        concealed = list(self.game.state) if self.hidden else None
        reveal_action(self.game, action, self.hidden)
        self.game.apply(action)
        self._concealed.append(concealed)
        self._note(before)

    def happen(self, outcome: int, line: int = 0) -> bool:
        """Answer the chance that is awaited; the game's own stream passes over it.

        Returns:
            Whether the game's own stream would have said the same.

        Raises:
            InputError: It cannot come out so; nothing has changed.
        """
        phrase = self.outcomes().get(outcome)
        if phrase is None:
            self.game.apply_chance(outcome)  # raises with the reason
            raise InputError("that is not possible now", "chance")
        before = self._chance_entry(phrase, line, outcome)
        reveal_outcome(self.game, outcome, self.hidden)
        same = self.game.replay_chance(outcome)
        self._note(before)
        return same

    def roll(self) -> None:
        """Let the game's own stream answer the chance that is awaited."""
        before = self._chance_entry("", 0, 0)
        number = self.game.roll()
        self._note(before._replace(phrase=self.game.history[-1].phrase, number=number))

    def settle(self) -> None:
        """Let the game's own stream answer every chance up to the next decision or the end."""
        while self.game.chance is not None:
            self.roll()

    def undo(self, decisions: int = 1) -> None:
        """Take back the last decisions, with all chance after them.

        Raises:
            InputError: There are not so many; nothing has changed.
        """
        made = sum(entry.kind == "action" for entry in self.entries)
        if decisions > made:
            raise InputError("there is nothing to take back; no decision has been made yet", "undo")
        for _ in range(decisions):
            self.game.undo()
            concealed = self._concealed.pop()
            if concealed is not None:
                # The game goes back to where the card was revealed already. It must be as if it never had been: who
                # plays the steps again without those taken back has to find the same stand-ins.
                self.game.state[:] = concealed
        del self.entries[len(self.game.history) :]
        self.undone += decisions
        if self.writer is not None:
            self.writer.write(f"{UNDO}\n" * decisions)

    def heading(self) -> str:
        """Return the comment that the record has before the next step, or at its end; empty for none."""
        game = self.game
        if game.is_over:
            return f"\n{END_REMARK} {', '.join(self.standings())}\n"
        if self._headed == self.turn:
            return ""
        title = f"Round {game.round}, {game.players[game.turn]}'s turn" if self.turn else "Set-up"
        return f"\n# {title}\n"

    def scores(self) -> list[dict[str, int | None]]:
        """Return each seat's points as `Game.scores` does, `None` for what the record does not know.

        That is the worth of the medals that a player has won whose cards are hidden, and with it that player's total.
        """
        rows: list[dict[str, int | None]] = [dict(row) for row in self.game.scores()]
        for seat in self._unknown():
            rows[seat].update(medals=None, total=None)
        return rows

    def returns(self) -> list[float | None]:
        """Return each seat's share of the win as `Game.returns` does; at the end `None` where medals are not known."""
        shares: list[float | None] = [*self.game.returns()]
        return [None] * len(shares) if self.game.is_over and self._unknown() else shares

    def standings(self) -> list[str]:
        """Return each player with its points as they are now, medals of players whose cards are hidden left out."""
        told = []
        for seat, (name, row) in enumerate(zip(self.game.players, self.game.scores(), strict=True)):
            if seat in self._unknown():
                told.append(f"{name} {row['total'] - row['medals']} and its medals")
            else:
                told.append(f"{name} {row['total']}")
        return told

    def _unknown(self) -> set[int]:
        """Return the seats of which the record does not know what the medals they have won are worth."""
        zones = self.game.state[MEDAL_ZONE : MEDAL_ZONE + MAX_MEDALS]
        return {seat for seat in self.hidden if WON + seat in zones}

    def _chance_entry(self, phrase: str, line: int, number: int) -> Entry:
        state = self.game.state
        seat = state[DECIDER]
        who = self.game.players[seat] if seat >= 0 else ""
        only = seat if state[NODE] in (CHANCE_CARD, CHANCE_MEDAL) else None
        return self._entry("chance", phrase, who, only, line, number)

    def _entry(self, kind: str, phrase: str, who: str, only: int | None, line: int, number: int) -> Entry:
        game = self.game
        in_turn = game.players[game.turn] if self.turn else ""
        return Entry(kind, phrase, who, only, self.turn, game.round, in_turn, line, number)

    def _note(self, entry: Entry) -> None:
        """Keep a step that has been done."""
        self.entries.append(entry)
        heading = ""
        if self._headed != entry.turn:
            title = f"Round {entry.round}, {entry.in_turn}'s turn" if entry.turn else "Set-up"
            heading = f"\n# {title}\n"
            self._headed = entry.turn
        if self.writer is None:
            return
        mark = CHANCE_MARK if entry.kind == "chance" else f"{entry.who}:"
        end = self.heading() if self.game.is_over else ""
        self.writer.write(f"{heading}{mark} {entry.phrase}\n{end}", boundary=self.game.chance is None)


def find_phrase(phrases: Mapping[int, str], phrase: str) -> int | None:
    """Return the number whose phrase this is, word for word; `None` for none.

    More or fewer spaces between the words are as good where they leave no doubt: a card's name may have two of them,
    and a record may have been through a hand or an editor that counts none.

    Raises:
        InputError: Two different ones are called so.
    """
    found = [number for number, words in phrases.items() if words == phrase]
    if not found:
        wanted = phrase.split()
        found = [number for number, words in phrases.items() if words.split() == wanted]
    if len(found) > 1:
        raise InputError(f"{shown(phrase)} could mean two different things here")
    return found[0] if found else None


__all__ = ["CHANCE_MARK", "END_REMARK", "UNDO", "Entry", "Session", "find_phrase"]
