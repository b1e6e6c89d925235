"""Share codes sealed by hand, without the program's own writer, for tests of what must be refused."""

from __future__ import annotations

import json
import zlib
from math import ceil, log

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def base62(data: bytes) -> str:
    """Return bytes in base 62: blocks of 32 bytes, each as many letters as it can need."""
    text = ""
    for start in range(0, len(data), 32):
        block = data[start : start + 32]
        number = int.from_bytes(block, "big")
        text += written(number, ceil(len(block) * 8 / log(62, 2)))
    return text


def written(number: int, length: int) -> str:
    """Return a number as that many base-62 letters."""
    letters = ""
    for _ in range(length):
        letters = LETTERS[number % 62] + letters
        number //= 62
    return letters


def signed(head: str) -> str:
    """Return a code's head with the checksum that belongs to it."""
    return head + written(zlib.crc32(head.encode()), 6)


def sealed(data: bytes, version: int = 1) -> str:
    """Return a code whose body unfolds to `data`."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return signed(f"odds{version}-{base62(deflate.compress(data) + deflate.flush())}")


def code_of(kind: object, payload: object) -> str:
    """Return a code that holds any JSON, sensible or not."""
    return sealed(json.dumps([kind, payload]).encode())
