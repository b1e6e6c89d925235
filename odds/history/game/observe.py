"""What a player knows of a game: everything open, its own cards, and what follows from both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from odds.history.fight import Numbers
from odds.history.game.battle import winning_seat
from odds.history.game.legal import arrow_action
from odds.history.game.pieces import (
    ARROW_COUNT,
    FIELDS,
    FIRST_ERA,
    MEDAL_COUNT,
    MEDAL_KIND,
    MEDAL_OWNER,
    MEDAL_SIZE,
    MEDALS,
    OWNER_FIRST,
    RELIC_COUNT,
    RELIC_KIND,
    RELIC_SIZE,
    RELICS,
    TILE_COUNT,
    TOKEN_COUNT,
    TOKEN_KIND,
    TOKEN_SIZE,
    TOKENS,
    UNIT_KIND,
    UNIT_SIZE,
    UNITS,
    Pieces,
)
from odds.history.game.state import (
    ACTIVE,
    ARMY,
    ARMY_SIZE,
    ASIDE,
    BOARD,
    CARDS,
    CHALLENGED,
    COUNT,
    DECIDER,
    DECK,
    DEPLOYED,
    DISCARD,
    DRAWN,
    ERA,
    ERA_COUNT,
    ERA_DISCARD,
    FACE,
    FIELD_TOKEN,
    FIGHT,
    FIRST,
    GEAR_DONE,
    HAND,
    HONOUR,
    HONOUR_LEFT,
    IN_HAND,
    KNOWN,
    MAX_MEDALS,
    MAX_UNITS,
    MEDAL_SEEN,
    MEDAL_ZONE,
    NODE,
    OWN_MEDALS,
    OWNED,
    PILE,
    PLACE_CARD,
    PLACES,
    PLAYER,
    PLAYER_SIZE,
    PUSHES,
    RELIC_ZONE,
    REROLLS,
    RESULT,
    ROUND,
    ROUNDS,
    SABATON,
    SEATS,
    SIDE,
    STACK,
    TILE_ZONE,
    TOKEN_ZONE,
    TURN,
    UNIT_TOKENS,
    UNIT_ZONE,
    USED_UP,
    WAITING,
    WON,
    ZONE_SIZE,
)

#: Pieces as an observation names them: kind numbers (`pieces`), ascending, one for each copy.
Kinds = tuple[int, ...]


@dataclass(frozen=True)
class PlayerView:
    """What is known of a player.

    Args:
        sabaton: Number of the Sabaton.
        era: Era it stands in, `None` before its first jump.
        hand_size, deck_size: Cards in hand and deck.
        hand: The hand; of others only the cards everybody knows to be there.
        deck: The deck without its order; of others `None`.
        unseen: Of others the cards that lie in hand or deck, nobody else knows where; of oneself none.
        discard, aside: Open cards.
        army: All cards owned.
        tokens, relics: Open.
        own_medals: Own medals still face down.
        won_medals: How many medals it has won, by the Sabatons on them.
        honour: Honour tokens.
    """

    sabaton: int
    era: int | None
    hand_size: int
    deck_size: int
    hand: Kinds
    deck: Kinds | None
    unseen: Kinds
    discard: Kinds
    aside: Kinds
    army: Kinds
    tokens: Kinds
    relics: Kinds
    own_medals: int
    won_medals: Kinds
    honour: int


@dataclass(frozen=True)
class SideView:
    """One side of the fight under way: its units front to back, their war tokens (-1 for none), how many are no
    reinforcement, the face (0-5, `None` before the roll), and re-rolls left.
    """

    cards: Kinds
    tokens: Kinds
    deployed: int
    face: int | None
    rerolls: int


@dataclass(frozen=True)
class Observation:
    """What one player knows.

    Args:
        player: The seat that observes.
        node, decider: What is awaited (`state`), and of whom (`None`: nobody).
        round, rounds, first, turn, pushes: Where the game stands.
        gear, gear_done: Actions the arrows point to, and which arrows are done with in this turn.
        active, waiting: Tiles at the gear, `None` for none.
        fields: War tokens on the fields, -1 for none.
        open_cards: Units on the twelve places, -1 for none.
        stacks, era_discards: Each era's cards; a stack's order is unknown.
        relic_stack, relic_discard, token_stack, token_discard, tile_stack, tile_discard: The other piles.
        honour_left: Honour tokens in the supply.
        fight: 0 none, 1 against the board, 2 against a player; `challenged` its seat.
        attackers, defenders: The boards.
        result: Winner of this turn's fight: 0 attacker, 1 defender, 2 nobody, -1 none yet.
        drawn_relics: Relics drawn, one to be kept.
        players: Each seat's player.
        medals: Own medals of others won, the points in them.
        drawn_medals: Medals drawn by this player, one to be kept.
        returned_medals: (medal, turn) this player drew and gave back and has not won since.
    """

    player: int
    node: int
    decider: int | None
    round: int
    rounds: int
    first: int | None
    turn: int
    pushes: int
    gear: Kinds
    gear_done: int
    active: int | None
    waiting: int | None
    fields: Kinds
    open_cards: Kinds
    stacks: tuple[Kinds, ...]
    era_discards: tuple[Kinds, ...]
    relic_stack: Kinds
    relic_discard: Kinds
    token_stack: Kinds
    token_discard: Kinds
    tile_stack: Kinds
    tile_discard: Kinds
    honour_left: int
    fight: int
    challenged: int | None
    attackers: SideView
    defenders: SideView
    result: int
    drawn_relics: Kinds
    players: tuple[PlayerView, ...]
    medals: Kinds
    drawn_medals: Kinds
    returned_medals: tuple[tuple[int, int], ...]


class _Reader:
    """Reads a position's piles as kind numbers."""

    def __init__(self, state: Numbers, pieces: Pieces) -> None:
        self.state = state
        self.numbers = pieces.numbers

    def unit(self, unit: int) -> int:
        return self.numbers[UNITS + unit * UNIT_SIZE + UNIT_KIND] if unit >= 0 else -1

    def token(self, token: int) -> int:
        return self.numbers[TOKENS + token * TOKEN_SIZE + TOKEN_KIND] if token >= 0 else -1

    def relic(self, relic: int) -> int:
        return self.numbers[RELICS + relic * RELIC_SIZE + RELIC_KIND]

    def medal(self, medal: int) -> int:
        return self.numbers[MEDALS + medal * MEDAL_SIZE + MEDAL_KIND]

    def owner_of_medal(self, medal: int) -> int:
        return self.numbers[MEDALS + medal * MEDAL_SIZE + MEDAL_OWNER]

    def army(self, seat: int, wanted: Callable[[int], bool]) -> Kinds:
        size = self.state[PLAYER + seat * PLAYER_SIZE + ARMY_SIZE]
        owned = (self.state[ARMY + seat * MAX_UNITS + place] for place in range(size))
        return tuple(self.unit(unit) for unit in owned if wanted(unit))

    def units(self, era: int, zone: int) -> Kinds:
        first, end = (self.numbers[OWNER_FIRST + FIRST_ERA + era + step] for step in (0, 1))
        return tuple(self.unit(unit) for unit in range(first, end) if self.state[UNIT_ZONE + unit] == zone)

    def pile(self, zones: int, count: int, zone: int, kind: Callable[[int], int]) -> Kinds:
        return tuple(kind(piece) for piece in range(self.numbers[count]) if self.state[zones + piece] == zone)

    def side(self, side: int) -> SideView:
        base = BOARD + side * SIDE
        count = self.state[base + COUNT]
        face = self.state[base + FACE]
        return SideView(
            tuple(self.unit(self.state[base + CARDS + slot]) for slot in range(count)),
            tuple(self.token(self.state[base + UNIT_TOKENS + slot]) for slot in range(count)),
            self.state[base + DEPLOYED],
            face if face >= 0 else None,
            self.state[base + REROLLS],
        )

    def player(self, seat: int, observer: int) -> PlayerView:
        state = self.state
        at = PLAYER + seat * PLAYER_SIZE

        def lies(*zones: int) -> Callable[[int], bool]:
            return lambda unit: state[UNIT_ZONE + unit] in zones

        known = self.army(seat, lambda unit: lies(HAND + seat)(unit) and state[KNOWN + unit] == IN_HAND)
        hidden = self.army(seat, lambda unit: lies(HAND + seat, DECK + seat)(unit) and state[KNOWN + unit] != IN_HAND)
        own = seat == observer
        return PlayerView(
            sabaton=state[at + SABATON],
            era=state[at + ERA] if state[at + ERA] >= 0 else None,
            hand_size=state[ZONE_SIZE + HAND + seat],
            deck_size=state[ZONE_SIZE + DECK + seat],
            hand=self.army(seat, lies(HAND + seat)) if own else known,
            deck=self.army(seat, lies(DECK + seat)) if own else None,
            unseen=() if own else hidden,
            discard=self.army(seat, lies(DISCARD + seat)),
            aside=self.army(seat, lies(ASIDE + seat)),
            army=self.army(seat, lambda unit: True),
            tokens=self.pile(TOKEN_ZONE, TOKEN_COUNT, OWNED + seat, self.token),
            relics=self.pile(RELIC_ZONE, RELIC_COUNT, OWNED + seat, self.relic),
            own_medals=state[at + OWN_MEDALS],
            won_medals=self.pile(MEDAL_ZONE, MEDAL_COUNT, WON + seat, self.owner_of_medal),
            honour=state[at + HONOUR],
        )


def observe(state: Numbers, pieces: Pieces, seat: int) -> Observation:
    """Return what the player at a seat knows."""
    read = _Reader(state, pieces)
    numbers = pieces.numbers

    def some(value: int) -> int | None:
        return value if value >= 0 else None

    drawn = read.pile(MEDAL_ZONE, MEDAL_COUNT, DRAWN, read.medal)
    seen = MEDAL_SEEN + seat * MAX_MEDALS
    return Observation(
        player=seat,
        node=state[NODE],
        decider=some(state[DECIDER]),
        round=state[ROUND],
        rounds=state[ROUNDS],
        first=some(state[FIRST]),
        turn=state[TURN],
        pushes=state[PUSHES],
        gear=tuple(arrow_action(state, numbers, arrow) for arrow in range(ARROW_COUNT)),
        gear_done=state[GEAR_DONE],
        active=some(state[ACTIVE]),
        waiting=some(state[WAITING]),
        fields=tuple(read.token(state[FIELD_TOKEN + field]) for field in range(numbers[FIELDS])),
        open_cards=tuple(read.unit(state[PLACE_CARD + place]) for place in range(PLACES)),
        stacks=tuple(read.units(era, STACK + era) for era in range(ERA_COUNT)),
        era_discards=tuple(read.units(era, ERA_DISCARD + era) for era in range(ERA_COUNT)),
        relic_stack=read.pile(RELIC_ZONE, RELIC_COUNT, PILE, read.relic),
        relic_discard=read.pile(RELIC_ZONE, RELIC_COUNT, USED_UP, read.relic),
        token_stack=read.pile(TOKEN_ZONE, TOKEN_COUNT, PILE, read.token),
        token_discard=read.pile(TOKEN_ZONE, TOKEN_COUNT, USED_UP, read.token),
        tile_stack=read.pile(TILE_ZONE, TILE_COUNT, PILE, int),
        tile_discard=read.pile(TILE_ZONE, TILE_COUNT, USED_UP, int),
        honour_left=state[HONOUR_LEFT],
        fight=state[FIGHT],
        challenged=some(state[CHALLENGED]),
        attackers=read.side(0),
        defenders=read.side(1),
        result=state[RESULT],
        drawn_relics=read.pile(RELIC_ZONE, RELIC_COUNT, DRAWN, read.relic),
        players=tuple(read.player(other, seat) for other in range(state[SEATS])),
        medals=read.pile(MEDAL_ZONE, MEDAL_COUNT, WON + seat, read.medal),
        drawn_medals=drawn if winning_seat(state) == seat else (),
        returned_medals=tuple(
            (read.medal(medal), state[seen + medal])
            for medal in range(numbers[MEDAL_COUNT])
            if state[seen + medal] > 0 and state[MEDAL_ZONE + medal] != WON + seat
        ),
    )
