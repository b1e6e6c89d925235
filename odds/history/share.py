"""Share codes: a query as one line of letters and digits that any `odds` answers alike, card values included.

A code is `odds1-`, a body and six characters of checksum. The body is the query, `[kind, payload]` as canonical JSON,
deflated and written in base 62: letters and digits only, which no chat turns into italics or dashes and no shell
takes apart. The checksum is a CRC-32 over all that stands before it, so no single wrong character goes unnoticed.
Whitespace and invisible characters are ignored, because chats wrap long lines, and so is text in front of the code.
"""

from __future__ import annotations

import json
import re
import unicodedata
import zlib
from typing import Any, NoReturn

from odds.errors import InputError
from odds.history.names import shown
from odds.history.share_fields import WHERE

#: The version of the code's format that this program writes, and the newest it reads.
VERSION = 1

#: The largest query, in bytes of JSON: what a code unfolds to is bounded before it is unfolded.
MOST_DECODED = 64 * 1024

#: The longest code, in characters: no query of that size can take more, folded.
MOST_CODE = 96 * 1024

#: What makes codes, and what takes them with `--from`.
KINDS = ("attack", "compare", "explain", "reroll", "advise", "defend")

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_DIGITS = {letter: value for value, letter in enumerate(_ALPHABET)}

#: Bytes that are written together, and the base-62 characters that 0 to 32 bytes take: 32 fill 43 as good as exactly.
_BLOCK = 32
_LENGTHS = (
    *(0, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22),
    *(23, 25, 26, 27, 29, 30, 31, 33, 34, 35, 37, 38, 39, 41, 42, 43),
)
_CHECKSUM = 6

#: What deflate may refer to from the first byte on, the likeliest last. A part of version 1: never change it.
_DICTIONARY = (
    '"faces":["seed":"side":"defender","left":1"names":["example":true"line_ups":['
    '"method":"monte-carlo","precision":0.0"fights":10000"method":"exact"'
    '"honour":"set_aside":"dismissed":"tokens":"own_medals_left":4"sabaton":"hand":[{"eras":["I","II"]'
    '"players":{"board":{"I":{"II":{"III":{"IV":{"army":"army_given":true"stack_given":true"hand_size":4"open":[null,'
    '"their_relics":{"medals":["relics_gone":{"relics":{"II":1"reinforced":true"challenge":true"provenance":"printed"'
    '"heroic_death":1,"id":"joakim-","owner":"Joakim","id":"tommy-","owner":"Tommy","id":"chris-","owner":"Chris"'
    '"special":"hunt""deflection":1,"accuracy_melee":1,"accuracy_ranged":1,"copies":2,"times":2'
    '"token":{"id":"token-","melee":2,"name":"+2 melee","provenance":"custom"},"kind":"hero","left":"*"'
    '"melee":3,"name":"","owner":"IV","provenance":"attested","ranged":2,"reroll":1,"right":"*"},{"id":"'
    '"kind":"elite","left":"*","name":"","normal":1,"owner":"III","provenance":"derived","toughness":2},'
    '{"ambush":1,"id":"",'
    '"kind":"elite","left":"*","melee":2,"name":"","normal":2,"owner":"I","provenance":"derived","ranged":1,"right":"*"},'
    '{"accuracy_normal":1,"id":"","stack":[{"id":"par-","left":"*","melee":1,"name":"","owner":"Pär",'
    '"provenance":"attested","right":"*"}],"objective":"vp",'
    '["attack",{"method":"auto","query":{"attackers":[{"id":"hannes-","left":"*","name":"","owner":"Hannes",'
    '"provenance":"reconstructed","ranged":1,"reinforcement":1,"right":"*"}],'
    '"cards":{"name":"reconstructed","values":"reconstructed"},"deck":[{"id":"par-","name":"","owner":"Pär"}],'
    '"defenders":[{"id":"","kind":"elite","melee":1,"name":"","normal":1,"owner":"II","provenance":"reconstructed",'
    '"right":"*"}],"objective":"win","rulings":{"deflection_per":"line","empty_side_fights":true}}}]'
).encode()


def encode_query(kind: str, payload: dict[str, Any]) -> str:
    """Return the code of a query.

    Args:
        kind: The command that asks it, one of `KINDS`.
        payload: All that its answer depends on, as plain values that JSON knows.

    Raises:
        InputError: The query is larger than a code may hold.
    """
    text = json.dumps([kind, payload], ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    data = text.encode()
    if len(data) > MOST_DECODED:
        raise InputError(
            f"the query takes {len(data):,} bytes, a code holds {MOST_DECODED:,}; share one with smaller piles",
            "--share",
        )
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
    head = f"odds{VERSION}-" + _write(deflate.compress(data) + deflate.flush())
    return head + _checksum(head)


def decode_query(code: str, kind: str) -> dict[str, Any]:
    """Return the payload of a code that a query of this kind made.

    Raises:
        InputError: No code, a damaged one, one of a newer version, of another kind, or one that unfolds to more
            than 64 KiB.
    """
    made_by, payload = _unfold(_body(code))
    if made_by != kind:
        if made_by in KINDS:
            raise InputError(
                f"this code was made by odds {made_by}, not by odds {kind}; give it to odds {made_by} --from", WHERE
            )
        raise InputError(f"this code was made by a command this odds does not have ({shown(made_by, 30)})", WHERE)
    return payload


def _body(code: str) -> bytes:
    """Return the deflated query of a code, its checksum being right."""
    text = "".join(letter for letter in code if not letter.isspace() and unicodedata.category(letter) != "Cf")
    # A pasted answer ends with its code; what stands before the code is not looked at.
    begins = list(re.finditer("odds([1-9][0-9]{0,8})-", text))
    if not begins:
        raise InputError(f"{shown(text, 30)} is no share code; one begins with odds{VERSION}-", WHERE)
    text, version = text[begins[-1].start() :], int(begins[-1][1])
    if version > VERSION:
        raise InputError(f"the code is of version {version}, this odds reads version {VERSION}; update odds", WHERE)
    if len(text) > MOST_CODE:
        raise InputError(f"more than {MOST_CODE:,} characters; no share code is that long", WHERE)
    head, checksum = text[:-_CHECKSUM], text[-_CHECKSUM:]
    start = len(begins[-1][0])
    if len(head) < start or not head.isascii() or _checksum(head) != checksum:
        _refuse_damaged()
    data = _read(head[start:])
    if data is None:
        _refuse_damaged()
    return data


def _unfold(data: bytes) -> tuple[str, dict[str, Any]]:
    """Return the kind and the payload that deflated bytes hold, without unfolding more than a query may take."""
    inflate = zlib.decompressobj(-zlib.MAX_WBITS, _DICTIONARY)
    try:
        text = inflate.decompress(data, MOST_DECODED + 1)
    except zlib.error:
        _refuse_damaged()
    if len(text) > MOST_DECODED:
        raise InputError(f"the code unfolds to more than {MOST_DECODED // 1024} KiB; no query does", WHERE)
    if not inflate.eof or inflate.unused_data:
        _refuse_damaged()
    try:
        kind, payload = json.loads(text.decode(), parse_constant=_no_number)
    except (ValueError, TypeError, RecursionError):
        kind = payload = None
    if not isinstance(kind, str) or not isinstance(payload, dict):
        raise InputError("the code is whole, but there is no query in it; ask for it anew", WHERE)
    return kind, payload


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _refuse_damaged() -> NoReturn:
    raise InputError("the code is damaged or incomplete; copy all of it again", WHERE)


def _checksum(head: str) -> str:
    return _digits(zlib.crc32(head.encode("ascii")), _CHECKSUM)


def _write(data: bytes) -> str:
    """Return bytes in base 62, block by block."""
    blocks = (data[start : start + _BLOCK] for start in range(0, len(data), _BLOCK))
    return "".join(_digits(int.from_bytes(block, "big"), _LENGTHS[len(block)]) for block in blocks)


def _digits(number: int, length: int) -> str:
    letters = []
    for _ in range(length):
        number, digit = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[digit])
    return "".join(reversed(letters))


def _read(text: str) -> bytes | None:
    """Return the bytes that `_write` wrote, `None` where it wrote no such text."""
    data = b""
    step = _LENGTHS[_BLOCK]
    for start in range(0, len(text), step):
        block = text[start : start + step]
        number = 0
        for letter in block:
            if letter not in _DIGITS:
                return None
            number = number * len(_ALPHABET) + _DIGITS[letter]
        if len(block) not in _LENGTHS or number.bit_length() > 8 * _LENGTHS.index(len(block)):
            return None
        data += number.to_bytes(_LENGTHS.index(len(block)), "big")
    return data


__all__ = ["KINDS", "MOST_CODE", "MOST_DECODED", "VERSION", "decode_query", "encode_query"]
