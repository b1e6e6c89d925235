"""Share codes: pinned ones of version 1, and others sealed by hand without the program's own writer."""

from __future__ import annotations

import json
import zlib
from math import ceil, log

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

#: The golden fight as version 1 wrote it. Every later version must read it: never renew it.
GOLDEN_CODE = (
    "odds1-chEWapr1OcHey39L3x4yHRObw6LGcJ2w6OQwfAFzvvcpiLWwS6l7iddgbNMxtU65XWnafN8VHG0BlH9ykwzJBYXjvuZESn"
    "HcMfykUoPfoCgtsuxM9xZ3OgtIMAQTaruGqmrpk4wl50sJb14Q6IxGWEpnsVS4hYN3IjSMPLUzuHUA5NdMgFtYPVvDrobC58qj5p"
    "PR6TY2DqgLc9VrWuqETKIEmaB4MUbliCjqL21kNYSB"
)
#: The same of a re-roll with every option, a spelled-out unit and a war token.
REROLL_CODE = (
    "odds1-TmOIVX23oLGNL0zFP8KlaajZ99O2BZMpz6Q6GbCUMmb4gnEWsxeiZRjcpLqQhsQcgRMdx54QgZsJU4KbG1TRtVcNKRxtc1"
    "FAaamIhrWBTptffJcwJ2qXR1hxxsr8wYGsRkRBO9DKnfqxvOv18iiNxBoc7ZzC53WpKWVHULM5DeDGj0uVGYLyDcV8uE9pHRP1hg"
    "iE8v4BjblJ9g4Mad9z2jPE9pOW3bQMzPv73zoxNQTeQq7AmEExY1wkmh4rbiejdEcEiB4UNIZyhWADrD7eXCHSzwWSMASIg07I3f"
    "ibBrQAj28XfpbeywDcXTZ9baoYVzLaw1rhDWo4GkQSm"
)


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
