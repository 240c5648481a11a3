"""A socket whose every wait ends at one moment, however slowly the other side sends."""

from __future__ import annotations

import io
import socket
from time import monotonic
from typing import Any


class DeadlineSocket:
    """As much of a socket as `http.client` uses."""

    def __init__(self, connected: socket.socket) -> None:
        self.connected = connected
        self.deadline = float("inf")

    def end_after(self, seconds: float) -> None:
        self.deadline = monotonic() + seconds

    def sendall(self, data: Any) -> None:
        self._limit()
        self.connected.sendall(data)

    def receive_into(self, buffer: Any) -> int:
        self._limit()
        return self.connected.recv_into(buffer)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Received(self), 65536)

    def close(self) -> None:
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

    def readinto(self, buffer: Any, /) -> int:
        return self._source.receive_into(buffer)
