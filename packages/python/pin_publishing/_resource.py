"""What the generated resources are made of."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Iterator, List, Mapping, Optional

from ._answer import Answer, Answered
from ._calls import Arguments, captured
from ._pages import Paging, iterate, iterate_async
from ._request import CallOptions, Operation

Call = Callable[[Operation, Arguments], Any]
AsyncCall = Callable[[Operation, Arguments], Awaitable[Any]]


class Resource:
    """Operations on one kind of thing."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def _iterate(
        self, operation: Operation, paging: Paging, parts: Mapping[str, str], query: Mapping[str, Any], options: Optional[CallOptions]
    ) -> Iterator[Any]:
        def read(query: Mapping[str, Any]) -> Answered[Any]:
            into: List[Answer] = []
            token = captured.set(into)
            try:
                value = self._call(operation, Arguments(parts=parts, query=query, options=options))
            finally:
                captured.reset(token)
            return Answered(value, into[-1])

        return iterate(paging, query, read)


class AsyncResource:
    """Operations on one kind of thing, each to be awaited."""

    def __init__(self, call: AsyncCall) -> None:
        self._call = call

    def _iterate(
        self, operation: Operation, paging: Paging, parts: Mapping[str, str], query: Mapping[str, Any], options: Optional[CallOptions]
    ) -> AsyncIterator[Any]:
        async def read(query: Mapping[str, Any]) -> Answered[Any]:
            into: List[Answer] = []
            token = captured.set(into)
            try:
                value = await self._call(operation, Arguments(parts=parts, query=query, options=options))
            finally:
                captured.reset(token)
            return Answered(value, into[-1])

        return iterate_async(paging, query, read)
