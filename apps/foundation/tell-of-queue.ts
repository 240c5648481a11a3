import type { Logger } from '@pps/runtime';

/** Takers ask again twice a second, each kind for itself. */
const quietMs = 5_000;

/** What is logged of a work queue that cannot be used: each reason at once, and again every 5 s for as long as it lasts. */
export function tellOfQueue(logger: Pick<Logger, 'warn'>, uptimeMs: () => number = () => performance.now()): (error: unknown) => void {
  let told: { readonly reason: string; readonly at: number } | null = null;
  return (error) => {
    const reason = reasonOf(error);
    if (told?.reason === reason && uptimeMs() - told.at < quietMs) return;
    told = { reason, at: uptimeMs() };
    logger.warn({ setting: 'NATS_URL', reason }, `waiting for NATS_URL: ${reason}`);
  };
}

/** The client (nats 2.29) has a number alone for a server without JetStream. */
function reasonOf(error: unknown): string {
  if ((error as { code?: unknown } | null)?.code === '503') return 'JetStream is not enabled there, or has no leader';
  return String(error).replaceAll(/\s+/g, ' ').slice(0, 300);
}
