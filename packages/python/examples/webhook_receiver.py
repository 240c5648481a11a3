"""Receives webhooks with the standard library. Needs WEBHOOK_SECRET; PORT is 4000 where it is not given."""

import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from pin_publishing import InvalidWebhook, SeenEvents, verify_webhook
from pin_publishing.webhook_events import PinEvent

# Both secrets while you change them: [new, old].
SECRETS = os.environ["WEBHOOK_SECRET"].split()
seen = SeenEvents()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        try:
            event = verify_webhook(body, self.headers.items(), SECRETS)
        except InvalidWebhook as error:
            print("refused:", error, flush=True)
            self.send_error(400)
            return
        self.send_response(204)
        self.end_headers()
        if seen.is_new(event) and isinstance(event, PinEvent):
            print(event.type, event.data.title, event.data.platform_url, flush=True)


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
