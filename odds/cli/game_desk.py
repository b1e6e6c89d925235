"""The desk at which a game is played: it shows the table, asks people, lets bots decide and keeps the record."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from enum import Enum
from pathlib import Path

import typer

from odds.cli.game_report import WIDTH, score_lines, wrapped
from odds.cli.game_table import action_cards, outcome_lines, read_choice, read_outcome
from odds.cli.game_tell import NOBODY, Teller, say
from odds.errors import InputError
from odds.history.game.bots import Bot, ask_bot
from odds.history.game.record import PERSON
from odds.history.game.record_session import Session
from odds.history.game.record_write import Writer
from odds.history.game.state import (
    CHANCE_DIE,
    NODE,
    NODE_ATTACK,
    NODE_ATTACK_TOKENS,
    NODE_REROLL,
    NODE_TARGET,
)

HELP = """\
Type the number of a choice, its words, or as much of them as is clear
("Archer" for "deploy Archer").
  o  odds of the attack under consideration, on what you know; without one,
     what the greedy bot would do
  b  the board, your hand and your deck
  f  the last fight, line by line
  l  the choices again
  u  take back the last decision that a person made, with all after it
  s  save: the record is kept anyway; "s FILE" writes a copy
  q  quit; the record is kept, and --resume goes on with it"""

TABLE_HELP = """\
The program asks for what happens on the table. Tell cards by their names or
as much of them as is clear, several with commas ("Archer, Spy"); a die by its
face, 1 to 6, or its values; a medal by its value. "l" lists what can come."""

#: Decisions at which the odds are told unasked where the game is played with the real box.
_ADVISED = (NODE_TARGET, NODE_ATTACK, NODE_ATTACK_TOKENS, NODE_REROLL)


#: Clears a terminal and what can be scrolled back to.
_CLEAR = "\033[2J\033[3J\033[H"


class Common(Enum):
    """What came of something typed that can be asked for anywhere."""

    NOT_ASKED = 0
    ANSWERED = 1
    MOVED = 2


class Quit(Exception):
    """Whoever plays has had enough, or nothing more comes in."""


class Desk:
    """Plays a session to its end, or until somebody quits.

    Args:
        session: The game, at its beginning or where it is to go on.
        bots: The bots by seat; people decide for the other seats.
        writer: Writes its record.
    """

    def __init__(self, session: Session, bots: Mapping[int, Bot], writer: Writer) -> None:
        self.session, self.game, self.bots, self.writer = session, session.game, bots, writer
        self.people = [seat for seat in range(len(self.game.players)) if seat not in bots]
        self.teller = Teller(session, self.people)
        self._shown = (-1, -1)
        # Answers told with commas that wait for their question, and what was asked: which chance, whose.
        self._answers: list[str] = []
        self._asked: tuple[int, int | None] | None = None
        self._advised = -1

    def run(self) -> None:
        """Play.

        Raises:
            Quit: Somebody quits.
        """
        while not self.game.is_over:
            seat = self.game.player
            if seat is None:
                self._chance()
            elif seat in self.bots:
                if not self.teller.passes_on:
                    self.teller.tell()
                self._act(self._choice_of_bot(seat))
            else:
                self._decide(seat)
        self.teller.tell_end()
        say("")
        say(score_lines(self.session))

    def _choice_of_bot(self, seat: int) -> int:
        """Return what a bot chooses; whoever waits at a terminal sees that it thinks.

        Raises:
            InputError: The bot fails or chooses what is not legal; the record is kept up to there.
        """
        waits = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        if waits:
            typer.echo(f"{self.game.players[seat]} thinks …", nl=False)
        try:
            return ask_bot(self.bots[seat], self.game, self.session.header.control[seat], "--players")
        finally:
            if waits:
                typer.echo("\r\033[K", nl=False)

    def _act(self, action: int) -> None:
        self.teller.watch(lambda: self.session.act(action), action)

    def _happen(self, outcome: int) -> None:
        self.teller.watch(lambda: self.session.happen(outcome))

    def _sit_down(self, seat: int) -> bool:
        """Let a player sit down; the one before must not see that player's hand.

        Returns:
            Whether the player sits; not so where the decision that was this player's has been taken back.
        """
        if not self.teller.passes_on or self.teller.seated == seat:
            return True
        if sys.stdout.isatty():
            # On a terminal that cannot be cleared the old hand is moved out of sight.
            typer.echo("\n" * 60 if os.environ.get("TERM") == "dumb" else _CLEAR, nl=False)
            self.teller.tell_again()
        self.teller.tell_everybody()
        self.teller.seat(NOBODY)
        self._shown = (-1, -1)
        name = self.game.players[seat]
        say(["", f"-- Pass the device to {name}. --"])
        while (answer := self._read(f"{name}, press Enter when nobody else looks")) != "":
            if self._common(answer, None) is Common.MOVED:
                return False
        self.teller.seat(seat)
        return True

    # Chance.

    def _chance(self) -> None:
        if not self.session.header.table:
            self.teller.watch(self.session.roll)
            return
        phrases = self.session.outcomes()
        question = self.game.question
        if self.game.chance is not None and len(phrases) == 1 and self._is_hidden():
            self._happen(next(iter(phrases)))
            return
        chance = self.game.chance
        # In the set-up each player's first relic may be told in one go; what only one may know is nobody else's.
        for_all = chance is not None and not chance.private and not self.session.turn
        asked = (chance.node, None if for_all else chance.player) if chance else None
        if asked != self._asked:
            self._drop_answers()
            self._asked = asked
        if not self._answers:
            try:
                answer = self._read(question[0].upper() + question[1:])
            except InputError as error:
                say(wrapped(f"{error.message}."))
                return
            if answer == "l":
                say(line for text in outcome_lines(self.game, phrases) for line in wrapped(text, "  ", ""))
                return
            if answer and self._common(answer, None) is not Common.NOT_ASKED:
                return
            one = chance is not None and chance.node == CHANCE_DIE  # its values may be told with commas, too
            self._answers = [part.strip() for part in ([answer] if one else answer.split(","))]
        answer = self._answers.pop(0)
        try:
            self._happen(read_outcome(answer, self.game, phrases))
        except InputError as error:
            self._answers = []
            say(wrapped(f"{error.message}."))

    def _drop_answers(self) -> None:
        """Leave out what was told beyond what was asked for: it is no answer to another question."""
        if self._answers:
            say(wrapped(f"Told but not asked for, so left out: {', '.join(self._answers)}."))
        self._answers = []

    def _is_hidden(self) -> bool:
        """Return whether a chance concerns a player whose cards are hidden, so that nobody can tell."""
        phrase = next(iter(self.session.outcomes().values()))
        return phrase.endswith(("hidden card", "hidden medal"))

    # Decisions.

    def _decide(self, seat: int) -> None:
        if not self._sit_down(seat):
            return
        self._drop_answers()
        self.teller.tell()
        choices = self.session.choices()
        if len(choices) == 1 and seat in self.session.hidden and "hidden" in next(iter(choices.values())):
            self._act(next(iter(choices)))
            return
        if self._shown != (seat, self.session.turn):
            self._shown = (seat, self.session.turn)
            say("")
            self._board(seat)
        self._list(choices)
        if self.session.header.table and seat not in self.session.hidden and self._is_new_attack():
            self._odds()
        while True:
            try:
                answer = self._read(self.game.players[seat])
                if answer == "" and len(choices) == 1:
                    answer = "1"  # nothing to choose
                if answer == "":
                    continue
                if answer == "l":
                    self._list(choices)
                    continue
                asked = self._common(answer, seat)
                if asked is Common.MOVED:
                    return
                if asked is Common.NOT_ASKED:
                    self._act(read_choice(answer, choices, "the choices"))
                    return
            except InputError as error:
                say(wrapped(f"{error.message}. (? for help)"))

    def _is_new_attack(self) -> bool:
        node = self.game.state[NODE]
        if node not in _ADVISED or self._advised == len(self.session.entries):
            return False
        self._advised = len(self.session.entries)
        return node != NODE_ATTACK or not self.game.observation(self.game.player or 0).attackers.cards

    def _list(self, choices: Mapping[int, str]) -> None:
        say(["", *wrapped(self.game.question)])
        for number, (action, phrase) in enumerate(choices.items(), 1):
            cards = action_cards(self.game, action)
            say(wrapped(f"{number:>3} {phrase}{f'  [{cards}]' if cards else ''}", "", "      "))

    def _board(self, seat: int | None) -> None:
        """Print the table, with the hand of a player who may see it here."""
        hidden = seat is None or seat in self.session.hidden
        say(self.game.show(None if hidden else seat))

    def _odds(self) -> None:
        from odds.history.game.counsel import counsel

        say(line for text in counsel(self.game) for line in wrapped(text, "", "    "))

    # What can be typed anywhere.

    def _common(self, answer: str, seat: int | None) -> Common:
        """Do what can be asked for anywhere.

        Args:
            answer: What was typed.
            seat: The player who is asked, `None` for the table.
        """
        word, _, rest = answer.partition(" ")
        if len(word) == 1:
            word = word.lower()
            answer = f"{word} {rest}".strip()
        may_see = seat is not None and seat not in self.session.hidden and self.teller.tells_all_to(seat)
        if answer == "?":
            say(HELP.splitlines())
            if self.session.header.table:
                say(TABLE_HELP.splitlines())
        elif answer in ("q", "quit", "exit"):
            raise Quit
        elif answer == "b":
            self._board(seat if may_see else None)
        elif answer == "o":
            self._odds() if may_see else say("There are odds where you decide about an attack.")
        elif answer == "f":
            story = self.teller.last_fight()
            say(story.lines(WIDTH) if story else "There has been no fight yet.")
        elif word == "s":
            self._save(rest.strip())
        elif answer == "u":
            return Common.MOVED if self._undo() else Common.ANSWERED
        else:
            return Common.NOT_ASKED
        return Common.ANSWERED

    def _save(self, name: str) -> None:
        try:
            if name:
                self.writer.copy(Path(name))
                say(wrapped(f"A copy is kept in {name}."))
            else:
                self.writer.secure()
                say(wrapped(f"Everything so far is kept in {self.writer.path}."))
        except InputError as error:
            say(wrapped(f"{error.message}."))

    def _undo(self) -> bool:
        entries = self.session.entries
        names = {self.game.players[seat] for seat in self.people}
        decisions = 0
        for entry in reversed(entries):
            if entry.kind == "action":
                decisions += 1
                if entry.who in names and "hidden" not in entry.phrase:
                    self.session.undo(decisions)
                    self.teller.tell_taken_back(entry)
                    self._advised = -1
                    self._answers = []
                    return True
        say("There is nothing to take back; nobody has decided anything yet.")
        if self.session.header.table and entries:
            say(wrapped(f"To mend what came: quit, delete the last lines of {self.writer.path}, and --resume it."))
        return False

    def _read(self, prompt: str) -> str:
        """Ask for a line.

        Raises:
            Quit: Nothing more comes in.
        """
        typer.echo(f"{prompt} > ", nl=False)
        sys.stdout.flush()
        try:
            answer = input().strip()
        except EOFError:
            typer.echo("")
            raise Quit from None
        except UnicodeDecodeError:
            raise InputError("what was typed is not UTF-8 text", "standard input") from None
        if not sys.stdin.isatty():
            typer.echo(answer)
        return " ".join(answer.split())


def bots_of(session: Session) -> dict[int, Bot]:
    """Return the bots of a game by seat.

    A bot's stream depends on the game's seed and its seat, and each decision's on how many it has made: a game that
    is resumed meets the same bots.

    Raises:
        InputError: A name that no bot has.
    """
    from odds import chance
    from odds.history.game.bots import bot_named
    from odds.history.game.bots.streams import seat_stream

    start = chance.trial_state(chance.seed_start(session.header.seed), 0)
    return {
        seat: bot_named(name, seat_stream(start, seat))
        for seat, name in enumerate(session.header.control)
        if name != PERSON
    }


__all__ = ["Desk", "Quit", "bots_of"]
