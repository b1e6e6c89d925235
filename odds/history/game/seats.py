"""Who sits where: players' names to seats."""

from __future__ import annotations

from collections.abc import Sequence

from odds.errors import InputError
from odds.history.game.state import MAX_SEATS
from odds.history.names import fold, nearest, shown
from odds.history.rules import SABATONS

#: Fewest players of a game (D).
MIN_SEATS = 2


def sabaton_number(name: str) -> int:
    """Return the number of the Sabaton a name means, compared without case and accents.

    Raises:
        InputError: No Sabaton is called that.
    """
    key = fold(name)
    for number, sabaton in enumerate(SABATONS):
        if key == fold(sabaton):
            return number
    raise InputError(f"no Sabaton is called {shown(name)}; nearest: {', '.join(nearest(name, SABATONS))}", "players")


def seat_numbers(players: Sequence[str], first: str | None = None) -> tuple[list[int], int]:
    """Return the Sabaton of each seat, and the seat that begins or -1.

    Raises:
        InputError: A wrong number of players, one twice, an unknown one, or a first player who does not play.
    """
    if not MIN_SEATS <= len(players) <= MAX_SEATS:
        raise InputError(f"the game is for {MIN_SEATS} to {MAX_SEATS} players, not {len(players)}", "players")
    sabatons = [sabaton_number(player) for player in players]
    for seat, sabaton in enumerate(sabatons):
        if sabaton in sabatons[:seat]:
            raise InputError(f"{SABATONS[sabaton]} plays twice; each player is another Sabaton", "players")
    if first is None:
        return sabatons, -1
    number = sabaton_number(first)
    if number not in sabatons:
        raise InputError(f"{SABATONS[number]} does not play and cannot begin", "first player")
    return sabatons, sabatons.index(number)
