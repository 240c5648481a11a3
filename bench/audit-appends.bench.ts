import { startNodeProgram } from '@pps/embedded';
import { openEventStore, type EventStore } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { pinQueued } from '@pps/pins/testing';
import { checkpoints, openDatabase, type Database } from '@pps/read-store';
import { setTimeout as delay } from 'node:timers/promises';
import { processTreeOf } from '../test/campaigns/installation/process-tree';
import { withBenchParts } from './bench-parts';
import { cpuOfProcess } from './cpu-time';
import { median } from './percentile';

// What the index of facts and the trees cost appending: facts per second and CPU, without and with a projector that keeps them and nothing else, by turns.
// The rate in the second turn is of appends beside a projector that keeps up with them; PERSECOND holds both turns to a rate, so that CPU can be compared.

const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 8);
const perSecond = Number(process.env['PERSECOND'] ?? Infinity);
const inFlight = 32;
const projects = 20;

interface Turn {
  readonly perSecond: number;
  /** CPU microseconds for one fact. */
  readonly eventStore: number;
  readonly postgres: number;
  readonly projector: number;
  /** Seconds that the projector needed after the last append. */
  readonly behind: number;
}

export async function run(): Promise<void> {
  await withBenchParts(async ({ postgres, eventStore }) => {
    const store = openEventStore(eventStore.url);
    const db = openDatabase(postgres.url, 2);
    const turns: Record<'bare' | 'audited', Turn[]> = { bare: [], audited: [] };
    const env = { PATH: process.env.PATH, DATABASE_URL: postgres.url, EVENTSTORE_URL: eventStore.url };
    const pids = { eventStore: eventStore.pid, postgres: postgres.pid };
    for (let round = 0; round <= rounds; round++) {
      const bare = await measure(store, pids, async () => undefined);
      const projector = startNodeProgram({
        ...{ entry: 'bench/audit-projector.main', env },
        ...{ stdout: () => undefined, stderr: (line: string) => process.stderr.write(`${line}\n`) },
      });
      await caughtUp(db, store);
      const audited = await measure(store, { ...pids, projector: projector.pid }, () => caughtUp(db, store));
      await projector.stop();
      // The first round warms up.
      if (round > 0) void (turns.bare.push(bare), turns.audited.push(audited));
      process.stderr.write(`round ${round}: ${bare.perSecond.toFixed(0)}/s bare, ${audited.perSecond.toFixed(0)}/s with index and tree\n`);
    }
    console.log(`medians of ${rounds} rounds of ${seconds} s, ${inFlight} appends of one fact in flight, ${projects} projects`);
    console.table({ 'appends alone': summary(turns.bare), 'with index and tree': summary(turns.audited) });
    const [alone, beside] = [turns.bare, turns.audited].map((each) => median(each.map((turn) => turn.perSecond)));
    console.log(`appends per second with index and tree ÷ without: ${((100 * (beside ?? NaN)) / (alone ?? NaN)).toFixed(1)} %`);
    await store.close();
    await db.destroy();
  });
}

/** Appends for some seconds, then waits until what follows the log has come to its end, whose CPU is counted, too. */
async function measure(
  store: EventStore,
  pids: { readonly eventStore: number; readonly postgres: number; readonly projector?: number },
  settle: () => Promise<unknown>,
): Promise<Turn> {
  const cpu = () =>
    Object.entries(pids).map(([name, root]) => [name, processTreeOf(root).reduce((sum, pid) => sum + cpuOfProcess(pid), 0)] as const);
  const before = new Map(cpu());
  const begun = performance.now();
  let appended = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() - begun < seconds * 1_000) {
        await appendOne(store, appended++);
        const aheadMs = (appended / perSecond) * 1_000 - (performance.now() - begun);
        if (aheadMs > 0) await delay(aheadMs);
      }
    }),
  );
  const ended = performance.now();
  await settle();
  const spent = new Map(cpu().map(([name, ms]) => [name, ((ms - (before.get(name) ?? 0)) * 1_000) / appended]));
  return {
    perSecond: appended / ((ended - begun) / 1_000),
    eventStore: spent.get('eventStore') ?? 0,
    postgres: spent.get('postgres') ?? 0,
    projector: spent.get('projector') ?? 0,
    behind: (performance.now() - ended) / 1_000,
  };
}

const projectIds = Array.from({ length: projects }, () => newId());
const { data } = pinQueued();

async function appendOne(store: EventStore, n: number): Promise<void> {
  const metadata = {
    ...{ organizationId: projectIds[0] ?? '', projectId: projectIds[n % projects] ?? '', epoch: 0 },
    ...{ actor: { type: 'system' as const }, occurredAt: new Date().toISOString(), schemaVersion: 1 },
  };
  await store.append(`pin-${newId()}`, [{ id: newId(), type: 'PinQueued', data, metadata }], 'no_stream');
}

async function caughtUp(db: Database, store: EventStore): Promise<void> {
  const head = await store.head();
  for (;;) {
    const builds = await checkpoints.all(db, 'projection').catch(() => []);
    if (builds.length > 0 && builds.every(({ position }) => position >= head)) return;
    await delay(20);
  }
}

const summary = (turns: readonly Turn[]) => {
  const of = (field: keyof Turn, digits = 0) => Number(median(turns.map((turn) => turn[field])).toFixed(digits));
  return {
    'facts/s': of('perSecond'),
    'event store µs': of('eventStore'),
    'PostgreSQL µs': of('postgres'),
    'projector µs': of('projector'),
    'behind, s': of('behind', 2),
  };
};
