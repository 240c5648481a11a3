#!/usr/bin/env bash
# Node.js 24.21.0: `node:readline` ends a line also at U+2028 and U+2029; Node.js 20.20.2 and 22 do not.
# Guess: `for await (const line of createInterface({ input }))` ends lines at LF, CR and CRLF, so that NDJSON is read a record a line on every version.
# Seen: JSON.stringify writes both characters as they are; on 24.21.0 a record that has one comes as two lines, neither of which is JSON.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
arch=$(node -p 'process.arch')
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact "older@npm:node-linux-$arch@20.20.2" "newer@npm:node-linux-$arch@24.21.0"
cat >check.mjs <<'CHECK'
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

const records = [{ text: 'one\u2028two' }, { text: 'three\u2029four' }, { text: 'plain' }];
const input = Readable.from([records.map((record) => `${JSON.stringify(record)}\n`).join('')]);
const lines = [];
for await (const line of createInterface({ input, crlfDelay: Infinity })) lines.push(line);
console.log(`${process.version} ${lines.length}`);
CHECK
seen="$(node_modules/older/bin/node check.mjs), $(node_modules/newer/bin/node check.mjs)"
echo "$seen"
expected='v20.20.2 3, v24.21.0 5'
if [ "$seen" != "$expected" ]; then
  echo "changed: expected $expected" >&2
  exit 1
fi
