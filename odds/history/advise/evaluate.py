"""What an attack is worth with the choices made when the rules make them: tokens after R6, re-rolls after the roll.

Numba's subset, like `fight`. An *attack* is a line-up of hand cards against a target; its value is the mean over both
sides' reinforcement (R2) of the best war token assignment (R7), each worth the mean over the dice with re-rolls
played as R9 has it. All values are whole numbers; interpreted they are Python's, compiled 64-bit integers.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from odds.history.advise.bound import PRIZE_HONOUR, PRIZE_LOSE, PRIZE_WIN, bound_tokens
from odds.history.faces import RISKY, STRONG, attacker_die, count_rerolls, fill_table, weigh_faces
from odds.history.fight import (
    CARD,
    POSITION,
    ROWS,
    SIDE_ROWS,
    SLOTS,
    STANDING,
    START,
    UNIT_WIDTH,
    WORTH,
    Numbers,
    count_bits,
    set_up,
    winner,
)
from odds.history.rules import TOKENS_PER_SIDE, UNITS_PER_HONOUR_TOKEN

# Settings of a question, one flat sequence.
PER_LINE = 0  # R14
EMPTY_FIGHTS = 1  # R15
BOUNDED = 2  # whether the bound on tokens holds for the objective
TOKEN_PRICE = 3  # what a used token costs the objective
HERO_PRICE = 4  # what a hero's only fight costs it (R20)
CARD_PRICE = 5  # what each hand card deployed costs it
TOKEN_COUNT = 6  # tokens held that can be assigned
CONQUERED_CARDS = 7  # cards that a tally counts as conquered

SUBSETS = 1 << TOKENS_PER_SIDE

# A line-up of hand cards: how many, which (at most 4), which set of draws its reinforcement has.
LINE_UP_COUNT = 0
LINE_UP_CARDS = 1
LINE_UP_DRAWS = 5
LINE_UP_WIDTH = 6


def outcome_worth(arena: Numbers, code: int, prizes: Sequence[Any], prizes_first: int) -> Any:
    """Return what the objective makes of an outcome: units defeated, and the prize of who won."""
    value = prizes[0] * 0
    for slot in range(arena[START + POSITION + STANDING]):
        if (code >> (SLOTS + slot)) & 1 == 0:
            value += arena[ROWS + SIDE_ROWS + slot * UNIT_WIDTH + WORTH]
    attackers_left = count_bits(code)
    won = winner(attackers_left, count_bits(code >> SLOTS))
    if won == 0:
        attackers = arena[START + STANDING]
        defeated = attackers - attackers_left
        value += prizes[prizes_first + PRIZE_WIN + attackers]
        value += prizes[prizes_first + PRIZE_HONOUR] * (defeated // UNITS_PER_HONOUR_TOKEN)
    elif won == 1:
        value += prizes[prizes_first + PRIZE_LOSE]
    return value


def fight_worth(
    arena: Numbers,
    dice: Sequence[int],
    challenge: bool,
    settings: Sequence[int],
    prizes: Sequence[Any],
    prizes_first: int,
    powers: Sequence[Any],
    table: Numbers,
    values: MutableSequence[Any],
    scratch: MutableSequence[Any],
    weights: MutableSequence[Any],
) -> Any:
    """Return what the fight that `set_up` prepared is worth, re-rolls played as R9 has it.

    Returns:
        A sum over all faces with weights that add up to `36 * powers[-1]`; `table` and `weights` are left for
        `tally_outcome`, the weights as they add up to `36 * 6 ** (re-rolls shown)`.
    """
    fill_table(arena, dice, settings[PER_LINE] > 0, settings[EMPTY_FIGHTS] > 0, table)
    for pair in range(36):
        # Neighbouring faces mostly end alike.
        if pair >= 6 and table[pair] == table[pair - 6]:
            values[pair] = values[pair - 6]
        elif pair > 0 and table[pair] == table[pair - 1]:
            values[pair] = values[pair - 1]
        else:
            values[pair] = outcome_worth(arena, table[pair], prizes, prizes_first)
    own_rerolls = count_rerolls(arena, 0)
    their_rerolls = count_rerolls(arena, 1)
    total = prizes[0] * 0
    if own_rerolls + their_rerolls == 0:
        for pair in range(36):
            weights[pair] = powers[0]
            total += values[pair]
    else:
        their_die = STRONG + RISKY - attacker_die(arena[START + STANDING])
        weigh_faces(values, own_rerolls, their_rerolls, challenge, dice, their_die, scratch, weights)
        for pair in range(36):
            total += weights[pair] * values[pair]
    return total * powers[len(powers) - 1 - own_rerolls - their_rerolls]


def add_tokens(line: Numbers, tokens: Sequence[int], assignments: Sequence[int], assignment: int, sign: int) -> None:
    """Put an assignment's tokens on the attackers' rows, or with `sign` -1 take them off again."""
    for token in range(TOKENS_PER_SIDE):
        slot = assignments[assignment * TOKENS_PER_SIDE + token]
        if slot >= 0:
            for field in range(CARD):
                line[slot * UNIT_WIDTH + field] += sign * tokens[token * UNIT_WIDTH + field]


def choose_tokens(
    arena: Numbers,
    line: Numbers,
    ours: int,
    defenders: Sequence[int],
    theirs_first: int,
    theirs: int,
    dice: Sequence[int],
    challenge: bool,
    settings: Sequence[int],
    prizes: Sequence[Any],
    prizes_first: int,
    powers: Sequence[Any],
    tokens: Sequence[int],
    spans: Sequence[int],
    assignments: Sequence[int],
    table: Numbers,
    best_table: Numbers,
    bonus: Numbers,
    values: MutableSequence[Any],
    scratch: MutableSequence[Any],
    weights: MutableSequence[Any],
    best_weights: MutableSequence[Any],
) -> tuple[int, int, Any]:
    """Find the best war token assignment for two complete line-ups (R7); of equals, the one with fewest tokens.

    Args:
        line, ours: The attackers' rows and their number.
        defenders, theirs_first, theirs: The defenders' rows, where they begin, and their number.
        tokens: A row for each token held.
        spans: For each number of attackers and each subset of the tokens, the first of its assignments and the
            one after its last: `spans[2 * (SUBSETS * attackers + subset)]`.
        assignments: Three numbers each: the slot of each token, -1 for one not used. Number 0 uses none.
        best_table, best_weights: Left as the best assignment's table and weights.

    Returns:
        The assignment, the re-rolls both sides show with it, and its worth less the tokens' price, over
        `36 * powers[-1]`.
    """
    set_up(arena, line, 0, ours, defenders, theirs_first, theirs, None)
    best = fight_worth(
        arena, dice, challenge, settings, prizes, prizes_first, powers, best_table, values, scratch, best_weights
    )
    chosen = 0
    chosen_rerolls = count_rerolls(arena, 0) + count_rerolls(arena, 1)
    held = settings[TOKEN_COUNT]
    price = powers[len(powers) - 1] * 36 * settings[TOKEN_PRICE]
    for used in range(1, held + 1):
        for subset in range(1, 1 << held):
            span = 2 * (SUBSETS * ours + subset)
            if count_bits(subset) != used or spans[span] == spans[span + 1]:
                continue
            if settings[BOUNDED] > 0:
                set_up(arena, line, 0, ours, defenders, theirs_first, theirs, None)
                limit = bound_tokens(
                    arena,
                    tokens,
                    subset,
                    -1,
                    dice,
                    challenge,
                    settings[EMPTY_FIGHTS] > 0,
                    prizes,
                    prizes_first,
                    powers,
                    bonus,
                    values,
                    scratch,
                    weights,
                )
                if limit - price * used <= best:
                    continue
            for assignment in range(spans[span], spans[span + 1]):
                add_tokens(line, tokens, assignments, assignment, 1)
                set_up(arena, line, 0, ours, defenders, theirs_first, theirs, None)
                add_tokens(line, tokens, assignments, assignment, -1)
                value = (
                    fight_worth(
                        arena, dice, challenge, settings, prizes, prizes_first, powers, table, values, scratch, weights
                    )
                    - price * used
                )
                if value > best:
                    best = value
                    chosen = assignment
                    chosen_rerolls = count_rerolls(arena, 0) + count_rerolls(arena, 1)
                    for pair in range(36):
                        best_table[pair] = table[pair]
                        best_weights[pair] = weights[pair]
    return chosen, chosen_rerolls, best


def compose(
    line: Numbers,
    line_up: int,
    line_ups: Sequence[int],
    hand: Sequence[int],
    draw: int,
    draw_rows: Sequence[int],
    draw_counts: Sequence[int],
) -> int:
    """Lay a line-up of hand cards and one draw of its reinforcement out as rows, and return how many units it has."""
    first = line_up * LINE_UP_WIDTH
    count = line_ups[first + LINE_UP_COUNT]
    for slot in range(count):
        card = line_ups[first + LINE_UP_CARDS + slot]
        for field in range(UNIT_WIDTH):
            line[slot * UNIT_WIDTH + field] = hand[card * UNIT_WIDTH + field]
    for index in range(draw_counts[draw] * UNIT_WIDTH):
        line[count * UNIT_WIDTH + index] = draw_rows[draw * SIDE_ROWS + index]
    return count + draw_counts[draw]


def count_heroes(line: Sequence[int], units: int) -> int:
    """Return the heroes among the attackers: an attacker's CARD is 1 for a hero."""
    heroes = 0
    for slot in range(units):
        heroes += line[slot * UNIT_WIDTH + CARD]
    return heroes
