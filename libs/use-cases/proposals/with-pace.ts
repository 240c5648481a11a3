import { mapLimited } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import { rateOutcome, type CheckOutcome, type ValidatePinDeps } from '../create-pin/validate-pin';
import { readingBehind } from '../pin-headroom/pin-headroom';
import { forecastNewSchedule, quickForecast, type ForecastDeps } from '../schedule-forecast/forecast-schedules';
import { pacingReader } from '../schedule-forecast/pacing-reader';

/** What an item takes of the pace, and when; `runAt` null: as soon as it is agreed to. */
export interface Going {
  readonly accountId: string;
  readonly runAt: string | null;
  readonly isVideo: boolean;
  /** The schedule that is moved, where there is one. */
  readonly scheduleId?: string;
}

export interface GoesOut {
  readonly goesOut?: Going;
}

interface Checked extends GoesOut {
  readonly checks: readonly CheckOutcome[];
}

const forecastAtOnce = 4;

/** Items that are agreed to together, in their order: the pace holds each behind those before it, and a schedule behind those that are due before. */
export async function withPace<Item extends Checked>(
  deps: Pick<ValidatePinDeps, 'headroom'> & ForecastDeps,
  principal: Principal,
  items: readonly Item[],
): Promise<Omit<Item, 'goesOut'>[]> {
  const nowMs = deps.clock().getTime();
  const readPacing = pacingReader(deps, principal);
  const moves = items.flatMap(({ goesOut }, at) => (goesOut?.scheduleId === undefined ? [] : [[goesOut.scheduleId, at] as const]));
  const lastMove = new Map(moves);
  const going = items.map(({ goesOut, checks }, at) => {
    // A schedule takes its unit when it is due.
    const isRefused = checks.some(({ status, name }) => status === 'failed' && !(name === 'quota' && goesOut?.runAt));
    if (!goesOut || isRefused) return null;
    // It goes out where the last of them moves it.
    if (goesOut.scheduleId !== undefined && lastMove.get(goesOut.scheduleId) !== at) return null;
    const { accountId, runAt, isVideo } = goesOut;
    return { accountId, runAt, isVideo, runAtMs: runAt === null ? nowMs : Date.parse(runAt), cost: isVideo ? 2 : 1 };
  });
  const except = items.flatMap(({ goesOut }, at) => (going[at] && goesOut?.scheduleId !== undefined ? [goesOut.scheduleId] : []));
  return mapLimited(forecastAtOnce, [...items.entries()], async ([index, { goesOut, ...item }]) => {
    const own = going[index];
    if (!goesOut || !own) return item;
    const others = going.flatMap((each, at) =>
      each && (each.runAtMs < own.runAtMs || (each.runAtMs === own.runAtMs && at < index)) ? [each] : [],
    );
    const { accountId, runAt, isVideo } = own;
    const outcome =
      runAt === null
        ? rateOutcome(readingBehind(await deps.headroom.read(accountId), tokensOf(others, accountId)))
        : await forecastNewSchedule(deps, principal, { accountId, runAt, isVideo, except, goingBefore: others }, quickForecast, readPacing);
    return { ...item, checks: withOutcome(item.checks, outcome) };
  });
}

/** In the place of the check that it stands for; of a retry, which has none, behind the others. */
const withOutcome = (checks: readonly CheckOutcome[], outcome: CheckOutcome): readonly CheckOutcome[] =>
  checks.some(({ name }) => name === outcome.name)
    ? checks.map((check) => (check.name === outcome.name ? outcome : check))
    : [...checks, outcome];

const tokensOf = (others: readonly { readonly accountId: string; readonly cost: number }[], own: string) => ({
  ofAccount: others.reduce((sum, { accountId, cost }) => sum + (accountId === own ? cost : 0), 0),
  ofAll: others.reduce((sum, { cost }) => sum + cost, 0),
});
