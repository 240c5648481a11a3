"""Answers that are read as they come: files, exports, events."""

from __future__ import annotations

import asyncio
import json
import os
from types import TracebackType
from typing import Any, AsyncIterator, Awaitable, Callable, Generic, Iterator, Optional, Type, TypeVar, Union

from ._codec import decoder_of
from ._errors import InvalidAnswer

T = TypeVar("T")
Path = Union[str, "os.PathLike[str]"]


class ByteStream:
    """The bytes of an answer. Read it within `with`, or to its end: it holds a connection until then."""

    def __init__(self, blocks: Iterator[bytes], close: Callable[[], None], content_type: str) -> None:
        self._blocks = blocks
        self._close = close
        self.content_type = content_type

    def blocks(self) -> Iterator[bytes]:
        """Blocks as they come; whoever stops in between may go on later."""
        while True:
            block = next(self._blocks, None)
            if block is None:
                return
            yield block

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield from self.blocks()
        finally:
            self.close()

    def read(self) -> bytes:
        return b"".join(self)

    def save(self, path: Path) -> int:
        """Writes everything to a file and gives the number of bytes."""
        with open(path, "wb") as file:
            return sum(file.write(block) for block in self)

    def close(self) -> None:
        self._close()

    def __enter__(self: S) -> S:
        return self

    def __exit__(self, _kind: Optional[Type[BaseException]], _error: Optional[BaseException], _trace: Optional[TracebackType]) -> None:
        self.close()


S = TypeVar("S", bound=ByteStream)


class LineStream(ByteStream, Generic[T]):
    """An answer of which each line is an item."""

    def __init__(self, stream: ByteStream, hint: Any) -> None:
        super().__init__(stream.blocks(), stream.close, stream.content_type)
        self._hint = hint

    def lines(self) -> Iterator[bytes]:
        """Lines without their ends."""
        rest = b""
        for block in self:
            *whole, rest = (rest + block).split(b"\n")
            yield from whole
        if rest:
            yield rest

    def items(self) -> Iterator[T]:
        for line in self.lines():
            if line:
                yield item_of(line, self._hint)


class AsyncByteStream:
    """The bytes of an answer. Read it within `async with`, or to its end: it holds a connection until then."""

    def __init__(self, blocks: AsyncIterator[bytes], close: Callable[[], Awaitable[object]], content_type: str) -> None:
        self._blocks = blocks
        self._close = close
        self.content_type = content_type

    async def blocks(self) -> AsyncIterator[bytes]:
        """Blocks as they come; whoever stops in between may go on later."""
        while True:
            try:
                block = await self._blocks.__anext__()
            except StopAsyncIteration:
                return
            yield block

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for block in self.blocks():
                yield block
        finally:
            await self.aclose()

    async def read(self) -> bytes:
        return b"".join([block async for block in self])

    async def save(self, path: Path) -> int:
        """Writes everything to a file and gives the number of bytes."""
        written = 0
        with open(path, "wb") as file:
            async for block in self:
                written += await asyncio.to_thread(file.write, block)
        return written

    async def aclose(self) -> None:
        await self._close()

    async def __aenter__(self: A) -> A:
        return self

    async def __aexit__(self, _kind: Optional[Type[BaseException]], _error: Optional[BaseException], _trace: Optional[TracebackType]) -> None:
        await self.aclose()


A = TypeVar("A", bound=AsyncByteStream)


class AsyncLineStream(AsyncByteStream, Generic[T]):
    """An answer of which each line is an item."""

    def __init__(self, stream: AsyncByteStream, hint: Any) -> None:
        super().__init__(stream.blocks(), stream.aclose, stream.content_type)
        self._hint = hint

    async def lines(self) -> AsyncIterator[bytes]:
        """Lines without their ends."""
        rest = b""
        async for block in self:
            *whole, rest = (rest + block).split(b"\n")
            for line in whole:
                yield line
        if rest:
            yield rest

    async def items(self) -> AsyncIterator[T]:
        async for line in self.lines():
            if line:
                yield item_of(line, self._hint)


def item_of(line: bytes, hint: Any) -> Any:
    try:
        parsed: Any = json.loads(line)
    except (ValueError, RecursionError):
        raise InvalidAnswer("a line of the answer is no JSON", status=200) from None
    decode = decoder_of(hint)
    return decode(parsed) if decode else parsed
