"""The best replies to open line-ups of a challenged player, for many hands of the attacker at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from odds.history.advise.draw_pairs import MOST_DRAWS
from odds.history.advise.duel_batch import Batch, Reply
from odds.history.advise.duel_cards import Deployment, Duel, Hand
from odds.history.advise.duel_draws import Piles
from odds.history.advise.ranked import Ranked, rank

#: Attacks of one batch: more would only take memory.
BATCH_ATTACKS = 400_000


class Replies:
    """Weighs the attacker's replies of a duel, in batches.

    Args:
        duel: The challenge.
        most_draws: Pairs of draws of both sides to weigh for a line-up; where there are more they are sampled.
        seed: Seed of sampled draws.
    """

    def __init__(self, duel: Duel, most_draws: int = MOST_DRAWS, seed: int = 0) -> None:
        self.duel = duel
        self._piles = Piles(duel, most_draws, seed)

    @property
    def exact(self) -> bool:
        """Whether all draws were weighed so far, none of them sampled."""
        return self._piles.exact

    def best(self, jobs: Sequence[tuple[Hand, Deployment]], pile: Hand | None = None) -> list[Reply]:
        """Return the best reply of each job: a hand of the attacker and a deployment.

        The attacker takes all cards of the defender that are not on the table for its pile.

        Args:
            jobs: Hands and deployments.
            pile: The defender's real deck, if what comes of a reply is to be counted with it.
        """
        found: list[Reply] = []
        first = 0
        while first < len(jobs):
            last, attacks = first, 0
            while last < len(jobs) and attacks < BATCH_ATTACKS:
                attacks += len(self._piles.lines(jobs[last][0]).line_ups)
                last += 1
            found += self._best(jobs[first:last])
            first = last
        if pile is None:
            return found
        drawing = [number for number, (_, deployment) in enumerate(jobs) if self._draws_cards(deployment)]
        if drawing:
            ranked = self.figures([jobs[number] for number in drawing], [found[number] for number in drawing], pile)
            for number, one in zip(drawing, ranked, strict=True):
                found[number] = replace(found[number], score=one.score if self._piles.whole else float(one.score))
        return found

    def figures(
        self, jobs: Sequence[tuple[Hand, Deployment]], replies: Sequence[Reply], pile: Hand | None = None
    ) -> list[Ranked]:
        """Return what replies come to; `pile` as in `best`."""
        batch = Batch(self._piles, jobs, [reply.line_up for reply in replies], pile)
        values = batch.evaluate(tallied=True)
        position, draws = batch.position, batch.draws
        return [
            rank(position, attack, values.tallies[attack], draws.pairs.totals[position.combination(attack)])
            for (attack,) in batch.attacks
        ]

    def _best(self, jobs: Sequence[tuple[Hand, Deployment]]) -> list[Reply]:
        batch = Batch(self._piles, jobs, None, None)
        scores = batch.scores()
        return [batch.best(attacks, scores) for attacks in batch.attacks]

    def _draws_cards(self, deployment: Deployment) -> bool:
        cards = self.duel.theirs.cards
        return len(self.duel.pool) > len(deployment) and any(cards[card].reinforcement for card, _ in deployment)


__all__ = ["Replies", "Reply"]
