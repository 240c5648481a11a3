"""The moment when a try ends, and a socket whose every wait ends at it, however slowly the other side sends."""

from __future__ import annotations

import io
import socket
from time import monotonic
from typing import Any, Iterator


class Deadline:
    """When a try ends; it begins anew with each block of a body that was sent."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = monotonic() + seconds

    def left(self) -> float:
        return self._until - monotonic()

    def renew(self) -> None:
        self._until = monotonic() + self._seconds

    def renewed_by(self, blocks: Iterator[bytes]) -> Iterator[bytes]:
        """The blocks; each that is asked for says that the one before has left."""
        for block in blocks:
            self.renew()
            yield block
        self.renew()


class DeadlineSocket:
    """As much of a socket as `http.client` uses."""

    def __init__(self, connected: socket.socket) -> None:
        self.connected = connected
        self.deadline = float("inf")
        self._readers = 0
        self._is_closed = False

    def end_after(self, seconds: float) -> None:
        self.deadline = monotonic() + seconds

    def sendall(self, data: Any) -> None:
        self._limit()
        self.connected.sendall(data)

    def receive_into(self, buffer: Any) -> int:
        self._limit()
        return self.connected.recv_into(buffer)

    def makefile(self, _mode: str) -> io.BufferedReader:
        self._readers += 1
        return io.BufferedReader(_Received(self), 65536)

    def close(self) -> None:
        """Closes it once nobody reads from it any more: `http.client` closes before it reads the last answer of a connection."""
        self._is_closed = True
        self._close_unread()

    def end_reading(self) -> None:
        self._readers -= 1
        self._close_unread()

    def _close_unread(self) -> None:
        if self._is_closed and self._readers == 0:
            self.connected.close()

    def _limit(self) -> None:
        left = self.deadline - monotonic()
        if left <= 0:
            raise socket.timeout("the deadline has passed")
        self.connected.settimeout(None if left == float("inf") else left)


class _Received(io.RawIOBase):
    def __init__(self, source: DeadlineSocket) -> None:
        super().__init__()
        self._source = source

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        if not self.closed:
            super().close()
            self._source.end_reading()

    def readinto(self, buffer: Any, /) -> int:
        return self._source.receive_into(buffer)
