import { Pool } from 'undici';
import { createBatch, createPin, type Tenant, waitUntilSettled, openTenants } from './tenant';
import { cpuTime } from './cpu-time';
import { rawAppends } from './raw-appends';
import { serviceUnderLoad } from './service-under-load';

// Where the time goes: CPU milliseconds that each process spends on one accepted pin, singly and in batches, of one workspace and of many, beside
// one raw append (Linux). Less is at the mercy of a busy machine than rates are; but what arrives more slowly is stored by smaller transactions.

const pins = Number(process.env['PINS'] ?? 2_000);
const workspaces = Number(process.env['WORKSPACES'] ?? 100);
const wanted = process.env['ONLY']?.split(';').map((kind) => kind.trim());
const inFlight = 64;
const batchesInFlight = 4;
const batchSize = 100;
// Accepted pins are not published during the measurement: that would count too, and more on a slower machine.
const standstill = { PACING_ACCOUNT: '1/0.001', PACING_GLOBAL: '1/0.001' };

type Kind = 'raw append' | 'single, one workspace' | 'single, many' | 'batch, one workspace' | 'batch, many';

export async function run(): Promise<void> {
  const { NODE_OPTIONS } = process.env;
  const under = await serviceUnderLoad({ ...standstill, ...(NODE_OPTIONS ? { NODE_OPTIONS } : {}) });
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: inFlight, pipelining: 1 });
  const raw = rawAppends(under.eventStoreUrl);
  try {
    const tenants = await openTenants(under.service.apiPort, workspaces);
    const one = () => under;
    const any = () => tenants[Math.floor(Math.random() * tenants.length)] ?? under;
    const single = (who: () => Tenant) => async (): Promise<void> => {
      if ((await createPin(http, who())) === null) throw new Error('a creation was refused');
    };
    const batch = (who: () => Tenant) => async (): Promise<void> => {
      if ((await createBatch(http, who(), batchSize)) !== batchSize) throw new Error('not all of a batch were created');
    };
    const works: Record<Kind, (count: number) => Promise<void>> = {
      'raw append': (count) => times(count, inFlight, raw.append),
      'single, one workspace': (count) => times(count, inFlight, single(one)),
      'single, many': (count) => times(count, inFlight, single(any)),
      'batch, one workspace': (count) => times(Math.ceil(count / batchSize), batchesInFlight, batch(one)),
      'batch, many': (count) => times(Math.ceil(count / batchSize), batchesInFlight, batch(any)),
    };
    const spent = new Map<string, Map<string, number>>();
    for (const [kind, work] of Object.entries(works)) {
      if (wanted && !wanted.includes(kind)) continue;
      await work(pins / 4);
      await waitUntilSettled(http, under);
      const before = cpuTime(under);
      const begun = performance.now();
      await work(pins);
      await waitUntilSettled(http, under);
      const after = cpuTime(under);
      console.error(`${kind}: ${(pins / ((performance.now() - begun) / 1000)).toFixed(0)}/s`);
      spent.set(kind, new Map([...after].map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / pins])));
    }
    report(spent);
  } finally {
    await raw.close();
    await http.close();
    await under.stop();
  }
}

function report(spent: ReadonlyMap<string, ReadonlyMap<string, number>>): void {
  const names = [...new Set([...spent.values()].flatMap((each) => [...each.keys()]))];
  const row = (process: string, of: (each: ReadonlyMap<string, number>) => number) => ({
    process,
    ...Object.fromEntries([...spent].map(([kind, each]) => [kind, of(each).toFixed(2)])),
  });
  console.log(`CPU ms per event or pin, ${pins} of each kind, ${workspaces} workspaces`);
  console.table([
    ...names.map((name) => row(name, (each) => each.get(name) ?? 0)),
    row('all', (each) => [...each.values()].reduce((sum, ms) => sum + ms, 0)),
  ]);
}

async function times(count: number, atOnce: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await work();
    }),
  );
}
