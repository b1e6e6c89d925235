"""Figures of every kind: drawn from tables, the same bytes for the same data, nothing over the edge."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from odds import charts
from odds.charts import base
from odds.errors import InputError

LINES = ("ranged", "normal", "melee", "none")
ABILITIES = ("reinforcement", "heroic_death", "accuracy_ranged", "reroll", "connection", "toughness")


def around(values: Sequence[float], name: str, half: float = 0.02) -> dict[str, list[float]]:
    """Return a column with the ends of its interval."""
    return {
        name: list(values),
        f"{name}_low": [value - half for value in values],
        f"{name}_high": [value + half for value in values],
    }


def matchups(rows: int = 12, targets: int = 60) -> pd.DataFrame:
    wins = np.linspace(0, 1, rows * targets)
    return pd.DataFrame(
        {
            "owner": np.repeat([f"Owner {row % 3}" for row in sorted(range(rows), key=lambda row: row % 3)], targets),
            "row": np.repeat([f"Catapult, Archer, Conscript, Spy {row}" for row in range(rows)], targets),
            "era": np.tile([("I", "II", "III", "IV")[4 * target // targets] for target in range(targets)], rows),
            "target": np.tile([f"Carthaginian War Elephants {target}" for target in range(targets)], rows),
            "win": wins,
            "vp": 2 * wins,
        }
    )


def tables() -> dict[str, pd.DataFrame]:
    bots = ("random", "greedy", "look-ahead")
    return {
        "matchups": matchups(),
        "dice": pd.DataFrame(
            {
                "units": [1, 2, 3, 4, 5],
                "die": ["strong"] * 3 + ["risky"] * 2,
                **around([0.1, 0.3, 0.5, 0.6, 0.9], "win"),
                "other_die_win": [0.05, 0.2, 0.4, 0.7, 0.95],
                "unit_vp": [0.2, 0.3, 0.4, 0.4, 0.5],
                "relic_vp": [0.1, 0.3, 0.5, 0.6, 0.0],
                **around([0.3, 0.6, 0.9, 1.0, 0.5], "vp"),
                "relic_if_won": [1.9, 1.7, 1.4, 1.0, 0.0],
            }
        ),
        "lines": pd.DataFrame(
            {
                "line": LINES,
                **around([0.3, 0.2, 0.1, 0.4], "decides"),
                **around([2.0, 3.0, 3.5, 0.0], "damage_to_attackers"),
                **around([1.0, 0.5, 0.7, 0.0], "damage_to_defenders"),
                **around([1.0, 0.5, 0.2, 0.0], "attackers_defeated"),
                **around([0.2, 0.1, 0.1, 0.0], "defenders_defeated"),
            }
        ),
        "units": pd.DataFrame(
            [
                (f"Carthaginian War Elephants {n}", "III", worth := 0.1 - n / 500, worth - 0.03, worth + 0.03)
                for n in range(108)
            ],
            columns=["name", "owner", "worth", "low", "high"],
        ),
        "abilities": pd.DataFrame(
            {
                "ability": ABILITIES,
                "kind": ["symbol"] * 5 + ["value"],
                **around([0.13, 0.02, 0.01, 0.02, 0.0, 0.05], "win_gain"),
                **around([0.2, 0.1, 0.0, 0.02, 0.0, 0.05], "vp_gain"),
            }
        ),
        "survivors": pd.DataFrame(
            [
                (ours, theirs, "nobody" if ours == theirs == 0 else "attacker" if ours >= theirs else "defender", p)
                for (ours, theirs), p in zip(
                    [(ours, theirs) for ours in range(6) for theirs in range(5)],
                    [0.0, 0.0004, 0.5, *[0.01] * 27],
                    strict=True,
                )
            ],
            columns=["attackers", "defenders", "winner", "probability"],
        ),
        "rulings": pd.DataFrame(
            [
                (ruling, change, share, max(0.0, share - 0.01), share + 0.01)
                for ruling in ("deflection_per=fight", "empty_side_fights=false")
                for change, share in (("none", 0.9), ("up to 1", 0.0), ("1 to 2", 0.06), ("over 10", 0.04))
            ],
            columns=["ruling", "change", "share", "low", "high"],
        ),
        "strategies": pd.DataFrame(
            [
                (bot, seat, 4000, win := 0.2 + 0.1 * place - 0.02 * seat, win - 0.02, win + 0.02, 4)
                for place, bot in enumerate(bots)
                for seat in (1, 2, 3, 4)
            ],
            columns=["bot", "seat", "games", "win", "low", "high", "players"],
        ),
        "points": pd.DataFrame(
            [
                (bot, source, number, value)
                for bot in bots
                for source, value in (("units", 1.0), ("relics", 0.5), ("medals", 0.3), ("dismissed", -0.1))
                for number in range(1, 9)
            ],
            columns=["bot", "source", "round", "vp"],
        ),
        "deck": pd.DataFrame(
            [
                (bot, number, cards := 8 + number * (0.5 + place), cards - 0.2, cards + 0.2)
                for place, bot in enumerate(bots)
                for number in range(9)
            ],
            columns=["bot", "round", "cards", "low", "high"],
        ),
    }


TABLES = tables()
NOTES = ["4,000 fights drawn (seed 1); bars: 95 % interval", "card set 'reconstructed': reconstructed values"]
FINDING = "From 3 units to 4 the chance to win goes from 54.2 % to 64.2 %, VP from 0.95 to 1; a long finding is wrapped"


def drawn(kind: str, frame: pd.DataFrame | None = None, **options: str) -> Figure:
    table = TABLES[kind] if frame is None else frame
    return charts.draw(kind, table, f"What is a chart of {kind} about?", FINDING, NOTES, **options)


def texts(figure: Figure) -> list[Any]:
    """Return every text that is shown, after layout."""
    FigureCanvasAgg(figure).draw()
    found = [item for item in figure.findobj(lambda item: hasattr(item, "get_text")) if item.get_text().strip()]
    unseen = {label for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for label in beyond(axis)}
    return [item for item in found if item.get_visible() and item.get_window_extent().width > 0 and item not in unseen]


def beyond(axis: Any) -> list[Any]:
    """Return the labels of ticks that lie beyond the ends of an axis; they are never drawn."""
    low, high = sorted(axis.get_view_interval())
    places = zip(axis.get_major_ticks(), axis.get_majorticklocs(), strict=True)
    return [tick.label1 for tick, place in places if not low <= place <= high]


def test_every_kind_is_tested() -> None:
    assert set(TABLES) == set(charts.CHARTS) == set(charts.COLUMNS) == set(charts.QUESTIONS)


@pytest.mark.parametrize(
    ("kind", "ending"),
    [
        *((kind, ".svg") for kind in charts.CHARTS),
        *((kind, end) for kind in ("matchups", "deck") for end in (".pdf", ".png")),
    ],
)
def test_the_same_data_make_the_same_bytes(kind: str, ending: str, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}{ending}" for name in "ab"]
    for file in files:
        charts.save(drawn(kind), file)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert sorted(tmp_path.iterdir()) == files
    start = {".svg": b"<?xml", ".pdf": b"%PDF", ".png": b"\x89PNG"}[ending]
    assert files[0].read_bytes().startswith(start)


@pytest.mark.parametrize("kind", charts.CHARTS)
def test_question_finding_and_notes_are_in_the_figure(kind: str, tmp_path: Path) -> None:
    shown = " ".join(" ".join(item.get_text().split()) for item in texts(drawn(kind)))
    for wanted in (f"What is a chart of {kind} about?", FINDING, *NOTES):
        assert wanted in shown


@pytest.mark.parametrize("kind", charts.CHARTS)
def test_nothing_is_over_the_edge_or_over_the_next_label(kind: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # matplotlib warns where it finds no room, or no letter
        figure = drawn(kind)
        shown = texts(figure)
    page = figure.bbox
    for item in shown:
        box = item.get_window_extent()
        assert box.x0 >= page.x0 - 1, item
        assert box.x1 <= page.x1 + 1, item
        assert box.y0 >= page.y0 - 1, item
        assert box.y1 <= page.y1 + 1, item
    for axes in figure.axes:
        for labels in (axes.get_xticklabels(), axes.get_yticklabels()):
            boxes = [label.get_window_extent() for label in labels if label.get_text() and label.get_visible()]
            for one, other in pairwise(box for box in boxes if box.width):
                assert not one.shrunk(0.9, 0.9).overlaps(other.shrunk(0.9, 0.9))


@pytest.mark.parametrize("kind", charts.CHARTS)
def test_axes_say_what_they_count(kind: str) -> None:
    for axes in drawn(kind).axes:
        named = [axes.get_xlabel(), axes.get_ylabel()]
        assert any(named) or kind == "matchups"


@pytest.mark.parametrize(("rows", "targets"), [(1, 1), (3, 15), (46, 60), (3000, 60)])
@pytest.mark.parametrize("measure", ["win", "vp"])
def test_matchups_of_any_size(rows: int, targets: int, measure: str) -> None:
    frame = matchups(rows, targets)
    figure = drawn("matchups", frame, measure=measure)
    shown = figure.axes[0].images[0].get_array()
    expected = frame[measure].to_numpy().reshape(rows, targets) * (100 if measure == "win" else 1)
    np.testing.assert_array_equal(np.asarray(shown), expected)


def test_exact_charts_have_no_bars_of_intervals() -> None:
    assert base.error_ends([0.1, 0.2], [0.1, 0.2], [0.1, 0.2]) is None
    assert base.error_ends([1.0], [0.5], [1.5]) == [[0.5], [0.5]]


def test_neighbours_differ_without_colour_too() -> None:
    assert len(set(base.HATCHES)) == len(base.HATCHES) == len(base.COLOURS) == len(set(base.COLOURS))
    assert len(set(base.MARKERS)) == len(base.MARKERS)
    import matplotlib

    brightness = [sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), to_rgb(colour), strict=True))
                  for colour in matplotlib.colormaps[base.HEAT](np.linspace(0, 1, 64))]  # fmt: skip
    assert brightness == sorted(brightness)


@pytest.mark.parametrize(
    ("percent", "text"), [(0, "0"), (100, "100"), (0.01, "<0.1"), (99.96, ">99.9"), (99.94, "99.9"), (50, "50.0")]
)
def test_shares_do_not_lie_by_rounding(percent: float, text: str) -> None:
    assert base.share_text(percent) == text


# -------------------------------------------------------------------------------------- tables


@pytest.mark.parametrize("kind", charts.CHARTS)
def test_numbers_come_back_as_they_were_written(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "numbers.csv"
    charts.write_table(TABLES[kind], file)
    again = charts.read_table(file, kind)
    for name in charts.COLUMNS[kind]:
        assert list(again[name]) == list(TABLES[kind][name]), name
    assert list(tmp_path.iterdir()) == [file]
    drawn(kind, again)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no CSV table"),
        (b"name,worth\nA,1\n", "no column low, high; a chart of units needs name, worth, low, high"),
        (b"name,worth,low,high\nA,1,0,2\nB,x,0,2\n", "line 3: worth: 'x' is no number"),
        (b"name,worth,low,high\nA,1,0,inf\n", "line 2: high: 'inf' is no number"),
        (b"name,worth,low,high\nA,1,,2\n", "line 2: low: '' is no number"),
        (b"name,worth,low,high\nA,1,2,3,4,5,6\n", "no CSV table"),
        (b"name,worth,low,high\n\xff,1,2,3\n", "not UTF-8"),
    ],
)
def test_a_bad_table_is_named(content: bytes, told: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.csv"
    file.write_bytes(content)
    with pytest.raises(InputError) as caught:
        charts.read_table(file, "units")
    assert told in str(caught.value)
    assert str(file) in str(caught.value)


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read it"):
        charts.read_table(tmp_path / "none.csv", "units")


def test_draw_refuses_what_it_cannot_draw() -> None:
    with pytest.raises(InputError, match="'pie' is no chart"):
        charts.draw("pie", TABLES["deck"], "", "", [])
    with pytest.raises(InputError, match="no column cards"):
        charts.draw("deck", TABLES["deck"].drop(columns="cards"), "", "", [])
    with pytest.raises(InputError, match="no rows"):
        charts.draw("deck", TABLES["deck"].iloc[:0], "", "", [])


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "folder.svg"
    target.mkdir()
    with pytest.raises(OSError):  # noqa: PT011
        charts.save(drawn("deck"), target)
    with pytest.raises(OSError):  # noqa: PT011
        charts.write_table(TABLES["deck"], target)
    assert list(tmp_path.iterdir()) == [target]
