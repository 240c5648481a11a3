#!/usr/bin/env bash
# csv-parse 7.0.3: with cast: true a text in hexadecimal notation becomes 0.
# Guess: 0x10 stays text, or is 16.
# Seen: 0. It passes the test for a number (which is that of the global isNaN and so knows hexadecimal) and is read by parseFloat (which does not).
# An identifier like 0x1f60 is lost without an error; so are leading zeros (008000 is 8000) and 1234E2 (123400).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact csv-parse@7.0.3
cat >check.mjs <<'CHECK'
import { parse } from 'csv-parse/sync';

const found = parse('0x10,0x1f60,008000,1234E2,Infinity,1_000\n', { cast: true })[0];
const expected = [0, 0, 8000, 123400, 'Infinity', '1_000'];

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
