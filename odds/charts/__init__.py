"""Figures from tables; this package knows no rules and opens no window."""

from __future__ import annotations

from odds.charts.attack import attack_chart, comparison_chart
from odds.charts.base import save
from odds.charts.kinds import CHARTS, COLUMNS, QUESTIONS, draw
from odds.charts.tables import read_table, write_table

__all__ = [
    "CHARTS",
    "COLUMNS",
    "QUESTIONS",
    "attack_chart",
    "comparison_chart",
    "draw",
    "read_table",
    "save",
    "write_table",
]
