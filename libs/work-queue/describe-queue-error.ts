/** Why NATS cannot be used, in a line for operators. The client (nats 2.29) has a number alone for a server without JetStream. */
export function describeQueueError(error: unknown): string {
  if ((error as { code?: unknown } | null)?.code === '503') return 'JetStream is not enabled there, or has no leader';
  return String(error).replaceAll(/\s+/g, ' ').slice(0, 300);
}
