#!/usr/bin/env bash
# prom-client 15.1.3 on Node 20.20: its default metrics wake an idle process a hundred times a second, and call 0.01 s of lag what is none.
# Guess: collectDefaultMetrics() costs something when it is read; an event loop that nothing holds up has a lag near 0.
# Seen: about 100 wake-ups a second more, read or not (4 ms of CPU a second on a small machine), and nodejs_eventloop_lag_p50_seconds of an idle process
# is the 10 ms between two looks; with eventLoopMonitoringPrecision 100 it wakes ten times a second and says 0.1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact prom-client@15.1.3
cat >check.cjs <<'CHECK'
const client = require('prom-client');
const { setTimeout: delay } = require('node:timers/promises');

async function wakesPerSecond() {
  const before = process.resourceUsage().voluntaryContextSwitches;
  await delay(5_000);
  return (process.resourceUsage().voluntaryContextSwitches - before) / 5;
}

async function idleWith(eventLoopMonitoringPrecision) {
  const register = new client.Registry();
  const alone = await wakesPerSecond();
  client.collectDefaultMetrics({ register, eventLoopMonitoringPrecision });
  await register.metrics();
  const more = (await wakesPerSecond()) - alone;
  const text = await register.metrics();
  const lag = Number(/^nodejs_eventloop_lag_p50_seconds (\S+)$/m.exec(text)[1]);
  return { more, lag };
}

(async () => {
  // The finer one last: a monitor is never stopped.
  const coarse = await idleWith(100);
  const byDefault = await idleWith(undefined);
  const found = {
    wakesMany: byDefault.more > 60,
    lagIsTheInterval: byDefault.lag >= 0.009 && byDefault.lag < 0.05,
    coarseWakesFew: coarse.more < 45,
    coarseLagIsItsInterval: coarse.lag >= 0.099 && coarse.lag < 0.15,
  };
  console.log(JSON.stringify({ byDefault, coarse }));
  if (Object.values(found).includes(false)) {
    console.error(`changed: ${JSON.stringify(found)}`);
    process.exit(1);
  }
})();
CHECK
node check.cjs
