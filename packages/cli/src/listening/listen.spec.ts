import { ApiError, ConnectionError, type PinPublishing } from 'pin-publishing';
import { listen } from './listen';
import { noState, type ListenerState } from './listener-state';

const at = new Date('2026-01-05T09:30:00.000Z');
const listed = [2, 1].map((sequence) => ({ id: `d${sequence}`, sequence, created_at: at, updated_at: at }));

/** A client whose webhook has two deliveries; `asked` is told what it was asked for, and may fail. */
const clientOf = (asked: (what: string) => void): PinPublishing =>
  ({
    webhooks: {
      async listDeliveries() {
        asked('list');
        return Promise.resolve({ items: listed, nextCursor: null });
      },
      async getDelivery(_: string, id: string) {
        asked(id);
        return Promise.resolve({ ...listed.find((each) => each.id === id), event: 'pin.queued', payload: {} });
      },
    },
  }) as unknown as PinPublishing;

async function run(
  show: (sequence: number, ending: AbortController) => Promise<void> = () => Promise.resolve(),
  asked: (what: string) => void = () => undefined,
) {
  const [ending, did] = [new AbortController(), [] as string[]];
  const listening = {
    ...{ client: clientOf(asked), since: null, state: { ...noState, webhookId: 'w' } },
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

test('who is cut off does not look anew for what was found', async () => {
  const asked: string[] = [];
  const { did } = await run(undefined, (what) => {
    asked.push(what);
    if (what === 'd2' && asked.filter((each) => each === 'd2').length < 3) throw new ConnectionError('cut', true);
  });
  expect([did, asked]).toEqual([
    ['kept 0', 'shown 1', 'kept 1', 'shown 2', 'kept 2'],
    ['list', 'd1', 'd2', 'd2', 'd2'],
  ]);
});

test('a delivery that is kept no longer is passed over', async () => {
  let lists = 0;
  const { did } = await run(undefined, (what) => {
    if (what === 'list' && ++lists === 2) listed.shift();
    if (what === 'd2') throw new ApiError(404, {}, new Headers());
  });
  expect(did).toEqual(['kept 0', 'shown 1', 'kept 1', 'kept 1']);
});
