"""Actions and outcomes of chance in words, as people at the table say them."""

from __future__ import annotations

from collections.abc import Sequence

from odds.history.faces import STRONG
from odds.history.fight import Numbers
from odds.history.game.actions import (
    ASSIGN,
    CHALLENGE,
    CONQUER,
    DEPLOY,
    DISMISS,
    DROP,
    GEAR,
    HUNT,
    JUMP,
    KEEP_MEDAL,
    KEEP_RELIC,
    RUN,
    TAKE,
    USE,
)
from odds.history.game.battle import board_seat
from odds.history.game.outcomes import loser, reinforcing_zone, side_die
from odds.history.game.pieces import (
    DICE_AT,
    FIRST_ERA,
    RELIC_KIND,
    RELIC_SIZE,
    RELICS,
    TOKEN_KIND,
    TOKEN_SIZE,
    TOKENS,
    UNIT_KIND,
    UNIT_SIZE,
    UNITS,
    Pieces,
)
from odds.history.game.state import (
    BOARD,
    BOARD_FIGHT,
    CARDS,
    CHALLENGED,
    CHANCE_CARD,
    CHANCE_DIE,
    CHANCE_FIELD,
    CHANCE_FIRST,
    CHANCE_MEDAL,
    CHANCE_OPEN,
    CHANCE_REINFORCEMENT,
    CHANCE_RELIC,
    CHANCE_START_RELIC,
    CHANCE_TILE,
    COUNT,
    CURSOR,
    DECIDER,
    DRAWER,
    ERA_PLACES,
    FIGHT,
    NODE,
    NODE_ATTACK,
    NODE_ATTACK_TOKENS,
    NODE_DEFEND,
    NODE_DEFEND_TOKENS,
    NODE_DISMISS,
    NODE_DROP,
    NODE_GEAR,
    NODE_JUMP,
    NODE_KEEP_MEDAL,
    NODE_KEEP_RELIC,
    NODE_PUSH,
    NODE_REROLL,
    NODE_TAKE,
    NODE_TARGET,
    PLACE_CARD,
    PLACES,
    PLAYER,
    PLAYER_SIZE,
    ROLLING,
    SABATON,
    SEATS,
    SIDE,
    STACK,
    STEP,
    STEP_DEFEND_TOKENS,
    TURN,
)
from odds.history.names import Piece, fold
from odds.history.rules import ATTACKER_SLOTS, ERAS, SABATONS

#: Actions without an argument, in the order of their numbers.
PLAIN = ("push a tile", "stop pushing", "pass", "done", "roll again", "keep the die")

#: Gear actions in the order of their numbers (`cards.GEAR_ACTIONS`).
GEAR_WORDS = ("draw 2", "take 1", "dismiss 1", "shuffle")

#: What a decision is about.
QUESTIONS = {
    NODE_PUSH: "push a tile or stop",
    NODE_DROP: "which war token to give up",
    NODE_GEAR: "which gear action, or pass",
    NODE_TAKE: "which card to take from the discard pile",
    NODE_DISMISS: "which card to dismiss",
    NODE_JUMP: "which era to jump to",
    NODE_TARGET: "what to fight",
    NODE_DEFEND: "which card to deploy in defence, or done",
    NODE_DEFEND_TOKENS: "which war tokens to use in defence, or done",
    NODE_ATTACK: "which card to deploy, or done",
    NODE_ATTACK_TOKENS: "which war tokens to use, or done",
    NODE_REROLL: "roll again or keep the die",
    NODE_KEEP_MEDAL: "which medal to keep",
    NODE_KEEP_RELIC: "which relic to keep",
}


def _labels(pieces: Sequence[Piece], kinds: Sequence[int], owners: Sequence[int]) -> list[str]:
    """Return what each piece is called: its name, or its id where another kind could be meant by the name.

    Pieces of two different Sabatons are never in question together.
    """
    labels = []
    keys = [fold(piece.name) for piece in pieces]
    for number, piece in enumerate(pieces):
        meant = {
            kinds[other]
            for other, key in enumerate(keys)
            if key == keys[number]
            and (owners[other] == owners[number] or max(owners[other], owners[number]) >= FIRST_ERA)
        }
        labels.append(piece.name if len(meant) == 1 else piece.id)
    return labels


class Words:
    """The words of a card set's actions and outcomes; positions are flat states."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        owners = (*SABATONS, *ERAS)
        count = len(pieces.units), len(pieces.war_tokens), len(pieces.relics)
        self.units = _labels(
            pieces.units,
            pieces.kinds(UNITS, UNIT_SIZE, UNIT_KIND, count[0]),
            [owners.index(unit.owner) for unit in pieces.units],
        )
        kinds = pieces.kinds(TOKENS, TOKEN_SIZE, TOKEN_KIND, count[1])
        self.tokens = _labels(pieces.war_tokens, kinds, [FIRST_ERA] * count[1])
        kinds = pieces.kinds(RELICS, RELIC_SIZE, RELIC_KIND, count[2])
        self.relics = _labels(pieces.relics, kinds, [FIRST_ERA] * count[2])
        tiles = [f"{tile.era_a}-{tile.era_b} field {tile.token_field}" for tile in pieces.tiles]
        self.tiles = [
            name if tiles.count(name) == 1 else f"{name} ({tile.id})"
            for name, tile in zip(tiles, pieces.tiles, strict=True)
        ]
        self.medals = [str(medal.value) for medal in pieces.medals]

    def player(self, state: Numbers, seat: int) -> str:
        """Return the name of the player at a seat."""
        return SABATONS[state[PLAYER + seat * PLAYER_SIZE + SABATON]] if 0 <= seat < state[SEATS] else "nobody"

    def place(self, place: int) -> str:
        """Return what a place of the board is called: era and number from the left."""
        return f"{ERAS[place // ERA_PLACES]} {place % ERA_PLACES + 1}"

    def open_card(self, state: Numbers, place: int) -> str:
        """Return what the card of a place is called; with its place where another one has its name."""
        unit = state[PLACE_CARD + place]
        if unit < 0:
            return f"place {self.place(place)}"
        label = self.units[unit]
        same = [self.units[other] for other in state[PLACE_CARD : PLACE_CARD + PLACES] if other >= 0].count(label)
        return label if same == 1 else f"{label} (place {self.place(place)})"

    def action(self, state: Numbers, action: int) -> str:
        """Return an action's phrase at a position; an action that is not possible there has one, too."""
        if action < GEAR:
            return PLAIN[action]
        if action < JUMP:
            return f"gear: {GEAR_WORDS[action - GEAR]}"
        if action < CHALLENGE:
            return f"jump to {ERAS[action - JUMP]}"
        if action < CONQUER:
            seat = action - CHALLENGE
            return f"challenge {self.player(state, seat)}" if seat < state[SEATS] else f"challenge seat {seat + 1}"
        if action < DROP:
            start, length = divmod(action - CONQUER, RUN)
            places = [(start + offset) % PLACES for offset in range(length + 1)]
            return "conquer " + ", ".join(self.open_card(state, place) for place in places)
        if action < KEEP_MEDAL:
            return self._token_action(state, action)
        if action < KEEP_RELIC:
            return f"keep medal {self._label(self.medals, action - KEEP_MEDAL)}"
        if action < DEPLOY:
            return f"keep relic {self._label(self.relics, action - KEEP_RELIC)}"
        for verb, first in (("hunt", HUNT), ("dismiss", DISMISS), ("take", TAKE), ("deploy", DEPLOY)):
            if action >= first:
                return f"{verb} {self._label(self.units, action - first)}"
        raise AssertionError(action)

    def _token_action(self, state: Numbers, action: int) -> str:
        if action < USE:
            return f"give up token {self._label(self.tokens, action - DROP)}"
        if action < ASSIGN:
            return f"use token {self._label(self.tokens, action - USE)}"
        token, slot = divmod(action - ASSIGN, ATTACKER_SLOTS)
        side = 1 if state[STEP] == STEP_DEFEND_TOKENS else 0
        base = BOARD + side * SIDE
        unit = state[base + CARDS + slot] if slot < state[base + COUNT] else -1
        where = f" ({self.units[unit]})" if unit >= 0 else ""
        return f"put token {self._label(self.tokens, token)} on slot {slot + 1}{where}"

    @staticmethod
    def _label(labels: Sequence[str], number: int) -> str:
        return labels[number] if number < len(labels) else f"number {number}"

    def outcome(self, state: Numbers, outcome: int) -> str:
        """Return the phrase of an outcome of the chance a position awaits."""
        node = state[NODE]
        if node == CHANCE_FIRST:
            return f"{self.player(state, outcome)} begins"
        if node == CHANCE_DIE:
            at = DICE_AT + side_die(state, state[ROLLING]) + 3 * outcome
            return "die " + "/".join(str(value) for value in self.pieces.numbers[at : at + 3])
        if node == CHANCE_TILE:
            return f"tile {self.tiles[outcome]}"
        if node == CHANCE_FIELD:
            return f"token {self.tokens[outcome]}"
        if node == CHANCE_MEDAL:
            return f"medal {self.medals[outcome]}"
        verb = {CHANCE_CARD: "draw", CHANCE_OPEN: "open", CHANCE_REINFORCEMENT: "reinforcement"}.get(node)
        return f"{verb} {self.units[outcome]}" if verb else f"relic {self.relics[outcome]}"

    def outcomes(self, state: Numbers) -> list[str]:
        """Return the phrases of all outcomes of this kind of chance, possible at this position or not."""
        numbers = {
            CHANCE_FIRST: state[SEATS],
            CHANCE_DIE: 6,
            CHANCE_TILE: len(self.tiles),
            CHANCE_FIELD: len(self.tokens),
            CHANCE_MEDAL: len(self.medals),
            CHANCE_START_RELIC: len(self.relics),
            CHANCE_RELIC: len(self.relics),
        }
        return [self.outcome(state, number) for number in range(numbers.get(state[NODE], len(self.units)))]

    def question(self, state: Numbers) -> str:
        """Return what is awaited at a position, in words."""
        node = state[NODE]
        who = self.player(state, state[DECIDER])
        if node in QUESTIONS:
            return f"{who}: {QUESTIONS[node]}"
        if node == CHANCE_FIRST:
            return "who begins"
        if node == CHANCE_OPEN:
            return f"the card for place {self.place(state[CURSOR])}"
        if node == CHANCE_FIELD:
            return f"the war token for field {state[CURSOR] + 1}"
        if node == CHANCE_TILE:
            return "the next time-travel tile"
        if node == CHANCE_START_RELIC:
            return f"{who}'s first relic"
        if node == CHANCE_CARD:
            return f"{self.player(state, state[DRAWER])} draws a card"
        if node == CHANCE_REINFORCEMENT:
            zone = reinforcing_zone(state)
            source = f"era {ERAS[zone - STACK]}'s stack" if zone >= STACK else f"{who}'s deck"
            return f"the {('attacker', 'defender')[state[ROLLING]]}'s reinforcement from {source}"
        if node == CHANCE_DIE:
            die = "strong" if side_die(state, state[ROLLING]) == STRONG else "risky"
            seat = board_seat(state, state[ROLLING])
            return f"{self.player(state, seat) if seat >= 0 else 'the board'}'s {die} die"
        if node == CHANCE_MEDAL:
            return f"{who} draws one of {self.player(state, loser(state))}'s medals"
        if node:
            source = "" if state[FIGHT] == BOARD_FIGHT else f" of {self.player(state, state[CHALLENGED])}"
            return f"{self.player(state, state[TURN])} draws a relic{source}"
        return "the game is over"


__all__ = ["GEAR_WORDS", "QUESTIONS", "Words"]
