import { recorded } from '@pps/read-store/testing';
import { newId } from '@pps/kernel';
import { pinTimeline } from '@pps/pins';
import { pinQueued } from '@pps/pins/testing';
import type { DeliveryRow } from '@pps/webhooks';
import { deliveryTimelineItems, importTimelineItems, scheduleTimelineItems } from './timeline-items';
import { endsOfStream, presentWait } from './find-pin-timeline';

const at = (second: number): string => new Date(Date.parse('2026-11-20T10:00:00.000Z') + second * 1_000).toISOString();

const occurred = (facts: readonly { type: string; data: object; at: number }[]) =>
  recorded(`pin-${newId()}`, facts).map((fact, index) => ({
    ...fact,
    metadata: { ...fact.metadata, occurredAt: at(facts[index]?.at ?? 0) },
  }));

it('tells how long a pin was ready before each attempt, not how long it was put off', () => {
  const started = (attempt: number, second: number) => ({
    type: 'PinPublishAttemptStarted',
    data: { attempt, startedAt: at(second), deadline: at(second + 45), fingerprint: 'f' },
    at: second,
  });
  const deferral = { attempt: 1, reason: 'rate_limited', message: 'Later.', deferredAt: at(13), nextAttemptAt: at(60), counts: false };
  const story = pinTimeline(
    occurred([
      { type: 'PinQueued', data: pinQueued().data, at: 0 },
      started(1, 12),
      { type: 'PinPublishDeferred', data: deferral, at: 13 },
      started(2, 60),
    ]),
  );
  expect(story.map(({ reason }) => reason)).toEqual([null, 'pacing', 'rate_limited', null]);
  expect(story[1]?.message).toBe('Publishing attempt 1 started. It had waited 12.0 s for its turn.');
});

describe('what a pin waits for now', () => {
  const [now, soon] = [new Date(at(0)), new Date(at(30))];
  const pin = { ...pinQueued().data, status: 'queued', nextAttemptAt: null, errorCode: null } as never;
  const rate = { capacity: 50, refillPerSecond: 1, parkedUntil: null };
  const wait = (of: { own?: object; shared?: object; reconnectReason?: string; pin?: never }) =>
    presentWait(
      {
        accounts: { find: async () => ({ reconnectReason: of.reconnectReason ?? null }) as never },
        buckets: {
          readBalances: async ([own = '', shared = '']) =>
            new Map([
              [own, { ...rate, tokens: 5, ...of.own }],
              [shared, { ...rate, tokens: 5, ...of.shared }],
            ]),
        },
      },
      of.pin ?? pin,
      now,
    );

  it('is its account, the tokens of its account or of all, or nothing but its turn', async () => {
    expect(await wait({ reconnectReason: 'token_expired' })).toMatchObject({ reason: 'reconnect_required' });
    expect(await wait({ own: { parkedUntil: soon } })).toEqual({
      reason: 'account_parked',
      next_step: `The platform asked its account to wait until ${soon.toISOString()}.`,
    });
    expect(await wait({ own: { tokens: 0.5 } })).toMatchObject({
      reason: 'account_pace',
      next_step: expect.stringContaining('1 pins a second'),
    });
    expect(await wait({ shared: { tokens: 0 } })).toMatchObject({ reason: 'service_pace' });
    expect(await wait({})).toMatchObject({ reason: 'turn' });
  });

  it('is nothing of one that is under way, has ended, is put off or in doubt', async () => {
    const other = (fields: object) => wait({ pin: { ...(pin as object), ...fields } as never });
    for (const status of ['publishing', 'published', 'failed']) expect(await other({ status })).toBeNull();
    expect(await other({ status: 'deferred', nextAttemptAt: soon.toISOString(), errorCode: 'rate_limited' })).toBeNull();
    expect(await other({ status: 'deferred', nextAttemptAt: at(-1), errorCode: 'outcome_unknown' })).toBeNull();
    expect(await other({ status: 'deferred', nextAttemptAt: at(-1), errorCode: 'rate_limited' })).toMatchObject({ reason: 'turn' });
  });
});

it('finds the row of an import that became the pin or its schedule, and tells nothing of the others', () => {
  const [pinId, scheduleId] = [newId(), newId()];
  const rows = [
    { rowNumber: 1, status: 'created', pinId: newId() },
    { rowNumber: 2, status: 'created', scheduleId },
    { rowNumber: 3, status: 'existing', pinId },
  ];
  const facts = recorded(`import-${newId()}`, [
    { type: 'ImportAccepted', data: { totalRows: 3, sourceFilename: 'secret plans.csv' } },
    { type: 'ImportStarted', data: { startedAt: at(0) } },
    { type: 'ImportRowsProcessed', data: { rows, processedAt: at(1) } },
  ]);
  expect(importTimelineItems(facts, { pinId, scheduleId }).map(({ message }) => message)).toEqual([
    'A file of 3 rows was accepted.',
    'Row 2 of the file became the schedule.',
    'Row 3 of a file is this pin, which was there.',
  ]);
  expect(importTimelineItems(facts, { pinId: newId(), scheduleId: undefined })).toHaveLength(1);
});

it('passes over facts of a newer release', () => {
  const later = [{ type: 'NotedByANewerRelease', data: { n: 1 } }];
  expect(scheduleTimelineItems(recorded(`schedule-${newId()}`, later))).toEqual([]);
  expect(importTimelineItems(recorded(`import-${newId()}`, later), { pinId: newId(), scheduleId: undefined })).toEqual([]);
  expect(pinTimeline(recorded(`pin-${newId()}`, later))).toEqual([]);
});

it('says why a schedule did not fire, and who canceled it', () => {
  const deferred = { errorCode: 'quota_exceeded', errorMessage: 'Used up.', deferredAt: at(0), nextTryAt: at(60), until: at(600) };
  const items = scheduleTimelineItems(
    recorded(`schedule-${newId()}`, [
      { type: 'ScheduleDeferred', data: deferred },
      { type: 'ScheduleCanceled', data: { reason: 'account_revoked', canceledAt: at(1) } },
    ]),
  );
  expect(items).toMatchObject([
    {
      status: 'deferred',
      message: 'Used up.',
      reason: 'quota_exceeded',
      next_step: `It is tried again at ${at(60)}, until ${at(600)} at most.`,
    },
    { status: 'canceled', reason: 'account_revoked' },
  ]);
});

it('shows a delivery once when it is asked for, and once as it stands', () => {
  const row = (fields: Partial<DeliveryRow>) =>
    ({ webhookId: 'w', event: 'pin.published', attemptCount: 0, lastStatusCode: null, nextAttemptAt: null, ...fields }) as DeliveryRow;
  const told = (fields: Partial<DeliveryRow>) => deliveryTimelineItems([row(fields)]).map(({ type, status }) => `${type} ${status}`);
  const asked = 'WebhookDeliveryRequested pending';
  expect(told({ status: 'pending' })).toEqual([asked]);
  expect(told({ status: 'pending', attemptCount: 2 })).toEqual([asked, 'WebhookDeliveryAttempted pending']);
  expect(told({ status: 'held', attemptCount: 2 })).toEqual([asked, 'WebhookDeliveryAttempted held']);
  expect(told({ status: 'exhausted', attemptCount: 8 })).toEqual([asked, 'WebhookDeliveryExhausted exhausted']);
  expect(told({ status: 'delivered', attemptCount: 1 })).toEqual([asked, 'WebhookDelivered delivered']);
});

it('reads of a stream of 10,000 facts both ends, and of a short one everything', async () => {
  const stream = (length: number) => {
    const facts = recorded(
      'pin-1',
      Array.from({ length }, (_, n) => ({ type: 'PinEdited', data: { n } })),
    );
    return {
      last: async () => facts.at(-1) ?? null,
      read: async (_: string, from = 0, most = length) => facts.slice(from, from + most),
    };
  };
  const revisions = async (length: number) => (await endsOfStream(stream(length), 'pin-1')).map(({ revision }) => revision);
  expect(await revisions(0)).toEqual([]);
  expect(await revisions(1_000)).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
  const long = await revisions(10_000);
  expect([long.length, long[499], long[500], long.at(-1)]).toEqual([1_000, 499, 9_500, 9_999]);
});

it('tells who agreed, and never takes the word of a program for a person', () => {
  const told = (way: 'page' | 'session' | 'client' | 'none') =>
    pinTimeline(recorded(`pin-${newId()}`, [pinQueued({ agreement: { way } })]))[0]?.message.replace(
      'The pin was accepted and waits for its turn. ',
      '',
    );
  expect((['page', 'session', 'client', 'none'] as const).map(told)).toEqual([
    'Its person agreed on the page of the proposal.',
    'Its person agreed to the proposal.',
    'The program says that its user agreed.',
    'The program did it without asking.',
  ]);
});

it('tells who agreed to another go at a schedule', () => {
  const facts = recorded(`schedule-${newId()}`, [{ type: 'ScheduleRetried', data: { retriedAt: at(0), agreement: { way: 'page' } } }]);
  expect(scheduleTimelineItems(facts)[0]?.message).toMatch(/Its person agreed on the page/);
});
