import { fold } from '@pps/kernel';
import type { ScheduleFact } from './schedule.events';
import { scheduleStream } from './schedule.stream';
import { scheduleCreated, scheduleFired } from '../testing';
import { decideScheduleCancel, decideScheduleEdit, followPin } from './schedule-change.decider';
import { decideFiring, decideFiringDeferral, decideFiringFailure, isScheduleDue } from './firing.decider';

const runAt = scheduleCreated().data.runAt;
const { pinId } = scheduleFired().data;
const unit = { month: '2026-11', entryId: 'unit' };
const after = (...facts: readonly ScheduleFact[]) => fold(scheduleStream.decider, [scheduleCreated(), ...facts]);
const firing = (at: string, other: Partial<typeof unit> = {}) => ({ pinId, at, unit: { ...unit, ...other } });
const refusal = (at: string, abandonedEntryId: string | null = null) => ({
  errorCode: 'quota_exceeded',
  errorMessage: 'No.',
  at,
  abandonedEntryId,
});

describe('firing', () => {
  it('is never early, says how late it is, and happens once', () => {
    expect(decideFiring(firing('2026-11-21T07:59:59.999Z'), after())).toEqual([]);
    const [fired] = decideFiring(firing('2026-11-21T08:00:00.250Z'), after());
    expect(fired).toMatchObject({ type: 'ScheduleFired', data: { pinId, latenessMs: 250, ...unit } });
    expect(decideFiring(firing('2026-11-21T08:00:01.000Z'), after(fired as ScheduleFact))).toEqual([]);
    expect(decideFiring(firing(runAt), scheduleStream.decider.initial)).toEqual([]);
  });

  it('goes on with another unit where the first was lost with its process', () => {
    const facts = decideFiring(firing('2026-11-21T08:02:00.000Z', { entryId: 'another' }), after(scheduleFired()));
    expect(facts).toMatchObject([{ type: 'ScheduleUnitReplaced', data: { entryId: 'another' } }]);
    expect(after(scheduleFired(), ...facts)).toMatchObject({ phase: 'fired', unit: { entryId: 'another' } });
  });

  it('does not happen to one that was put off, canceled or has failed', () => {
    const edited = decideScheduleEdit({ boardId: '7', content: { title: 'A' }, runAt: '2026-11-22T08:00:00.000Z', at: runAt }, after());
    const canceled = decideScheduleCancel({ reason: 'requested', at: runAt }, after());
    const failed = decideFiringFailure({ ...refusal(runAt), errorCode: 'asset_not_found' }, after());
    for (const facts of [edited, canceled, failed]) {
      expect(facts).toHaveLength(1);
      expect(decideFiring(firing(runAt), after(...facts))).toEqual([]);
      expect(isScheduleDue(after(...facts), runAt)).toBe(false);
    }
  });
});

describe('used up quota', () => {
  const deferred = (at: string, ...facts: readonly ScheduleFact[]) => decideFiringDeferral(refusal(at), after(...facts));
  const lastDay = { runAt: '2026-11-30T20:00:00.000Z' };

  it('is tried again when the month turns, once', () => {
    const created = scheduleCreated(lastDay);
    const [fact] = decideFiringDeferral(refusal('2026-11-30T20:00:00.010Z'), fold(scheduleStream.decider, [created]));
    expect(fact?.data).toMatchObject({ nextTryAt: '2026-12-01T00:00:00.000Z', until: '2026-12-01T20:00:00.010Z' });
    const state = fold(scheduleStream.decider, [created, fact as ScheduleFact]);
    expect(isScheduleDue(state, '2026-11-30T23:59:59.999Z')).toBe(false);
    expect(decideFiring(firing('2026-12-01T00:00:00.004Z'), state)).toMatchObject([{ type: 'ScheduleFired' }]);
    expect(decideFiringDeferral(refusal('2026-12-01T00:00:00.004Z'), state)[0]?.data).toMatchObject({
      nextTryAt: '2026-12-01T20:00:00.010Z',
    });
  });

  it('fails after 24 h', () => {
    const first = deferred(runAt);
    expect(first[0]?.data).toMatchObject({ nextTryAt: '2026-11-22T08:00:00.000Z', until: '2026-11-22T08:00:00.000Z' });
    expect(deferred('2026-11-22T08:00:00.000Z', ...first)).toMatchObject([
      { type: 'ScheduleFailed', data: { errorCode: 'quota_exceeded' } },
    ]);
  });

  it('says nothing of one whose pin may still be queued', () => {
    const { entryId } = scheduleFired().data;
    const state = after(scheduleFired());
    expect(decideFiringDeferral(refusal('2026-11-21T08:02:00.000Z'), state)).toEqual([]);
    expect(decideFiringDeferral(refusal('2026-11-21T08:02:00.000Z', entryId), state)).toMatchObject([{ type: 'ScheduleDeferred' }]);
  });
});

describe('a fired one', () => {
  it('is canceled only with the unit that it has, or with its pin', () => {
    const { entryId } = scheduleFired().data;
    const cancel = (pinIsGone: { entryId: string } | 'deleted') => () =>
      decideScheduleCancel({ reason: 'requested', at: runAt, pinIsGone }, after(scheduleFired()));
    expect(cancel({ entryId })()).toHaveLength(1);
    expect(cancel('deleted')()).toHaveLength(1);
    expect(cancel({ entryId: 'other' })).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });

  it('follows its pin, and says each outcome once', () => {
    const failed = { pinId, at: runAt, outcome: { kind: 'failed', errorCode: 'board_not_found', errorMessage: 'Gone.' } } as const;
    const first = followPin(failed, after(scheduleFired()));
    expect(first).toMatchObject([{ type: 'ScheduleFailed', data: { pinId, errorCode: 'board_not_found' } }]);
    expect(followPin(failed, after(scheduleFired(), ...first))).toEqual([]);
    const again = followPin({ pinId, at: runAt, outcome: { kind: 'retried' } }, after(scheduleFired(), ...first));
    const done = followPin({ pinId, at: runAt, outcome: { kind: 'published' } }, after(scheduleFired(), ...first, ...again));
    expect([...again, ...done].map(({ type }) => type)).toEqual(['ScheduleRetried', 'ScheduleCompleted']);
    expect(followPin({ ...failed, pinId: 'other' }, after(scheduleFired()))).toEqual([]);
  });
});
