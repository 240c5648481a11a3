#!/usr/bin/env bash
# Jest 30.5.2 on Node 20.20: every file of tests makes each promise of all later files of its worker slower.
# Guess: what the runner itself keeps does not grow with the files that a worker has run; each file has a realm of its own.
# Seen: jest-circus is evaluated anew for each file and makes an AsyncLocalStorage, which is never disabled. Up to Node 22 a new promise asks every storage
# in use and keeps a property for each: in the 40th file of a worker it has 40 of them, in the first one 1, and to make promises takes several times as long.
# From Node 24 on (AsyncContextFrame) there is none.
set -euo pipefail
if [ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 24')" = true ]; then
  echo 'only up to Node 22'
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact jest@30.5.2
for number in $(seq -w 1 40); do
  cat >"file-$number.test.js" <<'TEST'
const { executionAsyncResource } = require('node:async_hooks');
const { appendFileSync } = require('node:fs');

test('counts the storages that a promise asks', async () => {
  await null;
  const storages = Object.getOwnPropertySymbols(executionAsyncResource()).filter(({ description }) => description === 'kResourceStore');
  const begun = process.hrtime.bigint();
  for (let made = 0; made < 100_000; made += 1) await null;
  const ms = Number(process.hrtime.bigint() - begun) / 1e6;
  appendFileSync('counts.ndjson', `${JSON.stringify({ storages: storages.length, ms: Math.round(ms) })}\n`);
});
TEST
done
npx --no-install jest --runInBand --silent >jest.log 2>&1 || { cat jest.log; exit 1; }
node -e "
const lines = require('node:fs').readFileSync('counts.ndjson', 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const [first, last] = [lines[0], lines.at(-1)];
console.log('node', process.version, 'first', JSON.stringify(first), 'last', JSON.stringify(last));
if (lines.length !== 40 || last.storages - first.storages < 39) {
  console.error('changed');
  process.exit(1);
}
"
