"""What is uploaded and what is read as it comes."""

import asyncio
import io
import os
import pathlib
import re
import socket
import tempfile
import time
import tracemalloc
import unittest
from unittest import mock

import pin_publishing
from stand_in import Reply, StandIn, failure, uses_httpx

ASSET = {"id": "a", "file_size_bytes": 2**40}
CONTENT = bytes(range(256)) * 1024
made = Reply(201, ASSET)


def file_of(asked):
    """The file of a form, with its name."""
    found = re.fullmatch(
        rb'--(\w+)\r\nContent-Disposition: form-data; name="file"; filename="([^"]*)"\r\nContent-Type: [\w/-]+\r\n\r\n(.*)\r\n--\1--\r\n',
        asked.body,
        re.DOTALL,
    )
    return found.group(3), found.group(2).decode()


class Uploads(unittest.TestCase):
    def test_a_path_bytes_an_open_file_and_blocks_are_the_same_file(self):
        with tempfile.TemporaryDirectory() as folder, StandIn(made) as service, service.client() as client:
            path = os.path.join(folder, "door.png")
            with open(path, "wb") as file:
                file.write(CONTENT)
            self.assertEqual(client.assets.upload_image(pathlib.Path(path)).file_size_bytes, 2**40)
            client.assets.upload_image(CONTENT, filename="door.png")
            with open(path, "rb") as file:
                client.assets.upload_image(file)
            client.assets.upload_image((CONTENT[at : at + 1000] for at in range(0, len(CONTENT), 1000)), filename="door.png")
            self.assertEqual([file_of(asked) for asked in service.asked], [(CONTENT, "door.png")] * 4)
            self.assertEqual([("content-length" in asked.headers) for asked in service.asked], [True, True, True, False])

    def test_a_try_that_failed_is_repeated_with_the_whole_file_and_the_same_key(self):
        opened = io.BytesIO(b"skipped" + CONTENT)
        opened.seek(7)
        with StandIn(Reply(cut="before"), failure(503, "service_unavailable", retry_after=0), made) as service, service.client() as client:
            client.assets.upload_video(opened, filename="a.mp4")
            self.assertEqual([file_of(asked)[0] for asked in service.asked], [CONTENT] * 3)
            self.assertEqual(len({asked.headers["idempotency-key"] for asked in service.asked}), 1)

    def test_blocks_that_can_be_read_once_are_sent_once(self):
        with StandIn(failure(503, "service_unavailable", retry_after=0)) as service, service.client() as client:
            with self.assertRaises(pin_publishing.ApiError):
                client.assets.upload_image(iter([b"a", b"b"]))
            self.assertEqual(len(service.asked), 1)

    def test_a_name_never_ends_its_header(self):
        with StandIn(made) as service, service.client() as client:
            client.assets.upload_image(b"x", filename='a"\r\nX: é.png')
            self.assertEqual(file_of(service.asked[0])[1], "a%22%0D%0AX: é.png")

    def test_a_str_is_never_a_path(self):
        with tempfile.TemporaryDirectory() as folder, StandIn(Reply(202, {"id": "i"})) as service, service.client() as client:
            path = pathlib.Path(folder, "pins.csv")
            path.write_text("title\nsecret\n")
            for upload in (client.assets.upload_image, client.assets.upload_video):
                with self.assertRaisesRegex(TypeError, "pathlib.Path"):
                    upload(str(path))
            self.assertEqual(service.asked, [])
            client.imports.create_from_csv(str(path))
            client.imports.create_from_csv("title\né\n", filename="a.csv")
            client.imports.create_from_csv(path)
            texts = [file_of(asked) for asked in service.asked]
        self.assertEqual(texts, [(str(path).encode(), "file"), ("title\né\n".encode(), "a.csv"), (b"title\nsecret\n", "pins.csv")])

    def test_a_text_file_is_refused_before_anything_leaves(self):
        with StandIn(made) as service, service.client(max_retries=0) as client:
            with self.assertRaises((TypeError, pin_publishing.PinPublishingError)):
                client.assets.upload_image(io.StringIO("text"))

    def test_it_is_uploaded_in_a_loop(self):
        async def upload(service):
            async with service.async_client() as client:
                return await client.assets.upload_image(CONTENT, filename="a.png")

        with StandIn(made) as service:
            asyncio.run(upload(service))
            self.assertEqual(file_of(service.asked[0]), (CONTENT, "a.png"))

    def test_an_upload_takes_longer_than_a_try_while_its_bytes_move(self):
        def slow():
            for _ in range(6):
                time.sleep(0.6)
                yield b"x" * 70_000

        async def upload(service):
            async with service.async_client(timeout=3, max_retries=0) as client:
                return await client.assets.upload_video(slow(), filename="a.mp4")

        with StandIn(made) as service, service.client(timeout=3, max_retries=0) as client:
            client.assets.upload_video(slow(), filename="a.mp4")
            asyncio.run(upload(service))
            self.assertEqual([file_of(asked)[0] for asked in service.asked], [b"x" * 420_000] * 2)

    def test_an_upload_that_nobody_reads_or_answers_ends_with_its_time(self):
        async def upload(url):
            client = pin_publishing.AsyncPinPublishing("k", base_url=url, timeout=0.5, max_retries=0, use_httpx=uses_httpx())
            async with client:
                await client.assets.upload_video([b"x" * 2**20] * 40, filename="a.mp4")

        with socket.create_server(("127.0.0.1", 0)) as deaf, StandIn(Reply(201, ASSET, wait=120)) as silent:
            for url in (f"http://127.0.0.1:{deaf.getsockname()[1]}", silent.url):
                begun = time.monotonic()
                with pin_publishing.PinPublishing("k", base_url=url, timeout=0.5, max_retries=0, use_httpx=uses_httpx()) as client:
                    with self.assertRaises(pin_publishing.RequestTimedOut):
                        client.assets.upload_video([b"x" * 2**20] * 40, filename="a.mp4")
                with self.assertRaises(pin_publishing.RequestTimedOut):
                    asyncio.run(upload(url))
                self.assertLess(time.monotonic() - begun, 60)

    def test_a_large_file_needs_little_memory(self):
        with tempfile.TemporaryFile() as file, StandIn(made) as service, service.client(timeout=60) as client:
            file.truncate(40 * 2**20)
            sizes = []
            with mock.patch.object(service, "asked", sizes):
                body = pin_publishing._files.file_body("file", file, "a.mp4")
                tracemalloc.start()
                total = sum(len(block) for block in body.blocks())
                peak = tracemalloc.get_traced_memory()[1]
                tracemalloc.stop()
            self.assertEqual(total, body.length)
            self.assertLess(peak, 2**20)
            del client


class Downloads(unittest.TestCase):
    def test_an_image_is_bytes_and_a_csv_is_text(self):
        image = Reply(200, content=CONTENT, headers={"Content-Type": "image/png"})
        with StandIn(image, image, Reply(200, content="\ufefftitle;é\r\n".encode())) as service, service.client() as client:
            with client.assets.get_content("a") as stream:
                self.assertEqual((stream.read(), stream.content_type), (CONTENT, "image/png"))
            with tempfile.TemporaryDirectory() as folder:
                self.assertEqual(client.assets.get_content("a").save(os.path.join(folder, "a.png")), len(CONTENT))
            self.assertEqual(client.imports.get_failed_rows("i"), "\ufefftitle;é\r\n")
            self.assertEqual(service.asked[2].headers["accept"], "text/csv")

    def test_a_file_that_broke_off_is_an_error(self):
        for reply in (Reply(200, content=CONTENT, cut="in"), Reply(200, content=[CONTENT, CONTENT], cut="in")):
            with StandIn(reply) as service, service.client() as client:
                with self.assertRaises(pin_publishing.ConnectionFailed):
                    client.assets.get_content("a").read()

    def test_lines_are_items_however_they_are_cut(self):
        text = b'{"event_id":"1","recorded_at":"2026-01-05T09:00:00.000Z"}\n{"event_id":"2","data":{"a":"\xc3\xa9"}}\n'
        blocks = [text[at : at + 7] for at in range(0, len(text), 7)]

        async def read(service):
            async with service.async_client() as client:
                return [item async for item in (await client.audit.export()).items()]

        with StandIn(Reply(200, content=blocks)) as service, service.client() as client:
            items = list(client.audit.export().items())
            self.assertEqual([item.event_id for item in items], ["1", "2"])
            self.assertEqual(items[0].recorded_at.year, 2026)
            self.assertEqual(asyncio.run(read(service)), items)

    def test_an_export_that_broke_off_is_gone_on_with_and_verified_the_same(self):
        facts = [b'{"n":%d}\n' % number for number in range(7)]

        def answer(asked):
            if "/v1/audit/export" not in asked.target:
                return Reply(200, {"items": [], "next_cursor": None})
            at = int(re.search(r"cursor=(\d+)", asked.target).group(1))
            whole = facts[at : at + 3]
            return Reply(200, content=whole + [facts[at + 3][:4]], cut="in") if at + 3 < len(facts) else Reply(200, content=facts[at:])

        def seen(lines, *_):
            read.append(list(lines))

        async def verify(service):
            async with service.async_client() as client:
                await client.audit.verify("w")

        read, broken = [], Reply(200, content=[b'{"n"'], cut="in")
        with mock.patch("pin_publishing._extensions.verify_facts", seen), StandIn(answer) as service, service.client() as client:
            client.audit.verify("w")
            asyncio.run(verify(service))
            self.assertEqual(read, [[fact[:-1] for fact in facts]] * 2)
            service.replies = [lambda asked: broken if "/v1/audit/export" in asked.target else answer(asked)]
            with self.assertRaises(pin_publishing.ConnectionFailed):
                asyncio.run(verify(service))

    def test_a_refused_download_is_its_error(self):
        with StandIn(failure(404, "not_found")) as service, service.client() as client:
            with self.assertRaises(pin_publishing.error_codes.NotFoundError):
                client.assets.get_content("a")

    def test_a_small_answer_that_unpacks_into_a_large_one_is_refused(self):
        import gzip

        bomb = Reply(200, content=gzip.compress(b"[" + b" " * (80 * 2**20)), headers={"Content-Encoding": "gzip"})
        with StandIn(bomb) as service, service.client(timeout=30, max_retries=0) as client:
            with self.assertRaises(pin_publishing.PinPublishingError):
                client.pins.list()
        if not uses_httpx():
            fine = Reply(200, content=gzip.compress(b"[]"), headers={"Content-Encoding": "gzip"})
            with StandIn(fine) as service, service.client() as client:
                self.assertEqual(client.pins.list(), [])
                self.assertEqual(service.asked[0].headers["accept-encoding"], "gzip")


if __name__ == "__main__":
    unittest.main()
