"""One question about an attack, checked and put into numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

from odds.errors import InputError
from odds.history.cards import CardSet, Unit
from odds.history.encode import encode_unit
from odds.history.fight import REINFORCEMENT, REROLL, UNIT_WIDTH
from odds.history.rules import (
    ATTACKER_HAND_SLOTS,
    ATTACKER_SLOTS,
    DEFAULT_RULINGS,
    DEFENDER_HAND_SLOTS,
    DEFENDER_SLOTS,
    ERAS,
    TOKENS_PER_SIDE,
    Rulings,
)
from odds.history.worth import medal_worth, relic_prizes, unit_points, unseen_relics

#: More cards than any pile of the game can hold.
MAX_PILE = 200


@dataclass(frozen=True)
class Query:
    """An attack whose odds are asked for.

    Args:
        attackers, defenders: Line-ups, front unit first.
        deck: The attacker's draw pile, order unknown.
        stack: The era stack, or in a challenge the defender's draw pile.
        challenge: Whether the defender is a player.
        relics, relics_gone, their_relics: Relics of each era: owned by the attacker; seen elsewhere; open in
            front of a challenged defender.
        medals: Values of the loser's own medals, or `None` if unknown.
        rulings: The open rulings.
        objective: `"win"` or `"vp"`.
        card_set: The card set the units come from.
        reinforced: Whether the line-ups are complete, with their reinforcement: up to 5 attackers and 4 defenders,
            war tokens on any of the attackers.
    """

    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    deck: tuple[Unit, ...] = ()
    stack: tuple[Unit, ...] = ()
    challenge: bool = False
    relics: Mapping[str, int] = field(default_factory=dict)
    relics_gone: Mapping[str, int] = field(default_factory=dict)
    their_relics: Mapping[str, int] | None = None
    medals: tuple[int, ...] | None = None
    rulings: Rulings = DEFAULT_RULINGS
    objective: str = "win"
    card_set: CardSet | None = None
    reinforced: bool = False

    def __post_init__(self) -> None:
        """Refuse what the rules do not allow.

        Raises:
            InputError: Named by the option it concerns.
        """
        self._check_line_ups()
        if not self.challenge:
            if self.their_relics is not None:
                raise InputError("only a challenged defender has open relics; add --challenge", "--their-relics")
            if self.medals is not None:
                raise InputError("medals are won in a challenge only; add --challenge", "--medals")
        for name, pile in (("--deck", self.deck), ("--stack", self.stack)):
            if len(pile) > MAX_PILE:
                raise InputError(f"{len(pile)} cards are more than any pile holds ({MAX_PILE})", name)
            _refuse_tokens(pile, name, "a card in a pile has no war token (R7)")
        if self.objective not in ("win", "vp"):
            raise InputError(f"the objective is 'win' or 'vp', not '{self.objective}'", "--objective")

    def _check_line_ups(self) -> None:
        ours, theirs = len(self.attackers), len(self.defenders)
        most_ours = ATTACKER_SLOTS if self.reinforced else ATTACKER_HAND_SLOTS
        most_theirs = DEFENDER_SLOTS if self.reinforced else DEFENDER_HAND_SLOTS
        if not 1 <= ours <= most_ours:
            where = "on the board" if self.reinforced else "from hand"
            raise InputError(f"an attacker has 1 to {most_ours} units {where}, not {ours} (R1)", "attackers")
        least = 0 if self.challenge else 1
        if not least <= theirs <= most_theirs:
            hint = "" if self.challenge or theirs else "; only a challenged player may deploy none (--challenge)"
            raise InputError(
                f"the defender board takes {least} to {most_theirs} units, not {theirs} (R1){hint}",
                "--against",
            )
        for name, units in (("attackers", self.attackers), ("--against", self.defenders)):
            tokens = sum(unit.token is not None for unit in units)
            if tokens > TOKENS_PER_SIDE:
                raise InputError(f"{tokens} war tokens; a side assigns at most {TOKENS_PER_SIDE} (R7)", name)
        if not self.challenge:
            _refuse_tokens(self.defenders, "--against", "board defenders have no war tokens (R7)")

    @property
    def own_slots(self) -> int:
        """Slots of the attacker board, the virtual one included (R1)."""
        return ATTACKER_SLOTS

    @property
    def their_slots(self) -> int:
        """Slots of the defender board, the virtual one included (R1)."""
        return DEFENDER_SLOTS

    def prizes(self) -> tuple[list[Fraction], list[Fraction] | None]:
        """Return what a win is worth in VP with 0 to 5 units on the attacker board.

        Returns:
            The relics' part (R18), and the medal's (R19), which is `None` where the medals are not known.
        """
        if not self.challenge:
            return relic_prizes(unseen_relics(self.relics, self.relics_gone, "--relics"), self.relics), [
                Fraction(0)
            ] * (ATTACKER_SLOTS + 1)
        theirs = self.their_relics or {}
        seen = {era: self.relics_gone.get(era, 0) + theirs.get(era, 0) for era in ERAS}
        unseen_relics(self.relics, seen, "--their-relics")  # refuses more relics than there are
        relics = relic_prizes(theirs, self.relics)
        if self.medals is None:
            return relics, None
        return relics, [medal_worth(self.medals)] * (ATTACKER_SLOTS + 1)


def _refuse_tokens(units: Sequence[Unit], where: str, why: str) -> None:
    for unit in units:
        if unit.token is not None:
            raise InputError(f"{unit.name} + '{unit.token.name}': {why}", where)


@dataclass(frozen=True)
class Encoded:
    """A query as `tally` computes with it.

    Args:
        attackers, defenders: Rows of the deployed units, flat.
        deck, stack: One row for each card of the piles.
        prizes: What a win is worth to the objective with 0 to 5 units on the attacker board, whole numbers.
        cards: Name and VP of each card number that a tally counts as conquered; deployed defenders come
            first, one number each.
        scale: What 1 of the objective, a win or a VP, is in the prizes and in the rows' worth.
    """

    attackers: list[int]
    defenders: list[int]
    deck: list[list[int]]
    stack: list[list[int]]
    prizes: list[int]
    cards: list[tuple[str, int]]
    scale: int

    @property
    def most_rerolls(self) -> int:
        """The most re-rolls the two sides of any drawn pair can show together."""
        return _most_rerolls(self.attackers, self.deck, ATTACKER_SLOTS) + _most_rerolls(
            self.defenders, self.stack, DEFENDER_SLOTS
        )


def _most_rerolls(rows: list[int], pile: list[list[int]], slots: int) -> int:
    shown = sum(rows[REROLL::UNIT_WIDTH])
    if sum(rows[REINFORCEMENT::UNIT_WIDTH]):
        room = slots - len(rows) // UNIT_WIDTH
        shown += sum(sorted((row[REROLL] for row in pile), reverse=True)[:room])
    return shown


def encode(query: Query) -> Encoded:
    """Put a query into numbers: rows, and what the objective makes of units and of a win."""
    relics, medals = query.prizes()
    cards: list[tuple[str, int]] = []
    numbers: dict[str, int] = {}
    # VP as whole numbers: everything times the common denominator; a win counts 1 under "win".
    totals = [relic + (medals[count] if medals else 0) for count, relic in enumerate(relics)]
    scale = lcm(*(total.denominator for total in totals))
    prizes = [1 if query.objective == "win" else int(total * scale) for total in totals]

    def worth(unit: Unit) -> int:
        # R17: only what is conquered from the board becomes the attacker's.
        return 0 if query.challenge or query.objective == "win" else unit_points(unit.kind) * scale

    defenders: list[int] = []
    for unit in query.defenders:
        defenders += encode_unit(unit, len(cards), worth(unit))
        cards.append((unit.name, unit_points(unit.kind)))
    stack = []
    for unit in query.stack:
        key = repr(replace(unit, id="", copies=1, note="", provenance=""))
        if key not in numbers:
            numbers[key] = len(cards)
            cards.append((unit.name, unit_points(unit.kind)))
        stack.append(encode_unit(unit, numbers[key], worth(unit)))
    return Encoded(
        attackers=[number for unit in query.attackers for number in encode_unit(unit)],
        defenders=defenders,
        deck=[encode_unit(unit) for unit in query.deck],
        stack=stack,
        prizes=prizes,
        cards=cards,
        scale=1 if query.objective == "win" else scale,
    )
