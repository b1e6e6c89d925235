"""Every kind of chart by its name, and the columns its table must have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from odds.charts.fights import abilities_chart, dice_chart, lines_chart, rulings_chart, survivors_chart
from odds.charts.games import deck_chart, points_chart, strategies_chart, units_chart
from odds.charts.heat import matchups_chart
from odds.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

Chart = Callable[..., Figure]

#: The chart of each kind: table, question, finding and notes in, figure out.
CHARTS: dict[str, Chart] = {
    "matchups": matchups_chart,
    "dice": dice_chart,
    "lines": lines_chart,
    "units": units_chart,
    "abilities": abilities_chart,
    "survivors": survivors_chart,
    "rulings": rulings_chart,
    "strategies": strategies_chart,
    "points": points_chart,
    "deck": deck_chart,
}

#: Columns each kind draws; others may stand beside them.
COLUMNS: dict[str, tuple[str, ...]] = {
    "matchups": ("owner", "row", "era", "target", "win", "vp"),
    "dice": (
        *("units", "die", "win", "win_low", "win_high", "other_die_win", "unit_vp", "relic_vp"),
        *("vp", "vp_low", "vp_high", "relic_if_won"),
    ),
    "lines": (
        *("line", "decides", "decides_low", "decides_high", "damage_to_attackers", "damage_to_defenders"),
        *("attackers_defeated", "defenders_defeated"),
    ),
    "units": ("name", "worth", "low", "high"),
    "abilities": (
        *("ability", "kind", "win_gain", "win_gain_low", "win_gain_high"),
        *("vp_gain", "vp_gain_low", "vp_gain_high"),
    ),
    "survivors": ("attackers", "defenders", "winner", "probability"),
    "rulings": ("ruling", "change", "share", "low", "high"),
    "strategies": ("bot", "seat", "games", "win", "low", "high"),
    "points": ("source", "round", "vp"),
    "deck": ("round", "cards"),
}


#: What each kind asks, where the table's maker does not say it more precisely.
QUESTIONS: dict[str, str] = {
    "matchups": "Which line-up beats whom?",
    "dice": "How many units: when is the risky die worth it?",
    "lines": "Which battle line decides a fight?",
    "units": "What is each card worth?",
    "abilities": "What does one more symbol add?",
    "survivors": "Who is left at the end?",
    "rulings": "How much do the open rulings matter?",
    "strategies": "Which strategy wins, and from which seat?",
    "points": "Where do the victory points come from, and when?",
    "deck": "How does the army grow over a game?",
}


def draw(
    kind: str,
    frame: pd.DataFrame,
    title: str,
    subtitle: str,
    notes: Sequence[str],
    where: str = "table",
    **options: str,
) -> Figure:
    """Return the figure of a kind.

    Args:
        kind: A key of `CHARTS`.
        frame: The numbers.
        title: The question the figure answers.
        subtitle: The finding.
        notes: Lines for the foot of the figure.
        where: What an error calls the table.
        options: Further arguments of the kind's function, such as the `measure` of `matchups`.

    Raises:
        InputError: An unknown kind, columns that are missing, or a table without rows.
    """
    if kind not in CHARTS:
        raise InputError(f"'{kind}' is no chart; the kinds are {', '.join(CHARTS)}", "KIND")
    missing = [name for name in COLUMNS[kind] if name not in frame.columns]
    if missing:
        raise InputError(f"no column {', '.join(missing)}; a chart of {kind} needs {', '.join(COLUMNS[kind])}", where)
    if frame.empty:
        raise InputError("no rows; there is nothing to draw", where)
    return CHARTS[kind](frame, title, subtitle, notes, **options)
