import { fold } from '@pps/kernel';
import { pinAfter, pinQueued, attemptStarted } from '@pps/pins/testing';
import { samples, scheduleCreated, scheduleDeferred, scheduleFailed, scheduleFired } from '../testing';
import { decideScheduleCreation, duplicateScheduleOf, scheduleStream } from './schedule.stream';
import type { ScheduleFact } from './schedule.events';
import { describeSchedule } from './schedule-view';

const created = scheduleCreated();
const after = (...facts: readonly ScheduleFact[]) => fold(scheduleStream.decider, [created, ...facts]);
const statusAfter = (...facts: readonly ScheduleFact[]) => {
  const state = after(...facts);
  return state.kind === 'schedule' ? describeSchedule(state).status : state.kind;
};

describe('creating', () => {
  it('is silent for the same request, refused for another one and for a key of a deleted schedule', () => {
    expect(decideScheduleCreation(created.data, scheduleStream.decider.initial)).toEqual([created]);
    expect(decideScheduleCreation(created.data, after())).toEqual([]);
    const deleted = after({ type: 'ScheduleDeleted', data: { deletedAt: 'later' } });
    for (const [hash, state] of [
      ['d'.repeat(64), after()],
      [created.data.contentHash, deleted],
    ] as const) {
      const told = (mayKnow: boolean) => () => duplicateScheduleOf(hash, state, () => mayKnow);
      const refused = { code: 'idempotency_key_reused' };
      expect(told(true)).toThrow(expect.objectContaining({ ...refused, context: { schedule_id: created.data.scheduleId } }));
      expect(told(false)).toThrow(expect.objectContaining({ ...refused, context: {} }));
    }
  });

  it('is still the same request after an edit', () => {
    const edited: ScheduleFact = {
      type: 'ScheduleEdited',
      data: { boardId: '7', content: { title: 'Other' }, runAt: '2027-01-01T00:00:00.000Z', editedAt: 'later' },
    };
    expect(decideScheduleCreation(created.data, after(edited))).toEqual([]);
    expect(after(edited)).toMatchObject({ boardId: '7', runAt: '2027-01-01T00:00:00.000Z', dueAt: '2027-01-01T00:00:00.000Z' });
  });
});

it('is known by its account after it was deleted', () => {
  const { scheduleId, projectId, epoch, accountId } = created.data;
  const deleted = after({ type: 'ScheduleDeleted', data: { deletedAt: 'later' } });
  expect(deleted).toEqual({ kind: 'deleted', scheduleId, projectId, epoch, accountId });
});

describe('the status', () => {
  it('is its own until it has fired', () => {
    expect(statusAfter()).toBe('scheduled');
    expect(statusAfter(scheduleDeferred())).toBe('deferred');
    expect(statusAfter(scheduleFailed())).toBe('failed');
    expect(statusAfter({ type: 'ScheduleCanceled', data: { reason: 'requested', canceledAt: 'now' } })).toBe('canceled');
    expect(statusAfter(scheduleFailed(), { type: 'ScheduleRetried', data: { retriedAt: 'now' } })).toBe('scheduled');
  });

  it('is that of its pin from then on', () => {
    const fired = after(scheduleFired());
    if (fired.kind !== 'schedule') throw new Error('no schedule');
    expect(describeSchedule(fired)).toMatchObject({ status: 'queued', pinId: scheduleFired().data.pinId });
    expect(describeSchedule(fired, pinAfter(pinQueued())).status).toBe('queued');
    expect(describeSchedule(fired, pinAfter(pinQueued(), attemptStarted())).status).toBe('running');
    expect(describeSchedule(fired, { status: 'deleted', updatedAt: 'now' }).status).toBe('canceled');
  });

  it('changed last no earlier once it is canceled than its pin did', () => {
    const canceled = after(scheduleFired(), {
      type: 'ScheduleCanceled',
      data: { reason: 'pin_deleted', canceledAt: '2027-01-01T00:00:00.000Z' },
    });
    if (canceled.kind !== 'schedule') throw new Error('no schedule');
    const updatedAt = (pin: string) => describeSchedule(canceled, { status: 'deleted', updatedAt: pin }).updatedAt;
    expect(describeSchedule(canceled).updatedAt).toBe(canceled.updatedAt);
    expect(updatedAt('2027-01-01T00:00:00.007Z')).toBe('2027-01-01T00:00:00.007Z');
    expect(updatedAt('2026-12-31T00:00:00.000Z')).toBe(canceled.updatedAt);
  });

  it('goes on with its pin where that is tried again, and fires anew where it has none', () => {
    const pinId = scheduleFired().data.pinId;
    const retried = (pin: object): ScheduleFact => ({ type: 'ScheduleRetried', data: { retriedAt: 'now', ...pin } });
    expect(after(scheduleFired(), scheduleFailed(pinId), retried({ pinId }))).toMatchObject({ phase: 'fired', pinId });
    expect(after(scheduleFired(), scheduleFailed(), retried({}))).toMatchObject({ phase: 'scheduled', dueAt: 'now' });
  });
});

it.each((samples[0]?.samples ?? []).map(({ fact }) => [fact.type, fact as ScheduleFact] as const))(
  '%s folds onto a schedule',
  (_, fact) => {
    expect(after(fact)).toMatchObject({ kind: expect.stringMatching(/schedule|deleted/), scheduleId: created.data.scheduleId });
  },
);

it('keeps who agreed to it until it is changed: the new content was not agreed to', () => {
  const agreement = { way: 'page', userId: 'u', proposalId: 'p' } as const;
  const created = scheduleCreated({ agreement });
  const edited: ScheduleFact = {
    type: 'ScheduleEdited',
    data: { boardId: '1', content: { title: 'Another' }, runAt: created.data.runAt, editedAt: '2026-11-20T11:00:00.000Z' },
  };
  expect(fold(scheduleStream.decider, [created])).toMatchObject({ agreement });
  expect(fold(scheduleStream.decider, [created, edited])).not.toHaveProperty('agreement');
});

it('has who agreed to the last go at it, which is what its pin is queued for', () => {
  const [created, failed] = [scheduleCreated({ agreement: { way: 'none' } }), scheduleFailed()];
  const retried = (data: object): ScheduleFact => ({ type: 'ScheduleRetried', data: { retriedAt: '2026-11-21T10:00:00.000Z', ...data } });
  const agreement = { way: 'session', userId: 'u', proposalId: 'p' } as const;
  expect(fold(scheduleStream.decider, [created, failed, retried({ agreement })])).toMatchObject({ agreement });
  expect(fold(scheduleStream.decider, [created, failed, retried({})])).not.toHaveProperty('agreement');
});
