#!/usr/bin/env bash
# standardwebhooks 1.1.1: verify() does not see the headers of a Fetch Request.
# Guess: a library for webhooks in JavaScript takes request.headers of Fetch, which most frameworks of today hand over.
# Seen: "Missing required headers", because a Headers object has no own properties; Object.fromEntries(headers) works. A header as an array, as
# some gateways give it, is a TypeError.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact standardwebhooks@1.1.1
cat >check.mjs <<'CHECK'
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
const now = new Date();
const body = '{"a":1}';
const plain = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(now.getTime() / 1000)), 'webhook-signature': webhook.sign('msg_1', now, body) };
const check = (headers) => {
  try {
    webhook.verify(body, headers);
    return 'verified';
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};
const found = {
  plain: check(plain),
  Headers: check(new Headers(plain)),
  entries: check(Object.fromEntries(new Headers(plain))),
  arrays: check(Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, [value]]))),
};
const expected = {
  plain: 'verified',
  Headers: 'WebhookVerificationError: Missing required headers',
  entries: 'verified',
  arrays: 'TypeError: msgSignature.split is not a function',
};

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
