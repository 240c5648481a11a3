"""Builds wheel and sdist with the standard library alone (PEP 517, 660): the package is plain Python, and nothing is fetched to build it."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import os
import re
import tarfile
import zipfile
from typing import Dict, List, Optional, Tuple

NAME, PACKAGE = "pin-publishing", "pin_publishing"
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The first moment that a zip can hold: the same sources give the same bytes.
MOMENT = (1980, 1, 1, 0, 0, 0)


def version() -> str:
    found = re.search(r'VERSION = "([^"]+)"', _read("pin_publishing/_version.py").decode())
    if not found:
        raise RuntimeError("pin_publishing/_version.py has no version")
    return found.group(1)


def metadata() -> bytes:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {NAME}",
        f"Version: {version()}",
        "Summary: The Pin Publishing Service for Python: typed, retried without publishing twice, standard library only.",
        "Requires-Python: >=3.9",
        "Classifier: Programming Language :: Python :: 3",
        "Classifier: Typing :: Typed",
        "Classifier: Private :: Do Not Upload",
        "Provides-Extra: httpx",
        'Requires-Dist: httpx>=0.23; extra == "httpx"',
        "Provides-Extra: cryptography",
        'Requires-Dist: cryptography>=41; extra == "cryptography"',
        "Description-Content-Type: text/markdown",
        "",
    ]
    return "\n".join(lines).encode() + b"\n" + _read("README.md")


def build_wheel(wheel_directory: str, config_settings: Optional[Dict[str, object]] = None, metadata_directory: Optional[str] = None) -> str:
    return _write_wheel(wheel_directory, [(path, _read(path)) for path in _modules()])


def build_editable(wheel_directory: str, config_settings: Optional[Dict[str, object]] = None, metadata_directory: Optional[str] = None) -> str:
    return _write_wheel(wheel_directory, [(f"{PACKAGE}.pth", f"{ROOT}\n".encode())])


def build_sdist(sdist_directory: str, config_settings: Optional[Dict[str, object]] = None) -> str:
    folder = f"{PACKAGE}-{version()}"
    others = ["pyproject.toml", "README.md", "REFERENCE.md", "build_backend/build_package.py"]
    files = [("PKG-INFO", metadata())] + [(path, _read(path)) for path in others + _modules()]
    name = f"{folder}.tar.gz"
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, content in files:
            entry = tarfile.TarInfo(f"{folder}/{path}")
            entry.size, entry.mode = len(content), 0o644
            archive.addfile(entry, io.BytesIO(content))
    with open(os.path.join(sdist_directory, name), "wb") as file:
        file.write(gzip.compress(plain.getvalue(), mtime=0))
    return name


def _write_wheel(folder: str, files: List[Tuple[str, bytes]]) -> str:
    info = f"{PACKAGE}-{version()}.dist-info"
    tags = "Wheel-Version: 1.0\nGenerator: build_package\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = files + [(f"{info}/METADATA", metadata()), (f"{info}/WHEEL", tags.encode())]
    record = "".join(f"{path},{_hash(content)},{len(content)}\n" for path, content in files) + f"{info}/RECORD,,\n"
    name = f"{PACKAGE}-{version()}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files + [(f"{info}/RECORD", record.encode())]:
            entry = zipfile.ZipInfo(path, MOMENT)
            entry.external_attr, entry.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return name


def _modules() -> List[str]:
    names = os.listdir(os.path.join(ROOT, PACKAGE))
    return [f"{PACKAGE}/{name}" for name in sorted(names) if name.endswith((".py", ".pyi")) or name == "py.typed"]


def _hash(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _read(path: str) -> bytes:
    with open(os.path.join(ROOT, path), "rb") as file:
        return file.read()
