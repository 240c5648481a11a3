import type { Principal } from '@pps/identity';
import type { RowRequest, StoredRow } from '@pps/imports';
import { contentHash } from '@pps/pins';
import { derivedId } from '@pps/kernel';
import { refuseRoundedKeys, roundedKeysOf, type RoundedKeysDeps } from './refuse-rounded-keys';

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
  const deps = {
    importBodies: {
      findRoundedKeys: async (_: unknown, rows: readonly unknown[]) => {
        asked.push(rows.length);
        return roundedKeysOf(before.map(({ request }) => request));
      },
    },
    live: {
      get: async (_: unknown, id: string) => ({
        state: ids.has(id) ? { kind: 'pin', contentHash: contentHash('a', '1', content) } : { kind: 'none' },
      }),
    },
  } as unknown as RoundedKeysDeps;
  const refused = async (rows: readonly StoredRow[], sourceType: 'csv' | 'json' = 'csv') =>
    (await refuseRoundedKeys(deps, principal, { ...job, sourceType }, rows)).flatMap(({ rowNumber, fault }) => (fault ? rowNumber : []));
  return { refused, asked };
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
