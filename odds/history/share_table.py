"""A position at a table as plain values for a share code, card values included, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from odds.errors import InputError
from odds.history.card_rows import MAX_MEDAL
from odds.history.cards import Unit, WarToken
from odds.history.query import MAX_PILE
from odds.history.rules import ERAS, HONOUR_TOKENS, RELICS_PER_ERA
from odds.history.share_fields import WHERE, Fields, refuse, without_defaults
from odds.history.share_pieces import (
    card_set_from_dict,
    card_set_to_dict,
    rulings_from_dict,
    token_from_dict,
    token_to_dict,
    unit_from_dict,
    unit_to_dict,
    units_from_list,
    units_to_list,
)
from odds.history.table import (
    MEDALS_PER_SABATON,
    MOST_PLAYERS,
    MOST_TOKENS,
    OPEN_PLACES,
    EraBoard,
    Opponent,
    Table,
)
from odds.history.table_checks import find_faults

#: Notes of a table and letters in one: a guard, far beyond what reading a table leaves.
_MOST_NOTES = 200
_MOST_NOTE = 2_000


def table_to_dict(table: Table) -> dict[str, object]:
    """Return a position as plain values; whoever reads them needs nothing of the card set."""
    units, tokens = _pieces(table)
    said = {
        **_own(table),
        "eras": list(table.eras),
        "hand": units_to_list(table.hand),
        "deck": units_to_list(table.deck),
        "board": {era: _board_to_dict(board) for era, board in table.board.items() if board != EraBoard()},
        "players": [_opponent_to_dict(player) for player in table.players.values()],
        "relics_gone": dict(table.relics_gone) or None,
        "dismissed": units_to_list(table.dismissed),
        "notes": list(table.notes),
        "rulings": table.rulings.to_dict(),
        "cards": card_set_to_dict(table.card_set, units, tokens, medals=True),
    }
    return without_defaults(said)


def table_from_dict(value: object, place: str = "table") -> Table:
    """Return the position that plain values spell out, checked as one read from a file.

    Its card set is the part of the sender's that matters: the cards and tokens that occur, and the medals.

    Raises:
        InputError: Anything no position has, named by `place` and key, or a position that contradicts itself.
    """
    entry = Fields(value, place)
    players = [
        _opponent_from_dict(item, f"{entry.at('players')}[{number}]")
        for number, item in enumerate(entry.items("players", MOST_PLAYERS - 1), 1)
    ]
    boards = entry.fields("board")
    values: dict[str, Any] = {
        **_own_from(entry),
        "eras": entry.texts("eras", 2),
        "hand": _pile(entry, "hand"),
        "deck": _pile(entry, "deck"),
        "board": {era: _board_from_dict(boards.take(era, {}), boards.at(era)) for era in ERAS},
        "players": {player.sabaton: player for player in players},
        "relics_gone": entry.counts("relics_gone", ERAS, RELICS_PER_ERA),
        "dismissed": _pile(entry, "dismissed"),
        "notes": entry.texts("notes", _MOST_NOTES, _MOST_NOTE),
        "rulings": rulings_from_dict(entry.take("rulings", {}), entry.at("rulings")),
    }
    boards.end()
    if len(values["players"]) != len(players) or not set(values["eras"]) <= set(ERAS):
        refuse(place, "names a player twice or an unknown era")
    cards = entry.take("cards")
    entry.end()
    pieces = _pieces_of(values)
    table = Table(card_set=card_set_from_dict(cards, entry.at("cards"), *pieces), **values)
    for fault in find_faults(table):
        raise InputError(fault.message, f"{WHERE}: {fault.key}")
    return table


def _own(owner: Table | Opponent) -> dict[str, object]:
    """Return what I and the other players have alike."""
    return {
        "sabaton": owner.sabaton,
        "discard": units_to_list(owner.discard),
        "set_aside": units_to_list(owner.set_aside),
        "tokens": [token_to_dict(token) for token in owner.tokens],
        "relics": dict(owner.relics) or None,
        "medals": list(owner.medals),
        "own_medals_left": owner.own_medals_left,
        "honour": owner.honour or None,
    }


def _own_from(entry: Fields) -> dict[str, Any]:
    """Read what I and the other players have alike."""
    tokens = entry.items("tokens", MOST_TOKENS)
    return {
        "sabaton": entry.text("sabaton"),
        "discard": _pile(entry, "discard"),
        "set_aside": _pile(entry, "set_aside"),
        "tokens": tuple(token_from_dict(item, entry.at("tokens")) for item in tokens),
        "relics": entry.counts("relics", ERAS, RELICS_PER_ERA),
        "medals": entry.wholes("medals", 0, MAX_MEDAL, MEDALS_PER_SABATON * MOST_PLAYERS),
        "own_medals_left": entry.whole("own_medals_left", 0, MEDALS_PER_SABATON),
        "honour": entry.whole("honour", 0, HONOUR_TOKENS, 0),
    }


def _board_to_dict(board: EraBoard) -> dict[str, object]:
    places = [None if unit is None else unit_to_dict(unit) for unit in board.open]
    return without_defaults(
        {
            "open": places if any(places) else None,
            "stack": units_to_list(board.stack),
            "discard": units_to_list(board.discard),
            "stack_given": board.stack_given,
        }
    )


def _board_from_dict(value: object, place: str) -> EraBoard:
    entry = Fields(value, place)
    places = entry.items("open", OPEN_PLACES) or [None] * OPEN_PLACES
    if len(places) != OPEN_PLACES:
        refuse(entry.at("open"), f"has not {OPEN_PLACES} places")
    board = EraBoard(
        open=tuple(None if item is None else _bare(unit_from_dict(item, entry.at("open")), place) for item in places),
        stack=_pile(entry, "stack"),
        discard=_pile(entry, "discard"),
        stack_given=entry.truth("stack_given"),
    )
    entry.end()
    return board


def _opponent_to_dict(player: Opponent) -> dict[str, object]:
    said = {
        **_own(player),
        "era": player.era or None,
        "army": units_to_list(player.army),
        "army_given": player.army_given,
        "hand_size": player.hand_size,
    }
    return without_defaults(said)


def _opponent_from_dict(value: object, place: str) -> Opponent:
    entry = Fields(value, place)
    player = Opponent(
        **_own_from(entry),
        era=entry.choice("era", ERAS, ""),
        army=_pile(entry, "army"),
        army_given=entry.truth("army_given"),
        hand_size=entry.whole("hand_size", 0, MAX_PILE),
    )
    entry.end()
    return player


def _pile(entry: Fields, name: str) -> tuple[Unit, ...]:
    units = units_from_list(entry.take(name, []), entry.at(name))
    return tuple(_bare(unit, entry.at(name)) for unit in units)


def _bare(unit: Unit, place: str) -> Unit:
    """Return a unit that has no war token; they are assigned in a fight only (R7)."""
    if unit.token is not None:
        refuse(place, "has a card with a war token on it")
    return unit


def _pieces(table: Table) -> tuple[list[Unit], list[WarToken]]:
    return _pieces_of(vars(table))


def _pieces_of(values: dict[str, Any]) -> tuple[list[Unit], list[WarToken]]:
    """Return every unit and every war token of a position, in one order on both sides of a code."""
    units: list[Unit] = []
    tokens: list[WarToken] = [*values["tokens"]]

    def add(*piles: Iterable[Unit]) -> None:
        for pile in piles:
            units.extend(pile)

    add(*(values[name] for name in ("hand", "deck", "discard", "set_aside", "dismissed")))
    for era in ERAS:
        board = values["board"].get(era, EraBoard())
        add((unit for unit in board.open if unit is not None), board.stack, board.discard)
    for player in values["players"].values():
        add(player.army, player.discard, player.set_aside)
        tokens += player.tokens
    return units, tokens


__all__ = ["table_from_dict", "table_to_dict"]
