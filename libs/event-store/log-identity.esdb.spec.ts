import { startLocalEventStore, type LocalEventStore } from '@pps/local-event-store';
import { newId } from '@pps/kernel';
import { Client } from 'pg';
import { freshDatabase } from '../../test/setup/fresh-database';
import { openEventStore, type EventStore } from '.';
import { identityStream } from './events';
import { someone } from './testing';

let databaseUrl: string;
let server: LocalEventStore;
const opened: EventStore[] = [];

beforeEach(async () => {
  databaseUrl = await freshDatabase();
  server = await startLocalEventStore({ databaseUrl, port: 0, schema: 'log' });
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await server.stop();
});

function open(): EventStore {
  const store = openEventStore(server.connectionString);
  opened.push(store);
  return store;
}

/** Removes the log's first event, as a scavenge of a real server may. */
async function scavengeFirstEvent(): Promise<void> {
  await server.stop();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rowCount } = await client.query('delete from log.event where position = (select min(position) from log.event)');
  await client.end();
  expect(rowCount).toBe(1);
  server = await startLocalEventStore({ databaseUrl, port: 0, schema: 'log' });
}

it('stays when the first event there was is gone', async () => {
  const first = open();
  await first.append(`pin-${newId()}`, [{ id: newId(), type: 'Noted', data: {}, metadata: { ...someone, schemaVersion: 1 } }], 'no_stream');
  const identity = await first.identity();
  await scavengeFirstEvent();
  expect([await open().identity(), await open().peekIdentity()]).toEqual([identity, identity]);
});

it('is written once, whoever is first', async () => {
  const identities = await Promise.all(Array.from({ length: 8 }, () => open().identity()));
  expect(new Set(identities).size).toBe(1);
  expect(await open().read(identityStream)).toMatchObject([{ type: 'LogIdentified', data: { logId: identities[0] } }]);
});

it('of a log that an older release has used is what its checkpoints know: the id of its first event', async () => {
  const store = open();
  let firstId = '';
  for await (const { id } of store.subscribe(null, new AbortController().signal)) {
    firstId = id;
    break;
  }
  expect(await store.peekIdentity()).toBe(firstId);
  expect(await store.read(identityStream)).toEqual([]);
  expect(await store.identity()).toBe(firstId);
});

it('passes over what a newer release has written beside it, and is not guessed where it cannot be read', async () => {
  const store = open();
  const unknown = { id: newId(), type: 'LogIdentified', data: { logId: 'other' }, metadata: { ...someone, schemaVersion: 99 } };
  await store.append(identityStream, [unknown], 'no_stream');
  await expect(store.identity()).rejects.toThrow('newer release');
  await store.append(identityStream, [{ ...unknown, id: newId(), data: { logId: 'this' }, metadata: { ...someone, schemaVersion: 1 } }], 0);
  expect(await store.identity()).toBe('this');
});
