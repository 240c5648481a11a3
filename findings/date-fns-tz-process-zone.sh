#!/usr/bin/env bash
# date-fns-tz 3.2.0 with date-fns 4.4.0: the moment of a local time in a named zone depends on the zone of the process.
# Guess: fromZonedTime(text, 'Europe/Vienna') is a function of its arguments.
# Seen: of the doubled hour it gives the later moment in a process in UTC and the earlier one in a process in New York.
# Send moments with their offset.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact date-fns@4.4.0 date-fns-tz@3.2.0
cat >check.mjs <<'CHECK'
import { execFileSync } from 'node:child_process';

const script = "import('date-fns-tz').then(({ fromZonedTime }) => console.log(fromZonedTime('2026-10-25T02:30:00', 'Europe/Vienna').toISOString()))";
const momentIn = (TZ) => execFileSync(process.execPath, ['-e', script], { env: { ...process.env, TZ }, encoding: 'utf8' }).trim();
const found = { utc: momentIn('UTC'), newYork: momentIn('America/New_York') };
const expected = { utc: '2026-10-25T01:30:00.000Z', newYork: '2026-10-25T00:30:00.000Z' };

const seen = JSON.stringify(found);
console.log(seen);
if (seen !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
CHECK
node check.mjs
