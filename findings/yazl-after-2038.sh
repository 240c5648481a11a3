#!/usr/bin/env bash
# yazl 3.3.1: a file of a time after 19 January 2038 has two different times in the archive.
# Guess: `mtime` is written as given; formats of a ZIP go until 2107.
# Seen: the field of MS-DOS has the year 2045, the extended timestamp beside it, which most programs prefer, ends at 2038-01-19T03:14:07Z.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact yazl@3.3.1 yauzl@3.2.0
cat >check.mjs <<'CHECK'
import { once } from 'node:events';
import yazl from 'yazl';
import yauzl from 'yauzl';

const zip = new yazl.ZipFile();
zip.addBuffer(Buffer.from('x'), 'a.txt', { mtime: new Date('2045-06-01T00:00:00Z') });
zip.end();
const chunks = [];
for await (const chunk of zip.outputStream) chunks.push(chunk);
const opened = await new Promise((resolve, reject) => yauzl.fromBuffer(Buffer.concat(chunks), (error, file) => (error ? reject(error) : resolve(file))));
const [entry] = await once(opened, 'entry');
const extended = entry.extraFields.find(({ id }) => id === 0x5455);
const found = {
  dosYear: (entry.lastModFileDate >> 9) + 1980,
  extended: new Date(extended.data.readInt32LE(1) * 1_000).toISOString(),
};
const expected = { dosYear: 2045, extended: '2038-01-19T03:14:07.000Z' };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
