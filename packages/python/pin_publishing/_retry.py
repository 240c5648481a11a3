"""How a call is tried again: which, when and how often. Pure: a driver sends and waits, in threads or in a loop."""

from __future__ import annotations

import random
import uuid
from dataclasses import dataclass
from typing import Any, Callable, Generator, TypeVar, Union

from ._answer import Answer, Answered, is_success
from ._errors import ApiError, ConnectionFailed, UnreadableAnswer
from ._request import Operation, Request

T = TypeVar("T")

FIRST_WAIT = 0.5
LONGEST_BACKOFF = 8.0
REPEATED_FAILURES = frozenset((502, 503, 504))


@dataclass(frozen=True)
class Send:
    """Ask a driver to send a request and give its answer; it throws `ConnectionFailed` where none came."""

    request: Request
    is_streamed: bool = False


@dataclass(frozen=True)
class Pause:
    """Ask a driver to wait so many seconds."""

    seconds: float


Steps = Generator[Union[Send, Pause], Any, T]


@dataclass(frozen=True)
class Patience:
    """How often a call is tried again, and the longest wait before a try."""

    max_retries: int
    max_wait: float


def new_idempotency_key() -> str:
    return str(uuid.uuid4())


def send_with_retries(
    operation: Operation,
    request: Request,
    patience: Patience,
    *,
    has_key: bool,
    is_streamed: bool,
    error_of: Callable[[Answer], ApiError],
    value_of: Callable[[Answer], T],
) -> Steps[Answered[T]]:
    """The answer of a call that succeeded, with its value; raises the error of the last try. The request is the same in each, its idempotency key too."""
    may_repeat = operation.repeat == "always" or (operation.repeat == "with_key" and has_key)
    was_sent = False
    for attempt in range(patience.max_retries + 1):
        try:
            answer: Answer = yield Send(request, is_streamed)
        except ConnectionFailed as error:
            was_sent = was_sent or error.was_sent
            if is_last(request, attempt, patience) or (error.was_sent and not may_repeat):
                raise
            yield Pause(min(backoff(attempt), patience.max_wait))
            continue
        if is_success(answer.status):
            try:
                return Answered(value_of(answer), answer)
            except UnreadableAnswer:
                was_sent = True
                if is_last(request, attempt, patience) or not may_repeat:
                    raise
                yield Pause(min(backoff(attempt), patience.max_wait))
                continue
        if was_sent and answer.status == 404 and operation.method == "DELETE" and operation.answer is None:
            # An earlier try deleted it, and its answer was lost.
            gone = Answer(204, answer.headers)
            return Answered(value_of(gone), gone)
        error = error_of(answer)
        wait = wait_after(error, attempt)
        if is_last(request, attempt, patience) or not is_worth_a_repeat(error, may_repeat, has_key) or wait > patience.max_wait:
            raise error
        was_sent = was_sent or answer.status not in (409, 429)
        yield Pause(wait)
    raise AssertionError("the last try ends the call")


def is_last(request: Request, attempt: int, patience: Patience) -> bool:
    """Whether no try follows this one: they are used up, or the body was read and cannot be read again."""
    return attempt == patience.max_retries or (request.body is not None and not request.body.can_repeat())


def is_worth_a_repeat(error: ApiError, may_repeat: bool, has_key: bool) -> bool:
    """429 was not carried out; a failure may have been. 409 with Retry-After says that the first request with this key is in progress."""
    if error.status == 429:
        return True
    if error.status == 409:
        return has_key and may_repeat and error.code == "conflict" and error.retry_after_seconds is not None
    return may_repeat and error.status in REPEATED_FAILURES


def wait_after(error: ApiError, attempt: int) -> float:
    """Never less than what the service asks for, and never the same for all who were refused at once."""
    asked = error.retry_after_seconds
    if asked is None:
        return backoff(attempt)
    return asked + random.uniform(0, min(1.0, 0.1 + asked / 4))


def backoff(attempt: int) -> float:
    return random.uniform(0.5, 1.0) * min(LONGEST_BACKOFF, FIRST_WAIT * 2.0 ** min(attempt, 10))
