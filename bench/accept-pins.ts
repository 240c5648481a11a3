import { newId } from '@pps/kernel';
import { openEventStore } from '@pps/event-store';
import { pinQueued } from '@pps/pins/testing';
import { Pool } from 'undici';
import { closedLoad, openLoad, type LoadResult } from './open-load';
import { serviceUnderLoad, type ServiceUnderLoad } from './service-under-load';
import { median, percentile } from './statistics';

// How many pins per second are accepted, how long an answer takes and how soon a pin is visible, beside the raw append rate of the same
// store in the same run. Medians of 5 rounds.

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 8);
const inFlight = 64;
const steadyPerSecond = 100;

async function main(): Promise<void> {
  const under = await serviceUnderLoad({});
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: inFlight, pipelining: 1 });
  try {
    const results = [];
    for (let round = 0; round <= rounds; round++) {
      const raw = await rawAppends(under);
      const most = await closedLoad(seconds, inFlight, async () => (await create(http, under)) !== null);
      const steady = await openLoad(
        { ratePerSecond: steadyPerSecond, seconds, inFlight: 256 },
        async () => (await create(http, under)) !== null,
      );
      const seen = await visibility(http, under);
      // The first round warms up.
      if (round > 0) results.push({ raw, most, steady, seen });
      process.stderr.write(`round ${round}: raw ${raw.perSecond.toFixed(0)}/s, accepted ${most.perSecond.toFixed(0)}/s\n`);
    }
    print(results);
  } finally {
    await http.close();
    await under.stop();
  }
}

interface Round {
  readonly raw: LoadResult;
  readonly most: LoadResult;
  readonly steady: LoadResult;
  readonly seen: LoadResult;
}

async function create(http: Pool, { accountId, boardId, headers }: ServiceUnderLoad): Promise<string | null> {
  const key = newId();
  const body = {
    account_id: accountId,
    board_id: boardId,
    title: 'A blue door in Lisbon',
    description: 'Found on a morning walk through Alfama, before the trams and the tourists were up.',
    link_url: `https://example.org/doors/${key}`,
    image_url: `https://images.example.org/${key}.jpg`,
    idempotency_key: key,
  };
  const response = await http.request({
    method: 'POST',
    path: '/v1/pins',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.body.json()) as { id: string };
  return response.statusCode === 201 ? answer.id : null;
}

/** One event of a pin's size per append, each to a stream of its own. */
async function rawAppends({ eventStoreUrl }: ServiceUnderLoad): Promise<LoadResult> {
  const store = openEventStore(eventStoreUrl);
  const metadata = { actor: { type: 'system' as const }, occurredAt: new Date().toISOString(), schemaVersion: 1 };
  const { data } = pinQueued();
  const result = await closedLoad(seconds / 2, inFlight, async () => {
    await store.append(`bench-${newId()}`, [{ id: newId(), type: 'BenchAppended', data, metadata }], 'no_stream');
    return true;
  });
  await store.close();
  return result;
}

/** From the answer of the creation to the answer of a read that shows it. */
async function visibility(http: Pool, under: ServiceUnderLoad): Promise<LoadResult> {
  const waits: number[] = [];
  const load = await openLoad({ ratePerSecond: steadyPerSecond, seconds, inFlight: 256 }, async () => {
    const id = await create(http, under);
    if (id === null) return false;
    const accepted = performance.now();
    const response = await http.request({ method: 'GET', path: `/v1/pins/${id}`, headers: under.headers });
    await response.body.dump();
    waits.push(performance.now() - accepted);
    return response.statusCode === 200;
  });
  return { ...load, latencies: waits };
}

function print(results: readonly Round[]): void {
  const over = (pick: (round: Round) => number) => median(results.map(pick));
  const raw = over((round) => round.raw.perSecond);
  const most = over((round) => round.most.perSecond);
  const at = (what: (round: Round) => LoadResult, rank: number) => over((round) => percentile(what(round).latencies, rank)).toFixed(1);
  const failures = results.reduce((sum, { most: a, steady, seen }) => sum + a.failures + steady.failures + seen.failures, 0);
  console.log(`median of ${results.length} rounds of ${seconds} s, ${inFlight} in flight, failures ${failures}`);
  console.table([
    { what: 'raw append, one event', 'per second': raw.toFixed(0), 'p50 ms': at((r) => r.raw, 50), 'p99 ms': at((r) => r.raw, 99) },
    { what: 'POST /v1/pins, the most', 'per second': most.toFixed(0), 'p50 ms': at((r) => r.most, 50), 'p99 ms': at((r) => r.most, 99) },
    {
      what: `POST /v1/pins at ${steadyPerSecond}/s`,
      'per second': over((r) => r.steady.perSecond).toFixed(0),
      'p50 ms': at((r) => r.steady, 50),
      'p99 ms': at((r) => r.steady, 99),
    },
    {
      what: 'answer → visible in GET, same rate',
      'per second': over((r) => r.seen.perSecond).toFixed(0),
      'p50 ms': at((r) => r.seen, 50),
      'p99 ms': at((r) => r.seen, 99),
    },
  ]);
  console.log(`accepted ÷ raw appends: ${((100 * most) / raw).toFixed(1)} %`);
}

void main();
