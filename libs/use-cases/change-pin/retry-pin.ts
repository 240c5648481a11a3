import { ReleaseQuota } from '@pps/billing';
import type { CommandRunner } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { fingerprintOf, requireFailed } from '@pps/pins';
import { pinStream, type PinView } from '@pps/pins/events';
import type { DuplicateRequestDeps } from '../create-pin/duplicate-request';
import { requireBoard, requireMediaOfEdit, type PinCheckDeps } from '../create-pin/pin-checks';
import { withReservedUnit, type QuotaReservationDeps } from '../create-pin/quota-reservation';
import { appendPinChange, type PinChangeDeps } from './append-pin-change';

export type RetryPinDeps = PinCheckDeps &
  PinChangeDeps &
  QuotaReservationDeps &
  Pick<DuplicateRequestDeps, 'creationsByPin'> & { readonly runner: Pick<CommandRunner, 'load'> };

/** Where a retried pin goes; the account was required before. */
export interface RetryTarget {
  readonly accountId: string;
  readonly boardId: string;
}

/**
 * Queues a failed pin again, checked like a new one. It costs no quota, but for a schedule's pin, whose unit was given back when it failed.
 * Throws `Rejected('pin_not_failed')`, the refusals of the checks and, of a schedule's pin, `Rejected('quota_exceeded')`: nothing has changed then.
 */
export async function retryPin(
  deps: RetryPinDeps,
  principal: Principal,
  pin: PinView,
  { accountId, boardId }: RetryTarget,
): Promise<PinView> {
  if (pin.status !== 'failed') {
    throw new Rejected('pin_not_failed', 'Only a failed pin can be retried.', { pin_id: pin.pinId, status: pin.status });
  }
  await requireMediaOfEdit(deps, principal, pin.content, pin.content);
  await requireBoard(deps, principal, accountId, boardId);
  const change = { kind: 'retry', accountId, boardId, fingerprint: fingerprintOf(boardId, pin.content) } as const;
  if (pin.source === 'schedule') return retryWithUnit(deps, principal, pin, change);
  return appendPinChange(deps, principal, pin.pinId, change);
}

/** Retries of one pin run one at a time in a process, so that only one of them reserves a unit. */
async function retryWithUnit(
  deps: RetryPinDeps,
  principal: Principal,
  pin: PinView,
  change: RetryTarget & { readonly kind: 'retry'; readonly fingerprint: string },
): Promise<PinView> {
  const { plan, terms } = await deps.termsOf(principal);
  const reserving = { principal, plan, limit: terms.quotaPinsMonthly, source: pin.source };
  const { pinId, scheduleId } = pin;
  const paid = { pinId, accountId: change.accountId, ...(scheduleId !== undefined && { scheduleId }) };
  return deps.creationsByPin.runExclusive(pinId, async () => {
    const failed = requireFailed((await deps.runner.load(pinStream, pinId)).state);
    await releaseFailedUnit(deps, principal, failed);
    return withReservedUnit(deps, reserving, paid, ({ month, entryId }) =>
      appendPinChange(deps, principal, pinId, { ...change, unit: { month, entryId } }),
    );
  });
}

/** The process that answers the failure may be behind: a unit that the pin holds no more must not be what the retry lacks. Silent where it was released. */
async function releaseFailedUnit(
  { commands, clock }: PinChangeDeps,
  principal: Principal,
  { pinId, projectId, epoch, month, entryId }: Pick<PinView, 'pinId' | 'projectId' | 'epoch' | 'month' | 'entryId'>,
): Promise<void> {
  const now = clock();
  const entry = { entryId, pinId, reason: 'scheduled_publish_failed' as const, at: now.toISOString() };
  await commands.execute(new ReleaseQuota({ projectId, epoch, month }, entry, originOfPrincipal(principal, now)));
}
