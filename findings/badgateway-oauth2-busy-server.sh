#!/usr/bin/env bash
# @badgateway/oauth2-client 3.3.1, OAuth2Fetch: a refresh that is answered 503 counts as a refused token, and the person is asked to sign in again.
# Guess: only `invalid_grant` ends a grant; a 503 with Retry-After is an error of that call.
# Seen: `getNewToken` is called at once; where that gives none the call fails with "a full reauth may be needed", and the next one refreshes with the same token.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @badgateway/oauth2-client@3.3.1
cat >check.mjs <<'CHECK'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { OAuth2Client, OAuth2Fetch } from '@badgateway/oauth2-client';

console.warn = () => undefined;
let refreshes = 0;
const server = createServer((request, response) => {
  request.resume();
  if (request.url !== '/token') return response.end('read');
  refreshes += 1;
  const isBusy = refreshes === 1;
  response.writeHead(isBusy ? 503 : 200, { 'content-type': 'application/json', ...(isBusy && { 'retry-after': '1' }) });
  response.end(isBusy ? '{"error":"temporarily_unavailable"}' : '{"access_token":"b","token_type":"bearer","expires_in":3600}');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}`;
let askedToSignIn = 0;
const program = new OAuth2Fetch({
  client: new OAuth2Client({ server: url, clientId: 'program', tokenEndpoint: '/token', authorizationEndpoint: '/authorize' }),
  scheduleRefresh: false,
  getStoredToken: () => ({ accessToken: 'a', refreshToken: 'r', expiresAt: Date.now() - 1_000 }),
  getNewToken: async () => {
    askedToSignIn += 1;
    return null;
  },
});
const read = () => program.fetch(`${url}/read`).then(({ status }) => status, ({ message }) => message);
const found = { first: await read(), askedToSignIn, second: await read(), refreshes };
server.close();
server.closeAllConnections();
const expected = { first: 'Unable to obtain OAuth2 tokens, a full reauth may be needed', askedToSignIn: 1, second: 200, refreshes: 2 };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
