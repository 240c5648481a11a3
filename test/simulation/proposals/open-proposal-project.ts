import { plans, QuotaCounter } from '@pps/billing';
import { KeyedMutex } from '@pps/concurrency';
import { Streams, type EventStore, type NewFact } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { madeKey, userSamples } from '@pps/identity/testing';
import { derivedId, newId } from '@pps/kernel';
import type { ProposedWrite } from '@pps/proposals/events';
import type { UseCaseDeps } from '@pps/use-cases';
import { projectSamples } from '@pps/workspaces/testing';

export const accountId = '8d0a6c1e-3f2b-5e4d-9c7a-1b2c3d4e5f60';

/** A pin that is published now, or at a time. */
export const writeOf = (title: string, runAtMs: number | null): Extract<ProposedWrite, { readonly action: 'publish' | 'schedule' }> => {
  const pin = { accountId, boardId: '1', content: { title, imageUrl: 'https://example.org/door.jpg' } };
  return runAtMs === null ? { action: 'publish', ...pin } : { action: 'schedule', ...pin, runAt: new Date(runAtMs).toISOString() };
};

/** What the use cases are given on one process: real rules on the log, accounts and boards that allow everything, and counts of nothing. */
export function depsOf(store: EventStore, clock: () => Date): UseCaseDeps {
  const streams = new Streams(store);
  const counts = {
    ...{ where: () => counts, whereRaw: () => counts, whereNotNull: () => counts, distinct: async () => [] },
    select: async () => [{ project: '0', proposer: '0' }],
  };
  return {
    live: { get: (...[type, id]: Parameters<Streams['load']>) => streams.load(type, id), head: async () => 0n },
    ...{ streams, quota: new QuotaCounter(streams), clock, newId, monotonic: () => 0, pause: async () => undefined },
    claims: { findPinIds: async () => new Set() },
    ...{ creationsByPin: new KeyedMutex(), creationsByProject: new KeyedMutex() },
    termsOf: async () => ({ plan: 'enterprise', planTerms: plans.enterprise, mayPublish: true }),
    accounts: { find: async () => ({ accountId }) },
    boards: { check: async () => ({ status: 'ok' }) },
    assets: { requireShown: async () => undefined, withMediaType: async (_: unknown, content: unknown) => content },
    freshness: { wait: async () => undefined },
    db: Object.assign(() => counts, { raw: (text: string) => text }),
    upgradeUrl: 'https://app.example/billing',
  } as unknown as UseCaseDeps;
}

/** A project with its person and a key. */
export async function openProposalProject(store: EventStore) {
  const [project, user] = [projectSamples[0], userSamples[0]];
  if (project?.type !== 'ProjectCreated' || user?.type !== 'UserRegistered') throw new Error('the samples have changed');
  const { projectId, organizationId } = project.data;
  const { userId } = user.data;
  const keyId = derivedId('key of a run');
  await append(store, `project-${projectId}`, project.type, project.data, 'no_stream');
  await append(store, `user-${userId}`, user.type, user.data, 'no_stream');
  const created = madeKey({ keyId, projectId, organizationId, userId });
  await append(store, `apikey-${keyId}`, 'ApiKeyCreated', created, 'no_stream');
  const both = { userId, organizationId, projectId, environment: 'sandbox' as const, epoch: 0, accountIds: null, asOf: 0n };
  const person: Principal = { kind: 'session', ...both, scopes: ['read', 'write', 'destructive'] };
  const key: Principal = { kind: 'api_key', ...both, scopes: ['read', 'write'], keyId };
  return { person, key, keyId };
}

const metadata = { actor: { type: 'system' as const }, occurredAt: '2026-11-20T09:00:00.000Z', schemaVersion: 1 };

export const append = (store: EventStore, stream: string, type: string, data: NewFact['data'], expected: number | 'no_stream') =>
  store.append(stream, [{ id: newId(), type, data, metadata }], expected);
