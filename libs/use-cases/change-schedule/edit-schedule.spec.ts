import { Streams } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import type { Principal } from '@pps/identity';
import { scheduleStream, type ScheduleFact, type ScheduleView } from '@pps/schedules/events';
import { scheduleCreated, scheduleFired } from '@pps/schedules/testing';
import { editSchedule } from './edit-schedule';

const { scheduleId, projectId, organizationId } = scheduleCreated().data;
const principal = { kind: 'session', userId: 'u', projectId, organizationId, epoch: 0, accountIds: null } as unknown as Principal;
const origin = { actor: { type: 'system' }, occurredAt: '2026-11-20T10:00:00.000Z' } as const;

/** API processes on one log, each with a cache of its own, and what they are asked between the look at a schedule and its change. */
function processes(count: number, between: () => Promise<void> = async () => undefined) {
  const store = openInMemoryEventStore();
  const runners = Array.from({ length: count }, () => new Streams(store));
  const edits = runners.map((streams) => {
    const deps = {
      streams,
      clock: () => new Date(origin.occurredAt),
      assets: { withMediaType: (_: unknown, content: unknown) => between().then(() => content) },
    };
    return (edit: (schedule: ScheduleView) => ScheduleView) => editSchedule(deps as never, principal, scheduleId, edit);
  });
  return { streams: new Streams(store), edits };
}

const retitled = (title: string) => (schedule: ScheduleView) => ({ ...schedule, content: { ...schedule.content, title } });
const later = (schedule: ScheduleView) => ({ ...schedule, runAt: '2099-01-01T00:00:00.000Z' });

it('keeps what each of two edits at once has set', async () => {
  const { streams, edits } = processes(2);
  await streams.decide(scheduleStream, scheduleId, origin, () => [scheduleCreated()]);
  await Promise.all([edits[0]?.(retitled('Mended')), edits[1]?.(later)]);
  const { state, revision } = await streams.load(scheduleStream, scheduleId);
  expect(state).toMatchObject({ content: { title: 'Mended' }, runAt: '2099-01-01T00:00:00.000Z' });
  expect(revision).toBe(2);
});

it('refuses an edit of one that fires meanwhile', async () => {
  const { streams, edits } = processes(1, async () => {
    await streams.decide(scheduleStream, scheduleId, origin, (state) =>
      'phase' in state && state.phase === 'fired' ? [] : [scheduleFired()],
    );
  });
  await streams.decide(scheduleStream, scheduleId, origin, () => [scheduleCreated()]);
  await expect(edits[0]?.(retitled('Late'))).rejects.toMatchObject({ code: 'schedule_not_editable' });
});

it('gives up where others change it again and again', async () => {
  let changes = 0;
  const { streams, edits } = processes(1, async () => {
    const data = { boardId: '1', content: { title: `${changes++}` }, runAt: '2099-01-01T00:00:00.000Z', editedAt: origin.occurredAt };
    const edited: ScheduleFact = { type: 'ScheduleEdited', data };
    await streams.decide(scheduleStream, scheduleId, origin, () => [edited]);
  });
  await streams.decide(scheduleStream, scheduleId, origin, () => [scheduleCreated()]);
  await expect(edits[0]?.(retitled('Mine'))).rejects.toMatchObject({ code: 'conflict' });
  expect(changes).toBe(5);
});
