import { leadDuties } from '@pps/leases';
import { projectionDuty, runProjector } from '@pps/read-store';
import type { HostContext, RunningHost } from '@pps/runtime';
import { awaitedProjections, projections, projectionShares } from '@projections/index';
import { hostKeys } from '../foundation/host-keys';
import { onOwnParts } from '../foundation/on-own-parts';
import type { Parts } from '../foundation/open-parts';
import { ownLogOf } from '../foundation/own-log-of';
import { tellOfFork } from '../foundation/tell-of-fork';
import { LedProjections } from './led-projections';

/** Maintains the read models; of several projectors each leads some of them. */
export async function startProjector(context: HostContext): Promise<RunningHost> {
  return onOwnParts(context, { keys: hostKeys.projector }, startProjectorOn);
}

/** The same on parts that others may share; stopping it leaves them open. */
export async function startProjectorOn(parts: Parts, { logger }: HostContext): Promise<RunningHost> {
  const ownLog = await ownLogOf(parts);
  const ending = new AbortController();
  const log = (level: 'info' | 'warn' | 'error', message: string, fields?: object) => logger[level](fields ?? {}, message);
  const led = new LedProjections((mine, signal) =>
    runProjector({
      ...{ db: parts.db, store: parts.store, ownLog, signal, log },
      projections: mine,
      first: new Set(awaitedProjections.map(({ name }) => name)),
      beside: projections.filter((each) => !mine.includes(each)),
    }),
  );
  let logged: unknown;
  const isTold = tellOfFork({ logger, findServer: parts.findServer });
  const onError = (error: unknown) => {
    // Stopping interrupts them too, and what the projector fails with ends all of them.
    if (ending.signal.aborted || error === logged) return;
    logged = error;
    if (!isTold(error)) logger.error({ err: error }, 'projections');
  };
  const duties = projectionShares.map((mine) => ({
    name: projectionDuty(mine),
    run: ({ signal }: { readonly signal: AbortSignal }) => led.lead(mine, signal),
  }));
  const leading = leadDuties({ db: parts.db, kind: 'projector', duties, renewals: parts.renewals, onError }, ending.signal);
  return {
    stop: async () => {
      ending.abort();
      await leading;
    },
  };
}
