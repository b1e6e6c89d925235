"""Dealing anew: what comes out depends on the seed and on what the player knows, and on nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator

from odds.history.game import state as at
from odds.history.game.game import Game
from odds.history.rules import SABATONS

#: Where a position says which medal lies where, when it was won, and who has seen it go back.
MEDALS = slice(at.MEDAL_ZONE, at.MEDAL_ZONE + at.MAX_MEDALS)
TURNS = slice(at.MEDAL_TURN, at.MEDAL_TURN + at.MAX_MEDALS)
SEEN = slice(at.MEDAL_SEEN, at.MEDAL_SEEN + at.MAX_SEATS * at.MAX_MEDALS)


def positions(seed: int) -> Iterator[tuple[Game, int]]:
    """Yield a random game at some of its decisions, and a seat."""
    choose = random.Random(seed)
    game = Game.new(choose.sample(SABATONS, choose.randint(2, 5)), seed=seed)
    game.settle()
    while not game.is_over:
        if choose.random() < 0.1:
            yield game, choose.randrange(len(game.players))
        game.apply(choose.choice(game.legal_actions()))
        game.settle()


def test_who_deals_again_and_again_learns_nothing() -> None:
    """A deal of a deal is the deal of the game itself: nothing of what is hidden has come along."""
    differing = 0
    for seed in range(40):
        for game, seat in positions(seed):
            dealt = game.determinize(seat, 5)
            assert dealt.determinize(seat, 7).state == game.determinize(seat, 7).state
            differing += dealt.state[MEDALS] != game.state[MEDALS]
    assert differing > 50


def test_what_others_have_seen_go_back_is_dealt_anew() -> None:
    """For each medal won from a pile of two or more one has gone back, which had not been won before (R19)."""
    returned = 0
    differing = 0
    for seed in range(40):
        for game, seat in positions(seed):
            dealt = game.determinize(seat, 5)
            own = slice(at.MEDAL_SEEN + seat * at.MAX_MEDALS, at.MEDAL_SEEN + (seat + 1) * at.MAX_MEDALS)
            assert dealt.state[own] == game.state[own]
            differing += dealt.state[SEEN] != game.state[SEEN]
            zones, turns = dealt.state[MEDALS], dealt.state[TURNS]
            for other in range(len(game.players)):
                first = at.MEDAL_SEEN + other * at.MAX_MEDALS
                seen = dealt.state[first : first + at.MAX_MEDALS]
                won = {turns[medal] for medal in range(at.MAX_MEDALS) if zones[medal] == at.WON + other}
                for medal in range(at.MAX_MEDALS):
                    if seen[medal]:
                        returned += 1
                        assert seen[medal] in won
                        assert zones[medal] < at.WON or turns[medal] > seen[medal]
    assert returned > 50
    assert differing > 20
