#!/usr/bin/env bash
# stripe 23.1.0: "too many requests" is never tried again by the library, and a long Retry-After is passed over.
# Guess: with two retries by default a 429 is waited for, as Retry-After says, and so is a 503.
# Seen: a 429 with Retry-After: 1 fails at once, after one call. 500, 503 and 409 are tried again with the same idempotency key; a 503 with
# Retry-After: 90 is tried again after half a second.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact stripe@23.1.0
cat >check.mjs <<'CHECK'
import http from 'node:http';
import Stripe from 'stripe';

let answers = [];
let calls = 0;
const server = http.createServer((request, response) => {
  calls += 1;
  request.resume();
  const [status, headers] = answers.shift() ?? [200, {}];
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(status === 200 ? { id: 'cus_1', object: 'customer' } : { error: { type: 'api_error', message: 'no' } }));
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const stripe = new Stripe('sk_test_x', { host: '127.0.0.1', port: server.address().port, protocol: 'http', telemetry: false });
const found = {};
for (const [name, answer] of Object.entries({ 429: [429, { 'retry-after': '1' }], 500: [500, {}], 503: [503, { 'retry-after': '90' }] })) {
  answers = [answer];
  calls = 0;
  const began = Date.now();
  const outcome = await stripe.customers.create({ name: 'x' }).then(
    () => 'done',
    (error) => error.constructor.name,
  );
  found[name] = { outcome, calls, withinTenSeconds: Date.now() - began < 10_000 };
}
const expected = {
  429: { outcome: 'StripeRateLimitError', calls: 1, withinTenSeconds: true },
  500: { outcome: 'done', calls: 2, withinTenSeconds: true },
  503: { outcome: 'done', calls: 2, withinTenSeconds: true },
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
