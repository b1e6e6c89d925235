"""Simulating many games between bots: who wins, from which seat, with which points."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from odds import chance
from odds.errors import InputError
from odds.history.card_files import DEFAULT_SET
from odds.history.cards import CardSet, as_rulings, cards_checksum
from odds.history.game.arguments import card_set_of, whole_number
from odds.history.game.simulate_games import Block, Plan, play_block, read_players
from odds.history.game.simulate_tables import (
    TABLES,
    Totals,
    encode_games,
    games_frame,
    refuse_tables,
    rounds_frame,
    summary_frame,
    summary_rows,
)
from odds.history.provenance import values_provenance
from odds.history.rules import Rulings

if TYPE_CHECKING:
    import pandas as pd

#: Most games of one simulation.
MOST_GAMES = 10_000_000

#: Games a worker plays at once: of random bots, of other compiled ones, and of bots that are not compiled.
RANDOM_BLOCK = 500
BLOCK = 10
SMALL_BLOCK = 2

#: Blocks that wait or are under way, for each worker.
AHEAD = 3


@dataclass
class Simulation:
    """What many games came to.

    Args:
        plan: What was played.
        games: How many games.
        totals: Sums over the games, by bot and seat.
        blocks: The games one by one, if they were kept.
    """

    plan: Plan
    games: int
    totals: Totals
    blocks: list[Block] = field(default_factory=list)

    @property
    def seed(self) -> int:
        """Seed of the run."""
        return self.plan.seed

    def to_frame(self) -> pd.DataFrame:
        """Return one row a game and seat (`simulate_tables.GAME_COLUMNS`)."""
        return games_frame(self.plan, self.blocks)

    def rounds_frame(self) -> pd.DataFrame:
        """Return one row a game, seat and round (`simulate_tables.ROUND_COLUMNS`)."""
        return rounds_frame(self.plan, self.blocks)

    def table(self, name: str) -> pd.DataFrame:
        """Return a table of means over all games: `strategies`, `points` or `deck`, as the charts of these names
        want them, or `bots`.

        Raises:
            InputError: Another name.
        """
        return summary_frame(self.plan, self.totals, name)

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Return such a table as plain values, a row each."""
        return summary_rows(self.plan, self.totals, name)

    def about(self) -> dict[str, Any]:
        """Return what was played, as plain values: enough to play it again."""
        from odds import __version__

        plan = self.plan
        return {
            "schema": 1,
            "program": f"odds {__version__}",
            "players": list(plan.players),
            "games": self.games,
            "seed": plan.seed,
            "rounds": plan.rounds,
            "card_set": plan.card_set.name,
            "card_values": values_provenance(plan.card_set),
            "cards_sha256": cards_checksum(plan.card_set),
            "rulings": plan.rulings.to_dict(),
        }

    def write(self, folder: str | Path, form: str = "csv", force: bool = False) -> list[Path]:
        """Write all tables into a folder, and `simulation.json`, which says what was played and what columns mean.

        Args:
            folder: The folder; it is made if need be.
            form: "csv" or "parquet".
            force: Whether to replace files that are there.

        Returns:
            The files written, each whole or not at all.

        Raises:
            InputError: Files are there, the folder cannot be written to, or pyarrow, the extra `parquet`, is not
                installed.
        """
        if not force:
            refuse_tables(Path(folder), form)
        return encode_games(self, Path(folder), form)


def simulate(
    players: str | Sequence[str],
    games: int = 1000,
    *,
    seed: int | None = None,
    long: bool = False,
    cards: str | PathLike[str] | CardSet = DEFAULT_SET,
    rulings: Rulings | Mapping[str, object] | None = None,
    workers: int = 1,
    keep: bool = True,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Play many games between bots.

    Seats are rotated: each bot has each seat equally often where `games` is a multiple of the number of players.

    Args:
        players: Bots by name, `"greedy,random"` or a list; `module:Class` for a bot of one's own.
        games: How many games.
        seed: Seed of the run, drawn where none is given. The same seed and players give the same games for any
            number of workers.
        long: Eight rounds instead of six.
        cards: A card set, its folder or name.
        rulings: The open rulings; what is absent is as the card set has it.
        workers: Threads, or processes where a bot is not compiled.
        keep: Whether to keep every game; else only the means are there, in the same little memory for any number.
        progress: Called with the number of games played so far.

    Raises:
        InputError: No such bot, a bot that fails or ends its process, or a wrong number of players, games or workers.
    """
    names = read_players(players)
    games = _count(games, MOST_GAMES, "games")
    workers = _count(workers, 1024, "workers")
    seed = None if seed is None else chance.read_seed(seed, "seed")
    card_set = card_set_of(cards)
    used = as_rulings(rulings, card_set)
    plan = Plan(names, card_set, used, chance.fresh_seed() if seed is None else seed, long)
    simulation = Simulation(plan, games, Totals.of(plan))
    with closing(_play(plan, games, workers)) as blocks:  # whatever happens here, no worker plays on
        for block in blocks:
            simulation.totals.add(plan, block)
            if keep:
                simulation.blocks.append(block)
            if progress:
                progress(block.first + len(block.results))
    return simulation


def _count(number: int, most: int, where: str) -> int:
    """Return a number as Python's own.

    Raises:
        InputError: No whole number from 1 to the most.
    """
    wanted = f"is a whole number from 1 to {most}"
    whole = whole_number(number, wanted, where)
    if not 1 <= whole <= most:
        raise InputError(f"{wanted}, not {number!r}", where)
    return whole


def _play(plan: Plan, games: int, workers: int) -> Generator[Block, None, None]:
    """Yield the blocks of a simulation in order."""
    size = BLOCK if plan.is_compiled else SMALL_BLOCK
    if set(plan.players) == {"random"}:
        size = RANDOM_BLOCK
    spans = [(first, min(first + size, games)) for first in range(0, games, size)]
    if plan.is_compiled:
        play_block(plan, 0, 1)  # compiled before the threads meet it
    if workers == 1 or len(spans) == 1:
        yield from (play_block(plan, *span) for span in spans)
        return
    if plan.is_compiled:
        with ThreadPoolExecutor(workers) as pool:
            try:
                yield from _play_in(pool, plan, spans, workers)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return
    from odds.processes import processes  # not worth its import otherwise

    try:
        with processes(min(workers, len(spans))) as pool:
            yield from _play_in(pool, plan, spans, workers)
    except BrokenExecutor:
        what = "a process died in which bots played, ended by a bot, killed or out of memory"
        raise InputError(f"{what}; --workers 1 plays in this one", "workers") from None


def _play_in(pool: Executor, plan: Plan, spans: list[tuple[int, int]], workers: int) -> Iterator[Block]:
    """Yield the blocks that others play, in order; only so many are played ahead of who reads them."""
    waiting = [pool.submit(play_block, plan, *span) for span in spans[: AHEAD * workers]]
    for number in range(len(spans)):
        yield waiting.pop(0).result()
        following = number + AHEAD * workers
        if following < len(spans):
            waiting.append(pool.submit(play_block, plan, *spans[following]))


__all__ = ["TABLES", "Simulation", "simulate"]
