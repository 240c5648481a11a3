#!/usr/bin/env bash
# standardwebhooks 1.1.1: a secret given as "raw" text that is not ASCII signs with other bytes than its UTF-8.
# Guess: the key is the text's UTF-8, as in the libraries for other languages.
# Seen: one byte of each character is taken; a sender that keys its HMAC with the UTF-8 bytes is refused. A Uint8Array of the UTF-8 verifies.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact standardwebhooks@1.1.1
cat >check.mjs <<'CHECK'
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const secret = 'grüße-an-alle-empfänger';
const body = '{"a":1}';
const now = new Date();
const seconds = Math.floor(now.getTime() / 1000);
const signature = `v1,${createHmac('sha256', Buffer.from(secret, 'utf8')).update(`msg_1.${seconds}.${body}`).digest('base64')}`;
const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(seconds), 'webhook-signature': signature };
const check = (key) => {
  try {
    new Webhook(key, { format: 'raw' }).verify(body, headers);
    return 'verified';
  } catch (error) {
    return error.message;
  }
};
const found = { text: check(secret), bytes: check(new TextEncoder().encode(secret)) };
const expected = { text: 'No matching signature found', bytes: 'verified' };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
