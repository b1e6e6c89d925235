"""Any position that is written as a table file is read back the same."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from odds.history.card_files import read_card_set
from odds.history.cards import CardSet, Unit, WarToken
from odds.history.phrases import read_token
from odds.history.rules import ERAS, SABATONS, Rulings
from odds.history.table import EraBoard, Opponent, Table
from odds.history.table_checks import find_faults, stock, unseen_cards
from odds.history.table_files import parse_table
from odds.history.table_write import write_table

SPELLED = (
    Unit("Tank", 2, 3, 1, 3, reinforcement=1, left="*", right="lion"),
    Unit('The "1st", odd', 0, 0, 9),
    Unit("Elite", 1, kind="elite"),
    Unit("Chief", 1, kind="hero"),
)
SPELLED_TOKENS = tuple(read_token(text, read_card_set()) for text in ("+7 melee", "1/-2/0 ambush"))


def split(rng: random.Random, units: Sequence[Unit], parts: int) -> list[tuple[Unit, ...]]:
    """Deal cards into piles; a third of them stays out of all."""
    piles: list[list[Unit]] = [[] for _ in range(parts)]
    for unit in units:
        if rng.random() < 0.67:
            rng.choice(piles).append(unit)
    for pile in piles:
        rng.shuffle(pile)
    return [tuple(pile) for pile in piles]


def some_relics(rng: random.Random) -> dict[str, int]:
    return {era: count for era in ERAS if (count := rng.choice((0, 0, 1, 2)))}


def some_tokens(rng: random.Random, box: list[WarToken]) -> tuple[WarToken, ...]:
    return tuple(box.pop() for _ in range(rng.randint(0, 3)))


def random_table(rng: random.Random, card_set: CardSet) -> Table:
    """Deal a whole game's cards at random, as no rule forbids."""
    row_of, copies = stock(card_set)
    box = [token for token in card_set.war_tokens for _ in range(token.copies)] + list(SPELLED_TOKENS)
    rng.shuffle(box)
    sabatons = rng.sample(SABATONS, rng.randint(1, 5))
    conquered: dict[str, list[Unit]] = {name: [*rng.sample(SPELLED, rng.randint(0, 2))] for name in sabatons}
    board = {}
    for era in ERAS:
        cards = [row for row in row_of if row.owner == era for _ in range(copies[row])]
        rng.shuffle(cards)
        for name in sabatons:
            conquered[name] += [cards.pop() for _ in range(rng.randint(0, 2))]
        places = tuple(cards.pop() if rng.random() < 0.8 else None for _ in range(3))
        discard, stack = split(rng, cards, 2)
        board[era] = EraBoard(places, stack, discard, True)
    players = {}
    for name in sabatons[1:]:
        army = (*unseen_cards(card_set, name, ()), *conquered[name])
        discard, _ = split(rng, army, 2)
        kept = len(army) - len(discard)
        heroes = tuple(unit for unit in army if unit.kind == "hero" and unit not in discard)[:1]
        players[name] = Opponent(
            name,
            rng.choice(("", *ERAS)),
            army,
            discard,
            rng.randint(0, kept - len(heroes)),
            some_tokens(rng, box),
            some_relics(rng) if rng.random() < 0.5 else {},
            rng.randint(0, 3),
            True,
            heroes,
            rng.randint(0, 1),
        )
    me = sabatons[0]
    hand, deck, discard, rest = split(rng, (*unseen_cards(card_set, me, ()), *conquered[me]), 4)
    table = Table(
        card_set,
        me,
        tuple(rng.sample(ERAS, rng.randint(0, 2))),
        hand,
        deck,
        discard,
        some_tokens(rng, box),
        some_relics(rng),
        tuple(rng.sample((1, 2, 3, 5), rng.randint(0, 1))),
        rng.randint(0, 4),
        board,
        players,
        {"IV": 1} if rng.random() < 0.3 else {},
        rng.choice((card_set.rulings, Rulings("fight", False))),
        set_aside=tuple(unit for unit in rest if unit.kind == "hero"),
        honour=rng.randint(0, 3),
        dismissed=tuple(unit for unit in rest if unit.kind != "hero"),
    )
    return table if not list(find_faults(table)) else replace(table, relics={}, players={}, dismissed=())


@given(st.integers(0, 2**64))
@settings(max_examples=60, deadline=None)
def test_round_trip(seed: int) -> None:
    table = random_table(random.Random(seed), read_card_set())
    assert parse_table(write_table(table), cards=table.card_set) == table


@given(st.integers(0, 2**64))
@settings(max_examples=30, deadline=None)
def test_what_was_assumed_is_assumed_again(seed: int) -> None:
    rng = random.Random(seed)
    full = write_table(random_table(rng, read_card_set())).splitlines()
    kept = [line for line in full if line.startswith(("format", "sabaton", "[")) or rng.random() < 0.6]
    # The army of a discard pile may have gone, or the stack of a card: the file is as good without either.
    text = (
        "\n".join(line for line in kept if not line.startswith(("discard", "set_aside", "hand_size", "medals"))) + "\n"
    )
    table = parse_table(text)
    assert parse_table(write_table(table)) == table
