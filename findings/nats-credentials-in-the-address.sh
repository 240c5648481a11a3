#!/usr/bin/env bash
# nats 2.29.3 (the client for Node): user, password and token in the address are dropped without a word.
# Guess: nats://user:password@host works as with the clients for Go, Python and the command line.
# Seen: it connects, and its CONNECT has neither user nor password nor auth_token; against a server that wants them this is "Authorization Violation".
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
for (const address of [`nats://me:secret@127.0.0.1:${server.port}`, `nats://token@127.0.0.1:${server.port}`]) {
  const connection = await connect({ servers: address, reconnect: false, timeout: 5000 });
  await connection.close();
}
const found = server.said.map(({ user, pass, auth_token }) => ({ user: user ?? null, pass: pass ?? null, auth_token: auth_token ?? null }));
const nothing = { user: null, pass: null, auth_token: null };
const expected = [nothing, nothing];

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
process.exit(0);
CHECK
node check.mjs
