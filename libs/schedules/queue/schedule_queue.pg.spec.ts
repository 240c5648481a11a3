import { leasesMigrations } from '@pps/leases';
import { fencingToken, holdLease } from '@pps/leases/testing';
import { newId, type Fact } from '@pps/kernel';
import { pinQueued } from '@pps/pins/testing';
import { migrate, readStoreMigrations } from '@pps/read-store';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { dueSchedules, firingDuty } from '../firing/due-schedules.query';
import { scheduleCreated, scheduleDeferred, scheduleFailed, scheduleFired } from '../testing';
import { scheduleQueueProjection } from './schedule_queue.projection';
import { findSchedulesOfAccount } from './schedule_queue.query';

const token = fencingToken(1n);

let fed: FedProjection;
beforeEach(async () => {
  fed = await fedProjection(scheduleQueueProjection);
  await migrate(fed.db, [...readStoreMigrations, ...leasesMigrations]);
  await holdLease(fed.db, firingDuty, token);
});
afterEach(() => fed.stop());

const over = '2026-01-01T00:00:00.000Z';
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

let position = 0n;
async function give(stream: string, facts: readonly Fact[], from = 0): Promise<void> {
  const given = recorded(stream, facts, position).map((fact) => ({ ...fact, revision: fact.revision + from }));
  position += BigInt(facts.length);
  await fed.feed(given);
  await fed.feed(given);
}

async function scheduled(changes: Parameters<typeof scheduleCreated>[0], ...later: readonly Fact[]): Promise<string> {
  const scheduleId = newId();
  await give(`schedule-${scheduleId}`, [scheduleCreated({ scheduleId, ...changes }), ...later]);
  return scheduleId;
}

const due = async (most: number, taken: readonly string[] = [], holder = token) =>
  (await dueSchedules(fed.db, holder).read(most, taken)).due.map(({ scheduleId }) => scheduleId);

it('gives what is due, each workspace in turn, and says when the next one is', async () => {
  const [busy, quiet] = [newId(), newId()];
  const many = [];
  for (let minute = 0; minute < 5; minute += 1) {
    many.push(await scheduled({ projectId: busy, runAt: `2026-01-01T00:0${minute}:00.000Z` }));
  }
  const one = await scheduled({ projectId: quiet, runAt: '2026-01-01T00:30:00.000Z' });
  const next = inMs(3_600_000);
  await scheduled({ projectId: newId(), runAt: next });
  expect((await due(3)).sort()).toEqual([many[0], many[1], one].sort());
  expect(await due(9, [...many, one])).toEqual([]);
  const { nextInMs, now } = await dueSchedules(fed.db, token).read(9, [...many, one]);
  expect(nextInMs).toBeLessThanOrEqual(Date.parse(next) - now.getTime() + 1);
  expect(nextInMs).toBeGreaterThan(3_000_000);
  expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(600_000);
});

it('gives one of a workspace at the first look, beside another one with 5,000 that are due and 2,001 that wait', async () => {
  const [greedy, modest] = [newId(), newId()];
  const facts = Array.from({ length: 7_001 }, (_, n) => {
    const scheduleId = newId();
    const runAt = n < 5_000 ? over : inMs(3_600_000);
    return recorded(`schedule-${scheduleId}`, [scheduleCreated({ scheduleId, projectId: greedy, runAt })], position + BigInt(n))[0];
  });
  position += BigInt(facts.length);
  await fed.feed(facts.flatMap((fact) => fact ?? []));
  const one = await scheduled({ projectId: modest, runAt: inMs(-1) });
  const first = await due(48);
  expect(first).toContain(one);
  expect(first).toHaveLength(25);
  expect((await due(48, first)).length).toBeGreaterThanOrEqual(24);
});

it('finds the next one of a workspace behind one that is taken', async () => {
  const projectId = newId();
  const taken = await scheduled({ projectId, runAt: over });
  await scheduled({ projectId, runAt: inMs(5_000) });
  const { nextInMs } = await dueSchedules(fed.db, token).read(9, [taken]);
  expect(nextInMs).toBeLessThanOrEqual(5_000);
});

it('gives nothing to a leader whose lease another one holds', async () => {
  await scheduled({ runAt: over });
  expect(await due(9, [], { ...token, epoch: 2n })).toEqual([]);
  expect(await due(9, [], { ...token, holder: newId() })).toEqual([]);
});

it('knows what has fired, and gives it again where nobody has seen its pin', async () => {
  const firedAt = over;
  const lost = await scheduled({ runAt: over }, scheduleFired({ pinId: newId(), firedAt }));
  const seen = await scheduled({ runAt: over }, scheduleFired({ pinId: newId(), firedAt }));
  const pinId = newId();
  await give(`pin-${pinId}`, [pinQueued({ pinId, scheduleId: seen })]);
  const fresh = await scheduled({ runAt: over }, scheduleFired({ pinId: newId(), firedAt: inMs(600_000) }));
  expect(await due(9)).toEqual([lost]);
  expect(fresh).not.toBe(lost);
});

it('forgets what has ended, and takes up what is tried again', async () => {
  const canceled: Fact = { type: 'ScheduleCanceled', data: { reason: 'requested', canceledAt: over } };
  await scheduled({ runAt: over }, canceled);
  const failed = await scheduled({ runAt: over }, scheduleFailed());
  await scheduled({ runAt: over }, scheduleDeferred());
  const { rows } = await fed.db.raw<{ rows: { phase: string }[] }>(`select phase from read.schedule_queue order by phase`);
  expect(rows.map(({ phase }) => phase)).toEqual(['deferred', 'failed']);
  expect(await due(9)).not.toContain(failed);
  await give(`schedule-${failed}`, [{ type: 'ScheduleRetried', data: { retriedAt: over } }], 2);
  expect(await due(9)).toContain(failed);
});

it('knows an account by what has not fired, and drops the older epochs of a sandbox', async () => {
  const [projectId, accountId] = [newId(), newId()];
  const [waiting] = [await scheduled({ projectId, accountId, runAt: over }), await scheduled({ projectId, accountId }, scheduleFired())];
  expect(await findSchedulesOfAccount(fed.db, accountId, null, 9)).toEqual([waiting]);
  expect(await findSchedulesOfAccount(fed.db, accountId, waiting, 9)).toEqual([]);
  await give(`project-${projectId}`, [{ type: 'SandboxReset', data: { epoch: 1, resetAt: over } }]);
  expect(await findSchedulesOfAccount(fed.db, accountId, null, 9)).toEqual([]);
  expect(await due(9)).toEqual([]);
  expect(await fed.db('read.schedule_due_project').where({ project_id: projectId })).toEqual([]);
});
