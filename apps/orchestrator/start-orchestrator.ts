import { leadDuties } from '@pps/leases';
import type { Clock } from '@pps/kernel';
import { setUpProjections } from '@pps/read-store';
import type { HostContext, RunningHost } from '@pps/runtime';
import { projections } from '@projections/index';
import { bindApp } from '../foundation/bind-app';
import { hostKeys } from '../foundation/host-keys';
import { onOwnParts } from '../foundation/on-own-parts';
import type { OpenLog, Parts } from '../foundation/open-parts';
import { ownLogOf } from '../foundation/own-log-of';
import { tellOfFork } from '../foundation/tell-of-fork';
import { duties } from './duties';

/** Processes, timers and dispatchers; of several orchestrators each leads some of the duties. */
export async function startOrchestrator(context: HostContext, clock?: Clock, openLog?: OpenLog): Promise<RunningHost> {
  return onOwnParts(context, { keys: hostKeys.orchestrator, clock, openLog }, startOrchestratorOn);
}

/** The same on parts that others may share; stopping it leaves them open. */
export async function startOrchestratorOn(parts: Parts, { logger }: HostContext): Promise<RunningHost> {
  await setUpProjections(parts.db, projections, await parts.store.identity());
  const ownLog = await ownLogOf(parts);
  await parts.live.start();
  const ending = new AbortController();
  const isTold = tellOfFork({ logger, findServer: parts.findServer });
  const leading = leadDuties(
    {
      db: parts.db,
      kind: 'orchestrator',
      renewals: parts.renewals,
      duties: duties(bindApp(parts), ownLog),
      onError(error, duty) {
        if (!isTold(error)) logger.error({ err: error, duty }, duty ? 'duty interrupted' : 'duties could not be asked for');
      },
    },
    ending.signal,
  );
  return {
    stop: async () => {
      ending.abort();
      await leading;
    },
  };
}
