#!/usr/bin/env bash
# fetch-retry 6.0.0 and @vercel/fetch-retry 5.1.3: a POST whose connection ended without an answer is sent again, without being asked for.
# Guess: by default only what is safe or idempotent is sent again, as got 14.6.6 does (and ky, axios-retry, undici's RetryAgent).
# Seen: a server that read the POST and ended the connection gets it four times from fetch-retry, five or more from @vercel/fetch-retry, once from got.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact fetch-retry@6.0.0 @vercel/fetch-retry@5.1.3 got@14.6.6
cat >check.mjs <<'CHECK'
import http from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import got from 'got';

const require = createRequire(import.meta.url);
const fetchRetry = require('fetch-retry')(fetch);
const vercelRetry = require('@vercel/fetch-retry')(fetch);
let sent;
const server = http.createServer(async (request) => {
  for await (const _ of request);
  sent += 1;
  request.socket.destroy();
});
const port = await new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));
const [url, body] = [`http://127.0.0.1:${port}/doors`, '{"title":"Blue"}'];
const clients = {
  'fetch-retry': () => fetchRetry(url, { method: 'POST', body }),
  '@vercel/fetch-retry': () => vercelRetry(url, { method: 'POST', body }),
  got: () => got.post(url, { body }),
};
const found = {};
for (const [name, post] of Object.entries(clients)) {
  sent = 0;
  await Promise.race([post().catch(() => undefined), delay(12_000)]);
  found[name] = name.startsWith('@') ? (sent >= 5 ? '5 or more' : sent) : sent;
}
const expected = { 'fetch-retry': 4, '@vercel/fetch-retry': '5 or more', got: 1 };
console.log(JSON.stringify(found));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('changed: expected', JSON.stringify(expected));
  process.exit(1);
}
process.exit(0);
CHECK
node check.mjs
