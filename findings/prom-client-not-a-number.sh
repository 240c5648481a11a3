#!/usr/bin/env bash
# prom-client 15.1.3: a value that is not a number is taken by counters and gauges, and written in a spelling of its own.
# Guess: inc(NaN) is refused as observe(NaN) of a histogram is, and NaN is written "NaN", as the text format has it.
# Seen: inc(NaN) is taken, the counter stays not a number for ever, and the text says "Nan". A histogram refuses it, with a message that says "undefined".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact prom-client@15.1.3
cat >check.cjs <<'CHECK'
const client = require('prom-client');

const registers = [new client.Registry()];
const counter = new client.Counter({ name: 'calls_total', help: 'calls', registers });
counter.inc(NaN);
counter.inc(1);
const histogram = new client.Histogram({ name: 'seconds', help: 'seconds', registers });
let refusal;
try {
  histogram.observe(NaN);
} catch (error) {
  refusal = error.message;
}
registers[0].getSingleMetricAsString('calls_total').then((text) => {
  const found = { line: text.trim().split('\n').at(-1), refusal };
  const expected = { line: 'calls_total Nan', refusal: 'Value is not a valid number: undefined' };

  const seen = JSON.stringify(found);
  console.log(seen);
  if (seen !== JSON.stringify(expected)) {
    console.error(`changed: expected ${JSON.stringify(expected)}`);
    process.exit(1);
  }
  });
CHECK
node check.cjs
