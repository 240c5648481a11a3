"""Files that are uploaded, block by block, as one field of a form."""

from __future__ import annotations

import io
import os
import secrets
from typing import BinaryIO, Iterable, Iterator, Optional, Tuple, Union, cast

from ._request import Body

BLOCK = 65536
Upload = Union["os.PathLike[str]", bytes, BinaryIO, Iterable[bytes]]
"""A path (`pathlib.Path`), bytes, an open binary file, or blocks of bytes."""
TextUpload = Union[str, Upload]
"""Text, or a file. A str is the text itself and never a path: text of a stranger must not name a file of this machine."""


def file_body(field: str, upload: Upload, filename: Optional[str]) -> Body:
    """The form with the file. Files that can be sought, paths and bytes can be sent again; other sources only once."""
    if isinstance(upload, str):
        raise TypeError("a str is no file: give pathlib.Path(path), bytes or an open binary file")
    return _FileBody(field, upload, filename or _name_of(upload))


def text_body(field: str, upload: TextUpload, filename: Optional[str]) -> Body:
    """The form with a file of text, which may be given as it is."""
    return file_body(field, upload.encode() if isinstance(upload, str) else upload, filename)


class _FileBody:
    def __init__(self, field: str, upload: Upload, filename: str) -> None:
        boundary = secrets.token_hex(16)
        self.content_type = f"multipart/form-data; boundary={boundary}"
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(field)}"; filename="{_quoted(filename)}"\r\n'
        self._head = (head + "Content-Type: application/octet-stream\r\n\r\n").encode()
        self._tail = f"\r\n--{boundary}--\r\n".encode()
        self._upload = upload
        self._start, size = _start_and_size(upload)
        self._is_spent = False
        self.length = None if size is None else len(self._head) + size + len(self._tail)

    def can_repeat(self) -> bool:
        return not self._is_spent

    def blocks(self) -> Iterator[bytes]:
        yield self._head
        yield from self._content()
        yield self._tail

    def _content(self) -> Iterator[bytes]:
        upload = self._upload
        if isinstance(upload, bytes):
            yield from _blocks_of(io.BytesIO(upload))
        elif isinstance(upload, os.PathLike):
            with open(upload, "rb") as file:
                yield from _blocks_of(file)
        elif _is_file(upload):
            file = cast(BinaryIO, upload)
            if self._start is None:
                self._is_spent = True
            else:
                file.seek(self._start)
            yield from _blocks_of(file)
        else:
            self._is_spent = not isinstance(upload, (list, tuple))
            for block in cast("Iterable[bytes]", upload):
                for at in range(0, len(block), BLOCK):
                    yield block[at : at + BLOCK]


def _blocks_of(file: BinaryIO) -> Iterator[bytes]:
    while True:
        block = file.read(BLOCK)
        if not isinstance(block, bytes):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError("open the file in binary mode: open(path, 'rb')")
        if not block:
            return
        yield block


def _start_and_size(upload: Upload) -> Tuple[Optional[int], Optional[int]]:
    """Where an open file begins to be sent, and how many bytes there are; None for what is not known before."""
    if isinstance(upload, bytes):
        return 0, len(upload)
    if isinstance(upload, os.PathLike):
        return 0, os.stat(upload).st_size
    if _is_file(upload):
        file = cast(BinaryIO, upload)
        try:
            start = file.tell()
            size = file.seek(0, os.SEEK_END) - start
            file.seek(start)
            return start, size
        except (AttributeError, OSError, ValueError):
            return None, None
    if isinstance(upload, (list, tuple)):
        return 0, sum(len(block) for block in cast("Iterable[bytes]", upload))
    return None, None


def _is_file(upload: object) -> bool:
    return callable(getattr(upload, "read", None))


def _name_of(upload: Upload) -> str:
    name: object = upload if isinstance(upload, os.PathLike) else getattr(upload, "name", None)
    return os.path.basename(name) if isinstance(name, (str, os.PathLike)) and name else "file"


def _quoted(name: str) -> str:
    """As browsers write names in forms."""
    return name.encode("utf-8", "replace").decode().replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
