#!/usr/bin/env bash
# hyparquet-writer 0.17.0 with DuckDB 1.5.6: a Date is written as a local time, not as an instant.
# Guess: a column of Dates, which are instants, is marked as adjusted to UTC.
# Seen: type TIMESTAMP writes the converted type TIMESTAMP_MILLIS without the logical type that says isAdjustedToUTC; DuckDB reads TIMESTAMP without
# zone, and a session in Vienna takes 12:00 UTC for 11:00 UTC. With the logical type in the schema the instant is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact hyparquet-writer@0.17.0 @duckdb/node-api@1.5.6-r.1
cat >check.mjs <<'CHECK'
import { DuckDBInstance } from '@duckdb/node-api';
import { writeFileSync } from 'node:fs';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
const ask = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();

import { parquetWriteBuffer, schemaFromColumnData } from 'hyparquet-writer';

await ask("set timezone = 'Europe/Vienna'");
const columnData = [{ name: 't', data: [new Date('2026-11-27T12:00:00Z')], type: 'TIMESTAMP' }];
const schema = schemaFromColumnData({ columnData }).map((element) =>
  element.converted_type === 'TIMESTAMP_MILLIS' ? { ...element, logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } } : element,
);
writeFileSync('plain.parquet', Buffer.from(parquetWriteBuffer({ columnData })));
writeFileSync('told.parquet', Buffer.from(parquetWriteBuffer({ columnData: columnData.map(({ name, data }) => ({ name, data })), schema })));
const found = {};
for (const file of ['plain', 'told']) {
  found[file] = (await ask(`select typeof(t) as type, epoch(t::timestamptz)::bigint::varchar as seconds from '${file}.parquet'`))[0];
}
const expected = {
  plain: { type: 'TIMESTAMP', seconds: '1795777200' },
  told: { type: 'TIMESTAMP WITH TIME ZONE', seconds: '1795780800' },
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
