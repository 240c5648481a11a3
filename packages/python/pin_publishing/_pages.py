"""Lists from page to page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, Iterator, List, Mapping, Optional, Set, TypeVar, cast

from ._answer import Answer, Answered
from ._errors import InvalidAnswer

T = TypeVar("T")


@dataclass(frozen=True)
class Paging:
    """Where a list has its items and its next cursor; without a cursor it is counted on by offset."""

    items: Optional[str]
    next_field: Optional[str] = None
    next_header: Optional[str] = None
    by_offset: bool = False


class Cursors:
    """The cursors that a list has named: one that comes again would lead round for ever."""

    def __init__(self) -> None:
        self._seen: Set[str] = set()

    def follow(self, cursor: object, answer: Optional[Answer] = None) -> None:
        """Raises InvalidAnswer where the cursor was there before."""
        if cursor is None:
            return
        if str(cursor) in self._seen:
            status, request_id = (answer.status, answer.request_id) if answer else (200, None)
            raise InvalidAnswer("the list names the same cursor again", status=status, request_id=request_id)
        self._seen.add(str(cursor))


class _Place:
    """How far a list has been read."""

    def __init__(self, paging: Paging, query: Mapping[str, Any]) -> None:
        self._paging = paging
        self.query: Dict[str, Any] = dict(query)
        self.has_more = True
        self._cursors = Cursors()

    def read(self, page: Answered[Any]) -> List[Any]:
        paging = self._paging
        found = page.value if paging.items is None else getattr(page.value, paging.items)
        items = cast(List[Any], found) if isinstance(found, list) else []
        if paging.by_offset:
            self.query["offset"] = int(self.query.get("offset") or 0) + len(items)
            self.has_more = bool(items)
            return items
        cursor: Any = getattr(page.value, paging.next_field) if paging.next_field else page.answer.headers.get(paging.next_header or "")
        self._cursors.follow(cursor, page.answer)
        self.query["cursor"] = cursor
        self.has_more = cursor is not None and cursor != ""
        if self.has_more:
            # A cursor goes on from where the offset led.
            self.query.pop("offset", None)
        return items


def iterate(paging: Paging, query: Mapping[str, Any], read: Callable[[Mapping[str, Any]], Answered[Any]]) -> Iterator[Any]:
    """Each item of all pages; a page is read when it is needed."""
    place = _Place(paging, query)
    while place.has_more:
        yield from place.read(read(place.query))


async def iterate_async(
    paging: Paging, query: Mapping[str, Any], read: Callable[[Mapping[str, Any]], Awaitable[Answered[Any]]]
) -> AsyncIterator[Any]:
    """Each item of all pages; a page is read when it is needed."""
    place = _Place(paging, query)
    while place.has_more:
        for item in place.read(await read(place.query)):
            yield item
