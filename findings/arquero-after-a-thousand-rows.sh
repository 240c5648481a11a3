#!/usr/bin/env bash
# arquero 7.2.1: what the first 1000 rows of a CSV look like decides the types, and a later cell that does not fit is lost.
# Guess: the column falls back to text, or the file is refused.
# Seen: door-1150 becomes NaN, Blue door an Invalid Date, and maybe is true; nothing is said. With autoType: false, or autoMax beyond the rows, all stay.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact arquero@7.2.1
cat >check.mjs <<'CHECK'
import { fromCSV } from 'arquero';

const rows = Array.from({ length: 1_200 }, (_, n) => (n < 1_100 ? `${n},2026-01-01,true` : `door-${n},Blue door,maybe`));
const lastOf = (options) => {
  const { key, title, flag } = fromCSV(`key,title,flag\n${rows.join('\n')}\n`, options).object(1_150);
  return [key, title, flag].map(String);
};
const found = { default: lastOf(), 'autoType: false': lastOf({ autoType: false }), 'autoMax: 2000': lastOf({ autoMax: 2_000 }) };
const whole = ['door-1150', 'Blue door', 'maybe'];
const expected = { default: ['NaN', 'Invalid Date', 'true'], 'autoType: false': whole, 'autoMax: 2000': whole };
console.log(JSON.stringify(found));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('changed: expected', JSON.stringify(expected));
  process.exit(1);
}
CHECK
node check.mjs
