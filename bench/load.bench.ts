import {
  CommandRunner,
  openEventStore,
  StreamStateCache,
  streamName,
  type EventStore,
  type Snapshots,
  type StreamType,
} from '@pps/event-store';
import type { Fact } from '@pps/kernel';
import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, snapshotStore } from '@pps/read-store';
import { withBenchParts } from './bench-parts';
import { median, percentile } from './percentile';

// How long the first load of a stream takes in a process that does not know it, without and with a snapshot, by the stream's length.

const lengths = [10, 100, 1_000, 10_000] as const;
const loads = Number(process.env['LOADS'] ?? 30);
const factsPerAppend = 200;

type Consumed = Fact<
  'QuotaConsumed',
  { readonly entries: readonly { readonly entryId: string; readonly units: number; readonly at: string }[] }
>;

const plain: StreamType<number, Consumed> = {
  category: 'benchquota',
  decider: { initial: 0, evolve: (used, fact) => used + fact.data.entries.reduce((sum, { units }) => sum + units, 0) },
  facts: { QuotaConsumed: 1 },
};
const snapshotted: StreamType<number, Consumed> = { ...plain, snapshot: { version: 1, every: factsPerAppend } };
const origin = { actor: { type: 'system' }, occurredAt: '2026-01-05T09:00:00.000Z' } as const;

export async function run(): Promise<void> {
  await withBenchParts(async ({ postgres, eventStore }) => {
    const store = openEventStore(eventStore.url);
    const db = openDatabase(postgres.url, 4);
    await migrate(db, readStoreMigrations);
    console.log(`first load of a stream, median of ${loads} (p95), ms; Node ${process.version}`);
    const table = [];
    for (const length of lengths) table.push(await row(store, snapshotStore(db), length));
    console.table(table);
    await store.close();
    await db.destroy();
  });
}

async function row(store: EventStore, snapshots: Snapshots, length: number): Promise<object> {
  const id = newId();
  const writer = new CommandRunner(store, new StreamStateCache(), snapshots);
  // Half an interval first, so that half an interval is left after the last snapshot.
  for (let written = 0; written < length;) {
    const next = Math.min(written === 0 ? factsPerAppend / 2 : factsPerAppend, length - written);
    await writer.run(snapshotted, id, origin, () => facts(next));
    written += next;
  }
  const without = await measureTimes(() => new CommandRunner(store).load(plain, id), length);
  const withSnapshot = await measureTimes(() => new CommandRunner(store, new StreamStateCache(), snapshots).load(snapshotted, id), length);
  const tail = length - 1 - ((await snapshots.newest(streamName(snapshotted, id), 1))?.revision ?? -1);
  const shown = (times: readonly number[]) => `${median(times).toFixed(1)} (${percentile(times, 95).toFixed(1)})`;
  return { events: length, 'without snapshot': shown(without), 'with snapshot': shown(withSnapshot), 'events after the snapshot': tail };
}

const facts = (count: number): Consumed[] =>
  Array.from({ length: count }, () => ({
    type: 'QuotaConsumed',
    data: { entries: [{ entryId: newId(), units: 1, at: origin.occurredAt }] },
  }));

async function measureTimes(load: () => Promise<{ readonly state: number }>, wanted: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n <= loads; n++) {
    const begun = performance.now();
    const { state } = await load();
    // The first one warms up.
    if (n > 0) times.push(performance.now() - begun);
    if (state !== wanted) throw new Error(`loaded ${state} instead of ${wanted}`);
  }
  return times;
}
