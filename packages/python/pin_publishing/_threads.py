"""The asynchronous client where httpx is not installed: the synchronous transport in threads."""

from __future__ import annotations

import asyncio
import ssl
from typing import AsyncIterator, Optional
from urllib.parse import SplitResult

from ._answer import Answer
from ._request import Request
from ._standard_transport import StandardTransport
from ._streams import AsyncByteStream, ByteStream


class ThreadTransport:
    """A cancelled call ends for its caller at once; its thread ends with the answer or the time-out."""

    def __init__(self, origin: SplitResult, ssl_context: Optional[ssl.SSLContext] = None) -> None:
        self._transport = StandardTransport(origin, ssl_context)

    async def send(self, request: Request, is_streamed: bool = False) -> Answer:
        answer = await asyncio.to_thread(self._transport.send, request, is_streamed)
        if not isinstance(answer.stream, ByteStream):
            return answer
        return Answer(answer.status, answer.headers, stream=_in_threads(answer.stream))

    async def aclose(self) -> None:
        self._transport.close()


def _in_threads(stream: ByteStream) -> AsyncByteStream:
    async def blocks() -> AsyncIterator[bytes]:
        iterator = iter(stream)
        while True:
            block = await asyncio.to_thread(next, iterator, None)
            if block is None:
                return
            yield block

    async def close() -> None:
        stream.close()

    return AsyncByteStream(blocks(), close, stream.content_type)
