"""What all figures have in common: colours, the frame around them, writing them. No window is opened."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from odds.files import whole

#: Okabe and Ito's colours, told apart with any colour vision.
BLUE, ORANGE, GREY, GREEN = "#0072B2", "#D55E00", "#999999", "#009E73"
SKY, YELLOW, PINK, BLACK = "#56B4E9", "#E69F00", "#CC79A7", "#000000"
COLOURS = (BLUE, ORANGE, GREEN, YELLOW, SKY, PINK, GREY, BLACK)

#: What tells series apart in black and white, in the order of the colours.
HATCHES = ("", "///", "...", "xxx", "\\\\\\", "---", "ooo", "+++")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
STYLES = ("-", "--", "-.", ":")

#: Heat maps: brightness rises all the way, so they can be read without colours.
HEAT = "cividis"

#: Letters of body text an inch of figure holds at the size of titles and of notes.
TITLE_LETTERS, NOTE_LETTERS = 13.3, 20.0

#: Sizes of text in points.
_SIZES = {"axes.labelsize": 8, "xtick.labelsize": 7.5, "ytick.labelsize": 7.5}

#: Make an SVG of the same data the same bytes.
_SVG = {"svg.hashsalt": "odds", "svg.fonttype": "none"}


def framed(width: float, height: float, title: str, subtitle: str, notes: Sequence[str]) -> Figure:
    """Return an empty figure with its question, its finding and its notes, each wrapped to the width.

    Args:
        width, height: Size in inches, the text included.
        title: The question the figure answers.
        subtitle: The finding, or what was asked about; may be empty.
        notes: Lines for the foot: method, sample size, card set.
    """
    figure = Figure(figsize=(width, height), layout="constrained")
    head = textwrap.wrap(title, int(width * TITLE_LETTERS)) + textwrap.wrap(subtitle, int(width * TITLE_LETTERS))
    figure.suptitle("\n".join(head), fontsize=10, x=0.01, ha="left", linespacing=1.3)
    foot = [line for note in notes for line in textwrap.wrap(note, int(width * NOTE_LETTERS))]
    if foot:
        figure.supxlabel("\n".join(foot), fontsize=7, x=0.01, ha="left", color="#333333")
    return figure


def panels(figure: Figure, rows: int = 1, columns: int = 1, **options: Any) -> Any:
    """Return the panels of a figure in an array, row by row, with text of the size of print."""
    with matplotlib.rc_context(_SIZES):  # type: ignore[arg-type]
        return figure.subplots(rows, columns, squeeze=False, **options).ravel()


def polish(axes: Any, grid: str = "") -> None:
    """Take the box off a panel; light lines behind the data along one axis, `"x"` or `"y"`."""
    axes.spines[["top", "right"]].set_visible(False)
    axes.title.set_fontsize(9)
    if grid:
        axes.grid(axis=grid, color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)


def error_ends(middle: Sequence[float], low: Sequence[float], high: Sequence[float]) -> list[list[float]] | None:
    """Return intervals as distances below and above, `None` where no value has any."""
    below = [max(0.0, value - end) for value, end in zip(middle, low, strict=True)]
    above = [max(0.0, end - value) for value, end in zip(middle, high, strict=True)]
    return [below, above] if any(below) or any(above) else None


def share_text(percent: float) -> str:
    """Return a percentage that does not lie by rounding: 0 and 100 only where it is exactly that."""
    if percent in (0, 100):
        return f"{percent:.0f}"
    if percent < 0.05:
        return "<0.1"
    return ">99.9" if percent >= 99.95 else f"{percent:.1f}"


def save(figure: Figure, path: Path) -> None:
    """Write a figure whole or not at all; the ending of the path says which kind.

    Raises:
        OSError: The file cannot be written.
    """
    kind = path.suffix.lower().lstrip(".")
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind, {})
    with whole(path) as building, matplotlib.rc_context(_SVG):  # type: ignore[arg-type]
        figure.savefig(building, format=kind, dpi=150, metadata=metadata)
