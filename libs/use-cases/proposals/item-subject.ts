import type { Streams } from '@pps/event-store';
import { refuseForeignOwner, type Principal } from '@pps/identity';
import { NotFound, Rejected } from '@pps/kernel';
import { describePin, pinStream, type PinView } from '@pps/pins/events';
import { applyChanges } from '@pps/proposals';
import type { Proposal, ProposedWrite } from '@pps/proposals/events';
import { describeSchedule, scheduleStream, type ScheduleView } from '@pps/schedules/events';
import { canonicalize } from 'json-canonicalize';
import { createHash } from 'node:crypto';

/** The pin or the schedule that an item changes or tries again. */
export type ItemSubject = ShownSubject & Pick<PinView | ScheduleView, 'status' | 'updatedAt'>;

type ShownSubject = Pick<PinView, 'accountId' | 'boardId' | 'content' | 'agreement'> & { readonly runAt?: string };

/** A write that changes what is there. */
export type ChangingWrite = Extract<ProposedWrite, { readonly action: 'change_pin' | 'change_schedule' | 'retry_pin' }>;

export const isChanging = (write: ProposedWrite): write is ChangingWrite => write.action !== 'publish' && write.action !== 'schedule';

/** What an item changes or tries again, as its stream has it. Throws `NotFound` for an absent or foreign one, `Rejected('account_not_permitted')`. */
export async function requireSubject(
  { streams }: { readonly streams: Pick<Streams, 'load'> },
  principal: Principal,
  write: ChangingWrite,
): Promise<ItemSubject> {
  const subject = await loadSubject(streams, principal, write);
  if (!subject) throw new NotFound(write.action === 'change_schedule' ? 'Schedule' : 'Pin');
  refuseForeignOwner(principal, subject.accountId);
  return subject;
}

/** The same; null where there is none. */
export async function loadSubject(
  streams: Pick<Streams, 'load'>,
  { projectId, epoch }: Pick<Principal, 'projectId' | 'epoch'>,
  write: ChangingWrite,
): Promise<ItemSubject | null> {
  if (write.action === 'change_schedule') {
    const { state } = await streams.load(scheduleStream, write.scheduleId);
    return state.kind === 'schedule' && state.projectId === projectId && state.epoch === epoch ? describeSchedule(state) : null;
  }
  const { state } = await streams.load(pinStream, write.pinId);
  return state.kind === 'pin' && state.projectId === projectId && state.epoch === epoch ? describePin(state) : null;
}

/** Of everything that a person is shown of it. */
export const hashOfSubject = ({ accountId, boardId, content, runAt }: ShownSubject): string =>
  createHash('sha256')
    .update(canonicalize({ accountId, boardId, content, ...(runAt !== undefined && { runAt }) }))
    .digest('hex');

/** What the subject is once the item is done. Throws `Invalid` where nothing would be shown. */
export function changedSubject<Subject extends ShownSubject>(subject: Subject, write: ChangingWrite): Subject {
  if (write.action === 'retry_pin')
    return { ...subject, accountId: write.toAccountId ?? subject.accountId, boardId: write.boardId ?? subject.boardId };
  return {
    ...subject,
    boardId: write.boardId ?? subject.boardId,
    ...('runAt' in write && write.runAt !== undefined && { runAt: write.runAt }),
    content: applyChanges(subject.content, write.changes),
  };
}

/** Whether the subject is what the write would make of it. Throws as `changedSubject`. */
export function isSoAlready(subject: ShownSubject, write: ChangingWrite): boolean {
  // What kind of file it shows is found again with each change.
  const present = write.action === 'retry_pin' ? subject : { ...subject, content: applyChanges(subject.content, {}) };
  return hashOfSubject(changedSubject(subject, write)) === hashOfSubject(present);
}

/**
 * A person agreed to a change of what he saw: changed since by anybody but himself in the same proposal, it is something else. Throws `Rejected('conflict')`.
 */
export function requireUnchanged(
  { proposalId }: Pick<Proposal, 'proposalId'>,
  agreed: { readonly number: number; readonly subjectHash?: string },
  subject: ShownSubject,
): void {
  const { subjectHash, number } = agreed;
  if (subjectHash === undefined || subject.agreement?.proposalId === proposalId || hashOfSubject(subject) === subjectHash) return;
  throw changedSince(number, proposalId);
}

/** The refusal where an item, or what it changes, is not what the person looked at. */
export const changedSince = (number: number, proposalId: string): Rejected =>
  new Rejected(
    'conflict',
    `Item ${number} is not what it was when you looked at it.`,
    { proposal_id: proposalId, number },
    { remediation: 'Look at it again, and agree to it as it is now.' },
  );
