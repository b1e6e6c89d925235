"""A table for scripted games: a set-up with chosen cards, pieces put where a test wants them, and a check that
no piece is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from odds.history.game import pieces as printed
from odds.history.game import piles
from odds.history.game import state as at
from odds.history.game.game import Game
from odds.history.rules import ERAS, HONOUR_TOKENS


def set_up(
    players: Sequence[str] = ("Pär", "Chris"),
    *,
    first: str | None = "Pär",
    hands: Mapping[str, Sequence[str]] | None = None,
    open_cards: Mapping[str, Sequence[str]] | None = None,
    fields: Sequence[str] = (),
    tiles: Sequence[str] = (),
    seed: int = 1,
    **options: Any,
) -> Game:
    """Begin a game with chosen cards where they are named, the rest by the game's own chance.

    Args:
        players, first, seed, options: As in `Game.new`.
        hands: Cards to draw first, by player.
        open_cards: Cards of the places of an era, left to right.
        fields: War tokens of the first fields.
        tiles: The two tiles of the set-up.
    """
    game = Game.new(players, first=first, seed=seed, **options)
    wanted = {name: list(cards) for name, cards in (hands or {}).items()}
    places = {ERAS.index(era): list(cards) for era, cards in (open_cards or {}).items()}
    for_fields, for_tiles = list(fields), list(tiles)
    while game.player is None:
        node, cursor = game.state[at.NODE], game.state[at.CURSOR]
        answers: list[str] = []
        if node == at.CHANCE_OPEN:
            answers = places.get(cursor // at.ERA_PLACES, [])
        elif node == at.CHANCE_FIELD:
            answers = for_fields
        elif node == at.CHANCE_TILE:
            answers = for_tiles
        elif node == at.CHANCE_CARD:
            answers = wanted.get(game.players[game.state[at.DRAWER]], [])
        if answers:
            game.apply_chance(answers.pop(0))
        else:
            roll_other(game, [card for cards in places.values() for card in cards] + for_fields)
    return game


def roll_other(game: Game, reserved: Sequence[str]) -> None:
    """Answer a chance by anything that is not reserved for later."""
    chance = game.chance
    assert chance is not None
    free = [each for each in chance.outcomes() if each.phrase.partition(" ")[2] not in reserved]
    game.apply_chance(free[game.seed % len(free)].number)


def play(game: Game, *phrases: str) -> None:
    """Answer decisions and chances in turn, each by its phrase."""
    for phrase in phrases:
        if game.chance is None:
            game.apply(phrase)
        else:
            game.apply_chance(phrase)


def phrases(game: Game) -> list[str]:
    """Return the phrases of the legal actions."""
    return [game.describe(action) for action in game.legal_actions()]


def outcomes(game: Game) -> dict[str, int]:
    """Return what the chance awaited can come out as, with its weights."""
    assert game.chance is not None
    return {each.phrase: each.weight for each in game.chance.outcomes()}


def unit_numbers(game: Game, name: str) -> list[int]:
    """Return the numbers of all copies of a card."""
    return [number for number, label in enumerate(game.words.units) if label == name]


def own(game: Game, player: str, name: str, zone: int) -> int:
    """Give a player an elite or hero that lies in its era's stack, and return its number."""
    seat = game.seat(player)
    number = next(
        each for each in unit_numbers(game, name) if at.STACK <= game.state[at.UNIT_ZONE + each] < at.ERA_DISCARD
    )
    piles.move_unit(game.state, number, zone + seat)
    piles.enlist(game.state, seat, number)
    return number


def move_cards(game: Game, player: str, source: int, target: int, but: Sequence[str] = ()) -> None:
    """Move all of a player's cards from one zone to another, but those named."""
    seat = game.seat(player)
    kept = list(but)
    for number in owned(game, seat):
        if game.state[at.UNIT_ZONE + number] == source + seat:
            if game.words.units[number] in kept:
                kept.remove(game.words.units[number])
            else:
                piles.move_unit(game.state, number, target + seat)


def deal(game: Game, player: str, *names: str) -> None:
    """Make these of its own cards a player's hand; the others it held go to its deck."""
    seat = game.seat(player)
    move_cards(game, player, at.HAND, at.DECK)
    for name in names:
        number = next(
            each
            for each in owned(game, seat)
            if game.words.units[each] == name and game.state[at.UNIT_ZONE + each] != at.HAND + seat
        )
        piles.move_unit(game.state, number, at.HAND + seat)


def owned(game: Game, seat: int) -> list[int]:
    """Return the numbers of a seat's cards."""
    size = game.state[at.PLAYER + seat * at.PLAYER_SIZE + at.ARMY_SIZE]
    first = at.ARMY + seat * at.MAX_UNITS
    return game.state[first : first + size]


def give_token(game: Game, player: str, name: str) -> None:
    """Give a player a war token from the stack."""
    number = next(
        each
        for each, label in enumerate(game.words.tokens)
        if label == name and game.state[at.TOKEN_ZONE + each] == at.PILE
    )
    piles.take_token(game.state, game.seat(player), number)
    game.state[at.TOKENS_LEFT] -= 1


def stand(game: Game, player: str, era: str) -> None:
    """Put a player's figure into an era."""
    game.state[at.PLAYER + game.seat(player) * at.PLAYER_SIZE + at.ERA] = ERAS.index(era)


def give_relic(game: Game, player: str, name: str) -> None:
    """Give a player a relic from the stack."""
    number = game.words.relics.index(name)
    seat = game.seat(player)
    assert game.state[at.RELIC_ZONE + number] == at.PILE
    game.state[at.RELIC_ZONE + number] = at.OWNED + seat
    game.state[at.RELICS_LEFT] -= 1
    game.state[at.PLAYER + seat * at.PLAYER_SIZE + at.OWNED_RELICS] += 1


def go_to_fight(game: Game, era: str) -> None:
    """Take the player in turn from the beginning of its turn to phase 2 in an era, with nothing done on the way."""
    assert game.player is not None
    game.apply("push a tile")
    assert game.chance is not None
    # Two tiles on, the tile pushed now would be active; so the waiting one is swapped for one of the era.
    tiles = game.pieces.tiles
    here = game.state[at.PLAYER + game.turn * at.PLAYER_SIZE + at.ERA]
    fit = next(
        number
        for number, tile in enumerate(tiles)
        if era in (tile.era_a, tile.era_b)
        and (here < 0 or ERAS[here] != era)
        and (number == game.state[at.WAITING] or game.state[at.TILE_ZONE + number] in (at.PILE, at.USED_UP))
    )
    waiting = game.state[at.WAITING]
    if fit != waiting:
        zone = game.state[at.TILE_ZONE + fit]
        game.state[at.TILE_ZONE + fit], game.state[at.TILE_ZONE + waiting] = at.AT_GEAR, zone
        game.state[at.WAITING] = fit
    game.settle()
    game.apply("stop pushing")
    while not any(phrase == f"jump to {era}" for phrase in phrases(game)):
        game.apply(phrases(game)[0] if "pass" not in phrases(game) else "pass")
    game.apply(f"jump to {era}")


def finish_turn(game: Game) -> None:
    """Let chance run and take the first action until another turn begins or the game is over."""
    turns = game.state[at.TURNS]
    while not game.is_over and game.state[at.TURNS] == turns:
        if game.chance is None:
            game.apply(game.legal_actions()[0])
        else:
            game.roll()


def check_pieces(game: Game) -> None:
    """Fail unless every piece of the game is in exactly one sensible place, and all the counts kept agree."""
    check_state(game.state, game.pieces)


def check_state(state: Sequence[int], pieces: printed.Pieces) -> None:
    """As `check_pieces`, for a flat position."""
    _check_units(state, pieces)
    _check_others(state, pieces)
    honour = sum(state[at.PLAYER + seat * at.PLAYER_SIZE + at.HONOUR] for seat in range(state[at.SEATS]))
    assert honour + state[at.HONOUR_LEFT] == HONOUR_TOKENS


def _check_units(state: Sequence[int], pieces: printed.Pieces) -> None:
    seats = range(state[at.SEATS])
    count = len(pieces.units)
    zones = list(state[at.UNIT_ZONE : at.UNIT_ZONE + count])
    sizes = Counter(zones)
    assert [sizes[zone] for zone in range(70)] == list(state[at.ZONE_SIZE : at.ZONE_SIZE + 70])
    boards = [
        [state[at.BOARD + side * at.SIDE + at.CARDS + slot] for slot in range(state[at.BOARD + side * at.SIDE])]
        for side in range(2)
    ]
    on_places = [unit for unit in state[at.PLACE_CARD : at.PLACE_CARD + at.PLACES] if unit >= 0]
    assert sorted(on_places) == [unit for unit, zone in enumerate(zones) if zone == at.OPEN]
    attackers = [unit for unit, zone in enumerate(zones) if zone == at.ATTACKERS]
    assert sorted(boards[0]) == attackers
    # After the fight the board's defenders lie in discard piles, and the boards are still shown.
    defenders = [unit for unit, zone in enumerate(zones) if zone == at.DEFENDERS]
    assert sorted(boards[1]) == defenders or (state[at.RESULT] >= 0 and not defenders)
    armies = []
    for seat in seats:
        size = state[at.PLAYER + seat * at.PLAYER_SIZE + at.ARMY_SIZE]
        army = list(state[at.ARMY + seat * at.MAX_UNITS : at.ARMY + seat * at.MAX_UNITS + size])
        assert army == sorted(set(army))
        mine = (at.DECK + seat, at.HAND + seat, at.DISCARD + seat, at.ASIDE + seat, at.ATTACKERS, at.DEFENDERS)
        assert all(zones[unit] in mine for unit in army)
        armies += army
    assert len(armies) == len(set(armies))
    for unit, zone in enumerate(zones):
        if at.DECK <= zone < at.STACK:
            assert unit in armies
        if zone >= at.STACK:
            assert ERAS[zone % 10] == pieces.units[unit].owner
        if pieces.units[unit].kind == "basic":
            assert zone < at.STACK
            assert zone != at.OPEN


def _check_others(state: Sequence[int], pieces: printed.Pieces) -> None:
    seats = range(state[at.SEATS])
    relics = Counter(state[at.RELIC_ZONE : at.RELIC_ZONE + len(pieces.relics)])
    assert relics[at.PILE] == state[at.RELICS_LEFT]
    assert all(relics[at.OWNED + seat] == state[at.PLAYER + seat * at.PLAYER_SIZE + at.OWNED_RELICS] for seat in seats)
    assert set(relics) <= {at.PILE, at.USED_UP, at.DRAWN, *(at.OWNED + seat for seat in seats)}
    tiles = Counter(state[at.TILE_ZONE : at.TILE_ZONE + len(pieces.tiles)])
    assert tiles[at.PILE] == state[at.TILES_LEFT]
    assert tiles[at.AT_GEAR] == (state[at.ACTIVE] >= 0) + (state[at.WAITING] >= 0)
    assert set(tiles) <= {at.PILE, at.USED_UP, at.AT_GEAR}
    tokens = Counter(state[at.TOKEN_ZONE : at.TOKEN_ZONE + len(pieces.war_tokens)])
    fields = [token for token in state[at.FIELD_TOKEN : at.FIELD_TOKEN + at.MAX_FIELDS] if token >= 0]
    assert tokens[at.PILE] == state[at.TOKENS_LEFT]
    assert tokens[at.ON_FIELD] == len(fields) == len(set(fields))
    assert set(tokens) <= {at.PILE, at.USED_UP, at.ON_FIELD, at.IN_USE, *(at.OWNED + seat for seat in seats)}
    for seat in seats:
        first = at.PLAYER + seat * at.PLAYER_SIZE
        count = state[first + at.TOKEN_COUNT]
        held = list(state[first + at.OWNED_TOKENS : first + at.OWNED_TOKENS + count])
        assert held == sorted(set(held))
        assert all(state[at.TOKEN_ZONE + token] == at.OWNED + seat for token in held)
        assert tokens[at.OWNED + seat] == count <= at.MAX_OWN_TOKENS
        medals = [medal for medal in range(len(pieces.medals)) if state[at.MEDAL_ZONE + medal] == at.OWNED + seat]
        assert len(medals) == state[first + at.OWN_MEDALS]
