import { openEventStore, type EventStore } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { eventually } from '../../../test/setup/eventually';
import { startReplicatedServers, type ReplicatedServers } from '../../../test/setup/replicated-servers';
import { startLocalEventStore, type LocalEventStore } from '..';

const metadata = { actor: { type: 'system' as const }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1 };

let servers: ReplicatedServers;
let local: LocalEventStore;
let store: EventStore;
const logged: string[] = [];

beforeAll(async () => {
  servers = await startReplicatedServers();
  local = await startLocalEventStore({
    databaseUrl: servers.primary.url,
    port: 0,
    log: (_, message, fields) => void logged.push(`${message} ${JSON.stringify(fields)}`),
  });
  store = openEventStore(local.connectionString, { appendTimeoutMs: 60_000, patienceMs: 240_000 });
});
afterAll(async () => {
  await store.close();
  await local.stop();
  await servers.stop();
});

const append = (stream: string) => store.append(stream, [{ id: newId(), type: 'Counted', data: {}, metadata }], 'no_stream');
const waitFor = async (standby: string) => {
  await servers.ask(servers.primary, `alter system set synchronous_standby_names = '${standby}'`);
  await servers.ask(servers.primary, 'select pg_reload_conf()');
  const state = standby === 'second' ? 'sync' : 'async';
  await eventually(`a standby that is ${state}`, async () => {
    const [row] = await servers.ask<{ sync_state: string }>(servers.primary, 'select sync_state from pg_stat_replication');
    return row?.sync_state === state || undefined;
  });
};
const isLogged = (pattern: RegExp) => logged.some((line) => pattern.test(line));
const endWaits = () => servers.ask(servers.primary, `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);

it('an append whose wait for a standby was ended is not answered before a standby has it', async () => {
  await waitFor('second');
  await append('before');
  await waitFor('nobody');
  let isAnswered = false;
  const waiting = append('unconfirmed').finally(() => (isAnswered = true));
  await eventually('an append that was not confirmed', async () => {
    await endWaits();
    return isLogged(/^a group of appends was not confirmed/) || undefined;
  });
  // It is stored, and whoever takes the lock again has its first commit's wait ended, too.
  expect(await servers.ask(servers.primary, `select from event_store.event where stream = 'unconfirmed'`)).toHaveLength(1);
  await eventually('a lock that is not had', async () => {
    await endWaits();
    return isLogged(/^waiting for the event store database .*not confirmed by a synchronous standby/) || undefined;
  });
  expect([isAnswered, isLogged(/^the event store database is back/)]).toEqual([false, false]);
  await waitFor('second');
  await waiting;
  expect(await servers.ask(servers.primary, `select from event_store.event where stream = 'unconfirmed'`)).toHaveLength(1);
  await servers.caughtUp();
  expect(await servers.ask(servers.standby, `select from event_store.event where stream = 'unconfirmed'`)).toHaveLength(1);
});
