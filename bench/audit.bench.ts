import {
  auditFactsProjection,
  auditMigrations,
  checkpointText,
  proveConsistency,
  proveInclusion,
  streamHistory,
  toHistoryItem,
} from '@pps/audit';
import { rootAt } from '@pps/audit/testing';
import { openEventStore, type EventStore, type RecordedFact } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { contextOf, migrate, openDatabase, readStoreMigrations, setUpProjection, type Database } from '@pps/read-store';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withBenchParts } from './bench-parts';
import { median, percentile } from './percentile';
import { factsOfPin, startWithPins } from './pin-log';

// What the history of one project costs: projecting its leaves, exporting and verifying it, beside COPY of the same lines; and proofs at that size.

const facts = Number(process.env['FACTS'] ?? 1_000_000);
const batchSize = 500;
const proofs = 500;

export async function run(): Promise<void> {
  await withBenchParts(async (parts) => {
    const { postgres, folder } = parts;
    const db = openDatabase(postgres.url, 6);
    await migrate(db, [...readStoreMigrations, ...auditMigrations]);
    await setUpProjection(db, auditFactsProjection, 'bench');
    const projectId = newId();
    parts.eventStore = await startWithPins(postgres.url, parts.eventStore, {
      projectId,
      organizationId: newId(),
      pins: facts / factsOfPin,
    });
    const store = openEventStore(parts.eventStore.url);
    const rows: Record<string, object> = {};
    rows['project index and tree'] = costOf(await projectAll(db, store));
    const heap: number[] = [];
    const lines = async function* () {
      let exported = 0;
      for await (const page of streamHistory({ db, store }, projectId, { from: 0, size: facts, pageSize: 200 })) {
        exported += page.length;
        heap[Math.floor((4 * (exported - 1)) / facts)] = process.memoryUsage().heapUsed / 2 ** 20;
        yield page.map((entry) => `${JSON.stringify(toHistoryItem(entry))}\n`).join('');
      }
    };
    const file = join(folder, 'export.ndjson');
    rows['export'] = await timed(() => pipeline(lines, createWriteStream(file)));
    await db.transaction(async (tx) => {
      await tx.raw('set local statement_timeout = 0');
      await tx.raw(`create unlogged table bench_line (line text)`);
      await tx.raw(`copy bench_line from '${file}' with (format csv, delimiter e'\\x01', quote e'\\x02')`);
      rows['COPY of the same lines'] = await timed(() => tx.raw(`copy bench_line to '/dev/null'`));
    });
    const given = [file, ...(await signWhole(db, projectId, folder)), projectId];
    rows['verify-history.mjs in 48 MB of heap'] = await timed(() =>
      verify(process.execPath, ['--max-old-space-size=48', resolve('docs/verify-history.mjs'), ...given]),
    );
    rows['verify-history.py'] = await timed(() => verify('python3', [resolve('docs/verify-history.py'), ...given]));
    console.log(`${facts.toLocaleString('en')} facts of one project, whose pins are published a hundred at a time`);
    console.table(rows);
    console.log(`heap of the export at 25, 50, 75 and 100 %: ${heap.map((each) => each.toFixed(0)).join(', ')} MiB`);
    console.table(await measureProofs(db, projectId));
    await store.close();
    await db.destroy();
  });
}

const costOf = (ms: number): object => ({ seconds: Number((ms / 1000).toFixed(2)), 'µs a fact': Math.round((ms * 1000) / facts) });

async function timed(work: () => unknown): Promise<object> {
  const begun = performance.now();
  await work();
  return costOf(performance.now() - begun);
}

/** Milliseconds of the projecting alone, without the reading of the log. */
async function projectAll(db: Database, store: EventStore): Promise<number> {
  const [head, reading] = [await store.head(), new AbortController()];
  let [spent, batch]: [number, RecordedFact[]] = [0, []];
  for await (const fact of store.subscribe(null, reading.signal)) {
    batch.push(fact);
    if (batch.length < batchSize && fact.position < head) continue;
    const begun = performance.now();
    const facts = batch;
    await db.transaction((tx) => auditFactsProjection.project(facts, contextOf(auditFactsProjection, tx)));
    spent += performance.now() - begun;
    batch = [];
    if (fact.position >= head) break;
  }
  reading.abort();
  return spent;
}

/** Files with a checkpoint over everything and with its key. */
async function signWhole(db: Database, treeId: string, folder: string): Promise<[string, string]> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const root = await rootAt(db, treeId, facts);
  const signature = sign(null, Buffer.from(checkpointText({ treeId, size: facts, root })), privateKey).toString('base64');
  const checkpoint = { size: facts, root_hash: root.toString('hex'), key_id: 'bench', signature };
  const key = { key_id: 'bench', public_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('base64') };
  const files: [string, string] = [join(folder, 'checkpoints.json'), join(folder, 'keys.json')];
  for (const [index, items] of [[checkpoint], [key]].entries()) writeFileSync(files[index] ?? '', JSON.stringify({ items }));
  return files;
}

function verify(command: string, args: readonly string[]): void {
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  const { valid, covered } = stdout === '' ? { valid: false } : (JSON.parse(stdout) as { valid: boolean; covered?: number });
  if (!valid || covered !== facts) throw new Error(`not valid: ${stdout}${stderr}`);
}

async function measureProofs(db: Database, projectId: string): Promise<object> {
  const sizes = Array.from({ length: proofs }, (_, n) => ({ leaf: Math.floor((facts - 1) * (n / proofs)), size: facts - (n % 7) }));
  return {
    'inclusion proof, ms': await timesOf(sizes, ({ leaf, size }) => proveInclusion(db, projectId, Math.min(leaf, size - 1), size)),
    'consistency proof, ms': await timesOf(sizes, ({ leaf, size }) => proveConsistency(db, projectId, Math.max(1, leaf), size)),
    'a bare statement, ms': await timesOf(sizes, () => db.raw('select 1')),
  };
}

async function timesOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<object> {
  const times: number[] = [];
  for (const item of items) {
    const begun = performance.now();
    await work(item);
    times.push(performance.now() - begun);
  }
  return { p50: Number(median(times).toFixed(2)), p99: Number(percentile(times, 99).toFixed(2)) };
}
