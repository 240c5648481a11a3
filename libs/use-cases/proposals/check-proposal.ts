import { mapLimited } from '@pps/concurrency';
import type { Principal } from '@pps/identity';
import { Invalid, Rejected, NotFound } from '@pps/kernel';
import { requireFailed } from '@pps/pins';
import { pinStream } from '@pps/pins/events';
import { applyChanges } from '@pps/proposals';
import type { ProposalView, ProposedWrite } from '@pps/proposals/events';
import { failureOf } from '@pps/runtime';
import { requireBoard } from '../create-pin/pin-checks';
import { validatePin, type CheckOutcome, type ValidatePinDeps } from '../create-pin/validate-pin';
import { validateSchedule } from '../create-schedule/validate-schedule';
import { findPin, type ReadDeps } from '../find/find-pin';
import { findSchedule } from '../find/find-schedule';
import type { ForecastDeps } from '../schedule-forecast/forecast-schedules';
import { keyOfProposalItem } from './carry-out-item';

/** What the checks say of an item that waits. */
export interface CheckedProposalItem {
  readonly number: number;
  readonly checks: readonly CheckOutcome[];
}

export type CheckProposalDeps = ValidatePinDeps & ForecastDeps & ReadDeps;

const checkedAtOnce = 4;

/** Puts the checks of a creation, with the forecast of a schedule, to every item that waits or has failed; writes nothing. Of what is over nothing is checked. */
export async function checkProposal(
  deps: CheckProposalDeps,
  principal: Principal,
  proposal: ProposalView,
): Promise<readonly CheckedProposalItem[]> {
  if (proposal.status !== 'open') return [];
  const open = proposal.items.filter(({ status }) => status === 'waiting' || status === 'failed');
  return mapLimited(checkedAtOnce, open, async ({ number, write }) => ({
    number,
    checks: await checkWrite(deps, principal, write, keyOfProposalItem(proposal, number)),
  }));
}

async function checkWrite(
  deps: CheckProposalDeps,
  principal: Principal,
  write: ProposedWrite,
  idempotencyKey: string,
): Promise<readonly CheckOutcome[]> {
  if (write.action === 'publish') return (await validatePin(deps, principal, async () => ({ ...write, idempotencyKey }))).checks;
  if (write.action === 'schedule') return (await validateSchedule(deps, principal, async () => ({ ...write, idempotencyKey }))).checks;
  try {
    await requireChangeable(deps, principal, write);
    return [{ ...noFault, status: 'passed', message: 'It can be done now.' }];
  } catch (error) {
    const { status, code, message, remediation, errors } = failureOf(error);
    const isOfRequest = error instanceof Invalid || error instanceof Rejected || error instanceof NotFound;
    if (!isOfRequest && status >= 500) throw error;
    const words = errors ? errors.map(({ msg }) => msg).join('; ') : message;
    return [{ ...noFault, status: 'failed', code, message: words, remediation }];
  }
}

const noFault = { name: 'payload', code: null, remediation: null, details: null } as const;

/** What a look shows of a change before it is done. */
async function requireChangeable(
  deps: CheckProposalDeps,
  principal: Principal,
  write: Extract<ProposedWrite, { readonly action: 'change_pin' | 'change_schedule' | 'retry_pin' }>,
): Promise<void> {
  if (write.action === 'change_schedule') {
    const schedule = await findSchedule(deps, principal, write.scheduleId);
    if (schedule.status !== 'scheduled') throw new Rejected('schedule_not_editable', 'The schedule can no longer be edited');
    applyChanges(schedule.content, write.changes);
    if (write.boardId !== undefined) await requireBoard(deps, principal, schedule.accountId, write.boardId);
    return;
  }
  const pin = await findPin(deps, principal, write.pinId);
  if (write.action === 'change_pin') {
    if (pin.status === 'published') throw new Rejected('pin_already_published', 'The pin is already published');
    applyChanges(pin.content, write.changes);
  } else {
    const { state } = await deps.live.get(pinStream, pin.pinId, principal.asOf);
    if (state.kind !== 'pin') throw new NotFound('Pin');
    requireFailed(state);
  }
  const accountId = ('toAccountId' in write && write.toAccountId) || pin.accountId;
  if (write.boardId !== undefined || accountId !== pin.accountId)
    await requireBoard(deps, principal, accountId, write.boardId ?? pin.boardId);
}
