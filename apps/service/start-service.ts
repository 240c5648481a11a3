import { createLogger, type HostContext, type RunningHost } from '@pps/runtime';
import { startApiOn } from '../api/start-api';
import { openParts, type Parts } from '../foundation/open-parts';
import { startOrchestratorOn } from '../orchestrator/start-orchestrator';
import { startProjectorOn } from '../projector/start-projector';
import { startWorkerOn } from '../worker/start-worker';
import { sharePool } from './share-pool';

type StartHost = (parts: Parts, context: HostContext) => Promise<RunningHost>;

/** The projector first. */
const hosts: readonly (readonly [name: string, start: StartHost])[] = [
  ['projector', startProjectorOn],
  ['orchestrator', startOrchestratorOn],
  ['worker', startWorkerOn],
  ['api', startApiOn],
];

/**
 * All four hosts in this process, on one connection to each outside thing: the log is read, decoded and opened once for all of them. When one of
 * them cannot start, those that have are stopped.
 */
export async function startService({ config, logger }: HostContext): Promise<RunningHost> {
  const { inAll, ofEach } = sharePool(config.DATABASE_POOL_SIZE);
  const shared = await openParts({ ...config, DATABASE_POOL_SIZE: inAll }, logger, { writer: 'alone' });
  const ofHost = { ...config, DATABASE_POOL_SIZE: ofEach };
  const starting = hosts.map(([name, start]) => {
    const own = { ...shared, configuration: ofHost, logger: createLogger(name, config) };
    return start(own, { config: ofHost, logger: own.logger, ...(shared.tracing && { tracing: shared.tracing }) });
  });
  const stop = async () => {
    const started = await Promise.allSettled(starting);
    const [stopProjector, ...stopOthers] = started.map((host) => async () => (host.status === 'fulfilled' ? host.value.stop() : undefined));
    await Promise.all(stopOthers.map((stopOther) => stopOther()));
    // Last, as the API goes on answering reads that wait for what was written before.
    await stopProjector?.();
    await shared.stop();
  };
  try {
    await Promise.all(starting);
    return { failed: shared.failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
