"""Figures of one question at the table: an attack, and line-ups side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from odds.charts.base import BLUE, GREEN, GREY, ORANGE
from odds.charts.base import share_text as _share

if TYPE_CHECKING:
    import pandas as pd


def attack_chart(frame: pd.DataFrame, title: str, subtitle: str, notes: Sequence[str]) -> Figure:
    """Return a figure of one attack's odds: outcomes, survivors of both sides, units conquered.

    Args:
        frame: Columns `quantity`, `key`, `value`, as `Odds.to_frame` makes them.
        title: The question the figure answers.
        subtitle: The line-ups.
        notes: Lines for the foot of the figure: method, card set.
    """
    figure = Figure(figsize=(8, 6), layout="constrained")
    outcomes, spoils, attackers, defenders = figure.subplots(2, 2).ravel()
    values = {
        (quantity, str(key)): value
        for quantity, key, value in frame[["quantity", "key", "value"]].itertuples(index=False)
    }
    chances = [values[name, ""] * 100 for name in ("win", "lose", "nobody")]
    bars = outcomes.bar(["win", "lose", "nobody"], chances, color=[BLUE, ORANGE, GREY])
    outcomes.bar_label(bars, fmt=_share)
    outcomes.set(title="Outcome", ylabel="chance (%)", ylim=(0, 112))
    for axes, quantity, name, colour in (
        (attackers, "attacker_survivors", "Attackers standing", BLUE),
        (defenders, "defender_survivors", "Defenders standing", ORANGE),
    ):
        shares = {key: value * 100 for (found, key), value in values.items() if found == quantity}
        axes.bar_label(axes.bar(list(shares), list(shares.values()), color=colour), fmt=_share)
        axes.set(title=name, xlabel="units at the end", ylabel="chance (%)", ylim=(0, 112))
    conquered = [(key, value) for (found, key), value in values.items() if found == "conquered" and key]
    if conquered:
        names = [key for key, _ in conquered][::-1]
        bars = spoils.barh(names, [value for _, value in conquered][::-1], color=GREEN)
        spoils.bar_label(bars, fmt=" %.2f")
        spoils.margins(x=0.18)
    else:
        spoils.text(0.5, 0.5, "no units to conquer", ha="center", va="center", transform=spoils.transAxes)
        spoils.set(xticks=[], yticks=[])
    spoils.set(title="Units conquered", xlabel="expected copies")
    figure.suptitle(f"{title}\n{subtitle}", fontsize=11)
    figure.supxlabel("; ".join(notes), fontsize=8)
    return figure


def comparison_chart(frame: pd.DataFrame, title: str, notes: Sequence[str]) -> Figure:
    """Return a figure that sets line-ups side by side: outcomes, and VP by source.

    Args:
        frame: A column a line-up; rows `win`, `lose`, `nobody` (probabilities), `unit VP`, `relic VP`, `VP`.
        title: The question the figure answers.
        notes: Lines for the foot of the figure.
    """
    figure = Figure(figsize=(9, 2 + 0.9 * len(frame.columns)), layout="constrained")
    outcomes, spoils = figure.subplots(1, 2, sharey=True)
    labels = [str(name) for name in frame.columns]
    table: Any = frame
    for axes, rows, colours, factor in (
        (outcomes, ("win", "nobody", "lose"), (BLUE, GREY, ORANGE), 100),
        (spoils, ("unit VP", "relic VP"), (GREEN, BLUE), 1),
    ):
        start = [0.0] * len(labels)
        for row, colour in zip(rows, colours, strict=True):
            values = [value * factor for value in table.loc[row]]
            axes.barh(labels, values, left=start, color=colour, label=row)
            start = [begin + value for begin, value in zip(start, values, strict=True)]
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.0 + 0.35 / len(labels)), ncols=3, frameon=False)
    outcomes.set(xlabel="chance (%)", xlim=(0, 100))
    outcomes.invert_yaxis()
    spoils.set(xlabel="expected victory points (VP)")
    figure.suptitle(title, fontsize=11)
    figure.supxlabel("; ".join(notes), fontsize=8)
    return figure
