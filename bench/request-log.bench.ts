import { Pool } from 'undici';
import { cpuTime } from './cpu-time';
import { closedLoad, median } from './open-load';
import { serviceUnderLoad, type ServiceUnderLoad } from './service-under-load';
import { createPin, openTenants, type Tenant, waitUntilSettled } from './tenant';

// What it costs that requests can be looked up: accepted pins per second, and CPU milliseconds of the service and its PostgreSQL on each, with REQUEST_LOG on
// and off by turns in one run.

const rounds = Number(process.env['ROUNDS'] ?? 8);
const seconds = Number(process.env['SECONDS'] ?? 6);
const workspaces = Number(process.env['WORKSPACES'] ?? 20);
const inFlight = 32;
const standstill = { PACING_ACCOUNT: '1/0.001', PACING_GLOBAL: '1/0.001' };
const values = ['on', 'off'] as const;

interface Measured {
  readonly perSecond: number;
  readonly cpuMs: number;
}

export async function run(): Promise<void> {
  const services: ServiceUnderLoad[] = [];
  const pools: Pool[] = [];
  try {
    const sides = [];
    for (const value of values) {
      const under = await serviceUnderLoad({ ...standstill, REQUEST_LOG: value });
      services.push(under);
      const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: inFlight, pipelining: 1 });
      pools.push(http);
      sides.push({ value, under, http, tenants: await openTenants(under.service.apiPort, workspaces), measured: [] as Measured[] });
    }
    for (let round = 0; round <= rounds; round += 1) {
      // Who comes first changes: the second finds a warmer machine.
      for (const side of round % 2 === 0 ? sides : [...sides].reverse()) {
        const measured = await measure(side.under, side.http, side.tenants);
        // The first round warms up.
        if (round > 0) side.measured.push(measured);
        process.stderr.write(`round ${round}, ${side.value}: ${measured.perSecond.toFixed(0)}/s, ${measured.cpuMs.toFixed(3)} CPU ms\n`);
      }
    }
    const [on = [], off = []] = sides.map(({ measured }) => measured);
    console.log(`median of ${rounds} rounds of ${seconds} s by turns, ${inFlight} in flight, ${workspaces} workspaces`);
    console.table({
      'pins per second': compared(on, off, ({ perSecond }) => perSecond),
      'CPU ms per pin': compared(on, off, ({ cpuMs }) => cpuMs),
    });
  } finally {
    for (const pool of pools) await pool.close();
    for (const service of services) await service.stop();
  }
}

async function measure(under: ServiceUnderLoad, http: Pool, tenants: readonly Tenant[]): Promise<Measured> {
  const any = () => tenants[Math.floor(Math.random() * tenants.length)] ?? under;
  await waitUntilSettled(http, under);
  const before = cpuOf(under);
  const load = await closedLoad(seconds, inFlight, async () => (await createPin(http, any())) !== null);
  await waitUntilSettled(http, under);
  return { perSecond: load.perSecond, cpuMs: (cpuOf(under) - before) / (load.perSecond * seconds) };
}

/** Of the service and its parts, without the load itself. */
const cpuOf = (under: ServiceUnderLoad): number =>
  [...cpuTime(under)].reduce((sum, [name, ms]) => (name === 'the load itself' ? sum : sum + ms), 0);

/** Ratios are taken within a round. */
const compared = (on: readonly Measured[], off: readonly Measured[], pick: (measured: Measured) => number) => ({
  on: median(on.map(pick)).toFixed(2),
  off: median(off.map(pick)).toFixed(2),
  'on ÷ off': median(on.map((each, n) => pick(each) / pick(off[n] ?? each))).toFixed(3),
});
