"""Where a card set's values come from, and the line that says so (rules, E)."""

from __future__ import annotations

from typing import Literal

from odds.history.card_rows import AS_PRINTED
from odds.history.cards import CardSet

Values = Literal["printed", "reconstructed", "mixed", "custom"]

_SOURCES: dict[Values, str] = {
    "printed": "printed values, as entered by its owner",
    "reconstructed": "reconstructed values, not the printed values",
    "mixed": "printed values mixed with others",
    "custom": "custom values, not the printed values",
}


def values_provenance(card_set: CardSet | None) -> Values:
    """Return where a set's values come from: as its `set.toml` says, else as its unit rows do (E).

    All printed or attested is `printed`; made up by this project, with attested or derived rows among
    them, `reconstructed`; printed ones beside others `mixed`; anything else, units of no set too, `custom`.
    """
    if card_set is None:
        return "custom"
    rows = {unit.provenance for unit in card_set.units}
    if card_set.values == "printed" or (not card_set.values and rows and rows <= {*AS_PRINTED}):
        return "printed"
    if card_set.values == "mixed" or (not card_set.values and "printed" in rows):
        return "mixed"
    made_up = "reconstructed" in rows and rows <= {"attested", "derived", "reconstructed"}
    if card_set.values == "reconstructed" or (not card_set.values and made_up):
        return "reconstructed"
    return "custom"


def set_note(card_set: CardSet | None) -> str:
    """Return the line that says where a set's values come from; `None` for units of no set."""
    return f"card set '{card_set.name if card_set else 'custom'}': {_SOURCES[values_provenance(card_set)]}"


def set_notes(card_set: CardSet | None) -> list[str]:
    """Return that line for a report's notes, none for printed values."""
    return [] if values_provenance(card_set) == "printed" else [set_note(card_set)]


__all__ = ["Values", "set_note", "set_notes", "values_provenance"]
