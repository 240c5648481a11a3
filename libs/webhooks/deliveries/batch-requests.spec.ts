import { recordedFact } from '@pps/event-store/testing';
import { BatchRequests } from './batch-requests';
import type { Offer } from './offers.store';

const offersOf = (...sequences: number[]) => sequences.map((sequence) => ({ webhookId: 'w', sequence }) as Offer);
const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** An outbox of so many events; a read that meets one of `unreadable` fails. */
function outboxOf(count: number, unreadable: readonly number[] = []) {
  const reads: string[] = [];
  const read = async (_: string, from = 0, most = Infinity) => {
    const revisions = upTo(from, Math.min(count, from + most) - 1);
    reads.push(`${from + 1}-${revisions.length === 0 ? from : from + revisions.length}`);
    if (revisions.some((revision) => unreadable.includes(revision + 1))) throw new Error('cannot be opened');
    return revisions.map((revision) => recordedFact({ revision }));
  };
  return { requests: new BatchRequests({ read }), reads };
}

test('events that are wanted next are read with the first ones, and only once', async () => {
  const { requests, reads } = outboxOf(30);
  await requests.find(offersOf(1, 2), offersOf(...upTo(3, 20)));
  const found = await requests.find(offersOf(...upTo(3, 20)), []);
  expect(reads).toEqual(['1-20']);
  expect([...found.values()]).toEqual(upTo(3, 20).map((sequence) => ({ value: expect.objectContaining({ revision: sequence - 1 }) })));
});

test('one that cannot be read fails for itself, in the first read and in every later one of the batch', async () => {
  const { requests, reads } = outboxOf(30, [15]);
  const before = await requests.find(offersOf(1, 2), offersOf(...upTo(3, 20)));
  expect([...before.values()].map((found) => 'value' in found)).toEqual([true, true]);
  const around = await requests.find(offersOf(...upTo(13, 17)), offersOf(18, 19, 20));
  expect([...around].filter(([, found]) => 'error' in found).map(([sequence]) => sequence)).toEqual([15]);
  const after = await requests.find(offersOf(18, 19, 20), []);
  expect([...after.values()].map((found) => 'value' in found)).toEqual([true, true, true]);
  expect(reads).toEqual(['1-20', '1-1', '2-2', '13-17', ...upTo(13, 17).map((n) => `${n}-${n}`), '18-20']);
});
