#!/usr/bin/env bash
# pg 8.23.1: sslmode=prefer and sslmode=allow never connect without TLS.
# Guess: "prefer" (what libpq does when nothing is said) tries TLS and goes on without it where the server has none; "allow" begins without it.
# Seen: both ask for TLS and give up when the server says that it has none. So an address that psql takes may fail here.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact pg@8.23.1
cat >check.mjs <<'CHECK'
import { createServer } from 'node:net';
import pg from 'pg';

// Reads what a client says first; answers "no TLS here" to a client that asks for it, and ends.
async function firstWords(url) {
  const said = new Promise((done) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (bytes) => {
        const asksForTls = bytes.readInt32BE(4) === 80877103;
        if (asksForTls) socket.write('N');
        else socket.destroy();
        const words = asksForTls ? [] : bytes.subarray(8).toString().split('\0').filter(Boolean);
        done({ server, asksForTls, words });
      });
    });
    server.listen(0, '127.0.0.1', () => connect(server.address().port));
  });
  let failure;
  async function connect(port) {
    failure = new pg.Client(url(port)).connect().catch((error) => error.message);
  }
  const { server, ...rest } = await said;
  const message = await failure;
  server.close();
  return { ...rest, message };
}

const found = {};
for (const mode of ['prefer', 'allow']) {
  const { asksForTls, message } = await firstWords((port) => `postgres://me:x@127.0.0.1:${port}/db?sslmode=${mode}`);
  found[mode] = { asksForTls, message };
}
const refused = { asksForTls: true, message: 'The server does not support SSL connections' };
const expected = { prefer: refused, allow: refused };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
process.exit(0);
CHECK
node check.mjs
