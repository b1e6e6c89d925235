"""Exact odds: the package's fractions are the oracle's, interpreted and compiled."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import numba
import pytest

import odds
from odds.errors import InputError
from odds.history import exact, tally
from odds.history.exact import Enumerated, Sums, enumerate_pairs, solve
from odds.history.odds import Odds
from odds.history.query import Encoded, Query, encode
from odds.history.rules import Rulings
from odds.history.worth import medal_worth, next_relic_points, relic_prizes, relic_worth, unit_points, unseen_relics
from tests import oracle
from tests.history.bridge import ALL_RULINGS, random_fighter, to_units
from tests.oracle import Fighter, Result

ERAS = ("I", "II", "III", "IV")
NEVER, ALWAYS = 10**12, -1  # amounts from which the compiler is worthwhile
QUESTIONS = 160


@dataclass(frozen=True)
class Question:
    """An attack both the oracle and the package can be asked about."""

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    deck: tuple[Fighter, ...]
    stack: tuple[Fighter, ...]
    challenge: bool
    relics: dict[str, int]
    others: dict[str, int]  # relics gone; in a challenge those of the defender
    medals: tuple[int, ...] | None
    objective: str
    rulings: Rulings

    @property
    def query(self) -> Query:
        return Query(
            to_units(self.attackers),
            to_units(self.defenders),
            to_units(self.deck),
            to_units(self.stack),
            challenge=self.challenge,
            relics=self.relics,
            relics_gone={} if self.challenge else self.others,
            their_relics=self.others if self.challenge else None,
            medals=self.medals,
            rulings=self.rulings,
            objective=self.objective,
        )

    def ask(self, **options: object) -> Odds:
        """Ask the package, through the front door."""
        return odds.attack(
            to_units(self.attackers),
            to_units(self.defenders),
            deck=to_units(self.deck),
            stack=to_units(self.stack),
            challenge=self.challenge,
            relics=self.relics,
            relics_gone=None if self.challenge else self.others,
            their_relics=self.others if self.challenge else None,
            medals=self.medals,
            objective=self.objective,
            rulings=self.rulings,
            **options,
        )

    def prize(self, attackers: int) -> tuple[Fraction, Fraction]:
        """What a win is worth with so many units on the attacker board: relic and medal (R18, R19)."""
        if self.challenge:
            pool = self.others
        else:
            pool = {era: 8 - self.relics.get(era, 0) - self.others.get(era, 0) for era in ERAS}
        relic = best_relic_worth(pool, self.relics, oracle.RELICS_DRAWN[attackers])
        medals = self.medals or ()
        pairs = [(a, b) for i, a in enumerate(medals) for b in medals[i + 1 :]] or [(a, a) for a in medals]
        return relic, Fraction(sum(max(pair) for pair in pairs), len(pairs)) if pairs else Fraction(0)

    def objective_value(self) -> Callable[[Result], Fraction]:
        """The oracle's objective for this question."""
        if self.objective == "win":
            return oracle.attacker_wins
        prizes = {count: sum(self.prize(count)) for count in range(1, 6)}

        def victory_points(result: Result) -> Fraction:
            units = 0 if self.challenge else sum(unit.worth for unit in result.conquered)
            return units + (prizes[result.attackers_on_board] if result.winner == "attacker" else Fraction(0))

        return victory_points

    def oracle(self) -> oracle.Exact:
        return oracle.exact(
            self.attackers,
            self.defenders,
            self.deck,
            self.stack,
            self.challenge,
            self.objective_value(),
            **self.rulings.to_dict(),
        )


def best_relic_worth(pool: dict[str, int], owned: dict[str, int], draws: int) -> Fraction:
    """What the oracle says, once; its pools must be small enough to list all hands."""
    assert sum(pool.values()) <= 12
    return _best_relic_worth(tuple(pool.items()), tuple(owned.items()), draws)


@cache
def _best_relic_worth(pool: tuple, owned: tuple, draws: int) -> Fraction:
    return oracle.best_relic_worth(dict(pool), dict(owned), draws)


def random_question(rng: random.Random, symbols: bool = True) -> Question:
    """A small question with drawn cards, re-rolls, tokens, relics and medals; names may occur twice."""
    challenge = rng.random() < 0.4

    def cards(count: int, tokens: bool) -> tuple[Fighter, ...]:
        units = [
            random_fighter(rng, rng.choice("ABC"), tokens=tokens, deflecting=rng.random() < 0.3, draws=symbols)
            for _ in range(count)
        ]
        borne = [slot for slot, unit in enumerate(units) if unit.token]
        for slot in borne[3:]:
            units[slot] = replace(units[slot], token=None)
        return tuple(units)

    def pile() -> tuple[Fighter, ...]:
        kinds = cards(rng.choice((0, 1, 2, 2)), False)
        return tuple(unit for unit in kinds for _ in range(rng.choice((1, 1, 2))))[:3]

    # All but a dozen relics are accounted for, so that the oracle can list what may be drawn.
    relics = {era: rng.randint(0, 5) for era in ERAS}
    left = {era: rng.randint(0, 3) for era in ERAS}
    others = left if challenge else {era: 8 - relics[era] - left[era] for era in ERAS}
    return Question(
        cards(rng.randint(1, 4), True),
        cards(rng.randint(0 if challenge else 1, 3), challenge),
        pile(),
        pile(),
        challenge,
        relics,
        others,
        tuple(rng.randint(0, 6) for _ in range(rng.randint(0, 4))) if challenge and rng.random() < 0.7 else None,
        rng.choice(("win", "vp")),
        rng.choice(ALL_RULINGS),
    )


def solved(question: Question) -> tuple[Sums, Encoded]:
    encoded = encode(question.query)
    pairs = enumerate_pairs(question.query, encoded, 100_000)
    assert isinstance(pairs, Enumerated)
    return solve(question.query, encoded, pairs), encoded


def shares(sums: Sums, first: int, count: int) -> dict[int, Fraction]:
    """A distribution out of the sums, positive chances only."""
    found = {index: Fraction(sums.sums[first + index], sums.total) for index in range(count)}
    return {index: chance for index, chance in found.items() if chance}


def check_against_oracle(question: Question) -> oracle.Exact:
    expected = question.oracle()
    sums, encoded = solved(question)
    assert sum(sums.sums[tally.RESULT : tally.RESULT + 3]) == sums.total
    results = shares(sums, tally.RESULT, 3)
    assert (results.get(0, 0), results.get(1, 0), results.get(2, 0)) == (
        expected.win,
        expected.lose,
        expected.nobody,
    ), question
    assert shares(sums, tally.DEPLOYED, 6) == expected.attackers_deployed, question
    assert shares(sums, tally.ATTACKERS_LEFT, 6) == expected.attacker_survivors, question
    assert shares(sums, tally.DEFENDERS_LEFT, 6) == expected.defender_survivors, question
    assert sum(shares(sums, tally.WON_WITH, 6).values()) == expected.win
    if not question.challenge:
        conquered: dict[str, Fraction] = {}
        for card, (name, _) in enumerate(encoded.cards):
            copies = Fraction(sums.sums[tally.CONQUERED + card], sums.total)
            if copies:
                conquered[name] = conquered.get(name, Fraction(0)) + copies
        assert conquered == {name: x for name, x in expected.conquered.items() if x}, question
    check_answer(question, question.ask(method="exact"), expected, shares(sums, tally.WON_WITH, 6))
    return expected


def check_answer(question: Question, answer: Odds, expected: oracle.Exact, won_with: dict[int, Fraction]) -> None:
    """The answer of `odds.attack` says the same in doubles, and the exact fractions as text."""
    assert answer.method == "exact"
    assert (answer.fights, answer.seed, answer.win_interval) == (None, None, None)
    assert answer.fractions == {
        "win": str(expected.win),
        "lose": str(expected.lose),
        "nobody": str(expected.nobody),
    }
    assert (answer.win, answer.lose, answer.nobody) == tuple(map(float, (expected.win, expected.lose, expected.nobody)))
    for told, found in (
        (answer.attackers_deployed, expected.attackers_deployed),
        (answer.attacker_survivors, expected.attacker_survivors),
        (answer.defender_survivors, expected.defender_survivors),
    ):
        assert told == {count: float(chance) for count, chance in found.items()}
    relic = sum((chance * question.prize(count)[0] for count, chance in won_with.items()), Fraction(0))
    medal = sum((chance * question.prize(count)[1] for count, chance in won_with.items()), Fraction(0))
    assert answer.expected_relic_vp == float(relic)
    assert answer.expected_unit_vp == float(expected.unit_vp)
    unknown = question.challenge and question.medals is None
    assert answer.expected_medal_vp == (None if unknown else float(medal))
    assert answer.expected_vp == float(expected.unit_vp + relic + medal)
    if question.objective == "vp":
        assert expected.value == expected.unit_vp + relic + medal
    else:
        assert expected.value == expected.win


@pytest.mark.parametrize("seed", range(QUESTIONS))
def test_random_questions_are_answered_as_the_oracle_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "INTERPRETED_PAIRS", NEVER)
    monkeypatch.setattr(exact, "INTERPRETED_PAIRS_WARM", NEVER)
    check_against_oracle(random_question(random.Random(seed)))


def test_the_random_questions_ask_for_everything() -> None:
    """Without draws, re-rolls, challenges and both objectives among them they would prove little."""
    questions = [random_question(random.Random(seed)) for seed in range(QUESTIONS)]
    encoded = [encode(question.query) for question in questions]
    assert sum(numbers.most_rerolls > 1 for numbers in encoded) > 60
    pairs = [enumerate_pairs(q.query, e, 100_000) for q, e in zip(questions, encoded, strict=True)]
    assert sum(both is not None and both.pairs > 3 for both in pairs) > 20
    assert sum(len(set(question.deck)) < len(question.deck) for question in questions) > 40
    assert sum(question.challenge for question in questions) > 45
    assert sum(question.objective == "vp" for question in questions) > 55
    assert sum(any(unit.token for unit in question.attackers) for question in questions) > 60


def test_compiled_sums_are_the_interpreted_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = [random_question(random.Random(seed)) for seed in range(15 if numba.config.DISABLE_JIT else 100)]
    for limit in ("INTERPRETED_PAIRS", "INTERPRETED_PAIRS_WARM"):
        monkeypatch.setattr(exact, limit, NEVER)
    interpreted = [solved(question)[0] for question in questions]
    for limit in ("INTERPRETED_PAIRS", "INTERPRETED_PAIRS_WARM"):
        monkeypatch.setattr(exact, limit, ALWAYS)
    assert exact.is_compiled_worthwhile(0, exact.INTERPRETED_PAIRS, exact.INTERPRETED_PAIRS_WARM)
    calls = []
    from odds.history import sweep_pairs

    honest = sweep_pairs.tally_compiled
    monkeypatch.setattr(sweep_pairs, "tally_compiled", lambda *given: calls.append(1) or honest(*given))
    assert [solved(question)[0] for question in questions] == interpreted
    assert len(calls) > len(questions) * 3 // 4  # the others outgrow 64 bits


def test_sums_that_outgrow_64_bits_stay_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """27 re-rolls make weights of 6**29; they are added up as whole numbers, never compiled."""
    monkeypatch.setattr(exact, "INTERPRETED_PAIRS", ALWAYS)
    monkeypatch.setattr(exact, "INTERPRETED_PAIRS_WARM", ALWAYS)
    # R9's case of one re-roll, with 27 and three against four: S6 within 28 rolls, against four faces of six.
    found = odds.attack(
        "A=0/0/0:9 reroll:9, B=0/0/0:9 reroll:9, C=0/0/0:9 reroll:9",
        "X=0/0/0:2 reinforcement, Y=0/0/0:9, Z=0/0/0:9",
        stack="W=0/0/0:9",
    )
    assert found.fractions is not None
    assert Fraction(found.fractions["win"]) == Fraction(2, 3) * (1 - Fraction(5, 6) ** 28)


# ------------------------------------------------------------------------------------------------- notes


def notes_of(*line_ups: str, **options: object) -> str:
    return "\n".join(odds.attack(*line_ups, **options).notes)


def test_an_empty_pile_is_noted_where_it_matters() -> None:
    ours, theirs = "A=1/1/1 reinforcement", "X=1/1/1 reinforcement"
    notes = notes_of(ours, theirs)
    assert "the attacker's draw pile was not given (--deck)" in notes
    assert "the era stack was not given (--stack)" in notes
    notes = notes_of(ours, theirs, deck="B=0/0/0", challenge=True)
    assert "--deck" not in notes
    assert "the defender's draw pile was not given (--stack)" in notes
    notes = notes_of(ours, theirs, deck="B=0/0/0", stack="Y=0/0/0")
    assert "reinforcement" not in notes
    assert "reinforcement" not in notes_of("A=1/1/1", "X=1/1/1")


def test_the_other_reading_of_r15_is_noted_with_its_figure() -> None:
    # Hand-worked in the cases of R15: 1/2 with the ruling, 2/3 without.
    assert "ruling R15: with empty_side_fights=false the attacker wins 66.7 %" in notes_of("A=0/0/0", "X=0/0/0")
    assert "ruling R15: with empty_side_fights=true the attacker wins 50.0 %" in notes_of(
        "A=0/0/0", "X=0/0/0", rulings={"empty_side_fights": False}
    )
    # The difference is seen in who wins only: here the attacker always does.
    assert "R15" not in notes_of("A=9/9/9:9", "X=0/0/0")


def test_what_a_challenge_assumes_is_noted() -> None:
    notes = notes_of("A=1/1/1", "X=1/1/1", challenge=True)
    assert "--their-relics" in notes
    assert "--medals" in notes
    notes = notes_of("A=1/1/1", "X=1/1/1", challenge=True, their_relics={"I": 1}, medals=[1])
    assert "--their-relics" not in notes
    assert "--medals" not in notes


def test_the_card_set_is_noted() -> None:
    assert "not the printed values" in notes_of("A=1/1/1", "X=1/1/1")


# -------------------------------------------------------------------------------------------- challenges


def test_honour_tokens_and_a_lost_medal() -> None:
    # A's three take 1 each, B never falls. X brings 3 or more ranged and 9 normal: A, A, A fall in ranged or
    # normal whatever the dice; B and the tough X stand, one each: the attacker wins and has lost three.
    won = odds.challenge("3 A=0/0/0, B=0/0/0:99", "X=5/9/0:99", medals=[4, 2, 7])
    assert won.fractions == {"win": "1", "lose": "0", "nobody": "0"}
    assert won.attacker_survivors == {1: 1.0}
    # Three defeated make one token (rounded down). Of the medals 4, 2, 7 the better of two: (4 + 7 + 7)/3.
    assert won.expected_honour_vp == won.opponent_vp == 1.0
    assert won.expected_medal_vp == 6.0
    # With two X the attack is lost: no tokens, but the medal.
    lost = odds.challenge("3 A=0/0/0, B=0/0/0:99", "2 X=5/9/0:99", medals=[4, 2, 7])
    assert lost.fractions == {"win": "0", "lose": "1", "nobody": "0"}
    assert (lost.expected_honour_vp, lost.opponent_vp, lost.expected_medal_vp) == (0.0, 6.0, 0.0)


def test_a_challenge_conquers_nothing() -> None:
    found = odds.challenge("A=9/9/9:9", "X=0/0/0 hero", their_relics={"I": 2})
    assert found.conquered == {"expected": 0.0, "by_unit": {}}
    assert (found.expected_unit_vp, found.expected_relic_vp) == (0.0, 1.0)


def test_nobody_against_an_attack() -> None:
    found = odds.challenge("A=0/0/0:9", "none")
    assert found.fractions == {"win": "1", "lose": "0", "nobody": "0"}
    with pytest.raises(InputError, match="--challenge"):
        odds.attack("A=0/0/0:9", "none")


# ------------------------------------------------------------------------------------------------- worth


def test_worth_by_hand() -> None:
    assert [unit_points(kind) for kind in ("basic", "elite", "hero")] == [0, 1, 3]
    assert [next_relic_points(owned) for owned in range(8)] == [1, 1, 2, 2, 3, 0, 0, 0]
    # I is worth 1 (six of them), II 2 (two): the best of one of eight, (6*1 + 2*2)/8; of two: no II in 15 of
    # 28 pairs, (15 + 13*2)/28.
    pool, owned = {"I": 6, "II": 2}, {"II": 2}
    assert relic_worth(pool, owned, 1) == Fraction(10, 8)
    assert relic_worth(pool, owned, 2) == Fraction(41, 28)
    assert relic_worth(pool, owned, 0) == relic_worth({}, owned, 3) == 0
    prizes = relic_prizes(pool, owned)
    assert prizes[5] == prizes[0] == 0
    assert prizes[4] == Fraction(10, 8)
    assert prizes[3] == Fraction(41, 28)


def test_medals_by_hand() -> None:
    assert medal_worth(()) == 0
    assert medal_worth((5,)) == 5
    assert medal_worth((1, 5)) == 5
    # Pairs of 1, 2, 2, 5: 2, 2, 5, 2, 5, 5.
    assert medal_worth((2, 1, 5, 2)) == Fraction(21, 6)


def test_relics_not_seen() -> None:
    assert unseen_relics({"I": 3}, {"I": 5, "IV": 1}, "--relics") == {"I": 0, "II": 8, "III": 8, "IV": 7}
    with pytest.raises(InputError, match="9 relics of era I"):
        unseen_relics({"I": 3}, {"I": 6}, "--relics")


@pytest.mark.parametrize("seed", range(40))
def test_random_relics_are_worth_what_the_oracle_says(seed: int) -> None:
    rng = random.Random(seed)
    pool = {era: rng.randint(0, 3) for era in ERAS}
    owned = {era: rng.randint(0, 6) for era in ERAS}
    draws = rng.randint(0, 4)
    assert relic_worth(pool, owned, draws) == oracle.best_relic_worth(pool, owned, draws)
