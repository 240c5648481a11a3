#!/usr/bin/env bash
# @microsoft/fetch-event-source 2.0.1: a stream that its server ends in order is not asked for again.
# Guess: as EventSource does, it goes on after `retry` with Last-Event-ID, however the connection ended.
# Seen: a stream that ends resolves the promise after one request; one that is cut off is asked for again. A server that drains, or ends its streams after a
# while, ends them for good unless `onclose` throws. eventsource 5.1.5 asks again in both cases.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @microsoft/fetch-event-source@2.0.1 eventsource@5.1.5
cat >check.mjs <<'CHECK'
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { EventSource } from 'eventsource';

// It asks the page whether it is hidden.
globalThis.window = globalThis;
globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} };
const { fetchEventSource } = await import('@microsoft/fetch-event-source');

let asked;
const server = http.createServer(async (request, response) => {
  asked.push(request.headers['last-event-id'] ?? 'none');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('retry: 100\nid: 7\ndata: a\n\n');
  await delay(50);
  if (asked.length > 1) return;
  if (request.url === '/ends') response.end();
  else request.socket.destroy();
});
const port = await new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));

async function walk(path, open) {
  asked = [];
  const close = open(`http://127.0.0.1:${port}${path}`);
  await delay(1_500);
  close();
  server.closeAllConnections();
  await delay(50);
  return asked.join(', ');
}
const fetched = (url) => {
  const ending = new AbortController();
  fetchEventSource(url, { signal: ending.signal, openWhenHidden: true, onmessage() {} }).catch(() => undefined);
  return () => ending.abort();
};
const opened = (url) => {
  const source = new EventSource(url);
  return () => source.close();
};
const found = {
  'fetch-event-source': { ends: await walk('/ends', fetched), cut: await walk('/cut', fetched) },
  eventsource: { ends: await walk('/ends', opened), cut: await walk('/cut', opened) },
};
server.close();
const expected = { 'fetch-event-source': { ends: 'none', cut: 'none, 7' }, eventsource: { ends: 'none, 7', cut: 'none, 7' } };
console.log(JSON.stringify(found));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('changed: expected', JSON.stringify(expected));
  process.exit(1);
}
CHECK
node check.mjs
