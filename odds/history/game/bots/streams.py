"""Random streams of bots: one for each seat and game, and of it one for each decision.

A decision's stream depends on the seed, the seat and how many decisions the seat has made, on nothing else: who undoes
or resumes a game meets the same bot. Numba's subset; compiled, the states are unsigned 64-bit numbers.
"""

from __future__ import annotations

from odds.chance import MASK, advance, mix

#: Sets the streams of bots apart from the chance of the game (a fixed odd number).
_APART = 0xD1342543DE82EF95


def seat_stream(game: int, seat: int) -> int:
    """Return where a seat's stream begins.

    Args:
        game: Where the game's stream of chance begins (`chance.trial_state`).
        seat: The seat.
    """
    stream = mix((game ^ _APART) & MASK)
    for _ in range(seat + 1):
        stream = advance(stream)
    return mix(stream)


def decision_stream(stream: int) -> int:
    """Return where the stream of a decision begins; the seat's stream is then one `chance.advance` further."""
    return mix(stream)
