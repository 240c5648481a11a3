"""Everything that this package raises. Errors of the service have a class for each code (`error_codes`)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Tuple, Type, Union, cast

from ._retry_after import longer_wait


class PinPublishingError(Exception):
    """What every error of this package is."""


class ConnectionFailed(PinPublishingError):
    """No answer came. `was_sent` says whether the request may have reached the service, and so may have been carried out."""

    def __init__(self, message: str, *, was_sent: bool) -> None:
        super().__init__(message)
        self.was_sent = was_sent

    def __reduce__(self) -> Tuple[Any, ...]:
        return _connection_failed, (type(self), str(self), self.was_sent)


class RequestTimedOut(ConnectionFailed):
    """No answer came in time."""


class InvalidAnswer(PinPublishingError):
    """The answer is none of this service: no JSON where JSON is due, or another kind of value. The call may have been carried out."""

    def __init__(self, message: str, *, status: int, request_id: Optional[str] = None) -> None:
        super().__init__(message)
        self.status = status
        self.request_id = request_id

    def __reduce__(self) -> Tuple[Any, ...]:
        return _invalid_answer, (type(self), str(self), self.status, self.request_id)


class UnreadableAnswer(InvalidAnswer):
    """The service says that it was done, and the rest of the answer is no JSON: it was cut, or somebody else wrote it."""


class InvalidWebhook(PinPublishingError):
    """Not a message of the service, or too old; nothing in it may be trusted."""


class NotSettled(PinPublishingError):
    """What was waited for had not ended in the given time; `last` is how it stood."""

    def __init__(self, message: str, last: object) -> None:
        super().__init__(message)
        self.last = last

    def __reduce__(self) -> Tuple[Any, ...]:
        return NotSettled, (str(self), self.last)


@dataclass(frozen=True)
class FieldFault:
    """A fault of one field: where it is, the rule, and what was given."""

    loc: Tuple[Union[str, int], ...]
    msg: str
    type: str


class ApiError(PinPublishingError):
    """The service refused, or failed. `code` is stable; a subclass exists for each code that this version knows."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        found = _error_in(body)
        self.status = status
        self.headers = dict(headers)
        self.body = body
        self.code: Optional[str] = _text(found.pop("code", None))
        self.message = _text(found.pop("message", None)) or f"the service answered {status} without saying why"
        self.remediation: Optional[str] = _text(found.pop("remediation", None))
        self.doc_url: Optional[str] = _text(found.pop("doc_url", None))
        self.request_id: Optional[str] = _text(found.pop("request_id", None)) or self.headers.get("x-request-id")
        self.faults = _faults_in(found.pop("errors", None))
        self.retry_after_seconds = longer_wait(found.get("retry_after_seconds"), self.headers.get("retry-after"))
        """How long to wait, in seconds, where body or header say so."""
        self.context: Dict[str, Any] = found
        """All other fields of the error, such as `required_scope`, `limit` or `pin_id`."""
        super().__init__(self.message)

    def __str__(self) -> str:
        parts = [f"{self.status} {self.code or 'without a code'}: {self.message}"]
        parts += [f"  {'.'.join(map(str, fault.loc))}: {fault.msg}" for fault in self.faults]
        if self.remediation:
            parts.append(self.remediation)
        if self.request_id:
            parts.append(f"request id {self.request_id}")
        return "\n".join(parts)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(status={self.status}, code={self.code!r}, request_id={self.request_id!r})"

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.status, self.headers, self.body)


def _connection_failed(kind: Type[ConnectionFailed], message: str, was_sent: bool) -> ConnectionFailed:
    return kind(message, was_sent=was_sent)


def _invalid_answer(kind: Type[InvalidAnswer], message: str, status: int, request_id: Optional[str]) -> InvalidAnswer:
    return kind(message, status=status, request_id=request_id)


def _text(value: object) -> Optional[str]:
    return value if isinstance(value, str) and value else None


def _error_in(body: bytes) -> Dict[str, Any]:
    """The fields of an error envelope, or of problem details, or none."""
    try:
        parsed: Any = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(parsed, dict):
        return {}
    fields = cast(Dict[str, Any], parsed)
    inner = fields.get("error")
    if isinstance(inner, dict):
        return dict(cast(Dict[str, Any], inner))
    if "detail" in fields and "message" not in fields:
        fields["message"] = fields.pop("detail")
    return fields


def _faults_in(value: object) -> Tuple[FieldFault, ...]:
    if not isinstance(value, list):
        return ()
    faults: "list[FieldFault]" = []
    for item in cast("list[Any]", value):
        if isinstance(item, dict):
            fault = cast(Dict[str, Any], item)
            place = fault.get("loc")
            loc = tuple(part for part in cast("list[Any]", place) if isinstance(part, (str, int))) if isinstance(place, list) else ()
            faults.append(FieldFault(loc, str(fault.get("msg", "")), str(fault.get("type", ""))))
    return tuple(faults)
