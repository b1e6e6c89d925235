"""Heat map of line-ups against targets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from odds.charts.base import HEAT, framed, panels

if TYPE_CHECKING:
    import pandas as pd

#: Rows that are named one by one; more are named by their owner.
MOST_NAMED = 45

#: Rows and columns whose cells show their number.
MOST_WRITTEN = (16, 20)


def matchups_chart(
    frame: pd.DataFrame, title: str, subtitle: str, notes: Sequence[str], measure: str = "win"
) -> Figure:
    """Return a heat map, a row a line-up or hand, a column a target, in the order of the table.

    Args:
        frame: Columns `owner`, `row`, `era`, `target` and `measure`, rows of the map one after the other, each with
            the same targets.
        title, subtitle, notes: What stands above and below.
        measure: `"win"` or `"vp"`.
    """
    columns = list(dict.fromkeys(zip(frame["era"].astype(str), frame["target"].astype(str), strict=True)))
    count = len(columns)
    values = frame[measure].to_numpy(float).reshape(-1, count)
    rows = list(zip(frame["owner"].astype(str)[::count], frame["row"].astype(str)[::count], strict=True))
    named = len(rows) <= MOST_NAMED
    width = min(11.0, max(6.5, 2.5 + 0.15 * count + (1.5 if named else 0)))
    height = min(9.5, max(3.6, 2.9 + 0.17 * len(rows)))
    figure = framed(width, height, title, subtitle, notes)
    axes = panels(figure)[0]
    most = 100.0 if measure == "win" else None
    shown = values * 100 if measure == "win" else values
    image = axes.imshow(shown, aspect="auto", cmap=HEAT, interpolation="nearest", vmin=0.0, vmax=most)
    label = "chance to win (%)" if measure == "win" else "expected victory points (VP)"
    scale = figure.colorbar(image, ax=axes, pad=0.01, fraction=0.03)
    scale.set_label(label, fontsize=8)
    scale.ax.tick_params(labelsize=7)
    small = 6 if count > 30 else 8
    axes.set_xticks(range(count), [target for _, target in columns], rotation=90, fontsize=small)
    if named:
        by_owner = len({owner for owner, _ in rows}) > 1 and not rows[0][1].startswith(rows[0][0])
        labels = [_short(f"{owner}: {row}" if by_owner else row) for owner, row in rows]
        axes.set_yticks(range(len(rows)), labels, fontsize=7)
    else:
        _group_rows(axes, [owner for owner, _ in rows])
    _group_columns(axes, [era for era, _ in columns])
    if len(rows) <= MOST_WRITTEN[0] and count <= MOST_WRITTEN[1]:
        _write(axes, shown, measure)
    axes.tick_params(length=2)
    return figure


def _short(text: str, most: int = 48) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _spans(labels: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return runs of equal labels with their first and last place."""
    spans, first = [], 0
    for label, run in groupby(labels):
        length = len(list(run))
        spans.append((label, first, first + length - 1))
        first += length
    return spans


def _group_rows(axes: Any, owners: Sequence[str]) -> None:
    spans = _spans(owners)
    axes.set_yticks(
        [(first + last) / 2 for _, first, last in spans],
        [f"{owner}\n({last - first + 1:,})" for owner, first, last in spans],
        fontsize=8,
    )
    axes.set_ylabel("best on average at the top of each", fontsize=8)
    for _, first, _ in spans[1:]:
        axes.axhline(first - 0.5, color="white", linewidth=1.5)


def _group_columns(axes: Any, eras: Sequence[str]) -> None:
    spans = _spans(eras)
    for era, first, last in spans:
        if era and era != "nan":
            axes.text((first + last) / 2, -0.5, f"era {era}", ha="center", va="bottom", fontsize=8)
    for _, first, _ in spans[1:]:
        axes.axvline(first - 0.5, color="white", linewidth=1.5)


def _write(axes: Any, values: Any, measure: str) -> None:
    """Write each cell's number, dark on bright and bright on dark."""
    low, high = axes.images[0].get_clim()
    for place, row in enumerate(values):
        for column, value in enumerate(row):
            dark = value < (low + high) / 2
            text = f"{value:.0f}" if measure == "win" else f"{value:.2f}"
            if measure == "win" and text in ("0", "100") and value not in (0, 100):
                text = "<1" if text == "0" else ">99"
            axes.text(column, place, text, ha="center", va="center", fontsize=6, color="white" if dark else "black")
