import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { memoryByProcess } from './process-memory';
import { createBatch } from './tenant';
import { serviceUnderLoad, type ServiceUnderLoad } from './service-under-load';

// Memory of every process of the standalone start and of its parts, at rest and while pins queue up: accepted in batches of 100, published no
// faster than the default buckets allow. SERVICE_PROCESSES=four has each host in a process of its own.

const pins = Number(process.env['PINS'] ?? 100_000);
const rounds = Number(process.env['ROUNDS'] ?? 5);
const inFlight = 4;
const batchSize = 100;
const idleMs = 10_000;

export async function run(): Promise<void> {
  // HEAP_SNAPSHOT_SIGNAL=SIGUSR2 lets whoever inspects a process ask it for a snapshot, for 15 s after the table.
  const signal = process.env['HEAP_SNAPSHOT_SIGNAL'];
  const under = await serviceUnderLoad(signal ? { NODE_OPTIONS: `--heapsnapshot-signal=${signal}` } : {});
  const http = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: inFlight, pipelining: 1, bodyTimeout: 60_000 });
  try {
    const seen = [memoryByProcess(under)];
    const rates: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      rates.push(await createMany(http, under, pins / rounds));
      await delay(idleMs);
      seen.push(memoryByProcess(under));
      process.stderr.write(`${(pins / rounds) * round} pins: ${JSON.stringify(Object.fromEntries(seen.at(-1) ?? []))}\n`);
    }
    console.log(`accepted per second: ${rates.map((rate) => rate.toFixed(0)).join(', ')}`);
    const names = [...(seen.at(-1)?.keys() ?? [])];
    const column = (index: number) => (index === 0 ? 'MiB at first' : `${(index * pins) / rounds} pins`);
    console.table(
      names.map((name) => ({ process: name, ...Object.fromEntries(seen.map((each, index) => [column(index), each.get(name)])) })),
    );
    if (signal) await delay(15_000);
  } finally {
    await http.close();
    await under.stop();
  }
}

/** Pins per second. */
async function createMany(http: Pool, under: ServiceUnderLoad, count: number): Promise<number> {
  const begun = performance.now();
  let left = count / batchSize;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) {
        const created = await createBatch(http, under, batchSize);
        if (created !== batchSize) throw new Error(`a batch created ${created}`);
      }
    }),
  );
  return (count * 1000) / (performance.now() - begun);
}
