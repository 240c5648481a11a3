import type { Principal } from '@pps/identity';
import type { CheckOutcome } from '../create-pin/validate-pin';
import { withPace } from './with-pace';

const now = new Date('2026-11-20T10:00:00.000Z');
const inAnHour = '2026-11-20T11:00:00.000Z';
const principal = { projectId: 'p', epoch: 0, environment: 'production', asOf: 0n } as unknown as Principal;
const rate = (tokens: number) => ({ tokens, capacity: 50, refillPerSecond: 0.5, parkedUntil: null });
const reading = {
  ...{ account: rate(5), global: rate(1_000), queuedAhead: 0, waitMs: 0, startsAt: now },
  outlook: { account: { ...rate(5), queued: 0 }, global: { ...rate(1_000), queued: 0 }, projects: 0, parkedMs: 0 },
};

/** Nothing is scheduled, nothing waits, the month has so many units. */
const deps = (units = 1_000, asked: string[] = []) =>
  ({
    termsOf: async () => ({ planTerms: { quotaPinsMonthly: units } }),
    quota: { readUsed: async () => 0 },
    clock: () => now,
    headroom: { read: async () => reading },
    freshness: { wait: async () => undefined },
    buckets: {
      readBalances: async (names: string[]) => {
        asked.push(...names);
        return new Map(names.map((name) => [name, rate(name.startsWith('account') ? 5 : 1_000)]));
      },
    },
    db: emptyDatabase(asked),
  }) as unknown as Parameters<typeof withPace>[0];

function emptyDatabase(asked: string[]) {
  const query: object = new Proxy(() => query, {
    get: (_target, name) => {
      if (name === 'then') return (resolve: (rows: unknown) => void) => resolve(Object.assign([], { rows: [] }));
      if (name === 'catch') return () => Promise.resolve({ rows: [] });
      return (sql?: unknown) => {
        if (typeof sql === 'string' && sql.includes('publish_waiting')) asked.push('queue');
        return query;
      };
    },
  });
  return query;
}

const check = (name: CheckOutcome['name'], status: CheckOutcome['status'] = 'passed'): CheckOutcome => ({
  ...{ name, status, code: null, message: '', remediation: null, details: null },
});
const publishes = (accountId = 'a') => ({ checks: [check('rate')], goesOut: { accountId, runAt: null, isVideo: false } });
const schedules = (runAt = inAnHour, accountId = 'a') => ({
  checks: [check('forecast', 'skipped')],
  goesOut: { accountId, runAt, isVideo: false },
});
const told = (items: readonly { readonly checks: readonly CheckOutcome[] }[]) =>
  items.map(({ checks }) => [checks[0]?.status, checks[0]?.code]);
const passed = ['passed', null];

it('holds each pin behind those before it that its account publishes, whatever others do', async () => {
  const items = [...Array.from({ length: 7 }, () => publishes()), publishes('b'), { ...publishes(), goesOut: undefined } as never];
  const checked = await withPace(deps(), principal, items);
  expect(told(checked)).toEqual([...Array(5).fill(passed), ['warning', 'rate_limited'], ['warning', 'rate_limited'], passed, passed]);
  expect(checked[6]?.checks[0]?.details).toEqual({ estimated_start_at: '2026-11-20T10:00:04.000Z' });
  expect(checked.some((item) => 'goesOut' in item)).toBe(false);
});

it('says of many schedules at one minute which of them the pace holds back', async () => {
  const checked = await withPace(
    deps(),
    principal,
    Array.from({ length: 100 }, () => schedules()),
  );
  const held = told(checked).findIndex(([status]) => status === 'warning');
  // 49 go at once, 30 more in the minute that is not worth telling.
  expect([held, ...told(checked).slice(held)]).toEqual([79, ...Array(21).fill(['warning', 'account_rate_limited'])]);
});

it('gives units of the month first to what goes out first, in whatever order it was proposed; what is refused takes none', async () => {
  const refused = { ...publishes(), checks: [check('board_access', 'failed')] };
  const items = [schedules('2026-11-20T12:00:00.000Z'), refused, schedules(), publishes()];
  expect(told(await withPace(deps(2), principal, items))).toEqual([['warning', 'quota_exceeded'], ['failed', null], passed, passed]);
});

it('counts a schedule that two items move once, where the last of them moves it', async () => {
  const moved = (runAt: string) => ({ ...schedules(runAt), goesOut: { ...schedules(runAt).goesOut, scheduleId: 's' } });
  const items = [moved('2026-11-20T10:30:00.000Z'), moved('2026-11-20T10:40:00.000Z'), schedules(), schedules()];
  const checked = await withPace(deps(2), principal, items);
  expect(told(checked)).toEqual([['skipped', null], passed, passed, ['warning', 'quota_exceeded']]);
});

it('says of retries, too, when they would start', async () => {
  const retries = Array.from({ length: 7 }, () => ({ ...publishes(), checks: [check('payload')] }));
  const checked = await withPace(deps(), principal, retries);
  expect(checked.map(({ checks }) => checks.map(({ name, status }) => `${name} ${status}`).join())).toEqual([
    ...Array(5).fill('payload passed,rate passed'),
    ...Array(2).fill('payload passed,rate warning'),
  ]);
});

it('reads the pace of each account once', async () => {
  const asked: string[] = [];
  const items = Array.from({ length: 100 }, (_, n) => schedules(inAnHour, `a${n}`));
  await withPace(deps(1_000, asked), principal, items);
  // The global bucket, and of each account its bucket and its queue.
  expect([new Set(asked).size, asked.length]).toEqual([102, 201]);
});
