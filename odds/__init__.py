"""Battle odds for the board game *A Battle through History*: should I attack?

The names below are imported when they are first used, so that `import odds` costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "InputError": "odds.errors",
    "CardSet": "odds.history.cards",
    "Unit": "odds.history.cards",
    "WarToken": "odds.history.cards",
    "check_card_set": "odds.history.card_files",
    "new_card_set": "odds.history.card_template",
    "read_card_set": "odds.history.card_files",
    "Odds": "odds.history.odds",
    "attack": "odds.history.odds",
    "challenge": "odds.history.odds",
    "compare": "odds.history.compare",
    "balance": "odds.history.balance",
    "defend": "odds.history.advise.defend",
    "keep_or_roll": "odds.history.reroll",
    "Rulings": "odds.history.rules",
    "Resolved": "odds.history.many",
    "encode_line_ups": "odds.history.many",
    "resolve_many": "odds.history.many",
    "Advice": "odds.history.advise.advice",
    "advise": "odds.history.advise.advice",
    "Table": "odds.history.table",
    "read_table": "odds.history.table_files",
    "quick_table": "odds.history.table_quick",
    "Game": "odds.history.game.game",
    "Simulation": "odds.history.game.simulate",
    "simulate": "odds.history.game.simulate",
    "read_sweep": "odds.sweeps.api",
    "sweep": "odds.sweeps.api",
}

#: Rooms that are reached by name as a whole: `odds.studies.dice(…)`.
_ROOMS = {"studies": "odds.history.studies"}

__all__ = [*_HOMES, *_ROOMS]

if TYPE_CHECKING:
    from odds.errors import InputError as InputError
    from odds.history import studies as studies
    from odds.history.advise.advice import Advice as Advice
    from odds.history.advise.advice import advise as advise
    from odds.history.advise.defend import defend as defend
    from odds.history.balance import balance as balance
    from odds.history.card_files import check_card_set as check_card_set
    from odds.history.card_files import read_card_set as read_card_set
    from odds.history.card_template import new_card_set as new_card_set
    from odds.history.cards import CardSet as CardSet
    from odds.history.cards import Unit as Unit
    from odds.history.cards import WarToken as WarToken
    from odds.history.compare import compare as compare
    from odds.history.game.game import Game as Game
    from odds.history.game.simulate import Simulation as Simulation
    from odds.history.game.simulate import simulate as simulate
    from odds.history.many import Resolved as Resolved
    from odds.history.many import encode_line_ups as encode_line_ups
    from odds.history.many import resolve_many as resolve_many
    from odds.history.odds import Odds as Odds
    from odds.history.odds import attack as attack
    from odds.history.odds import challenge as challenge
    from odds.history.reroll import keep_or_roll as keep_or_roll
    from odds.history.rules import Rulings as Rulings
    from odds.history.table import Table as Table
    from odds.history.table_files import read_table as read_table
    from odds.history.table_quick import quick_table as quick_table
    from odds.sweeps.api import read_sweep as read_sweep
    from odds.sweeps.api import sweep as sweep


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _ROOMS:
        return import_module(_ROOMS[name])
    if name not in _HOMES:
        raise AttributeError(f"module 'odds' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES, *_ROOMS])
