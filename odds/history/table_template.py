"""The example that `odds table new` writes: a whole position, with every key explained beside it."""

from __future__ import annotations

from pathlib import Path

from odds.errors import InputError
from odds.history.names import shown
from odds.history.table_write import save_text

#: A position in the middle of a game.
TEMPLATE = """\
# The position at your table. Change it, then ask:
#   odds table check FILE        what the program understood
#   odds advise FILE             what to attack, and with whom
#   odds table update FILE …     what happened in a fight
# Leave out what you don't know: the program says what it takes instead.
# Cards are named as in `odds cards list`; the beginning of a name will do,
# "2 Archer" are two, and "Tank=2/3/1:2 left" is a card spelled out.

format = 1
cards = "reconstructed"        # the card set: a shipped one's name, or a folder

# Relics in the discard pile, and cards dismissed from the game.
relics_gone = {II = 1}
dismissed = ""

[me]
sabaton = "Pär"                # Hannes, Chris, Joakim, Pär or Tommy
eras = ["II"]                  # where you stand; before the jump your two choices
hand = "Catapult, Archer, Conscript, Spartan Hoplites"
deck = "Spy, Archer, Militia"  # the cards in it, in any order
discard = "Pikeman, Saboteur"
set_aside = "Hannibal Barca"   # heroes that have had their one fight
tokens = ["+2 melee", "Ambush"]
relics = {I = 2, IV = 1}
medals = [5]                   # values of those you won from others
own_medals_left = 4
honour = 0                     # honour tokens

# The board, era by era: the open cards from left to right, "" for an empty
# place; the stack's cards in any order (left out: all elite units and heroes
# of the era that are seen nowhere else); the era's discard pile.
[board.I]
open = ["Roman Legionaries", "Theban Sacred Band", "Cretan Archers"]

[board.II]
open = ["Genoese Crossbowmen", "Trưng Sisters", "Knights Templar"]
discard = "Mongol Lancers"

[board.III]
open = ["Spanish Tercio", "Zulu Impi", ""]
stack = "Winged Hussars, Caroleans, Janissaries, Gustavus Adolphus"
discard = ""

[board.IV]
open = ["Mark IV Tanks", "Harlem Hellfighters", "Nisei Combat Team"]

# The other players: where they stand, all cards they own (left out: their
# basic units), what of it lies in their discard pile, and what lies open.
[players.Chris]
era = "II"
army = "Catapult, Archer, Conscript, Scout, Militia, Pikeman, Shield Bearer, Medic, Night Witches"
discard = "Scout, Militia"
hand_size = 4
tokens = ["+1 ranged"]
relics = {IV = 2}
own_medals_left = 3

[players.Tommy]
era = "IV"
relics = {II = 1}

# Rulings, where your table plays otherwise than the card set says.
# [rulings]
# deflection_per = "fight"
# empty_side_fights = false
"""


def new_table(path: Path, *, force: bool = False) -> None:
    """Write the example into a file.

    Args:
        path: The file.
        force: Whether a file that is there is replaced.

    Raises:
        InputError: The file is there already, or cannot be written.
    """
    if path.is_dir():
        raise InputError(f"{shown(str(path))} is a folder; name a file, as in table.toml", "FILE")
    if not force and (path.exists() or path.is_symlink()):
        raise InputError(f"{shown(str(path))} is there already; name another file, or replace it with --force", "FILE")
    save_text(path, TEMPLATE)


__all__ = ["TEMPLATE", "new_table"]
