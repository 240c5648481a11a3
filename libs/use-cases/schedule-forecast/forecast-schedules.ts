import type { Principal } from '@pps/identity';
import { findPendingSchedules } from '@projections/schedules/pending-schedules.query';
import { monthlyQuota } from '../create-pin/pin-checks';
import { forecastStarts, type Forecast } from './forecast.policy';
import { pendingOfRow, readPacing, type ForecastDeps } from './read-pacing';

const dayMs = 86_400_000;
/** What is due so long ago has fired or failed. */
const overdueAtMostMs = 7 * dayMs;
export const forecastAtMost = 10_000;

/**
 * When the schedules of the next days would go by what is known now, the first 10,000 of the project; a credential with a list of accounts is
 * told of these. Throws `NotFresh`.
 */
export async function forecastSchedules(deps: ForecastDeps, principal: Principal, days: number): Promise<Forecast> {
  const { projectId, epoch, accountIds } = principal;
  await deps.freshness.wait('schedules', principal);
  const nowMs = deps.clock().getTime();
  const [since, until] = [new Date(nowMs - overdueAtMostMs), new Date(nowMs + days * dayMs)];
  const range = { projectId, epoch, since, until, atMost: forecastAtMost, keep: 'earliest' } as const;
  const schedules = (await findPendingSchedules(deps.db, range)).map(pendingOfRow);
  const named = [...new Set(schedules.map(({ accountId }) => accountId))];
  const [pacing, quota] = [await readPacing(deps, principal, named), await monthlyQuota(deps, principal)];
  const { items, quotaExhaustedAtMs } = forecastStarts({ nowMs, schedules, quota, ...pacing });
  const shown = accountIds === null ? items : items.filter(({ accountId }) => accountIds.includes(accountId));
  return { items: shown, quotaExhaustedAtMs };
}
