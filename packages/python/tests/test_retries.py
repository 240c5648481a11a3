"""Which calls are sent again, how often and with what."""

import asyncio
import socket
import threading
import time
import unittest
from unittest import mock

import pin_publishing
from pin_publishing import CallOptions, error_codes
from stand_in import DRAFT, KEY, PIN, Reply, StandIn, failure, uses_httpx

busy = failure(503, "service_unavailable", retry_after=0)
limited = failure(429, "rate_limited", retry_after=0)
cut_before, cut_in, made = Reply(cut="before"), Reply(201, PIN, cut="in"), Reply(201, PIN)


def keys_of(stand_in):
    return [asked.headers.get("idempotency-key") for asked in stand_in.asked]


@mock.patch("pin_publishing._retry.FIRST_WAIT", 0.01)
class Retries(unittest.TestCase):
    def test_a_creation_is_sent_again_with_its_first_key_after_every_kind_of_trouble(self):
        with StandIn(cut_before, cut_in, busy, limited, failure(504, "service_unavailable"), made) as service, service.client(max_retries=9) as client:
            self.assertEqual(client.pins.create(**DRAFT).id, PIN["id"])
            keys = keys_of(service)
        self.assertEqual(len(keys), 6)
        self.assertEqual(len(set(keys)), 1)
        self.assertRegex(keys[0], r"^[0-9a-f-]{36}$")

    def test_so_it_is_in_a_loop(self):
        async def create(service):
            async with service.async_client(max_retries=9) as client:
                return await client.pins.create(**DRAFT)

        with StandIn(cut_before, cut_in, busy, limited, made) as service:
            self.assertEqual(asyncio.run(create(service)).id, PIN["id"])
            self.assertEqual(len(set(keys_of(service))), 1)
            self.assertEqual(len(service.asked), 5)

    def test_two_calls_have_two_keys_and_a_given_one_is_kept(self):
        with StandIn(made) as service, service.client() as client:
            client.pins.create(**DRAFT)
            client.pins.create(**DRAFT)
            client.pins.create(**DRAFT, idempotency_key="mine")
            client.boards.create(account_id="a", name="n", idempotency_key="ours")
            first, second, third, fourth = service.asked
        self.assertNotEqual(first.headers["idempotency-key"], second.headers["idempotency-key"])
        self.assertEqual(third.json["idempotency_key"], "mine")
        self.assertNotIn("idempotency-key", third.headers)
        self.assertEqual(fourth.headers["idempotency-key"], "ours")

    def test_a_key_among_the_headers_is_the_key_of_the_call_however_it_is_written(self):
        for name in ("Idempotency-Key", "idempotency-key", "IDEMPOTENCY-KEY"):
            with self.subTest(name=name), StandIn(busy, made) as service, service.client() as client:
                client.pins.create(**DRAFT, options=CallOptions(headers={name: "mine"}))
                self.assertEqual([raw.get_all("Idempotency-Key") for raw in service.raw], [["mine"]] * 2)
                client.boards.create(account_id="a", name="n", idempotency_key="ours", options=CallOptions(headers={name: "mine"}))
                self.assertEqual(service.raw[2].get_all("Idempotency-Key"), ["ours"])

    def test_a_plain_request_with_a_key_among_its_headers_is_repeated(self):
        with StandIn(busy, Reply(201, {})) as service, service.client() as client:
            client.request("POST", "/v1/x", options=CallOptions(headers={"idempotency-key": "mine"}))
            self.assertEqual(keys_of(service), ["mine"] * 2)

    def test_no_header_has_two_lines(self):
        given = {"user-agent": "mine", "accept": "text/plain", "x-api-KEY": "other", "x-request-id": "mine-12345"}
        with StandIn(Reply(200, [])) as service, service.client(headers=given) as client:
            client.pins.list(options=CallOptions(headers={"USER-AGENT": "theirs"}, request_id="own-12345"))
            lines = [(name.lower(), value) for name, value in service.raw[0].items()]
        self.assertEqual(len({name for name, _ in lines}), len(lines))
        self.assertEqual([dict(lines)[name] for name in ("user-agent", "x-api-key", "x-request-id")], ["theirs", "other", "own-12345"])

    def test_asking_whether_a_pin_could_be_published_makes_no_key_up(self):
        answer = Reply(200, {"valid": True, "dry_run": True, "checks": [], "headroom": {}})
        with StandIn(busy, answer) as service, service.client() as client:
            self.assertTrue(client.pins.validate(**DRAFT).valid)
            self.assertEqual(keys_of(service), [None, None])

    def test_what_cannot_be_repeated_safely_is_not(self):
        for reply, kind in (
            (cut_before, pin_publishing.ConnectionFailed),
            (Reply(201, {"a": 1}, cut="in"), pin_publishing.ConnectionFailed),
            (busy, error_codes.ServiceUnavailableError),
        ):
            with self.subTest(kind=kind), StandIn(reply) as service, service.client() as client:
                with self.assertRaises(kind):
                    client.api_keys.create(name="k", scopes=["read"])
                self.assertEqual(len(service.asked), 1)
                self.assertEqual(keys_of(service), [None])

    def test_what_was_refused_for_its_rate_was_not_carried_out_so_it_is_repeated(self):
        with StandIn(limited, Reply(202, {"event_id": "e"})) as service, service.client() as client:
            client.webhooks.test("w")
            self.assertEqual(len(service.asked), 2)

    def test_what_never_left_is_repeated_whatever_it_is(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = server.getsockname()
        begun = []

        def serve_later():
            begun.append(StandInAt(address[1]))

        client = pin_publishing.PinPublishing(KEY, base_url=f"http://127.0.0.1:{address[1]}", max_retries=8, use_httpx=uses_httpx())
        threading.Timer(0.1, serve_later).start()
        try:
            self.assertEqual(client.webhooks.test("w").extra, {"a": 1})
        finally:
            client.close()
            for service in begun:
                service.__exit__()

    def test_a_lost_connection_says_whether_the_request_may_have_arrived(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        with pin_publishing.PinPublishing(KEY, base_url=f"http://127.0.0.1:{port}", max_retries=0, use_httpx=uses_httpx()) as client:
            with self.assertRaises(pin_publishing.ConnectionFailed) as caught:
                client.pins.list()
        self.assertFalse(caught.exception.was_sent)
        with StandIn(cut_before) as service, service.client(max_retries=0) as client:
            with self.assertRaises(pin_publishing.ConnectionFailed) as caught:
                client.pins.list()
        self.assertTrue(caught.exception.was_sent)

    def test_tries_are_bounded_and_the_last_error_is_raised(self):
        with StandIn(busy) as service, service.client(max_retries=3) as client:
            with self.assertRaises(error_codes.ServiceUnavailableError):
                client.pins.list()
            self.assertEqual(len(service.asked), 4)
            with self.assertRaises(error_codes.ServiceUnavailableError):
                client.pins.list(options=CallOptions(max_retries=0))
            self.assertEqual(len(service.asked), 5)

    def test_refusals_that_a_repeat_does_not_change_are_not_repeated(self):
        for status, code in ((400, "bad_request"), (402, "quota_exceeded"), (404, "not_found"), (409, "conflict"), (422, "validation_error")):
            with self.subTest(code=code), StandIn(failure(status, code)) as service, service.client() as client:
                with self.assertRaises(pin_publishing.ApiError):
                    client.pins.create(**DRAFT)
                self.assertEqual(len(service.asked), 1)

    def test_an_answer_that_is_cut_and_looks_whole_is_asked_for_again_with_the_same_key(self):
        half, page = Reply(201, content=b'{"id": "0197'), Reply(200, content=b"<html>busy")
        with StandIn(half, page, made) as service, service.client() as client:
            self.assertEqual(client.pins.create(**DRAFT).id, PIN["id"])
            self.assertEqual(len(set(keys_of(service))), 1)
        with StandIn(half) as service, service.client(max_retries=2) as client:
            with self.assertRaises(pin_publishing.UnreadableAnswer) as caught:
                client.pins.create(**DRAFT)
            self.assertEqual((len(service.asked), caught.exception.status), (3, 201))
            with self.assertRaises(pin_publishing.UnreadableAnswer):
                client.api_keys.create(name="k", scopes=["read"])
            self.assertEqual(len(service.asked), 4)

    def test_a_failure_inside_the_service_is_not_repeated(self):
        for status in (408, 500, 501, 505):
            with self.subTest(status=status), StandIn(failure(status, "internal_error")) as service, service.client() as client:
                with self.assertRaises(pin_publishing.ApiError):
                    client.pins.list()
                self.assertEqual(len(service.asked), 1)

    def test_a_redirect_is_an_error_and_nobody_follows_it(self):
        async def walk(service):
            async with service.async_client() as client:
                for call in (client.pins.get, client.webhooks.delete, client.assets.get_content):
                    with self.assertRaises(pin_publishing.ApiError) as caught:
                        await call("x")
                    self.assertEqual(caught.exception.status, status)

        for status in (301, 302, 304, 307, 308):
            reply = Reply(status, None if status == 304 else PIN, {"Location": "/v1/elsewhere"})
            with self.subTest(status=status), StandIn(reply) as service, service.client() as client:
                for call in (client.pins.get, client.webhooks.delete, client.assets.get_content):
                    with self.assertRaises(pin_publishing.ApiError) as caught:
                        call("x")
                    self.assertEqual(caught.exception.status, status)
                asyncio.run(walk(service))
                self.assertEqual(len(service.asked), 6)
                self.assertNotIn("/v1/elsewhere", [asked.target for asked in service.asked])

    def test_while_the_first_request_with_the_key_is_in_progress_the_second_waits(self):
        with StandIn(cut_before, failure(409, "conflict", retry_after=0), made) as service, service.client() as client:
            self.assertEqual(client.pins.create(**DRAFT).id, PIN["id"])
            self.assertEqual(len(set(keys_of(service))), 1)

    def test_retry_after_is_obeyed_and_one_that_is_too_long_ends_the_call(self):
        with StandIn(failure(429, "rate_limited", retry_after=1), Reply(200, [])) as service, service.client() as client:
            begun = time.monotonic()
            client.pins.list()
            self.assertGreaterEqual(time.monotonic() - begun, 1)
        with StandIn(failure(429, "rate_limited", retry_after=3600, retry_after_seconds=3600)) as service, service.client() as client:
            with self.assertRaises(error_codes.RateLimitedError) as caught:
                client.pins.list()
            self.assertEqual(caught.exception.retry_after_seconds, 3600)
            self.assertEqual(len(service.asked), 1)

    def test_an_odd_retry_after_is_none_and_never_another_error(self):
        odd = (-5, 10**400, float("nan"), float("inf"), True, "7", [], 1e9)
        dates = ("Fri, 01 Jan 9999 00:00:00 GMT", "Fri, 01 Jan 2100 00:00:00 +99999999999999999999", "1, 2", "-5", "nan", "1e400", "\u00b2")
        for value in odd:
            with self.subTest(value=value), StandIn(failure(429, "rate_limited", retry_after_seconds=value), Reply(200, [])) as service:
                with service.client(max_retries=0) as client, self.assertRaises(error_codes.RateLimitedError) as caught:
                    client.pins.list()
                self.assertIsNone(caught.exception.retry_after_seconds)
                with service.client() as client:
                    self.assertEqual(client.pins.list(), [])
        for text in dates:
            error = pin_publishing.ApiError(429, {"retry-after": text}, b"")
            self.assertIsNone(error.retry_after_seconds, text)

    def test_the_longer_one_of_body_and_header_is_the_wait(self):
        for header, value, due in (("3", 7, 7), ("7", 3, 7), ("3", None, 3), ("3", -5, 3), ("x", 2.5, 2.5), (None, None, None)):
            body = b'{"error":{"code":"rate_limited","retry_after_seconds":%s}}' % (b"null" if value is None else str(value).encode())
            error = pin_publishing.ApiError(429, {} if header is None else {"retry-after": header}, body)
            self.assertEqual(error.retry_after_seconds, due)

    def test_waits_differ(self):
        from pin_publishing._retry import backoff
        from pin_publishing._retry_after import retry_after

        waits = [backoff(attempt) for attempt in range(8) for _ in range(50)]
        self.assertGreater(len(set(waits)), 300)
        self.assertLessEqual(max(waits), 8)
        self.assertAlmostEqual(retry_after("Sat, 01 Jan 2050 00:00:00 GMT"), 2524608000 - time.time(), delta=2)
        self.assertEqual([retry_after(text) for text in ("7", "0", "-1", "x", "", "9" * 99)], [7.0, 0.0, None, None, None, None])

    def test_a_deletion_whose_answer_was_lost_is_done(self):
        with StandIn(cut_before, failure(404, "not_found")) as service, service.client() as client:
            self.assertIsNone(client.webhooks.delete("w"))
        with StandIn(failure(404, "not_found")) as service, service.client() as client:
            with self.assertRaises(error_codes.NotFoundError):
                client.webhooks.delete("w")

    def test_a_try_ends_with_its_time_however_slowly_the_answer_drips(self):
        dripping = Reply(200, content=[b"["] + [b" "] * 50, wait_between=0.1)
        with StandIn(dripping) as service, service.client(timeout=1.5, max_retries=1) as client:
            with self.assertRaises(pin_publishing.RequestTimedOut):
                client.pins.list()
            self.assertEqual(len(service.asked), 2)

    def test_a_connection_that_the_service_closed_meanwhile_is_not_used_again(self):
        closing = Reply(200, content=b"[" + b" " * 5_000_000 + b"]", headers={"Connection": "close"})
        with StandIn(Reply(200, []), closing, Reply(202, {"a": 1})) as service, service.client(max_retries=0) as client:
            client.pins.list()
            client.pins.list()
            client.webhooks.test("w")
            self.assertEqual(service.connections, 2)


class StandInAt(StandIn):
    def __init__(self, port):
        from http.server import ThreadingHTTPServer

        with mock.patch("stand_in.ThreadingHTTPServer", lambda _, handler: ThreadingHTTPServer(("127.0.0.1", port), handler)):
            super().__init__(Reply(202, {"a": 1}))


if __name__ == "__main__":
    unittest.main()
