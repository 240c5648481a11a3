"""Values as JSON, and JSON as values: dates both ways, unknown fields kept, unknown values as themselves."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime, timezone
from functools import lru_cache
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
Decode = Callable[[Any], Any]

_moment = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:([Zz])|([+-]\d\d:\d\d))\Z", re.ASCII)


def parse_moment(value: Any) -> Any:
    """A moment with its zone; what is none stays as it is."""
    if not isinstance(value, str):
        return value
    try:
        if _is_usual(value):
            return datetime.fromisoformat(value[:23] + "+00:00")
        found = _moment.match(value)
        if found is None:
            return value
        day, time, fraction, _, offset = found.groups()
        return datetime.fromisoformat(f"{day}T{time}.{(fraction or '0')[:6].ljust(6, '0')}{offset or '+00:00'}")
    except ValueError:
        return value


def _is_usual(text: str) -> bool:
    """Whether a text has the form in which the service writes moments; some days of weeks (`2026-W01-1`) have as many characters."""
    return len(text) == 24 and text[10] == "T" and text[19] == "." and text[23] == "Z" and text[5] != "W"


def write_moment(value: datetime) -> str:
    """A moment as the service reads it, in UTC. Refuses one without a zone: nobody could say when it is."""
    if value.tzinfo is None or value.utcoffset() is None:
        raise ValueError(f"{value!r} has no time zone: give it one, for example datetime.now(timezone.utc)")
    try:
        moment = value.astimezone(timezone.utc).replace(tzinfo=None)
    except OverflowError:
        raise ValueError(f"{value!r} is outside of the years 1 to 9999 in UTC") from None
    return moment.isoformat(timespec="microseconds" if moment.microsecond % 1000 else "milliseconds") + "Z"


def to_json(value: Any) -> bytes:
    """The body of a request. Raises ValueError or TypeError for what JSON has no word for."""
    return json.dumps(value, allow_nan=False, default=_plain, separators=(",", ":")).encode("ascii")


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return write_moment(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(cast("Mapping[Any, Any]", value))
    if is_dataclass(value) and not isinstance(value, type):
        plain: Dict[str, Any] = {wire_name(name): getattr(value, name) for name in (field.name for field in fields(value)) if name != "extra"}
        return {**plain, **getattr(value, "extra", {})}
    if isinstance(value, (tuple, set, frozenset)) or hasattr(value, "__iter__"):
        return list(cast("List[Any]", value))
    raise TypeError(f"{type(value).__name__} cannot be sent")


def to_text(value: Any) -> str:
    """A value in an address or a form."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return write_moment(value)
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


def no_fields() -> Dict[str, Any]:
    """Fields that nobody knows: none."""
    return {}


def wire_name(name: str) -> str:
    """The name of a field in JSON; words of Python have an underscore behind them here."""
    return name[:-1] if name.endswith("_") else name


@lru_cache(maxsize=None)
def decoder_of(hint: Any) -> Optional[Decode]:
    """What makes values of a type from JSON; None where JSON has them as they are."""
    if hint is datetime:
        return parse_moment
    if isinstance(hint, type) and is_dataclass(hint):
        return _object_decoder(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is list:
        return _list_decoder(decoder_of(arguments[0]))
    if origin is dict:
        return _dict_decoder(decoder_of(arguments[1]))
    if origin is Union:
        decoders = [made for made in map(decoder_of, arguments) if made is not None]
        return decoders[0] if len(decoders) == 1 else None
    return None


def _list_decoder(item: Optional[Decode]) -> Optional[Decode]:
    if item is None:
        return None
    decode = item
    return lambda value: [decode(each) for each in cast(List[Any], value)] if isinstance(value, list) else value


def _dict_decoder(item: Optional[Decode]) -> Optional[Decode]:
    if item is None:
        return None
    decode = item
    return lambda value: {name: decode(each) for name, each in cast(Dict[str, Any], value).items()} if isinstance(value, dict) else value


@dataclass(frozen=True)
class _Plan:
    """How an object of a type is made; all names are those of JSON."""

    absent: Mapping[str, None]
    decoders: Tuple[Tuple[str, Decode], ...]
    renamed: Tuple[Tuple[str, str], ...]


def _plan_of(kind: Any) -> _Plan:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind) if field.name != "extra"]
    decoders = [(wire_name(name), decoder_of(hints[name])) for name in names]
    return _Plan(
        absent={wire_name(name): None for name in names},
        decoders=tuple((wire, decode) for wire, decode in decoders if decode is not None),
        renamed=tuple((name, wire_name(name)) for name in names if name != wire_name(name)),
    )


def _object_decoder(kind: Any) -> Decode:
    planned: Optional[_Plan] = None

    def decode(value: Any) -> Any:
        nonlocal planned
        if not isinstance(value, dict):
            return value
        # Not at once: types may hold themselves. Whole, since another thread may be here too.
        plan = planned = planned or _plan_of(kind)
        given = cast(Dict[str, Any], value)
        values: Dict[str, Any] = {**plan.absent, **given}
        extra = {name: values.pop(name) for name in given if name not in plan.absent} if len(values) > len(plan.absent) else {}
        for name, decode_field in plan.decoders:
            if values[name] is not None:
                values[name] = decode_field(values[name])
        for name, wire in plan.renamed:
            values[name] = values.pop(wire)
        values["extra"] = extra
        # As its `__init__` would, which sets each field of a frozen class by a call.
        made = kind.__new__(kind)
        object.__setattr__(made, "__dict__", values)
        return made

    return decode


def fits(hint: Any, value: Any) -> bool:
    """Whether an answer is of the kind that is due: an object, a list."""
    origin = get_origin(hint)
    if origin is Union:
        return any(fits(each, value) for each in get_args(hint))
    if hint is Any:
        return True
    if isinstance(hint, type) and is_dataclass(hint) or origin is dict:
        return isinstance(value, dict)
    if origin is list:
        return isinstance(value, list)
    return value is None if hint is type(None) else True
