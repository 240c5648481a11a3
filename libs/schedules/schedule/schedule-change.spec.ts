import { fold } from '@pps/kernel';
import { decideRetryOfPin, decideScheduleDeletion } from './schedule-change.decider';
import { scheduleStream } from './schedule.stream';
import type { ScheduleFact } from './schedule.events';
import { scheduleCreated, scheduleFailed, scheduleFired } from '../testing';

const at = '2026-11-21T10:00:00.000Z';
const { pinId } = scheduleFired().data;
const failed: readonly ScheduleFact[] = [scheduleCreated(), scheduleFired(), scheduleFailed(pinId)];
const retried: ScheduleFact = { type: 'ScheduleRetried', data: { retriedAt: at, pinId } };
const deleted: ScheduleFact = { type: 'ScheduleDeleted', data: { deletedAt: at } };
const after = (...facts: readonly ScheduleFact[]) => fold(scheduleStream.decider, [...failed, ...facts]);

const requested = (pinRevision: number): ScheduleFact => ({
  type: 'ScheduleRetryRequested',
  data: { pinId, pinRevision, requestedAt: at },
});
const retry = (pinRevision: number, ...facts: readonly ScheduleFact[]) => decideRetryOfPin({ pinRevision, at }, after(...facts));
const remove = (pinRevision: number | null, ...facts: readonly ScheduleFact[]) =>
  decideScheduleDeletion({ pinRevision, at }, after(...facts));
const refused = expect.objectContaining({ code: 'bad_request' });

describe('a retry of the pin of a schedule', () => {
  it('is announced behind the revision at which the pin was seen, also where the schedule does not say yet that it failed', () => {
    expect(retry(4)).toEqual([requested(4)]);
    expect(retry(4, retried)).toEqual([requested(4)]);
  });

  it('is refused while another one may still come, and is not once the pin has moved on', () => {
    expect(() => retry(4, requested(4))).toThrow(refused);
    expect(() => retry(4, requested(7))).toThrow(refused);
    expect(retry(5, requested(4))).toEqual([requested(5)]);
  });

  it('is refused for a schedule that is deleted', () => {
    expect(() => retry(4, deleted)).toThrow(expect.objectContaining({ name: 'NotFound' }));
  });
});

describe('the deletion of a failed schedule', () => {
  it('is refused while a retry of its pin may still come, whatever the schedule has been told of the pin meanwhile', () => {
    expect(() => remove(4, requested(4))).toThrow(refused);
    expect(() => remove(4, requested(4), retried, scheduleFailed(pinId))).toThrow(refused);
  });

  it('goes on once the pin has moved on without it, or has none', () => {
    expect(remove(5, requested(4))).toEqual([deleted]);
    expect(remove(4)).toEqual([deleted]);
    expect(remove(null)).toEqual([deleted]);
  });
});
