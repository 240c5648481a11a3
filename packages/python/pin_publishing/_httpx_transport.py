"""Requests by `httpx`, where it is installed. Its types are not needed to check this package, so they are `Any` here."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import ssl
from typing import Any, AsyncIterator, Dict, Iterator, List, Optional, Union

from ._answer import Answer, is_success
from ._deadline import Deadline
from ._errors import ConnectionFailed, InvalidAnswer, PinPublishingError, RequestTimedOut
from ._inflate import LARGEST_ANSWER
from ._request import Request
from ._streams import AsyncByteStream, ByteStream


def has_httpx() -> bool:
    return importlib.util.find_spec("httpx") is not None


class HttpxTransport:
    """A client of httpx, which reads the proxy settings of the environment."""

    def __init__(self, base_url: str, ssl_context: Optional[ssl.SSLContext] = None) -> None:
        self._httpx: Any = importlib.import_module("httpx")
        self._base_url = base_url
        self._client: Any = self._httpx.Client(verify=ssl_context or True, follow_redirects=False)

    def send(self, request: Request, is_streamed: bool = False) -> Answer:
        deadline = Deadline(request.timeout)
        try:
            response: Any = self._client.send(_made(self._httpx, self._client, self._base_url, request, deadline), stream=True)
        except Exception as error:
            raise _failure(self._httpx, error, request.timeout) from error
        if is_streamed and is_success(response.status_code):
            return Answer(response.status_code, _headers_of(response), stream=self._stream(response, request.timeout))
        blocks: List[bytes] = []
        try:
            for block in response.iter_bytes():
                _keep(blocks, block)
                if deadline.left() < 0:
                    raise RequestTimedOut(f"no whole answer within {request.timeout:g} s", was_sent=True)
        except PinPublishingError:
            raise
        except Exception as error:
            raise _failure(self._httpx, error, request.timeout) from error
        finally:
            response.close()
        return Answer(response.status_code, _headers_of(response), b"".join(blocks))

    def close(self) -> None:
        self._client.close()

    def _stream(self, response: Any, timeout: float) -> ByteStream:
        def blocks() -> Iterator[bytes]:
            try:
                yield from response.iter_bytes()
            except Exception as error:
                raise _failure(self._httpx, error, timeout) from error

        return ByteStream(blocks(), response.close, response.headers.get("content-type", ""))


class AsyncHttpxTransport:
    """An asynchronous client of httpx, for asyncio."""

    def __init__(self, base_url: str, ssl_context: Optional[ssl.SSLContext] = None) -> None:
        self._httpx: Any = importlib.import_module("httpx")
        self._base_url = base_url
        self._client: Any = self._httpx.AsyncClient(verify=ssl_context or True, follow_redirects=False)

    async def send(self, request: Request, is_streamed: bool = False) -> Answer:
        deadline = Deadline(request.timeout)
        sending = asyncio.ensure_future(self._send(request, is_streamed, deadline))
        try:
            while deadline.left() > 0:
                await asyncio.wait({sending}, timeout=deadline.left())
                if sending.done():
                    return sending.result()
            raise RequestTimedOut(f"no whole answer within {request.timeout:g} s", was_sent=True)
        finally:
            if not sending.done():
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)

    async def _send(self, request: Request, is_streamed: bool, deadline: Deadline) -> Answer:
        try:
            made = _made(self._httpx, self._client, self._base_url, request, deadline, is_async=True)
            response: Any = await self._client.send(made, stream=True)
        except Exception as error:
            raise _failure(self._httpx, error, request.timeout) from error
        if is_streamed and is_success(response.status_code):
            return Answer(response.status_code, _headers_of(response), stream=self._stream(response, request.timeout))
        blocks: List[bytes] = []
        try:
            async for block in response.aiter_bytes():
                _keep(blocks, block)
        except PinPublishingError:
            raise
        except Exception as error:
            raise _failure(self._httpx, error, request.timeout) from error
        finally:
            await response.aclose()
        return Answer(response.status_code, _headers_of(response), b"".join(blocks))

    async def aclose(self) -> None:
        await self._client.aclose()

    def _stream(self, response: Any, timeout: float) -> AsyncByteStream:
        async def blocks() -> AsyncIterator[bytes]:
            try:
                async for block in response.aiter_bytes():
                    yield block
            except Exception as error:
                raise _failure(self._httpx, error, timeout) from error

        return AsyncByteStream(blocks(), response.aclose, response.headers.get("content-type", ""))


def _made(httpx: Any, client: Any, base_url: str, request: Request, deadline: Deadline, is_async: bool = False) -> Any:
    headers: Dict[str, str] = dict(request.headers)
    content: Union[None, bytes, Iterator[bytes], AsyncIterator[bytes]] = None
    body = request.body
    if body is not None:
        headers["Content-Type"] = body.content_type
        if body.length is not None:
            headers["Content-Length"] = str(body.length)
        blocks = deadline.renewed_by(body.blocks())
        content = _in_loop(blocks) if is_async else blocks
    return client.build_request(
        request.method, base_url + request.target, headers=headers, content=content, timeout=httpx.Timeout(request.timeout)
    )


async def _in_loop(blocks: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Blocks of a file, which is read in a thread."""
    while True:
        block = await asyncio.to_thread(next, blocks, None)
        if block is None:
            return
        yield block


def _keep(blocks: List[bytes], block: bytes) -> None:
    blocks.append(block)
    if sum(map(len, blocks)) > LARGEST_ANSWER if len(blocks) % 64 == 0 else len(block) > LARGEST_ANSWER:
        raise InvalidAnswer("the answer is too large", status=0)


def _failure(httpx: Any, error: Exception, timeout: float) -> Exception:
    """What an error of httpx is here. What never left is not counted as sent."""
    unsent = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol, httpx.ProxyError, httpx.LocalProtocolError)
    was_sent = not isinstance(error, unsent)
    if isinstance(error, httpx.TimeoutException):
        return RequestTimedOut(f"no whole answer within {timeout:g} s", was_sent=was_sent)
    if isinstance(error, (httpx.RequestError, httpx.StreamError, OSError)):
        return ConnectionFailed(f"the connection was lost: {str(error) or type(error).__name__}", was_sent=was_sent)
    return error


def _headers_of(response: Any) -> Dict[str, str]:
    headers: Dict[str, str] = {}
    for name, value in response.headers.multi_items():
        lower = name.lower()
        headers[lower] = f"{headers[lower]}, {value}" if lower in headers else value
    return headers
