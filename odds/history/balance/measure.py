"""What each card of a set is worth, and what a change of the set changes: `balance`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from odds import chance
from odds.errors import InputError
from odds.history.balance.dominated import dominated_cards
from odds.history.balance.fights import record_fights
from odds.history.balance.places import MEASURES, Worths, different, groups_of
from odds.history.balance.rows import (
    Change,
    Worth,
    corrected_changes,
    corrected_worths,
    references_of,
    rows_of_changes,
    rows_of_worths,
)
from odds.history.card_files import DEFAULT_SET, read_card_set
from odds.history.cards import CardSet, Unit
from odds.history.provenance import set_notes

if TYPE_CHECKING:
    import pandas as pd

#: Games that are played where no number is given, the fewest that give an interval, and the most.
GAMES = 200
LEAST_GAMES = 30
MOST_GAMES = 100_000


@dataclass(frozen=True)
class Balance:
    """What the cards of a set are worth.

    Args:
        card_set, other_set: The set, and the one it is compared with.
        measure, bot, games, fights, seed: How it was measured; `fights` are all that were recorded.
        worths: The cards, by role and kind, best first.
        changes: The cards whose values differ between the sets.
        dominated: Cards that others dominate, with these.
        notes: How it was done and what was left out, a line each.
    """

    card_set: CardSet
    other_set: CardSet | None
    measure: str
    bot: str
    games: int
    fights: int
    seed: int
    worths: list[Worth]
    changes: list[Change]
    dominated: dict[Unit, list[Unit]]
    notes: list[str] = field(default_factory=list)

    @property
    def outliers(self) -> list[Worth]:
        """The outliers among the cards."""
        return [row for row in self.worths if row.outlier]

    def to_frame(self) -> pd.DataFrame:
        """Return a row a card and role, the columns those of `Worth`, which `chart units` can draw."""
        return _frame(Worth, self.worths)

    def changes_frame(self) -> pd.DataFrame:
        """Return a row a changed card and role, the columns those of `Change`, which `chart units` can draw."""
        return _frame(Change, self.changes)


def _frame(row_type: type[Worth] | type[Change], rows: Sequence[Worth] | Sequence[Change]) -> pd.DataFrame:
    import pandas as pd

    names = list(row_type.__dataclass_fields__)
    return pd.DataFrame({name: [getattr(row, name) for row in rows] for name in names})


def balance(
    cards: str | CardSet = DEFAULT_SET,
    other: str | CardSet | None = None,
    *,
    games: int = GAMES,
    seed: int | None = None,
    measure: str = "win",
    bot: str = "greedy",
    progress: Callable[[int, int], object] | None = None,
) -> Balance:
    """Return what each card is worth: the change when it takes the place of a reference card in fights of real games.

    All cards of a group are put into the same places of the same fights, with the same draws of reinforcement and all
    faces counted, so two cards differ by their values alone. A war token stays in its place.

    Args:
        cards: The card set, its folder or name.
        other: A set to compare it with, by the cards' ids: what has changed, in the fights of `cards`.
        games: Games to play, 4 players each.
        seed: Seed of the games, the draws and the places; drawn where none is given.
        measure: `"win"` or `"vp"` (units and relic, against the board).
        bot: Who plays, `"greedy"` or `"random"`.
        progress: Told the work done and to do.

    Raises:
        InputError: A measure, a bot, a number of games, a seed or a card set that will not do.
    """
    if measure not in MEASURES:
        raise InputError(f"the measure is 'win' or 'vp', not '{measure}'", "--measure")
    if not LEAST_GAMES <= games <= MOST_GAMES:
        raise InputError(
            f"{LEAST_GAMES} to {MOST_GAMES:,} games can be played (fewer give no intervals), not {games}", "--games"
        )
    seed = None if seed is None else chance.read_seed(seed)
    used = chance.fresh_seed() if seed is None else seed
    card_set = cards if isinstance(cards, CardSet) else read_card_set(cards)
    other_set = other if isinstance(other, CardSet) or other is None else read_card_set(other)
    records = record_fights(card_set, games, used, bot, progress)
    groups = groups_of(card_set, records, used, measure)
    solver = Worths(card_set.rulings, measure)
    dominated = dominated_cards(different(card_set.units))
    rows: list[Worth] = []
    changes: list[Change] = []
    for group in groups:
        values = solver.of(group, group.cards)
        references = references_of(group, values)
        rows += rows_of_worths(card_set, group, values, references, measure, dominated)
        if other_set is not None:
            changes += rows_of_changes(card_set, other_set, group, values, references, measure, solver)
    return Balance(
        *(card_set, other_set, measure, bot, games, len(records), used),
        *(corrected_worths(rows), corrected_changes(changes), dominated),
        [*_told(measure), *_left_out(card_set, other_set), *set_notes(card_set)],
    )


def _told(measure: str) -> list[str]:
    """Return how the worths were found."""
    what = "chance to win" if measure == "win" else "expected VP of units and relic (no relic owned), against the board"
    return [
        f"measure: {what}; of a defender, what it takes from the attacker's",
        "reference: the median card of the kind, of elites and of defending heroes in their era",
        "a basic card takes the place of a basic card, an elite or hero that of an elite or hero; same fight, same "
        "draws of reinforcement, all faces counted",
        "95 % intervals by games; p-values corrected for the number of cards by Holm's method",
        "line-ups stay as the bot chose them; that a hero fights once only (R20) is not counted",
    ]


def _left_out(card_set: CardSet, other_set: CardSet | None) -> list[str]:
    """Return which cards stand in one of two sets only."""
    if other_set is None:
        return []
    ours, theirs = ({unit.id: unit.name for unit in one.units} for one in (card_set, other_set))
    return [
        f"only in {called}, not compared: {', '.join(alone)}"
        for called, alone in (
            (card_set.name, [name for key, name in ours.items() if key not in theirs]),
            (f"the other set ({other_set.name})", [name for key, name in theirs.items() if key not in ours]),
        )
        if alone
    ]
