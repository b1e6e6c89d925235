"""What the odds say about a decision: quickly, without a compiler, from what the player who decides knows.

Rankings with war tokens and every draw weighed are `odds.history.advise`; this is the look aside at the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from odds.history.advise.draw_pairs import Draws, enumerate_draws
from odds.history.advise.duel import prizes_of
from odds.history.advise.evaluators import Interpreted
from odds.history.advise.position import Position, Prizes, build
from odds.history.advise.pricing import weights_of
from odds.history.advise.ranked import Ranked, rank
from odds.history.advise.sampled import Sampler
from odds.history.advise.targets import Target, runs_of
from odds.history.cards import Unit
from odds.history.game.actions import ASSIGN, KEEP_MEDAL
from odds.history.game.bots import View
from odds.history.game.bots.greedy import GreedyBot
from odds.history.game.game import Game
from odds.history.game.observe import Kinds, Observation, SideView
from odds.history.game.pieces import RELIC_ERA, RELIC_SIZE, RELICS, TILE_ERA, TILE_SIZE, TILES
from odds.history.game.state import (
    BOARD_FIGHT,
    CHALLENGE_FIGHT,
    NODE_ATTACK,
    NODE_ATTACK_TOKENS,
    NODE_DEFEND,
    NODE_DEFEND_TOKENS,
    NODE_GEAR,
    NODE_JUMP,
    NODE_PUSH,
    NODE_REROLL,
    NODE_TARGET,
)
from odds.history.line_ups import ordered_line_ups
from odds.history.odds import answer
from odds.history.query import Query
from odds.history.reroll import keep_or_roll
from odds.history.rules import ATTACKER_HAND_SLOTS, ERAS, RELIC_DRAWS, SABATONS
from odds.history.words import names, percent, points
from odds.history.worth import relic_prizes

#: How many attacks are named.
SHOWN = 3

#: Seed of the draws that are sampled: the same question has the same answer.
_SEED = 1

#: How many line-ups of each length and target are built on, of how many choices of cards every order is weighed, and
#: how many attacks with more than one draw.
_WIDTH = 4
_GROUPS = 10
_FINALISTS = 12

#: Pairs of draws that are listed for all attacks, and weighed for those that are named: some 0.7 ms each. Where there
#: are more, so many draws are sampled for each.
_MOST_LISTED = 20_000
_MOST_PAIRS = 600
_SAMPLES = _MOST_PAIRS // SHOWN

LineUps = Sequence[Sequence[Unit]]


def counsel(game: Game) -> list[str]:
    """Return what the odds say about the decision that is awaited, a line each."""
    seat = game.player
    if seat is None:
        return ["Nothing is to be decided now."]
    view = game.observation(seat)
    return list(_Counsel(game, view).lines())


def fight_query(game: Game, view: Observation, reinforced: bool = False) -> Query:
    """Return the fight that lies on the boards as a question.

    Args:
        game: The game.
        view: What the player who asks knows.
        reinforced: Take the line-ups as complete; else the cards deployed, their piles as far as they are known.
    """
    told = _Counsel(game, view)
    attackers, defenders = told.side(view.attackers), told.side(view.defenders)
    challenge = view.fight == CHALLENGE_FIGHT
    era = view.players[view.turn].era
    own = view.players[view.turn]
    theirs = view.players[view.challenged] if view.challenged is not None else None
    pool = told.relics_in_stack()
    return Query(
        attackers=attackers if reinforced else attackers[: view.attackers.deployed],
        defenders=defenders if reinforced else defenders[: view.defenders.deployed],
        deck=told.units(own.deck if own.deck is not None else own.unseen),
        stack=told.units((theirs.deck or theirs.unseen) if theirs else () if era is None else view.stacks[era]),
        challenge=challenge,
        relics=told.relics(own.relics),
        relics_gone={} if challenge else told.relics_gone(pool, own.relics),
        their_relics=told.relics(theirs.relics) if theirs else None,
        rulings=game.rulings,
        objective="vp" if not challenge else "win",
        card_set=game.pieces.card_set,
        reinforced=reinforced,
    )


class _Counsel:
    """A player's question about a decision."""

    def __init__(self, game: Game, view: Observation) -> None:
        self.game, self.view = game, view
        self.own = view.players[view.player]

    def units(self, kinds: Kinds) -> tuple[Unit, ...]:
        return tuple(self.game.pieces.units[kind] for kind in kinds)

    def side(self, side: SideView) -> tuple[Unit, ...]:
        tokens = self.game.pieces.war_tokens
        return tuple(
            self.game.pieces.units[card].with_token(tokens[token] if token >= 0 else None)
            for card, token in zip(side.cards, side.tokens, strict=True)
        )

    def relics(self, kinds: Kinds) -> dict[str, int]:
        numbers = self.game.pieces.numbers
        return dict(Counter(ERAS[numbers[RELICS + relic * RELIC_SIZE + RELIC_ERA]] for relic in kinds))

    def relics_in_stack(self) -> dict[str, int]:
        """Return the relics of each era that can be drawn; a stack too small for it is filled up (D)."""
        stack = self.view.relic_stack
        if len(stack) < max(RELIC_DRAWS.values()):
            stack = (*stack, *self.view.relic_discard)
        return self.relics(stack)

    def relics_gone(self, pool: dict[str, int], owned: Kinds) -> dict[str, int]:
        every = Counter(relic.era for relic in self.game.pieces.relics)
        mine = self.relics(owned)
        return {era: every[era] - pool.get(era, 0) - mine.get(era, 0) for era in ERAS}

    def lines(self) -> Iterator[str]:
        node = self.view.node
        if node in (NODE_PUSH, NODE_GEAR, NODE_JUMP):
            yield from self._before_the_jump()
        elif node == NODE_TARGET:
            assert self.own.era is not None
            yield from self._rank(self._targets(self.own.era))
            near = [other for other in self.view.players if other is not self.own and other.era == self.own.era]
            for other in near:
                yield f"Challenging {SABATONS[other.sabaton]}: odds when its cards lie on the board."
            if near:
                yield f"Guessing at hands, {self._of_a_bot()}"
        elif node == NODE_ATTACK:
            yield from self._attack()
        elif node == NODE_ATTACK_TOKENS:
            yield from self._tokens()
        elif node == NODE_REROLL:
            yield self._reroll()
        elif node in (NODE_DEFEND, NODE_DEFEND_TOKENS):
            yield f"The attacker deploys after you, so there are no odds yet; guessing at its hand, {self._of_a_bot()}"
        else:
            yield f"No attack is under consideration; {self._of_a_bot()}"

    def _of_a_bot(self) -> str:
        """Return what the greedy bot would do, which takes part of a second without the compiler."""
        return f"the greedy bot would: {self.game.describe(GreedyBot(_SEED).choose(View(self.game)))}."

    def _before_the_jump(self) -> Iterator[str]:
        numbers, tile = self.game.pieces.numbers, self.view.active
        if tile is None:
            return
        for era in dict.fromkeys(numbers[TILES + tile * TILE_SIZE + TILE_ERA + side] for side in range(2)):
            if era != self.own.era:
                yield f"After a jump to era {ERAS[era]}, with the cards as they are:"
                yield from self._rank(self._targets(era))

    def _targets(self, era: int) -> list[Target]:
        ring = [self.game.pieces.units[card] if card >= 0 else None for card in self.view.open_cards]
        stack = self.units(self.view.stacks[era])
        found = [Target("board", ERAS[era], run, stack) for run in runs_of(ring, era)]
        tokens = self.game.pieces.war_tokens
        if any(tokens[token].special == "hunt" for token in self.own.tokens):
            cards = dict.fromkeys(self.units(self.view.era_discards[era]))
            found += [Target("hunt", ERAS[era], (unit,), stack) for unit in cards]
        return found

    def _rank(self, targets: Sequence[Target], line_ups: LineUps | None = None) -> Iterator[str]:
        hand = self.units((*self.view.attackers.cards, *self.own.hand))
        if not targets or not hand:
            yield "  nothing to fight, or nobody to fight with"
            return
        found, exact = self._weigh(targets, hand, line_ups)
        for ranked in found:
            yield self._told(ranked)
        usable = any(not self.game.pieces.war_tokens[token].special for token in self.own.tokens)
        how = "every draw counted" if exact else f"{_SAMPLES} draws of the piles sampled"
        # Line-ups are built on with one draw only, so what is named need not be the very best.
        tokens = ", war tokens not weighed" if usable else ""
        yield f"  (by VP, 0.05 off for each card deployed; {how}{tokens})"

    def _weigh(
        self, targets: Sequence[Target], hand: Sequence[Unit], line_ups: LineUps | None
    ) -> tuple[list[Ranked], bool]:
        """Return the attacks to name, best first, and whether every draw of theirs is counted."""
        position = build(
            hand,
            self.units(self.own.deck or ()),
            (),
            targets,
            [self._prizes(target) for target in targets],
            weights_of("vp", None),
            self.game.rulings,
            line_ups,
        )
        draws = Sampler(position, _SEED).block(0)
        finalists = _likely(position, _thinned(draws))
        best: dict[object, int] = {}
        for ranked in _score(position, draws, finalists):
            best.setdefault((ranked.target, tuple(sorted(unit.name for unit in ranked.line_up))), ranked.number)
        named = list(best.values())[:SHOWN]
        every = _every_draw(position, named)
        return _score(position, every or Sampler(position, _SEED).block(0, _SAMPLES), named), every is not None

    def _prizes(self, target: Target) -> Prizes:
        if target.kind != "challenge":
            return Prizes(tuple(relic_prizes(self.relics_in_stack(), self.relics(self.own.relics))))
        assert self.view.challenged is not None
        other = self.view.players[self.view.challenged]
        mine, theirs = (
            (SABATONS[player.sabaton], self.relics(player.relics), player.own_medals) for player in (self.own, other)
        )
        return prizes_of(self.game.pieces.card_set, mine, theirs)

    def _told(self, ranked: Ranked) -> str:
        against = "" if self.view.fight else f" against {names(ranked.target.defenders)}"
        value = f"{percent(ranked.win)} to win, {points(ranked.vp, signed=True)} VP"
        return f"  {value}: {names(ranked.line_up)}{against}"

    def _attack(self) -> Iterator[str]:
        """Weigh every line-up that begins with the cards deployed."""
        view = self.view
        front = self.units(view.attackers.cards)
        era = view.players[view.turn].era
        assert era is not None
        line_ups: list[Sequence[Unit]] = [front] if front else []
        room = ATTACKER_HAND_SLOTS - len(front)
        line_ups += [(*front, *more) for more in ordered_line_ups(self.units(self.own.hand), range(1, room + 1))]
        if view.fight == BOARD_FIGHT:
            # A hunt's token is spent already; what is fought for is the same.
            target = Target("board", ERAS[era], self.side(view.defenders), self.units(view.stacks[era]))
        else:
            assert view.challenged is not None
            other = view.players[view.challenged]
            target = Target("challenge", ERAS[era], self.side(view.defenders), self.units(other.unseen))
        if front:
            yield "With the cards deployed alone:"
            yield next(iter(self._rank([target], [front])))
        yield "The best of all line-ups that begin so:" if front else "The best line-ups, front unit first:"
        yield from self._rank([target], line_ups)

    def _tokens(self) -> Iterator[str]:
        """Weigh the complete line-ups as they are, and with each war token that can be put on a unit."""
        yield f"As it is: {self._fight_told(self.game)}"
        told: list[tuple[Fraction, str]] = []
        for action in self.game.legal_actions():
            if not ASSIGN <= action < KEEP_MEDAL:
                continue
            after = self.game.clone()
            after.apply(action)  # the boards stay as they are until the dice are rolled
            told.append((self._worth(after), f"{self.game.describe(action)}: {self._fight_told(after)}"))
        told.sort(key=lambda one: one[0], reverse=True)
        for _, line in told[:SHOWN]:
            yield f"  {line}"

    def _worth(self, game: Game) -> Fraction:
        odds = answer(fight_query(game, game.observation(self.view.player), True))
        return Fraction(odds.expected_vp if self.view.fight == BOARD_FIGHT else odds.win)

    def _fight_told(self, game: Game) -> str:
        odds = answer(fight_query(game, game.observation(self.view.player), True))
        return f"{percent(odds.win)} to win, {points(odds.expected_vp, signed=True)} VP"

    def _reroll(self) -> str:
        view = self.view
        side, name = (view.attackers, "attacker") if view.player == view.turn else (view.defenders, "defender")
        assert view.attackers.face is not None
        assert view.defenders.face is not None
        query = fight_query(self.game, view, True)
        told = keep_or_roll(query, view.attackers.face + 1, view.defenders.face + 1, name, side.rerolls)
        better = "roll again" if told.rolls else "keep it"
        if query.objective == "win":
            values = f"keep {percent(told.keep)}, roll again {percent(told.roll)} (the attacker's chance to win)"
        else:
            values = f"keep {points(told.keep, signed=True)} VP, roll again {points(told.roll, signed=True)} VP"
        return f"Better: {better}; {values}. As the dice lie, the winner is: {told.result}."


def _thinned(draws: Draws) -> Draws:
    """Return draws with one pair of each set of draws and target."""
    spans = list(draws.pairs.spans)
    totals = []
    for first in range(0, len(spans), 2):
        spans[first + 1] = min(spans[first + 1], spans[first] + 1)
        totals.append(sum(draws.pairs.weights[spans[first] : spans[first + 1]]))
    return replace(draws, pairs=replace(draws.pairs, spans=spans, totals=totals))


def _likely(position: Position, draws: Draws) -> list[int]:
    """Return the attacks to look at closely.

    Line-ups are built card by card, the best ones against each target built on; of the best cards every order counts.
    """
    by_length: dict[int, list[int]] = {}
    for attack in range(position.attack_count):
        by_length.setdefault(position.deployed(attack), []).append(attack)
    found: list[Ranked] = []
    begun: set[object] | None = None
    for _, attacks in sorted(by_length.items()):
        if begun is not None:
            attacks = [one for one in attacks if (position.target(one), position.deployed_cards(one)[:-1]) in begun]
        ranked = _score(position, draws, attacks)
        found += ranked
        kept = Counter[int]()
        begun = set()
        for one in ranked:
            target = position.target(one.number)
            kept[target] += 1
            if kept[target] <= _WIDTH:
                begun.add((target, position.deployed_cards(one.number)))
    found.sort(key=lambda one: one.quality(), reverse=True)
    groups = set(list(dict.fromkeys(position.group(one.number) for one in found))[:_GROUPS])
    attacks = [attack for attack in range(position.attack_count) if position.group(attack) in groups]
    return [one.number for one in _score(position, draws, attacks)[:_FINALISTS]]


def _score(position: Position, draws: Draws, attacks: Sequence[int]) -> list[Ranked]:
    """Return attacks with their worth over some draws, best first."""
    values = Interpreted(position, draws).value(attacks)
    totals = draws.pairs.totals
    ranked = [
        rank(position, attack, tally, totals[position.combination(attack)])
        for attack, tally in zip(attacks, values.tallies, strict=True)
    ]
    return sorted(ranked, key=lambda one: one.quality(), reverse=True)


def _every_draw(position: Position, attacks: Sequence[int]) -> Draws | None:
    """Return every draw of both piles, or `None` where some attacks would have too many to weigh at the table."""
    draws = enumerate_draws(position, _MOST_LISTED)
    if draws is None or sum(draws.pairs.count(position.combination(attack)) for attack in attacks) > _MOST_PAIRS:
        return None
    return draws


__all__ = ["counsel", "fight_query"]
