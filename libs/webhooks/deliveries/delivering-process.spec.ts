import { newId, type Clock } from '@pps/kernel';
import type { Streams } from '@pps/event-store';
import type { Database } from '@pps/read-store';
import { openDeliveringProcess } from './delivering-process';
import type { Offer } from './offers.store';

const settle = async () => {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve));
};

function offer(): Offer {
  return { deliveryId: newId(), webhookId: newId(), batchId: newId(), sequence: 1, attempt: 1, position: '1', isFirst: true };
}

/** A process whose statements wait until they are answered; each claims everything. */
function heldProcess(clock: Clock) {
  const statements: { readonly claimed: readonly string[]; readonly answer: () => void; readonly fail: () => void }[] = [];
  const query = (
    { values: [, , deliveries] }: { readonly values: readonly string[][] },
    answered: (error: Error | null, result?: object) => void,
  ) => {
    const claimed = deliveries ?? [];
    const rows = claimed.map((delivery_id, index) => ({ index, delivery_id }));
    statements.push({ claimed, answer: () => answered(null, { rows }), fail: () => answered(new Error('lost')) });
  };
  const client = { acquireConnection: async () => ({ query }), releaseConnection: async () => undefined, emit: () => false };
  const process = openDeliveringProcess({ db: { client } as unknown as Database, streams: {} as Streams, clock, random: () => 0 });
  return { statements, process };
}

it('stamps a claim when its own statement begins, not while it waits for that of others', async () => {
  let now = new Date(0);
  const { statements, process } = heldProcess(() => now);
  const [before, after] = [offer(), offer()];
  const first = process.claim({ offered: [before] });
  await settle();
  const second = process.claim({ offered: [after] });
  now = new Date(17_000);
  statements[0]?.answer();
  expect(await first).toMatchObject({ deliveryIds: new Set([before.deliveryId]), at: new Date(0) });
  await settle();
  statements[1]?.answer();
  expect(await second).toMatchObject({ deliveryIds: new Set([after.deliveryId]), at: new Date(17_000) });
});

it('a statement of claims that fails costs 32 batches at most', async () => {
  const { statements, process } = heldProcess(() => new Date());
  const ended = Promise.allSettled(Array.from({ length: 33 }, () => process.claim({ offered: [offer()] })));
  await settle();
  statements[0]?.fail();
  await settle();
  statements[1]?.answer();
  expect((await ended).map(({ status }) => status)).toEqual([...Array<string>(32).fill('rejected'), 'fulfilled']);
});
