"""Whom a position lets me fight: runs of the ring, hunts, players; eras with nothing in them."""

import random
from dataclasses import replace
from fractions import Fraction

from odds import advise, read_table
from odds.history.advise.advice import Advice
from odds.history.advise.targets import Target, runs_of, targets_of
from odds.history.rules import ERAS
from odds.history.table import EraBoard, Table
from tests.advise_oracle import runs
from tests.history.advise_positions import random_ring
from tests.history.bridge import to_unit, to_units

BASE = """
format = 1
[me]
sabaton = "Pär"
eras = ["II"]
hand = "Catapult, Archer"
deck = ""
discard = ""
tokens = []
relics = {}
medals = []
[board.I]
open = ["", "", ""]
[board.II]
open = ["Genoese Crossbowmen", "", ""]
stack = ""
[board.III]
open = ["", "", ""]
[board.IV]
open = ["", "", ""]
"""


def table(**changes: str) -> Table:
    """The base table with lines of it exchanged: key of a line, and what stands behind it."""
    text = BASE
    for key, value in changes.items():
        lines = text.splitlines()
        (number,) = [index for index, line in enumerate(lines) if line.startswith(f"{key} =")]
        lines[number] = f"{key} = {value}"
        text = "\n".join(lines) + "\n"
    return read_table(text)


def named(targets: list[Target]) -> list[tuple[str, str, str]]:
    return [
        (target.kind, target.era, target.player or ", ".join(unit.name for unit in target.defenders))
        for target in targets
    ]


def test_runs_are_the_oracles_on_random_rings():
    rng = random.Random(1)
    lengths = dict.fromkeys((1, 2, 3), 0)
    for _ in range(400):
        ring = random_ring(rng)
        for era in range(4):
            found = runs_of([None if place is None else to_unit(place) for place in ring], era)
            expected = [to_units(units) for _, units in runs(ring, era)]
            assert sorted(found, key=str) == sorted(expected, key=str)
            assert [len(run) for run in found] == sorted(len(run) for run in found)
            for run in found:
                lengths[len(run)] += 1
    assert min(lengths.values()) > 100


def test_a_run_reaches_across_the_end_of_the_ring():
    ring = [None] * 12
    wide = replace(to_unit(random_ring(random.Random(3))[0] or random_ring(random.Random(4))[0]), left="*", right="*")
    for place in (10, 11, 0, 1):
        ring[place] = replace(wide, name=f"card {place}")

    def names(era: int) -> set[tuple[str, ...]]:
        return {tuple(unit.name.removeprefix("card ") for unit in run) for run in runs_of(ring, era)}

    assert names(0) == {("0",), ("1",), ("11", "0"), ("0", "1"), ("10", "11", "0"), ("11", "0", "1")}
    assert names(3) == {("10",), ("11",), ("10", "11"), ("11", "0"), ("10", "11", "0"), ("11", "0", "1")}
    assert names(1) == names(2) == set()


def test_equal_runs_are_listed_once():
    card = to_unit(next(place for place in random_ring(random.Random(3)) if place))
    alone = replace(card, left="", right="")
    assert runs_of([alone, alone, None, *[None] * 9], 0) == [(alone,)]


def test_an_empty_board_an_empty_hand_and_an_unknown_era():
    assert targets_of(table(eras='["III"]')) == []
    for position, word in (
        (table(eras='["III"]'), "nothing to fight"),
        (table(hand='""'), "hand: empty"),
    ):
        found = advise(position)
        assert (found.best, found.ranked, found.rows()) == (None, (), [])
        assert any(note.startswith(word) for note in found.notes), found.notes
    unknown = replace(table(), eras=())
    assert advise(unknown).best is None


def test_an_era_with_one_open_card_and_an_empty_stack():
    position = table()
    assert named(targets_of(position)) == [("board", "II", "Genoese Crossbowmen")]
    found = advise(position)
    assert found.search.considered == 4  # two cards alone, two orders of both
    assert found.search.settled


def test_two_eras_before_the_jump_are_both_ranked():
    position = table(eras='["II", "IV"]')
    era_four = EraBoard(open=(None, None, position.board["II"].open[0]), stack=(), stack_given=True)
    position = replace(position, board={**position.board, "IV": era_four})
    assert [(target.kind, target.era) for target in targets_of(position)] == [("board", "II"), ("board", "IV")]
    found = advise(position, everything=True)
    scores = {era: sorted(one.score for one in found.ranked if one.target.era == era) for era in ("II", "IV")}
    # The same card in either era, no stack: the same worth.
    assert scores["II"] == scores["IV"]
    assert len(scores["II"]) == 4


def test_a_run_that_reaches_into_both_eras_is_fought_with_either_stack():
    ring_card = to_unit(next(place for place in random_ring(random.Random(3)) if place))
    wide = replace(ring_card, left="*", right="*", reinforcement=1)
    position = table(eras='["II", "III"]')
    stacks = {era: (replace(ring_card, name=f"stack {era}"),) for era in ERAS}
    board = {era: EraBoard(stack=stacks[era], stack_given=True) for era in ERAS}
    board["II"] = replace(board["II"], open=(None, None, replace(wide, name="left")))
    board["III"] = replace(board["III"], open=(replace(wide, name="right"), None, None))
    found = targets_of(replace(position, board=board))
    assert named(found) == [
        ("board", "II", "left"),
        ("board", "II", "left, right"),
        ("board", "III", "right"),
        ("board", "III", "left, right"),
    ]
    # R2: the stack of the era in which the attacker's Sabaton stands, whatever the card's own era.
    assert [target.stack for target in found] == [stacks["II"]] * 2 + [stacks["III"]] * 2


def hunting(price: str = "0") -> tuple[Advice, Advice]:
    """All attacks of a table with one open card and a discarded equal of it, without and with a hunt token."""
    position = table()
    card = position.board["II"].open[0]
    board = {**position.board, "II": replace(position.board["II"], discard=(card, card))}
    position = replace(position, board=board)
    hunt = next(token for token in position.card_set.war_tokens if token.special == "hunt")
    weights = {"token": price}
    return (
        advise(position, everything=True, weights=weights),
        advise(replace(position, tokens=(hunt,)), everything=True, weights=weights),
    )


def test_a_hunt_fights_a_discarded_card_alone_and_costs_its_token():
    without, found = hunting("-1/4")
    assert {one.target.kind for one in without.ranked} == {"board"}
    hunts = {one.line_up: one for one in found.ranked if one.target.kind == "hunt"}
    open_card = {one.line_up: one for one in found.ranked if one.target.kind == "board"}
    assert hunts.keys() == open_card.keys() == {one.line_up for one in without.ranked}
    for line_up, hunt in hunts.items():
        other = open_card[line_up]
        assert (hunt.tokens, other.tokens) == (1, 0)
        assert hunt.score == other.score - Fraction(1, 4)
        assert (hunt.win, hunt.unit_vp, hunt.relic_vp) == (other.win, other.unit_vp, other.relic_vp)


def test_a_hunt_that_gains_nothing_is_not_recommended_even_if_tokens_are_free():
    _, found = hunting()
    assert found.best is not None
    assert found.best.target.kind == "board"


def test_hunt_and_move_up_are_put_on_no_unit():
    position = table()
    special = [token for token in position.card_set.war_tokens if token.special]
    assert {token.special.partition(":")[0] for token in special} == {"hunt", "move-up"}
    for token in special:
        found = advise(replace(position, tokens=(token,)))
        assert found.position is not None
        assert found.position.tokens == ()
