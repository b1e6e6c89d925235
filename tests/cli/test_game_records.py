"""Records as `odds game replay`, `show` and `play --resume` meet them: told by a table, damaged, shared or gone."""

from __future__ import annotations

import json
import random
from pathlib import Path

from odds.history.game.game import Game
from odds.history.game.record import new_header
from odds.history.game.record_read import keep_record
from odds.history.game.record_session import Session
from tests.cli.test_attack import odds, refused

GAMES = Path(__file__).parents[1] / "data" / "games"
STORED = str(GAMES / "two-random.txt")


def table_game(path: Path, seed: int) -> Session:
    """Keep a record of a whole game at a table, told by Pär, who does not see the others' cards."""
    game = Game.new(("Pär", "Chris", "Tommy"), seed=seed)
    session = Session(game, new_header(game, table=True, hidden=("Chris", "Tommy")))
    keep_record(session, path)
    chooser = random.Random(seed)
    while not game.is_over:
        if game.player is None:
            session.happen(chooser.choice(list(session.outcomes())))
        else:
            session.act(chooser.choice(list(session.choices())))
    assert session.writer is not None
    session.writer.close()
    return session


def test_what_a_record_does_not_know_is_null(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = table_game(path, 3)
    won = [view.won_medals for view in session.game.observation(0).players]
    assert len(won[1]) > 0 == len(won[2])
    told = json.loads(odds("game", "replay", str(path), "--json").stdout)
    assert told["hidden"] == ["Chris", "Tommy"]
    scores = session.game.scores()
    assert told["scores"][0] == scores[0]
    assert told["scores"][1] == {**scores[1], "medals": None, "total": None}
    assert told["scores"][2] == scores[2]
    assert told["over"] is True
    assert told["returns"] == [None, None, None]
    # Before the end nobody has a share, and that is known.
    early = json.loads(odds("game", "replay", str(path), "--json", "--until", "1").stdout)
    assert early["returns"] == [0, 0, 0]
    assert session.standings()[1] == f"Chris {scores[1]['total'] - scores[1]['medals']} and its medals"
    assert "?" in next(
        line for line in odds("game", "show", str(path)).stdout.splitlines() if line.startswith("Chris  ")
    )


def test_what_a_record_does_not_know_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    table_game(path, 3)
    error = refused(odds("game", "show", str(path), "--player", "chris"))
    assert error == "odds: --player: the record does not know what Chris holds, only what Pär does\n"
    assert "Hand  " in odds("game", "show", str(path), "--player", "Pär").stdout
    assert "Hand  " not in odds("game", "show", str(path)).stdout
