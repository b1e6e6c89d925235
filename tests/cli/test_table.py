"""`odds table` as a player uses it."""

from __future__ import annotations

from pathlib import Path

from odds.history.card_files import read_card_set
from odds.history.card_template import new_card_set
from odds.history.table_files import read_table
from odds.history.table_template import TEMPLATE
from tests.cli.test_attack import odds, refused

TABLES = Path(__file__).parents[1] / "data" / "tables"


def test_new_prints_or_writes_the_example(tmp_path: Path) -> None:
    assert odds("table", "new").stdout == odds("table", "new", "-").stdout == TEMPLATE
    path = tmp_path / "game.toml"
    done = odds("table", "new", str(path))
    assert done.returncode == 0, done.stderr
    assert path.read_text(encoding="utf-8") == TEMPLATE
    path.write_text("mine", encoding="utf-8")
    assert "is there already" in refused(odds("table", "new", str(path)))
    assert path.read_text(encoding="utf-8") == "mine"
    assert odds("table", "new", str(path), "--force").returncode == 0
    assert path.read_text(encoding="utf-8") == TEMPLATE
    assert "is a folder" in refused(odds("table", "new", str(tmp_path), "--force"))
    assert "cannot write" in refused(odds("table", "new", str(tmp_path / "none" / "game.toml")))
    assert [item.name for item in tmp_path.iterdir()] == ["game.toml"]


def test_check_says_what_it_understood() -> None:
    done = odds("table", "check", "-", stdin=TEMPLATE.encode())
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "You       Pär, in era II"
    assert "* II      ┌ Genoese Crossbowmen             stack 13 (assumed), discard 1" in lines
    assert lines[-1] == "Card set 'reconstructed': reconstructed values, not the printed values."
    ring = [line[10] for line in lines[lines.index(next(x for x in lines if x.startswith("Board"))) + 1 :][:12]]
    assert ring == list("├├└┌└┌├└  ┌├")
    assert "(the last place is connected with the first)" in done.stdout
    assert "Note: players.Tommy.army" in done.stdout


def test_check_without_line_drawing() -> None:
    done = odds("table", "check", str(TABLES / "contract.toml"), PYTHONIOENCODING="ascii:replace", PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert "* II      / Genoese Crossbowmen" in done.stdout


def test_check_refuses_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(TEMPLATE.replace('hand = "Catapult,', 'hand = "Catapult, Catapult,'), encoding="utf-8")
    error = refused(odds("table", "check", str(path)))
    assert f"{path} line " in error
    assert "Catapult (Pär) is named 2 times in me.hand" in error
    assert "cannot read" in refused(odds("table", "check", str(tmp_path / "none.toml")))


def test_update_writes_and_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(TEMPLATE, encoding="utf-8")
    told = ["--attackers", "Archer, Cata", "--target", "Genoese, Trung", "--won", "--defeated", "Gen"]
    told += ["--relic", "III", "--refill", "II: Saladin, Viking", "--hand-drawn", "Spy, Militia"]
    dry = odds("table", "update", str(path), *told, "--dry-run")
    assert path.read_text(encoding="utf-8") == TEMPLATE
    done = odds("table", "update", str(path), *told)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{path}: updated; the old one is kept as {path}.bak\n\nYou       Pär, in era II\n")
    assert path.read_text(encoding="utf-8") == dry.stdout
    assert (tmp_path / "game.toml.bak").read_text(encoding="utf-8") == TEMPLATE
    assert sorted(item.name for item in tmp_path.iterdir()) == ["game.toml", "game.toml.bak"]
    table = read_table(path)
    assert [unit.name for unit in table.board["II"].open if unit] == ["Saladin", "Viking Berserkers", "Knights Templar"]
    assert table.relics == {"I": 2, "III": 1, "IV": 1}


def test_update_changes_nothing_that_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(TEMPLATE, encoding="utf-8")
    fight = ["table", "update", str(path), "--attackers", "Archer", "--target", "Genoese"]
    for arguments, said in (
        (fight, "say one of --won, --lost and --nobody"),
        ([*fight, "--won", "--lost"], "say one of"),
        (fight[:3], "nothing to enter"),
        ([*fight[:3], "--won"], "--won: that is about a fight"),
        ([*fight[:3], "--medal", "3"], "that is about a fight"),
        ([*fight, "--won", "--defeated", "all", "--hand-drawn", "Archer, Archer"], "--hand-drawn: "),
        (["table", "update", "-"], "name a file"),
    ):
        assert said in refused(odds(*arguments))
    assert path.read_text(encoding="utf-8") == TEMPLATE
    assert [item.name for item in tmp_path.iterdir()] == ["game.toml"]


def test_update_names_the_card_set_as_the_file_does(tmp_path: Path) -> None:
    new_card_set(tmp_path / "mine", read_card_set())
    path = tmp_path / "game.toml"
    path.write_text(TEMPLATE.replace('cards = "reconstructed"', 'cards = "mine"'), encoding="utf-8")
    done = odds("table", "update", str(path), "--refill", "III: Janissaries")
    assert done.returncode == 0, done.stderr
    assert 'cards = "mine"\n' in path.read_text(encoding="utf-8")
    assert read_table(path).card_set.folder == str(tmp_path / "mine")
