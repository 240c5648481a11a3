import { Streams, LiveStates } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { decideRevokeApiKey, type Principal } from '@pps/identity';
import { apiKeyStream, type ApiKeyFact, type ApiKeyState } from '@pps/identity/events';
import { madeKey } from '@pps/identity/testing';
import { newId } from '@pps/kernel';
import { createKey, type CreateKeyDeps } from './create-key';
import { revokeKey, type RevokeKeyDeps } from './change-key';

const store = openInMemoryEventStore();
const streams = new Streams(store);
const live = new LiveStates(store, streams);
beforeAll(() => live.start());
afterAll(async () => {
  live.stop();
  await store.close();
});

const at = '2026-11-20T10:00:00.000Z';
const clock = () => new Date(at);
const [projectId, organizationId, userId] = [newId(), newId(), newId()];

const writing = { scopes: ['write'], accountIds: null } as const;
const key = madeKey({ projectId, organizationId, userId, scopes: ['write'] });

/** A key, and a child of it that is made where the test says. */
async function makerAndChild() {
  const [keyId, childId] = [newId(), newId()];
  const make = (id: string, makerKeyIds: readonly string[]) =>
    streams.decide(apiKeyStream, id, someone, () => [{ type: 'ApiKeyCreated', data: { ...key, keyId: id, makerKeyIds } } as const]);
  await make(keyId, []);
  const asOf = await store.head();
  const principal = {
    kind: 'session',
    userId,
    organizationId,
    projectId,
    epoch: 0,
    environment: 'production',
    scopes: ['write'],
    accountIds: null,
    asOf,
  } as unknown as Principal;
  const revoke = () => streams.decide(apiKeyStream, keyId, someone, (state) => decideRevokeApiKey(at, state));
  return { keyId, childId, principal, revoke, makeChild: () => make(childId, [keyId]) };
}

const isRevoked = async (keyId: string) => {
  const { state } = await streams.load(apiKeyStream, keyId);
  return state.kind === 'created' && state.revokedAt !== null;
};

/** The streams, but before their first append this happens. */
function streamsAfter(work: () => Promise<void>) {
  let left = [work];
  const decide = async (...append: Parameters<typeof streams.decide<ApiKeyState, ApiKeyFact>>) => {
    const first = left;
    left = [];
    for (const each of first) await each();
    return streams.decide(...append);
  };
  return { load: streams.load.bind(streams), decide };
}

/** What a key is made with, on a plan that allows more of them. */
const making = {
  keys: { API_KEY_HASH_KEY: Buffer.alloc(32) },
  creationsByProject: { runExclusive: (_: string, work: () => Promise<unknown>) => work() },
  termsOf: async () => ({ planTerms: { apiKeysLimit: 10 } }),
  freshness: { wait: async () => undefined },
  db: () => ({ where: () => ({ andWhere: () => ({ count: async () => [{ count: 0 }] }) }) }),
  ...{ live, clock },
};

it('a key is revoked with what it has made since the request came in, though the read model shows that late', async () => {
  const { keyId, childId, principal, makeChild } = await makerAndChild();
  let madeAt: bigint | null = null;
  let shown = -1n;
  const deps = {
    streams: streamsAfter(async () => void (madeAt = (await makeChild()).position)),
    freshness: { wait: async (_: string, reader?: { readonly asOf?: bigint }) => void (shown = reader?.asOf ?? (await store.head())) },
    db: {
      raw: async (sql: string) => ({ rows: sql.includes('api_keys') && madeAt !== null && shown >= madeAt ? [{ key_id: childId }] : [] }),
    },
    clock,
  };
  await revokeKey(deps as unknown as RevokeKeyDeps, principal, keyId);
  expect([await isRevoked(keyId), await isRevoked(childId)]).toEqual([true, true]);
});

it('a key that a key makes while it is revoked is revoked too', async () => {
  const { keyId, principal, revoke } = await makerAndChild();
  const deps = { ...making, streams: streamsAfter(async () => void (await revoke())) };
  const { key: child } = await createKey(
    deps as unknown as CreateKeyDeps,
    { ...principal, keyId },
    { name: 'child', permissions: writing },
  );
  expect(await isRevoked(child.keyId)).toBe(true);
});

it('a key that a key makes works while its maker does', async () => {
  const { keyId, principal } = await makerAndChild();
  const { key: child } = await createKey(
    { ...making, streams } as unknown as CreateKeyDeps,
    { ...principal, keyId },
    { name: 'child', permissions: writing },
  );
  expect(await isRevoked(child.keyId)).toBe(false);
});
