import { newId } from '@pps/kernel';
import { scheduleStream, type ScheduleCanceled } from '@pps/schedules/events';
import { scheduleCreated } from '@pps/schedules/testing';
import { appendFact, connectAccount } from '../changes/append-fact';
import { newKey, register, type Account } from '../setup/account';
import { startService, type RunningService } from '../setup/running-service';

let service: RunningService;
let ada: Account;
let accountId: string;
const cancellation: ScheduleCanceled = { type: 'ScheduleCanceled', data: { reason: 'requested', canceledAt: '2026-10-20T11:00:00.000Z' } };
const now = new Date('2026-10-20T12:00:00.000Z');
let aheadMs = 0;

beforeAll(async () => {
  service = await startService({}, () => new Date(now.getTime() + aheadMs));
  ada = await register(service.call);
  accountId = await connectAccount(service, ada);
});
afterAll(() => service.stop());

async function schedule(runAt: string, account = accountId, owner = ada): Promise<string> {
  const scheduleId = newId();
  const { projectId, organizationId } = owner;
  const fact = scheduleCreated({ scheduleId, projectId, organizationId, accountId: account, epoch: 0, runAt });
  await appendFact(service, owner, scheduleStream, scheduleId, fact);
  return scheduleId;
}

const ask = (query: string, headers = ada.session) => service.call('GET', `/v1/schedules/calendar${query}`, undefined, headers);

interface Day {
  readonly date: string;
  readonly total: number;
}
const filled = (days: readonly Day[]) => days.filter(({ total }) => total > 0).map(({ date, total }) => [date, total]);

it('counts the days of a zone, also those on which clocks change', async () => {
  // In Vienna the clocks go back on 2026-10-25 at 03:00, so that this day has 25 hours.
  for (const at of ['2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z']) await schedule(at);
  const canceled = await schedule('2026-10-25T10:00:00Z');
  await appendFact(service, ada, scheduleStream, canceled, cancellation);
  const { status, body } = await ask('?start=2026-10-24T00:00:00&end=2026-10-28T00:00:00&tz=Europe/Vienna');
  expect([status, body.start, body.end]).toEqual([200, '2026-10-23T22:00:00.000Z', '2026-10-27T23:00:00.000Z']);
  expect(filled(body.days)).toEqual([
    ['2026-10-24', 1],
    ['2026-10-25', 3],
    ['2026-10-26', 1],
  ]);
  expect(body.days[1]).toEqual({
    ...{ date: '2026-10-25', start: '2026-10-24T22:00:00.000Z', end: '2026-10-25T23:00:00.000Z' },
    ...{ total: 3, by_status: { scheduled: 2, canceled: 1 }, expected: 2, slipping: 0, slipping_by_reason: {} },
  });
  expect(filled((await ask('?start=2026-10-24T00:00:00Z&end=2026-10-28T00:00:00Z')).body.days)).toEqual([
    ['2026-10-24', 2],
    ['2026-10-25', 3],
  ]);
  const { body: usual } = await ask('?tz=Europe/Vienna');
  expect(usual).toMatchObject({ start: '2026-10-19T22:00:00.000Z', end: '2026-11-19T23:00:00.000Z', forecast_until: null });
  expect(usual.days).toHaveLength(31);
});

it('says how many of a day would slip and why, and on which day they would go', async () => {
  const eve = await register(service.call);
  const own = await connectAccount(service, eve);
  // The smallest plan has fewer units than this in a month.
  const { body: usage } = await service.call('GET', '/v1/billing/status', undefined, eve.session);
  const count = usage.quota_limit + 3;
  const ids: string[] = [];
  for (let n = 0; n < count; n++)
    ids.push(await schedule(new Date(Date.parse('2026-10-30T00:00:00Z') + n * 60_000).toISOString(), own, eve));
  const { body } = await ask('?start=2026-10-29T00:00:00Z&end=2026-11-03T00:00:00Z', eve.session);
  const [, day] = body.days;
  expect(day).toMatchObject({ date: '2026-10-30', total: count, slipping: 3, slipping_by_reason: { quota_exceeded: 3 } });
  const expected = (body.days as { expected: number }[]).map((each) => each.expected);
  expect(expected.reduce((sum, each) => sum + each, 0)).toBe(count);
  expect(body.quota_exhausted_at).toMatch(/^2026-10-30T/);

  // Whoever looks at a proposal sees what a move leads to, before he agrees to it.
  const key = (await newKey(service.call, eve.session)).headers;
  const checked = async (items: readonly object[]) => {
    const made = await service.call('POST', '/v1/proposals', { items }, key);
    const { body: seen } = await service.call('GET', `/v1/proposals/${made.body.id}`, undefined, key);
    const shown = seen.items as {
      readonly checks: readonly { readonly name: string; readonly status: string; readonly code: string | null }[];
    }[];
    return shown.map(({ checks }) => checks.map(({ name, status, code }) => [name, status, code].join(' ')));
  };
  const moved = (...moves: readonly (readonly [at: number, runAt: string])[]) =>
    checked(moves.map(([at, runAt]) => ({ action: 'change_schedule', id: ids[at], changes: { run_at: runAt } })));
  const passed = ['payload passed ', 'forecast passed '];
  const slips = ['payload passed ', 'forecast warning quota_exceeded'];
  expect(await moved([0, '2026-10-30T23:00:00Z'])).toEqual([slips]);
  expect(await moved([count - 1, '2026-10-29T23:00:00Z'])).toEqual([passed]);
  expect(await moved([count - 1, '2026-11-01T00:00:00Z'])).toEqual([passed]);
  // Nothing else of it is changed: it goes out as it would have.
  expect(await checked([{ action: 'change_schedule', id: ids[0], changes: { title: 'New' } }])).toEqual([['payload passed ']]);
  // The last of two moves counts.
  expect(await moved([0, '2026-10-30T23:00:00Z'], [0, '2026-10-29T01:00:00Z'])).toEqual([['payload passed '], passed]);
  // Three that leave the month make room for those behind them.
  const leaving = [1, 2, 3].map((at) => [at, '2026-11-02T00:00:00Z'] as const);
  expect(await moved(...leaving, [count - 1, '2026-10-30T23:00:00Z'])).toEqual([passed, passed, passed, passed]);
});

it('a move to a time that comes to be over is shown as what it is, before anybody agrees to it', async () => {
  const key = (await newKey(service.call, ada.session)).headers;
  const id = await schedule('2026-11-20T00:00:00Z');
  const items = [{ action: 'change_schedule', id, changes: { run_at: '2026-10-20T13:00:00Z' } }];
  const made = await service.call('POST', '/v1/proposals', { items }, key);
  aheadMs = 3_600_000;
  const { body } = await service.call('GET', `/v1/proposals/${made.body.id}`, undefined, key).finally(() => (aheadMs = 0));
  expect(body.items[0].checks).toMatchObject([{ name: 'payload', status: 'failed', message: 'run_at must be in the future' }]);
});

it('a key that is limited to an account counts what is of it, and nobody counts what is of another organization', async () => {
  const hidden = await connectAccount(service, ada);
  await schedule('2026-12-10T10:00:00Z', hidden);
  await schedule('2026-12-11T10:00:00Z');
  const narrow = await newKey(service.call, ada.session, { platform_account_ids: [accountId] });
  const december = '?start=2026-12-01T00:00:00Z&end=2027-01-01T00:00:00Z';
  const { body } = await ask(december, narrow.headers);
  expect(filled(body.days)).toEqual([['2026-12-11', 1]]);
  expect((body.days as { expected: number }[]).reduce((sum, { expected }) => sum + expected, 0)).toBe(1);
  expect(filled((await ask(december, (await register(service.call)).session)).body.days)).toEqual([]);
});

it.each([
  ['?tz=Nowhere/Land', 'tz'],
  ['?tz=%2B01:00', 'tz'],
  ['?tz=', 'tz'],
  ['?tz=Europe/Vienna&tz=UTC', 'tz'],
  ['?start=tomorrow', 'start'],
  ['?start=2026-02-30T00:00:00Z', 'start'],
  ['?start=1999-12-31T00:00:00Z', 'start'],
  ['?start=2026-01-02T00:00:00Z&end=2026-01-01T00:00:00Z', 'start'],
  ['?start=2026-01-01T00:00:00Z&end=2026-01-01T00:00:00Z', 'start'],
  ['?start=2026-01-01T00:00:00Z&end=2026-04-05T00:00:00Z', 'start'],
  ['?start=9999-12-30T00:00:00Z', 'end'],
  ['?end=9999-12-31T00:00:00Z', 'end'],
])('refuses what is no range or no zone: %s', async (query, field) => {
  const { status, body } = await ask(query);
  expect([status, body.error.code, body.error.errors[0].loc]).toEqual([422, 'validation_error', ['query', field]]);
});
