import type { Streams, LiveStates } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { Invalid, type FieldError } from '@pps/kernel';
import { decideScheduleCreation } from '@pps/schedules';
import { describeSchedule, scheduleStream, type ScheduleState, type ScheduleView } from '@pps/schedules/events';
import { withAgreement } from '../agreement/require-agreement';
import {
  monthlyQuota,
  quotaExceeded,
  requireAccount,
  requireBilling,
  requireBoard,
  requireFeature,
  requireMedia,
  type MonthlyQuota,
  type PinCheckDeps,
} from '../create-pin/pin-checks';
import {
  findDuplicateSchedule,
  identifySchedule,
  scheduleHashOf,
  type IdentifiedSchedule,
  type ScheduleRequest,
} from './duplicate-schedule';

export type CreateScheduleDeps = PinCheckDeps & {
  readonly live: Pick<LiveStates, 'get'>;
  readonly streams: Pick<Streams, 'decide'>;
  readonly newId: () => string;
};

interface CreatedSchedule {
  readonly schedule: ScheduleView;
  /** True when the schedule was there already with the same content. */
  readonly replayed: boolean;
  /** The month's quota, of which a schedule takes nothing before it fires. */
  readonly quota: MonthlyQuota;
}

/**
 * Creates a schedule; a repeat of a request answers the schedule as it is (`replayed`), also after its time. Checked like a pin: account,
 * repeat, plan feature, billing, media, board, quota, but no unit is reserved before it fires. A refused call has changed nothing. `at` is
 * where the request stands, for field errors.
 * Throws `Invalid` for a time that is not in the future, `NotFound` for the account, `Rejected` with the refusal of the check, `StoreUnavailable`.
 */
export async function createSchedule(
  deps: CreateScheduleDeps,
  principal: Principal,
  request: ScheduleRequest,
  at: FieldError['loc'] = ['body'],
): Promise<CreatedSchedule> {
  const identified = identifySchedule(deps, principal, withAgreement(principal, request));
  // A time that is over is valid for a repeat only, which is looked up first: validation comes before what concerns the account.
  if (isPast(deps, request)) {
    const schedule = await findDuplicateSchedule(deps, principal, identified);
    if (!schedule) throw notInFuture(at);
  }
  await requireAccount(deps, principal, request.accountId);
  const schedule = await findDuplicateSchedule(deps, principal, identified);
  if (schedule) return { schedule, replayed: true, quota: await monthlyQuota(deps, principal) };
  return createNewSchedule(deps, principal, identified, at);
}

/** Whether the time of a request was not in the future when it was accepted. */
export const isPast = (
  { clock }: Pick<PinCheckDeps, 'clock'>,
  { runAt, acceptedAt }: Pick<ScheduleRequest, 'runAt' | 'acceptedAt'>,
): boolean => Date.parse(runAt) <= (acceptedAt === undefined ? clock().getTime() : Date.parse(acceptedAt));

export const notInFuture = (at: FieldError['loc']): Invalid =>
  new Invalid([{ loc: [...at, 'run_at'], msg: 'run_at must be in the future', type: 'datetime_future' }]);

async function createNewSchedule(
  deps: CreateScheduleDeps,
  principal: Principal,
  { scheduleId, request }: IdentifiedSchedule,
  at: FieldError['loc'],
): Promise<CreatedSchedule> {
  const { accountId, boardId, content, idempotencyKey, runAt, importJobId, agreement } = request;
  const terms = await deps.termsOf(principal);
  requireFeature(deps, content, terms);
  requireBilling(deps, terms);
  await requireMedia(deps, principal, content, at);
  await requireBoard(deps, principal, accountId, boardId);
  const quota = await monthlyQuota(deps, principal);
  if (quota.used >= quota.limit) throw quotaExceeded(deps, principal, quota);
  const { projectId, epoch, organizationId, environment } = principal;
  const now = deps.clock();
  const created = {
    ...{ scheduleId, projectId, epoch, organizationId, accountId, boardId },
    content: await deps.assets.withMediaType(principal, content),
    runAt,
    contentHash: scheduleHashOf(request),
    idempotencyKey,
    ...(importJobId !== undefined && { importJobId }),
    ...(environment === 'sandbox' && { simulated: true as const }),
    ...(agreement && { agreement }),
    createdAt: now.toISOString(),
  };
  const decide = (state: ScheduleState) => decideScheduleCreation(created, state);
  const { state, facts } = await deps.streams.decide(scheduleStream, scheduleId, originOfPrincipal(principal, now), decide, {
    fresh: true,
  });
  if (state.kind !== 'schedule') throw new Error(`schedule ${scheduleId} is ${state.kind} after it was created`);
  return { schedule: describeSchedule(state), replayed: facts.length === 0, quota };
}
