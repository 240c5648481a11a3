#!/usr/bin/env bash
# nats 2.29.3 (the client for Node): of several addresses in one text only the last one is ever used.
# Guess: a list with commas, as nats-server and the clients for Go take it, is a list; or it is refused.
# Seen: with the live server last it connects; with the live one first and a dead one last it is refused, and the first is not asked.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact nats@2.29.3
cat >check.mjs <<'CHECK'
import { createServer } from 'node:net';
import { connect } from 'nats';

// As much of a NATS server as a client needs to connect; it notes what each client says of itself.
async function startServer() {
  const said = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('INFO {"server_id":"a","version":"2.11.0","proto":1,"headers":true,"max_payload":1048576,"auth_required":true}\r\n');
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n')) {
        if (line.startsWith('CONNECT')) said.push(JSON.parse(line.slice(8)));
        if (line === 'PING') socket.write('PONG\r\n');
      }
    });
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { said, port: server.address().port };
}

const server = await startServer();
const live = `nats://127.0.0.1:${server.port}`;
const dead = 'nats://127.0.0.1:1';
const found = {};
for (const [name, servers] of Object.entries({ 'dead,live': `${dead},${live}`, 'live,dead': `${live},${dead}` })) {
  server.said.length = 0;
  const outcome = await connect({ servers, reconnect: false, timeout: 5000 }).then(
    (connection) => connection.close().then(() => 'connected'),
    (error) => error.code,
  );
  found[name] = { outcome, asked: server.said.length };
}
const expected = { 'dead,live': { outcome: 'connected', asked: 1 }, 'live,dead': { outcome: 'CONNECTION_REFUSED', asked: 0 } };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
process.exit(0);
CHECK
node check.mjs
