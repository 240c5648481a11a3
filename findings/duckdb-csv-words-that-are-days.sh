#!/usr/bin/env bash
# DuckDB 1.5.6: read_csv takes a column of the words epoch, inf or yes for days and booleans, and 01/02/26 for a day of the year 2001.
# Guess: words stay text; of two digits at an end of a date the last ones are the year.
# Seen: epoch is the DATE 1970-01-01, inf and Infinity (a number, if anything) the DATE infinity, yes and t the BOOLEAN true (y, on and null stay
# text), 01/02/26 the 26th of February 2001. A column that holds one other text is text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @duckdb/node-api@1.5.6-r.1
cat >check.mjs <<'CHECK'
import { DuckDBInstance } from '@duckdb/node-api';
import { writeFileSync } from 'node:fs';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
const found = {};
for (const word of ['epoch', 'inf', 'Infinity', 'yes', 't', 'y', '01/02/26', 'nan']) {
  writeFileSync('a.csv', `a,b\n${word},x\n`);
  const [row] = (await connection.runAndReadAll(`select typeof(a) || ' ' || a as seen from read_csv('a.csv')`)).getRowObjectsJson();
  found[word] = row.seen;
}
const expected = {
  epoch: 'DATE 1970-01-01',
  inf: 'DATE infinity',
  Infinity: 'DATE infinity',
  yes: 'BOOLEAN true',
  t: 'BOOLEAN true',
  y: 'VARCHAR y',
  '01/02/26': 'DATE 2001-02-26',
  nan: 'DOUBLE nan',
};

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
process.exit(0);
CHECK
node check.mjs
