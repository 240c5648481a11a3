"""Waiting until something has ended: told by the change stream where the service has one, else by asking again and again."""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import monotonic
from typing import Any, Dict, List, Optional

from ._errors import NotSettled
from ._request import Operation

ENDED = frozenset(("published", "failed", "done", "canceled", "completed", "completed_with_errors"))
FIRST_INTERVAL = 0.25
LONGEST_INTERVAL = 5.0
LISTENING = 15.0
"""Seconds after which it asks again although the stream was silent."""
SILENT_ENDS = 3
"""How many streams in a row may end without a word."""

CHANGES = Operation("changes", "GET", "/v1/changes", answer=bytes, accept="text/event-stream", repeat="always")


class Waiting:
    """How long to wait, and between which questions."""

    def __init__(self, seconds: float) -> None:
        self._until = monotonic() + seconds
        self._seconds = seconds
        self._interval = FIRST_INTERVAL
        self._silent_ends = 0

    def left(self) -> float:
        return self._until - monotonic()

    def pause(self) -> float:
        """Seconds until the next question; the last one comes when the time is over."""
        interval = self._interval * random.uniform(0.8, 1.2)
        self._interval = min(LONGEST_INTERVAL, self._interval * 1.5)
        return max(0.0, min(interval, self.left()))

    def is_stream_of_use(self, has_told: bool) -> bool:
        """Of a stream that ended: whether it is worth while to open another one."""
        self._silent_ends = 0 if has_told else self._silent_ends + 1
        return self._silent_ends < SILENT_ENDS

    def end(self, what: str, last: Any) -> NotSettled:
        return NotSettled(f"{what} is {last.status} after {self._seconds:g} s", last)


def has_ended(found: Any) -> bool:
    return found.status in ENDED


@dataclass
class ServerEvent:
    """One event of a stream: `text/event-stream` as the HTML standard has it."""

    event: str
    data: str
    id: Optional[str]

    def concerns(self, resource_id: str) -> bool:
        """Whether it may be about this: a `reset` may be about everything."""
        return self.event == "reset" or resource_id.lower() in self.data.lower()


class EventLines:
    """Events from the lines of a stream."""

    def __init__(self) -> None:
        self._rest = b""
        self._fields: Dict[str, List[str]] = {}
        self.last_id: Optional[str] = None
        self.count = 0

    def feed(self, block: bytes) -> List[ServerEvent]:
        """The events that end in this block."""
        self._rest += block
        if len(self._rest) > 1 << 20:
            raise ValueError("an event is too long")
        events: List[ServerEvent] = []
        # A CR at the end may be half of a line end.
        text = self._rest[:-1] if self._rest.endswith(b"\r") else self._rest
        *lines, kept = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._rest = kept + (b"\r" if self._rest.endswith(b"\r") else b"")
        for line in lines:
            if line:
                name, _, value = line.decode("utf-8", "replace").partition(":")
                self._fields.setdefault(name, []).append(value[1:] if value.startswith(" ") else value)
                continue
            fields, self._fields = self._fields, {}
            self.last_id = fields.get("id", [self.last_id])[-1]
            if "data" in fields or "event" in fields:
                self.count += 1
                events.append(ServerEvent(fields.get("event", ["message"])[-1], "\n".join(fields.get("data", [])), self.last_id))
        return events
