import type { CommandBus } from '@nestjs/cqrs';
import type { ProjectAssets } from '@pps/assets';
import { quotaMonth, type QuotaReservations } from '@pps/billing';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { Rejected, type Clock } from '@pps/kernel';
import { AbandonPin, fingerprintOf, QueuePin, type QueuedPin } from '@pps/pins';
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
 *   or another process was first (`releaseUnit`), and for a process that died the sweep `quota-abandoning` (abandoning.dispatcher.ts of
 *   libs/pins), a minute after the unit was reserved. A request that was slower than the sweep reserves another unit.
 */
export interface QuotaReservationDeps {
  readonly quota: Pick<QuotaReservations, 'reserve' | 'reserveAll'>;
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly assets: Pick<ProjectAssets, 'withMediaType'>;
  readonly upgradeUrl: string;
  readonly clock: Clock;
  readonly newId: () => string;
}

export interface ReservedUnit {
  readonly month: string;
  readonly entryId: string;
}

/** How a project's pins are paid for: who asks, up to which monthly limit, and how the pins came in. */
export interface Reserving {
  readonly principal: Principal;
  readonly limit: number;
  readonly source: PinSource;
}

/** How often a unit is reserved anew for a request that was slower than the sweep each time. */
const triesAtMost = 3;

/** One unit, in an append shared with concurrent requests. Throws `Rejected('quota_exceeded')`. */
export async function reserveUnit(
  deps: QuotaReservationDeps,
  reserving: Reserving,
  pinId: string,
): Promise<ReservedUnit & { readonly used: number }> {
  const { month, claim, entryFor } = entriesOf(deps, reserving);
  const entry = entryFor(pinId);
  const { reserved, used } = await deps.quota.reserve({ ...claim, entry });
  if (!reserved) throw quotaExceeded(deps, { limit: reserving.limit, used });
  return { month, entryId: entry.entryId, used };
}

/** A unit for each pin, or none at all. Throws `Rejected('quota_exceeded')`. */
export async function reserveUnitForEach(
  deps: QuotaReservationDeps,
  reserving: Reserving,
  pinIds: readonly string[],
): Promise<MonthlyQuota & { readonly units: readonly ReservedUnit[] }> {
  const { month, claim, entryFor } = entriesOf(deps, reserving);
  const entries = pinIds.map(entryFor);
  const { reserved, used } = await deps.quota.reserveAll(claim, entries);
  const { limit } = reserving;
  if (!reserved) throw quotaExceeded(deps, { limit, used });
  return { units: entries.map(({ entryId }) => ({ month, entryId })), limit, used };
}

/** Reserves a unit and queues the pin with it. `used` does not count a unit that was released again. Throws `Rejected('quota_exceeded')`. */
export async function reserveAndQueue(
  deps: QuotaReservationDeps,
  reserving: Reserving,
  identified: IdentifiedRequest,
): Promise<QueuedPin & MonthlyQuota> {
  for (let tries = 1; ; tries++) {
    const unit = await reserveUnit(deps, reserving, identified.pinId);
    try {
      const queued = await queueOrRelease(deps, reserving, identified, unit);
      return { ...queued, limit: reserving.limit, used: queued.replayed ? unit.used - 1 : unit.used };
    } catch (error) {
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
  return queueOrRelease(deps, reserving, identified, unit).catch((error: unknown) => {
    if (!wasSwept(error)) throw error;
    return reserveAndQueue(deps, reserving, identified);
  });
}

async function queueOrRelease(
  deps: QuotaReservationDeps,
  { principal, source }: Reserving,
  { pinId, request }: IdentifiedRequest,
  unit: ReservedUnit,
): Promise<QueuedPin> {
  const { projectId, epoch, organizationId } = principal;
  const { accountId, boardId, content, idempotencyKey } = request;
  const now = deps.clock();
  const pin = {
    pinId,
    projectId,
    epoch,
    organizationId,
    accountId,
    boardId,
    content: await deps.assets.withMediaType(principal, content),
    contentHash: contentHashOf(request),
    fingerprint: fingerprintOf(boardId, content),
    ...(idempotencyKey === null ? {} : { idempotencyKey }),
    month: unit.month,
    entryId: unit.entryId,
    source,
    ...(principal.environment === 'sandbox' && { simulated: true as const }),
    queuedAt: now.toISOString(),
  };
  const queued = await deps.commands.execute(new QueuePin(pin, originOfPrincipal(principal, now))).catch(async (error: unknown) => {
    await releaseUnit(deps, principal, pinId, unit);
    throw error;
  });
  // Another process was first with the same key: its unit stands, ours is released.
  if (queued.replayed) await releaseUnit(deps, principal, pinId, unit);
  return queued;
}

/** Best effort: a unit that cannot be released here is found by the sweep within minutes. */
async function releaseUnit(
  deps: QuotaReservationDeps,
  principal: Principal,
  pinId: string,
  { month, entryId }: ReservedUnit,
): Promise<void> {
  const now = deps.clock();
  const abandon = new AbandonPin({ pinId, month, entryId, at: now.toISOString() }, originOfPrincipal(principal, now));
  await deps.commands.execute(abandon).catch(() => undefined);
}

function entriesOf({ clock, newId }: Pick<QuotaReservationDeps, 'clock' | 'newId'>, { principal, limit, source }: Reserving) {
  const now = clock();
  const at = now.toISOString();
  const origin = originOfPrincipal(principal, now);
  const { projectId, epoch } = principal;
  const month = quotaMonth(now);
  const entryFor = (pinId: string) => ({ entryId: newId(), pinId, units: 1, source, at, actor: origin.actor });
  return { month, claim: { projectId, epoch, month, limit, origin }, entryFor };
}

/** The sweep released the unit before its pin was queued. */
const wasSwept = (error: unknown): boolean => error instanceof Rejected && error.code === 'quota_entry_released';
