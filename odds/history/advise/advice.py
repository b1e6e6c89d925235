"""`advise`: the attacks of a position, ranked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from odds import chance
from odds.errors import InputError
from odds.history.advise.detail import Detail, look_closely
from odds.history.advise.draw_pairs import Draws, enumerate_draws
from odds.history.advise.notes import MOVE_UP, NOT_SETTLED, holds_move_up
from odds.history.advise.position import Position, Prizes, build
from odds.history.advise.pricing import Weights, weights_of
from odds.history.advise.ranked import Ranked
from odds.history.advise.search import DRAWS, Progress, Search, count_fights, search_exactly
from odds.history.advise.targets import Target, targets_of
from odds.history.odds import METHODS
from odds.history.provenance import set_notes, values_provenance
from odds.history.rules import ERAS
from odds.history.table import Table
from odds.history.worth import relic_prizes, unseen_relics

if TYPE_CHECKING:
    import pandas as pd

#: Version of the JSON answer.
SCHEMA = 1

#: Fights that are searched exactly when nobody chose the method: some ten seconds compiled, mostly far less. With
#: bounds there may be more, of which most are spared.
AUTO_FIGHTS = 40_000_000
AUTO_FIGHTS_BOUNDED = 10 * AUTO_FIGHTS

#: Seconds to search for where nobody chose the method or the time.
AUTO_SECONDS = 10.0

#: Sampled draws that the explanation of a sampled attack rests on.
LOOKED_AT = 256

#: How many attacks an answer proves best and explains.
TOP = 3


@dataclass(frozen=True)
class Advice:
    """The attacks of a position, best first.

    Attributes:
        table: The position.
        objective: `"win"`, `"vp"` or `"weights"`.
        weights: What attacks were ranked by.
        ranked: The attacks evaluated, best first; at least the best three are exact or settled.
        search: How the search went.
        notes: What was assumed, and what else the reader should know.
        position, draws: The decision in numbers, for a closer look.
    """

    table: Table
    objective: str
    weights: Weights
    ranked: tuple[Ranked, ...]
    search: Search
    notes: tuple[str, ...]
    position: Position | None
    draws: Draws | None

    @property
    def best(self) -> Ranked | None:
        """The best attack, or `None` where there is nothing to fight or nobody to fight with."""
        return self.ranked[0] if self.ranked else None

    def shortlist(self, most: int = TOP) -> list[Ranked]:
        """Return the best attacks, of several orders of the same cards against the same target only the best."""
        found: dict[object, Ranked] = {}
        for ranked in self.ranked:
            cards = tuple(sorted(unit.name for unit in ranked.line_up))
            found.setdefault((ranked.target, cards), ranked)
            if len(found) == most:
                break
        return list(found.values())

    def look_closely(self, ranked: Ranked) -> Detail | None:
        """Return every draw, token choice and the whole distribution of an attack, `None` for a challenge."""
        if self.position is None or self.draws is None or ranked.number < 0:
            return None
        owned = dict(self.table.relics)
        return look_closely(self.position, self.draws, ranked.number, relic_pool(self.table), owned)

    def to_frame(self) -> pd.DataFrame:
        """Return the attacks as a table, best first, every order of the cards of its own.

        Columns: `rank` from 1; `kind` (board, hunt, challenge), `era`, `target` and `line_up` (names, front unit
        first); `score` to the objective; `win`, `lose`, `nobody` probabilities; `vp` and its sources `unit_vp`,
        `relic_vp`, `medal_vp`; `opponent_vp` the fight gives away; expected `tokens` and `heroes` used; `cards`
        deployed; `exact`; `low` and `high`, the 95 % interval of the score (both the score where it is exact, nothing
        where too few draws were sampled).
        """
        import pandas as pd

        return pd.DataFrame(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of `to_frame`."""
        return [row_of(number, ranked) for number, ranked in enumerate(self.ranked, 1)]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON answer's object."""
        card_set = self.table.card_set
        return {
            "schema": SCHEMA,
            "objective": self.objective,
            "weights": self.weights.to_dict(),
            "notes": list(self.notes),
            "method": "exact" if self.search.seed is None else "monte-carlo",
            "seed": self.search.seed,
            "samples": self.search.samples or None,
            "settled": self.search.settled,
            "considered": self.search.considered,
            "evaluated": len(self.ranked),
            "card_set": card_set.name,
            "card_values": values_provenance(card_set),
            "rulings": self.table.rulings.to_dict(),
            "attacks": self.rows(),
        }


def row_of(number: int, ranked: Ranked) -> dict[str, Any]:
    """Return one attack as plain values (see `Advice.to_frame`)."""
    low, high = ranked.bounds
    known = isfinite(low) and isfinite(high)
    return {
        "rank": number,
        "kind": ranked.target.kind,
        "era": ranked.target.era,
        "target": ranked.target.player or ", ".join(unit.name for unit in ranked.target.defenders),
        "line_up": ", ".join(unit.name for unit in ranked.line_up),
        **{
            name: float(getattr(ranked, name))
            for name in (
                *("score", "win", "lose", "nobody", "vp", "unit_vp", "relic_vp", "medal_vp", "opponent_vp"),
                *("tokens", "heroes"),
            )
        },
        "cards": ranked.cards,
        "exact": ranked.exact,
        "low": low if known else None,
        "high": high if known else None,
    }


def advise(
    table: Table,
    *,
    objective: str = "vp",
    weights: Mapping[str, object] | None = None,
    method: str = "auto",
    precision: float | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    everything: bool = False,
    progress: Progress | None = None,
    repeat: Mapping[str, int] | None = None,
) -> Advice:
    """Return the attacks of a position, ranked: every target, every line-up, tokens and re-rolls played best.

    The attacker chooses when the rules let it: war tokens after both sides' reinforcement is seen (R7), re-rolls
    after the faces are seen (R9); so each attack's worth is the mean over the draws of the best continuation.

    Args:
        table: The position (see `odds.read_table` and `odds.quick_table`).
        objective: `"vp"` (section C) or `"win"`.
        weights: Changes to the objective's weights by name, such as `{"token": -0.5}` (see `Weights`).
        method: `"auto"`, `"exact"` or `"monte-carlo"` (sampled draws; the dice are always weighed exactly).
        precision: Half-width of the 95 % interval of the best score to stop sampling at.
        seconds: Time to search for; what is not settled by then is said to be so. Under `"auto"` 10 seconds, unless
            everything is asked for.
        seed: Seed of sampled draws; drawn and reported if absent.
        everything: Evaluate every attack, not only those that could be among the best three.
        progress: Told the work done and to do.
        repeat: `Advice.search.repeat` of an earlier answer: with its seed it makes the same answer of the same
            position, whatever the clock says.

    Raises:
        InputError: An option out of range, or more draws than can be enumerated under `"exact"`.
    """
    check_options(method, precision, seconds)
    seed = None if seed is None else chance.read_seed(seed)
    chosen = weights_of(objective, weights)
    targets = targets_of(table)
    fixed = [target for target in targets if target.kind != "challenge"]
    notes = list(table.notes)
    notes += _notes_on_position(table, targets)
    position = draws = None
    search = Search()
    if fixed and table.hand:
        position = build(
            table.hand,
            table.deck,
            table.tokens,
            fixed,
            [Prizes(tuple(relic_prizes(relic_pool(table), table.relics)))] * len(fixed),
            chosen,
            table.rulings,
        )
        draws, search = _search(position, method, precision, seconds, seed, everything, progress, repeat or {})
    ranked = list(search.ranked)
    challenges = [target for target in targets if target.kind == "challenge"]
    if challenges and table.hand:
        from odds.history.advise.duel import value_challenge

        for target in challenges:
            used = search.seed if seed is None else seed
            if used is None:
                used = chance.fresh_seed()
            found = value_challenge(table, target, chosen, seconds, used, (repeat or {}).get(target.player))
            ranked.append(found.ranked)
            if found.blocks:
                search.seed = seed = used
                search.repeat[target.player] = found.blocks
            notes += found.notes
        search.considered += len(challenges)
        ranked.sort(key=lambda one: one.quality(), reverse=True)
        search.settled = search.settled and not _overlap(ranked)
    notes += _notes_on_search(table, search)
    return Advice(
        table,
        "weights" if weights else objective,
        chosen,
        tuple(ranked),
        search,
        tuple(dict.fromkeys(notes)),
        position,
        draws,
    )


def check_options(method: str, precision: float | None, seconds: float | None) -> None:
    """Refuse options out of range.

    Raises:
        InputError: Named by the option.
    """
    if method not in METHODS:
        raise InputError(f"the method is one of {', '.join(METHODS)}, not '{method}'", "--method")
    if precision is not None and not 1e-5 <= precision <= 10:
        raise InputError(f"the half-width of the best score is from 0.00001 to 10, not {precision}", "--precision")
    if precision is not None and method == "exact":
        raise InputError("--precision samples draws; leave it out, or --method exact", "--precision")
    if seconds is not None and not 0 < seconds <= 86_400:
        raise InputError(f"the time is from 0 to 86400 seconds, not {seconds}", "--time")


def relic_pool(table: Table) -> dict[str, int]:
    """Return the relics of each era that can still be drawn."""
    gone = {
        era: table.relics_gone.get(era, 0) + sum(player.relics.get(era, 0) for player in table.players.values())
        for era in ERAS
    }
    return unseen_relics(table.relics, gone, "relics")


def _search(
    position: Position,
    method: str,
    precision: float | None,
    seconds: float | None,
    seed: int | None,
    everything: bool,
    progress: Progress | None,
    repeat: Mapping[str, int],
) -> tuple[Draws, Search]:
    draws = None
    if method == "exact" or (method == "auto" and precision is None and DRAWS not in repeat):
        draws = enumerate_draws(position)
        if draws is None and method == "exact":
            raise InputError("too many orders of the piles to enumerate; use --method monte-carlo", "--method")
        limit = AUTO_FIGHTS if everything else AUTO_FIGHTS_BOUNDED
        if draws is not None and method == "auto" and count_fights(position, draws) > limit:
            draws = None
    if draws is not None:
        if method == "auto" and not everything and seconds is None:
            seconds = AUTO_SECONDS
        return draws, search_exactly(position, draws, TOP, everything, seconds, progress)
    from odds.history.advise.sampled import Sampler, search_by_sampling

    seed = chance.fresh_seed() if seed is None else seed
    search = search_by_sampling(
        position, seed, TOP, precision, seconds, everything, progress, repeated=repeat.get(DRAWS)
    )
    return Sampler(position, seed).block(0, LOOKED_AT), search


def _overlap(ranked: Sequence[Ranked]) -> bool:
    """Return whether the intervals of the first two overlap, where a sampled challenge is one of them."""
    if len(ranked) < 2 or "challenge" not in (ranked[0].target.kind, ranked[1].target.kind):
        return False
    first, second = ranked[:2]
    return bool(first.interval or second.interval) and second.bounds[1] >= first.bounds[0]


def _notes_on_position(table: Table, targets: Sequence[Target]) -> list[str]:
    notes = []
    if not table.hand:
        notes.append("hand: empty, so the fight phase is skipped (D)")
    elif not targets:
        notes.append("nothing to fight: no open card, hunt or challenge in reach, so the fight phase is skipped (D)")
    if not table.eras:
        notes.append("eras: not given, so no target is in reach")
    if holds_move_up(table.tokens):
        notes.append(MOVE_UP)
    return notes


def _notes_on_search(table: Table, search: Search) -> list[str]:
    notes = []
    if not search.settled and len(search.ranked) > 1:
        notes.append(NOT_SETTLED)
    return notes + set_notes(table.card_set)


__all__ = ["Advice", "advise", "check_options", "relic_pool", "row_of"]
