"""Passes over many attacks: their exact or sampled worth, and bounds on it.

Numba's subset, like `fight`. Both sides' reinforcement (R2) comes as lists of *pairs*, one list for each set of draws
and each target: the attackers' draw, the defending line-up, and a weight. An exact pass has every pair with its exact
weight, a sampled one has what was drawn, the same for all attacks, with how often it was drawn.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from odds.history.advise.bound import PRIZES, bound_tokens, spare_markers
from odds.history.advise.evaluate import (
    CARD_PRICE,
    CONQUERED_CARDS,
    EMPTY_FIGHTS,
    HERO_PRICE,
    LINE_UP_COUNT,
    LINE_UP_DRAWS,
    LINE_UP_WIDTH,
    TOKEN_COUNT,
    TOKEN_PRICE,
    choose_tokens,
    compose,
    count_heroes,
)
from odds.history.fight import SIDE_ROWS, Numbers, set_up
from odds.history.rules import TOKENS_PER_SIDE
from odds.history.tally import CONQUERED, tally_outcome

# Behind the conquered cards of a tally: fights by tokens used, then heroes that fought.
TOKENS_USED = 0
HEROES_USED = TOKENS_PER_SIDE + 1
TALLY_EXTRA = HEROES_USED + 1

# A pair of draws.
PAIR_DRAW = 0
PAIR_DEFENDERS = 1
PAIR_WIDTH = 2


def value_attacks(
    first: int,
    last: int,
    order: Sequence[int],
    attacks: Sequence[int],
    line_ups: Sequence[int],
    challenges: Sequence[int],
    hand: Sequence[int],
    draw_rows: Sequence[int],
    draw_counts: Sequence[int],
    defenders: Sequence[int],
    defender_counts: Sequence[int],
    pair_spans: Sequence[int],
    pairs: Sequence[int],
    pair_weights: Sequence[Any],
    dice: Sequence[int],
    settings: Sequence[int],
    prizes: Sequence[Any],
    powers: Sequence[Any],
    tokens: Sequence[int],
    spans: Sequence[int],
    assignments: Sequence[int],
    unit: Any,
    arena: Numbers,
    line: Numbers,
    table: Numbers,
    best_table: Numbers,
    bonus: Numbers,
    values: MutableSequence[Any],
    scratch: MutableSequence[Any],
    weights: MutableSequence[Any],
    best_weights: MutableSequence[Any],
    scores: MutableSequence[Any],
    tallies: Any,
    choices: Numbers,
) -> None:
    """Evaluate the attacks `order[first]` to `order[last - 1]` over their pairs of draws.

    Args:
        attacks: A line-up and a target for each attack.
        challenges: For each target 1 if a player defends, -1 if it is hunted, which takes a token; else 0.
        hand: Rows of the hand's different cards; CARD is 1 for a hero, as in all attackers' rows here.
        draw_rows, draw_counts: The drawn cards' rows (`SIDE_ROWS` numbers a draw), and how many they are.
        defenders, defender_counts: The complete defending line-ups of all targets.
        pair_spans: For each set of draws and target, its first pair and the one after its last:
            `pair_spans[2 * (len(challenges) * draws + target)]`.
        unit: 1 of the kind that scores are counted in: `1` interpreted, `1.0` compiled.
        scores: For each attack the sum of weight × worth, the worth over `36 * powers[-1]`.
        tallies: For each attack the tally of the best play (see `tally`), then `TALLY_EXTRA` sums; empty ones where
            scores are all that is asked for.
        choices: Where a single attack is looked at closely: filled with the assignment chosen for each pair.
    """
    extra = CONQUERED + settings[CONQUERED_CARDS]
    most = len(powers) - 1
    for index in range(first, last):
        attack = order[index]
        line_up = attacks[2 * attack]
        target = attacks[2 * attack + 1]
        draws = line_ups[line_up * LINE_UP_WIDTH + LINE_UP_DRAWS]
        deployed = line_ups[line_up * LINE_UP_WIDTH + LINE_UP_COUNT]
        challenge = challenges[target] > 0
        span = 2 * (len(challenges) * draws + target)
        score = unit * 0
        tally = tallies[attack]
        composed = -1
        ours = 0
        for pair in range(pair_spans[span], pair_spans[span + 1]):
            draw = pairs[PAIR_WIDTH * pair + PAIR_DRAW]
            theirs = pairs[PAIR_WIDTH * pair + PAIR_DEFENDERS]
            if draw != composed:
                ours = compose(line, line_up, line_ups, hand, draw, draw_rows, draw_counts)
                composed = draw
            heroes = count_heroes(line, ours)
            cost = settings[HERO_PRICE] * heroes + settings[CARD_PRICE] * deployed
            if challenges[target] < 0:
                cost += settings[TOKEN_PRICE]
            chosen, rerolls, value = choose_tokens(
                arena,
                line,
                ours,
                defenders,
                theirs * SIDE_ROWS,
                defender_counts[theirs],
                dice,
                challenge,
                settings,
                prizes,
                target * PRIZES,
                powers,
                tokens,
                spans,
                assignments,
                table,
                best_table,
                bonus,
                values,
                scratch,
                weights,
                best_weights,
            )
            score += unit * pair_weights[pair] * (value - powers[most] * 36 * cost)
            if len(choices) > 0:
                choices[pair - pair_spans[span]] = chosen
            if len(tally) == 0:
                continue
            weight = pair_weights[pair] * powers[most - rerolls]
            # The arena has the last assignment tried, but tokens change nothing that a tally reads.
            for faces in range(36):
                ways = best_weights[faces]
                if ways > 0:
                    # Many faces end alike: they are counted at once.
                    for other in range(faces + 1, 36):
                        if best_table[other] == best_table[faces]:
                            ways += best_weights[other]
                            best_weights[other] = 0 * ways
                    tally_outcome(tally, arena, best_table[faces], weight * ways)
            used = 0
            for token in range(TOKENS_PER_SIDE):
                if assignments[chosen * TOKENS_PER_SIDE + token] >= 0:
                    used += 1
            whole = pair_weights[pair] * powers[most] * 36
            tally[extra + TOKENS_USED + used] += whole
            tally[extra + HEROES_USED] += whole * heroes
        scores[attack] = score


def bound_attacks(
    first: int,
    last: int,
    order: Sequence[int],
    attacks: Sequence[int],
    line_ups: Sequence[int],
    challenges: Sequence[int],
    hand: Sequence[int],
    draw_rows: Sequence[int],
    draw_counts: Sequence[int],
    defenders: Sequence[int],
    defender_counts: Sequence[int],
    pair_spans: Sequence[int],
    pairs: Sequence[int],
    pair_weights: Sequence[Any],
    dice: Sequence[int],
    settings: Sequence[int],
    prizes: Sequence[Any],
    powers: Sequence[Any],
    tokens: Sequence[int],
    unit: Any,
    arena: Numbers,
    line: Numbers,
    bonus: Numbers,
    values: MutableSequence[Any],
    scratch: MutableSequence[Any],
    weights: MutableSequence[Any],
    any_order: int,
    caps: Sequence[Any],
    floors: Sequence[Any],
    limits: MutableSequence[Any],
) -> None:
    """Bound the attacks `order[first]` to `order[last - 1]` from above, in the unit of `value_attacks`'s scores.

    Args:
        any_order: 1 to bound every order of an attack's cards together.
        caps: For each defending line-up a worth, over `36 * powers[-1]`, that no fight against it exceeds.
        floors: For each set of draws and target the score an attack must reach to matter: once the pairs that are
            left cannot lift it there, they are not looked at.
        limits: For each attack the bound.
    """
    whole = powers[len(powers) - 1] * 36
    held = settings[TOKEN_COUNT]
    for index in range(first, last):
        attack = order[index]
        line_up = attacks[2 * attack]
        target = attacks[2 * attack + 1]
        draws = line_ups[line_up * LINE_UP_WIDTH + LINE_UP_DRAWS]
        deployed = line_ups[line_up * LINE_UP_WIDTH + LINE_UP_COUNT]
        challenge = challenges[target] > 0
        span = 2 * (len(challenges) * draws + target)
        limit = unit * 0
        left = unit * 0
        # First with all tokens for nothing: below the floor already it need not be weighed whether they pay.
        for free in range(min(held, 1), -1, -1):
            limit = unit * 0
            left = unit * 0
            for pair in range(pair_spans[span], pair_spans[span + 1]):
                left += pair_weights[pair] * caps[pairs[PAIR_WIDTH * pair + PAIR_DEFENDERS]]
            composed = -1
            ours = 0
            for pair in range(pair_spans[span], pair_spans[span + 1]):
                if limit + left < floors[span // 2]:
                    break
                draw = pairs[PAIR_WIDTH * pair + PAIR_DRAW]
                theirs = pairs[PAIR_WIDTH * pair + PAIR_DEFENDERS]
                if draw != composed:
                    ours = compose(line, line_up, line_ups, hand, draw, draw_rows, draw_counts)
                    composed = draw
                cost = settings[HERO_PRICE] * count_heroes(line, ours) + settings[CARD_PRICE] * deployed
                if challenges[target] < 0:
                    cost += settings[TOKEN_PRICE]
                set_up(arena, line, 0, ours, defenders, theirs * SIDE_ROWS, defender_counts[theirs], None)
                spare = -1
                if any_order > 0:
                    spare = spare_markers(arena, line, ours)
                best = unit * 0
                for attempt in range(free, min(held, 1) + 1):
                    # All tokens at the price of one: no assignment is worth more.
                    found = bound_tokens(
                        arena,
                        tokens,
                        attempt * ((1 << held) - 1),
                        spare,
                        dice,
                        challenge,
                        settings[EMPTY_FIGHTS] > 0,
                        prizes,
                        target * PRIZES,
                        powers,
                        bonus,
                        values,
                        scratch,
                        weights,
                    )
                    if free == 0:
                        found -= whole * settings[TOKEN_PRICE] * attempt
                    if attempt == free or found > best:
                        best = unit * found
                limit += unit * pair_weights[pair] * (best - whole * cost)
                left -= pair_weights[pair] * caps[theirs]
            limit += left
            if limit < floors[span // 2]:
                break
        limits[attack] = limit
