"""How many stand on both sides at the end of one fight, together."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pandas as pd

from odds.chance import wilson
from odds.history.fight import SLOTS, count_bits, winner
from odds.history.many import WINNERS
from odds.history.provenance import set_notes
from odds.history.query import Query
from odds.history.studies.base import Study
from odds.history.studies.pairs import method, pairs_of
from odds.history.words import names, percent


def survivors(query: Query, seed: int = 0) -> Study:
    """Return the joint distribution of the units standing at the end (R16).

    Args:
        query: The attack, against the board or a player.
        seed: Seed of drawn reinforcement, where there are too many line-ups to count.

    Returns:
        Frame with a row for each number of attackers and defenders standing that the line-ups allow:
        `attackers`, `defenders` (units standing), `winner` (`"attacker"`, `"defender"`, `"nobody"`), `probability`,
        `low`, `high` (95 % interval; equal to the probability where it is exact), `fraction` (the exact probability,
        empty where it is sampled).
    """
    pairs, drawn = pairs_of(query, seed)
    shares: Counter[tuple[int, int]] = Counter()
    most_ours, most_theirs = 0, 0
    for pair in pairs:
        most_ours, most_theirs = max(most_ours, pair.attackers), max(most_theirs, pair.defenders)
        for code, share in zip(pair.codes, pair.shares, strict=True):
            if share:
                shares[count_bits(code), count_bits(code >> SLOTS)] += share  # type: ignore[assignment]
    rows = []
    for ours in range(most_ours + 1):
        for theirs in range(most_theirs + 1):
            share = Fraction(shares[ours, theirs])
            low = high = float(share)
            if drawn is not None:
                low, high = wilson(float(share) * drawn, drawn)
            fraction = str(share) if drawn is None else ""
            rows.append((ours, theirs, WINNERS[winner(ours, theirs)], float(share), low, high, fraction))
    columns = ["attackers", "defenders", "winner", "probability", "low", "high", "fraction"]
    frame = pd.DataFrame(rows, columns=columns)
    likeliest = max(rows, key=lambda row: row[3])
    won = sum(Fraction(share) for (ours, theirs), share in shares.items() if winner(ours, theirs) == 0)
    return Study(
        "survivors",
        f"Who is left when {names(query.attackers)} attack {names(query.defenders)}?",
        f"Most likely {likeliest[0]} of {most_ours} attackers and {likeliest[1]} of {most_theirs} defenders stand "
        f"({percent(likeliest[3])}); the attacker wins {percent(won)}",
        frame,
        [method(drawn, seed), *set_notes(query.card_set)],
    )
