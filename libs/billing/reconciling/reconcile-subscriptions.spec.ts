import { runReconciling, type RunReconcilingDeps } from './reconcile-subscriptions';

const [minuteMs, dayMs] = [60_000, 86_400_000];

/** What the duty does while it leads, until it has paused so often. */
async function ledFor(pauses: number, list: (round: number) => AsyncIterable<never>) {
  const [ending, said] = [new AbortController(), [] as unknown[]];
  let rounds = 0;
  const deps = {
    streams: {},
    payments: { listSubscriptions: () => list(++rounds) },
    clock: () => new Date(0),
    log: () => undefined,
    onError: (error: unknown) => said.push(error),
    pause: async (ms: number) => {
      said.push(ms);
      if (said.filter((each) => typeof each === 'number').length >= pauses) ending.abort();
    },
  };
  await runReconciling(deps as unknown as RunReconcilingDeps, { signal: ending.signal } as never);
  return { said, rounds };
}

async function* nothing(): AsyncGenerator<never> {}

async function* noAnswer(): AsyncGenerator<never> {
  yield await Promise.reject(new Error('no answer'));
}

it('compares ten minutes after it began to lead, and then each day', async () => {
  const { said, rounds } = await ledFor(4, nothing);
  expect([said, rounds]).toEqual([[10 * minuteMs, dayMs, dayMs, dayMs], 3]);
});

it('goes on the next day when the provider does not answer', async () => {
  const { said, rounds } = await ledFor(3, (round) => (round === 1 ? noAnswer() : nothing()));
  expect([said, rounds]).toEqual([[10 * minuteMs, new Error('no answer'), dayMs, dayMs], 2]);
});

it('compares nothing when it no longer leads', async () => {
  expect((await ledFor(1, nothing)).rounds).toBe(0);
});
