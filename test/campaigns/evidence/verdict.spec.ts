import type { Evidence, ShownPin } from './evidence';
import { judge } from './judge';

const created = (title: string, pinId: string | null, refusal: string | null = null) => ({ title, pinId, refusal });
const shown = (id: string, title: string, status = 'published'): ShownPin => ({
  id,
  title,
  status,
  created_at: '2026-01-05T09:00:00.000Z',
  published_at: status === 'published' ? '2026-01-05T09:00:01.000Z' : null,
});
const sound: Evidence = {
  creations: [created('a', '1'), created('b', '2')],
  repeats: [created('a', '1'), created('b', '2')],
  pins: [shown('1', 'a'), shown('2', 'b')],
  platformPins: [
    { title: 'a', count: 1 },
    { title: 'b', count: 1 },
  ],
  deliveries: [
    { eventId: 'x', sequence: 1, type: 'pin.published', pinId: '1', signed: true },
    { eventId: 'y', sequence: 2, type: 'pin.published', pinId: '2', signed: true },
    { eventId: 'x', sequence: 1, type: 'pin.published', pinId: '1', signed: true },
  ],
  lastSequence: 2,
  quotaUsed: 2,
  quotaUsedBilled: 2,
};

const violationsOf = (change: Partial<Evidence>) => judge({ ...sound, ...change }).violations;

test('a sound record is no violation, and a webhook delivered twice is none either', () => {
  expect(judge(sound)).toEqual({
    answered: 2,
    publishedOnce: 2,
    duplicates: 0,
    lost: 0,
    missingWebhooks: 0,
    unknownLeft: 0,
    violations: [],
  });
});

test.each<[string, Partial<Evidence>, string]>([
  [
    'an answered pin that is gone',
    { pins: sound.pins.slice(1), quotaUsed: 1, quotaUsedBilled: 1 },
    'a (1) was answered and is absent, not on the platform',
  ],
  ['an answered pin that the platform lacks', { platformPins: sound.platformPins.slice(1) }, 'a (1) was answered and is published'],
  ['a pin published twice', { platformPins: [...sound.platformPins, { title: 'a', count: 1 }] }, 'a is on the platform 2 times'],
  [
    'equal content twice',
    {
      platformPins: [
        { title: 'a', count: 2 },
        { title: 'b', count: 1 },
      ],
    },
    'a has 2 pins of equal content',
  ],
  ['a key that became two pins', { pins: [...sound.pins, shown('3', 'a')], quotaUsed: 3, quotaUsedBilled: 3 }, 'a is 2 pins'],
  ['a pin nobody asked for', { platformPins: [...sound.platformPins, { title: 'c', count: 1 }] }, 'c was asked for by nobody'],
  ['a pin without an end', { pins: [shown('1', 'a', 'deferred'), ...sound.pins.slice(1)] }, 'a is still deferred'],
  [
    'a publication before its creation',
    { pins: [{ ...shown('1', 'a'), published_at: '2026-01-05T08:59:59.999Z' }, ...sound.pins.slice(1)] },
    'a was published at 2026-01-05T08:59:59.999Z, before it was created at 2026-01-05T09:00:00.000Z',
  ],
  ['a failed pin', { pins: [shown('1', 'a', 'failed'), ...sound.pins.slice(1)] }, 'a failed'],
  ['a webhook that never came', { deliveries: sound.deliveries.slice(0, 1), lastSequence: 1 }, 'b (2) has no pin.published webhook'],
  ['a gap', { lastSequence: 3 }, 'sequence 3 never arrived'],
  ['a number given twice', { deliveries: [...sound.deliveries, { ...sound.deliveries[0]!, eventId: 'z' }] }, 'sequence 1 is x and z'],
  ['an event with two numbers', { deliveries: [...sound.deliveries, { ...sound.deliveries[0]!, sequence: 3 }] }, 'x is sequence 1 and 3'],
  ['a wrong signature', { deliveries: sound.deliveries.map((each) => ({ ...each, signed: false })) }, 'x is not signed'],
  ['billing that counts otherwise', { quotaUsedBilled: 3 }, 'billing says 3 units were used, the headers say 2'],
  ['a unit too many', { quotaUsed: 3, quotaUsedBilled: 3 }, 'quota used is 3 for 2 pins'],
  ['a repeat answered by another pin', { repeats: [created('a', '9'), created('b', '2')] }, 'a was 1 and is 9 when asked again'],
  ['a refusal', { creations: [...sound.creations, created('c', null, '402')] }, 'c was refused: 402'],
])('%s is a violation', (_, change, expected) => {
  expect(violationsOf(change)).toContainEqual(expect.stringContaining(expected));
});
