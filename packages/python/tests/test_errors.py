"""Every operation with every code that the description says of it, for threads and in a loop."""

import asyncio
import inspect
import json
import os
import unittest

import pin_publishing
from pin_publishing import error_codes
from pin_publishing._answer import Answer
from stand_in import KEY

DOCUMENT = os.path.join(os.path.dirname(__file__), "..", "..", "openapi.json")
BY_HAND = ("wait_until_settled", "verify", "create_from_rows")


class Refusing:
    """A transport that refuses everything with the code that it was told."""

    def __init__(self):
        self.code, self.status, self.requests = "not_found", 404, []

    def send(self, request, is_streamed=False):
        self.requests.append(request)
        fields = {"code": self.code, "message": "M", "remediation": "do this", "doc_url": "https://x", "request_id": "req-12345678", "limit": "webhooks"}
        return Answer(self.status, {"x-request-id": "req-12345678"}, json.dumps({"error": fields}).encode())

    def close(self):
        pass


class RefusingInLoop(Refusing):
    async def send(self, request, is_streamed=False):
        return super().send(request, is_streamed)

    async def aclose(self):
        pass


def codes_of_operations():
    """Of each `METHOD /path` the codes with their statuses."""
    with open(DOCUMENT, encoding="utf-8") as file:
        paths = json.load(file)["paths"]
    found = {}
    for path, methods in paths.items():
        for method, operation in methods.items():
            answers = operation["responses"].items()
            if any(status < "300" for status, _ in answers):
                named = ((code, int(status)) for status, answer in answers for code in examples_of(answer, status))
                found[operation["operationId"]] = dict(named)
    return found


def examples_of(answer, status):
    content = answer.get("content", {}).get("application/json", {}) if status >= "400" else {}
    return content.get("examples", {})


def methods_of(client):
    """Each method of each resource that makes one call, with arguments for it."""
    for resource_name, resource in vars(client).items():
        if resource_name.startswith("_"):
            continue
        for name, method in inspect.getmembers(resource, callable):
            if name.startswith("_") or name.startswith("iterate") or name in BY_HAND:
                continue
            placed, named = [], {}
            for parameter in inspect.signature(method).parameters.values():
                if parameter.default is not inspect.Parameter.empty:
                    continue
                value = b"bytes" if parameter.name == "file" else [] if parameter.name == "items" else "x"
                if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
                    named[parameter.name] = value
                else:
                    placed.append(value)
            yield f"{resource_name}.{name}", method, placed, named


class Errors(unittest.TestCase):
    def assert_error(self, error, code, status):
        self.assertIs(type(error), error_codes.error_classes[code])
        self.assertEqual((error.code, error.status, error.remediation), (code, status, "do this"))
        self.assertEqual((error.request_id, error.context), ("req-12345678", {"limit": "webhooks"}))
        self.assertIn("do this", str(error))

    def test_every_operation_has_every_error_of_its_description(self):
        transport, known, cells = Refusing(), codes_of_operations(), 0
        client = pin_publishing.PinPublishing(KEY, base_url="http://127.0.0.1:1", transport=transport, max_retries=0)
        walked = set()
        for name, method, placed, named in methods_of(client):
            operation = self.operation_of(client, method, placed, named)
            walked.add(operation)
            for code, status in known[operation].items():
                with self.subTest(name=name, code=code):
                    transport.code, transport.status = code, status
                    with self.assertRaises(pin_publishing.ApiError) as caught:
                        method(*placed, **named)
                    self.assert_error(caught.exception, code, status)
                    cells += 1
        self.assertEqual(walked, set(known))
        self.assertGreater(cells, 1000)

    def test_so_it_is_in_a_loop(self):
        async def walk():
            transport, cells = RefusingInLoop(), 0
            client = pin_publishing.AsyncPinPublishing(KEY, base_url="http://127.0.0.1:1", transport=transport, max_retries=0)
            for name, method, placed, named in methods_of(client):
                for code, kind in error_codes.error_classes.items():
                    transport.code, transport.status = code, 409
                    try:
                        await method(*placed, **named)
                    except kind as error:
                        self.assert_error(error, code, 409)
                        cells += 1
                self.assertEqual(cells % len(error_codes.error_classes), 0, name)
            return cells

        self.assertEqual(asyncio.run(walk()), len(codes_of_operations()) * len(error_codes.error_classes))

    def test_each_code_of_the_service_has_its_class(self):
        codes = {code for operation in codes_of_operations().values() for code in operation}
        self.assertEqual(codes - set(error_codes.error_classes), set())

    def operation_of(self, client, method, placed, named):
        seen = []
        resource = method.__self__
        call, resource._call = resource._call, lambda operation, arguments: seen.append(operation.name)
        try:
            method(*placed, **named)
        except Exception:
            if not seen:
                raise
        finally:
            resource._call = call
        return seen[0]


if __name__ == "__main__":
    unittest.main()
