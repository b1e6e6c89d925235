"""What a line-up is worth against another one, and the best line-up of a hand. Numba's subset.

The dice are weighed exactly with all re-rolls (R8, R9). Reinforcement (R2) is weighed over a few sampled draws of both
piles, the same ones for every line-up (common random numbers).
"""

from __future__ import annotations

from collections.abc import Sequence

from odds.chance import draw_below
from odds.history.advise.bound import PRIZE_WIN
from odds.history.fight import (
    CARD,
    LEFT,
    RANGED,
    REINFORCEMENT,
    REROLL,
    RIGHT,
    SIDE_ROWS,
    TOUGHNESS,
    UNIT_WIDTH,
    WORTH,
    Numbers,
)
from odds.history.game.bots.desk import (
    AVERAGE,
    BEAM,
    BEST,
    CARD_COST,
    DRAWS_WIDTH,
    ENTRY,
    GROWTH,
    HAND_MOST,
    HELD,
    HERO_COST,
    LONGER,
    OUR_ROWS,
    OURS,
    OWN_DRAWS,
    POINT,
    PRIZES_AT,
    REROLLS_MOST,
    STACK,
    THEIR_DRAWS,
    THEIR_ROWS,
    THEIR_TOKENS,
    THEIRS,
    Desk,
)
from odds.history.game.bots.desk import PILE as DECK_LIST
from odds.history.game.pieces import HERO, KIND_VALUES, TOKEN_SIZE, TOKENS, UNIT_CLASS, UNIT_SIZE, UNITS
from odds.history.game.piles import is_hero, unit_kind
from odds.history.rules import ATTACKER_HAND_SLOTS, ATTACKER_SLOTS, DEFENDER_SLOTS

#: A worth below every other.
WORST = -(1 << 40)


def strength(pieces: Sequence[int], unit: int) -> int:
    """Return a rough measure of how good a card is in fights: values, toughness and symbols, weighed."""
    row = UNITS + unit * UNIT_SIZE
    lines = 0
    symbols = 0
    for line in range(3):
        lines += pieces[row + RANGED + line]
    for field in range(REINFORCEMENT, LEFT):
        symbols += pieces[row + field]
    halves = 0
    for field in (LEFT, RIGHT):
        if pieces[row + field] != 0:
            halves += 1
    return 4 * lines + 3 * pieces[row + TOUGHNESS] + 2 * symbols + 2 * pieces[row + REINFORCEMENT] + halves


def deal_draws(notes: Numbers, pile: int, draws: int, most: int, worlds: int, stream: int) -> int:
    """Sample what would be drawn from a pile, once for each world; the pile's order changes.

    Args:
        notes, pile: The list of the pile's units.
        draws: Where the worlds' lists begin.
        most: Cards of each list at most.
        worlds: How many lists.
        stream: The stream of chance.

    Returns:
        The state of the stream afterwards.
    """
    size = notes[pile]
    for world in range(worlds):
        at = draws + DRAWS_WIDTH * world
        notes[at] = min(most, size)
        for place in range(notes[at]):
            stream, step = draw_below(stream, size - place)
            unit = notes[pile + 1 + place + step]
            notes[pile + 1 + place + step] = notes[pile + 1 + place]
            notes[pile + 1 + place] = unit
            notes[at + 1 + place] = unit
    return stream


def deal_worlds(notes: Numbers, worlds: int, stream: int) -> int:
    """Sample the draws of both sides; return the state of the stream afterwards."""
    stream = deal_draws(notes, DECK_LIST, OWN_DRAWS, ATTACKER_SLOTS - 1, worlds, stream)
    return deal_draws(notes, STACK, THEIR_DRAWS, DEFENDER_SLOTS - 1, worlds, stream)


def count_symbols(pieces: Sequence[int], notes: Numbers, units: int) -> int:
    """Return the reinforcement symbols on a list of units."""
    symbols = 0
    for place in range(notes[units]):
        symbols += pieces[UNITS + notes[units + 1 + place] * UNIT_SIZE + REINFORCEMENT]
    return symbols


def lay(pieces: Sequence[int], notes: Numbers, side: int, spoils: bool, draws: int) -> int:
    """Lay a side's deployed units and its reinforcement (R2) out as rows.

    Args:
        pieces: The numbers of the pieces.
        notes: Of the desk.
        side: 0 the attacker, 1 the defender.
        spoils: Whether defeated units are conquered, and so worth their points.
        draws: The list of its reinforcement.

    Returns:
        How many units there are.
    """
    units = THEIRS if side == 1 else OURS
    slots = DEFENDER_SLOTS if side == 1 else ATTACKER_SLOTS
    count = 0
    due = 0
    drawn = 0
    while count < slots:
        if count < notes[units]:
            unit = notes[units + 1 + count]
        elif due > 0 and drawn < notes[draws]:
            unit = notes[draws + 1 + drawn]
            drawn += 1
            due -= 1
        else:
            break
        card = UNITS + unit * UNIT_SIZE
        row = OUR_ROWS + side * SIDE_ROWS + count * UNIT_WIDTH
        for field in range(UNIT_WIDTH):
            notes[row + field] = pieces[card + field]
        if side == 1 and count < notes[units] and notes[THEIR_TOKENS + count] >= 0:
            add_token(pieces, notes, row, notes[THEIR_TOKENS + count], 1)
        notes[row + WORTH] = spoils_worth(pieces, notes, unit) if spoils else 0
        due += pieces[card + REINFORCEMENT]
        count += 1
    return count


def spoils_worth(pieces: Sequence[int], notes: Numbers, unit: int) -> int:
    """Return what a conquered card is worth: its points, and what it does for the army."""
    worth = POINT * pieces[KIND_VALUES + pieces[UNITS + unit * UNIT_SIZE + UNIT_CLASS]]
    if notes[GROWTH] > 0:
        worth += notes[GROWTH] * (strength(pieces, unit) - notes[AVERAGE])
    return worth


def most_spoils(pieces: Sequence[int], notes: Numbers) -> int:
    """Return a bound on what defeating `THEIRS` and their reinforcement is worth: a hero for each free slot."""
    worth = 0
    for place in range(notes[THEIRS]):
        worth += max(0, spoils_worth(pieces, notes, notes[THEIRS + 1 + place]))
    if count_symbols(pieces, notes, THEIRS) > 0:
        hero = POINT * pieces[KIND_VALUES + HERO] + notes[GROWTH] * notes[AVERAGE]
        worth += (DEFENDER_SLOTS - notes[THEIRS]) * hero
    return worth


def most_prize(notes: Numbers, length: int) -> int:
    """Return a bound on the prize of a win with at least so many cards deployed."""
    most = 0
    for units in range(length, ATTACKER_SLOTS + 1):
        most = max(most, notes[PRIZES_AT + PRIZE_WIN + units])
    return most


def add_token(pieces: Sequence[int], rows: Numbers, row: int, token: int, sign: int) -> None:
    """Add a war token to a unit's row, or with `sign` -1 take it off (R7)."""
    for field in range(CARD):
        rows[row + field] += sign * pieces[TOKENS + token * TOKEN_SIZE + field]


def limit_rerolls(rows: Numbers, first: int, units: int, most: int) -> None:
    """Leave at most so many re-roll symbols on a side's rows."""
    for slot in range(units):
        field = first + slot * UNIT_WIDTH + REROLL
        rows[field] = min(rows[field], most)
        most -= rows[field]


def rows_worth(desk: Desk, ours: int, theirs: int, challenge: bool) -> int:
    """Return what the fight of the laid-out rows is worth to the attacker, over all faces and re-rolls."""
    limit_rerolls(desk.notes, OUR_ROWS, ours, REROLLS_MOST // 2)
    limit_rerolls(desk.notes, THEIR_ROWS, theirs, REROLLS_MOST // 2)
    worth: int = desk.weigh(desk.scratch, desk.notes, ours, theirs, 1 if challenge else 0)
    return worth


def line_up_worth(pieces: Sequence[int], desk: Desk, worlds: int, challenge: bool) -> int:
    """Return what the attacker's units in `OURS` are worth against those in `THEIRS`, prices taken off."""
    theirs = lay(pieces, desk.notes, 1, not challenge, THEIR_DRAWS)
    theirs_vary = count_symbols(pieces, desk.notes, THEIRS) > 0
    return worth_against(pieces, desk, worlds, challenge, theirs, theirs_vary)


def worth_against(
    pieces: Sequence[int], desk: Desk, worlds: int, challenge: bool, theirs: int, theirs_vary: bool
) -> int:
    """Return what `line_up_worth` does, with the defender's side laid out already.

    Args:
        pieces, desk: The numbers of the pieces, and the desk.
        worlds: Sampled draws of reinforcement.
        challenge: Whether the defender is a player.
        theirs: Units laid out on the defender's side.
        theirs_vary: Whether they depend on the draws, and are to be laid out for each world.
    """
    notes = desk.notes
    ours_vary = count_symbols(pieces, notes, OURS) > 0
    if not ours_vary and not theirs_vary:
        worlds = 1
    total = 0
    ours = 0
    for world in range(worlds):
        if world == 0 or ours_vary:
            ours = lay(pieces, notes, 0, False, OWN_DRAWS + DRAWS_WIDTH * world)
        if theirs_vary:
            theirs = lay(pieces, notes, 1, not challenge, THEIR_DRAWS + DRAWS_WIDTH * world)
        total += rows_worth(desk, ours, theirs, challenge)
    worth = total // worlds - notes[CARD_COST] * notes[OURS]
    for place in range(notes[OURS]):
        if is_hero(pieces, notes[OURS + 1 + place]):
            worth -= notes[HERO_COST]
    return worth


def find_line_up(
    pieces: Sequence[int], desk: Desk, begun: int, worlds: int, width: int, challenge: bool, floor: int
) -> int:
    """Find the best line-up of the hand in `HELD` against `THEIRS`.

    Line-ups are built card by card from the front; of each length the best `width` ones are built on. With a hand of
    four and the full width that is every line-up.

    Args:
        pieces: The numbers of the pieces.
        desk: The desk; `OURS` holds what is deployed already, `BEST` is left as the best line-up.
        begun: How many cards are deployed already.
        worlds: Sampled draws of reinforcement, dealt before.
        width: Line-ups built on at once.
        challenge: Whether the defender is a player.
        floor: Only a line-up that is worth more is of use; the search ends where none can be.

    Returns:
        Its worth; `WORST` with no card to deploy, or where none can be worth more than `floor`.
    """
    notes = desk.notes
    best = WORST
    notes[BEST] = 0
    theirs = lay(pieces, notes, 1, not challenge, THEIR_DRAWS)
    theirs_vary = count_symbols(pieces, notes, THEIRS) > 0
    if begun > 0:
        best = worth_against(pieces, desk, worlds, challenge, theirs, theirs_vary)
        keep_best(notes, begun)
    notes[BEAM] = 0
    notes[BEAM + 1] = 0
    for place in range(begun):
        notes[BEAM + 2 + place] = notes[OURS + 1 + place]
    spoils = 0 if challenge else most_spoils(pieces, notes)
    entries = 1
    source = BEAM
    target = LONGER
    for length in range(begun + 1, ATTACKER_HAND_SLOTS + 1):
        limit = spoils + most_prize(notes, length) - notes[CARD_COST] * length
        if limit <= max(best, floor):
            break
        found = 0
        for entry in range(entries):
            at = source + ENTRY * entry
            for place in range(length - 1):
                notes[OURS + 1 + place] = notes[at + 2 + place]
            notes[OURS] = length
            for held in range(min(notes[HELD], HAND_MOST)):
                if (notes[at + 1] >> held) & 1 == 1 or is_repeated(pieces, notes, notes[at + 1], held):
                    continue
                notes[OURS + length] = notes[HELD + 1 + held]
                worth = worth_against(pieces, desk, worlds, challenge, theirs, theirs_vary)
                if worth > best:
                    best = worth
                    keep_best(notes, length)
                found = keep_entry(notes, target, found, width, worth, notes[at + 1] | (1 << held), length)
        entries = found
        source, target = target, source
    notes[OURS] = begun
    return best


def is_repeated(pieces: Sequence[int], notes: Numbers, used: int, held: int) -> bool:
    """Return whether an earlier card of the hand, not used yet, equals this one."""
    kind = unit_kind(pieces, notes[HELD + 1 + held])
    for earlier in range(held):
        if (used >> earlier) & 1 == 0 and unit_kind(pieces, notes[HELD + 1 + earlier]) == kind:
            return True
    return False


def keep_best(notes: Numbers, length: int) -> None:
    """Note the line-up under consideration as the best."""
    notes[BEST] = length
    for place in range(length):
        notes[BEST + 1 + place] = notes[OURS + 1 + place]


def keep_entry(notes: Numbers, target: int, found: int, width: int, worth: int, used: int, length: int) -> int:
    """Keep the line-up under consideration among the best `width` of its length; return how many are kept."""
    place = found
    if found == width:
        place = 0
        for other in range(1, width):
            if notes[target + ENTRY * other] < notes[target + ENTRY * place]:
                place = other
        if notes[target + ENTRY * place] >= worth:
            return found
    at = target + ENTRY * place
    notes[at] = worth
    notes[at + 1] = used
    for card in range(length):
        notes[at + 2 + card] = notes[OURS + 1 + card]
    return min(found + 1, width)
