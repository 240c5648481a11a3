#!/usr/bin/env bash
# csv-stringify 6.9.0: false is written as nothing, true as 1, a Date as milliseconds since 1970.
# Guess: false and true, and the moment in ISO 8601.
# Seen: as said; an empty cell for false cannot be told from null. casts are needed for anything that is to be read again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact csv-stringify@6.9.0
cat >check.mjs <<'CHECK'
import { stringify } from 'csv-stringify/sync';

const found = stringify([[true, false, null, new Date('2026-11-27T12:00:00Z')]]);
const expected = '1,,,1795780800000\n';

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
