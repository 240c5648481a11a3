import { Pool } from 'undici';
import { cpuTime } from './cpu-time';
import { closedLoad, type LoadResult, median, percentile } from './open-load';
import { createBatch, waitUntilSettled } from './tenant';
import { serviceUnderLoad } from './service-under-load';

// How many reads per second with an API key, of one pin and of a page of 50, beside the route of the same API that answers from memory to anybody.
// Clients share the processors with the service, so what a read costs each of them is told too.

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 3);
const inFlight = 32;
const pins = 200;
// Nothing is published meanwhile.
const standstill = { PACING_ACCOUNT: '1/0.001', PACING_GLOBAL: '1/0.001' };

/** CPU milliseconds for one read: the service's, and those of the clients, which take the same processors. */
interface Measured extends LoadResult {
  readonly serviceMs: number;
  readonly loadMs: number;
}

export async function run(): Promise<void> {
  const { NODE_OPTIONS } = process.env;
  const under = await serviceUnderLoad({ ...standstill, ...(NODE_OPTIONS ? { NODE_OPTIONS } : {}) });
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: inFlight, pipelining: 1 });
  const get = async (path: string, headers: Readonly<Record<string, string>>) => {
    const response = await http.request({ method: 'GET', path, headers });
    await response.body.dump();
    return response.statusCode === 200;
  };
  try {
    for (let created = 0; created < pins; created += 100) await createBatch(http, under, 100);
    await waitUntilSettled(http, under);
    const page = await http.request({ method: 'GET', path: '/v1/pins?limit=50', headers: under.headers });
    const [first] = (await page.body.json()) as readonly { id: string }[];
    const ways: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
      ['from memory, no credential', '/', {}],
      ['one pin', `/v1/pins/${first?.id}`, under.headers],
      ['a page of 50', '/v1/pins?limit=50', under.headers],
    ];
    const results = ways.map((): Measured[] => []);
    for (let round = 0; round <= rounds; round++) {
      for (const [index, [, path, headers]] of ways.entries()) {
        const before = cpuTime(under);
        const load = await closedLoad(seconds, inFlight, () => get(path, headers));
        const after = cpuTime(under);
        const spent = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / load.latencies.length;
        // The first round warms up.
        if (round > 0) results[index]?.push({ ...load, serviceMs: spent('service'), loadMs: spent('the load itself') });
      }
    }
    console.log(`median of ${rounds} rounds of ${seconds} s, ${inFlight} in flight`);
    console.table(
      ways.map(([what], index) => {
        const loads = results[index] ?? [];
        const share = loads.map(({ perSecond }, round) => (100 * perSecond) / (results[0]?.[round]?.perSecond ?? Number.NaN));
        const cpu = (pick: (measured: Measured) => number) => (1_000 * median(loads.map(pick))).toFixed(0);
        const rank = (at: number) => median(loads.map(({ latencies }) => percentile(latencies, at))).toFixed(1);
        return {
          what,
          'per second': median(loads.map(({ perSecond }) => perSecond)).toFixed(0),
          '% of memory': median(share).toFixed(1),
          'CPU µs, service': cpu(({ serviceMs }) => serviceMs),
          'CPU µs, load': cpu(({ loadMs }) => loadMs),
          'p50 ms': rank(50),
          'p99 ms': rank(99),
          failures: loads.reduce((sum, { failures }) => sum + failures, 0),
        };
      }),
    );
  } finally {
    await http.close();
    await under.stop();
  }
}
