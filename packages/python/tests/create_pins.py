"""Creates pins, many at once, and tells the id that each title was answered with: for tests that count what came of it."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import pin_publishing
from stand_in import uses_httpx

BASE_URL, COUNT, AT_ONCE, MOST_RETRIES = sys.argv[1], *map(int, sys.argv[2:5])
DRAFT = json.loads(os.environ["PPS_DRAFT"])

with pin_publishing.PinPublishing(base_url=BASE_URL, use_httpx=uses_httpx(), max_retries=MOST_RETRIES, timeout=30) as client:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        titles = [f"Door {number}" for number in range(COUNT)]
        created = list(pool.map(lambda title: client.pins.create(**{**DRAFT, "title": title}), titles))
print(json.dumps([[title, pin.id] for title, pin in zip(titles, created)]))
