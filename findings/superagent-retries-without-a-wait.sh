#!/usr/bin/env bash
# superagent 10.4.2 and up-fetch 2.6.1: where a retry is asked for by number alone, it comes at once, whatever Retry-After says, and for a POST too.
# Guess: the wait that Retry-After names, or one that grows; a POST only where its status says that nothing was done.
# Seen: .retry(2) and {retry: {attempts: 2}} send a POST three times within a tenth of a second to a server that answers 503 with Retry-After: 2.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact superagent@10.4.2 up-fetch@2.6.1
cat >check.mjs <<'CHECK'
import http from 'node:http';
import superagent from 'superagent';
import { up } from 'up-fetch';

let at;
const server = http.createServer(async (request, response) => {
  for await (const _ of request);
  at.push(performance.now());
  response.writeHead(503, { 'retry-after': '2', 'content-type': 'application/json' }).end('{}');
});
const port = await new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));
const url = `http://127.0.0.1:${port}/doors`;
const clients = {
  superagent: () => superagent.post(url).retry(2).send({ title: 'Blue' }),
  'up-fetch': () => up(fetch, () => ({ retry: { attempts: 2 } }))(url, { method: 'POST', body: { title: 'Blue' } }),
};
const found = {};
for (const [name, post] of Object.entries(clients)) {
  at = [];
  await post().then(
    () => undefined,
    () => undefined,
  );
  found[name] = { sent: at.length, waited: at.at(-1) - at[0] < 1_000 ? 'less than a second' : 'longer' };
}
server.close();
server.closeAllConnections();
const each = { sent: 3, waited: 'less than a second' };
const expected = { superagent: each, 'up-fetch': each };
console.log(JSON.stringify(found));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('changed: expected', JSON.stringify(expected));
  process.exit(1);
}
CHECK
node check.mjs
