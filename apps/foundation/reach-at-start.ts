import { StoreAccessDenied, StoreUnavailable, withoutStorePatience } from '@pps/event-store';
import { describeDatabaseError, isDatabaseRefusal, isDatabaseUnavailable, retryUntilReachable } from '@pps/read-store';
import { CannotStart, type Logger } from '@pps/runtime';

export interface ReachOptions {
  readonly logger: Pick<Logger, 'warn'>;
  /** The setting that leads to the part, named in every line. */
  readonly setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'EVENTSTORE_URL';
  /** 30 s by default. */
  readonly patienceMs?: number;
  /** Whether the work may have much to do there, so that its taking long says nothing. */
  readonly mayTakeLong?: boolean;
}

/** A part that says nothing for so long is worth a line too. */
const silentMs = 3_000;

/**
 * Does the first work of a start that needs PostgreSQL or the event store, again while they cannot be reached. What it waits for is logged at once, in
 * one line; throws `CannotStart` with the reason when waiting does not help, or has not.
 */
export async function reachAtStart<T>(
  { logger, setting, patienceMs, mayTakeLong = false }: ReachOptions,
  work: () => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  let isTold = false;
  const tell = (reason: string) => {
    if (isTold) return;
    isTold = true;
    logger.warn({ setting, reason }, `waiting for ${setting}: ${reason}`);
  };
  const silent = mayTakeLong ? undefined : setTimeout(() => tell('no answer yet'), silentMs);
  try {
    // The event store's own patience would keep its reason for 15 s.
    return await retryUntilReachable(() => withoutStorePatience(work), {
      ...(patienceMs !== undefined && { patienceMs }),
      onFailure: (error) => tell(describeDatabaseError(error)),
    });
  } catch (error) {
    const reason = describeDatabaseError(error);
    if (isDatabaseRefusal(error)) throw new CannotStart(`${setting} is refused: ${reason}${remedyFor(reason)}`);
    const isUnavailable = isDatabaseUnavailable(error) || (error instanceof StoreUnavailable && !(error instanceof StoreAccessDenied));
    if (!isUnavailable) throw error;
    const seconds = Math.round((performance.now() - begun) / 1_000);
    throw new CannotStart(`${setting} cannot be used: ${reason}; gave up after ${seconds} s`);
  } finally {
    clearTimeout(silent);
  }
}

const remedyFor = (reason: string): string =>
  reason.includes('unsupported startup parameter')
    ? '; let the pooler pass over it (PgBouncer: ignore_startup_parameters = extra_float_digits, options, statement_timeout)'
    : '';
