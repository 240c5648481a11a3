#!/usr/bin/env bash
# Prism 5.14.2 as a proxy breaks files: it reads bodies that are no JSON as UTF-8 text, in both directions.
# Guess: a proxy passes the bytes of a body on as they came.
# Seen: of the bytes 80 ff 61 the service gets ef bf bd ef bf bd 61, and so does a client: an uploaded picture is broken when it arrives.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @stoplight/prism-cli@5.14.2
cat >openapi.json <<'DOCUMENT'
{
  "openapi": "3.1.0",
  "info": { "title": "Files", "version": "1" },
  "paths": {
    "/file": {
      "post": {
        "requestBody": { "content": { "application/octet-stream": {} } },
        "responses": { "200": { "description": "The same.", "content": { "application/octet-stream": {} } } }
      }
    }
  }
}
DOCUMENT
cat >check.mjs <<'CHECK'
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';

const sent = Buffer.from('80ff61', 'hex');
let arrived = '';
const service = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  arrived = Buffer.concat(chunks).toString('hex');
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(sent);
}).listen(0);
await once(service, 'listening');
const prism = spawn('node_modules/.bin/prism', ['proxy', 'openapi.json', `http://127.0.0.1:${service.address().port}`, '-p', '0']);
let said = '';
prism.stdout.on('data', (chunk) => (said += chunk));
while (!/listening on \S+:\d+/.test(said)) await new Promise((done) => setTimeout(done, 50));
const [, url] = /listening on (\S+:\d+)/.exec(said);

const response = await fetch(`${url}/file`, {
  method: 'POST',
  headers: { 'content-type': 'application/octet-stream' },
  body: sent,
});
const seen = JSON.stringify({ arrived, answered: Buffer.from(await response.arrayBuffer()).toString('hex') });
prism.kill();
service.close();
service.closeAllConnections();

const expected = JSON.stringify({ arrived: 'efbfbdefbfbd61', answered: 'efbfbdefbfbd61' });
console.log(seen);
if (seen !== expected) {
  console.error(`changed: expected ${expected}`);
  process.exit(1);
}
CHECK
node check.mjs
