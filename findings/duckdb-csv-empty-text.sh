#!/usr/bin/env bash
# DuckDB 1.5.6: what its own COPY writes to CSV does not come back: an empty text is read as NULL.
# Guess: COPY writes an empty text as "" and NULL as nothing, and reading keeps them apart.
# Seen: it writes "" and nothing, and read_csv makes NULL of both unless allow_quoted_nulls = false is given.
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
const ask = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();

await ask("copy (select '' as a, 1 as n union all select null, 2 order by n) to 'a.csv' (header)");
const { readFileSync } = await import('node:fs');
const nulls = async (source) => (await ask(`select a is null as is_null from ${source} order by n`)).map((row) => row.is_null);
const found = {
  file: readFileSync('a.csv', 'utf8'),
  byDefault: await nulls("'a.csv'"),
  told: await nulls("read_csv('a.csv', allow_quoted_nulls = false)"),
};
const expected = { file: 'a,n\n"",1\n,2\n', byDefault: [true, true], told: [false, true] };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
process.exit(0);
CHECK
node check.mjs
