import { newId } from '@pps/kernel';
import { openDatabase } from '@pps/read-store';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { failureOf } from '@pps/runtime';
import { freshDatabase } from '../../test/setup/fresh-database';
import { readLedgerPage } from './quota-ledger.query';
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
