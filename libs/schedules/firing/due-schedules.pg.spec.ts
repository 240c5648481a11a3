import { leasesMigrations } from '@pps/leases';
import { fencingToken, holdLease } from '@pps/leases/testing';
import { newId } from '@pps/kernel';
import { migrate, readStoreMigrations } from '@pps/read-store';
import { fedProjection, type FedProjection } from '@pps/read-store/testing';
import { rowsRead } from '../../../test/setup/rows-read';
import { scheduleQueueProjection } from '../queue/schedule_queue.projection';
import { addWaitingSchedules } from '../queue/waiting-schedules.fixture';
import { dueSchedules, firingDuty } from './due-schedules.query';

const token = fencingToken(1n);

let fed: FedProjection;
beforeEach(async () => {
  fed = await fedProjection(scheduleQueueProjection);
  await migrate(fed.db, [...readStoreMigrations, ...leasesMigrations]);
  await holdLease(fed.db, firingDuty, token);
});
afterEach(() => fed.stop());

const addSchedules = (count: number, projects: number, fromSeconds: number) => addWaitingSchedules(fed.db, count, projects, fromSeconds);

it('reads no more of the tables when many more wait', async () => {
  await addSchedules(40, 4, -3_600);
  await addSchedules(1_000, 100, 3_600);
  await fed.db.raw('analyze');
  const read = () => rowsRead(fed.db, () => dueSchedules(fed.db, token).read(10, []));
  const few = await read();
  await addSchedules(50_000, 5_000, 3_600);
  await fed.db.raw('analyze');
  const many = await read();
  expect(many.rows).toBeLessThanOrEqual(few.rows + 5);
  expect(many.pages).toBeLessThanOrEqual(few.pages + 30);
  const ahead = await rowsRead(fed.db, () => dueSchedules(fed.db, token).readAhead(20_000, 5_000));
  expect(ahead.rows).toBeLessThan(50);
});

it('finds what is due behind 600 projects of which nothing can be fired now', async () => {
  await addSchedules(600, 600, -7_200);
  const stuck = (await fed.db('read.schedule_queue').pluck('schedule_id')) as string[];
  await addSchedules(2, 1, -60);
  const due = dueSchedules(fed.db, token);
  const reads = [await due.read(10, stuck), await due.read(10, stuck), await due.read(10, stuck)];
  expect(reads.flatMap((read) => read.due)).toHaveLength(2);
  // Nobody waits for the next time while there are more projects to be looked at.
  expect(reads.map(({ nextInMs }) => nextInMs)).toEqual([0, 0, 0]);
});

it('gives each of 600 projects its turn before any has a third', async () => {
  await addSchedules(6_000, 600, -7_200);
  const due = dueSchedules(fed.db, token);
  const [served, taken]: [string[], string[]] = [[], []];
  while (served.length < 650) {
    const read = await due.read(50, taken);
    expect(read.due.length).toBeGreaterThan(0);
    served.push(...read.due.map(({ projectId }) => projectId));
    taken.push(...read.due.map(({ scheduleId }) => scheduleId));
  }
  const turns = new Map<string, number>();
  for (const projectId of served) turns.set(projectId, (turns.get(projectId) ?? 0) + 1);
  expect([turns.size, Math.max(...turns.values())]).toEqual([600, 2]);
});

it('prepares what will be due soon, and nothing for a leader whose lease another one holds', async () => {
  await addSchedules(3, 1, 600);
  await addSchedules(3, 1, 3_600);
  expect(await dueSchedules(fed.db, token).readAhead(1_800_000, 9)).toHaveLength(3);
  expect(await dueSchedules(fed.db, token).readAhead(1_800_000, 2)).toHaveLength(2);
  expect(await dueSchedules(fed.db, { ...token, holder: newId() }).readAhead(1_800_000, 9)).toEqual([]);
});

it('leaves out what is due of projects that are busy, and says that more may be due', async () => {
  await addSchedules(20, 2, -60);
  const due = dueSchedules(fed.db, token);
  const { due: all } = await due.read(20, []);
  const [busy = '', other = ''] = [...new Set(all.map(({ projectId }) => projectId))];
  const rest = await due.read(20, [], new Set([busy]));
  expect([rest.due.length, new Set(rest.due.map(({ projectId }) => projectId))]).toEqual([10, new Set([other])]);
  expect(await due.read(20, [], new Set([busy, other]))).toMatchObject({ due: [], nextInMs: 0 });
});
