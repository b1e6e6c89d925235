"""Observations as rows of numbers: what `observe` says and nothing besides."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import pairwise

import pytest

from odds.history.game import state as at
from odds.history.game import vector
from odds.history.game.game import Game
from odds.history.game.observe import Observation, SideView
from odds.history.rules import ATTACKER_SLOTS, SABATONS


def written(game: Game, seat: int) -> list[int]:
    row = [0] * vector.VECTOR_SIZE
    vector.write_vector(game.state, game.pieces.numbers, seat, row)
    return row


def one_more(number: int | None) -> int:
    return 0 if number is None else number + 1


def counts(kinds: Iterable[int], room: int) -> list[int]:
    row = [0] * room
    for kind in kinds:
        row[kind] += 1
    return row


def padded(numbers: Iterable[int], room: int) -> list[int]:
    row = list(numbers)
    return row + [0] * (room - len(row))


def side_row(side: SideView) -> list[int]:
    units, tokens = ([one_more(kind) for kind in kinds] for kinds in (side.cards, side.tokens))
    numbers = [side.deployed, one_more(side.face), side.rerolls]
    return numbers + padded(units, ATTACKER_SLOTS) + padded(tokens, ATTACKER_SLOTS)


def expected(seen: Observation) -> list[int]:
    """Write the row from an observation alone, as the module's table describes it."""
    seats = len(seen.players)
    around = [seen.players[(seen.player + step) % seats] for step in range(seats)]

    def clockwise(seat: int | None) -> int:
        return 0 if seat is None else (seat - seen.player) % seats + 1

    row = [seats, seen.player, seen.node, clockwise(seen.decider), seen.round, seen.rounds]
    row += [clockwise(seen.first), clockwise(seen.turn), seen.pushes, *seen.gear, seen.gear_done]
    row += [one_more(seen.active), one_more(seen.waiting), seen.honour_left, seen.fight]
    row += [clockwise(seen.challenged), seen.result + 1]
    row += padded((token + 1 for token in seen.fields), at.MAX_FIELDS)
    row += [unit + 1 for unit in seen.open_cards]
    row += side_row(seen.attackers) + side_row(seen.defenders)
    for player in around:
        row += [player.sabaton + 1, one_more(player.era), player.hand_size, player.deck_size]
        row += [player.own_medals, player.honour, *counts(player.won_medals, len(SABATONS))]
    row += [0] * ((at.MAX_SEATS - seats) * (6 + len(SABATONS)))
    for piles in (seen.stacks, seen.era_discards):
        row += counts((unit for pile in piles for unit in pile), at.MAX_UNITS)
    for step, player in enumerate(around):
        unseen = player.unseen if step else player.deck or ()
        for kinds in (player.hand, unseen, player.discard, player.aside):
            row += counts(kinds, at.MAX_UNITS)
    row += [0] * ((at.MAX_SEATS - seats) * 4 * at.MAX_UNITS)
    for relics in (seen.relic_stack, seen.relic_discard, seen.drawn_relics, *(player.relics for player in around)):
        row += counts(relics, at.MAX_RELICS)
    row += [0] * ((at.MAX_SEATS - seats) * at.MAX_RELICS)
    for tokens in (seen.token_stack, seen.token_discard, *(player.tokens for player in around)):
        row += counts(tokens, at.MAX_TOKENS)
    row += [0] * ((at.MAX_SEATS - seats) * at.MAX_TOKENS)
    row += counts(seen.tile_stack, at.MAX_TILES) + counts(seen.tile_discard, at.MAX_TILES)
    row += counts(seen.medals, at.MAX_MEDALS) + counts(seen.drawn_medals, at.MAX_MEDALS)
    row += counts((medal for medal, _ in seen.returned_medals), at.MAX_MEDALS)
    turns = [0] * at.MAX_MEDALS
    for medal, turn in seen.returned_medals:
        turns[medal] = max(turns[medal], turn)
    return row + turns


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_row_says_what_the_observation_says_whatever_lies_hidden(seats: int) -> None:
    game = Game.new(SABATONS[:seats], seed=seats)
    choose = random.Random(seats)
    dealt_anew, touched = 0, [False] * vector.VECTOR_SIZE
    while not game.is_over:
        game.settle()
        seat = choose.randrange(seats)
        row = written(game, seat)
        assert row == expected(game.observation(seat))
        assert max(row) <= 255
        assert min(row) >= 0
        touched = [before or number > 0 for before, number in zip(touched, row, strict=True)]
        if game.is_over:
            break
        if choose.random() < 0.2:
            other = game.determinize(seat, choose.randrange(1 << 30))
            dealt_anew += other.state != game.state
            assert written(other, seat) == row
        game.apply(choose.choice(game.legal_actions()))
    assert dealt_anew > 10
    # Every part of the row has been in use where there are challenges enough.
    edges = [0, vector.FIELDS_AT, vector.PLACES_AT, vector.SIDES_AT, vector.PLAYERS_AT, vector.UNITS_AT]
    edges += [vector.RELICS_AT, vector.TOKENS_AT, vector.TILES_AT, vector.MEDALS_AT, vector.VECTOR_SIZE]
    assert seats < 5 or all(any(touched[first:end]) for first, end in pairwise(edges))


def test_a_row_at_a_chance_is_that_of_the_observation_too() -> None:
    game = Game.new(("Pär", "Chris", "Tommy"), seed=4)
    for _ in range(150):
        for seat in range(3):
            assert written(game, seat) == expected(game.observation(seat))
        if game.chance is not None:
            game.roll()
        else:
            game.apply(game.legal_actions()[0])
