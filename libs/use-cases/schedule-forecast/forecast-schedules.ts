import type { Principal } from '@pps/identity';
import type { Freshness } from '@pps/read-store';
import { findPendingSchedules, countPendingSchedules, type PendingRow } from '@projections/schedules/pending-schedules.query';
import { monthlyQuota, type PinCheckDeps } from '../create-pin/pin-checks';
import type { CheckOutcome } from '../create-pin/validate-pin';
import { forecastStarts, lastMomentMs, type Forecast, type ForecastItem, type SlipReason, type PendingSchedule } from './forecast.policy';
import { pacingReader, type PacingReaderDeps } from './pacing-reader';

const dayMs = 86_400_000;
/** What is due so long ago has fired or failed. */
const overdueAtMostMs = 7 * dayMs;
export const forecastAtMost = 10_000;

/** A forecast of many: how many were looked at, and when the last of them is due. */
export interface ForecastOfMany extends Forecast {
  readonly lookedAt: number;
  readonly lastRunAtMs?: number | undefined;
}

/**
 * When the schedules of the next days would go by what is known now, the first 10,000 of the project; a credential with a list of accounts is
 * told of these. Throws `NotFresh`.
 */
export async function forecastSchedules(deps: ForecastDeps, principal: Principal, days: number): Promise<ForecastOfMany> {
  const { projectId, epoch, accountIds } = principal;
  await deps.freshness.wait('schedules', principal);
  const nowMs = deps.clock().getTime();
  const [since, until] = [new Date(nowMs - overdueAtMostMs), new Date(nowMs + days * dayMs)];
  const range = { projectId, epoch, since, until, atMost: forecastAtMost, keep: 'earliest' } as const;
  const schedules = (await findPendingSchedules(deps.db, range)).map(pendingOfRow);
  const named = [...new Set(schedules.map(({ accountId }) => accountId))];
  const [pacing, quota] = [await pacingReader(deps, principal)(named), await monthlyQuota(deps, principal)];
  const { items, quotaExhaustedAtMs } = forecastStarts({ nowMs, schedules, quota, ...pacing });
  const shown = accountIds === null ? items : items.filter(({ accountId }) => accountIds.includes(accountId));
  return { items: shown, quotaExhaustedAtMs, lookedAt: schedules.length, lastRunAtMs: schedules.at(-1)?.runAtMs };
}

/** A schedule that would be created, or moved. */
export interface ScheduleToBe {
  readonly accountId: string;
  readonly runAt: string;
  readonly isVideo: boolean;
  /** Pending schedules that are left out: this one, and those that other items move. */
  readonly except?: readonly string[];
  /** What would be published together with it and goes before it, as it is due earlier, or was named before. */
  readonly goingBefore?: readonly Pick<PendingSchedule, 'accountId' | 'runAtMs' | 'cost'>[];
}

/** How much of what waits is looked at. */
export interface ForecastDepth {
  /** Of those due before the new one so many are looked at: what goes before these has gone by then. */
  readonly schedules: number;
  /** Those of the month are counted up to so many for the quota; null: up to its limit. */
  readonly counted: number | null;
}

/** For a question about one schedule. */
const thorough: ForecastDepth = { schedules: 2_000, counted: null };
/** For a creation, which costs the same whatever waits. */
export const quickForecast: ForecastDepth = { schedules: 200, counted: 1_000 };
/** A schedule that goes out later than this after its time slips. */
export const slipWorthTellingMs = 60_000;
/** Behind every other id: of those of the same moment it goes last. */
const newcomer = '~';

const sentences: Readonly<Record<SlipReason, string>> = {
  quota_exceeded: 'The monthly quota will be used up by then.',
  account_rate_limited: 'The account has more to publish then than its pace allows.',
  global_rate_limited: 'More is to be published then than the pace of all accounts together allows.',
};

/**
 * Warns where a schedule that would be created or moved now would slip by more than a minute, as far as `depth` shows. Who asks about several gives them one reader of
 * the pace. Throws `NotFresh`.
 */
export async function forecastNewSchedule(
  deps: ForecastDeps,
  principal: Principal,
  schedule: ScheduleToBe,
  depth = thorough,
  readPacing = pacingReader(deps, principal),
): Promise<CheckOutcome> {
  const item = await forecastOf(deps, principal, schedule, depth, readPacing);
  const delayMs = item.expectedAtMs - item.runAtMs;
  if (item.reason === null || delayMs <= slipWorthTellingMs) {
    return { name: 'forecast', status: 'passed', code: null, message: 'It would go out at its time.', remediation: null, details: null };
  }
  return {
    name: 'forecast',
    status: 'warning',
    code: item.reason,
    message: sentences[item.reason],
    remediation: 'Choose another time, or spread what is scheduled.',
    details: { expected_at: new Date(item.expectedAtMs).toISOString(), delay_seconds: Math.round(delayMs / 1000) },
  };
}

async function forecastOf(
  deps: ForecastDeps,
  principal: Principal,
  { accountId, runAt, isVideo, except = [], goingBefore = [] }: ScheduleToBe,
  depth: ForecastDepth,
  readPacing: ReturnType<typeof pacingReader>,
): Promise<ForecastItem> {
  const { projectId, epoch } = principal;
  await deps.freshness.wait('schedules', principal);
  const [now, at] = [deps.clock(), new Date(runAt)];
  const range = { projectId, epoch, except, until: new Date(Math.min(at.getTime() + 1, lastMomentMs)) };
  const overdueSince = new Date(now.getTime() - overdueAtMostMs);
  const rows = await findPendingSchedules(deps.db, { ...range, since: overdueSince, atMost: depth.schedules, keep: 'latest' });
  const before = rows.map(pendingOfRow);
  const { limit, used } = await monthlyQuota(deps, principal);
  const monthBegins = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  const since = monthBegins > now ? monthBegins : overdueSince;
  const isThisMonth = monthBegins <= now;
  const atMost = Math.min(limit + 1, depth.counted ?? Infinity);
  const dueInMonth = await countPendingSchedules(deps.db, { ...range, since, atMost });
  const inMonth = before.filter(({ runAtMs }) => runAtMs >= since.getTime()).length;
  // Those of the month that are not looked at take their units too; of a later month they are set off against its limit.
  const unseen = Math.max(0, dueInMonth - inMonth);
  const quota = isThisMonth ? { limit, used: used + unseen } : { limit: Math.max(0, limit - unseen), used: Math.min(used, limit) };
  const together = goingBefore.map((other, index) => ({ ...other, scheduleId: `${newcomer}${String(index).padStart(4, '0')}` }));
  const schedule = { scheduleId: `${newcomer}${newcomer}`, accountId, runAtMs: at.getTime(), cost: isVideo ? 2 : 1 };
  const schedules = [...before, ...together, schedule];
  const pacing = await readPacing([...new Set(schedules.map((each) => each.accountId))]);
  const { items } = forecastStarts({ nowMs: now.getTime(), schedules, quota, ...pacing });
  const item = items.find((other) => other.scheduleId === schedule.scheduleId);
  if (!item) throw new Error('the forecast left out the schedule that was asked about');
  return item;
}

export type ForecastDeps = Pick<PinCheckDeps, 'termsOf' | 'quota' | 'clock'> &
  PacingReaderDeps & { readonly freshness: Pick<Freshness, 'wait'> };

const pendingOfRow = ({ scheduleId, accountId, runAt, deferredUntil, isVideo }: PendingRow): PendingSchedule => ({
  scheduleId,
  accountId,
  runAtMs: runAt.getTime(),
  ...(deferredUntil && { deferredUntilMs: deferredUntil.getTime() }),
  cost: isVideo ? 2 : 1,
});
