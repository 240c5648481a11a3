"""The two clients."""

from __future__ import annotations

import asyncio
import os
import ssl
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Awaitable, Callable, List, Mapping, Optional, Protocol, Type, TypeVar
from urllib.parse import SplitResult, urlsplit

from ._answer import Answer, Answered, Headroom
from ._calls import Arguments, Settings, call_steps, captured, credentials, positive
from ._errors import PinPublishingError
from ._httpx_transport import AsyncHttpxTransport, HttpxTransport, has_httpx
from ._request import HiddenHeaders, Operation, Request, header_value
from ._retry import Send
from ._standard_transport import StandardTransport
from ._threads import ThreadTransport
from ._version import VERSION
from .async_resources import AsyncResources
from .resources import Resources

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    P = ParamSpec("P")

T = TypeVar("T")

DEFAULT_BASE_URL = "http://127.0.0.1:3000"


class Transport(Protocol):
    """What sends a request; another one may be given to the client."""

    def send(self, request: Request, is_streamed: bool = False) -> Answer: ...

    def close(self) -> None: ...


class AsyncTransport(Protocol):
    """What sends a request in a loop; another one may be given to the client."""

    async def send(self, request: Request, is_streamed: bool = False) -> Answer: ...

    async def aclose(self) -> None: ...


def settings_of(
    api_key: Optional[str],
    access_token: Optional[str],
    base_url: Optional[str],
    timeout: float,
    max_retries: int,
    max_wait: float,
    headers: Optional[Mapping[str, str]],
) -> Settings:
    if api_key is None and access_token is None:
        api_key = os.environ.get("PPS_API_KEY") or None
    sent = HiddenHeaders({"User-Agent": f"pin-publishing-python/{VERSION}", **credentials(api_key, access_token)})
    for name, value in (headers or {}).items():
        sent[name] = header_value(name, value)
    address = (base_url or os.environ.get("PPS_BASE_URL") or DEFAULT_BASE_URL).rstrip("/")
    origin = urlsplit(address)
    if origin.scheme not in ("http", "https") or not origin.hostname or origin.query or origin.fragment or origin.username:
        raise ValueError("base_url must be like https://pins.example.com")
    return Settings(
        base_url=address,
        headers=sent,
        timeout=positive("timeout", timeout, timeout),
        max_retries=int(positive("max_retries", max_retries, max_retries, least=0)),
        max_wait=positive("max_wait", max_wait, max_wait, least=0),
    )


def origin_of(settings: Settings) -> SplitResult:
    return urlsplit(settings.base_url)


class PinPublishing(Resources):
    """
    The service, for any number of threads. The credential is an API key (`api_key`, or the variable PPS_API_KEY) or the access token of a session.
    Requests go by httpx where it is installed, else by the standard library; `transport` is another one.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        *,
        access_token: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 30.0,
        max_retries: int = 4,
        max_wait: float = 60.0,
        headers: Optional[Mapping[str, str]] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        transport: Optional[Transport] = None,
        use_httpx: Optional[bool] = None,
    ) -> None:
        self._settings = settings_of(api_key, access_token, base_url, timeout, max_retries, max_wait, headers)
        made = has_httpx() if use_httpx is None else use_httpx
        if transport is None and made:
            transport = HttpxTransport(self._settings.base_url, ssl_context)
        self._transport: Transport = transport or StandardTransport(origin_of(self._settings), ssl_context)
        super().__init__(self._call)

    @property
    def headroom(self) -> Headroom:
        """What the newest answer of this client said is left."""
        return self._settings.headroom

    def answer_of(self, method: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Answered[T]:
        """Makes a call and gives its value with its raw answer: `client.answer_of(client.pins.get, pin_id).answer.headers`."""
        into: List[Answer] = []
        token = captured.set(into)
        try:
            value = method(*arguments, **named)
        finally:
            captured.reset(token)
        return Answered(value, into[-1])

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def __enter__(self) -> PinPublishing:
        return self

    def __exit__(self, _kind: Optional[Type[BaseException]], _error: Optional[BaseException], _trace: Optional[TracebackType]) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"PinPublishing(base_url={self._settings.base_url!r})"

    def _call(self, operation: Operation, arguments: Arguments) -> Any:
        steps = call_steps(self._settings, operation, arguments)
        try:
            step = next(steps)
            while True:
                try:
                    answer = self._transport.send(step.request, step.is_streamed) if isinstance(step, Send) else time.sleep(step.seconds)
                except PinPublishingError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as end:
            return end.value


class AsyncPinPublishing(AsyncResources):
    """
    The service, for asyncio. The credential is an API key (`api_key`, or the variable PPS_API_KEY) or the access token of a session. Requests go by
    httpx where it is installed, else by the standard library in threads; `transport` is another one.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        *,
        access_token: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 30.0,
        max_retries: int = 4,
        max_wait: float = 60.0,
        headers: Optional[Mapping[str, str]] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        transport: Optional[AsyncTransport] = None,
        use_httpx: Optional[bool] = None,
    ) -> None:
        self._settings = settings_of(api_key, access_token, base_url, timeout, max_retries, max_wait, headers)
        made = has_httpx() if use_httpx is None else use_httpx
        if transport is None and made:
            transport = AsyncHttpxTransport(self._settings.base_url, ssl_context)
        self._transport: AsyncTransport = transport or ThreadTransport(origin_of(self._settings), ssl_context)
        super().__init__(self._call)

    @property
    def headroom(self) -> Headroom:
        """What the newest answer of this client said is left."""
        return self._settings.headroom

    async def answer_of(self, method: Callable[P, Awaitable[T]], *arguments: P.args, **named: P.kwargs) -> Answered[T]:
        """Makes a call and gives its value with its raw answer: `(await client.answer_of(client.pins.get, pin_id)).answer.headers`."""
        into: List[Answer] = []
        token = captured.set(into)
        try:
            value = await method(*arguments, **named)
        finally:
            captured.reset(token)
        return Answered(value, into[-1])

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()

    async def __aenter__(self) -> AsyncPinPublishing:
        return self

    async def __aexit__(self, _kind: Optional[Type[BaseException]], _error: Optional[BaseException], _trace: Optional[TracebackType]) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"AsyncPinPublishing(base_url={self._settings.base_url!r})"

    async def _call(self, operation: Operation, arguments: Arguments) -> Any:
        steps = call_steps(self._settings, operation, arguments)
        try:
            step = next(steps)
            while True:
                try:
                    answer = await (self._transport.send(step.request, step.is_streamed) if isinstance(step, Send) else asyncio.sleep(step.seconds))
                except PinPublishingError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as end:
            return end.value
