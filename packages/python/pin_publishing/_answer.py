"""What came back: status, headers and body, and what is left of the quota and of rates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, Mapping, Optional, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Headroom:
    """What the answer's headers say is left; None where they do not say."""

    quota_limit: Optional[int] = None
    quota_used: Optional[int] = None
    quota_remaining: Optional[int] = None
    rate_remaining: Optional[float] = None
    rate_capacity: Optional[float] = None
    rate_refill_per_second: Optional[float] = None


def is_success(status: int) -> bool:
    """Whether a status says that it was done. A redirect does not: following it would carry the key to somebody else."""
    return 200 <= status < 300


@dataclass(frozen=True)
class Answer:
    """An answer as it came; the names of `headers` are lower case."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(default=b"", repr=False)
    stream: Any = field(default=None, repr=False)
    """Of a streamed answer: its bytes as they come."""

    @property
    def request_id(self) -> Optional[str]:
        return self.headers.get("x-request-id")

    @property
    def is_replayed(self) -> bool:
        """Whether this is the stored answer of an earlier request with the same idempotency key."""
        return self.headers.get("idempotent-replayed") == "true"

    @property
    def headroom(self) -> Headroom:
        return Headroom(
            quota_limit=self._count("x-service-quota-limit"),
            quota_used=self._count("x-service-quota-used"),
            quota_remaining=self._count("x-service-quota-remaining"),
            rate_remaining=self._number("x-platform-ratelimit-remaining"),
            rate_capacity=self._number("x-platform-ratelimit-capacity"),
            rate_refill_per_second=self._number("x-platform-ratelimit-refill-per-second"),
        )

    def _number(self, name: str) -> Optional[float]:
        try:
            return float(self.headers[name])
        except (KeyError, ValueError):
            return None

    def _count(self, name: str) -> Optional[int]:
        number = self._number(name)
        return int(number) if number is not None and abs(number) < 2**63 else None


@dataclass(frozen=True)
class Answered(Generic[T]):
    """A value with the answer that it came in."""

    value: T
    answer: Answer
