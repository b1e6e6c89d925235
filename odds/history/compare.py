"""Two or more line-ups against one target, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from odds.errors import InputError
from odds.history.odds import Odds, Units, attack
from odds.history.rules import ATTACKER_SLOTS, DEFENDER_SLOTS

if TYPE_CHECKING:
    import pandas as pd

#: Fewest and most line-ups that are compared at once.
LEAST, MOST = 2, 6


@dataclass(frozen=True)
class Comparison:
    """The odds of several line-ups against the same defenders.

    Attributes:
        names: How each line-up is called.
        odds: Its odds, in the same order.
    """

    names: tuple[str, ...]
    odds: tuple[Odds, ...]

    def rows(self) -> list[tuple[str, list[float]]]:
        """Return the table: what a row is, and its value for each line-up.

        First the outcomes and what they bring, then outcome by outcome who is left: rows in which every line-up
        has 0 are left out there.
        """
        table = [
            (what, [float(getattr(odds, name)) for odds in self.odds])
            for what, name in (("win", "win"), ("lose", "lose"), ("nobody", "nobody"))
        ]
        table.append(("units conquered", [odds.conquered["expected"] for odds in self.odds]))
        for what, name in (("unit VP", "expected_unit_vp"), ("relic VP", "expected_relic_vp"), ("VP", "expected_vp")):
            table.append((what, [getattr(odds, name) for odds in self.odds]))
        for what, name, most in (
            ("attackers standing", "attacker_survivors", ATTACKER_SLOTS),
            ("defenders standing", "defender_survivors", DEFENDER_SLOTS),
        ):
            for count in range(most + 1):
                shares = [getattr(odds, name).get(count, 0.0) for odds in self.odds]
                if any(shares):
                    table.append((f"{what} {count}", shares))
        return table

    def best(self) -> tuple[int, int]:
        """Return which line-up wins most often and which brings most VP; the first of equals."""
        indices = range(len(self.odds))
        return (
            max(indices, key=lambda index: self.odds[index].win),
            max(indices, key=lambda index: self.odds[index].expected_vp),
        )

    def to_frame(self) -> pd.DataFrame:
        """Return the table as a DataFrame: a row a quantity, a column a line-up."""
        import pandas as pd

        rows = self.rows()
        return pd.DataFrame([values for _, values in rows], index=[what for what, _ in rows], columns=list(self.names))


def compare(
    line_ups: Iterable[Units], defenders: Units, *, drawn_seed: int | None = None, **options: Any
) -> Comparison:
    """Return the odds of several line-ups against the same defenders.

    Args:
        line_ups: 2 to 6 line-ups, as phrases or units.
        defenders: The target.
        drawn_seed: Where a seed would be drawn, this one instead: what an earlier comparison drew.
        options: As `attack`; one seed serves all, so sampled differences are less noisy than the figures.

    Raises:
        InputError: Too few or too many line-ups, or what `attack` refuses, named by the line-up's number.
    """
    listed: Sequence[Units] = list(line_ups)
    if not LEAST <= len(listed) <= MOST:
        raise InputError(f"{LEAST} to {MOST} line-ups are compared, not {len(listed)}", "line-ups")
    found: list[Odds] = []
    seed_asked = options.get("seed") is not None
    for number, line_up in enumerate(listed, 1):
        if not seed_asked:
            options["seed"] = next((odds.seed for odds in found if odds.seed is not None), drawn_seed)
        try:
            odds = attack(line_up, defenders, **options)
        except InputError as error:
            raise error.at(f"line-up {number}") if error.where == "attackers" else error from None
        if not seed_asked:
            # Nobody asked for a seed, so there is nothing to say where it went unused.
            odds = replace(odds, notes=[note for note in odds.notes if not note.startswith("seed:")])
        found.append(odds)
    names = [
        line_up
        if isinstance(line_up, str)
        else ", ".join(unit if isinstance(unit, str) else unit.name for unit in line_up)
        for line_up in listed
    ]
    return Comparison(tuple(" ".join(name.split()) for name in names), tuple(found))
