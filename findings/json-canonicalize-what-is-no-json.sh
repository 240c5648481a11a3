#!/usr/bin/env bash
# json-canonicalize 3.0.1: what RFC 8785 has no form for is written all the same.
# Guess: half of a surrogate pair ends with an error (RFC 8785 section 3.2.2.2), and what JSON.stringify writes as null in a list is null.
# Seen: half a pair is written as its escape, a function in a list as the bare word undefined, which no parser reads; boxed texts and numbers as
# objects. NaN is refused, as section 3.2.2.3 wants it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact json-canonicalize@3.0.1
cat >check.cjs <<'CHECK'
const { canonicalize } = require('json-canonicalize');

const attempt = (value) => {
  try {
    return canonicalize(value);
  } catch (error) {
    return `refused: ${error.message}`;
  }
};
const found = { half: attempt('\ud800'), list: attempt([undefined, () => 1]), boxed: attempt({ n: new Number(1) }), nan: attempt(NaN) };
const expected = {
  half: '"\\ud800"',
  list: '[null,undefined]',
  boxed: '{"n":{}}',
  nan: 'refused: Non-finite number (NaN) is not permitted in JSON (RFC 8785 §3.2.2.3)',
};

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.cjs
