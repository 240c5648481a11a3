"""A server in this process that answers as a test says, and records what it was asked."""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pin_publishing

KEY = "pps_test_0123456789abcdefghijklmnopqrstuvwxyz"


class Asked:
    def __init__(self, method, target, headers, body):
        self.method, self.target, self.headers, self.body = method, target, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class Reply:
    """`cut`: `before` any byte of the answer, or `in` the middle of it."""

    def __init__(self, status=200, body=None, headers=None, cut=None, content=None, wait=0.0, wait_between=0.0):
        self.status, self.headers, self.cut, self.wait = status, headers or {}, cut, wait
        self.wait_between = wait_between
        self.content = content if content is not None else b"" if body is None else json.dumps(body).encode()


def failure(status, code, **fields):
    headers = {"Retry-After": str(fields.pop("retry_after"))} if "retry_after" in fields else {}
    error = {"code": code, "message": "M", "remediation": "R", "doc_url": "https://x/" + code, "request_id": "req-12345678", **fields}
    return Reply(status, {"error": error}, headers)


class StandIn:
    """`replies` are given one after the other, the last one for ever; a function is asked each time."""

    def __init__(self, *replies):
        self.replies, self.asked, self.raw, self.connections = list(replies), [], [], 0
        self._lock = threading.Lock()
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                stand_in.connections += 1

            def handle_one_request(self):
                try:
                    super().handle_one_request()
                except OSError:
                    self.close_connection = True

            def log_message(self, *_):
                pass

            def answer(self):
                asked = Asked(self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, self.read_body())
                with stand_in._lock:
                    stand_in.asked.append(asked)
                    stand_in.raw.append(self.headers)
                    reply = stand_in.replies.pop(0) if len(stand_in.replies) > 1 else stand_in.replies[0]
                reply = reply(asked) if callable(reply) else reply
                stand_in.stopped.wait(reply.wait)
                if reply.cut == "before":
                    self.close_connection = True
                    return
                self.send_response(reply.status)
                headers = {"Content-Type": "application/json", "X-Request-ID": "req-12345678", **reply.headers}
                for name, value in headers.items():
                    self.send_header(name, value)
                chunks = reply.content if isinstance(reply.content, list) else None
                if chunks is not None:
                    self.send_header("Transfer-Encoding", "chunked")
                elif reply.status != 204:
                    self.send_header("Content-Length", str(len(reply.content)))
                self.end_headers()
                if chunks is not None:
                    for chunk in chunks:
                        self.wfile.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
                        self.wfile.flush()
                        stand_in.stopped.wait(reply.wait_between)
                    if reply.cut is None:
                        self.wfile.write(b"0\r\n\r\n")
                    else:
                        self.close_connection = True
                elif reply.cut == "in":
                    self.wfile.write(reply.content[: len(reply.content) // 2])
                    self.close_connection = True
                else:
                    self.wfile.write(reply.content)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

            def read_body(self):
                if self.headers.get("Transfer-Encoding") != "chunked":
                    return self.rfile.read(int(self.headers.get("Content-Length") or 0))
                body = b""
                while True:
                    size = int(self.rfile.readline(), 16)
                    body += self.rfile.read(size)
                    self.rfile.readline()
                    if size == 0:
                        return body

        self.stopped = threading.Event()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def client(self, **settings):
        return pin_publishing.PinPublishing(KEY, base_url=self.url, use_httpx=uses_httpx(), **{"timeout": 5, **settings})

    def async_client(self, **settings):
        return pin_publishing.AsyncPinPublishing(KEY, base_url=self.url, use_httpx=uses_httpx(), **{"timeout": 5, **settings})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.server.shutdown()
        self.server.server_close()


def uses_httpx():
    """Whether these tests are of the clients that send by httpx."""
    return os.environ.get("SDK_TRANSPORT") == "httpx"


PIN = {
    "id": "0197a000-0000-7000-8000-000000000041",
    "workspace_id": "w",
    "platform_account_id": "a",
    "status": "queued",
    "media_type": "image",
    "title": "A pin",
    "attempts": 3_000_000_000,
    "created_at": "2026-01-05T09:00:00.000Z",
    "updated_at": "2026-01-05T09:00:00.000Z",
    "published_at": None,
}
DRAFT = {"account_id": "a", "board_id": "1", "title": "A pin", "image_url": "https://images.example.com/a.jpg"}
