"""What a client is given: where the service is, who asks, what sends."""

from __future__ import annotations

import os
from typing import Any, Mapping, Optional, Protocol, Tuple, Union
from urllib.parse import SplitResult, urlsplit

from ._answer import Answer
from ._calls import Arguments, Settings, credentials, positive
from ._not_given import NotGiven
from ._request import CallOptions, HiddenHeaders, Operation, Request
from ._version import VERSION

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
    own_address = os.environ.get("PPS_BASE_URL")
    address = (base_url or own_address or DEFAULT_BASE_URL).rstrip("/")
    # The key of one service is not shown to another.
    if api_key is None and access_token is None and (not own_address or is_same(own_address, address)):
        api_key = os.environ.get("PPS_API_KEY") or None
    sent = HiddenHeaders({"User-Agent": f"pin-publishing-python/{VERSION}", **credentials(api_key, access_token)})
    for name, value in (headers or {}).items():
        sent.put(name, value)
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


def is_same(one: str, other: str) -> bool:
    parts = [urlsplit(address.rstrip("/")) for address in (one, other)]
    return parts[0]._replace(netloc=parts[0].netloc.lower()) == parts[1]._replace(netloc=parts[1].netloc.lower())


def origin_of(settings: Settings) -> SplitResult:
    return urlsplit(settings.base_url)


def plain_call(
    method: str, path: str, query: Optional[Mapping[str, Any]], json: Any, key: Union[str, NotGiven], options: Optional[CallOptions]
) -> Tuple[Operation, Arguments]:
    """A call of any route. What is no POST may be repeated, and a POST with a key."""
    if not path.startswith("/") or not path.isascii() or not path.isprintable() or " " in path:
        raise ValueError("path must begin with a slash, and be quoted")
    repeat = "with_key" if method.upper() == "POST" else "always"
    operation = Operation("request", method.upper(), path, answer=Any, repeat=repeat)
    return operation, Arguments(query=query or {}, json=json, idempotency_key=key, options=options)
