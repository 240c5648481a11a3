import { Rejected } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import { PlatformError } from '@pps/platform';
import type { PinFact, PinPublishDeferred } from '../pin/pin.events';
import { pinStream } from '../pin/pin.stream';
import type { WaitingPin } from '../pin/pin.state';
import { attemptStarted, pinQueued } from '../testing';
import { AssetUnreadable } from './own-images';
import { pacedCall, type CallFailure } from './paced-call';
import { recordOutcome } from './publishing.decider';
import type { PublishingDeps } from './publishing-deps';

const at = '2026-11-20T10:01:00.000Z';

/** What a call comes to whose tokens were granted so many milliseconds after they were asked for, and how often it was made. */
async function calledAfter(ms: number): Promise<{ readonly outcome: unknown; readonly calls: number }> {
  let now = 1_000;
  let calls = 0;
  const deps = {
    accounts: { accessToken: async () => ({ accessToken: 'token', tokenRef: '1' }), requireUsable: async () => undefined },
    closeGrant: async () => undefined,
    buckets: {
      claim: async () => {
        now += ms;
        return { granted: true };
      },
    },
    presentEpoch: async () => true,
    clock: () => new Date(at),
    monotonic: () => now,
    random: () => 0,
  } as unknown as PublishingDeps;
  const pin = given(pinStream.decider, pinQueued()).state as WaitingPin;
  const outcome = await pacedCall(
    deps,
    pin,
    { attempt: 1, callBefore: Infinity },
    async () => null,
    async () => void (calls += 1),
  );
  return { outcome, calls };
}

it('a call starts on tokens that were asked for just now', async () => {
  expect(await calledAfter(250)).toMatchObject({ calls: 1 });
});

it('a worker that stalled meanwhile does not call: its tokens were for then', async () => {
  const { outcome, calls } = await calledAfter(251);
  expect(calls).toBe(0);
  expect(outcome).toMatchObject({ kind: 'wait', reason: 'rate_limited', nextAttemptAt: at });
});

/** The outcome after these facts when the platform refuses the token, and which calls the account got. */
async function refusedToken(...facts: readonly PinFact[]): Promise<{ readonly outcome: CallFailure; readonly calls: readonly string[] }> {
  const calls: string[] = [];
  const deps = {
    accounts: {
      accessToken: async () => ({ accessToken: 'token', tokenRef: '1' }),
      requireUsable: async () => undefined,
      refreshAccess: async () => void calls.push('refreshed'),
      reportDead: async () => void calls.push('dead'),
    },
    buckets: { claim: async () => ({ granted: true }) },
    presentEpoch: async () => true,
    clock: () => new Date(at),
    monotonic: () => 1_000,
    random: () => 0,
  } as unknown as PublishingDeps;
  const refuse = (): Promise<never> =>
    Promise.reject(new PlatformError({ kind: 'unauthorized', outcome: 'refused', operation: 'pins.create', reason: 'no' }));
  const pin = given(pinStream.decider, ...facts).state as WaitingPin;
  return { outcome: await pacedCall<null, never>(deps, pin, { attempt: 2, callBefore: Infinity }, async () => null, refuse), calls };
}

const deferred = (changes: Partial<PinPublishDeferred['data']>): PinFact => ({
  type: 'PinPublishDeferred',
  data: { attempt: 1, reason: 'transient_upstream', message: 'Busy.', deferredAt: at, nextAttemptAt: at, counts: true, ...changes },
});

const opened = [pinQueued(), attemptStarted()] as const;

it('a refused token is refreshed once; refused again, the account has to be connected anew', async () => {
  const first = await refusedToken(...opened, deferred({}));
  expect([first.calls, first.outcome]).toEqual([['refreshed'], expect.objectContaining({ kind: 'try_again', accessRefreshed: true })]);
  const recorded = given(pinStream.decider, ...opened).when((state) =>
    recordOutcome({ attempt: 1, at, outcome: first.outcome, reconcileAfterMs: [] }, state),
  );
  expect(recorded).toMatchObject([{ type: 'PinPublishDeferred', data: { accessRefreshed: true } }]);
  const second = await refusedToken(...opened, ...recorded);
  expect([second.calls, second.outcome]).toEqual([['dead'], { kind: 'failed', errorCode: 'token_expired', message: 'no' }]);
});

it('whether a token was refreshed is the fact’s field, in whatever words; facts of before the field say it in their sentence', async () => {
  const reworded = await refusedToken(...opened, deferred({ message: 'A new token was had.', accessRefreshed: true }));
  const asBefore = await refusedToken(...opened, deferred({ message: 'The platform refused the token; it was refreshed.' }));
  expect([reworded.calls, asBefore.calls]).toEqual([['dead'], ['dead']]);
});

describe('an attempt that ends before it has spent its tokens', () => {
  const access = { accessToken: 'token', tokenRef: '1' };
  /** The grants that are closed when the attempt meets these circumstances. */
  async function closedGrants(changes: Partial<Record<keyof PublishingDeps, unknown>>, prepare: () => Promise<null> = async () => null) {
    const closed: string[] = [];
    const deps = {
      accounts: { accessToken: async () => access, requireUsable: async () => undefined },
      onFault: () => undefined,
      buckets: { claim: async () => ({ granted: true }) },
      closeGrant: async (pinId: string, attempt: number) => void closed.push(`${pinId} ${attempt}`),
      presentEpoch: async () => true,
      clock: () => new Date(at),
      monotonic: () => 0,
      random: () => 0,
      ...changes,
    } as unknown as PublishingDeps;
    const pin = given(pinStream.decider, pinQueued()).state as WaitingPin;
    await pacedCall(deps, pin, { attempt: 3, callBefore: Infinity }, prepare, async () => null).catch(() => null);
    return closed;
  }
  const grant = `${pinQueued().data.pinId} 3`;

  it.each([
    ['needs a new consent', { accounts: { accessToken: () => Promise.reject(new Rejected('token_expired', 'expired')) } }],
    ['gets no token', { buckets: { claim: async () => ({ granted: false, waitSeconds: 3 }) } }],
    ['meets a database that is away', { buckets: { claim: () => Promise.reject(new Error('away')) } }],
  ])('gives its place back at once where it %s', async (_, changes) => {
    expect(await closedGrants(changes)).toEqual([grant]);
  });

  it('gives its place back at once where an image cannot be read', async () => {
    expect(await closedGrants({}, () => Promise.reject(new AssetUnreadable('gone')))).toEqual([grant]);
  });

  it('leaves alone a grant that was claimed', async () => {
    expect(await closedGrants({})).toEqual([]);
  });
});

/** What comes of an attempt in these circumstances, and how often the platform was called. */
async function endOf(
  changes: Partial<Record<keyof PublishingDeps, unknown>>,
  callBefore = Infinity,
  call: () => Promise<null> = async () => null,
) {
  let calls = 0;
  const faults: unknown[] = [];
  const deps = {
    accounts: { accessToken: async () => ({ accessToken: 'token', tokenRef: '1' }), requireUsable: async () => undefined },
    buckets: { claim: async () => ({ granted: true }) },
    closeGrant: async () => undefined,
    presentEpoch: async () => true,
    onFault: (error: unknown) => void faults.push(error),
    clock: () => new Date(at),
    monotonic: () => 5,
    random: () => 0,
    ...changes,
  } as unknown as PublishingDeps;
  const pin = given(pinStream.decider, pinQueued()).state as WaitingPin;
  const counted = () => {
    calls += 1;
    return call();
  };
  const outcome = await pacedCall(deps, pin, { attempt: 1, callBefore }, async () => null, counted);
  return { outcome, calls, faults: faults.length };
}

describe('nothing is sent, and the attempt is over at once,', () => {
  const broken = () => Promise.reject(new Error('the database is away'));
  const token = async () => ({ accessToken: 'token', tokenRef: '1' });

  it.each([
    ['the token cannot be read', { accounts: { accessToken: broken } }],
    ['the claim breaks', { buckets: { claim: broken } }],
    ['the workspace cannot be looked up', { presentEpoch: broken }],
  ])('where %s', async (_, changes) => {
    const { outcome, calls, faults } = await endOf(changes);
    expect({ outcome, calls, faults }).toMatchObject({ outcome: { kind: 'wait', reason: 'transient_upstream' }, calls: 0, faults: 1 });
  });

  it('where the grant is gone, which is no want of tokens', async () => {
    const { outcome, calls } = await endOf({ buckets: { claim: async () => ({ granted: false, waitSeconds: null }) } });
    expect({ outcome, calls }).toMatchObject({ outcome: { kind: 'wait', reason: 'transient_upstream' }, calls: 0 });
  });

  it('where the call could still run when the attempt is taken to be over', async () => {
    expect(await endOf({}, 4)).toMatchObject({ outcome: { kind: 'wait' }, calls: 0 });
    expect(await endOf({}, 5)).toMatchObject({ outcome: null, calls: 1 });
  });

  it('where the account was removed while the call was prepared', async () => {
    const requireUsable = () => Promise.reject(new Rejected('account_revoked', 'gone'));
    const { outcome, calls } = await endOf({ accounts: { accessToken: token, requireUsable } });
    expect({ outcome, calls }).toEqual({ outcome: { kind: 'failed', errorCode: 'account_revoked', message: 'gone' }, calls: 0 });
  });

  it('where the token was refused and cannot be refreshed for a fault of ours', async () => {
    const accounts = { accessToken: token, requireUsable: async () => undefined, refreshAccess: broken };
    const refused = new PlatformError({ kind: 'unauthorized', outcome: 'refused', operation: 'pins.create', reason: 'no' });
    const { outcome } = await endOf({ accounts }, Infinity, () => Promise.reject(refused));
    expect(outcome).toMatchObject({ kind: 'wait', reason: 'transient_upstream' });
  });
});
