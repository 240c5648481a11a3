import { pause } from '@pps/concurrency';
import type { Clock } from '@pps/kernel';
import type { Leadership } from '@pps/leases';
import { abandonPin, type ChangePinDeps } from '../pin/change-pin';

/** A reserved unit that no fact has settled yet. */
export interface UnsettledUnit {
  readonly entryId: string;
  readonly pinId: string;
  /** In UTC, `yyyy-mm`. */
  readonly month: string;
  readonly organizationId: string | null;
  readonly projectId: string;
  readonly epoch: number;
  /** When it was reserved, ISO 8601. */
  readonly reservedAt: string;
}

/** The reserved units that wait for the pin that confirms them. */
export interface UnsettledQuota {
  /** Adds units and removes the entries of others, both or neither; a unit that is there already stays as it is. */
  note(units: readonly UnsettledUnit[], settledEntryIds: readonly string[]): Promise<void>;
  /** The oldest of those reserved before a moment, at most 100, without those that are passed over. */
  findDue(reservedBefore: Date): Promise<readonly UnsettledUnit[]>;
  /** Leaves a unit alone for a growing while. Throws an error that is not the unit's own. */
  passOver(entryId: string, error: unknown): Promise<void>;
  remove(entryId: string): Promise<void>;
}

interface QuotaSweepDeps extends ChangePinDeps {
  readonly unsettled: Pick<UnsettledQuota, 'findDue' | 'passOver' | 'remove'>;
  readonly clock: Clock;
  /** Longer than a request takes between its quota entry and its pin; one that is slower takes another unit. */
  readonly unsettledForMs: number;
  readonly onError: (error: unknown) => void;
}

export const quotaSweepDuty = 'quota-sweep';

const longestTickMs = 5_000;

/** Sweeps every 5 s, or as often as a unit may be unsettled if that is shorter, until the leadership ends. */
export async function runQuotaSweep(deps: QuotaSweepDeps, { signal }: Leadership): Promise<void> {
  const tickMs = Math.min(longestTickMs, deps.unsettledForMs);
  while (!signal.aborted) {
    await sweepQuota(deps, signal).catch(deps.onError);
    await pause(tickMs, signal);
  }
}

/**
 * Abandons the pins of units, at most 100, that nothing has settled in time; the process that answers `PinAbandoned` releases the unit.
 * Throws what is not one unit's own error, such as `StoreUnavailable`.
 */
export async function sweepQuota(deps: QuotaSweepDeps, signal?: AbortSignal): Promise<void> {
  const due = await deps.unsettled.findDue(new Date(deps.clock().getTime() - deps.unsettledForMs));
  for (const unit of due) {
    if (signal?.aborted) return;
    // One that fails must not hold up the others behind it.
    await abandon(deps, unit).catch(async (error: unknown) => {
      await deps.unsettled.passOver(unit.entryId, error);
      deps.onError(error);
    });
  }
}

async function abandon({ unsettled, streams, clock }: QuotaSweepDeps, unit: UnsettledUnit): Promise<void> {
  const { entryId, pinId, month, organizationId, projectId, epoch } = unit;
  const at = clock().toISOString();
  const origin = {
    ...(organizationId !== null && { organizationId }),
    projectId,
    epoch,
    actor: { type: 'system' as const, id: quotaSweepDuty },
    occurredAt: at,
  };
  await abandonPin({ streams }, { pinId, month, entryId, at }, origin);
  // The entry is settled or released, and the log says so: one that a deposed leader wrote late would be read again for ever.
  await unsettled.remove(entryId);
}
