"""The two clients."""

from __future__ import annotations

import asyncio
import ssl
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Awaitable, Callable, List, Mapping, Optional, Type, TypeVar, Union, overload

from ._answer import Answer, Answered, Headroom
from ._calls import Arguments, call_steps, captured
from ._errors import PinPublishingError
from ._httpx_transport import AsyncHttpxTransport, HttpxTransport, has_httpx
from ._not_given import NOT_GIVEN, NotGiven
from ._request import CallOptions, Operation
from ._retry import Send
from ._settings import AsyncTransport, Transport, origin_of, plain_call, settings_of
from ._standard_transport import StandardTransport
from ._threads import ThreadTransport
from .async_resources import AsyncResources
from .models import CreatedSchedule, Import, Pin, Schedule
from .resources import Resources

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    P = ParamSpec("P")

T = TypeVar("T")
Thing = TypeVar("Thing", Pin, Schedule, Import)


def resource_of(thing: object) -> str:
    """Where something that can be waited for is read. Raises TypeError for anything else."""
    for kind, resource in ((Pin, "pins"), (Schedule, "schedules"), (CreatedSchedule, "schedules"), (Import, "imports")):
        if isinstance(thing, kind):
            return resource
    raise TypeError(f"{type(thing).__name__} is no pin, schedule or import; by an id, use client.pins.wait_until_settled(id)")


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
        """What is left, as the newest answer that told it said."""
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

    @overload
    def wait_until_settled(self, thing: CreatedSchedule, *, timeout: float = 600) -> Schedule: ...

    @overload
    def wait_until_settled(self, thing: Thing, *, timeout: float = 600) -> Thing: ...

    def wait_until_settled(self, thing: Any, *, timeout: float = 600) -> Any:
        """A pin, schedule or import when nothing happens to it by itself any more. Raises NotSettled where that takes longer."""
        return getattr(self, resource_of(thing)).wait_until_settled(thing.id, timeout=timeout)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        json: Any = NOT_GIVEN,
        idempotency_key: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Any:
        """Calls a route that this version has no method for, and gives its JSON. A POST is repeated only with an idempotency key."""
        return self._call(*plain_call(method, path, query, json, idempotency_key, options))

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
        """What is left, as the newest answer that told it said."""
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

    @overload
    async def wait_until_settled(self, thing: CreatedSchedule, *, timeout: float = 600) -> Schedule: ...

    @overload
    async def wait_until_settled(self, thing: Thing, *, timeout: float = 600) -> Thing: ...

    async def wait_until_settled(self, thing: Any, *, timeout: float = 600) -> Any:
        """A pin, schedule or import when nothing happens to it by itself any more. Raises NotSettled where that takes longer."""
        return await getattr(self, resource_of(thing)).wait_until_settled(thing.id, timeout=timeout)

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        json: Any = NOT_GIVEN,
        idempotency_key: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[CallOptions] = None,
    ) -> Any:
        """Calls a route that this version has no method for, and gives its JSON. A POST is repeated only with an idempotency key."""
        return await self._call(*plain_call(method, path, query, json, idempotency_key, options))

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
