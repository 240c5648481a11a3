import { exponential, retry } from '@pps/concurrency';
import { describeDatabaseError, isDatabaseUnavailable } from './is-database-unavailable';
import { lockNotAvailable } from './project-batch';
import type { ProjectorOptions } from './projector-options';

/** Retries while the database is unavailable or a lock is held, until `signal` aborts; throws any other error. */
export async function retryWhileUnavailable(
  { signal, log }: Pick<ProjectorOptions, 'signal' | 'log'>,
  work: () => Promise<void>,
): Promise<void> {
  await retry(work, {
    waitMs: exponential(100, 2_000),
    isTransient: (error) => isDatabaseUnavailable(error) || (error as { code?: string }).code === lockNotAvailable,
    onFailure: (error) => log('warn', 'the database is unavailable; projections wait', { error: describeDatabaseError(error) }),
    signal,
  });
}
