import { releaseQuota } from '@pps/billing';
import { WrongRevision } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { requireFailed } from '@pps/pins';
import { pinStream, type Pin, type PinView } from '@pps/pins/events';
import type { DuplicateRequestDeps } from '../create-pin/duplicate-request';
import { requireAccount, requireMediaOfEdit, type PinCheckDeps } from '../create-pin/pin-checks';
import { withReservedUnit, type QuotaReservationDeps } from '../create-pin/quota-reservation';
import { appendPinChange, type PinChangeDeps } from './append-pin-change';
import { changePresentPin, type PresentPinDeps } from './change-present-pin';

export type RetryPinDeps = PinCheckDeps &
  PinChangeDeps &
  QuotaReservationDeps &
  PresentPinDeps &
  Pick<DuplicateRequestDeps, 'creationsByPin'>;

/** Where a retried pin goes, as far as the client named it; the rest stays as it is. */
export interface RetryTarget {
  readonly accountId?: string | undefined;
  readonly boardId?: string | undefined;
}

/** Called right before a retry is appended behind this revision of the pin's stream; what it throws stops that. */
export type RetryAnnouncement = (pinRevision: number) => Promise<void>;

/**
 * Queues a failed pin again, checked like a new one. It costs no quota, but for a schedule's pin, whose unit was given back when it failed.
 * Throws `Rejected('pin_not_failed')`, the refusals of the checks and, of a schedule's pin, `Rejected('quota_exceeded')`: nothing has changed then.
 */
export async function retryPin(
  deps: RetryPinDeps,
  principal: Principal,
  { pinId }: Pick<PinView, 'pinId'>,
  { accountId, boardId }: RetryTarget,
  announce?: RetryAnnouncement,
): Promise<PinView> {
  const change = { kind: 'retry', accountId, boardId } as const;
  return changePresentPin(deps, principal, pinId, async (state, revision, requireBoard) => {
    const pin = requireFailed(state);
    const account = accountId ?? pin.accountId;
    await requireAccount(deps, principal, account);
    await requireMediaOfEdit(deps, principal, pin.content, pin.content);
    await requireBoard(account, boardId ?? pin.boardId);
    if (pin.source === 'schedule') return retryWithUnit(deps, principal, { pin, revision }, change, announce);
    return appendPinChange(deps, principal, pinId, change, revision);
  });
}

/** Retries of one pin run one at a time in a process, so that only one of them reserves a unit. */
async function retryWithUnit(
  deps: RetryPinDeps,
  principal: Principal,
  { pin: checked, revision: checkedAt }: { readonly pin: Pin; readonly revision: number },
  change: RetryTarget & { readonly kind: 'retry' },
  announce?: RetryAnnouncement,
): Promise<PinView> {
  const { plan, terms } = await deps.termsOf(principal);
  const reserving = { principal, plan, limit: terms.quotaPinsMonthly, source: checked.source };
  const { pinId, scheduleId } = checked;
  const paid = { pinId, accountId: change.accountId ?? checked.accountId, ...(scheduleId !== undefined && { scheduleId }) };
  return deps.creationsByPin.runExclusive(pinId, async () => {
    const { state, revision } = await deps.streams.load(pinStream, pinId);
    const failed = requireFailed(state);
    // Another change came first: what was checked may not hold for it.
    if (revision !== checkedAt) throw new WrongRevision(pinId);
    await releaseFailedUnit(deps, principal, failed);
    return withReservedUnit(deps, reserving, paid, async ({ month, entryId }) => {
      // Only with a unit: should this process die now, its release moves the pin's stream on, and what was announced is over.
      await announce?.(revision);
      return appendPinChange(deps, principal, pinId, { ...change, unit: { month, entryId } }, revision);
    });
  });
}

/** The process that answers the failure may be behind: a unit that the pin holds no more must not be what the retry lacks. Silent where it was released. */
async function releaseFailedUnit(
  { streams, clock }: PinChangeDeps,
  principal: Principal,
  { pinId, projectId, epoch, month, entryId }: Pick<PinView, 'pinId' | 'projectId' | 'epoch' | 'month' | 'entryId'>,
): Promise<void> {
  const now = clock();
  const entry = { entryId, pinId, reason: 'scheduled_publish_failed' as const, at: now.toISOString() };
  await releaseQuota({ streams }, { projectId, epoch, month }, entry, originOfPrincipal(principal, now));
}
