import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startNats } from '@pps/embedded';
import { Pool } from 'undici';
import { withBenchParts } from './bench-parts';
import { closedLoad, type LoadResult } from './open-load';
import { median, percentile } from './percentile';

// What the credential layer costs: GET per second with a key and with a session token beside the same route without either, in one run.

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 3);
// A request waits for a read of the log's head: with few in flight that wait is measured, with many what the credential layer costs.
const loads = [32, 128];

interface Ready {
  readonly port: number;
  readonly apiKey: string;
  readonly accessToken: string;
}

export async function run(): Promise<void> {
  await withBenchParts(async ({ postgres, eventStore, folder }) => {
    const nats = await startNats({ storeDir: join(folder, 'nats') });
    try {
      const urls = { DATABASE_URL: postgres.url, EVENTSTORE_URL: eventStore.url, NATS_URL: nats.url };
      await measure({ ...urls, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' });
    } finally {
      await nats.stop();
    }
  });
}

async function measure(settings: Readonly<Record<string, string>>): Promise<void> {
  const host = fork(join(__dirname, 'authenticated-host.main.js'), { env: { ...process.env, ...settings } });
  const [ready] = (await once(host, 'message', { signal: AbortSignal.timeout(60_000) })) as [Ready];
  try {
    for (const inFlight of loads) await measureLoad(ready, inFlight);
  } finally {
    host.kill('SIGTERM');
    await once(host, 'exit');
  }
}

async function measureLoad(ready: Ready, inFlight: number): Promise<void> {
  const http = new Pool(`http://127.0.0.1:${ready.port}`, { connections: inFlight });
  const get = async (path: string, headers: Record<string, string>) => {
    const response = await http.request({ method: 'GET', path, headers });
    await response.body.dump();
    return response.statusCode === 200;
  };
  const ways: readonly (readonly [string, string, Record<string, string>])[] = [
    ['none', 'open', {}],
    ['API key', 'guarded', { 'x-api-key': ready.apiKey }],
    ['access token', 'guarded', { authorization: `Bearer ${ready.accessToken}` }],
  ];
  try {
    for (const route of ['memory', 'projects']) {
      const results = ways.map((): LoadResult[] => []);
      for (let round = 0; round <= rounds; round++) {
        for (const [index, [, kind, headers]] of ways.entries()) {
          const result = await closedLoad(seconds, inFlight, () => get(`/bench/${route}/${kind}`, headers));
          // The first round warms up.
          if (round > 0) results[index]?.push(result);
        }
      }
      print(route, inFlight, ways, results);
    }
  } finally {
    await http.close();
  }
}

function print(
  route: string,
  inFlight: number,
  ways: readonly (readonly [string, ...unknown[]])[],
  results: readonly LoadResult[][],
): void {
  const perSecond = results.map((of) => median(of.map((result) => result.perSecond)));
  console.log(`${route}: medians of ${rounds} rounds of ${seconds} s, ${inFlight} in flight`);
  console.table(
    ways.map(([credential], index) => ({
      credential,
      'per second': perSecond[index]?.toFixed(0),
      'of none': `${((100 * (perSecond[index] ?? NaN)) / (perSecond[0] ?? NaN)).toFixed(1)} %`,
      'p99 ms': median((results[index] ?? []).map((result) => percentile(result.latencies, 99))).toFixed(1),
      failures: (results[index] ?? []).reduce((sum, { failures }) => sum + failures, 0),
    })),
  );
}
