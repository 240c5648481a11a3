#!/usr/bin/env bash
# @eventstore/db-client 6.2.1: a connection string cannot name a server by an IPv6 address, and flags are true or false in small letters only.
# Guess: esdb://[::1]:2113 is an address as in any URI (RFC 3986), and tls=False, as other clients of this server write it, is false.
# Seen: both are refused by the parser. A user and a password are to be percent-encoded; what is not known is only warned about.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @eventstore/db-client@6.2.1
cat >check.cjs <<'CHECK'
const { EventStoreDBClient } = require('@eventstore/db-client');

const attempt = (text) => {
  try {
    EventStoreDBClient.connectionString(text);
    return 'taken';
  } catch (error) {
    return error.message.split('\n')[0];
  }
};
const found = ['esdb://127.0.0.1:2113?tls=false', 'esdb://[::1]:2113?tls=false', 'esdb://127.0.0.1:2113?tls=False'].map(attempt);
const expected = ['taken', 'Unexpected "[" at position 7, expected host.', 'Unexpected "False" at position 26, expected true or false.'];

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
process.exit(0);
CHECK
node check.cjs
