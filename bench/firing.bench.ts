import { pause } from '@pps/concurrency';
import { openDatabase } from '@pps/read-store';
import { addWaitingSchedules } from '@pps/schedules/testing';
import type { Command } from 'commander';
import { Pool } from 'undici';
import { wholeNumber } from '../test/campaigns/whole-number';
import { processesOf } from '../test/operations/standalone/processes-of';
import { cpuTime } from './cpu-time';
import { openTenants } from './open-tenants';
import { percentile } from './percentile';
import { residentMib } from './resident-mib';
import { serviceUnderLoad, type ServiceUnderLoad } from './service-under-load';
import { createBatch, pinBody, post, type Tenant } from './tenant';
import { waitUntilSettled } from './wait-until-settled';

// How late schedules of many workspaces fire, all due in one second or at random moments of some: beside the same number of pins in batches through
// the API of the same run, with the CPU milliseconds that each process spends on one and what the process that fires them takes of memory.

interface Options {
  readonly schedules: number;
  readonly workspaces: number;
  readonly rounds: number;
  /** Milliseconds allowed for one creation in the first round; later ones allow half as much again as the one before took. */
  readonly creation: number;
  /** Over which they are due, at random moments. */
  readonly seconds: number;
  /** Of other projects, due in a year. */
  readonly waiting: number;
}

export const options = (command: Command): Command =>
  command
    .option('--schedules <n>', 'in one round', wholeNumber, 1_000)
    .option('--workspaces <n>', 'that they are spread over', wholeNumber, 20)
    .option('--rounds <n>', 'one after the other', wholeNumber, 2)
    .option('--seconds <n>', 'over which they are due, at random moments', wholeNumber, 1)
    .option('--waiting <n>', 'schedules of other projects that are due in a year, from the second round on', wholeNumber, 0)
    .option('--creation <ms>', 'allowed for a creation before the first round; more on a busy machine', wholeNumber, 20);

const creationsAtOnce = 32;
const batchSize = 100;
const batchesAtOnce = 4;
const leastLeadMs = 5_000;
const creationsSlower = 1.5;
const pollMs = 500;
const waitingPerStatement = 20_000;
const firedWithinMs = 300_000;

export async function run({ schedules, workspaces, rounds, creation, seconds, waiting }: Options): Promise<void> {
  const { NODE_OPTIONS } = process.env;
  const under = await serviceUnderLoad(NODE_OPTIONS ? { NODE_OPTIONS } : {});
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: creationsAtOnce, pipelining: 1 });
  try {
    const tenants = await openTenants(under.service.apiPort, workspaces);
    let creationMs = creation;
    for (let round = 1; round <= rounds; round++) {
      if (round === 2 && waiting > 0) await addWaiting(under.databaseUrl, waiting);
      const batches = await perSecond(http, tenants, schedules);
      await waitUntilSettled(http, under);
      const { createdPerSecond, ...figures } = await fireAll(under, http, tenants, { schedules, creationMs, seconds });
      creationMs = (creationsSlower * 1_000) / createdPerSecond;
      console.table([
        {
          round,
          waiting: round > 1 ? waiting : 0,
          'batches, pins/s': Math.round(batches),
          'created/s': Math.round(createdPerSecond),
          ...figures,
        },
      ]);
    }
  } finally {
    await http.close();
    await under.stop();
  }
}

async function perSecond(http: Pool, tenants: readonly Tenant[], pins: number): Promise<number> {
  const begun = performance.now();
  await times(Math.ceil(pins / batchSize), batchesAtOnce, async (index) => {
    await createBatch(http, tenants[index % tenants.length] as Tenant, batchSize);
  });
  return (1_000 * pins) / (performance.now() - begun);
}

async function addWaiting(databaseUrl: string, count: number): Promise<void> {
  const db = openDatabase(databaseUrl, 1);
  try {
    for (let left = count; left > 0; left -= waitingPerStatement) await addWaitingSchedules(db, Math.min(left, waitingPerStatement));
    console.log(`${count.toLocaleString('en')} more wait`);
  } finally {
    await db.destroy();
  }
}

interface Round {
  readonly schedules: number;
  readonly creationMs: number;
  readonly seconds: number;
}

async function fireAll(under: ServiceUnderLoad, http: Pool, tenants: readonly Tenant[], { schedules, creationMs, seconds }: Round) {
  const dueAt = Math.ceil((Date.now() + leastLeadMs + schedules * creationMs) / 1_000) * 1_000;
  const begun = performance.now();
  await times(schedules, creationsAtOnce, async (index) => {
    const tenant = tenants[index % tenants.length] as Tenant;
    const body = { ...pinBody(tenant), run_at: new Date(dueAt + Math.floor(Math.random() * seconds * 1_000)).toISOString() };
    const { status, json } = await post(http, '/v1/schedules', body, tenant.headers);
    if (status !== 201) throw new Error(`a schedule was answered ${status}: ${JSON.stringify(json)}`);
  });
  const createdPerSecond = (1_000 * schedules) / (performance.now() - begun);
  if (Date.now() > dueAt) throw new Error('the creations took until the schedules were due');
  await pause(dueAt - Date.now());
  const before = cpuTime(under);
  const deadline = performance.now() + firedWithinMs;
  while ((await waitingOf(http, tenants)) > 0) {
    if (performance.now() > deadline) throw new Error('schedules have not fired after five minutes');
    await pause(pollMs);
  }
  const spent = [...cpuTime(under)].map(([name, ms]) => [`${name} ms`, ((ms - (before.get(name) ?? 0)) / schedules).toFixed(2)]);
  const fired = (await Promise.all(tenants.map((tenant) => readFired(http, tenant, dueAt)))).flat();
  const late = fired.map(({ runAt, firedAt }) => firedAt - runAt);
  return {
    createdPerSecond,
    fired: fired.length,
    early: late.filter((ms) => ms < 0).length,
    'all fired after s': ((Math.max(...fired.map(({ firedAt }) => firedAt)) - dueAt) / 1_000).toFixed(1),
    'late p50 ms': percentile(late, 50),
    'late p99 ms': percentile(late, 99),
    'orchestrator MiB': residentOf(under),
    ...Object.fromEntries(spent),
  };
}

const residentOf = ({ service }: ServiceUnderLoad): number =>
  Math.max(
    0,
    ...processesOf(service.dataDir).map(({ pid, command }) => (command.includes('apps/orchestrator/main') ? residentMib(pid) : 0)),
  );

async function waitingOf(http: Pool, tenants: readonly Tenant[]): Promise<number> {
  for (const { headers } of tenants) {
    const answer = await http.request({ method: 'GET', path: '/v1/schedules?status=scheduled&limit=1', headers });
    await answer.body.dump();
    const count = Number(answer.headers['x-total-count']);
    if (count > 0) return count;
  }
  return 0;
}

async function readFired(http: Pool, { headers }: Tenant, since: number) {
  const fired: { readonly runAt: number; readonly firedAt: number }[] = [];
  for (let offset = 0; ; offset += 200) {
    const query = `limit=200&offset=${offset}&sort=created_at_asc&since=${new Date(since).toISOString()}`;
    const answer = await http.request({ method: 'GET', path: `/v1/schedules?${query}`, headers });
    const page = (await answer.body.json()) as { run_at: string; fired_at: string | null }[];
    fired.push(...page.map(({ run_at, fired_at }) => ({ runAt: Date.parse(run_at), firedAt: Date.parse(fired_at ?? '') })));
    if (page.length < 200) return fired;
  }
}

async function times(count: number, atOnce: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++);
    }),
  );
}
