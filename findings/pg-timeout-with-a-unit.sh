#!/usr/bin/env bash
# pg 8.23.1: a time-out with a unit in the address is cut to its digits and taken as milliseconds.
# Guess: statement_timeout=30s is passed on to PostgreSQL, which reads units, or it is refused.
# Seen: the server is told 30, which is 30 ms: nearly every statement of such a client is canceled. lock_timeout=1min is 1 ms.
# libpq has no such parameter in an address; there it is options=-c statement_timeout=30s, and that works here too.
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

const { words } = await firstWords((port) => `postgres://me:x@127.0.0.1:${port}/db?sslmode=disable&statement_timeout=30s&lock_timeout=1min`);
const found = { statement_timeout: words[words.indexOf('statement_timeout') + 1], lock_timeout: words[words.indexOf('lock_timeout') + 1] };
const expected = { statement_timeout: '30', lock_timeout: '1' };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
process.exit(0);
CHECK
node check.mjs
