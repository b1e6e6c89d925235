"""Share codes of `odds advise` and `odds defend`: the question comes back whole, and so does the answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds import advise
from odds.errors import InputError
from odds.history.advise.defend import defend
from odds.history.advise.pricing import Weights, weights_of
from odds.history.share_advise import AdviseQuestion, DefendQuestion
from odds.history.share_questions import AttackQuestion
from odds.history.table_files import read_table

TABLES = Path(__file__).parents[1] / "data" / "tables"
POSITIONS = {name: read_table(TABLES / f"{name}.toml") for name in ("small", "bare", "contract")}
NAMES = [name.replace("_", "-") for name in Weights.__dataclass_fields__]

questions = st.fixed_dictionaries(
    {
        "table": st.sampled_from(sorted(POSITIONS)),
        "objective": st.sampled_from(["vp", "win"]),
        "weights": st.dictionaries(st.sampled_from(NAMES), st.sampled_from(["-0.3", "2", "0.125", "0"]), max_size=3),
        "method": st.sampled_from(["auto", "exact", "monte-carlo"]),
        "seconds": st.none() | st.sampled_from([0.5, 10.0]),
        "seed": st.none() | st.integers(0, 2**63 - 1),
    }
)


@settings(max_examples=30, deadline=None)
@given(
    questions,
    st.none() | st.sampled_from([0.01, 0.5]),
    st.dictionaries(st.sampled_from(["draws", "Chris"]), st.integers(1, 99)),
)
def test_a_question_to_advise_comes_back_whole(options, precision, repeat):
    asked = AdviseQuestion(**options | {"table": POSITIONS[options["table"]]}, precision=precision, repeat=repeat)
    found = AdviseQuestion.read(asked.code())
    for name in ("objective", "weights", "method", "precision", "seconds", "seed", "repeat"):
        assert getattr(found, name) == getattr(asked, name), name
    assert found.code() == asked.code()  # so its table is the same, too, but for cards that don't matter


@settings(max_examples=20, deadline=None)
@given(questions, st.none() | st.integers(1, 1000))
def test_a_question_to_defend_comes_back_whole(options, deals):
    asked = DefendQuestion(**options | {"table": POSITIONS[options["table"]]}, by="Chris", deals=deals)
    found = DefendQuestion.read(asked.code())
    for name in ("by", "objective", "weights", "method", "seconds", "seed", "deals"):
        assert getattr(found, name) == getattr(asked, name), name
    assert found.code() == asked.code()


def test_a_sampled_answer_comes_back_number_for_number():
    table = read_table(TABLES / "small.toml")
    first = advise(table, method="monte-carlo", seed=7, seconds=0.2)
    code = AdviseQuestion(table, method="monte-carlo", seed=7, seconds=0.2, repeat=first.search.repeat).code()
    asked = AdviseQuestion.read(code)
    again = advise(asked.table, method=asked.method, seed=asked.seed, seconds=1e-9 + 60, repeat=asked.repeat)
    assert first.search.repeat["draws"] >= 1
    assert again.rows() == first.rows()


def test_a_sampled_defence_comes_back_number_for_number():
    table = read_table(TABLES / "contract.toml")
    first = defend(table, by="Chris", method="monte-carlo", seed=7, seconds=0.05)
    asked = DefendQuestion.read(DefendQuestion(table, "Chris", seconds=0.05, seed=7, deals=first.deals).code())
    again = defend(asked.table, by=asked.by, method="monte-carlo", seconds=asked.seconds, seed=7, repeated=asked.deals)
    assert first.deals >= 1
    assert again.rows() == first.rows()


def test_a_code_of_another_command_is_refused_by_name():
    code = AdviseQuestion(read_table(TABLES / "small.toml")).code()
    with pytest.raises(InputError, match="odds advise"):
        AttackQuestion.read(code)
    with pytest.raises(InputError, match="odds advise"):
        DefendQuestion.read(code)


def test_an_unknown_weight_in_a_code_is_refused():
    code = AdviseQuestion(read_table(TABLES / "small.toml"), weights={"glory": "3"}).code()
    with pytest.raises(InputError, match="unknown weight 'glory'"):
        AdviseQuestion.read(code)
    assert weights_of("vp", {"token": "-0.5"}).token == -weights_of("vp", {"token": "0.5"}).token
