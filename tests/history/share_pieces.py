"""Pieces with every value a share code can hold, for round trips."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from odds.history.cards import ACCURACIES, COUNTED_SYMBOLS, CardSet, Unit, WarToken
from odds.history.rules import ERAS, KINDS, LINES, SABATONS, Rulings

#: Letters a name can have: anything but control characters, lone surrogates and line separators.
LETTERS = st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp"))
NAMES = st.text(LETTERS, min_size=1, max_size=12) | st.sampled_from(["Archer", "Trưng Sisters", "x" * 200])
LABELS = st.sampled_from(["", "", "*", "lion", "two-words", "ß_1"])
SYMBOLS = st.just(0) | st.integers(0, 9)
PROVENANCES = st.sampled_from(["", "attested", "derived", "reconstructed", "printed", "custom"])
COMMON = {
    "name": NAMES,
    "id": st.sampled_from(["", "one", "two", "three"]),
    "copies": st.integers(1, 99),
    "provenance": PROVENANCES,
}
RELICS = st.dictionaries(st.sampled_from(ERAS), st.integers(0, 8))
RULINGS = st.builds(Rulings, st.sampled_from(["line", "fight"]), st.booleans())

TOKENS = st.builds(
    WarToken,
    **COMMON,
    **dict.fromkeys(LINES, st.integers(-99, 99)),
    **dict.fromkeys([*(symbol for symbol in COUNTED_SYMBOLS if symbol != "reinforcement"), *ACCURACIES], SYMBOLS),
)
SPECIAL_TOKENS = st.builds(replace, TOKENS, special=st.sampled_from(["", "hunt", "move-up:draw-2"]))

BARE_UNITS = st.builds(
    Unit,
    **COMMON,
    **dict.fromkeys(LINES, st.integers(0, 99)),
    **dict.fromkeys([*COUNTED_SYMBOLS, *ACCURACIES], SYMBOLS),
    toughness=st.integers(1, 99),
    left=LABELS,
    right=LABELS,
    kind=st.sampled_from(KINDS),
    owner=st.sampled_from(["", *SABATONS, *ERAS]),
)


def line_ups(least: int, most: int, tokens: int) -> st.SearchStrategy[tuple[Unit, ...]]:
    """Return line-ups of which up to `tokens` units have a war token."""

    def armed(units: list[Unit], signs: list[WarToken]) -> tuple[Unit, ...]:
        given = [replace(unit, token=token) for unit, token in zip(units, signs, strict=False)]
        return (*given, *units[len(given) :])

    return st.builds(
        armed, st.lists(BARE_UNITS, min_size=least, max_size=most), st.lists(TOKENS, max_size=min(tokens, most))
    )


#: Piles with neighbours that are equal, which a code says once.
PILES = st.lists(st.tuples(BARE_UNITS, st.integers(1, 3)), max_size=4).map(
    lambda runs: tuple(unit for unit, times in runs for _ in range(times))
)


def card_sets(units: list[Unit], tokens: list[WarToken]) -> st.SearchStrategy[CardSet]:
    """Return card sets that hold some of these pieces, and others."""
    some = st.lists(st.sampled_from(units), unique=True) if units else st.just([])
    signs = st.lists(st.sampled_from(tokens), unique=True) if tokens else st.just([])
    return st.builds(
        lambda name, ours, others, signs, values: CardSet(name, name, (*ours, *others), tuple(signs), values=values),
        NAMES,
        some,
        st.lists(BARE_UNITS, max_size=2).map(tuple),
        signs,
        st.sampled_from(["", "printed", "reconstructed", "mixed", "custom"]),
    )
