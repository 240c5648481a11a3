import type { LiveStates, Streams } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { derivedId, Rejected } from '@pps/kernel';
import type { Agreement, PinView } from '@pps/pins/events';
import type { ItemOutcome, Proposal, ProposalItem } from '@pps/proposals/events';
import type { ScheduleView } from '@pps/schedules/events';
import { failureOf } from '@pps/runtime';
import { editPin, retryPin, type RetryPinDeps } from '../change-pin/edit-pin';
import { editSchedule } from '../change-schedule/edit-schedule';
import type { ChangeScheduleDeps } from '../change-schedule/settle-schedule';
import { createPin, type CreatePinDeps } from '../create-pin/create-pin';
import { contentHashOf } from '../create-pin/duplicate-request';
import { createSchedule, type CreateScheduleDeps } from '../create-schedule/create-schedule';
import { scheduleHashOf } from '../create-schedule/duplicate-schedule';
import { storedUnder } from '../import-pins/as-stored-before';
import { changedSubject, isChanging, isSoAlready, loadSubject, requireSubject, requireUnchanged, type ChangingWrite } from './item-subject';

export type CarryOutDeps = CreatePinDeps &
  CreateScheduleDeps &
  RetryPinDeps &
  ChangeScheduleDeps & { readonly streams: Pick<Streams, 'load'> };

/** An item that a person agreed to, of which it is not known what became. */
export type ApprovingItem = Extract<ProposalItem, { readonly status: 'approving' }>;

/** Of one item there is one pin or schedule, however often and by whom it is carried out; one that was named is the repeat of others of that name. */
export const keyOfProposalItem = (
  { proposalId }: Pick<Proposal, 'proposalId'>,
  { number, write }: Pick<ProposalItem, 'number' | 'write'>,
): string => ('idempotencyKey' in write && write.idempotencyKey) || derivedId('item of a proposal', proposalId, number);

/**
 * Does what a person agreed to, as he would himself, and says what became of it: what refuses him is the outcome. `isResumed`: it may have been done before.
 * Throws what is no fault of what was asked for (`StoreUnavailable` …): then it is not known whether it was done, and it has to be carried out again.
 */
export async function carryOutItem(
  deps: CarryOutDeps,
  principal: Principal,
  proposal: Proposal,
  item: ApprovingItem,
  { isResumed }: { readonly isResumed: boolean },
): Promise<ItemOutcome> {
  const { number } = item;
  try {
    const before = isResumed ? await doneBefore(deps, proposal, item) : null;
    return { number, status: 'approved', ...(before ?? (await done(deps, principal, proposal, item))) };
  } catch (error) {
    const { status, code, message, remediation, errors } = failureOf(error);
    if (status >= 500 && !(error instanceof Rejected)) throw error;
    const words = errors && errors.length > 0 ? errors.map(({ msg }) => msg).join('; ') : message;
    return { number, status: 'failed', errorCode: code, errorMessage: words, remediation };
  }
}

type Made = Pick<ItemOutcome, 'pinId' | 'scheduleId'>;

const agreementOf = ({ proposalId }: Proposal, { agreedBy }: ApprovingItem): Agreement => ({
  ...{ way: agreedBy.by, userId: agreedBy.userId, proposalId },
});

async function done(deps: CarryOutDeps, principal: Principal, proposal: Proposal, item: ApprovingItem): Promise<Made> {
  const { write } = item;
  const made = { idempotencyKey: keyOfProposalItem(proposal, item), agreement: agreementOf(proposal, item) };
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
    case 'change_pin':
    case 'change_schedule':
    case 'retry_pin':
      return change(deps, principal, { proposal, item, write });
  }
}

interface Change {
  readonly proposal: Proposal;
  readonly item: ApprovingItem;
  readonly write: ChangingWrite;
}

async function change(deps: CarryOutDeps, principal: Principal, { proposal, item, write }: Change): Promise<Made> {
  const made = madeBy(write);
  const agreement = agreementOf(proposal, item);
  if (write.action === 'retry_pin') {
    requireUnchanged(proposal, item, await requireSubject(deps, principal, write));
    const { pinId, toAccountId, boardId } = write;
    await retryPin(deps, principal, { pinId }, { accountId: toAccountId, boardId, agreement });
    return made;
  }
  await requireSubject(deps, principal, write);
  if (write.action === 'change_pin') {
    const edit = (pin: PinView) => {
      requireUnchanged(proposal, item, pin);
      return changedSubject(pin, write);
    };
    await editPin(deps, principal, write, edit, agreement);
    return made;
  }
  const edit = (schedule: ScheduleView) => {
    // One that has fired shows what its pin does, and is refused as such.
    if (schedule.status === 'scheduled') requireUnchanged(proposal, item, schedule);
    return changedSubject(schedule, write);
  };
  await editSchedule(deps, principal, write.scheduleId, edit, agreement);
  return made;
}

/**
 * What was made or changed of an item that was stopped; null where nothing was. Of a change: it is as it was to be; of a retry: the pin has gone on since.
 */
export async function doneBefore(
  { streams }: Pick<CarryOutDeps, 'streams'>,
  proposal: Proposal,
  item: ApprovingItem,
): Promise<Made | null> {
  const { write, agreedAt } = item;
  if (!isChanging(write)) {
    const log = { get: (...[type, id]: Parameters<LiveStates['get']>) => streams.load(type, id) } as Pick<LiveStates, 'get'>;
    const runAt = write.action === 'schedule' ? write.runAt : null;
    const idempotencyKey = keyOfProposalItem(proposal, item);
    const stored = await storedUnder(log, { ...proposal, asOf: 0n }, { runAt }, idempotencyKey);
    const hash = write.action === 'schedule' ? scheduleHashOf({ ...write, idempotencyKey }) : contentHashOf({ ...write, idempotencyKey });
    // A name of its own may stand for something else.
    const isOther = write.idempotencyKey !== undefined && stored !== null && stored.contentHash !== null && stored.contentHash !== hash;
    return isOther ? null : (stored?.ids ?? null);
  }
  const subject = await loadSubject(streams, proposal, write);
  if (!subject) return null;
  const isDone = write.action === 'retry_pin' ? subject.status !== 'failed' || subject.updatedAt > agreedAt : isSoAlready(subject, write);
  return isDone ? madeBy(write) : null;
}

const madeBy = (write: ChangingWrite): Made =>
  write.action === 'change_schedule' ? { scheduleId: write.scheduleId } : { pinId: write.pinId };
