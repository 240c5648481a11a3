import { newId, type Fact } from '@pps/kernel';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { scheduleCreated } from '@pps/schedules/testing';
import { listSchedules, scheduleSorts, type ScheduleFilter } from './list-schedules.query';
import { schedulesProjection } from './schedules.projection';

let fed: FedProjection;
beforeAll(async () => (fed = await fedProjection(schedulesProjection)));
afterAll(() => fed.stop());

let position = 0n;

async function feedSchedule(projectId: string, title: string, runAt: string, ...later: readonly Fact[]): Promise<string> {
  const scheduleId = newId();
  const content = { title, imageUrl: 'https://i/1' };
  const facts = recorded(`schedule-${scheduleId}`, [scheduleCreated({ scheduleId, projectId, runAt, content }), ...later], position);
  position += BigInt(facts.length);
  await fed.feed(facts);
  return scheduleId;
}

const due = (minute: number) => new Date(Date.UTC(2096, 1, 29, 10, minute)).toISOString();
const canceled: Fact = { type: 'ScheduleCanceled', data: { reason: 'requested', canceledAt: due(0) } };

const page = (projectId: string, changes: Partial<ScheduleFilter> = {}) =>
  listSchedules(fed.db, { projectId, epoch: 0, accountIds: null, sort: 'run_at_desc', limit: 50, offset: 0, ...changes });

it.each(scheduleSorts)('goes through %s by cursors as by offsets, in one order', async (sort) => {
  const projectId = newId();
  for (let n = 0; n < 7; n++) await feedSchedule(projectId, n % 2 ? 'Same' : `Ünö ${n}`, due(n >> 1), ...(n % 3 === 0 ? [canceled] : []));
  const all = (await page(projectId, { sort })).schedules.map(({ scheduleId }) => scheduleId);
  const [byCursor, byOffset]: [string[], string[]] = [[], []];
  let cursor: ScheduleFilter['cursor'];
  do {
    const some = await page(projectId, { sort, limit: 2, cursor });
    expect(some.total).toBe(7);
    byCursor.push(...some.schedules.map(({ scheduleId }) => scheduleId));
    cursor = some.next ?? undefined;
  } while (cursor);
  for (let offset = 0; offset < 8; offset += 2) {
    byOffset.push(...(await page(projectId, { sort, limit: 2, offset })).schedules.map(({ scheduleId }) => scheduleId));
  }
  expect(all).toHaveLength(7);
  expect([byCursor, byOffset]).toEqual([all, all]);
});

it('goes on behind a cursor where it was while schedules are added', async () => {
  const projectId = newId();
  for (const minute of [1, 2, 3, 4]) await feedSchedule(projectId, `At ${minute}`, due(minute));
  const { next } = await page(projectId, { limit: 2 });
  await feedSchedule(projectId, 'At 9', due(9));
  const { schedules } = await page(projectId, { limit: 2, cursor: next ?? undefined });
  expect(schedules.map(({ content }) => content.title)).toEqual(['At 2', 'At 1']);
});
