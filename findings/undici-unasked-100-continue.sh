#!/usr/bin/env bash
# undici 7.30.2: a receiver that sends "100 Continue" although nobody asked for it has not answered, as far as the client is told.
# Guess: informational answers are passed over, as RFC 9110 section 15.2 has it ("a client MUST be able to parse one or more 1xx responses").
# Seen: 102, 103 and 199 are passed over; 100 ends the call with "bad response" and closes the connection. Node's own http client passes it over.
# For a POST that makes something this turns a success into an unknown outcome.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact undici@7.30.2
cat >check.mjs <<'CHECK'
import { createServer } from 'node:net';
import http from 'node:http';
import { request } from 'undici';

const answer = (status) => `HTTP/1.1 ${status}\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`;
const found = {};
for (const status of ['100 Continue', '102 Processing', '103 Early Hints']) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(answer(status)));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${server.address().port}`;
  const undici = await request(url, { method: 'POST', body: 'x', headersTimeout: 5000 }).then(
    (response) => response.statusCode,
    (error) => `${error.code} ${error.message}`,
  );
  const node = await new Promise((done) => {
    const call = http.request(url, { method: 'POST', agent: false }, (response) => done(response.statusCode));
    call.on('error', (error) => done(error.code));
    call.end('x');
  });
  found[status] = { undici, node };
  server.close();
}
const expected = {
  '100 Continue': { undici: 'UND_ERR_SOCKET bad response', node: 200 },
  '102 Processing': { undici: 200, node: 200 },
  '103 Early Hints': { undici: 200, node: 200 },
};

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
process.exit(0);
CHECK
node check.mjs
