"""Figures of whole games: worth of cards, strategies, points by round, growth of the army."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from odds.charts.base import (
    BLUE,
    COLOURS,
    HATCHES,
    MARKERS,
    ORANGE,
    STYLES,
    error_ends,
    framed,
    panels,
    polish,
    share_text,
)

if TYPE_CHECKING:
    import pandas as pd

#: Cards one column of the chart of units holds.
MOST_IN_COLUMN = 55


def units_chart(frame: pd.DataFrame, title: str, subtitle: str, notes: Sequence[str]) -> Figure:
    """Return the worth of each card with its interval, best first.

    Args:
        frame: Columns `name`, `worth`, `low`, `high` (change that the card makes against the reference card) and, if
            there, `owner`, `kind`, `role` (`"attack"`, `"defend"`) and `measure`, the unit of the change: `"win"` for
            a chance, else VP.
        title, subtitle, notes: What stands above and below.
    """
    ordered = frame.sort_values("worth", ascending=False, kind="stable", ignore_index=True)
    parts = ceil(len(ordered) / MOST_IN_COLUMN)
    length = ceil(len(ordered) / parts)
    is_chance = "measure" in frame.columns and str(frame["measure"].iloc[0]) == "win"
    factor = 100 if is_chance else 1
    figure = framed(3.8 * parts + 1.5, 1.9 + 0.17 * max(length, 8), title, subtitle, notes)
    axes_of = panels(figure, 1, parts, sharex=True)
    for panel, axes in enumerate(axes_of):
        part = ordered.iloc[panel * length : (panel + 1) * length]
        values = (part["worth"] * factor).tolist()
        ends = error_ends(values, (part["low"] * factor).tolist(), (part["high"] * factor).tolist())
        places = list(range(len(part)))
        # A filled mark: the interval leaves 0 out.
        for filled in (True, False):
            sure = ((part["low"] > 0) | (part["high"] < 0)).tolist()
            chosen = [place for place in places if sure[place] is filled]
            axes.errorbar(
                *([values[place] for place in chosen], chosen),
                xerr=None if ends is None else [[end[place] for place in chosen] for end in ends],
                fmt="o",
                color=BLUE if filled else ORANGE,
                fillstyle="full" if filled else "none",
                label="interval without 0" if filled else "interval with 0",
                markersize=3.5,
                elinewidth=0.8,
                capsize=1.5,
            )
        axes.axvline(0, color="black", linewidth=0.8)
        axes.set_yticks(places, _names(part, "role" in frame.columns and frame["role"].nunique() > 1), fontsize=7)
        axes.set_ylim(length - 0.4, -0.6)
        axes.set_xlabel("change of the chance to win (points)" if is_chance else "change of VP", fontsize=8)
        axes.grid(axis="y", color="#eeeeee", linewidth=0.5)
        polish(axes, "x")
    axes_of[-1].legend(frameon=False, fontsize=7, loc="lower right")  # the least worths are at the left there
    return figure


def _names(part: pd.DataFrame, with_role: bool) -> list[str]:
    """Return the cards of a chart of units with what tells them apart: the owner, and with both roles the role."""
    owners = part["owner"].astype(str) if "owner" in part.columns else [""] * len(part)
    roles = part["role"].astype(str) + "s" if with_role else [""] * len(part)
    kinds = part["kind"].astype(str) if with_role and "kind" in part.columns else [""] * len(part)
    names = []
    for name, owner, role, kind in zip(part["name"].astype(str), owners, roles, kinds, strict=True):
        inside = ", ".join(filter(None, ("" if kind == "basic" else owner, role)))
        names.append(f"{name} ({inside})" if inside else name)
    return names


def strategies_chart(frame: pd.DataFrame, title: str, subtitle: str, notes: Sequence[str]) -> Figure:
    """Return the share of games each bot wins from each seat.

    Args:
        frame: Columns `bot`, `seat` (1 is the first player), `games`, `win` (share of the games), `low`, `high` (95 %
            interval); with a column `players` a line shows the fair share.
        title, subtitle, notes: What stands above and below.
    """
    bots = list(dict.fromkeys(frame["bot"].astype(str)))
    seats = sorted(set(frame["seat"].tolist()))
    figure = framed(max(6.5, 1.5 + 0.45 * len(bots) * len(seats)), 4.2, title, subtitle, notes)
    axes = panels(figure)[0]
    width = 0.8 / len(seats)
    for number, seat in enumerate(seats):
        part = frame[frame["seat"] == seat].set_index(frame.loc[frame["seat"] == seat, "bot"].astype(str))
        found = [bot for bot in bots if bot in part.index]
        shares = [100 * float(part.loc[bot, "win"]) for bot in found]
        ends = error_ends(shares, *([100 * float(part.loc[bot, end]) for bot in found] for end in ("low", "high")))
        left = [bots.index(bot) + width * (number - (len(seats) - 1) / 2) for bot in found]
        bars = axes.bar(
            left,
            shares,
            width=width * 0.94,
            color=COLOURS[number % 8],
            hatch=HATCHES[number % 8],
            label=f"seat {seat}",
            yerr=ends,
            ecolor="black",
            capsize=2,
            edgecolor="black",
            linewidth=0.6,
        )
        if len(bots) * len(seats) <= 16:
            axes.bar_label(bars, fmt=share_text, fontsize=7, padding=2)
    if "players" in frame.columns and frame["players"].nunique() == 1:
        fair = 100 / float(frame["players"].iloc[0])
        axes.axhline(fair, color="black", linestyle="--", linewidth=0.9, label=f"fair share, {fair:.0f} %")
    axes.set_xticks(range(len(bots)), bots)
    axes.set(xlabel="bot", ylabel="games won (%)")
    axes.set_ylim(0, min(112.0, 1.35 * 100 * float(frame["high"].max())))
    axes.legend(frameon=False, fontsize=8, ncols=min(6, len(seats) + 1), loc="upper center")
    polish(axes, "y")
    return figure


def points_chart(frame: pd.DataFrame, title: str, subtitle: str, notes: Sequence[str]) -> Figure:
    """Return the VP gained in each round, by source; with several bots a panel each.

    Args:
        frame: Columns `source` (units, relics, medals, honour, …), `round` (from 1), `vp` (mean VP a player gained
            in that round) and, if there, `bot`.
        title, subtitle, notes: What stands above and below.
    """
    bots = list(dict.fromkeys(frame["bot"].astype(str))) if "bot" in frame.columns else [""]
    columns = min(3, len(bots))
    rows = ceil(len(bots) / columns)
    figure = framed(max(6.5, 2.6 * columns), 1.6 + 2.6 * rows, title, subtitle, notes)
    every = panels(figure, rows, columns, sharex=True, sharey=True)
    sources = list(dict.fromkeys(frame["source"].astype(str)))
    ends = [0.0]
    for bot, axes in zip(bots, every, strict=False):
        part = frame[frame["bot"].astype(str) == bot] if bot else frame
        table = part.pivot_table(index="round", columns="source", values="vp", aggfunc="sum").fillna(0.0)
        ends += _stack(axes, table, sources)
        axes.set_title(bot)
        axes.label_outer()
    every[0].set_ylim(1.1 * min(ends), 1.1 * max(ends) or 1.0)
    for axes in every[len(bots) :]:
        axes.set_axis_off()
    figure.legend(*every[0].get_legend_handles_labels(), loc="outside right upper", frameon=False, fontsize=7)
    return figure


def _stack(axes: Any, table: pd.DataFrame, sources: Sequence[str]) -> list[float]:
    """Draw gains upwards and losses downwards, source upon source; return how far down and up they reach."""
    above, below = [0.0] * len(table), [0.0] * len(table)
    rounds = table.index.tolist()
    for number, source in enumerate(sources):
        values = table[source].tolist() if source in table.columns else [0.0] * len(table)
        start = [up if value >= 0 else down for value, up, down in zip(values, above, below, strict=True)]
        axes.bar(
            rounds,
            values,
            bottom=start,
            color=COLOURS[number % 8],
            hatch=HATCHES[number % 8],
            label=source,
            edgecolor="black",
            linewidth=0.5,
        )
        above = [up + max(0.0, value) for up, value in zip(above, values, strict=True)]
        below = [down + min(0.0, value) for down, value in zip(below, values, strict=True)]
    axes.set_xticks(rounds)
    axes.set(xlabel="round", ylabel="VP gained by a player")
    polish(axes, "y")
    return [*above, *below]


def deck_chart(frame: pd.DataFrame, title: str, subtitle: str, notes: Sequence[str]) -> Figure:
    """Return how the army grows over a game, a line a bot.

    Args:
        frame: Columns `round` (0 is the start), `cards` (mean cards owned after the round) and, if there, `bot`, and
            `low`, `high` (95 % interval of the mean).
        title, subtitle, notes: What stands above and below.
    """
    figure = framed(6.5, 4.0, title, subtitle, notes)
    axes = panels(figure)[0]
    bots = list(dict.fromkeys(frame["bot"].astype(str))) if "bot" in frame.columns else [""]
    for number, bot in enumerate(bots):
        part = (frame[frame["bot"].astype(str) == bot] if bot else frame).sort_values("round", kind="stable")
        values = part["cards"].tolist()
        ends = None
        if "low" in part.columns and "high" in part.columns:
            ends = error_ends(values, part["low"].tolist(), part["high"].tolist())
        axes.errorbar(
            *(part["round"].tolist(), values),
            yerr=ends,
            color=COLOURS[number % 8],
            marker=MARKERS[number % 8],
            label=bot or None,
            linestyle=STYLES[number % 4],
            capsize=3,
            elinewidth=0.9,
            markersize=5,
        )
    axes.set_xticks(sorted(set(frame["round"].tolist())))
    axes.set(xlabel="round", ylabel="cards owned (deck, hand, discard pile)", ylim=(0, None))
    if any(bots):
        axes.legend(frameon=False, fontsize=8, loc="lower right")
    polish(axes, "y")
    return figure
