import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { cpuTime } from './cpu-time';
import { percentile } from './open-load';
import { serviceUnderLoad, type ServiceUnderLoad } from './service-under-load';
import { createBatch, openTenants, pinBody, post, type Tenant, waitUntilSettled } from './tenant';

// How late schedules fire that are all due in one second: beside the same number of pins in batches through the API of the same run, with the CPU
// milliseconds that each process spends on one until its pin is queued.

const schedules = Number(process.env['SCHEDULES'] ?? 5_000);
const workspaces = Number(process.env['WORKSPACES'] ?? 20);
const rounds = Number(process.env['ROUNDS'] ?? 2);
/** Milliseconds allowed for one creation in the first round; later ones are allowed half as much again as the one before took. */
const creation = Number(process.env['CREATION_MS'] ?? 25);

const creationsAtOnce = 32;
const batchSize = 100;
const batchesAtOnce = 4;
const leadMs = 25_000;
const pollMs = 500;
const firedWithinMs = 300_000;

export async function run(): Promise<void> {
  const under = await serviceUnderLoad({});
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: creationsAtOnce, pipelining: 1 });
  try {
    const tenants = await openTenants(under.service.apiPort, workspaces);
    let creationMs = creation;
    for (let round = 1; round <= rounds; round++) {
      const batches = await batchedPerSecond(http, tenants);
      await waitUntilSettled(http, under);
      const { createdPerSecond, ...figures } = await fireAll(under, http, tenants, creationMs);
      creationMs = 1_500 / createdPerSecond;
      console.table([{ round, 'batches, pins/s': Math.round(batches), 'created/s': Math.round(createdPerSecond), ...figures }]);
    }
  } finally {
    await http.close();
    await under.stop();
  }
}

async function batchedPerSecond(http: Pool, tenants: readonly Tenant[]): Promise<number> {
  const begun = performance.now();
  await times(Math.ceil(schedules / batchSize), batchesAtOnce, async (index) => {
    await createBatch(http, tenants[index % tenants.length] as Tenant, batchSize);
  });
  return (1_000 * schedules) / (performance.now() - begun);
}

async function fireAll(under: ServiceUnderLoad, http: Pool, tenants: readonly Tenant[], creationMs: number) {
  const dueAt = Math.ceil((Date.now() + leadMs + schedules * creationMs) / 1_000) * 1_000;
  const begun = performance.now();
  await times(schedules, creationsAtOnce, async (index) => {
    const tenant = tenants[index % tenants.length] as Tenant;
    const run_at = new Date(dueAt + Math.floor(Math.random() * 1_000)).toISOString();
    const { status, json } = await post(http, '/v1/schedules', { ...pinBody(tenant), run_at }, tenant.headers);
    if (status !== 201) throw new Error(`a schedule was answered ${status}: ${JSON.stringify(json)}`);
  });
  const createdPerSecond = (1_000 * schedules) / (performance.now() - begun);
  if (Date.now() > dueAt) throw new Error('the creations took until the schedules were due: set CREATION_MS');
  await delay(dueAt - Date.now());
  const before = cpuTime(under);
  const deadline = performance.now() + firedWithinMs;
  while ((await waitingOf(http, tenants)) > 0) {
    if (performance.now() > deadline) throw new Error('schedules have not fired after five minutes');
    await delay(pollMs);
  }
  const spent = [...cpuTime(under)].map(([name, ms]) => [`${name} ms`, Number(((ms - (before.get(name) ?? 0)) / schedules).toFixed(2))]);
  const fired = (await Promise.all(tenants.map((tenant) => readFired(http, tenant, dueAt)))).flat();
  const late = fired.map(({ runAt, firedAt }) => firedAt - runAt);
  return {
    createdPerSecond,
    fired: fired.length,
    early: late.filter((ms) => ms < 0).length,
    'all fired after s': Number(((Math.max(...fired.map(({ firedAt }) => firedAt)) - dueAt) / 1_000).toFixed(1)),
    'late p50 ms': percentile(late, 50),
    'late p99 ms': percentile(late, 99),
    ...Object.fromEntries(spent),
  };
}

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
