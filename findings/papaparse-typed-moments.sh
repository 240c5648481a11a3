#!/usr/bin/env bash
# Papa Parse 5.7.1: dynamicTyping makes Dates of texts, also of days that there are not, and what is no moment is written as nothing.
# Guess: numbers and booleans are converted, as its documentation says; a text like 2026-02-31T10:00:00Z stays a text.
# Seen: a Date, the 3rd of March; unparse writes that, and an empty cell for a text whose hour or month there is not. No error is reported.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact papaparse@5.7.1
cat >check.mjs <<'CHECK'
import Papa from 'papaparse';

const saved = (text) => {
  const { data, errors } = Papa.parse(`at,b\r\n${text},x`, { header: true, dynamicTyping: true });
  return [data[0].at instanceof Date, Papa.unparse(data).split('\r\n')[1], errors.length];
};
const found = ['2026-02-31T10:00:00Z', '2026-12-01T09:00:00+01:00', '2026-19-01T29:00:00Z', '2026-12-01T09:00:00', '2026-12-01'].map(saved);
const expected = [
  [true, '2026-03-03T10:00:00.000Z,x', 0],
  [true, '2026-12-01T08:00:00.000Z,x', 0],
  [true, ',x', 0],
  [false, '2026-12-01T09:00:00,x', 0],
  [false, '2026-12-01,x', 0],
];

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
