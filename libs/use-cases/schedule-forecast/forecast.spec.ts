import { forecastStarts, type ForecastQuestion, type PendingSchedule } from './forecast.policy';

const nowMs = Date.parse('2026-11-20T10:00:00.000Z');
const monthTurnMs = Date.parse('2026-12-01T00:00:00.000Z');
const hourMs = 3_600_000;
const full = (capacity: number, refillPerSecond: number) => ({ tokens: capacity, capacity, refillPerSecond, parkedUntilMs: null });
const wide = full(1_000_000, 1_000);

const schedule = (n: number, runAtMs: number, fields: Partial<PendingSchedule> = {}): PendingSchedule => ({
  scheduleId: `s${String(n).padStart(6, '0')}`,
  accountId: 'a',
  runAtMs,
  cost: 1,
  ...fields,
});

const question = (schedules: readonly PendingSchedule[], fields: Partial<ForecastQuestion> = {}): ForecastQuestion => ({
  nowMs,
  schedules,
  accounts: new Map([...new Set(schedules.map(({ accountId }) => accountId))].map((id) => [id, { ...full(50, 1), waitingTokens: 0 }])),
  global: wide,
  others: { tokens: 0, projects: 1 },
  quota: { limit: 100_000, used: 0 },
  ...fields,
});

const delaysOf = (asked: ForecastQuestion) =>
  forecastStarts(asked).items.map(({ expectedAtMs, runAtMs, reason }) => [Math.round((expectedAtMs - runAtMs) / 1000), reason]);

describe('a forecast', () => {
  it('has everything at its time where there is room', () => {
    const spread = Array.from({ length: 100 }, (_, n) => schedule(n, nowMs + n * 60_000));
    expect(delaysOf(question(spread))).toEqual(spread.map(() => [0, null]));
  });

  it('says no moment after the year 9999', () => {
    const lastMs = Date.parse('9999-12-31T23:59:59.999Z');
    const burst = Array.from({ length: 60 }, (_, n) => schedule(n, lastMs - 1_000));
    expect(forecastStarts(question(burst)).items.at(-1)).toMatchObject({ expectedAtMs: lastMs, reason: 'account_rate_limited' });
    const [late] = forecastStarts(question([schedule(1, lastMs - 5_000)], { quota: { limit: 0, used: 0 } })).items;
    expect(late).toMatchObject({ expectedAtMs: lastMs, reason: 'quota_exceeded' });
  });

  it('says how an account works off more than its bucket holds', () => {
    const burst = Array.from({ length: 60 }, (_, n) => schedule(n, nowMs + hourMs));
    const delays = delaysOf(question(burst));
    expect(delays.slice(0, 49)).toEqual(burst.slice(0, 49).map(() => [0, null]));
    expect(delays.at(-1)).toEqual([10, 'account_rate_limited']);
  });

  it('counts what waits already, and when a parked account may go on', () => {
    const one = [schedule(1, nowMs + 60_000)];
    const waiting = new Map([['a', { ...full(50, 1), waitingTokens: 1_110 }]]);
    expect(delaysOf(question(one, { accounts: waiting }))).toEqual([[1_001, 'account_rate_limited']]);
    const parked = new Map([['a', { ...full(50, 1), parkedUntilMs: nowMs + hourMs, waitingTokens: 0 }]]);
    expect(delaysOf(question(one, { accounts: parked }))).toEqual([[3_540, 'account_rate_limited']]);
  });

  it('lets accounts take turns at the global bucket, and projects while others wait', () => {
    const of = (accountId: string, from: number) => Array.from({ length: 10 }, (_, n) => schedule(from + n, nowMs + hourMs, { accountId }));
    const { items } = forecastStarts(question([...of('a', 0), ...of('b', 100)], { global: full(1, 1) }));
    const order = [...items].sort((one, other) => one.expectedAtMs - other.expectedAtMs).map(({ accountId }) => accountId);
    expect(order.slice(0, 6).join('')).toMatch(/^(ab){3}|(ba){3}$/);
    const beside = { global: { ...full(1, 1), tokens: 0 }, others: { tokens: 1_000_000, projects: 4 } };
    const own = Array.from({ length: 3 }, (_, n) => schedule(n, nowMs));
    expect(delaysOf(question(own, beside)).map(([delay]) => delay)).toEqual([4, 8, 12]);
  });

  it('says when the quota runs out, what the next month takes, and what is lost', () => {
    const late = Array.from({ length: 4 }, (_, n) => schedule(n, monthTurnMs - hourMs + n));
    const asked = question([schedule(9, nowMs + hourMs), ...late], { quota: { limit: 3, used: 0 } });
    const { items, quotaExhaustedAtMs } = forecastStarts(asked);
    expect(quotaExhaustedAtMs).toBe(late[1]?.runAtMs);
    expect(items.map(({ expectedAtMs, reason }) => [expectedAtMs, reason])).toEqual([
      [nowMs + hourMs, null],
      [late[0]?.runAtMs, null],
      [late[1]?.runAtMs, null],
      [monthTurnMs, 'quota_exceeded'],
      [monthTurnMs, 'quota_exceeded'],
    ]);
    const lost = forecastStarts(question([schedule(1, nowMs + hourMs)], { quota: { limit: 3, used: 3 } }));
    expect(lost).toMatchObject({ quotaExhaustedAtMs: nowMs, items: [{ expectedAtMs: monthTurnMs, reason: 'quota_exceeded' }] });
  });
});

/** Numbers in [0, 1) that depend on the seed alone. */
const numbers = (seed: number) => () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;

describe.each(Array.from({ length: 25 }, (_, n) => n + 1))('any forecast, as of plan %i', (seed) => {
  const random = numbers(seed);
  const accountIds = ['a', 'b', 'c'];
  const schedules = Array.from({ length: 300 }, (_, n) => {
    const runAtMs = nowMs + Math.floor(random() * (random() < 0.5 ? 60_000 : 14 * 24 * hourMs));
    return schedule(n, runAtMs, { accountId: accountIds[n % 3] ?? 'a', cost: random() < 0.2 ? 2 : 1 });
  });
  const bucket = full(5 + Math.floor(random() * 20), 0.2 + random());
  const accounts = new Map(accountIds.map((id) => [id, { ...bucket, waitingTokens: Math.floor(random() * 40) }]));
  const quota = { limit: 250, used: Math.floor(random() * 100) };
  const asked = question(schedules, { accounts, global: full(10, 1), others: { tokens: 50, projects: 3 }, quota });
  const { items } = forecastStarts(asked);
  const gone = items.filter(({ expectedAtMs, reason }) => reason !== 'quota_exceeded' || expectedAtMs > monthTurnMs);

  it('names each schedule once and lets none go early', () => {
    expect(items.map(({ scheduleId }) => scheduleId).sort()).toEqual(schedules.map(({ scheduleId }) => scheduleId).sort());
    expect(items.filter(({ expectedAtMs, runAtMs }) => expectedAtMs < runAtMs)).toEqual([]);
  });

  it('is the same in whatever order the schedules come', () => {
    expect(forecastStarts({ ...asked, schedules: [...schedules].reverse() })).toEqual(forecastStarts(asked));
  });

  it('never takes more of a bucket than it has, nor more units than a month has', () => {
    const cost = new Map(schedules.map((each) => [each.scheduleId, each.cost]));
    for (const accountId of accountIds) {
      const starts = gone.filter((item) => item.accountId === accountId).sort((one, other) => one.expectedAtMs - other.expectedAtMs);
      let spent = 0;
      for (const { scheduleId, expectedAtMs } of starts) {
        spent += cost.get(scheduleId) ?? 0;
        const filled = bucket.capacity + ((expectedAtMs - nowMs) / 1000) * bucket.refillPerSecond;
        expect(spent).toBeLessThanOrEqual(filled + 1e-6);
      }
    }
    const thisMonth = gone.filter(({ expectedAtMs }) => expectedAtMs < monthTurnMs);
    expect(thisMonth.length).toBeLessThanOrEqual(quota.limit - quota.used);
  });
});
