"""The bridge between the oracle's positions and the decision in numbers that the package searches."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from odds.history.advise import evaluate
from odds.history.advise.advice import relic_pool
from odds.history.advise.choices import attacker_row
from odds.history.advise.draw_pairs import Draws, enumerate_draws
from odds.history.advise.evaluators import Evaluator, Interpreted
from odds.history.advise.position import Position, Prizes, build
from odds.history.advise.pricing import Weights
from odds.history.advise.ranked import Ranked, rank
from odds.history.advise.targets import Target, targets_of
from odds.history.cards import Unit
from odds.history.rules import ATTACKER_SLOTS
from odds.history.table_files import read_table
from odds.history.worth import relic_prizes
from tests import advise_oracle
from tests.history.advise_positions import random_position, to_product
from tests.history.bridge import to_units

TABLES = Path(__file__).parents[1] / "data" / "tables"

Cards = tuple[tuple[object, ...], ...]


def with_losses(rng: random.Random, position: advise_oracle.Position) -> advise_oracle.Position:
    """The position with prices of a lost challenge and of the honour tokens a won one gives away (R19)."""
    lose, honour = Fraction(rng.choice((0, 2, 8)), 8), Fraction(rng.choice((0, 1, 8)), 8)
    if not any(target.challenge for target in position.targets):
        return position
    # The oracle knows one price of losing: it is for challenges, so the board's fights are left out.
    targets = tuple(target for target in position.targets if target.challenge)
    return replace(position, targets=targets, lose_price=lose, honour_price=honour)


def to_position(position: advise_oracle.Position, weights: Weights | None = None) -> Position:
    """The same decision as numbers, by its own objective or another one."""
    product = to_product(position)
    targets = [
        Target("challenge" if target.challenge else "board", "I", target.defenders, target.stack)
        for target in product.targets
    ]
    prizes = [
        Prizes(
            tuple(
                Fraction((position.prizes if target.prizes is None else target.prizes).get(count, 0))
                for count in range(ATTACKER_SLOTS + 1)
            ),
            lost_medal=position.lose_price,
            honour=position.honour_price,
        )
        for target in position.targets
    ]
    return build(
        product.hand,
        product.deck,
        product.tokens,
        targets,
        prizes,
        to_weights(position) if weights is None else weights,
        product.rulings,
    )


def to_weights(position: advise_oracle.Position) -> Weights:
    """The oracle's objective as weights; what an opponent gets is priced through the prizes."""
    return Weights(
        win=position.win_weight,
        unit=position.unit_weight,
        opponent=Fraction(-1),
        token=-position.token_price,
        hero_use=-position.hero_price,
        card=-position.card_price,
    )


def all_draws(position: Position) -> Draws:
    """Every draw of a small position."""
    draws = enumerate_draws(position)
    assert draws is not None
    return draws


def rank_all(position: Position, draws: Draws, evaluator: Evaluator | None = None) -> list[Ranked]:
    """Every attack in the order of their numbers, interpreted unless another evaluator is given."""
    order = range(position.attack_count)
    found = (evaluator or Interpreted(position, draws)).value(order)
    return [
        rank(position, attack, found.tallies[attack], draws.pairs.totals[position.combination(attack)])
        for attack in order
    ]


def random_weights(rng: random.Random) -> Weights:
    """An objective that likes to win and to conquer and pays for what it uses, all in eighths."""

    def eighths(*choices: int) -> Fraction:
        return Fraction(rng.choice(choices), 8)

    return Weights(
        win=eighths(0, 0, 8, 80),
        unit=eighths(0, 4, 8, 8),
        relic=eighths(0, 8, 8),
        medal=eighths(0, 8),
        opponent=eighths(0, -8),
        token=eighths(0, 0, -1, -4),
        hero_use=eighths(0, 0, -2, -4),
        card=eighths(0, 0, -1),
    )


def rows_of(units: Sequence[Unit]) -> Cards:
    """What tells line-ups apart."""
    return tuple((unit.name, *attacker_row(unit)) for unit in units)


def oracle_attacks(
    position: advise_oracle.Position,
) -> dict[tuple[int, Cards], advise_oracle.Attack]:
    """The oracle's attacks by target and line-up, as the package tells them apart."""
    return {(found.target, rows_of(to_units(found.line_up))): found for found in advise_oracle.all_attacks(position)}


def key_of(position: Position, ranked: Ranked) -> tuple[int, Cards]:
    """Where `oracle_attacks` has an attack."""
    return position.target(ranked.number), rows_of(ranked.line_up)


def figures(ranked: Ranked) -> dict[str, Fraction]:
    """What the oracle's `figures` has, of an attack of the package against a target that is no challenge's prize."""
    return {
        "score": ranked.score,
        "win": ranked.win,
        "lose": ranked.lose,
        "nobody": ranked.nobody,
        "defeated_worth": ranked.unit_vp,
        "prize": ranked.relic_vp,
        "tokens_used": ranked.tokens,
        "heroes": ranked.heroes,
    }


def many_positions(seed: int, number: int, most_work: int = 80) -> list[tuple[advise_oracle.Position, Position]]:
    """Random positions in both shapes; a third of them are challenges with their prices."""
    rng = random.Random(seed)
    found = []
    for index in range(number):
        position = random_position(rng, most_work, challenges=index % 3 == 2)
        if index % 3 == 2:
            position = with_losses(rng, position)
        found.append((position, to_position(position)))
    return found


def unbounded(position: Position) -> Position:
    """The position with the bound on tokens left out of its evaluation."""
    settings = list(position.settings)
    settings[evaluate.BOUNDED] = 0
    return replace(position, settings=settings)


def table_position(name: str) -> Position:
    """The decision of a table file of the test data, for victory points; players are left out."""
    table = read_table(TABLES / f"{name}.toml")
    targets = [target for target in targets_of(table) if target.kind != "challenge"]
    prizes = Prizes(tuple(relic_prizes(relic_pool(table), table.relics)))
    return build(table.hand, table.deck, table.tokens, targets, [prizes] * len(targets), Weights(), table.rulings)
