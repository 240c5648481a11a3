import { startEventStore, startPostgres } from '@pps/embedded';
import { openEventStore, type EventStore } from '@pps/event-store';
import { checkpoints, migrate, openDatabase, runProjector, type Database } from '@pps/read-store';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { allMigrations } from '../apps/foundation/all-migrations';
import { projections } from '../projections';
import { appendRealisticLog } from '../test/operations/projections/realistic-log';
import { median } from './open-load';

// How many events per second all projections together replay into PostgreSQL, beside a bare catch-up read of the same events in the same run.

const events = Number(process.env['EVENTS'] ?? 1_000_000);
const rounds = Number(process.env['ROUNDS'] ?? 3);
const quarters = [0.25, 0.5, 0.75, 1] as const;
const mebibyte = 2 ** 20;

interface Replay {
  readonly perSecond: number;
  /** Resident memory of this process in MiB at each quarter of the events. */
  readonly resident: readonly number[];
}

export async function run(): Promise<void> {
  await withParts(async (postgresUrl, store) => {
    const begun = performance.now();
    const written = await appendRealisticLog(store, events);
    process.stderr.write(`${written} events written in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
    const reads: number[] = [];
    const replays: Replay[] = [];
    for (let round = 1; round <= rounds; round++) {
      reads.push(await readLog(store));
      replays.push(await replayLog(store, postgresUrl, `replay_${round}`));
      process.stderr.write(`round ${round}: read ${reads.at(-1)?.toFixed(0)}/s, replay ${replays.at(-1)?.perSecond.toFixed(0)}/s\n`);
    }
    print(written, reads, replays);
  });
}

function print(written: number, reads: readonly number[], replays: readonly Replay[]): void {
  const [read, replayed] = [median(reads), median(replays.map(({ perSecond }) => perSecond))];
  console.log(`${written} events, ${projections.length} projections, medians of ${rounds} rounds, Node ${process.version}`);
  console.table([
    { what: 'bare catch-up read', 'events per second': read.toFixed(0) },
    { what: 'replay into PostgreSQL', 'events per second': replayed.toFixed(0) },
  ]);
  console.log(`replay ÷ read: ${((100 * replayed) / read).toFixed(1)} %`);
  for (const { resident } of replays)
    console.log(`resident MiB at 25, 50, 75, 100 %: ${resident.map((each) => each.toFixed(0)).join(', ')}`);
}

/** Runs the measurement on a PostgreSQL and an event store of its own, which end with it. */
async function withParts(measure: (postgresUrl: string, store: EventStore) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  chmodSync(folder, 0o711);
  try {
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
    try {
      const eventStore = await startEventStore({ databaseUrl: postgres.url });
      const store = openEventStore(eventStore.url);
      try {
        await measure(postgres.url, store);
      } finally {
        await store.close();
        await eventStore.stop();
      }
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Facts per second of one catch-up read of the whole log. */
async function readLog(store: EventStore): Promise<number> {
  const head = await store.head();
  const reading = new AbortController();
  const begun = performance.now();
  let count = 0;
  for await (const fact of store.subscribe(null, reading.signal)) {
    count++;
    if (fact.position >= head) break;
  }
  reading.abort();
  return count / ((performance.now() - begun) / 1000);
}

/** All projections replay the whole log into a new database of that name on the server. Throws when one of them stops. */
async function replayLog(store: EventStore, serverUrl: string, name: string): Promise<Replay> {
  await onServer(serverUrl, `create database ${name}`);
  const db = openDatabase(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href, 10);
  await migrate(db, allMigrations);
  const head = await store.head();
  const ending = new AbortController();
  let count = 0;
  const counting: EventStore = {
    ...store,
    async *subscribe(after, signal) {
      for await (const fact of store.subscribe(after, signal)) {
        count++;
        yield fact;
      }
    },
  };
  const log = (_: string, message: string, fields?: object) => process.stderr.write(`${message} ${JSON.stringify(fields ?? {})}\n`);
  const begun = performance.now();
  const running = runProjector({ db, store: counting, projections, signal: ending.signal, log }).catch(() => undefined);
  const resident: number[] = [];
  try {
    for (const quarter of quarters) {
      await waitUntilReached(db, quarter === 1 ? head : BigInt(Math.floor(Number(head) * quarter)));
      resident.push(process.memoryUsage.rss() / mebibyte);
    }
    return { perSecond: count / ((performance.now() - begun) / 1000), resident };
  } finally {
    ending.abort();
    await running;
    await db.destroy();
    await onServer(serverUrl, `drop database ${name}`);
  }
}

async function waitUntilReached(db: Database, position: bigint): Promise<void> {
  for (;;) {
    const builds = await checkpoints.all(db, 'projection');
    const stopped = builds.find(({ stoppedError }) => stoppedError !== null);
    if (stopped) throw new Error(`${stopped.name} stopped: ${stopped.stoppedError}`);
    if (builds.length === projections.length && builds.every((build) => build.position >= position)) return;
    await delay(50);
  }
}

/** One statement on the server's own database. */
async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
