"""Every attack's worth equals the oracle's, draw by draw, token by token, roll by roll."""

import pytest

from tests import advise_oracle
from tests.history.advise_bridge import all_draws, figures, key_of, many_positions, oracle_attacks, rank_all
from tests.history.advise_positions import MOST_WORK


def check(seed: int, number: int, most_work: int) -> None:
    """Compare all attacks of so many random positions; every kind of position must have been there."""
    seen = dict.fromkeys(("tokens", "draws", "rerolls", "heroes", "challenges", "unequivocal"), 0)
    for index, (simple, position) in enumerate(many_positions(seed, number, most_work)):
        expected = oracle_attacks(simple)
        found = rank_all(position, all_draws(position))
        assert {key_of(position, ranked) for ranked in found} == set(expected), (seed, index)
        assert len(found) == len(expected)
        for ranked in found:
            other = expected[key_of(position, ranked)]
            assert ranked.score == other.score, (seed, index, ranked, other)
            assert ranked.tokens == other.tokens_used, (seed, index, ranked, other)
            if other.unequivocal:
                assert figures(ranked) == advise_oracle.figures(other), (seed, index)
            seen["unequivocal"] += other.unequivocal
            seen["tokens"] += ranked.tokens > 0
            seen["heroes"] += ranked.heroes > 0
            seen["challenges"] += ranked.target.kind == "challenge"
            seen["draws"] += len(other.plan) > 1
        seen["rerolls"] += position.most_rerolls > 0
    assert min(seen.values()) >= number // 8, seen


def test_every_attack_is_worth_what_the_oracle_says():
    check(seed=1, number=160, most_work=30)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_every_attack_of_many_positions_is_worth_what_the_oracle_says(seed):
    check(seed, number=300, most_work=MOST_WORK)
