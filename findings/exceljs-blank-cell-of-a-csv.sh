#!/usr/bin/env bash
# exceljs 4.4.0: reading CSV, a cell of blanks becomes the number 0, and 0b11 becomes 3.
# Guess: a cell that holds only a space, a tab or a no-break space is a text, or no value.
# Seen: 0. A cell is taken for a number when Number(text) is one, and Number('  ') is 0; so are texts in hexadecimal, octal and binary notation. Written
# again, "  " has become 0. With map: (value) => value all stay as they are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact exceljs@4.4.0
cat >check.mjs <<'CHECK'
import ExcelJS from 'exceljs';
import { readFileSync, writeFileSync } from 'node:fs';

writeFileSync('a.csv', 'a,b,c,d,e\n"  ","\t",\u00a0,0b11,0o17\n');
const saved = async (options) => {
  const book = new ExcelJS.Workbook();
  await book.csv.readFile('a.csv', options);
  await book.csv.writeFile('b.csv');
  return readFileSync('b.csv', 'utf8').split('\n')[1];
};
const found = { byDefault: await saved({}), mapped: await saved({ map: (value) => value }) };
const expected = { byDefault: '0,0,0,3,15', mapped: '  ,\t,\u00a0,0b11,0o17' };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
