"""Reads the same by bare `http.client`, or `httpx`, and by the SDK in turn, and tells how long each took: for a measurement."""

import gzip
import http.client
import json
import os
import sys
import time
from urllib.parse import urlsplit

import pin_publishing
from stand_in import uses_httpx

BASE_URL, PIN_ID, PAIRS, WARM_UP = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
KEY = os.environ["PPS_API_KEY"]
origin = urlsplit(BASE_URL)
headers = {"X-API-Key": KEY, "Accept": "application/json", "Accept-Encoding": "gzip"}
connection = http.client.HTTPConnection(origin.hostname, origin.port)
client = pin_publishing.PinPublishing(base_url=BASE_URL, use_httpx=uses_httpx())


def read_by_http_client(path):
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    body = response.read()
    assert response.status == 200, body
    return json.loads(gzip.decompress(body) if response.headers["Content-Encoding"] == "gzip" else body)


def reader_by_httpx():
    import httpx

    bare = httpx.Client(base_url=BASE_URL, headers=headers)

    def read(path):
        response = bare.get(path)
        response.raise_for_status()
        return response.json()

    return read


read_bare = reader_by_httpx() if uses_httpx() else read_by_http_client


def timed(call):
    begun, cpu_begun = time.perf_counter(), time.process_time()
    call()
    return [(time.perf_counter() - begun) * 1000, (time.process_time() - cpu_begun) * 1000]


def in_turn(bare, by_sdk):
    """Times of each, a pair after the other; who is first changes."""
    pairs = []
    for number in range(PAIRS + WARM_UP):
        if number % 2:
            second, first = timed(by_sdk), timed(bare)
        else:
            first, second = timed(bare), timed(by_sdk)
        if number >= WARM_UP:
            pairs.append([first, second])
    return pairs


told = {
    "one pin": in_turn(lambda: read_bare(f"/v1/pins/{PIN_ID}"), lambda: client.pins.get(PIN_ID)),
    "a page of 50": in_turn(lambda: read_bare("/v1/pins?limit=50"), lambda: client.pins.list(limit=50)),
}
print(json.dumps(told))
