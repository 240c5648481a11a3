#!/usr/bin/env bash
# lighttpd 1.4.69 (Debian 12), mod_proxy: an answer is passed on when the server behind has ended it; a server that ends the connection instead of answering is a 500.
# Guess: what comes is passed on as it comes, at least with X-Accel-Buffering: no, as Apache 2.4 and Caddy 2.6 do; a server that breaks off is a 502.
# Seen: not even the head of a stream of events comes before its end, so that one without an end never comes; `server.stream-response-body = 1` lets it through;
# 500 either way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q lighttpd=1.4.69-1 >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" .; done
mkdir run
cat >check.mjs <<'CHECK'
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));
let hasEnded;
const backend = http.createServer(async (request, response) => {
  if (request.url === '/broken') return void request.socket.destroy();
  hasEnded = false;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' });
  response.write('data: 1\n\n');
  await delay(1_500);
  hasEnded = true;
  response.end('data: 2\n\n');
});
const to = await listen(backend);

async function through(setting) {
  const free = createServer();
  const port = await listen(free);
  await new Promise((done) => free.close(done));
  writeFileSync('lighttpd.conf', `server.document-root = "${process.cwd()}/run"
server.bind = "127.0.0.1"
server.port = ${port}
server.modules = ("mod_proxy")
server.upload-dirs = ("${process.cwd()}/run")
proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${to})))
${setting}
`);
  const proxy = spawn('./usr/sbin/lighttpd', ['-D', '-f', 'lighttpd.conf', '-m', 'usr/lib/lighttpd'], { stdio: 'ignore' });
  const ask = (path) =>
    new Promise((resolve, reject) =>
      http.get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
        const seen = { status: response.statusCode, headBeforeEnd: !hasEnded };
        response.resume().once('end', () => resolve(seen));
      }).once('error', reject),
    );
  try {
    for (let tries = 0; ; tries++) {
      const stream = await ask('/stream').catch((error) => error);
      if (!(stream instanceof Error)) return { headBeforeEnd: stream.headBeforeEnd, broken: (await ask('/broken')).status };
      if (tries === 50) throw stream;
      await delay(100);
    }
  } finally {
    proxy.kill();
    await once(proxy, 'exit');
  }
}

const found = { usual: await through(''), streaming: await through('server.stream-response-body = 1') };
backend.close();
backend.closeAllConnections();
const expected = { usual: { headBeforeEnd: false, broken: 500 }, streaming: { headBeforeEnd: true, broken: 500 } };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
