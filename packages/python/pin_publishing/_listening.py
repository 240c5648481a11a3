"""The two forms of waiting, for threads and for a loop; what they decide is in `_settle`."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Awaitable, Callable, Optional

from ._calls import Arguments
from ._errors import PinPublishingError, RequestTimedOut
from ._request import CallOptions
from ._settle import CHANGES, LISTENING, EventLines, Waiting, has_ended
from ._streams import AsyncByteStream, ByteStream


def listening_options(waiting: Waiting, lines: EventLines) -> CallOptions:
    headers = {"Last-Event-ID": lines.last_id} if lines.last_id else {}
    return CallOptions(timeout=max(0.1, min(LISTENING, waiting.left())), max_retries=0, headers=headers)


def is_event_stream(stream: Any) -> bool:
    return stream is not None and stream.content_type.startswith("text/event-stream")


def wait_for_end(call: Callable[..., Any], read: Callable[[], Any], resource_id: str, seconds: float) -> Any:
    """What has ended. Raises NotSettled where the time is over before."""
    waiting, lines, may_listen = Waiting(seconds), EventLines(), True
    found = read()
    while not has_ended(found):
        if waiting.left() <= 0:
            raise waiting.end(resource_id, found)
        stream: Optional[ByteStream] = None
        if may_listen:
            try:
                stream = call(CHANGES, Arguments(options=listening_options(waiting, lines)))
                may_listen = is_event_stream(stream)
            except PinPublishingError as error:
                may_listen = isinstance(error, RequestTimedOut)
        if stream is None or not may_listen:
            if stream is not None:
                stream.close()
            time.sleep(waiting.pause())
            found = read()
            continue
        with stream:
            # What changed before the stream began is not told by it.
            found, told, has_more = read(), lines.count, True
            try:
                while not has_ended(found) and waiting.left() > 0:
                    has_more = hear(stream, lines, resource_id, waiting)
                    if not has_more:
                        may_listen = waiting.is_stream_of_use(lines.count > told)
                        break
                    found = read()
            except RequestTimedOut:
                found = read()
            except (PinPublishingError, ValueError):
                may_listen = False
        if not has_more:
            # One that ends at once must not be opened again and again without a pause.
            time.sleep(waiting.pause())
    return found


def hear(stream: ByteStream, lines: EventLines, resource_id: str, waiting: Waiting) -> bool:
    """True where something was told about this, or it is time to ask; false at the end of the stream."""
    until = time.monotonic() + min(LISTENING, max(0.0, waiting.left()))
    for block in stream.blocks():
        if any(event.concerns(resource_id) for event in lines.feed(block)) or time.monotonic() >= until:
            return True
    return False


async def wait_for_end_async(
    call: Callable[..., Awaitable[Any]], read: Callable[[], Awaitable[Any]], resource_id: str, seconds: float
) -> Any:
    """What has ended. Raises NotSettled where the time is over before."""
    waiting, lines, may_listen = Waiting(seconds), EventLines(), True
    found = await read()
    while not has_ended(found):
        if waiting.left() <= 0:
            raise waiting.end(resource_id, found)
        stream: Optional[AsyncByteStream] = None
        if may_listen:
            try:
                stream = await call(CHANGES, Arguments(options=listening_options(waiting, lines)))
                may_listen = is_event_stream(stream)
            except PinPublishingError as error:
                may_listen = isinstance(error, RequestTimedOut)
        if stream is None or not may_listen:
            if stream is not None:
                await stream.aclose()
            await asyncio.sleep(waiting.pause())
            found = await read()
            continue
        async with stream:
            found, told, has_more = await read(), lines.count, True
            try:
                while not has_ended(found) and waiting.left() > 0:
                    has_more = await hear_async(stream, lines, resource_id, waiting)
                    if not has_more:
                        may_listen = waiting.is_stream_of_use(lines.count > told)
                        break
                    found = await read()
            except RequestTimedOut:
                found = await read()
            except (PinPublishingError, ValueError):
                may_listen = False
        if not has_more:
            # One that ends at once must not be opened again and again without a pause.
            await asyncio.sleep(waiting.pause())
    return found


async def hear_async(stream: AsyncByteStream, lines: EventLines, resource_id: str, waiting: Waiting) -> bool:
    """True where something was told about this, or it is time to ask; false at the end of the stream."""
    until = time.monotonic() + min(LISTENING, max(0.0, waiting.left()))
    async for block in stream.blocks():
        if any(event.concerns(resource_id) for event in lines.feed(block)) or time.monotonic() >= until:
            return True
    return False
