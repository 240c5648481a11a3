#!/usr/bin/env bash
# knex 3.3.0 with pg 8.23.1: where a connection is lost, the error of each statement that waits on it names the statements of all others as its own.
# Guess: each of three statements of a transaction rejects with an error of its own, in front of whose words knex writes the one that it belongs to.
# Seen: pg gives one and the same error object to all that wait on the connection, and knex writes each statement in front of its message: all three errors
# are one object, whose message names three statements, the last one first. Who tells failures apart by the statement in a message finds the wrong one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact knex@3.3.0 pg@8.23.1 @electric-sql/pglite@0.3.14 @electric-sql/pglite-socket@0.0.19
cat >lost.mjs <<'PROGRAM'
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import knex from 'knex';
import net from 'node:net';

const db = await PGlite.create();
const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1' });
const listening = new Promise((resolve) => server.addEventListener('listening', ({ detail }) => resolve(detail.port)));
await server.start();
const port = await listening;
// A wire that can be cut.
let wires = [];
const proxy = net.createServer((client) => {
  const upstream = net.connect(port, '127.0.0.1');
  wires.push(client, upstream);
  client.on('error', () => undefined).pipe(upstream.on('error', () => undefined)).pipe(client);
});
await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));

const pool = knex({
  client: 'pg',
  connection: { host: '127.0.0.1', port: proxy.address().port, user: 'postgres', database: 'postgres', ssl: false },
  pool: { min: 0, max: 1 },
});
let messages = [];
await pool
  .transaction(async (tx) => {
    await tx.raw('select 1');
    const asked = ['first', 'second', 'third'].map((order) => tx.raw(`select ?::int as of_${order}_order`, [7]));
    const settled = Promise.allSettled(asked.map((each) => each.then(() => 'answered')));
    setImmediate(() => wires.forEach((wire) => wire.destroy()));
    const results = await settled;
    messages = results.map(({ reason }) => reason?.message ?? 'answered');
    console.log(`errors that are one object: ${results.filter(({ reason }) => reason === results[0].reason).length}`);
  })
  .catch(() => undefined);
for (const message of messages) console.log(message);
const namesAll = messages.filter((message) => ['first', 'second', 'third'].every((order) => message.includes(`of_${order}_order`)));
if (namesAll.length !== 3) console.error('changed');
process.exit(namesAll.length === 3 ? 0 : 1);
PROGRAM
node lost.mjs
