"""What the answers of the commands have in common: lines narrow enough for a phone, notes, chances."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from odds.history.words import percent

WIDTH = 60


def wrap(text: str, indent: str = "") -> list[str]:
    """Return a text in lines of the report's width."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  " * bool(indent), break_on_hyphens=False
    )


def as_sentence(note: str) -> str:
    """Return a note as a sentence."""
    return f"{note[0].upper()}{note[1:]}."


def note_lines(notes: Iterable[str]) -> Iterator[str]:
    """Yield notes as sentences, in lines of the report's width."""
    for note in notes:
        yield from wrap(as_sentence(note))


def rulings_text(rulings: Mapping[str, object]) -> str:
    """Return rulings by name as `--rulings` takes them."""
    return ", ".join(f"{name}={str(value).lower()}" for name, value in rulings.items())


def chance_text(probability: float | Fraction, exact: bool) -> str:
    """Return a probability; a sampled one is never certain."""
    return "~" * (not exact and probability in (0, 1)) + percent(probability)


def draws_blocks() -> bool:
    """Tell whether standard output takes lines and blocks: it does in UTF-8."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
