import { forecastStarts, type ForecastQuestion } from '@pps/use-cases';
import { seededRandom } from '@pps/kernel/testing';
import { PacedWeek, type Arrival } from './paced-week';

export interface ForecastErrors {
  readonly schedules: number;
  /** Schedules that went out more than a minute after their time. */
  readonly slipped: number;
  /** Between forecast and what really happened, in seconds. */
  readonly p50: number;
  readonly p99: number;
  /** The same of those that slipped. */
  readonly slippedP50: number;
  readonly slippedP99: number;
  /** Forecast to go out that did not, or the other way round. */
  readonly wronglyLost: number;
}

const workspaces = 20;
const begin = Date.parse('2026-11-27T00:00:00.000Z');
const [second, dayMs] = [1_000, 24 * 3_600_000];
const quotaOf = (project: number): number => (project % 5 === 0 ? 250 : 5_000);

/**
 * A week of 20 workspaces, over a month's turn: each has a forecast of the next day every midnight, made by what is known then. `unforeseen` is how many
 * pins clients create for each one that is scheduled.
 */
export function forecastWeek(seed: number, unforeseen: number, days = 7): ForecastErrors {
  const random = seededRandom(seed);
  const schedules = scheduled(random, days);
  const created = schedules
    .filter(() => random() < unforeseen)
    .map((one) => ({ ...one, atMs: begin + random() * days * dayMs, scheduleId: null }));
  const week = new PacedWeek([...schedules, ...created], quotaOf, begin, random);
  const expected = new Map<string, number>();
  for (let day = 0; day < days; day += 1) {
    const nowMs = begin + day * dayMs;
    week.runUntil(nowMs);
    for (let project = 0; project < workspaces; project += 1) forecastDay(week, schedules, project, nowMs, expected);
  }
  week.runUntil(begin + (days + 3) * dayMs);
  return compare(schedules, expected, week.startedAt);
}

function forecastDay(week: PacedWeek, schedules: readonly Arrival[], project: number, nowMs: number, expected: Map<string, number>): void {
  const due = schedules.filter((one) => one.project === project && one.atMs >= nowMs && one.atMs < nowMs + dayMs);
  const accountIds = [...new Set(due.map(({ accountId }) => accountId))];
  const pending = due.map(({ scheduleId, accountId, atMs }) => ({ scheduleId: scheduleId ?? '', accountId, runAtMs: atMs, cost: 1 }));
  const accounts = new Map(
    accountIds.map((id) => {
      const tokens = week.balanceOf(week.account(id));
      return [id, { tokens, capacity: 50, refillPerSecond: 1, parkedUntilMs: null, waitingTokens: week.waitingOf(project, id) }];
    }),
  );
  const others = Array.from({ length: workspaces }, (_, other) => (other === project ? 0 : week.waitingOf(other)));
  const question: ForecastQuestion = {
    ...{ nowMs, schedules: pending, accounts },
    global: { tokens: week.balanceOf(week.global), capacity: 200, refillPerSecond: 3, parkedUntilMs: null },
    others: { tokens: others.reduce((sum, tokens) => sum + tokens, 0), projects: 1 + others.filter((tokens) => tokens > 0).length },
    quota: { limit: quotaOf(project), used: week.usedOf(project) },
  };
  for (const { scheduleId, expectedAtMs, runAtMs, reason } of forecastStarts(question).items) {
    // Beyond a day it is the moment when the quota is back, and the schedule has failed.
    if (reason !== 'quota_exceeded' || expectedAtMs - runAtMs <= dayMs) expected.set(scheduleId, expectedAtMs);
  }
}

/** Single ones over the day, and campaigns of one minute. */
function scheduled(random: () => number, days: number): Arrival[] {
  const all: Arrival[] = [];
  for (let project = 0; project < workspaces; project += 1) {
    for (let day = 0; day < days; day += 1) {
      const accountId = () => `${project}-${Math.floor(random() * 3)}`;
      const add = (atMs: number, account: string) => all.push({ atMs, project, accountId: account, scheduleId: `s${all.length}` });
      for (let left = 30; left > 0; left -= 1) add(Math.floor(begin + (day + random()) * dayMs), accountId());
      if (random() > 0.4) continue;
      const [account, atMs] = [accountId(), begin + day * dayMs + Math.floor(random() * 24) * 3_600_000];
      for (let left = 40 + random() * 260; left > 0; left -= 1) add(Math.floor(atMs + random() * 60 * second), account);
    }
  }
  return all;
}

function compare(
  schedules: readonly Arrival[],
  expected: ReadonlyMap<string, number>,
  started: ReadonlyMap<string, number>,
): ForecastErrors {
  const [errors, slipped]: [number[], number[]] = [[], []];
  let wronglyLost = 0;
  for (const { scheduleId, atMs } of schedules) {
    const [forecast, real] = [expected.get(scheduleId ?? ''), started.get(scheduleId ?? '')];
    if (forecast === undefined || real === undefined) {
      if (forecast !== real) wronglyLost += 1;
      continue;
    }
    const error = Math.abs(real - forecast) / second;
    errors.push(error);
    if (real - atMs > 60 * second) slipped.push(error);
  }
  const at = (values: number[], part: number) => values.sort((one, other) => one - other)[Math.floor(part * (values.length - 1))] ?? 0;
  return {
    ...{ schedules: schedules.length, slipped: slipped.length, p50: at(errors, 0.5), p99: at(errors, 0.99) },
    ...{ slippedP50: at(slipped, 0.5), slippedP99: at(slipped, 0.99), wronglyLost },
  };
}
