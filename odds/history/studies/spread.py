"""Many fights to look at: drawn from a card set by chance, or one line-up against every card of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from odds import chance
from odds.errors import InputError
from odds.history.cards import CardSet, Unit
from odds.history.encode import encode_unit, pad
from odds.history.fight import CARD, UNIT_WIDTH
from odds.history.line_ups import basic_deck
from odds.history.names import fold
from odds.history.rules import (
    ATTACKER_HAND_SLOTS,
    ATTACKER_SLOTS,
    DEFENDER_HAND_SLOTS,
    DEFENDER_SLOTS,
    ERAS,
    SABATONS,
)
from odds.history.studies import solver
from odds.history.tally import reinforce

#: Elites shuffled into the basic deck of a drawn fight: about the middle of a game.
ELITES = 4

#: Fights drawn where no number is given, and the most.
FIGHTS = 4_000
MOST_FIGHTS = 200_000


@dataclass(frozen=True)
class Fight:
    """One fight before reinforcement.

    Args:
        attackers, defenders: The line-ups deployed, front unit first.
        deck, stack: Both draw piles; their order is the streams'.
        own_stream, their_stream: Where the streams of both sides' draws begin. A change of a line-up leaves the
            draws as they are, so that two versions of a fight differ by the change alone.
    """

    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    deck: tuple[Unit, ...] = ()
    stack: tuple[Unit, ...] = ()
    own_stream: int = 0
    their_stream: int = 0

    def reinforced(self) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
        """Return both line-ups after reinforcement (R2)."""
        return (
            _reinforced(self.attackers, ATTACKER_SLOTS, self.deck, self.own_stream),
            _reinforced(self.defenders, DEFENDER_SLOTS, self.stack, self.their_stream),
        )


def _reinforced(units: tuple[Unit, ...], slots: int, pile: tuple[Unit, ...], stream: int) -> tuple[Unit, ...]:
    if not pile or not any(unit.reinforcement for unit in units):
        return units
    every = [*units, *pile]
    rows = [encode_unit(unit, place) for place, unit in enumerate(every)]
    line_up = pad(number for row in rows[: len(units)] for number in row)
    cards = [number for row in rows[len(units) :] for number in row]
    _, count = reinforce(line_up, len(units), slots, cards, len(pile), [0] * slots, stream)
    return tuple(every[line_up[slot * UNIT_WIDTH + CARD]] for slot in range(count))


def owners_of(card_set: CardSet, named: Sequence[str]) -> list[str]:
    """Return the Sabatons named, without case or accents; all that have basic units where none is.

    Raises:
        InputError: A name no Sabaton has, or a set without basic units of theirs.
    """
    owners = [owner for owner in SABATONS if any(card_set.units_of("basic", owner))]
    if not named:
        if not owners:
            raise InputError(f"card set '{card_set.name}' has no basic units to attack with", "--owner")
        return owners
    known = {fold(owner): owner for owner in owners}
    for name in named:
        if fold(name) not in known:
            raise InputError(f"'{name}' has no basic units; the owners are {', '.join(owners)}", "--owner")
    return list(dict.fromkeys(known[fold(name)] for name in named))


def eras_of(named: Sequence[str]) -> list[str]:
    """Return the eras named, all four where none is.

    Raises:
        InputError: No era.
    """
    for name in named:
        if name.strip().upper() not in ERAS:
            raise InputError(f"'{name}' is no era; the eras are {', '.join(ERAS)}", "--era")
    return list(dict.fromkeys(name.strip().upper() for name in named)) or list(ERAS)


def elites_of(card_set: CardSet, eras: Sequence[str]) -> list[Unit]:
    """Return the elite cards of some eras, a card once.

    Raises:
        InputError: There are none.
    """
    found = [unit for era in eras for unit in card_set.units_of("elite", era)]
    if not found:
        raise InputError(f"card set '{card_set.name}' has no elite units of era {', '.join(eras)}", "--era")
    return found


class Stream:
    """A stream of random numbers with the few draws that studies need."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, bound: int) -> int:
        """Return a whole number from 0 up to `bound`."""
        self.state, number = chance.draw_below(self.state, bound)
        return number

    def take(self, cards: list[Unit], count: int) -> tuple[Unit, ...]:
        """Take cards out of a list by chance, in the order drawn."""
        return tuple(cards.pop(self.below(len(cards))) for _ in range(min(count, len(cards))))


def draw_fights(
    card_set: CardSet, count: int, seed: int, owners: Sequence[str] = (), eras: Sequence[str] = ()
) -> list[Fight]:
    """Draw fights such as the middle of a game brings.

    A Sabaton and an era are drawn, then 1 to 4 cards in any order of its basic units and `ELITES` elites, against
    1 to 3 elites of the era; the rest are the piles, the era's heroes among its stack. All of it depends on the seed
    alone, and a longer run begins with the shorter one.

    Raises:
        InputError: A count or a seed out of range, or a card set without the cards.
    """
    if not 1 <= count <= MOST_FIGHTS:
        raise InputError(f"1 to {MOST_FIGHTS:,} fights can be drawn, not {count}", "--fights")
    seed = chance.read_seed(seed)
    sabatons = owners_of(card_set, owners)
    chosen = eras_of(eras)
    everywhere = elites_of(card_set, ERAS)
    targets = {era: elites_of(card_set, [era]) for era in chosen}
    start = chance.seed_start(seed)

    def fights() -> Iterator[Fight]:
        for number in range(count):
            stream = Stream(chance.trial_state(start, 3 * number))
            era = chosen[stream.below(len(chosen))]
            open_cards = list(targets[era])
            defenders = stream.take(open_cards, 1 + stream.below(DEFENDER_HAND_SLOTS))
            army = list(basic_deck(card_set, sabatons[stream.below(len(sabatons))]))
            army += stream.take([unit for unit in everywhere if unit not in defenders], ELITES)
            attackers = stream.take(army, 1 + stream.below(ATTACKER_HAND_SLOTS))
            stack = [unit for unit in open_cards if unit not in army and unit not in attackers]
            yield Fight(
                attackers,
                defenders,
                tuple(army),
                (*stack, *card_set.units_of("hero", era)),
                chance.trial_state(start, 3 * number + 1),
                chance.trial_state(start, 3 * number + 2),
            )

    return list(fights())


def given_fights(attackers: Sequence[Unit], targets: Sequence[Sequence[Unit]]) -> list[Fight]:
    """Return one line-up against every target, piles empty."""
    solver.check([attackers], targets)
    return [Fight(tuple(attackers), tuple(target)) for target in targets]


def told(fights: Sequence[Fight], seed: int | None) -> str:
    """Return in one line where fights come from: their number, and the seed of drawn ones."""
    if seed is None:
        piles = "" if all(not fight.deck for fight in fights) else "; reinforcement drawn"
        return f"exact over {len(fights):,} fights{piles or ', piles empty'}"
    return (
        f"{len(fights):,} fights drawn (seed {seed}): 1–4 of 8 basic and {ELITES} elite cards against 1–3 elites "
        "of one era; their dice exact; bars: 95 % interval"
    )


def with_symbol(fight: Fight, slot: int, **changes: object) -> Fight:
    """Return a fight in which the attacker in one slot is changed."""
    units = list(fight.attackers)
    units[slot] = replace(units[slot], **changes)  # type: ignore[arg-type]
    return replace(fight, attackers=tuple(units))
