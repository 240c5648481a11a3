"""What resources can do beside the operations of the service; the generated classes are made of these."""

from __future__ import annotations

import asyncio
import os
import tempfile
from dataclasses import replace
from itertools import islice
from typing import Any, AsyncIterator, BinaryIO, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._audit import HistoryVerdict, verify_facts
from ._calls import Arguments
from ._errors import ConnectionFailed
from ._operations import (
    EXPORT_AUDIT_EVENTS,
    GET_IMPORT,
    GET_PIN,
    GET_SCHEDULE,
    IMPORT_JSON,
    LIST_API_KEYS,
    LIST_AUDIT_CHECKPOINTS,
    LIST_AUDIT_KEYS,
    LIST_PROJECTS,
)
from ._listening import wait_for_end, wait_for_end_async
from ._pages import Cursors
from ._request import Operation
from ._resource import AsyncResource, Resource
from ._webhooks import verify_webhook
from ._streams import AsyncLineStream, LineStream
from .models import ApiKeyRecord, Import, Pin, ProjectsContext, Schedule
from .params import ImportRowParams
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
    def create_from_rows(self, rows: Iterable[ImportRowParams], *, rows_per_import: int = 500) -> Iterator[Import]:
        """
        Imports as many rows as come, in imports of up to 500, each given when the service has taken it. Rows without a key get one of their content
        and its occurrence in their import, so rows that were sent before, in the same portions, make nothing twice.
        """
        for portion in portions_of(rows, rows_per_import):
            yield self._call(IMPORT_JSON, Arguments(json=portion))

    def wait_until_settled(self, job_id: str, *, timeout: float = 600) -> Import:
        """The import once all of its rows have been dealt with. Raises NotSettled where that takes longer."""
        return _wait(self, GET_IMPORT, "job_id", job_id, timeout)


class AsyncImportsExtension(AsyncResource):
    async def create_from_rows(self, rows: Iterable[ImportRowParams], *, rows_per_import: int = 500) -> AsyncIterator[Import]:
        """
        Imports as many rows as come, in imports of up to 500, each given when the service has taken it. Rows without a key get one of their content
        and its occurrence in their import, so rows that were sent before, in the same portions, make nothing twice.
        """
        for portion in portions_of(rows, rows_per_import):
            yield await self._call(IMPORT_JSON, Arguments(json=portion))

    async def wait_until_settled(self, job_id: str, *, timeout: float = 600) -> Import:
        """The import once all of its rows have been dealt with. Raises NotSettled where that takes longer."""
        return await _wait_async(self, GET_IMPORT, "job_id", job_id, timeout)


class AuditExtension(Resource):
    def verify(
        self,
        workspace_id: Optional[str] = None,
        *,
        scope: str = "project",
        checkpoints: Sequence[Mapping[str, Any]] = (),
        keys: Optional[Sequence[Mapping[str, Any]]] = None,
    ) -> HistoryVerdict:
        """
        Exports the whole history and computes here whether it is what was signed. `workspace_id` is the id of the project (of the organization, with
        the scope `organization`), by default the client's own. `checkpoints` are some that you have kept where the operator cannot reach them: without
        any, a history that was rewritten whole looks right. `keys` are known from elsewhere. Raises CannotVerify where nothing can be said.
        """
        # In this order: facts may be added meanwhile, and a checkpoint must not be newer than the export.
        signed, cursor, named = [dict(each) for each in checkpoints], None, Cursors()
        while True:
            page = self._call(CHECKPOINTS, Arguments(query={"scope": scope, "limit": 200, "cursor": cursor}))
            signed += page.get("items", [])
            cursor = page.get("next_cursor")
            if cursor is None:
                break
            named.follow(cursor)
        known = self._call(KEYS, Arguments()).get("items", []) if keys is None else [dict(each) for each in keys]
        own = workspace_id or (project_of(self._call(LIST_API_KEYS, Arguments())) if scope == "project" else None)
        own = own or own_id(self._call(LIST_PROJECTS, Arguments()), scope)
        return verify_facts(self._facts(scope), signed, known, own)

    def _facts(self, scope: str) -> Iterator[bytes]:
        """Lines of the export; where it breaks off it goes on at the fact that was not read."""
        read, breaks = 0, 0
        while True:
            stream: Any = self._call(EXPORT_AUDIT_EVENTS, Arguments(query={"scope": scope, "cursor": read}))
            try:
                for line in LineStream[Any](stream, Any).lines():
                    read += line != b""
                    yield line
                return
            except ConnectionFailed:
                breaks += 1
                if breaks > BROKEN_EXPORTS:
                    raise


class AsyncAuditExtension(AsyncResource):
    async def verify(
        self,
        workspace_id: Optional[str] = None,
        *,
        scope: str = "project",
        checkpoints: Sequence[Mapping[str, Any]] = (),
        keys: Optional[Sequence[Mapping[str, Any]]] = None,
    ) -> HistoryVerdict:
        """As `verify` of `PinPublishing`; the history is kept in a temporary file, and what is computed is computed in a thread."""
        signed, cursor, named = [dict(each) for each in checkpoints], None, Cursors()
        while True:
            page = await self._call(CHECKPOINTS, Arguments(query={"scope": scope, "limit": 200, "cursor": cursor}))
            signed += page.get("items", [])
            cursor = page.get("next_cursor")
            if cursor is None:
                break
            named.follow(cursor)
        known = (await self._call(KEYS, Arguments())).get("items", []) if keys is None else [dict(each) for each in keys]
        own = workspace_id or (project_of(await self._call(LIST_API_KEYS, Arguments())) if scope == "project" else None)
        own = own or own_id(await self._call(LIST_PROJECTS, Arguments()), scope)
        handle, path = tempfile.mkstemp(suffix=".ndjson")
        try:
            with os.fdopen(handle, "wb") as file:
                await self._save_facts(scope, file)
            return await asyncio.to_thread(_verify_file, path, signed, known, own)
        finally:
            os.unlink(path)

    async def _save_facts(self, scope: str, file: BinaryIO) -> None:
        """Writes the export, line by line; where it breaks off it goes on at the fact that was not read."""
        read, breaks = 0, 0
        while True:
            stream: Any = await self._call(EXPORT_AUDIT_EVENTS, Arguments(query={"scope": scope, "cursor": read}))
            try:
                async for line in AsyncLineStream[Any](stream, Any).lines():
                    read += line != b""
                    file.write(line + b"\n")
                return
            except ConnectionFailed:
                breaks += 1
                if breaks > BROKEN_EXPORTS:
                    raise


def project_of(keys: Sequence[ApiKeyRecord]) -> Optional[str]:
    """The project of a key that asks: it is itself on the list. A session without any key asks for its projects."""
    return keys[0].workspace_id if keys else None


def own_id(projects: ProjectsContext, scope: str) -> str:
    return projects.organization.id if scope == "organization" else projects.active_project.id


def portions_of(rows: Iterable[ImportRowParams], size: int) -> Iterator[List[ImportRowParams]]:
    if not 1 <= size <= 500:
        raise ValueError("rows_per_import must be a number from 1 to 500")
    iterator = iter(rows)
    while True:
        portion = list(islice(iterator, size))
        if not portion:
            return
        yield portion


def _verify_file(path: str, checkpoints: List[Dict[str, Any]], keys: List[Dict[str, Any]], workspace_id: str) -> HistoryVerdict:
    with open(path, "rb") as file:
        return verify_facts((line.rstrip(b"\n") for line in file), checkpoints, keys, workspace_id)


def _wait(resource: Resource, operation: Operation, name: str, value: str, seconds: float) -> Any:
    call = resource._call  # pyright: ignore[reportPrivateUsage]
    return wait_for_end(call, lambda: call(operation, Arguments(parts={name: value})), value, seconds)


async def _wait_async(resource: AsyncResource, operation: Operation, name: str, value: str, seconds: float) -> Any:
    call = resource._call  # pyright: ignore[reportPrivateUsage]
    return await wait_for_end_async(call, lambda: call(operation, Arguments(parts={name: value})), value, seconds)
