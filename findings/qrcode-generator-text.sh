#!/usr/bin/env bash
# qrcode-generator 2.0.4: text beyond Latin-1 is cut to the low byte of each character.
# Guess: addData(text) encodes UTF-8, as readers of QR codes expect; a character it cannot encode is an error.
# Seen: without a setting of its own the euro sign becomes the one byte 0xAC, and nothing is said. Percent-encode, or hand over a `qrcode.stringToBytes` of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact qrcode-generator@2.0.4
cat >check.mjs <<'CHECK'
import qrcode from 'qrcode-generator';

const found = { ascii: qrcode.stringToBytes('a'), latin: qrcode.stringToBytes('é'), euro: qrcode.stringToBytes('€') };
const expected = { ascii: [97], latin: [233], euro: [172] };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
