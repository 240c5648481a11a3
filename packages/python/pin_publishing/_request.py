"""One call before it is sent: what operation, with which address, headers and body."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Mapping, Optional, Protocol, Tuple, Union
from urllib.parse import quote, urlencode

from ._codec import no_fields, to_text


class HiddenHeaders(Dict[str, str]):
    """Headers that do not show themselves: one of them is the key."""

    def __repr__(self) -> str:
        return f"<{len(self)} headers>"

    def put(self, name: str, value: Union[str, int]) -> None:
        """Sets a header, which has one line however its name is written. Raises ValueError for a value that is none."""
        for known in [known for known in self if known.lower() == name.lower()]:
            del self[known]
        self[name] = header_value(name, value)

    def value_of(self, name: str) -> Optional[str]:
        """The value of a header however its name is written."""
        return next((value for known, value in self.items() if known.lower() == name.lower()), None)


class Body(Protocol):
    """The bytes of a request, given anew for each try."""

    @property
    def content_type(self) -> str: ...

    @property
    def length(self) -> Optional[int]: ...

    def can_repeat(self) -> bool:
        """Whether the bytes can be given once more."""
        ...

    def blocks(self) -> Iterator[bytes]: ...


@dataclass(frozen=True)
class BytesBody:
    content: bytes = field(repr=False)
    content_type: str = "application/json"

    @property
    def length(self) -> Optional[int]:
        return len(self.content)

    def can_repeat(self) -> bool:
        return True

    def blocks(self) -> Iterator[bytes]:
        yield self.content


@dataclass(frozen=True)
class Operation:
    """What the description says of an operation. `repeat`: whether a call that may have arrived can be sent again."""

    name: str
    method: str
    path: str
    answer: Any = None
    """The type of the answer; `str` for text, `bytes` for a stream, None for nothing."""
    accept: str = "application/json"
    repeat: str = "never"
    """`always`, `with_key` (with an idempotency key), or `never`."""
    makes_key: bool = False
    """Whether a call without an idempotency key gets a new one."""


@dataclass(frozen=True)
class CallOptions:
    """What one call does differently; None leaves what the client says."""

    timeout: Optional[float] = None
    """Seconds for each try; while a file is sent they begin anew with each block of it."""
    max_retries: Optional[int] = None
    max_wait: Optional[float] = None
    """The longest wait before a try, in seconds; a longer Retry-After ends the call with its error."""
    headers: Mapping[str, str] = field(default_factory=no_fields, repr=False)
    request_id: Optional[str] = None
    """Sent as X-Request-ID: 8 to 128 characters of A-Za-z0-9._-"""


@dataclass(frozen=True)
class Request:
    method: str
    target: str = field(repr=False)
    headers: HiddenHeaders
    body: Optional[Body]
    timeout: float


def target_of(path: str, parts: Mapping[str, str], query: Mapping[str, Any]) -> str:
    """Path and query of a call. Refuses ids that would lead to another route."""
    for name, value in parts.items():
        text = to_text(value)
        if text in ("", ".", ".."):
            raise ValueError(f"{name} must not be {text!r}")
        path = path.replace("{" + name + "}", quote(text, safe="", errors="strict"))
    pairs: List[Tuple[str, str]] = []
    for name, value in query.items():
        items: List[Any] = list(value) if isinstance(value, (list, tuple)) else [value]  # pyright: ignore[reportUnknownArgumentType]
        pairs.extend((name, to_text(item)) for item in items if item is not None)
    return path + ("?" + urlencode(pairs) if pairs else "")


def header_value(name: str, value: Union[str, int]) -> str:
    """A value that may stand in a header; the error does not show it."""
    text = str(value)
    if not text.isascii() or not text.isprintable():
        raise ValueError(f"the header {name} must be printable ASCII")
    return text
