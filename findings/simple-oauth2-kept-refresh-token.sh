#!/usr/bin/env bash
# simple-oauth2 5.1.0: a refresh whose answer has no refresh token loses the one that was used, although it is still good.
# Guess: the token stays, as RFC 6749, section 6, has the server issue a new one only where it wants to.
# Seen: the new token's `refresh_token` is undefined, and the refresh after that sends an empty one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact simple-oauth2@5.1.0
cat >check.mjs <<'CHECK'
import { createServer } from 'node:http';
import { once } from 'node:events';
import { AuthorizationCode } from 'simple-oauth2';

const asked = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  asked.push(new URLSearchParams(body).get('refresh_token'));
  response.setHeader('content-type', 'application/json').end('{"access_token":"a","token_type":"bearer","expires_in":3600}');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const client = new AuthorizationCode({
  client: { id: 'program', secret: 'none' },
  auth: { tokenHost: `http://127.0.0.1:${server.address().port}` },
});
const first = client.createToken({ access_token: 'a', refresh_token: 'r', expires_in: -1 });
const second = await first.refresh();
await second.refresh();
server.close();
server.closeAllConnections();
const found = { asked, kept: second.token.refresh_token ?? null };
const expected = { asked: ['r', ''], kept: null };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
