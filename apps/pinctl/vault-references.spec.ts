import { samples as connections } from '@pps/connections/testing';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { samples as identity } from '@pps/identity/testing';
import { newId } from '@pps/kernel';
import { samples as webhooks } from '@pps/webhooks/testing';
import { samples as workspaces } from '@pps/workspaces/testing';
import { vaultReferences } from './vault-references';

const types = [...identity, ...connections, ...webhooks, ...workspaces];

/** What a log of these facts names, each written to a stream of its own kind. */
async function namedBy(facts: readonly { readonly stream: string; readonly type: string; readonly data: unknown }[]) {
  const store = openInMemoryEventStore();
  for (const { stream, type, data } of facts) {
    const known = await store.read(stream);
    const fact = { id: newId(), type, data, metadata: { ...someone, schemaVersion: 1 } };
    await store.append(stream, [fact], known.length === 0 ? 'no_stream' : known.length - 1);
  }
  const named = await vaultReferences(store, await store.head());
  await store.close();
  return named;
}

it('knows whose is every entry of the vault that any fact can name', async () => {
  const facts = types.flatMap(({ stream, samples }) =>
    samples.map(({ fact: { type, data } }) => ({ stream: `${stream.category}-${newId()}`, type, data })),
  );
  const { current } = await namedBy(facts);
  expect(current.filter(({ subject }) => subject === null)).toEqual([]);
  expect(new Set(current.map(({ fact }) => fact))).toContain('SessionStarted');
});

it('names what a session of a forgotten person named as that person’s', async () => {
  const userId = newId();
  const session = { sessionId: newId(), userId, organizationId: newId(), userAgentRef: newId() };
  const { current, forgotten } = await namedBy([
    { stream: `session-${session.sessionId}`, type: 'SessionStarted', data: session },
    { stream: `user-${userId}`, type: 'UserForgotten', data: { userId } },
  ]);
  expect(current).toMatchObject([{ ref: session.userAgentRef, subject: `user:${userId}` }]);
  expect(forgotten).toEqual(new Set([`user:${userId}`]));
});
