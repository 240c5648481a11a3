import { leadDuty } from '@pps/leases';
import { projectorDuty, runProjector } from '@pps/read-store';
import type { HostContext, RunningHost } from '@pps/runtime';
import { projections } from '@projections/index';
import { hostKeys } from '../foundation/host-keys';
import { openParts } from '../foundation/open-parts';

/** Maintains the read models; of several projectors of the same release one leads and the others stand by. */
export async function startProjector({ config, logger }: HostContext): Promise<RunningHost> {
  const parts = await openParts(config, logger, undefined, hostKeys.projector);
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
    failed: parts.failed,
    stop: async () => {
      ending.abort();
      await leading;
      await parts.stop();
    },
  };
}
