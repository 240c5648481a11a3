#!/usr/bin/env bash
# DuckDB 1.5.6: the same moment, written with Z, is an instant when read from CSV and a local time when read from newline-delimited JSON.
# Guess: both readers detect the same type.
# Seen: CSV gives TIMESTAMP WITH TIME ZONE, JSON gives TIMESTAMP. In a session of another zone than UTC the two differ by the offset as soon as
# one is compared with an instant (here by an hour in Vienna in winter). Remedy: read_json(…, columns = {t: 'TIMESTAMPTZ', …}).
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

await ask("set timezone = 'Europe/Vienna'");
writeFileSync('a.csv', 't\n2026-12-01T09:00:00Z\n');
writeFileSync('a.ndjson', '{"t":"2026-12-01T09:00:00Z"}\n');
const found = {};
for (const file of ['a.csv', 'a.ndjson']) {
  found[file] = (await ask(`select typeof(t) as type, epoch(t::timestamptz)::bigint::varchar as seconds from '${file}'`))[0];
}
found.given = (await ask("select typeof(t) as type, epoch(t)::bigint::varchar as seconds from read_json('a.ndjson', columns = {t: 'TIMESTAMPTZ'})"))[0];
const expected = {
  'a.csv': { type: 'TIMESTAMP WITH TIME ZONE', seconds: '1796115600' },
  'a.ndjson': { type: 'TIMESTAMP', seconds: '1796112000' },
  given: { type: 'TIMESTAMP WITH TIME ZONE', seconds: '1796115600' },
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
