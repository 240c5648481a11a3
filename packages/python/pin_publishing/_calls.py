"""A call from its arguments to its value, in steps that a driver of threads or of a loop carries out."""

from __future__ import annotations

import json
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Type

from ._answer import Answer, Headroom
from ._codec import decoder_of, fits, no_fields, to_json
from ._errors import ApiError, InvalidAnswer, UnreadableAnswer
from ._not_given import NOT_GIVEN
from ._request import Body, BytesBody, CallOptions, HiddenHeaders, Operation, Request, target_of
from ._retry import Patience, Steps, new_idempotency_key, send_with_retries
from .error_codes import error_classes

KEY_HEADER = "Idempotency-Key"
DEFAULT_OPTIONS = CallOptions()
NO_HEADROOM = Headroom()

captured: "ContextVar[Optional[List[Answer]]]" = ContextVar("pin_publishing_answers", default=None)
"""Where `answer_of` finds the answer of the call that it makes."""


@dataclass
class Settings:
    """What every call of a client goes by."""

    base_url: str
    headers: HiddenHeaders = field(repr=False)
    timeout: float = 30.0
    max_retries: int = 4
    max_wait: float = 60.0
    headroom: Headroom = field(default_factory=Headroom)
    """What is left, as the newest answer that told it said."""


@dataclass(frozen=True)
class Arguments:
    """What a generated method was given."""

    parts: Mapping[str, str] = field(default_factory=no_fields)
    query: Mapping[str, Any] = field(default_factory=no_fields)
    json: Any = NOT_GIVEN
    form: Optional[Body] = None
    idempotency_key: Any = NOT_GIVEN
    options: Optional[CallOptions] = None


def call_steps(settings: Settings, operation: Operation, arguments: Arguments) -> Steps[Any]:
    """The value of a call. Its idempotency key is made here, once, before the first try."""
    options = arguments.options or DEFAULT_OPTIONS
    headers = HiddenHeaders(settings.headers)
    headers.put("Accept", operation.accept)
    if not is_streamed(operation):
        headers.put("Accept-Encoding", "gzip")
    if options.request_id is not None:
        headers.put("X-Request-ID", options.request_id)
    for name, value in options.headers.items():
        headers.put(name, value)
    key = key_of(operation, arguments, HiddenHeaders(options.headers).value_of(KEY_HEADER))
    if key is not None:
        headers.put(KEY_HEADER, key)
    request = Request(
        method=operation.method,
        target=target_of(operation.path, arguments.parts, arguments.query),
        headers=headers,
        body=body_of(arguments),
        timeout=positive("timeout", options.timeout, settings.timeout),
    )
    patience = Patience(
        max_retries=int(positive("max_retries", options.max_retries, settings.max_retries, least=0)),
        max_wait=positive("max_wait", options.max_wait, settings.max_wait, least=0),
    )
    answered = yield from send_with_retries(
        operation,
        request,
        patience,
        has_key=key is not None or names_key(arguments),
        is_streamed=is_streamed(operation),
        error_of=error_of,
        value_of=lambda answer: value_of(operation, answer),
    )
    answer = answered.answer
    headroom = answer.headroom
    if headroom != NO_HEADROOM:
        settings.headroom = headroom
    into = captured.get()
    if into is not None:
        into.append(answer)
    return answered.value


def key_of(operation: Operation, arguments: Arguments, in_headers: Optional[str]) -> Optional[str]:
    """The header's key: the one that was given, else a new one where the operation makes one. The body's own key is the key of the call."""
    given = arguments.idempotency_key
    if given is not NOT_GIVEN and given is not None:
        return str(given)
    if in_headers is not None:
        return in_headers
    return new_idempotency_key() if operation.makes_key and not names_key(arguments) else None


def names_key(arguments: Arguments) -> bool:
    body = arguments.json
    return isinstance(body, dict) and isinstance(body.get("idempotency_key"), str)  # pyright: ignore[reportUnknownMemberType]


def body_of(arguments: Arguments) -> Optional[Body]:
    if arguments.form is not None:
        return arguments.form
    return None if arguments.json is NOT_GIVEN else BytesBody(to_json(arguments.json))


def is_streamed(operation: Operation) -> bool:
    return operation.answer is bytes


def positive(name: str, given: Optional[float], otherwise: float, least: float = 0.001) -> float:
    value = otherwise if given is None else given
    if not least <= value < float("inf"):
        raise ValueError(f"{name} must be a number from {least:g} on")
    return value


def error_of(answer: Answer) -> ApiError:
    """The error that an answer is, as the class of its code. An empty one is an error too."""
    error = ApiError(answer.status, answer.headers, answer.body)
    kind = error_classes.get(error.code or "")
    return kind(answer.status, answer.headers, answer.body) if kind else error


def value_of(operation: Operation, answer: Answer) -> Any:
    """What an answer says. Raises InvalidAnswer where it is none of this operation."""
    hint = operation.answer
    if hint is None:
        return None
    if hint is bytes:
        return answer.stream
    if answer.status == 204 or (hint is Any and not answer.body):
        if fits(hint, None):
            return None
        raise _invalid("the answer is empty", answer)
    if hint is str:
        return answer.body.decode("utf-8", "replace")
    try:
        parsed: Any = json.loads(answer.body)
    except ValueError:
        raise _invalid("the answer is no JSON", answer, UnreadableAnswer if answer.body else InvalidAnswer) from None
    except RecursionError:
        raise _invalid("the answer is nested too deep", answer) from None
    if not fits(hint, parsed):
        raise _invalid(f"the answer is a {type(parsed).__name__}, which nobody expected", answer)
    decode: Optional[Callable[[Any], Any]] = decoder_of(hint)
    try:
        return decode(parsed) if decode else parsed
    except RecursionError:
        raise _invalid("the answer is nested too deep", answer) from None


def _invalid(message: str, answer: Answer, kind: Type[InvalidAnswer] = InvalidAnswer) -> InvalidAnswer:
    return kind(f"{message} ({answer.status}, {len(answer.body)} bytes)", status=answer.status, request_id=answer.request_id)


def credentials(api_key: Optional[str], access_token: Optional[str]) -> Dict[str, str]:
    """The header of a credential; none for what asks for none."""
    if api_key is not None and access_token is not None:
        raise ValueError("give api_key or access_token, not both")
    for name, value in (("api_key", api_key), ("access_token", access_token)):
        if value is not None and (not value.isascii() or not value.isprintable() or not value.strip()):
            raise ValueError(f"{name} must be printable ASCII")
    if api_key is not None:
        return {"X-API-Key": api_key.strip()}
    return {} if access_token is None else {"Authorization": f"Bearer {access_token.strip()}"}
