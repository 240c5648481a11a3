import { auditFactsProjection, auditMigrations, proveInclusion, streamHistory, toHistoryItem } from '@pps/audit';
import { openEventStore, type EventStore, type RecordedFact } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { pinQueued } from '@pps/pins/testing';
import { contextOf, migrate, openDatabase, readStoreMigrations, setUpProjection, type Database } from '@pps/read-store';
import { spawnSync } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withBenchParts } from './bench-parts';
import { median, percentile } from './percentile';

// What the history of one project costs: projecting its leaves, exporting and verifying it, beside COPY of the same lines; and a proof at that size.

const facts = Number(process.env['FACTS'] ?? 100_000);
const perStream = 4;
const appendsAtOnce = 50;
const batchSize = 500;
const proofs = 300;

export async function run(): Promise<void> {
  await withBenchParts(async ({ postgres, eventStore, folder }) => {
    const db = openDatabase(postgres.url, 6);
    const store = openEventStore(eventStore.url);
    await migrate(db, [...readStoreMigrations, ...auditMigrations]);
    await setUpProjection(db, auditFactsProjection, 'bench');
    const projectId = newId();
    await appendFacts(store, projectId);
    const log = await wholeLog(store);
    const rows: Record<string, object> = {};
    rows['project index and tree'] = await timed(() => projectAll(db, log));
    const file = join(folder, 'export.ndjson');
    let peakMiB = 0;
    const lines = async function* () {
      for await (const page of streamHistory({ db, store }, projectId, { from: 0, size: facts, pageSize: 200 })) {
        peakMiB = Math.max(peakMiB, process.memoryUsage().heapUsed / 2 ** 20);
        yield page.map((entry) => `${JSON.stringify(toHistoryItem(entry))}\n`).join('');
      }
    };
    log.length = 0;
    rows['export'] = { ...(await timed(() => pipeline(lines, createWriteStream(file)))), 'heap MiB': Math.round(peakMiB) };
    await db.raw(`create table bench_line (line text)`);
    await db.raw(`copy bench_line from '${file}' with (format csv, delimiter e'\\x01', quote e'\\x02')`);
    rows['COPY of the same lines'] = await timed(() => db.raw(`copy bench_line to '/dev/null'`));
    for (const name of ['none', 'keys']) writeFileSync(join(folder, name), '{"items":[]}');
    const given = [file, join(folder, 'none'), join(folder, 'keys'), projectId];
    const small = '--max-old-space-size=48';
    rows['verify-history.mjs in 48 MB of heap'] = await timed(() =>
      verify(process.execPath, [small, resolve('docs/verify-history.mjs'), ...given]),
    );
    rows['verify-history.py'] = await timed(() => verify('python3', [resolve('docs/verify-history.py'), ...given]));
    console.log(`${facts.toLocaleString('en')} facts of one project`);
    console.table(rows);
    console.table({ 'inclusion proof, ms': await measureProofs(db, projectId) });
    await store.close();
    await db.destroy();
  });
}

async function timed(work: () => unknown): Promise<object> {
  const begun = performance.now();
  await work();
  const ms = performance.now() - begun;
  return { seconds: Number((ms / 1000).toFixed(2)), 'µs a fact': Math.round((ms * 1000) / facts) };
}

async function appendFacts(store: EventStore, projectId: string): Promise<void> {
  const { data } = pinQueued();
  const metadata = { projectId, actor: { type: 'system' }, occurredAt: '2026-11-20T10:00:00.000Z', schemaVersion: 1 } as const;
  for (let made = 0; made < facts; made += appendsAtOnce * perStream) {
    const appends = Array.from({ length: Math.min(appendsAtOnce, Math.ceil((facts - made) / perStream)) }, () => {
      const some = Array.from({ length: perStream }, () => ({ id: newId(), type: 'PinQueued', data, metadata }));
      return store.append(`pin-${newId()}`, some, 'no_stream');
    });
    await Promise.all(appends);
  }
}

async function wholeLog(store: EventStore): Promise<RecordedFact[]> {
  const [head, reading, log] = [await store.head(), new AbortController(), [] as RecordedFact[]];
  for await (const fact of store.subscribe(null, reading.signal)) {
    log.push(fact);
    if (fact.position >= head) break;
  }
  reading.abort();
  return log;
}

async function projectAll(db: Database, log: readonly RecordedFact[]): Promise<void> {
  for (let from = 0; from < log.length; from += batchSize) {
    const batch = log.slice(from, from + batchSize);
    await db.transaction((tx) => auditFactsProjection.project(batch, contextOf(auditFactsProjection, tx)));
  }
}

function verify(command: string, args: readonly string[]): void {
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  const valid = stdout === '' ? false : (JSON.parse(stdout) as { valid: boolean }).valid;
  if (!valid) throw new Error(`not valid: ${stdout}${stderr}`);
}

async function measureProofs(db: Database, projectId: string): Promise<object> {
  const times: number[] = [];
  for (let n = 0; n < proofs; n++) {
    const leaf = Math.floor((facts - 1) * (n / proofs));
    const begun = performance.now();
    await proveInclusion(db, projectId, leaf, facts - (n % 7));
    times.push(performance.now() - begun);
  }
  return { p50: Number(median(times).toFixed(2)), p99: Number(percentile(times, 99).toFixed(2)) };
}
