"""Figures of fights: dice, lines, abilities, survivors, rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from odds.charts.base import (
    BLUE,
    COLOURS,
    GREEN,
    GREY,
    HATCHES,
    HEAT,
    ORANGE,
    error_ends,
    framed,
    panels,
    polish,
    share_text,
)

if TYPE_CHECKING:
    import pandas as pd

_BAR = {"edgecolor": "black", "linewidth": 0.6}
_ERROR = {"ecolor": "black", "capsize": 3, "error_kw": {"linewidth": 0.9}}


def dice_chart(frame: pd.DataFrame, title: str, subtitle: str, notes: Sequence[str]) -> Figure:
    """Return win chance, and VP by source, for each number of units on the attacker board.

    Args:
        frame: Columns as `odds.history.studies.dice` documents them.
        title, subtitle, notes: What stands above and below.
    """
    figure = framed(7.5, 4.6, title, subtitle, notes)
    wins, worth = panels(figure, 1, 2)
    units = frame["units"].tolist()
    win = (frame["win"] * 100).tolist()
    ends = error_ends(win, (frame["win_low"] * 100).tolist(), (frame["win_high"] * 100).tolist())
    wins.errorbar(units, win, yerr=ends, color=BLUE, marker="o", capsize=3, label="the die of the rules")
    wins.plot(
        units,
        (frame["other_die_win"] * 100).tolist(),
        color=ORANGE,
        marker="s",
        linestyle="--",
        label="the two dice swapped",
        fillstyle="none",
    )
    swapped = (frame["other_die_win"] * 100).tolist()
    for count, value, other in zip(units, win, swapped, strict=True):
        # On the side of the line where the other one does not run.
        offset, side = ((-5, 5), "right") if value >= other else ((6, -9), "left")
        wins.annotate(share_text(value), (count, value), xytext=offset, textcoords="offset points", fontsize=7, ha=side)
    wins.set(title="Chance to win", ylabel="chance (%)", ylim=(0, 108))
    wins.legend(frameon=False, fontsize=7, loc="lower right")
    labels = ["unit conquered", "relic kept"]
    start = [0.0] * len(units)
    for column, label, colour, hatch in zip(("unit_vp", "relic_vp"), labels, (GREEN, BLUE), ("", "///"), strict=True):
        values = frame[column].tolist()
        worth.bar(units, values, bottom=start, color=colour, hatch=hatch, label=label, **_BAR)
        start = [begin + value for begin, value in zip(start, values, strict=True)]
    totals = frame["vp"].tolist()
    ends = error_ends(totals, frame["vp_low"].tolist(), frame["vp_high"].tolist())
    worth.errorbar(units, totals, yerr=ends, fmt="none", ecolor="black", capsize=3, elinewidth=0.9)
    for count, total, prize in zip(units, totals, frame["relic_if_won"].tolist(), strict=True):
        worth.annotate(
            f"{total:.2f}", (count, total), xytext=(0, 5), textcoords="offset points", fontsize=7, ha="center"
        )
        worth.text(count, 0.01 * max(totals), f"a win: {prize:.2f}", fontsize=6, ha="center", va="bottom", **_BOXED)
    worth.set(title="What the attack brings", ylabel="expected victory points (VP)", ylim=(0, 1.3 * max(totals)))
    worth.legend(frameon=False, fontsize=7, loc="upper left")
    risky = [count for count, die in zip(units, frame["die"], strict=True) if die == "risky"]
    for axes in (wins, worth):
        axes.set_xlabel("units on the attacker board (5: one by reinforcement)")
        axes.set_xticks(units)
        axes.set_xlim(min(units) - 0.6, max(units) + 0.6)
        if risky:
            axes.axvspan(min(risky) - 0.5, max(units) + 0.6, color="#eeeeee", zorder=-1)
            top = axes.get_ylim()[1]
            axes.text(max(units) + 0.55, top * 0.985, "risky die", fontsize=7, ha="right", va="top", style="italic")
        polish(axes, "y")
    return figure


_BOXED: dict[str, Any] = {"bbox": {"facecolor": "white", "edgecolor": "none", "pad": 0.8}}


def lines_chart(frame: pd.DataFrame, title: str, subtitle: str, notes: Sequence[str]) -> Figure:
    """Return which line decides, and damage and defeats of each line.

    Args:
        frame: Columns as `odds.history.studies.lines` documents them; the row `none` is of no line.
        title, subtitle, notes: What stands above and below.
    """
    figure = framed(7.5, 4.0, title, subtitle, notes)
    decides, damage, defeats = panels(figure, 1, 3)
    names = [name if name != "none" else "no line\nturns it" for name in frame["line"].astype(str)]
    shares = (frame["decides"] * 100).tolist()
    ends = error_ends(shares, (frame["decides_low"] * 100).tolist(), (frame["decides_high"] * 100).tolist())
    colours = [GREY if name.startswith("no line") else BLUE for name in names]
    bars = decides.bar(names, shares, color=colours, yerr=ends, **_BAR, **_ERROR)
    decides.bar_label(bars, fmt=share_text, fontsize=7, padding=2)
    decides.set(title="The line that decides", ylabel="fights (%)", ylim=(0, max(shares) * 1.2))
    decides.tick_params(axis="x", labelsize=7)
    fought = frame[frame["line"].astype(str) != "none"]
    for axes, columns, label, heading in (
        (damage, ("damage_to_attackers", "damage_to_defenders"), "damage points a fight", "Damage dealt"),
        (defeats, ("attackers_defeated", "defenders_defeated"), "units a fight", "Units defeated"),
    ):
        _grouped(axes, fought, columns, ("attackers", "defenders"))
        axes.set(title=heading, ylabel=label)
    for axes in (decides, damage, defeats):
        axes.set_xlabel("battle line, in the order fought", fontsize=8)
        polish(axes, "y")
    return figure


def _grouped(axes: Any, frame: pd.DataFrame, columns: Sequence[str], labels: Sequence[str]) -> None:
    """Draw bars of two columns side by side, with intervals where there are any."""
    places = range(len(frame))
    top = 0.0
    for number, (column, label) in enumerate(zip(columns, labels, strict=True)):
        values = frame[column].tolist()
        ends = None
        if f"{column}_low" in frame.columns:
            ends = error_ends(values, frame[f"{column}_low"].tolist(), frame[f"{column}_high"].tolist())
        left = [place + 0.4 * (number - 0.5) for place in places]
        colour, hatch = (BLUE, ORANGE)[number], ("", "///")[number]
        axes.bar(left, values, width=0.38, color=colour, hatch=hatch, label=label, yerr=ends, **_BAR, **_ERROR)
        top = max([top, *values, *(value + end for value, end in zip(values, ends[1] if ends else [], strict=False))])
    axes.set_xticks(places, frame["line"].astype(str).tolist(), fontsize=7)
    axes.set_ylim(0, max(top, 0.01) * 1.25)
    axes.legend(frameon=False, fontsize=7, loc="upper left", ncols=1)


def abilities_chart(frame: pd.DataFrame, title: str, subtitle: str, notes: Sequence[str]) -> Figure:
    """Return what each symbol, and each value for comparison, adds to win chance and VP.

    Args:
        frame: Columns as `odds.history.studies.abilities` documents them.
        title, subtitle, notes: What stands above and below.
    """
    figure = framed(7.5, 1.9 + 0.26 * len(frame), title, subtitle, notes)
    wins, worth = panels(figure, 1, 2, sharey=True)
    names = frame["ability"].astype(str).str.replace("_", " ").tolist()
    names = [{"reroll": "re-roll", "connection": "two half shields"}.get(name, name) for name in names]
    for axes, column, factor, label in (
        (wins, "win_gain", 100, "change of the chance to win (points)"),
        (worth, "vp_gain", 1, "change of expected victory points (VP)"),
    ):
        for kind, marker, colour, filled, called in (
            ("symbol", "o", BLUE, "full", "one more symbol"),
            ("value", "s", ORANGE, "none", "one more point, for comparison"),
        ):
            chosen = [place for place, found in enumerate(frame["kind"]) if found == kind]
            part = frame.iloc[chosen]
            values = (part[column] * factor).tolist()
            ends = error_ends(
                values, (part[f"{column}_low"] * factor).tolist(), (part[f"{column}_high"] * factor).tolist()
            )
            axes.errorbar(
                values,
                chosen,
                xerr=ends,
                fmt=marker,
                color=colour,
                fillstyle=filled,
                capsize=2,
                label=called,
                markersize=5,
                elinewidth=0.9,
            )
        axes.axvline(0, color="black", linewidth=0.8)
        axes.set_xlabel(label, fontsize=8)
        polish(axes, "x")
    wins.set_yticks(range(len(names)), names, fontsize=8)
    wins.invert_yaxis()
    wins.grid(axis="y", color="#eeeeee", linewidth=0.6)
    worth.grid(axis="y", color="#eeeeee", linewidth=0.6)
    wins.legend(frameon=False, fontsize=7, loc="lower right")
    return figure


def survivors_chart(frame: pd.DataFrame, title: str, subtitle: str, notes: Sequence[str]) -> Figure:
    """Return the joint distribution of the units standing at the end.

    Args:
        frame: Columns `attackers`, `defenders`, `winner`, `probability`; further ones are left alone.
        title, subtitle, notes: What stands above and below.
    """
    table = frame.pivot(index="defenders", columns="attackers", values="probability").fillna(0.0) * 100
    winners = frame.pivot(index="defenders", columns="attackers", values="winner")
    figure = framed(6.5, 2.4 + 0.62 * len(table), title, subtitle, notes)
    axes = panels(figure)[0]
    top = max(float(table.to_numpy().max()), 1e-9)
    image = axes.imshow(table.to_numpy(), cmap=HEAT, vmin=0, vmax=top, aspect="auto", origin="lower")
    for row, defenders in enumerate(table.index):
        for column, attackers in enumerate(table.columns):
            value = float(table.loc[defenders, attackers])
            colour = "white" if value < 0.55 * top else "black"
            text = "0" if value == 0 else f"{share_text(value)} %"
            axes.text(column, row + 0.1, text, ha="center", va="center", fontsize=9, color=colour)
            who = {"attacker": "attacker wins", "defender": "defender wins"}.get(
                str(winners.loc[defenders, attackers]), "nobody wins"
            )
            axes.text(column, row - 0.25, who, ha="center", va="center", fontsize=6, color=colour)
    axes.set_xticks(range(len(table.columns)), [str(count) for count in table.columns])
    axes.set_yticks(range(len(table.index)), [str(count) for count in table.index])
    axes.set(xlabel="attackers standing at the end (units)", ylabel="defenders standing (units)")
    for place in range(1, len(table.columns)):
        axes.axvline(place - 0.5, color="white", linewidth=1)
    for place in range(1, len(table.index)):
        axes.axhline(place - 0.5, color="white", linewidth=1)
    figure.colorbar(image, ax=axes, label="chance (%)", pad=0.02)
    return figure


def rulings_chart(frame: pd.DataFrame, title: str, subtitle: str, notes: Sequence[str]) -> Figure:
    """Return how many fights change by how much when a ruling is played the other way.

    Args:
        frame: Columns as `odds.history.studies.rulings` documents them.
        title, subtitle, notes: What stands above and below.
    """
    figure = framed(7.5, 4.2, title, subtitle, notes)
    axes = panels(figure)[0]
    changed = frame[frame["change"].astype(str) != "none"]
    classes = list(dict.fromkeys(changed["change"].astype(str)))
    rulings = list(dict.fromkeys(frame["ruling"].astype(str)))
    width = 0.8 / len(rulings)
    top = 0.0
    for number, ruling in enumerate(rulings):
        part = changed[changed["ruling"].astype(str) == ruling]
        same = frame[(frame["ruling"].astype(str) == ruling) & (frame["change"].astype(str) == "none")]
        shares = (part["share"] * 100).tolist()
        ends = error_ends(shares, (part["low"] * 100).tolist(), (part["high"] * 100).tolist())
        left = [place + width * (number - (len(rulings) - 1) / 2) for place in range(len(classes))]
        unchanged = share_text(100 * float(same["share"].iloc[0])) if len(same) else "0"
        bars = axes.bar(
            left,
            shares,
            width=width * 0.94,
            color=COLOURS[number % 8],
            hatch=HATCHES[number % 8],
            yerr=ends,
            label=f"{ruling} (no change in {unchanged} %)",
            **_BAR,
            **_ERROR,
        )
        axes.bar_label(bars, fmt=share_text, fontsize=7, padding=2)
        top = max([top, *shares, *(value + end for value, end in zip(shares, ends[1] if ends else [], strict=False))])
    axes.set_xticks(range(len(classes)), classes)
    axes.set(xlabel="change of the chance to win (percentage points)", ylabel="fights (%)")
    axes.set_ylim(0, max(top, 0.01) * 1.3)
    axes.legend(frameon=False, fontsize=8, loc="upper left")
    polish(axes, "y")
    return figure
