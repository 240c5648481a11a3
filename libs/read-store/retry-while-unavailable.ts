import { exponential, retry } from '@pps/concurrency';
import { isDatabaseUnavailable } from './database';
import { lockNotAvailable } from './projection-batch';
import type { ProjectorOptions } from './projector-options';

/** Tries for as long as the database is away or a lock is held, until `signal` aborts; what else goes wrong is thrown. */
export async function retryWhileUnavailable(
  { signal, log }: Pick<ProjectorOptions, 'signal' | 'log'>,
  work: () => Promise<void>,
): Promise<void> {
  await retry(work, {
    waitMs: exponential(100, 2_000),
    isTransient: (error) => isDatabaseUnavailable(error) || (error as { code?: string }).code === lockNotAvailable,
    onFailure: (error) => log('warn', 'the database is unavailable; projections wait', { error: String(error) }),
    signal,
  });
}
