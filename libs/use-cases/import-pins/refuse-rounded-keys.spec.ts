import type { Principal } from '@pps/identity';
import type { RowRequest, StoredRow } from '@pps/imports';
import { contentHash } from '@pps/pins';
import { derivedId } from '@pps/kernel';
import { refuseRoundedKeys, type RoundedKeysDeps } from './as-stored-before';
import { roundedKeysOf } from './row-keys';

const principal = { projectId: 'p', epoch: 0, asOf: 0n, accountIds: ['a'] } as unknown as Principal;
const job = { jobId: 'later', acceptedAt: '2026-11-28T09:00:00.000Z', sourceType: 'csv' } as const;
const content = { title: 'Blue', imageUrl: 'https://example.org/door.jpg' };
const row = (idempotencyKey: string, changes: Partial<RowRequest> = {}): StoredRow => ({
  ...{ rowNumber: Number(idempotencyKey.slice(-3)), given: {}, fault: null },
  request: { accountId: 'a', boardId: '1', content, idempotencyKey, runAt: null, ...changes },
});
const rowOfNumber = (number: number, changes?: Partial<RowRequest>) => row(`20261128000000${String(number).padStart(3, '0')}`, changes);

/** A project in which an earlier import had these rows, of which pins were made under some keys. */
function world(before: readonly StoredRow[], made = before.map(({ request }) => request?.idempotencyKey ?? '')) {
  const ids = new Set(made.map((key) => derivedId('pin', 'p', 0, key)));
  const asked: number[] = [];
  const lookUps = { running: 0, most: 0 };
  const deps = {
    importBodies: {
      findRoundedKeys: async (_: unknown, rows: readonly unknown[]) => {
        asked.push(rows.length);
        return roundedKeysOf(before.map(({ request }) => request));
      },
    },
    live: {
      get: async (_: unknown, id: string) => {
        lookUps.most = Math.max(lookUps.most, ++lookUps.running);
        await new Promise(setImmediate);
        lookUps.running -= 1;
        return { state: ids.has(id) ? { kind: 'pin', contentHash: contentHash('a', '1', content) } : { kind: 'none' } };
      },
    },
  } as unknown as RoundedKeysDeps;
  const refused = async (rows: readonly StoredRow[], sourceType: 'csv' | 'json' = 'csv') =>
    (await refuseRoundedKeys(deps, principal, { ...job, sourceType }, rows)).flatMap(({ rowNumber, fault }) => (fault ? rowNumber : []));
  return { refused, asked, lookUps };
}

it('asks once for all rows of a portion, and not at all where no key is long', async () => {
  const { refused, asked } = world([rowOfNumber(17)]);
  expect(await refused(Array.from({ length: 25 }, (_, index) => rowOfNumber(index + 1)))).toEqual([16]);
  expect(await refused([row('door-001'), row('4711')])).toEqual([]);
  expect(asked).toEqual([25]);
});

it('takes the rows that it has no pin for, of other content, of JSON, and of accounts that the credential must not see', async () => {
  const { refused, asked } = world([rowOfNumber(17)]);
  expect(await world([rowOfNumber(17)], []).refused([rowOfNumber(16)])).toEqual([]);
  expect(await refused([rowOfNumber(16, { content: { ...content, title: 'Green' } })])).toEqual([]);
  expect(await refused([rowOfNumber(16)], 'json')).toEqual([]);
  expect(await refused([rowOfNumber(16, { accountId: 'b' })])).toEqual([]);
  expect(asked).toEqual([1]);
});

it('takes a row whose own key is known, whatever its neighbours', async () => {
  expect(await world([rowOfNumber(16), rowOfNumber(17)]).refused([rowOfNumber(16), rowOfNumber(17)])).toEqual([]);
});

it('looks several rows up at a time, of however many keys were rounded', async () => {
  const thousands = Array.from({ length: 25 }, (_, index) => `2026112800000${String(index).padStart(2, '0')}01`);
  const rounded = thousands.map((key) => row(`${key.slice(0, -2)}00`));
  const { refused, lookUps } = world(thousands.map((key) => row(key)));
  expect(await refused(rounded)).toHaveLength(25);
  expect(lookUps.most).toBeGreaterThan(1);
  expect(lookUps.most).toBeLessThanOrEqual(6);
});
