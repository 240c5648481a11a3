import { ForkedLog } from '@pps/read-store';
import type { Logger } from '@pps/runtime';

const againAfterMs = 60_000;

/**
 * Logs, once a minute at most, that facts came from another log than the database's own, and has the server looked for each time that takes writes now:
 * this process may still be connected to the one before. True for such errors, which then need no other line.
 */
export function tellOfFork(
  { logger, findServer }: { readonly logger: Pick<Logger, 'error'>; readonly findServer: () => void },
  uptimeMs: () => number = () => performance.now(),
): (error: unknown) => boolean {
  let toldAt = -Infinity;
  return (error) => {
    if (!(error instanceof ForkedLog)) return false;
    findServer();
    if (uptimeMs() - toldAt >= againAfterMs) {
      toldAt = uptimeMs();
      logger.error(
        { reason: error.message },
        'two database servers take writes: nothing is stored here of what only the other one has; stop the older one (docs/high-availability.md)',
      );
    }
    return true;
  };
}
