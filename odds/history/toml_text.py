"""What the readers of TOML files have in common: where a fault is, and which values are whole numbers."""

from __future__ import annotations

import re


def fault_of(error: Exception, text: str) -> tuple[str, int]:
    """Return why TOML's reader refused a text, in its words, and the line; 0 where it gives none.

    Args:
        error: What it raised.
        text: The whole text.
    """
    at = re.search(r"\(at line (\d+), column \d+\)", str(error))
    reason = re.sub(r" *\(at .*\)", "", str(error))
    return reason, int(at[1]) if at else text.count("\n") + 1 if "at end of" in str(error) else 0


def is_whole(value: object) -> bool:
    """Tell whether a TOML value is a whole number (true and false are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


__all__ = ["fault_of", "is_whole"]
