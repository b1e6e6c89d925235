"""What `odds table check` prints: a position as it was understood, in 80 columns at most."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from odds.cli.report import as_sentence, draws_blocks, rulings_text
from odds.history.cards import Unit, WarToken
from odds.history.provenance import set_note
from odds.history.rules import ERAS
from odds.history.table import MEDALS_PER_SABATON, Opponent, Place, Table, connected
from odds.history.words import counted

WIDTH = 78
LABEL = 10

#: The gutter beside a place of the board ring, by whether it is connected with the one above and the one below.
_GUTTERS = {(False, False): " ", (False, True): "┌", (True, True): "├", (True, False): "└"}
_PLAIN_GUTTERS = {(False, False): " ", (False, True): "/", (True, True): "|", (True, False): "\\"}


def table_report(table: Table) -> Iterator[str]:
    """Yield the lines about a position: me, the board ring, the other players, what was assumed."""
    yield from _me(table)
    yield ""
    yield from _ring(table)
    for player in table.players.values():
        yield ""
        yield from _player(player)
    gone = relics_text(table.relics_gone)
    if gone != "none" or table.dismissed:
        yield ""
        yield from _line("Gone", f"relics {gone}; dismissed {pile_text(table.dismissed)}")
    yield ""
    yield from _line("Rulings", rulings_text(table.rulings.to_dict()))
    for note in table.notes:
        yield from textwrap.wrap(f"Note: {note}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    yield from textwrap.wrap(as_sentence(set_note(table.card_set)), WIDTH)


def pile_text(units: Sequence[Unit], unknown: str = "none") -> str:
    """Return a pile in words: its cards by name, equal ones counted."""
    counts: dict[str, int] = {}
    for unit in units:
        counts[unit.name] = counts.get(unit.name, 0) + 1
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts.items()) or unknown


def relics_text(relics: Mapping[str, int]) -> str:
    """Return counts of relics as the options write them."""
    return ",".join(f"{era}:{relics[era]}" for era in ERAS if relics.get(era)) or "none"


def _line(label: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=f"{label:<{LABEL}}",
        subsequent_indent=" " * LABEL,
        break_on_hyphens=False,
    )


def _me(table: Table) -> Iterator[str]:
    stand = " or ".join(table.eras)
    yield from _line("You", f"{table.sabaton}, " + (f"in era {stand}" if stand else "not said where"))
    yield from _line("Hand", _counted_pile(table.hand))
    yield from _line("Deck", _counted_pile(table.deck))
    yield from _line("Discard", _counted_pile(table.discard))
    if table.set_aside:
        yield from _line("Set aside", pile_text(table.set_aside))
    yield from _line("Tokens", _tokens(table.tokens))
    yield from _line("Relics", relics_text(table.relics))
    yield from _line("Medals", _medals(table))


def _counted_pile(units: Sequence[Unit]) -> str:
    return f"{counted(len(units), 'card')}: {pile_text(units)}" if units else "no card"


def _tokens(tokens: Sequence[WarToken]) -> str:
    return ", ".join(token.name for token in tokens) or "none"


def _medals(owner: Table | Opponent) -> str:
    won = ", ".join(map(str, owner.medals)) or "none"
    honour = f"; {counted(owner.honour, 'honour token')}" if owner.honour else ""
    return f"won {won}; {owner.own_medals_left} of {MEDALS_PER_SABATON} own left{honour}"


def _ring(table: Table) -> Iterator[str]:
    """Yield the twelve places of the board, connected neighbours joined by a line at their side."""
    gutters = _GUTTERS if draws_blocks() else _PLAIN_GUTTERS
    yield "Board     (* where you may stand; a line joins connected cards)"
    places = list(table.ring())
    for number, place in enumerate(places):
        # The ring closes: the place before the first is the last.
        above = connected(places[number - 1].unit, place.unit)
        below = connected(place.unit, places[(number + 1) % len(places)].unit)
        yield _place(place, gutters[above, below], table).rstrip()
    if connected(places[-1].unit, places[0].unit):
        yield " " * LABEL + "(the last place is connected with the first)"


def _place(place: Place, gutter: str, table: Table) -> str:
    board = table.board[place.era]
    head = f"{'*' if place.era in table.eras else ' '} {place.era}" if place.number == 0 else ""
    name = place.unit.name if place.unit else "-"
    side = ""
    if place.number == 0:
        side = f"stack {len(board.stack)}{'' if board.stack_given else ' (assumed)'}, discard {len(board.discard)}"
    elif place.number == 1 and board.discard:
        side = f"discard: {pile_text(board.discard)}"
    width = WIDTH - LABEL - 2 - 32
    side = side if len(side) <= width else side[: width - 1] + "…"
    return f"{head:<{LABEL}}{gutter} {name if len(name) <= 31 else name[:30] + '…':<32}{side}"


def _player(player: Opponent) -> Iterator[str]:
    stand = f"in era {player.era}" if player.era else "not on the board"
    hand = counted(player.hand_size, "card") + " in hand"
    yield from _line(player.sabaton, f"{stand}, {hand}, tokens {_tokens(player.tokens)}")
    kind = "" if player.army_given else " (assumed)"
    yield from _line("", f"army of {len(player.army)}{kind}: {pile_text(player.army)}")
    if player.discard:
        yield from _line("", f"discard of {len(player.discard)}: {pile_text(player.discard)}")
    if player.set_aside:
        yield from _line("", f"set aside: {pile_text(player.set_aside)}")
    yield from _line("", f"relics {relics_text(player.relics)}; medals {_medals(player)}")


__all__ = ["pile_text", "relics_text", "table_report"]
