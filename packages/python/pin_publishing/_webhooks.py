"""Messages of webhooks: whether they are ours, and what they say."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import importlib
import importlib.util
import json
import re
import time
from collections import OrderedDict
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Union, cast

from . import _verify_history
from ._errors import InvalidWebhook
from .webhook_events import WebhookEvent, event_of

Check = Callable[[str], bool]


def verify_webhook(
    body: Union[bytes, str],
    headers: Union[Mapping[str, Any], Iterable[Tuple[str, Any]]],
    keys: Union[str, Iterable[str]],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """
    Verifies a message and gives it parsed: `event.type` says what `event.data` is. `body` is the raw body as it came; `keys` is the webhook's secret or
    the public key of its key pair (`whpk_…`), or several while they are being changed. Raises `InvalidWebhook`.
    """
    raw = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else bytes(body)
    event_id, timestamp, signatures = _three_headers(headers)
    if not event_id or not timestamp or not signatures:
        raise InvalidWebhook("a webhook header is missing")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise InvalidWebhook("webhook-timestamp is no time")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise InvalidWebhook("the message is too old or too new")
    signed = f"{event_id}.{timestamp}.".encode("utf-8", "replace") + raw
    # A public key is known to everybody: it must never count as a secret.
    known = [keys] if isinstance(keys, str) else list(keys)
    checks = [_by_pair(signed, key) if key.startswith("whpk_") else _by_secret(signed, key) for key in known]
    if not any(check(given) for given in signatures.split(" ") for check in checks):
        raise InvalidWebhook("no signature fits")
    try:
        message: Any = json.loads(raw)
    except (ValueError, RecursionError):
        raise InvalidWebhook("the body is no JSON") from None
    if not isinstance(message, dict):
        raise InvalidWebhook("the body is no object")
    fields = cast(Dict[str, Any], message)
    if fields.get("id") != event_id:
        raise InvalidWebhook("webhook-id is not that of the body")
    return event_of(fields)


class SeenEvents:
    """Remembers the ids of so many events, the newest, in this process; several processes need a table with a unique id instead."""

    def __init__(self, remembered: int = 10_000) -> None:
        self._remembered = remembered
        self._ids: "OrderedDict[str, None]" = OrderedDict()

    def is_new(self, event: Any) -> bool:
        """True the first time that an event comes, false for a repeat."""
        event_id: str = event if isinstance(event, str) else event.id
        if event_id in self._ids:
            return False
        self._ids[event_id] = None
        if len(self._ids) > self._remembered:
            self._ids.popitem(last=False)
        return True


def _three_headers(headers: Union[Mapping[str, Any], Iterable[Tuple[str, Any]]]) -> Tuple[str, str, str]:
    pairs = cast("Mapping[Any, Any]", headers).items() if isinstance(headers, Mapping) else cast("Iterable[Tuple[Any, Any]]", headers)
    found: Dict[str, str] = {}
    for name, value in pairs:
        lower = (name.decode("latin-1") if isinstance(name, bytes) else str(name)).lower().replace("_", "-")
        # WSGI says HTTP_WEBHOOK_ID.
        lower = lower[5:] if lower.startswith("http-webhook-") else lower
        first: Any = cast(List[Any], value)[0] if isinstance(value, (list, tuple)) and value else cast(Any, value)
        found.setdefault(lower, first.decode("latin-1") if isinstance(first, bytes) else str(first))
    return found.get("webhook-id", ""), found.get("webhook-timestamp", ""), found.get("webhook-signature", "")


def _bytes_of(text: str) -> bytes:
    # Secrets of earlier releases may be base64url, or without their padding.
    plain = re.sub(r"[^A-Za-z0-9+/]", "", text.replace("-", "+").replace("_", "/"))
    try:
        return base64.b64decode(plain[: len(plain) - (len(plain) % 4 == 1)] + "=" * (-len(plain) % 4))
    except (binascii.Error, ValueError):
        return b""


def _by_secret(signed: bytes, secret: str) -> Check:
    key = _bytes_of(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    if not key:
        raise ValueError("the secret of the webhook is empty")
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    return lambda given: given.startswith("v1,") and hmac.compare_digest(_bytes_of(given[3:]), expected)


def _by_pair(signed: bytes, text: str) -> Check:
    public = _bytes_of(text[5:])
    if len(public) != 32:
        raise InvalidWebhook("the public key is not whpk_ and 32 bytes in base64")
    return lambda given: given.startswith("v1a,") and _is_signature(public, signed, _bytes_of(given[4:]))


def _is_signature(public: bytes, signed: bytes, signature: bytes) -> bool:
    """By the package `cryptography` where it is installed, else by this package, which takes some milliseconds."""
    if len(signature) != 64:
        return False
    if importlib.util.find_spec("cryptography") is None:
        return _verify_history.is_signature(public, signed, signature)
    ed25519: Any = importlib.import_module("cryptography.hazmat.primitives.asymmetric.ed25519")
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(public).verify(signature, signed)
        return True
    except Exception:
        return False
