"""What webhooks send. Written by `npm run docs sdk` from the description of the interface."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Dict, Literal, Optional, Type, Union

from ._codec import decoder_of, no_fields


@dataclass(frozen=True)
class PinEventData:
    pin_id: str
    status: str
    account_id: str
    board_id: str
    title: str
    platform_pin_id: Optional[str]
    platform_url: Optional[str]
    error_code: Optional[str]
    error_message: Optional[str]
    schedule_id: Optional[str]
    import_job_id: Optional[str]
    published_at: Optional[datetime]
    failed_at: Optional[datetime]
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ScheduleEventData:
    schedule_id: str
    status: str
    account_id: str
    board_id: str
    title: str
    run_at: datetime
    fired_at: Optional[datetime]
    pin_id: Optional[str]
    error_code: Optional[str]
    error_message: Optional[str]
    reason: Optional[str]
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ImportEventData:
    import_job_id: str
    status: Union[Literal["completed", "completed_with_errors", "failed"], str]
    source_type: Union[Literal["json", "csv"], str]
    source_filename: Optional[str]
    total_rows: int
    created_rows: int
    existing_rows: int
    failed_rows: int
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class AccountEventData:
    account_id: str
    username: Optional[str]
    reason: str
    required_at: datetime
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class QuotaEventData:
    plan: str
    month: str
    threshold_percent: Union[Literal["80", "100"], str]
    quota_limit: int
    quota_used: int
    quota_reset_at: datetime
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class DisabledEventData:
    webhook_id: str
    url: Optional[str]
    reason: Union[Literal["gone", "failing"], str]
    disabled_at: datetime
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class TestEventData:
    message: str
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class PinEvent:
    id: str
    """The same over retries, redelivery and replay: store it and ignore what was seen."""
    type: Literal["pin.queued", "pin.deferred", "pin.publishing", "pin.published", "pin.failed"]
    timestamp: datetime
    sequence: int
    """Counts 1, 2, 3 … for each webhook; 0 for a test."""
    workspace_id: str
    data: PinEventData
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ScheduleEvent:
    id: str
    """The same over retries, redelivery and replay: store it and ignore what was seen."""
    type: Literal["schedule.fired", "schedule.failed", "schedule.canceled"]
    timestamp: datetime
    sequence: int
    """Counts 1, 2, 3 … for each webhook; 0 for a test."""
    workspace_id: str
    data: ScheduleEventData
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class ImportEvent:
    id: str
    """The same over retries, redelivery and replay: store it and ignore what was seen."""
    type: Literal["import.completed"]
    timestamp: datetime
    sequence: int
    """Counts 1, 2, 3 … for each webhook; 0 for a test."""
    workspace_id: str
    data: ImportEventData
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class AccountEvent:
    id: str
    """The same over retries, redelivery and replay: store it and ignore what was seen."""
    type: Literal["account.reconnect_required"]
    timestamp: datetime
    sequence: int
    """Counts 1, 2, 3 … for each webhook; 0 for a test."""
    workspace_id: str
    data: AccountEventData
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class QuotaEvent:
    id: str
    """The same over retries, redelivery and replay: store it and ignore what was seen."""
    type: Literal["quota.threshold_reached"]
    timestamp: datetime
    sequence: int
    """Counts 1, 2, 3 … for each webhook; 0 for a test."""
    workspace_id: str
    data: QuotaEventData
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class DisabledEvent:
    id: str
    """The same over retries, redelivery and replay: store it and ignore what was seen."""
    type: Literal["webhook.disabled"]
    timestamp: datetime
    sequence: int
    """Counts 1, 2, 3 … for each webhook; 0 for a test."""
    workspace_id: str
    data: DisabledEventData
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class TestEvent:
    id: str
    """The same over retries, redelivery and replay: store it and ignore what was seen."""
    type: Literal["webhook.test"]
    timestamp: datetime
    sequence: int
    """Counts 1, 2, 3 … for each webhook; 0 for a test."""
    workspace_id: str
    data: TestEventData
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


@dataclass(frozen=True)
class UnknownEvent:
    id: str
    """The same over retries, redelivery and replay: store it and ignore what was seen."""
    type: str
    timestamp: datetime
    sequence: int
    """Counts 1, 2, 3 … for each webhook; 0 for a test."""
    workspace_id: str
    data: Dict[str, Any]
    extra: Dict[str, Any] = field(default_factory=no_fields, repr=False)


WebhookEvent = Union[PinEvent, ScheduleEvent, ImportEvent, AccountEvent, QuotaEvent, DisabledEvent, TestEvent, UnknownEvent]
"""A verified message: `isinstance(event, PinEvent)` says what its data is. Events of later releases are an UnknownEvent."""

_classes: Dict[str, Type[Any]] = {
    "pin.queued": PinEvent,
    "pin.deferred": PinEvent,
    "pin.publishing": PinEvent,
    "pin.published": PinEvent,
    "pin.failed": PinEvent,
    "schedule.fired": ScheduleEvent,
    "schedule.failed": ScheduleEvent,
    "schedule.canceled": ScheduleEvent,
    "import.completed": ImportEvent,
    "account.reconnect_required": AccountEvent,
    "quota.threshold_reached": QuotaEvent,
    "webhook.disabled": DisabledEvent,
    "webhook.test": TestEvent,
}


def event_of(fields: Dict[str, Any]) -> WebhookEvent:
    """The event that a message tells."""
    decode = decoder_of(_classes.get(str(fields.get("type")), UnknownEvent))
    return decode(fields) if decode else UnknownEvent(**fields)
