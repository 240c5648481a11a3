import { LiveStates, schemaVersion, streamName, Streams, type StreamType } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { newId, type Fact } from '@pps/kernel';
import { projectStream } from '@pps/workspaces/events';
import { projectSamples } from '@pps/workspaces/testing';
import { madeKey, userSamples } from '../testing';
import { userStream } from '../users/user.stream';
import { findKeyHolder } from './api-key-holders';
import { apiKeyStream } from './api-key.stream';

it('reads together what a key depends on while the process is behind', async () => {
  const store = openInMemoryEventStore();
  const append = <S, F extends Fact>(type: StreamType<S, F>, id: string, fact: F | undefined) => {
    if (!fact) throw new Error('there is no such sample');
    const metadata = { ...someone, schemaVersion: schemaVersion(type, fact.type) };
    return store.append(streamName(type, id), [{ ...fact, id: newId(), metadata }], 'no_stream');
  };
  const makerKeyIds = ['maker-1', 'maker-2'];
  const key = madeKey({ keyId: 'made', makerKeyIds, createdAt: '2026-01-05T09:00:00.000Z' });
  await append(projectStream, key.projectId, projectSamples[0]);
  await append(userStream, key.userId, userSamples[0]);
  for (const keyId of makerKeyIds) await append(apiKeyStream, keyId, { type: 'ApiKeyCreated', data: madeKey({ keyId }) });
  await append(apiKeyStream, 'made', { type: 'ApiKeyCreated', data: key });
  // It follows nothing, so that each question is waited for.
  const live = new LiveStates(store, new Streams(store), 1);
  let [underWay, most] = [0, 0];
  const get: LiveStates['get'] = async (type, id, head) => {
    most = Math.max(most, ++underWay);
    return live.get(type, id, head).finally(() => underWay--);
  };
  const known: LiveStates['known'] = (type, id, head) => live.known(type, id, head);
  const holder = await findKeyHolder({ get, known }, 'made', await store.head(), new Date('2026-01-05T10:00:00.000Z'));
  expect(holder).toMatchObject({ kind: 'api_key', keyId: 'made', userId: key.userId });
  expect(most).toBe(4);
});
