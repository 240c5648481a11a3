import type { Principal } from '@pps/identity';
import type { ScheduleView } from '@pps/schedules/events';
import { forecastNewSchedule, type ForecastDeps, type ForecastDepth, type ScheduleToBe } from '../schedule-forecast/forecast-schedules';
import { validateCreation, type CheckOutcome, type ValidatedCreation, type ValidatePinDeps } from '../create-pin/validate-pin';
import { isPast, notInFuture } from './create-schedule';
import { findDuplicateSchedule, identifySchedule, type ScheduleRequest } from './duplicate-schedule';

type ValidatedSchedule = ValidatedCreation<ScheduleRequest, ScheduleView>;

/**
 * Puts every check of a schedule's creation to a request and reports instead of failing; writes nothing. `depth`: how far its forecast looks. `decode` reads the request and throws
 * `Invalid` where it cannot be read. Throws what no client caused (`StoreUnavailable` …).
 */
export async function validateSchedule(
  deps: ValidatePinDeps & ForecastDeps,
  principal: Principal,
  decode: () => Promise<ScheduleRequest>,
  depth?: ForecastDepth,
): Promise<ValidatedSchedule> {
  const { toBe, ...validated } = await validateUnforecast(deps, principal, decode);
  const forecast = toBe ? await forecastNewSchedule(deps, principal, toBe, depth) : notForecast;
  return { ...validated, checks: [...validated.checks, forecast] };
}

/** The same without the forecast, and what that would be asked about; null for a schedule that cannot be created, or exists. */
export async function validateUnforecast(
  deps: ValidatePinDeps,
  principal: Principal,
  decode: () => Promise<ScheduleRequest>,
): Promise<ValidatedSchedule & { readonly toBe: ScheduleToBe | null }> {
  const findExisting = (request: ScheduleRequest) => findDuplicateSchedule(deps, principal, identifySchedule(deps, principal, request));
  const decodeInTime = async () => {
    const request = await decode();
    if (isPast(deps, request) && !(await findExisting(request).catch(() => null))) throw notInFuture(['body']);
    return request;
  };
  const validated = await validateCreation(deps, principal, decodeInTime, {
    findExisting,
    exists: { code: 'schedule_exists', message: 'A creation with this key answers the schedule that exists.' },
    isPacedNow: false,
  });
  return { ...validated, toBe: await toBeOf(deps, principal, validated) };
}

async function toBeOf(
  { assets }: Pick<ValidatePinDeps, 'assets'>,
  principal: Principal,
  { checks, request, existing }: ValidatedSchedule,
): Promise<ScheduleToBe | null> {
  const failed = checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (!request || existing || failed.some((name) => name !== 'quota')) return null;
  const { accountId, runAt, content } = request;
  const { mediaType } = await assets.withMediaType(principal, content);
  return { accountId, runAt, isVideo: mediaType === 'video' };
}

/** Of what cannot be created, or exists. */
export const notForecast: CheckOutcome = {
  ...{ name: 'forecast', status: 'skipped', code: null, remediation: null, details: null },
  message: 'It was not looked at when it would go out.',
};
