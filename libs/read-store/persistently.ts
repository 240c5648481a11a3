import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from './database';
import { lockNotAvailable } from './projection-batch';
import type { ProjectorOptions } from './projector-options';

/** Tries for as long as the database is away or a lock is held; what else goes wrong passes through. */
export async function persistently({ signal, log }: Pick<ProjectorOptions, 'signal' | 'log'>, work: () => Promise<void>): Promise<void> {
  for (let wait = 100; !signal.aborted; wait = Math.min(wait * 2, 2_000)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) && (error as { code?: string }).code !== lockNotAvailable) throw error;
      log('warn', 'the database is unavailable; projections wait', { error: String(error) });
      await delay(wait, undefined, { signal }).catch(() => undefined);
    }
  }
}
