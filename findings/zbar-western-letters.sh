#!/usr/bin/env bash
# zbar 0.23.92 (Debian 12; what desktop scanners read QR codes with): UTF-8 text in a QR code is read as Big5 or Shift-JIS where it could be that, too.
# Guess: bytes that are valid UTF-8 are read as UTF-8, which every generator of today writes.
# Seen: Café is read as Caf矇, Zürich as Z羹rich, 東京 as 譚ｱ莠ｬ, and nothing is said; Łódź and Москва are right. A code that names its encoding (ECI 26) is
# read right, and so is one without letters beyond ASCII: percent-encode addresses before they become a code. jsqr 1.4.0 reads the same codes right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q python3-zbar=0.23.92-7+deb12u1 libzbar0=0.23.92-7+deb12u1 python3-segno=1.4.1-1 libv4l-0 libv4lconvert0 libx11-6 libxcb1 \
  libxau6 libxdmcp6 libbsd0 libmd0 libjpeg62-turbo libdbus-1-3 >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" .; done
cat >check.py <<'CHECK'
import json, sys
import segno, zbar

def read(text, **encoding):
    scale = 4
    rows = [bytes(0 if module else 255 for module in row for _ in range(scale)) for row in segno.make(text, micro=False, **encoding).matrix_iter(border=4)]
    image = zbar.Image(len(rows[0]), len(rows) * scale, 'Y800', b''.join(row * scale for row in rows))
    zbar.ImageScanner().scan(image)
    return [symbol.data for symbol in image][0]

texts = ['Café', 'Zürich', '東京', 'Łódź', 'Москва']
found = {
    'UTF-8': {text: read(text, encoding='utf-8') for text in texts},
    'UTF-8, named': {text: read(text, encoding='utf-8', eci=True) for text in texts},
    'percent-encoded': read('otpauth://totp/Caf%C3%A9', encoding='utf-8'),
}
expected = {
    'UTF-8': {'Café': 'Caf矇', 'Zürich': 'Z羹rich', '東京': '譚ｱ莠ｬ', 'Łódź': 'Łódź', 'Москва': 'Москва'},
    'UTF-8, named': {text: text for text in texts},
    'percent-encoded': 'otpauth://totp/Caf%C3%A9',
}
print(json.dumps(found, ensure_ascii=False))
if found != expected:
    print('changed: expected', json.dumps(expected, ensure_ascii=False), file=sys.stderr)
    sys.exit(1)
CHECK
libraries=$(find "$folder" -name 'libzbar.so.0' -printf '%h')
LD_LIBRARY_PATH="$libraries:$folder/lib/${libraries##*/}" PYTHONPATH="$folder/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 check.py
