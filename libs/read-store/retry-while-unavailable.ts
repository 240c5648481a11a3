import { exponential, retry } from '@pps/concurrency';
import { describeDatabaseError } from './is-database-unavailable';
import { CommitsLost } from './commits-lost';
import { EndedBetweenPortions, isDatabaseFault } from './project-batch';
import type { ProjectorOptions } from './projector-options';

/** Retries while the database is unavailable or a lock is held, until `signal` aborts; throws any other error. */
export async function retryWhileUnavailable(
  { signal, log }: Pick<ProjectorOptions, 'signal' | 'log'>,
  work: () => Promise<void>,
): Promise<void> {
  await retry(work, {
    waitMs: exponential(100, 2_000),
    isTransient: (error) => isDatabaseFault(error) && !(error instanceof CommitsLost),
    onFailure: (error) => {
      if (!(error instanceof EndedBetweenPortions))
        log('warn', 'the database is unavailable; projections wait', { error: describeDatabaseError(error) });
    },
    signal,
  });
}
