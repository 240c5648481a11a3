import type { EventStore, RecordedFact } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { migrate } from '@pps/read-store';
import { fedProjection, type FedProjection } from '@pps/read-store/testing';
import { eventually } from '../../../test/setup/eventually';
import { auditMigrations } from '../audit.migrations';
import { auditFactsProjection } from './audit_facts.projection';
import { streamHistory, type HistoryEntry } from './read-history';

let fed: FedProjection;
beforeAll(async () => {
  fed = await fedProjection(auditFactsProjection);
  await migrate(fed.db, auditMigrations);
});
afterAll(() => fed.stop());

let position = 0n;
/** One statement for tens of thousands would take too long on a busy machine. */
const batch = 2_000;

/** A log in which each fact of the project, in a stream of its own, stands behind so many of somebody else's. */
async function logWith(projectId: string, count: number, others: number): Promise<RecordedFact[]> {
  const someone = newId();
  const log = Array.from({ length: count * (others + 1) }, (_, n): RecordedFact => {
    const isOurs = n % (others + 1) === others;
    const metadata = { projectId: isOurs ? projectId : someone, actor: { type: 'system' as const }, occurredAt: '', schemaVersion: 1 };
    const recordedAt = new Date('2026-11-20T10:00:00.000Z');
    return { id: newId(), stream: `noted-${newId()}`, revision: 0, position: position++, type: 'Noted', data: { n }, metadata, recordedAt };
  });
  for (let from = 0; from < log.length; from += batch) await fed.feed(log.slice(from, from + batch));
  return log;
}

/** The log, counting what is read of it; its subscriptions go on, as those of a log that others append to. */
function countingStore(log: readonly RecordedFact[]) {
  const counted = { streams: 0, scans: 0, scanned: 0, ended: 0 };
  const store: Pick<EventStore, 'read' | 'subscribe'> = {
    read: async (stream) => {
      counted.streams++;
      return log.filter((fact) => fact.stream === stream);
    },
    async *subscribe(after, signal) {
      counted.scans++;
      try {
        for (const fact of log) {
          if (fact.position <= (after ?? -1n)) continue;
          counted.scanned++;
          yield fact;
        }
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      } finally {
        counted.ended++;
      }
    },
  };
  return { counted, store };
}

async function streamed(store: Pick<EventStore, 'read' | 'subscribe'>, treeId: string, size: number): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for await (const page of streamHistory({ db: fed.db, store }, treeId, { from: 0, size, pageSize: 20 })) entries.push(...page);
  return entries;
}

it('reads a history that is much of the log along the log, and each of its streams only on the first page', async () => {
  const projectId = newId();
  const log = await logWith(projectId, 400, 1);
  const { store, counted } = countingStore(log);
  const entries = await streamed(store, projectId, 400);
  expect(entries.map(({ fact }) => fact)).toEqual(log.filter(({ metadata }) => metadata.projectId === projectId));
  expect(counted).toMatchObject({ streams: 20, scans: 1 });
});

it('reads a history that is little of the log by its streams, and tries the log less and less often', async () => {
  const projectId = newId();
  const log = await logWith(projectId, 400, 60);
  const { store, counted } = countingStore(log);
  const entries = await streamed(store, projectId, 400);
  expect(entries.map(({ fact }) => fact)).toEqual(log.filter(({ metadata }) => metadata.projectId === projectId));
  expect(counted.scans).toBeLessThanOrEqual(4);
  expect(counted.scanned).toBeLessThan(log.length / 20);
});

it('leaves nothing open when the reader goes after some pages', async () => {
  const projectId = newId();
  const { store, counted } = countingStore(await logWith(projectId, 100, 0));
  const pages = streamHistory({ db: fed.db, store }, projectId, { from: 0, size: 100, pageSize: 20 });
  for (let page = 0; page < 3; page++) await pages.next();
  await pages.return(undefined);
  await eventually('the end of the scan', async () => (counted.ended === 1 ? true : undefined));
  expect(counted.scans).toBe(1);
});

it('shows what was removed from the log, or moved in it, as reading the streams does; also where the log cannot be followed', async () => {
  const projectId = newId();
  const log = await logWith(projectId, 100, 0);
  const [removed, moved, last] = [log[33], log[50], log[99]] as [RecordedFact, RecordedFact, RecordedFact];
  const edited = [...log.filter((fact) => fact !== removed && fact !== moved), { ...moved, position: last.position + 1_000n }];
  const { store } = countingStore(edited);
  const entries = await streamed(store, projectId, 100);
  expect(entries.map(({ fact }) => fact?.id ?? null)).toEqual(log.map((fact) => (fact === removed ? null : fact.id)));
  const broken: Pick<EventStore, 'read' | 'subscribe'> = {
    ...store,
    async *subscribe() {
      throw new Error('the store is away');
    },
  };
  expect(await streamed(broken, projectId, 100)).toEqual(entries);
});
