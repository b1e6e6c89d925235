"""One fight, four ways: the oracle, the interpreted rules, the quick path and the compiled kernels agree.

A fight is one pair of line-ups with fixed faces and rulings. 20,000 are fought by default, a million with
``-m slow``.
"""

from __future__ import annotations

import random
from collections import Counter

import numba
import numpy as np
import pytest

from odds.history.compiled import codes_of, tables_of
from odds.history.encode import DICE
from odds.history.faces import fill_table
from odds.history.fight import (
    EVENT_AMBUSHED,
    EVENT_CONNECTED,
    EVENT_DAMAGE,
    EVENT_DEFEATED,
    EVENT_DEFLECTED,
    EVENT_EMPTY,
    EVENT_HEROIC_DEATH,
    EVENT_LINE,
    EVENT_MARKER,
    SIDE_ROWS,
)
from odds.history.many import encode_line_ups, resolve_many
from odds.history.quick import can_be_quick
from odds.history.rules import Rulings
from tests.history.bridge import (
    ALL_RULINGS,
    arena_of,
    fight_code,
    oracle_code,
    quick_code,
    random_fighter,
    random_line_ups,
    to_unit,
    to_units,
)

BLOCK = 10_000
POOL = 500

#: Defenders on the board, as often as they stand here.
DEFENDERS = (0, 1, 1, 2, 2, 3, 3, 4, 4)

#: Without the compiler the 36 pairs of faces of so many fights take too long; those of fewer do then.
TABLES = 100 if numba.config.DISABLE_JIT else BLOCK

# What a run counts: the fights, and those the quick path fights, too.
FIGHTS, QUICK_FIGHTS, FRONT_DEFLECTS = "fights", "quick", "quick, a front unit deflects"


def fight_block(seed: int, number: int, seen: Counter[object]) -> None:
    """Fight ``number`` random fights every way and compare; their units come from a thousand random ones."""
    rng = random.Random(seed)
    pools = [
        [random_fighter(rng, f"U{name}", deflecting=deflecting) for name in range(POOL)] for deflecting in (False, True)
    ]
    unit_of = {fighter.name + str(side): to_unit(fighter) for side in (0, 1) for fighter in pools[side]}
    kinds = [rng.randint(0, 1) for _ in range(number)]
    line_ups = [
        tuple(tuple(rng.choices(pools[kind], k=count)) for count in (rng.randint(1, 5), rng.choice(DEFENDERS)))
        for kind in kinds
    ]
    faces = [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(number)]
    rulings = [rng.choice(ALL_RULINGS) for _ in range(number)]
    expected = np.empty(number, np.int64)
    units = [
        tuple(tuple(unit_of[fighter.name + str(kind)] for fighter in side) for side in pair)
        for kind, pair in zip(kinds, line_ups, strict=True)
    ]
    for index, (ours, theirs) in enumerate(units):
        rolled, ruling = faces[index], rulings[index]
        expected[index] = oracle_code(*line_ups[index], rolled, ruling)
        arena = arena_of(ours, theirs)
        codes = {"fight": fight_code(arena, len(ours), rolled, ruling)}
        if can_be_quick(arena):
            codes["quick"] = quick_code(arena, len(ours), rolled, ruling)
            seen[QUICK_FIGHTS] += 1
            seen[FRONT_DEFLECTS] += any(side[0].deflection > 0 for side in (ours, theirs) if side)
        seen[FIGHTS] += 1
        for way, code in codes.items():
            assert code == expected[index], (way, seed, index, line_ups[index], rolled, ruling)
    compare_compiled(units, np.array(faces), rulings, expected)


def compare_compiled(units, faces, rulings, expected) -> None:
    """Compare the kernels with outcome codes known: each ruling's fights in one call, on 1 and 2 threads."""
    ours = encode_line_ups([pair[0] for pair in units])
    theirs = encode_line_ups([pair[1] for pair in units])
    slots = np.arange(9)
    for ruling in ALL_RULINGS:
        chosen = np.array([index for index, own in enumerate(rulings) if own == ruling], dtype=np.int64)
        mine, yours = ours[chosen].reshape(-1, SIDE_ROWS), theirs[chosen].reshape(-1, SIDE_ROWS)
        switches = ruling.deflection_per == "line", ruling.empty_side_fights
        codes = codes_of(mine, yours, faces[chosen], *switches, threads=2)
        assert np.array_equal(codes, expected[chosen]), chosen[codes != expected[chosen]]
        found = resolve_many(ours[chosen], theirs[chosen], faces[chosen], rulings=ruling, threads=1)
        bits = (expected[chosen][:, None] >> slots) & 1 > 0
        assert np.array_equal(found.attackers_standing, bits[:, :5])
        assert np.array_equal(found.defenders_standing, bits[:, 5:])
        standing = zip(bits[:, :5].sum(axis=1).tolist(), bits[:, 5:].sum(axis=1).tolist(), strict=True)
        assert found.winner.tolist() == [judge(*survivors) for survivors in standing]
        few = chosen[:TABLES]
        tables = tables_of(mine[: len(few)], yours[: len(few)], *switches, threads=2)
        pairs = 6 * (faces[few, 0] - 1) + faces[few, 1] - 1
        assert np.array_equal(tables[np.arange(len(few)), pairs], expected[few])


def judge(ours: int, theirs: int) -> int:
    """R16, once more, as a number of ``WINNERS``."""
    if ours + theirs == 0:
        return 2
    return int(ours < theirs)


def test_twenty_thousand_fights() -> None:
    seen: Counter[object] = Counter()
    for block in range(2):
        fight_block(1_000 + block, BLOCK, seen)
    assert seen[FIGHTS] == 20_000
    assert 8_000 < seen[QUICK_FIGHTS] < 15_000
    assert seen[FRONT_DEFLECTS] > 500


@pytest.mark.slow
@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="hours without the compiler")
def test_a_million_fights() -> None:
    seen: Counter[object] = Counter()
    for block in range(100):
        fight_block(5_000_000 + block, BLOCK, seen)
    assert seen[FIGHTS] == 1_000_000


def test_the_random_fights_use_every_symbol_and_every_ruling() -> None:
    """A run that never meets a rule proves nothing about it."""
    rng = random.Random(1_000)
    events: Counter[str] = Counter()
    names = {
        EVENT_CONNECTED: "connected",
        EVENT_AMBUSHED: "ambushed",
        EVENT_LINE: "line",
        EVENT_MARKER: "marker",
        EVENT_DAMAGE: "damage",
        EVENT_DEFEATED: "defeated",
        EVENT_DEFLECTED: "deflected",
        EVENT_HEROIC_DEATH: "heroic death",
        EVENT_EMPTY: "empty",
    }
    for _ in range(1_000):
        ours, theirs = random_line_ups(rng)
        faces = rng.randint(1, 6), rng.randint(1, 6)
        mine, yours = to_units(ours), to_units(theirs)
        outcomes = {}
        for ruling in ALL_RULINGS:
            told: list[tuple[int, ...]] = []
            arena = arena_of(mine, yours, told)
            outcomes[ruling] = fight_code(arena, len(mine), faces, ruling, told)
            events.update(names[event[0]] for event in told)
            events["prevented"] += sum(event[0] == EVENT_HEROIC_DEATH and event[4] > 0 for event in told)
        per_line, per_fight = Rulings(), Rulings(deflection_per="fight")
        events["R14 decides"] += outcomes[per_line] != outcomes[per_fight]
        events["R15 decides"] += outcomes[per_line] != outcomes[Rulings(empty_side_fights=False)]
        events["no defender"] += not theirs
        events["negative value"] += any(
            unit.token and min(unit.token.ranged, unit.token.normal, unit.token.melee) < 0 for unit in ours + theirs
        )
    assert all(events[name] >= 20 for name in (*names.values(), "prevented", "no defender", "negative value"))
    assert events["R14 decides"] >= 5
    assert events["R15 decides"] >= 5


def test_tables_are_the_fights_of_all_faces() -> None:
    """The 36 outcomes of a pair: the oracle's, the interpreted table's and the compiled table's."""
    rng = random.Random(7)
    for ruling in ALL_RULINGS:
        line_ups = [random_line_ups(rng) for _ in range(25)]
        units = [(to_units(ours), to_units(theirs)) for ours, theirs in line_ups]
        switches = ruling.deflection_per == "line", ruling.empty_side_fights
        expected = [[oracle_code(*pair, (a, d), ruling) for a in range(1, 7) for d in range(1, 7)] for pair in line_ups]
        interpreted = []
        for ours, theirs in units:
            table = [0] * 36
            fill_table(arena_of(ours, theirs), DICE, *switches, table)
            interpreted.append(table)
        assert interpreted == expected
        flat = [encode_line_ups([pair[side] for pair in units]).reshape(-1, SIDE_ROWS) for side in (0, 1)]
        assert tables_of(*flat, *switches).tolist() == expected


def test_an_arena_can_be_fought_again_and_again() -> None:
    """One fight leaves nothing behind for the next one."""
    rng = random.Random(8)
    for _ in range(50):
        ours, theirs = (to_units(side) for side in random_line_ups(rng))
        arena = arena_of(ours, theirs)
        for ruling in ALL_RULINGS:
            for faces in ((1, 1), (6, 3), (2, 5)):
                fresh = fight_code(arena_of(ours, theirs), len(ours), faces, ruling)
                assert fight_code(arena, len(ours), faces, ruling) == fresh
