"""Messages of webhooks: which are ours."""

import base64
import hashlib
import hmac
import json
import time
import unittest
from datetime import datetime, timezone

import pin_publishing
from pin_publishing import SeenEvents, verify_webhook, webhook_events

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
NOW = 1_767_603_600
DATA = {"pin_id": "p", "status": "published", "account_id": "a", "board_id": "1", "title": "Nö", "published_at": "2026-01-05T09:00:00.000Z"}
EVENT = {"id": "evt_1", "type": "pin.published", "event": "pin.published", "timestamp": "2026-01-05T09:00:00.000Z", "sequence": 42, "workspace_id": "w", "data": DATA}
BODY = json.dumps(EVENT).encode()


def signed(body=BODY, secret=SECRET, event_id="evt_1", at=NOW):
    key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    digest = hmac.new(key, f"{event_id}.{at}.".encode() + body, hashlib.sha256).digest()
    return {"Webhook-Id": event_id, "webhook-timestamp": str(at), "webhook-signature": "v1," + base64.b64encode(digest).decode()}


class Webhooks(unittest.TestCase):
    def test_ours_are_given_with_their_type(self):
        event = verify_webhook(BODY, signed(), SECRET, now=NOW)
        self.assertIsInstance(event, webhook_events.PinEvent)
        self.assertEqual((event.data.title, event.sequence, event.timestamp), ("Nö", 42, datetime(2026, 1, 5, 9, tzinfo=timezone.utc)))
        self.assertEqual(event.data.published_at.hour, 9)
        self.assertEqual(verify_webhook(BODY.decode(), signed(), SECRET, now=NOW), event)

    def test_the_vector_of_the_standard_fits(self):
        body = b'{"id":"msg_p5jXN8AQM9LWM0D4loKWxJek","test": 2432232314}'
        headers = signed(body, event_id="msg_p5jXN8AQM9LWM0D4loKWxJek", at=1614265330)
        self.assertEqual(verify_webhook(body, headers, SECRET, now=1614265330).extra["test"], 2432232314)
        vector = {"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330", "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="}
        with self.assertRaisesRegex(pin_publishing.InvalidWebhook, "not that of the body"):
            verify_webhook(b'{"test": 2432232314}', vector, SECRET, now=1614265330)

    def test_while_the_secret_changes_either_will_do(self):
        headers = signed()
        headers["webhook-signature"] = "v1a,AAAA v1,AAAA " + headers["webhook-signature"]
        self.assertEqual(verify_webhook(BODY, headers, ["another secret of mine", SECRET], now=NOW).id, "evt_1")
        raw = signed(secret="another secret of mine")
        self.assertEqual(verify_webhook(BODY, raw, ["another secret of mine", SECRET], now=NOW).id, "evt_1")

    def test_headers_of_any_framework_are_read(self):
        headers = signed()
        wsgi = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
        asgi = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        lists = {name: [value] for name, value in headers.items()}
        for form in (wsgi, asgi, lists, list(headers.items())):
            self.assertEqual(verify_webhook(BODY, form, SECRET, now=NOW).id, "evt_1")

    def test_an_event_of_tomorrow_is_an_unknown_one(self):
        body = json.dumps({**EVENT, "type": "moon.full", "data": {"phase": 1}}).encode()
        event = verify_webhook(body, signed(body), SECRET, now=NOW)
        self.assertEqual((type(event), event.type, event.data), (webhook_events.UnknownEvent, "moon.full", {"phase": 1}))

    def test_others_are_refused(self):
        wrong = {
            "another body": (BODY + b" ", signed(), SECRET, NOW),
            "another secret": (BODY, signed(), "whsec_AAAA", NOW),
            "no secret": (BODY, signed(), [], NOW),
            "no header": (BODY, {}, SECRET, NOW),
            "an old message": (BODY, signed(), SECRET, NOW + 301),
            "a message of the future": (BODY, signed(), SECRET, NOW - 301),
            "no time": (BODY, {**signed(), "webhook-timestamp": "NaN"}, SECRET, NOW),
            "digits of another script": (BODY, {**signed(), "webhook-timestamp": "١٧٦٧٦٠٣٦٠٠"}, SECRET, NOW),
            "an empty signature": (BODY, {**signed(), "webhook-signature": "v1,"}, SECRET, NOW),
            "the id of another": (BODY, signed(event_id="evt_2"), SECRET, NOW),
            "no JSON": (b"[", signed(b"["), SECRET, NOW),
            "no object": (b"[]", signed(b"[]"), SECRET, NOW),
            "a public key taken for a secret": (BODY, signed(secret="whpk_" + "A" * 43 + "="), "whpk_" + "A" * 43 + "=", NOW),
            "a broken public key": (BODY, signed(), "whpk_AAAA", NOW),
        }
        for what, (body, headers, keys, now) in wrong.items():
            with self.subTest(what=what), self.assertRaises(pin_publishing.InvalidWebhook):
                verify_webhook(body, headers, keys, now=now)
        with self.assertRaises(ValueError):
            verify_webhook(BODY, signed(), "", now=NOW)

    def test_a_key_pair_is_verified_by_its_public_half(self):
        public = "whpk_" + base64.b64encode(bytes.fromhex(RFC_8032["public"])).decode()
        signature = "v1a," + base64.b64encode(bytes.fromhex(RFC_8032["signature"])).decode()
        from pin_publishing._webhooks import _by_pair

        self.assertTrue(_by_pair(bytes.fromhex("af82"), public)(signature))
        self.assertFalse(_by_pair(bytes.fromhex("af83"), public)(signature))
        self.assertFalse(_by_pair(bytes.fromhex("af82"), public)(signature.replace("v1a", "v1")))

    def test_an_event_is_new_once_and_so_many_are_remembered(self):
        seen = SeenEvents(2)
        self.assertEqual([seen.is_new(each) for each in "aabcac"], [True, False, True, True, True, False])

    def test_it_needs_no_call(self):
        client = pin_publishing.PinPublishing("k", use_httpx=False)
        now = int(time.time())
        self.assertEqual(client.webhooks.verify(BODY, signed(at=now), SECRET).id, "evt_1")


# RFC 8032, 7.1, test 3.
RFC_8032 = {
    "public": "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    "signature": "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
}

if __name__ == "__main__":
    unittest.main()
