"""Entering a fight into a position: who fought, what came, what fell, and where every piece goes (D, phase 3).

The recovery's rules: fighters to their owners' discard piles and heroes aside (R20), beaten board defenders to the
attacker and surviving ones to their era's discard pile (R17), relics (R18) and a challenge's spoils (R19), used
tokens away, the board refilled and hands drawn up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from odds.errors import InputError
from odds.history.advise.targets import runs_of
from odds.history.cards import Unit, WarToken
from odds.history.rules import (
    ATTACKER_HAND_SLOTS,
    ATTACKER_SLOTS,
    DEFENDER_HAND_SLOTS,
    DEFENDER_SLOTS,
    ERAS,
    HONOUR_TOKENS,
    RELIC_DRAWS,
    UNITS_PER_HONOUR_TOKEN,
)
from odds.history.table import Table
from odds.history.table_files import parse_table
from odds.history.table_sides import Era, Me, Other, Side, without
from odds.history.table_write import write_table

Outcome = Literal["won", "lost", "nobody"]


@dataclass(frozen=True)
class Fight:
    """A fight that was fought, as the player tells it.

    Args:
        attackers: The attacker's line-up from hand, front unit first; empty if there was no fight to enter.
        target: The defenders before reinforcement, front unit first.
        outcome: Whether the attacker won, lost, or nobody did (R16).
        by: The attacker's Sabaton; empty for me.
        challenge: The challenged player's Sabaton; empty against the board.
        hunt: Whether the target was a card of the era's discard pile, fought with a hunt token.
        era: Where the attacker's Sabaton stands; empty where only one era is possible.
        drawn: The attacker's reinforcements.
        came: The defenders' reinforcements.
        defeated: The defenders that were defeated.
        fallen: In a challenge, how many of the attacker's units were defeated (honour tokens, R19).
        tokens_used, their_tokens_used: War tokens of the attacker and of a challenged player.
        relic: The era of the relic that the attacker kept; empty for none.
        relics_gone: Relics of each era that were drawn with it and discarded.
        medal: In a challenge, the value of the medal the winner kept, if known.
    """

    attackers: tuple[Unit, ...]
    target: tuple[Unit, ...]
    outcome: Outcome
    by: str = ""
    challenge: str = ""
    hunt: bool = False
    era: str = ""
    drawn: tuple[Unit, ...] = ()
    came: tuple[Unit, ...] = ()
    defeated: tuple[Unit, ...] = ()
    fallen: int = 0
    tokens_used: tuple[WarToken, ...] = ()
    their_tokens_used: tuple[WarToken, ...] = ()
    relic: str = ""
    relics_gone: Mapping[str, int] = field(default_factory=dict)
    medal: int | None = None


def update_table(
    table: Table,
    fight: Fight | None,
    *,
    refill: Mapping[str, Sequence[Unit]] | None = None,
    hand_drawn: Sequence[Unit] = (),
) -> Table:
    """Return the position after a fight and the recovery; it is checked as a table file is.

    Args:
        table: The position before.
        fight: What happened; `None` to refill and draw only.
        refill: Cards revealed on the board's empty places, by era, from left to right.
        hand_drawn: The cards I drew up to four.

    Raises:
        InputError: Something that cannot have happened in this position, named by the option it concerns.
    """
    entry = _Entry(table)
    if fight is not None:
        entry.enter(fight)
    for era, units in (refill or {}).items():
        entry.eras[era].refill(units, "--refill")
    entry.me.draw(hand_drawn, "--hand-drawn")
    after = entry.written(table)
    return parse_table(write_table(after), "after the update", cards=table.card_set)


class _Entry:
    """The pieces of a position while they are moved."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.me = Me(table)
        self.others = {name: Other(player) for name, player in table.players.items()}
        self.eras = {era: Era(era, board) for era, board in table.board.items()}
        self.relics_gone = Counter(table.relics_gone)
        self.standing: dict[str, str] = {}

    def enter(self, fight: Fight) -> None:
        attacker = self._side(fight.by or self.table.sabaton, "--by")
        _check(fight)
        if fight.challenge:
            self._challenge(fight, attacker)
        else:
            self._conquer(fight, attacker)

    def written(self, table: Table) -> Table:
        eras = (self.standing[table.sabaton],) if table.sabaton in self.standing else table.eras
        players = {name: other.written() for name, other in self.others.items()}
        for name in players.keys() & self.standing.keys():
            players[name] = replace(players[name], era=self.standing[name])
        assumed = {f"players.{name}" for name in players if players[name] != table.players[name]}
        # What was assumed of a player that fought is known by now; the army's note comes back by itself.
        notes = tuple(note for note in table.notes if note.partition(":")[0].rpartition(".")[0] not in assumed)
        return replace(
            self.me.written(table),
            eras=eras,
            board={era: part.written() for era, part in self.eras.items()},
            players=players,
            relics_gone=dict(+self.relics_gone),
            notes=notes,
        )

    def _side(self, name: str, option: str) -> Me | Other:
        if name == self.table.sabaton:
            return self.me
        if name not in self.others:
            known = ", ".join(self.others) or "none"
            raise InputError(f"{name} is not among the players of the table ({known})", option)
        return self.others[name]

    def _conquer(self, fight: Fight, attacker: Me | Other) -> None:
        """Enter a fight against the board (R17, R18)."""
        era = self._era_of(fight)
        self._take_target(fight, era, attacker)
        attacker.deploy(fight.attackers, "--attackers")
        attacker.reinforce(fight.drawn, "--drawn")
        self.eras[era].take_hidden(fight.came, "--came", shuffled=False)
        attacker.use_tokens(fight.tokens_used, "--tokens-used")
        standing = without(
            (*fight.target, *fight.came), fight.defeated, "{} is not among the defenders as often", "--defeated"
        )
        _check_standing(fight, standing)
        attacker.conquer(fight.defeated)
        for unit in standing:
            self.eras[unit.owner or era].discard.append(unit)
        attacker.recover((*fight.attackers, *fight.drawn))
        self._keep_relic(fight, attacker, None)
        if isinstance(attacker, Other):
            attacker.draw_up()
        self.standing[attacker.name] = era

    def _era_of(self, fight: Fight) -> str:
        """Return the era the attacker stands in: the one said, else the only one with such a target."""
        own = not fight.by or fight.by == self.table.sabaton
        possible = self.table.eras if own else (self.table.players[fight.by].era,)
        possible = (fight.era,) if fight.era else tuple(era for era in possible if era) or ERAS
        if fight.hunt:
            fitting = [era for era in possible if fight.target[0] in self.eras[era].discard]
        else:
            ring = [place.unit for place in self.table.ring()]
            fitting = [era for era in possible if fight.target in runs_of(ring, ERAS.index(era))]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise InputError(f"this can be fought from era {' or '.join(fitting)}; say where you stand", "--era")
        stand = " or ".join(possible)
        if fight.hunt:
            raise InputError(f"{fight.target[0].name} is not in the discard pile of era {stand}", "--hunt")
        raise InputError(
            f"no such target from era {stand}: one of its open cards and cards connected with it in a row, "
            "from left to right (D)",
            "--target",
        )

    def _take_target(self, fight: Fight, era: str, attacker: Side) -> None:
        if fight.hunt:
            self.eras[era].discard.remove(fight.target[0])
            hunts = [token for token in attacker.tokens if token.special == "hunt"]
            if not hunts:
                raise InputError(f"a hunt takes a hunt token; there is none in {attacker.label}.tokens", "--hunt")
            if not any(token.special == "hunt" for token in fight.tokens_used):
                attacker.use_tokens(hunts[:1], "--hunt")
            return
        for unit in fight.target:
            homes = [name for name in ERAS if unit in self.eras[name].open]
            self.eras[unit.owner or (era if era in homes else homes[0])].take_open(unit)

    def _challenge(self, fight: Fight, attacker: Me | Other) -> None:
        """Enter a fight between players (R19)."""
        defender = self._side(fight.challenge, "--challenge")
        if defender is attacker:
            raise InputError("nobody challenges itself; name the other player", "--challenge")
        attacker.deploy(fight.attackers, "--attackers")
        attacker.reinforce(fight.drawn, "--drawn")
        defender.deploy(fight.target, "--target")
        defender.reinforce(fight.came, "--came")
        attacker.use_tokens(fight.tokens_used, "--tokens-used")
        defender.use_tokens(fight.their_tokens_used, "--their-tokens-used")
        standing = without(
            (*fight.target, *fight.came), fight.defeated, "{} is not among the defenders as often", "--defeated"
        )
        _check_standing(fight, standing)
        attacker.recover((*fight.attackers, *fight.drawn))
        defender.recover((*fight.target, *fight.came))
        self._spoils(fight, attacker, defender)
        for side in (attacker, defender):
            if isinstance(side, Other):
                side.draw_up()
        self._stand_together(fight, attacker, defender)

    def _spoils(self, fight: Fight, attacker: Side, defender: Side) -> None:
        if fight.outcome == "nobody":
            return
        winner, loser = (attacker, defender) if fight.outcome == "won" else (defender, attacker)
        if fight.medal is not None and loser.own_medals_left == 0:
            raise InputError(f"{loser.name} has no own medal left to lose (R19)", "--medal")
        if loser.own_medals_left:
            winner.win_medal(fight.medal)
            loser.lose_medal()
        if fight.outcome == "won":
            self._keep_relic(fight, attacker, defender)
            supply = HONOUR_TOKENS - self.me.honour - sum(other.honour for other in self.others.values())
            defender.honour += min(supply, fight.fallen // UNITS_PER_HONOUR_TOKEN)

    def _stand_together(self, fight: Fight, attacker: Side, defender: Side) -> None:
        """Note that both players stand in the same era (D2b), as far as it is known which."""
        known = {name: other.player.era for name, other in self.others.items()}
        mine = self.table.eras[0] if len(self.table.eras) == 1 else ""
        era = fight.era or known.get(defender.name) or known.get(attacker.name) or mine
        if era and attacker is self.me and self.table.eras and era not in self.table.eras:
            raise InputError(f"{defender.name} stands in era {era}, where you don't stand (D)", "--challenge")
        if era:
            self.standing |= {attacker.name: era, defender.name: era}

    def _keep_relic(self, fight: Fight, attacker: Side, loser: Side | None) -> None:
        """Give the attacker the relic it kept: the loser's, or one from the stack (R18)."""
        if fight.relic:
            if loser is not None:
                if not loser.relics[fight.relic]:
                    raise InputError(f"{loser.name} has no relic of era {fight.relic}", "--relic")
                loser.relics[fight.relic] -= 1
            attacker.relics[fight.relic] += 1
        self.relics_gone.update(fight.relics_gone)


def _check(fight: Fight) -> None:
    """Refuse a fight that the rules do not know, whatever the position.

    Raises:
        InputError: Named by the option it concerns.
    """
    deployed = len(fight.attackers)
    if not 1 <= deployed <= ATTACKER_HAND_SLOTS:
        raise InputError(
            f"an attacker has 1 to {ATTACKER_HAND_SLOTS} units from hand, not {deployed} (R1)", "--attackers"
        )
    most = 1 if fight.hunt else DEFENDER_HAND_SLOTS
    least = 0 if fight.challenge else 1
    if not least <= len(fight.target) <= most:
        option = "--hunt" if fight.hunt else "--target"
        raise InputError(f"name {least} to {most} defenders, not {len(fight.target)} (R1)", option)
    for option, cards, before, slots in (
        ("--drawn", fight.drawn, fight.attackers, ATTACKER_SLOTS),
        ("--came", fight.came, fight.target, DEFENDER_SLOTS),
    ):
        if cards and not any(unit.reinforcement for unit in before):
            raise InputError("no unit of that line-up shows reinforcement (R2)", option)
        if len(before) + len(cards) > slots:
            raise InputError(f"{len(before)} and {len(cards)} cards are more than the {slots} slots (R1)", option)
    _check_prizes(fight)


def _check_prizes(fight: Fight) -> None:
    units = len(fight.attackers) + len(fight.drawn)
    draws = RELIC_DRAWS[units]
    if fight.relic and (fight.outcome != "won" or not draws):
        why = "only a winner keeps one" if draws else "with the virtual slot filled none is drawn"
        raise InputError(f"{why} (R18)", "--relic")
    gone = sum(fight.relics_gone.values())
    if gone and (not fight.relic or fight.challenge):
        why = (
            "a challenged player keeps those that were not taken" if fight.challenge else "say which was kept: --relic"
        )
        raise InputError(f"{why} (R18)", "--relics-gone")
    if gone > max(0, draws - 1):
        raise InputError(
            f"{units} attackers draw {draws} and keep one, so {max(0, draws - 1)} go (R18)", "--relics-gone"
        )
    if not fight.challenge:
        for option, given in (("--medal", fight.medal is not None), ("--fallen", fight.fallen > 0)):
            if given:
                raise InputError("that is for a challenge only; add --challenge", option)
        if fight.their_tokens_used:
            raise InputError("the board has no war tokens (R7)", "--their-tokens-used")
    if not 0 <= fight.fallen <= units:
        raise InputError(f"{fight.fallen} of {units} attackers cannot have been defeated", "--fallen")


def _check_standing(fight: Fight, standing: Sequence[Unit]) -> None:
    """Refuse an outcome that the defenders left standing contradict (R16)."""
    if fight.outcome == "nobody" and standing:
        raise InputError(
            f"nobody wins only if nobody stands, but {standing[0].name} is not --defeated (R16)", "--nobody"
        )
    if fight.outcome == "lost" and not standing:
        raise InputError("the attacker lost, so a defender stands; it cannot be --defeated (R16)", "--lost")
    most = len(fight.attackers) + len(fight.drawn)
    if fight.outcome == "won" and len(standing) > most:
        raise InputError(
            f"{len(standing)} defenders stand against {most} attackers at most; that is lost (R16)", "--won"
        )


__all__ = ["Fight", "Outcome", "update_table"]
