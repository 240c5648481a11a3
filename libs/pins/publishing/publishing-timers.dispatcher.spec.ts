import type { Leadership } from '@pps/leases';
import type { CommandRunner } from '@pps/event-store';
import type { WorkItem } from '@pps/work-queue';
import type { DueRead } from '../pacing/publish-queue';
import { runPublishingTimers } from './publishing-timers.dispatcher';

/** The reads offered when these are found due, tick by tick. */
async function offeredFor(ticks: readonly (readonly DueRead[])[]): Promise<string[]> {
  const ending = new AbortController();
  const offered: string[] = [];
  const errors: unknown[] = [];
  let tick = 0;
  await runPublishingTimers(
    {
      runner: {} as CommandRunner,
      queue: { offer: async (work: WorkItem) => void offered.push(`${work.kind} ${work.id} ${work.attributes.attempt}`) },
      publishQueue: {
        overdue: async () => [],
        readsDue: async (kind) => (kind === 'read_board' ? (ticks[tick] ?? []) : []),
      },
      clock: () => new Date(0),
      monotonic: () => performance.now(),
      reconcileAfterMs: [],
      pause: async () => void (++tick === ticks.length && ending.abort()),
      onError: (error) => errors.push(error),
    },
    { signal: ending.signal } as Leadership,
  );
  expect(errors).toEqual([]);
  return offered;
}

const first: DueRead = { pinId: 'pin', attempt: 1, dueAt: '2026-01-05T09:00:00.200Z' };

it('offers a due read once while its outcome is not recorded yet', async () => {
  expect(await offeredFor([[first], [first], [first]])).toEqual(['reconcile pin 1']);
});

it('offers the next read of the same attempt as soon as it is due', async () => {
  const next = { ...first, dueAt: '2026-01-05T09:00:00.500Z' };
  expect(await offeredFor([[first], [next], [next]])).toEqual(['reconcile pin 1', 'reconcile pin 1']);
});
