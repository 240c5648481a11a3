const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const namedOutages = new Set(['KnexTimeoutError', 'StoreUnavailable', 'NotFresh', 'WrongRevision']);
const postgresCodes = /^(08...|53...|57P0[123])$/;

/** Whether an error says that something the service itself depends on cannot be reached now. */
export function isOutage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown instanceof AggregateError) return thrown.errors.length > 0 && thrown.errors.every(isOutage);
  if (namedOutages.has(thrown.name)) return true;
  const code: unknown = 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' && (socketCodes.has(code) || postgresCodes.test(code));
}
