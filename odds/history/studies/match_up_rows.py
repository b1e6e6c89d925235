"""Line-ups against targets: the matrix of all of them, and its rows drawn together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from odds.errors import InputError
from odds.history import match_ups
from odds.history.cards import CardSet, Unit
from odds.history.line_ups import basic_deck, ordered_line_ups
from odds.history.provenance import set_notes
from odds.history.rules import ATTACKER_HAND_SLOTS, DEFAULT_RULINGS, Rulings
from odds.history.studies import solver
from odds.history.studies.base import Study
from odds.history.studies.spread import elites_of, eras_of, owners_of
from odds.history.words import counted, percent, points

#: What the rows of the matrix are, and how those of a hand or a size are drawn together.
ROWS = ("hand", "line-up", "units")
TAKES = ("best", "mean")
MEASURES = ("win", "vp")

#: Columns of the numbers.
NUMBERS = ("win", "unit_vp", "relic_vp", "vp")


@dataclass(frozen=True)
class Group:
    """A row: some line-ups taken together.

    Args:
        owner: Whose basic units they are; empty for line-ups typed in.
        row: What the row is called.
        members: Places of its line-ups in the matrix.
    """

    owner: str
    row: str
    members: tuple[int, ...]


def numbers_of(
    line_ups: Sequence[Sequence[Unit]],
    targets: Sequence[Sequence[Unit]],
    held: match_ups.Terms,
    threads: int | None = None,
) -> dict[str, solver.Array]:
    """Return `win`, `unit_vp`, `relic_vp` and `vp` of every line-up against every target, piles empty.

    Returns:
        Arrays of shape (line-ups, targets).
    """
    shape = len(line_ups), len(targets)
    solved = solver.solve(
        solver.encode(line_ups),
        match_ups.defending_side(targets, held),
        np.repeat(np.arange(shape[0]), shape[1]),
        np.tile(np.arange(shape[1]), shape[0]),
        held,
        threads,
    )
    return {name: getattr(solved, name).reshape(shape) for name in NUMBERS}


def hands_of(deck: Sequence[Unit]) -> Counter[tuple[Unit, ...]]:
    """Return the different hands of a deck, cards in the deck's order, and how often each comes."""
    return Counter(combinations(deck, min(ATTACKER_HAND_SLOTS, len(deck))))


def matchups(
    card_set: CardSet,
    *,
    line_ups: Mapping[str, Sequence[Unit]] | None = None,
    targets: Sequence[Sequence[Unit]] = (),
    owners: Sequence[str] = (),
    eras: Sequence[str] = (),
    rows: str = "hand",
    take: str = "best",
    measure: str = "win",
    relics: Mapping[str, int] | None = None,
    rulings: Rulings = DEFAULT_RULINGS,
    threads: int | None = None,
) -> Study:
    """Return line-ups against targets: every one, or drawn together by hand or by size.

    Args:
        card_set: The card set.
        line_ups: Line-ups by name; by default every ordered line-up of every hand of the basic decks.
        targets: Line-ups on the board; by default every single elite card.
        owners, eras: Whose basic decks, and elites of which eras; by default all.
        rows: `"hand"`: all line-ups of a hand; `"line-up"`: each for itself; `"units"`: for each owner and number of
            units the mean over its hands of their best (or mean) line-up of that size.
        take: `"best"`: the line-up of a row that is best against the target; `"mean"`: the mean of its line-ups.
        measure: What best means: `"win"` or `"vp"`; re-rolls are played for it, too.
        relics: Relics owned.
        rulings: The open rulings.
        threads: Threads to use.

    Returns:
        Frame with a row for each row of the matrix and target: `owner`, `row`, `era` and `target` (names), `line_up`
        (the best one; empty for a mean), `win` (chance), `unit_vp`, `relic_vp`, `vp` (expected VP). Rows and targets
        stand in the order of the chart: owner by owner and era by era, best mean first.

    Raises:
        InputError: An unknown option, owner or era, or a card set without the cards.
    """
    for value, known, option in ((rows, ROWS, "--rows"), (take, TAKES, "--take"), (measure, MEASURES, "--measure")):
        if value not in known:
            raise InputError(f"'{value}' is none of {', '.join(known)}", option)
    met = [tuple(target) for target in targets] or [(unit,) for unit in elites_of(card_set, eras_of(eras))]
    if line_ups:
        fought = [tuple(units) for units in line_ups.values()]
        groups = [Group("", name, (place,)) for place, name in enumerate(line_ups)]
        blocks: list[list[Group]] = [[group] for group in groups]
    else:
        fought, blocks = _all_line_ups(card_set, owners_of(card_set, owners), rows)
    solver.check(fought, met)
    numbers = numbers_of(fought, met, solver.terms(rulings, measure, relics), threads)
    names = [", ".join(unit.name for unit in units) for units in fought]
    taken = [_taken(block, numbers, names, measure, take) for block in blocks]
    frame = _frame(taken, met, measure, bool(line_ups))
    what = "win chance" if measure == "win" else "expected VP"
    return Study(
        "matchups",
        "Which line-up against which target?"
        if line_ups
        else f"Which {'hand' if rows == 'hand' else 'line-up'} beats whom?",
        _finding(frame, measure),
        frame,
        [
            f"{what}, exact: {len(fought):,} line-ups × {len(met)} targets, piles empty"
            + (
                ""
                if line_ups or rows == "line-up"
                else f"; {take} line-up of each {'hand' if rows == 'hand' else 'size'}"
            ),
            *set_notes(card_set),
        ],
    )


def _all_line_ups(
    card_set: CardSet, owners: Sequence[str], rows: str
) -> tuple[list[tuple[Unit, ...]], list[list[Group]]]:
    """Return all line-ups, and the rows; each row is a list of groups whose numbers are averaged."""
    places: dict[tuple[str, tuple[Unit, ...]], int] = {}
    blocks: list[list[Group]] = []
    for owner in owners:
        hands = hands_of(basic_deck(card_set, owner))
        by_size: dict[int, list[Group]] = {}
        for hand, copies in hands.items():
            name = ", ".join(unit.name for unit in hand)
            for size in range(1, len(hand) + 1):
                members = tuple(
                    places.setdefault((owner, units), len(places)) for units in ordered_line_ups(hand, [size])
                )
                by_size.setdefault(size, []).extend(
                    [Group(owner, f"{owner}, {counted(size, 'unit')}", members)] * copies
                )
            if rows == "hand":
                every = tuple(places[owner, units] for units in ordered_line_ups(hand))
                blocks.append([Group(owner, name, every)])
        if rows == "units":
            blocks += by_size.values()
    if rows == "line-up":
        blocks = [
            [Group(owner, ", ".join(unit.name for unit in units), (place,))] for (owner, units), place in places.items()
        ]
    return [units for _, units in places], blocks


def _taken(
    block: Sequence[Group], numbers: Mapping[str, solver.Array], names: Sequence[str], measure: str, take: str
) -> dict[str, Any]:
    """Return the numbers of one row, an array over the targets each."""
    parts: list[dict[str, solver.Array]] = []
    told: list[str] = []
    for group in block:
        members = np.array(group.members)
        if take == "mean":
            parts.append({name: numbers[name][members].mean(axis=0) for name in NUMBERS})
            continue
        best = members[numbers[measure][members].argmax(axis=0)]
        every = np.arange(len(best))
        parts.append({name: numbers[name][best, every] for name in NUMBERS})
        told = [names[place] for place in best]
    row: dict[str, Any] = {name: np.mean([part[name] for part in parts], axis=0) for name in NUMBERS}
    single = take == "best" and len(block) == 1
    return row | {"owner": block[0].owner, "row": block[0].row, "line_up": told if single else None}


def _frame(taken: Sequence[Mapping[str, Any]], met: Sequence[Sequence[Unit]], measure: str, keep: bool) -> pd.DataFrame:
    """Return the long table, rows and targets in the order of the chart."""
    values = np.array([row[measure] for row in taken])
    owners = list(dict.fromkeys(row["owner"] for row in taken))
    eras = [target[0].owner for target in met]
    listed = list(dict.fromkeys(eras))
    order = list(range(len(taken)))
    if not keep:
        order.sort(key=lambda place: (owners.index(taken[place]["owner"]), -values[place].mean()))
    columns = sorted(range(len(met)), key=lambda place: (listed.index(eras[place]), -values[:, place].mean()))
    count = len(columns)
    labels = [", ".join(unit.name for unit in met[place]) for place in columns]
    rows = [taken[place] for place in order]
    frame: dict[str, Any] = {
        "owner": np.repeat([row["owner"] for row in rows], count),
        "row": np.repeat([row["row"] for row in rows], count),
        "era": np.tile([eras[place] for place in columns], len(rows)),
        "target": np.tile(labels, len(rows)),
        "line_up": [name for row in rows for name in _names(row["line_up"], columns)],
    }
    frame |= {name: np.concatenate([row[name][columns] for row in rows]) for name in NUMBERS}
    return pd.DataFrame(frame)


def _names(line_ups: Sequence[str] | None, columns: Sequence[int]) -> list[str]:
    return [""] * len(columns) if line_ups is None else [line_ups[place] for place in columns]


def _finding(frame: pd.DataFrame, measure: str) -> str:
    def told(value: float) -> str:
        return percent(value) if measure == "win" else f"{points(value)} VP"

    means = frame.groupby("target", sort=False)[measure].mean()
    return (
        f"Mean {told(float(frame[measure].mean()))}; easiest target {means.idxmax()} ({told(float(means.max()))}), "
        f"hardest {means.idxmin()} ({told(float(means.min()))})"
    )
