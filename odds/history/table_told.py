"""Reading what a player tells of a fight: names mean the cards that lie where they are taken from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from odds.errors import InputError
from odds.history.cards import CardSet, Unit, WarToken
from odds.history.phrases import read_relics, read_token
from odds.history.table import Table
from odds.history.table_fields import ERA_WORDS, SABATON_WORDS, pick_at, read_pile, split_outside_quotes, view_of
from odds.history.table_quick import read_quadrants
from odds.history.table_update import Fight, Outcome


def read_fight(
    table: Table,
    *,
    outcome: Outcome,
    attackers: str,
    target: str = "",
    hunt: str = "",
    by: str = "",
    challenge: str = "",
    era: str = "",
    drawn: str = "",
    came: str = "",
    defeated: str = "",
    fallen: int = 0,
    tokens_used: str = "",
    their_tokens_used: str = "",
    relic: str = "",
    relics_gone: str = "",
    medal: int | None = None,
) -> Fight:
    """Return the fight that phrases tell, names looked up where the cards come from.

    Args:
        table: The position before the fight.
        outcome: How it ended.
        attackers, target, hunt, by, challenge, era, drawn, came, fallen, tokens_used, their_tokens_used, relic,
        relics_gone, medal: As in `Fight`, as phrases; `hunt` names the card hunted, instead of `target`.
        defeated: The defenders defeated; also `all` and `none`.

    Raises:
        InputError: Placed at the option it is about, such as `--attackers`.
    """
    if hunt and (target or challenge):
        raise InputError("a hunt is fought instead of a --target or a --challenge; choose one", "--hunt")
    attacker = _word(by, SABATON_WORDS, "Sabaton", "--by") or table.sabaton
    challenged = _word(challenge, SABATON_WORDS, "Sabaton", "--challenge")
    boards = table.board.values()
    if challenged:
        targets, hidden = _army(table, challenged), _deck(table, challenged)
    elif hunt:
        targets = tuple(chain.from_iterable(board.discard for board in boards))
        hidden = tuple(chain.from_iterable(board.stack for board in boards))
    else:
        targets = tuple(place.unit for place in table.ring() if place.unit is not None)
        hidden = tuple(chain.from_iterable(board.stack for board in boards))
    kind = "basic" if challenged else "elite"
    faced = _pile(table, target or hunt, targets, challenged, kind, "--hunt" if hunt else "--target")
    reinforced = _pile(table, came, hidden, challenged, kind, "--came")
    everyone = (*faced, *reinforced)
    return Fight(
        attackers=_pile(table, attackers, _army(table, attacker), attacker, "basic", "--attackers"),
        target=faced,
        outcome=outcome,
        by=attacker,
        challenge=challenged,
        hunt=bool(hunt),
        era=_word(era, ERA_WORDS, "era", "--era"),
        drawn=_pile(table, drawn, _deck(table, attacker), attacker, "basic", "--drawn"),
        came=reinforced,
        defeated=everyone
        if defeated.strip().casefold() == "all"
        else _pile(table, defeated, everyone, challenged, kind, "--defeated"),
        fallen=fallen,
        tokens_used=_tokens(table, tokens_used, attacker, "--tokens-used"),
        their_tokens_used=_tokens(table, their_tokens_used, challenged, "--their-tokens-used"),
        relic=_word(relic, ERA_WORDS, "era", "--relic"),
        relics_gone=read_relics(relics_gone, "--relics-gone"),
        medal=medal,
    )


def read_refill(table: Table, phrases: Sequence[str]) -> dict[str, tuple[Unit, ...]]:
    """Return the cards revealed on the board, by era, from phrases like `II: Saladin; III: Zulu Impi`."""
    found = {}
    for era, quadrant in read_quadrants(phrases, table.card_set, "--refill").items():
        board = table.board[era]
        phrase = ", ".join(place for place in quadrant if place)
        found[era] = _pile(table, phrase, (*board.stack, *board.discard), era, "elite", "--refill")
    return found


def read_drawn(table: Table, phrase: str) -> tuple[Unit, ...]:
    """Return the cards I drew, from my deck or what will be my deck."""
    return _pile(table, phrase, (*table.deck, *table.discard, *table.hand), table.sabaton, "basic", "--hand-drawn")


def _army(table: Table, name: str) -> tuple[Unit, ...]:
    if name == table.sabaton:
        return table.hand
    return table.players[name].army if name in table.players else ()


def _deck(table: Table, name: str) -> tuple[Unit, ...]:
    return table.deck if name == table.sabaton else _army(table, name)


def _pile(table: Table, phrase: str, pile: Sequence[Unit], owner: str, kind: str, option: str) -> tuple[Unit, ...]:
    """Return the cards a phrase names: those of the pile if it has them, else those its owner can have."""
    if phrase.strip().casefold() in ("", "none"):
        return ()
    card_set = table.card_set
    here = replace(card_set, units=tuple(dict.fromkeys(pile)))
    views: list[CardSet] = [here, *([view_of(card_set, owner)] if owner else []), card_set]
    # A pile that has none of it explains less than the whole set: the error is the set's.
    try:
        return read_pile(phrase, views, kind)
    except InputError:
        try:
            return read_pile(phrase, views[1:], kind)
        except InputError as error:
            raise InputError(error.message, option) from None


def _tokens(table: Table, text: str, name: str, option: str) -> tuple[WarToken, ...]:
    held = table.tokens if name == table.sabaton else table.players[name].tokens if name in table.players else ()
    here = replace(table.card_set, war_tokens=tuple(dict.fromkeys(held)))
    found = []
    for part in split_outside_quotes(text, ","):
        word = part.strip('"')
        if word.casefold() in ("", "none"):
            continue
        try:
            found.append(_token(word, here, table.card_set))
        except InputError as error:
            raise InputError(error.message, option) from None
    return tuple(found)


def _token(word: str, held: CardSet, card_set: CardSet) -> WarToken:
    """Return the token held that a word names, else the card set's: a name beats values spelled out."""
    with suppress(InputError):
        token = read_token(word, held)
        if token in held.war_tokens:
            return token
    return read_token(word, card_set)


def _word(text: str, words: Mapping[str, str], what: str, option: str) -> str:
    return pick_at(option, text, words, what) if text.strip() else ""


__all__ = ["read_drawn", "read_fight", "read_refill"]
