"""The best attack: rankings against one target, whole positions, and which evaluator answers sooner."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from statistics import median

import numpy as np

from odds import advise, read_table
from odds.history.advise import evaluate
from odds.history.advise.draw_pairs import Draws, enumerate_draws
from odds.history.advise.evaluators_compiled import Compiled
from odds.history.advise.position import Position, Prizes, build
from odds.history.advise.pricing import WIN_ONLY
from odds.history.advise.ranked import rank
from odds.history.advise.search import count_fights, search_exactly
from odds.history.advise.targets import Target
from odds.history.cards import Unit
from odds.history.rules import DEFAULT_RULINGS
from tests.benchmarks.advise_peers import Card, cards, icepool_ranking, naive_ranking
from tests.benchmarks.measure import Row, count, ratio_of, seconds, side_by_side
from tests.benchmarks.start_rows import run_python
from tests.history.advise_bridge import TABLES, all_draws, table_position

HAND, DEFENDERS = 6, 3
MOST_MS = {False: 3.0, True: 5.0}
SETTLED_SECONDS = 2.0
LEAST_RATE = 200_000
EIGHT_SECONDS = 10.0
SMALL_SECONDS = 1.0

# Hands of the small questions, and how many tokens: from some hundred to some thousand fights.
SMALL = (
    ("Catapult, Archer, Pikeman", 0),
    ("Catapult, Archer, Pikeman, Conscript, Spy", 1),
    ("Catapult, Archer, Pikeman, Conscript, Spy, Militia", 2),
)
TOKENS = ("+2 melee", "Ambush")
SMALL_TABLE = """
format = 1
[me]
sabaton = "Pär"
eras = ["II"]
hand = "{hand}"
deck = ""
tokens = {tokens}
[board.II]
open = ["Varangian Guard", "", ""]
stack = ""
"""
#: Answers a table with the interpreter up to so many fights; without a number, as the program chooses.
ANSWER = (
    "import sys\n"
    "from odds.history.advise import search\n"
    "search.INTERPRETED_FIGHTS = int(sys.argv[2]) if len(sys.argv) > 2 else search.INTERPRETED_FIGHTS\n"
    "from odds.cli import run\n"
    "sys.exit(run(['advise', sys.argv[1]]))\n"
)


def rows(quick: bool) -> list[Row]:
    """Measure all of it."""
    return [
        *(row for symbols in (False, True) for row in one_target(symbols, quick)),
        *full_position(quick),
        *hand_of_eight(quick),
        *small_positions(quick),
    ]


# ------------------------------------------------------------------------------------------- one target


def ranking_position(hand: list[Card], target: list[Card]) -> Position:
    """Return the peers' question: every line-up of a hand against one target, for the win."""
    units = [Unit(**card._asdict()) for card in hand]
    defenders = tuple(Unit(**card._asdict()) for card in target)
    nothing = Prizes((Fraction(0),) * 6)
    return build(units, (), (), [Target("board", "I", defenders)], [nothing], WIN_ONLY, DEFAULT_RULINGS)


def one_target(symbols: bool, quick: bool) -> list[Row]:
    """Measure the ranking of all line-ups against one known target, and both peers'."""
    hand, target = cards(HAND, symbols, 1), cards(DEFENDERS, symbols, 2)
    position = ranking_position(hand, target)
    draws = all_draws(position)
    evaluator = Compiled(position, draws, 1)
    order = range(position.attack_count)
    ranked = [
        rank(position, attack, tally, 1) for attack, tally in zip(order, evaluator.value(order).tallies, strict=True)
    ]
    expected = {tuple(hand[slot].name for slot in slots): chance for chance, slots in naive_ranking(hand, target)}
    equal = {tuple(unit.name for unit in one.line_up): one.win for one in ranked} == expected
    asked, nothing = np.arange(position.attack_count), np.zeros(0, np.int64)
    repeats = 1 if quick else 5
    own, naive, pool = side_by_side(
        [
            lambda: [evaluator.arrays(asked, nothing) for _ in range(20)],
            lambda: naive_ranking(hand, target),
            lambda: icepool_ranking(hand, target),
        ],
        repeats,
    )
    taken = median(own) / 20 * 1000
    what = f"{position.attack_count} line-ups ranked, {'all' if symbols else 'no'} symbols, 1 thread"
    return [
        Row(
            what,
            f"{taken:.2f} ms",
            f"plain Python {median(naive) * 1000:.0f} ms, icepool {median(pool) * 1000:.0f} ms",
            f"{ratio_of(naive, own) * 20:.0f} x, {ratio_of(pool, own) * 20:.0f} x",
            f"<= {MOST_MS[symbols]:.0f} ms",
            taken <= MOST_MS[symbols],
        ),
        Row("… chances equal", f"{equal} ({len(expected)} line-ups)", "", "", "equal", equal),
    ]


# -------------------------------------------------------------------------------------- whole positions


def full_position(quick: bool) -> list[Row]:
    """Measure the settled best of the full position, its complete ranking, and the bare evaluation."""
    position = table_position("full_position")
    draws = all_draws(position)
    fights = count_fights(position, draws)
    search_exactly(position, draws)  # warm
    times = [seconds(lambda: search_exactly(position, draws)) for _ in range(1 if quick else 3)]
    best = search_exactly(position, draws)
    attacks = position.attack_count
    found = [
        Row(
            "full position: settled best, compiled, warm",
            f"{median(times):.2f} s",
            f"{count(fights)} fights naively, {len(best.ranked)} of {attacks} attacks tried",
            "",
            f"< {SETTLED_SECONDS:.0f} s",
            best.settled and median(times) < SETTLED_SECONDS,
        )
    ]
    # Quick: every tenth attack stands for all of them.
    part = list(range(0, attacks, 10 if quick else 1))
    asked = fights_of(position, draws, part)
    evaluator = Compiled(position, draws)
    taken = seconds(lambda: evaluator.value(part))
    found.append(
        Row(
            "full position: complete ranking" + (", a tenth" if quick else ""),
            f"{count(asked / taken)} fights/s in {taken:.1f} s",
            f"{count(asked)} fights naively",
            "",
            f">= {count(LEAST_RATE)}/s",
            asked / taken >= LEAST_RATE,
        )
    )
    settings = list(position.settings)
    settings[evaluate.BOUNDED] = 0
    bare = Compiled(replace(position, settings=settings), draws)
    part = list(range(0, attacks, 200 if quick else 40))
    asked = fights_of(position, draws, part)
    taken = seconds(lambda: bare.value(part))
    with_bounds = seconds(lambda: evaluator.value(part))
    found.append(
        Row(
            f"… {len(part)} attacks without bounds: fights resolved",
            f"{count(asked / taken)}/s",
            f"with bounds {count(asked / with_bounds)}/s",
            f"{taken / with_bounds:.1f} x",
            f">= {count(LEAST_RATE)}/s",
            asked / taken >= LEAST_RATE,
        )
    )
    return found


def fights_of(position: Position, draws: Draws, part: list[int]) -> int:
    """Return how many fights some of the attacks have, counted naively."""
    attacks = [number for attack in part for number in position.attacks[2 * attack : 2 * attack + 2]]
    return count_fights(replace(position, attacks=attacks), draws)


def hand_of_eight(quick: bool) -> list[Row]:
    """Measure the largest question: settled in time, or said not to be."""
    table = read_table(TABLES / "hand_of_eight.toml")
    position = table_position("hand_of_eight")
    draws = enumerate_draws(position)
    fights = "too many" if draws is None else count(count_fights(position, draws))
    limit = 3.0 if quick else EIGHT_SECONDS
    found = advise(table, seconds=limit, seed=1)
    taken = seconds(lambda: advise(table, seconds=limit, seed=1))
    said = "settled" if found.search.settled else "said: not settled"
    return [
        Row(
            f"hand of 8, 3 tokens, at most {limit:.0f} s",
            f"{said} in {taken:.1f} s",
            f"{fights} fights naively, {position.attack_count} attacks",
            "",
            "settled or said",
            found.search.settled or any(note.startswith("not settled") for note in found.notes),
        )
    ]


# -------------------------------------------------------------------------------------- small positions


def small_positions(quick: bool) -> list[Row]:
    """Measure the whole process: interpreted, compiled, and as the program chooses."""
    found = []
    for hand, tokens in SMALL:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.toml"
            listed = ", ".join(f'"{token}"' for token in TOKENS[:tokens])
            path.write_text(SMALL_TABLE.format(hand=hand, tokens=f"[{listed}]"), encoding="utf-8")
            answer = advise(read_table(path))
            chosen, interpreted, compiled = side_by_side(
                [
                    lambda path=path: run_python("-c", ANSWER, str(path)),
                    lambda path=path: run_python("-c", ANSWER, str(path), "1000000000"),
                    lambda path=path: run_python("-c", ANSWER, str(path), "-1"),
                ],
                1 if quick else 5,
            )
        faster = min(median(interpreted), median(compiled))
        found.append(
            Row(
                f"{count(answer.search.fights)} fights, whole process, as chosen",
                f"{median(chosen):.2f} s",
                f"interpreted {median(interpreted):.2f} s, compiled {median(compiled):.2f} s",
                f"{median(chosen) / faster:.2f} x the faster",
                f"< {SMALL_SECONDS:.0f} s" if answer.search.fights <= 1_200 else "",
                median(chosen) < SMALL_SECONDS if answer.search.fights <= 1_200 else None,
            )
        )
    return found
