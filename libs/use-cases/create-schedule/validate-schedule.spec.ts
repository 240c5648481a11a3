import { plans } from '@pps/billing';
import { newId } from '@pps/kernel';
import { accountBucket, globalBucketOf } from '@pps/pins';
import type { Principal } from '@pps/identity';
import { validateSchedule } from './validate-schedule';

const now = new Date('2026-11-20T10:00:00.000Z');
const principal = { projectId: newId(), epoch: 0, environment: 'production', accountIds: null, asOf: 0n } as Principal;
const request = {
  ...{ accountId: newId(), boardId: '1', runAt: '2026-11-20T10:00:01.000Z', idempotencyKey: null },
  content: { title: 'Door', assetId: newId() },
};

/** No schedule waits, and the account's bucket is empty and gets one token in 40 s. */
function emptyBucket(mediaType: 'video' | undefined) {
  const selection: Record<string, unknown> = {};
  const steps = ['where', 'whereIn', 'whereNull', 'orderByRaw', 'limit', 'from'];
  Object.assign(selection, Object.fromEntries(steps.map((step) => [step, () => selection])));
  Object.assign(selection, { as: () => selection, first: async () => ({ count: '0' }) });
  selection['select'] = () => Object.assign(Promise.resolve([]), { as: () => selection });
  const db = Object.assign(() => selection, { raw: async () => ({ rows: [] }), count: () => selection });
  const wide = { tokens: 1_000, capacity: 1_000, refillPerSecond: 1_000, parkedUntil: null };
  const balances = new Map([
    [globalBucketOf({ simulated: false }), wide],
    [accountBucket(request.accountId), { tokens: 0, capacity: 2, refillPerSecond: 1 / 40, parkedUntil: null }],
  ]);
  const deps = {
    ...{ db, clock: () => now, newId, upgradeUrl: 'https://app.example/billing' },
    freshness: { wait: async () => undefined },
    buckets: { readBalances: async () => balances },
    quota: { readUsed: async () => 0 },
    termsOf: async () => ({ plan: 'pro', planTerms: plans.pro, mayPublish: true }),
    accounts: { find: async () => ({ accountId: request.accountId }) },
    boards: { check: async () => ({ status: 'ok' }) },
    assets: { requireShown: async () => undefined, withMediaType: async (_: unknown, content: object) => ({ ...content, mediaType }) },
    live: { get: async () => ({ state: { kind: 'none' } }) },
    headroom: { read: async () => null },
  };
  return deps as unknown as Parameters<typeof validateSchedule>[0];
}

const forecastOf = async (mediaType: 'video' | undefined) => {
  const { checks } = await validateSchedule(emptyBucket(mediaType), principal, async () => request);
  return checks.find(({ name }) => name === 'forecast')?.status;
};

it('forecasts a video with the two tokens that it costs', async () => {
  expect(await forecastOf(undefined)).toBe('passed');
  expect(await forecastOf('video')).toBe('warning');
});
