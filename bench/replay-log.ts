import type { EventStore } from '@pps/event-store';
import { checkpoints, migrate, openDatabase, runProjector, type Database } from '@pps/read-store';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { allMigrations } from '../apps/foundation/all-migrations';
import { projections } from '../projections';

const quarters = [0.25, 0.5, 0.75, 1] as const;
const mebibyte = 2 ** 20;

export interface Replay {
  readonly perSecond: number;
  /** Resident memory of this process in MiB at each quarter of the events. */
  readonly resident: readonly number[];
}

/** Facts per second of one catch-up read of the whole log. */
export async function readLog(store: EventStore): Promise<number> {
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
export async function replayLog(store: EventStore, serverUrl: string, name: string): Promise<Replay> {
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
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
