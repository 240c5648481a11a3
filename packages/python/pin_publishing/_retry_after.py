"""How long the service asks to wait, of whatever an answer says about it."""

from __future__ import annotations

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Optional

LONGEST_SECONDS = 1e9


def longer_wait(value: object, header: Optional[str]) -> Optional[float]:
    """The longer one of what the body and the header Retry-After say; None where neither says seconds that can be waited."""
    said = [seconds for seconds in (seconds_of(value), retry_after(header)) if seconds is not None]
    return max(said, default=None)


def seconds_of(value: object) -> Optional[float]:
    """A number from 0 to a billion; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return value if 0 <= value < LONGEST_SECONDS else None


def retry_after(text: Optional[str]) -> Optional[float]:
    """Seconds of the header Retry-After, which says them or a date."""
    if text is None:
        return None
    if text.strip().isdecimal() and len(text) <= 9:
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=timezone.utc)
        return seconds_of(max(0.0, (moment - datetime.now(timezone.utc)).total_seconds()))
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
