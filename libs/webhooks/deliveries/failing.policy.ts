/** Attempts of a webhook that failed one after another. */
export interface EndpointFailures {
  readonly webhookId: string;
  readonly firstAt: Date;
  readonly attempts: number;
  /** The owner is notified of them. */
  readonly isReported: boolean;
}

const hour = 3_600_000;
/** After so long of nothing but failure the owner is notified. */
export const reportedAfterMs = 24 * hour;
/** After so long, and so many attempts, the webhook is disabled. */
export const disabledAfterMs = 5 * 24 * hour;
export const disabledAfterAttempts = 10;

/** What failures without a success between them lead to at a time. */
export function judgeFailureSpan({ firstAt, attempts, isReported }: EndpointFailures, at: Date): 'disable' | 'report' | null {
  const lasting = at.getTime() - firstAt.getTime();
  if (lasting >= disabledAfterMs && attempts >= disabledAfterAttempts) return 'disable';
  return lasting >= reportedAfterMs && !isReported ? 'report' : null;
}
