"""Fights of games between bots: what was deployed on both sides, with the piles behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from odds import chance, compilation
from odds.errors import InputError
from odds.history import faces, fight, rules
from odds.history.balance import recorder
from odds.history.cards import CardSet, Unit
from odds.history.game import actions, legal, outcomes, pieces, piles, simulate_compiled, state
from odds.history.game.actions import ACTIONS
from odds.history.game.bots import desk, streams
from odds.history.game.bots.policies import POLICIES
from odds.history.game.pieces import Pieces, number_pieces
from odds.history.game.simulate_games import Plan
from odds.history.game.state import MAX_SEATS
from odds.history.rules import ERAS
from odds.history.studies.spread import Fight

#: Bots whose games are recorded.
BOTS = tuple(POLICIES)

#: Players of a recorded game.
SEATS = 4

for _function in (recorder.note_side, recorder.note_fight):
    compilation.make_compilable(_function, inline="never")

#: What the kernel is made of; the bots and the engine's next step are behind pointers, with a cache of their own.
_SOURCES = (actions, chance, desk, faces, fight, legal, outcomes, pieces, piles, recorder, rules, state, streams)

KERNELS = compilation.Kernels(
    [*(Path(module.__file__) for module in _SOURCES if module.__file__), Path(__file__)],
    {"play_and_note": recorder.play_and_note},
)


@dataclass(frozen=True)
class Recorded:
    """A fight of a game.

    Args:
        game, turn, seat: The game's number, the turn from 1, and the attacker's seat.
        era: Where it was.
        challenge: Whether the defender was a player.
        fight: Both line-ups as deployed, with their war tokens, and both piles before reinforcement (R2).
    """

    game: int
    turn: int
    seat: int
    era: str
    challenge: bool
    fight: Fight


def record_fights(
    card_set: CardSet,
    games: int,
    seed: int,
    bot: str = "greedy",
    progress: Callable[[int, int], object] | None = None,
) -> list[Recorded]:
    """Play games of one bot against itself and return their fights, in order.

    Game g is game g of `simulate` with these players and this seed, so a longer run begins with the shorter one.

    Args:
        card_set: The card set.
        games: How many games of `SEATS` players.
        seed: The seed; the games and the draws of reinforcement depend on it alone.
        bot: One of `BOTS`.
        progress: Told the games played and to play.

    Raises:
        InputError: Another bot, or a card set that no game can be played with.
    """
    if bot not in BOTS:
        raise InputError(f"fights are recorded of the bots {', '.join(BOTS)}, not '{bot}'", "--bot")
    printed = number_pieces(card_set)
    plan = Plan((bot,) * SEATS, card_set, card_set.rulings, seed, False)
    draws = chance.mix(chance.seed_start(seed))
    found: list[Recorded] = []
    for game in range(games):
        for record in _fights_of(plan, printed, game, draws, len(found)):
            found.append(record)
        if progress:
            progress(game + 1, games)
    return found


def _fights_of(plan: Plan, printed: Pieces, game: int, draws: int, first: int) -> Iterator[Recorded]:
    notes = _play(plan, game)
    at, end = recorder.FIRST, recorder.FIRST + notes[recorder.USED]
    while at < end:
        trial = 2 * first
        attackers, deck, after = _side(notes, at + recorder.SIDES, printed)
        defenders, stack, _ = _side(notes, after, printed)
        known = Fight(
            *(attackers, defenders, deck, stack),
            *(chance.trial_state(draws, trial), chance.trial_state(draws, trial + 1)),
        )
        yield Recorded(
            game,
            notes[at + recorder.NOTED_TURN],
            notes[at + recorder.SEAT],
            ERAS[notes[at + recorder.NOTED_ERA]],
            bool(notes[at + recorder.CHALLENGE]),
            known,
        )
        first += 1
        at += notes[at + recorder.LENGTH]


def _side(notes: list[int], at: int, printed: Pieces) -> tuple[tuple[Unit, ...], tuple[Unit, ...], int]:
    """Return a side's units with their tokens, its pile, and where its note ends."""
    units = []
    end = at + 1 + 2 * notes[at]
    for place in range(at + 1, end, 2):
        unit, token = printed.units[notes[place]], notes[place + 1]
        units.append(unit if token < 0 else unit.with_token(printed.war_tokens[token]))
    last = end + 1 + notes[end]
    return tuple(units), tuple(printed.units[kind] for kind in notes[end + 1 : last]), last


def _play(plan: Plan, game: int) -> list[int]:
    """Play a game and return the notes of its fights (`recorder`)."""
    begun = plan.begun(plan.sabatons_of(np.array([game]))[0].tolist())
    policies = [POLICIES[player] for player in plan.players]
    notes = np.zeros(recorder.ROOM, np.int64)
    interpreted = bool(compilation.numba_config.DISABLE_JIT)
    stream = chance.trial_state(chance.seed_start(plan.seed), game)
    weigh, move, choose = simulate_compiled.pointers(max(policies))
    KERNELS(
        "play_and_note",
        *(_array(begun), _array(plan.numbers)),
        desk.make_desk(begun, _array, (weigh, move)),
        choose,
        _array(policies),
        np.zeros(ACTIONS, np.int64),
        [0] * MAX_SEATS if interpreted else np.zeros(MAX_SEATS, np.uint64),
        stream if interpreted else np.uint64(stream),
        notes,
    )
    noted: list[int] = notes.tolist()
    return noted


def _array(values: Any) -> Any:
    return np.array(values, np.int64)
