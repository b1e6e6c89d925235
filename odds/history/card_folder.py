"""Reading a card set's folder as a whole: all its files, with every error in them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from odds.history.card_header import FILE as HEADER_FILE
from odds.history.card_header import Header, read_header
from odds.history.card_rows import (
    MEDALS_FILE,
    RELICS_FILE,
    TILES_FILE,
    TOKENS_FILE,
    UNITS_FILE,
    Rows,
    read_medals,
    read_relics,
    read_tiles,
    read_tokens,
    read_units,
    refuse_false_claim,
)
from odds.history.card_tables import Problem
from odds.history.cards import CardSet, Medal, Relic, Tile, Unit, WarToken

#: The files a card set's folder has.
FILES = (HEADER_FILE, UNITS_FILE, TOKENS_FILE, RELICS_FILE, TILES_FILE, MEDALS_FILE)


@dataclass(slots=True)
class Folder:
    """A card set's folder as read: its pieces, and the errors in the order of the files."""

    path: Path
    header: Header
    units: Rows[Unit]
    war_tokens: Rows[WarToken]
    relics: Rows[Relic]
    tiles: Rows[Tile]
    medals: Rows[Medal]
    errors: list[Problem]

    def card_set(self) -> CardSet:
        """Return the pieces as a card set; only good where there are no errors."""
        head = self.header
        return CardSet(
            name=head.name,
            title=head.title,
            units=tuple(self.units),
            war_tokens=tuple(self.war_tokens),
            relics=tuple(self.relics),
            tiles=tuple(self.tiles),
            medals=tuple(self.medals),
            gear=head.gear,
            rulings=head.rulings,
            folder=str(self.path),
            values=head.values,
        )


def read_folder(path: Path) -> Folder:
    """Read all files of a card set's folder, with every error in them."""
    errors: list[Problem] = []
    if _no_card_set(path, errors):
        none = (Rows[Unit](UNITS_FILE), Rows[WarToken](TOKENS_FILE), Rows[Relic](RELICS_FILE))
        return Folder(path, Header(), *none, Rows(TILES_FILE), Rows(MEDALS_FILE), errors)
    header = read_header(path, errors)
    units = read_units(path, errors)
    tokens = read_tokens(path, errors)
    relics = read_relics(path, errors)
    tiles = read_tiles(path, errors, header.gear.token_fields if header.gear else 3)
    medals = read_medals(path, errors)
    if header.values == "printed":
        refuse_false_claim(units, errors)
    return Folder(path, header, units, tokens, relics, tiles, medals, errors)


def _no_card_set(path: Path, errors: list[Problem]) -> bool:
    """Note and tell whether a folder is none, or holds none of a card set's files."""
    try:
        present = {item.name for item in path.iterdir()}
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        errors.append(Problem("", f"this is no folder that can be read: {reason}"))
        return True
    if not present.intersection(FILES):
        files = ", ".join(FILES)
        errors.append(Problem("", f"no card set is here, none of {files}; odds cards new DIR makes a template"))
        return True
    return False
