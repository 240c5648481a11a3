import { isDatabaseUnavailable, isReadModelOlder } from '@pps/read-store';

const namedOutages = new Set(['KnexTimeoutError', 'StoreUnavailable', 'NotFresh', 'WrongRevision']);

/** Whether an error means that something this service depends on is unavailable, or still of an older release. */
export function isOutage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown instanceof AggregateError) return thrown.errors.length > 0 && thrown.errors.every(isOutage);
  return namedOutages.has(thrown.name) || isDatabaseUnavailable(thrown) || isReadModelOlder(thrown);
}
