"""The Pin Publishing Service for Python: `PinPublishing` for threads, `AsyncPinPublishing` for asyncio."""

from ._answer import Answer, Answered, Headroom
from ._audit import CannotVerify, HistoryVerdict
from ._client import AsyncPinPublishing, PinPublishing
from ._errors import (
    ApiError,
    ConnectionFailed,
    FieldFault,
    InvalidAnswer,
    InvalidWebhook,
    NotSettled,
    PinPublishingError,
    RequestTimedOut,
    UnreadableAnswer,
)
from ._not_given import NOT_GIVEN, NotGiven
from ._request import CallOptions
from ._settings import AsyncTransport, Transport
from ._streams import AsyncByteStream, AsyncLineStream, ByteStream, LineStream
from ._version import VERSION as __version__
from ._webhooks import SeenEvents, verify_webhook

__all__ = [
    "NOT_GIVEN",
    "Answer",
    "Answered",
    "ApiError",
    "AsyncByteStream",
    "AsyncLineStream",
    "AsyncPinPublishing",
    "AsyncTransport",
    "ByteStream",
    "CallOptions",
    "CannotVerify",
    "ConnectionFailed",
    "FieldFault",
    "Headroom",
    "HistoryVerdict",
    "InvalidAnswer",
    "InvalidWebhook",
    "LineStream",
    "NotGiven",
    "NotSettled",
    "PinPublishing",
    "PinPublishingError",
    "RequestTimedOut",
    "SeenEvents",
    "Transport",
    "UnreadableAnswer",
    "__version__",
    "verify_webhook",
]
