"""The price of the risky die: what 1 to 5 units on the attacker board win, and what a win is worth (R8, R18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd

from odds import chance
from odds.errors import InputError
from odds.history import match_ups
from odds.history.cards import CardSet, Unit
from odds.history.line_ups import basic_deck
from odds.history.provenance import set_notes
from odds.history.rules import ATTACKER_HAND_SLOTS, ATTACKER_SLOTS, DEFAULT_RULINGS, STRONG_DIE_UNITS, Rulings
from odds.history.studies import solver
from odds.history.studies.base import Study, mean_interval
from odds.history.studies.spread import FIGHTS, MOST_FIGHTS, Stream, elites_of, eras_of, owners_of
from odds.history.words import counted, names, percent, points

#: What is averaged for each number of units.
QUANTITIES = ("win", "other_die_win", "unit_vp", "relic_vp", "vp")


@dataclass(frozen=True)
class Hands:
    """Hands and the targets they meet.

    Args:
        cards: All cards, numbered by their place.
        hands: Which cards each hand holds, shape (hands, cards in hand).
        drawn: The card that reinforcement would bring, -1 for none, shape (hands,).
        targets: The targets.
        met: Which target each hand meets, shape (hands,).
    """

    cards: list[Unit]
    hands: solver.Array
    drawn: solver.Array
    targets: list[tuple[Unit, ...]]
    met: solver.Array

    def line_ups(self, count: int) -> solver.Array:
        """Return every order of `count` cards of each hand, shape (hands, orders, count).

        Five cards are four of the hand and the drawn one behind them.
        """
        size = self.hands.shape[1]
        orders = np.array(list(permutations(range(size), min(count, size))))
        found = self.hands[:, orders]
        if count > size:
            behind = np.broadcast_to(self.drawn[:, None, None], (*found.shape[:2], 1))
            found = np.concatenate([found, behind], axis=2)
        return np.asarray(found)


def dice(
    card_set: CardSet,
    *,
    attackers: Sequence[Unit] = (),
    targets: Sequence[Sequence[Unit]] = (),
    owners: Sequence[str] = (),
    eras: Sequence[str] = (),
    fights: int = FIGHTS,
    seed: int = 0,
    relics: Mapping[str, int] | None = None,
    rulings: Rulings = DEFAULT_RULINGS,
) -> Study:
    """Return win chance and worth of the best line-up of each size that a hand allows.

    For each hand and target the best order of the best 1, 2, 3 and 4 cards is looked for, once by win chance and once
    by VP; five units are the hand and a card that reinforcement brings.

    Args:
        card_set: The card set.
        attackers: The hand, 1 to 4 cards, and as a fifth one the card drawn; without it hands are drawn from the basic
            decks.
        targets: Line-ups on the board; by default single elite cards.
        owners, eras: Whose basic decks, and elites of which eras; by default all.
        fights: Hands drawn; with `attackers` all targets are counted instead.
        seed: Seed of the draws.
        relics: Relics owned.
        rulings: The open rulings.

    Returns:
        Frame with a row a number of units: `units`; means over the fights, with the 95 % interval (`…_low`, `…_high`;
        equal to the mean where nothing is drawn): `win` (chance with the line-up that wins most often),
        `other_die_win` (the same line-ups, the two dice swapped), `unit_vp`, `relic_vp`, `vp` (expected VP of the
        line-up that brings most); `relic_if_won` (VP of the relic of a win), `die` (`"strong"` or `"risky"`), `fights`.

    Raises:
        InputError: Counts out of range, or a card set without the cards.
    """
    if attackers:
        hands = _given(card_set, attackers, targets, eras)
    else:
        hands = _drawn(card_set, targets, owners, eras, fights, seed)
    most = len(attackers) if attackers else ATTACKER_SLOTS
    rows = [_row(hands, count, relics or {}, rulings, not attackers) for count in range(1, most + 1)]
    frame = pd.DataFrame(rows)
    whom = f"with {names(attackers)}" if attackers else "with a basic hand"
    source = (
        f"exact over {len(hands.met):,} targets, piles empty"
        if attackers
        else f"{fights:,} hands of a basic deck drawn (seed {seed}), each against one target; dice exact; "
        "bars: 95 % interval"
    )
    return Study(
        "dice",
        f"How many units {whom}: when is the risky die worth it?",
        _finding(frame),
        frame,
        [f"the best line-up of each size; five units: one drawn by reinforcement; {source}", *set_notes(card_set)],
    )


def _given(
    card_set: CardSet, attackers: Sequence[Unit], targets: Sequence[Sequence[Unit]], eras: Sequence[str]
) -> Hands:
    met = _targets(card_set, targets, eras)
    solver.check([attackers], met)
    hand = np.arange(min(len(attackers), ATTACKER_HAND_SLOTS))
    fifth = len(attackers) - 1 if len(attackers) > ATTACKER_HAND_SLOTS else -1
    return Hands(list(attackers), np.tile(hand, (len(met), 1)), np.full(len(met), fifth), met, np.arange(len(met)))


def _targets(card_set: CardSet, targets: Sequence[Sequence[Unit]], eras: Sequence[str]) -> list[tuple[Unit, ...]]:
    return [tuple(target) for target in targets] or [(unit,) for unit in elites_of(card_set, eras_of(eras))]


def _drawn(
    card_set: CardSet,
    targets: Sequence[Sequence[Unit]],
    owners: Sequence[str],
    eras: Sequence[str],
    fights: int,
    seed: int,
) -> Hands:
    if not 1 <= fights <= MOST_FIGHTS:
        raise InputError(f"1 to {MOST_FIGHTS:,} fights can be drawn, not {fights}", "--fights")
    seed = chance.read_seed(seed)
    decks = [basic_deck(card_set, owner) for owner in owners_of(card_set, owners)]
    if min(len(deck) for deck in decks) <= ATTACKER_HAND_SLOTS:
        raise InputError(f"a basic deck has fewer than {ATTACKER_HAND_SLOTS + 1} cards; name other owners", "--owner")
    cards = [unit for deck in decks for unit in deck]
    met = _targets(card_set, targets, eras)
    solver.check([], met)
    first = np.cumsum([0, *(len(deck) for deck in decks)])
    start = chance.seed_start(seed)
    hands = np.zeros((fights, ATTACKER_HAND_SLOTS), np.int64)
    drawn, against = np.zeros(fights, np.int64), np.zeros(fights, np.int64)
    for number in range(fights):
        stream = Stream(chance.trial_state(start, number))
        owner = stream.below(len(decks))
        places = list(range(len(decks[owner])))
        picked = [first[owner] + places.pop(stream.below(len(places))) for _ in range(ATTACKER_HAND_SLOTS + 1)]
        hands[number], drawn[number], against[number] = picked[:-1], picked[-1], stream.below(len(met))
    return Hands(cards, hands, drawn, met, against)


def _row(hands: Hands, count: int, relics: Mapping[str, int], rulings: Rulings, sampled: bool) -> dict[str, Any]:
    """Return the means over all hands with `count` units on the board."""
    index = hands.line_ups(count)
    fights, orders, _ = index.shape
    distinct, ours = np.unique(index.reshape(fights * orders, count), axis=0, return_inverse=True)
    line_ups = solver.encode_indices(hands.cards, distinct)
    ours = ours.reshape(-1)
    theirs = np.repeat(hands.met, orders)
    to_win, to_gain = (solver.terms(rulings, objective, relics) for objective in ("win", "vp"))
    targets = match_ups.defending_side(hands.targets, to_win)
    by_win = solver.solve(line_ups, targets, ours, theirs, to_win)
    # Whole numbers over one total: the best order is the same on every machine.
    wins = by_win.sums[:, match_ups.WON].reshape(fights, orders)
    best = wins.argmax(axis=1) + np.arange(fights) * orders
    swapped = solver.solve_swapped(line_ups, targets, ours[best], theirs[best], to_win)
    by_points = solver.solve(line_ups, match_ups.defending_side(hands.targets, to_gain), ours, theirs, to_gain)
    richest = by_points.vp.reshape(fights, orders).argmax(axis=1) + np.arange(fights) * orders
    values = (
        by_win.win[best],
        swapped,
        by_points.unit_vp[richest],
        by_points.relic_vp[richest],
        by_points.vp[richest],
    )
    row: dict[str, Any] = {"units": count, "die": "strong" if count <= STRONG_DIE_UNITS else "risky", "fights": fights}
    for quantity, found in zip(QUANTITIES, values, strict=True):
        mean, low, high = mean_interval(found.tolist())
        row |= {
            quantity: mean,
            f"{quantity}_low": low if sampled else mean,
            f"{quantity}_high": high if sampled else mean,
        }
    return row | {"relic_if_won": to_gain.relics[count] / to_gain.denominator}


def _finding(frame: pd.DataFrame) -> str:
    wins = [percent(value) for value in frame["win"].tolist()]
    gains = [points(value) for value in frame["vp"].tolist()]
    if len(frame) > STRONG_DIE_UNITS:
        before, after = STRONG_DIE_UNITS - 1, STRONG_DIE_UNITS
        return (
            f"From {before + 1} units to {after + 1} the chance to win goes from {wins[before]} to {wins[after]}, "
            f"VP from {gains[before]} to {gains[after]}"
        )
    best = int(frame["vp"].to_numpy().argmax())
    return f"{counted(best + 1, 'unit')} bring{'s' * (best == 0)} most: {wins[best]} to win, {gains[best]} VP"
