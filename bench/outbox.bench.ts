import { mapLimited } from '@pps/concurrency';
import { Streams, openEventStore, StreamStateCache, type EventStore, type Origin, type RecordedFact } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { pinStream, type PinFact } from '@pps/pins/events';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { outboxPinTable, webhookOutboxProcess, webhooksMigrations, type WebhookOutboxDeps } from '@pps/webhooks';
import { withBenchParts } from './bench-parts';

// How many facts per second one outbox process appends: of pins as they come, after a restart, of pins whose stored state is lost, and for many projects.

const pins = Number(process.env['PINS'] ?? 4_000);
const projects = 500;
const factsPerBatch = 500;
const at = '2026-01-05T09:00:00.000Z';
const origin: Origin = { projectId: newId(), organizationId: newId(), epoch: 0, actor: { type: 'system' }, occurredAt: at };

export async function run(): Promise<void> {
  await withBenchParts(async ({ postgres, eventStore }) => {
    const db = openDatabase(postgres.url);
    await migrate(db, [...readStoreMigrations, ...webhooksMigrations]);
    const store = openEventStore(eventStore.url);
    const { queued, started } = await writePins(store);
    const first = await factsPerSecond(outbox(db, store), queued);
    await store.close();
    const restarted = openEventStore(eventStore.url);
    // Another webhook each time, because the one before has been sent these already.
    const stored = await factsPerSecond(outbox(db, restarted), started);
    await outboxPinTable(db).save([], started.map(pinIdOf));
    const read = await factsPerSecond(outbox(db, restarted), started);
    await factsPerSecond(outbox(db, restarted), queued);
    const spread = await factsPerSecond(outbox(db, restarted), started.map(ofManyProjects));
    console.table([
      { facts: 'first of their pin', 'facts/s': first },
      { facts: 'second of their pin, by a process that has just started', 'facts/s': stored },
      { facts: 'the same, of pins whose rows are lost', 'facts/s': read },
      { facts: `the same, of ${projects} projects with a webhook each`, 'facts/s': spread },
    ]);
    await restarted.close();
    await db.destroy();
  });
}

/** A process that has just started; every project has one webhook, which is new. */
function outbox(db: Database, store: EventStore) {
  const webhookIds = new Map<string, string>();
  const webhookOf = (projectId: string) => webhookIds.get(projectId) ?? webhookIds.set(projectId, newId()).get(projectId) ?? '';
  const subscriptions: WebhookOutboxDeps['subscriptions'] = {
    load: async (asked) =>
      asked.map(({ projectId }) => ({
        webhookId: webhookOf(projectId),
        projectId,
        epoch: 0,
        events: ['*'],
        accountIds: null,
        isDeleted: false,
        position: -1n,
      })),
    save: async () => undefined,
  };
  return webhookOutboxProcess({ store, subscriptions, pins: outboxPinTable(db), clock: () => new Date() });
}

const projectIds = Array.from({ length: projects }, () => newId());
const ofManyProjects = (fact: RecordedFact, n: number): RecordedFact => ({
  ...fact,
  metadata: { ...fact.metadata, projectId: projectIds[n % projects] ?? '' },
});
const pinIdOf = ({ stream }: RecordedFact): string => stream.slice(`${pinStream.category}-`.length);

async function factsPerSecond(process: ReturnType<typeof outbox>, facts: readonly RecordedFact[]): Promise<number> {
  const begun = performance.now();
  for (let next = 0; next < facts.length; next += factsPerBatch) await process.react(facts.slice(next, next + factsPerBatch), null);
  return Math.round((facts.length / (performance.now() - begun)) * 1_000);
}

/** Pins whose attempt has started; gives their facts in the order of the log. */
async function writePins(store: EventStore) {
  const streams = new Streams(store, new StreamStateCache());
  const ids = Array.from({ length: pins }, () => newId());
  const started: PinFact = {
    type: 'PinPublishAttemptStarted',
    data: { attempt: 1, startedAt: at, deadline: '2026-01-05T09:00:30.000Z', fingerprint: 'print' },
  };
  await mapLimited(32, ids, async (pinId) => void (await streams.decide(pinStream, pinId, origin, () => [queuedPin(pinId)])));
  await mapLimited(32, ids, async (pinId) => void (await streams.decide(pinStream, pinId, origin, () => [started])));
  const logs = await mapLimited(32, ids, (pinId) => store.read(`${pinStream.category}-${pinId}`));
  const inOrder = (revision: number) => logs.flatMap((facts) => facts[revision] ?? []).sort((a, b) => Number(a.position - b.position));
  return { queued: inOrder(0), started: inOrder(1) };
}

const queuedPin = (pinId: string): PinFact => ({
  type: 'PinQueued',
  data: {
    pinId,
    projectId: origin.projectId ?? '',
    epoch: 0,
    organizationId: origin.organizationId ?? '',
    accountId: newId(),
    boardId: '123',
    content: { title: 'A pin', imageUrl: 'https://example.com/a.png' },
    contentHash: 'hash',
    fingerprint: 'print',
    month: '2026-01',
    entryId: newId(),
    source: 'api',
    queuedAt: at,
  },
});
