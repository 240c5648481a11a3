import { CommandRunner, LiveStates } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { CreateApiKey, RevokeApiKey, revokeApiKey, type Principal } from '@pps/identity';
import { apiKeyStream } from '@pps/identity/events';
import { madeKey } from '@pps/identity/testing';
import { newId } from '@pps/kernel';
import { createKey, type CreateKeyDeps } from '../create-key/create-key';
import { revokeKey, type RevokeKeyDeps } from './revoke-key';

const store = openInMemoryEventStore();
const runner = new CommandRunner(store);
const live = new LiveStates(store, runner);
beforeAll(() => live.start());
afterAll(async () => {
  live.stop();
  await store.close();
});

const at = '2026-11-20T10:00:00.000Z';
const clock = () => new Date(at);
const [projectId, organizationId, userId] = [newId(), newId(), newId()];

const key = madeKey({ projectId, organizationId, userId, scopes: ['write'] });

/** A key, and a child of it that is made where the test says. */
async function makerAndChild() {
  const [keyId, childId] = [newId(), newId()];
  const make = (id: string, makerKeyIds: readonly string[]) =>
    runner.run(apiKeyStream, id, someone, () => [{ type: 'ApiKeyCreated', data: { ...key, keyId: id, makerKeyIds } } as const]);
  await make(keyId, []);
  const asOf = await store.head();
  const principal = {
    kind: 'session',
    userId,
    organizationId,
    projectId,
    epoch: 0,
    scopes: ['write'],
    accountIds: null,
    asOf,
  } as unknown as Principal;
  const revoke = () => runner.run(apiKeyStream, keyId, someone, (state) => revokeApiKey(at, state));
  const isChildRevoked = async () => {
    const { state } = await runner.load(apiKeyStream, childId);
    return state.kind === 'created' && state.revokedAt !== null;
  };
  return { keyId, childId, principal, revoke, isChildRevoked, makeChild: () => make(childId, [keyId]) };
}

it('a key is revoked with what it has made since the request came in, though the read model shows that late', async () => {
  const { keyId, childId, principal, revoke, isChildRevoked, makeChild } = await makerAndChild();
  let madeAt: bigint | null = null;
  let shown = -1n;
  const deps = {
    commands: {
      execute: async (command: object) => {
        if (!(command instanceof RevokeApiKey)) throw new Error('another command');
        madeAt = (await makeChild()).position;
        await revoke();
      },
    },
    freshness: { wait: async (_: string, reader?: { readonly asOf?: bigint }) => void (shown = reader?.asOf ?? (await store.head())) },
    db: {
      raw: async (sql: string) => ({ rows: sql.includes('api_keys') && madeAt !== null && shown >= madeAt ? [{ key_id: childId }] : [] }),
    },
    ...{ runner, clock },
  };
  await revokeKey(deps as unknown as RevokeKeyDeps, principal, keyId);
  expect(await isChildRevoked()).toBe(true);
});

it('a key that a key makes while it is revoked is revoked too', async () => {
  const { keyId, childId, principal, revoke, isChildRevoked, makeChild } = await makerAndChild();
  const deps = {
    commands: {
      execute: async (command: object) => {
        if (!(command instanceof CreateApiKey)) throw new Error('another command');
        await revoke();
        await makeChild();
        return { key: { ...key, keyId: childId }, text: 'pps_live_' };
      },
    },
    creationsByProject: { runExclusive: (_: string, work: () => Promise<unknown>) => work() },
    ...{ runner, live, clock },
  };
  await createKey(deps as unknown as CreateKeyDeps, { ...principal, keyId }, 'child', { scopes: ['write'], accountIds: null });
  expect(await isChildRevoked()).toBe(true);
});

it('a key that a key makes works while its maker does', async () => {
  const { keyId, childId, principal, isChildRevoked, makeChild } = await makerAndChild();
  const execute = async () => {
    await makeChild();
    return { key: { ...key, keyId: childId }, text: 'pps_live_' };
  };
  const creationsByProject = { runExclusive: (_: string, work: () => Promise<unknown>) => work() };
  const deps = { commands: { execute }, creationsByProject, runner, live, clock };
  await createKey(deps as unknown as CreateKeyDeps, { ...principal, keyId }, 'child', { scopes: ['write'], accountIds: null });
  expect(await isChildRevoked()).toBe(false);
});
