"""The numbers behind the charts: each study answers one question with a DataFrame and a sentence."""

from __future__ import annotations

from odds.history.studies.abilities import abilities
from odds.history.studies.base import Study
from odds.history.studies.dice import dice
from odds.history.studies.lines import lines, lines_of_fights
from odds.history.studies.match_up_rows import matchups
from odds.history.studies.rulings import rulings
from odds.history.studies.spread import Fight, draw_fights, given_fights
from odds.history.studies.survivors import survivors

__all__ = [
    "Fight",
    "Study",
    "abilities",
    "dice",
    "draw_fights",
    "given_fights",
    "lines",
    "lines_of_fights",
    "matchups",
    "rulings",
    "survivors",
]
