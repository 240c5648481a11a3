import type { Principal } from '@pps/identity';
import { fold, Rejected } from '@pps/kernel';
import { pinStream, type PinFact, type PinState } from '@pps/pins/events';
import type { IdentifiedRequest } from './duplicate-request';
import { queueWithUnit, reserveAndQueue, type QuotaReservationDeps, type Reserving } from './quota-reservation';

const principal = { kind: 'session', userId: 'u', organizationId: 'o', projectId: 'p', environment: 'production', epoch: 0 } as Principal;
const request = {
  accountId: 'a',
  boardId: '1',
  content: { title: 'Blue door' },
  idempotencyKey: 'order-7',
} as IdentifiedRequest['request'];
const identified: IdentifiedRequest = { pinId: 'pin', request, isKeyNew: false };
const reserving: Reserving = { principal, plan: 'playground', limit: 50, source: 'api' };
const swept = new Rejected('quota_entry_released', 'The quota entry was released meanwhile.');

/** Every creation gets the next outcome; units are counted from 1. */
function reservationDeps(...outcomes: ({ readonly replayed: boolean } | Error)[]) {
  let used = 0;
  const sent: string[] = [];
  const run = async (_: unknown, __: string, ___: unknown, decide: (state: PinState) => readonly PinFact[]) => {
    const facts = decide(pinStream.decider.initial);
    const [fact] = facts;
    if (fact?.type === 'PinAbandoned') return void sent.push(`abandon ${fact.data.entryId === '' ? 'nothing' : 'unit'}`);
    if (fact?.type !== 'PinQueued') throw new Error('not expected');
    sent.push('queue');
    const outcome = outcomes.shift();
    if (outcome instanceof Error) throw outcome;
    return { state: fold(pinStream.decider, facts), facts: outcome?.replayed ? [] : facts };
  };
  const deps = {
    quota: { reserve: async () => ({ reserved: true, used: ++used }), reserveAll: async () => ({ reserved: true, used }) },
    assets: { withMediaType: async (_: unknown, content: unknown) => content },
    streams: { decide: run },
    upgradeUrl: 'https://app.example/billing',
    newId: () => `entry-${used}`,
    clock: () => new Date('2026-11-20T10:00:00.000Z'),
  } as unknown as QuotaReservationDeps;
  return { sent, deps };
}

it('reserves another unit when the sweep released the first one meanwhile', async () => {
  const { deps, sent } = reservationDeps(swept, { replayed: false });
  expect(await reserveAndQueue(deps, reserving, identified)).toMatchObject({ replayed: false, used: 2, limit: 50 });
  expect(sent).toEqual(['queue', 'abandon unit', 'queue']);
});

it('does not try for ever', async () => {
  const { deps, sent } = reservationDeps(swept, swept, swept, swept);
  await expect(reserveAndQueue(deps, reserving, identified)).rejects.toBe(swept);
  expect(sent.filter((what) => what === 'queue')).toHaveLength(3);
});

it('replaces a unit of a batch that the sweep released', async () => {
  const { deps } = reservationDeps(swept, { replayed: false });
  const unit = { month: '2026-11', entryId: 'e' };
  expect(await queueWithUnit(deps, { ...reserving, source: 'batch' }, identified, unit)).toMatchObject({ replayed: false });
});

it('takes off the unit that is released when another process was first with the key', async () => {
  const { deps, sent } = reservationDeps({ replayed: true });
  expect(await reserveAndQueue(deps, reserving, identified)).toMatchObject({ replayed: true, used: 0 });
  expect(sent).toEqual(['queue', 'abandon unit']);
});

it('releases a unit whose pin could not be queued', async () => {
  const away = new Error('the log is away');
  const { deps, sent } = reservationDeps(away);
  await expect(reserveAndQueue(deps, reserving, identified)).rejects.toBe(away);
  expect(sent).toEqual(['queue', 'abandon unit']);
});
