"""Writing a position as a table file that `table_files` reads back to an equal one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from odds.errors import InputError
from odds.files import whole, write_whole
from odds.history.card_files import data_folder
from odds.history.cards import CardSet, Unit, WarToken
from odds.history.names import shown
from odds.history.phrases import read_token, spell_token, write_units
from odds.history.rules import ERAS
from odds.history.table import FORMAT, MEDALS_PER_SABATON, EraBoard, Opponent, Table
from odds.history.table_fields import view_of


def write_table(table: Table, *, folder: Path | None = None) -> str:
    """Return a position as the text of a table file; what was assumed stays out of it.

    Args:
        table: A position. Read with its own card set, the text gives an equal one.
        folder: Where the file will be; a card set's folder in it is named as seen from there.
    """
    assumed = {key for note in table.notes for key in note.partition(":")[0].split(", ")}
    lines = [f"format = {FORMAT}", f"cards = {quote(_cards_name(table.card_set, folder))}"]
    if table.dismissed:
        lines.append(f"dismissed = {quote(_dismissed(table))}")
    if any(table.relics_gone.values()):
        lines.append(f"relics_gone = {_relics(table.relics_gone)}")
    lines += ["", "[me]", *(line for line, key in _me(table) if key not in assumed)]
    for era, board in table.board.items():
        if f"board.{era}" not in assumed:
            lines += ["", f"[board.{era}]", *_era(era, board, table.card_set, assumed)]
    for name, player in table.players.items():
        key = f"players.{name if re.fullmatch('[A-Za-z0-9_-]+', name) else quote(name)}"
        lines += ["", f"[{key}]", *(line for line, key in _player(player, table.card_set) if key not in assumed)]
    if table.rulings != table.card_set.rulings:
        lines += ["", "[rulings]"]
        lines += [f"{name} = {json.dumps(value)}" for name, value in table.rulings.to_dict().items()]
    return "\n".join(lines) + "\n"


def quote(text: str) -> str:
    """Return a text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _cards_name(card_set: CardSet, beside: Path | None) -> str:
    """Return what a file calls its card set: a shipped set's name, else the folder."""
    folder = Path(card_set.folder)
    if not card_set.folder or folder.parent == data_folder() / "history":
        return folder.name or card_set.name
    if beside is not None and folder.is_relative_to(beside):
        return str(folder.relative_to(beside))
    return card_set.folder


def _dismissed(table: Table) -> str:
    """Return the cards that left the game; other Sabatons' cards with their owner."""
    view = view_of(table.card_set, table.sabaton)
    known = all(unit in view.units or not unit.owner for unit in table.dismissed)
    return write_units(table.dismissed, view if known else None)


def _me(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the lines about me, each with its whole key."""
    view = view_of(table.card_set, table.sabaton)
    yield f"sabaton = {quote(table.sabaton)}", ""
    yield f"eras = [{', '.join(map(quote, table.eras))}]", "" if table.eras else "me.eras"
    for name in ("hand", "deck", "discard"):
        pile = getattr(table, name)
        yield f"{name} = {_pile(pile, view, 'basic')}", "" if pile else f"me.{name}"
    if table.set_aside:
        yield f"set_aside = {_pile(table.set_aside, view, 'hero')}", ""
    yield f"tokens = {_tokens(table.tokens, table.card_set)}", "" if table.tokens else "me.tokens"
    yield f"relics = {_relics(table.relics)}", "" if any(table.relics.values()) else "me.relics"
    yield f"medals = {list(table.medals)}", "" if table.medals else "me.medals"
    yield from _counts(table)


def _counts(owner: Table | Opponent) -> Iterator[tuple[str, str]]:
    if owner.own_medals_left != MEDALS_PER_SABATON:
        yield f"own_medals_left = {owner.own_medals_left}", ""
    if owner.honour:
        yield f"honour = {owner.honour}", ""


def _era(era: str, board: EraBoard, card_set: CardSet, assumed: set[str]) -> Iterator[str]:
    view = view_of(card_set, era)
    places = [_place(unit, view) for unit in board.open]
    if f"board.{era}.open" in assumed:
        # The rest was not said. No place at all is as many words as none said.
        while places and board.open[len(places) - 1] is None:
            places.pop()
    if places or f"board.{era}.open" not in assumed:
        yield f"open = [{', '.join(places)}]"
    if board.stack_given:
        yield f"stack = {_pile(board.stack, view, 'elite')}"
    if board.discard:
        yield f"discard = {_pile(board.discard, view, 'elite')}"


def _place(unit: Unit | None, view: CardSet) -> str:
    return '""' if unit is None else _pile((unit,), view, "elite")


def _player(player: Opponent, card_set: CardSet) -> Iterator[tuple[str, str]]:
    """Yield the lines about another player, each with its whole key."""
    view = view_of(card_set, player.sabaton)
    key = f"players.{player.sabaton}"
    yield f"era = {quote(player.era)}", f"{key}.era"
    if player.army_given:
        yield f"army = {_pile(player.army, view, 'basic')}", ""
    if player.discard:
        yield f"discard = {_pile(player.discard, view, 'basic')}", ""
    if player.set_aside:
        yield f"set_aside = {_pile(player.set_aside, view, 'hero')}", ""
    yield f"hand_size = {player.hand_size}", f"{key}.hand_size"
    if player.tokens:
        yield f"tokens = {_tokens(player.tokens, card_set)}", ""
    if any(player.relics.values()):
        yield f"relics = {_relics(player.relics)}", ""
    if player.medals:
        yield f"medals = {list(player.medals)}", ""
    yield from _counts(player)


def _pile(units: Sequence[Unit], view: CardSet, kind: str) -> str:
    return quote(write_units(units, view, spelled_kind=kind) if units else "")


def _tokens(tokens: Sequence[WarToken], card_set: CardSet) -> str:
    return f"[{', '.join(quote(token_text(token, card_set)) for token in tokens)}]"


def token_text(token: WarToken, card_set: CardSet) -> str:
    """Return what names a war token: its name, its id, or else its values and symbols."""
    for text in (token.name, token.id):
        try:
            if text and read_token(text, card_set) == token:
                return text
        except InputError:
            continue
    return spell_token(token)


def _relics(relics: Mapping[str, int]) -> str:
    inside = ", ".join(f"{era} = {relics[era]}" for era in ERAS if relics.get(era))
    return f"{{{inside}}}"


def save_text(path: Path, text: str, *, backup: bool = False) -> None:
    """Write a text file in one step, never half; keep the old one as `NAME.bak` if asked to.

    Raises:
        InputError: The file cannot be written.
    """
    try:
        with whole(path) as building:
            building.write_text(text, encoding="utf-8", newline="\n")
            if backup and path.exists():
                write_whole(path.with_name(f"{path.name}.bak"), path.read_bytes())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot write {shown(str(path))}: {reason}") from None


__all__ = ["quote", "save_text", "token_text", "write_table"]
