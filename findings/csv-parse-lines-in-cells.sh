#!/usr/bin/env bash
# csv-parse 7.0.3: a line end of two characters inside a quoted cell is counted as two lines.
# Guess: info.lines and the line in an error are those that a text editor shows.
# Seen: with LF they are; with CRLF inside a cell every such line end counts twice, so all later lines are told too high.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact csv-parse@7.0.3
cat >check.mjs <<'CHECK'
import { parse } from 'csv-parse/sync';

const linesOf = (end) => parse(`a,b${end}"x${end}y",1${end}z,2${end}`, { info: true }).map((row) => row.info.lines);
const found = { LF: linesOf('\n'), CRLF: linesOf('\r\n') };
const expected = { LF: [1, 3, 4], CRLF: [1, 4, 5] };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
