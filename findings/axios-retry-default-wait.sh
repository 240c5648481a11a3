#!/usr/bin/env bash
# axios-retry 4.5.0 with axios 1.21.1: without a `retryDelay` it waits for as long as `Retry-After` says.
# Guess: the default is documented as no delay, so a 503 is repeated at once, whatever `Retry-After` says, and 429 is not repeated, as it is no 5xx.
# Seen: both 503 and 429 are repeated after the seconds of `Retry-After`; an answer that says an hour makes a GET hang for an hour. A POST is not repeated.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact axios@1.21.1 axios-retry@4.5.0
cat >check.mjs <<'CHECK'
import { createServer } from 'node:http';
import axios from 'axios';
import axiosRetry from 'axios-retry';

let calls = [];
let status = 503;
const server = createServer((asked, answer) => {
  calls.push(Date.now());
  asked.resume();
  asked.on('end', () => (calls.length === 1 ? answer.writeHead(status, { 'retry-after': '2' }).end() : answer.end('ok')));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/`;
const client = axios.create();
axiosRetry(client);
async function made(ask) {
  calls = [];
  const outcome = await ask().then((answer) => answer.status, (error) => error.response.status);
  return { outcome, waited: calls.length < 2 ? null : calls[1] - calls[0] > 1_900 };
}
const found = { unavailable: await made(() => client.get(url)), post: await made(() => client.post(url, {})) };
status = 429;
found.limited = await made(() => client.get(url));
server.close();
server.closeAllConnections();
const expected = { unavailable: { outcome: 200, waited: true }, post: { outcome: 503, waited: null }, limited: { outcome: 200, waited: true } };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
