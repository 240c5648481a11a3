import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEventStore, startNats, startPostgres, type Part } from '../../libs/embedded';
import { madeCluster, putCluster } from './put-cluster';
import { runningParts } from './running-parts';
import stopParts from './stop-parts';

/** Jest's globalSetup for the tests against real parts: PostgreSQL, nats-server and the local event store in a folder of their own. */
export default async function startParts(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pin-parts-'));
  await chmod(folder, 0o711);
  runningParts.folder = folder;
  const starts = await Promise.allSettled([startStores(folder), startQueue(folder)]);
  const failed = starts.find((start) => start.status === 'rejected');
  if (!failed) return;
  await stopParts();
  throw failed.reason;
}

async function startStores(folder: string): Promise<void> {
  await keepCluster(join(folder, 'made'));
  putCluster(folder);
  const postgres = track(await startPostgres({ dataDir: join(folder, 'postgres') }));
  await prepareServer(postgres.url);
  process.env.DATABASE_URL = postgres.url;
  const eventStore = track(await startEventStore({ databaseUrl: postgres.url }));
  process.env.EVENTSTORE_URL = eventStore.url;
}

async function keepCluster(folder: string): Promise<void> {
  await mkdir(folder);
  await chmod(folder, 0o711);
  const making = await startPostgres({ dataDir: join(folder, 'postgres') });
  await making.stop();
  process.env[madeCluster] = folder;
}

/**
 * Nothing here outlives a failure of the machine, so no commit waits for the disk; specs about durability start a server of their own. Who does not say
 * in which zone he is has one whose clocks change.
 */
async function prepareServer(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) await client.query(`alter system set ${setting} = off`);
    await client.query('select pg_reload_conf()');
    await client.query(`alter role current_user set timezone = 'America/New_York'`);
  } finally {
    await client.end();
  }
}

async function startQueue(folder: string): Promise<void> {
  const nats = track(await startNats({ storeDir: join(folder, 'nats') }));
  process.env.NATS_URL = nats.url;
}

function track(part: Part): Part {
  runningParts.parts.push(part);
  return part;
}
