"""The short phrases for relics and medals: what they mean and what is refused."""

from __future__ import annotations

import pytest

from odds.errors import InputError
from odds.history.phrases import read_medals, read_relics


@pytest.mark.parametrize(
    ("phrase", "relics"),
    [("", {}), ("none", {}), ("I:2,IV:1", {"I": 2, "IV": 1}), (" ii : 0, III=8", {"II": 0, "III": 8})],
)
def test_relics(phrase: str, relics: dict[str, int]) -> None:
    assert read_relics(phrase, "--relics") == relics


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("V:1", "'V:1' is no count of relics"),
        ("I", "I:2,IV:1"),
        ("I:1,,II:1", "'' is no count"),
        ("I:1,i:2", "era I is named twice"),
        ("I:9", "relics of era I: write a whole number from 0 to 8, not '9'"),
        ("I:-1", "not '-1'"),
        ("I:", "not nothing"),
        ("I:" + "9" * 5000, "from 0 to 8"),
        ("I" * 70_000, "64 KiB"),
    ],
)
def test_relics_refused(phrase: str, said: str) -> None:
    with pytest.raises(InputError, match=r"^--relics: ") as error:
        read_relics(phrase, "--relics")
    assert said in error.value.message


def test_medals() -> None:
    assert read_medals("1, 5", "--medals") == (1, 5)
    assert read_medals("0,99,3,3", "--medals") == (0, 99, 3, 3)


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("", "1 to 4 medals"),
        ("none", "1 to 4 medals"),
        ("1,2,3,4,5", "got 5"),
        ("1,", "not nothing"),
        ("100", "from 0 to 99, not '100'"),
        ("-1", "not '-1'"),
        ("x", "not 'x'"),
        ("1," * 40_000, "64 KiB"),
    ],
)
def test_medals_refused(phrase: str, said: str) -> None:
    with pytest.raises(InputError, match=r"^--medals: ") as error:
        read_medals(phrase, "--medals")
    assert said in error.value.message
