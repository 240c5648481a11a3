import { newId } from '@pps/kernel';
import { openDatabase } from '@pps/read-store';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { failureOf } from '@pps/runtime';
import { rowsRead } from '../../test/setup/rows-read';
import { freshDatabase } from '../../test/setup/fresh-database';
import { readLedgerPage, revisionNear } from './quota-ledger.query';
import { quotaLedgerProjection } from './quota_ledger.projection';

let fed: FedProjection;
beforeAll(async () => (fed = await fedProjection(quotaLedgerProjection)));
afterAll(() => fed.stop());

const at = '2026-11-20T10:00:00.000Z';
const entry = () => ({ entryId: newId(), pinId: newId(), units: 1, source: 'batch', at, actor: { type: 'api_key', id: 'k' } });

it('stores the balance after every entry, the same when everything is given twice', async () => {
  const projectId = newId();
  const entries = [entry(), entry(), entry()];
  const [first] = entries;
  const facts = recorded(`quota-${projectId}-2026-11`, [
    { type: 'QuotaConsumed', data: { entries: entries.slice(0, 2) } },
    { type: 'QuotaReleased', data: { entries: [{ entryId: first?.entryId, pinId: first?.pinId, reason: 'pin_abandoned', at }] } },
    { type: 'QuotaConsumed', data: { entries: entries.slice(2) } },
  ]).map((fact) => ({ ...fact, metadata: { ...fact.metadata, projectId, epoch: 0 } }));
  await fed.feed(facts.slice(0, 1));
  await fed.feed(facts);
  await fed.feed(facts);
  const page = await readLedgerPage(fed.db, { projectId, epoch: 0, accountIds: null, before: null, limit: 10 });
  expect(page.map(({ kind, balance, source, reason }) => [kind, balance, source, reason])).toEqual([
    ['consumed', 2, 'batch', null],
    ['released', 1, 'batch', 'pin_abandoned'],
    ['consumed', 2, 'batch', null],
    ['consumed', 1, 'batch', null],
  ]);
  expect(await readLedgerPage(fed.db, { projectId, epoch: 0, accountIds: null, month: '2026-10', before: null, limit: 10 })).toEqual([]);
});

it('finds about where a moment is in a month, also where other facts stand between the entries', async () => {
  const projectId = newId();
  const second = (n: number) => new Date(Date.parse(at) + n * 1_000);
  const entries = Array.from({ length: 40 }, (_, n) => ({ ...entry(), at: second(n).toISOString() }));
  // Every third fact tells of a threshold, and has no row.
  const facts = entries.flatMap((each, n) => [
    { type: 'QuotaConsumed', data: { entries: [each] } },
    ...(n % 2 === 1 ? [{ type: 'QuotaThresholdReached', data: { month: '2026-11', threshold: n, at: each.at } }] : []),
  ]);
  const stream = `quota-${projectId}-2026-11`;
  expect(await revisionNear(fed.db, stream, second(3))).toBe(-1);
  await fed.feed(recorded(stream, facts).map((fact) => ({ ...fact, metadata: { ...fact.metadata, projectId, epoch: 0 } })));
  for (const n of [0, 1, 2, 7, 20, 38, 39]) {
    const exact = facts.findLastIndex((fact) => 'entries' in fact.data && (fact.data.entries[0]?.at ?? '') <= second(n).toISOString());
    const near = await revisionNear(fed.db, stream, second(n + 0.5));
    expect(Math.abs(near - exact)).toBeLessThanOrEqual(1);
  }
  expect(await revisionNear(fed.db, stream, second(-1))).toBe(-1);
});

it('answers a key with an account allow-list 503 while the version before serves, which does not know the accounts', async () => {
  const older = openDatabase(await freshDatabase(), 1);
  await older.raw(`create schema read; create table read.quota_ledger as
    select ''::text as stream, null::uuid as project_id, 0 as epoch, 0::bigint as position, 0 as item`);
  const question = { projectId: newId(), epoch: 0, before: null, limit: 10 };
  expect(await readLedgerPage(older, { ...question, accountIds: null })).toEqual([]);
  const refused = await readLedgerPage(older, { ...question, accountIds: [newId()] }).catch(failureOf);
  expect(refused).toMatchObject({ status: 503, code: 'service_unavailable', context: { retry_after_seconds: 5 } });
  await older.destroy();
});

describe('a ledger of 100,000 entries in three months', () => {
  const [projectId, rare, busy] = [newId(), newId(), newId()];
  const question = { projectId, epoch: 0, accountIds: null, before: null, limit: 51 };

  beforeAll(async () => {
    // Every hundredth entry is of the rare account; the oldest month has a tenth.
    await fed.db.raw(
      `insert into read.quota_ledger (stream, revision, item, position, project_id, epoch, month, at, kind, entry_id, pin_id, account_id, source, actor, balance)
       select 'quota-' || :projectId || '-' || month, n, 0, 1000000 + n, :projectId::uuid, 0, month, now(), 'consumed', gen_random_uuid(),
         gen_random_uuid(), case when n % 100 = 0 then :rare::uuid else :busy::uuid end, 'batch', 'api_key:k', n
       from generate_series(1, 100000) as n,
         lateral (select case when n <= 10000 then '2026-09' when n <= 60000 then '2026-10' else '2026-11' end as month) as of_month`,
      { projectId, rare, busy },
    );
    await fed.db.raw('analyze');
  });

  it.each([
    ['the newest page', {}],
    ['a page far back', { before: { position: '1000600', item: 0 } }],
    ['the oldest month', { month: '2026-09' }],
    ['a month without entries', { month: '2025-01' }],
    ['the rare account', { accountIds: [rare] }],
    ['the rare account in the oldest month', { accountIds: [rare], month: '2026-09' }],
    ['both accounts far back', { accountIds: [rare, busy], before: { position: '1000600', item: 0 } }],
    ['an account without entries', { accountIds: [newId()], month: '2026-10' }],
  ])('is read a page at a time: %s', async (_, part) => {
    const asked = { ...question, ...part };
    expect((await rowsRead(fed.db, () => readLedgerPage(fed.db, asked))).rows).toBeLessThan(500);
  });

  it('gives a list of accounts what the whole ledger has of them, page by page and each once', async () => {
    const read: string[] = [];
    for (let before: { position: string; item: number } | null = null; ;) {
      const page = await readLedgerPage(fed.db, { ...question, accountIds: [rare, rare], month: '2026-09', before, limit: 40 });
      read.push(...page.map(({ cursor }) => cursor.position));
      before = page.at(-1)?.cursor ?? null;
      if (page.length < 40) break;
    }
    expect(read).toEqual(Array.from({ length: 100 }, (_, n) => String(1_010_000 - n * 100)));
  });
});
