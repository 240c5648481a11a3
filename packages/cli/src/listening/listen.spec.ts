import type { PinPublishing } from 'pin-publishing';
import { listen } from './listen';
import { noState, type ListenerState } from './listener-state';

const at = new Date('2026-01-05T09:30:00.000Z');
const listed = [2, 1].map((sequence) => ({ id: `d${sequence}`, sequence, created_at: at, updated_at: at }));

/** A client whose webhook has two deliveries. */
const clientOf = (): PinPublishing =>
  ({
    webhooks: {
      listDeliveries: () => ({
        async *pages() {
          yield { items: listed };
        },
      }),
      getDelivery: (_: string, id: string) =>
        Promise.resolve({ ...listed.find((each) => each.id === id), event: 'pin.queued', payload: {} }),
    },
  }) as unknown as PinPublishing;

async function run(show: (sequence: number, ending: AbortController) => Promise<void>) {
  const [ending, did] = [new AbortController(), [] as string[]];
  const listening = {
    ...{ client: clientOf(), since: null, state: { ...noState, webhookId: 'w' } },
    openWebhook: () => Promise.resolve('w'),
    keep: ({ sequence }: ListenerState) => void did.push(`kept ${sequence}`),
    forward: () => Promise.resolve(null),
    tell: ({ kind }: { readonly kind: string }) => void (kind === 'live' && ending.abort()),
    async show({ sequence }: { readonly sequence: number }) {
      await show(sequence, ending);
      did.push(`shown ${sequence}`);
    },
  };
  const failure: unknown = await listen(listening, ending.signal).catch((error: unknown) => error);
  return { did, failure };
}

test('an event is kept as shown once it is written, not before', async () => {
  const { did } = await run(() => new Promise((written) => setImmediate(written)));
  expect(did).toEqual(['kept 0', 'shown 1', 'kept 1', 'shown 2', 'kept 2']);
});

test('one that could not be written comes again', async () => {
  const { did, failure } = await run((sequence) => (sequence === 2 ? Promise.reject(new Error('EPIPE')) : Promise.resolve()));
  expect([did, failure]).toEqual([['kept 0', 'shown 1', 'kept 1'], new Error('EPIPE')]);
});
