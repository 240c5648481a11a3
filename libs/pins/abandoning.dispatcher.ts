import type { CommandBus } from '@nestjs/cqrs';
import type { Clock } from '@pps/kernel';
import type { Database, Leadership } from '@pps/read-store';
import { setTimeout as delay } from 'node:timers/promises';
import { AbandonPin } from './abandon-pin';

export interface AbandoningDeps {
  readonly db: Database;
  readonly bus: CommandBus;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export const abandoningDuty = 'quota-abandoning';

/** Longer than any request can take between its quota entry and its pin. */
const unsettledForMs = 60_000;
const tickMs = 5_000;

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
  while (!signal.aborted) {
    try {
      const due = (await deps
        .db('service.quota_unsettled')
        .where('consumed_at', '<', new Date(deps.clock().getTime() - unsettledForMs))
        .orderBy('consumed_at')
        .limit(100)) as Row[];
      for (const row of due) await abandon(deps, row);
    } catch (error) {
      deps.onError(error);
    }
    await delay(tickMs, undefined, { signal }).catch(() => undefined);
  }
}

async function abandon({ bus, clock }: AbandoningDeps, row: Row): Promise<void> {
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
}
