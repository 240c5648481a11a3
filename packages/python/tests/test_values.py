"""What is sent and what comes back: moments, PATCH, unknown fields and values, huge numbers, cut bodies."""

import asyncio
import json
import os
import random
import threading
import unittest
import unittest.mock
from datetime import datetime, timedelta, timezone

import pin_publishing
from pin_publishing import NOT_GIVEN, models
from pin_publishing._codec import _object_decoder, decoder_of, parse_moment, wire_name, write_moment
from stand_in import DRAFT, PIN, Reply, StandIn


class Values(unittest.TestCase):
    def test_moments_are_moments_both_ways(self):
        run_at = datetime(2026, 12, 1, 10, 0, tzinfo=timezone(timedelta(hours=1)))
        replies = [Reply(201, {"id": "s", "run_at": "2026-12-01T09:00:00.123Z"}), Reply(200, []), Reply(200, {"created_count": 1})]
        with StandIn(*replies) as service, service.client() as client:
            schedule = client.schedules.create(**DRAFT, run_at=run_at)
            self.assertEqual(service.asked[0].json["run_at"], "2026-12-01T09:00:00.000Z")
            self.assertEqual(schedule.run_at, datetime(2026, 12, 1, 9, 0, 0, 123000, tzinfo=timezone.utc))
            client.schedules.list(since=run_at)
            self.assertIn("since=2026-12-01T09%3A00%3A00.000Z", service.asked[1].target)
            client.pins.create_many(pins=[{**DRAFT, "title": "t"}])
            with self.assertRaisesRegex(ValueError, "no time zone"):
                client.schedules.create(**DRAFT, run_at=datetime(2026, 12, 1))
            self.assertEqual(len(service.asked), 3)

    def test_every_moment_survives_the_way_there_and_back(self):
        for text in ("2026-01-05T09:00:00.000Z", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"):
            self.assertEqual(write_moment(parse_moment(text)), text)
        for odd in ("2026-13-01T00:00:00Z", "soon", "", "2026-01-05", None, 5, [], "2026-01-05T09:00:00+99:99", "2026-W01-1T09:00:00.000Z", "2026-01-05T09 00 00.000Z", "2026-01-05T25:00:00.000Z"):
            self.assertEqual(parse_moment(odd), odd)
        with self.assertRaisesRegex(ValueError, "outside"):
            write_moment(datetime(9999, 12, 31, 23, 30, tzinfo=timezone(timedelta(hours=-1))))

    def test_a_patch_sends_what_was_named_and_nothing_else(self):
        with StandIn(Reply(200, PIN)) as service, service.client() as client:
            client.pins.update("p", title="new")
            client.pins.update("p", description=None, link_url=NOT_GIVEN)
            client.pins.update("p")
            self.assertEqual([asked.json for asked in service.asked], [{"title": "new"}, {"description": None}, {}])
            self.assertEqual([asked.method for asked in service.asked], ["PATCH"] * 3)

    def test_a_call_without_a_body_has_no_content_type(self):
        with StandIn(Reply(200, PIN)) as service, service.client() as client:
            client.pins.get("p")
            client.pins.retry("p")
            client.schedules.cancel("s")
            for asked in service.asked:
                self.assertNotIn("content-type", asked.headers)
                self.assertEqual(asked.body, b"")

    def test_unknown_fields_and_values_are_kept(self):
        with StandIn(Reply(200, {**PIN, "status": "archived", "mood": {"deep": [1]}})) as service, service.client() as client:
            pin = client.pins.get("p")
        self.assertEqual((pin.status, pin.extra), ("archived", {"mood": {"deep": [1]}}))
        self.assertEqual(pin.attempts, 3_000_000_000)
        self.assertIsNone(pin.description)
        with self.assertRaises(AttributeError):
            pin.title = "other"

    def test_the_first_answer_of_a_type_may_come_to_two_threads_at_once(self):
        decode, seen = _object_decoder(models.Pin), []

        def wire_name_and_another(name):
            if name == "title" and not seen:
                seen.append(None)
                another = threading.Thread(target=lambda: seen.append(decode(PIN)))
                another.start()
                another.join()
            return wire_name(name)

        with unittest.mock.patch("pin_publishing._codec.wire_name", wire_name_and_another):
            pin = decode(PIN)
        self.assertEqual(seen, [None, pin])

    def test_an_empty_failure_is_a_failure_and_a_strange_one_too(self):
        for reply in (Reply(500), Reply(418, [1]), Reply(404, content=b"<html>"), Reply(400, {"error": None}), Reply(403, content=b'{"error"')):
            with self.subTest(reply=reply.content), StandIn(reply) as service, service.client(max_retries=0) as client:
                with self.assertRaises(pin_publishing.ApiError) as caught:
                    client.pins.get("p")
                self.assertEqual((caught.exception.status, caught.exception.code), (reply.status, None))
                self.assertEqual(caught.exception.request_id, "req-12345678")
                self.assertIn(str(reply.status), str(caught.exception))

    def test_a_code_of_tomorrow_is_an_api_error_with_its_code(self):
        problem = {"type": "https://x/e", "title": "T", "status": 409, "detail": "D", "code": "moon_phase", "request_id": "r-12345678"}
        for body in ({"error": {"code": "moon_phase", "message": "D", "request_id": "r-12345678"}}, problem):
            with StandIn(Reply(409, body)) as service, service.client() as client:
                with self.assertRaises(pin_publishing.ApiError) as caught:
                    client.pins.create(**DRAFT)
            error = caught.exception
            self.assertEqual((type(error), error.code, error.message, error.request_id), (pin_publishing.ApiError, "moon_phase", "D", "r-12345678"))

    def test_an_answer_of_something_else_is_a_typed_error(self):
        for content in (b"", b"[1", b"\xff\xfe", b"null", b'"text"', b"[]", b"[" * 100_000, b"1" * 10_000):
            with self.subTest(content=content[:10]), StandIn(Reply(200, content=content)) as service, service.client(max_retries=0) as client:
                with self.assertRaises(pin_publishing.InvalidAnswer) as caught:
                    client.pins.get("p")
                self.assertEqual(caught.exception.request_id, "req-12345678")

    def test_ids_never_lead_to_another_route(self):
        with StandIn(Reply(200, PIN)) as service, service.client() as client:
            for bad in ("", ".", ".."):
                with self.assertRaises(ValueError):
                    client.pins.delete(bad)
            client.pins.get("a/b?c#d é")
            self.assertEqual([asked.target for asked in service.asked], ["/v1/pins/a%2Fb%3Fc%23d%20%C3%A9"])

    def test_headroom_and_the_raw_answer_are_there(self):
        headers = {"X-Service-Quota-Limit": "100", "X-Service-Quota-Remaining": "9007199254740993", "X-Platform-RateLimit-Remaining": "1.5"}
        with StandIn(Reply(201, PIN, {**headers, "Idempotent-Replayed": "true"})) as service, service.client() as client:
            answered = client.answer_of(client.pins.create, **DRAFT)
            self.assertEqual((answered.value.id, answered.answer.status, answered.answer.is_replayed), (PIN["id"], 201, True))
            self.assertEqual(answered.answer.headroom.rate_remaining, 1.5)
            self.assertEqual(answered.answer.headroom.quota_limit, 100)
            service.replies = [Reply(200, PIN)]
            client.pins.get("p")
            self.assertEqual(client.headroom, answered.answer.headroom)
            self.assertEqual(json.loads(answered.answer.body)["id"], PIN["id"])

    def test_per_call_options_are_of_that_call(self):
        with StandIn(Reply(200, [])) as service, service.client(headers={"X-Team": "a"}) as client:
            client.pins.list(options=pin_publishing.CallOptions(headers={"X-Trace": "1"}, request_id="mine-12345"))
            client.pins.list()
            first, second = service.asked
        self.assertEqual((first.headers["x-trace"], first.headers["x-request-id"], first.headers["x-team"]), ("1", "mine-12345", "a"))
        self.assertNotIn("x-trace", second.headers)

    def test_as_of_is_a_moment(self):
        with StandIn(Reply(200, PIN)) as service, service.client() as client:
            client.pins.get("p", as_of=datetime(2026, 1, 1, tzinfo=timezone.utc))
            self.assertEqual(service.asked[0].target, "/v1/pins/p?as_of=2026-01-01T00%3A00%3A00.000Z")


class Fuzz(unittest.TestCase):
    def test_any_answer_is_parsed_or_a_typed_error(self):
        count = int(os.environ.get("SDK_FUZZED_ANSWERS", "4000"))
        chance = random.Random(int(os.environ.get("SDK_SEED", "1")))
        kinds = [kind for kind in vars(models).values() if isinstance(kind, type) and hasattr(kind, "__dataclass_fields__")]
        from pin_publishing._answer import Answer
        from pin_publishing._calls import error_of, value_of
        from pin_publishing._request import Operation

        outcomes = {"value": 0, "error": 0, "refusal": 0}
        for _ in range(count):
            kind = chance.choice(kinds)
            body = json.dumps(strange(chance, kind)).encode()
            if chance.random() < 0.2:
                body = body[: chance.randrange(len(body) + 1)]
            if chance.random() < 0.1:
                body = bytes(chance.randrange(256) if chance.random() < 0.05 else byte for byte in body)
            answer = Answer(chance.choice((200, 201, 200, 422, 500, 409)), {"x-request-id": "r"}, body)
            if answer.status >= 400:
                error = error_of(answer)
                self.assertIsInstance(error, pin_publishing.ApiError)
                str(error), repr(error)
                outcomes["refusal"] += 1
                continue
            try:
                value = value_of(Operation("x", "GET", "/", answer=kind), answer)
            except pin_publishing.InvalidAnswer:
                outcomes["error"] += 1
            else:
                outcomes["value"] += 1
                self.assertIsInstance(value, kind)
                repr(value)
        self.assertGreater(min(outcomes.values()), count // 50, outcomes)
        if "SDK_FUZZED_ANSWERS" in os.environ:
            print(outcomes)

    def test_nothing_of_an_answer_is_lost(self):
        chance = random.Random(2)
        for kind in (models.Pin, models.Import, models.DashboardSummary, models.Schedule):
            for _ in range(200):
                given = strange(chance, kind)
                if isinstance(given, dict):
                    from pin_publishing._codec import to_json

                    back = json.loads(to_json(decoder_of(kind)(given)))
                    self.assertEqual(common(back, plain(given)), plain(given))


def common(value, given):
    """As much of a value as was given: what was absent is None in between."""
    if isinstance(value, dict) and isinstance(given, dict):
        return {name: common(each, given[name]) for name, each in value.items() if name in given}
    if isinstance(value, list) and isinstance(given, list):
        return [common(*pair) for pair in zip(value, given)]
    return value


def plain(value):
    return json.loads(json.dumps(value))


def strange(chance, kind):
    """An answer of a kind with fields left out, unknown ones, and values of any sort; sometimes no object at all."""
    if chance.random() < 0.05:
        return anything(chance, 0)
    given = {name: anything(chance, 0) for name in kind.__dataclass_fields__ if name != "extra" and chance.random() < 0.9}
    for _ in range(chance.randrange(3)):
        given[chance.choice(("extra_", "mood", "class", "__init__", "self", "")) + str(chance.randrange(9))] = anything(chance, 0)
    return given


def anything(chance, depth):
    choices = [None, True, 2**31, 2**63, 10**300, 1.5, -0.0, "", "text", "\ud83d", "2026-01-05T09:00:00.000Z", "\x00", "é" * 50]
    if depth < 3:
        choices += [[anything(chance, depth + 1) for _ in range(chance.randrange(3))], {"status": anything(chance, depth + 1)}, [{}], {}]
    return chance.choice(choices)


class Pages(unittest.TestCase):
    def test_lists_are_read_from_page_to_page(self):
        pages = [Reply(200, [PIN, PIN], {"X-Next-Cursor": "c 1"}), Reply(200, [PIN])]
        with StandIn(*pages) as service, service.client() as client:
            self.assertEqual(len(list(client.pins.iterate(status="queued", limit=2))), 3)
            self.assertEqual([asked.target for asked in service.asked], ["/v1/pins?limit=2&status=queued", "/v1/pins?limit=2&status=queued&cursor=c+1"])

    def test_so_they_are_where_the_cursor_is_in_the_body_and_in_a_loop(self):
        page = {"items": [{"id": "1"}], "next_cursor": "n"}

        async def read(service):
            async with service.async_client() as client:
                return [item.id async for item in client.webhooks.iterate_deliveries("w")]

        with StandIn(Reply(200, page), Reply(200, {**page, "next_cursor": None})) as service:
            self.assertEqual(asyncio.run(read(service)), ["1", "1"])

    def test_a_cursor_that_comes_again_ends_the_list_with_an_error(self):
        with StandIn(Reply(200, [PIN], {"X-Next-Cursor": "same"})) as service, service.client() as client:
            with self.assertRaises(pin_publishing.InvalidAnswer):
                list(client.pins.iterate())

    def test_cursors_that_lead_round_end_the_list_with_an_error_too(self):
        names = ["a", "b", "c", "a"]

        def answer(_):
            names.append(names.pop(0))
            return Reply(200, [PIN], {"X-Next-Cursor": names[-1]})

        async def read(service):
            async with service.async_client() as client:
                return [pin async for pin in client.pins.iterate()]

        with StandIn(answer) as service, service.client() as client:
            with self.assertRaises(pin_publishing.InvalidAnswer):
                list(client.pins.iterate())
            self.assertEqual(len(service.asked), 4)
            with self.assertRaises(pin_publishing.InvalidAnswer):
                asyncio.run(read(service))

    def test_so_they_do_where_checkpoints_are_read(self):
        async def verify(service):
            async with service.async_client() as client:
                await client.audit.verify("w")

        with StandIn(Reply(200, {"items": [], "next_cursor": 7})) as service, service.client() as client:
            with self.assertRaises(pin_publishing.InvalidAnswer):
                client.audit.verify("w")
            with self.assertRaises(pin_publishing.InvalidAnswer):
                asyncio.run(verify(service))
            self.assertEqual(len(service.asked), 4)


if __name__ == "__main__":
    unittest.main()
