#!/usr/bin/env bash
# chrono-node 2.10.3: the name of a zone behind a time is passed over, CET is summer time in July while CST is not, and the month 13 is a day.
# Guess: Europe/Berlin is read as CET is, or the text gives nothing; an abbreviation is one offset all year; 2027-13-01 is refused.
# Seen: tomorrow 9am Europe/Berlin is 9:00 in the zone of the reference, as is 2027-07-01T09:00[Europe/Berlin] (RFC 9557); 9am CET is 8:00 UTC in January and 7:00
# in July, 9am CST 15:00 in both; 2027-13-01 is 13 January.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact chrono-node@2.10.3
cat >check.mjs <<'CHECK'
import { parseDate } from 'chrono-node';

const reference = { instant: new Date('2026-11-29T12:00:00Z'), timezone: 'UTC' };
const read = (text) => parseDate(text, reference)?.toISOString().slice(0, 16) ?? null;
const expected = {
  'tomorrow 9am CET': '2026-11-30T08:00',
  'tomorrow 9am Europe/Berlin': '2026-11-30T09:00',
  '2027-07-01T09:00[Europe/Berlin]': '2027-07-01T09:00',
  '4 January 2027 9am CET': '2027-01-04T08:00',
  '1 July 2027 9am CET': '2027-07-01T07:00',
  '4 January 2027 9am CST': '2027-01-04T15:00',
  '1 July 2027 9am CST': '2027-07-01T15:00',
  '2027-13-01': '2027-01-13T12:00',
};
const found = Object.fromEntries(Object.keys(expected).map((text) => [text, read(text)]));
console.log(JSON.stringify(found));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('changed: expected', JSON.stringify(expected));
  process.exit(1);
}
CHECK
node check.mjs
