import { plans } from '@pps/billing';
import { KeyedMutex } from '@pps/concurrency';
import { Streams } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { createPin, type CreatePinDeps } from './create-pin';
import { createPins } from './create-pins';
import type { PinRequest } from './duplicate-request';

const accountIds = ['0197a000-0000-7000-8000-00000000000a'];
const principal = { projectId: 'p', epoch: 0, environment: 'production', accountIds, asOf: 0n } as unknown as Principal;
const request: PinRequest = {
  accountId: accountIds[0] as string,
  boardId: '1',
  content: { title: 'Blue door', assetId: 'asset' },
  idempotencyKey: 'door-1',
};
const growth = { plan: 'growth' as const, planTerms: plans.growth, mayPublish: true };

/** Notes which step was asked, on a log of its own; a step in `refusals` throws that code. */
function creation({ refusals = {}, terms = growth }: { refusals?: Readonly<Record<string, string>>; terms?: typeof growth } = {}) {
  const asked: string[] = [];
  const streams = new Streams(openInMemoryEventStore());
  const run: Streams['decide'] = async (...work) => {
    const outcome = await streams.decide(...work);
    if (outcome.facts.some(({ type }) => type === 'PinQueued')) asked.push('queued');
    return outcome;
  };
  const step = async <T>(name: string, answer: T): Promise<T> => {
    asked.push(name);
    if (refusals[name]) throw new Rejected(refusals[name] as 'conflict', `no: ${name}`);
    return answer;
  };
  let units = 0;
  const deps = {
    accounts: { find: () => step('account', {}) },
    live: { head: async () => 1n, get: async (_: unknown, id: string) => step('repeat', await streams.load(pinStream, id)) },
    termsOf: async () => terms,
    assets: { requireShown: () => step('media', undefined), withMediaType: async (_: unknown, content: unknown) => content },
    boards: { check: () => step('board', { status: 'ok' }) },
    quota: {
      readUsed: async () => units,
      reserve: () => step('quota', undefined).then(() => ({ reserved: true, used: ++units })),
      reserveAll: (_: unknown, entries: readonly unknown[]) =>
        step('quota', undefined).then(() => ({ reserved: true, used: (units += entries.length) })),
    },
    claims: { findPinIds: async () => new Set() },
    streams: { decide: run },
    creationsByPin: new KeyedMutex(),
    reconnection: { needed: (code: 'token_expired') => new Rejected(code, 'connect again') },
    upgradeUrl: 'https://app.example/billing',
    clock: () => new Date('2026-11-20T10:00:00.000Z'),
    monotonic: () => 0,
    pause: async () => undefined,
    newId: () => `id-${units}`,
  } as unknown as CreatePinDeps;
  return { asked, deps, units: () => units };
}

const order = ['account', 'repeat', 'media', 'board', 'quota', 'queued'];

it('checks in the order of the contract', async () => {
  const { deps, asked } = creation();
  await createPin(deps, principal, request, 'api');
  expect(asked).toEqual(order);
});

it.each(order.slice(0, -1))('asks nothing after a refusal by %s, and reserves no unit', async (refused) => {
  const { deps, asked, units } = creation({ refusals: { [refused]: 'conflict' } });
  await expect(createPin(deps, principal, request, 'api')).rejects.toMatchObject({ code: 'conflict' });
  expect(asked).toEqual(order.slice(0, order.indexOf(refused) + 1));
  expect(units()).toBe(0);
});

it.each([
  ['feature_unavailable', { ...growth, planTerms: plans.playground }],
  ['billing_inactive', { ...growth, mayPublish: false }],
])('refuses with %s before media, board and quota are asked', async (code, terms) => {
  const { deps, asked } = creation({ terms: terms as typeof growth });
  await expect(createPin(deps, principal, request, 'api')).rejects.toMatchObject({ code });
  expect(asked).toEqual(['account', 'repeat']);
});

it('refuses an account that the key may not name before anything is asked', async () => {
  const { deps, asked } = creation();
  const narrow = { ...principal, accountIds: [] };
  await expect(createPin(deps, narrow, request, 'api')).rejects.toMatchObject({ code: 'account_not_permitted' });
  expect(asked).toEqual([]);
});

it.each(['door-1', null])('leaves the last word before a pin is queued to its caller, key %s', async (idempotencyKey) => {
  const { deps, asked } = creation();
  const refuse = async () => {
    throw new Rejected('conflict', 'not now');
  };
  await expect(createPin(deps, principal, { ...request, idempotencyKey }, 'schedule', refuse)).rejects.toMatchObject({ code: 'conflict' });
  expect(asked).not.toContain('queued');
});

it('answers a repeat with the pin as it is and without a unit, also when both come at once', async () => {
  const { deps, units } = creation();
  const [first, second] = await Promise.all([createPin(deps, principal, request, 'api'), createPin(deps, principal, request, 'api')]);
  expect([first.replayed, second.replayed, units()]).toEqual([false, true, 1]);
  expect(second.pin.pinId).toBe(first.pin.pinId);
});

it('refuses the key of another request, alone and within a batch', async () => {
  const other = { ...request, content: { title: 'Green door', assetId: 'asset' } };
  const { deps } = creation();
  await createPin(deps, principal, request, 'api');
  await expect(createPin(deps, principal, other, 'api')).rejects.toMatchObject({ code: 'idempotency_key_reused' });

  const batch = [request, request, other].map((item, index) => ({ request: item, at: ['body', 'pins', index] }));
  const { items, quota } = await createPins(creation().deps, principal, batch, 'batch', async () => undefined);
  expect(items.map(({ status }) => status)).toEqual(['created', 'existing', 'failed']);
  expect(items[2]).toMatchObject({ error: { code: 'idempotency_key_reused' } });
  expect(quota.used).toBe(1);
});

it('records who agreed, which makes no other request of it', async () => {
  const { deps } = creation();
  const agreement = { way: 'page', userId: 'u', proposalId: 'p' } as const;
  const { pin } = await createPin(deps, principal, { ...request, agreement }, 'api');
  expect(pin.agreement).toEqual(agreement);
  const again = await createPin(deps, principal, { ...request, agreement: { way: 'none' } }, 'api');
  expect([again.replayed, again.pin.agreement]).toEqual([true, agreement]);
});
