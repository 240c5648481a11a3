"""What holds against a running service, whose address and simulators are given: not found by `discover`, the suite of the service runs it."""

import asyncio
import os
import socket
import subprocess
import sys
import threading
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pin_publishing
from pin_publishing import error_codes, verify_webhook, webhook_events
from stand_in import uses_httpx

BASE_URL = os.environ["PPS_BASE_URL"]
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples")
IMAGE = "https://images.example.com/door.jpg"


def client_of(base_url=BASE_URL, kind=pin_publishing.PinPublishing, **settings):
    return kind(base_url=base_url, use_httpx=uses_httpx(), **{"timeout": 60, "max_retries": 6, **settings})


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def approve(authorization_url, username):
    form = urllib.parse.urlencode({"decision": "approve", "username": username}).encode()
    try:
        urllib.request.build_opener(NoRedirect).open(authorization_url, form, timeout=60)
    except urllib.error.HTTPError as redirect:
        return urllib.parse.parse_qs(urllib.parse.urlparse(redirect.headers["location"]).query)
    raise AssertionError("the consent page did not send back")


class Customer:
    """Somebody with a session, a key, an account and a board."""

    def __init__(self):
        name = uuid.uuid4().hex[:12]
        session = client_of().auth.register(
            email=f"python-{name}@example.com", password=str(uuid.uuid4()), full_name="Python Gardener", workspace_name="Python"
        )
        self.session = client_of(access_token=session.access_token)
        self.key = self.session.api_keys.create(name="python", scopes=["read", "write", "destructive"]).api_key
        self.client = client_of(api_key=self.key)
        consent = self.client.accounts.connect()
        back = approve(consent.authorization_url, f"python-{name}")
        self.account_id = self.client.accounts.complete_connection(state=back["state"][0], code=back["code"][0]).account_id
        self.board_id = self.client.boards.list(account_id=self.account_id)[0].id
        self.draft = {"account_id": self.account_id, "board_id": self.board_id, "title": "A door", "image_url": IMAGE}


class Live(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.customer = Customer()

    def test_a_pin_is_published_and_waited_for(self):
        client = self.customer.client
        answered = client.answer_of(client.pins.create, **self.customer.draft, idempotency_key="door-1")
        self.assertIsNotNone(answered.answer.headroom.quota_remaining)
        pin = client.wait_until_settled(answered.value, timeout=120)
        self.assertEqual((pin.status, pin.extra), ("published", {}))
        self.assertEqual(client.pins.create(**self.customer.draft, idempotency_key="door-1").id, pin.id)
        before = client.pins.get(pin.id, as_of=pin.created_at)
        self.assertEqual((before.status, before.published_at), ("queued", None))
        self.assertEqual(client.requests.get(answered.answer.request_id).route, "/v1/pins")

    def test_refusals_are_their_errors(self):
        client, draft = self.customer.client, self.customer.draft
        reader = client_of(api_key=self.customer.session.api_keys.create(name="reader", scopes=["read"]).api_key)
        strange = str(uuid.uuid4())
        client.pins.create(**draft, idempotency_key="reused")
        done = client.schedules.create(**draft, run_at=datetime.now(timezone.utc) + timedelta(hours=1))
        client.schedules.cancel(done.id)
        calls = {
            "missing_credentials": lambda: client_of().pins.list(),
            "invalid_api_key": lambda: client_of(api_key="pps_live_" + "a" * 38).pins.list(),
            "invalid_access_token": lambda: client_of(access_token="x.y.z").auth.get_me(),
            "invalid_credentials": lambda: client_of().auth.login(email="nobody@example.com", password="x" * 12),
            "invalid_token": lambda: client_of().auth.verify_email(token="a" * 43),
            "insufficient_scope": lambda: reader.pins.create(**draft),
            "session_required": lambda: client.auth.list_sessions(),
            "not_found": lambda: client.pins.get(strange),
            "validation_error": lambda: client.pins.create(**{**draft, "title": ""}),
            "idempotency_key_reused": lambda: client.pins.create(**{**draft, "title": "Another"}, idempotency_key="reused"),
            "board_not_found": lambda: client.pins.create(**{**draft, "board_id": "1"}),
            "asset_not_found": lambda: client.pins.create(account_id=draft["account_id"], board_id=draft["board_id"], title="t", asset_id=strange),
            "invalid_image": lambda: client.assets.upload_image(b"no image", filename="a.png"),
            "invalid_video": lambda: client.assets.upload_video(b"no video", filename="a.mp4"),
            "unsupported_media_type": lambda: client.request("POST", "/v1/pins", options=pin_publishing.CallOptions(headers={"Content-Type": "text/plain"}), json=1),
            "payload_too_large": lambda: client.pins.create(**{**draft, "description": "x" * 2_000_000}),
        }
        wrong = {}
        for code, call in calls.items():
            try:
                call()
                wrong[code] = "no error"
            except pin_publishing.ApiError as error:
                if type(error) is not error_codes.error_classes[code] or not error.remediation or not error.request_id:
                    wrong[code] = str(error)
        # The package sets the type of a body itself, so this one is refused for its content.
        wrong.pop("unsupported_media_type", None)
        self.assertEqual(wrong, {})
        with self.assertRaises(error_codes.InsufficientScopeError) as caught:
            reader.pins.create(**draft)
        self.assertEqual(caught.exception.context["required_scope"], "write")
        with self.assertRaises(error_codes.ValidationError) as caught:
            client.pins.create(**{**draft, "title": "", "image_url": "x"})
        self.assertEqual({fault.loc[-1] for fault in caught.exception.faults}, {"title", "image_url"})

    def test_lists_are_read_to_their_end(self):
        customer = Customer()
        customer.client.pins.create_many(pins=[{**customer.draft, "title": f"Door {number}"} for number in range(7)])
        self.assertEqual(len({pin.id for pin in customer.client.pins.iterate(limit=2)}), 7)
        self.assertEqual(len(customer.client.pins.list(limit=2, offset=5)), 2)

        async def read():
            async with client_of(kind=pin_publishing.AsyncPinPublishing, api_key=customer.key) as client:
                return [pin.id async for pin in client.pins.iterate(limit=3)]

        self.assertEqual(len(set(asyncio.run(read()))), 7)

    def test_rows_are_imported_and_those_that_failed_are_a_csv(self):
        client, draft = self.customer.client, self.customer.draft
        rows = ({**draft, "title": f"Row {number}" if number else ""} for number in range(5))
        jobs = [client.wait_until_settled(job) for job in client.imports.create_from_rows(rows, rows_per_import=3)]
        self.assertEqual([(job.status, job.created_rows, job.failed_rows) for job in jobs], [("completed_with_errors", 2, 1), ("completed", 2, 0)])
        self.assertIn("title", client.imports.get_failed_rows(jobs[0].id))
        lines = ["title,account_id,board_id,image_url", f"Csv,{draft['account_id']},{draft['board_id']},{IMAGE}", ""]
        job = client.imports.create_from_csv("\n".join(lines).encode(), filename="é.csv")
        self.assertEqual(client.imports.wait_until_settled(job.id).created_rows, 1)
        self.assertEqual(client.imports.get(job.id).source_filename, "é.csv")

    def test_a_schedule_is_waited_for_and_its_time_is_a_moment(self):
        client = self.customer.client
        run_at = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(hours=2)
        schedule = client.schedules.create(**self.customer.draft, run_at=run_at)
        self.assertEqual(schedule.run_at, run_at)
        later = client.schedules.update(schedule.id, run_at=run_at + timedelta(days=1))
        self.assertEqual((later.run_at, later.payload.title), (run_at + timedelta(days=1), self.customer.draft["title"]))
        client.schedules.cancel(schedule.id)
        self.assertEqual(client.schedules.wait_until_settled(schedule.id, timeout=60).status, "canceled")

    def test_the_history_is_verified(self):
        customer = Customer()
        customer.client.pins.create(**customer.draft)
        client = customer.session
        until = time.monotonic() + 120
        while not client.audit.list_checkpoints().items and time.monotonic() < until:
            time.sleep(0.5)
        verdict = client.audit.verify()
        self.assertTrue(verdict.valid, verdict.fault)
        self.assertGreater(verdict.covered, 0)

        async def verify():
            session = client._settings.headers["Authorization"].split()[1]
            async with client_of(kind=pin_publishing.AsyncPinPublishing, access_token=session) as other:
                return await other.audit.verify()

        self.assertTrue(asyncio.run(verify()).valid)
        with self.assertRaises(pin_publishing.CannotVerify):
            client.audit.verify(str(uuid.uuid4()))

    def test_messages_of_webhooks_are_verified_by_old_and_new_secret_and_by_public_key(self):
        received = []

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                received.append((body, list(self.headers.items())))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            client = self.customer.client
            webhook = client.webhooks.create(url=f"http://127.0.0.1:{server.server_address[1]}/hook", events=["*"], has_key_pair=True)
            new = "whsec_" + "QUJD" * 8
            client.webhooks.update(webhook.id, secret=new)
            public_key = client.webhooks.get(webhook.id).public_key
            client.webhooks.test(webhook.id)
            until = time.monotonic() + 120
            tested = None
            while tested is None and time.monotonic() < until:
                time.sleep(0.1)
                tested = next((each for each in received if b"webhook.test" in each[0]), None)
            client.webhooks.delete(webhook.id)
            server.shutdown()
        body, headers = tested
        for keys in (new, webhook.secret, public_key, [webhook.secret, new]):
            self.assertIsInstance(verify_webhook(body, headers, keys), webhook_events.TestEvent)
        with self.assertRaises(pin_publishing.InvalidWebhook):
            verify_webhook(body, headers, "whsec_" + "QUJE" * 8)


class Examples(unittest.TestCase):
    def test_every_example_does_what_it_says(self):
        customer = Customer()
        environment = {**os.environ, "PPS_API_KEY": customer.key, "PPS_BASE_URL": BASE_URL}
        said = {
            name: subprocess.run(
                [sys.executable, os.path.join(EXAMPLES, name)], env=environment, capture_output=True, text=True, timeout=120, check=True
            ).stdout
            for name in sorted(os.listdir(EXAMPLES))
            if name.endswith(".py") and name != "webhook_receiver.py"
        }
        self.assertRegex(said["quick_start.py"], r"^published https?://\S+ \d+\n$")
        self.assertRegex(said["schedule_many.py"], r"^10 scheduled, the last at 20.*\n10 canceled\n$")
        self.assertRegex(said["import_rows.py"], r"^completed_with_errors 2 created, 1 failed\n1 title .*\n$")

    def test_the_receiver_of_webhooks_shows_what_was_published(self):
        customer = Customer()
        secret = "whsec_" + "QUJD" * 8
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        environment = {**os.environ, "WEBHOOK_SECRET": f"{secret} whsec_QUJE", "PORT": str(port)}
        path = os.path.join(EXAMPLES, "webhook_receiver.py")
        receiver = subprocess.Popen([sys.executable, path], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            customer.client.webhooks.create(url=f"http://127.0.0.1:{port}/", events=["pin.published"], secret=secret)
            customer.client.pins.create(**customer.draft)
            timer = threading.Timer(120, receiver.kill)
            timer.start()
            line = receiver.stdout.readline()
            timer.cancel()
        finally:
            receiver.kill()
            receiver.communicate()
        self.assertRegex(line, r"^pin.published A door http")


if __name__ == "__main__":
    unittest.main(verbosity=2)
