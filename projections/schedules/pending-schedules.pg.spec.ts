import { newId } from '@pps/kernel';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { scheduleCreated } from '@pps/schedules/testing';
import { countPendingSchedules } from './pending-schedules.query';
import { schedulesProjection } from './schedules.projection';

let fed: FedProjection;
beforeAll(async () => (fed = await fedProjection(schedulesProjection)));
afterAll(() => fed.stop());

it('counts a schedule that was just created beside the others only where it is not the one that is asked about', async () => {
  const [projectId, runAt, ids] = [newId(), '2096-02-29T10:00:00.000Z', [newId(), newId(), newId()]];
  const facts = ids.map((scheduleId) =>
    scheduleCreated({ scheduleId, projectId, runAt, content: { title: 'A', imageUrl: 'https://i/1' } }),
  );
  await fed.feed(facts.flatMap((fact, index) => recorded(`schedule-${ids[index]}`, [fact], BigInt(index))));
  const due = { projectId, epoch: 0, since: new Date('2096-02-01'), until: new Date('2096-03-01'), atMost: 50 };
  const [any = ''] = ids;
  expect([await countPendingSchedules(fed.db, due), await countPendingSchedules(fed.db, { ...due, except: [any] })]).toEqual([3, 2]);
  expect(await countPendingSchedules(fed.db, { ...due, atMost: 2, except: [any] })).toBe(2);
});
