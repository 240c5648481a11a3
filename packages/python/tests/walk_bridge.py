"""Makes calls of the SDK that it is told, a line of JSON for each, and tells what came: for tests that walk every operation of a real service."""

import asyncio
import base64
import io
import json
import sys

import pin_publishing
from pin_publishing import CallOptions, error_codes, models
from pin_publishing._codec import to_json

BASE_URL, KIND = sys.argv[1], sys.argv[2]
USES_HTTPX = KIND.endswith("httpx")


def arguments_of(call):
    """The arguments of a method, as somebody would write them."""
    body, headers = call.get("body"), dict(call.get("headers") or {})
    named = {name: moment(value) for name, value in (call.get("query") or {}).items()}
    placed = list((call.get("path") or {}).values())
    if call.get("file"):
        named["filename"] = call["file"]["name"]
        placed.append(io.BytesIO(base64.b64decode(call["file"]["base64"])))
    elif isinstance(body, list):
        placed.append(moments_in(item) for item in body)
    elif body is not None:
        named.update({name: moments_in(value) for name, value in body.items()})
    key = headers.pop("Idempotency-Key", None) or headers.pop("idempotency-key", None)
    if key is not None:
        named["idempotency_key"] = key
    named["options"] = CallOptions(headers=headers, timeout=60, request_id=call.get("request_id"))
    return placed, named


def moments_in(value):
    """Moments stand as moments in what is sent."""
    if isinstance(value, dict):
        return {name: moments_in(each) for name, each in value.items()}
    if isinstance(value, list):
        return [moments_in(each) for each in value]
    return moment(value)


def moment(value):
    from pin_publishing._codec import parse_moment

    return parse_moment(value) if isinstance(value, str) else value


def lost_in(value, body, place=""):
    """Where a value says something else than the answer's JSON."""
    back = json.loads(to_json(value)) if not place else value
    if isinstance(body, dict) and isinstance(back, dict):
        return [fault for name in body for fault in lost_in(back.get(name, "missing"), body[name], f"{place}.{name}")]
    if isinstance(body, list) and isinstance(back, list) and len(body) == len(back):
        return [fault for index, pair in enumerate(zip(back, body)) for fault in lost_in(*pair, f"{place}.{index}")]
    return [] if back == body else [f"{place}: {back!r} is not {body!r}"]


def unknown_in(value, place=""):
    """Fields that the types of this package do not have although the service sends them."""
    if isinstance(value, list):
        return [fault for each in value for fault in unknown_in(each, place)]
    if not hasattr(value, "__dataclass_fields__"):
        return []
    # Errors of items say more, each in its case.
    found = [f"{type(value).__name__} does not know {name}" for name in value.extra if not isinstance(value, models.ErrorBody)]
    return found + [fault for name in value.__dataclass_fields__ if name != "extra" for fault in unknown_in(getattr(value, name))]


def told(answered):
    answer, value = answered.answer, answered.value
    body = json.loads(answer.body) if answer.body and not isinstance(value, str) else value if isinstance(value, str) else None
    faults = [] if isinstance(value, str) or value is None else lost_in(value, body) + unknown_in(value)
    return {"status": answer.status, "body": body, "faults": faults}


def told_file(content, content_type):
    assert isinstance(content, bytes)
    return {"status": 200, "file": base64.b64encode(content).decode(), "type": content_type}


def told_text(text):
    return {"status": 200, "file": base64.b64encode(text.encode()).decode(), "type": "text/csv"}


def refused(error):
    body = json.loads(error.body) if error.body else None
    fits = error.code in error_codes.error_classes and type(error) is error_codes.error_classes[error.code]
    faults = [] if fits and error.request_id and error.remediation else [f"{error!r} is not the error of its code, or says too little"]
    return {"status": error.status, "body": body, "faults": faults}


def client_of(call, clients):
    key = json.dumps(call["credentials"], sort_keys=True)
    if key not in clients:
        kind = pin_publishing.AsyncPinPublishing if KIND.startswith("async") else pin_publishing.PinPublishing
        given = call["credentials"]
        token = given.get("authorization", "").replace("Bearer ", "") or None
        clients[key] = kind(given.get("x-api-key"), access_token=token, base_url=BASE_URL, use_httpx=USES_HTTPX, max_retries=2)
    return clients[key]


def answer_in_threads(call, clients):
    client = client_of(call, clients)
    method = getattr(getattr(client, call["resource"]), call["method"])
    placed, named = arguments_of(call)
    try:
        if call["answers_file"]:
            stream = method(*placed, **named)
            return told_text(stream) if isinstance(stream, str) else told_file(stream.read(), stream.content_type)
        return told(client.answer_of(method, *placed, **named))
    except pin_publishing.ApiError as error:
        return refused(error)


async def answer_in_loop(call, clients):
    client = client_of(call, clients)
    method = getattr(getattr(client, call["resource"]), call["method"])
    placed, named = arguments_of(call)
    try:
        if call["answers_file"]:
            stream = await method(*placed, **named)
            return told_text(stream) if isinstance(stream, str) else told_file(await stream.read(), stream.content_type)
        return told(await client.answer_of(method, *placed, **named))
    except pin_publishing.ApiError as error:
        return refused(error)


def failed(error):
    return {"threw": f"{type(error).__name__}: {error}"}


def say(answer):
    print(json.dumps(answer), flush=True)


def main():
    clients = {}
    for line in sys.stdin:
        try:
            say(answer_in_threads(json.loads(line), clients))
        except Exception as error:
            say(failed(error))


async def main_in_loop():
    clients = {}
    while True:
        line = await asyncio.to_thread(sys.stdin.readline)
        if not line:
            return
        try:
            say(await answer_in_loop(json.loads(line), clients))
        except Exception as error:
            say(failed(error))


if KIND.startswith("async"):
    asyncio.run(main_in_loop())
else:
    main()
