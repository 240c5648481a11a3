import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { AbandonPin, QueuePin } from '@pps/pins';
import { PinQueueing } from './pin-queueing';
import type { PinRequest } from './pin-request';

const principal = { kind: 'session', userId: 'u', organizationId: 'o', projectId: 'p', environment: 'production', epoch: 0 } as Principal;
const request = { accountId: 'a', boardId: '1', content: { title: 'Blue door' }, idempotencyKey: null } as PinRequest;
const place = { pinId: 'pin', request };
const swept = new Rejected('quota_entry_released', 'The quota entry was released meanwhile.');

/** Every creation gets the next outcome; units are counted from 1. */
function queueing(...outcomes: ({ readonly replayed: boolean } | Error)[]) {
  let used = 0;
  const sent: string[] = [];
  const execute = async (command: object) => {
    if (command instanceof AbandonPin) return void sent.push(`abandon ${command.entry.entryId === '' ? 'nothing' : 'unit'}`);
    if (!(command instanceof QueuePin)) throw new Error('not expected');
    sent.push('queue');
    const outcome = outcomes.shift();
    if (outcome instanceof Error) throw outcome;
    return { pin: command.pin, ...outcome };
  };
  const quota = { consume: async () => ({ granted: true, used: ++used }) };
  const assets = { withMediaType: async (_: unknown, content: unknown) => content };
  const parts = [{}, {}, quota, assets, { execute }, () => new Date('2026-11-20T10:00:00.000Z')];
  return { sent, pins: new PinQueueing(...(parts as unknown as ConstructorParameters<typeof PinQueueing>)) };
}

it('takes another unit when the sweep gave the first one back meanwhile', async () => {
  const { pins, sent } = queueing(swept, { replayed: false });
  expect(await pins.takeAndQueue(principal, place, 50, 'api')).toMatchObject({ replayed: false, used: 2, limit: 50 });
  expect(sent).toEqual(['queue', 'abandon unit', 'queue']);
});

it('does not try for ever', async () => {
  const { pins, sent } = queueing(swept, swept, swept, swept);
  await expect(pins.takeAndQueue(principal, place, 50, 'api')).rejects.toBe(swept);
  expect(sent.filter((what) => what === 'queue')).toHaveLength(3);
});

it('replaces a unit of a batch that the sweep gave back', async () => {
  const { pins } = queueing(swept, { replayed: false });
  const unit = { month: '2026-11', entryId: 'e' };
  expect(await pins.queueWith(principal, place, unit, 50, 'batch')).toMatchObject({ replayed: false });
});

it('takes off the unit that goes back when another process was first with the key', async () => {
  const { pins, sent } = queueing({ replayed: true });
  expect(await pins.takeAndQueue(principal, place, 50, 'api')).toMatchObject({ replayed: true, used: 0 });
  expect(sent).toEqual(['queue', 'abandon unit']);
});

it('gives a unit back whose pin could not be queued', async () => {
  const away = new Error('the log is away');
  const { pins, sent } = queueing(away);
  await expect(pins.takeAndQueue(principal, place, 50, 'api')).rejects.toBe(away);
  expect(sent).toEqual(['queue', 'abandon unit']);
});
