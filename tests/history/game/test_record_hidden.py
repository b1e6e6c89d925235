"""A game at the table, of which the record knows only what lies open and one player's own cards."""

from __future__ import annotations

import random

import pytest

from odds.history.game.actions import KEEP_MEDAL, KEEP_RELIC
from odds.history.game.game import Game
from odds.history.game.record import new_header
from odds.history.game.record_read import read_record
from odds.history.game.record_session import UNDO, Session
from odds.history.game.record_tale import retell

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


def play_with_undos(told: Session, chooser: random.Random, steps: int) -> tuple[list[str], int]:
    """Play at random whatever the record allows, and take back every fifth decision or so.

    Returns:
        The lines of the record, and how many hidden cards were played and taken back.
    """
    lines = []
    concealed = 0
    for _ in range(steps):
        if told.game.is_over:
            break
        if told.game.player is None:
            told.happen(chooser.choice(list(told.outcomes())))
            lines.append(f"- {told.entries[-1].phrase}")
            continue
        told.act(chooser.choice(list(told.choices())))
        entry = told.entries[-1]
        lines.append(f"{entry.who}: {entry.phrase}")
        if chooser.random() < 0.2:
            concealed += entry.who in told.header.hidden and entry.phrase.startswith(("deploy", "dismiss"))
            told.undo()
            lines.append(UNDO)
    return lines, concealed


@pytest.mark.parametrize("seed", range(12))
def test_a_game_with_decisions_taken_back_is_told_to_where_it_stands(seed: int) -> None:
    players = 2 + seed % 3
    game = Game.new(NAMES[:players], seed=seed)
    header = new_header(game, table=True, hidden=NAMES[1:players])
    told = Session(game, header)
    lines, concealed = play_with_undos(told, random.Random(seed), 2_000)
    assert concealed > 0
    # What going on with the record starts from ...
    record = read_record((header.text() + "\n".join(lines) + "\n").encode())
    assert record.session.game.state == told.game.state
    assert record.session.undone == told.undone
    # ... is where the tale of it ends.
    *_, last = retell(record.session)
    assert last.session.game.state == told.game.state
    assert [entry.number for entry in last.session.entries] == [entry.number for entry in told.entries]


def test_a_hidden_card_taken_back_leaves_no_trace() -> None:
    game = Game.new(NAMES[:2], seed=1)
    told = Session(game, new_header(game, table=True, hidden=("Chris",)))
    chooser = random.Random(1)
    tried = 0
    while tried < 5:
        if game.player is None:
            told.happen(chooser.choice(list(told.outcomes())))
            continue
        action = chooser.choice(list(told.choices()))
        before = list(game.state)
        held = action in game.legal_actions()
        told.act(action)
        if not held:  # the stand-ins had to change places
            told.undo()
            assert game.state == before
            told.act(action)
            tried += 1
