import type { ProjectAssets } from '@pps/assets';
import { quotaMonth, type Plan, type QuotaCounter } from '@pps/billing';
import type { Streams } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { Rejected, type Clock } from '@pps/kernel';
import { abandonPin, fingerprintOf, queuePin, type QueuedPin } from '@pps/pins';
import type { PinSource } from '@pps/pins/events';
import { contentHashOf, type IdentifiedRequest } from './duplicate-request';
import { quotaExceeded, type MonthlyQuota } from './pin-checks';

/**
 * One unit of the month's quota, from the cradle to the grave:
 *
 * - **reserved** by `QuotaConsumed` in `quota-<project>-<month>`, before the pin exists (`reserveUnit`, `reserveUnitForEach`);
 * - **confirmed** by `PinQueued`, which names the unit's entry (`queueWithUnit`); the process `quota-settling` of libs/pins notes every
 *   reserved unit until it sees its pin;
 * - **released** when no pin comes: `PinAbandoned` first, expecting that the pin was not queued with this unit, and only then
 *   `QuotaReleased`, appended by the process `quota-releasing` of libs/billing. Who abandons is the request itself when its append fails
 *   or another process was first (`releaseUnit`), and for a process that died the quota sweep (quota-sweep.dispatcher.ts of
 *   libs/pins), a minute after the unit was reserved. A request that was slower than the sweep reserves another unit.
 *
 * A schedule's pin holds a unit only while it may be published or is: `PinFailed` and `PinDeleted` name the unit that it gives back, which
 * `quota-releasing` releases unless the request that deleted the pin has (delete-pin.ts), and each retry reserves another one,
 * confirmed by `PinRetryRequested` (edit-pin.ts).
 */
export interface QuotaReservationDeps {
  readonly quota: Pick<QuotaCounter, 'reserve' | 'reserveAll'>;
  readonly streams: Pick<Streams, 'decide'>;
  readonly assets: Pick<ProjectAssets, 'withMediaType'>;
  readonly upgradeUrl: string;
  readonly clock: Clock;
  readonly newId: () => string;
}

export interface ReservedUnit {
  readonly month: string;
  readonly entryId: string;
}

/** What an entry says of the pin that it pays for. */
interface PaidPin {
  readonly pinId: string;
  readonly accountId: string;
  readonly scheduleId?: string;
}

export const paidPinOf = ({ pinId, request: { accountId, scheduleId } }: IdentifiedRequest): PaidPin => ({
  pinId,
  accountId,
  ...(scheduleId !== undefined && { scheduleId }),
});

/** How a project's pins are paid for: who asks, up to which monthly limit, and how the pins came in. */
export interface Reserving {
  readonly principal: Principal;
  readonly plan: Plan;
  readonly limit: number;
  readonly source: PinSource;
  /** Called with a reserved unit before its pin is queued; what it throws stops that, and the unit is released. */
  readonly onReserved?: (unit: ReservedUnit, identified: IdentifiedRequest) => Promise<void>;
}

/** How often a unit is reserved anew for a request that was slower than the sweep each time. */
const triesAtMost = 3;

/** One unit, in an append shared with concurrent requests. Throws `Rejected('quota_exceeded')`. */
async function reserveUnit(
  deps: QuotaReservationDeps,
  reserving: Reserving,
  pin: PaidPin,
): Promise<ReservedUnit & { readonly used: number }> {
  const { month, claim, entryFor } = entriesOf(deps, reserving);
  const entry = entryFor(pin);
  const { reserved, used } = await deps.quota.reserve({ ...claim, entry });
  if (!reserved) throw quotaExceeded(deps, reserving.principal, { limit: reserving.limit, used }, month);
  return { month, entryId: entry.entryId, used };
}

/** A unit for each pin, or none at all. Throws `Rejected('quota_exceeded')`. */
export async function reserveUnitForEach(
  deps: QuotaReservationDeps,
  reserving: Reserving,
  pins: readonly PaidPin[],
): Promise<MonthlyQuota & { readonly units: readonly ReservedUnit[] }> {
  const { month, claim, entryFor } = entriesOf(deps, reserving);
  const entries = pins.map(entryFor);
  const { reserved, used } = await deps.quota.reserveAll(claim, entries);
  const { limit } = reserving;
  if (!reserved) throw quotaExceeded(deps, reserving.principal, { limit, used }, month);
  return { units: entries.map(({ entryId }) => ({ month, entryId })), limit, used };
}

/** Reserves a unit and queues the pin with it. `used` does not count a unit that was released again. Throws `Rejected('quota_exceeded')`. */
export async function reserveAndQueue(
  deps: QuotaReservationDeps,
  reserving: Reserving,
  identified: IdentifiedRequest,
): Promise<QueuedPin & MonthlyQuota> {
  return withReservedUnit(deps, reserving, paidPinOf(identified), async (unit) => {
    const queued = await queue(deps, reserving, identified, unit);
    // Another process was first with the same key: its unit stands, ours is released.
    if (queued.replayed) await releaseUnit(deps, reserving.principal, identified.pinId, unit);
    return { ...queued, limit: reserving.limit, used: queued.replayed ? unit.used - 1 : unit.used };
  });
}

/**
 * Reserves a unit for the pin and does `work` with it. Where that fails the unit is released; where the sweep was first, it is done again with
 * another unit, 3 times at most. Throws `Rejected('quota_exceeded')` and what `work` throws.
 */
export async function withReservedUnit<T>(
  deps: QuotaReservationDeps,
  reserving: Reserving,
  pin: PaidPin,
  work: (unit: ReservedUnit & { readonly used: number }) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const unit = await reserveUnit(deps, reserving, pin);
    try {
      return await work(unit);
    } catch (error) {
      await releaseUnit(deps, reserving.principal, pin.pinId, unit);
      if (!wasSwept(error) || tries === triesAtMost) throw error;
    }
  }
}

/** Queues the pin with a unit that was reserved before; one that the sweep released meanwhile is replaced. */
export async function queueWithUnit(
  deps: QuotaReservationDeps,
  reserving: Reserving,
  identified: IdentifiedRequest,
  unit: ReservedUnit,
): Promise<QueuedPin> {
  try {
    const queued = await queue(deps, reserving, identified, unit);
    if (queued.replayed) await releaseUnit(deps, reserving.principal, identified.pinId, unit);
    return queued;
  } catch (error) {
    await releaseUnit(deps, reserving.principal, identified.pinId, unit);
    if (!wasSwept(error)) throw error;
    return reserveAndQueue(deps, reserving, identified);
  }
}

async function queue(
  deps: QuotaReservationDeps,
  { principal, source, onReserved }: Reserving,
  identified: IdentifiedRequest,
  unit: ReservedUnit,
): Promise<QueuedPin> {
  await onReserved?.(unit, identified);
  const { pinId, request } = identified;
  const { projectId, epoch, organizationId } = principal;
  const { accountId, boardId, content, idempotencyKey, importJobId, scheduleId, agreement } = request;
  const now = deps.clock();
  const pin = {
    pinId,
    projectId,
    epoch,
    organizationId,
    accountId,
    boardId,
    content: content.assetId === undefined ? content : await deps.assets.withMediaType(principal, content),
    contentHash: contentHashOf(request),
    fingerprint: fingerprintOf(boardId, content),
    idempotencyKey,
    month: unit.month,
    entryId: unit.entryId,
    source,
    ...(importJobId === undefined ? {} : { importJobId }),
    ...(scheduleId !== undefined && { scheduleId }),
    ...(principal.environment === 'sandbox' && { simulated: true as const }),
    ...(agreement && { agreement }),
    queuedAt: now.toISOString(),
  };
  return queuePin(deps, pin, originOfPrincipal(principal, now));
}

/** Best effort: a unit that cannot be released here is found by the sweep within minutes. */
async function releaseUnit(
  deps: QuotaReservationDeps,
  principal: Principal,
  pinId: string,
  { month, entryId }: ReservedUnit,
): Promise<void> {
  const now = deps.clock();
  const unit = { pinId, month, entryId, at: now.toISOString() };
  await abandonPin(deps, unit, originOfPrincipal(principal, now)).catch(() => undefined);
}

function entriesOf({ clock, newId }: Pick<QuotaReservationDeps, 'clock' | 'newId'>, { principal, plan, limit, source }: Reserving) {
  const now = clock();
  const at = now.toISOString();
  const origin = originOfPrincipal(principal, now);
  const { projectId, epoch } = principal;
  const month = quotaMonth(now);
  const entryFor = (pin: PaidPin) => ({ entryId: newId(), ...pin, units: 1, source, at, actor: origin.actor });
  return { month, claim: { projectId, epoch, month, plan, limit, origin }, entryFor };
}

/** The sweep released the unit before its pin was queued. */
const wasSwept = (error: unknown): boolean => error instanceof Rejected && error.code === 'quota_entry_released';
