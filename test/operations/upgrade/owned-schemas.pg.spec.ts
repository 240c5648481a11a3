import { migrate, openDatabase, type Database } from '@pps/read-store';
import { allMigrations } from '../../../apps/foundation/all-migrations';
import { freshDatabase } from '../../setup/fresh-database';
import { migrateAsRelease, namesOfRelease, rowsOfRelease, tablesOfRelease } from './release-1-58';

let db: Database;
let before: Map<string, unknown[][]>;

/** The values of every row, without the columns' names. */
async function rowsOf(table: string): Promise<unknown[][]> {
  const { rows } = await db.raw<{ rows: { row: unknown[] }[] }>(
    `select (select json_agg(value) from json_each(row_to_json(t))) as row from ${table} t order by t::text`,
  );
  return rows.map(({ row }) => row);
}

const one = async <Row extends object>(sql: string, bindings: readonly unknown[] = []): Promise<Row> =>
  (await db.raw<{ rows: Row[] }>(sql, bindings as string[])).rows[0] as Row;

beforeEach(async () => {
  db = openDatabase(await freshDatabase(), 4);
  await migrateAsRelease(db);
  await db.raw(rowsOfRelease);
  before = new Map();
  for (const table of Object.keys(tablesOfRelease)) before.set(table, await rowsOf(`service.${table}`));
  await migrate(db, allMigrations);
});
afterEach(() => db.destroy());

it('takes every table of release 1.58 into its owner’s schema, with its rows', async () => {
  const { rows } = await db.raw<{ rows: { relname: string }[] }>(
    `select relname from pg_class where relnamespace = 'service'::regnamespace and relkind in ('r', 'S', 'p')`,
  );
  expect(rows).toEqual([]);
  for (const [table, owned] of Object.entries(tablesOfRelease)) {
    const expected = before.get(table) ?? [];
    expect(expected.length).toBeGreaterThan(0);
    // The record of migrations has grown meanwhile.
    const present = (await rowsOf(owned)).filter((row) => table !== 'migration' || namesOfRelease.includes(String(row[0])));
    // Columns that came since stand behind those of the release, and are null, false or 0 in its rows.
    const added = (row: unknown[] = []) => row.slice(expected[0]?.length).map((value) => (value === false || value === 0 ? value : null));
    expect({ table, rows: present }).toEqual({ table, rows: expected.map((row, n) => [...row, ...added(present[n])]) });
  }
});

it('keeps keys, references, numbers and what is done on deletion', async () => {
  const again = async () => db.raw('insert into webhooks.subscription select * from webhooks.subscription');
  await expect(again()).rejects.toMatchObject({ code: '23505' });
  expect(await one(`select nextval('read_store.projection_build')::int as build`)).toEqual({ build: 4 });
  await db('vault.subject_key').where({ subject: 'user:1' }).delete();
  expect(await db('vault.entry')).toEqual([]);
  expect(await db('vault.forgotten_subject').orderBy('subject').pluck('subject')).toEqual(['user:1', 'user:2']);
});

describe('a process of release 1.58 that still runs', () => {
  it('claims grants and leads as if nothing had moved, and both releases see one another', async () => {
    const pin = '00000000-0000-4000-8000-000000000041';
    const claim = 'select granted from service.claim_publish(?, 1, ?, ?, 10, 1, 10, 1, 0.25, ?, 101)';
    expect(await one(claim, [pin, 'account:1', 'global', 'boot'])).toEqual({ granted: true });
    expect(await db('pins.publish_grant').whereNotNull('claimed_at').pluck('pin_id')).toEqual([pin]);
    const asked = 'select granted, wait_seconds from pins.claim_publish(?, 1, ?, ?, 10, 1, 10, 1, 0.25, ?, 102)';
    expect(await one(asked, [pin, 'account:1', 'global', 'boot'])).toEqual({ granted: false, wait_seconds: null });
    const taken = await db.raw<{ rows: unknown[] }>(
      `insert into service.lease as lease (duty, holder, epoch, expires_at) values ('pacing', gen_random_uuid(), 1, clock_timestamp())
       on conflict (duty) do update set epoch = lease.epoch + 1 where lease.expires_at < clock_timestamp() returning epoch`,
    );
    expect(taken.rows).toEqual([]);
    const parked = `insert into service.pacing_bucket as bucket (name, tokens, updated_at, parked_until) values ('account:1', 1, service.pacing_time(), now())
      on conflict (name) do update set parked_until = greatest(bucket.parked_until, excluded.parked_until)`;
    await db.raw(parked);
    expect(await db('pins.pacing_bucket').whereNotNull('parked_until').pluck('name')).toEqual(['account:1']);
    expect(await one(`select service.learn_limit('account:1', 10, 1, 4, null) as learned`)).toEqual({ learned: true });
    expect(await db('pins.pacing_bucket').where({ name: 'account:1' }).first('limit_capacity')).toEqual({ limit_capacity: '4' });
  });

  it('advances checkpoints, seals entries and keeps its other rows', async () => {
    await db.transaction(async (tx) => {
      const locked = await tx('service.checkpoint').where({ kind: 'projection', name: 'pins' }).forUpdate().first('position');
      expect(locked).toEqual({ position: '41' });
      await tx('service.checkpoint').where({ kind: 'projection', name: 'pins' }).update({ position: '42' });
    });
    expect(await db('read_store.checkpoint').where({ name: 'pins' }).first('position')).toEqual({ position: '42' });
    await db.raw(
      `insert into service.vault_entry (ref, subject, kind, ciphertext) select gen_random_uuid(), subject, 'token', 'c'
       from service.vault_key where subject = 'user:1' for key share`,
    );
    expect(await db('vault.entry').pluck('kind')).toEqual(['profile', 'token']);
    await db('service.vault_key').where({ subject: 'user:1' }).delete();
    expect(await db('vault.forgotten_subject').pluck('subject')).toContain('user:1');
    const [offer] = await db('service.webhook_offer').select('*');
    await db('service.webhook_offer')
      .insert({ ...offer, attempt: 2 })
      .onConflict('delivery_id')
      .merge();
    expect(await db('webhooks.offer').pluck('attempt')).toEqual([2]);
    const due = await db.raw<{ rows: unknown[] }>(
      `update service.mail_outbox set offers = offers + 1 where request_id in (
         select request_id from service.mail_outbox order by next_offer_at limit 1 for update skip locked) returning offers`,
    );
    expect(due.rows).toEqual([{ offers: 1 }]);
  });

  it('starts again without changing anything', async () => {
    const applied = await db('read_store.migration').pluck('name');
    await migrateAsRelease(db);
    expect(await db('read_store.migration').pluck('name')).toEqual(applied);
  });
});
