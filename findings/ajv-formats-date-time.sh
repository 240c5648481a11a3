#!/usr/bin/env bash
# ajv 8.20.0 with ajv-formats 3.0.1: the format `date-time` takes what RFC 3339 does not know, and `uuid` takes a URN.
# Guess: `date-time` is RFC 3339 section 5.6, as JSON Schema says, and `uuid` is the 36 characters of RFC 4122 section 3.
# Seen: a line break or a blank instead of the T is taken, and offsets without a colon or without minutes; so is `urn:uuid:` before a UUID.
# A schema alone is no proof that a receiver can read a moment.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact ajv@8.20.0 ajv-formats@3.0.1
cat >check.mjs <<'CHECK'
import Ajv from 'ajv';
import addFormats from 'ajv-formats';

const ajv = addFormats.default(new Ajv.default());
const takes = (format, text) => ajv.compile({ type: 'string', format })(text);
const found = {
  rfc: takes('date-time', '2026-11-27T09:00:00+01:00'),
  blank: takes('date-time', '2026-11-27 09:00:00Z'),
  lineBreak: takes('date-time', '2026-11-27\n09:00:00Z'),
  noColon: takes('date-time', '2026-11-27T09:00:00+0100'),
  noMinutes: takes('date-time', '2026-11-27T09:00:00+01'),
  noOffset: takes('date-time', '2026-11-27T09:00:00'),
  urn: takes('uuid', 'urn:uuid:0197a000-0000-7000-8000-000000000071'),
};
const expected = { rfc: true, blank: true, lineBreak: true, noColon: true, noMinutes: true, noOffset: false, urn: true };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
