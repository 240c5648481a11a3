"""Compressed answers, with a bound for what a few bytes may become."""

from __future__ import annotations

import zlib
from typing import Optional


LARGEST_ANSWER = 64 * 2**20


class TooLarge(ValueError):
    """More bytes than an answer of this service has."""


def inflated(body: bytes, encoding: Optional[str]) -> bytes:
    """The bytes of a body. Raises ValueError for what is damaged, cut or too large."""
    if encoding in (None, "", "identity"):
        return body
    if encoding not in ("gzip", "x-gzip"):
        raise ValueError(f"the answer is encoded as {encoding}, which nobody asked for")
    inflater = zlib.decompressobj(31)
    try:
        content = inflater.decompress(body, LARGEST_ANSWER)
    except zlib.error as error:
        raise ValueError("the answer is damaged") from error
    if inflater.unconsumed_tail:
        raise TooLarge("the answer is too large")
    if not inflater.eof:
        raise ValueError("the answer is cut off")
    return content
