#!/usr/bin/env bash
# SheetJS (xlsx 0.18.5): in a CSV a range of numbers becomes a day, also one that there is not.
# Guess: 1-2 may become a day, as in Excel; 2-30 and 4-31 are none, so they stay text, as 31.12.2026 and 13/13/2026 do.
# Seen: 2-30 is the 2nd of March 2001 and is written as 3/2/01, 4-31 the 1st of May. With raw: true all stay text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact xlsx@0.18.5
cat >check.mjs <<'CHECK'
import xlsx from 'xlsx';

const saved = (options) => {
  const book = xlsx.read('ages,b\n1-2,x\n2-30,x\n4-31,x\n2-32,x\n', { type: 'string', ...options });
  return xlsx.utils.sheet_to_csv(book.Sheets[book.SheetNames[0]]).split('\n').slice(1);
};
const found = { byDefault: saved({}), raw: saved({ raw: true }) };
const expected = { byDefault: ['1/2/01,x', '3/2/01,x', '5/1/01,x', '2-32,x'], raw: ['1-2,x', '2-30,x', '4-31,x', '2-32,x'] };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
