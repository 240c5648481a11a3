#!/usr/bin/env bash
# Papa Parse 5.7.1: in a file of CRLF a line that ends with LF swallows the next one, without an error.
# Guess: each of CRLF, LF and CR ends a row, or the mixture is reported.
# Seen: one line end is guessed for the whole file; "3,4" and "5,6" become one row of three cells, "4\n5" in the middle. Without a header row, and with
# one where the number of cells happens to be right, errors stays empty. A line that was appended with echo is enough.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact papaparse@5.7.1
cat >check.mjs <<'CHECK'
import Papa from 'papaparse';

const read = (text, options) => {
  const { data, errors } = Papa.parse(text, options);
  return { data, errors: errors.map(({ code }) => code) };
};
const found = [read('1,2\r\n3,4\n5,6\r\n7,8'), read('title\r\nBlue\nGreen\r\nRed', { header: true, delimiter: ',' })];
const expected = [
  { data: [['1', '2'], ['3', '4\n5', '6'], ['7', '8']], errors: [] },
  { data: [{ title: 'Blue\nGreen' }, { title: 'Red' }], errors: [] },
];

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
