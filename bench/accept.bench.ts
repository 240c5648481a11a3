import { findFreePort, startNodeProgram } from '@pps/embedded';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { createBatch, createPin, pinBody, post, type Tenant, waitUntilSettled, openTenants } from './tenant';
import { closedLoad, median, openLoad, percentile, type LoadResult } from './open-load';
import { rawAppends } from './raw-appends';
import { serviceUnderLoad, type ServiceUnderLoad } from './service-under-load';

// How many pins per second are accepted, singly and in batches, of one workspace and of many, how long an answer takes and how soon a pin is
// visible, beside raw appends to the same store and beside one INSERT and two job queues behind the same Fastify on the same PostgreSQL.

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 8);
const workspaces = Number(process.env['WORKSPACES'] ?? 100);
const inFlight = 64;
const batchesInFlight = 4;
const batchSize = 100;
const steadyPerSecond = 100;
const calmPerSecond = 25;
const queues = ['insert', 'graphile-worker', 'pg-boss'] as const;

interface Measured {
  readonly what: string;
  readonly load: LoadResult;
}

export async function run(): Promise<void> {
  const under = await serviceUnderLoad({});
  const queuePort = await findFreePort();
  const env = { PATH: process.env.PATH, DATABASE_URL: under.databaseUrl, PORT: String(queuePort) };
  const quiet = () => undefined;
  const host = startNodeProgram({ entry: 'bench/enqueue-host.main', env, stdout: quiet, stderr: (line) => console.error(line) });
  const api = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: inFlight, pipelining: 1, bodyTimeout: 60_000 });
  const queue = new Pool(`http://127.0.0.1:${queuePort}`, { connections: inFlight, pipelining: 1 });
  try {
    const tenants = await openTenants(under.service.apiPort, workspaces);
    await listening(queue);
    const results: Measured[][] = [];
    for (let round = 0; round <= rounds; round++) {
      const measured = await measure(under, tenants, api, queue);
      // The first round warms up.
      if (round > 0) results.push(measured);
      process.stderr.write(`round ${round}: ${measured.map(({ what, load }) => `${what} ${load.perSecond.toFixed(0)}`).join(', ')}\n`);
    }
    console.log(`median of ${results.length} rounds of ${seconds} s, ${inFlight} in flight, ${workspaces} workspaces`);
    console.table(acceptReport(results));
  } finally {
    await api.close();
    await queue.close();
    await host.stop();
    await under.stop();
  }
}

async function measure(under: ServiceUnderLoad, tenants: readonly Tenant[], api: Pool, queue: Pool): Promise<Measured[]> {
  const one = () => under;
  const any = () => tenants[Math.floor(Math.random() * tenants.length)] ?? under;
  const measured: Measured[] = [];
  const record = (what: string, load: LoadResult) => void measured.push({ what, load });
  const enqueue = (name: string) => async () => (await post(queue, `/${name}`, pinBody(under))).status === 201;
  const creating = (who: () => Tenant) => async () => (await createPin(api, who())) !== null;
  await waitUntilSettled(api, under);
  const calm = { ratePerSecond: calmPerSecond, seconds, inFlight };
  record('single, calm', await openLoad(calm, creating(one)));
  for (const name of queues) record(`${name}, calm`, await openLoad(calm, enqueue(name)));
  record('single, steady', await openLoad({ ratePerSecond: steadyPerSecond, seconds, inFlight: 256 }, creating(one)));
  await waitUntilSettled(api, under);
  record('visible in GET, steady', await visibility(api, under));
  await waitUntilSettled(api, under);
  record('raw append', await rawLoad(under));
  record('single, one workspace', await closedLoad(seconds, inFlight, creating(one)));
  record('single, many workspaces', await closedLoad(seconds, inFlight, creating(any)));
  record('batch, one workspace', await batches(api, one));
  record('batch, many workspaces', await batches(api, any));
  for (const name of queues) record(name, await closedLoad(seconds / 2, inFlight, enqueue(name)));
  return measured;
}

/** Pins, not batches, per second; the latency is a batch's. */
async function batches(api: Pool, who: () => Tenant): Promise<LoadResult> {
  let created = 0;
  const begun = performance.now();
  const load = await closedLoad(seconds, batchesInFlight, async () => {
    const count = await createBatch(api, who(), batchSize);
    created += count;
    return count === batchSize;
  });
  return { ...load, perSecond: created / ((performance.now() - begun) / 1000) };
}

async function rawLoad({ eventStoreUrl }: ServiceUnderLoad): Promise<LoadResult> {
  const raw = rawAppends(eventStoreUrl);
  const load = await closedLoad(seconds / 2, inFlight, () => raw.append().then(() => true));
  await raw.close();
  return load;
}

/** From the answer of the creation to the answer of a read that shows it. */
async function visibility(http: Pool, under: ServiceUnderLoad): Promise<LoadResult> {
  const waits: number[] = [];
  const load = await openLoad({ ratePerSecond: steadyPerSecond, seconds, inFlight: 256 }, async () => {
    const id = await createPin(http, under);
    if (id === null) return false;
    const accepted = performance.now();
    const response = await http.request({ method: 'GET', path: `/v1/pins/${id}`, headers: under.headers });
    await response.body.dump();
    waits.push(performance.now() - accepted);
    return response.statusCode === 200;
  });
  return { ...load, latencies: waits };
}

async function listening(http: Pool): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const answer = await post(http, '/insert', {}).catch(() => null);
    if (answer?.status === 201) return;
    if (performance.now() > deadline) throw new Error('the job queues do not listen');
    await delay(200);
  }
}

/** One row for each thing measured, medians over the rounds; ratios are taken within a round. */
function acceptReport(rounds: readonly (readonly Measured[])[]): Record<string, string | number>[] {
  const [first = []] = rounds;
  const loadOf = (round: readonly Measured[], what: string): LoadResult | undefined => round.find((each) => each.what === what)?.load;
  const medianOf = (pick: (round: readonly Measured[]) => number) => median(rounds.map(pick).filter((value) => !Number.isNaN(value)));
  return first.map(({ what }) => {
    const beside = what.endsWith(', calm') ? 'insert, calm' : 'insert';
    const rate = (name: string) => (round: readonly Measured[]) => loadOf(round, name)?.perSecond ?? Number.NaN;
    const rank = (name: string, at: number) => (round: readonly Measured[]) => percentile(loadOf(round, name)?.latencies ?? [], at);
    const ratio = (at: number) => medianOf((round) => rank(what, at)(round) / rank(beside, at)(round)).toFixed(1);
    return {
      what,
      'per second': medianOf(rate(what)).toFixed(0),
      '% of raw': medianOf((round) => (100 * rate(what)(round)) / rate('raw append')(round)).toFixed(1),
      'p50 ms': medianOf(rank(what, 50)).toFixed(1),
      'p99 ms': medianOf(rank(what, 99)).toFixed(1),
      'p50 ÷ INSERT': ratio(50),
      'p99 ÷ INSERT': ratio(99),
      failures: rounds.reduce((sum, round) => sum + (loadOf(round, what)?.failures ?? 0), 0),
    };
  });
}
