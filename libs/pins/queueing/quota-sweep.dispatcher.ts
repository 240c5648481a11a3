import type { Leadership } from '@pps/leases';
import type { CommandBus } from '@nestjs/cqrs';
import { pause } from '@pps/concurrency';
import type { Clock } from '@pps/kernel';
import { isPassedOver, passOver, type Database } from '@pps/read-store';
import { AbandonPin } from './abandon-pin';

export interface AbandoningDeps {
  readonly db: Database;
  readonly bus: CommandBus;
  readonly clock: Clock;
  /** Longer than a request takes between its quota entry and its pin; one that is slower takes another unit. */
  readonly unsettledForMs: number;
  readonly onError: (error: unknown) => void;
}

export const abandoningDuty = 'quota-abandoning';

const longestTickMs = 5_000;

interface Row {
  entry_id: string;
  pin_id: string;
  month: string;
  organization_id: string | null;
  project_id: string;
  epoch: number;
}

/** Gives up quota entries that no pin has settled; the process that answers `PinAbandoned` gives the unit back. */
export async function runAbandoning(deps: AbandoningDeps, { signal }: Leadership): Promise<void> {
  const tickMs = Math.min(longestTickMs, deps.unsettledForMs);
  while (!signal.aborted) {
    await sweep(deps, signal).catch(deps.onError);
    await pause(tickMs, signal);
  }
}

async function sweep(deps: AbandoningDeps, signal: AbortSignal): Promise<void> {
  const due = (await deps
    .db('pins.unsettled_quota')
    .where('consumed_at', '<', new Date(deps.clock().getTime() - deps.unsettledForMs))
    .whereRaw(`not ${isPassedOver(abandoningDuty, 'entry_id::text')}`)
    .orderBy('consumed_at')
    .limit(100)) as Row[];
  for (const row of due) {
    if (signal.aborted) return;
    // One that fails must not hold up the others behind it.
    await abandon(deps, row).catch(async (error: unknown) => {
      await passOver(deps.db, abandoningDuty, row.entry_id, error);
      deps.onError(error);
    });
  }
}

async function abandon({ db, bus, clock }: AbandoningDeps, row: Row): Promise<void> {
  const at = clock().toISOString();
  const entry = { pinId: row.pin_id, month: row.month, entryId: row.entry_id, at };
  const origin = {
    ...(row.organization_id === null ? {} : { organizationId: row.organization_id }),
    projectId: row.project_id,
    epoch: row.epoch,
    actor: { type: 'system' as const, id: 'quota-sweep' },
    occurredAt: at,
  };
  await bus.execute(new AbandonPin(entry, origin));
  // The entry is settled or released, and the log says so: one that a deposed leader wrote late would be read again for ever.
  await db('pins.unsettled_quota').where({ entry_id: row.entry_id }).delete();
}
