import { leadDuty } from '@pps/leases';
import { projectorDuty, runProjector } from '@pps/read-store';
import type { HostContext, RunningHost } from '@pps/runtime';
import { projections } from '@projections/index';
import { hostKeys } from '../foundation/host-keys';
import { onOwnParts } from '../foundation/on-own-parts';
import type { Parts } from '../foundation/open-parts';

/** Maintains the read models; of several projectors of the same release one leads and the others stand by. */
export async function startProjector(context: HostContext): Promise<RunningHost> {
  return onOwnParts(context, { keys: hostKeys.projector }, startProjectorOn);
}

/** The same on parts that others may share; stopping it leaves them open. */
export async function startProjectorOn(parts: Parts, { logger }: HostContext): Promise<RunningHost> {
  const ending = new AbortController();
  const leading = leadDuty(
    parts.db,
    projectorDuty(projections),
    ending.signal,
    ({ signal }) =>
      runProjector({
        db: parts.db,
        store: parts.store,
        projections,
        signal,
        log: (level, message, fields) => logger[level](fields ?? {}, message),
      }),
    (error) => {
      // Stopping interrupts them too.
      if (!ending.signal.aborted) logger.error({ err: error }, 'projections');
    },
  );
  return {
    stop: async () => {
      ending.abort();
      await leading;
    },
  };
}
