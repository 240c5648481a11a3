#!/usr/bin/env bash
# json-2-csv 5.6.0: what is null or undefined becomes the words `null` and `undefined` in the file, and a date the text of its toString.
# Guess: an empty cell, and the form of JSON, as @json2csv/plainjs 7.0.8 writes.
# Seen: `null`, `undefined` and `Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)`; a cell `true` or `1e5` is read back as no text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact json-2-csv@5.6.0 @json2csv/plainjs@7.0.8
export TZ=UTC
cat >check.mjs <<'CHECK'
import { Parser } from '@json2csv/plainjs';
import { csv2json, json2csv } from 'json-2-csv';

const rows = [{ title: 'Door', description: null, link: undefined, at: new Date(0) }];
const lastLine = (text) => text.split('\n').at(-1);
const found = {
  written: lastLine(json2csv(rows)),
  other: lastLine(new Parser().parse(rows)),
  read: csv2json('title,board\ntrue,1e5\n'),
};
const expected = {
  written: 'Door,null,undefined,Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)',
  other: '"Door",,,"1970-01-01T00:00:00.000Z"',
  read: [{ title: true, board: 100000 }],
};

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
