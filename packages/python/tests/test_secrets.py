"""A key stands in no text that this package makes."""

import copy
import json
import logging
import os
import pickle
import traceback
import unittest
import unittest.mock

import pin_publishing
from pin_publishing import error_codes
from stand_in import DRAFT, KEY, PIN, Reply, StandIn, failure


class Secrets(unittest.TestCase):
    def test_it_is_in_no_error_repr_log_or_traceback(self):
        records = []
        handler = logging.Handler()
        handler.emit = lambda record: records.append(record.getMessage())
        logging.getLogger().addHandler(handler)
        logging.getLogger().setLevel(logging.DEBUG)
        self.addCleanup(logging.getLogger().removeHandler, handler)
        texts = []
        for reply in (failure(401, "invalid_api_key"), Reply(cut="before"), Reply(200, content=b"[")):
            with StandIn(reply) as service, service.client(max_retries=0) as client:
                try:
                    client.pins.get("p")
                except pin_publishing.PinPublishingError as error:
                    texts += [str(error), repr(error), "".join(local_texts(error))]
                texts += [repr(client), repr(vars(client)), repr(client._settings)]
        texts += records
        self.assertGreater(len(texts), 9)
        for text in texts:
            self.assertNotIn(KEY, text)

    def test_the_key_of_the_environment_is_sent_to_no_other_service_than_its_own(self):
        def sent(**given):
            with pin_publishing.PinPublishing(**given) as client:
                return dict(client._settings.headers.items()).get("X-API-Key")

        with unittest.mock.patch.dict(os.environ, {"PPS_API_KEY": KEY, "PPS_BASE_URL": "https://pins.example.com"}):
            self.assertEqual([sent(), sent(base_url="https://PINS.example.com/")], [KEY, KEY])
            self.assertIsNone(sent(base_url="https://other.example.com"))
            self.assertIsNone(sent(access_token="token"))
        with unittest.mock.patch.dict(os.environ, {"PPS_API_KEY": KEY}):
            os.environ.pop("PPS_BASE_URL", None)
            self.assertEqual(sent(base_url="https://other.example.com"), KEY)

    def test_secrets_of_answers_are_not_shown(self):
        created = {"id": "k", "name": "n", "api_key": KEY, "scopes": []}
        with StandIn(Reply(201, created)) as service, service.client() as client:
            key = client.api_keys.create(name="n", scopes=["read"])
        self.assertEqual(key.api_key, KEY)
        self.assertNotIn(KEY, repr(key))

    def test_a_key_with_a_line_end_is_refused_without_being_shown(self):
        for bad in (KEY + "\r\nX-Evil: 1", "schlüssel-" + KEY, ""):
            with self.assertRaises(ValueError) as caught:
                pin_publishing.PinPublishing(bad)
            self.assertNotIn(KEY, str(caught.exception))

    def test_errors_go_to_other_processes_whole(self):
        error = error_codes.ValidationError(422, {"x-request-id": "r"}, json.dumps({"error": {"code": "validation_error", "message": "M"}}).encode())
        for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            self.assertEqual((type(other), str(other)), (type(error), str(error)))
        lost = pickle.loads(pickle.dumps(pin_publishing.RequestTimedOut("late", was_sent=True)))
        self.assertEqual((type(lost), str(lost), lost.was_sent), (pin_publishing.RequestTimedOut, "late", True))
        self.assertIs(pickle.loads(pickle.dumps(pin_publishing.NOT_GIVEN)), pin_publishing.NOT_GIVEN)

    def test_a_session_is_told_by_its_token(self):
        with StandIn(Reply(201, PIN)) as service:
            with pin_publishing.PinPublishing(access_token="t", base_url=service.url, use_httpx=False) as client:
                client.pins.create(**DRAFT)
            self.assertEqual(service.asked[0].headers["authorization"], "Bearer t")
            self.assertNotIn("x-api-key", service.asked[0].headers)
        with self.assertRaises(ValueError):
            pin_publishing.PinPublishing("k", access_token="t")


def local_texts(error):
    """What error trackers collect: the texts of all local variables of this package's frames."""
    trace = traceback.TracebackException.from_exception(error, capture_locals=True)
    while trace:
        for frame in trace.stack:
            if "/pin_publishing/" in frame.filename:
                yield from (frame.locals or {}).values()
        trace = trace.__cause__


if __name__ == "__main__":
    unittest.main()
