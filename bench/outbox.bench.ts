import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapLimited } from '@pps/concurrency';
import { startEventStore, startPostgres, type Part } from '@pps/embedded';
import { CommandRunner, openEventStore, StreamStateCache, type EventStore, type Origin, type RecordedFact } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { pinStream, type PinFact } from '@pps/pins/events';
import { webhookOutboxProcess, type WebhookOutboxDeps } from '@pps/webhooks';

// How many facts per second the outbox appends, of pins that it remembers and of pins whose streams it has to read first.

const pins = Number(process.env['PINS'] ?? 4_000);
const factsPerBatch = 500;
const at = '2026-01-05T09:00:00.000Z';
const origin: Origin = { projectId: newId(), organizationId: newId(), epoch: 0, actor: { type: 'system' }, occurredAt: at };
const webhookId = newId();

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-outbox-'));
  chmodSync(folder, 0o711);
  const parts: Part[] = [];
  try {
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
    parts.push(postgres);
    const eventStore = await startEventStore({ databaseUrl: postgres.url });
    parts.push(eventStore);
    const store = openEventStore(eventStore.url);
    const { queued, started } = await writePins(store);
    const remembering = outbox(store);
    const subscribed = await factsPerSecond(remembering, queued);
    const remembered = await factsPerSecond(remembering, started.slice(-2_000));
    await store.close();
    const restarted = openEventStore(eventStore.url);
    // Another webhook, because the first one has been sent these already.
    const read = await factsPerSecond(outbox(restarted, newId()), started);
    console.table([
      { facts: 'first of their pin', 'facts/s': subscribed },
      { facts: 'of pins it remembers', 'facts/s': remembered },
      { facts: 'of pins it has to read', 'facts/s': read },
    ]);
    await restarted.close();
  } finally {
    for (const part of parts.reverse()) await part.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function outbox(store: EventStore, id = webhookId) {
  const subscription = { webhookId: id, projectId: origin.projectId ?? '', epoch: 0, events: ['*'], isDeleted: false, position: -1n };
  const subscriptions: WebhookOutboxDeps['subscriptions'] = { load: async () => [subscription], save: async () => undefined };
  return webhookOutboxProcess({ store, subscriptions, clock: () => new Date() });
}

async function factsPerSecond(process: ReturnType<typeof outbox>, facts: readonly RecordedFact[]): Promise<number> {
  const begun = performance.now();
  for (let next = 0; next < facts.length; next += factsPerBatch) await process.react(facts.slice(next, next + factsPerBatch), null);
  return Math.round((facts.length / (performance.now() - begun)) * 1_000);
}

/** Pins whose attempt has started; gives their facts in the order of the log. */
async function writePins(store: EventStore) {
  const runner = new CommandRunner(store, new StreamStateCache());
  const ids = Array.from({ length: pins }, () => newId());
  const started: PinFact = {
    type: 'PinPublishAttemptStarted',
    data: { attempt: 1, startedAt: at, deadline: '2026-01-05T09:00:30.000Z', fingerprint: 'print' },
  };
  await mapLimited(32, ids, async (pinId) => void (await runner.run(pinStream, pinId, origin, () => [queuedPin(pinId)])));
  await mapLimited(32, ids, async (pinId) => void (await runner.run(pinStream, pinId, origin, () => [started])));
  const streams = await mapLimited(32, ids, (pinId) => store.read(`${pinStream.category}-${pinId}`));
  const inOrder = (revision: number) => streams.flatMap((facts) => facts[revision] ?? []).sort((a, b) => Number(a.position - b.position));
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
