import { mkdtempSync, chmodSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { parentOf, startEventStore, startPostgres, type Part } from '@pps/embedded';
import { expectNothingLost, readLog, recordAppends } from './recorded-appends';

describe('a crash of everything', () => {
  let folder: string;
  const parts: Part[] = [];
  const clients: EventStoreDBClient[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'event-store-crash-'));
    chmodSync(folder, 0o711);
  });
  afterAll(async () => {
    for (const client of clients) await client.dispose();
    for (const part of parts.reverse()) await part.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async () => {
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
    parts.push(postgres);
    const eventStore = await startEventStore({ databaseUrl: postgres.url });
    parts.push(eventStore);
    const client = EventStoreDBClient.connectionString(eventStore.url);
    clients.push(client);
    return { postgres, eventStore, client };
  };

  it('loses no acknowledged append, twice in a row', async () => {
    const acknowledged = new Map<string, string>();
    for (let crash = 0; crash < 2; crash += 1) {
      const { postgres, eventStore, client } = await start();
      const appends = recordAppends(client, 16);
      while (appends.acknowledged.size < 400) await new Promise((resolve) => setImmediate(resolve));
      const backends = childrenOf(postgres.pid);
      for (const pid of [postgres.pid, eventStore.pid, ...backends]) process.kill(pid, 'SIGKILL');
      await appends.stop();
      await Promise.all([postgres.ended, eventStore.ended]);
      for (const [event, id] of appends.acknowledged) acknowledged.set(event, id);
    }
    const { client } = await start();
    expectNothingLost(await readLog(client), acknowledged);
  });
});

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((candidate) => candidate > 0 && parentOf(candidate) === pid);
}
