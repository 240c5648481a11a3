#!/usr/bin/env bash
# nginx 1.22.1 (Debian 12): `Cache-Control: no-transform` keeps nobody's answer from being compressed, and a compressed stream of events is held until it ends.
# Guess: no-transform is honoured (RFC 9110, 7.7), as HAProxy 2.6.12 does, which compresses the same answer without it.
# Seen: with gzip on for its type the answer comes with Content-Encoding: gzip, and not even its head before the server has ended; X-Accel-Buffering: no lets
# each event through at once, still compressed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q nginx=1.22.1-9+deb12u11 >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" .; done
mkdir run
cat >check.mjs <<'CHECK'
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));
let hasEnded;
const backend = http.createServer(async ({ url }, response) => {
  hasEnded = false;
  const buffering = url === '/unbuffered' ? { 'x-accel-buffering': 'no' } : {};
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform', ...buffering });
  response.write('data: 1\n\n');
  await delay(2_000);
  hasEnded = true;
  response.end('data: 2\n\n');
});
const to = await listen(backend);
const free = createServer();
const port = await listen(free);
await new Promise((done) => free.close(done));
const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path run/${name};`).join(' ');
writeFileSync('nginx.conf', `daemon off; pid run/pid; error_log run/errors; events {}
http { access_log off; ${folders} gzip on; gzip_proxied any; gzip_types text/event-stream;
  server { listen 127.0.0.1:${port}; location / { proxy_http_version 1.1; proxy_pass http://127.0.0.1:${to}; } } }
`);
const proxy = spawn('./usr/sbin/nginx', ['-p', process.cwd(), '-c', 'nginx.conf', '-e', 'run/errors'], { stdio: 'ignore' });
const ask = (path) =>
  new Promise((done, fail) => {
    http
      .get({ host: '127.0.0.1', port, path, agent: false, headers: { 'accept-encoding': 'gzip' } }, (response) => {
        const first = { encoding: response.headers['content-encoding'] ?? 'none', 'head came': hasEnded ? 'at the end' : 'at once' };
        response.resume().on('end', () => done(first));
      })
      .on('error', fail);
  });
let buffered;
for (let tries = 0; !buffered && tries < 100; tries++) buffered = await ask('/').catch(() => delay(50));
const found = { buffered, 'X-Accel-Buffering: no': await ask('/unbuffered') };
proxy.kill('SIGTERM');
backend.closeAllConnections();
backend.close();
const expected = {
  buffered: { encoding: 'gzip', 'head came': 'at the end' },
  'X-Accel-Buffering: no': { encoding: 'gzip', 'head came': 'at once' },
};
console.log(JSON.stringify(found));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('changed: expected', JSON.stringify(expected));
  process.exit(1);
}
CHECK
node check.mjs
