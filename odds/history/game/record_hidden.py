"""Players whose hands a record does not know: at a table with the real box nobody shows the others what it draws.

The engine needs a card for each that is drawn. So for such a player *some* card that could have come is drawn in its
place, and when a card of that player is seen (deployed, dismissed, drawn as reinforcement), it changes places with
the one that stood for it. Nothing that anybody can see depends on the stand-ins: how many cards lie where, which
cards lie open and what everybody can conclude from it (`redeal`) are always true. Medals that such a player has won
are treated alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from odds.history.fight import Numbers
from odds.history.game.actions import DEPLOY, DISMISS
from odds.history.game.battle import winning_seat
from odds.history.game.game import Game
from odds.history.game.outcomes import loser, nth_outcome, reinforcing_zone
from odds.history.game.pieces import MEDAL_COUNT, MEDAL_KIND, MEDAL_OWNER, MEDAL_SIZE, MEDALS
from odds.history.game.piles import unit_kind
from odds.history.game.state import (
    ARMY,
    ARMY_SIZE,
    CHANCE_CARD,
    CHANCE_MEDAL,
    CHANCE_REINFORCEMENT,
    DECIDER,
    DECK,
    DRAWER,
    FRESH,
    HAND,
    IN_HAND,
    KNOWN,
    MAX_MEDALS,
    MAX_UNITS,
    MEDAL_SEEN,
    MEDAL_TURN,
    MEDAL_ZONE,
    NODE,
    NODE_ATTACK,
    NODE_DEFEND,
    NODE_DISMISS,
    NODE_KEEP_MEDAL,
    OWNED,
    PLAYER,
    PLAYER_SIZE,
    SABATON,
    SEATS,
    SHUFFLED_IN,
    STACK,
    UNIT_ZONE,
    WON,
)

#: What a record says of a card drawn, and of medals drawn and kept, that nobody but the player has seen.
HIDDEN_DRAW = "draw a hidden card"
HIDDEN_MEDAL = "a hidden medal"
KEEP_HIDDEN = "keep a hidden medal"

_HAND_NODES = {NODE_DISMISS: DISMISS, NODE_DEFEND: DEPLOY, NODE_ATTACK: DEPLOY}


def hidden_phrase(state: Numbers, seats: Collection[int]) -> str:
    """Return what a record says where what is awaited is not seen: a draw or a choice of medals; else nothing."""
    node = state[NODE]
    if node == CHANCE_CARD and state[DRAWER] in seats:
        return HIDDEN_DRAW
    if node in (CHANCE_MEDAL, NODE_KEEP_MEDAL) and winning_seat(state) in seats:
        return HIDDEN_MEDAL if node == CHANCE_MEDAL else KEEP_HIDDEN
    return ""


def stand_in(game: Game) -> int:
    """Return the outcome or action that stands for one that is not seen."""
    if game.chance is not None:
        return nth_outcome(game.state, game.pieces.numbers, 0)
    return game.legal_actions()[0]


def possible_actions(game: Game, seats: Collection[int]) -> list[int]:
    """Return the legal actions; of a player whose hand is not known all that could be legal."""
    legal = game.legal_actions()
    first = _HAND_NODES.get(game.state[NODE])
    seat = game.state[DECIDER]
    if first is None or seat not in seats:
        return legal
    others = [action for action in legal if not first <= action < first + MAX_UNITS]
    return others + [first + kind for kind in possible_kinds(game, seat, HAND + seat)]


def possible_outcomes(game: Game, seats: Collection[int]) -> list[int]:
    """Return what a chance can come out as, whatever the stand-ins are."""
    chance = game.chance
    if chance is None:
        return []
    state = game.state
    if state[NODE] == CHANCE_REINFORCEMENT:
        zone = reinforcing_zone(state)
        if zone < STACK and zone - DECK in seats:
            return possible_kinds(game, zone - DECK, zone)
    if state[NODE] == CHANCE_MEDAL and seats:
        return _possible_medals(game, seats)
    return [outcome.number for outcome in chance.outcomes()]


def reveal_action(game: Game, action: int, seats: Collection[int]) -> None:
    """Make the card of an action the one that a player holds whose hand is not known."""
    first = _HAND_NODES.get(game.state[NODE])
    seat = game.state[DECIDER]
    if first is not None and seat in seats and first <= action < first + MAX_UNITS:
        _reveal(game, seat, action - first, HAND + seat)


def reveal_outcome(game: Game, outcome: int, seats: Collection[int]) -> None:
    """Make what a chance came out as possible: a card of a deck, or a medal, that a stand-in had taken."""
    state = game.state
    if state[NODE] == CHANCE_REINFORCEMENT:
        zone = reinforcing_zone(state)
        if zone < STACK and zone - DECK in seats:
            _reveal(game, zone - DECK, outcome, zone)
    elif state[NODE] == CHANCE_MEDAL and seats and winning_seat(state) not in seats:
        for medal, other in _medal_swaps(game, seats):
            if _medal_kind(game, medal) == outcome:
                _exchange_medals(state, medal, other)
                break


def possible_kinds(game: Game, seat: int, zone: int) -> list[int]:
    """Return the kinds of cards that can lie in the hand or deck of a player whose hand is not known."""
    state = game.state
    kinds = [
        unit_kind(game.pieces.numbers, unit)
        for unit in _army(state, seat)
        if state[UNIT_ZONE + unit] == zone
        or (unit in _unseen(state, seat) and _partner(state, seat, unit, zone) is not None)
    ]
    return list(dict.fromkeys(kinds))


def _reveal(game: Game, seat: int, kind: int, zone: int) -> None:
    state = game.state
    copies = [unit for unit in _army(state, seat) if unit_kind(game.pieces.numbers, unit) == kind]
    if any(state[UNIT_ZONE + unit] == zone for unit in copies):
        return
    for unit in copies:
        other = _partner(state, seat, unit, zone) if unit in _unseen(state, seat) else None
        if other is not None:
            state[UNIT_ZONE + unit], state[UNIT_ZONE + other] = state[UNIT_ZONE + other], state[UNIT_ZONE + unit]
            return


def _partner(state: Numbers, seat: int, unit: int, zone: int) -> int | None:
    """Return a card that lies in a zone where the unit could lie instead of it, one known alike if there is one."""
    others = [other for other in _unseen(state, seat) if state[UNIT_ZONE + other] == zone]
    others.sort(key=lambda other: state[KNOWN + other] != state[KNOWN + unit])
    for other in others:
        if zone == HAND + seat:
            fresh = _shuffled_in(state, unit) - _shuffled_in(state, other)
        else:
            fresh = _shuffled_in(state, other) - _shuffled_in(state, unit)
        held = sum(_shuffled_in(state, each) for each in _unseen(state, seat) if state[UNIT_ZONE + each] == HAND + seat)
        # Of the cards last shuffled into the deck at most those drawn since can be in hand.
        if fresh <= 0 or held + fresh <= state[PLAYER + seat * PLAYER_SIZE + FRESH]:
            return other
    return None


def _shuffled_in(state: Numbers, unit: int) -> int:
    return 1 if state[KNOWN + unit] == SHUFFLED_IN else 0


def _army(state: Numbers, seat: int) -> list[int]:
    return [state[ARMY + seat * MAX_UNITS + i] for i in range(state[PLAYER + seat * PLAYER_SIZE + ARMY_SIZE])]


def _unseen(state: Numbers, seat: int) -> list[int]:
    return [
        unit
        for unit in _army(state, seat)
        if state[UNIT_ZONE + unit] in (HAND + seat, DECK + seat) and state[KNOWN + unit] != IN_HAND
    ]


def _possible_medals(game: Game, seats: Collection[int]) -> list[int]:
    assert game.chance is not None
    numbers = [outcome.number for outcome in game.chance.outcomes()]
    if winning_seat(game.state) in seats:
        return numbers
    return list(dict.fromkeys([*numbers, *(_medal_kind(game, medal) for medal, _ in _medal_swaps(game, seats))]))


def _medal_swaps(game: Game, seats: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield medals that a stand-in of a hidden player's prize may be, each with one that could lie there instead."""
    state, numbers = game.state, game.pieces.numbers
    owner = loser(state)
    sabaton = state[PLAYER + owner * PLAYER_SIZE + SABATON]
    medals = [
        medal for medal in range(numbers[MEDAL_COUNT]) if numbers[MEDALS + medal * MEDAL_SIZE + MEDAL_OWNER] == sabaton
    ]
    for medal in medals:
        if state[MEDAL_ZONE + medal] - WON not in seats:
            continue
        for other in medals:
            if state[MEDAL_ZONE + other] == OWNED + owner and _may_have_won(state, other, medal, seats):
                yield medal, other
                break


def _may_have_won(state: Numbers, medal: int, won: int, seats: Collection[int]) -> bool:
    """Return whether a medal can be the one won when `won` was: nobody who is known saw it go back later."""
    return all(
        state[MEDAL_TURN + won] > state[MEDAL_SEEN + seat * MAX_MEDALS + medal]
        for seat in range(state[SEATS])
        if seat not in seats
    )


def _exchange_medals(state: Numbers, medal: int, other: int) -> None:
    for field in (MEDAL_ZONE, MEDAL_TURN):
        state[field + medal], state[field + other] = state[field + other], state[field + medal]


def _medal_kind(game: Game, medal: int) -> int:
    return game.pieces.numbers[MEDALS + medal * MEDAL_SIZE + MEDAL_KIND]


__all__ = [
    "hidden_phrase",
    "possible_actions",
    "possible_outcomes",
    "reveal_action",
    "reveal_outcome",
    "stand_in",
]
