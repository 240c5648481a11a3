"""Requests by `http.client` over connections that are kept, for any number of threads."""

from __future__ import annotations

import http.client
import select
import socket
import ssl
import threading
from time import monotonic
from typing import Any, Dict, Iterator, List, Optional, Tuple
from urllib.parse import SplitResult

from ._answer import Answer, is_success
from ._deadline import DeadlineSocket
from ._errors import ConnectionFailed, InvalidAnswer, RequestTimedOut
from ._inflate import LARGEST_ANSWER, TooLarge, inflated
from ._request import Body, Request
from ._streams import ByteStream

BLOCK = 65536
KEPT_CONNECTIONS = 16
LONGEST_IDLE = 15.0


class StandardTransport:
    """A connection serves one request at a time; what is idle is kept for 15 s."""

    def __init__(self, origin: SplitResult, ssl_context: Optional[ssl.SSLContext] = None) -> None:
        self._origin = origin
        self._context = ssl_context or (ssl.create_default_context() if origin.scheme == "https" else None)
        self._idle: List[Tuple[_Connection, float]] = []
        self._lock = threading.Lock()

    def send(self, request: Request, is_streamed: bool = False) -> Answer:
        connection = self._take()
        keep = False
        try:
            response = self._exchange(connection, request)
            headers = _headers_of(response)
            if is_streamed and is_success(response.status):
                keep = True
                return self._streamed(connection, response, headers)
            body = _read_all(response, request.timeout)
            keep = not response.will_close
            if keep:
                self._give_back(connection)
            return Answer(response.status, headers, inflated(body, headers.get("content-encoding")))
        except socket.timeout as error:
            raise RequestTimedOut(f"no whole answer within {request.timeout:g} s", was_sent=connection.was_used) from error
        except TooLarge as error:
            raise InvalidAnswer(str(error), status=0) from error
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionFailed(f"the connection was lost: {_reason(error)}", was_sent=connection.was_used) from error
        except ValueError as error:
            if not connection.was_used:
                raise
            raise ConnectionFailed(f"the answer was lost: {error}", was_sent=True) from error
        finally:
            if not keep:
                connection.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection, _ in idle:
            connection.close()

    def _exchange(self, connection: _Connection, request: Request) -> http.client.HTTPResponse:
        connection.end_after(request.timeout)
        connection.was_used = False
        connection.putrequest(request.method, self._origin.path.rstrip("/") + request.target, skip_accept_encoding=True)
        for name, value in request.headers.items():
            connection.putheader(name, value)
        try:
            _send_body(connection, request.body)
        except (BrokenPipeError, ConnectionResetError, ConnectionAbortedError):
            # The service may have refused before it read everything: its answer says why.
            return connection.getresponse()
        return connection.getresponse()

    def _streamed(self, connection: _Connection, response: http.client.HTTPResponse, headers: Dict[str, str]) -> Answer:
        # From here on each block has its own time: how long a file is nobody knows.
        timeout = connection.seconds

        def blocks() -> Iterator[bytes]:
            try:
                while True:
                    connection.end_after(timeout)
                    block = response.read1(BLOCK)
                    if not block:
                        return
                    yield block
            except socket.timeout as error:
                raise RequestTimedOut(f"nothing more within {timeout:g} s", was_sent=True) from error
            except (OSError, ValueError, http.client.HTTPException) as error:
                raise ConnectionFailed(f"the connection was lost: {_reason(error)}", was_sent=True) from error

        def checked() -> Iterator[bytes]:
            received = 0
            for block in blocks():
                received += len(block)
                yield block
            due = headers.get("content-length", "")
            if due.isdecimal() and received != int(due):
                raise ConnectionFailed("the answer is cut off", was_sent=True)

        stream = ByteStream(checked(), connection.abandon, headers.get("content-type", ""))
        return Answer(response.status, headers, stream=stream)

    def _take(self) -> _Connection:
        with self._lock:
            while self._idle:
                connection, since = self._idle.pop()
                if monotonic() - since < LONGEST_IDLE and connection.is_open():
                    return connection
                connection.close()
        return _Connection(self._origin, self._context)

    def _give_back(self, connection: _Connection) -> None:
        with self._lock:
            if len(self._idle) < KEPT_CONNECTIONS:
                self._idle.append((connection, monotonic()))
                return
        connection.close()


class _Connection(http.client.HTTPConnection):
    """Knows whether anything of the present request may have left."""

    def __init__(self, origin: SplitResult, context: Optional[ssl.SSLContext]) -> None:
        super().__init__(origin.hostname or "", origin.port or (443 if context else 80))
        self._context = context
        self.was_used = False
        self.wire: Optional[DeadlineSocket] = None
        """Beside `sock`, which is gone before the last answer of a connection is read."""
        self.seconds = 0.0
        self._until = 0.0

    def end_after(self, seconds: float) -> None:
        self.seconds = seconds
        self._until = monotonic() + seconds
        if self.wire:
            self.wire.end_after(seconds)

    def connect(self) -> None:
        connected = socket.create_connection((self.host, self.port), max(0.001, self._until - monotonic()))
        try:
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._context:
                connected.settimeout(max(0.001, self._until - monotonic()))
                connected = self._context.wrap_socket(connected, server_hostname=self.host)
        except BaseException:
            connected.close()
            raise
        self.wire = DeadlineSocket(connected)
        self.wire.end_after(max(0.001, self._until - monotonic()))
        wrapped: Any = self.wire
        self.sock = wrapped

    def send(self, data: Any) -> None:
        if self.sock is None:
            self.connect()
        self.was_used = True
        super().send(data)

    def is_open(self) -> bool:
        """False where the other side has hung up, or sent what nobody asked for."""
        if self.sock is None or self.wire is None:
            return False
        try:
            return not _is_readable(self.wire.connected)
        except (OSError, ValueError):
            return False

    def abandon(self) -> None:
        # Closing a response would read what is left of it.
        if self.wire:
            self.wire.connected.close()
        self.close()


def _is_readable(connected: socket.socket) -> bool:
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(connected, select.POLLIN)
        return bool(poll.poll(0))
    return bool(select.select([connected], [], [], 0)[0])


def _send_body(connection: _Connection, body: Optional[Body]) -> None:
    if body is None:
        connection.endheaders()
        return
    connection.putheader("Content-Type", body.content_type)
    if body.length is None:
        connection.putheader("Transfer-Encoding", "chunked")
    else:
        connection.putheader("Content-Length", str(body.length))
    blocks = body.blocks()
    if body.length is not None:
        connection.endheaders(next(blocks, b""))
    else:
        connection.endheaders()
    for block in blocks:
        # While bytes move, the time of the try begins anew: how long a file takes nobody knows.
        connection.end_after(connection.seconds)
        if body.length is None:
            block = b"%x\r\n%b\r\n" % (len(block), block) if block else b""
        connection.send(block)
    connection.end_after(connection.seconds)
    if body.length is None:
        connection.send(b"0\r\n\r\n")


def _headers_of(response: http.client.HTTPResponse) -> Dict[str, str]:
    headers: Dict[str, str] = {}
    # As they came: `getheaders` looks through each for what this module never makes of them.
    for name, value in response.headers.raw_items():
        lower = name.lower()
        headers[lower] = f"{headers[lower]}, {value}" if lower in headers else value
    return headers


def _read_all(response: http.client.HTTPResponse, _timeout: float) -> bytes:
    if response.length is not None and response.length > LARGEST_ANSWER:
        raise TooLarge("the answer is too large")
    if response.length is not None:
        return response.read()
    blocks: List[bytes] = []
    size = 0
    while True:
        block = response.read(BLOCK)
        if not block:
            return b"".join(blocks)
        blocks.append(block)
        size += len(block)
        if size > LARGEST_ANSWER:
            raise TooLarge("the answer is too large")


def _reason(error: BaseException) -> str:
    return str(error) or type(error).__name__
