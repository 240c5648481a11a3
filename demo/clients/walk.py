"""The demonstration by a generated Python client, which refuses an answer that is not as /openapi.json says: a type, a null, a missing field."""

import sys
import time
import urllib.parse
import urllib.request
import uuid
from datetime import datetime, timedelta, timezone

import pins_client
from pins_client import api

BASE_URL = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:3000"


def client(header=None, value=None):
    settings = pins_client.Configuration(host=BASE_URL)
    settings.access_token = None  # the generator forgets to make it
    made = pins_client.ApiClient(settings)
    if header:
        made.set_default_header(header, value)
    made.set_default_header("Accept", "application/json")
    return made


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def approve(authorization_url, username):
    form = urllib.parse.urlencode({"decision": "approve", "username": username}).encode()
    try:
        urllib.request.build_opener(NoRedirect).open(authorization_url, form, timeout=20)
    except urllib.error.HTTPError as redirect:
        return urllib.parse.parse_qs(urllib.parse.urlparse(redirect.headers["location"]).query)
    raise RuntimeError("the consent page did not send back")


email = f"python-{uuid.uuid4()}@example.com"
person = {"email": email, "password": str(uuid.uuid4()), "full_name": "Python Gardener", "workspace_name": "Python"}
session = api.AuthApi(client()).register(person)
with_session = client("Authorization", f"Bearer {session.access_token}")
print("me:", api.AuthApi(with_session).get_me().user.email == email)
key = api.ApiKeysApi(with_session).create_api_key({"name": "python"})
by_key = client("X-API-Key", key.api_key)
pins, platform = api.PinsApi(by_key), api.PlatformApi(by_key)

consent = platform.start_connection()
back = approve(consent.authorization_url, f"python-{uuid.uuid4().hex[:8]}")
account_id = platform.handle_connection_callback(state=back["state"][0], code=back["code"][0]).account_id
print("accounts:", [account.username for account in platform.list_accounts()])
board = platform.list_boards(account_id=account_id)[0]

draft = {"account_id": account_id, "board_id": board.id, "title": "Crème brûlée", "image_url": "https://images.example.com/creme.jpg"}
verdict = pins.validate_pin(draft)
print("validate:", [(check.name, check.status) for check in verdict.checks])
pin = pins.create_pin(draft)
print("batch:", pins.create_pins({"pins": [draft]}).created_count, "created")
for _ in range(300):
    final = pins.get_pin(pin.id)
    if final.status in ("published", "failed"):
        break
    time.sleep(0.2)
print("pin:", final.status, final.platform_pin_id)
print("list:", [each.status for each in pins.list_pins(q="brûlée")])
print("timeline:", [item.type for item in pins.get_pin_timeline(pin.id).items])
print("meter:", pins.get_rate_meter(account_id).account.capacity)

run_at = (datetime.now(timezone.utc) + timedelta(hours=1)).isoformat()
print("schedule:", api.SchedulesApi(by_key).create_schedule({**draft, "run_at": run_at}).status)
print("billing:", api.BillingApi(by_key).get_billing_status().plan)
print("summary:", api.DashboardApi(by_key).get_dashboard_summary().pins.submitted)
print("activity:", len(api.ActivityApi(by_key).list_activity().items))
print("webhook:", api.WebhooksApi(by_key).create_webhook({"url": "http://127.0.0.1:9/hook"}).events)
try:
    pins.create_pin({**draft, "title": ""})
except pins_client.ApiException as refusal:
    print("refused:", refusal.status)
