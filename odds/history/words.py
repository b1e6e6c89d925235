"""Numbers as a reader sees them: percentages that never lie by rounding, VP, and lists of units."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from odds.history.cards import Unit


def percent(probability: float | Fraction) -> str:
    """Return a probability with one decimal; 0 % and 100 % only where it is exactly 0 or 1."""
    if probability == 0:
        return "0 %"
    if probability == 1:
        return "100 %"
    value = float(probability) * 100
    if value < 0.05:
        return "<0.1 %"
    if value >= 99.95:
        return ">99.9 %"
    return f"{value:.1f} %"


def points(value: float | Fraction, signed: bool = False) -> str:
    """Return victory points with two decimals at the most."""
    text = f"{float(value):+.2f}" if signed else f"{float(value):.2f}"
    text = text.rstrip("0").rstrip(".")
    return text if text not in ("-0", "+0") else "0"


def short_fraction(fraction: str) -> str:
    """Return an exact fraction where it is short enough to be read, else nothing."""
    return fraction if len(fraction) <= 13 else ""


def names(units: Iterable[Unit]) -> str:
    """Return the names of a line-up, front unit first, tokens in brackets."""
    return ", ".join(unit.name + (f" ({unit.token.name})" if unit.token else "") for unit in units) or "nobody"


def counted(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
