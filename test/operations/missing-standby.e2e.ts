import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type Part } from '@pps/embedded';
import { migrateAt } from '@pps/read-store';
import { Client } from 'pg';
import { allMigrations } from '../../apps/foundation/all-migrations';
import { createPin, furnishedAccount, type FurnishedAccount } from '../console/furnished-account';
import { eventually } from '../setup/eventually';
import { putCluster } from '../setup/put-cluster';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { servedLog } from '../setup/running-service';

let folder: string;
let postgres: Part;
let service: PlatformService;
let account: FurnishedAccount;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'missing-standby-'));
  chmodSync(folder, 0o711);
  putCluster(folder);
  // Without senders no commit waits for a standby.
  const settings = { wal_level: 'replica', max_wal_senders: 4, fsync: 'off', max_connections: 60 };
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings });
  await migrateAt(postgres.url, allMigrations);
  service = await startPlatformService({ DATABASE_URL: postgres.url, EVENTSTORE_URL: servedLog });
  account = await furnishedAccount(service.call);
}, 300_000);

afterAll(async () => {
  await waitFor('');
  await service?.stop();
  await postgres?.stop(1_000);
  rmSync(folder, { recursive: true, force: true });
});

async function waitFor(standbys: string): Promise<void> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`alter system set synchronous_standby_names = '${standbys}'`);
  await client.query('select pg_reload_conf()');
  // Commits wait only once the checkpointer has read the setting; the hosts commit each second.
  if (standbys !== '')
    await eventually('a commit that waits', async () => {
      const { rowCount } = await client.query(`select from pg_stat_activity where wait_event = 'SyncRep'`);
      return rowCount || undefined;
    });
  await client.end();
}

it('answers writes 503 soon while a synchronous standby is away, and reads as ever; what waited is there once', async () => {
  const before = await createPin(service.call, account, 'Before');
  await waitFor('nobody');
  const door = { account_id: account.accountId, board_id: account.boardId, title: 'Meanwhile', image_url: 'https://example.com/door.png' };
  const make = () => service.call('POST', '/v1/pins', door, { ...account.session, 'idempotency-key': 'meanwhile' });
  const read = (path: string) => service.call('GET', path, undefined, account.session);
  const refused = {
    status: 503,
    body: { error: { code: 'service_unavailable', message: expect.stringContaining('a copy of the database is away') } },
  };
  const [waited, ...others] = await Promise.all([make(), ...Array.from({ length: 4 }, (_, index) => createBoard(`Gates ${index}`))]);
  expect(waited).toMatchObject(refused);
  expect(waited.headers.get('retry-after')).toMatch(/^\d+$/);
  for (const other of others) expect(other).toMatchObject(refused);
  expect(await make()).toMatchObject(refused);
  expect((await read(`/v1/pins/${before}`)).status).toBe(200);
  await waitFor('');
  const made = await eventually('writes are taken again', async () => {
    const answer = await make();
    return answer.status === 503 ? undefined : answer;
  });
  expect([200, 201]).toContain(made.status);
  const found = await eventually('the pin is listed', async () => {
    const { status, body } = await read('/v1/pins');
    const meanwhile = status === 200 ? body.filter(({ title }: { readonly title: string }) => title === 'Meanwhile') : [];
    return meanwhile.length > 0 ? meanwhile : undefined;
  });
  expect(found).toHaveLength(1);

  function createBoard(name: string) {
    return service.call('POST', '/v1/platform/boards', { account_id: account.accountId, name }, account.session);
  }
});
