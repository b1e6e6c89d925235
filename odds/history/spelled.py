"""Units and war tokens spelled out by their values: `2/3/1:3 reinforcement left:lion`, `+2 melee ambush`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from odds.errors import InputError
from odds.history.cards import ACCURACIES, COUNTED_SYMBOLS, DEFAULT_LABEL, Unit, WarToken
from odds.history.names import ABILITY_WORDS, fold, nearest, shown
from odds.history.rules import (
    KINDS,
    LINES,
    MAX_SYMBOLS,
    MAX_TOKEN_VALUE,
    MAX_TOUGHNESS,
    MAX_UNIT_VALUE,
)

#: The longest name a spelled-out unit can be given.
MAX_NAME = 100

_SIDES = ("left", "right")
_WORDS = {word: meaning for word, meaning in ABILITY_WORDS.items() if meaning != "connection"} | {
    **{word: word for word in (*_SIDES, *KINDS)},
    "links": "left",
    "rechts": "right",
    "Held": "hero",
    "Eliteeinheit": "elite",
    "Grundeinheit": "basic",
}
_LINE_WORDS = {**{line: line for line in LINES}, "Fernkampf": "ranged", "Nahkampf": "melee"}

#: Words that have no place where they were written, and why.
_NOT_ON_UNITS = {
    "toughness": "toughness stands right after the values, as in 2/3/1:3",
    "connection": "a half shield is written left or right, with :label if it has one",
}
_BEFORE_TOKENS = {
    "toughness": "toughness is not on a war token (R7)",
    "reinforcement": "reinforcement (R2) comes before the war tokens (R7), so it is not on one",
    **dict.fromkeys((*_SIDES, "connection"), "half shields connect (R4) before the war tokens (R7)"),
    "hunt": "a hunt is not assigned to a unit; it is used outside the fight (D)",
    "moveup": "a move-up is not assigned to a unit; it is used outside the fight (D)",
}

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})


def _folded(words: dict[str, str]) -> dict[str, str]:
    """Return `words` keyed as `fold` compares, umlauts written out as well."""
    plain = {fold(word): meaning for word, meaning in words.items()}
    return plain | {fold(word.translate(_UMLAUTS)): meaning for word, meaning in words.items()}


_CONNECTIONS = {word: "connection" for word, meaning in ABILITY_WORDS.items() if meaning == "connection"}
_OTHERS = {"toughness": "toughness", "hunt": "hunt", "move-up": "moveup", **_CONNECTIONS}
_SYMBOL_KEYS = _folded(_WORDS)
_LINE_KEYS = _folded(_LINE_WORDS)
_ALL_KEYS = _folded(_OTHERS) | _LINE_KEYS | _SYMBOL_KEYS

_NUMBER = re.compile(r"[+\-−]?[0-9]+")
_VALUES = re.compile(r"[+\-−]?[0-9]+\s*/")


def looks_spelled(mask: str) -> bool:
    """Tell whether an item is meant as a spelled-out unit: values, or a name with `=`."""
    return "=" in mask or _VALUES.match(mask) is not None


def read_unit(name: str, text: str, kind: str = "basic") -> Unit:
    """Return the unit that `R/N/M[:TOUGHNESS] [symbols…]` spells out.

    Args:
        name: What it is called; if empty, by its values.
        text: The values and symbols.
        kind: The kind it has unless `text` says one.

    Raises:
        InputError: A value, symbol or name that no unit can have.
    """
    first, *words = _words(text) or [""]
    numbers, colon, toughness = first.partition(":")
    cells: dict[str, Any] = {"kind": kind}
    cells |= zip(LINES, _triple(numbers, "unit values", 0, MAX_UNIT_VALUE), strict=True)
    if colon:
        cells["toughness"] = _number(toughness, "toughness", 1, MAX_TOUGHNESS)
    said: set[str] = set()
    while words:
        word, meaning, count = _take_symbol(words)
        if meaning not in _SYMBOL_KEYS.values() or meaning in _NOT_ON_UNITS:
            raise _unknown(word, meaning, _NOT_ON_UNITS, _WORDS)
        _once("kind" if meaning in KINDS else meaning, said, word)
        cells |= _cells(word, meaning, count)
    unit = Unit("", **cells)
    return _named(unit, name)


def read_token(text: str) -> WarToken:
    """Return the war token spelled out by values and symbols: `+2 melee`, `0/0/-2 ambush`, `reroll:2`.

    Raises:
        InputError: A value or symbol that no war token can have.
    """
    cells: dict[str, Any] = {}
    said: set[str] = set()
    words = _words(re.sub(r"(^|[\s,])([+\-−])\s+(?=[0-9])", r"\1\2", text).replace(",", " "))
    if not words:
        raise InputError('the war token is empty; write its name or values, as in + "+2 melee"')
    while words:
        if "/" in words[0] and ":" not in words[0]:
            for line in LINES:
                _once(line, said, line)
            cells |= zip(LINES, _triple(words.pop(0), "token values", *_TOKEN_RANGE), strict=True)
            continue
        number = words.pop(0) if _NUMBER.fullmatch(words[0]) else ""
        word, meaning, count = _take_symbol(words)
        if number and (not word or count is not None):
            raise InputError(f"{shown(number, 30)} has no line; write as in '{number[:4]} melee'")
        if meaning in LINES:
            if not number and count is None:
                raise InputError(f"{meaning} has no value; write it in front, as in '+2 {meaning}'")
            cells[meaning] = _number(number or count or "", f"token value {meaning}", *_TOKEN_RANGE)
        elif meaning not in _SYMBOL_KEYS.values() or meaning in (*_BEFORE_TOKENS, *KINDS):
            known = [w for w, m in _WORDS.items() if m not in (*_BEFORE_TOKENS, *KINDS)]
            raise _unknown(word, meaning, _BEFORE_TOKENS, dict.fromkeys((*known, *_LINE_WORDS), ""))
        else:
            cells |= _cells(word, meaning, number or count)
        _once(meaning, said, word)
    token = WarToken("", **cells)
    return WarToken(spell_token(token), **cells)


def spell_values(unit: Unit) -> str:
    """Return the values and symbols of a unit without its name, its kind only if it is a hero."""
    toughness = f":{unit.toughness}" if unit.toughness != 1 else ""
    words = [f"{unit.ranged}/{unit.normal}/{unit.melee}{toughness}", *spell_symbols(unit)]
    return " ".join([*words, "hero"] if unit.kind == "hero" else words)


def spell_token(token: WarToken) -> str:
    """Return the values and symbols of a war token as a phrase spells them: `+2 melee ambush`."""
    values = [f"{getattr(token, line):+d} {line}" for line in LINES if getattr(token, line)]
    return " ".join([*values, *spell_symbols(token)]) or "0/0/0"


def spell_token_values(token: WarToken) -> str:
    """Return the same as `spell_token` with all three values in front, which is seldom a name: `0/0/2`."""
    values = f"{token.ranged}/{token.normal}/{token.melee}"
    return " ".join([values, *spell_symbols(token)])


def is_value(text: str) -> bool:
    """Tell whether a war token's text begins as values do, so that its error should speak of values."""
    words = _words(text)
    return bool(words) and (words[0][0] in "+-−0123456789" or _take_symbol(words)[1] != "")


_TOKEN_RANGE = (-MAX_TOKEN_VALUE, MAX_TOKEN_VALUE)


def _words(text: str) -> list[str]:
    """Return the words of a spelled-out piece, with no blanks around `/` and `:`."""
    return re.sub(r"\s*([/:])\s*", r"\1", text).split()


def _take_symbol(words: list[str]) -> tuple[str, str, str | None]:
    """Take the first symbol out of `words`: as written, meaning, what follows its colon if it has one.

    "heroic death" is one symbol of two words; a word that is none means nothing.
    """
    if len(words) > 1 and ":" not in words[0]:
        pair, colon, count = " ".join(words[:2]).partition(":")
        if fold(pair) in _ALL_KEYS:
            del words[:2]
            return pair, _ALL_KEYS[fold(pair)], count if colon else None
    word, colon, count = words.pop(0).partition(":") if words else ("", "", "")
    return word, _ALL_KEYS.get(fold(word), ""), count if colon else None


def _cells(word: str, meaning: str, count: str | None) -> dict[str, Any]:
    """Return the fields that one symbol sets."""
    if meaning in KINDS:
        if count is not None:
            raise InputError(f"{shown(word, 30)} takes no number or label")
        return {"kind": meaning}
    if meaning in _SIDES:
        label = DEFAULT_LABEL if count is None else count
        if not is_label(label):
            raise InputError(f"{meaning}: {shown(label, 30)} is no label; write a word, as in {meaning}:lion")
        return {meaning: label}
    if meaning == "accuracy":
        return dict(zip(ACCURACIES, _triple(count or "", "accuracy", 0, MAX_SYMBOLS), strict=True))
    return {meaning: 1 if count is None else _number(count, meaning.replace("_", "-"), 0, MAX_SYMBOLS)}


def _triple(text: str, what: str, low: int, high: int) -> list[int]:
    parts = text.split("/")
    if len(parts) != len(LINES):
        form = "accuracy:1/0/0" if what == "accuracy" else "2/3/1"
        got = f", not {shown(text, 30)}" if text else ""
        raise InputError(f"{what} are three numbers, ranged/normal/melee, as in {form}{got}")
    return [_number(part, what, low, high) for part in parts]


def _number(text: str, what: str, low: int, high: int) -> int:
    number = int(text[:20].replace("−", "-")) if _NUMBER.fullmatch(text[:20]) else None
    if number is None or len(text) > 20 or not low <= number <= high:
        got = shown(text, 30) if text else "nothing"
        raise InputError(f"{what}: write a whole number from {low} to {high}, not {got}")
    return number


def _once(meaning: str, said: set[str], word: str) -> None:
    if meaning in said:
        mend = "it is basic, elite or hero" if meaning == "kind" else "write it once, with its count"
        raise InputError(f"{shown(word, 30)}: the {meaning.replace('_', '-')} is given twice; {mend}")
    said.add(meaning)


def _unknown(word: str, meaning: str, refused: dict[str, str], known: dict[str, str]) -> InputError:
    if meaning in refused:
        return InputError(f"{shown(word, 30)}: {refused[meaning]}")
    near = nearest(word, known, 1)[0]
    return InputError(f"unknown symbol {shown(word, 30)}; nearest: {near}")


def _named(unit: Unit, name: str) -> Unit:
    called = " ".join(name.split()) or spell_values(unit)
    if (name and len(called) > MAX_NAME) or not called.isprintable():
        raise InputError(f"{shown(called)} is no name; write up to {MAX_NAME} printable letters")
    return replace(unit, name=called)


def is_label(text: str) -> bool:
    """Tell whether a half shield can have this label (R4): `*`, or a word that a unit phrase can spell."""
    return text == DEFAULT_LABEL or text.replace("-", "").replace("_", "").isalnum()


def spell_symbols(piece: Unit | WarToken) -> list[str]:
    """Return the symbols of a piece as a phrase spells them: `heroic-death:2`, `accuracy:1/0/0`, `left`."""
    words = []
    for symbol in COUNTED_SYMBOLS:
        count = getattr(piece, symbol, 0)
        if count:
            words.append(symbol.replace("_", "-") + (f":{count}" if count > 1 else ""))
    accuracy = [getattr(piece, name) for name in ACCURACIES]
    if any(accuracy):
        words.append("accuracy:" + "/".join(map(str, accuracy)))
    for side in _SIDES:
        label = getattr(piece, side, "")
        if label:
            words.append(side if label == DEFAULT_LABEL else f"{side}:{label}")
    return words
