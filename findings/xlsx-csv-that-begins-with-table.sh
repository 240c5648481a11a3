#!/usr/bin/env bash
# SheetJS (xlsx 0.18.5): a CSV whose first column is called TABLE is read as an empty sheet.
# Guess: a CSV file is read as CSV, whatever its first column is called; the names of formats matter in Excel alone (ID and SYLK).
# Seen: a text that begins with TABLE is taken for DIF, also with raw: true and from a file called .csv: no rows, no error. TABLES too; "table" is read,
# and so is ID, which Excel takes for SYLK.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact xlsx@0.18.5
cat >check.mjs <<'CHECK'
import xlsx from 'xlsx';
import { writeFileSync } from 'node:fs';

const rows = (text) => {
  writeFileSync('a.csv', text);
  const books = [xlsx.read(text, { type: 'string', raw: true }), xlsx.readFile('a.csv')];
  return books.map((book) => xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0]], { header: 1 }).length);
};
const found = ['TABLE,SEATS\n1,4\n2,6\n', 'TABLES,SEATS\n1,4\n2,6\n', 'table,seats\n1,4\n2,6\n', 'ID,SEATS\n1,4\n2,6\n'].map(rows);
const expected = [[0, 0], [0, 0], [3, 3], [3, 3]];

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
