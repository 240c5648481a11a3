#!/usr/bin/env bash
# ratelimit-header-parser 0.1.0: the header RateLimit in the form of the draft since its eighth version is read as numbers that are none.
# Guess: it is read, or undefined is answered, as without such a header.
# Seen: limit, used and remaining are NaN, and the reset is an invalid date: a program that waits for so long does not wait.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact ratelimit-header-parser@0.1.0
cat >check.mjs <<'CHECK'
import { parseRateLimit } from 'ratelimit-header-parser';

const read = (headers) => {
  const found = parseRateLimit(new Headers(headers));
  return found && [found.limit, found.remaining, found.reset].map((value) => (value instanceof Date ? Number.isFinite(value.getTime()) : value));
};
const found = {
  without: String(read({})),
  older: read({ ratelimit: 'limit=100, remaining=50, reset=5' }).map(String),
  newer: read({ 'ratelimit-policy': '"default";q=100;w=60', ratelimit: '"default";r=50;t=5' }).map(String),
};
const expected = { without: 'undefined', older: ['100', '50', 'true'], newer: ['NaN', 'NaN', 'false'] };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
