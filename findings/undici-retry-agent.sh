#!/usr/bin/env bash
# undici 7.30.2: RetryAgent calls again before `Retry-After` is over, and does not repeat a PUT of fetch.
# Guess: it waits for as long as the server says, or gives up; PUT is in its list of methods, so fetch(url, { method: 'PUT', body: 'x' }) is repeated.
# Seen: it waits for the smaller of `Retry-After` and `maxTimeout` (30 s by default), so that a wait of minutes is cut; the PUT of fetch fails with
# "fetch failed" after one call, while the same PUT by request() is repeated.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact undici@7.30.2
cat >check.mjs <<'CHECK'
import { createServer } from 'node:http';
import { Agent, RetryAgent, fetch, request } from 'undici';

let calls = [];
const server = createServer((asked, answer) => {
  calls.push(Date.now());
  asked.resume();
  asked.on('end', () => (calls.length === 1 ? answer.writeHead(503, { 'retry-after': '3' }).end() : answer.end('ok')));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/`;
async function made(ask) {
  calls = [];
  const outcome = await ask().then(() => 'answered', (error) => error.message);
  const waited = calls.length < 2 ? null : calls[1] - calls[0] < 2_900 ? 'less than told' : 'as told';
  return { outcome, calls: calls.length, waited };
}
const agent = (options) => new RetryAgent(new Agent(), options);
const found = {
  patient: await made(() => request(url, { dispatcher: agent() })),
  cut: await made(() => request(url, { dispatcher: agent({ maxTimeout: 1_000 }) })),
  put: await made(() => request(url, { dispatcher: agent(), method: 'PUT', body: 'x' })),
  putOfFetch: await made(() => fetch(url, { dispatcher: agent(), method: 'PUT', body: 'x' })),
};
server.close();
server.closeAllConnections();
const expected = {
  patient: { outcome: 'answered', calls: 2, waited: 'as told' },
  cut: { outcome: 'answered', calls: 2, waited: 'less than told' },
  put: { outcome: 'answered', calls: 2, waited: 'as told' },
  putOfFetch: { outcome: 'fetch failed', calls: 1, waited: null },
};

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
