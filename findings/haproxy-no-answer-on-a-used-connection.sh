#!/usr/bin/env bash
# HAProxy 2.6.12 (Debian 12): a server that ends a connection it was reached by before, without an answer, makes HAProxy end its client's connection the same way.
# Guess: 502, as for the first request of a connection.
# Seen: 502 for the first, nothing at all for a later one, whatever its method: the client reads ECONNRESET, and its request was sent once. A server that goes has to
# say `Connection: close` with each answer before.
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
const seen = [];
const backend = http.createServer(async (request, response) => {
  for await (const _ of request);
  seen.push(`${request.method} ${request.url}`);
  if (request.url === '/ends') request.socket.destroy();
  else response.end('ok');
});
const to = await listen(backend);
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
  server one 127.0.0.1:${to}
`);
const proxy = spawn('./usr/sbin/haproxy', ['-db', '-f', 'haproxy.cfg'], { stdio: 'ignore' });
const agent = () => new http.Agent({ keepAlive: true, maxSockets: 1 });
const send = (method, path, by) =>
  new Promise((done) => {
    const request = http.request({ host: '127.0.0.1', port, method, path, agent: by }, (response) => {
      response.resume().on('end', () => done(response.statusCode));
    });
    request.on('error', ({ code }) => done(code));
    request.end(method === 'POST' ? '{}' : undefined);
  });
for (let tries = 0; (await send('GET', '/up', agent())) !== 200 && tries < 100; tries++) await delay(50);
const found = {};
for (const method of ['GET', 'POST']) {
  seen.length = 0;
  const by = agent();
  const answers = [await send(method, '/ends', by)];
  const again = agent();
  answers.push(await send(method, '/ok', again), await send(method, '/ends', again));
  found[method] = { answers, seen: [...seen] };
  by.destroy();
  again.destroy();
}
proxy.kill('SIGTERM');
backend.closeAllConnections();
backend.close();
const of = (method) => ({ answers: [502, 200, 'ECONNRESET'], seen: [`${method} /ends`, `${method} /ok`, `${method} /ends`] });
const expected = { GET: of('GET'), POST: of('POST') };
console.log(JSON.stringify(found));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('changed: expected', JSON.stringify(expected));
  process.exit(1);
}
CHECK
node check.mjs
