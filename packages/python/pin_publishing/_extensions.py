"""What resources can do beside the operations of the service; the generated classes are made of these."""

from __future__ import annotations

import asyncio
import os
import tempfile
from dataclasses import replace
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

from ._audit import HistoryVerdict, verify_facts
from ._calls import Arguments
from ._errors import ConnectionFailed
from ._operations import (
    EXPORT_AUDIT_EVENTS,
    GET_IMPORT,
    GET_PIN,
    GET_SCHEDULE,
    LIST_AUDIT_CHECKPOINTS,
    LIST_AUDIT_KEYS,
)
from ._listening import wait_for_end, wait_for_end_async
from ._request import Operation
from ._resource import AsyncResource, Resource
from ._webhooks import verify_webhook
from .models import Import, Pin, Schedule
from .webhook_events import WebhookEvent

Headers = Union[Mapping[str, Any], Iterable[Tuple[str, Any]]]
CHECKPOINTS, KEYS = replace(LIST_AUDIT_CHECKPOINTS, answer=Dict[str, Any]), replace(LIST_AUDIT_KEYS, answer=Dict[str, Any])
"""Read as they are written: what was signed is the text."""
BROKEN_EXPORTS = 8
"""How often an export that broke off is gone on with."""


class VerifiesWebhooks:
    """Verification of messages, which needs no call."""

    @staticmethod
    def verify(
        body: Union[bytes, str], headers: Headers, keys: Union[str, Iterable[str]], *, tolerance_seconds: float = 300
    ) -> WebhookEvent:
        """See `verify_webhook`."""
        return verify_webhook(body, headers, keys, tolerance_seconds=tolerance_seconds)


class WebhooksExtension(VerifiesWebhooks, Resource):
    pass


class AsyncWebhooksExtension(VerifiesWebhooks, AsyncResource):
    pass


class PinsExtension(Resource):
    def wait_until_settled(self, id: str, *, timeout: float = 300) -> Pin:
        """The pin once it is published or has failed. Raises NotSettled where neither comes in time."""
        return _wait(self, GET_PIN, "id", id, timeout)


class AsyncPinsExtension(AsyncResource):
    async def wait_until_settled(self, id: str, *, timeout: float = 300) -> Pin:
        """The pin once it is published or has failed. Raises NotSettled where neither comes in time."""
        return await _wait_async(self, GET_PIN, "id", id, timeout)


class SchedulesExtension(Resource):
    def wait_until_settled(self, schedule_id: str, *, timeout: float = 300) -> Schedule:
        """The schedule once its pin is done, or it has failed or was canceled. Raises NotSettled where none of these comes in time."""
        return _wait(self, GET_SCHEDULE, "schedule_id", schedule_id, timeout)


class AsyncSchedulesExtension(AsyncResource):
    async def wait_until_settled(self, schedule_id: str, *, timeout: float = 300) -> Schedule:
        """The schedule once its pin is done, or it has failed or was canceled. Raises NotSettled where none of these comes in time."""
        return await _wait_async(self, GET_SCHEDULE, "schedule_id", schedule_id, timeout)


class ImportsExtension(Resource):
    def wait_until_settled(self, job_id: str, *, timeout: float = 600) -> Import:
        """The import once all of its rows have been dealt with. Raises NotSettled where that takes longer."""
        return _wait(self, GET_IMPORT, "job_id", job_id, timeout)


class AsyncImportsExtension(AsyncResource):
    async def wait_until_settled(self, job_id: str, *, timeout: float = 600) -> Import:
        """The import once all of its rows have been dealt with. Raises NotSettled where that takes longer."""
        return await _wait_async(self, GET_IMPORT, "job_id", job_id, timeout)


class AuditExtension(Resource):
    def verify(self, workspace_id: str, *, scope: str = "project") -> HistoryVerdict:
        """
        Exports the whole history and computes here whether it is what was signed. `workspace_id` is the id of the project, or with the scope
        `organization` that of the organization. Raises CannotVerify where nothing can be said.
        """
        # In this order: facts may be added meanwhile, and a checkpoint must not be newer than the export.
        checkpoints = self._checkpoints(scope)
        keys = self._call(KEYS, Arguments()).get("items", [])
        return verify_facts(self._facts(scope), checkpoints, keys, workspace_id)

    def _checkpoints(self, scope: str) -> List[Dict[str, Any]]:
        found: List[Dict[str, Any]] = []
        cursor: Optional[Any] = None
        while True:
            page: Any = self._call(CHECKPOINTS, Arguments(query={"scope": scope, "limit": 200, "cursor": cursor}))
            found += page.get("items", [])
            cursor = page["next_cursor"]
            if cursor is None:
                return found

    def _facts(self, scope: str) -> Iterator[bytes]:
        """Lines of the export; where it breaks off it goes on at the fact that was not read."""
        read, breaks = 0, 0
        while True:
            stream: Any = self._call(EXPORT_AUDIT_EVENTS, Arguments(query={"scope": scope, "cursor": read}))
            try:
                rest = b""
                for block in stream:
                    *lines, rest = (rest + block).split(b"\n")
                    for line in lines:
                        read += line != b""
                        yield line
                if rest:
                    yield rest
                return
            except ConnectionFailed:
                breaks += 1
                if breaks > BROKEN_EXPORTS:
                    raise


class AsyncAuditExtension(AsyncResource):
    async def verify(self, workspace_id: str, *, scope: str = "project") -> HistoryVerdict:
        """
        Exports the whole history and computes in a thread whether it is what was signed. `workspace_id` is the id of the project, or with the scope
        `organization` that of the organization. Raises CannotVerify where nothing can be said.
        """
        checkpoints: List[Dict[str, Any]] = []
        cursor: Optional[Any] = None
        while True:
            page: Any = await self._call(CHECKPOINTS, Arguments(query={"scope": scope, "limit": 200, "cursor": cursor}))
            checkpoints += page.get("items", [])
            cursor = page["next_cursor"]
            if cursor is None:
                break
        keys = (await self._call(KEYS, Arguments())).get("items", [])
        handle, path = tempfile.mkstemp(suffix=".ndjson")
        os.close(handle)
        try:
            stream: Any = await self._call(EXPORT_AUDIT_EVENTS, Arguments(query={"scope": scope}))
            await stream.save(path)
            return await asyncio.to_thread(_verify_file, path, checkpoints, keys, workspace_id)
        finally:
            os.unlink(path)


def _verify_file(path: str, checkpoints: List[Dict[str, Any]], keys: List[Dict[str, Any]], workspace_id: str) -> HistoryVerdict:
    with open(path, "rb") as file:
        return verify_facts((line.rstrip(b"\n") for line in file), checkpoints, keys, workspace_id)


def _wait(resource: Resource, operation: Operation, name: str, value: str, seconds: float) -> Any:
    call = resource._call  # pyright: ignore[reportPrivateUsage]
    return wait_for_end(call, lambda: call(operation, Arguments(parts={name: value})), value, seconds)


async def _wait_async(resource: AsyncResource, operation: Operation, name: str, value: str, seconds: float) -> Any:
    call = resource._call  # pyright: ignore[reportPrivateUsage]
    return await wait_for_end_async(call, lambda: call(operation, Arguments(parts={name: value})), value, seconds)
