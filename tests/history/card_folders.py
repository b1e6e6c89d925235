"""Card sets for tests: a small sound one, and a whole one made by filling in the template."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from odds.history.card_template import new_card_set

SET = """format = 1
name = "small"
title = "A small set"

[gear]
wheel = ["draw-2", "take-1", "dismiss", "shuffle"]
arrows = [0, 2]
"""
UNITS = """\
id,name,kind,owner,copies,ranged,normal,melee,toughness,reinforcement,ambush,heroic_death,accuracy_ranged,\
accuracy_normal,accuracy_melee,deflection,reroll,left,right,provenance,note
archer-1,Archer,basic,Pär,2,1,0,0,1,,,,,,,,,,,printed,
archer-2,Archer,basic,Chris,1,1,0,0,1,,,,,,,,,,,printed,"long, thin"
guard,Guard,elite,II,1,0,1,2,3,,1,2,1,0,3,1,1,*,*,printed,
queen,Queen,hero,II,1,1,1,1,2,1,,,,,,,1,*,*,printed,
"""
TOKENS = """\
id,name,copies,ranged,normal,melee,ambush,heroic_death,accuracy_ranged,accuracy_normal,accuracy_melee,\
deflection,reroll,special,provenance,note
plus,+2 melee,3,,,2,,,,,,,,,printed,
minus,−2 melee,1,,,-2,1,,,,,,,,printed,
hunt,Hunt,2,,,,,,,,,,,hunt,printed,
move,Move up,1,,,,,,,,,,,move-up:draw-2,printed,
"""
RELICS = "id,name,era,copies,provenance,note\ncup,Cup,I,2,printed,\n"
TILES = "id,era_a,era_b,token_field,provenance,note\nt1,I,III,3,printed,\n"
MEDALS = "id,owner,value,provenance,note\nm1,Pär,5,printed,\n"

FILES = {
    "set.toml": SET,
    "units.csv": UNITS,
    "war_tokens.csv": TOKENS,
    "relics.csv": RELICS,
    "tiles.csv": TILES,
    "medals.csv": MEDALS,
}


def small(folder: Path, **changed: str | bytes | None) -> Path:
    """Write a sound set of four unit rows; `units="…"` puts another text, None leaves the file out."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        other = changed.get(name.split(".")[0], text)
        if isinstance(other, str):
            other = other.encode()
        if other is not None:
            (folder / name).write_bytes(other)
    return folder


def with_cell(text: str, line: int, column: str, cell: str) -> str:
    """Return a table's text with one cell changed; lines count from 1, the header's."""
    rows = list(csv.reader(io.StringIO(text)))
    rows[line - 1][rows[0].index(column)] = cell
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def whole(folder: Path) -> Path:
    """Make the template and fill in everything the rules ask for."""
    new_card_set(folder)
    fill = {
        "units": lambda row: {
            "name": f"Unit {row['id']}",
            "toughness": "2",
            "reinforcement": "1" if row["kind"] == "hero" else "",
            "reroll": "1" if row["kind"] == "hero" else "",
            "left": "*",
            "right": "*",
        },
        "war_tokens": lambda row: {"name": f"Token {row['id']}", "melee": "1"},
        "relics": lambda row: {"name": f"Relic {row['id']}"},
        "tiles": lambda row: {"era_a": "I", "era_b": "II", "token_field": "1"},
        "medals": lambda row: {"value": "3"},
    }
    for stem, cells in fill.items():
        path = folder / f"{stem}.csv"
        rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"))))
        out = io.StringIO()
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(row | cells(row) for row in rows)
        path.write_text(out.getvalue(), "utf-8")
    toml = (folder / "set.toml").read_text("utf-8")
    toml = toml.replace("wheel = []", 'wheel = ["draw-2", "take-1", "dismiss", "shuffle"]')
    (folder / "set.toml").write_text(toml.replace("arrows = []", "arrows = [0, 1]"), "utf-8")
    return folder
