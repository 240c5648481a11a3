#!/usr/bin/env bash
# HAProxy 2.6.12 (Debian 12): `retry-on all-retryable-errors` sends a POST again that the server may have carried out.
# Guess: POST is left alone, as nginx leaves it without `non_idempotent`.
# Seen: a server that reads the whole POST and ends without an answer gets it four times; by default, and with `http-request disable-l7-retry if METH_POST`, once.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q haproxy=2.6.12-1+deb12u4 liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" .; done
libraries=$(dirname "$(find "$folder" -name 'liblua5.3.so.0')")
export LD_LIBRARY_PATH="$libraries:$folder/lib/${libraries##*/}"
cat >check.mjs <<'CHECK'
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));
let posts = 0;
const backend = http.createServer(async (request, response) => {
  for await (const _ of request);
  if (request.method === 'GET') return response.end('ok');
  posts += 1;
  request.socket.destroy();
});
const to = await listen(backend);

async function timesSent(settings) {
  const free = createServer();
  const port = await listen(free);
  await new Promise((done) => free.close(done));
  writeFileSync('haproxy.cfg', `defaults
  mode http
  timeout connect 5s
  timeout client 5s
  timeout server 5s
listen service
  bind 127.0.0.1:${port}
  ${settings.join('\n  ')}
  server one 127.0.0.1:${to}
`);
  const proxy = spawn('./usr/sbin/haproxy', ['-db', '-f', 'haproxy.cfg'], { stdio: 'ignore' });
  const send = (method) =>
    new Promise((done) => {
      const request = http.request({ host: '127.0.0.1', port, method, path: '/', agent: false }, (response) => {
        response.resume().on('end', () => done(response.statusCode));
      });
      request.on('error', ({ code }) => done(code));
      request.end(method === 'POST' ? '{}' : undefined);
    });
  for (let tries = 0; (await send('GET')) !== 200 && tries < 100; tries++) await delay(50);
  posts = 0;
  const answer = await send('POST');
  const ended = new Promise((done) => proxy.once('exit', done));
  proxy.kill('SIGTERM');
  await ended;
  return { answer, posts };
}

const retries = 'retry-on all-retryable-errors';
const found = {
  default: await timesSent([]),
  retries: await timesSent([retries]),
  'not for POST': await timesSent([retries, 'http-request disable-l7-retry if METH_POST']),
};
backend.closeAllConnections();
backend.close();
const expected = { default: { answer: 502, posts: 1 }, retries: { answer: 502, posts: 4 }, 'not for POST': { answer: 502, posts: 1 } };
console.log(JSON.stringify(found));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('changed: expected', JSON.stringify(expected));
  process.exit(1);
}
CHECK
node check.mjs
