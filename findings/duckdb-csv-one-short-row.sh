#!/usr/bin/env bash
# DuckDB 1.5.6: one row that is too short makes the whole CSV one column.
# Guess: read_csv refuses the row, names it, or fills it with NULL.
# Seen: the sniffer finds no separator by which all rows have as many cells, and settles for none: one column, called "a,b", whole lines in it, no error.
# With delim = ',' the row is refused, with null_padding = true filled.
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
const ask = async (options) => {
  try {
    return (await connection.runAndReadAll(`select * from read_csv('a.csv'${options})`)).getRowObjectsJson();
  } catch {
    return 'refused';
  }
};
writeFileSync('a.csv', 'a,b\n1,2\n3\n');
const found = { byDefault: await ask(''), told: await ask(", delim = ','"), padded: await ask(', null_padding = true') };
const expected = {
  byDefault: [{ 'a,b': '1,2' }, { 'a,b': '3' }],
  told: 'refused',
  padded: [{ a: '1', b: '2' }, { a: '3', b: null }],
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
