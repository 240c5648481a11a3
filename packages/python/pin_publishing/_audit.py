"""Whether the history of a project is what was signed: computed here, from what the service exports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple

from . import _verify_history
from ._errors import PinPublishingError


class CannotVerify(PinPublishingError):
    """Nothing can be said of the history: what was given cannot be read, or is about something else."""


@dataclass(frozen=True)
class HistoryVerdict:
    """Whether every fact is the one that was signed, up to the newest checkpoint; else what is wrong, and at which leaf."""

    valid: bool
    leaves: Optional[int]
    covered: Optional[int]
    """How many facts checkpoints cover."""
    fault: Optional[str]
    leaf: Optional[int]
    not_proved: Tuple[str, ...]
    """What a valid history does not prove."""


def verify_facts(
    lines: Iterable[bytes], checkpoints: List[Dict[str, Any]], keys: List[Dict[str, Any]], workspace_id: str
) -> HistoryVerdict:
    """The verdict over the lines of an export. Raises CannotVerify."""
    try:
        for items, is_item, name in ((checkpoints, _verify_history.is_checkpoint, "checkpoints"), (keys, _verify_history.is_key, "keys")):
            if not all(map(is_item, items)):
                raise _verify_history.CannotVerify(f"what was given as {name} is none")
        verdict = _verify_history.verify_history(_texts_of(lines), checkpoints, keys, workspace_id)
    except _verify_history.CannotVerify as error:
        raise CannotVerify(str(error)) from None
    return HistoryVerdict(
        valid=verdict["valid"] is True,
        leaves=verdict.get("leaves"),
        covered=verdict.get("covered"),
        fault=verdict.get("fault"),
        leaf=verdict.get("leaf"),
        not_proved=tuple(verdict.get("not_proved", ())),
    )


def _texts_of(lines: Iterable[bytes]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if len(line) > _verify_history.LONGEST_LINE:
            raise _verify_history.CannotVerify(f"line {number} is longer than 16 MB: this is not an export")
        yield _verify_history.text_of(line, f"line {number}", number == 1)
