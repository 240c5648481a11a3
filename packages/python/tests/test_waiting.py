"""Waiting until something has ended, by the change stream and without it."""

import asyncio
import time
import unittest

import pin_publishing
from pin_publishing._settle import EventLines
from stand_in import DRAFT, PIN, Reply, StandIn, failure

PIN_ID = PIN["id"]


def service_with(stream, states):
    """A service whose stream answers so, and whose pin stands in these states one after the other."""
    left = list(states)

    def answer(asked):
        if asked.target.startswith("/v1/changes"):
            return stream(asked) if callable(stream) else stream
        return Reply(200, {**PIN, "status": left.pop(0) if len(left) > 1 else left[0]})

    return StandIn(answer)


def event(text, wait=0.0):
    return Reply(200, content=[text.encode(), b": bye\n\n"], headers={"Content-Type": "text/event-stream"}, wait_between=wait)


class Waiting(unittest.TestCase):
    def wait(self, service, **options):
        with service.client() as client:
            return client.pins.wait_until_settled(PIN_ID, **options)

    def wait_in_loop(self, service, **options):
        async def wait():
            async with service.async_client() as client:
                return await client.pins.wait_until_settled(PIN_ID, **options)

        return asyncio.run(wait())

    def test_without_a_stream_it_asks_again(self):
        for wait in (self.wait, self.wait_in_loop):
            with service_with(failure(404, "not_found"), ["queued", "publishing", "a new one", "published"]) as service:
                self.assertEqual(wait(service).status, "published")
                targets = [asked.target for asked in service.asked]
            self.assertEqual(targets.count("/v1/changes"), 1)
            self.assertEqual(len(targets), 5)

    def test_an_event_about_it_is_the_moment_to_ask(self):
        told = event(f'id: 7\nevent: pin\ndata: {{"id":"{PIN_ID}"}}\n\n', wait=0.2)
        for wait in (self.wait, self.wait_in_loop):
            with service_with(told, ["queued", "queued", "failed"]) as service:
                self.assertEqual(wait(service).status, "failed")
                self.assertEqual([asked.target for asked in service.asked].count("/v1/changes"), 1)
                self.assertEqual(len(service.asked), 4)

    def test_a_stream_that_ends_is_opened_again_where_it_was(self):
        headers = []

        def stream(asked):
            headers.append(asked.headers.get("last-event-id"))
            return event('id: 7\ndata: {"id":"another"}\n\n')

        with service_with(stream, ["queued"] * 4 + ["published"]) as service:
            self.assertEqual(self.wait(service).status, "published")
        self.assertEqual(headers[:2], [None, "7"])

    def test_streams_that_end_at_once_are_not_opened_for_ever(self):
        for content in ([], [b": hello\n\n"]):
            silent = Reply(200, content=content, headers={"Content-Type": "text/event-stream"})
            for wait in (self.wait, self.wait_in_loop):
                with service_with(silent, ["queued"]) as service:
                    with self.assertRaises(pin_publishing.NotSettled):
                        wait(service, timeout=1.2)
                    targets = [asked.target for asked in service.asked]
                self.assertEqual(targets.count("/v1/changes"), 3)
                self.assertLess(len(targets), 12)

    def test_streams_that_tell_of_others_and_end_are_opened_with_pauses(self):
        told = event('id: 7\ndata: {"id":"another"}\n\n')
        for wait in (self.wait, self.wait_in_loop):
            with service_with(told, ["queued"]) as service:
                with self.assertRaises(pin_publishing.NotSettled):
                    wait(service, timeout=1.2)
                self.assertLess(len(service.asked), 16)

    def test_it_ends_with_how_it_stands(self):
        for wait in (self.wait, self.wait_in_loop):
            with service_with(failure(404, "not_found"), ["queued"]) as service:
                begun = time.monotonic()
                with self.assertRaises(pin_publishing.NotSettled) as caught:
                    wait(service, timeout=0.7)
                self.assertLess(time.monotonic() - begun, 5)
                self.assertEqual(caught.exception.last.status, "queued")

    def test_a_schedule_is_waited_for_as_it_was_created(self):
        def answer(asked):
            if asked.target.startswith("/v1/changes"):
                return failure(404, "not_found")
            return Reply(201 if asked.method == "POST" else 200, {"id": "s", "status": "scheduled" if asked.method == "POST" else "done"})

        async def wait(service):
            async with service.async_client() as client:
                return await client.wait_until_settled(await client.schedules.create(**DRAFT, run_at="2026-12-01T09:00:00Z"))

        with StandIn(answer) as service, service.client() as client:
            created = client.schedules.create(**DRAFT, run_at="2026-12-01T09:00:00Z")
            self.assertIsInstance(created, pin_publishing.models.CreatedSchedule)
            settled = client.wait_until_settled(created)
            self.assertIsInstance(settled, pin_publishing.models.Schedule)
            self.assertEqual(asyncio.run(wait(service)), settled)
            self.assertEqual({asked.target for asked in service.asked if asked.method == "GET"}, {"/v1/schedules/s"})
            with self.assertRaisesRegex(TypeError, "str is no pin"):
                client.wait_until_settled("s")

    def test_what_is_gone_is_its_error(self):
        with StandIn(failure(404, "not_found")) as service, self.assertRaises(pin_publishing.error_codes.NotFoundError):
            self.wait(service)

    def test_events_are_read_however_they_are_cut(self):
        text = "id: 1\r\nevent: pin\r\ndata: é\r\ndata: b\r\n\r\n: comment\n\nid: 2\nevent: reset\n\n".encode()
        for size in range(1, len(text) + 1):
            lines = EventLines()
            found = [each for at in range(0, len(text), size) for each in lines.feed(text[at : at + size])]
            self.assertEqual([(each.event, each.data, each.id) for each in found], [("pin", "é\nb", "1"), ("reset", "", "2")], size)
        self.assertTrue(found[1].concerns("anything"))


if __name__ == "__main__":
    unittest.main()
