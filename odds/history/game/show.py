"""The table as text, at most 80 columns wide."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator

from odds.history.fight import Numbers
from odds.history.game.legal import are_linked
from odds.history.game.observe import Kinds, Observation, PlayerView, observe
from odds.history.game.pieces import RELIC_ERA, RELIC_SIZE, RELICS
from odds.history.game.state import ERA_PLACES
from odds.history.game.words import GEAR_WORDS, Words
from odds.history.rules import ERAS, SABATONS

WIDTH = 80
_INDENT = "  "


def show(state: Numbers, words: Words, player: int | None) -> str:
    """Return what lies open on the table as text; with a player's seat, that player's hand and deck, too."""
    view = observe(state, words.pieces, player if player is not None else 0)
    lines = list(_head(state, words, view))
    for era in range(len(ERAS)):
        lines += _wrapped(_era(state, view, words, era))
    lines += _wrapped(_gear(words, view))
    lines += _fight(words, view)
    for seat, other in enumerate(view.players):
        lines += _player(words, view, seat, other)
    if player is not None:
        lines += _own(words, view.players[player], view)
    return "\n".join(lines)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=_INDENT, break_on_hyphens=False) or [""]


def _head(state: Numbers, words: Words, view: Observation) -> Iterator[str]:
    names = [SABATONS[other.sabaton] for other in view.players]
    first = "nobody yet" if view.first is None else names[view.first]
    yield from _wrapped(f"Round {view.round} of {view.rounds}, headquarters marker: {first}")
    yield from _wrapped(f"To come: {words.question(state)}")


def _era(state: Numbers, view: Observation, words: Words, era: int) -> str:
    """Return an era's line: its open cards, `=` between those that are connected, and its piles."""
    cards = ""
    for place in range(ERA_PLACES * era, ERA_PLACES * (era + 1)):
        linked = are_linked(state, words.pieces.numbers, place)
        cards += words.units[view.open_cards[place]] if view.open_cards[place] >= 0 else "-"
        if place < ERA_PLACES * (era + 1) - 1:
            cards += " = " if linked else " | "
        elif linked:
            cards += " ="  # with the first card of the next era
    here = [SABATONS[other.sabaton] for other in view.players if other.era == era]
    standing = f"; here: {', '.join(here)}" if here else ""
    discard = _listed(words, view.era_discards[era])
    return f"{'Era ' + ERAS[era]:<8}{cards} (stack {len(view.stacks[era])}; discard: {discard}{standing})"


def _gear(words: Words, view: Observation) -> str:
    active = "none" if view.active is None else words.tiles[view.active]
    waiting = "none" if view.waiting is None else words.tiles[view.waiting]
    actions = [
        GEAR_WORDS[gear] + (" (done)" if view.gear_done >> arrow & 1 else "") for arrow, gear in enumerate(view.gear)
    ]
    fields = [f"{number} {words.tokens[token] if token >= 0 else '-'}" for number, token in enumerate(view.fields, 1)]
    return (
        f"{'Gear':<8}active {active}, waiting {waiting}; actions: {', '.join(actions)}; "
        f"war tokens: {', '.join(fields)}; relics in stack {len(view.relic_stack)}"
    )


def _fight(words: Words, view: Observation) -> Iterator[str]:
    for name, side in (("Attack", view.attackers), ("Defence", view.defenders)):
        if side.cards:
            units = [
                words.units[unit] + (f" + {words.tokens[token]}" if token >= 0 else "")
                for unit, token in zip(side.cards, side.tokens, strict=True)
            ]
            yield from _wrapped(f"{name:<8}{', '.join(units)} (front first)")


def _player(words: Words, view: Observation, seat: int, other: PlayerView) -> Iterator[str]:
    turn = " *" if seat == view.turn and view.first is not None else ""
    era = "off the board" if other.era is None else f"era {ERAS[other.era]}"
    eras = Counter(words.pieces.numbers[RELICS + relic * RELIC_SIZE + RELIC_ERA] for relic in other.relics)
    relics = ", ".join(f"{ERAS[each]} {eras[each]}" for each in sorted(eras)) or "none"
    tokens = ", ".join(words.tokens[token] for token in other.tokens) or "none"
    yield from _wrapped(
        f"{SABATONS[other.sabaton]}{turn}: {era}; hand {other.hand_size}, deck {other.deck_size}; "
        f"discard: {_listed(words, other.discard)}; set aside: {_listed(words, other.aside)}; war tokens: {tokens}; "
        f"relics: {relics}; own medals {other.own_medals}, won {len(other.won_medals)}; honour {other.honour}"
    )


def _own(words: Words, own: PlayerView, view: Observation) -> Iterator[str]:
    yield from _wrapped(f"{'Hand':<8}{_listed(words, own.hand)}")
    yield from _wrapped(f"{'Deck':<8}{_listed(words, own.deck or ())}")
    if view.medals:
        yield from _wrapped(f"{'Medals':<8}{_joined(words.medals[medal] for medal in view.medals)}")


def _listed(words: Words, units: Kinds) -> str:
    counts = Counter(words.units[unit] for unit in units)
    return _joined(f"{count} {name}" if count > 1 else name for name, count in counts.items())


def _joined(parts: Iterable[str]) -> str:
    return ", ".join(parts) or "none"
