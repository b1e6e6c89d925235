"""What contradicts itself in a position: too many of a card, a token, a relic or a medal, or a card out of place."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from odds.history.cards import CardSet, Unit
from odds.history.names import same_card
from odds.history.rules import ERAS, HONOUR_TOKENS, RELICS_PER_ERA, SABATONS
from odds.history.table import MEDALS_PER_SABATON, Table


class Fault(NamedTuple):
    """Something that cannot be: the key it is told about, and what is wrong with how to mend it."""

    key: str
    message: str


class Stock(NamedTuple):
    """The cards of a set: which row stands for a card that has several, and how many copies there are."""

    row_of: Mapping[Unit, Unit]
    copies: Mapping[Unit, int]


@lru_cache(maxsize=16)
def _stock(units: tuple[Unit, ...]) -> Stock:
    row_of: dict[Unit, Unit] = {}
    copies: Counter[Unit] = Counter()
    named: defaultdict[tuple[str, str], list[Unit]] = defaultdict(list)
    for unit in units:
        rows = named[unit.owner, unit.name]
        first = next((row for row in rows if same_card(row, unit)), None)
        if first is None:
            rows.append(unit)
        row_of[unit] = first or unit
        copies[first or unit] += unit.copies
    return Stock(row_of, copies)


def stock(card_set: CardSet) -> Stock:
    """Return the cards of a set with their copies; equal cards on several rows are one."""
    return _stock(card_set.units)


def piles(table: Table, completed: bool = False) -> Iterator[tuple[str, tuple[Unit, ...]]]:
    """Yield the key of every pile of a position with its cards; a player's discard is inside its army.

    Args:
        table: The position.
        completed: Whether stacks that were not said are yielded, too.
    """
    yield "me.hand", table.hand
    yield "me.deck", table.deck
    yield "me.discard", table.discard
    yield "me.set_aside", table.set_aside
    for era, board in table.board.items():
        yield f"board.{era}.open", tuple(unit for unit in board.open if unit is not None)
        yield f"board.{era}.discard", board.discard
        if board.stack_given or completed:
            yield f"board.{era}.stack", board.stack
    for name, player in table.players.items():
        yield f"players.{name}.army", player.army
    yield "dismissed", table.dismissed


def find_faults(table: Table) -> Iterator[Fault]:
    """Yield everything in a position that cannot be."""
    yield from _places(table)
    yield from _copies(table)
    yield from _armies(table)
    yield from _tokens(table)
    yield from _relics(table)
    yield from _medals(table)
    honour = table.honour + sum(player.honour for player in table.players.values())
    if honour > HONOUR_TOKENS:
        yield Fault("me.honour", f"all players together have {honour} honour tokens; there are {HONOUR_TOKENS} (R19)")


def _places(table: Table) -> Iterator[Fault]:
    """Yield the cards that lie where cards of their kind never do."""
    for key, units in piles(table, completed=True):
        table_name, _, rest = key.partition(".")
        owner = rest.partition(".")[0]
        for unit in units:
            if table_name == "board" and unit.owner and unit.owner != owner:
                yield Fault(
                    key,
                    f"{unit.name} is {_article(unit.kind)} of {_owner(unit)}; era {owner}'s cards only lie here",
                )
            elif table_name == "board" and unit.kind == "basic":
                yield Fault(key, f"{unit.name} is a basic unit; only elite units and heroes lie on the board")
            elif table_name in ("me", "players") and unit.kind == "basic":
                sabaton = table.sabaton if table_name == "me" else owner
                if unit.owner not in ("", sabaton):
                    yield Fault(
                        key,
                        f"{unit.name} ({unit.owner}) is a basic unit of another Sabaton; {sabaton}'s piles "
                        "hold its own basic units and conquered cards",
                    )
    for key, units in _set_aside(table):
        for unit in units:
            if unit.kind != "hero":
                yield Fault(key, f"{unit.name} is no hero; only a hero is set aside after its fight (R20)")


def _set_aside(table: Table) -> Iterator[tuple[str, tuple[Unit, ...]]]:
    yield "me.set_aside", table.set_aside
    for name, player in table.players.items():
        yield f"players.{name}.set_aside", player.set_aside


def _copies(table: Table) -> Iterator[Fault]:
    """Yield the cards that are seen more often than the set has copies of them."""
    row_of, copies = stock(table.card_set)
    seen: Counter[Unit] = Counter()
    keys: defaultdict[Unit, list[str]] = defaultdict(list)
    used = {row_of.get(unit, unit) for _, units in _set_aside(table) for unit in units}
    for key, units in piles(table):
        for unit in units:
            row = row_of.get(unit)
            if row is not None:
                seen[row] += 1
                keys[row].append(key)
    for row, count in seen.items():
        if count <= copies[row]:
            continue
        places = " and ".join(dict.fromkeys(keys[row]))
        if row in used:
            yield Fault(
                keys[row][-1], f"{row.name} has had its one fight and is set aside (R20), but is named in {places}"
            )
            continue
        there = "1 copy" if copies[row] == 1 else f"{copies[row]} copies"
        yield Fault(
            keys[row][-1], f"{_called(row)} is named {count} times in {places}, but the card set has {there} of it"
        )


def _armies(table: Table) -> Iterator[Fault]:
    for name, player in table.players.items():
        key = f"players.{name}"
        missing = Counter(player.discard) + Counter(player.set_aside) - Counter(player.army)
        if missing:
            unit = next(iter(missing))
            where = "discard" if unit in player.discard else "set_aside"
            yield Fault(f"{key}.{where}", f"{unit.name} is not in {key}.army as often; the army is all {name} owns")
        most = len(player.army) - len(player.discard) - len(player.set_aside)
        if player.hand_size > most and not missing:
            yield Fault(
                f"{key}.hand_size",
                f"{player.hand_size} cards in hand, but outside discard pile and set aside {name}'s army has {most}",
            )


def _tokens(table: Table) -> Iterator[Fault]:
    seen: Counter[str] = Counter()
    owners = {"me.tokens": table.tokens, **{f"players.{n}.tokens": p.tokens for n, p in table.players.items()}}
    for key, tokens in owners.items():
        for token in tokens:
            if token not in table.card_set.war_tokens:
                continue
            seen[token.name] += 1
            copies = sum(one.copies for one in table.card_set.war_tokens if same_card(one, token))
            if seen[token.name] == copies + 1:
                yield Fault(key, f"'{token.name}' is named {seen[token.name]} times, but the card set has {copies}")


def _relics(table: Table) -> Iterator[Fault]:
    owners = {
        "me.relics": table.relics,
        **{f"players.{name}.relics": player.relics for name, player in table.players.items()},
        "relics_gone": table.relics_gone,
    }
    for era in ERAS:
        keys = [key for key, relics in owners.items() if relics.get(era)]
        total = sum(relics.get(era, 0) for relics in owners.values())
        if total > RELICS_PER_ERA:
            yield Fault(
                keys[-1], f"{total} relics of era {era} in {' and '.join(keys)}; there are {RELICS_PER_ERA} of an era"
            )


def _medals(table: Table) -> Iterator[Fault]:
    """Yield medals that nobody can have: values no other Sabaton has, or more than the others lost (R19)."""
    winners = {table.sabaton: ("me.medals", table.medals)}
    winners |= {name: (f"players.{name}.medals", player.medals) for name, player in table.players.items()}
    for name, (key, medals) in winners.items():
        others = [medal.value for medal in table.card_set.medals if medal.owner != name]
        yield from _unknown_medals(key, medals, others if table.card_set.medals else None)
        most = MEDALS_PER_SABATON * (len(SABATONS) - 1)
        if len(medals) > most:
            yield Fault(key, f"{len(medals)} medals won, but the other Sabatons have {most} in all")
    every = [medal.value for medal in table.card_set.medals]
    won = [value for _, medals in winners.values() for value in medals]
    if every and Counter(won) - Counter(every):
        value = next(iter(Counter(won) - Counter(every)))
        yield Fault("me.medals", f"more medals of {value} are won by all players than the card set has")


def _unknown_medals(key: str, medals: Sequence[int], known: Sequence[int] | None) -> Iterator[Fault]:
    if known is None:
        return
    for value, count in (Counter(medals) - Counter(known)).items():
        if value in known:
            yield Fault(
                key, f"{count + Counter(known)[value]} medals of {value}, but other Sabatons have fewer of them"
            )
        else:
            values = ", ".join(map(str, sorted(set(known))))
            yield Fault(key, f"no other Sabaton has a medal of {value}; the values are {values}")


def lost_medals(sabaton: str, left: Mapping[str, int]) -> int:
    """Return the most medals a player can have won: what the others lost, all where it is not said.

    Args:
        sabaton: The player.
        left: Own medals left, of the Sabatons of whom it was said.
    """
    return sum(MEDALS_PER_SABATON - left.get(name, 0) for name in SABATONS if name != sabaton)


def unseen_cards(card_set: CardSet, owner: str, seen: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return the elites and heroes of an era, or the basic units of a Sabaton, that are not among those seen."""
    row_of, copies = stock(card_set)
    left = Counter({row: count for row, count in copies.items() if row.owner == owner})
    left.subtract(row_of[unit] for unit in seen if unit in row_of and row_of[unit] in left)
    return tuple(unit for unit, count in left.items() for _ in range(count))


def _called(unit: Unit) -> str:
    return f"{unit.name} ({unit.owner})" if unit.kind == "basic" and unit.owner else unit.name


def _owner(unit: Unit) -> str:
    return f"era {unit.owner}" if unit.owner in ERAS else unit.owner


def _article(kind: str) -> str:
    return {"elite": "an elite unit", "hero": "a hero", "basic": "a basic unit"}[kind]
