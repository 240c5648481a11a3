import { AccessDeniedError, EventStoreDBClient } from '@eventstore/db-client';
import { freshDatabase } from '../../test/setup/fresh-database';
import { appendPaths, collect, eventOf, freshStream, onPath } from './contract/contract-client';
import { startLocalEventStore, type LocalEventStore } from './index';

let store: LocalEventStore;

beforeAll(async () => {
  store = await startLocalEventStore({ databaseUrl: await freshDatabase(), port: 0 });
});
afterAll(() => store.stop());

const strangers: [string, (url: string) => string][] = [
  ['no token', (url) => url.replace(/&connectionName=.*/, '')],
  ['another token of the same length', (url) => url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
  ['the beginning of the token', (url) => url.slice(0, -1)],
  ['more than the token', (url) => `${url}A`],
];

describe.each(strangers)('a client with %s', (_, changed) => {
  let client: EventStoreDBClient;
  beforeAll(() => (client = EventStoreDBClient.connectionString(changed(store.connectionString))));
  afterAll(() => client.dispose());

  it.each(appendPaths)('cannot append on the %s path', async (path) => {
    await expect(client.appendToStream(freshStream(), eventOf('Forged'), onPath(path))).rejects.toBeInstanceOf(AccessDeniedError);
  });

  it('cannot read, subscribe or delete', async () => {
    await expect(collect(client.readAll())).rejects.toBeInstanceOf(AccessDeniedError);
    await expect(collect(client.readStream(freshStream()))).rejects.toBeInstanceOf(AccessDeniedError);
    const failed = new Promise((resolve) => client.subscribeToAll().once('error', resolve));
    expect(await failed).toBeInstanceOf(AccessDeniedError);
    await expect(client.deleteStream(freshStream())).rejects.toBeInstanceOf(AccessDeniedError);
    await expect(client.tombstoneStream(freshStream())).rejects.toBeInstanceOf(AccessDeniedError);
  });
});

it('serves the client of its connection string, and has written nothing of the others', async () => {
  const client = EventStoreDBClient.connectionString(store.connectionString);
  const stream = freshStream();
  for (const path of appendPaths) await client.appendToStream(stream, eventOf('Written'), onPath(path));
  const types = (await collect(client.readAll())).map(({ event }) => event?.type);
  expect(types.filter((type) => type === 'Written')).toHaveLength(2);
  expect(types).not.toContain('Forged');
  await client.dispose();
});

it('tells a token from another by default', async () => {
  const other = await startLocalEventStore({ databaseUrl: await freshDatabase(), port: 0 });
  const tokens = [store, other].map(({ connectionString }) => new URL(connectionString).searchParams.get('connectionName'));
  await other.stop();
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/);
});
