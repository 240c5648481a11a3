import { mapLimited } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { decidePinEdit, requireFailed } from '@pps/pins';
import { pinStream, type PinContent, type PinView } from '@pps/pins/events';
import { applyChanges } from '@pps/proposals';
import type { ProposalView, ProposedWrite } from '@pps/proposals/events';
import { failureOf } from '@pps/runtime';
import type { ScheduleView } from '@pps/schedules/events';
import { requireAccount, requireBoard, requireFeatureOfEdit, requireMediaOfEdit } from '../create-pin/pin-checks';
import { validatePin, type CheckOutcome, type ValidatePinDeps } from '../create-pin/validate-pin';
import { isPast, notInFuture } from '../create-schedule/create-schedule';
import { notForecast, validateUnforecast } from '../create-schedule/validate-schedule';
import { findPin, type ReadDeps } from '../find/find-pin';
import { findSchedule } from '../find/find-schedule';
import type { ForecastDeps } from '../schedule-forecast/forecast-schedules';
import { keyOfProposalItem } from './carry-out-item';
import { readingOnce } from './reading-once';
import { withPace, type Going, type GoesOut } from './with-pace';
import { withUnits, type NeedsUnit } from './with-units';

/** What the checks say of an item that waits. */
export interface CheckedProposalItem {
  readonly number: number;
  readonly checks: readonly CheckOutcome[];
  /** What is to be changed or tried again, as it is now. */
  readonly present?: { readonly boardId: string; readonly content: PinContent; readonly runAt?: string };
}

export type CheckProposalDeps = ValidatePinDeps & ForecastDeps & ReadDeps;

const checkedAtOnce = 4;

/**
 * Puts the checks of a creation, with the forecast of a schedule, to every item that waits or has failed, each behind those before it, as all may be agreed to at
 * once; writes nothing. Of what is over nothing is checked.
 */
export async function checkProposal(
  deps: CheckProposalDeps,
  principal: Principal,
  proposal: ProposalView,
): Promise<readonly CheckedProposalItem[]> {
  if (proposal.status !== 'open') return [];
  const open = proposal.items.filter(({ status }) => status === 'waiting' || status === 'failed');
  const once = readingOnce(deps);
  const named = open.map(({ number, write }) => ({ number, write, key: keyOfProposalItem(proposal, { number, write }) }));
  const firstOf = new Map(named.toReversed().map(({ key, number }) => [key, number]));
  const checked = await mapLimited(checkedAtOnce, named, async ({ number, write, key }) => {
    const { needsUnit = false, goesOut, ...item } = await checkWrite(once, principal, write, key);
    // Another item of the same name is its repeat, or is refused.
    const isNew = firstOf.get(key) === number;
    return { number, ...item, needsUnit: needsUnit && isNew, ...(isNew && goesOut && { goesOut }) };
  });
  return withPace(once, principal, await withUnits(once, principal, checked));
}

async function checkWrite(
  deps: CheckProposalDeps,
  principal: Principal,
  write: ProposedWrite,
  idempotencyKey: string,
): Promise<Omit<CheckedProposalItem, 'number'> & NeedsUnit & GoesOut> {
  if (write.action === 'publish') {
    const { checks, existing } = await validatePin(deps, principal, async () => ({ ...write, idempotencyKey }));
    return { checks, needsUnit: existing === null, ...(existing === null && { goesOut: await nowOf(deps, principal, write) }) };
  }
  if (write.action === 'schedule') {
    const { checks, toBe } = await validateUnforecast(deps, principal, async () => ({ ...write, idempotencyKey }));
    return { checks: [...checks, notForecast], ...(toBe && { goesOut: toBe }) };
  }
  let target: PinView | ScheduleView | null = null;
  const failure = await failureIn(async () => {
    target = await (write.action === 'change_schedule'
      ? findSchedule(deps, principal, write.scheduleId)
      : findPin(deps, principal, write.pinId));
    await requireChangeable(deps, principal, write, target);
  });
  const checks = [failure ?? ({ ...noFault, status: 'passed', message: 'It can be done now.' } as const)];
  if (failure !== null || !target) return { checks, ...presentOf(target) };
  const goesOut = await goesOutBy(deps, principal, write, target);
  // A retry takes a unit only of a pin whose unit was given back.
  const needsUnit = write.action === 'retry_pin' && isOfSchedule(target);
  return { checks, needsUnit, ...(goesOut && { goesOut }), ...presentOf(target) };
}

/** What a change that can be done takes of the pace, where it takes any or moves it. */
async function goesOutBy(
  deps: Pick<CheckProposalDeps, 'assets'>,
  principal: Principal,
  write: Change,
  target: PinView | ScheduleView,
): Promise<Going | null> {
  if (write.action === 'retry_pin') return nowOf(deps, principal, retriedAs(target, write));
  if (write.action === 'change_pin' || write.runAt === undefined || !('runAt' in target) || write.runAt === target.runAt) return null;
  const { accountId, scheduleId } = target;
  const content = applyChanges(target.content, write.changes);
  return { ...(await nowOf(deps, principal, { accountId, content })), runAt: write.runAt, scheduleId };
}

const isOfSchedule = (target: PinView | ScheduleView | null): boolean =>
  target !== null && 'source' in target && target.source === 'schedule';

const retriedAs = ({ accountId, content }: PinView | ScheduleView, { toAccountId }: { readonly toAccountId?: string }) => ({
  accountId: toAccountId ?? accountId,
  content,
});

/** What a pin takes of the pace that is queued as soon as it is agreed to. */
async function nowOf(
  { assets }: Pick<CheckProposalDeps, 'assets'>,
  principal: Principal,
  { accountId, content }: { readonly accountId: string; readonly content: PinContent },
): Promise<Going> {
  const { mediaType } = await assets.withMediaType(principal, content);
  return { accountId, runAt: null, isVideo: mediaType === 'video' };
}

type Change = Exclude<ProposedWrite, { readonly action: 'publish' | 'schedule' }>;

const noFault = { name: 'payload', code: null, remediation: null, details: null } as const;

/** Why it would be refused; null where it would not. Throws what no request causes. */
async function failureIn(work: () => Promise<void>): Promise<CheckOutcome | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const { status, code, message, remediation, errors } = failureOf(error);
    if (status >= 500 && !(error instanceof Rejected)) throw error;
    return { ...noFault, status: 'failed', code, message: errors ? errors.map(({ msg }) => msg).join('; ') : message, remediation };
  }
}

function presentOf(target: PinView | ScheduleView | null): Pick<CheckedProposalItem, 'present'> {
  if (!target) return {};
  const { boardId, content } = target;
  return { present: { boardId, content, ...('runAt' in target && { runAt: target.runAt }) } };
}

/** What a look shows of a change before it is done. */
async function requireChangeable(
  deps: CheckProposalDeps,
  principal: Principal,
  write: Change,
  target: PinView | ScheduleView,
): Promise<void> {
  if (write.action === 'retry_pin') {
    const { state } = await deps.live.get(pinStream, write.pinId, principal.asOf);
    requireFailed(state);
    const accountId = write.toAccountId ?? target.accountId;
    await requireAccount(deps, principal, accountId);
    await requireMediaOfEdit(deps, principal, target.content, target.content);
    await requireBoard(deps, principal, accountId, write.boardId ?? target.boardId);
    return;
  }
  const boardId = write.boardId ?? target.boardId;
  const content = applyChanges(target.content, write.changes);
  if (write.action === 'change_pin') {
    const { state } = await deps.live.get(pinStream, write.pinId, principal.asOf);
    decidePinEdit({ boardId, content, at: deps.clock().toISOString() }, state);
  } else {
    if (target.status !== 'scheduled') throw new Rejected('schedule_not_editable', 'The schedule can no longer be edited');
    const { runAt } = write;
    if (runAt !== undefined && 'runAt' in target && runAt !== target.runAt && isPast(deps, { runAt })) throw notInFuture(['body']);
  }
  await requireFeatureOfEdit(deps, principal, target.content, content);
  await requireMediaOfEdit(deps, principal, target.content, content);
  if (boardId !== target.boardId) await requireBoard(deps, principal, target.accountId, boardId);
}
