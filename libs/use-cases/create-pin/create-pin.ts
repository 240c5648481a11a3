import type { Principal } from '@pps/identity';
import type { QueuedPin } from '@pps/pins';
import type { PinSource } from '@pps/pins/events';
import { withAgreement } from '../agreement/require-agreement';
import {
  findDuplicate,
  identifyRequest,
  retryAfterConcurrentDuplicates,
  type DuplicateRequestDeps,
  type IdentifiedRequest,
  type PinRequest,
} from './duplicate-request';
import {
  monthlyQuota,
  requireAccount,
  requireBilling,
  requireBoard,
  requireFeature,
  requireMedia,
  type MonthlyQuota,
  type PinCheckDeps,
} from './pin-checks';
import { reserveAndQueue, type QuotaReservationDeps, type Reserving } from './quota-reservation';

export type CreatePinDeps = PinCheckDeps & DuplicateRequestDeps & QuotaReservationDeps;

interface CreatedPin extends QueuedPin {
  /** The month's quota after this call. */
  readonly quota: MonthlyQuota;
}

/**
 * Queues one pin for publishing; a repeat of a request answers the pin as it is (`replayed`). Checked in this order: agreement, account, repeat, plan
 * feature, billing, media, board, quota. A refused call has changed nothing and costs nothing. `onReserved` has the last word before the pin is
 * queued: where it throws, the unit is released.
 * Throws `NotFound` for the account, `Invalid` for media that do not fit together, `Rejected` with the refusal of the check, `StoreUnavailable`.
 */
export async function createPin(
  deps: CreatePinDeps,
  principal: Principal,
  request: PinRequest,
  source: PinSource,
  onReserved?: Reserving['onReserved'],
): Promise<CreatedPin> {
  const agreed = withAgreement(principal, request);
  await requireAccount(deps, principal, request.accountId);
  const identified = identifyRequest(deps, principal, agreed);
  const way = { source, ...(onReserved && { onReserved }) };
  if (identified.isKeyNew) return createNewPin(deps, principal, identified, way);
  return deps.creationsByPin.runExclusive(identified.pinId, () =>
    retryAfterConcurrentDuplicates(deps, principal, async (now, reserveFor) => {
      const duplicate = await findDuplicate(deps, now, identified);
      if (duplicate) return { pin: duplicate, replayed: true, quota: await monthlyQuota(deps, now) };
      reserveFor([identified.pinId]);
      return createNewPin(deps, now, identified, way);
    }),
  );
}

async function createNewPin(
  deps: CreatePinDeps,
  principal: Principal,
  identified: IdentifiedRequest,
  way: Pick<Reserving, 'source' | 'onReserved'>,
): Promise<CreatedPin> {
  const { accountId, boardId, content } = identified.request;
  const terms = await deps.termsOf(principal);
  requireFeature(deps, content, terms);
  requireBilling(deps, terms);
  await requireMedia(deps, principal, content);
  await requireBoard(deps, principal, accountId, boardId);
  const reserving = { principal, plan: terms.plan, limit: terms.planTerms.quotaPinsMonthly, ...way };
  const { limit, used, ...queued } = await reserveAndQueue(deps, reserving, identified);
  return { ...queued, quota: { limit, used } };
}
