#!/usr/bin/env bash
# luxon 3.7.2: which of two moments a local time of the doubled hour means depends on the zone.
# Guess: the earlier one, as java.time, Temporal (`compatible`) and Python (`fold=0`) have it, in every zone.
# Seen: the later one in Vienna and New York, the earlier one on Lord Howe Island. Send moments with their offset.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact luxon@3.7.2
cat >check.mjs <<'CHECK'
import { DateTime } from 'luxon';

const moment = (local, zone) => DateTime.fromISO(local, { zone }).toUTC().toISO();
const found = {
  vienna: moment('2026-10-25T02:30:00', 'Europe/Vienna'),
  newYork: moment('2026-11-01T01:30:00', 'America/New_York'),
  lordHowe: moment('2026-04-05T01:45:00', 'Australia/Lord_Howe'),
};
const expected = { vienna: '2026-10-25T01:30:00.000Z', newYork: '2026-11-01T06:30:00.000Z', lordHowe: '2026-04-04T14:45:00.000Z' };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
