import type { Principal } from '@pps/identity';
import { derivedId, Rejected } from '@pps/kernel';
import type { Agreement, PinView } from '@pps/pins/events';
import { applyChanges } from '@pps/proposals';
import type { ItemOutcome, Proposal, ProposalItem, ProposedWrite } from '@pps/proposals/events';
import type { ScheduleView } from '@pps/schedules/events';
import { failureOf } from '@pps/runtime';
import { editPin, retryPin, type RetryPinDeps } from '../change-pin/edit-pin';
import { editSchedule } from '../change-schedule/edit-schedule';
import type { ChangeScheduleDeps } from '../change-schedule/settle-schedule';
import { createPin, type CreatePinDeps } from '../create-pin/create-pin';
import { createSchedule, type CreateScheduleDeps } from '../create-schedule/create-schedule';
import { findPin, type ReadDeps } from '../find/find-pin';
import { findSchedule } from '../find/find-schedule';

export type CarryOutDeps = CreatePinDeps & CreateScheduleDeps & RetryPinDeps & ChangeScheduleDeps & ReadDeps;

type AgreedItem = Extract<ProposalItem, { readonly status: 'approving' }>;

/** Of one item there is one pin or schedule, however often and by whom it is carried out. */
export const keyOfProposalItem = ({ proposalId }: Pick<Proposal, 'proposalId'>, number: number): string =>
  derivedId('item of a proposal', proposalId, number);

/**
 * Does what a person agreed to, as he would himself, and says what became of it: what refuses him is the outcome. `isResumed`: it may have been done before.
 * Throws what is no fault of what was asked for (`StoreUnavailable` …): then it is not known whether it was done, and it has to be carried out again.
 */
export async function carryOutItem(
  deps: CarryOutDeps,
  principal: Principal,
  proposal: Proposal,
  { number, write, agreedBy }: AgreedItem,
  { isResumed }: { readonly isResumed: boolean },
): Promise<ItemOutcome> {
  const agreement: Agreement = { way: agreedBy.by, userId: agreedBy.userId, proposalId: proposal.proposalId };
  const made = { idempotencyKey: keyOfProposalItem(proposal, number), agreement };
  try {
    return { number, status: 'approved', ...(await done(deps, principal, write, made, isResumed)) };
  } catch (error) {
    const { status, code, message, remediation, errors } = failureOf(error);
    if (status >= 500 && !(error instanceof Rejected)) throw error;
    const words = errors && errors.length > 0 ? errors.map(({ msg }) => msg).join('; ') : message;
    return { number, status: 'failed', errorCode: code, errorMessage: words, remediation };
  }
}

type Made = Pick<ItemOutcome, 'pinId' | 'scheduleId'>;

async function done(
  deps: CarryOutDeps,
  principal: Principal,
  write: ProposedWrite,
  made: { readonly idempotencyKey: string; readonly agreement: Agreement },
  isResumed: boolean,
): Promise<Made> {
  switch (write.action) {
    case 'publish': {
      const { accountId, boardId, content } = write;
      return { pinId: (await createPin(deps, principal, { accountId, boardId, content, ...made }, 'api')).pin.pinId };
    }
    case 'schedule': {
      const { accountId, boardId, content, runAt } = write;
      const { schedule } = await createSchedule(deps, principal, { accountId, boardId, content, runAt, ...made });
      return { scheduleId: schedule.scheduleId };
    }
    case 'change_pin': {
      const { pinId, boardId, changes } = write;
      await findPin(deps, principal, pinId);
      const edit = (pin: PinView) => ({ boardId: boardId ?? pin.boardId, content: applyChanges(pin.content, changes) });
      await editPin(deps, principal, { pinId }, edit, made.agreement);
      return { pinId };
    }
    case 'change_schedule': {
      const { scheduleId, boardId, runAt, changes } = write;
      await findSchedule(deps, principal, scheduleId);
      const edit = (schedule: ScheduleView) => ({
        boardId: boardId ?? schedule.boardId,
        runAt: runAt ?? schedule.runAt,
        content: applyChanges(schedule.content, changes),
      });
      await editSchedule(deps, principal, scheduleId, edit, made.agreement);
      return { scheduleId };
    }
    case 'retry_pin':
      return retry(deps, principal, write, { agreement: made.agreement, isResumed });
  }
}

async function retry(
  deps: CarryOutDeps,
  principal: Principal,
  { pinId, toAccountId, boardId }: Extract<ProposedWrite, { readonly action: 'retry_pin' }>,
  { agreement, isResumed }: { readonly agreement: Agreement; readonly isResumed: boolean },
): Promise<Made> {
  await findPin(deps, principal, pinId);
  try {
    await retryPin(deps, principal, { pinId }, { accountId: toAccountId, boardId, agreement });
  } catch (error) {
    // It was retried before a stop.
    if (!isResumed || !(error instanceof Rejected) || error.code !== 'pin_not_failed') throw error;
  }
  return { pinId };
}
