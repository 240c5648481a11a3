#!/usr/bin/env bash
# HAProxy 2.6.12 (Debian 12): each server-sent event arrives a fifth of a second late.
# Guess: what a server writes of a streamed answer is passed on at once, as nginx does with X-Accel-Buffering: no, and Caddy without being told.
# Seen: head and events take some 210 ms each, as HAProxy announces more to the kernel (MSG_MORE) whenever the answer has not ended; with `option http-no-delay` some 10 ms.
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
const backend = http.createServer(async (request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  for (let n = 0; n < 6; n++) {
    response.write(`data: ${performance.now()}\n\n`);
    await delay(500);
  }
  response.end();
});
const to = await listen(backend);

async function latenessOf(settings) {
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
  ${settings}
  server one 127.0.0.1:${to}
`);
  const proxy = spawn('./usr/sbin/haproxy', ['-db', '-f', 'haproxy.cfg'], { stdio: 'ignore' });
  const answer = () => new Promise((done, fail) => http.get({ host: '127.0.0.1', port, agent: false }, done).on('error', fail));
  let response;
  for (let tries = 0; !response && tries < 100; tries++) response = await answer().catch(() => delay(50));
  const late = [];
  for await (const chunk of response.setEncoding('utf8')) {
    for (const [, at] of chunk.matchAll(/data: ([0-9.]+)/g)) late.push(performance.now() - Number(at));
  }
  const ended = new Promise((done) => proxy.once('exit', done));
  proxy.kill('SIGTERM');
  await ended;
  return Math.round(late.sort((a, b) => a - b)[Math.floor(late.length / 2)]);
}

const found = { default: await latenessOf('balance roundrobin'), 'option http-no-delay': await latenessOf('option http-no-delay') };
backend.closeAllConnections();
backend.close();
console.log(`median lateness in ms: ${JSON.stringify(found)}`);
if (found.default < 150 || found['option http-no-delay'] >= 150) {
  console.error('changed: expected some 210 ms by default, and some 10 ms with the option');
  process.exit(1);
}
CHECK
node check.mjs
