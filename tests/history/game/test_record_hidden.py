"""A game at the table, of which the record knows only what lies open and one player's own cards."""

from __future__ import annotations

import random

import pytest

from odds.history.game.actions import KEEP_MEDAL, KEEP_RELIC
from odds.history.game.game import Game
from odds.history.game.record import new_header
from odds.history.game.record_read import read_record
from odds.history.game.record_session import Session

NAMES = ("Pär", "Chris", "Tommy", "Joakim", "Hannes")


def follow(truth: Game, told: Session, chooser: random.Random, steps: int) -> list[str]:
    """Play a whole game at random; the session is told what the players with open cards see."""
    lines = []
    for _ in range(steps):
        if truth.is_over:
            break
        seat = truth.player
        if seat is None:
            truth.roll()
            step = truth.history[-1]
            if step.player in told.hidden:
                assert len(told.outcomes()) == 1
                told.happen(next(iter(told.outcomes())))
            else:
                assert told.outcomes()[step.number] == step.phrase
                told.happen(step.number)
            lines.append(f"- {told.entries[-1].phrase}")
        else:
            action = chooser.choice(truth.legal_actions())
            # A medal kept by a player whose cards are hidden is not seen.
            hidden = seat in told.hidden and KEEP_MEDAL <= action < KEEP_RELIC
            if hidden:
                told.act(next(iter(told.choices())))
            else:
                assert told.choices()[action] == truth.describe(action)
                told.act(action)
            truth.apply(action)
            lines.append(f"{truth.players[seat]}: {told.entries[-1].phrase}")
        for player in range(len(truth.players)):
            if player not in told.hidden:
                assert told.game.observation(player) == truth.observation(player)
    return lines


@pytest.mark.parametrize(
    ("players", "hidden", "seed"),
    [(2, 1, 1), (2, 1, 2), (3, 2, 3), (3, 1, 4), (4, 3, 5), (5, 4, 6), (2, 2, 7)],
)
def test_everything_a_player_sees_is_as_if_the_others_cards_were_known(players: int, hidden: int, seed: int) -> None:
    truth = Game.new(NAMES[:players], seed=seed)
    beginning = Game.new(NAMES[:players], seed=seed)
    header = new_header(beginning, table=True, hidden=NAMES[players - hidden : players])
    told = Session(beginning, header)
    lines = follow(truth, told, random.Random(seed), 10_000)
    assert truth.is_over
    assert told.game.is_over
    record = read_record((header.text() + "\n".join(lines) + "\n").encode())
    assert record.session.game.state == told.game.state
    assert [entry.phrase for entry in record.session.entries] == [entry.phrase for entry in told.entries]
