import { isDatabaseUnavailable } from '@pps/read-store';

const namedOutages = new Set(['KnexTimeoutError', 'StoreUnavailable', 'NotFresh', 'WrongRevision']);

/** Whether an error says that something the service itself depends on cannot be reached now. */
export function isOutage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown instanceof AggregateError) return thrown.errors.length > 0 && thrown.errors.every(isOutage);
  return namedOutages.has(thrown.name) || isDatabaseUnavailable(thrown);
}
