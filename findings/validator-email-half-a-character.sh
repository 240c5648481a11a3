#!/usr/bin/env bash
# validator 13.15.35 (class-validator 0.15.1 asks it for `@IsEmail()`): `isEmail` raises URIError for half of a surrogate pair in an address.
# Guess: a validator says false for whatever is no address; the text of a client cannot make it raise.
# Seen: `isEmail` and `isByteLength` measure bytes with encodeURI, which raises URIError ("URI malformed"); JSON brings such a half as an escape, so a server
# that only asks `@IsEmail()` answers 500. `isURL` says true of an address that holds one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact validator@13.15.35
cat >check.cjs <<'CHECK'
const isEmail = require('validator/lib/isEmail');
const isByteLength = require('validator/lib/isByteLength');
const isURL = require('validator/lib/isURL');
const outcome = (ask) => {
  try {
    return ask();
  } catch (error) {
    return error.name;
  }
};
const half = '\ud83d';
const seen = JSON.stringify({
  local: outcome(() => isEmail(`a${half}@example.org`)),
  domain: outcome(() => isEmail(`a@ex${half}ample.org`)),
  length: outcome(() => isByteLength(half, { max: 10 })),
  url: outcome(() => isURL(`https://example.org/${half}`)),
});
const expected = JSON.stringify({ local: 'URIError', domain: 'URIError', length: 'URIError', url: true });
console.log(seen);
if (seen !== expected) {
  console.error(`changed: expected ${expected}`);
  process.exit(1);
}
CHECK
node check.cjs
