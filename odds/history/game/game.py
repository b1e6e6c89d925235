"""One game as people and programs play it: readable, step by step, without a compiler."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from reprlib import repr as brief
from typing import NamedTuple

from odds import chance as streams
from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET
from odds.history.cards import CardSet, as_rulings
from odds.history.game.actions import ACTIONS
from odds.history.game.arguments import card_set_of, choices, meant, seats_of, whole_number
from odds.history.game.battle import SCRATCH_SIZE
from odds.history.game.engine import apply_action, apply_outcome, begin
from odds.history.game.legal import list_actions
from odds.history.game.observe import Observation, observe
from odds.history.game.outcomes import chance_total, list_outcomes, nth_outcome
from odds.history.game.pieces import Pieces, number_pieces
from odds.history.game.reasons import why_not
from odds.history.game.redeal import redeal
from odds.history.game.scoring import SCORE_SIZE, SHARE, SOURCES, TOTAL, score_all
from odds.history.game.seats import sabaton_number
from odds.history.game.show import show
from odds.history.game.state import (
    CHANCE,
    CHANCE_CARD,
    CHANCE_MEDAL,
    DECIDER,
    LONG_ROUNDS,
    MAX_UNITS,
    NODE,
    NODE_OVER,
    PLAYER,
    PLAYER_SIZE,
    ROUND,
    ROUNDS,
    SABATON,
    SEATS,
    SHORT_ROUNDS,
    STATE_SIZE,
    TURN,
)
from odds.history.game.words import Words
from odds.history.names import fold, nearest, shown
from odds.history.rules import SABATONS, Rulings

#: Where a player's points come from (C), in the order of `scores`.
POINT_SOURCES = ("units", "heroes", "relics", "medals", "honour")


class Step(NamedTuple):
    """One entry of a game's history.

    Args:
        kind: "action" or "chance".
        phrase: The action or outcome in words.
        player: Seat that decided; for a chance the only seat that sees the outcome, `None` where all do.
        number: The action's or outcome's number.
    """

    kind: str
    phrase: str
    player: int | None
    number: int


class Outcome(NamedTuple):
    """What a chance can come out as: its number, in how many of the equally likely cases, and in words."""

    number: int
    weight: int
    phrase: str


@dataclass(frozen=True)
class Chance:
    """A chance that is awaited.

    Args:
        node: What it is, one of `state.CHANCE_…`.
        phrase: What is awaited, in words.
        player: Seat that draws or rolls, `None` for the table.
        private: Whether only that seat sees the outcome.
        total: How many equally likely cases there are.
    """

    node: int
    phrase: str
    player: int | None
    private: bool
    total: int
    _list: Callable[[], list[Outcome]]

    def outcomes(self) -> list[Outcome]:
        """Return what it can come out as, equal cards merged."""
        return self._list()


class Game:
    """A game of A Battle through History.

    `player` is the seat (from 0, clockwise) that decides, or `None`; then `chance` says what is awaited, unless the
    game `is_over`. Decisions are answered with `apply`, chances with `roll` (by the game's own stream) or
    `apply_chance` (by a record, or the people at the table). What is not possible raises `InputError` with the reason
    and changes nothing.

    Attributes:
        state: The flat position (`state`), a list; read it, do not write it.
        pieces, words: The pieces of the card set, and their words.
        seed: Seed of the game's stream.
        rulings: The open rulings in use.
        history: What has happened, as `Step`s.
    """

    def __init__(self, pieces: Pieces, words: Words, state: list[int], seed: int, rulings: Rulings) -> None:
        self.pieces = pieces
        self.words = words
        self.state = state
        self.seed = seed
        self.rulings = rulings
        self.history: list[Step] = []
        self._stream = streams.trial_state(streams.seed_start(seed), 0)
        self._past: list[tuple[array[int], int, int]] = []
        self._scratch = [0] * SCRATCH_SIZE

    @classmethod
    def new(
        cls,
        players: Sequence[str] = ("Pär", "Chris"),
        *,
        long: bool = False,
        seed: int | None = None,
        cards: str | PathLike[str] | CardSet = DEFAULT_SET,
        first: str | None = None,
        rulings: Rulings | Mapping[str, object] | None = None,
    ) -> Game:
        """Begin a game; its set-up is chance still to be answered (`settle` answers it).

        Args:
            players: Sabatons, clockwise, two to five.
            long: Eight rounds instead of six.
            seed: Seed of the game's chance, drawn where none is given.
            cards: A card set, its folder or name.
            first: Who begins, by name; left to chance where nobody is named.
            rulings: The open rulings; what is absent is as the card set has it.

        Raises:
            InputError: Wrong players, or a card set that cannot be played.
        """
        card_set = card_set_of(cards)
        pieces = number_pieces(card_set)
        if pieces.card_set.folder != card_set.folder:
            pieces = replace(pieces, card_set=card_set)  # numbered before, for an equal set of another folder
        seed = None if seed is None else streams.read_seed(seed, "seed")
        used = as_rulings(rulings, card_set)
        sabatons, first_seat = seats_of(players, first)
        state = [0] * STATE_SIZE
        begin(
            state,
            pieces.numbers,
            [0] * SCRATCH_SIZE,
            sabatons,
            LONG_ROUNDS if long else SHORT_ROUNDS,
            first_seat,
            used.deflection_per == "line",
            used.empty_side_fights,
        )
        return cls(pieces, Words(pieces), state, streams.fresh_seed() if seed is None else seed, used)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state[NODE] == NODE_OVER

    @property
    def player(self) -> int | None:
        """The seat that decides, `None` at a chance and at the end."""
        return self.state[DECIDER] if NODE_OVER < self.state[NODE] < CHANCE else None

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(self.words.player(self.state, seat) for seat in range(self.state[SEATS]))

    @property
    def round(self) -> int:
        """The round under way, from 1."""
        return self.state[ROUND]

    @property
    def rounds(self) -> int:
        """The rounds of the game."""
        return self.state[ROUNDS]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.state[TURN]

    @property
    def question(self) -> str:
        """What is awaited, in words."""
        return self.words.question(self.state)

    @property
    def chance(self) -> Chance | None:
        """The chance that is awaited, `None` at a decision and at the end."""
        node = self.state[NODE]
        if node < CHANCE:
            return None
        seat = self.state[DECIDER] if self.state[DECIDER] >= 0 else None
        private = node in (CHANCE_CARD, CHANCE_MEDAL)
        total = chance_total(self.state, self.pieces.numbers)
        return Chance(node, self.question, seat, private, total, self._outcomes)

    def _outcomes(self) -> list[Outcome]:
        outcomes, weights = [0] * MAX_UNITS, [0] * MAX_UNITS
        count = list_outcomes(self.state, self.pieces.numbers, outcomes, weights)
        return [
            Outcome(number, weight, self.words.outcome(self.state, number))
            for number, weight in zip(outcomes[:count], weights[:count], strict=True)
        ]

    def legal_actions(self) -> list[int]:
        """Return the numbers of the legal actions; none at a chance and at the end."""
        actions = [0] * ACTIONS
        return actions[: list_actions(self.state, self.pieces.numbers, actions)]

    def describe(self, action: int) -> str:
        """Return the phrase of an action, by its number.

        Raises:
            InputError: There is none of that number.
        """
        number = whole_number(action, "an action here is its number", "action")
        if not 0 <= number < ACTIONS:
            raise InputError(f"there is no action {number}; the numbers run from 0 to {ACTIONS - 1}", "action")
        return self.words.action(self.state, number)

    def parse(self, phrase: str) -> int:
        """Return the number of the legal action a phrase means: its words, or where that is clear their end or
        beginning ("Archer" for "deploy Archer").

        Raises:
            InputError: It means no legal action, with the reason, or several.
        """
        if not isinstance(phrase, str):
            raise InputError(f"an action here is its phrase, as text, not {brief(phrase)}", "action")
        legal = {action: self.describe(action) for action in self.legal_actions()}
        found = meant(phrase, legal, lambda: (self.words.action(self.state, action) for action in range(ACTIONS)))
        if len(found) == 1:
            return found[0]
        if found:
            raise InputError(f"{shown(phrase)} could be {choices([legal[each] for each in found])}", "action")
        wanted = fold(phrase)
        exact = [action for action in range(ACTIONS) if fold(self.words.action(self.state, action)) == wanted]
        if exact or not legal:
            raise InputError(why_not(self.state, self.words, exact[0] if exact else 0), "action")
        near = nearest(phrase, legal.values())
        raise InputError(f"{shown(phrase)} is no action now ({self.question}); nearest: {choices(near)}", "action")

    def apply(self, action: int | str) -> None:
        """Do an action, by its number or phrase.

        Raises:
            InputError: It is not legal; the message says why, and nothing has changed.
        """
        number = (
            self.parse(action)
            if isinstance(action, str)
            else whole_number(action, "an action is its number or its phrase", "action")
        )
        if number not in self.legal_actions():
            raise InputError(why_not(self.state, self.words, number), "action")
        self._past.append((array("i", self.state), self._stream, len(self.history)))
        self.history.append(Step("action", self.describe(number), self.player, number))
        apply_action(self.state, self.pieces.numbers, self._scratch, number)

    def apply_chance(self, outcome: int | str) -> None:
        """Answer the chance that is awaited, by an outcome's number or phrase.

        Raises:
            InputError: No chance is awaited, or it cannot come out so; nothing has changed.
        """
        chance = self.chance
        if chance is None:
            raise InputError(f"no chance is awaited ({self.question})", "chance")
        phrases = {each.number: each.phrase for each in chance.outcomes()}
        if isinstance(outcome, str):
            found = meant(outcome, phrases, lambda: self.words.outcomes(self.state))
        else:
            outcome = whole_number(outcome, "an outcome is its number or its phrase", "chance")
            found = [number for number in phrases if number == outcome]
        if len(found) == 1:
            self._happen(chance, found[0], phrases[found[0]])
            return
        what = shown(outcome) if isinstance(outcome, str) else f"outcome {outcome}"
        if found:
            raise InputError(f"{what} could be {choices([phrases[each] for each in found])}", "chance")
        near = nearest(outcome, phrases.values()) if isinstance(outcome, str) else list(phrases.values())
        raise InputError(f"{chance.phrase}: it cannot be {what}; possible is {choices(near)}", "chance")

    def roll(self) -> int:
        """Let the game's own stream answer the chance that is awaited; return the outcome's number.

        Raises:
            InputError: No chance is awaited.
        """
        chance = self.chance
        if chance is None:
            raise InputError(f"no chance is awaited ({self.question})", "chance")
        case = 0
        if chance.total > 1:
            self._stream, case = streams.draw_below(self._stream, chance.total)
        number = nth_outcome(self.state, self.pieces.numbers, case)
        self._happen(chance, number, self.words.outcome(self.state, number))
        return number

    def replay_chance(self, outcome: int | str) -> bool:
        """Answer the chance that is awaited as a record says, and pass over what the game's own stream has for it.

        So a game that is replayed goes on as if its own stream had answered. Arguments and errors as `apply_chance`.

        Returns:
            Whether the stream would have said the same.
        """
        chance = self.chance
        case, stream = 0, self._stream
        if chance is not None and chance.total > 1:
            stream, case = streams.draw_below(stream, chance.total)
        expected = nth_outcome(self.state, self.pieces.numbers, case)
        self.apply_chance(outcome)
        self._stream = stream
        return self.history[-1].number == expected

    def settle(self) -> None:
        """Let the game's own stream answer every chance up to the next decision or the end."""
        while self.state[NODE] >= CHANCE:
            self.roll()

    def _happen(self, chance: Chance, number: int, phrase: str) -> None:
        self.history.append(Step("chance", phrase, chance.player if chance.private else None, number))
        apply_outcome(self.state, self.pieces.numbers, self._scratch, number)

    def undo(self) -> None:
        """Go back to before the last decision, with all chance after it; the stream goes back, too.

        Raises:
            InputError: Nothing has been decided yet.
        """
        if not self._past:
            raise InputError("there is nothing to take back; no decision has been made yet", "undo")
        state, self._stream, entries = self._past.pop()
        self.state[:] = state
        del self.history[entries:]

    def clone(self) -> Game:
        """Return a game of its own at the same position, with the same future chance."""
        copy = Game(self.pieces, self.words, list(self.state), self.seed, self.rulings)
        copy.history = list(self.history)
        copy._past = list(self._past)
        copy._stream = self._stream
        return copy

    def seat(self, player: int | str) -> int:
        """Return a player's seat, by seat or name.

        Raises:
            InputError: Nobody of this game.
        """
        if isinstance(player, str):
            sabaton = sabaton_number(player)
            for seat in range(self.state[SEATS]):
                if self.state[PLAYER + seat * PLAYER_SIZE + SABATON] == sabaton:
                    return seat
            raise InputError(f"{SABATONS[sabaton]} does not play in this game", "player")
        seat = whole_number(player, "is a seat's number or a player's name", "player")
        if not 0 <= seat < self.state[SEATS]:
            raise InputError(f"there is no seat {seat}; the seats are 0 to {self.state[SEATS] - 1}", "player")
        return seat

    def observation(self, player: int | str) -> Observation:
        """Return what a player, by seat or name, knows.

        Raises:
            InputError: Nobody of this game.
        """
        return observe(self.state, self.pieces, self.seat(player))

    def determinize(self, player: int | str, seed: int) -> Game:
        """Return a game that could be this one for all a player knows: every card it cannot see is dealt anew.

        The new game has no history, and its chance comes from `seed`, any whole number.

        Raises:
            InputError: Nobody of this game, or no whole number.
        """
        number = whole_number(seed, "is a whole number", "seed")
        copy = Game(self.pieces, self.words, list(self.state), number, self.rulings)
        copy._stream = redeal(copy.state, self.pieces.numbers, self.seat(player), copy._stream)
        return copy

    def _score_rows(self) -> list[list[int]]:
        rows = [0] * (self.state[SEATS] * SCORE_SIZE)
        score_all(self.state, self.pieces.numbers, rows, 0)
        return [rows[seat * SCORE_SIZE : (seat + 1) * SCORE_SIZE] for seat in range(self.state[SEATS])]

    def scores(self) -> list[dict[str, int]]:
        """Return each seat's points as they are now, by source and in "total" (C)."""
        return [
            {**dict(zip(POINT_SOURCES, row[:SOURCES], strict=True)), "total": row[TOTAL]} for row in self._score_rows()
        ]

    def returns(self) -> list[float]:
        """Return each seat's share of the win: 1 for the winner, shared where a tie is not broken (C), else 0.

        Before the end everybody has 0.
        """
        if not self.is_over:
            return [0.0] * self.state[SEATS]
        return [1 / row[SHARE] if row[SHARE] else 0.0 for row in self._score_rows()]

    def show(self, player: int | str | None = None) -> str:
        """Return the table as text of at most 80 columns; with a player, its hand, too."""
        return show(self.state, self.words, None if player is None else self.seat(player))

    def __str__(self) -> str:
        return self.show()
