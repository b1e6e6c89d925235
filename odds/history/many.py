"""Many fights at once: arrays of line-ups and faces in, outcomes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET, read_card_set
from odds.history.cards import CardSet, Unit, as_rulings
from odds.history.compiled import codes_of, tables_of
from odds.history.encode import encode_line_up
from odds.history.fight import SIDE_ROWS, SLOTS, TOUGHNESS, UNIT_WIDTH
from odds.history.odds import as_units
from odds.history.rules import ATTACKER_SLOTS, DEFENDER_SLOTS, Rulings
from odds.threads import threads_to_use

if TYPE_CHECKING:
    import pandas as pd

Array = np.ndarray[Any, np.dtype[Any]]

#: Fights that are resolved at once.
PART = 1 << 18

#: Who wins, by the number in `Resolved.winner` (R16).
WINNERS = ("attacker", "defender", "nobody")


@dataclass(frozen=True)
class Resolved:
    """The outcomes of many fights, arrays of shape (fights,) unless said otherwise.

    Attributes:
        winner: 0 the attacker, 1 the defender, 2 nobody (R16).
        attackers_standing: Which attacker slots stand at the end, bool, shape (fights, 5), front first.
        defenders_standing: The same of the defender, shape (fights, 4).
        attackers_deployed, defenders_deployed: Units in each line-up.
    """

    winner: Array
    attackers_standing: Array
    defenders_standing: Array
    attackers_deployed: Array
    defenders_deployed: Array

    def __len__(self) -> int:
        return len(self.winner)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a fight: `winner`, units deployed, survivors and defeated units of both sides."""
        import pandas as pd

        codes: Any = self.winner
        frame: dict[str, Any] = {"winner": pd.Categorical.from_codes(codes, dtype=pd.CategoricalDtype(list(WINNERS)))}
        for side, deployed, standing in (
            ("attackers", self.attackers_deployed, self.attackers_standing),
            ("defenders", self.defenders_deployed, self.defenders_standing),
        ):
            survivors = standing.sum(axis=1)
            frame |= {
                f"{side}_deployed": deployed,
                f"{side}_surviving": survivors,
                f"{side}_defeated": deployed - survivors,
            }
        return pd.DataFrame(frame)


def encode_line_ups(
    line_ups: Iterable[str | Sequence[Unit]], cards: str | CardSet = DEFAULT_SET, kind: str = "basic"
) -> Array:
    """Return line-ups as the array `resolve_many` computes with.

    Args:
        line_ups: Unit phrases or sequences of units, front unit first, reinforcements included.
        cards: The card set of the phrases.
        kind: Kind of spelled-out units.

    Returns:
        int64, shape (line-ups, 5, 16): a row a slot, `odds.history.fight` names its columns.

    Raises:
        InputError: A phrase that cannot be read, or more than 5 units.
    """
    card_set = read_card_set(cards) if isinstance(cards, str) else cards
    rows = []
    for number, line_up in enumerate(line_ups, 1):
        units = as_units(line_up, card_set, f"line-up {number}", kind)
        if len(units) > SLOTS:
            raise InputError(f"{len(units)} units; no board has more than {SLOTS} slots (R1)", f"line-up {number}")
        rows.append(encode_line_up(units))
    return np.array(rows, dtype=np.int64).reshape(len(rows), SLOTS, UNIT_WIDTH)


def resolve_many(
    attackers: Array | Iterable[str | Sequence[Unit]],
    defenders: Array | Iterable[str | Sequence[Unit]],
    faces: Any,
    *,
    rulings: Rulings | Mapping[str, object] | None = None,
    cards: str | CardSet = DEFAULT_SET,
    threads: int | None = None,
) -> Resolved:
    """Resolve many fights at once, each with its own faces (R3-R16); reinforcement is already in the line-ups.

    Args:
        attackers: Arrays of `encode_line_ups`, shape (fights, 5, 16), or line-ups it can read; a single
            line-up fights all.
        defenders: The same, at most 4 units each.
        faces: Faces on top of the attacker's and the defender's die, 1 to 6, shape (fights, 2). R8 says who has
            which die.
        rulings: The open rulings; by default those of the card set.
        cards: The card set of phrases.
        threads: Threads to use; by default all processors of this process. The result does not depend on it.

    Raises:
        InputError: Shapes that do not fit, faces outside 1 to 6, too many units.
    """
    card_set = read_card_set(cards) if isinstance(cards, str) else cards
    rolled = np.asarray(faces)
    if rolled.ndim != 2 or rolled.shape[1] != 2 or not np.issubdtype(rolled.dtype, np.integer):
        raise InputError(f"whole numbers of shape (fights, 2) are needed, not {rolled.shape}", "faces")
    if rolled.size and (rolled.min() < 1 or rolled.max() > 6):
        raise InputError("a face is 1 to 6", "faces")
    ours = _flat(attackers, card_set, "attackers", len(rolled), ATTACKER_SLOTS)
    theirs = _flat(defenders, card_set, "defenders", len(rolled), DEFENDER_SLOTS)
    codes = _codes(
        ours,
        theirs,
        np.ascontiguousarray(rolled, dtype=np.int64),
        as_rulings(rulings, card_set),
        threads_to_use() if threads is None else threads,
    )
    own_standing = (codes[:, None] >> np.arange(ATTACKER_SLOTS)) & 1 > 0
    their_standing = (codes[:, None] >> (SLOTS + np.arange(DEFENDER_SLOTS))) & 1 > 0
    own_left, their_left = own_standing.sum(axis=1), their_standing.sum(axis=1)
    winner = np.where(own_left + their_left == 0, 2, np.where(own_left >= their_left, 0, 1))
    deployed = (_deployed(flat, len(rolled)) for flat in (ours, theirs))
    return Resolved(winner, own_standing, their_standing, *deployed)


def _codes(ours: Array, theirs: Array, rolled: Array, rulings: Rulings, threads: int) -> Array:
    """Return the outcome code of each fight; one match-up is fought once for each pair of faces."""
    switches = rulings.deflection_per == "line", rulings.empty_side_fights
    if len(ours) == len(theirs) == 1:
        pairs = 6 * (rolled[:, 0] - 1) + rolled[:, 1] - 1
        return np.asarray(tables_of(ours, theirs, *switches)[0].astype(np.int64)[pairs])
    codes = np.empty(len(rolled), np.int64)
    # Part by part, so that a line-up that fights all the others is never copied a million times.
    for first in range(0, len(rolled), PART):
        span = slice(first, first + PART)
        part = rolled[span]
        codes[span] = codes_of(_part(ours, span, len(part)), _part(theirs, span, len(part)), part, *switches, threads)
    return codes


def _part(flat: Array, span: slice, fights: int) -> Array:
    if len(flat) == 1:
        return np.ascontiguousarray(np.broadcast_to(flat, (fights, SIDE_ROWS)))
    return flat[span]


def _deployed(flat: Array, fights: int) -> Array:
    counts = (flat[:, TOUGHNESS::UNIT_WIDTH] > 0).sum(axis=1)
    return np.asarray(np.broadcast_to(counts, (fights,)))


def _flat(line_ups: Any, card_set: CardSet, what: str, fights: int, slots: int) -> Array:
    """Return line-ups as contiguous rows: one for each fight, or one for all."""
    if not isinstance(line_ups, np.ndarray):
        listed = [line_ups] if isinstance(line_ups, str) else list(line_ups)
        line_ups = encode_line_ups(listed, card_set)
    if line_ups.ndim != 3 or line_ups.shape[1:] != (SLOTS, UNIT_WIDTH):
        raise InputError(f"the shape is (fights, {SLOTS}, {UNIT_WIDTH}), not {line_ups.shape}", what)
    if len(line_ups) not in (1, fights):
        raise InputError(f"{len(line_ups)} line-ups for {fights} pairs of faces", what)
    flat = np.ascontiguousarray(line_ups, dtype=np.int64).reshape(len(line_ups), SIDE_ROWS)
    filled = flat[:, TOUGHNESS::UNIT_WIDTH] > 0
    if filled[:, slots:].any():
        raise InputError(f"more than {slots} units (R1)", what)
    if (filled[:, 1:] & ~filled[:, :-1]).any():
        raise InputError("an empty slot in front of a unit", what)
    return flat
