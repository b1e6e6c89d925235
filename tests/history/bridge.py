"""The bridge between the oracle's objects and the package: the same fight for both, random ones too."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from odds.history.cards import Unit, WarToken
from odds.history.encode import DICE, encode_line_up
from odds.history.faces import RISKY, STRONG, attacker_die
from odds.history.fight import ARENA_SIZE, SLOTS, fight, set_up
from odds.history.quick import can_be_quick, quick_fight, quick_set_up
from odds.history.rules import Rulings
from tests import oracle
from tests.oracle import Fighter, Token

KINDS = {0: "basic", 1: "elite", 3: "hero"}

ALL_RULINGS = tuple(
    Rulings(deflection_per=per, empty_side_fights=empty) for per in ("line", "fight") for empty in (True, False)
)


def to_unit(fighter: Fighter) -> Unit:
    """The package's unit for one of the oracle."""
    return Unit(
        fighter.name,
        fighter.ranged,
        fighter.normal,
        fighter.melee,
        toughness=fighter.toughness,
        reinforcement=fighter.reinforcement,
        ambush=fighter.ambush,
        heroic_death=fighter.heroic_death,
        accuracy_ranged=fighter.accuracy[0],
        accuracy_normal=fighter.accuracy[1],
        accuracy_melee=fighter.accuracy[2],
        deflection=fighter.deflection,
        reroll=fighter.reroll,
        left=fighter.left,
        right=fighter.right,
        kind=KINDS[fighter.worth],
        token=None if fighter.token is None else to_token(fighter.token),
    )


def to_token(token: Token) -> WarToken:
    return WarToken(
        "token",
        token.ranged,
        token.normal,
        token.melee,
        ambush=token.ambush,
        heroic_death=token.heroic_death,
        accuracy_ranged=token.accuracy[0],
        accuracy_normal=token.accuracy[1],
        accuracy_melee=token.accuracy[2],
        deflection=token.deflection,
        reroll=token.reroll,
    )


def to_fighter(unit: Unit) -> Fighter:
    """The oracle's fighter for a unit of the package without a token."""
    assert unit.token is None
    return Fighter(
        unit.name,
        unit.ranged,
        unit.normal,
        unit.melee,
        toughness=unit.toughness,
        reinforcement=unit.reinforcement,
        ambush=unit.ambush,
        heroic_death=unit.heroic_death,
        accuracy=(unit.accuracy_ranged, unit.accuracy_normal, unit.accuracy_melee),
        deflection=unit.deflection,
        reroll=unit.reroll,
        left=unit.left,
        right=unit.right,
        worth={"basic": 0, "elite": 1, "hero": 3}[unit.kind],
    )


def to_units(fighters: Iterable[Fighter]) -> tuple[Unit, ...]:
    return tuple(to_unit(fighter) for fighter in fighters)


# ------------------------------------------------------------------------- the package's fight, interpreted


def arena_of(attackers: Sequence[Unit], defenders: Sequence[Unit], events: list | None = None) -> list[int]:
    """An arena set up with complete line-ups."""
    arena = [0] * ARENA_SIZE
    set_up(arena, encode_line_up(attackers), 0, len(attackers), encode_line_up(defenders), 0, len(defenders), events)
    return arena


def fight_code(
    arena: list[int], units: int, faces: tuple[int, int], rulings: Rulings, events: list | None = None
) -> int:
    """Fight with die numbers 1 to 6 the whole way; ``units`` are those on the attacker board (R8)."""
    own = attacker_die(units)
    return fight(
        arena,
        DICE,
        own + 3 * (faces[0] - 1),
        STRONG + RISKY - own + 3 * (faces[1] - 1),
        rulings.deflection_per == "line",
        rulings.empty_side_fights,
        events,
    )


def quick_code(arena: list[int], units: int, faces: tuple[int, int], rulings: Rulings) -> int:
    """The same on the quick path, which only fights in which none but a front unit deflects may take."""
    assert can_be_quick(arena)
    own = attacker_die(units)
    quick_set_up(arena, 0)
    quick_set_up(arena, 1)
    return quick_fight(
        arena,
        DICE,
        own + 3 * (faces[0] - 1),
        STRONG + RISKY - own + 3 * (faces[1] - 1),
        rulings.empty_side_fights,
    )


def standing(code: int, attackers: int, defenders: int) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Who stands, read off an outcome code; no bit may be set behind the last unit."""
    ours = tuple(bool(code >> slot & 1) for slot in range(attackers))
    theirs = tuple(bool(code >> SLOTS + slot & 1) for slot in range(defenders))
    assert code == code_of(ours, theirs)
    return ours, theirs


def code_of(ours: Sequence[bool], theirs: Sequence[bool]) -> int:
    """The outcome code of who stands, worked out anew."""
    return sum(up << slot for slot, up in enumerate(ours)) + sum(up << 5 + slot for slot, up in enumerate(theirs))


def oracle_code(
    attackers: Sequence[Fighter], defenders: Sequence[Fighter], faces: tuple[int, int], rulings: Rulings
) -> int:
    """The outcome code the oracle finds."""
    result = oracle.fight(attackers, defenders, *faces, **rulings.to_dict())
    return code_of(result.attackers_standing, result.defenders_standing)


# ------------------------------------------------------------------------------------------ random fighters

LABELS = ("*", "lion", "eagle")


def random_fighter(
    rng: random.Random, name: str = "U", tokens: bool = True, deflecting: bool = True, draws: bool = False
) -> Fighter:
    """A unit with any symbols; values and toughness are small, now and then huge."""
    wild = rng.random() < 0.02
    most = 99 if wild else 3
    return Fighter(
        name,
        *(rng.randint(0, most) for _ in range(3)),
        toughness=rng.randint(1, 99 if wild else 3),
        reinforcement=rng.choice((0, 1, 1, 2)) if draws else 0,
        ambush=symbols(rng, 0.2),
        heroic_death=symbols(rng, 0.35),
        accuracy=(symbols(rng, 0.2), symbols(rng, 0.2), symbols(rng, 0.2)),
        deflection=symbols(rng, 0.3) if deflecting else 0,
        reroll=rng.choice((0, 0, 0, 1, 2)) if draws else symbols(rng, 0.1),
        left=rng.choice(LABELS) if rng.random() < 0.6 else "",
        right=rng.choice(LABELS) if rng.random() < 0.6 else "",
        worth=rng.choice((0, 1, 3)),
        token=random_token(rng, deflecting, draws) if tokens and rng.random() < 0.25 else None,
    )


def symbols(rng: random.Random, chance: float) -> int:
    return rng.randint(1, 3) if rng.random() < chance else 0


def random_token(rng: random.Random, deflecting: bool, draws: bool) -> Token:
    return Token(
        *(rng.choice((-4, -2, -1, 0, 0, 0, 1, 2)) for _ in range(3)),
        ambush=symbols(rng, 0.2),
        heroic_death=symbols(rng, 0.2),
        accuracy=(symbols(rng, 0.1), symbols(rng, 0.1), symbols(rng, 0.1)),
        deflection=symbols(rng, 0.2) if deflecting else 0,
        reroll=symbols(rng, 0.2) if draws else 0,
    )


def random_line_ups(rng: random.Random) -> tuple[tuple[Fighter, ...], tuple[Fighter, ...]]:
    """Complete line-ups, up to 5 attackers against up to 4 defenders (none, too); half of them deflect."""
    deflecting = rng.random() < 0.5
    return tuple(
        tuple(random_fighter(rng, f"{side}{slot}", deflecting=deflecting) for slot in range(count))
        for side, count in (("A", rng.randint(1, 5)), ("D", rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 4))))
    )
