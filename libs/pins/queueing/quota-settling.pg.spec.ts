import type { QuotaConsumed } from '@pps/billing/events';
import type { RecordedFact } from '@pps/event-store';
import { recordedFact } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { pinsMigrations } from '../pins.migrations';
import type { PinFact, QuotaUnit } from '../pin/pin.events';
import type { PinState } from '../pin/pin.state';
import { quotaSettling } from './quota-settling.process';
import { runQuotaSweep } from './quota-sweep.dispatcher';
import { unsettledQuota } from './unsettled-quota.store';
import { pinQueued } from '../testing';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...pinsMigrations]);
});
afterAll(() => db.destroy());

const metadata = { ...recordedFact().metadata, projectId: newId(), epoch: 0 };

const consumed = (...entryIds: readonly string[]): RecordedFact => consumedAt('2026-11-20T10:00:00.000Z', entryIds);

function consumedAt(at: string, entryIds: readonly string[]): RecordedFact {
  const entry = { pinId: newId(), units: 1, source: 'api', at, actor: { type: 'system' } } as const;
  const data: QuotaConsumed['data'] = { entries: entryIds.map((entryId) => ({ ...entry, entryId })) };
  return recordedFact({ type: 'QuotaConsumed', data, metadata });
}

const settled = (entryId: string): RecordedFact => recordedFact({ ...pinQueued({ entryId }), metadata });
const react = (...facts: readonly RecordedFact[]) => quotaSettling(unsettledQuota(db)).react(facts, null);
const noted = async () => (await db('pins.unsettled_quota').select('entry_id')).map((row: { entry_id: string }) => row.entry_id);

test('an entry is noted until its pin is seen, in the same batch or in a later one', async () => {
  const [soon, late, never] = [newId(), newId(), newId()];
  await react(consumed(soon, late), consumed(never), settled(soon));
  expect((await noted()).sort()).toEqual([late, never].sort());
  await react(settled(late));
  expect(await noted()).toEqual([never]);
});

test("a unit that a retry of a schedule's pin settles is not swept; a retry that costs nothing settles none", async () => {
  await db('pins.unsettled_quota').delete();
  const [paid, other] = [newId(), newId()];
  const retried = (unit?: QuotaUnit) => {
    const data = { accountId: newId(), boardId: '7', fingerprint: 'f', requestedAt: '2026-11-20T10:00:01.000Z', ...(unit && { unit }) };
    return recordedFact({ type: 'PinRetryRequested', data, metadata });
  };
  await react(consumed(paid, other));
  await react(retried({ month: '2026-11', entryId: paid }), retried());
  expect(await noted()).toEqual([other]);
});

test('entries that cannot be given up do not keep those behind them', async () => {
  await db('pins.unsettled_quota').delete();
  const last = newId();
  await react(consumedAt('2026-11-20T10:00:01.000Z', [last]));
  await react(consumed(...Array.from({ length: 100 }, () => newId())));
  const ending = new AbortController();
  const failures: unknown[] = [];
  const run = async (_: unknown, __: string, ___: unknown, decide: (state: PinState) => readonly PinFact[]) => {
    const [fact] = decide({ kind: 'none' });
    if (fact?.type !== 'PinAbandoned' || fact.data.entryId !== last) throw new Error('the pin cannot be read');
    ending.abort();
  };
  await runQuotaSweep(
    {
      unsettled: unsettledQuota(db),
      streams: { decide: run as never },
      clock: () => new Date('2026-11-20T11:00:00.000Z'),
      unsettledForMs: 1,
      onError: (error) => failures.push(error),
    },
    { holder: 'this process', epoch: 1n, signal: AbortSignal.any([ending.signal, AbortSignal.timeout(60_000)]) },
  );
  expect(failures).toHaveLength(100);
  expect(await noted()).not.toContain(last);
});

test('a batch that is given again notes nothing that it has settled', async () => {
  await db('pins.unsettled_quota').delete();
  const facts = [consumed('0197a000-0000-7000-8000-000000000009'), settled('0197a000-0000-7000-8000-000000000009')];
  await react(...facts);
  await react(...facts);
  expect(await noted()).toEqual([]);
});
