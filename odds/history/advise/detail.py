"""A close look at one attack: every pair of draws with the tokens chosen, the dice, and the whole distribution."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

from odds.history.advise import evaluate
from odds.history.advise.bound import PRIZES
from odds.history.advise.draw_pairs import Draws, Pairs
from odds.history.advise.position import Position
from odds.history.advise.search import evaluator_for
from odds.history.cards import Unit
from odds.history.encode import DICE
from odds.history.faces import FACES_SCRATCH, STRONG, attacker_die, count_rerolls
from odds.history.fight import (
    ARENA_SIZE,
    CARD,
    SIDE_ROWS,
    SLOTS,
    STANDING,
    START,
    UNIT_WIDTH,
    count_bits,
    set_up,
    winner,
)
from odds.history.rules import RELIC_DRAWS, RISKY_DIE, STRONG_DIE, TOKENS_PER_SIDE
from odds.history.worth import relic_distribution

#: Pairs of draws looked at; of more, the likeliest.
MOST_PAIRS = 400


@dataclass(frozen=True)
class Case:
    """One pair of draws.

    Attributes:
        own, theirs: The cards that come as reinforcement on either side.
        probability: How likely this pair is.
        tokens: The slot each token goes to, -1 for one that is kept.
        win: Chance to win with it.
    """

    own: tuple[Unit, ...]
    theirs: tuple[str, ...]
    probability: Fraction
    tokens: tuple[int, ...]
    win: Fraction


@dataclass
class Detail:
    """What a close look found.

    Attributes:
        cases: The pairs of draws, likeliest first.
        covered: Their probability together: 1 unless there were too many.
        units, points: Probability of conquering exactly k units, of winning exactly so many VP.
        by_face: Chance to win by the face the attacker's own die shows in the end, with that face's probability.
    """

    cases: list[Case] = field(default_factory=list)
    covered: Fraction = Fraction(0)
    units: dict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    points: dict[Fraction, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    by_face: dict[tuple[int, int, int], list[Fraction]] = field(
        default_factory=lambda: defaultdict(lambda: [Fraction(0), Fraction(0)])
    )


def look_closely(
    position: Position, draws: Draws, attack: int, relic_pool: dict[str, int], owned: dict[str, int]
) -> Detail:
    """Return a close look at an attack.

    Args:
        position, draws: The decision with its draws, exact or sampled.
        attack: The attack's number.
        relic_pool, owned: Relics that can be drawn and relics owned, by era.
    """
    combination = position.combination(attack)
    first, last = draws.pairs.spans[2 * combination : 2 * combination + 2]
    likeliest = sorted(range(first, last), key=lambda pair: -draws.pairs.weights[pair])[:MOST_PAIRS]
    kept = Draws(
        draws.rows, draws.counts, draws.defenders, draws.defender_counts, _only(draws.pairs, combination, likeliest)
    )
    choices = [0] * len(likeliest)
    evaluator_for(position, kept, len(likeliest) * (1 + len(position.assignments) // 18)).value([attack], choices)
    detail = Detail()
    relics = {count: relic_distribution(relic_pool, owned, drawn) for count, drawn in RELIC_DRAWS.items()}
    for pair, choice in zip(likeliest, choices, strict=True):
        share = Fraction(draws.pairs.weights[pair], draws.pairs.totals[combination])
        detail.covered += share
        detail.cases.append(_fight(position, draws, attack, pair, choice, share, detail, relics))
    return detail


def _only(pairs: Pairs, combination: int, kept: list[int]) -> Pairs:
    """Return the pairs with one combination's list cut down to some of them."""
    spans = [0] * len(pairs.spans)
    spans[2 * combination + 1] = len(kept)
    return Pairs(
        spans,
        [number for pair in kept for number in pairs.pairs[2 * pair : 2 * pair + 2]],
        [pairs.weights[pair] for pair in kept],
        pairs.totals,
    )


def _fight(
    position: Position,
    draws: Draws,
    attack: int,
    pair: int,
    choice: int,
    share: Fraction,
    detail: Detail,
    relics: dict[int, dict[int, Fraction]],
) -> Case:
    """Return one pair of draws with its assignment `choice`, and add its outcomes to what `detail` counts over all.

    Args:
        share: How likely the pair is.
        relics: For each number of attackers what a win's relic brings, with its probability (R18).
    """
    draw, line_up = draws.pairs.pairs[2 * pair : 2 * pair + 2]
    target = position.target(attack)
    line = [0] * SIDE_ROWS
    ours = evaluate.compose(
        line, position.attacks[2 * attack], position.line_ups, position.hand_rows, draw, draws.rows, draws.counts
    )
    deployed = position.deployed(attack)
    own = tuple(_deck_card(position, line, slot) for slot in range(deployed, ours))
    evaluate.add_tokens(line, position.token_rows, position.assignments, choice, 1)
    arena, table, values, weights = [0] * ARENA_SIZE, [0] * 36, [0] * 36, [0] * 36
    theirs = draws.defender_counts[line_up]
    set_up(arena, line, 0, ours, draws.defenders, line_up * SIDE_ROWS, theirs, None)
    evaluate.fight_worth(
        arena,
        DICE,
        position.challenges[target] > 0,
        position.settings,
        position.prize_numbers,
        target * PRIZES,
        position.powers,
        table,
        values,
        [0] * FACES_SCRATCH,
        weights,
    )
    whole = 36 * 6 ** (count_rerolls(arena, 0) + count_rerolls(arena, 1))
    die = STRONG_DIE if attacker_die(arena[START + STANDING]) == STRONG else RISKY_DIE
    first_card = len(position.targets[target].defenders)
    rows = draws.defenders[line_up * SIDE_ROWS : (line_up + 1) * SIDE_ROWS]
    names = [position.cards[rows[slot * UNIT_WIDTH + CARD]] for slot in range(theirs)]
    win = Fraction(0)
    for faces in range(36):
        if not weights[faces]:
            continue
        chance = Fraction(weights[faces], whole)
        code = table[faces]
        taken = [slot for slot in range(theirs) if not (code >> (SLOTS + slot)) & 1]
        won = winner(count_bits(code), count_bits(code >> SLOTS)) == 0
        face = detail.by_face[die[faces // 6]]
        face[0] += share * chance
        if won:
            win += chance
            face[1] += share * chance
        detail.units[len(taken)] += share * chance
        points = Fraction(sum(names[slot][1] for slot in taken)) if not position.challenges[target] else Fraction(0)
        if won:
            for relic, likely in relics.get(ours, {0: Fraction(1)}).items():
                detail.points[points + relic] += share * chance * likely
        else:
            detail.points[points] += share * chance
    slots = position.assignments[choice * TOKENS_PER_SIDE :][: len(position.tokens)]
    return Case(own, tuple(name for name, _ in names[first_card:]), share, tuple(slots), win)


def _deck_card(position: Position, line: list[int], slot: int) -> Unit:
    row = line[slot * UNIT_WIDTH : (slot + 1) * UNIT_WIDTH]
    return next(unit for unit, known in zip(position.deck, position.deck_rows, strict=True) if known == row)
