import { schemaVersion, type EventStore } from '@pps/event-store';
import type { StreamSamples } from '@pps/event-store/testing';
import { samples as assets } from '@pps/assets/testing';
import { samples as billing } from '@pps/billing/testing';
import { samples as connections } from '@pps/connections/testing';
import { samples as identity } from '@pps/identity/testing';
import { samples as imports } from '@pps/imports/testing';
import { samples as pins } from '@pps/pins/testing';
import { samples as proposals } from '@pps/proposals/testing';
import { samples as schedules } from '@pps/schedules/testing';
import { samples as webhooks } from '@pps/webhooks/testing';
import { samples as workspaces } from '@pps/workspaces/testing';
import { derivedId, newId, type Fact } from '@pps/kernel';

const identifying: Readonly<Record<string, string>> = {
  pin: 'pinId',
  webhook: 'webhookId',
  webhook_outbox: 'webhookId',
  webhook_delivery: 'deliveryId',
  connection: 'accountId',
  apikey: 'keyId',
  project: 'projectId',
  asset: 'assetId',
  schedule: 'scheduleId',
  import: 'jobId',
  proposal: 'proposalId',
};

const all: readonly StreamSamples[] = [
  ...workspaces,
  ...identity,
  ...billing,
  ...connections,
  ...webhooks,
  ...assets,
  ...pins,
  ...schedules,
  ...imports,
  ...proposals,
];

/**
 * A sample of every fact of every library, in streams of their own, one fact of each stream after the other; then the first fact of each again, of somebody else,
 * so that something is left of what the others end.
 */
export async function appendSamples(store: EventStore): Promise<void> {
  const streams = all.map((sampled) => {
    const { stream, samples } = sampled;
    const facts = samples.filter(({ fact, version }) => version === schemaVersion(stream, fact.type)).map(({ fact }) => fact);
    return { name: `${stream.category}-${idOf(sampled)}`, stream, facts };
  });
  await appendInTurns(store, streams);
  await appendInTurns(
    store,
    streams.map(({ name, stream, facts }) => ({ name: ofSomebodyElse(name), stream, facts: ofSomebodyElse(facts.slice(0, 1)) })),
  );
}

interface Written {
  readonly name: string;
  readonly stream: StreamSamples['stream'];
  readonly facts: readonly Fact[];
}

async function appendInTurns(store: EventStore, streams: readonly Written[]): Promise<void> {
  const longest = Math.max(...streams.map(({ facts }) => facts.length));
  for (let revision = 0; revision < longest; revision++) {
    for (const { name, stream, facts } of streams) {
      const fact = facts[revision];
      if (!fact) continue;
      const metadata = {
        organizationId: '0197a000-0000-7000-8000-000000000003',
        projectId: '0197a000-0000-7000-8000-000000000002',
        epoch: 0,
        actor: { type: 'system' as const },
        occurredAt: '2026-01-05T09:00:00.000Z',
        schemaVersion: schemaVersion(stream, fact.type),
      };
      await store.append(name, [{ id: newId(), type: fact.type, data: fact.data, metadata }], revision === 0 ? 'no_stream' : revision - 1);
    }
  }
}

/** The same with every id another one. */
const ofSomebodyElse = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => derivedId('somebody else', id))) as T;

/** The id that the facts themselves name, as in the real log. */
function idOf({ stream, samples }: StreamSamples): string {
  const field = identifying[stream.category];
  const ids = samples.map(({ fact }) => (field === undefined ? undefined : (fact.data as Record<string, unknown>)[field]));
  return String(ids.find((id) => id !== undefined) ?? newId());
}
